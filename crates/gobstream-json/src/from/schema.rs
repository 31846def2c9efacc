//! The types that plain JSON is read with.

use super::forms::Forms;
use crate::error::Result;
use gobstream::{Event, GoKind, GoSource, GoType, Kind, Source, Stream, Type, Types};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// The types of a gob stream, those of its values in order, and those that its interfaces hold, by name; or those of Go source.
///
/// ```
/// use gobstream::Stream;
/// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01";
/// let schema = gobstream_json::Schema::of(&mut Stream::from_slice(bytes))?;
/// assert!(schema.type_of(0).is_some());
/// # Ok::<(), gobstream_json::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// Types of values in a row, with the number of the first value that has another one.
    runs: Vec<(u64, Type)>,
    values: u64,
    pub(super) names: HashMap<Vec<u8>, Type>,
    pub(super) forms: Forms,
}

impl Schema {
    /// Reads a stream to its end. If it holds no values, the one type that no other type needs is that of all values.
    ///
    /// # Errors
    /// The fault in the stream.
    pub fn of<I: Source>(stream: &mut Stream<I>) -> Result<Self> {
        let mut schema = Schema::default();
        let (mut begins, mut built_in) = (true, Types::new());
        while let Some(event) = stream.next_event()? {
            match &event {
                Event::Definition(_) => continue,
                Event::Interface(name, ty) => drop(schema.names.entry(name.to_vec()).or_insert_with(|| (*ty).clone())),
                event => schema.forms.see(event),
            }
            if matches!(event, Event::Done) {
                begins = true;
            } else if std::mem::take(&mut begins) {
                schema.add(top_type(&event, &mut built_in)?);
            }
        }
        if schema.values == 0 {
            schema.runs.extend(root(&stream.take_types().all()?).map(|ty| (u64::MAX, ty)));
        }
        Ok(schema)
    }

    /// The types of Go source: all documents are of the type `name`, which may be any type that can be written in it. Interfaces hold what the source
    /// registers, and what it declares, by package and name.
    ///
    /// ```
    /// let source = "package shop; type Order struct { Lines []Line }; type Line struct { Item string }";
    /// let schema = gobstream_json::Schema::of_go(source, "Order")?;
    /// assert_eq!(schema.type_of(7).map(|ty| ty.name()), Some(&b"Order"[..]));
    /// # Ok::<(), gobstream_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Types::go`].
    pub fn of_go(source: &str, name: &str) -> Result<Self> {
        let (parsed, mut types) = (GoSource::parse(source)?, Types::new());
        // A function without a body would be read as a declaration, nothing as the end: where an element must be, both are no types.
        Types::new().go(&format!("{source}\n[]{name}"))?;
        // Go names what it meets on its way, and the values come first.
        let top = types.go(&format!("{source}\n{name}"))?;
        let mut names = HashMap::new();
        let mut add = |name: Vec<u8>, ty: GoType<'_>| {
            // What cannot be sent is held by no interface.
            if let (Entry::Vacant(place), Ok(ty)) = (names.entry(name), types.go(&ty.to_string())) {
                place.insert(ty);
            }
        };
        parsed.registered().filter(|(_, ty)| ty.kind() != GoKind::Unknown).for_each(|(name, ty)| add(name.to_vec(), ty));
        for (name, ty) in parsed.declared() {
            add(name.into(), ty);
            add(format!("*{name}").into(), ty);
        }
        for basic in GoSource::BASIC {
            let name = format!("[]{basic}");
            names.insert(name.clone().into(), types.go(&name)?);
        }
        Ok(Schema { runs: vec![(u64::MAX, top)], names, ..Schema::default() })
    }

    fn add(&mut self, ty: Option<Type>) {
        let Some(ty) = ty else { return };
        self.values += 1;
        match self.runs.last_mut() {
            Some((end, last)) if *last == ty => *end = self.values,
            _ => self.runs.push((self.values, ty)),
        }
    }

    /// The type of a value, the first being 0: that of the value of this number in the schema's stream, or, if all values there are of one
    /// type, that one.
    pub fn type_of(&self, n: u64) -> Option<&Type> {
        match &self.runs[..] {
            [(_, only)] => Some(only),
            runs => runs.get(runs.partition_point(|run| run.0 <= n)).map(|run| &run.1),
        }
    }

    /// How many values its stream holds.
    pub fn values(&self) -> u64 {
        self.values
    }
}

/// The type of a value that begins so.
fn top_type(event: &Event<'_>, built_in: &mut Types) -> Result<Option<Type>> {
    match event.ty() {
        Some(ty) => Ok(Some(ty.clone())),
        None => Ok(built_in.get(event.type_id())?),
    }
}

/// The one type that is no part of another.
fn root(types: &[Type]) -> Option<Type> {
    let parts = |ty: &Type| {
        let fields = (0..ty.field_count()).filter_map(|i| ty.field_type(i)).collect::<Vec<_>>();
        ty.key().into_iter().chain(ty.elem()).chain(fields)
    };
    let parts: HashSet<i32> =
        types.iter().flat_map(|ty| parts(ty).filter(move |part| part != ty)).map(|part| part.id()).collect();
    let mut roots = types.iter().filter(|ty| !parts.contains(&ty.id()) && ty.kind() != Kind::Undefined);
    match (roots.next(), roots.next()) {
        (Some(root), None) => Some(root.clone()),
        _ => None,
    }
}
