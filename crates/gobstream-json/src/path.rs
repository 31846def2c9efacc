//! Paths into values: `.`, `.Docs`, `.A.B[3]`, `.M["k"]`.

pub(crate) mod nearest;

pub(crate) use nearest::Nearest;

use crate::error::{Error, Result};
use crate::print::pictured::unescaped;
use gobstream::{Kind, Type, Value};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::str::FromStr;

/// The way from the top of a value to a part of it. Interfaces are looked through and take no step.
///
/// | step | of a struct | of a map | of an array or slice |
/// |---|---|---|---|
/// | `.Name` or `["Name"]` | the field | the element of this key | |
/// | `[3]` | | the element of this key | the element of this number, from 0 |
///
/// `.` alone is the value itself.
///
/// ```
/// use gobstream_json::Path;
/// let path: Path = ".A.B[3].M[\"k\"]".parse()?;
/// assert_eq!(path.to_string(), ".A.B[3].M.k");
/// let error = ".A.B[3".parse::<Path>().unwrap_err();
/// assert_eq!(error.to_string(), "path '.A.B[3': '[' at 4 is not closed");
/// # Ok::<(), gobstream_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    pub(crate) steps: Vec<Step>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Name(Box<str>),
    /// Between the least int64 and the greatest uint64.
    Number(i128),
}

/// How far types alone can tell that a path leads to elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Sure,
    /// There is an interface on the way.
    Maybe,
}

impl Path {
    /// The elements of the list at this path in a value, `None` if there is no such field, key or element on the way; a field that was not sent has no elements.
    ///
    /// # Errors
    /// If there is something else than a list: of a map, elements are no values of one type.
    pub fn elements(&self, value: &Value) -> std::result::Result<Option<Vec<Value>>, String> {
        let mut at = value.inner();
        for step in &self.steps {
            if let (Step::Name(name), Value::Struct(s)) = (step, at)
                && s.get(name).is_none()
            {
                return Ok(s.ty().fields().any(|field| field.name == name.as_bytes()).then(Vec::new));
            }
            let part = match (step, at) {
                (Step::Name(name), Value::Struct(s)) => s.get(name),
                (Step::Name(name), Value::Map(map)) => map.get(name),
                (Step::Number(n), Value::Map(map)) => map.iter().find(|(key, _)| is_number(key, *n)).map(|(_, elem)| elem),
                (Step::Number(n), Value::List(list)) => {
                    let item = usize::try_from(*n).ok().and_then(|n| list.items().get(n));
                    match item {
                        Some(Cow::Borrowed(item)) => Some(item),
                        _ => None,
                    }
                }
                _ => return Err(format!("path '{self}': no list is there")),
            };
            let Some(part) = part else { return Ok(None) };
            at = part.inner();
        }
        match at {
            Value::List(list) => {
                let items = list.items();
                Ok(Some((0..items.len()).filter_map(|i| items.get(i).map(Cow::into_owned)).collect()))
            }
            Value::Interface(None) => Ok(Some(Vec::new())),
            Value::Map(_) => Err(format!("path '{self}': a map is there, whose entries are no values in gob")),
            _ => Err(format!("path '{self}': no list is there")),
        }
    }

