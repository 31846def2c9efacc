//! Every cap, with its default, in one place.

use alloc::vec::Vec;

/// What a stream may ask for. All can be changed, from the default on; each names the error that says it was passed.
///
/// ```
/// use gobstream::Limits;
/// let small = Limits { message: 1 << 20, ..Limits::default() };
/// assert_eq!(small.depth, 10_000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one message, exclusive: 8 GiB as in Go. Messages are read in pieces, never reserved ahead. `too-big`
    pub message: u64,
    /// Bytes that one value may allocate, or cause to be printed for names, fields that were not sent and keys as text: 64 MiB, or
    /// [`memory_per_byte`](Self::memory_per_byte) times the bytes read of the value if that is more; and bytes that all
    /// definitions of types together may take. `too-big`
    pub memory: u64,
    /// Bytes of memory allowed for each byte read of a value: 64. `too-big`
    pub memory_per_byte: u64,
    /// Types that a stream may define: 65,536. An appended stream that repeats its types adds none. `too-big`
    pub types: u32,
    /// Fields of one type: 65,535. `too-big`
    pub fields: u32,
    /// Levels of values inside values: 10,000. `too-deep`
    pub depth: u32,
    /// Bytes of stack that decoding into Rust types may take, as that recurses: 128 KiB. `too-deep`
    pub stack: u64,
    /// Bytes of the name of a type inside an interface: 1,024, as in Go. `corrupt`
    pub interface_name: u64,
    /// Bytes of the name of a type or field: 64 KiB. `corrupt`
    pub name: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            message: 8 << 30,
            memory: 64 << 20,
            memory_per_byte: 64,
            types: 65_536,
            fields: 65_535,
            depth: 10_000,
            stack: 128 << 10,
            interface_name: 1_024,
            name: 64 << 10,
        }
    }
}

impl Limits {
    /// The memory that a value may take of which `read` bytes have been seen.
    pub(crate) fn budget(&self, read: u64) -> u64 {
        self.memory.max(self.memory_per_byte.saturating_mul(read))
    }
}

/// What a reader takes and what it refuses.
///
/// | | appended streams | stray bytes behind a definition | ids past 32 bits | padded numbers, stray bytes behind a value, a missing last terminator, … |
/// |---|---|---|---|---|
/// | `Lenient` | read on | passed over | accepted | accepted, as in Go |
/// | `Go` | `duplicate-type` | `extra-data` | `bad-type` | accepted, as in Go |
/// | `Strict` | `duplicate-type` | `extra-data` | `bad-type` | refused |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reading {
    /// All that Go's Decoder takes, and streams that a second encoder appended to: a type defined again begins a new part.
    #[default]
    Lenient,
    /// What Go's Decoder takes.
    Go,
    /// What one Go Encoder writes: shortest numbers, no stray bytes, no key twice in a map (of the first 24 MiB of keys), every terminator,
    /// true counts around interface values, one kind a definition.
    Strict,
}

/// How to read a stream: a plain value, nothing global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What is taken and what refused.
    pub reading: Reading,
    /// How much of it.
    pub limits: Limits,
    /// Whether oddities that are not refused are noted, for [`Stream::notes`](crate::Stream::notes). Takes memory in the
    /// size of the keys of a map, 24 MiB at most, and some time.
    pub notes: bool,
    /// Whether definitions of types are events too.
    pub definitions: bool,
    /// Whether stray bytes behind a value or definition, and a final zero that is missing at the end of a message, are passed
    /// over where the reading allows it (default). Off, they are a fault, as they may mean that a length is damaged: see [`Stream::recover`](crate::Stream::recover).
    pub stray: bool,
    /// Bytes that are kept at most for [`Stream::kept`](crate::Stream::kept); 0, the default, keeps none.
    pub keep: u64,
    /// Names for opaque types that come without one, as those do that Go meets through a pointer first.
    pub opaque_names: Vec<OpaqueName>,
}

/// The name of an opaque type, by a field of a struct that has this type. It holds for definitions behind that of the struct, which is the order of Go.
///
/// ```
/// use gobstream::{OpaqueName, Options, Stream};
/// use gobstream::known::{Known, Marshaler};
/// // struct T { N *big.Int }, T{big.NewInt(1)}
/// let bytes = b"\x15\x7f\x03\x01\x01\x01T\x01\xff\x80\x00\x01\x01\x01\x01N\x01\xff\x82\x00\x00\x00\x0a\xff\x81\x05\x01\x02\xff\x84\x00\x00\x00\x07\xff\x80\x01\x02\x02\x01\x00";
/// let name = OpaqueName { owner: b"T".to_vec(), field: b"N".to_vec(), name: b"Int".to_vec() };
/// let mut stream = Stream::from_slice_with(bytes, Options { opaque_names: vec![name], ..Options::default() });
/// let value = stream.next_value()?.expect("one value");
/// assert_eq!(value.field("N").and_then(|n| n.ty()).map(|ty| ty.name()), Some(&b"Int"[..]));
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpaqueName {
    /// The name of the struct.
    pub owner: Vec<u8>,
    /// The name of the field.
    pub field: Vec<u8>,
    /// The name of its type, without a package, as [`known`](crate::known) knows it: `Int`, `Time`, …
    pub name: Vec<u8>,
}

impl Default for Options {
    fn default() -> Self {
        let (reading, limits) = (Reading::default(), Limits::default());
        Options { reading, limits, notes: false, definitions: false, stray: true, keep: 0, opaque_names: Vec::new() }
    }
}

impl Options {
    /// The defaults: lenient, with the limits of [`Limits`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with another reading.
    #[must_use]
    pub fn reading(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }

    /// The same with other limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}
