//! Types of TypeScript, for the JSON that `gob cat` prints.

use super::found::Found;
use super::graph::{Field, Id, Shape};
use super::plan::Plan;
use super::write::{self, Task, quoted};

/// Names that the declarations use for something else.
const RESERVED: [&str; 4] = ["Array", "Float", "GobValue", "Record"];

/// What stands in front where floats are.
const FLOAT: &str =
    "\n/** A float; JSON has no numbers for these three. */\nexport type Float = number | \"NaN\" | \"+Inf\" | \"-Inf\";\n";

/// What stands in front where whole numbers are.
const INTS: &str = "// Whole numbers over 2^53 are not exact in JavaScript: with gob --ints string they are strings.\n";

/// Writes declarations.
pub(super) struct TypeScript<'a> {
    plan: &'a Plan,
    found: &'a Found,
    names: Vec<Option<String>>,
    has_floats: bool,
    has_ints: bool,
}

impl<'a> TypeScript<'a> {
    pub(super) fn new(plan: &'a Plan, found: &'a Found) -> Self {
        TypeScript { plan, found, names: write::names(plan, &RESERVED), has_floats: false, has_ints: false }
    }

    /// The whole file, behind its head; of the types only those that are wanted.
    pub(super) fn file(&mut self, wanted: &[bool], all: bool) -> String {
        let plan = self.plan;
        (self.has_floats, self.has_ints) = (false, false);
        let body: String = plan.all().filter(|&id| wanted[id]).map(|id| self.declaration(id)).collect();
        let tops = write::tops(plan, self.found, wanted, all);
        let union: Vec<String> = tops.into_iter().map(|id| self.ty(id)).collect();
        let union = if union.is_empty() { "never".into() } else { union.join(" | ") };
        let float = if self.has_floats { FLOAT } else { "" };
        let ints = if self.has_ints { INTS } else { "" };
        format!("{ints}{float}{body}\n/** A value that gob cat prints. */\nexport type GobValue = {union};\n")
    }

    /// A type where it is used.
    pub(super) fn ty(&mut self, id: Id) -> String {
        write::write(id, None, |id, _| match &self.names[id] {
            Some(name) => vec![Task::text(name.clone())],
            None => self.shape(id),
        })
    }

    fn shape(&mut self, id: Id) -> Vec<Task> {
        let list = |elem| vec![Task::text("Array<"), Task::Type(elem, None), Task::text(">")];
        let word = match self.plan.nodes[id].shape {
            Shape::Bool => "boolean",
            Shape::Int | Shape::Uint => {
                self.has_ints = true;
                "number"
            }
            Shape::Float => {
                self.has_floats = true;
                "Float"
            }
            Shape::Complex => {
                self.has_floats = true;
                "[Float, Float]"
            }
            Shape::String | Shape::Bytes | Shape::Opaque(_) => "string",
            Shape::Array(elem, _) | Shape::Slice(elem) => return list(elem),
            Shape::Map(key, elem) if self.plan.nodes[key].shape == Shape::String => {
                return vec![Task::text("{ [key: string]: "), Task::Type(elem, None), Task::text(" }")];
            }
            Shape::Map(key, elem) => {
                let (open, close) = (Task::text("Array<["), Task::text("]>"));
                return vec![open, Task::Type(key, None), Task::text(", "), Task::Type(elem, None), close];
            }
            Shape::Interface | Shape::Undefined | Shape::Struct(_) => "unknown",
        };
        vec![Task::text(word)]
    }

    fn declaration(&mut self, id: Id) -> String {
        let Some(name) = self.names[id].clone() else { return String::new() };
        let plan = self.plan;
        let note = [plan.called(id, &name), write::note(plan, id)].join(" ");
        let doc = doc("", note.trim());
        match &plan.nodes[id].shape {
            Shape::Struct(fields) => format!("\n{doc}export interface {name} {{{}}}\n", self.fields(id, fields)),
            _ => {
                let parts = self.shape(id).into_iter().map(|task| self.part(task)).collect::<String>();
                format!("\n{doc}export type {name} = {parts};\n")
            }
        }
    }

    fn part(&mut self, task: Task) -> String {
        match task {
            Task::Text(text) => text.into_owned(),
            Task::Type(id, _) => self.ty(id),
        }
    }

    fn fields(&mut self, id: Id, fields: &[Field]) -> String {
        let line = |(i, name, ty): (usize, String, Id)| {
            let doc = doc("  ", &write::notes(self.plan, self.found, id, i, ty));
            let key = if write::is_plain(&name) { name } else { quoted(&name) };
            let null = if write::is_nullable(self.plan, ty) { " | null" } else { "" };
            format!("{doc}  {key}: {}{null};\n", self.ty(ty))
        };
        let lines: String = write::members(fields).into_iter().map(line).collect();
        if lines.is_empty() { lines } else { format!("\n{lines}") }
    }
}

fn doc(indent: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{indent}/** {} */\n", text.replace("*/", "*\\/")) }
}
