//! Two values, part by part: struct fields by name, map entries by key, elements by number. What was not sent is zero.

use super::ignore::Ignore;
use crate::types::{self, PATH};
use gobstream::{Interface, Items, List, Map, Struct, Value};
use gobstream_json::{BadUtf8, Picture, Printer};
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::slice::Iter;

/// Bytes of a value that are shown.
const SHOWN: usize = 80;

/// Bytes that are shown where two texts are the same.
const BYTES: usize = 8;

/// One step from a value to a part.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Field(String),
    Index(u64),
    Key(String),
    /// What an interface holds.
    Inside,
}

/// A part to compare: how deep it is, how to come there, and both of it; one of them may be missing.
struct Task<'v> {
    depth: usize,
    step: Step,
    a: Option<Part<'v>>,
    b: Option<Part<'v>>,
}

/// A part of a value. Numbers in lists are no values of their own.
enum Part<'v> {
    Lent(&'v Value),
    Own(Value),
}

impl Part<'_> {
    fn value(&self) -> &Value {
        match self {
            Part::Lent(value) => value,
            Part::Own(value) => value,
        }
    }
}

/// Compares two values.
pub(super) struct Compare<'a> {
    ignore: &'a [Ignore],
    label: String,
    path: Vec<Step>,
    differs: bool,
}

impl<'a> Compare<'a> {
    pub(super) fn new(ignore: &'a [Ignore], label: String) -> Self {
        Compare { ignore, label, path: Vec::new(), differs: false }
    }

    /// Writes a line for each difference; says whether there were any.
    pub(super) fn run(mut self, a: &Value, b: &Value, out: &mut impl Write) -> io::Result<bool> {
        let mut tasks = vec![Task { depth: 0, step: Step::Inside, a: Some(Part::Lent(a)), b: Some(Part::Lent(b)) }];
        while let Some(Task { depth, step, a, b }) = tasks.pop() {
            self.path.truncate(depth);
            self.path.push(step);
            if self.is_ignored() {
                continue;
            }
            let same = match (&a, &b) {
                (Some(Part::Lent(a)), Some(Part::Lent(b))) => self.parts(a, b, &mut tasks),
                (Some(a), Some(b)) => same(a.value(), b.value()),
                _ => false,
            };
            if !same {
                self.differ(a.as_ref(), b.as_ref(), out)?;
            }
        }
        Ok(self.differs)
    }

    /// Adds the parts of two values that have some; whether nothing is to be said of the values themselves.
    fn parts<'v>(&self, a: &'v Value, b: &'v Value, tasks: &mut Vec<Task<'v>>) -> bool {
        let begin = tasks.len();
        let depth = self.path.len();
        let same = match (a, b) {
            (Value::Struct(a), Value::Struct(b)) => fields(a, b, depth, tasks),
            (Value::List(a), Value::List(b)) => elements(a, b, depth, tasks),
            (Value::Map(a), Value::Map(b)) => entries(a, b, depth, tasks),
            (Value::Interface(Some(a)), Value::Interface(Some(b))) => inside(a, b, depth, tasks),
            (a, b) => same(a, b),
        };
        tasks[begin..].reverse();
        same
    }

    fn differ(&mut self, a: Option<&Part<'_>>, b: Option<&Part<'_>>, out: &mut impl Write) -> io::Result<()> {
        self.differs = true;
        let path = shown(&self.path);
        let colon = if path.is_empty() { "" } else { ": " };
        let show = |part: Option<&Part<'_>>| part.map_or_else(|| "(none)".into(), |part| short(part.value()));
        let (old, new) = (show(a), show(b));
        let told = a.zip(b).filter(|_| old == new).map(|(a, b)| unlike(a.value(), b.value()));
        match told {
            Some((a, b)) => writeln!(out, "{}: {path}{colon}{old} ({a}) → {new} ({b})", self.label),
            None => writeln!(out, "{}: {path}{colon}{old} → {new}", self.label),
        }
    }

    fn is_ignored(&self) -> bool {
        let longest = self.ignore.iter().map(|ignore| ignore.path.len()).max();
        let is = |path: &str| self.ignore.iter().any(|ignore| path.trim_start_matches('.') == ignore.path);
        longest.is_some_and(|longest| [false, true].iter().any(|any| is(&front(&mut self.path.iter(), *any, longest + 1))))
    }
}

/// Whether two values without parts mean the same: one NaN is as good as the same NaN.
fn same(a: &Value, b: &Value) -> bool {
    let float = |a: f64, b: f64| a == b || a.to_bits() == b.to_bits();
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => float(*a, *b),
        (Value::Complex(a, b), Value::Complex(c, d)) => float(*a, *c) && float(*b, *d),
        (Value::Opaque(a), Value::Opaque(b)) => a.bytes() == b.bytes(),
        (a, b) => a == b,
    }
}

