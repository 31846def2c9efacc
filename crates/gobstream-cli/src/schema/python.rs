//! Types of Python, for the JSON that `gob cat` prints.

use super::found::Found;
use super::graph::{Field, Id, Shape};
use super::plan::Plan;
use super::write::{self, Task, list, quoted};
use std::collections::BTreeSet;

/// Names that the declarations use for something else.
const RESERVED: [&str; 13] =
    ["Any", "Dict", "False", "Float", "GobValue", "List", "Literal", "None", "Optional", "True", "Tuple", "TypedDict", "Union"];

/// Words that cannot name a field in a class.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield",
];

/// What stands in front where floats are.
const FLOAT: &str =
    "\n# A float; JSON has no numbers for these three.\nFloat = Union[float, Literal[\"NaN\", \"+Inf\", \"-Inf\"]]\n";

/// Writes declarations.
pub(super) struct Python<'a> {
    plan: &'a Plan,
    found: &'a Found,
    names: Vec<Option<String>>,
    imports: BTreeSet<&'static str>,
}

impl<'a> Python<'a> {
    pub(super) fn new(plan: &'a Plan, found: &'a Found) -> Self {
        Python { plan, found, names: write::names(plan, &RESERVED), imports: BTreeSet::new() }
    }

    /// The whole file, behind its head; of the types only those that are wanted.
    pub(super) fn file(&mut self, wanted: &[bool], all: bool) -> String {
        let plan = self.plan;
        self.imports.clear();
        let body: String = plan.all().filter(|&id| wanted[id]).map(|id| self.declaration(id)).collect();
        let tops = write::tops(plan, self.found, wanted, all);
        // All names are declared further up.
        let union: Vec<String> = tops.into_iter().map(|id| self.ty(id).replace('"', "")).collect();
        let union = match &union[..] {
            [] => "None".into(),
            [one] => one.clone(),
            many => {
                self.imports.insert("Union");
                format!("Union[{}]", many.join(", "))
            }
        };
        let float = if self.imports.contains("Literal") { FLOAT } else { "" };
        let import =
            if self.imports.is_empty() { String::new() } else { format!("from typing import {}\n", list(&self.imports)) };
        format!("{import}{float}{body}\n# A value that gob cat prints.\nGobValue = {union}\n")
    }

    /// A type where it is used; names stand in quotes, as they may be declared further down.
    pub(super) fn ty(&mut self, id: Id) -> String {
        write::write(id, None, |id, _| match &self.names[id] {
            Some(name) => vec![Task::text(format!("\"{name}\""))],
            None => self.shape(id),
        })
    }

    fn needs(&mut self, name: &'static str) -> &'static str {
        self.imports.insert(name);
        name
    }

    fn float(&mut self) {
        self.needs("Union");
        self.needs("Literal");
    }

    fn shape(&mut self, id: Id) -> Vec<Task> {
        let word = match self.plan.nodes[id].shape {
            Shape::Bool => "bool",
            Shape::Int | Shape::Uint => "int",
            Shape::Float => {
                self.float();
                "Float"
            }
            Shape::Complex => {
                self.float();
                self.needs("List");
                "List[Float]"
            }
            Shape::String | Shape::Bytes | Shape::Opaque(_) => "str",
            Shape::Array(elem, _) | Shape::Slice(elem) => {
                self.needs("List");
                return vec![Task::text("List["), Task::Type(elem, None), Task::text("]")];
            }
            Shape::Map(key, elem) if self.plan.nodes[key].shape == Shape::String => {
                self.needs("Dict");
                return vec![Task::text("Dict[str, "), Task::Type(elem, None), Task::text("]")];
            }
            Shape::Map(key, elem) => return self.pairs(key, elem),
            Shape::Interface | Shape::Undefined | Shape::Struct(_) => self.needs("Any"),
        };
        vec![Task::text(word)]
    }

    fn pairs(&mut self, key: Id, elem: Id) -> Vec<Task> {
        self.needs("List");
        self.needs("Tuple");
        vec![Task::text("List[Tuple["), Task::Type(key, None), Task::text(", "), Task::Type(elem, None), Task::text("]]")]
    }

    fn declaration(&mut self, id: Id) -> String {
        let Some(name) = self.names[id].clone() else { return String::new() };
        let plan = self.plan;
        let note = [plan.called(id, &name), write::note(plan, id)].join(" ");
        let doc = write::comment("", "#", note.trim());
        match &plan.nodes[id].shape {
            Shape::Struct(fields) => {
                self.needs("TypedDict");
                format!("\n{doc}{}", self.record(id, &name, fields))
            }
            _ => {
                let parts = self.shape(id).into_iter().map(|task| self.part(task)).collect::<String>();
                format!("\n{doc}{name} = {parts}\n")
            }
        }
    }

    fn part(&mut self, task: Task) -> String {
        match task {
            Task::Text(text) => text.into_owned(),
            Task::Type(id, _) => self.ty(id),
        }
    }

    /// A class, or a call where a name is none that a class can have.
    fn record(&mut self, id: Id, name: &str, fields: &[Field]) -> String {
        let members = write::members(fields);
        let is_word = |name: &str| write::is_plain(name) && !KEYWORDS.contains(&name);
        let is_class = members.iter().all(|(_, name, _)| is_word(name));
        let mut lines = String::new();
        for (i, field, ty) in members {
            let notes = write::notes(self.plan, self.found, id, i, ty);
            let notes = if notes.is_empty() { notes } else { format!("  # {notes}") };
            let mut text = self.ty(ty);
            if write::is_nullable(self.plan, ty) {
                text = format!("{}[{text}]", self.needs("Optional"));
            }
            lines += &match is_class {
                true => format!("    {field}: {text}{notes}\n"),
                false => format!("    {}: {text},{notes}\n", quoted(&field)),
            };
        }
        match is_class {
            true if lines.is_empty() => format!("class {name}(TypedDict):\n    pass\n"),
            true => format!("class {name}(TypedDict):\n{lines}"),
            false => format!("{name} = TypedDict(\"{name}\", {{\n{lines}}})\n"),
        }
    }
}
