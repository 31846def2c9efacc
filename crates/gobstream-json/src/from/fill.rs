//! JSON into a value of a known type: token by token, with a stack of its own.

use super::misfit::{Misfit, Result};
use super::notes::Keys;
use super::text;
use super::world::World;
use crate::picture::{BadUtf8, Bytes, Ints, MapKeys, NonFinite};
use gobstream::{ErrorKind, Kind, Type, ValueBuilder};
use jsonstream::{Event, Number, Reader};

/// JSON that has begun and not ended.
#[derive(Debug)]
enum Open {
    /// `{"X":1}`, a struct.
    Struct,
    /// `[1,2]`
    List,
    /// `{"a":1}`, a map.
    Map(Keys),
    /// `[[1,"a"]]`, a map; `[1,"a"]` in it, and how much of it has come.
    Pairs(Keys),
    Pair(u8),
    /// `[re,im]`
    Complex(Vec<f64>),
    /// `[1,2,255]`, bytes.
    Bytes(Vec<u8>),
    /// `{"$base64":"/28="}`
    Base64(Option<Vec<u8>>),
    /// `{"$type":"main.Point","$id":64,"$defs":[…],"$value":…}`
    Tag(Tag),
    /// `{`, in an interface: which of the two only the first name tells.
    Any,
}

/// What is known of an interface, and which of its members comes next.
#[derive(Debug, Default)]
struct Tag {
    at: Member,
    name: Option<Vec<u8>>,
    id: Option<i32>,
    definitions: Vec<Type>,
    is_filled: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Member {
    #[default]
    None,
    Type,
    Id,
    Definitions,
    Value,
}

/// What a token came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    More,
    /// An array of definitions begins.
    Definitions,
    Whole,
}

/// JSON of one value on its way into a builder.
#[derive(Debug, Default)]
pub(super) struct Fill {
    open: Vec<Open>,
    /// Keys of maps that are read as JSON text in JSON text: each level at least doubles the text.
    texts: u8,
}

/// Levels of text in text.
const TEXTS: u8 = 30;

impl Fill {
    /// Takes in the next token of a value.
    pub(super) fn take(&mut self, event: Event<'_>, b: &mut ValueBuilder, world: &mut World) -> Result<Step> {
        match (self.open.last_mut(), event) {
            (Some(Open::Struct), Event::Key(name)) => world.field(name, b)?,
            (Some(Open::Struct | Open::Map(_)), Event::EndObject) | (Some(Open::List | Open::Pairs(_)), Event::EndArray) => {
                self.end(b, world)?
            }
            (Some(Open::Map(_)), Event::Key(name)) => self.key(name, b, world)?,
            (Some(Open::Pairs(_)), Event::BeginArray) => self.open.push(Open::Pair(0)),
            (Some(Open::Pairs(_)), _) => return Err(Misfit::bad_json(Some(b), "a pair [key, value] must be here")),
            (Some(Open::Pair(2)), Event::EndArray) => drop(self.open.pop()),
            (Some(Open::Pair(2)), _) | (Some(Open::Pair(_)), Event::EndArray) => {
                return Err(Misfit::bad_json(Some(b), "a pair has a key and a value"));
            }
            (Some(Open::Pair(n)), event) => {
                *n += 1;
                if *n == 2 {
                    self.note_key(b, world);
                }
                self.value(event, b, world)?;
            }
            (Some(Open::Complex(_)), event) => self.complex(event, b, world)?,
            (Some(Open::Bytes(_)), event) => self.byte(event, b)?,
            (Some(Open::Base64(_)), event) => self.base64(event, b)?,
            (Some(Open::Tag(_)), event) => return self.tag(event, b, world),
            (Some(Open::Any), Event::Key("$type")) => {
                self.open.pop();
                self.open.push(Open::Tag(Tag { at: Member::Type, ..Tag::default() }));
            }
            (Some(Open::Any), event) => return self.any(event, b, world),
            (_, event) => self.value(event, b, world)?,
        }
        Ok(if self.open.is_empty() { Step::Whole } else { Step::More })
    }

    /// An object in an interface that is no tag.
    fn any(&mut self, event: Event<'_>, b: &mut ValueBuilder, world: &mut World) -> Result<Step> {
        self.open.pop();
        world.default_of("map[string]interface {}", b)?;
        b.begin()?;
        self.open.push(Open::Map(Keys::default()));
        self.take(event, b, world)
    }

