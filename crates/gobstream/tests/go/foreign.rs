//! Types of other crates, against the bytes of the Go types that they are.

#[cfg(any(feature = "jiff", feature = "num-bigint"))]
use crate::mapping::{out_of_range, refused};

#[cfg(feature = "jiff")]
mod jiff {
    use super::{out_of_range, refused};
    use crate::equal;
    use crate::mapping::unsayable;
    use gobstream::{Decoder, Gob};
    use jiff::tz::{Offset, TimeZone};
    use jiff::{SignedDuration, Timestamp, Zoned};

    #[derive(Gob)]
    #[gob(rename = "Times")]
    struct Times {
        a: Zoned,
        p: Option<Zoned>,
        l: Vec<Zoned>,
        n: isize,
    }

    fn utc(text: &str) -> Zoned {
        text.parse::<Timestamp>().unwrap().to_zoned(TimeZone::UTC)
    }

    fn east(text: &str, seconds: i32) -> Zoned {
        text.parse::<Timestamp>().unwrap().to_zoned(TimeZone::fixed(Offset::from_seconds(seconds).unwrap()))
    }

    const ZERO: &str = "0001-01-01T00:00:00Z";
    const DAY: &str = "2026-11-30T08:15:30.123456789Z";

    #[test]
    fn instants() {
        let all: Vec<Timestamp> =
            [ZERO, "1970-01-01T00:00:00Z", "1969-12-31T23:59:59.000000001Z", "1970-01-01T00:00:01.999999999Z", DAY]
                .iter()
                .map(|text| text.parse().unwrap())
                .chain([Timestamp::MAX, Timestamp::MIN])
                .collect();
        equal!("time-instants": all.iter().map(|at| at.to_zoned(TimeZone::UTC)).collect::<Vec<_>>());
        equal!("time-instants": all);
    }

    #[test]
    fn zoned_times() {
        let at = "2026-06-01T12:00:00Z";
        let zones = [3600, -12_600, 3601, -30, 93_540].map(|seconds| east(at, seconds));
        let last = east("1969-12-31T23:59:59.000000005Z", -43_200);
        equal!("time-zoned": std::iter::once(utc(at)).chain(zones).chain([last]).collect::<Vec<_>>());
        let times = |a: Zoned, p, l| Times { a, p, l, n: 0 };
        equal!("time-field": times(utc(DAY), Some(utc(DAY)), vec![]), times(utc(ZERO), None, vec![]), times(utc(ZERO), Some(utc(ZERO)), vec![]),
            times(east(ZERO, 3600), None, vec![utc(ZERO)]));
    }

    #[test]
    fn times_out_of_range() {
        // The last of Go's year 9999 is past what is counted here, years beyond are too.
        assert_eq!(refused::<Vec<Timestamp>>("time-utc"), out_of_range("[6]"));
        assert_eq!(refused::<Vec<Zoned>>("time-years"), out_of_range("[3]"));
        assert_eq!(refused::<Vec<Zoned>>("time-offset-day"), out_of_range("[2]"));
        for seconds in [-60, -119] {
            let times = Times { a: utc(DAY), p: Some(east(DAY, seconds)), l: vec![], n: 1 };
            assert_eq!(unsayable(&times), out_of_range(".P"));
        }
    }

    #[derive(Gob)]
    struct Spans {
        d: SignedDuration,
        z: SignedDuration,
        p: Option<SignedDuration>,
    }

    #[test]
    fn durations() {
        let ns = SignedDuration::from_nanos;
        equal!("duration-ends": [0, 1, -1, i64::MAX, i64::MIN, -1_500_000_000].map(ns).to_vec(),
            Spans { d: SignedDuration::from_mins(1), z: SignedDuration::ZERO, p: Some(ns(-1)) });
        for long in [SignedDuration::MAX, SignedDuration::MIN, ns(i64::MAX) + ns(1), ns(i64::MIN) - ns(1)] {
            assert_eq!(unsayable(&vec![Spans { d: ns(1), z: long, p: None }]), out_of_range("[0].Z"));
        }
    }

