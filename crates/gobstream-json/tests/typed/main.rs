//! The typed form says all: every stream that can be read comes back from it byte for byte.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod lines;

use gobstream::{EncodeOptions, Encoder, Limits, Plan, Stream};
use gobstream_json::{Typed, from_json, read_options, write_options};
use jsonstream::{Reader, Writer};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The typed form of a stream; `None` if it cannot be read.
pub(crate) fn typed(bytes: &[u8]) -> Option<String> {
    let mut stream = Stream::from_slice_with(bytes, Typed::options(Limits::default()));
    let mut writer = Writer::with_options(Vec::new(), &write_options());
    let mut typed = Typed::new();
    while typed.print_value(&mut stream, &mut writer).ok()? {}
    Some(String::from_utf8(writer.finish().unwrap()).unwrap())
}

/// The bytes of a stream of which these are the lines.
pub(crate) fn encode(lines: &str) -> Vec<u8> {
    try_encode(lines).unwrap()
}

pub(crate) fn try_encode(lines: &str) -> gobstream_json::Result<Vec<u8>> {
    let options = EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() };
    let mut encoder = Encoder::with_options(Vec::new(), options);
    from_json(&mut Reader::from_slice_with(lines.as_bytes(), &read_options()), &mut encoder, Limits::default())?;
    Ok(encoder.into_sink())
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_none_or(|e| e != "json" && e != "txt" && e != "tsv" && e != "md") {
            found.push(path);
        }
    }
}

/// Tries all files in a folder: how many came back, how many had to keep bytes, and those that did not come back.
fn try_all(folder: &Path) -> (usize, Vec<String>) {
    let mut found = Vec::new();
    files(folder, &mut found);
    let (mut good, mut raw) = (0, Vec::new());
    for path in found {
        let bytes = std::fs::read(&path).unwrap();
        let Some(text) = typed(&bytes) else { continue };
        let name = path.strip_prefix(folder).unwrap().display().to_string();
        assert!(encode(&text) == bytes, "{name} does not come back:\n{}", &text[..text.len().min(4000)]);
        good += 1;
        if text.contains(",\"raw\":\"") {
            raw.push(name);
        }
    }
    (good, raw)
}

/// The folder with files that are not part of the project; without it a test says one line and passes, unless it must not.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("GOBSTREAM_DATA").map(PathBuf::from);
    if folder.is_none() {
        // Not by a macro that prints: tests capture those.
        drop(writeln!(std::io::stderr(), "skipped: the real files in the typed form: GOBSTREAM_DATA is not set"));
        assert!(std::env::var_os("GOBSTREAM_STRICT").is_none_or(|v| v != "1"), "GOBSTREAM_STRICT=1: nothing may be skipped");
    }
    folder
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn vectors_come_back() {
    let (good, raw) = try_all(&root().join("interop/vectors"));
    assert!(good >= 300, "{good} vectors");
    let odd: Vec<_> = raw.iter().filter(|name| !name.starts_with("hand-")).collect();
    assert!(odd.is_empty(), "Go wrote them, and their bytes had to be kept: {odd:?}");
}

#[test]
fn what_can_be_read_of_malformed_streams_comes_back() {
    assert!(try_all(&root().join("interop/faults")).0 >= 20);
}

/// Bytes changed, dropped and doubled at random: what can still be read is odd in every way, and comes back all the same.
#[test]
fn spoilt_vectors_come_back() {
    let rounds = std::env::var("GOBSTREAM_ROUNDS").map_or(4, |n| n.parse().unwrap());
    let mut found = Vec::new();
    files(&root().join("interop/vectors"), &mut found);
    let (mut random, mut read) = (0x9e37_79b9_7f4a_7c15_u64, 0);
    for path in found.iter().cycle().take(found.len() * rounds) {
        let bytes = std::fs::read(path).unwrap();
        if bytes.len() > 4000 || bytes.is_empty() {
            continue;
        }
        let spoilt = spoil(bytes, &mut random);
        let Some(text) = typed(&spoilt) else { continue };
        assert!(encode(&text) == spoilt, "{} spoilt to {spoilt:x?} does not come back:\n{text}", path.display());
        read += 1;
    }
    assert!(read >= 20 * rounds, "{read} could be read");
}

fn spoil(mut bytes: Vec<u8>, random: &mut u64) -> Vec<u8> {
    let mut next = |below: usize| {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        (*random % below as u64) as usize
    };
    for _ in 0..=next(2) {
        let at = next(bytes.len());
        let small = [0, 1, 2, 3, 4, 5, 0xff, 0x7f, 0x80, bytes[at].wrapping_add(1), bytes[at].wrapping_sub(1)];
        match next(8) {
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, small[next(small.len())]),
            2 => bytes[at] = next(256) as u8,
            _ => bytes[at] = small[next(small.len())],
        }
        bytes.extend([0].iter().take(usize::from(bytes.is_empty())));
    }
    bytes
}

#[test]
fn samples_come_back() {
    let (good, raw) = try_all(&root().join("crates/gobstream-cli/samples"));
    assert!(good >= 7, "{good} samples");
    assert!(raw.is_empty(), "{raw:?}");
}

#[test]
fn data_comes_back() {
    let Some(data) = data() else { return };
    let (good, raw) = try_all(&data.join("gob"));
    assert!(good >= 20, "{good} files");
    eprintln!("{good} files came back; bytes kept: {raw:?}");
}

#[test]
fn missing_data_is_seen_to_be_skipped_and_fails_where_nothing_may_be() {
    let run = |strict: &str| {
        let mut tests = Command::new(std::env::current_exe().unwrap());
        tests.args(["--exact", "data_comes_back"]).env_remove("GOBSTREAM_DATA").env("GOBSTREAM_STRICT", strict);
        let output = tests.output().unwrap();
        let seen = String::from_utf8_lossy(&output.stderr).lines().filter(|line| line.starts_with("skipped: ")).count();
        (output.status.success(), seen)
    };
    assert_eq!(run(""), (true, 1));
    assert_eq!(run("1"), (false, 1));
}
