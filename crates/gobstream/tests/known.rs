//! Known opaque payloads against what Go wrote and printed, and against random bytes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

use gobstream::known::*;

const GO: &str = include_str!("known/go.txt");

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

/// Lines of the table: type, payload, text.
fn table(all: &str) -> impl Iterator<Item = (&str, Vec<u8>, &str)> {
    all.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [name, hex, text] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        (name, unhex(&hex[1..]), text)
    })
}

fn marshaler(name: &str) -> Marshaler {
    match name {
        "Time" | "Int" | "Rat" | "Float" | "Decimal" => Marshaler::Gob,
        _ => Marshaler::Binary,
    }
}

fn recognise(name: &str, payload: &[u8]) -> Option<Known> {
    Known::recognise(name.as_bytes(), marshaler(name), payload)
}

fn display(known: &Known) -> String {
    match known {
        Known::Time(x) => x.to_string(),
        Known::BigInt(x) => x.to_string(),
        Known::BigRat(x) => x.to_string(),
        Known::BigFloat(x) => x.to_string(),
        Known::Addr(x) => x.to_string(),
        Known::AddrPort(x) => x.to_string(),
        Known::Prefix(x) => x.to_string(),
        Known::Url(x) => x.to_string(),
        Known::Uuid(x) => x.to_string(),
        Known::Decimal(x) => x.to_string(),
        _ => unreachable!(),
    }
}

fn payload_of(known: &Known) -> Vec<u8> {
    let mut out = Vec::new();
    known.to_gob(&mut out);
    out
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| (self.next() >> 29) as u8).collect()
    }
}

const NAMES: [&str; 11] = ["Time", "Int", "Rat", "Float", "Decimal", "Addr", "AddrPort", "Prefix", "URL", "UUID", ""];

/// Whatever is recognised comes back byte for byte and can be shown.
fn check(name: &str, marshaler: Marshaler, payload: &[u8]) -> bool {
    let Some(known) = Known::recognise(name.as_bytes(), marshaler, payload) else {
        return false;
    };
    assert_eq!(payload_of(&known), payload, "{name}");
    let shown = display(&known);
    // In JSON a fraction over 1 is an integer, and a zero address is empty, as MarshalText has them.
    let is_same = |text: &str| text == shown || format!("{text}/1") == shown || text.is_empty();
    assert!(known.text().is_none_or(|text| is_same(&text)), "{name} {payload:x?}");
    true
}

fn check_all(payload: &[u8]) -> usize {
    let kinds = [Marshaler::Gob, Marshaler::Binary, Marshaler::Text];
    kinds.iter().map(|kind| NAMES.iter().filter(|name| check(name, *kind, payload)).count()).sum()
}

/// Powers of two, whose text from Go may read back as a smaller number.
fn is_power_of_two(name: &str, payload: &[u8]) -> bool {
    let ones = |mantissa: &[u8]| mantissa.iter().map(|byte| byte.count_ones()).sum::<u32>();
    name == "Float" && payload.get(10..).map(ones) == Some(1)
}

/// Gives those that are shown otherwise than by Go.
fn compare(all: &str) -> Vec<(Vec<u8>, &str, String)> {
    let mut other = Vec::new();
    for (name, payload, text) in table(all) {
        let known = recognise(name, &payload).unwrap_or_else(|| panic!("{name} {text}"));
        assert_eq!(payload_of(&known), payload);
        let shown = display(&known);
        if known.text().is_none() && name == "Float" || shown == text {
            continue;
        }
        assert!(is_power_of_two(name, &payload), "{name} {payload:x?} {text} {shown}");
        other.push((payload, text, shown));
    }
    other
}

#[test]
fn display_is_what_go_prints() {
    let other = compare(GO);
    assert_eq!(other.len(), 15);
    let ours = |go| other.iter().find(|other| other.1 == go).map(|other| other.2.as_str());
    assert_eq!(ours("4.940656458412465e-324"), Some("4.9406564584124654e-324"));
    assert_eq!(ours("9e+21"), Some("1e+22"));
}

#[test]
fn every_flip_and_cut_of_what_go_wrote_is_safe() {
    for (name, payload, _) in table(GO).filter(|(_, payload, _)| payload.len() < 40) {
        for len in 0..payload.len() {
            check(name, marshaler(name), &payload[..len]);
        }
        for bit in 0..payload.len() * 8 {
            let mut flipped = payload.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            check(name, marshaler(name), &flipped);
        }
    }
}

