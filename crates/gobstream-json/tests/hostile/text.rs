//! JSON made to hurt a reader: in every way of reading it ends within the bounds of the streams, for each mebibyte or part of one.

use crate::attack::{MIB, Null, limit, on_a_small_stack};
use crate::{meter, report};
use jsonstream::{Documents, Duplicates, ErrorKind, Lazy, ReadOptions, Reader, Result, Source, Writer};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// How reading ends: well after so many documents, or with this error.
type End = std::result::Result<u64, ErrorKind>;

/// What reads all documents of a text.
type Way = fn(&[u8], &ReadOptions) -> End;

const CHECKED: [(&str, Way); 6] = [
    ("events", |text, options| events(Reader::from_slice_with(text, options))),
    ("events from a reader", |text, options| events(Reader::from_io_with(text, options))),
    ("events from pieces", |text, options| events(Reader::from_io_with(Dripping(text), options))),
    ("skip", |text, options| each(Reader::from_slice_with(text, options), Reader::skip)),
    ("skip from a reader", |text, options| each(Reader::from_io_with(text, options), Reader::skip)),
    ("copy", copied),
];

const OTHERS: [(&str, Way); 12] = [
    ("skip, unchecked", |text, options| each(Reader::from_slice_with(text, options), Reader::skip_unchecked)),
    ("lazy", looked_up),
    ("raw", |text, options| each(Reader::from_io_with(text, options), |reader| reader.raw().map(drop))),
    ("bytes", |text, options| each(Reader::from_slice_with(text, options), |reader| reader.bytes().map(drop))),
    ("pieces", |text, options| each(Reader::from_io_with(text, options), |reader| reader.str_pieces(|_| Ok(())))),
    ("serde: tree", by_serde::<serde_json::Value>),
    ("serde: nothing", by_serde::<IgnoredAny>),
    ("serde: floats", by_serde::<Vec<f64>>),
    ("serde: recursive", by_serde::<Tree>),
    ("serde: untagged", by_serde::<Untagged>),
    ("serde: map", by_serde::<HashMap<String, i64>>),
    ("serde: large structs", by_serde::<Vec<Large>>),
];

#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default)]
struct Tree {
    a: Option<Box<Tree>>,
    b: Vec<Tree>,
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(String),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

/// 2 KiB for `{}`.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct Large {
    x: [[u64; 16]; 16],
}

/// A few bytes at a time.
struct Dripping<'a>(&'a [u8]);

impl std::io::Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = buffer.len().min(self.0.len()).min(61);
        self.0.read(&mut buffer[..n])
    }
}

fn each<S: Source>(mut reader: Reader<S>, mut read: impl FnMut(&mut Reader<S>) -> Result<()>) -> End {
    let mut done = 0;
    loop {
        match reader.next_document() {
            Ok(false) => return Ok(done),
            Ok(true) => match read(&mut reader) {
                Ok(()) => done += 1,
                Err(error) => return Err(sound(&error)),
            },
            Err(error) => return Err(sound(&error)),
        }
    }
}

fn sound(error: &jsonstream::Error) -> ErrorKind {
    assert!(error.to_string().len() <= 1024, "unbounded: {error}");
    error.kind()
}

fn events<S: Source>(reader: Reader<S>) -> End {
    each(reader, |reader| {
        let depth = reader.depth();
        loop {
            reader.next_event()?;
            if reader.depth() == depth {
                return Ok(());
            }
        }
    })
}

fn copied(text: &[u8], options: &ReadOptions) -> End {
    let mut out =
        Writer::with_options(Null, &jsonstream::WriteOptions { max_depth: usize::MAX, ..jsonstream::WriteOptions::lines() });
    let end = each(Reader::from_slice_with(text, options), |reader| out.copy(reader));
    out.abandon();
    out.finish().unwrap();
    end
}

fn looked_up(text: &[u8], options: &ReadOptions) -> End {
    use jsonstream::Step;
    let view = Lazy::new(text).with_duplicates(options.duplicates);
    let mut found = 0;
    for path in [&[Step::Key("z"), Step::Index(1 << 40)][..], &[Step::Index(1), Step::Key("a")], &[]] {
        found += u64::from(view.get(path).map_err(|error| sound(&error))?.is_some());
    }
    view.members().map(drop).or_else(|_| view.elements().map(drop)).map_err(|error| sound(&error))?;
    Ok(found)
}

fn by_serde<T: DeserializeOwned>(text: &[u8], options: &ReadOptions) -> End {
    each(Reader::from_slice_with(text, options), |reader| reader.value::<T>().map(drop))
}

struct Attack {
    text: Vec<u8>,
    options: ReadOptions,
    end: End,
}

