//! Go's `encoding/gob` for Rust, both ways: what Go sends arrives in Rust types, and what Rust sends arrives in Go, byte for byte as Go would have written it.
//!
//! For `type Session struct { UserID int; Roles []string; Expires *time.Time }` in Go:
//!
//! ```
//! use gobstream::{Decoder, Encoder, Gob, known::Time};
//!
//! #[derive(Gob, Debug, PartialEq)]
//! struct Session {
//!     user_id: isize, // UserID in Go
//!     roles: Vec<String>,
//!     expires: Option<Time>, // *time.Time
//! }
//!
//! let mut encoder = Encoder::to_vec(); // or Encoder::to_writer(socket)
//! encoder.encode(&Session { user_id: 7, roles: vec!["admin".into()], expires: None })?;
//! let bytes = encoder.into_sink();
//!
//! let mut decoder = Decoder::from_slice(&bytes); // or Decoder::from_reader(file)
//! while let Some(session) = decoder.decode::<Session>()? {
//!     assert_eq!(session.roles, ["admin"]);
//! }
//! # Ok::<(), gobstream::Error>(())
//! ```
//!
//! | you have | take |
//! |---|---|
//! | the Go type | [`Gob`], [`Decoder`] and [`Encoder`]; [`Encode`] lists which Rust type is which Go type |
//! | a type with serde's derive | the feature `serde` |
//! | a stream and no types | [`Stream`]: whole [`Value`]s, or [`Event`]s in flat memory |
//! | an interface in Go | an enum with [`Gob`], [`Dyn`], or a [`Value`] |
//! | a list too large for memory | [`Decoder::elements`], [`Encoder::encode_streamed`] |
//! | bytes as they arrive | [`Decoder::push`], [`Stream::push`] |
//! | records that must be readable alone | [`to_vec`] |
//!
//! Streams describe themselves, so nothing but bytes is needed to look at them:
//!
//! ```
//! use gobstream::{Stream, Value};
//! // What Go's Encoder writes for: type Point struct { X, Y int }; Point{22, 33}
//! let bytes = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x07\xff\x80\x01\x2c\x01\x42\x00";
//! let mut stream = Stream::from_slice(bytes);
//! while let Some(value) = stream.next_value()? {
//!     assert_eq!(value.field("Y"), Some(&Value::Int(33)));
//! }
//! # Ok::<(), gobstream::Error>(())
//! ```
//!
//! Input may be hostile: nothing panics, cost and memory are bounded by the input and by [`Limits`], nothing recurses on types, and
//! nothing on data but Rust types that do, which are stopped before the stack ends; and every [`Error`] has its kind, byte offset and path. What is accepted is a [`Reading`]: all that Go accepts and
//! appended streams (the default), exactly what Go's Decoder accepts, or only what one Go Encoder writes.
//!
//! Threads: all types are `Send` and `Sync`, as far as what they hold of the caller's is (a reader, a sink, a `Dyn`). A decoder, stream or encoder works for one thread
//! at a time, and may go to another between two calls; values and types may be shared, also while the stream that they came from reads on. There are no locks, and nothing is global.
//!
//! The format itself is described in [`format`](mod@format). JSON is the business of the crate `gobstream-json`.
//!
//! Features: `std` (default) adds reading from [`std::io::Read`] and writing to [`std::io::Write`]; without it the crate is `no_std` with `alloc`.
//! `derive` (default) adds [`Gob`]. `bytes`, `jiff`, `num-bigint`, `num-complex`, `url` and `uuid` make types of these crates types of Go's: see [`Encode`].
//! `serde` adds the module `serde`: values of any type that has serde's derive. `tokio` adds `AsyncDecoder` and `AsyncEncoder`, on its `AsyncRead` and `AsyncWrite`.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod assemble;
#[cfg(feature = "tokio")]
mod async_io;
mod bool_set;
mod complex;
mod decode;
mod encode;
mod error;
mod foreign;
pub mod format;
mod frame;
mod ids;
#[cfg(feature = "std")]
mod io;
mod kept;
mod kernel;
pub mod known;
mod limits;
mod marshal;
mod pairs;
mod plan;
mod recover;
#[cfg(feature = "serde")]
pub mod serde;
mod shape;
mod types;
mod value;
mod walk;
pub mod wire;

pub use assemble::{Chunks, Poll, PollPiece, Slice, Source, Stream};
#[cfg(feature = "tokio")]
pub use async_io::{AsyncDecoder, AsyncEncoder};
pub use bool_set::BoolSet;
pub use complex::Complex;
pub use decode::{Dec, Decode, DecodeOwned, Decoder, Dyn, Elements, Entries};
pub use encode::{DynEncode, Encode, EncodeOptions, Encoder, Plan, Sink, Transaction, to_vec};
pub use error::{Error, ErrorKind, Result};
#[cfg(feature = "std")]
pub use io::{Reader, Writer};
pub use limits::{Limits, OpaqueName, Options, Reading};
pub use marshal::Marshal;
pub use pairs::Pairs;
pub use recover::Lost;
pub use types::{Definition, Field, GoField, GoKind, GoSource, GoType, Kind, Type, Types};
pub use value::{Events, Interface, Item, Items, List, Map, Opaque, Struct, Text, Value, ValueBuilder};
pub use walk::{Event, Note, Notes, Oddity, Piece, What};