    /// Nothing but the offset is kept: an offset of 0 comes back as UTC.
    #[test]
    fn an_offset_of_zero_is_utc() {
        let bytes = crate::vector("time-offsets");
        let times: Vec<Zoned> = Decoder::from_slice(&bytes).decode().unwrap().unwrap();
        assert_eq!(times[6].time_zone(), &TimeZone::UTC);
        assert_eq!(times[2].offset().seconds(), 19_800);
    }
}

#[cfg(feature = "num-bigint")]
mod num_bigint {
    use super::{out_of_range, refused};
    use crate::composites::map;
    use crate::equal;
    use gobstream::Gob;
    use num_bigint::{BigInt, BigUint};

    fn huge() -> BigInt {
        "123456789012345678901234567890123456789012345678901234567890".parse().unwrap()
    }

    #[derive(Gob)]
    #[gob(rename = "BigInt")]
    struct Field {
        n: BigInt,
    }

    #[derive(Gob)]
    struct Bigs {
        n: BigUint,
        z: Option<BigUint>,
        nil: Option<BigUint>,
        l: Vec<BigUint>,
    }

    #[test]
    fn integers() {
        let one = BigInt::from(1);
        let field = |n: BigInt| Field { n };
        equal!("big-int": field(BigInt::ZERO), field(one.clone()), field(-one.clone()), field(BigInt::from(-256)), field(BigInt::from(u64::MAX)),
            field(one.clone() << 64u32), field(-(one.clone() << 128u32)), field(huge()));
        equal!("big-int-1000": field(BigInt::from(10).pow(999)), field(BigInt::from(10).pow(1000) - 1));
        equal!("big-int-slice": vec![BigInt::from(7), huge(), BigInt::ZERO, BigInt::from(-10)]);
        equal!("big-int-pointer": Some(BigInt::from(7)), vec![Some(BigInt::from(-1))], map([("n", Some(huge()))]));
    }

    #[test]
    fn unsigned_integers() {
        let n = |n: u32| BigUint::from(n);
        equal!("big-uint": Bigs { n: n(3) << 200, z: Some(n(0)), nil: None, l: vec![n(0), n(255), n(256)] },
            Bigs { n: n(0), z: None, nil: None, l: vec![] });
        assert_eq!(refused::<Vec<BigUint>>("big-int-slice"), out_of_range("[3]"));
    }
}

#[cfg(feature = "num-complex")]
mod num_complex {
    use crate::equal;
    use gobstream::Gob;
    use num_complex::Complex;

    #[derive(Gob)]
    #[gob(rename = "")]
    struct Fields {
        s: Complex<f32>,
        z: Complex<f32>,
        d: Complex<f64>,
        l: Vec<Complex<f64>>,
    }

    #[test]
    fn complex_numbers() {
        let (c, zero) = (Complex::new, Complex::new(0.0, 0.0));
        let d = Complex::i();
        let l = vec![c(0.0, 0.0), c(f64::INFINITY, 2.0)];
        equal!("complex-field": Fields { s: Complex::new(0.5, -0.25), z: zero, d, l });
        let nan = f64::from_bits(0x7ff8_0000_0000_0001);
        equal!("complex": c(1.0, 0.0), c(0.0, 0.0), c(3.0, 4.0), c(0.0, -0.0), c(f64::INFINITY, nan), Complex::new(0.5f32, -0.25), Complex::new(0.1f32, 0.0));
        for wide in [c(0.0, 1e300), c(1e300, 0.0)] {
            let wide = gobstream::to_vec(&[c(1.0, 1.0), wide, c(1.0, 1.0)]).unwrap();
            let error = gobstream::Decoder::from_slice(&wide).decode::<[Complex<f32>; 3]>().unwrap_err();
            assert_eq!((error.kind(), error.path()), (gobstream::ErrorKind::OutOfRange, "[1]"));
        }
    }
}

#[cfg(feature = "uuid")]
mod uuid {
    use crate::equal;
    use gobstream::{Decoder, ErrorKind, Gob};
    use uuid::Uuid;

