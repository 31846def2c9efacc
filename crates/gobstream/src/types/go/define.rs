//! Definitions of types that source says, in the order and under the names that Go gives them.

use super::{GoSource, Node, Root, bad, short};
use crate::error::{Error, Result};
use crate::types::{Definition, Id, Kind};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// The name that a type is given where it is met first.
#[derive(Clone, Copy)]
enum Name {
    None,
    Declared,
    Printed,
}

/// A type that is to be defined: where it is, what Go prints for it, and the name that it gets.
struct Met {
    base: u32,
    key: String,
    shown: String,
    /// What it was met as a part of, by its place among those met.
    owner: Option<usize>,
}

/// A part of a type, that is to be looked at.
struct Part {
    at: u32,
    rule: Name,
    owner: Option<usize>,
}

/// Source, and what was defined of it.
#[derive(Debug, Default)]
pub(in crate::types) struct Defined {
    source: GoSource,
    /// The ids of types that are defined, by what Go prints.
    ids: BTreeMap<String, Id>,
    /// Types that cannot be defined as long as nothing more is declared, by the same, so that those who need them know at once.
    refused: BTreeMap<String, Error>,
}

impl Defined {
    /// Takes in source; defines the type that it asks for, and what that needs and was not defined yet, from this id on. Gives the type's id.
    pub(in crate::types) fn take(
        &mut self,
        text: &str,
        first: Id,
        mut define: impl FnMut(&Definition) -> Result<()>,
    ) -> Result<Id> {
        let known = |source: &GoSource| source.declared.len() + source.methods.len();
        let before = known(&self.source);
        let root =
            self.source.take(text)?.ok_or_else(|| bad("the end of the source, where a type must be".into(), text.len()))?;
        if known(&self.source) > before {
            self.refused.clear();
        }
        let id = self.make(&root, first).and_then(|definitions| {
            definitions.iter().try_for_each(&mut define)?;
            self.id_of(root.node)
        });
        self.source.nodes.truncate(root.keep);
        id
    }

    fn make(&mut self, root: &Root, first: Id) -> Result<Vec<Definition>> {
        let mut met = Vec::new();
        let all_met = self.meet(root.node, first, &mut met);
        let define = |this: &Self| met.iter().zip(first..).map(|(met, id)| this.definition(met.base, &met.shown, id)).collect();
        let made = all_met.and_then(|()| define(self));
        if made.is_err() {
            for met in &met {
                self.ids.remove(&met.key);
            }
        }
        made
    }

