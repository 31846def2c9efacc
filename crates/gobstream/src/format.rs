//! The gob format in our own words, with bytes that are run through this crate. Documentation only.
//!
//! What it cannot do: gob knows no pointers, no difference between a nil and an empty slice, no cycles, no names of
//! packages, and no integers wider than 64 bits. Types are matched by the names of fields; a reader needs nothing but
//! the stream itself.
//!
//! # Grammar
//!
//! ```text
//! stream     = message*
//! message    = length (definition | value)        length: a uint, bytes of the message behind it
//! definition = int(-id) wireType                  a struct value of the built-in type 16; id ≥ 64
//! value      = int(id) top
//! top        = struct | 00 single                 a struct as it is, anything else behind a zero
//! single     = number | string | list | map | interface | opaque
//! struct     = (delta single-or-struct)* 00       delta: uint, fields ahead of the last; counting starts at -1
//! list       = count element*                     arrays too, whose count must be that of their type
//! map        = count (key element)*
//! string     = count byte*                        also byte slices and what marshalers make
//! interface  = 00                                 nil
//!            | name definition* int(id) count top name: a string; count: bytes of top, or of its first chunk
//! ```
//!
//! # Numbers
//!
//! See [`wire`](crate::wire). Bools are 0 and 1, ints carry their sign in the lowest bit, floats are doubles with the
//! bytes reversed, complex numbers are two floats.
//!
//! ```
//! # use gobstream::{Stream, Value};
//! # fn read(bytes: &[u8]) -> Value { Stream::from_slice(bytes).next_value().unwrap().unwrap() }
//! //                length, type int, zero, value
//! assert_eq!(read(&[0x03, 0x04, 0x00, 0x06]), Value::Int(3));
//! assert_eq!(read(&[0x03, 0x04, 0x00, 0x01]), Value::Int(-1));
//! //                        type uint         two bytes, 0x0100
//! assert_eq!(read(&[0x05, 0x06, 0x00, 0xfe, 0x01, 0x00]), Value::Uint(256));
//! //                        type float        0x4031 0000 0000 0000 is 17.0
//! assert_eq!(read(&[0x05, 0x08, 0x00, 0xfe, 0x31, 0x40]), Value::Float(17.0));
//! //                        type string    2 bytes
//! assert_eq!(read(&[0x05, 0x0c, 0x00, 0x02, b'h', b'i']), Value::String("hi".into()));
//! ```
//!
//! # Built-in types
//!
//! | id | type | id | type | id | type |
//! |---|---|---|---|---|---|
//! | 1 | bool | 2 | int | 3 | uint |
//! | 4 | float | 5 | bytes | 6 | string |
//! | 7 | complex | 8 | interface | 16 | wireType |
//! | 17 | arrayType | 18 | CommonType | 19 | sliceType |
//! | 20 | structType | 21 | fieldType | 22 | []fieldType |
//! | 23 | mapType | 24 | gobEncoderType | | |
//!
//! Types of the stream itself begin at 64 (65 up to Go 1.20), in any order and with gaps, up to 2^31-1.
//!
//! # Definitions
//!
//! A definition is a value of the struct `wireType`, of which one field is set:
//! `ArrayT {CommonType, Elem, Len}`, `SliceT {CommonType, Elem}`, `StructT {CommonType, Field [](Name, Id)}`,
//! `MapT {CommonType, Key, Elem}`, `GobEncoderT`, `BinaryMarshalerT` or `TextMarshalerT {CommonType}`, where `CommonType`
//! is `{Name, Id}`. Names and the id inside are without meaning. A definition may refer to types that are
//! defined later.
//!
//! ```
//! # use gobstream::{Stream, Value};
//! let bytes = [
//!     0x1e,                         // a message of 30 bytes
//!     0x7f,                         // -64: a definition of type 64
//!     0x03,                         // three fields ahead: StructT
//!     0x01,                         //   its CommonType
//!     0x01, 0x05, b'P', b'o', b'i', b'n', b't', // Name
//!     0x01, 0xff, 0x80,             //     Id 64
//!     0x00,                         //   end of CommonType
//!     0x01, 0x02,                   //   Field: two of them
//!     0x01, 0x01, b'X', 0x01, 0x04, 0x00, // Name "X", Id 2 (int)
//!     0x01, 0x01, b'Y', 0x01, 0x04, 0x00, // Name "Y", Id 2
//!     0x00, 0x00,                   //   end of StructT, end of wireType
//!     0x07,                         // a message of 7 bytes
//!     0xff, 0x80,                   // a value of type 64
//!     0x01, 0x2c,                   //   X: 22
//!     0x01, 0x42,                   //   Y: 33
//!     0x00,                         //   end
//! ];
//! let value = Stream::from_slice(&bytes).next_value()?.expect("one value");
//! assert_eq!(format!("{value:?}"), "Point{X: 22, Y: 33}");
//! # Ok::<(), gobstream::Error>(())
//! ```
//!
//! # What is not sent
//!
//! Fields that are zero: `false`, 0 (and -0.0), "", empty slices, nil maps, nil interfaces, pointers to any of
//! these. Structs and arrays are always sent, and so are empty maps that are not nil, and zeros inside lists and maps.
//! `[N]byte` is an array of uints; `[]byte` is a byte string.
//!
//! # Interfaces, and values that span messages
//!
//! An interface carries the name under which its program registered the type inside, the id of that type, and a byte
//! count that a reader has no use for. If the type was not sent yet, its definition follows the name, and here alone a message may
//! end inside a value: the encoder has written the definition into the half-built value, sends that as a
//! message, sends more definitions as messages of their own, and goes on with the value in the next. If the interface
//! stands inside the payload of another one, the same happens inside that payload, in chunks with a count each,
//! of which the count before the payload covers the first.
//!
//! ```
//! # use gobstream::{Stream, Value};
//! // struct{I any}{I: Point{1, 2}}, where Point was not sent before: two messages for one value.
//! let bytes = b"\x18\x7f\x03\x01\x01\x05Iface\x01\xff\x80\x00\x01\x01\x01\x01I\x01\x10\x00\x00\x00\
//!     \x2d\xff\x80\x01\x0amain.Point\xff\x81\x03\x01\x01\x05Point\x01\xff\x82\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\
//!     \x09\xff\x82\x05\x01\x02\x01\x04\x00\x00";
//! let value = Stream::from_slice(bytes).next_value()?.expect("one value");
//! assert_eq!(format!("{value:?}"), "Iface{I: main.Point(Point{X: 1, Y: 2})}");
//! # Ok::<(), gobstream::Error>(())
//! ```
//!
//! # Opaque values
//!
//! A type with a `GobEncode` or `MarshalBinary` method is a byte string that only the type understands. Those that everybody
//! meets are in [`known`](crate::known).
//!
//! # Ends
//!
//! A stream ends well only between a value and the next message. A struct whose zero is missing at the end of its message is
//! taken as ended, as in Go, also the last key of a map and its element, of which no byte is there then; and stray bytes behind a value are passed
//! over. The strict [`Reading`](crate::Reading) refuses all of that. A value whose message is cut does not count, even if it is whole itself. A new
//! encoder that appends to a stream begins its ids anew: Go's Decoder calls that a duplicate type, the lenient reading goes on.