    #[derive(Gob)]
    #[gob(rename = "")]
    struct Ids {
        #[gob(rename = "ID")]
        id: Uuid,
        zero: Uuid,
        #[gob(go = "[]main.UUID")]
        list: Vec<Uuid>,
        pointer: Option<Uuid>,
    }

    #[test]
    fn uuids() {
        let bytes = crate::vector("uuid-field");
        let ids: Ids = Decoder::from_slice(&bytes).decode().unwrap().unwrap();
        assert!(!ids.id.is_nil() && ids.zero.is_nil() && ids.list == [ids.id, Uuid::nil()] && ids.pointer == Some(ids.id));
        equal!("uuid-field": ids);
        // Sixteen bytes and no others.
        let cut: Vec<u8> = bytes
            .windows(16)
            .position(|w| w == ids.id.as_bytes())
            .map(|at| [&bytes[..at - 1], &[15], &bytes[at..]].concat())
            .unwrap();
        let error = Decoder::from_slice(&cut).decode::<Ids>().map(drop).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Corrupt, ".ID"));
    }
}

#[cfg(feature = "url")]
mod url {
    use crate::equal;
    use crate::mapping::refused;
    use gobstream::{Decoder, ErrorKind, Gob};
    use url::Url;

    #[derive(Gob)]
    struct Links {
        link: Url,
        p: Option<Url>,
        nil: Option<Url>,
    }

    #[test]
    fn urls() {
        let url = |text: &str| Url::parse(text).unwrap();
        let link = "https://user:pass@example.org:8443/a%2Fb?q=1&r=%C3%A9#frag";
        equal!("url-absolute": Links { link: url("mailto:a@example.org"), p: Some(url(link)), nil: None });
        // Go's empty URL, the second of the list, is none here.
        assert_eq!(refused::<Vec<Url>>("url"), (ErrorKind::OutOfRange, "[1]".to_owned()));
        let relative = gobstream::to_vec(&[gobstream::known::Url::from_gob(b"/a").unwrap()]).unwrap();
        let error = Decoder::from_slice(&relative).decode::<[Url; 1]>().unwrap_err();
        assert_eq!(error.text(), "\"/a\", relative URL without a base, does not fit Url");
        #[derive(Gob)]
        struct Nothing {
            n: i32,
        }
        let nothing = gobstream::to_vec(&Nothing { n: 1 }).unwrap();
        let error = Decoder::from_slice(&nothing).decode::<Links>().map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WrongType, "no field of one is a field of the other");
    }
}

#[cfg(feature = "bytes")]
mod bytes {
    use crate::equal;
    use bytes::{Bytes, BytesMut};
    use gobstream::{Decoder, Encoder, Sink};

    #[test]
    fn byte_strings() {
        let b = |bytes: &'static [u8]| Bytes::from_static(bytes);
        let m = |bytes: &[u8]| BytesMut::from(bytes);
        equal!("bytes": b(b""), m(b""), b(b"\0"), m(b"hello"), b(b"\xff\xfe"), m(b"\x01\x02\x03\x04"));
        equal!("slice-of-bytes": vec![m(b"\x01"), m(b""), m(b""), m(b"xyz")]);
        equal!("array-of-bytes": [b(b"\x01"), b(b"")]);
    }

    /// Whether bytes at this address were among those that a sink was given.
    struct Watching(*const u8, bool);

    impl Sink for Watching {
        fn write(&mut self, parts: &[&[u8]]) -> gobstream::Result<()> {
            self.1 |= parts.iter().any(|part| part.as_ptr() == self.0);
            Ok(())
        }
    }

    #[test]
    fn large_ones_are_sent_without_a_copy_and_read_into_the_room_there_is() {
        let large = Bytes::from(vec![7; 100_000]);
        let mut encoder = Encoder::new(Watching(large.as_ptr(), false));
        encoder.encode(&vec![large.clone()]).unwrap();
        assert!(encoder.sink().1);
        let sent = gobstream::to_vec(&large).unwrap();
        let mut room = BytesMut::with_capacity(100_000);
        let place = room.as_ptr();
        assert!(Decoder::from_slice(&sent).decode_into(&mut room).unwrap());
        assert_eq!((room.as_ptr(), &room[..]), (place, &large[..]));
    }
}
