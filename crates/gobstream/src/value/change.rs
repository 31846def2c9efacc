//! Values changed where they are: into the one form that equal values share, and to other names.

use super::{Items, Map, Struct, Text, Value};
use crate::encode::Encoder;
use crate::types::Kind;
use crate::wire::get_uint;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem::take;

impl Value {
    /// Puts maps into the order of their keys, and takes out fields that are zero, which Go does not send: so values that say the same are written alike, by an
    /// encoder that has written the same before. Numbers and texts are in their own order, other keys in that of their bytes; of keys that come
    /// several times the order stays. (Maps inside keys, which Go does not have, stay as they are.)
    ///
    /// ```
    /// use gobstream::{Stream, Value};
    /// // map[string]int{"b": 1, "a": 0}
    /// let bytes = b"\x0e\xff\x81\x04\x01\x02\xff\x82\x00\x01\x0c\x01\x04\x00\x00\x0a\xff\x82\x00\x02\x01b\x02\x01a\x00";
    /// let mut map = Stream::from_slice(bytes).next_value()?.expect("one value");
    /// map.canonicalize();
    /// assert_eq!(map, gobstream::Stream::from_slice(&gobstream::to_vec(&std::collections::BTreeMap::from([("a", 0isize), ("b", 1)]))?).next_value()?.expect("one value"));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn canonicalize(&mut self) {
        each(self, |value| match value {
            Value::Struct(s) => s.drop_zeros(),
            Value::Map(map) => map.sort(),
            _ => {}
        });
    }

    /// Gives what interfaces hold other names, where `name` gives one for what is held and the name that its type is registered by.
    ///
    /// ```
    /// use gobstream::{Stream, Text, Value};
    /// // interface{}(int(3)), in a []interface{}
    /// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x10\x00\x00\x0c\xff\x82\x00\x01\x03int\x04\x02\x00\x06";
    /// let mut value = Stream::from_slice(bytes).next_value()?.expect("one value");
    /// value.rename(|held| (held.name() == "int").then(|| Text::from("main.Number")));
    /// assert!(format!("{value:?}").contains("main.Number"));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn rename(&mut self, mut name: impl FnMut(&super::Interface) -> Option<Text>) {
        each(self, |value| {
            let Value::Interface(Some(interface)) = value else { return };
            if let Some(new) = name(interface) {
                interface.name = new;
            }
        });
    }
}

impl Value {
    /// Whether Go leaves out a field that has this value: numbers, texts and slices that are zero, nil interfaces; never structs, arrays,
    /// opaque values, and maps that are there.
    ///
    /// ```
    /// use gobstream::Value;
    /// assert!(Value::Float(-0.0).is_zero() && !Value::Int(1).is_zero());
    /// ```
    pub fn is_zero(&self) -> bool {
        match self {
            Value::Bool(v) => !v,
            Value::Int(v) => *v == 0,
            Value::Uint(v) => *v == 0,
            Value::Float(v) => *v == 0.0,
            Value::Complex(re, im) => *re == 0.0 && *im == 0.0,
            Value::String(text) => text.0.is_empty(),
            Value::Bytes(bytes) => bytes.is_empty(),
            Value::List(list) => list.ty.kind() == Kind::Slice && list.items.is_empty(),
            Value::Interface(interface) => interface.is_none(),
            Value::Struct(_) | Value::Map(_) | Value::Opaque(_) => false,
        }
    }
}

/// Shows a value and all its parts, each before its own parts.
fn each(value: &mut Value, mut see: impl FnMut(&mut Value)) {
    let mut open = Vec::from([value]);
    while let Some(value) = open.pop() {
        see(value);
        match value {
            Value::Struct(s) => open.extend(s.fields.iter_mut().map(|field| &mut field.1)),
            Value::Map(map) => open.extend(&mut map.parts),
            Value::Interface(Some(interface)) => open.push(&mut interface.value),
            Value::List(list) => {
                if let Items::Values(values) = &mut list.items {
                    open.extend(values);
                }
            }
            _ => {}
        }
    }
}

impl Struct {
    fn drop_zeros(&mut self) {
        if self.fields.iter().any(|field| field.1.is_zero()) {
            let fields = take(&mut self.fields).into_vec();
            self.fields = fields.into_iter().filter(|field| !field.1.is_zero()).collect::<Vec<_>>().into_boxed_slice();
        }
    }
}

impl Map {
    fn sort(&mut self) {
        let mut parts = take(&mut self.parts).into_iter();
        let mut pairs = Vec::with_capacity(parts.len() / 2);
        while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
            pairs.push((key, value));
        }
        match pairs.first().map(|pair| pair.0.is_leaf() && !matches!(pair.0, Value::Opaque(_) | Value::Interface(_))) {
            Some(true) => pairs.sort_by(|a, b| compare(&a.0, &b.0)),
            _ => pairs.sort_by_cached_key(|pair| bytes(&pair.0)),
        }
        self.parts = pairs.into_iter().flat_map(|(key, value)| [key, value]).collect();
    }
}

/// Keys of one kind that are no more than they are.
fn compare(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Uint(a), Value::Uint(b)) => a.cmp(b),
        (Value::Float(a), Value::Float(b)) => a.total_cmp(b),
        (Value::Complex(a, b), Value::Complex(c, d)) => a.total_cmp(c).then(b.total_cmp(d)),
        (Value::String(a), Value::String(b)) => a.cmp(b),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        _ => Ordering::Equal,
    }
}

/// Other keys by what is written of them, behind definitions and the length. What cannot be written is refused where the map is.
fn bytes(key: &Value) -> Box<[u8]> {
    let mut encoder = Encoder::to_vec();
    let written = encoder.encode_value(key);
    encoder.sink_mut().clear();
    let message = written.and_then(|()| encoder.encode_value(key)).map_or(Vec::new(), |()| encoder.into_sink());
    let length = get_uint(&message).map_or(0, |(_, length)| length);
    message.get(length..).unwrap_or_default().into()
}
