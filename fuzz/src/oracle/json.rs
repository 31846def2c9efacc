//! JSON read from slices and in chunks, skipped, looked up, and into types, beside serde_json.

use super::{bounded, cuts};
use jsonstream::{ErrorKind, Lazy, ReadOptions, Reader, Source};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Read;

type Place = (ErrorKind, u64);

fn place(e: &jsonstream::Error, input: &[u8]) -> Place {
    assert!(e.offset() <= input.len() as u64, "offset {} in {} bytes: {e}", e.offset(), input.len());
    assert!(e.to_string().len() <= 4096, "{e}");
    (e.kind(), e.offset())
}

/// Gives an input in small pieces.
struct Dripping<'a, F> {
    rest: &'a [u8],
    cut: F,
}

impl<F: FnMut() -> usize> Read for Dripping<'_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = (self.cut)().min(self.rest.len()).min(buffer.len());
        buffer[..n].copy_from_slice(&self.rest[..n]);
        self.rest = &self.rest[n..];
        Ok(n)
    }
}

fn dripping(input: &[u8]) -> Dripping<'_, impl FnMut() -> usize + use<>> {
    Dripping { rest: input, cut: cuts(input) }
}

fn events<S: Source>(mut reader: Reader<S>, input: &[u8]) -> (Vec<(u64, String)>, Option<Place>) {
    let mut out = Vec::new();
    loop {
        match reader.next_event().map(|event| event.map(|event| format!("{event:?}"))) {
            Ok(Some(event)) => out.push((reader.token_offset(), event)),
            Ok(None) => return (out, None),
            Err(error) => return (out, Some(place(&error, input))),
        }
    }
}

fn skipped<S: Source>(mut reader: Reader<S>, input: &[u8]) -> Option<Place> {
    loop {
        match reader.next_document().and_then(|more| if more { reader.skip().map(|()| true) } else { Ok(false) }) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => return Some(place(&error, input)),
        }
    }
}

fn options(input: &[u8]) -> ReadOptions {
    [ReadOptions::strict(), ReadOptions::go(), ReadOptions::default()][input.len() % 3].clone()
}

/// Slice, chunks and skip agree on every token, its place, and the end.
pub fn read(input: &[u8]) {
    let options = options(input);
    let windowed = ReadOptions { buffer: 1 + input.len() % 67, ..options.clone() };
    let (tokens, end) = bounded(input, "events", || events(Reader::from_slice_with(input, &options), input));
    assert_eq!(skipped(Reader::from_slice_with(input, &options), input), end);
    assert_eq!(events(Reader::from_io_with(dripping(input), &windowed), input), (tokens, end));
    assert_eq!(skipped(Reader::from_io_with(dripping(input), &windowed), input), end);
}

/// One document, whose depth is bounded by levels: bytes of stack, the other bound, are not the same for a slice and for pieces.
fn by_levels() -> ReadOptions {
    ReadOptions { documents: jsonstream::Documents::Single, max_depth: 256, max_stack: usize::MAX, ..ReadOptions::default() }
}

fn from_pieces(input: &[u8]) -> jsonstream::Result<serde_json::Value> {
    let mut reader = Reader::from_io_with(dripping(input), &by_levels());
    let value = reader.value()?;
    reader.end().map(|()| value)
}

/// One document is what serde_json says it is, where both define it.
pub fn parse(input: &[u8]) {
    drop(bounded(input, "serde", || jsonstream::from_reader::<_, serde_json::Value>(dripping(input))));
    drop(bounded(input, "serde", || jsonstream::from_slice::<serde_json::Value>(input)));
    let ours = bounded(input, "serde, by levels", || jsonstream::from_slice_with::<serde_json::Value>(input, &by_levels()));
    let theirs: Result<serde_json::Value, _> = serde_json::from_slice(input);
    match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs),
        (Err(error), Ok(theirs)) => panic!("{error}, but it is {theirs}"),
        // Numbers that no float holds, and depth over 128, are what serde_json alone refuses.
        (Ok(_), Err(error)) => assert!(
            error.to_string().starts_with("number out of range") || error.to_string().starts_with("recursion limit"),
            "{error}"
        ),
        (Err(error), Err(_)) => drop(place(error, input)),
    }
    assert_eq!(from_pieces(input).map_err(|e| place(&e, input)), ours.map_err(|e| place(&e, input)));
}

/// A lazy view has the parts that parsing gives.
pub fn lazy(input: &[u8]) {
    let view = Lazy::new(input);
    let Ok(value) = jsonstream::from_slice::<serde_json::Value>(input) else {
        return drop(view.walk(&[], &mut |_| true));
    };
    assert_eq!(tree(&view).unwrap_or_else(|e| panic!("{e}")), value);
}

fn tree(view: &Lazy<'_>) -> jsonstream::Result<serde_json::Value> {
    use jsonstream::Kind;
    Ok(match view.kind()? {
        Kind::Array => view.elements()?.iter().map(tree).collect::<Result<Vec<_>, _>>()?.into(),
        Kind::Object => {
            let members = view.members()?;
            let values: jsonstream::Result<serde_json::Map<_, _>> =
                members.iter().map(|(key, value)| Ok((key.clone(), tree(value)?))).collect();
            values?.into()
        }
        _ => view.value()?,
    })
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Row {
    id: u64,
    name: String,
    score: Option<f64>,
    tags: Vec<String>,
    inner: BTreeMap<String, Option<i32>>,
    flag: bool,
    shape: Option<Shape>,
    kind: Option<Tagged>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Shape {
    Dot,
    Circle(f32),
    Box { w: i8, h: i8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t")]
enum Tagged {
    A { x: i64 },
    B,
}

/// serde_json spells floats otherwise: `3.0`, `1e+22`.
fn without_floats(row: &Row) -> Row {
    let shape = row.shape.clone().filter(|shape| !matches!(shape, Shape::Circle(_)));
    Row { score: None, shape, ..row.clone() }
}

/// Types take what serde_json gives them, in one piece and in chunks; what they write, they read.
pub fn types(input: &[u8]) {
    let ours = jsonstream::from_slice::<Row>(input);
    let theirs = serde_json::from_slice::<Row>(input);
    if let (Ok(ours), Ok(theirs)) = (&ours, &theirs) {
        assert_eq!(ours, theirs);
        let text = jsonstream::to_vec(ours).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(&jsonstream::from_slice::<Row>(&text).unwrap_or_else(|e| panic!("{e}")), ours);
        assert_eq!(&serde_json::from_slice::<Row>(&text).unwrap_or_else(|e| panic!("{e}")), ours);
        let plain = without_floats(ours);
        assert_eq!(jsonstream::to_vec(&plain).unwrap_or_else(|e| panic!("{e}")), serde_json::to_vec(&plain).expect("as ours"));
    }
    // serde_json does not look into strings that no field takes.
    let is_text = ours.as_ref().is_err_and(|e| matches!(e.kind(), ErrorKind::Utf8 | ErrorKind::Surrogate));
    assert!(theirs.is_err() || ours.is_ok() || is_text, "{ours:?}, {theirs:?}");
    let chunks = jsonstream::from_reader::<_, Row>(dripping(input));
    assert_eq!(chunks.map_err(|e| place(&e, input)), ours.map_err(|e| place(&e, input)));
}
