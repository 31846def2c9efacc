//! Rust values against the bytes that a fresh Go process wrote for the same values (`interop/vectors`, made anew by `interop/remake`).

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]
#![allow(dead_code, reason = "types stand here as Go has them")]

#[path = "go/composites.rs"]
mod composites;
#[path = "go/edges.rs"]
mod edges;
#[path = "go/foreign.rs"]
mod foreign;
#[path = "go/interfaces.rs"]
mod interfaces;
#[path = "go/mapping.rs"]
mod mapping;
#[path = "go/opaques.rs"]
mod opaques;
#[path = "go/recursive.rs"]
mod recursive;
#[path = "go/scalars.rs"]
mod scalars;
#[path = "go/structs.rs"]
mod structs;
#[path = "go/wide.rs"]
mod wide;

use gobstream::{Decode, Decoder, Encode, Encoder, Slice};

/// A stream that is made as Go made a vector.
struct Made {
    name: &'static str,
    encoder: Encoder<Vec<u8>>,
}

impl Made {
    fn new(name: &'static str) -> Self {
        Made { name, encoder: Encoder::to_vec() }
    }

    fn put<T: Encode + ?Sized>(&mut self, value: &T) -> &mut Self {
        self.encoder.encode(value).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        self
    }

    /// The bytes must be Go's.
    fn equal(&mut self) {
        let made = std::mem::replace(&mut self.encoder, Encoder::to_vec()).into_sink();
        keep(self.name, &made);
        let gos = vector(self.name);
        assert!(made == gos, "{}\nRust {}\n  Go {}", self.name, show(&made), show(&gos));
    }

    /// What is read must be what is read of Go's bytes: where they differ as Go defines types in the middle of a value.
    fn alike(&mut self) {
        let made = std::mem::replace(&mut self.encoder, Encoder::to_vec()).into_sink();
        keep(self.name, &made);
        let gos = vector(self.name);
        assert!(made != gos, "{}: bytes are equal, so say so", self.name);
        assert_eq!(read(&made), read(&gos), "{}", self.name);
    }
}

/// For Go to read: see interop/read-rust.
fn keep(name: &str, made: &[u8]) {
    if let Some(folder) = std::env::var_os("GOBSTREAM_MADE") {
        std::fs::write(std::path::Path::new(&folder).join("typed").join(format!("{name}.gob")), made).unwrap();
    }
}

fn vector(name: &str) -> Vec<u8> {
    let file = format!("{}/../../interop/vectors/{name}.gob", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn read(bytes: &[u8]) -> Vec<gobstream::Value> {
    let mut stream = gobstream::Stream::from_slice(bytes);
    std::iter::from_fn(|| stream.next_value().unwrap()).collect()
}

fn show(bytes: &[u8]) -> String {
    bytes.iter().map(|&b| if b.is_ascii_graphic() { format!(" {}", b as char) } else { format!(" {b:02x}") }).collect()
}

/// A stream of values, equal to the vector of this name; and the values, read back into their types, are written as they were.
macro_rules! equal {
    ($name:literal: $($value:expr),* $(,)?) => {{
        #[allow(unused_imports, reason = "not all values need both")]
        use $crate::{NoBack, Back};
        let (mut made, mut way) = ($crate::Made::new($name), $crate::Way::new($name));
        $(match &$value {
            value => {
                made.put(value);
                (&$crate::Sample(value)).back(&mut way);
            }
        })*
        made.equal();
        way.equal();
    }};
}

/// A stream of values that reads like the vector of this name, also behind a way back into their types.
macro_rules! alike {
    ($name:literal: $($value:expr),* $(,)?) => {{
        #[allow(unused_imports, reason = "not all values need both")]
        use $crate::{NoBack, Back};
        let (mut made, mut way) = ($crate::Made::new($name), $crate::Way::new($name));
        $(match &$value {
            value => {
                made.put(value);
                (&$crate::Sample(value)).back(&mut way);
            }
        })*
        made.alike();
        way.alike();
    }};
}

/// The way of Go's values into Rust and back.
struct Way {
    name: &'static str,
    decoder: Decoder<Slice<'static>>,
    encoder: Encoder<Vec<u8>>,
    skipped: bool,
}

/// A value that says a type.
struct Sample<'a, T: ?Sized>(&'a T);

/// What can be decoded is.
trait Back {
    fn back(&self, way: &mut Way);
}

impl<T: Encode + Decode<'static>> Back for Sample<'_, T> {
    fn back(&self, way: &mut Way) {
        let value = way.decoder.decode::<T>().unwrap_or_else(|error| panic!("{}: {error}", way.name));
        way.encoder.encode(&value.unwrap()).unwrap();
    }
}

/// Slices without an owner and the like.
trait NoBack {
    fn back(&self, way: &mut Way);
}

impl<T: ?Sized> NoBack for &Sample<'_, T> {
    fn back(&self, way: &mut Way) {
        assert!(way.decoder.skip().unwrap());
        way.skipped = true;
    }
}

impl Way {
    fn new(name: &'static str) -> Self {
        let decoder = Decoder::from_slice(vector(name).leak());
        Way { name, decoder, encoder: Encoder::to_vec(), skipped: false }
    }

    fn written(mut self) -> Option<Vec<u8>> {
        assert!(!self.decoder.skip().unwrap(), "{}: values are left", self.name);
        (!self.skipped).then(|| self.encoder.into_sink())
    }

    fn equal(self) {
        let name = self.name;
        let Some(made) = self.written() else { return };
        let gos = vector(name);
        assert!(made == gos, "{name}, read and written\nRust {}\n  Go {}", show(&made), show(&gos));
    }

    fn alike(self) {
        let name = self.name;
        let Some(made) = self.written() else { return };
        assert_eq!(read(&made), read(&vector(name)), "{name}, read and written");
    }
}

pub(crate) use {alike, equal};