#[test]
fn random_bytes_never_panic_and_come_back() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut recognised = 0;
    for _ in 0..30_000 {
        let len = random.below(40);
        let mut payload = random.bytes(len);
        // Heads that lead further in.
        let heads: [&[u8]; 6] = [&[1, 0, 0, 0], &[2, 0, 0, 0, 1], &[3], &[1, 10, 0, 0, 0, 64, 0, 0, 0, 9], &[2], &[]];
        let head = heads[random.below(heads.len())];
        payload.splice(..head.len().min(len), head.iter().copied());
        recognised += check_all(&payload);
    }
    assert!(recognised > 10_000, "{recognised}");
}

#[test]
fn random_times_come_back() {
    let mut random = Random(7);
    for i in 0..100_000 {
        let mut payload = vec![1 + (i % 2) as u8];
        payload.extend(((random.next() as i64) >> random.below(64)).to_be_bytes());
        payload.extend(((random.next() % 1_000_000_000) as u32).to_be_bytes());
        let offset = (random.next() as i32) >> 11 >> random.below(20);
        payload.extend(((offset / 60) as i16).to_be_bytes());
        payload.extend((i % 2 == 1).then_some((offset % 60) as i8 as u8));
        if i % 2 == 0 || offset % 60 != 0 {
            assert!(check("Time", Marshaler::Gob, &payload), "{payload:x?}");
        }
    }
}

fn float_payload(precision: u32, exponent: i32, mantissa: &[u8]) -> Vec<u8> {
    let mut payload = vec![1, 0x0a];
    payload.extend(precision.to_be_bytes());
    payload.extend(exponent.to_be_bytes());
    payload.extend(mantissa);
    payload
}

#[test]
fn random_floats_come_back() {
    let mut random = Random(11);
    let mut with_text = 0;
    for _ in 0..3_000 {
        let len = 4 * (1 + random.below(20));
        let mut mantissa = random.bytes(len);
        mantissa[0] |= 0x80;
        let precision = (len as u32 * 8).saturating_add(random.next() as u32 >> random.below(32));
        let exponent = random.next() as i32 >> random.below(32);
        let payload = float_payload(precision, exponent, &mantissa);
        assert!(check("Float", Marshaler::Gob, &payload));
        with_text += usize::from(recognise("Float", &payload).unwrap().text().is_some());
    }
    assert!((500..3_000).contains(&with_text), "{with_text}");
}

#[test]
fn text_of_53_bits_reads_back_as_the_float() {
    let mut random = Random(13);
    for _ in 0..20_000 {
        let mantissa = (random.next() | 1 << 63) & (u64::MAX << (11 + random.below(50)));
        let exponent = random.below(2000) as i32 - 1000;
        let payload = float_payload(53, exponent, &mantissa.to_be_bytes());
        let text = recognise("Float", &payload).unwrap().text().unwrap();
        // Normal, so both factors and the product are exact.
        let expected = (mantissa as f64) * 2_f64.powi(exponent / 2 - 32) * 2_f64.powi(exponent - exponent / 2 - 32);
        assert_eq!(text.parse(), Ok(expected), "{mantissa:x} {exponent}");
    }
}

#[test]
fn hostile_seconds_are_shown() {
    let time = |seconds: i64, offset: i16| {
        let mut payload = vec![1];
        payload.extend(seconds.to_be_bytes());
        payload.extend([0; 4]);
        payload.extend(offset.to_be_bytes());
        Time::from_gob(&payload).unwrap()
    };
    let first = time(i64::MIN, i16::MIN);
    assert_eq!(first.unix_seconds(), None);
    assert_eq!(first.to_string(), "-292277024626-01-04T14:21:52-546:08");
    assert_eq!(first.rfc3339(), None);
    let last = time(i64::MAX, i16::MAX);
    assert_eq!(last.to_string(), "292277024627-12-29T09:37:07+546:07");
    assert_eq!(last.rfc3339(), None);
    assert_eq!(Time::utc(i64::MAX, 0), None);
    assert_eq!(Time::utc(i64::MIN, 0).unwrap().unix_seconds(), Some(i64::MIN));
}

#[test]
fn rfc_3339_says_all_or_nothing() {
    let at = |seconds, offset| Time::utc(seconds, 0).unwrap().at_offset(offset).unwrap().rfc3339();
    assert_eq!(at(0, 0).as_deref(), Some("1970-01-01T00:00:00Z"));
    assert_eq!(at(0, 86_340).as_deref(), Some("1970-01-01T23:59:00+23:59"));
    for offset in [1, -1, 59, 3601, -3601, 86_400, -86_400, 90_000] {
        assert_eq!(at(0, offset), None, "{offset}");
    }
    let (year_0, year_10000) = (-62_167_219_200, 253_402_300_800);
    assert_eq!(at(year_0, 0).as_deref(), Some("0000-01-01T00:00:00Z"));
    assert_eq!(at(year_0 - 1, 0), None);
    assert_eq!(at(year_0 - 1, 60).as_deref(), Some("0000-01-01T00:00:59+00:01"));
    assert_eq!(at(year_10000 - 1, 0).as_deref(), Some("9999-12-31T23:59:59Z"));
    assert_eq!(at(year_10000 - 1, 60), None);
    assert_eq!(at(year_10000, -120).as_deref(), Some("9999-12-31T23:58:00-00:02"));
}