    /// Definitions that stood in an interface.
    pub(super) fn definitions(&mut self, definitions: Vec<Type>) {
        if let Some(Open::Tag(tag)) = self.open.last_mut() {
            tag.definitions = definitions;
        }
    }

    fn end(&mut self, b: &mut ValueBuilder, world: &World) -> Result<()> {
        self.open.pop();
        let is_field = matches!(self.open.last(), Some(Open::Struct));
        let is_unsent = |ty: &Type| match ty.kind() {
            Kind::Slice => true,
            // So a nil pointer to an array is shown.
            Kind::Array => ty.array_len() != Some(0),
            _ => false,
        };
        if is_field && world.omits_zeros && b.parts() == 0 && b.open_type().is_some_and(is_unsent) {
            b.abandon();
        } else {
            b.end()?;
        }
        Ok(())
    }

    /// A value, or its first token.
    fn value(&mut self, event: Event<'_>, b: &mut ValueBuilder, world: &mut World) -> Result<()> {
        let Some(kind) = b.next_kind() else { return Err(b.misfit(found(&event)).into()) };
        let may_be_unsent = world.omits_zeros && matches!(self.open.last(), Some(Open::Struct));
        if may_be_unsent && is_zero(kind, &event, world) {
            b.no_field();
            return Ok(());
        }
        match (kind, event) {
            (Kind::Interface, Event::Null) => drop(b.nil()?),
            (Kind::Interface, event) => self.interface(event, b, world)?,
            (Kind::Bool, Event::Bool(v)) => drop(b.bool(v)?),
            (Kind::Int | Kind::Uint, Event::Number(n)) => integer(n, b)?,
            (Kind::Int | Kind::Uint, Event::String(s)) if world.picture.ints == Ints::String => integer_text(s, b)?,
            (Kind::Float, event) => drop(b.float(float(&event, b, world)?)?),
            (Kind::Complex, Event::BeginArray) => self.open.push(Open::Complex(Vec::new())),
            (Kind::String, Event::String(s)) => drop(b.string(s.as_bytes())?),
            (Kind::String, Event::BeginObject) if world.picture.bad_utf8 == BadUtf8::Tag => self.open.push(Open::Base64(None)),
            (Kind::Bytes, Event::String(s)) => bytes(s, b, world)?,
            (Kind::Bytes, Event::BeginArray) if world.picture.bytes == Bytes::Array => self.open.push(Open::Bytes(Vec::new())),
            (Kind::Bytes, Event::BeginObject) if world.picture.bytes == Bytes::Text => self.open.push(Open::Base64(None)),
            (Kind::Opaque(_), Event::String(s)) => {
                let ty = b.next_type().cloned();
                let payload = ty.as_ref().and_then(|ty| text::opaque(ty, s, world));
                let payload = payload.ok_or_else(|| b.misfit("text that says no such value, or not all of it"))?;
                if let Some(ty) = &ty {
                    world.note_form(ty, s, b);
                }
                b.opaque(&payload)?;
            }
            (Kind::Opaque(_), Event::BeginObject) if world.is_typed() => self.open.push(Open::Base64(None)),
            (Kind::Struct, Event::BeginObject) => self.begin(Open::Struct, b)?,
            (Kind::Array | Kind::Slice, Event::BeginArray) => self.begin(Open::List, b)?,
            (Kind::Map, Event::BeginObject) if has_text_keys(b, world) => self.begin(Open::Map(Keys::default()), b)?,
            (Kind::Map, Event::BeginArray) if !has_text_keys(b, world) => self.begin(Open::Pairs(Keys::default()), b)?,
            (_, event) => return Err(b.misfit(found(&event)).into()),
        }
        Ok(())
    }

    fn begin(&mut self, open: Open, b: &mut ValueBuilder) -> Result<()> {
        b.begin()?;
        self.open.push(open);
        Ok(())
    }

    // ---- interfaces

