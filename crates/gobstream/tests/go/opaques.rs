//! interop/marshalers.go and interop/wellknown.go

use crate::composites::{map, p};
use crate::equal;
use crate::scalars::text_of_length;
use gobstream::known::{Addr, AddrPort, BigInt, BigRat, Duration, Prefix, Time, Url};
use gobstream::{Encode, Gob, Marshal};
use std::net::IpAddr;

pub(crate) fn day() -> Time {
    Time::utc(1_796_026_530, 123_456_789).unwrap()
}

/// A text that lives as long as the tests.
fn kept(text: &[u8]) -> Option<&'static str> {
    std::str::from_utf8(text.to_vec().leak()).ok()
}

#[derive(Gob, Clone, Default)]
#[gob(opaque = "GobEncoder")]
pub(crate) struct GobValue {
    pub s: &'static str,
    pub n: u8,
}

impl Marshal for GobValue {
    fn zero() -> Self {
        GobValue::default()
    }
    fn to_gob(&self, out: &mut Vec<u8>) {
        out.push(self.n);
        out.extend(self.s.as_bytes());
    }
    fn from_gob(payload: &[u8]) -> Option<Self> {
        let (&n, s) = payload.split_first()?;
        Some(GobValue { s: kept(s)?, n })
    }
    fn is_zero(&self) -> bool {
        self.s.is_empty() && self.n == 0
    }
}

#[derive(Gob, Clone, Default)]
#[gob(opaque = "GobEncoder")]
struct GobPointer {
    s: &'static str,
    n: u8,
}

impl Marshal for GobPointer {
    fn zero() -> Self {
        GobPointer::default()
    }
    fn to_gob(&self, out: &mut Vec<u8>) {
        out.push(self.n);
        out.extend(self.s.as_bytes());
    }
    fn from_gob(payload: &[u8]) -> Option<Self> {
        let (&n, s) = payload.split_first()?;
        Some(GobPointer { s: kept(s)?, n })
    }
}

