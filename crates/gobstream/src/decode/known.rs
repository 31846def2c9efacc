//! Types with a payload of their own, and addresses and times of the standard library.

use super::{Dec, Decode};
use crate::error::Result;
use crate::known::{Addr, AddrPort, BigFloat, BigInt, BigRat, Decimal, Prefix, Time, Url, Uuid};
use crate::marshal::Marshal;
use crate::plan::Node;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

impl Dec<'_, '_> {
    /// Reads an opaque type from its payload.
    ///
    /// # Errors
    /// `corrupt` if it is none.
    pub fn opaque<T: Marshal>(&mut self, value: &mut T, name: &str) -> Result<()> {
        let before = self.left();
        *value = T::from_gob(self.text()?).ok_or_else(|| self.bad_payload(before, name))?;
        Ok(())
    }
}

impl<'de> Dec<'_, 'de> {
    /// Merges into a field by way of another type, as `#[gob(with = "…")]` says.
    ///
    /// # Errors
    /// What is wrong with the value; `corrupt` if it stands for nothing.
    pub fn with<T, G: Decode<'de>>(
        &mut self,
        value: &mut T,
        to: impl FnOnce(&T) -> G,
        from: impl FnOnce(G) -> Option<T>,
        n: Node,
        name: &str,
    ) -> Result<()> {
        let before = self.left();
        let mut held = to(value);
        held.merge(self, n)?;
        *value = from(held).ok_or_else(|| self.bad_payload(before, name))?;
        Ok(())
    }
}

/// Types by the function that reads their payload, and the payload of their zero.
macro_rules! opaques {
    ($($ty:ident, $zero:expr, $name:literal;)*) => {$(
        impl<'de> Decode<'de> for $ty {
            fn zero() -> Self {
                $zero
            }
            fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
                let before = d.left();
                *self = $ty::from_gob(d.text()?).ok_or_else(|| d.bad_payload(before, $name))?;
                Ok(())
            }
        }
    )*};
}

opaques! {
    Time, Time::default(), "time.Time";
    BigInt, BigInt::default(), "big.Int";
    BigRat, BigRat::default(), "big.Rat";
    BigFloat, BigFloat::default(), "big.Float";
    Decimal, Decimal::default(), "decimal.Decimal";
    Addr, Addr::default(), "netip.Addr";
    AddrPort, AddrPort::default(), "netip.AddrPort";
    Prefix, Prefix::default(), "netip.Prefix";
    Uuid, Uuid::default(), "UUID";
    Url, Url::default(), "url.URL";
}

/// Go's `net.IP`: 4 or 16 bytes. None at all is an address that Rust does not have.
impl<'de> Decode<'de> for IpAddr {
    const ZERO: bool = false;

    fn zero() -> Self {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED)
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        let before = d.left();
        let bytes = d.text()?;
        if let Ok(v4) = <[u8; 4]>::try_from(bytes) {
            *self = IpAddr::from(v4);
        } else if let Ok(v6) = <[u8; 16]>::try_from(bytes) {
            *self = IpAddr::from(v6).to_canonical();
        } else {
            return Err(d.out_of_range(before, alloc::format!("an address of {} bytes", bytes.len()), "IpAddr"));
        }
        Ok(())
    }
}

impl<'de> Decode<'de> for Ipv4Addr {
    const ZERO: bool = false;

    fn zero() -> Self {
        Ipv4Addr::UNSPECIFIED
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let before = d.left();
        let mut ip = IpAddr::zero();
        ip.merge(d, n)?;
        match ip {
            IpAddr::V4(v4) => *self = v4,
            IpAddr::V6(v6) => return Err(d.out_of_range(before, v6, "Ipv4Addr")),
        }
        Ok(())
    }
}

/// An IPv4 address becomes its form in IPv6, as Go has it.
impl<'de> Decode<'de> for Ipv6Addr {
    const ZERO: bool = false;

    fn zero() -> Self {
        Ipv6Addr::UNSPECIFIED
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let mut ip = IpAddr::zero();
        ip.merge(d, n)?;
        *self = match ip {
            IpAddr::V4(v4) => v4.to_ipv6_mapped(),
            IpAddr::V6(v6) => v6,
        };
        Ok(())
    }
}

/// Go's `netip.AddrPort`. One without an address, or with a zone that is no number, has no place here.
macro_rules! sockets {
    ($($ty:ident, $zero:expr, $of:expr;)*) => {$(
        impl<'de> Decode<'de> for $ty {
            const ZERO: bool = false;

            fn zero() -> Self {
                $zero
            }
            fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                let before = d.left();
                let mut known = AddrPort::default();
                known.merge(d, n)?;
                let fits = SocketAddr::try_from(&known).ok().and_then($of);
                *self = fits.ok_or_else(|| d.out_of_range(before, &known, stringify!($ty)))?;
                Ok(())
            }
        }
    )*};
}

const NO_V4: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0);
const NO_V6: SocketAddrV6 = SocketAddrV6::new(Ipv6Addr::UNSPECIFIED, 0, 0, 0);

sockets! {
    SocketAddr, SocketAddr::V4(NO_V4), Some;
    SocketAddrV4, NO_V4, |addr| if let SocketAddr::V4(v4) = addr { Some(v4) } else { None };
    SocketAddrV6, NO_V6, |addr| if let SocketAddr::V6(v6) = addr { Some(v6) } else { None };
}

/// Seconds from Go's zero time, in the year 1, to the epoch.
#[cfg(feature = "std")]
const YEAR_1: u64 = 62_135_596_800;

/// The instant; the offset is lost. Go's zero time lies in the year 1.
#[cfg(feature = "std")]
impl<'de> Decode<'de> for std::time::SystemTime {
    fn zero() -> Self {
        let epoch = std::time::SystemTime::UNIX_EPOCH;
        epoch.checked_sub(core::time::Duration::from_secs(YEAR_1)).unwrap_or(epoch)
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let before = d.left();
        let mut time = Time::default();
        time.merge(d, n)?;
        *self = system_time(&time).ok_or_else(|| d.out_of_range(before, time, "SystemTime"))?;
        Ok(())
    }
}

#[cfg(feature = "std")]
fn system_time(time: &Time) -> Option<std::time::SystemTime> {
    let seconds = time.unix_seconds()?;
    let whole = core::time::Duration::from_secs(seconds.unsigned_abs());
    let epoch = std::time::SystemTime::UNIX_EPOCH;
    let at = if seconds < 0 { epoch.checked_sub(whole) } else { epoch.checked_add(whole) };
    at?.checked_add(core::time::Duration::from_nanos(u64::from(time.nanosecond())))
}
