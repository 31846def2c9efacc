//! The typed form back to gob, as plainly as can be: it proves that the form lacks nothing.

use crate::json::{Json, base64, read};
use gobstream::known::Marshaler;
use gobstream_json::opaque_payload;
use std::collections::HashMap;
use std::rc::Rc;

/// The bytes of a stream of which these are the lines.
pub(crate) fn encode(lines: &str) -> Vec<u8> {
    let mut encoder = Encoder::default();
    BUILT_IN.lines().for_each(|line| drop(encoder.define(&read(line))));
    lines.lines().for_each(|line| encoder.line(&read(line)));
    encoder.out
}

/// The types of definitions, which are built in.
const BUILT_IN: &str = r#"{"type":16,"struct":[["ArrayT",17],["SliceT",19],["StructT",20],["MapT",23],["GobEncoderT",24],["BinaryMarshalerT",24],["TextMarshalerT",24]]}
{"type":17,"struct":[["CommonType",18],["Elem","int"],["Len","int"]]}
{"type":18,"struct":[["Name","string"],["Id","int"]]}
{"type":19,"struct":[["CommonType",18],["Elem","int"]]}
{"type":20,"struct":[["CommonType",18],["Field",22]]}
{"type":21,"struct":[["Name","string"],["Id","int"]]}
{"type":22,"slice":21}
{"type":23,"struct":[["CommonType",18],["Key","int"],["Elem","int"]]}
{"type":24,"struct":[["CommonType",18]]}"#;

#[derive(Default)]
struct Encoder {
    types: HashMap<i64, Rc<Json>>,
    out: Vec<u8>,
    /// The message being written, and within it the payloads of interfaces.
    open: Vec<Vec<u8>>,
}

impl Encoder {
    fn line(&mut self, line: &Json) {
        if let Some(raw) = line.get("raw") {
            self.learn(line);
            self.out.extend(base64(raw.text()));
        } else if line.get("type").is_some() {
            let body = self.define(line);
            put_uint(&mut self.out, body.len() as u64);
            self.out.extend(body);
        } else if let Some(of) = line.get("of") {
            self.open = vec![Vec::new()];
            put_int(self.top(), id(of));
            self.payload(id(of), line.get("value").unwrap());
            self.flush();
        } else if let Some(bytes) = line.get("bytes") {
            self.out.extend(base64(bytes.text()));
        }
    }

    /// Takes in the definitions of a line whose bytes are copied.
    fn learn(&mut self, json: &Json) {
        if json.get("type").is_some_and(|id| matches!(id, Json::Number(_))) {
            self.define(json);
        }
        match json {
            Json::Object(members) => members.iter().for_each(|(_, value)| self.learn(value)),
            Json::Array(items) => items.iter().for_each(|item| self.learn(item)),
            _ => {}
        }
    }

    fn top(&mut self) -> &mut Vec<u8> {
        self.open.last_mut().unwrap()
    }

    /// What is written goes out: as a message, or as a chunk of the payload around it.
    fn flush(&mut self) {
        let chunk = self.open.pop().unwrap();
        let around = self.open.last_mut().unwrap_or(&mut self.out);
        put_uint(around, chunk.len() as u64);
        around.extend(chunk);
    }

    /// The bytes of a definition, id first.
    fn define(&mut self, ty: &Json) -> Vec<u8> {
        let id = id(ty.get("type").unwrap());
        self.types.insert(id, Rc::new(ty.clone()));
        let mut out = Vec::new();
        put_int(&mut out, -id);
        if let Some(kind) = kind(ty) {
            out.push(kind + 1);
            put_definition(&mut out, id, ty);
            out.push(0);
        }
        out.push(0);
        out
    }

    fn payload(&mut self, id: i64, value: &Json) {
        if self.types.get(&id).is_none_or(|ty| ty.get("struct").is_none()) {
            self.top().push(0);
        }
        self.value(id, value);
    }