#[test]
fn every_day_of_ten_thousand_years_follows_the_last() {
    let mut before = String::from("0000-01-00");
    let (mut buf, mut days) = ([0; 40], 0);
    let mut second = -62_167_219_200;
    while let Some(text) = Time::utc(second, 0).unwrap().write_rfc3339(&mut buf) {
        let date = &text[..10];
        assert!(date > before.as_str() && (date.ends_with("-01") || date[..8] == before[..8]), "{before} {date}");
        before.replace_range(.., date);
        second += 86_400;
        days += 1;
    }
    assert_eq!(days, 3_652_059 + 366);
}

#[test]
fn a_time_is_refused_for_what_go_never_writes() {
    let good = unhex("010000000edce5e80007270e00003c");
    assert!(recognise("Time", &good).is_some());
    for (at, byte) in [(0, 0), (0, 2), (0, 3), (9, 0x3c), (9, 0xff)] {
        let mut bad = good.clone();
        bad[at] = byte;
        assert!(recognise("Time", &bad).is_none(), "{at} {byte}");
    }
    // Version 2 with no seconds, with those of another sign, with a minute and more.
    for tail in ["003c00", "003cff", "003c3c", "ffc401", "ffff00", "0000c4"] {
        let payload = [&unhex("020000000edce5e80007270e00")[..], &unhex(tail)].concat();
        assert!(Time::from_gob(&payload).is_some(), "{tail}");
        assert!(recognise("Time", &payload).is_none(), "{tail}");
    }
    // Go reads what it cannot write: -65 seconds.
    let payload = unhex("020000000edce5e80007270e00fffffb");
    assert_eq!(Time::from_gob(&payload).unwrap().offset_seconds(), Some(-65));
    assert!(check("Time", Marshaler::Gob, &payload));
}

#[test]
fn without_a_name_only_sane_times_are_recognised() {
    let nameless = |hex: &str, marshaler| Known::recognise(b"", marshaler, &unhex(hex)).is_some();
    assert!(nameless("01000000000000000000000000ffff", Marshaler::Gob));
    assert!(nameless("020000000edce5e80007270e00003c01", Marshaler::Gob));
    assert!(!nameless("010000000edce5e80007270e000000", Marshaler::Binary));
    assert!(!nameless("01ffffffffffffffff00000000ffff", Marshaler::Gob)); // year 0
    assert!(!nameless("0100000049785a9480000000000000", Marshaler::Gob)); // year 10000
    assert!(!nameless("010000000edce5e80007270e0005a0", Marshaler::Gob)); // 24 hours
    assert!(!nameless("0201", Marshaler::Gob)); // the integer 1
    assert!(Known::recognise(b"Instant", Marshaler::Gob, &[0; 15]).is_none());
}

#[test]
fn numbers_in_other_spellings_are_read_but_not_recognised() {
    for payload in [&[][..], &[2, 0], &[2, 0, 1], &[3], &[3, 0]] {
        assert!(BigInt::from_gob(payload).is_some(), "{payload:?}");
        assert!(recognise("Int", payload).is_none(), "{payload:?}");
    }
    assert!(recognise("Rat", &[]).is_none());
    assert!(recognise("Rat", &[2, 0, 0, 0, 2, 0, 1, 1]).is_none());
    assert!(recognise("Rat", &[2, 0xff, 0xff, 0xff, 0xff, 1, 1]).is_none());
    assert!(recognise("Rat", &[2, 0, 0, 0, 1]).is_none());
    assert_eq!(recognise("Decimal", &[0, 0, 0, 5, 2]).unwrap().text().as_deref(), Some("0"));
    assert!(recognise("Decimal", &[0, 0, 0, 5, 2, 0]).is_none());
}

#[test]
fn a_float_is_refused_for_what_go_never_writes() {
    let good = unhex("010a00000035000000018000000000000000");
    assert_eq!(recognise("Float", &good).unwrap().text().as_deref(), Some("1"));
    let changes: [(usize, u8); 9] = [
        (0, 2),
        (1, 0x1a),  // accuracy
        (1, 0xca),  // mode
        (1, 0x0e),  // form
        (1, 0x08),  // bytes behind a zero
        (1, 0x0c),  // bytes behind an infinity
        (10, 0x40), // top bit
        (17, 1),    // beyond the precision
        (5, 0),     // no precision
    ];
    for (at, byte) in changes {
        let mut bad = good.clone();
        bad[at] = byte;
        assert!(recognise("Float", &bad).is_none(), "{at} {byte:x}");
    }
    assert!(recognise("Float", &good[..10]).is_none());
    assert!(recognise("Float", &good[..17]).is_none());
    // From Go on 32 bits.
    assert_eq!(recognise("Float", &good[..14]).unwrap().text().as_deref(), Some("1"));
}

