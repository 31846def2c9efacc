//! Paths that are left out, and whether they lead anywhere.

use super::compare::{Step, is_plain, text, whole};
use gobstream::{Items, Kind, List, Map, Struct, Type, Value};
use std::str::FromStr;

/// A path that is left out.
#[derive(Clone, Debug)]
pub(super) struct Ignore {
    /// As it was given.
    pub(super) given: String,
    /// Without the dot in front.
    pub(super) path: String,
}

impl FromStr for Ignore {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.starts_with(['.', '[']) {
            true => Ok(Ignore { given: text.into(), path: undressed(text).trim_start_matches('.').into() }),
            false => Err("a path begins with a dot, as in .Items[].At".into()),
        }
    }
}

/// A path with `.Name` for `["Name"]`.
fn undressed(path: &str) -> String {
    let mut parts = path.split("[\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, part| match part.split_once("\"]").filter(|(name, _)| is_plain(name)) {
        Some((name, rest)) => format!("{path}.{name}{rest}"),
        None => format!("{path}[\"{part}"),
    })
}

impl Ignore {
    /// Whether a value has a part at the path, or its type has a field there that was not sent.
    pub(super) fn is_in(&self, value: &Value) -> bool {
        [false, true].into_iter().any(|any| Search { any, path: &self.path, open: Vec::new() }.finds(value))
    }
}

/// Parts of a value to look into, each with the rest of the path that leads on from it.
struct Search<'v> {
    /// The path has `[]` for elements, not their numbers.
    any: bool,
    path: &'v str,
    open: Vec<(&'v Value, &'v str)>,
}

impl<'v> Search<'v> {
    fn finds(mut self, value: &'v Value) -> bool {
        self.open.push((value, self.path));
        while let Some((value, rest)) = self.open.pop() {
            let is_found = rest.is_empty()
                || match value.inner() {
                    Value::Struct(s) => self.field(s, rest),
                    Value::List(list) => self.elements(list, rest),
                    Value::Map(map) => self.entry(map, rest),
                    _ => false,
                };
            if is_found {
                return true;
            }
        }
        false
    }

    /// What is left of a path behind a step.
    fn behind(&self, rest: &'v str, step: &Step) -> Option<&'v str> {
        let text = step.text(self.any);
        let is_first = rest.len() == self.path.len();
        rest.strip_prefix(if is_first { text.trim_start_matches('.') } else { &text })
    }

    fn field(&mut self, s: &'v Struct, rest: &'v str) -> bool {
        for (i, field) in s.ty().fields().enumerate() {
            let Some(rest) = self.behind(rest, &Step::field(field.name)) else { continue };
            match s.fields().find(|(sent, _)| *sent == field.name) {
                Some((_, value)) => self.open.push((value, rest)),
                None if self.may_lead(s.ty().field_type(i), rest) => return true,
                None => {}
            }
        }
        false
    }

    fn elements(&mut self, list: &'v List, rest: &'v str) -> bool {
        let items = list.items();
        if items.is_empty() {
            return self.may_lead(Some(list.ty().clone()), rest);
        }
        for i in 0..items.len() {
            let Some(rest) = self.behind(rest, &Step::Index(i as u64)) else { continue };
            match items {
                Items::Values(all) => self.open.extend(all.get(i).map(|value| (value, rest))),
                _ if rest.is_empty() => return true,
                // Numbers have no parts.
                _ => return false,
            }
        }
        false
    }

    fn entry(&mut self, map: &'v Map, rest: &'v str) -> bool {
        for (key, value) in map.iter() {
            let steps = [text(key), whole(key)].map(Step::Key);
            if let Some(rest) = steps.iter().find_map(|step| self.behind(rest, step)) {
                self.open.push((value, rest));
            }
        }
        false
    }

    /// Whether values of a type may have such a part, where none is there.
    fn may_lead(&self, mut ty: Option<Type>, mut rest: &'v str) -> bool {
        while let Some(at) = ty.filter(|_| !rest.is_empty()) {
            let next = match at.kind() {
                Kind::Struct => at.fields().enumerate().find_map(|(i, field)| {
                    let behind = self.behind(rest, &Step::field(field.name))?;
                    (behind.is_empty() || behind.starts_with(['.', '['])).then(|| (behind, at.field_type(i)))
                }),
                Kind::Array | Kind::Slice => {
                    let index = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
                    index.filter(|(n, _)| n.bytes().all(|b| b.is_ascii_digit())).map(|(_, rest)| (rest, at.elem()))
                }
                kind => return kind == Kind::Interface,
            };
            let Some((behind, part)) = next else { return false };
            (rest, ty) = (behind, part);
        }
        rest.is_empty()
    }
}