    fn value(&mut self, id: i64, value: &Json) {
        match id {
            1 => self.top().push((*value == Json::Bool(true)).into()),
            2 => put_int(self.top(), value.text().parse().unwrap()),
            3 => put_uint(self.top(), value.text().parse().unwrap()),
            4 => put_float(self.top(), value),
            5 => put_bytes(self.top(), &base64(value.text())),
            6 => put_bytes(self.top(), &text(value)),
            7 => value.items().iter().for_each(|part| put_float(self.top(), part)),
            8 => self.interface(value),
            _ => self.composite(&self.types[&id].clone(), value),
        }
    }

    fn composite(&mut self, ty: &Json, value: &Json) {
        if let Some(fields) = ty.get("struct") {
            self.record(fields.items(), value);
        } else if let Some(elem) = ty.get("slice").or(ty.get("array")) {
            put_uint(self.top(), value.items().len() as u64);
            value.items().iter().for_each(|v| self.value(id(elem), v));
        } else if let Some(map) = ty.get("map") {
            self.map(id(&map.items()[0]), id(&map.items()[1]), value);
        } else {
            self.opaque(ty, value);
        }
    }

    fn record(&mut self, fields: &[Json], value: &Json) {
        let Json::Object(members) = value else { panic!("a struct that is {value:?}") };
        let number = |name: &str| match name.strip_prefix('$') {
            Some(number) => number.parse().unwrap(),
            None => fields.iter().position(|f| text(&f.items()[0]) == name.as_bytes()).expect("a field"),
        };
        let mut sent: Vec<_> = members.iter().map(|(name, value)| (number(name), value)).collect();
        sent.sort_by_key(|(number, _)| *number);
        let mut next = 0;
        for (number, value) in sent {
            put_uint(self.top(), (number + 1 - next) as u64);
            self.value(id(&fields[number].items()[1]), value);
            next = number + 1;
        }
        self.top().push(0);
    }

    fn map(&mut self, key: i64, elem: i64, value: &Json) {
        let pairs: Vec<(Json, &Json)> = match value {
            Json::Object(members) => members.iter().map(|(key, value)| (key_of(key), value)).collect(),
            pairs => pairs.items().iter().map(|pair| (pair.items()[0].clone(), &pair.items()[1])).collect(),
        };
        put_uint(self.top(), pairs.len() as u64);
        for (k, v) in pairs {
            self.value(key, &k);
            self.value(elem, v);
        }
    }

    fn opaque(&mut self, ty: &Json, value: &Json) {
        let marshaler = match ty.get("opaque").unwrap().text() {
            "gob" => Marshaler::Gob,
            "binary" => Marshaler::Binary,
            _ => Marshaler::Text,
        };
        let bytes = match value {
            Json::String(s) => opaque_payload(&ty.get("name").map_or(vec![], text), marshaler, s).expect("a text we know"),
            tagged => base64(tagged.get("$base64").unwrap().text()),
        };
        put_bytes(self.top(), &bytes);
    }

    fn interface(&mut self, value: &Json) {
        if *value == Json::Null {
            return self.top().push(0);
        }
        let name = text(value.get("$type").unwrap());
        put_bytes(self.top(), &name);
        for ty in value.get("$defs").map_or(&[][..], Json::items) {
            let body = self.define(ty);
            self.top().extend(body);
            self.flush();
            self.open.push(Vec::new());
        }
        let id = value.get("$id").map_or_else(|| implied(&name), id);
        put_int(self.top(), id);
        self.open.push(Vec::new());
        self.payload(id, value.get("$value").unwrap());
        self.flush();
    }
}

fn implied(name: &[u8]) -> i64 {
    let name = std::str::from_utf8(name).unwrap();
    let kinds = ["", "bool", "int", "uint", "float", "[]uint8", "string", "complex"];
    let found = kinds.iter().rposition(|kind| !kind.is_empty() && name.starts_with(kind));
    found.unwrap_or_else(|| panic!("{name} implies no type")) as i64
}

