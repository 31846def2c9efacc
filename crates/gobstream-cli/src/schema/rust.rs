//! Declarations of Rust, with the derive of gobstream.

use super::found::Found;
use super::graph::{Field, Id, Shape, library};
use super::ident::Idents;
use super::plan::Plan;
use super::write::{self, Task, list, spread};
use crate::types;
use gobstream::known::Marshaler;
use std::collections::BTreeSet;

/// Names that the declarations use for something else.
const RESERVED: [&str; 38] = [
    "Self",
    "String",
    "Vec",
    "Option",
    "Box",
    "Some",
    "None",
    "Ok",
    "Err",
    "Result",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Drop",
    "Fn",
    "Iterator",
    "BTreeMap",
    "Gob",
    "Marshal",
    "Value",
    "GobValue",
    "Text",
    "Pairs",
    "Complex",
    "Time",
    "BigInt",
    "BigRat",
    "BigFloat",
    "Addr",
    "AddrPort",
    "Prefix",
    "Url",
    "Marshaler",
];

/// Words that are no names of fields.
const KEYWORDS: [&str; 52] = [
    "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "extern", "false", "fn", "for", "if", "impl",
    "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "static", "struct", "trait", "true", "type",
    "unsafe", "use", "where", "while", "abstract", "become", "box", "do", "final", "macro", "override", "priv", "try", "typeof",
    "unsized", "virtual", "yield", "gen", "self", "super", "crate", "union",
];

/// Arrays up to this length have a default of their own.
const DEFAULTS: u64 = 32;

/// Arrays over this length stand in a box.
const LONG: u64 = 1024;

/// Writes declarations.
pub(super) struct Rust<'a> {
    plan: &'a Plan,
    found: &'a Found,
    names: Vec<Option<String>>,
    /// Types without a default, and without an order.
    no_default: Vec<bool>,
    no_order: Vec<bool>,
    /// Used of gobstream, and of its module `known`.
    used: BTreeSet<&'static str>,
    known: BTreeSet<&'static str>,
    has_maps: bool,
}

impl<'a> Rust<'a> {
    pub(super) fn new(plan: &'a Plan, found: &'a Found) -> Self {
        let shape = |id: Id| &plan.nodes[id].shape;
        let is_array = |id: Id| matches!(shape(id), Shape::Struct(_) | Shape::Array(..));
        let no_default = spread(
            plan,
            |id| match shape(id) {
                Shape::Interface | Shape::Undefined | Shape::Opaque(Marshaler::Text) => true,
                Shape::Array(_, n) => *n > DEFAULTS,
                _ => false,
            },
            |id, part| is_array(id) && !plan.is_pointer(id, part),
        );
        let no_order = spread(
            plan,
            |id| match shape(id) {
                Shape::Float | Shape::Complex | Shape::Interface | Shape::Undefined => true,
                Shape::Opaque(_) => library(&plan.nodes[id]).is_some() || *shape(id) == Shape::Opaque(Marshaler::Text),
                _ => false,
            },
            |_, _| true,
        );
        let names = write::names(plan, &RESERVED);
        Rust { plan, found, names, no_default, no_order, used: BTreeSet::new(), known: BTreeSet::new(), has_maps: false }
    }

    /// The whole file, behind its head; of the types only those that are wanted.
    pub(super) fn file(&mut self, wanted: &[bool], all: bool) -> String {
        let plan = self.plan;
        // What the head names is not used by that.
        (self.used, self.known, self.has_maps) = Default::default();
        let body: String = plan.all().filter(|&id| wanted[id]).map(|id| self.declaration(id)).collect();
        let values = self.values(wanted, all);
        self.uses() + &body + &values
    }

    /// Names for the types of values that are no declarations.
    fn values(&mut self, wanted: &[bool], all: bool) -> String {
        let tops = write::tops(self.plan, self.found, wanted, all);
        let nameless = tops.into_iter().filter(|&id| self.names[id].is_none()).collect::<Vec<_>>();
        let mut idents = Idents::default();
        self.names.iter().flatten().for_each(|name| drop(idents.take(name)));
        let alias = |id| format!("\n/// A value of the stream.\npub type {} = {};\n", idents.take("GobValue"), self.ty(id));
        nameless.into_iter().map(alias).collect()
    }

    fn uses(&self) -> String {
        let mut text = String::new();
        for (path, names) in [("gobstream::known::", &self.known), ("gobstream::", &self.used)] {
            match names.len() {
                0 => {}
                1 => text += &format!("use {path}{};\n", list(names)),
                _ => text += &format!("use {path}{{{}}};\n", list(names)),
            }
        }
        if self.has_maps {
            text += "use std::collections::BTreeMap;\n";
        }
        text
    }

