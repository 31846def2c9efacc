//! The examples of docs/json.md: bytes in hex, then what is printed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use gobstream::{Limits, Stream};
use gobstream_json::{Each, Picture, Printer, Result, Typed, write_options};
use jsonstream::Writer;

/// A fenced block: its options, and pairs of bytes and printed text.
struct Block {
    line: usize,
    options: String,
    cases: Vec<(Vec<u8>, String)>,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut inside, mut printed) = (false, true);
    for (i, line) in page.lines().enumerate() {
        if let Some(options) = line.strip_prefix("```gob") {
            blocks.push(Block { line: i + 1, options: options.trim().into(), cases: Vec::new() });
            (inside, printed) = (true, true);
        } else if line.starts_with("```") {
            inside = false;
        } else if inside && !line.starts_with('#') {
            add(&mut blocks.last_mut().unwrap().cases, line, &mut printed);
        }
    }
    blocks
}

fn add(cases: &mut Vec<(Vec<u8>, String)>, line: &str, printed: &mut bool) {
    if let Some(text) = line.strip_prefix("→ ") {
        let case = cases.last_mut().unwrap();
        case.1 += &format!("{text}\n");
        *printed = true;
        return;
    }
    if std::mem::replace(printed, false) {
        cases.push((Vec::new(), String::new()));
    }
    let digits: Vec<u8> = line.bytes().map(|b| (b as char).to_digit(16).expect("hex") as u8).collect();
    cases.last_mut().unwrap().0.extend(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]));
}

fn picture(options: &str) -> Picture {
    let mut picture = Picture::default();
    for option in options.split_whitespace() {
        match option.split_once('=').unwrap_or((option, "")) {
            ("bytes", name) => picture.bytes = name.parse().unwrap(),
            ("zeros", name) => picture.zeros = name.parse().unwrap(),
            ("ints", name) => picture.ints = name.parse().unwrap(),
            ("nonfinite", name) => picture.non_finite = name.parse().unwrap(),
            ("opaque", name) => picture.opaque = name.parse().unwrap(),
            ("bad-utf8", name) => picture.bad_utf8 = name.parse().unwrap(),
            ("map-keys", name) => picture.map_keys = name.parse().unwrap(),
            ("type-names", _) => picture.type_names = true,
            ("brief", _) => picture.brief = true,
            ("each" | "typed", _) => {}
            (other, _) => panic!("no option {other}"),
        }
    }
    picture
}

fn print(options: &str, bytes: &[u8]) -> String {
    let picture = picture(options);
    let mut writer = Writer::with_options(Vec::new(), &picture.write_options());
    let result = print_to(&mut writer, options, picture, bytes);
    writer.abandon();
    let mut text = String::from_utf8(writer.finish().unwrap()).unwrap();
    if let Err(error) = result {
        text += &format!("{error}\n");
    }
    text
}

fn print_to(writer: &mut Writer<Vec<u8>>, options: &str, picture: Picture, bytes: &[u8]) -> Result<()> {
    if options == "typed" {
        assert_eq!(picture.write_options(), write_options());
        let mut stream = Stream::from_slice_with(bytes, Typed::options(Limits::default()));
        let mut typed = Typed::new();
        while typed.print_value(&mut stream, writer)? {}
    } else if let Some(path) = options.strip_prefix("each=") {
        let mut stream = Stream::from_slice(bytes);
        let mut each = Each::new(path.parse()?, picture);
        while each.print_next(&mut stream, writer)? {}
    } else {
        let mut stream = Stream::from_slice(bytes);
        let mut printer = Printer::with(picture);
        while printer.print_value(&mut stream, writer)? {}
    }
    Ok(())
}

#[test]
fn examples_print_what_the_page_says() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md")).unwrap();
    let mut cases = 0;
    for block in blocks(&page) {
        for (bytes, text) in &block.cases {
            assert_eq!(print(&block.options, bytes), *text, "in the block at line {} ({})", block.line, block.options);
            cases += 1;
        }
    }
    assert!(cases >= 40, "{cases} cases");
}