/// Text and how reading it ends.
fn attack(text: impl Into<Vec<u8>>, end: End) -> Attack {
    Attack { text: text.into(), options: ReadOptions::default(), end }
}

impl Attack {
    fn with(mut self, change: impl FnOnce(&mut ReadOptions)) -> Self {
        change(&mut self.options);
        self
    }

    fn run(self) {
        for (how, way) in CHECKED {
            self.measure(how, way, &self.options, Some(self.end));
        }
        // Unoptimised tests read what is short in every other way too, optimised ones all.
        if cfg!(debug_assertions) && self.text.len() > 64 << 10 {
            return;
        }
        for (how, way) in OTHERS {
            self.measure(how, way, &self.options, None);
        }
        let last = ReadOptions { fold_names: true, duplicates: Duplicates::Last, ..self.options.clone() };
        self.measure("serde: last of each name", by_serde::<Tree>, &last, None);
        self.measure("strict", |text, options| events(Reader::from_slice_with(text, options)), &ReadOptions::strict(), None);
        let go = ReadOptions { pointers: true, ..ReadOptions::go() };
        self.measure("as Go, with pointers", |text, options| events(Reader::from_io_with(text, options)), &go, None);
    }

    fn measure(&self, how: &str, way: Way, options: &ReadOptions, want: Option<End>) {
        let (end, time, peak) = on_a_small_stack(|| {
            let start = meter::time();
            let (end, peak) = meter::peak_of(|| way(&self.text, options));
            (end, meter::time() - start, peak)
        });
        println!("{how:<24}{:>9.3} s {:>9.3} MiB  {end:?}", time.as_secs_f64(), peak as f64 / MIB as f64);
        report::note("json", &self.text, how, &format!("{end:?}"), time, peak);
        let parts = self.text.len().div_ceil(MIB);
        assert!(time < limit() * parts as u32, "{how}: {time:?}");
        assert!(peak <= 64 * MIB * parts, "{how}: {peak} bytes at the most");
        if let Some(want) = want {
            assert_eq!(end, want, "{how}");
        }
    }
}

/// `n` times the one, what stands in the middle, `n` times the other.
fn nested(n: usize, open: &str, inside: &str, close: &str) -> String {
    open.repeat(n) + inside + &close.repeat(n)
}

/// `n` elements made by a function, between brackets.
fn list(n: usize, element: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..n).map(element).collect::<Vec<_>>().join(","))
}

fn object(n: usize, name: impl Fn(usize) -> String) -> String {
    format!("{{{}}}", (0..n).map(|i| format!("\"{}\":{i}", name(i))).collect::<Vec<_>>().join(","))
}

#[test]
fn a_million_open_arrays() {
    attack("[".repeat(1 << 20), Err(ErrorKind::TooDeep)).run();
}

#[test]
fn arrays_and_objects_that_close_behind_the_limit() {
    attack(nested(10_001, "[", "", "]"), Err(ErrorKind::TooDeep)).run();
    attack(nested(100_000, "{\"a\":", "1", "}"), Err(ErrorKind::TooDeep)).run();
}

#[test]
fn arrays_and_objects_just_within_the_limit() {
    attack(nested(10_000, "[", "", "]"), Ok(1)).run();
    attack(nested(10_000, "{\"a\":", "1", "}"), Ok(1)).run();
    attack(nested(5_000, "{\"a\":[", "1", "]}"), Ok(1)).run();
    attack(nested(5_000, "{\"b\":[", "1", "]}"), Ok(1)).run();
}

/// A recursive Rust type must not pass by the limit: json-iterator/go#410, where recursive slices and maps do.
#[test]
fn a_quarter_of_a_million_levels_if_asked_for() {
    attack(nested(250_000, "[", "", "]"), Ok(1)).with(|o| o.max_depth = 1 << 20).run();
    attack(nested(150_000, "{\"b\":[", "", "]}"), Ok(1)).with(|o| o.max_depth = 1 << 20).run();
}

#[test]
fn names_on_every_level() {
    let open: String = (0..9_000).map(|i| format!("{{\"{}{i}\":", "n".repeat(100))).collect();
    attack(open + "1" + &"}".repeat(9_000), Ok(1)).run();
}

/// Where the last of two names counts, an object is looked through before it is read: at each level around it once more.
#[test]
fn objects_that_are_looked_through_on_every_level() {
    // Untagged types hold what is inside once more on each level.
    let inside = object(4_000, |i| format!("n{i}"));
    for levels in [10, 100, 1_000, 9_000] {
        attack(nested(levels, "{\"A\":", &inside, "}"), Ok(1)).run();
    }
    let many = |levels| nested(levels, "{\"a\":", "1", ",\"b\":[{},{},{},{},{},{},{},{},{},{}],\"a\":{}}");
    attack(many(5_000), Ok(1)).run();
    attack(many(300), Ok(1)).run();
}