    // ---- types

    /// A type of values at the top.
    pub(super) fn ty(&mut self, id: Id) -> String {
        self.expression(id, None, self.found.has_bad_text)
    }

    /// A type where it is used; `raw`: its strings may be other bytes than UTF-8.
    fn expression(&mut self, id: Id, from: Option<Id>, raw: bool) -> String {
        write::write(id, from, |id, from| self.spell(id, from, raw))
    }

    fn spell(&mut self, id: Id, from: Option<Id>, raw: bool) -> Vec<Task> {
        let Some(name) = self.names[id].clone() else { return self.shape(id, raw) };
        match from.is_some_and(|from| self.plan.is_pointer(from, id)) {
            true => vec![Task::text(format!("Option<Box<{name}>>"))],
            false => vec![Task::text(name)],
        }
    }

    fn shape(&mut self, id: Id, raw: bool) -> Vec<Task> {
        let one = |word: &'static str| vec![Task::text(word)];
        match self.plan.nodes[id].shape {
            Shape::Bool => one("bool"),
            Shape::Int => one("i64"),
            Shape::Uint => one("u64"),
            Shape::Float => one("f64"),
            Shape::Complex => {
                self.used.insert("Complex");
                one("Complex<f64>")
            }
            Shape::String if raw => {
                self.used.insert("Text");
                one("Text")
            }
            Shape::String => one("String"),
            Shape::Bytes => one("Vec<u8>"),
            Shape::Array(elem, n) => {
                let (open, close) = if n > LONG { ("Box<[", "]>") } else { ("[", "]") };
                vec![Task::text(open), Task::Type(elem, Some(id)), Task::text(format!("; {n}{close}"))]
            }
            Shape::Slice(elem) => vec![Task::text("Vec<"), Task::Type(elem, Some(id)), Task::text(">")],
            Shape::Map(key, elem) => {
                let map = self.map(key);
                vec![Task::text(map), Task::Type(key, Some(id)), Task::text(", "), Task::Type(elem, Some(id)), Task::text(">")]
            }
            Shape::Opaque(_) => one(self.library(id)),
            Shape::Interface | Shape::Undefined | Shape::Struct(_) => one(self.any()),
        }
    }

