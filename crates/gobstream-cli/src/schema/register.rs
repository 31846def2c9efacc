//! What interfaces hold, as calls of `gob.RegisterName`.
//!
//! Go wants one name for each type and one type for each name, and has registered the basic types itself.

use super::found::Found;
use super::golang::{Go, opaque};
use super::graph::{Id, Shape, library};
use super::ident;
use super::plan::Plan;
use crate::types;
use gobstream::GoSource;
use std::collections::{BTreeMap, BTreeSet};

/// Types of Go that are registered already, of those that stand for gob's kinds.
const TAKEN: [&str; 13] = [
    "bool",
    "int64",
    "uint64",
    "float64",
    "complex128",
    "string",
    "[]byte",
    "[]bool",
    "[]int64",
    "[]uint64",
    "[]float64",
    "[]complex128",
    "[]string",
];

/// The calls, and types declared for them alone.
#[derive(Debug, Default)]
pub(super) struct Registers {
    calls: Vec<String>,
    types: Vec<String>,
    imports: BTreeSet<&'static str>,
}

/// Whether Go has registered this name itself.
fn is_taken(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(|text| GoSource::BASIC.contains(&text.strip_prefix("[]").unwrap_or(text)))
}

/// Whether Go has registered this name itself, for this type.
fn is_basic(name: &[u8], plan: &Plan, id: Id) -> bool {
    let is_scalar = |id: Id| {
        matches!(plan.nodes[id].shape, Shape::Bool | Shape::Int | Shape::Uint | Shape::Float | Shape::Complex | Shape::String)
    };
    is_taken(name)
        && match plan.nodes[id].shape {
            Shape::Slice(elem) => plan.names[id].is_none() && is_scalar(elem),
            Shape::Bytes => true,
            _ => is_scalar(id),
        }
}

impl Registers {
    /// Makes the calls for what interfaces held; of the types only those that are wanted.
    pub(super) fn new(plan: &mut Plan, found: &Found, wanted: &[bool]) -> Self {
        let mut registers = Registers::default();
        let mut names: BTreeMap<&[u8], Id> = BTreeMap::new();
        let mut taken: BTreeSet<String> = TAKEN.iter().map(|&ty| ty.to_owned()).collect();
        for register in &found.registers {
            let id = plan.same[register.ty];
            if !wanted[id] || is_basic(&register.name, plan, id) || names.get(&register.name[..]) == Some(&id) {
                continue;
            }
            let is_again = names.insert(&register.name, id).is_some();
            let call = registers.call(plan, found, id, &register.name, &mut taken, is_again);
            registers.calls.push(call);
        }
        if found.more > 0 {
            registers.calls.push(format!("// … and {} more values in interfaces, of other names or types", found.more));
        }
        registers
    }

    fn call(
        &mut self,
        plan: &mut Plan,
        found: &Found,
        id: Id,
        name: &[u8],
        taken: &mut BTreeSet<String>,
        is_again: bool,
    ) -> String {
        let mut go = Go::new(plan, found);
        let mut ty = go.ty(id);
        let imports: Vec<&'static str> = go.imports().collect();
        let has_own = !is_taken(name) && !taken.insert(ty.clone());
        if has_own {
            ty = self.own_type(plan, id, name, &ty);
        }
        let pointer = name.starts_with(b"*");
        let value = if pointer { format!("new({ty})") } else { zero(plan, id, &ty) };
        let call = format!("gob.RegisterName({}, {value})", quoted(name));
        let call = match is_again {
            true => format!("// {call}: a second type under this name"),
            false if is_taken(name) => format!("// {call}: Go has a type of its own under this name"),
            false if name.is_empty() => format!("// {call}: Go takes no empty name"),
            false => call,
        };
        if has_own || !call.starts_with("//") {
            self.imports.extend(imports);
        }
        call
    }

    /// A type of its own for a name, as another name has the type already.
    fn own_type(&mut self, plan: &mut Plan, id: Id, name: &[u8], ty: &str) -> String {
        let own = plan.idents.take(&ident::made_of(name));
        let text = match plan.nodes[id].shape {
            Shape::Opaque(_) if library(&plan.nodes[id]).is_some() => format!("type {own} struct{{ {ty} }}\n"),
            Shape::Opaque(marshaler) => opaque(&own, marshaler, plan.keyed[id]),
            _ => format!("type {own} {ty}\n"),
        };
        self.types.push(format!("// {own} is called {} in interfaces.\n{text}", types::plain(name)));
        own
    }

    /// The declarations and the function that registers.
    pub(super) fn text(&self, go: &mut Go<'_>) -> String {
        let mut text: String = self.types.iter().map(|ty| format!("\n{ty}")).collect();
        if !self.calls.is_empty() {
            text += &format!("\nfunc init() {{\n\t{}\n}}\n", self.calls.join("\n\t"));
        }
        if self.calls.iter().any(|call| !call.starts_with("//")) {
            go.needs("encoding/gob");
        }
        self.imports.iter().for_each(|path| go.needs(path));
        text
    }
}

/// A value of a type, the zero one.
fn zero(plan: &Plan, id: Id, ty: &str) -> String {
    match plan.nodes[id].shape {
        Shape::Bool => format!("{ty}(false)"),
        Shape::Int | Shape::Uint | Shape::Float | Shape::Complex => format!("{ty}(0)"),
        Shape::String => format!("{ty}(\"\")"),
        Shape::Opaque(_) if plan.keyed[id] && library(&plan.nodes[id]).is_none() => format!("{ty}(\"\")"),
        _ => format!("{ty}{{}}"),
    }
}

/// A name as a string of Go.
fn quoted(name: &[u8]) -> String {
    let mut text = String::from("\"");
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => text.extend(['\\', c]),
                c if c.is_control() || c.escape_debug().len() > 1 => text += &format!("\\U{:08x}", u32::from(c)),
                c => text.push(c),
            }
        }
        chunk.invalid().iter().for_each(|b| text += &format!("\\x{b:02x}"));
    }
    text + "\""
}
