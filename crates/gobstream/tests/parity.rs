//! Spoiled streams before live Go: [`Reading::Go`] accepts and refuses as Go's Decoder does.
//!
//! Vectors of real Go are spoiled as the attacks in `fuzz/` do it. Go reads them into the types of the vector's values, in a process of
//! its own for each vector, with caps on time and memory; here they are read as values, and into Rust's types where [`TYPES`] has them. Values that both
//! read into types must be the same bytes when they are sent again. Every difference must be one of [`Difference`].
//!
//! GO names the Go to ask; without it nothing is compared. GOBSTREAM_CASES says how many streams (400), GOBSTREAM_SEED which (1).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    unreachable_pub,
    missing_docs,
    dead_code,
    reason = "the helpers of tests may, as the tests do"
)]

#[path = "../../../fuzz/src/bytes.rs"]
mod bytes;
mod common;
#[path = "../../../fuzz/src/gob.rs"]
mod gob;
#[path = "parity/judge.rs"]
mod judge;
#[path = "../../../fuzz/src/random.rs"]
mod random;
#[path = "parity/typed.rs"]
mod typed;

use common::{Sample, outcome};
use gobstream::{Error, ErrorKind, Oddity, Options, Reading, Stream};
use judge::{Judge, Verdict};
use random::Random;
use std::collections::BTreeMap;

/// How Go and we may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Difference {
    /// Both accept, or both refuse, the same value.
    None,
    /// Go says `EOF`, as at a clean end, where a message is wrong (D9): here that is an error, of the same value.
    EndOfGo,
    /// What Go refuses since its own types are others, or since a payload is not one of theirs; who reads without types has nothing to object to.
    TypesOfGo,
    /// Go has no field for an interface: it trips over it (D1, D2), or passes over its bytes without a look.
    SkippedInterface,
    /// Go's program dies of the stream or hangs (D3 to D6): here it is an error, or read.
    GoDies,
    /// Go takes elements for which there are no bytes, as many as are announced, as each is a struct without fields (D4): here they are refused.
    FromNothing,
    /// Go panics while it reads (D7).
    GoPanics,
    /// A type is defined as two kinds at once: each of Go's uses takes another.
    TwoKinds,
    /// A type is not defined, and no value that is read needs it: Go does not look, here the value is refused.
    NotNeeded,
    /// A value of a type that definitions are made of: Go does not look whether it has a field in common with the program's.
    Bootstrap,
    /// A payload that no Go program writes, as a time of more than a second's nanoseconds: Go's `UnmarshalBinary` takes it.
    Payload,
    /// A program uses a struct type in several places, and Go reads all by the definition of the first.
    FirstPlace,
    /// A type of a program holds itself, and what was sent holds another of the same form, which holds the first: Go wants the same type at each turn.
    AnotherTurn,
}

/// How far a stream was read here.
pub(crate) struct Ours {
    pub good: usize,
    pub error: Option<Error>,
}

/// How Go's errors begin where a stream is sound and the program's types are others. Those without `gob:` are of `UnmarshalBinary` and the like; the types
/// that are "undefined" are those that definitions are made of.
const OF_TYPES: &[&str] = &[
    "gob: wrong type",
    "gob: type mismatch",
    "gob: decoding into local type",
    "gob: name not registered",
    "gob: local interface type",
    "gob: bad data: undefined type arrayType = struct",
    "gob: bad data: undefined type CommonType = struct",
];

/// Go's errors behind an interface that it skipped, as it goes on at a wrong place.
const LOST: &[&str] =
    &["gob: duplicate type received", "gob: bad data: field numbers out of bounds", "gob: bad interface encoding"];

/// How our errors begin about types that definitions are made of.
const BOOTSTRAP: &[&str] = &[
    "struct CommonType",
    "struct arrayType",
    "struct fieldType",
    "struct wireType",
    "struct sliceType",
    "struct mapType",
    "struct structType",
];

/// Vectors whose types use a struct type in several places.
const SEVERAL_PLACES: &[&str] = &[
    "hand-forward",
    "held-elsewhere",
    "opaque-text-only",
    "rec-struct",
    "rec-wide",
    "struct-everything",
    "struct-nested",
    "struct-nested-pointer",
    "struct-pointer-composites",
    "struct-shared-type",
];

fn is_of_types(error: &str) -> bool {
    !error.starts_with("gob:") || begins(error, OF_TYPES) || error.contains("is not assignable to type")
}

fn begins(error: &str, list: &[&str]) -> bool {
    list.iter().any(|start| error.starts_with(start))
}

/// What explains that Go refuses the value behind the first `good`, and we do not.
fn go_refuses(error: &str, stream: &[u8], vector: &str, with_types: bool) -> Option<Difference> {
    match error {
        _ if error.starts_with("panic") => Some(Difference::GoPanics),
        _ if has_two_kinds(stream) => Some(Difference::TwoKinds),
        _ if !with_types && is_of_types(error) => Some(Difference::TypesOfGo),
        _ if begins(error, LOST) && has_interface(stream) => Some(Difference::SkippedInterface),
        _ if SEVERAL_PLACES.contains(&vector) => Some(Difference::FirstPlace),
        _ if error.starts_with("gob: decoding into local type") && vector.starts_with("rec-") => Some(Difference::AnotherTurn),
        _ => None,
    }
}

