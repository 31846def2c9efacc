//! Where inputs come from: the streams of real Go in the repository, and files of the folder GOBSTREAM_DATA if there is one.

use std::path::{Path, PathBuf};

/// Larger files are no seeds: mutations of them take long and find little.
const LARGEST: u64 = 16 << 10;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder, in order; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn seeds(folders: &[&str], data: &str, extensions: &[&str]) -> Vec<Vec<u8>> {
    let elsewhere = std::env::var_os("GOBSTREAM_DATA").map(|folder| Path::new(&folder).join(data));
    let folders = folders.iter().map(|folder| repository().join(folder)).chain(elsewhere);
    let fits = |path: &PathBuf| {
        path.extension().and_then(|e| e.to_str()).is_some_and(|e| extensions.contains(&e))
            && path.metadata().is_ok_and(|m| m.len() <= LARGEST)
    };
    folders.flat_map(|folder| files(&folder)).filter(fits).filter_map(|path| std::fs::read(path).ok()).collect()
}

/// Streams that Go wrote, and faulty ones.
pub fn gob() -> Vec<Vec<u8>> {
    seeds(&["interop/vectors", "interop/faults", "crates/gobstream-cli/samples"], "gob", &["gob"])
}

/// JSON: the pictures of the streams, and documents that every rule of the grammar needs.
pub fn json() -> Vec<Vec<u8>> {
    let mut seeds = seeds(&["interop/vectors"], "json", &["json", "ndjson"]);
    seeds.extend(DOCUMENTS.iter().map(|text| text.as_bytes().to_vec()));
    seeds
}

/// The typed form of streams that Go wrote.
pub fn typed() -> Vec<Vec<u8>> {
    gob().iter().filter_map(|bytes| typed_form(bytes)).filter(|text| text.len() as u64 <= LARGEST).collect()
}

fn typed_form(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = jsonstream::Writer::with_options(Vec::new(), &gobstream_json::write_options());
    let mut stream = gobstream::Stream::from_slice_with(bytes, gobstream_json::Typed::options(gobstream::Limits::default()));
    let mut typed = gobstream_json::Typed::new();
    while typed.print_value(&mut stream, &mut out).ok()? {}
    out.finish().ok()
}

const DOCUMENTS: [&str; 9] = [
    r#"{"id":1,"name":"Zoë","score":1.5,"tags":["a","b\n"],"inner":{"x":-1,"y":null},"flag":true,"big":123456789012345678901234567890}"#,
    r#"[{"id":1,"name":"a"},{"id":2,"name":"b","tags":[]},{"id":18446744073709551615,"score":-0.0}]"#,
    "{\"a\":1}\n\n{\"a\":2}\r\n{\"a\":[3]}\n",
    r#"[[[[[[[[]]]]]],{"":{"":{}}}]]"#,
    r#"["\ud83d\ude00","\u0000","\ud800","\"\\\/\b\f\n\r\t","日本語"]"#,
    "[0,-0,0.0,1e5,1E+5,1e-5,1.7976931348623157e308,5e-324,2.2250738585072011e-308,9007199254740993,1e400]",
    r#"{"a":1,"a":2,"b":{"a":3}}"#,
    " \t\r\n null \n",
    "true false null 1 \"x\" [] {}",
];
