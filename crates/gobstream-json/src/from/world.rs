//! What names and ids mean where JSON is read.

use super::forms::Forms;
use super::misfit::{Misfit, Result};
use super::notes::{Keys, Notes};
use crate::path::nearest;
use crate::picture::{BadUtf8, Opaque, Picture};
use crate::typed::implied;
use gobstream::{Definition, ErrorKind, Kind, Type, Types, ValueBuilder};
use jsonstream::Number;
use std::collections::HashMap;

/// The types that JSON refers to.
#[derive(Debug)]
pub(super) struct World {
    /// How values are written; of the typed form, how that writes them.
    pub(super) picture: Picture,
    meaning: Meaning,
    /// Fields that are zero or null are not sent, as Go does not send them.
    pub(super) omits_zeros: bool,
    /// Values begun.
    pub(super) values: u64,
    pub(super) notes: Notes,
    forms: Forms,
    /// By id: the fields of the type that was looked at last.
    fields: HashMap<i32, (Type, HashMap<Vec<u8>, u32>)>,
}

/// By what an interface says which type it holds.
#[derive(Debug)]
enum Meaning {
    /// An id.
    Typed(Types),
    /// A name, under which other values held that type; what is there by default.
    Plain(HashMap<Vec<u8>, Type>, Types),
}

/// A struct of fewer fields is looked through as fast as it is found.
const FEW: usize = 8;

impl World {
    pub(super) fn typed(types: Types) -> Self {
        let picture = Picture { type_names: true, bad_utf8: BadUtf8::Tag, ..Picture::default() };
        Self::new(picture, Meaning::Typed(types), false)
    }

    /// # Errors
    /// None, unless limits are below any use.
    pub(super) fn plain(names: HashMap<Vec<u8>, Type>, forms: Forms, picture: Picture) -> gobstream::Result<Self> {
        let mut types = Types::new();
        let list = |id, kind, parts: &[i32]| {
            let parts = parts.iter().map(|id| (Vec::new(), *id)).collect();
            Definition { id, name: Vec::new(), inner_id: id.into(), kind, parts, len: 0 }
        };
        types.define(&list(64, Kind::Slice, &[8]))?;
        types.define(&list(65, Kind::Map, &[6, 8]))?;
        Ok(World { forms, ..Self::new(picture, Meaning::Plain(names, types), true) })
    }

    fn new(picture: Picture, meaning: Meaning, omits_zeros: bool) -> Self {
        let (fields, notes, forms) = (HashMap::new(), Notes::default(), Forms::default());
        World { picture, meaning, omits_zeros, values: 0, notes, forms, fields }
    }

    pub(super) fn is_typed(&self) -> bool {
        matches!(self.meaning, Meaning::Typed(_))
    }

    /// The types by id, in the typed form.
    pub(super) fn types(&mut self) -> &mut Types {
        match &mut self.meaning {
            Meaning::Typed(types) | Meaning::Plain(_, types) => types,
        }
    }