    /// Leads a reader of plain JSON to what is at this path in the value that comes; `false` if nothing is: then as much of the value was read as it took.
    ///
    /// ```
    /// use gobstream_json::Path;
    /// let mut json = jsonstream::Reader::from_str(r#"{"A": 1, "Docs": ["a", "b"]}"#);
    /// assert!(".Docs[1]".parse::<Path>()?.enter(&mut json)?);
    /// assert_eq!(json.str()?, "b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of reading.
    pub fn enter<I: jsonstream::Source>(&self, json: &mut jsonstream::Reader<I>) -> jsonstream::Result<bool> {
        for step in &self.steps {
            let found = match (step, json.peek()?) {
                (Step::Name(name), jsonstream::Kind::Object) => enter_member(name, json)?,
                (Step::Number(n), jsonstream::Kind::Array) => enter_element(*n, json)?,
                _ => json.skip().map(|()| false)?,
            };
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether values of this type can have a part at this path that has elements. What stands behind an interface is not known
    /// before a value comes.
    ///
    /// ```
    /// use gobstream::{Event, Stream};
    /// use gobstream_json::Path;
    /// // []int{1, -1}
    /// let mut stream = Stream::from_slice(b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01");
    /// let Some(Event::List(ty, _)) = stream.next_event()? else { unreachable!() };
    /// assert!(".".parse::<Path>()?.check(ty).is_ok());
    /// let error = ".Docs".parse::<Path>()?.check(ty).unwrap_err();
    /// assert_eq!(error.to_string(), "path '.Docs': '.' is a slice, which has no .Docs but numbered elements, such as [0]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `Path` if they cannot, with the nearest names that they have.
    pub fn check(&self, ty: &Type) -> Result<()> {
        self.reach(0, ty, &mut Fields::default()).map(drop).map_err(|miss| self.why(&miss))
    }

    /// Whether values of this type can have a part at this path at all, be it one without elements.
    ///
    /// ```
    /// use gobstream::{Event, Stream};
    /// use gobstream_json::Path;
    /// // []int{1, -1}
    /// let mut stream = Stream::from_slice(b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01");
    /// let Some(Event::List(ty, _)) = stream.next_event()? else { unreachable!() };
    /// assert!("[0]".parse::<Path>()?.check_part(ty).is_ok());
    /// assert!(".Docs".parse::<Path>()?.check_part(ty).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `Path` if they cannot, with the nearest names that they have.
    pub fn check_part(&self, ty: &Type) -> Result<()> {
        match self.reach(0, ty, &mut Fields::default()) {
            Err(miss) if miss.0 < self.steps.len() => Err(self.why(&miss)),
            _ => Ok(()),
        }
    }

    /// The same from a step on, at which a value of type `ty` stands.
    pub(crate) fn reach(&self, from: usize, ty: &Type, fields: &mut Fields) -> std::result::Result<Reach, Miss> {
        let mut ty = ty.clone();
        for at in from..self.steps.len() {
            if ty.kind() == Kind::Interface {
                return Ok(Reach::Maybe);
            }
            match self.follow(at, &ty, fields) {
                Ok(Some(next)) => ty = next,
                Ok(None) => return Ok(Reach::Maybe),
                Err(Nowhere) => return Err(Miss(at, ty)),
            }
        }
        match ty.kind() {
            Kind::Array | Kind::Slice | Kind::Map => Ok(Reach::Sure),
            Kind::Interface => Ok(Reach::Maybe),
            _ => Err(Miss(self.steps.len(), ty)),
        }
    }

    /// Says what is missed.
    pub(crate) fn why(&self, Miss(at, ty): &Miss) -> Error {
        match (self.steps.get(*at), ty.kind()) {
            (None, kind) => self.no_elements(kind_name(kind), Some(ty)),
            (Some(Step::Name(name)), Kind::Struct) => self.missed(*at, &nearest::no_field(ty, name)),
            (Some(Step::Number(0..)), Kind::Array) => {
                self.missed(*at, &format!("an array of {}, counted from 0", ty.array_len().unwrap_or(0)))
            }
            (_, kind) => self.no_part(*at, kind_name(kind), ty.key_kind()),
        }
    }

    /// The type that step `at` leads to in a value of type `ty`; `None` if the stream has not defined it.
    fn follow(&self, at: usize, ty: &Type, fields: &mut Fields) -> std::result::Result<Option<Type>, Nowhere> {
        match (&self.steps[at], ty.kind(), ty.key_kind()) {
            (Step::Name(name), Kind::Struct, _) => match fields.find(at, ty, name) {
                Some(index) => Ok(ty.field_type(index as usize)),
                None => Err(Nowhere),
            },
            (Step::Name(_), Kind::Map, Some(Kind::String) | None) => Ok(ty.elem()),
            (Step::Number(_), Kind::Map, Some(Kind::Int | Kind::Uint) | None) => Ok(ty.elem()),
            (Step::Number(n), Kind::Array, _) if ty.array_len().is_some_and(|len| *n >= i128::from(len)) => Err(Nowhere),
            (Step::Number(n), Kind::Array | Kind::Slice, _) if *n >= 0 => Ok(ty.elem()),
            _ => Err(Nowhere),
        }
    }

    /// Step `at` leads nowhere in a value of this kind.
    pub(crate) fn no_part(&self, at: usize, kind: &str, key: Option<Kind>) -> Error {
        let step = Path { steps: vec![self.steps[at].clone()] };
        let but = match (kind, key) {
            ("a slice" | "an array", _) => " but numbered elements, such as [0]",
            ("a struct", _) => " but fields with names",
            (_, Some(Kind::String)) => " but keys that are strings, such as [\"k\"]",
            (_, Some(Kind::Int | Kind::Uint)) => " but keys that are numbers, such as [0]",
            (_, Some(_)) => ": its keys are neither strings nor numbers",
            _ => "",
        };
        self.missed(at, &format!("{kind}, which has no {step}{but}"))
    }

    /// What the path leads to has no elements.
    pub(crate) fn no_elements(&self, kind: &str, ty: Option<&Type>) -> Error {
        let names = ty.map_or_else(String::new, nearest::fields);
        self.missed(self.steps.len(), &format!("{kind}, which has no elements{names}"))
    }

    /// A map has no such key, or a list no such element.
    pub(crate) fn no_entry(&self, at: usize, what: &str, hint: &str) -> Error {
        let step = Path { steps: vec![self.steps[at].clone()] };
        self.missed(at, &format!("{what}, which has no {step}{hint}"))
    }

    #[cold]
    fn missed(&self, at: usize, what: &str) -> Error {
        let here = Path { steps: self.steps[..at].to_vec() };
        Error::Path(format!("path '{self}': '{here}' is {what}").into())
    }
}

/// The step that leads nowhere, and the type of the value at which it stands.
#[derive(Debug)]
pub(crate) struct Miss(usize, Type);

/// A step leads nowhere.
struct Nowhere;

/// The fields that steps lead to, each looked up once for a type.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    /// By step and id: the type that was looked at last.
    known: HashMap<(usize, i32), (Type, Option<u32>)>,
}

impl Fields {
    /// A type of as few fields is looked through as fast as it is found.
    const FEW: usize = 8;

