//! `netip.Addr`, `netip.AddrPort` and `netip.Prefix`, by `MarshalBinary`.
//!
//! ```text
//! Addr      nothing | 4 bytes | 16 bytes and the zone's text
//! AddrPort  Addr, port u16 LITTLE endian
//! Prefix    Addr without zone, bits u8, ff for an invalid one
//! ```

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::net::{IpAddr, SocketAddr, SocketAddrV6};

/// An IP address, with a zone if it is of version 6, or no address: `netip.Addr`.
///
/// [`Display`](fmt::Display) is Go's `String`: `invalid IP` for no address.
///
/// ```
/// use gobstream::known::Addr;
///
/// assert_eq!(Addr::from_gob(&[1, 2, 3, 4]).unwrap().to_string(), "1.2.3.4");
/// assert_eq!(Addr::default().to_string(), "invalid IP");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Addr {
    ip: Option<IpAddr>,
    /// Empty unless the address is of version 6.
    zone: Box<str>,
}

impl Addr {
    /// Reads a payload. Stricter than Go with zones, which have to be text without control characters.
    ///
    /// ```
    /// use gobstream::known::Addr;
    ///
    /// let addr = Addr::from_gob(b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01eth0").unwrap();
    /// assert_eq!(addr.to_string(), "fe80::1%eth0");
    /// assert_eq!(Addr::from_gob(&[1, 2, 3]), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<Addr> {
        if payload.is_empty() {
            return Some(Addr::default());
        }
        if let Ok(bytes) = <[u8; 4]>::try_from(payload) {
            return Some(Addr::from(IpAddr::from(bytes)));
        }
        let (bytes, zone) = payload.split_first_chunk::<16>()?;
        Some(Addr { ip: Some(IpAddr::from(*bytes)), zone: super::web::plain_text(zone)?.into() })
    }

    /// Appends the payload.
    ///
    /// ```
    /// use std::net::IpAddr;
    ///
    /// let mut payload = Vec::new();
    /// gobstream::known::Addr::from(IpAddr::from([1, 2, 3, 4])).to_gob(&mut payload);
    /// assert_eq!(payload, [1, 2, 3, 4]);
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        match self.ip {
            None => {}
            Some(IpAddr::V4(ip)) => out.extend_from_slice(&ip.octets()),
            Some(IpAddr::V6(ip)) => out.extend_from_slice(&ip.octets()),
        }
        out.extend_from_slice(self.zone.as_bytes());
    }

    /// Whether there is an address; Go's zero value is none.
    ///
    /// ```
    /// assert!(!gobstream::known::Addr::default().is_valid());
    /// ```
    pub fn is_valid(&self) -> bool {
        self.ip.is_some()
    }

    /// The address without its zone.
    ///
    /// ```
    /// use std::net::IpAddr;
    ///
    /// let addr = gobstream::known::Addr::from_gob(&[1, 2, 3, 4]).unwrap();
    /// assert_eq!(addr.ip(), Some(IpAddr::from([1, 2, 3, 4])));
    /// ```
    pub fn ip(&self) -> Option<IpAddr> {
        self.ip
    }

    /// The zone, empty if there is none.
    ///
    /// ```
    /// let addr = gobstream::known::Addr::from_gob(b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01eth0").unwrap();
    /// assert_eq!(addr.zone(), "eth0");
    /// ```
    pub fn zone(&self) -> &str {
        &self.zone
    }

    fn bits(&self) -> Option<u8> {
        self.ip.map(|ip| if ip.is_ipv4() { 32 } else { 128 })
    }
}

impl From<IpAddr> for Addr {
    fn from(ip: IpAddr) -> Addr {
        Addr { ip: Some(ip), zone: Box::default() }
    }
}

impl fmt::Display for Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(ip) = self.ip else {
            return f.write_str("invalid IP");
        };
        let mark = if self.zone.is_empty() { "" } else { "%" };
        write!(f, "{ip}{mark}{}", self.zone)
    }
}