#[test]
fn a_number_of_a_million_digits() {
    attack("9".repeat(1 << 20), Err(ErrorKind::TooBig)).run();
    attack(format!("0.{}1", "0".repeat(1 << 20)), Err(ErrorKind::TooBig)).run();
    attack(format!("1e{}1", "0".repeat(1 << 20)), Err(ErrorKind::TooBig)).run();
}

#[test]
fn numbers_as_long_as_they_may_be() {
    attack(list(250, |i| format!("{i}.{}", "7".repeat(4_080))), Ok(1)).run();
    attack(list(250, |i| format!("0.{}{i}", "0".repeat(4_080))), Ok(1)).run();
    attack(list(250, |i| format!("{}e-4000", "3".repeat(4_000 + i % 10))), Ok(1)).run();
}

/// Halfway between two floats, but for the last of 768 digits: the slowest there are.
#[test]
fn floats_that_are_hard_to_round() {
    let half = "2.2250738585072011360574097967091319759348195463516456480234261097248222220210769455165295239081350879141491589130396211068700864386945946455276572074078206217433799881410632673292535522868813721490129811224514518898490572223072852551331557550159143974763979834118019993239623482610e-308";
    attack(list(3_000, |_| half.to_owned()), Ok(1)).run();
    attack(list(20_000, |i| format!("9007199254740993.{}1", "0".repeat(i % 30))), Ok(1)).run();
    attack(list(1_300, |_| format!("{}{}", 1, "0".repeat(770))), Ok(1)).run();
}

#[test]
fn exponents_past_every_float() {
    attack(list(60_000, |i| format!("1e{}", 999_999_999 + i)), Ok(1)).run();
    attack(list(60_000, |i| format!("-1e-{}", u64::MAX - i as u64)), Ok(1)).run();
}

#[test]
fn a_string_that_does_not_end() {
    attack(format!("\"{}", "x".repeat(1 << 20)), Err(ErrorKind::Eof)).run();
    attack(format!("\"{}\\", "\\\\".repeat(1 << 19)), Err(ErrorKind::Eof)).run();
}

/// A token may have 64 MiB; past its limit it is refused while it is read.
#[test]
fn a_string_over_the_limit() {
    let text = format!("[\"{}\"]", "x".repeat(1 << 20));
    let options = ReadOptions { max_token: 1 << 16, ..Default::default() };
    for (how, way) in
        CHECKED[..3].iter().chain(&OTHERS).filter(|(how, _)| ["raw", "serde: tree"].contains(how) || how.contains("events"))
    {
        let (end, peak) = meter::peak_of(|| way(text.as_bytes(), &options));
        assert!(end == Err(ErrorKind::TooBig) && peak <= 1 << 18, "{how}: {end:?}, {peak} bytes");
    }
}

#[test]
fn a_string_of_escapes() {
    attack(format!("\"{}\"", "\\u0000".repeat(170_000)), Ok(1)).run();
    attack(format!("\"{}\"", "\\ud83d\\ude00".repeat(85_000)), Ok(1)).run();
    attack(list(100_000, |_| "\"\\u0041\\n\"".to_owned()), Ok(1)).run();
    attack(object(60_000, |i| format!("\\u0061{i}")), Ok(1)).run();
}

#[test]
fn halves_of_surrogate_pairs() {
    attack(format!("\"{}\"", "\\ud800".repeat(170_000)), Err(ErrorKind::Surrogate)).run();
    attack(format!("\"{}\"", "\\ud800".repeat(170_000)), Ok(1)).with(|o| o.surrogates = jsonstream::Broken::Replace).run();
}

#[test]
fn a_string_that_is_not_utf8() {
    let broken = [b"\"", &[0xff; 1 << 20][..], b"\""].concat();
    attack(broken.clone(), Err(ErrorKind::Utf8)).run();
    // Each byte becomes three.
    attack(broken, Ok(1)).with(|o| o.utf8 = jsonstream::Broken::Replace).run();
    let halves = [b"\"", &b"\xf0\x9f\x98"[..].repeat(300_000)[..], b"\""].concat();
    attack(halves, Ok(1)).with(|o| o.utf8 = jsonstream::Broken::Replace).run();
    let mixed = [b"\"", &b"a\xff"[..].repeat(500_000)[..], b"\""].concat();
    attack(mixed, Ok(1)).with(|o| o.utf8 = jsonstream::Broken::Replace).run();
}