    /// The number of the field of the name at a step.
    pub(crate) fn find(&mut self, step: usize, ty: &Type, name: &str) -> Option<u32> {
        if ty.field_count() <= Self::FEW {
            return field(ty, name);
        }
        let place = (step, ty.id());
        if let Some((_, index)) = self.known.get(&place).filter(|(known, _)| known == ty) {
            return *index;
        }
        let index = field(ty, name);
        self.known.insert(place, (ty.clone(), index));
        index
    }
}

fn is_number(key: &Value, n: i128) -> bool {
    match key {
        Value::Int(v) => i128::from(*v) == n,
        Value::Uint(v) => i128::from(*v) == n,
        _ => false,
    }
}

/// The number of the field of this name.
fn field(ty: &Type, name: &str) -> Option<u32> {
    ty.fields().position(|field| field.name == name.as_bytes()).and_then(|i| u32::try_from(i).ok())
}

/// What a kind is called, with its article.
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => "a bool",
        Kind::Int => "an int",
        Kind::Uint => "a uint",
        Kind::Float => "a float",
        Kind::Complex => "a complex number",
        Kind::String => "a string",
        Kind::Bytes => "a byte slice",
        Kind::Interface => "an interface",
        Kind::Array => "an array",
        Kind::Slice => "a slice",
        Kind::Map => "a map",
        Kind::Struct => "a struct",
        Kind::Opaque(_) => "an opaque value",
        _ => "of no defined type",
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self.steps.first(), Some(Step::Name(name)) if is_plain(name)) {
            f.write_char('.')?;
        }
        self.steps.iter().try_for_each(|step| match step {
            Step::Name(name) if is_plain(name) => write!(f, ".{name}"),
            Step::Name(name) => write!(f, "[\"{}\"]", name.escape_debug()),
            Step::Number(n) => write!(f, "[{n}]"),
        })
    }
}

