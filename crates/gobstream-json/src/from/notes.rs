//! What plain JSON does not say, and what became of it.

use gobstream::{Event, Value, ValueBuilder};
use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, Hasher};
use std::mem::discriminant;

/// Values of plain JSON that are not all that a gob may have said, counted by reason.
///
/// ```
/// use gobstream::Limits;
/// use gobstream_json::{FromPlain, Picture, Schema};
/// use jsonstream::Reader;
/// let schema = Schema::of_go("type Box struct { M map[string]any }", "Box")?;
/// let mut plain = FromPlain::new(schema, Picture::default(), Limits::default())?;
/// plain.next_value(&mut Reader::from_slice(br#"{"M":{"a":1,"a":99999999999999999999}}"#))?;
/// let notes = plain.notes();
/// assert_eq!((notes.default_types.count, notes.rounded.count, notes.repeated_keys.count), (2, 1, 1));
/// assert_eq!((notes.rounded.value, &*notes.rounded.path), (1, r#".M["a"]"#));
/// # Ok::<(), gobstream_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Notes {
    /// Values in interfaces that got a type by default.
    pub default_types: Noted,
    /// Of these, integers beyond 64 bits that a `float64` does not hold to the last digit.
    pub rounded: Noted,
    /// Keys that their map has already. All go into the gob, and of these Go takes the last.
    pub repeated_keys: Noted,
    /// Texts that in the stream of the [`Schema`](super::Schema) stood for another form of the value than they stand for in JSON: a time at offset 0 that is not UTC, a decimal with zeros at its end,
    /// a number that was nil, another NaN.
    pub usual_forms: Noted,
}

/// How many of a kind there were, and where the first was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// How many.
    pub count: u64,
    /// The number of the first one's value, from 1; 0 if there is none.
    pub value: u64,
    /// The way to the first, from the top of its value.
    pub path: Box<str>,
}

impl Noted {
    /// Counts one more, in the value of this number.
    pub(super) fn add(&mut self, value: u64, b: &ValueBuilder) {
        self.count += 1;
        if self.count == 1 {
            (self.value, self.path) = (value, b.path().into());
        }
    }
}

/// The keys that an open map has had, by their hashes.
#[derive(Debug, Default)]
pub(super) struct Keys(HashSet<u64>);

impl Keys {
    /// Whether a key was there before. A key that holds a NaN is equal to none.
    pub(super) fn has_had(&mut self, key: &Value) -> bool {
        let mut hasher = self.0.hasher().build_hasher();
        match key {
            Value::String(text) => text.hash(&mut hasher),
            key if key.events().any(|event| any_float(&event, f64::is_nan)) => return false,
            key => key.events().for_each(|event| hash(&event, &mut hasher)),
        }
        !self.0.insert(hasher.finish())
    }
}

/// What makes keys different, as Go compares them.
fn hash(event: &Event<'_>, hasher: &mut impl Hasher) {
    // Zeros are equal whatever their sign.
    let bits = |v: f64| (v + 0.0).to_bits();
    discriminant(event).hash(hasher);
    match event {
        Event::Bool(v) => v.hash(hasher),
        Event::Int(v) => v.hash(hasher),
        Event::Uint(v) => v.hash(hasher),
        Event::Float(v) => bits(*v).hash(hasher),
        Event::Complex(re, im) => (bits(*re), bits(*im)).hash(hasher),
        Event::String(bytes) | Event::Bytes(bytes) | Event::Opaque(_, bytes) | Event::Interface(bytes, _) => bytes.hash(hasher),
        Event::Bools(run) => run.hash(hasher),
        Event::Ints(run) => run.hash(hasher),
        Event::Uints(run) => run.hash(hasher),
        Event::Floats(run) => run.iter().for_each(|v| bits(*v).hash(hasher)),
        Event::Complexes(run) => run.iter().for_each(|(re, im)| (bits(*re), bits(*im)).hash(hasher)),
        Event::Field(i) => i.hash(hasher),
        _ => {}
    }
}

/// Whether one of the floats in it is so; complex numbers are two.
pub(super) fn any_float(event: &Event<'_>, is: impl Fn(f64) -> bool) -> bool {
    match event {
        Event::Float(v) => is(*v),
        Event::Complex(re, im) => is(*re) || is(*im),
        Event::Floats(run) => run.iter().any(|v| is(*v)),
        Event::Complexes(run) => run.iter().any(|(re, im)| is(*re) || is(*im)),
        _ => false,
    }
}