#[derive(Gob, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
#[gob(opaque = "BinaryMarshaler")]
pub(crate) struct BinText(pub &'static str);

impl Marshal for BinText {
    fn zero() -> Self {
        BinText("")
    }
    fn to_gob(&self, out: &mut Vec<u8>) {
        out.extend(self.0.as_bytes());
    }
    fn from_gob(payload: &[u8]) -> Option<Self> {
        kept(payload).map(BinText)
    }
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

#[derive(Gob, Clone, Default)]
#[gob(opaque = "BinaryMarshaler")]
struct BinPointer {
    n: u8,
}

impl Marshal for BinPointer {
    fn zero() -> Self {
        BinPointer { n: 0 }
    }
    fn to_gob(&self, out: &mut Vec<u8>) {
        out.extend([self.n, self.n]);
    }
    fn from_gob(payload: &[u8]) -> Option<Self> {
        let &[n, m] = payload else { return None };
        (n == m).then_some(BinPointer { n })
    }
}

#[derive(Gob, Default)]
struct Opaques {
    g: GobValue,
    #[gob(rename = "GP")]
    gp: GobPointer,
    b: BinText,
    #[gob(rename = "BP")]
    bp: BinPointer,
}
#[derive(Gob, Default)]
struct OpaquePointers {
    g: Option<GobValue>,
    #[gob(rename = "GP")]
    gp: Option<GobPointer>,
    b: Option<BinText>,
    #[gob(rename = "BP")]
    bp: Option<BinPointer>,
}
#[derive(Gob)]
#[gob(rename = "")]
struct ZeroField {
    before: isize,
    v: GobValue,
    p: GobPointer,
    after: isize,
}
#[derive(Gob)]
#[gob(rename = "")]
struct ValueThenPointer {
    v: GobValue,
    p: Option<GobValue>,
}
#[derive(Gob)]
#[gob(rename = "")]
struct PointerThenValue {
    p: Option<GobValue>,
    v: GobValue,
}

fn v(s: &'static str, n: u8) -> GobValue {
    GobValue { s, n }
}

#[test]
fn own_opaque_types() {
    let (g, gp, b, bp) = (v("v", 1), GobPointer { s: "p", n: 2 }, BinText("bin"), BinPointer { n: 3 });
    equal!("opaque-gob-value": g, g, v("", 0));
    equal!("opaque-gob-value-pointer-first": Some(g.clone()), g);
    equal!("opaque-gob-pointer": Some(gp.clone()));
    equal!("opaque-binary-value": b, BinText(""));
    equal!("opaque-binary-pointer": Some(bp.clone()));
    equal!("opaque-fields": Opaques { g: g.clone(), gp: gp.clone(), b: b.clone(), bp: bp.clone() }, Opaques::default());
    let zeros = OpaquePointers {
        g: Some(v("", 0)),
        gp: Some(GobPointer::default()),
        b: Some(BinText("")),
        bp: Some(BinPointer::default()),
    };
    equal!("opaque-field-pointers": OpaquePointers { g: Some(g.clone()), gp: Some(gp.clone()), b: Some(b.clone()), bp: Some(bp) }, zeros, OpaquePointers::default());
    equal!("opaque-zero-field": ZeroField { before: 1, v: v("", 0), p: GobPointer::default(), after: 2 });
    equal!("opaque-slice": vec![g.clone(), v("", 0)], vec![gp.clone(), GobPointer::default()]);
    equal!("opaque-slice-pointer": vec![Some(g.clone())], vec![Some(gp.clone())], vec![Some(b)]);
    equal!("opaque-array": [g.clone(), v("", 0)]);
    equal!("opaque-map": map([("k", g.clone())]), map([(BinText("key"), 1isize)]), map([("p", Some(gp))]));
    equal!("opaque-value-then-pointer": ValueThenPointer { v: g.clone(), p: Some(v("w", 2)) });
    equal!("opaque-value-then-pointer-top": g, vec![true], Some(g.clone()), vec![1isize], Some(g.clone()), vec!["s".to_owned()]);
    equal!("opaque-pointer-then-value": PointerThenValue { p: Some(g), v: v("w", 2) });
}

#[derive(Gob, Default)]
#[gob(rename = "")]
struct Durations {
    d: Duration,
    m: Month,
}
#[derive(Gob, Default)]
#[gob(package = "time")]
struct Month(isize);
#[derive(Gob, Default)]
#[gob(rename = "")]
struct BigPointers {
    n: Option<BigInt>,
    z: Option<BigInt>,
    nil: Option<BigInt>,
}
#[derive(Gob)]
#[gob(rename = "")]
struct LinkField {
    link: Option<Url>,
}

/// Text as the payload of a known type.
fn known<T: Encode>(read: fn(&[u8]) -> Option<T>, payload: &[u8]) -> T {
    read(payload).unwrap()
}

#[test]
fn known_types() {
    let zero = known(Time::from_gob, b"\x01\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff");
    equal!("time-top": day(), Some(day()), zero);
    equal!("time-pointer-top": Some(day()), day());
    equal!("duration": Duration::from_nanos(5), std::time::Duration::from_secs(90), Duration::from_nanos(-3_600_000_000_000), Month(11), Month(0),
        Durations { d: Duration::from_nanos(1_000_000), m: Month(2) });
    let digits = [
        0x13, 0xaa, 0xf5, 0x04, 0xe4, 0xbc, 0x1e, 0x62, 0x17, 0x3f, 0x87, 0xa4, 0x37, 0x8c, 0x37, 0xb4, 0x9c, 0x8c, 0xcf, 0xf1,
        0x96, 0xce, 0x3f, 0x0a, 0xd2,
    ];
    let huge = BigInt::from_magnitude(false, &digits);
    equal!("big-int-slice": vec![BigInt::from(7), huge.clone(), BigInt::from(0), BigInt::from(-10)]);
    equal!("big-int-pointer": Some(BigInt::from(7)), vec![Some(BigInt::from(-1))], map([("n", Some(huge))]));
    equal!("big-int-field-pointer": BigPointers { n: Some(BigInt::from(-256)), z: Some(BigInt::from(0)), nil: None });
    let url = |text: &str| known(Url::from_gob, text.as_bytes());
    equal!("url": vec![url("https://user:pass@example.org:8443/a%2Fb?q=1&r=%C3%A9#frag"), url(""), url("mailto:a@example.org")]);
    let link = || url("https://user:pass@example.org:8443/a%2Fb?q=1&r=%C3%A9#frag");
    equal!("url-pointer": LinkField { link: Some(link()) }, Some(link()));
    equal!("opaque-net-ip": IpAddr::from([10, 0, 4, 1]), IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1]), vec![255u8, 0, 0, 0], vec![1u8, 2, 3, 4, 5, 6]);
}

#[derive(Gob)]
struct Text(String);

#[test]
fn other_values() {
    // Zeros are left out of a struct or not as Go does it: by what its memory holds.
    let zero = known(Time::from_gob, b"\x01\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff");
    assert!(zero.omit() && !zero.omit_behind() && !zero.at_offset(3600).unwrap().omit());
    assert!(!BigInt::from(0).omit() && !BigRat::new(BigInt::from(0), BigInt::from(1)).unwrap().omit());
    assert!(
        known(Addr::from_gob, b"").omit()
            && known(Prefix::from_gob, b"\xff").omit()
            && !known(Prefix::from_gob, b"\n\0\0\0\xff").omit()
    );
    assert!(known(AddrPort::from_gob, &[0, 0]).omit() && !known(Prefix::from_gob, &[10, 0, 0, 0, 8]).omit());
    let (text, point) = (Text(text_of_length(3)), p(1, 1));
    assert!(!text.omit() && !point.omit());
}
