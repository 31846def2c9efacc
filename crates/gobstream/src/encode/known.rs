//! Durations, times, addresses and the other known types.

use super::{Enc, Encode};
use crate::error::ErrorKind;
use crate::known::{Addr, AddrPort, BigFloat, BigInt, BigRat, Decimal, Duration, Prefix, Time, Url, Uuid};
use alloc::format;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

impl Encode for Duration {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        e.int(self.as_nanos());
    }
    fn omit(&self) -> bool {
        self.as_nanos() == 0
    }
}

impl Encode for core::time::Duration {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        match Duration::try_from(*self) {
            Ok(duration) => e.int(duration.as_nanos()),
            Err(_) => {
                e.refuse(ErrorKind::OutOfRange, "", format!("a duration of {}s, past 64 bits of nanoseconds", self.as_secs()))
            }
        }
    }
    fn omit(&self) -> bool {
        self.is_zero()
    }
}

#[cfg(feature = "std")]
impl Encode for std::time::SystemTime {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        match Time::try_from(*self) {
            Ok(time) => put_time(&time, e),
            Err(_) => e.refuse(ErrorKind::OutOfRange, "", "a time whose seconds Go cannot count".into()),
        }
    }
    fn omit(&self) -> bool {
        Time::try_from(*self).is_ok_and(|time| time.is_zero())
    }
    fn omit_behind(&self) -> bool {
        false
    }
}

pub(crate) fn put_time(time: &Time, e: &mut Enc<'_, '_>) {
    let (bytes, len) = time.payload();
    e.count(len);
    e.raw_bytes(&bytes[..len]);
}

/// Go does not ask the method of a zero time whose method is on the value.
impl Encode for Time {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        put_time(self, e);
    }
    fn omit(&self) -> bool {
        self.is_zero()
    }
    fn omit_behind(&self) -> bool {
        false
    }
}

/// Types whose zero Go sends, as their methods are on the pointer, or whose zero is no value here.
macro_rules! always {
    ($($ty:ty),*) => {$(
        impl Encode for $ty {
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.opaque(|out| self.to_gob(out));
            }
            fn omit(&self) -> bool {
                false
            }
        }
    )*};
}

always!(BigInt, BigRat, BigFloat, Decimal, Url);

/// Types whose zero Go leaves out, with the bytes that it would be.
macro_rules! unless_zero {
    ($($ty:ty, $zero:expr;)*) => {$(
        impl Encode for $ty {
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.opaque(|out| self.to_gob(out));
            }
            fn omit(&self) -> bool {
                let mut payload = alloc::vec::Vec::new();
                self.to_gob(&mut payload);
                payload == $zero as &[u8]
            }
            fn omit_behind(&self) -> bool {
                false
            }
        }
    )*};
}

unless_zero! {
    Addr, b"";
    AddrPort, b"\0\0";
    Prefix, b"\xff";
}

impl Encode for Uuid {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        e.text(self.as_bytes());
    }
    fn omit(&self) -> bool {
        self.as_bytes() == &[0; 16]
    }
    fn omit_behind(&self) -> bool {
        false
    }
}

/// `net.IP`: four or sixteen bytes.
macro_rules! ips {
    ($($ty:ty),*) => {$(
        impl Encode for $ty {
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                let octets = self.octets();
                e.count(octets.len());
                e.raw_bytes(&octets);
            }
            fn omit(&self) -> bool {
                false
            }
        }
    )*};
}

ips!(Ipv4Addr, Ipv6Addr);

impl Encode for IpAddr {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        match self {
            IpAddr::V4(ip) => ip.encode(e),
            IpAddr::V6(ip) => ip.encode(e),
        }
    }
    fn omit(&self) -> bool {
        false
    }
}

/// `netip.AddrPort`; none is its zero.
macro_rules! sockets {
    ($($ty:ty),*) => {$(
        impl Encode for $ty {
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.opaque(|out| AddrPort::from(SocketAddr::from(*self)).to_gob(out));
            }
            fn omit(&self) -> bool {
                false
            }
        }
    )*};
}

sockets!(SocketAddr, SocketAddrV4, SocketAddrV6);
