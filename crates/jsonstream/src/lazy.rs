//! A few values out of much JSON, by path.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::{self, Vec};

use crate::config::{Documents, Duplicates, ReadOptions};
use crate::error::Result;
use crate::reader::{Integer, Kind, Number, Reader, Slice};

/// One step of a path. The macro [`path!`](crate::path) makes an array of them.
///
/// # Examples
/// ```
/// use jsonstream::{Step, path};
/// assert_eq!(path!["a", 0, *], [Step::Key("a"), Step::Index(0), Step::All]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The member of an object that has this name; the first, if there are more.
    Key(&'a str),
    /// The element of an array, counted from 0.
    Index(usize),
    /// Every element of an array, every member of an object.
    All,
}

impl<'a> From<&'a str> for Step<'a> {
    fn from(name: &'a str) -> Self {
        Self::Key(name)
    }
}

impl From<usize> for Step<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// A path as an array of [`Step`]s: names, indexes, and `*` for all.
///
/// # Examples
/// ```
/// use jsonstream::{Lazy, path};
/// let name = "a";
/// assert_eq!(Lazy::from_str(r#"{"a":[1,2]}"#).get(&path![name, 1])?.unwrap().as_u64()?, 2);
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[macro_export]
macro_rules! path {
    (@ [$($done:expr),*]) => { [$($done),*] };
    (@ [$($done:expr),*] * $(, $($rest:tt)*)?) => {
        $crate::path!(@ [$($done,)* $crate::Step::All] $($($rest)*)?)
    };
    (@ [$($done:expr),*] $step:expr $(, $($rest:tt)*)?) => {
        $crate::path!(@ [$($done,)* $crate::Step::from($step)] $($($rest)*)?)
    };
    ($($steps:tt)*) => { $crate::path!(@ [] $($steps)*) };
}

/// A value in a slice, not looked at until something is asked of it.
///
/// A path is walked once, from the front, and no further than to its end: what is not on it is skipped, and what
/// stands behind it is not even read. So of a document only the part up to the answer is known to be JSON. Offsets in
/// errors count from the value that was asked.
///
/// # Examples
/// ```
/// use jsonstream::{Lazy, path};
///
/// let doc = Lazy::from_str(r#"{"users": [{"name": "Ann", "age": 41}, {"name": "Bob"}], "total": 2}"#);
/// assert_eq!(doc.get(&path!["users", 1, "name"])?.unwrap().as_str()?, "Bob");
/// assert!(doc.get(&path!["users", 1, "age"])?.is_none());
/// let names: Vec<_> = doc.all(&path!["users", *, "name"])?;
/// assert_eq!(names.len(), 2);
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lazy<'a> {
    /// From the value on; it may not end there.
    text: &'a [u8],
    /// Skip without checks.
    unchecked: bool,
    duplicates: Duplicates,
}

