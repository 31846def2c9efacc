//! Invented types and values, Rust against live Go in both directions.
//!
//! A case is a stream of values of invented types. The test writes it with an encoder of its own ([`write`]), reads that into `Value`s and has the
//! library write them: Go must find the values in it that it was told, and its own stream of them must be the same, byte for byte. Where Go defines a type
//! in the middle of a value, or names an opaque type by the pointer to it, its stream is read and written before it is compared. Under `Plan::Replay` Go's
//! stream must come back byte for byte, and values of declared types must pass through the same types in Rust. Every other case is invented by Go. All are made by a list of choices, and what fails is made again by fewer and simpler ones.
//!
//! GO names the Go to ask; without it only the cases in tests/differential/found run, that failed once. GOBSTREAM_CASES says how many (400), GOBSTREAM_SEED
//! which (1). GOBSTREAM_KEEP writes the case of this number to a file.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    unreachable_pub,
    missing_docs,
    reason = "the helpers of tests may, as the tests do"
)]

#[path = "differential/choices.rs"]
mod choices;
mod common;
#[path = "differential/compare.rs"]
mod compare;
#[path = "differential/judge.rs"]
mod judge;
#[path = "differential/typed.rs"]
mod typed;
#[path = "differential/types.rs"]
mod types;
#[path = "differential/value.rs"]
mod value;
#[path = "differential/write.rs"]
mod write;

use choices::{Choices, shrink};
use common::Random;
use gobstream::{EncodeOptions, Encoder, Options, Plan, Reading, Stream, Value};
use judge::{Answer, Judge, invented, inventing, judging};
use std::path::{Path, PathBuf};
use value::{Case, Told, tell};
use write::Go;

/// The values that a stream must hold, as the library reads it.
fn read(stream: &[u8]) -> Result<Vec<Value>, String> {
    let mut stream = Stream::from_slice_with(stream, Options::new().reading(Reading::Strict));
    let mut values = Vec::new();
    while let Some(value) = stream.next_value().map_err(|e| format!("cannot be read: {e}"))? {
        values.push(value);
    }
    Ok(values)
}

fn written(values: &[Value]) -> Vec<u8> {
    let mut encoder = Encoder::to_vec();
    values.iter().for_each(|value| encoder.encode_value(value).unwrap());
    encoder.into_sink()
}

/// The stream as it comes back by what the library read of it.
fn replayed(stream: &[u8]) -> Result<Vec<u8>, String> {
    let mut stream = Stream::from_slice_with(stream, Options { definitions: true, ..Options::default() });
    let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() });
    while let Some(item) = stream.next_item().map_err(|e| e.to_string())? {
        encoder.encode_item(&item).map_err(|e| e.to_string())?;
    }
    Ok(encoder.into_sink())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// What is wrong with the library's reading and writing of these values, as Go wrote them.
fn check(case: &Case, go: &[u8]) -> Result<(), String> {
    let values = read(go)?;
    if values.len() != case.len() {
        return Err(format!("{} values of {}", values.len(), case.len()));
    }
    let mut case = case.clone();
    for ((ty, val), read) in case.iter_mut().zip(&values) {
        compare::reorder(ty, val, read);
        if !compare::same(ty, val, read) {
            return Err(format!("read {read:?}"));
        }
    }
    let (plain, gos) = write::write(&case);
    let (rust, go_again) = (written(&read(&plain)?), written(&values));
    if rust != *go_again || gos == Go::Same && rust != go {
        return Err(format!("\nRust's {}\n  Go's {}\n again {}", hex(&rust), hex(go), hex(&go_again)));
    }
    let replayed = replayed(go)?;
    if replayed != go {
        return Err(format!("\nreplayed {}\n    Go's {}", hex(&replayed), hex(go)));
    }
    typed::check(&case, go)
}

/// The library's stream of these values.
fn rust_stream(case: &Case) -> Result<Vec<u8>, String> {
    Ok(written(&read(&write::write(case).0)?))
}

/// Who invents a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inventor {
    Rust,
    Go,
}

/// Where a case stands before Go has judged it: what to ask, or why there is nothing to ask.
type Asked = Result<(Case, Vec<u8>), String>;