/// In what two values differ whose texts do not: their types, else their bits or bytes.
fn unlike(a: &Value, b: &Value) -> (String, String) {
    let is_held = |value: &Value| matches!(value, Value::Interface(Some(_)));
    let types = (type_name(a, is_held(b)), type_name(b, is_held(a)));
    if types.0 != types.1 {
        return types;
    }
    let float = |v: f64| format!("{:#018x}", v.to_bits());
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => (float(*a), float(*b)),
        (Value::Complex(a, b), Value::Complex(c, d)) => {
            (format!("{} {}", float(*a), float(*b)), format!("{} {}", float(*c), float(*d)))
        }
        (Value::String(a), Value::String(b)) => bytes_apart(a.as_bytes(), b.as_bytes()),
        (Value::Bytes(a), Value::Bytes(b)) => bytes_apart(a, b),
        (Value::Opaque(a), Value::Opaque(b)) => bytes_apart(a.bytes(), b.bytes()),
        _ => types,
    }
}

/// The type of a value; of what an interface holds its name, which is all if the other one is held too.
fn type_name(value: &Value, is_other_held: bool) -> String {
    match value {
        Value::Interface(Some(held)) if is_other_held => types::plain(held.name().as_bytes()),
        Value::Interface(Some(held)) => format!("interface {{}} of {}", types::plain(held.name().as_bytes())),
        value => super::label(value),
    }
}

/// Bytes from the first one on that is another.
fn bytes_apart(a: &[u8], b: &[u8]) -> (String, String) {
    let at = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let show = |bytes: &[u8]| match &bytes[at..] {
        [] => format!("byte {at}: end"),
        rest => {
            let more = if rest.len() > BYTES { "…" } else { "" };
            let digits: String = rest.iter().take(BYTES).map(|byte| format!("{byte:02x}")).collect();
            format!("byte {at}: 0x{digits}{more}")
        }
    };
    (show(a), show(b))
}

/// Fields by name; one that was not sent is zero, and as good as one that was sent as zero.
fn fields<'v>(a: &'v Struct, b: &'v Struct, depth: usize, tasks: &mut Vec<Task<'v>>) -> bool {
    let mut rest: HashMap<&[u8], &Value> = b.fields().collect();
    let names = |s: &'v Struct| s.ty().fields().map(|field| field.name.to_vec()).collect::<HashSet<Vec<u8>>>();
    let (known_a, known_b) = (names(a), names(b));
    let mut add = |name: &[u8], a: Option<&'v Value>, b: Option<&'v Value>| {
        let is_zero = |one: Option<&Value>| one.is_none_or(is_zero);
        if !((a.is_none() || b.is_none()) && is_zero(a) && is_zero(b)) {
            let step = Step::field(name);
            let (old, new) = (sent(a, b, &known_a, name), sent(b, a, &known_b, name));
            tasks.push(Task { depth, step, a: old, b: new });
        }
    };
    for (name, value) in a.fields() {
        add(name, Some(value), rest.remove(name));
    }
    for (name, value) in b.fields().filter(|(name, _)| rest.contains_key(name)) {
        add(name, None, Some(value));
    }
    true
}

/// A field; of one that was not sent, though its struct has it, the zero that it is, if that can be shown.
fn sent<'v>(one: Option<&'v Value>, other: Option<&Value>, known: &HashSet<Vec<u8>>, name: &[u8]) -> Option<Part<'v>> {
    let zero = || match other? {
        Value::Bool(_) => Some(Value::Bool(false)),
        Value::Int(_) => Some(Value::Int(0)),
        Value::Uint(_) => Some(Value::Uint(0)),
        Value::Float(_) => Some(Value::Float(0.0)),
        Value::Complex(..) => Some(Value::Complex(0.0, 0.0)),
        Value::String(_) => Some(Value::String("".into())),
        Value::Bytes(_) => Some(Value::Bytes(Box::default())),
        _ => None,
    };
    one.map(Part::Lent).or_else(|| zero().filter(|_| known.contains(name)).map(Part::Own))
}

fn elements<'v>(a: &'v List, b: &'v List, depth: usize, tasks: &mut Vec<Task<'v>>) -> bool {
    for i in 0..a.items().len().max(b.items().len()) {
        let (a, b) = (element(a.items(), i), element(b.items(), i));
        let is_same = matches!((&a, &b), (Some(Part::Own(a)), Some(Part::Own(b))) if same(a, b));
        if !is_same {
            tasks.push(Task { depth, step: Step::Index(i as u64), a, b });
        }
    }
    true
}

fn element(items: &Items, i: usize) -> Option<Part<'_>> {
    Some(match items {
        Items::Values(all) => Part::Lent(all.get(i)?),
        Items::Bools(all) => Part::Own(Value::Bool(*all.get(i)?)),
        Items::Ints(all) => Part::Own(Value::Int(*all.get(i)?)),
        Items::Uints(all) => Part::Own(Value::Uint(*all.get(i)?)),
        Items::Floats(all) => Part::Own(Value::Float(*all.get(i)?)),
        Items::Complexes(all) => all.get(i).map(|(re, im)| Part::Own(Value::Complex(*re, *im)))?,
        _ => return None,
    })
}