#[test]
fn control_characters_and_nul_in_strings() {
    // json-iterator takes them behind any escape.
    attack(format!("\"\\n\t{}\"", "x".repeat(100_000)), Err(ErrorKind::Syntax)).run();
    attack(list(300_000, |_| "\0".to_owned()), Err(ErrorKind::Syntax)).run();
}

#[test]
fn nothing_but_white_space() {
    attack(" \t\r\n".repeat(1 << 18), Ok(0)).run();
    attack(format!("[{}]", " ".repeat(1 << 20)), Ok(1)).run();
    attack("\n".repeat(1 << 20), Ok(0)).with(|o| o.documents = Documents::Lines).run();
}

#[test]
fn half_a_million_documents() {
    attack("0 ".repeat(1 << 19), Ok(1 << 19)).run();
    attack("[]".repeat(1 << 19), Ok(1 << 19)).run();
    attack("{}\n".repeat(1 << 18), Ok(1 << 18)).with(|o| o.documents = Documents::Lines).run();
}

#[test]
fn elements_of_as_few_bytes_as_can_be() {
    attack(list(1 << 19, |_| "0".to_owned()), Ok(1)).run();
    attack(list(350_000, |_| "[]".to_owned()), Ok(1)).run();
    attack(list(260_000, |_| "\"\"".to_owned()), Ok(1)).run();
    attack(list(200_000, |_| "null".to_owned()), Ok(1)).run();
}

/// Two bytes that each ask for a large struct.
#[test]
fn empty_objects_for_large_structs() {
    attack(list(350_000, |_| "{}".to_owned()), Ok(1)).run();
}

#[test]
fn a_hundred_thousand_members() {
    attack(object(100_000, |_| "a".to_owned()), Ok(1)).run();
    attack(object(80_000, |i| format!("{i:x}")), Ok(1)).run();
    attack(object(80_000, |i| format!("{i:08x}")), Ok(1)).with(|o| o.duplicates = Duplicates::Reject).run();
    attack(object(80_000, |i| format!("{i:08x}")), Ok(1)).with(|o| o.duplicates = Duplicates::First).run();
    attack(object(50_000, |i| format!("{}{i}", "a".repeat(10))), Ok(1)).with(|o| o.duplicates = Duplicates::Last).run();
}

#[test]
fn the_same_name_again_and_again() {
    attack(object(100_000, |_| "a".to_owned()), Err(ErrorKind::Duplicate)).with(|o| o.duplicates = Duplicates::Reject).run();
    attack(object(100_000, |_| "a".to_owned()), Ok(1)).with(|o| o.duplicates = Duplicates::First).run();
    attack(object(100_000, |_| "a".to_owned()), Ok(1)).with(|o| o.duplicates = Duplicates::Last).run();
    attack(object(2, |i| format!("{}{i}", "n".repeat(500_000))), Ok(1)).with(|o| o.duplicates = Duplicates::Reject).run();
}

/// Names of all open objects are kept where names may come once only.
#[test]
fn many_names_on_many_levels() {
    let level = |i: usize| format!("{{\"a{i}\":1,\"b{i}\":2,\"c{i}\":3,\"d\":");
    let text: String = (0..9_000).map(level).collect::<String>() + "0" + &"}".repeat(9_000);
    attack(text.clone(), Ok(1)).with(|o| o.duplicates = Duplicates::Reject).run();
    attack(text, Ok(1)).with(|o| o.duplicates = Duplicates::First).run();
}

#[test]
fn brackets_that_do_not_match() {
    attack("[{".repeat(1 << 19), Err(ErrorKind::Syntax)).run();
    attack("[]]".to_owned() + &"]".repeat(1 << 20), Err(ErrorKind::Syntax)).run();
    attack(format!("[{}", ",".repeat(1 << 20)), Err(ErrorKind::Syntax)).run();
}

#[test]
fn text_that_breaks_off_anywhere() {
    let whole = r#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00",{"b":null}],"c":true}"#;
    for n in (1..whole.len()).filter(|n| whole.is_char_boundary(*n)) {
        let text = &whole[..n];
        assert_eq!(
            events(Reader::from_io_with(Dripping(text.as_bytes()), &ReadOptions::default())),
            Err(ErrorKind::Eof),
            "{text}"
        );
    }
}

#[test]
fn words_that_are_nearly_literals() {
    for word in ["nul", "nulll", "tru", "truee", "NaN", "Infinity", "+1", "01", "-", "1.", ".5", "1e", "0x10", "'a'", "// a"] {
        let text = format!("[{word}]");
        attack(text, Err(ErrorKind::Syntax)).run();
    }
}