/// A case of these choices; `None` where Go cannot read its own stream.
fn make(inventor: Inventor, choices: &[u64], invention: Option<Answer>) -> Option<Asked> {
    match (inventor, invention) {
        (Inventor::Rust, _) => {
            let case = value::case(&mut Choices::new(choices));
            (write::write(&case).1 != Go::Broken).then(|| rust_stream(&case).map(|stream| (case, stream)))
        }
        (Inventor::Go, Some(Answer::Fine(answer))) => {
            let (case, go) = invented(&answer);
            Some(check(&case, &go).and_then(|()| rust_stream(&case)).map(|stream| (case, stream)))
        }
        (Inventor::Go, Some(Answer::Wrong(why))) => Some(Err(format!("Go cannot invent: {why}"))),
        (Inventor::Go, _) => None,
    }
}

fn verdict(case: &Case, answer: Answer) -> Result<(), String> {
    match answer {
        Answer::Fine(go) => check(case, &go),
        Answer::Wrong(why) => Err(why),
        Answer::Skipped => Ok(()),
    }
}

/// Runs one case of these choices alone: the case, and what is wrong with it.
fn run_one(judge: &mut Judge, inventor: Inventor, choices: &[u64]) -> (Case, Result<(), String>) {
    let (invention, case) = match inventor {
        Inventor::Rust => (None, value::case(&mut Choices::new(choices))),
        Inventor::Go => match judge.ask_one(inventing(choices)) {
            Answer::Fine(answer) => (Some(Answer::Fine(answer.clone())), invented(&answer).0),
            other => (Some(other), Case::new()),
        },
    };
    let Some(asked) = make(inventor, choices, invention) else { return (case, Ok(())) };
    let verdict = asked.and_then(|(case, stream)| verdict(&case, judge.ask_one(judging(&case, &stream))));
    (case, verdict)
}