    /// Counts a value that an interface holds under a type by default.
    pub(super) fn counted<'b>(&mut self, b: &'b mut ValueBuilder) -> &'b mut ValueBuilder {
        self.notes.default_types.add(self.values, b);
        b
    }

    /// Notes an integer that became a float, if that is another number.
    pub(super) fn note_rounded(&mut self, n: Number<'_>, v: f64, b: &ValueBuilder) {
        let (text, shortest, exact) = (n.as_str(), || v.to_string(), || format!("{v:.0}"));
        if n.is_integer() && text != shortest() && text != exact() {
            self.notes.rounded.add(self.values, b);
        }
    }

    /// Notes a key if its map had it before.
    pub(super) fn note_key(&mut self, keys: &mut Keys, b: &ValueBuilder) {
        if !self.is_typed() && b.open_key().is_some_and(|key| keys.has_had(key)) {
            self.notes.repeated_keys.add(self.values, b);
        }
    }

    /// Notes the text of an opaque value that had another form.
    pub(super) fn note_form(&mut self, ty: &Type, text: &str, b: &ValueBuilder) {
        if self.picture.opaque == Opaque::Text && self.forms.has_other(ty, text) {
            self.notes.usual_forms.add(self.values, b);
        }
    }

    /// Notes a NaN if there was another one.
    pub(super) fn note_nan(&mut self, v: f64, b: &ValueBuilder) {
        if v.is_nan() && self.forms.has_other_nan() {
            self.notes.usual_forms.add(self.values, b);
        }
    }

    /// Begins an interface that holds a list or map of interfaces, which are there by default.
    pub(super) fn default_of(&mut self, name: &'static str, b: &mut ValueBuilder) -> Result<()> {
        self.notes.default_types.add(self.values, b);
        let ty = match &mut self.meaning {
            Meaning::Plain(names, types) => match names.get(name.as_bytes()) {
                Some(ty) => Some(ty.clone()),
                None => types.get(if name.starts_with('[') { 64 } else { 65 })?,
            },
            Meaning::Typed(_) => None,
        };
        let ty = ty.ok_or_else(|| b.misfit(name))?;
        b.interface(name.as_bytes(), &ty)?;
        Ok(())
    }

    /// The type of what an interface holds, by its name and id.
    pub(super) fn type_in_interface(&mut self, name: &[u8], id: Option<i32>, b: &ValueBuilder) -> Result<Type> {
        let shown = || String::from_utf8_lossy(name).chars().take(64).collect::<String>();
        let ty = match &mut self.meaning {
            Meaning::Typed(types) => match id.or_else(|| implied(name)) {
                Some(id) => types.get(id)?,
                None => return Err(Misfit::bad_json(Some(b), format!("$type {:?} needs $id, the type's id", shown()))),
            },
            Meaning::Plain(names, types) => match names.get(name) {
                Some(ty) => Some(ty.clone()),
                None => implied(name).map_or(Ok(None), |id| types.get(id))?,
            },
        };
        let text = || format!("no type of {:?} is known here", shown());
        ty.ok_or_else(|| Misfit::of_kind(ErrorKind::UnknownType, b, text()))
    }

    /// The value that comes next is that of this field.
    pub(super) fn field(&mut self, name: &str, b: &mut ValueBuilder) -> Result<()> {
        let Some(ty) = b.open_type().cloned() else { return Err(b.misfit("a field").into()) };
        match self.find_field(name, &ty, b.parts()) {
            Some(index) => drop(b.field_at(index)?),
            None => return Err(no_field(name, &ty, b)),
        }
        Ok(())
    }

    fn find_field(&mut self, name: &str, ty: &Type, next: usize) -> Option<usize> {
        let is = |i: usize| ty.field(i).is_some_and(|f| f.name == name.as_bytes());
        if self.is_typed()
            && let Some(number) = name.strip_prefix('$')
        {
            return number.parse().ok().filter(|i| *i < ty.field_count());
        }
        if is(next) {
            return Some(next);
        }
        if ty.field_count() <= FEW {
            return (0..ty.field_count()).find(|i| is(*i)).or_else(|| self.lossy_field(name, ty));
        }
        if self.fields.get(&ty.id()).is_none_or(|known| known.0 != *ty) {
            self.fields.insert(ty.id(), (ty.clone(), by_name(ty)));
        }
        let found = self.fields.get(&ty.id())?.1.get(name.as_bytes()).map(|i| *i as usize);
        found.or_else(|| self.lossy_field(name, ty))
    }

    /// A field whose name is not UTF-8, as a picture shows it.
    fn lossy_field(&self, name: &str, ty: &Type) -> Option<usize> {
        if self.is_typed() || !name.contains(['\u{fffd}', '$']) {
            return None;
        }
        let tags = self.picture.bad_utf8 == BadUtf8::Tag;
        let wanted = super::text::key(name, tags)?;
        ty.fields().position(|f| if tags { f.name == wanted } else { String::from_utf8_lossy(f.name) == name })
    }
}

/// Fields by their names; of several with one name the first.
fn by_name(ty: &Type) -> HashMap<Vec<u8>, u32> {
    let mut fields = HashMap::with_capacity(ty.field_count());
    for (field, i) in ty.fields().zip(0..) {
        fields.entry(field.name.to_vec()).or_insert(i);
    }
    fields
}

#[cold]
fn no_field(name: &str, ty: &Type, b: &ValueBuilder) -> Box<Misfit> {
    let short: String = name.chars().take(64).collect();
    let title: String = String::from_utf8_lossy(ty.name()).chars().take(64).collect();
    let title = if title.is_empty() { "the struct".into() } else { title };
    let near = nearest::near(ty, &short);
    let hint = if near.is_empty() { nearest::fields(ty) } else { format!("; nearest: {}", near.join(", ")) };
    let path = format!("{}.{}", b.path(), short.escape_debug());
    Misfit::new(ErrorKind::UnknownField.code(), path, format!("{title} has no such field{hint}"))
}