/// Ways in, ways down.
impl<'a> Lazy<'a> {
    /// The value at the start of a slice, white space before it allowed. What is skipped on the way to an answer is
    /// checked.
    ///
    /// # Examples
    /// ```
    /// assert!(jsonstream::Lazy::new(b" true").as_bool()?);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, unchecked: false, duplicates: Duplicates::Allow }
    }

    /// The value at the start of a string slice.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str("-1").as_i64()?, -1);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[expect(clippy::should_implement_trait, reason = "it cannot fail, and it borrows")]
    #[must_use]
    pub fn from_str(text: &'a str) -> Self {
        Self::new(text.as_bytes())
    }

    /// The same, but what is skipped is **not checked**: brackets are counted, nothing more. Faster; for text that is
    /// known to be JSON. For other text answers may come from places where no parser would see a value.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Lazy, path};
    /// let doc = Lazy::unchecked(br#"{"a": [1, {}, "]"], "b": 2}"#);
    /// assert_eq!(doc.get(&path!["b"])?.unwrap().as_u64()?, 2);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn unchecked(text: &'a [u8]) -> Self {
        Self { text, unchecked: true, duplicates: Duplicates::Allow }
    }

    /// The same, with a rule for several members of one name.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Duplicates, Lazy, path};
    /// let doc = Lazy::from_str(r#"{"a": 1, "a": 2}"#);
    /// let a = |duplicates| doc.with_duplicates(duplicates).get(&path!["a"])?.unwrap().as_u64();
    /// assert_eq!((a(Duplicates::First)?, a(Duplicates::Last)?), (1, 2));
    /// assert!(a(Duplicates::Reject).is_err());
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn with_duplicates(self, duplicates: Duplicates) -> Self {
        Self { duplicates, ..self }
    }

    fn reader(&self) -> Reader<Slice<'a>> {
        Reader::from_slice_with(self.text, &ReadOptions { duplicates: self.duplicates, ..ReadOptions::default() })
    }

    fn lenient(&self) -> Reader<Slice<'a>> {
        Reader::from_slice_with(self.text, &ReadOptions { documents: Documents::Many, ..ReadOptions::lenient() })
    }

    /// The value that a reader stands in front of.
    fn here(&self, reader: &mut Reader<Slice<'a>>) -> Result<Self> {
        reader.peek()?;
        Ok(Self { text: reader.rest(), ..*self })
    }

    fn pass(&self, reader: &mut Reader<Slice<'a>>) -> Result<()> {
        if self.unchecked { reader.skip_unchecked() } else { reader.skip() }
    }

    /// The first value at the end of the path. None if there is none, be it that a name is missing, an array too
    /// short or a value of another kind.
    ///
    /// # Examples
    /// See [`Lazy`].
    /// ```
    /// use jsonstream::{Lazy, path};
    /// assert!(Lazy::from_str("[1]").get(&path!["a"])?.is_none());
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the text up to the answer.
    pub fn get(&self, path: &[Step<'_>]) -> Result<Option<Self>> {
        let mut found = None;
        self.walk(path, &mut |value| {
            found = Some(value);
            false
        })?;
        Ok(found)
    }

    /// Every value at the end of the path, in the order of the text.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Lazy, path};
    /// let doc = Lazy::from_str(r#"{"a": {"x": 1}, "b": {"y": 2}, "c": {"x": 3}}"#);
    /// let found: Result<Vec<_>, _> = doc.all(&path![*, "x"])?.iter().map(Lazy::as_u64).collect();
    /// assert_eq!(found?, [1, 3]);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the text that was walked.
    pub fn all(&self, path: &[Step<'_>]) -> Result<Vec<Self>> {
        let mut found = Vec::new();
        self.walk(path, &mut |value| {
            found.push(value);
            true
        })?;
        Ok(found)
    }

    /// Gives the values at the end of the path to a function until it returns false; false is then returned.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Lazy, path};
    /// let mut count = 0;
    /// Lazy::from_str("[1, 2, 3]").walk(&path![*], &mut |_| {
    ///     count += 1;
    ///     count < 2
    /// })?;
    /// assert_eq!(count, 2);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the text that was walked.
    pub fn walk(&self, path: &[Step<'_>], give: &mut dyn FnMut(Self) -> bool) -> Result<bool> {
        let mut open: Vec<Inside<'a>> = Vec::new();
        let mut next = Some(*self);
        loop {
            match next.map(|value| (value, path.get(open.len()))) {
                Some((value, Some(&step))) => open.extend(value.enter(step)?),
                Some((value, None)) if !give(value.begun()?) => return stop(open),
                _ => {}
            }
            let Some((inside, step)) = open.len().checked_sub(1).and_then(|last| open.last_mut().zip(path.get(last))) else {
                return Ok(true);
            };
            next = inside.next(*step)?;
            if next.is_none() {
                open.pop();
            }
        }
    }

    fn begun(&self) -> Result<Self> {
        self.here(&mut self.reader())
    }

    /// The inside of the container, if it is of the kind that the step is for.
    fn enter(&self, step: Step<'_>) -> Result<Option<Inside<'a>>> {
        let mut reader = self.reader();
        let place = match (reader.peek()?, step) {
            (Kind::Array, Step::Index(_) | Step::All) => {
                reader.begin_array()?;
                Place::Array(0)
            }
            (Kind::Object, Step::Key(_) | Step::All) if self.duplicates == Duplicates::Last => {
                Place::Chosen(self.members()?.into_iter())
            }
            (Kind::Object, Step::Key(_) | Step::All) => {
                reader.begin_object()?;
                Place::Object
            }
            _ => return Ok(None),
        };
        Ok(Some(Inside { value: *self, reader, place, hit: false }))
    }
}

/// The containers around the value at hand are left, the innermost first.
fn stop(open: Vec<Inside<'_>>) -> Result<bool> {
    open.into_iter().rev().try_for_each(|mut inside| inside.finish())?;
    Ok(false)
}

/// A container on the path. A walk keeps them in a list: a path may be longer than the program's stack allows.
struct Inside<'a> {
    value: Lazy<'a>,
    reader: Reader<Slice<'a>>,
    place: Place<'a>,
    /// The reader stands in front of a value that the step is for.
    hit: bool,
}

enum Place<'a> {
    /// With the index of the next element.
    Array(usize),
    Object,
    /// An object whose members that count are known.
    Chosen(vec::IntoIter<(String, Lazy<'a>)>),
}

impl<'a> Inside<'a> {
    /// The next value that the step is for.
    fn next(&mut self, step: Step<'_>) -> Result<Option<Lazy<'a>>> {
        if let Place::Chosen(members) = &mut self.place {
            return Ok(members.find(|(name, _)| is_for(step, name)).map(|(_, value)| value));
        }
        if self.hit && step != Step::All {
            return self.finish().map(|()| None);
        }
        if self.hit {
            self.value.pass(&mut self.reader)?;
        }
        loop {
            self.hit = match self.advance(step)? {
                Some(hit) => hit,
                None => return Ok(None),
            };
            if self.hit {
                return self.value.here(&mut self.reader).map(Some);
            }
            self.value.pass(&mut self.reader)?;
        }
    }

    /// To the next value: is the step for it?
    fn advance(&mut self, step: Step<'_>) -> Result<Option<bool>> {
        let Place::Array(next) = &mut self.place else {
            return Ok(self.reader.next_key()?.map(|name| is_for(step, name)));
        };
        let index = *next;
        *next += 1;
        Ok(self.reader.next_element()?.then_some(step == Step::All || step == Step::Index(index)))
    }

    /// Behind the last value that is wanted. Whether its name comes again is known at the end of the object.
    fn finish(&mut self) -> Result<()> {
        if self.value.duplicates != Duplicates::Reject || !matches!(self.place, Place::Object) {
            return Ok(());
        }
        self.value.pass(&mut self.reader)?;
        self.reader.skip_rest()
    }
}

fn is_for(step: Step<'_>, name: &str) -> bool {
    step == Step::All || step == Step::Key(name)
}

/// Checked conversions: the value is of the kind asked for, or it is an error.
impl<'a> Lazy<'a> {
    /// What kind of value it is.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Kind, Lazy};
    /// assert_eq!(Lazy::from_str("[").kind()?, Kind::Array);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` if no value begins so, `Eof` if there is none.
    pub fn kind(&self) -> Result<Kind> {
        self.reader().peek()
    }

    /// The text of the whole value, checked.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str("[1, 2], 3").raw()?, "[1, 2]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// Whatever is wrong in it.
    pub fn raw(&self) -> Result<&'a str> {
        self.reader().raw_borrowed()
    }

    /// A boolean.
    ///
    /// # Examples
    /// ```
    /// assert!(jsonstream::Lazy::from_str("1").as_bool().is_err());
    /// ```
    ///
    /// # Errors
    /// `Type` if it is none.
    pub fn as_bool(&self) -> Result<bool> {
        self.reader().bool()
    }

    /// An integer of any type.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str("255").as_int::<u8>()?, 255);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if it is none, `Range` if it does not fit.
    pub fn as_int<T: Integer>(&self) -> Result<T> {
        self.reader().int()
    }

    /// An integer.
    ///
    /// # Examples
    /// ```
    /// assert!(jsonstream::Lazy::from_str("1e3").as_i64().is_err());
    /// ```
    ///
    /// # Errors
    /// As [`as_int`](Self::as_int).
    pub fn as_i64(&self) -> Result<i64> {
        self.as_int()
    }

    /// An integer without a sign.
    ///
    /// # Examples
    /// ```
    /// assert!(jsonstream::Lazy::from_str("-1").as_u64().is_err());
    /// ```
    ///
    /// # Errors
    /// As [`as_int`](Self::as_int).
    pub fn as_u64(&self) -> Result<u64> {
        self.as_int()
    }

    /// The nearest float.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str("0.1").as_f64()?, 0.1);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if it is no number, `Range` if it is too large.
    pub fn as_f64(&self) -> Result<f64> {
        self.reader().f64()
    }

    /// A number as text.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str("1.50").as_number()?.as_str(), "1.50");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if it is no number.
    pub fn as_number(&self) -> Result<Number<'a>> {
        let integer = self.reader().number()?.is_integer();
        self.raw().map(|text| Number::new(text, integer))
    }

    /// A string, borrowed if it has no escapes.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str(r#""a\n""#).as_str()?, "a\n");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if it is none, `Utf8` and `Surrogate` if it is not Unicode.
    pub fn as_str(&self) -> Result<Cow<'a, str>> {
        self.reader().str_borrowed()
    }

    /// A value of any type that serde knows.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Lazy, path};
    /// let doc = Lazy::from_str(r#"{"a": [1, 2]}"#);
    /// assert_eq!(doc.get(&path!["a"])?.unwrap().value::<Vec<u8>>()?, [1, 2]);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Reader::value`].
    #[cfg(feature = "serde")]
    pub fn value<T: serde_core::Deserialize<'a>>(&self) -> Result<T> {
        self.reader().value()
    }

    /// The elements of an array.
    ///
    /// # Examples
    /// ```
    /// let sum: u64 = jsonstream::Lazy::from_str("[1, 2]").elements()?.iter().map(|n| n.as_u64().unwrap_or(0)).sum();
    /// assert_eq!(sum, 3);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if it is none, and what is wrong in it.
    pub fn elements(&self) -> Result<Vec<Self>> {
        self.reader().begin_array()?;
        self.all(&[Step::All])
    }

    /// The members of an object, in the order of the text.
    ///
    /// # Examples
    /// ```
    /// let doc = jsonstream::Lazy::from_str(r#"{"a": 1}"#);
    /// let members = doc.members()?;
    /// assert_eq!((members[0].0.as_str(), members[0].1.as_u64()?), ("a", 1));
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if it is none, and what is wrong in it.
    pub fn members(&self) -> Result<Vec<(String, Self)>> {
        let mut reader = self.reader();
        let mut members = Vec::new();
        reader.begin_object()?;
        while let Some(name) = reader.next_key()? {
            let name = String::from(name);
            members.push((name, self.here(&mut reader)?));
            self.pass(&mut reader)?;
        }
        if self.duplicates == Duplicates::Last {
            keep_last(&mut members);
        }
        Ok(members)
    }
}