/// The choices of a case.
fn choices_of(seed: u64, n: u64) -> Vec<u64> {
    let mut random = Random((seed << 40 ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.next();
    }
    (0..400).map(|_| random.next()).collect()
}

const BATCH: u64 = 100;

fn run_batch(judge: &mut Judge, seed: u64, numbers: std::ops::Range<u64>) -> (u64, Option<(u64, String)>) {
    let all: Vec<_> = numbers.map(|n| (n, inventor_of(n), choices_of(seed, n))).collect();
    let gos: Vec<_> =
        all.iter().filter(|(_, inventor, _)| *inventor == Inventor::Go).map(|(.., choices)| inventing(choices)).collect();
    let mut inventions = judge.ask(&gos).into_iter();
    let mut asked = Vec::new();
    for (n, inventor, choices) in &all {
        let invention = if *inventor == Inventor::Go { inventions.next() } else { None };
        match make(*inventor, choices, invention) {
            None => {}
            Some(Ok(case)) => asked.push((*n, case)),
            Some(Err(why)) => return (0, Some((*n, why))),
        }
    }
    let requests: Vec<_> = asked.iter().map(|(_, (case, stream))| judging(case, stream)).collect();
    for ((n, (case, _)), answer) in asked.iter().zip(judge.ask(&requests)) {
        if let Err(why) = verdict(case, answer) {
            return (0, Some((*n, why)));
        }
    }
    (asked.len() as u64, None)
}

fn inventor_of(n: u64) -> Inventor {
    if n.is_multiple_of(2) { Inventor::Rust } else { Inventor::Go }
}

/// How many cases one Go process judges: the types it built stay in its memory.
const PROCESS: u64 = 5_000;

#[test]
fn invented_streams_are_the_same_in_go_and_rust() {
    let Some(program) = judge::build() else {
        println!("skipped: GO names no Go to compare with");
        assert!(std::env::var_os("GOBSTREAM_STRICT").is_none_or(|v| v != "1"), "GOBSTREAM_STRICT=1: nothing may be skipped");
        return;
    };
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |v| v.parse().unwrap());
    let (cases, seed) = (number("GOBSTREAM_CASES", 400), number("GOBSTREAM_SEED", 1));
    if let Ok(n) = std::env::var("GOBSTREAM_KEEP") {
        let file = keep(
            &mut Judge::start(&program),
            inventor_of(n.parse().unwrap()),
            &choices_of(seed, n.parse().unwrap()),
            &format!("seed{seed}-{n}"),
        );
        println!("kept in {}", file.display());
        return;
    }
    let next = std::sync::atomic::AtomicU64::new(0);
    let judged = std::sync::atomic::AtomicU64::new(0);
    let failed = std::sync::Mutex::new(None);
    let work = || {
        loop {
            let start = next.fetch_add(PROCESS, std::sync::atomic::Ordering::Relaxed);
            if start >= cases || failed.lock().unwrap().is_some() {
                return;
            }
            let mut judge = Judge::start(&program);
            let end = cases.min(start + PROCESS);
            for n in (start..end).step_by(BATCH as usize) {
                let (count, failure) = run_batch(&mut judge, seed, n..end.min(n + BATCH));
                judged.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
                if let Some(failure) = failure {
                    *failed.lock().unwrap() = Some(failure);
                    return;
                }
            }
            if cases > 50_000 {
                println!("{} of {cases} are equal", judged.load(std::sync::atomic::Ordering::Relaxed));
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    if let Some((n, why)) = failed.into_inner().unwrap() {
        report(&mut Judge::start(&program), seed, n, &why);
    }
    let judged = judged.into_inner();
    println!("{judged} streams of {cases}, seed {seed}: equal");
    assert!(judged * 100 >= cases * 95, "{judged} of {cases}: too many were skipped");
}

/// Reduces a case that fails, keeps it as a file, and panics with what it is.
fn report(judge: &mut Judge, seed: u64, n: u64, why: &str) -> ! {
    let inventor = inventor_of(n);
    let list = shrink(choices_of(seed, n), 20_000, |choices| {
        let (case, verdict) = run_one(judge, inventor, choices);
        verdict.err().map(|_| value::size(&case))
    });
    let (case, small) = run_one(judge, inventor, &list);
    let small = small.err().unwrap_or_default();
    let file = keep(judge, inventor, &list, &format!("seed{seed}-{n}"));
    let types: Vec<_> = case.iter().map(|(ty, val)| format!("{} {val:?}", ty.text())).collect();
    panic!(
        "seed {seed}, case {n}, by {inventor:?}: {small}\nas reduced: {types:#?}\nkept in {}; at first: {why}",
        file.display()
    );
}

/// Writes a case to a file, with what Go writes of it; moved to tests/differential/found, it is checked without Go from then on.
fn keep(judge: &mut Judge, inventor: Inventor, choices: &[u64], name: &str) -> PathBuf {
    let (case, _) = run_one(judge, inventor, choices);
    let go = match judge.ask_one(judging(&case, &rust_stream(&case).unwrap_or_default())) {
        Answer::Fine(go) => go,
        _ => Vec::new(),
    };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.case"));
    std::fs::write(&file, to_file(&case, &go)).unwrap();
    file
}

/// A case as a file: a line for each type with the value as it is told, and one for Go's stream.
fn to_file(case: &Case, go: &[u8]) -> String {
    let value = |(ty, val): &(types::Type, value::Val)| {
        let mut told = Vec::new();
        tell(ty, val, &mut told);
        format!("{}\t{}\n", ty.text(), hex(&told))
    };
    case.iter().map(value).chain([format!("go\t{}\n", hex(go))]).collect()
}

fn from_file(text: &str) -> (Case, Vec<u8>) {
    let bytes =
        |hex: &str| (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect::<Vec<_>>();
    let (mut case, mut go) = (Case::new(), Vec::new());
    for (ty, hex) in text.lines().map(|line| line.split_once('\t').unwrap()) {
        match ty {
            "go" => go = bytes(hex),
            ty => {
                let ty = types::parse(ty);
                let val = Told(&bytes(hex)).val(&ty);
                case.push((ty, val));
            }
        }
    }
    (case, go)
}

fn found() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential/found");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Cases that failed once, or that show a kind of value, with the stream that Go writes.
#[test]
fn kept_cases_are_the_same_in_go_and_rust() {
    let files = found();
    assert!(files.len() >= 5, "{files:?}");
    for file in files {
        let (case, go) = from_file(&std::fs::read_to_string(&file).unwrap());
        assert!(!case.is_empty() && !go.is_empty(), "{file:?}");
        check(&case, &go).unwrap_or_else(|why| panic!("{file:?}: {why}"));
        assert_eq!(to_file(&case, &go), std::fs::read_to_string(&file).unwrap(), "{file:?}");
    }
}

#[path = "differential/meta.rs"]
mod meta;