    fn interface(&mut self, event: Event<'_>, b: &mut ValueBuilder, world: &mut World) -> Result<()> {
        if world.is_typed() || world.picture.type_names {
            if event != Event::BeginObject {
                return Err(Misfit::bad_json(Some(b), "an interface must be null or {\"$type\":…,\"$value\":…}"));
            }
            self.open.push(Open::Tag(Tag::default()));
            return Ok(());
        }
        match event {
            Event::BeginObject => self.open.push(Open::Any),
            Event::BeginArray => {
                world.default_of("[]interface {}", b)?;
                self.begin(Open::List, b)?;
            }
            Event::Bool(v) => drop(world.counted(b).bool(v)?),
            Event::String(s) => drop(world.counted(b).string(s.as_bytes())?),
            Event::Number(n) => match (n.as_i64(), n.as_u64()) {
                (Some(v), _) => drop(world.counted(b).int(v)?),
                (_, Some(v)) => drop(world.counted(b).uint(v)?),
                _ => {
                    let v = n.as_f64().ok_or_else(|| out_of_range(n, b))?;
                    world.note_rounded(n, v, b);
                    world.counted(b).float(v)?;
                }
            },
            event => return Err(b.misfit(found(&event)).into()),
        }
        Ok(())
    }

    fn tag(&mut self, event: Event<'_>, b: &mut ValueBuilder, world: &mut World) -> Result<Step> {
        let Some(Open::Tag(tag)) = self.open.last_mut() else { return Ok(Step::More) };
        match (tag.at, event) {
            (Member::None, Event::Key(name)) => {
                tag.at =
                    member(name).ok_or_else(|| Misfit::bad_json(Some(b), "an interface has $type, $id, $defs and $value"))?;
                if tag.at == Member::Value {
                    tag.open(b, world)?;
                }
                return Ok(Step::More);
            }
            (Member::None, Event::EndObject) if tag.is_filled => drop(self.open.pop()),
            (Member::None, _) => return Err(Misfit::bad_json(Some(b), "an interface without $value")),
            (Member::Type, Event::String(s)) => tag.name = Some(s.as_bytes().to_vec()),
            (Member::Type, Event::BeginObject) if world.picture.bad_utf8 == BadUtf8::Tag => {
                self.open.push(Open::Base64(None));
                return Ok(Step::More);
            }
            (Member::Id, Event::String(s)) => tag.id = text::built_in(s),
            (Member::Id, Event::Number(n)) => tag.id = n.as_i64().and_then(|id| i32::try_from(id).ok()),
            (Member::Definitions, Event::BeginArray) => {
                tag.at = Member::None;
                return Ok(Step::Definitions);
            }
            (Member::Value, event) => {
                (tag.at, tag.is_filled) = (Member::None, true);
                self.value(event, b, world)?;
                return Ok(Step::More);
            }
            (_, event) => return Err(Misfit::bad_json(Some(b), format!("{} in the tag of an interface", found(&event)))),
        }
        if let Some(Open::Tag(tag)) = self.open.last_mut() {
            tag.at = Member::None;
        }
        Ok(if self.open.is_empty() { Step::Whole } else { Step::More })
    }

    // ---- what is whole at its end only

    fn complex(&mut self, event: Event<'_>, b: &mut ValueBuilder, world: &mut World) -> Result<()> {
        let Some(Open::Complex(parts)) = self.open.last_mut() else { return Ok(()) };
        if event != Event::EndArray {
            parts.push(float(&event, b, world)?);
            return if parts.len() > 2 { Err(Misfit::bad_json(Some(b), "a complex number has two parts")) } else { Ok(()) };
        }
        let [re, im] = parts[..] else { return Err(Misfit::bad_json(Some(b), "a complex number has two parts")) };
        self.open.pop();
        if world.omits_zeros && matches!(self.open.last(), Some(Open::Struct)) && (re.to_bits(), im.to_bits()) == (0, 0) {
            b.no_field();
        } else {
            b.complex(re, im)?;
        }
        Ok(())
    }

