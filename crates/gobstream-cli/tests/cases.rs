//! The cases after public reports, and real files of other programs. The folder named by GOBSTREAM_DATA has them.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "the helpers of tests may, as the tests do")]

mod data;

use data::{equal, folder};
use gobstream::{Error, Options, Reading, Stream, Value};
use gobstream_json::write_options;
use jsonstream::{WriteOptions, Writer};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Cases that need what the command does before it reads: it knows foreign files, and takes gzip off.
const BY_COMMAND: [&str; 2] = ["G43", "G44"];

/// Opaque values may be shown as base64 or in their usual text; these are the cases where text is what we show. The URL is
/// reached through a pointer, so its type comes without a name and its bytes stay bytes.
const IN_TEXT: [(&str, &str); 1] = [(
    "G19",
    r#"{"Addr":"192.0.2.7","Link":"aHR0cHM6Ly91c2VyQGV4YW1wbGUub3JnOjg0NDMvYSUyMGI/cT0xI2ZyYWc=","Net":"10.1.0.0/16","V6":"fe80::1%eth0"}"#,
)];

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

struct Read {
    shown: Vec<Json>,
    error: Option<Error>,
    good: u64,
}

/// Reads a stream as values, and as JSON; both must show the same.
fn read(bytes: &[u8], reading: Reading) -> Read {
    let options = Options::new().reading(reading);
    let mut out = Writer::with_options(Vec::new(), &WriteOptions { hold: usize::MAX, ..write_options() });
    let mut stream = Stream::from_slice_with(bytes, options.clone());
    let error = match gobstream_json::to_json(&mut stream, &mut out) {
        Ok(()) => None,
        Err(gobstream_json::Error::Gob(error)) => Some(error),
        Err(error) => panic!("{error}"),
    };
    let good = stream.good();
    if error.is_some() {
        out.abandon();
    }
    let text = String::from_utf8(out.finish().unwrap()).unwrap();
    let mut values = Writer::with_options(Vec::new(), &write_options());
    let mut stream = Stream::from_slice_with(bytes, options);
    let end = loop {
        match stream.next_value() {
            Ok(Some(value)) => show(&value, &mut values),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    assert_eq!(text.as_bytes(), values.finish().unwrap(), "values are shown in another way than their stream");
    assert_eq!(end.map(|e| e.to_string()), error.as_ref().map(ToString::to_string));
    let shown = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    Read { shown, error, good }
}

fn show(value: &Value, out: &mut Writer<Vec<u8>>) {
    gobstream_json::Printer::new().value(value, out).unwrap();
}

/// What the command prints for a file, and the last code that it names.
fn command(file: &Path) -> (Vec<Json>, Option<String>) {
    let output = Command::new(env!("CARGO_BIN_EXE_gob")).arg(file).output().unwrap();
    let shown = output.stdout.split(|b| *b == b'\n').filter(|l| !l.is_empty()).map(|l| serde_json::from_slice(l).unwrap());
    let said = String::from_utf8(output.stderr).unwrap();
    let code = said
        .lines()
        .find(|line| !line.contains(": warning: "))
        .and_then(|line| line.rsplit_once('['))
        .map(|(_, code)| code.trim_end_matches(']').to_owned());
    assert_eq!(code.is_none(), output.status.success(), "{said}");
    (shown.collect(), code)
}

fn list<'a>(case: &'a Json, key: &str) -> Option<&'a Vec<Json>> {
    case.get(key).and_then(Json::as_array)
}

/// The values that a case says are right; a case may allow for two.
fn right(case: &Json) -> Vec<Vec<Json>> {
    let mut right = match (case.get("error"), list(case, "stream")) {
        (Some(_), _) => vec![list(case, "before").cloned().unwrap_or_default()],
        (None, Some(values)) => vec![values.clone()],
        (None, None) => return vec![vec![case.clone()]],
    };
    match case.get("or") {
        Some(Json::Object(_)) => right.extend(list(&case["or"], "stream").or(list(&case["or"], "before")).cloned()),
        Some(Json::Array(values)) => right.push(vec![values.clone().into()]),
        _ => {}
    }
    right.extend(list(case, "also_right").cloned());
    right
}