/// Makes a struct or enum a type of Go's gob.
///
/// ```
/// use gobstream::{Gob, Value, known::Time};
/// use std::collections::HashMap;
///
/// #[derive(Gob)]
/// #[gob(package = "example.com/shop")]
/// struct Order {
///     #[gob(rename = "Nr")]
///     number: u64,
///     user_id: i64, // UserID in Go
///     placed: Time,
///     #[gob(go = "[]shop.Item")]
///     items: Vec<Item>,
///     extra: HashMap<String, Extra>,
///     parent: Option<Box<Order>>,
///     #[gob(skip)]
///     cached: Option<u64>,
/// }
///
/// #[derive(Gob)]
/// struct Item(String); // type Item string
///
/// #[derive(Gob)]
/// #[gob(rename = "any")]
/// enum Extra {
///     #[gob(name = "string")]
///     Text(String),
///     #[gob(name = "example.com/shop.Gift", alias = "shop.OldGift")]
///     Gift(Gift),
///     #[gob(other)]
///     Other(Value),
/// }
///
/// #[derive(Gob)]
/// struct Gift {
///     wrapped: bool,
/// }
/// ```
///
/// | Rust | Go |
/// |---|---|
/// | a struct with named fields | a struct |
/// | a struct of one unnamed field | a named type of what the field is: `type Item string` |
/// | a struct of several unnamed fields | a struct with the fields `F0`, `F1`, … |
/// | a unit struct | an empty struct |
/// | an enum | an interface; each variant holds a type that Go registered |
///
/// On a struct or enum:
///
/// | attribute | meaning |
/// |---|---|
/// | `package = "example.com/shop"` | the import path of the Go package; `main` if not given |
/// | `rename = "Name"` | the type's name in Go; "" is a type without one, `any` the interface without one |
/// | `rename_all = "…"` | how fields are named: `Go` (the default), `PascalCase`, `none` |
/// | `transparent` | the type is nothing in Go but what its one field is |
/// | `opaque = "GobEncoder"`, `"BinaryMarshaler"` | the type travels as bytes that its [`Marshal`] makes |
/// | `encode_only` | the type is sent, and never decoded: it may borrow what cannot be, as `&[String]` |
/// | `crate = "path"` | where this crate is found |
///
/// On a field:
///
/// | attribute | meaning |
/// |---|---|
/// | `rename = "Name"` | its name in Go |
/// | `skip` | Go does not have it: decoded fresh, it is its `Default` |
/// | `default = "path"` | with `skip`: a function that makes its value |
/// | `with = "module"` | it is sent as the type `Gob` of this module, which has `to_gob(&T) -> Gob`, `from_gob(Gob) -> Option<T>` and `zero() -> T` |
/// | `set = "bool"` | this set is a `map[T]bool`, each member true: see [`BoolSet`] |
/// | `embedded` | Go embeds it: it is named after its type |
/// | `go = "[]*main.Tree"` | how Go prints the field's type, where bytes must be equal and this is not what its Rust type says |
///
/// On a variant:
///
/// | attribute | meaning |
/// |---|---|
/// | `name = "main.Circle"` | the name under which Go registers the type that it holds |
/// | `alias = "…"` | another name under which it may come |
/// | `nil` | the variant for a nil interface |
/// | `other` | the variant for every type that no variant names, and for nil if no variant is; it holds a [`Value`] |
///
/// The name of a field is that of the Rust field with each word capitalised and the underscores gone. A word that Go writes in capitals is written so:
/// `user_id` is `UserID`, `http_url` is `HTTPURL`. These are the words of Go's lint: acl, api, ascii, cpu, css, dns, eof, gid, guid, html, http, https, id,
/// ip, json, lhs, pid, qps, ram, rhs, rpc, sid, sla, smtp, sql, ssh, tcp, tls, ttl, udp, ui, uid, uri, url, utf8, uuid, vm, xml, xmpp, xsrf, xss.
/// `rename_all = "PascalCase"` knows none of them.
///
/// Of serde's attributes `skip` and `rename_all = "PascalCase"` are honoured, and `rename` if it begins with an upper-case letter; other names Go would not send.
/// Its `with` names functions that speak serde, and is not.
///
/// Names of types are for people: no receiver looks at them, so a wrong package breaks nothing but equal bytes. Names of fields and variants count.
#[cfg(feature = "derive")]
pub use gobstream_derive::Gob;

/// What derived code names. Not a public interface: it changes with any version, and the derive is of the same version.
#[doc(hidden)]
pub mod __private {
    pub use crate::bool_set::BoolSet;
    pub use crate::decode::{Dec, Decode, Found};
    pub use crate::encode::{Enc, Encode, other};
    pub use crate::error::Result;
    pub use crate::known::Marshaler;
    pub use crate::marshal::Marshal;
    pub use crate::plan::Node;
    pub use crate::shape::{ArrayKey, Edge, Field, Kind, MapKey, PtrKey, Shape, Shaped, SliceKey, Variant};
    pub use crate::value::Value;
}