    fn map(&mut self, key: Id) -> &'static str {
        if self.no_order[key] {
            self.used.insert("Pairs");
            return "Pairs<";
        }
        self.has_maps = true;
        "BTreeMap<"
    }

    fn any(&mut self) -> &'static str {
        self.used.insert("Value");
        "Value"
    }

    fn library(&mut self, id: Id) -> &'static str {
        let name = match library(&self.plan.nodes[id]) {
            Some("time.Time") => "Time",
            Some("big.Int") => "BigInt",
            Some("big.Rat") => "BigRat",
            Some("big.Float") => "BigFloat",
            Some("netip.Addr") => "Addr",
            Some("netip.AddrPort") => "AddrPort",
            Some("netip.Prefix") => "Prefix",
            Some("url.URL") => "Url",
            _ => return self.any(),
        };
        self.known.insert(name);
        name
    }

    // ---- declarations

    fn declaration(&mut self, id: Id) -> String {
        let (plan, Some(name)) = (self.plan, self.names[id].clone()) else { return String::new() };
        self.used.insert("Gob");
        let comment = write::comment("", "///", &plan.called(id, &name));
        let derives = self.derives(id);
        let head = |more: &[String]| format!("\n{comment}#[derive({derives}Gob)]\n{}", attribute(more));
        let rename = rename(&plan.nodes[id].name, &name);
        match &plan.nodes[id].shape {
            Shape::Struct(fields) => {
                let (body, is_pascal) = self.fields(id, fields);
                let case = is_pascal.then(|| "rename_all = \"PascalCase\"".to_owned());
                let attributes: Vec<String> = rename.into_iter().chain(case).collect();
                head(&attributes) + &format!("pub struct {name} {{{body}}}\n")
            }
            Shape::Opaque(marshaler) => {
                let method = types::method(*marshaler);
                let attributes: Vec<String> = rename.into_iter().chain([format!("opaque = {method:?}")]).collect();
                self.used.insert("Marshal");
                head(&attributes) + &opaque(&name)
            }
            _ => {
                let under: String = {
                    let raw = self.found.has_bad_text;
                    let tasks = self.shape(id, raw);
                    tasks.into_iter().map(|task| self.part(task, raw)).collect()
                };
                head(&rename.into_iter().collect::<Vec<_>>()) + &format!("pub struct {name}(pub {under});\n")
            }
        }
    }

    fn part(&mut self, task: Task, raw: bool) -> String {
        match task {
            Task::Text(text) => text.into_owned(),
            Task::Type(id, from) => self.expression(id, from, raw),
        }
    }

    fn derives(&self, id: Id) -> String {
        let default = if self.no_default[id] { "" } else { "Default, " };
        let order = if self.no_order[id] { "" } else { "Eq, PartialOrd, Ord, " };
        format!("Clone, Debug, {default}PartialEq, {order}")
    }

    /// The fields of a struct, and whether the case names any of them.
    fn fields(&mut self, id: Id, fields: &[Field]) -> (String, bool) {
        let (mut text, mut is_pascal) = (String::new(), false);
        let (mut seen, mut idents) = (BTreeSet::new(), Idents::default());
        for (i, field) in fields.iter().enumerate() {
            if let Some(why) = self.left_out(field, &mut seen) {
                text += &format!("    // {}: {why}\n", types::plain(&field.name));
                continue;
            }
            let go = String::from_utf8_lossy(&field.name);
            let ident = idents.take(&ident(&go));
            let ty = self.expression(field.ty, Some(id), self.found.bad_text.contains(&(id, i)));
            text += &write::comment("    ", "///", &capital(&self.found.held(id, i)));
            text += &write::comment("    ", "///", &self.plan.other_versions(id, i));
            if pascal(&ident) == go && go.is_ascii() {
                is_pascal = true;
            } else {
                text += &format!("    #[gob(rename = {go:?})]\n");
            }
            text += &format!("    pub {ident}: {ty},\n");
        }
        (if text.is_empty() { text } else { format!("\n{text}") }, is_pascal)
    }

    /// Why a field is not declared.
    fn left_out<'f>(&self, field: &'f Field, seen: &mut BTreeSet<&'f [u8]>) -> Option<&'static str> {
        let first = std::str::from_utf8(&field.name).ok().and_then(|name| name.chars().next());
        if !first.is_some_and(char::is_uppercase) {
            return Some("Go sends no field of this name");
        }
        if self.plan.nodes[field.ty].shape == Shape::Opaque(Marshaler::Text) {
            return Some("it has a type that nothing can receive");
        }
        (!seen.insert(&field.name)).then_some("a second field of this name")
    }
}

fn attribute(parts: &[String]) -> String {
    if parts.is_empty() { String::new() } else { format!("#[gob({})]\n", parts.join(", ")) }
}

/// The attribute with the name of a type in the stream, if that is another one.
fn rename(wire: &[u8], name: &str) -> Option<String> {
    let wire = String::from_utf8_lossy(wire);
    let is_said = wire == name || wire.starts_with('[') || wire.starts_with("map[");
    (!is_said).then(|| format!("rename = {wire:?}"))
}

/// The name of a field.
fn ident(go: &str) -> String {
    let ascii = |word: &String| word.chars().filter(char::is_ascii).collect::<String>();
    let name = write::words(go).iter().map(ascii).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
    match name.chars().next() {
        None => "field".into(),
        Some('0'..='9') => format!("field_{name}"),
        _ if matches!(name.as_str(), "self" | "super" | "crate") => format!("{name}_"),
        _ if KEYWORDS.contains(&name.as_str()) => format!("r#{name}"),
        _ => name,
    }
}

/// What `rename_all = "PascalCase"` makes of a field's name.
fn pascal(ident: &str) -> String {
    ident.trim_start_matches("r#").split('_').map(capital).collect()
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A type that keeps the bytes which a type's own method made.
fn opaque(name: &str) -> String {
    format!(
        "pub struct {name}(pub Vec<u8>); // bytes that only the method of the sender's type can read\n\n\
         impl Marshal for {name} {{\n    \
             fn zero() -> Self {{\n        {name}(Vec::new())\n    }}\n\n    \
             fn to_gob(&self, out: &mut Vec<u8>) {{\n        out.extend_from_slice(&self.0);\n    }}\n\n    \
             fn from_gob(payload: &[u8]) -> Option<Self> {{\n        Some({name}(payload.to_vec()))\n    }}\n\n    \
             fn is_zero(&self) -> bool {{\n        self.0.is_empty()\n    }}\n\
         }}\n"
    )
}
