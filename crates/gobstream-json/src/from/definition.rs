//! Definitions of the typed form.

use super::bad;
use super::misfit::Misfit;
use super::text::{base64, built_in};
use super::world::World;
use crate::error::{Error, Result};
use gobstream::known::Marshaler;
use gobstream::{Definition, Kind, Type};
use jsonstream::{Kind as Json, Reader, Source};

/// A member of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Member {
    Type,
    Name,
    Id,
    Struct,
    Slice,
    Array,
    Len,
    Map,
    Opaque,
}

impl Member {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "type" => Member::Type,
            "name" => Member::Name,
            "id" => Member::Id,
            "struct" => Member::Struct,
            "slice" => Member::Slice,
            "array" => Member::Array,
            "len" => Member::Len,
            "map" => Member::Map,
            "opaque" => Member::Opaque,
            _ => return None,
        })
    }
}

/// A definition of which not all members are there yet.
#[derive(Debug, Default)]
pub(super) struct Draft {
    id: Option<i32>,
    name: Vec<u8>,
    inner_id: Option<i64>,
    kind: Option<Kind>,
    parts: Vec<(Vec<u8>, i32)>,
    len: i64,
}

#[cold]
pub(super) fn misfit<I: Source>(json: &Reader<I>, text: impl Into<String>) -> Error {
    Error::Misfit(Misfit::bad_json(None, text).at(json.token_offset()))
}

/// The definitions of an array that has begun.
pub(super) fn list<I: Source>(json: &mut Reader<I>, world: &mut World) -> Result<Vec<Type>> {
    let mut types = Vec::new();
    while json.next_element().map_err(bad)? {
        let mut draft = Draft::default();
        json.begin_object().map_err(bad)?;
        while let Some(member) = json.next_key().map_err(bad)?.map(Member::of) {
            let member = member.ok_or_else(|| misfit(json, "a definition has no such member"))?;
            draft.member(member, json)?;
        }
        types.push(draft.define(json, |definition| world.types().define_inside(definition))?);
    }
    Ok(types)
}

impl Draft {
    /// Reads a member whose name was read.
    pub(super) fn member<I: Source>(&mut self, member: Member, json: &mut Reader<I>) -> Result<()> {
        match member {
            Member::Type => self.id = Some(json.int().map_err(bad)?),
            Member::Name => self.name = name(json)?,
            Member::Id => self.inner_id = Some(json.int().map_err(bad)?),
            Member::Struct => self.fields(json)?,
            Member::Slice => self.one(Kind::Slice, json)?,
            Member::Array => self.one(Kind::Array, json)?,
            Member::Len => self.len = json.int().map_err(bad)?,
            Member::Map => self.pair(json)?,
            Member::Opaque => {
                let name = json.str().map_err(bad)?;
                let marshaler = marshaler(name);
                self.kind = Some(Kind::Opaque(marshaler.ok_or_else(|| misfit(json, "none of gob, binary, text"))?));
            }
        }
        Ok(())
    }

    fn fields<I: Source>(&mut self, json: &mut Reader<I>) -> Result<()> {
        self.kind = Some(Kind::Struct);
        json.begin_array().map_err(bad)?;
        while json.next_element().map_err(bad)? {
            json.begin_array().map_err(bad)?;
            element(json)?;
            let name = name(json)?;
            element(json)?;
            self.parts.push((name, reference(json)?));
            end(json)?;
        }
        Ok(())
    }

    fn one<I: Source>(&mut self, kind: Kind, json: &mut Reader<I>) -> Result<()> {
        self.kind = Some(kind);
        self.parts.push((Vec::new(), reference(json)?));
        Ok(())
    }

    fn pair<I: Source>(&mut self, json: &mut Reader<I>) -> Result<()> {
        self.kind = Some(Kind::Map);
        json.begin_array().map_err(bad)?;
        for _ in 0..2 {
            element(json)?;
            self.parts.push((Vec::new(), reference(json)?));
        }
        end(json)
    }

    /// Takes the definition in.
    pub(super) fn define<I: Source>(
        self,
        json: &Reader<I>,
        define: impl FnOnce(&Definition) -> gobstream::Result<Type>,
    ) -> Result<Type> {
        let Some(id) = self.id else { return Err(misfit(json, "a definition without \"type\", its id")) };
        let Draft { name, inner_id, kind, parts, len, .. } = self;
        let (inner_id, kind) = (inner_id.unwrap_or(id.into()), kind.unwrap_or(Kind::Undefined));
        let defined = define(&Definition { id, name, inner_id, kind, parts, len });
        defined.map_err(|error| Error::Misfit(Box::<Misfit>::from(error).at(json.token_offset())))
    }
}

fn marshaler(name: &str) -> Option<Marshaler> {
    Some(match name {
        "gob" => Marshaler::Gob,
        "binary" => Marshaler::Binary,
        "text" => Marshaler::Text,
        _ => return None,
    })
}

fn element<I: Source>(json: &mut Reader<I>) -> Result<()> {
    match json.next_element().map_err(bad)? {
        true => Ok(()),
        false => Err(misfit(json, "an array of two must be here")),
    }
}

fn end<I: Source>(json: &mut Reader<I>) -> Result<()> {
    match json.next_element().map_err(bad)? {
        false => Ok(()),
        true => Err(misfit(json, "an array of two must be here")),
    }
}

/// A type: the name of a built-in one, or an id.
pub(super) fn reference<I: Source>(json: &mut Reader<I>) -> Result<i32> {
    if json.peek().map_err(bad)? == Json::Number {
        return json.int().map_err(bad);
    }
    let id = built_in(json.str().map_err(bad)?);
    id.ok_or_else(|| {
        misfit(json, "a type must be here: an id, or one of bool, int, uint, float, bytes, string, complex, interface")
    })
}

/// A string, or `{"$base64":B64}`.
fn name<I: Source>(json: &mut Reader<I>) -> Result<Vec<u8>> {
    if json.peek().map_err(bad)? == Json::String {
        return Ok(json.str().map_err(bad)?.as_bytes().to_vec());
    }
    json.begin_object().map_err(bad)?;
    if json.next_key().map_err(bad)? != Some("$base64") {
        return Err(misfit(json, "a string or {\"$base64\":…} must be here"));
    }
    let bytes = bytes(json)?;
    match json.next_key().map_err(bad)? {
        None => Ok(bytes),
        Some(_) => Err(misfit(json, "a string or {\"$base64\":…} must be here")),
    }
}

/// A string of base64.
pub(super) fn bytes<I: Source>(json: &mut Reader<I>) -> Result<Vec<u8>> {
    let bytes = base64(json.str().map_err(bad)?);
    bytes.ok_or_else(|| misfit(json, "a string that is no base64"))
}