/// An IP address and a port: `netip.AddrPort`.
///
/// ```
/// use gobstream::known::AddrPort;
///
/// assert_eq!(AddrPort::from_gob(&[1, 2, 3, 4, 80, 0]).unwrap().to_string(), "1.2.3.4:80");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AddrPort {
    addr: Addr,
    port: u16,
}

impl AddrPort {
    /// An address and a port.
    ///
    /// ```
    /// use gobstream::known::{Addr, AddrPort};
    /// use std::net::IpAddr;
    ///
    /// let addr = Addr::from(IpAddr::from([0; 16]));
    /// assert_eq!(AddrPort::new(addr, 80).to_string(), "[::]:80");
    /// ```
    pub fn new(addr: Addr, port: u16) -> AddrPort {
        AddrPort { addr, port }
    }

    /// Reads a payload.
    ///
    /// ```
    /// use gobstream::known::AddrPort;
    ///
    /// assert_eq!(AddrPort::from_gob(&[0, 0]), Some(AddrPort::default()));
    /// assert_eq!(AddrPort::from_gob(&[0]), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<AddrPort> {
        let (addr, port) = payload.split_last_chunk()?;
        Some(AddrPort { addr: Addr::from_gob(addr)?, port: u16::from_le_bytes(*port) })
    }

    /// Appends the payload.
    ///
    /// ```
    /// let mut payload = Vec::new();
    /// gobstream::known::AddrPort::default().to_gob(&mut payload);
    /// assert_eq!(payload, [0, 0]);
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        self.addr.to_gob(out);
        out.extend_from_slice(&self.port.to_le_bytes());
    }

    /// The address.
    ///
    /// ```
    /// let zero = gobstream::known::AddrPort::default();
    /// assert!(!zero.addr().is_valid());
    /// ```
    pub fn addr(&self) -> &Addr {
        &self.addr
    }

    /// The port.
    ///
    /// ```
    /// let both = gobstream::known::AddrPort::from_gob(&[1, 2, 3, 4, 80, 0]).unwrap();
    /// assert_eq!(both.port(), 80);
    /// ```
    pub fn port(&self) -> u16 {
        self.port
    }
}

/// A scope becomes a zone, the number as text; flow information stays behind.
///
/// ```
/// use gobstream::known::AddrPort;
/// use std::net::{SocketAddr, SocketAddrV6};
///
/// let local = SocketAddrV6::new("fe80::1".parse().unwrap(), 53, 0, 3);
/// assert_eq!(AddrPort::from(SocketAddr::from(local)).to_string(), "[fe80::1%3]:53");
/// ```
impl From<SocketAddr> for AddrPort {
    fn from(socket: SocketAddr) -> AddrPort {
        let mut addr = Addr::from(socket.ip());
        if let SocketAddr::V6(v6) = socket
            && v6.scope_id() != 0
        {
            addr.zone = v6.scope_id().to_string().into();
        }
        AddrPort { addr, port: socket.port() }
    }
}

/// Not for one without an address, or with a zone that is no number.
///
/// ```
/// use gobstream::known::AddrPort;
/// use std::net::SocketAddr;
///
/// let known = AddrPort::from_gob(&[1, 2, 3, 4, 80, 0]).unwrap();
/// assert_eq!(SocketAddr::try_from(&known).unwrap().to_string(), "1.2.3.4:80");
/// assert!(SocketAddr::try_from(&AddrPort::default()).is_err());
/// ```
impl<'a> TryFrom<&'a AddrPort> for SocketAddr {
    type Error = &'a AddrPort;
    fn try_from(known: &'a AddrPort) -> Result<SocketAddr, &'a AddrPort> {
        let scope = scope(known.addr.zone()).ok_or(known)?;
        match known.addr.ip.ok_or(known)? {
            IpAddr::V6(ip) => Ok(SocketAddrV6::new(ip, known.port, 0, scope).into()),
            ip => Ok(SocketAddr::new(ip, known.port)),
        }
    }
}

/// The number that a zone is, if it is one as we would write it; 0 for none.
fn scope(zone: &str) -> Option<u32> {
    if zone.is_empty() { Some(0) } else { zone.parse().ok().filter(|n: &u32| *n > 0 && n.to_string() == zone) }
}

impl fmt::Display for AddrPort {
    /// Without an address `invalid AddrPort`, whatever the port, as in Go.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.addr.ip {
            None => f.write_str("invalid AddrPort"),
            Some(IpAddr::V4(ip)) => write!(f, "{ip}:{}", self.port),
            Some(IpAddr::V6(_)) => write!(f, "[{}]:{}", self.addr, self.port),
        }
    }
}