    /// All types without an id that a type is made of, in Go's order, and their names. They get their ids.
    fn meet(&mut self, root: u32, first: Id, met: &mut Vec<Met>) -> Result<()> {
        let mut todo = Vec::from([Part { at: root, rule: Name::Declared, owner: None }]);
        while let Some(part) = todo.pop() {
            let id = i32::try_from(met.len()).ok().and_then(|n| first.checked_add(n));
            let id = id.ok_or_else(|| bad("no ids are left".into(), 0))?;
            match self.look(&part) {
                Ok(None) => {}
                Ok(Some(new)) => {
                    self.ids.insert(new.key.clone(), id);
                    self.push_parts(new.base, met.len(), &mut todo);
                    met.push(new);
                }
                Err(error) => {
                    self.refuse(part.owner, met, &error);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// A type that is met, unless it has an id.
    fn look(&self, part: &Part) -> Result<Option<Met>> {
        let (base, name) = self.source.base(part.at)?;
        let key = self.source.key(base, name);
        if self.builtin(base)?.is_some() || self.ids.contains_key(&key) {
            return Ok(None);
        }
        if let Some(error) = self.refused.get(&key) {
            return Err(error.clone());
        }
        match self.source.node(base) {
            Node::Unsent => return Err(bad("a channel or function, which gob does not send".into(), 0)),
            Node::Parameter => {
                return Err(bad("a generic type; declare its instance: type Pair[int,string] struct".into(), 0));
            }
            _ => {}
        }
        let shown = match (part.rule, name) {
            (Name::None, _) | (Name::Declared, None) => String::new(),
            (Name::Printed, None) => key.clone(),
            (_, Some(name)) => short(name).into(),
        };
        Ok(Some(Met { base, key, shown, owner: part.owner }))
    }

    /// Remembers why a type cannot be defined, and all that it is a part of.
    fn refuse(&mut self, mut owner: Option<usize>, met: &[Met], error: &Error) {
        while let Some(outer) = owner.and_then(|i| met.get(i)) {
            self.refused.insert(outer.key.clone(), error.clone());
            owner = outer.owner;
        }
    }

    /// The parts of a type and the rules of their names, the last first.
    fn push_parts(&self, base: u32, owner: usize, todo: &mut Vec<Part>) {
        let part = |at: u32, rule| Part { at, rule, owner: Some(owner) };
        match self.source.node(base) {
            Node::Struct(fields) => {
                let sent = fields.all.iter().rev().filter(|field| self.source.is_sent(field));
                todo.extend(sent.map(|field| part(field.ty, Name::Printed)));
            }
            Node::Slice(elem) => {
                let is_pointer = matches!(self.source.node(*elem), Node::Pointer(_));
                todo.push(part(*elem, if is_pointer { Name::None } else { Name::Declared }));
            }
            Node::Array(_, elem) => todo.push(part(*elem, Name::None)),
            Node::Map(key, elem) => todo.extend([part(*elem, Name::None), part(*key, Name::None)]),
            _ => {}
        }
    }

    fn definition(&self, at: u32, name: &str, id: Id) -> Result<Definition> {
        let nameless = |parts: &[u32]| parts.iter().map(|&at| Ok((Vec::new(), self.id_of(at)?))).collect::<Result<_>>();
        let (kind, parts, len) = match self.source.node(at) {
            Node::Array(n, elem) => (Kind::Array, nameless(&[*elem])?, *n),
            Node::Map(key, elem) => (Kind::Map, nameless(&[*key, *elem])?, 0),
            Node::Struct(fields) => {
                let sent = fields.all.iter().filter(|field| self.source.is_sent(field));
                let part = |field: &super::Field| Ok((field.name.clone().into_bytes(), self.id_of(field.ty)?));
                (Kind::Struct, sent.map(part).collect::<Result<_>>()?, 0)
            }
            Node::Opaque(marshaler) => (Kind::Opaque(*marshaler), Vec::new(), 0),
            Node::Slice(at) | Node::Pointer(at) => (Kind::Slice, nameless(&[*at])?, 0),
            Node::Basic(..) | Node::Named(_) | Node::Unsent | Node::Parameter => (Kind::Undefined, Vec::new(), 0),
        };
        Ok(Definition { id, name: name.as_bytes().to_vec(), inner_id: id.into(), kind, parts, len })
    }

    fn builtin(&self, base: u32) -> Result<Option<Id>> {
        Ok(match self.source.node(base) {
            Node::Basic(id, _) => Some(*id),
            Node::Slice(elem) => self.source.is_byte(*elem)?.then_some(5),
            _ => None,
        })
    }

    fn id_of(&self, at: u32) -> Result<Id> {
        let (base, name) = self.source.base(at)?;
        let known = self.builtin(base)?.or_else(|| self.ids.get(&self.source.key(base, name)).copied());
        known.ok_or_else(|| bad("a type that was not met".into(), 0))
    }
}

impl GoSource {
    /// Whether elements are bytes, of which a slice is one value.
    pub(super) fn is_byte(&self, elem: u32) -> Result<bool> {
        if let Node::Pointer(_) = self.node(elem) {
            return Ok(false);
        }
        Ok(matches!(self.node(self.base(elem)?.0), Node::Basic(_, "uint8")))
    }
}
