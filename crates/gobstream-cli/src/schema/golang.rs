//! Declarations of Go.

use super::found::Found;
use super::graph::{Field, Id, Shape, library};
use super::ident;
use super::plan::Plan;
use super::register::Registers;
use super::write;
use crate::types;
use gobstream::known::Marshaler;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Columns to which names and types are filled up.
const WIDEST: usize = 256;

/// What is left to write of a type.
enum Task {
    Text(Cow<'static, str>),
    /// A type, the type it stands in, and whether it is a key.
    Type(Id, Option<Id>, bool),
}

/// Writes declarations.
pub(super) struct Go<'a> {
    pub(super) plan: &'a Plan,
    found: &'a Found,
    imports: BTreeSet<&'static str>,
}

impl<'a> Go<'a> {
    pub(super) fn new(plan: &'a Plan, found: &'a Found) -> Self {
        Go { plan, found, imports: BTreeSet::new() }
    }

    /// The whole file, behind its head; of the types only those that are wanted.
    pub(super) fn file(&mut self, wanted: &[bool], registers: &Registers) -> String {
        let mut body = String::new();
        let plan = self.plan;
        for id in plan.all().filter(|&id| wanted[id]) {
            if let Some(name) = &plan.names[id] {
                body += "\n";
                body += &self.declaration(id, name);
            }
        }
        body += &registers.text(self);
        format!("package gobtypes\n{}{body}", self.import())
    }

    /// Packages that are needed so far.
    pub(super) fn imports(&self) -> impl Iterator<Item = &'static str> {
        self.imports.iter().copied()
    }

    fn import(&self) -> String {
        let quoted: Vec<String> = self.imports.iter().map(|path| format!("\"{path}\"")).collect();
        match &quoted[..] {
            [] => String::new(),
            [one] => format!("\nimport {one}\n"),
            many => format!("\nimport (\n\t{}\n)\n", many.join("\n\t")),
        }
    }

    pub(super) fn needs(&mut self, path: &'static str) {
        self.imports.insert(path);
    }

    // ---- types

    /// A type where it is used.
    pub(super) fn ty(&mut self, id: Id) -> String {
        self.write(vec![Task::Type(id, None, false)])
    }

    /// What a type with a name is made of.
    fn under(&mut self, id: Id) -> String {
        let mut tasks = Vec::new();
        self.shape(id, &mut tasks);
        self.write(tasks)
    }

    fn write(&mut self, mut tasks: Vec<Task>) -> String {
        let mut text = String::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(part) => text += &part,
                Task::Type(id, from, is_key) => {
                    if (is_key && self.plan.is_pointer_key(id)) || from.is_some_and(|from| self.plan.is_pointer(from, id)) {
                        text.push('*');
                    }
                    match &self.plan.names[id] {
                        Some(name) => text += name,
                        None => self.shape(id, &mut tasks),
                    }
                }
            }
        }
        text
    }

    /// Pushes what a type is made of, the last part first.
    fn shape(&mut self, id: Id, tasks: &mut Vec<Task>) {
        let word: &'static str = match self.plan.nodes[id].shape {
            Shape::Bool => "bool",
            Shape::Int => "int64",
            Shape::Uint => "uint64",
            Shape::Float => "float64",
            Shape::Complex => "complex128",
            Shape::String => "string",
            Shape::Bytes => "[]byte",
            Shape::Array(elem, n) => {
                tasks.push(Task::Type(elem, Some(id), false));
                return tasks.push(Task::Text(format!("[{n}]").into()));
            }
            Shape::Slice(elem) => {
                tasks.push(Task::Type(elem, Some(id), false));
                "[]"
            }
            Shape::Map(key, elem) => {
                tasks.push(Task::Type(elem, Some(id), false));
                tasks.push(Task::Text("]".into()));
                tasks.push(Task::Type(key, Some(id), true));
                "map["
            }
            Shape::Opaque(_) => self.library(id),
            Shape::Interface | Shape::Undefined | Shape::Struct(_) => "any",
        };
        tasks.push(Task::Text(word.into()));
    }

    fn library(&mut self, id: Id) -> &'static str {
        let Some(name) = library(&self.plan.nodes[id]) else { return "any" };
        self.needs(match name.split_once('.').map_or("", |(package, _)| package) {
            "big" => "math/big",
            "netip" => "net/netip",
            "url" => "net/url",
            _ => "time",
        });
        name
    }

    // ---- declarations

    fn declaration(&mut self, id: Id, name: &str) -> String {
        let plan = self.plan;
        let head = write::comment("", "//", &plan.called(id, name));
        head + &match &plan.nodes[id].shape {
            Shape::Struct(fields) => self.record(id, name, fields),
            Shape::Opaque(marshaler) => opaque(name, *marshaler, plan.keyed[id]),
            _ => format!("type {name} {}\n", self.under(id)),
        }
    }

    fn record(&mut self, id: Id, name: &str, fields: &[Field]) -> String {
        if fields.is_empty() {
            return format!("type {name} struct{{}}\n");
        }
        let mut lines = Lines::default();
        let mut used = BTreeSet::new();
        for (i, field) in fields.iter().enumerate() {
            let imports = self.imports.clone();
            let ty = self.write(vec![Task::Type(field.ty, Some(id), false)]);
            let count = lines.fields;
            match ident::exported(&field.name) {
                _ if !self.is_received(field.ty) => {
                    lines.comment(&format!("{} has a type that Go cannot receive.", types::plain(&field.name)))
                }
                Some(name) if used.insert(name) => {
                    let other = self.plan.other_versions(id, i);
                    if !other.is_empty() {
                        lines.comment(&other);
                    }
                    lines.field(name, &ty, &self.found.held(id, i))
                }
                Some(name) => lines.comment(&format!("{name} {ty}: a second field of this name, which Go cannot receive.")),
                None => lines.comment(&format!("{:?} {ty}: Go cannot receive a field of this name.", types::plain(&field.name))),
            }
            if lines.fields == count {
                self.imports = imports;
            }
        }
        format!("type {name} struct {{\n{}}}\n", lines.text())
    }

    /// Whether Go can receive values of this type at all: it never takes what `MarshalText` made.
    fn is_received(&self, id: Id) -> bool {
        self.plan.nodes[id].shape != Shape::Opaque(Marshaler::Text)
    }
}