#[test]
fn text_that_costs_too_much_is_refused() {
    let int = |len| BigInt::from_magnitude(true, &vec![0xff; len]);
    assert_eq!(int(4096).text().unwrap().len(), 9866);
    assert_eq!(int(4097).text(), None);
    assert_eq!(int(4097).to_string().len(), 3 + 2 * 4097);
    assert_eq!(BigRat::new(BigInt::from(1), BigInt::from_magnitude(false, &[1; 4097])).unwrap().text(), None);

    let decimal = |exponent| Decimal::new(BigInt::from(-15), exponent);
    assert_eq!(decimal(4096).text().unwrap().len(), 3 + 4096);
    assert_eq!(decimal(-4096).text().unwrap().len(), 3 + 4096);
    for exponent in [4097, -4097, i32::MAX, i32::MIN] {
        assert_eq!(decimal(exponent).text(), None);
        assert_eq!(decimal(exponent).to_string(), format!("-15e{exponent}"));
        assert_eq!(Decimal::new(BigInt::from(0), exponent).text().as_deref(), Some("0"));
    }

    for exponent in [i32::MIN, -30_000, 30_000, i32::MAX] {
        let mut payload = unhex("010b00000035");
        payload.extend(exponent.to_be_bytes());
        payload.extend([0xc0, 0, 0, 0, 0, 0, 0, 0]);
        let float = BigFloat::from_gob(&payload).unwrap();
        assert_eq!(float.text(), None);
        assert_eq!(float.to_string(), format!("-0x.cp{exponent:+}"));
        payload[2..6].fill(0xff); // a precision of 4 Gbit
        assert_eq!(BigFloat::from_gob(&payload).unwrap().text(), None);
    }
}

#[test]
fn a_float_of_great_precision_is_shown_when_it_is_short() {
    let one = unhex("010affffffff000000018000000000000000");
    assert_eq!(BigFloat::from_gob(&one).unwrap().text().as_deref(), Some("1"));
}

#[test]
fn whole_fractions_have_no_line() {
    let whole = recognise("Rat", &[2, 0, 0, 0, 1, 5, 1]).unwrap();
    assert_eq!((whole.text().as_deref(), display(&whole).as_str()), (Some("5"), "5/1"));
}

#[test]
fn addresses_are_refused_for_what_go_never_writes() {
    for len in [1, 2, 3, 5, 15] {
        assert!(recognise("Addr", &vec![0; len]).is_none());
        assert!(recognise("AddrPort", &vec![0; len + 2]).is_none());
        assert!(recognise("Prefix", &vec![0; len + 1]).is_none());
    }
    let zoned = |zone: &[u8]| recognise("Addr", &[&[0; 16], zone].concat());
    assert_eq!(zoned(b"en0").unwrap().text().as_deref(), Some("::%en0"));
    assert!(zoned(b"\n").is_none());
    assert!(zoned(b"\xff").is_none());
    assert!(recognise("Prefix", &[0; 18]).is_none()); // a zone
    assert!(recognise("Prefix", &[1, 2, 3, 4, 33]).is_none());
    assert!(recognise("Prefix", &[0]).is_none()); // a length of no address
    assert!(recognise("AddrPort", &[1, 0]).unwrap().text().is_none());
    for (zero, payload) in [("Addr", &[][..]), ("AddrPort", &[0, 0]), ("Prefix", &[0xff])] {
        assert_eq!(recognise(zero, payload).unwrap().text().as_deref(), Some(""));
    }
}

#[test]
fn urls_and_uuids_are_checked() {
    assert!(recognise("URL", b"http://x/\x7f").is_none());
    assert!(recognise("URL", "http://x/\u{85}".as_bytes()).is_none());
    let id = recognise("UUID", &unhex("00112233445566778899aabbccddeeff")).unwrap();
    assert_eq!(id.text().as_deref(), Some("00112233-4455-6677-8899-aabbccddeeff"));
    assert!(recognise("UUID", &[0; 17]).is_none());
}

/// Its error was the time itself, which `?` does not take.
#[test]
fn a_system_time_goes_into_a_time_by_the_question_mark() {
    fn made(time: std::time::SystemTime) -> Result<gobstream::known::Time, Box<dyn std::error::Error>> {
        Ok(gobstream::known::Time::try_from(time)?)
    }
    assert_eq!(made(std::time::UNIX_EPOCH).unwrap().to_string(), "1970-01-01T00:00:00Z");
}