/// What explains that we refuse a value that Go takes.
fn we_refuse(error: &Error, stream: &[u8], vector: &str, with_types: bool) -> Option<Difference> {
    match error.kind() {
        _ if has_two_kinds(stream) => Some(Difference::TwoKinds),
        _ if error.text().contains("announced") => Some(Difference::FromNothing),
        _ if error.text().contains("no field in common") && begins(error.text(), BOOTSTRAP) => Some(Difference::Bootstrap),
        _ if with_types && error.text().starts_with("a payload that is no") => Some(Difference::Payload),
        ErrorKind::UnknownType => Some(Difference::NotNeeded),
        ErrorKind::Corrupt if has_interface(stream) => Some(Difference::SkippedInterface),
        ErrorKind::Corrupt if SEVERAL_PLACES.contains(&vector) => Some(Difference::FirstPlace),
        _ => None,
    }
}

fn has_two_kinds(stream: &[u8]) -> bool {
    let mut stream = Stream::from_slice_with(stream, Options { notes: true, ..outcome::options(Reading::Go) });
    while let Ok(Some(_)) = stream.next_event() {}
    stream.notes().unwrap().iter().any(|(oddity, _)| oddity == Oddity::TwoKinds)
}

fn has_interface(stream: &[u8]) -> bool {
    outcome::events(stream, Reading::Go).0.iter().any(|event| event.starts_with("Interface") || event.starts_with("Nil"))
}

fn explain(go: &Verdict, ours: &Ours, stream: &[u8], vector: &str, with_types: bool) -> Result<Difference, String> {
    let Verdict::Read { good, error, .. } = go else { return Ok(Difference::GoDies) };
    let is_end = error.as_deref().is_none_or(|e| e == "unexpected EOF");
    let found = match (&ours.error, error) {
        (None, None) if ours.good == *good => Some(Difference::None),
        (Some(_), _) if ours.good == *good => Some(if is_end { Difference::EndOfGo } else { Difference::None }),
        (_, go) if ours.good >= *good => go_refuses(go.as_deref().unwrap_or("EOF"), stream, vector, with_types),
        (Some(error), _) if ours.good < *good => we_refuse(error, stream, vector, with_types),
        _ => None,
    };
    found.ok_or_else(|| {
        let end = ours.error.as_ref().map_or_else(|| "the end".to_owned(), ToString::to_string);
        format!("Go reads {good}, then {}; we read {}, then {end}", error.as_deref().unwrap_or("the end"), ours.good)
    })
}

fn untyped(stream: &[u8]) -> Ours {
    let (good, error) = outcome::count(stream, outcome::options(Reading::Go));
    Ours { good: good as usize, error }
}

/// Whether the same is read into types, and the same written of it: maps come in any order.
fn compare_typed(go: &Verdict, stream: &[u8], vector: &str) -> Option<Result<Difference, String>> {
    let (ours, mut again) = typed::reader(vector)?(stream);
    let difference = explain(go, &ours, stream, vector, true);
    if let (Ok(Difference::None | Difference::EndOfGo), Verdict::Read { again: gos, .. }) = (&difference, go) {
        let mut gos = gos.clone();
        gos.sort_unstable();
        again.sort_unstable();
        if gos != again {
            // Go has a negative zero for numbers of any size, and sends it on.
            return Some(if vector == "big-int-slice" { Ok(Difference::Payload) } else { Err("another value".into()) });
        }
    }
    Some(difference.map_err(|why| format!("into types: {why}")))
}

/// What of the seeds one Decoder of Go reads into types. Of `hand-interface-names` it has none, and skips all.
fn seeds() -> Vec<Sample> {
    let is_one = |flag: &str| !flag.starts_with("appended") && flag != "write-only";
    let is_seed =
        |v: &Sample| v.bytes.len() <= 16 << 10 && v.column("flags").split(',').all(is_one) && v.name != "hand-interface-names";
    common::vectors().into_iter().filter(is_seed).collect()
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap())
}

#[test]
fn spoiled_streams() {
    let Some(program) = judge::build() else {
        println!("skipped: no Go by GO");
        assert!(std::env::var_os("GOBSTREAM_STRICT").is_none_or(|v| v != "1"), "nothing may be skipped");
        return;
    };
    let (cases, seed, seeds) = (number("GOBSTREAM_CASES", 400), number("GOBSTREAM_SEED", 1), seeds());
    let each = cases.div_ceil(seeds.len() as u64);
    let (mut tally, mut wrong) = (BTreeMap::<(bool, Difference), u64>::new(), Vec::new());
    for (n, vector) in seeds.iter().enumerate() {
        let mut judge = Judge::new(&program, &vector.name);
        let mut random = Random::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(n as u64));
        for _ in 0..each {
            let other = random.pick(&seeds).bytes.clone();
            let stream = gob::mutate(&vector.bytes, &other, &mut random);
            let go = judge.ask(&stream);
            let values = explain(&go, &untyped(&stream), &stream, &vector.name, false);
            let types = compare_typed(&go, &stream, &vector.name);
            for (i, difference) in std::iter::once(values).chain(types).enumerate() {
                match difference {
                    Ok(difference) => *tally.entry((i > 0, difference)).or_default() += 1,
                    Err(why) => wrong.push(format!("{}: {why}: {}", vector.name, hex(&stream))),
                }
            }
        }
    }
    println!("{} spoiled streams of {} vectors, seed {seed}", each * seeds.len() as u64, seeds.len());
    for ((with_types, difference), count) in &tally {
        println!("{} {difference:?}: {count}", if *with_types { "types " } else { "values" });
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(200)].join("\n"));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