/// Entries by key, whatever their order; of a key that comes twice the last one.
fn entries<'v>(a: &'v Map, b: &'v Map, depth: usize, tasks: &mut Vec<Task<'v>>) -> bool {
    let by_key = |map: &'v Map| map.iter().map(|(key, value)| (whole(key), value)).collect::<HashMap<String, &Value>>();
    let (old, mut new) = (by_key(a), by_key(b));
    let mut seen = HashSet::new();
    let mut shown: HashMap<String, String> = HashMap::new();
    // A key is shown plain, unless another one looks the same so.
    let mut step = |key: &Value, whole: &str| match shown.entry(text(key)).or_insert_with(|| whole.to_owned()) {
        first if first == whole => Step::Key(text(key)),
        _ => Step::Key(whole.to_owned()),
    };
    for (plain, key) in a.iter().map(|(key, _)| (key, whole(key))) {
        if seen.insert(key.clone()) {
            let (a, b) = (old.get(&key).map(|v| Part::Lent(v)), new.remove(&key).map(Part::Lent));
            tasks.push(Task { depth, step: step(plain, &key), a, b });
        }
    }
    for (plain, key) in b.iter().map(|(key, _)| (key, whole(key))) {
        if let Some(value) = new.remove(&key) {
            tasks.push(Task { depth, step: step(plain, &key), a: None, b: Some(Part::Lent(value)) });
        }
    }
    true
}

fn inside<'v>(a: &'v Interface, b: &'v Interface, depth: usize, tasks: &mut Vec<Task<'v>>) -> bool {
    if a.name() != b.name() {
        return false;
    }
    tasks.push(Task { depth, step: Step::Inside, a: Some(Part::Lent(a.value())), b: Some(Part::Lent(b.value())) });
    true
}

/// Whether a value is what a field is that was not sent.
fn is_zero(value: &Value) -> bool {
    match value {
        Value::List(list) => list.items().is_empty(),
        Value::Struct(s) => s.fields().next().is_none(),
        other => other.is_zero(),
    }
}

impl Step {
    pub(super) fn field(name: &[u8]) -> Self {
        Step::Field(String::from_utf8_lossy(name).into_owned())
    }

    /// `.A`, `[3]`, `["a b"]`; without the numbers of elements if `any`.
    pub(super) fn text(&self, any: bool) -> String {
        match self {
            Step::Index(_) if any => "[]".into(),
            Step::Index(i) => format!("[{i}]"),
            Step::Field(name) if is_plain(name) => format!(".{name}"),
            Step::Field(name) => format!("[{name:?}]"),
            Step::Key(key) => match key.strip_prefix('"').and_then(|key| key.strip_suffix('"')) {
                Some(name) if is_plain(name) => format!(".{name}"),
                _ => format!("[{key}]"),
            },
            Step::Inside => String::new(),
        }
    }
}

/// Whether a name stands in a path behind a dot.
pub(super) fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_') && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Takes steps until their text has more than `most` bytes.
fn front(steps: &mut Iter<'_, Step>, any: bool, most: usize) -> String {
    let mut text = String::new();
    for step in steps {
        text += &step.text(any);
        if text.len() > most {
            break;
        }
    }
    text
}

/// A path with its middle left out if it is long, which takes no more time than what is shown of it.
fn shown(steps: &[Step]) -> String {
    let mut steps = steps.iter();
    let mut text = front(&mut steps, false, PATH * char::MAX_LEN_UTF8);
    let mut seen = 0;
    let is_seen = |step: &String| {
        let was_seen = seen <= PATH;
        seen += step.chars().count();
        was_seen
    };
    let back: Vec<String> = steps.rev().map(|step| step.text(false)).take_while(is_seen).collect();
    text.extend(back.into_iter().rev());
    types::elided(&text)
}

/// A value as JSON in one line, whole.
pub(super) fn text(value: &Value) -> String {
    json(value, Picture::default())
}

/// The same with all that tells values apart: names of types in interfaces, bytes that are no UTF-8.
pub(super) fn whole(value: &Value) -> String {
    json(value, Picture { type_names: true, bad_utf8: BadUtf8::Tag, ..Picture::default() })
}

/// The beginning of a value.
pub(super) fn short(value: &Value) -> String {
    let picture = Picture { brief: true, ..Picture::default() };
    let text = crate::report::escaped(&json(value, picture));
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

fn json(value: &Value, picture: Picture) -> String {
    let options = picture.write_options();
    let mut out = jsonstream::Writer::with_options(Vec::new(), &options);
    let printed = Printer::with(picture).value(value, &mut out);
    // What the picture refuses is told apart by its own words.
    match printed.and_then(|()| Ok(out.finish()?)) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).trim_end().to_owned(),
        Err(error) => format!("({error})"),
    }
}
