//! A JSON Schema for the JSON that `gob cat` prints.

use super::found::Found;
use super::graph::{Field, Id, Shape, library};
use super::plan::Plan;
use super::write::{self, quoted};
use std::io;

const FLOAT: &str = r#"{"anyOf": [{"type": "number"}, {"enum": ["NaN", "+Inf", "-Inf"]}]}"#;

/// Writes a schema.
pub(super) struct JsonSchema<'a> {
    plan: &'a Plan,
    found: &'a Found,
}

impl<'a> JsonSchema<'a> {
    pub(super) fn new(plan: &'a Plan, found: &'a Found) -> Self {
        JsonSchema { plan, found }
    }

    /// A type in a comment.
    pub(super) fn ty(&self, id: Id) -> String {
        self.plan.word(id)
    }

    /// The whole schema; of the types only those that are wanted.
    pub(super) fn file(&self, wanted: &[bool], all: bool, head: &str) -> io::Result<String> {
        let plan = self.plan;
        let tops: Vec<String> = write::tops(plan, self.found, wanted, all).into_iter().map(|id| self.schema(id)).collect();
        let top = match &tops[..] {
            [] => "\"not\": {}".to_owned(),
            [one] => one[1..one.len() - 1].to_owned(),
            many => format!("\"anyOf\": [{}]", many.join(", ")),
        };
        let declared = plan.all().filter(|&id| wanted[id]);
        let defs: Vec<String> = declared.filter_map(|id| Some(self.definition(id, plan.names[id].as_deref()?))).collect();
        let comment = quoted(&head.lines().map(str::trim).collect::<Vec<_>>().join("; "));
        let top = if top.is_empty() { top } else { format!("  {top},\n") };
        let defs = if defs.is_empty() { String::new() } else { format!("\n    {}\n  ", defs.join(",\n    ")) };
        Ok(format!(
            "{{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"$comment\": {comment},\n{top}  \"$defs\": {{{defs}}}\n}}\n"
        ))
    }

    /// A type where it is used. Types that nest deep have names, so this goes only so deep.
    fn schema(&self, id: Id) -> String {
        match &self.plan.names[id] {
            Some(name) => format!("{{\"$ref\": {}}}", quoted(&format!("#/$defs/{name}"))),
            None => self.shape(id),
        }
    }

    fn shape(&self, id: Id) -> String {
        let list = |elem: Id, more: &str| format!("{{\"type\": \"array\", \"items\": {}{more}}}", self.schema(elem));
        match self.plan.nodes[id].shape {
            Shape::Bool => r#"{"type": "boolean"}"#.into(),
            Shape::Int => format!("{{\"type\": \"integer\", \"minimum\": {}, \"maximum\": {}}}", i64::MIN, i64::MAX),
            Shape::Uint => format!("{{\"type\": \"integer\", \"minimum\": 0, \"maximum\": {}}}", u64::MAX),
            Shape::Float => FLOAT.into(),
            Shape::Complex => format!("{{\"type\": \"array\", \"items\": {FLOAT}, \"minItems\": 2, \"maxItems\": 2}}"),
            Shape::String => r#"{"type": "string"}"#.into(),
            Shape::Bytes => r#"{"type": "string", "contentEncoding": "base64"}"#.into(),
            Shape::Array(elem, n) => list(elem, &format!(", \"maxItems\": {n}")),
            Shape::Slice(elem) => list(elem, ""),
            Shape::Map(key, elem) if self.plan.nodes[key].shape == Shape::String => {
                format!("{{\"type\": \"object\", \"additionalProperties\": {}}}", self.schema(elem))
            }
            Shape::Map(key, elem) => {
                let pair = format!("{}, {}", self.schema(key), self.schema(elem));
                format!(
                    "{{\"type\": \"array\", \"items\": {{\"type\": \"array\", \"prefixItems\": [{pair}], \"minItems\": 2, \"maxItems\": 2}}}}"
                )
            }
            Shape::Opaque(_) if library(&self.plan.nodes[id]) == Some("time.Time") => {
                r#"{"type": "string", "format": "date-time"}"#.into()
            }
            Shape::Opaque(_) => r#"{"type": "string"}"#.into(),
            Shape::Interface | Shape::Undefined | Shape::Struct(_) => "{}".into(),
        }
    }

    fn definition(&self, id: Id, name: &str) -> String {
        let note = self.plan.called(id, name);
        let body = match &self.plan.nodes[id].shape {
            Shape::Struct(fields) => self.object(id, fields, &note),
            _ => described(self.shape(id), &note),
        };
        format!("{}: {body}", quoted(name))
    }

    fn object(&self, id: Id, fields: &[Field], note: &str) -> String {
        let members = write::members(fields);
        let required: Vec<String> = members.iter().map(|(_, name, _)| quoted(name)).collect();
        let property = |(i, name, ty): &(usize, String, Id)| {
            let mut text = self.schema(*ty);
            if write::is_nullable(self.plan, *ty) {
                text = format!("{{\"anyOf\": [{text}, {{\"type\": \"null\"}}]}}");
            }
            let notes = write::notes(self.plan, self.found, id, *i, *ty);
            format!("\n        {}: {}", quoted(name), described(text, &notes))
        };
        let properties: Vec<String> = members.iter().map(property).collect();
        let properties = if properties.is_empty() { String::new() } else { properties.join(",") + "\n      " };
        let note = if note.is_empty() { String::new() } else { format!("\n      \"description\": {},", quoted(note)) };
        format!(
            "{{{note}\n      \"type\": \"object\",\n      \"properties\": {{{properties}}},\n      \"required\": [{}],\n      \"additionalProperties\": false\n    }}",
            required.join(", ")
        )
    }
}

/// A schema with a description.
fn described(schema: String, note: &str) -> String {
    match (note.is_empty(), &schema[1..]) {
        (true, _) => schema,
        (_, "}") => format!("{{\"description\": {}}}", quoted(note)),
        (_, rest) => format!("{{\"description\": {}, {rest}", quoted(note)),
    }
}