    fn byte(&mut self, event: Event<'_>, b: &mut ValueBuilder) -> Result<()> {
        let Some(Open::Bytes(bytes)) = self.open.last_mut() else { return Ok(()) };
        match event {
            Event::Number(n) => {
                let byte = n.as_u64().and_then(|v| u8::try_from(v).ok());
                bytes.push(byte.ok_or_else(|| Misfit::of_kind(ErrorKind::OutOfRange, b, format!("{n} does not fit a byte")))?);
            }
            Event::EndArray => {
                let bytes = std::mem::take(bytes);
                self.open.pop();
                if bytes.is_empty() && matches!(self.open.last(), Some(Open::Struct)) {
                    b.no_field();
                } else {
                    b.bytes(&bytes)?;
                }
            }
            event => return Err(b.misfit(found(&event)).into()),
        }
        Ok(())
    }

    fn base64(&mut self, event: Event<'_>, b: &mut ValueBuilder) -> Result<()> {
        let Some(Open::Base64(bytes)) = self.open.last_mut() else { return Ok(()) };
        match event {
            Event::Key("$base64") if bytes.is_none() => {}
            Event::String(s) => *bytes = Some(text::base64(s).ok_or_else(|| Misfit::bad_json(Some(b), "no base64"))?),
            Event::EndObject if bytes.is_some() => {
                let bytes = bytes.take().unwrap_or_default();
                self.open.pop();
                if let Some(Open::Tag(tag)) = self.open.last_mut()
                    && tag.at == Member::Type
                {
                    (tag.at, tag.name) = (Member::None, Some(bytes));
                    return Ok(());
                }
                put_bytes(&bytes, b)?;
            }
            _ => return Err(Misfit::bad_json(Some(b), "{\"$base64\":…} must be here")),
        }
        Ok(())
    }

    // ---- keys

    fn key(&mut self, name: &str, b: &mut ValueBuilder, world: &mut World) -> Result<()> {
        let kind = b.next_kind().unwrap_or(Kind::Undefined);
        let picture = &world.picture;
        let is_text = match kind {
            Kind::Bytes => picture.bytes != Bytes::Array,
            Kind::Opaque(_) => true,
            Kind::Int | Kind::Uint => picture.ints == Ints::String,
            Kind::Float => picture.non_finite == NonFinite::String && matches!(name, "NaN" | "+Inf" | "-Inf"),
            _ => false,
        };
        if kind == Kind::String {
            let bytes = text::key(name, picture.bad_utf8 == BadUtf8::Tag);
            b.string(&bytes.ok_or_else(|| Misfit::bad_json(Some(b), "a key that begins as a tag and is none"))?)?;
        } else {
            let open = std::mem::take(&mut self.open);
            let result = if is_text { self.value(Event::String(name), b, world) } else { self.nested(name, b, world) };
            self.open = open;
            result?;
        }
        self.note_key(b, world);
        Ok(())
    }

    /// A key is whole: that of the innermost map.
    fn note_key(&mut self, b: &ValueBuilder, world: &mut World) {
        let keys = self.open.iter_mut().rev().find_map(|open| match open {
            Open::Map(keys) | Open::Pairs(keys) => Some(keys),
            _ => None,
        });
        if let Some(keys) = keys {
            world.note_key(keys, b);
        }
    }

    /// A key that is JSON in a text.
    fn nested(&mut self, json: &str, b: &mut ValueBuilder, world: &mut World) -> Result<()> {
        if self.texts >= TEXTS {
            return Err(Misfit::of_kind(ErrorKind::TooDeep, b, "keys in keys, nested too deep"));
        }
        self.texts += 1;
        let mut reader = Reader::from_slice_with(json.as_bytes(), &super::read_options());
        let bad = |b: &ValueBuilder| Misfit::bad_json(Some(b), "a key that is not the JSON text of one");
        loop {
            let step = match reader.next_event() {
                Ok(Some(event)) => self.take(event, b, world)?,
                _ => return Err(bad(b)),
            };
            match step {
                Step::More => {}
                Step::Definitions => return Err(bad(b)),
                Step::Whole => break,
            }
        }
        self.texts -= 1;
        reader.end().map_err(|_| bad(b))
    }
}

impl Tag {
    /// Begins what the interface holds.
    fn open(&mut self, b: &mut ValueBuilder, world: &mut World) -> Result<()> {
        let Some(name) = self.name.take() else {
            return Err(Misfit::bad_json(Some(b), "$type, $id and $defs must stand before $value"));
        };
        let ty = world.type_in_interface(&name, self.id, b)?;
        b.interface_with(&name, std::mem::take(&mut self.definitions), &ty)?;
        Ok(())
    }
}

