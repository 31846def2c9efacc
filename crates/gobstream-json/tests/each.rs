//! Elements of big values one by one: the same as out of the whole value, wherever the path leads and however bytes arrive.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use gobstream::{Options, Stream};
use gobstream_json::{Each, Path, Picture, write_options};
use jsonstream::Writer;
use std::io::Read;

fn vector(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../interop/vectors/{name}.gob", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A source that gives a byte at a time.
struct Slow<'b>(&'b [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(&mut buffer[..1])
    }
}

fn each(bytes: &[u8], path: &str) -> Result<Vec<String>, String> {
    let mut writer = Writer::with_options(Vec::new(), &write_options());
    let mut each = Each::new(path.parse().map_err(|e: gobstream_json::Error| e.to_string())?, Picture::default());
    let mut stream = Stream::from_reader(Slow(bytes));
    while each.print_next(&mut stream, &mut writer).map_err(|e| e.to_string())? {}
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    Ok(text.lines().map(String::from).collect())
}

fn whole(bytes: &[u8]) -> Vec<String> {
    let mut writer = Writer::with_options(Vec::new(), &write_options());
    gobstream_json::to_json(&mut Stream::from_slice(bytes), &mut writer).unwrap();
    String::from_utf8(writer.finish().unwrap()).unwrap().lines().map(String::from).collect()
}

/// Lists at the top of each value, joined again, are the value.
#[test]
fn elements_joined_are_the_whole() {
    let mut lists = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../interop/vectors")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "gob") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let values: Vec<String> = whole(&bytes).into_iter().filter(|v| v.starts_with('[') && v != "[]").collect();
        let (Ok(elements), true) = (each(&bytes, "."), values.len() == whole(&bytes).len() && !values.is_empty()) else {
            continue;
        };
        let joined = format!("[{}]", elements.join(","));
        let expected = format!("[{}]", values.iter().map(|v| &v[1..v.len() - 1]).collect::<Vec<_>>().join(","));
        // Maps with other keys than strings are arrays of pairs as a whole.
        if !joined.starts_with("[{\"key\":") {
            assert_eq!(joined, expected, "{}", path.display());
            lists += 1;
        }
    }
    assert!(lists >= 15, "{lists} lists");
}

#[test]
fn maps_give_keys_and_values() {
    let elements = each(&vector("map-of-struct"), ".").unwrap();
    assert!(!elements.is_empty());
    assert!(elements.iter().all(|e| e.starts_with("{\"key\":\"") && e.contains(",\"value\":{")), "{elements:?}");
}