/// An address without zone and the length of the network's part, which may be invalid: `netip.Prefix`.
///
/// ```
/// use gobstream::known::Prefix;
///
/// assert_eq!(Prefix::from_gob(&[10, 0, 0, 0, 8]).unwrap().to_string(), "10.0.0.0/8");
/// assert_eq!(Prefix::default().to_string(), "invalid Prefix");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Prefix {
    /// Without zone.
    addr: Addr,
    /// At most those of the address; None is invalid.
    bits: Option<u8>,
}

impl Prefix {
    /// A prefix; `None` if the address has fewer bits.
    ///
    /// ```
    /// use gobstream::known::Prefix;
    /// use std::net::IpAddr;
    ///
    /// assert!(Prefix::new(IpAddr::from([10, 0, 0, 0]), 8).is_some());
    /// assert!(Prefix::new(IpAddr::from([10, 0, 0, 0]), 33).is_none());
    /// ```
    pub fn new(ip: IpAddr, bits: u8) -> Option<Prefix> {
        let addr = Addr::from(ip);
        (Some(bits) <= addr.bits()).then_some(Prefix { addr, bits: Some(bits) })
    }

    /// Reads a payload. Stricter than Go, which takes any length out of range for an invalid prefix and drops a zone;
    /// it writes only `ff` and never a zone.
    ///
    /// ```
    /// use gobstream::known::Prefix;
    ///
    /// assert_eq!(Prefix::from_gob(&[0xff]), Some(Prefix::default()));
    /// assert_eq!(Prefix::from_gob(&[10, 0, 0, 0, 33]), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<Prefix> {
        let (bits, addr) = payload.split_last()?;
        let addr = Addr::from_gob(addr).filter(|addr| addr.zone.is_empty())?;
        match addr.ip {
            _ if *bits == 0xff => Some(Prefix { addr, bits: None }),
            Some(ip) => Prefix::new(ip, *bits),
            None => None,
        }
    }

    /// Appends the payload.
    ///
    /// ```
    /// let mut payload = Vec::new();
    /// gobstream::known::Prefix::default().to_gob(&mut payload);
    /// assert_eq!(payload, [0xff]);
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        self.addr.to_gob(out);
        out.push(self.bits.unwrap_or(0xff));
    }

    /// The address; an invalid prefix may have one too.
    ///
    /// ```
    /// let net = gobstream::known::Prefix::from_gob(&[10, 0, 0, 0, 8]).unwrap();
    /// assert_eq!(net.addr().to_string(), "10.0.0.0");
    /// ```
    pub fn addr(&self) -> &Addr {
        &self.addr
    }

    /// Bits of the network's part; `None` if the prefix is invalid.
    ///
    /// ```
    /// let net = gobstream::known::Prefix::from_gob(&[10, 0, 0, 0, 8]).unwrap();
    /// assert_eq!(net.bits(), Some(8));
    /// ```
    pub fn bits(&self) -> Option<u8> {
        self.bits
    }

    /// Whether there are an address and a length; Go's zero value has neither.
    ///
    /// ```
    /// assert!(!gobstream::known::Prefix::default().is_valid());
    /// ```
    pub fn is_valid(&self) -> bool {
        self.bits.is_some()
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bits {
            Some(bits) => write!(f, "{}/{bits}", self.addr),
            None => f.write_str("invalid Prefix"),
        }
    }
}