fn member(name: &str) -> Option<Member> {
    Some(match name {
        "$type" => Member::Type,
        "$id" => Member::Id,
        "$defs" => Member::Definitions,
        "$value" => Member::Value,
        _ => return None,
    })
}

/// Whether a field was not sent: it is null, or a zero that Go does not send.
fn is_zero(kind: Kind, event: &Event<'_>, world: &World) -> bool {
    match (kind, event) {
        // With `--nonfinite null` it may be anything but a zero.
        (Kind::Float | Kind::Complex, Event::Null) => world.picture.non_finite != NonFinite::Null,
        (_, Event::Null) | (Kind::Bool, Event::Bool(false)) | (Kind::String | Kind::Bytes, Event::String("")) => true,
        (Kind::Int | Kind::Uint, Event::Number(n)) => n.as_i64() == Some(0),
        (Kind::Int | Kind::Uint, Event::String("0")) => true,
        (Kind::Float, Event::Number(n)) => n.as_f64().is_some_and(|v| v.to_bits() == 0),
        _ => false,
    }
}

/// Whether the map that comes is an object.
fn has_text_keys(b: &ValueBuilder, world: &World) -> bool {
    let key = b.next_type().and_then(Type::key_kind);
    key == Some(Kind::String) || (world.picture.map_keys == MapKeys::String && !world.is_typed())
}

fn integer(n: Number<'_>, b: &mut ValueBuilder) -> Result<()> {
    match (n.as_i64(), n.as_u64()) {
        (Some(v), _) => drop(b.int(v)?),
        (_, Some(v)) => drop(b.uint(v)?),
        _ if n.is_integer() => return Err(out_of_range(n, b)),
        _ => return Err(b.misfit(&format!("{n}")).into()),
    }
    Ok(())
}

#[cold]
fn out_of_range(n: Number<'_>, b: &ValueBuilder) -> Box<Misfit> {
    let n: String = n.as_str().chars().take(40).collect();
    Misfit::of_kind(ErrorKind::OutOfRange, b, format!("{n} is beyond what 64 bits hold"))
}

fn integer_text(s: &str, b: &mut ValueBuilder) -> Result<()> {
    match (s.parse::<i64>(), s.parse::<u64>()) {
        (Ok(v), _) => drop(b.int(v)?),
        (_, Ok(v)) => drop(b.uint(v)?),
        _ => return Err(b.misfit("a string that is no integer of 64 bits").into()),
    }
    Ok(())
}

fn float(event: &Event<'_>, b: &ValueBuilder, world: &mut World) -> Result<f64> {
    match event {
        Event::Number(n) => n.as_f64().ok_or_else(|| out_of_range(*n, b)),
        Event::String(s) if world.picture.non_finite == NonFinite::String => {
            let v = text::non_finite(s, world.is_typed()).ok_or_else(|| b.misfit("a string that is no float"))?;
            world.note_nan(v, b);
            Ok(v)
        }
        event => Err(b.misfit(found(event)).into()),
    }
}

fn bytes(s: &str, b: &mut ValueBuilder, world: &World) -> Result<()> {
    let bytes = match world.picture.bytes {
        Bytes::Text => Some(s.as_bytes().to_vec()),
        Bytes::Hex => text::hex(s),
        Bytes::Base64 => text::base64(s),
        Bytes::Array => None,
    };
    b.bytes(&bytes.ok_or_else(|| b.misfit("a string of another form"))?)?;
    Ok(())
}

fn put_bytes(bytes: &[u8], b: &mut ValueBuilder) -> Result<()> {
    match b.next_kind() {
        Some(Kind::String) => drop(b.string(bytes)?),
        Some(Kind::Bytes) => drop(b.bytes(bytes)?),
        _ => drop(b.opaque(bytes)?),
    }
    Ok(())
}

/// What errors call a token.
pub(super) fn found(event: &Event<'_>) -> &'static str {
    match event {
        Event::Null => "null",
        Event::Bool(_) => "true or false",
        Event::Number(_) => "a number",
        Event::String(_) => "a string",
        Event::Key(_) | Event::BeginObject => "an object",
        Event::BeginArray => "an array",
        Event::EndArray | Event::EndObject => "an end",
    }
}