/// Whether a name needs no quotes.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c == '_' || c.is_alphanumeric())
}

impl FromStr for Path {
    type Err = Error;

    /// Reads a path.
    fn from_str(text: &str) -> Result<Path> {
        let mut reader = Reader { text, at: 0 };
        let mut steps = Vec::new();
        if text != "." {
            while reader.at < text.len() {
                steps.push(reader.step()?);
            }
        }
        if text.is_empty() {
            return Err(reader.fault(0, "is empty; the value itself is '.'"));
        }
        Ok(Path { steps })
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    #[cold]
    fn fault(&self, at: usize, what: &str) -> Error {
        let place = if at > 0 || !what.starts_with("is ") { format!("at {at} ") } else { String::new() };
        let mark: String = self.text.get(at..).unwrap_or_default().chars().take(1).map(|c| format!("'{c}' ")).collect();
        Error::Path(format!("path '{}': {mark}{place}{what}", self.text).into())
    }

    fn step(&mut self) -> Result<Step> {
        let start = self.at;
        let bracket_follows = self.rest().starts_with(".[");
        self.at += usize::from(bracket_follows);
        match self.rest().as_bytes() {
            [b'[', ..] => self.bracket(),
            [b'.', ..] => self.name(),
            _ if start == 0 => Err(self.fault(start, "cannot begin a path; begin with '.'")),
            _ => Err(self.fault(start, "is neither '.' nor '['")),
        }
    }

    /// `.Name`
    fn name(&mut self) -> Result<Step> {
        let start = self.at;
        let rest = &self.rest()[1..];
        let name = &rest[..rest.find(['.', '[', ']', '"', ' ']).unwrap_or(rest.len())];
        if name.is_empty() {
            return Err(self.fault(start, "has no name behind it"));
        }
        self.at += 1 + name.len();
        Ok(Step::Name(name.into()))
    }

    /// `[3]` or `["k"]`
    fn bracket(&mut self) -> Result<Step> {
        let start = self.at;
        if let Some(text) = self.rest().strip_prefix("[\"") {
            return self.quoted(start, text);
        }
        let Some((inside, _)) = self.rest()[1..].split_once(']') else { return Err(self.fault(start, "is not closed")) };
        self.at += inside.len() + 2;
        match inside.parse::<i128>() {
            Ok(n) if (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&n) => Ok(Step::Number(n)),
            _ if inside.is_empty() => Err(self.fault(start, "holds nothing; for all elements leave '[]' out")),
            _ => Err(self.fault(start, "holds neither a number nor a string in double quotes")),
        }
    }

    fn quoted(&mut self, start: usize, text: &str) -> Result<Step> {
        let mut escaped = false;
        let end = text.bytes().position(|b| {
            let is_end = b == b'"' && !escaped;
            escaped = b == b'\\' && !escaped;
            is_end
        });
        let Some(end) = end.filter(|&end| text[end + 1..].starts_with(']')) else {
            return Err(self.fault(start, "is not closed by '\"]'"));
        };
        self.at += end + 4;
        Ok(Step::Name(unescaped(&text[..end]).into()))
    }
}

fn enter_member<I: jsonstream::Source>(name: &str, json: &mut jsonstream::Reader<I>) -> jsonstream::Result<bool> {
    json.begin_object()?;
    while let Some(key) = json.next_key()? {
        if key == name {
            return Ok(true);
        }
        json.skip()?;
    }
    Ok(false)
}

fn enter_element<I: jsonstream::Source>(n: i128, json: &mut jsonstream::Reader<I>) -> jsonstream::Result<bool> {
    json.begin_array()?;
    let mut before = n;
    while json.next_element()? {
        if before == 0 {
            return Ok(true);
        }
        before -= 1;
        json.skip()?;
    }
    Ok(false)
}
