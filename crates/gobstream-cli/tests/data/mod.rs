//! The folder of test data, and when what was read counts as what a case says.
#![allow(unreachable_pub, reason = "each test uses a part")]

use serde_json::{Number, Value as Json};
use std::io::Write;
use std::path::PathBuf;

/// The folder; `None`, with a word about it, where there is none and it may be missing.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("GOBSTREAM_DATA").map(PathBuf::from);
    if folder.is_none() {
        // Not by a macro that prints: tests capture those.
        drop(writeln!(
            std::io::stderr(),
            "skipped: the cases after public reports and the real files: GOBSTREAM_DATA is not set"
        ));
        assert!(std::env::var_os("GOBSTREAM_STRICT").is_none_or(|v| v != "1"), "GOBSTREAM_STRICT=1: nothing may be skipped");
    }
    folder
}

/// Whether `a` shows what a case wants: a member that is missing counts as zero, pairs come in any order, numbers
/// are compared by all their digits, times as instants.
pub fn equal(a: &Json, want: &Json) -> bool {
    match (a, want) {
        (Json::Object(a), Json::Object(b)) => {
            // Each key once: twice would double the work at each level.
            let mut keys = a.keys().chain(b.keys().filter(|k| !a.contains_key(*k)));
            keys.all(|k| match (a.get(k), b.get(k)) {
                (Some(a), Some(b)) => equal(a, b),
                (one, other) => one.or(other).is_none_or(is_zero),
            })
        }
        (Json::Array(a), Json::Array(b)) => lists_equal(a, b) || (a.iter().all(is_zero) && b.iter().all(is_zero)),
        (Json::Number(a), Json::Number(b)) => numbers_equal(a, b),
        (Json::String(a), Json::String(b)) => a == b || instant(a).is_some_and(|i| Some(i) == instant(b)),
        _ => a == want || (is_zero(a) && is_zero(want)),
    }
}

fn is_zero(v: &Json) -> bool {
    match v {
        Json::Null | Json::Bool(false) => true,
        Json::Bool(true) => false,
        Json::Number(n) => n.as_f64() == Some(0.0),
        Json::String(s) => s.is_empty(),
        Json::Array(items) => items.iter().all(is_zero),
        Json::Object(members) => members.values().all(is_zero),
    }
}

fn lists_equal(a: &[Json], b: &[Json]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if a.iter().zip(b).all(|(a, b)| equal(a, b)) {
        return true;
    }
    if !are_pairs(a) || !are_pairs(b) {
        return false;
    }
    let mut rest: Vec<&Json> = b.iter().collect();
    a.iter().all(|pair| rest.iter().position(|other| equal(pair, other)).map(|i| rest.swap_remove(i)).is_some())
}

fn are_pairs(items: &[Json]) -> bool {
    !items.is_empty() && items.iter().all(|i| i.as_array().is_some_and(|pair| pair.len() == 2))
}

/// Integers by their digits; all others as floats.
fn numbers_equal(a: &Number, b: &Number) -> bool {
    let is_integer = |n: &Number| !n.to_string().contains(['.', 'e', 'E']);
    if is_integer(a) && is_integer(b) { a.to_string() == b.to_string() } else { a.as_f64() == b.as_f64() }
}

/// Seconds since the year 0, and the digits of the fraction, of a time in RFC 3339.
fn instant(s: &str) -> Option<(i64, &str)> {
    let number = |range: std::ops::Range<usize>| s.get(range)?.parse::<i64>().ok();
    let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if !marks.iter().all(|&(i, mark)| s.as_bytes().get(i) == Some(&mark)) {
        return None;
    }
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let seconds = number(11..13)? * 3600 + number(14..16)? * 60 + number(17..19)?;
    let rest = s.get(19..)?;
    let (fraction, zone) = rest.split_at(rest.find(['Z', '+', '-'])?);
    let offset = match zone {
        "Z" => 0,
        _ => {
            let minutes = zone.get(1..3)?.parse::<i64>().ok()? * 60 + zone.get(4..6)?.parse::<i64>().ok()?;
            minutes * if zone.starts_with('-') { -60 } else { 60 }
        }
    };
    let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
    Some((days(year, month, day) * 86_400 + seconds - offset, fraction))
}

/// Days since the first of March of the year 0, which keeps the leap day at the end of a year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (month * 153 + 2) / 5 + day - 1
}

#[test]
fn the_rules_of_comparing_hold() {
    let same = |a: &str, b: &str| equal(&serde_json::from_str(a).unwrap(), &serde_json::from_str(b).unwrap());
    assert!(same(r#"{"a":1,"b":0}"#, r#"{"a":1.0,"c":[null,""]}"#));
    assert!(!same(r#"{"a":1,"b":2}"#, r#"{"a":1}"#));
    assert!(same("[[1,2],[3,4]]", "[[3,4],[1,2]]") && !same("[[1,2],[3,4]]", "[[3,4],[3,4]]"));
    assert!(!same("9007199254740993", "9007199254740992"));
    assert!(same(r#""2020-12-06T14:12:42.50+01:00""#, r#""2020-12-06T13:12:42.5Z""#));
    assert!(same(r#""2020-02-29T23:30:00-01:00""#, r#""2020-03-01T00:30:00Z""#));
    assert!(!same(r#""2020-12-06T14:12:42Z""#, r#""2020-12-06T14:12:43Z""#) && !same("true", "1"));
}