/// The lines of a struct, in columns as gofmt has them.
#[derive(Default)]
struct Lines {
    lines: Vec<[String; 3]>,
    /// Lines that are no comments.
    fields: usize,
}

impl Lines {
    fn field(&mut self, name: &str, ty: &str, comment: &str) {
        self.fields += 1;
        self.lines.push([name.into(), ty.into(), comment.into()]);
    }

    fn comment(&mut self, text: &str) {
        self.lines.push([String::new(), String::new(), text.into()]);
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for run in self.lines.chunk_by(|a, b| a[0].is_empty() == b[0].is_empty()) {
            let names = width(run, 0);
            for same in run.chunk_by(|a, b| a[2].is_empty() == b[2].is_empty()) {
                let types = width(same, 1);
                for [name, ty, comment] in same {
                    text += &match (name.is_empty(), comment.is_empty()) {
                        (true, _) => format!("\t// {comment}\n"),
                        (_, true) => format!("\t{name:names$} {ty}\n"),
                        _ => format!("\t{name:names$} {ty:types$} // {comment}\n"),
                    };
                }
            }
        }
        text
    }
}

/// Columns that all have, at most [`WIDEST`]: one long name must not make every line long.
fn width(lines: &[[String; 3]], column: usize) -> usize {
    lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0).min(WIDEST)
}

/// A type that keeps the bytes which a type's own method made.
pub(super) fn opaque(name: &str, marshaler: Marshaler, is_key: bool) -> String {
    let (encode, decode) = match marshaler {
        Marshaler::Binary => ("MarshalBinary", "UnmarshalBinary"),
        _ => ("GobEncode", "GobDecode"),
    };
    let (under, out, keep) = match is_key {
        true => ("string", "[]byte(b)", format!("{name}(data)")),
        false => ("[]byte", "b", "append((*b)[:0], data...)".into()),
    };
    format!(
        "type {name} {under} // bytes that only the method of the sender's type can read\n\n\
         func (b {name}) {encode}() ([]byte, error) {{ return {out}, nil }}\n\n\
         func (b *{name}) {decode}(data []byte) error {{\n\t*b = {keep}\n\treturn nil\n}}\n"
    )
}