fn check(name: &str, case: &Json, shown: &[Json], code: Option<&str>) {
    let same = |want: &Vec<Json>| want.len() == shown.len() && want.iter().zip(shown).all(|(w, s)| equal(s, w));
    let in_text = IN_TEXT.iter().find(|t| t.0 == name).map(|t| vec![serde_json::from_str(t.1).unwrap()]);
    assert!(right(case).iter().chain(&in_text).any(same), "{name}: {shown:?}\ninstead of {:?}", right(case));
    let class = case.get("error").and_then(Json::as_str);
    match class {
        Some("any") => assert!(code.is_some(), "{name}: no error"),
        // Both an error and the whole value are right.
        Some(_) if code.is_none() => assert!(case.get("or").is_some(), "{name}: no error, {class:?} expected"),
        _ => assert_eq!(code, class, "{name}"),
    }
}

#[test]
fn cases_after_public_reports_are_right() {
    let Some(folder) = folder() else { return };
    let files = files(&folder.join("gob/cases"), "gob");
    assert!(files.len() >= 25, "{} cases", files.len());
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let bytes = fs::read(&file).unwrap();
        let case: Json = serde_json::from_slice(&fs::read(file.with_extension("json")).unwrap()).unwrap();
        let (shown, code) = command(&file);
        check(&name, &case, &shown, code.as_deref());
        if BY_COMMAND.contains(&name.as_str()) {
            continue;
        }
        let lenient = read(&bytes, Reading::Lenient);
        check(&name, &case, &lenient.shown, lenient.error.as_ref().map(|e| e.kind().code()));
        assert!(lenient.error.is_none_or(|e| e.offset() <= bytes.len() as u64), "{name}: an offset past the end");
        if let Some(good) = case.get("good_bytes") {
            assert_eq!(good, &Json::from(lenient.good), "{name}: good up to");
        }
        let go = read(&bytes, Reading::Go);
        let code = go.error.as_ref().map(|e| e.kind().code());
        if let Some(class) = case.get("strict_error") {
            assert_eq!(code, class.as_str(), "{name}, as Go");
            let before = list(&case, "strict_before").unwrap();
            assert!(before.len() == go.shown.len() && before.iter().zip(&go.shown).all(|(w, s)| equal(s, w)), "{name}, as Go");
        } else {
            check(&name, &case, &go.shown, code);
        }
    }
}

#[test]
fn real_files_are_read_completely() {
    let Some(folder) = folder() else { return };
    for (kind, extension, least) in [("real", "gob", 10), ("vetx", "vetx", 5)] {
        let files = files(&folder.join("gob").join(kind), extension);
        assert!(files.len() >= least, "{} files of {kind}", files.len());
        for file in files {
            let bytes = fs::read(&file).unwrap();
            for reading in [Reading::Lenient, Reading::Go, Reading::Strict] {
                let read = read(&bytes, reading);
                assert!(read.error.is_none(), "{}, {reading:?}: {:?}", file.display(), read.error);
                assert!(!read.shown.is_empty() || bytes.is_empty(), "{}: no values", file.display());
                assert_eq!(read.good, bytes.len() as u64, "{}", file.display());
            }
        }
    }
}

#[test]
fn missing_data_is_seen_to_be_skipped_and_fails_where_nothing_may_be() {
    let run = |strict: &str| {
        let mut tests = Command::new(std::env::current_exe().unwrap());
        tests.args(["--exact", "real_files_are_read_completely"]).env_remove("GOBSTREAM_DATA").env("GOBSTREAM_STRICT", strict);
        let output = tests.output().unwrap();
        let seen = String::from_utf8_lossy(&output.stderr).lines().filter(|line| line.starts_with("skipped: ")).count();
        (output.status.success(), seen)
    };
    assert_eq!(run(""), (true, 1));
    assert_eq!(run("1"), (false, 1));
}
