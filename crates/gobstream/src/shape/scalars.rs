//! Shapes of the scalar types of the standard library, and of known opaque types.

use super::{Edge, Kind, Shape, Shaped};
use crate::known::{Addr, AddrPort, BigFloat, BigInt, BigRat, Decimal, Duration, Marshaler, Prefix, Time, Url, Uuid};
use crate::value::{Text, Value};
use alloc::string::String;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::{NonZero, Wrapping};

macro_rules! scalars {
    ($($ty:ty, $name:literal, $kind:ident;)*) => {$(
        impl Shaped for $ty {
            type Key = $ty;
            const SHAPE: &'static Shape = &Shape::new::<$ty>("", $name, &[], Kind::$kind);
        }
    )*};
}

scalars! {
    bool, "bool", Bool;
    i8, "int8", Int; i16, "int16", Int; i32, "int32", Int; i64, "int64", Int; isize, "int", Int;
    u16, "uint16", Uint; u32, "uint32", Uint; u64, "uint64", Uint; usize, "uint", Uint;
    f32, "float32", Float; f64, "float64", Float;
    String, "string", String;
}

impl Shaped for u8 {
    type Key = u8;
    const SHAPE: &'static Shape = &Shape::new::<u8>("", "uint8", &[], Kind::Uint);
    const SLICE: &'static Shape = &Shape::unnamed::<super::SliceKey<u8>>(Kind::Bytes);
}

/// A type that is another one in Go.
macro_rules! same {
    ($($ty:ty as $go:ty;)*) => {$(
        impl $crate::shape::Shaped for $ty {
            type Key = <$go as $crate::shape::Shaped>::Key;
            const SHAPE: &'static $crate::shape::Shape = <$go as $crate::shape::Shaped>::SHAPE;
        }
    )*};
}
pub(crate) use same;

same! {
    // A rune is an int32.
    char as i32;
    str as String;
    Text as String;
    Ipv4Addr as IpAddr;
    Ipv6Addr as IpAddr;
    SocketAddr as AddrPort;
    SocketAddrV4 as AddrPort;
    SocketAddrV6 as AddrPort;
    core::time::Duration as Duration;
}

#[cfg(feature = "std")]
same! { std::time::SystemTime as Time; }

/// `net.IP`, which is a byte string.
impl Shaped for IpAddr {
    type Key = IpAddr;
    const SHAPE: &'static Shape = &Shape::new::<IpAddr>("net", "IP", &[], Kind::Bytes);
}

impl Shaped for Duration {
    type Key = Duration;
    const SHAPE: &'static Shape = &Shape::new::<Duration>("time", "Duration", &[], Kind::Int);
}

/// Any value: Go's `interface {}`.
impl Shaped for Value {
    type Key = Value;
    const SHAPE: &'static Shape = &Shape::unnamed::<Value>(Kind::Interface(&[]));
}

macro_rules! non_zeros {
    ($($ty:ty),*) => {$(
        impl Shaped for NonZero<$ty> {
            type Key = $ty;
            const SHAPE: &'static Shape = <$ty>::SHAPE;
            const SLICE: &'static Shape = <$ty>::SLICE;
        }
    )*};
}

non_zeros!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

impl<T: Shaped> Shaped for Wrapping<T> {
    type Key = T::Key;
    const SHAPE: &'static Shape = T::SHAPE;
    const SLICE: &'static Shape = T::SLICE;
}

macro_rules! opaques {
    ($($ty:ty, $pkg:literal, $name:literal, $marshaler:ident, $parts:expr;)*) => {$(
        impl Shaped for $ty {
            type Key = $ty;
            const SHAPE: &'static Shape = &Shape::new::<$ty>($pkg, $name, &[], Kind::Opaque(Marshaler::$marshaler, $parts));
        }
    )*};
}

opaques! {
    Time, "time", "Time", Gob, &[];
    BigInt, "math/big", "Int", Gob, &[];
    BigRat, "math/big", "Rat", Gob, &[];
    BigFloat, "math/big", "Float", Gob, &[];
    Decimal, "github.com/shopspring/decimal", "Decimal", Gob, &[];
    Addr, "net/netip", "Addr", Binary, &[];
    AddrPort, "net/netip", "AddrPort", Binary, &[];
    Prefix, "net/netip", "Prefix", Binary, &[];
    Uuid, "github.com/google/uuid", "UUID", Binary, &[];
    Url, "net/url", "URL", Binary, &[Edge::to::<Userinfo>()];
}

/// A part of a URL that Go defines along with it and never sends.
struct Userinfo;

impl Shaped for Userinfo {
    type Key = Userinfo;
    const SHAPE: &'static Shape = &Shape::new::<Userinfo>("net/url", "Userinfo", &[], Kind::Struct(&[]));
}