/// The id that a reference means.
fn id(reference: &Json) -> i64 {
    let names = ["", "bool", "int", "uint", "float", "bytes", "string", "complex", "interface"];
    match reference {
        Json::String(name) => names.iter().position(|n| n == name).expect("a built-in type") as i64,
        number => number.text().parse().unwrap(),
    }
}

/// A string that may be tagged bytes.
fn text(value: &Json) -> Vec<u8> {
    value.get("$base64").map_or_else(|| value.text().into(), |tagged| base64(tagged.text()))
}

/// A key that may be the text of tagged bytes.
fn key_of(key: &str) -> Json {
    if key.starts_with("{\"$base64\":") { read(key) } else { Json::String(key.into()) }
}

fn kind(ty: &Json) -> Option<u8> {
    let opaque = |name: &str| ty.get("opaque").is_some_and(|opaque| opaque.text() == name);
    let kinds = ["array", "slice", "struct", "map"].map(|kind| ty.get(kind).is_some());
    let kinds = kinds.into_iter().chain(["gob", "binary", "text"].map(opaque));
    kinds.enumerate().find(|(_, is)| *is).map(|(i, _)| i as u8)
}

fn put_definition(out: &mut Vec<u8>, own: i64, ty: &Json) {
    out.push(1);
    let inner = ty.get("id").map_or(own, id);
    put_fields(out, &[Field::Text(ty.get("name").map_or(vec![], text)), Field::Int(inner)]);
    let elem = ty.get("slice").or(ty.get("array")).map(id);
    let parts: Vec<i64> = ty.get("map").map_or(elem.into_iter().collect(), |map| map.items().iter().map(id).collect());
    let len = ty.get("len").map(|len| len.text().parse().unwrap());
    let numbers: Vec<Field> = parts.into_iter().chain(len).map(Field::Int).collect();
    if let Some(fields) = ty.get("struct").map(Json::items).filter(|fields| !fields.is_empty()) {
        out.push(1);
        put_uint(out, fields.len() as u64);
        let field = |f: &Json| [Field::Text(text(&f.items()[0])), Field::Int(id(&f.items()[1]))];
        fields.iter().for_each(|f| put_fields(out, &field(f)));
    }
    put_fields_open(out, &numbers);
}

enum Field {
    Text(Vec<u8>),
    Int(i64),
}

/// A struct of these fields, zeros not sent.
fn put_fields(out: &mut Vec<u8>, fields: &[Field]) {
    put_fields_open(out, fields);
    out.push(0);
}

fn put_fields_open(out: &mut Vec<u8>, fields: &[Field]) {
    let mut delta = 0;
    for field in fields {
        delta += 1;
        match field {
            Field::Text(text) if text.is_empty() => continue,
            Field::Int(0) => continue,
            Field::Text(text) => [vec![delta], bytes(text)].into_iter().for_each(|part| out.extend(part)),
            Field::Int(v) => {
                out.push(delta);
                put_int(out, *v);
            }
        }
        delta = 0;
    }
}

fn bytes(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    put_bytes(&mut out, bytes);
    out
}

fn put_float(out: &mut Vec<u8>, value: &Json) {
    let float = match value.text() {
        "NaN" => f64::from_bits(0x7ff8_0000_0000_0001),
        "+Inf" => f64::INFINITY,
        "-Inf" => f64::NEG_INFINITY,
        text => match text.strip_prefix("NaN:") {
            Some(bits) => f64::from_bits(u64::from_str_radix(bits, 16).unwrap()),
            None => text.parse().unwrap(),
        },
    };
    put_uint(out, float.to_bits().swap_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_uint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn put_int(out: &mut Vec<u8>, v: i64) {
    put_uint(out, (v << 1 ^ v >> 63) as u64);
}

fn put_uint(out: &mut Vec<u8>, v: u64) {
    let bytes = v.to_be_bytes();
    let digits = &bytes[bytes.iter().position(|&b| b != 0).unwrap_or(7)..];
    if v >= 0x80 {
        out.push((digits.len() as u8).wrapping_neg());
    }
    out.extend_from_slice(digits);
}