/// struct { M map[string]any; L [][]int; N map[int][]string; Any any }
fn tree() -> Vec<u8> {
    let hex = include_str!("each.hex");
    let digits: Vec<u8> = hex.chars().filter_map(|c| c.to_digit(16)).map(|d| d as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

#[test]
fn paths_lead_through_everything() {
    let bytes = tree();
    assert_eq!(
        whole(&bytes),
        ["{\"M\":{\"a\":1,\"k\":[5,6]},\"L\":[[1],[],[2,3]],\"N\":[[-7,[\"x\"]],[9,[\"y\",\"z\"]]],\"Any\":{\"q\":\"r\"}}"]
    );
    assert_eq!(each(&bytes, ".M[\"k\"]").unwrap(), ["5", "6"]);
    assert_eq!(each(&bytes, ".M.k").unwrap(), ["5", "6"]);
    assert_eq!(each(&bytes, ".L[2]").unwrap(), ["2", "3"]);
    assert_eq!(each(&bytes, ".L").unwrap(), ["[1]", "[]", "[2,3]"]);
    assert_eq!(each(&bytes, ".N[9]").unwrap(), ["\"y\"", "\"z\""]);
    assert_eq!(each(&bytes, ".N[-7]").unwrap(), ["\"x\""]);
    assert_eq!(each(&bytes, ".Any").unwrap(), ["{\"key\":\"q\",\"value\":\"r\"}"]);
    assert_eq!(each(&bytes, ".L[1]").unwrap(), [""; 0]);
}

#[test]
fn paths_that_lead_nowhere_say_so() {
    let bytes = tree();
    let says = |path: &str| each(&bytes, path).unwrap_err();
    assert_eq!(says("."), "path '.': '.' is a struct, which has no elements; its fields: .M, .L, .N, … 1 more");
    assert_eq!(says(".Anyy"), "path '.Anyy': '.' is a struct Tree, which has no field Anyy; nearest: Any");
    assert_eq!(says(".Zebra"), "path '.Zebra': '.' is a struct Tree, which has no field Zebra; its fields: .M, .L, .N, … 1 more");
    assert_eq!(says(".L.x"), "path '.L.x': '.L' is a slice, which has no .x but numbered elements, such as [0]");
    assert_eq!(says(".L[7]"), "path '.L[7]': '.L' is a list of 3, counted from 0, which has no .[7]");
    assert_eq!(says(".M.none"), "path '.M.none': '.M' is a map, which has no .none");
    assert_eq!(says(".M.kk"), "path '.M.kk': '.M' is a map, which has no .kk; nearest: k");
    assert_eq!(says(".L[0][0]"), "path '.L[0][0]': '.L[0][0]' is an int, which has no elements");
    assert_eq!(says(".N.x"), "path '.N.x': '.N' is a map, which has no .x but keys that are numbers, such as [0]");
    assert_eq!(says(".M[0]"), "path '.M[0]': '.M' is a map, which has no .[0] but keys that are strings, such as [\"k\"]");
    assert_eq!(says(".M.a"), "path '.M.a': '.M.a' is an int, which has no elements");
    assert_eq!(says(".Any[1]"), "path '.Any[1]': '.Any' is a map, which has no .[1] but keys that are strings, such as [\"k\"]");
}

#[test]
fn paths_that_cannot_be_read_say_why() {
    let says = |path: &str| path.parse::<Path>().unwrap_err().to_string();
    assert_eq!(says(""), "path '': is empty; the value itself is '.'");
    assert_eq!(says("Docs"), "path 'Docs': 'D' at 0 cannot begin a path; begin with '.'");
    assert_eq!(says(".A..B"), "path '.A..B': '.' at 2 has no name behind it");
    assert_eq!(says(".A[]"), "path '.A[]': '[' at 2 holds nothing; for all elements leave '[]' out");
    assert_eq!(says(".A[x]"), "path '.A[x]': '[' at 2 holds neither a number nor a string in double quotes");
    assert_eq!(says(".A[\"x]"), "path '.A[\"x]': '[' at 2 is not closed by '\"]'");
    assert_eq!(says(".A]"), "path '.A]': ']' at 2 is neither '.' nor '['");
    for path in
        [".", ".A", ".A.B[3]", ".[0]", ".A[\"a b\"]", ".[\"\"].x", ".M[\"\\\"\\n\"]", ".Größe", ".[-3][18446744073709551615]"]
    {
        assert_eq!(path.parse::<Path>().unwrap().to_string(), path);
    }
    assert_eq!(".M[\"k\"]".parse::<Path>().unwrap().to_string(), ".M.k");
}

/// All prefixes of a stream: what came whole is printed, then the error.
#[test]
fn cut_streams_print_what_they_have() {
    let bytes = tree();
    for cut in 0..bytes.len() {
        let mut stream = Stream::from_slice_with(&bytes[..cut], Options::default());
        let mut writer = Writer::with_options(Vec::new(), &write_options());
        let mut each = Each::new(".L".parse().unwrap(), Picture::default());
        let result = loop {
            match each.print_next(&mut stream, &mut writer) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        assert_eq!(result.is_ok(), cut == 0, "cut at {cut}");
        writer.abandon();
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert!("[1]\n[]\n[2,3]\n".starts_with(&text), "{text}");
    }
}

#[test]
fn skipped_elements_count() {
    let bytes = tree();
    let mut stream = Stream::from_slice(&bytes);
    let mut writer = Writer::with_options(Vec::new(), &write_options());
    let mut each = Each::new(".L".parse().unwrap(), Picture::default());
    assert!(each.skip_next(&mut stream).unwrap());
    assert!(each.print_next(&mut stream, &mut writer).unwrap());
    assert!(each.skip_next(&mut stream).unwrap());
    assert!(!each.skip_next(&mut stream).unwrap());
    assert_eq!(writer.finish().unwrap(), b"[]\n");
}

/// A list of half a gigabyte passes through a window.
#[test]
fn elements_need_no_memory() {
    struct Endless(u64);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            // []int of 2^29 elements in one message: each is 1, one byte.
            let head =
                b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\xfc\x20\x00\x00\x08\xff\x82\x00\xfc\x20\x00\x00\x00";
            let at = self.0;
            for (i, b) in buffer.iter_mut().enumerate() {
                *b = head.get(at as usize + i).copied().unwrap_or(2);
            }
            self.0 += buffer.len() as u64;
            Ok(buffer.len())
        }
    }
    let mut stream = Stream::from_reader(Endless(0));
    let mut each = Each::new(Path::default(), Picture::default());
    let mut writer = Writer::with_options(Vec::new(), &write_options());
    for _ in 0..100_000 {
        assert!(each.print_next(&mut stream, &mut writer).unwrap());
        writer.get_mut().clear();
    }
    assert!(stream.offset() < 1 << 20);
}

#[test]
fn losses_are_counted_with_their_place() {
    // []string{"\xff"}
    let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x0c\x00\x00\x06\xff\x82\x00\x01\x01\xff";
    let mut writer = Writer::with_options(Vec::new(), &write_options());
    let mut each = Each::new(Path::default(), Picture::default());
    assert!(each.print_next(&mut Stream::from_slice(bytes), &mut writer).unwrap());
    assert_eq!(each.printer().losses(), 1);
    assert_eq!(each.printer().first_loss(), Some(&(1, "[0]".to_string())));
}