/// Of the members of one name only the last stays, where it stands.
fn keep_last<T>(members: &mut Vec<(String, T)>) {
    let mut names = BTreeSet::new();
    members.reverse();
    members.retain(|(name, _)| names.insert(name.clone()));
    members.reverse();
}

/// Lenient conversions, as those of a [lenient](ReadOptions::lenient) reader: numbers in strings, booleans as
/// numbers and the like. What cannot be converted without loss is None.
impl<'a> Lazy<'a> {
    /// As an integer.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::Lazy;
    /// let to = |text| Lazy::from_str(text).to_i64();
    /// assert_eq!([to("\"-7\""), to("true"), to("null"), to("1e3")], [Some(-7), Some(1), Some(0), Some(1000)]);
    /// assert_eq!([to("321.7"), to("\"12x\""), to("[]")], [None, None, None]);
    /// ```
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        self.lenient().i64().ok()
    }

    /// As an integer without a sign.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str("\"7\"").to_u64(), Some(7));
    /// ```
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        self.lenient().u64().ok()
    }

    /// As a float.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str("\"1.5\"").to_f64(), Some(1.5));
    /// ```
    #[must_use]
    pub fn to_f64(&self) -> Option<f64> {
        self.lenient().f64().ok()
    }

    /// As a boolean.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str("0").to_bool(), Some(false));
    /// ```
    #[must_use]
    pub fn to_bool(&self) -> Option<bool> {
        self.lenient().bool().ok()
    }

    /// As text: a string's content, a number or a word as it stands, nothing for null.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Lazy::from_str("1.50").to_text().as_deref(), Some("1.50"));
    /// ```
    #[must_use]
    pub fn to_text(&self) -> Option<Cow<'a, str>> {
        self.lenient().str_borrowed().ok()
    }
}
