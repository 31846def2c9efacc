//! Types as Go source says them, and the names that Go sends them under.
//!
//! A type that is declared is kept as a tree until it is asked for; then it and all that it is made of are defined, each under the
//! name that Go gives what it meets on this way. What the parser recurses over is bounded, and nothing recurses over names.

use super::{Definition, Id, Kind};
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::known::Marshaler;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Types inside types that one expression may have.
const DEPTH: u32 = 100;

#[derive(Debug)]
enum Node {
    /// The id of a built-in type, and what Go prints.
    Basic(Id, &'static str),
    /// A declared type, by its package and name.
    Named(String),
    Pointer(u32),
    Slice(u32),
    Array(i64, u32),
    Map(u32, u32),
    Struct(Vec<(String, u32)>),
    Opaque(Marshaler),
}

/// The name that a type is given where it is met first.
#[derive(Clone, Copy)]
enum Name {
    None,
    Declared,
    Printed,
}

/// What was declared so far.
#[derive(Debug, Default)]
pub(super) struct Source {
    nodes: Vec<Node>,
    declared: BTreeMap<String, u32>,
    /// The ids of types that are defined, by what Go prints.
    ids: BTreeMap<String, Id>,
    /// The package of what has none in the source; `main` if empty.
    package: String,
}

/// A type in a source.
pub(super) struct Root {
    node: u32,
    /// Where nodes begin that nobody needs behind it.
    keep: usize,
}

#[cold]
fn bad(text: String, offset: usize) -> Error {
    Error::new(*Fault::new(ErrorKind::BadType, "", text), Place { offset: offset as u64, ..Place::default() })
}

impl Source {
    /// Takes in declarations; gives the type at the end of the source, or the first that is declared.
    pub(super) fn parse(&mut self, text: &str) -> Result<Root> {
        let start = self.nodes.len();
        let mut parser = Parser { text, at: 0, depth: 0, source: self, declared: Vec::new() };
        match parser.parse() {
            Ok(node) => {
                let declared = parser.declared;
                let keep = if declared.is_empty() { start } else { self.nodes.len() };
                self.declared.extend(declared);
                Ok(Root { node, keep })
            }
            Err(error) => {
                self.nodes.truncate(start);
                Err(error)
            }
        }
    }

    /// The definitions that a type needs and that were not made yet, from this id on.
    pub(super) fn define(&mut self, root: &Root, first: Id) -> Result<Vec<Definition>> {
        let met = self.meet(root.node, first);
        let made = met.and_then(|met| met.iter().zip(first..).map(|((at, name), id)| self.definition(*at, name, id)).collect());
        if made.is_err() {
            self.ids.retain(|_, id| *id < first);
        }
        made
    }

    /// The id of a type, the definitions of which were made.
    pub(super) fn id(&self, root: &Root) -> Result<Id> {
        self.id_of(root.node)
    }

    /// Drops what only this expression needed.
    pub(super) fn forget(&mut self, root: &Root) {
        self.nodes.truncate(root.keep);
    }

    /// All types without an id that a type is made of, in Go's order, and their names. They get their ids.
    fn meet(&mut self, root: u32, first: Id) -> Result<Vec<(u32, String)>> {
        let (mut met, mut todo) = (Vec::new(), Vec::from([(root, Name::Declared)]));
        while let Some((at, rule)) = todo.pop() {
            let (base, name) = self.base(at)?;
            let key = self.key(base, name);
            if self.builtin(base)?.is_some() || self.ids.contains_key(&key) {
                continue;
            }
            let shown = match (rule, name) {
                (Name::None, _) | (Name::Declared, None) => String::new(),
                (Name::Printed, None) => key.clone(),
                (_, Some(name)) => short(name).into(),
            };
            let id = i32::try_from(met.len()).ok().and_then(|n| first.checked_add(n));
            self.ids.insert(key, id.ok_or_else(|| bad("no ids are left".into(), 0))?);
            met.push((base, shown));
            self.push_parts(base, &mut todo);
        }
        Ok(met)
    }

    /// The parts of a type and the rules of their names, the last first.
    fn push_parts(&self, base: u32, todo: &mut Vec<(u32, Name)>) {
        match self.node(base) {
            Node::Struct(fields) => todo.extend(fields.iter().rev().map(|(_, at)| (*at, Name::Printed))),
            Node::Slice(elem) => {
                let is_pointer = matches!(self.node(*elem), Node::Pointer(_));
                todo.push((*elem, if is_pointer { Name::None } else { Name::Declared }));
            }
            Node::Array(_, elem) => todo.push((*elem, Name::None)),
            Node::Map(key, elem) => todo.extend([(*elem, Name::None), (*key, Name::None)]),
            _ => {}
        }
    }

    fn definition(&self, at: u32, name: &str, id: Id) -> Result<Definition> {
        let nameless = |parts: &[u32]| parts.iter().map(|&at| Ok((Vec::new(), self.id_of(at)?))).collect::<Result<_>>();
        let (kind, parts, len) = match self.node(at) {
            Node::Array(n, elem) => (Kind::Array, nameless(&[*elem])?, *n),
            Node::Map(key, elem) => (Kind::Map, nameless(&[*key, *elem])?, 0),
            Node::Struct(fields) => {
                let field = |(name, at): &(String, u32)| Ok((name.clone().into_bytes(), self.id_of(*at)?));
                (Kind::Struct, fields.iter().map(field).collect::<Result<_>>()?, 0)
            }
            Node::Opaque(marshaler) => (Kind::Opaque(*marshaler), Vec::new(), 0),
            Node::Slice(at) | Node::Pointer(at) => (Kind::Slice, nameless(&[*at])?, 0),
            Node::Basic(..) | Node::Named(_) => (Kind::Undefined, Vec::new(), 0),
        };
        Ok(Definition { id, name: name.as_bytes().to_vec(), inner_id: id.into(), kind, parts, len })
    }

    fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// What a type is without pointers, and under which name.
    fn base(&self, mut at: u32) -> Result<(u32, Option<&str>)> {
        let mut name = None;
        for _ in 0..=self.nodes.len() {
            match self.node(at) {
                Node::Pointer(elem) => (at, name) = (*elem, None),
                Node::Named(declared) => {
                    let found = self.declared.get(declared);
                    at = *found.ok_or_else(|| bad(format!("type {declared} is not declared"), 0))?;
                    name = name.or(Some(declared.as_str()));
                }
                _ => return Ok((at, name)),
            }
        }
        Err(bad(format!("type {} is nothing but itself", name.unwrap_or("*")), 0))
    }

    fn builtin(&self, base: u32) -> Result<Option<Id>> {
        Ok(match self.node(base) {
            Node::Basic(id, _) => Some(*id),
            Node::Slice(elem) if !matches!(self.node(*elem), Node::Pointer(_)) => {
                let elem = self.base(*elem)?.0;
                matches!(self.node(elem), Node::Basic(_, "uint8")).then_some(5)
            }
            _ => None,
        })
    }

    fn id_of(&self, at: u32) -> Result<Id> {
        let (base, name) = self.base(at)?;
        let known = self.builtin(base)?.or_else(|| self.ids.get(&self.key(base, name)).copied());
        known.ok_or_else(|| bad("a type that was not met".into(), 0))
    }

    /// What Go prints for a type without pointers.
    fn key(&self, base: u32, name: Option<&str>) -> String {
        let mut key = String::new();
        match name {
            Some(name) => key.push_str(name),
            None => self.print(base, &mut key),
        }
        key
    }

    fn print(&self, at: u32, out: &mut String) {
        match self.node(at) {
            Node::Basic(_, text) => out.push_str(text),
            Node::Named(name) => out.push_str(name),
            Node::Pointer(elem) => self.print_behind("*", *elem, out),
            Node::Slice(elem) => self.print_behind("[]", *elem, out),
            Node::Array(n, elem) => self.print_behind(&format!("[{n}]"), *elem, out),
            Node::Map(key, elem) => {
                self.print_behind("map[", *key, out);
                self.print_behind("]", *elem, out);
            }
            Node::Struct(fields) => {
                for ((name, at), begin) in fields.iter().zip(["struct { "].into_iter().chain(core::iter::repeat("; "))) {
                    self.print_behind(&format!("{begin}{name} "), *at, out);
                }
                out.push_str(if fields.is_empty() { "struct {}" } else { " }" });
            }
            Node::Opaque(marshaler) => out.push_str(&format!("{marshaler:?}")),
        }
    }

    fn print_behind(&self, prefix: &str, at: u32, out: &mut String) {
        out.push_str(prefix);
        self.print(at, out);
    }
}

/// A name without its package; type arguments keep theirs.
fn short(name: &str) -> &str {
    let head = name.find('[').unwrap_or(name.len());
    name[..head].rfind('.').map_or(name, |dot| &name[dot + 1..])
}

/// Types that need no declaration.
fn predeclared(name: &str) -> Option<Node> {
    const TABLE: &[(Id, &[&str])] = &[
        (1, &["bool"]),
        (2, &["int", "int8", "int16", "int32", "int64"]),
        (3, &["uint", "uint8", "uint16", "uint32", "uint64", "uintptr"]),
        (4, &["float32", "float64"]),
        (6, &["string"]),
        (7, &["complex64", "complex128"]),
        (8, &["error", "interface {}"]),
    ];
    let name = match name {
        "byte" => "uint8",
        "rune" => "int32",
        "any" => "interface {}",
        "GobEncoder" => return Some(Node::Opaque(Marshaler::Gob)),
        "BinaryMarshaler" => return Some(Node::Opaque(Marshaler::Binary)),
        "TextMarshaler" => return Some(Node::Opaque(Marshaler::Text)),
        other => other,
    };
    let mut all = TABLE.iter().flat_map(|(id, names)| names.iter().map(move |name| (*id, *name)));
    all.find(|(_, known)| *known == name).map(|(id, name)| Node::Basic(id, name))
}

struct Parser<'t, 's> {
    text: &'t str,
    at: usize,
    depth: u32,
    source: &'s mut Source,
    declared: Vec<(String, u32)>,
}

impl<'t> Parser<'t, '_> {
    fn parse(&mut self) -> Result<u32> {
        loop {
            self.skip();
            if self.rest().is_empty() {
                let first = self.declared.first().map(|(name, _)| name.clone());
                let name = first.ok_or_else(|| self.expected("a type"))?;
                return self.push(Node::Named(name));
            } else if self.keyword("package") {
                self.source.package = self.ident()?.into();
            } else if self.keyword("type") {
                self.declaration()?;
            } else {
                let root = self.ty()?;
                self.skip();
                return if self.rest().is_empty() { Ok(root) } else { Err(self.expected("the end")) };
            }
        }
    }

    fn declaration(&mut self) -> Result<()> {
        self.skip();
        let at = self.at;
        let name = self.name()?;
        if self.source.declared.contains_key(&name) || self.declared.iter().any(|(other, _)| *other == name) {
            return Err(bad(format!("type {name} is declared twice"), at));
        }
        self.eat("=");
        let node = self.ty()?;
        self.declared.push((name, node));
        Ok(())
    }

    fn ty(&mut self) -> Result<u32> {
        if self.depth == DEPTH {
            let fault = Fault::new(ErrorKind::TooDeep, "", format!("a type of more than {DEPTH} levels"));
            return Err(Error::new(*fault, Place { offset: self.at as u64, ..Place::default() }));
        }
        self.depth += 1;
        let node = self.composite()?;
        self.depth -= 1;
        self.push(node)
    }

    fn composite(&mut self) -> Result<Node> {
        if self.eat("*") {
            return Ok(Node::Pointer(self.ty()?));
        }
        if self.eat("[") {
            return self.list();
        }
        if self.keyword("map") {
            self.need("[")?;
            let key = self.ty()?;
            self.need("]")?;
            return Ok(Node::Map(key, self.ty()?));
        }
        if self.keyword("struct") {
            self.need("{")?;
            return self.fields();
        }
        if self.keyword("interface") {
            self.need("{")?;
            self.pass('{', '}')?;
            return Ok(Node::Basic(8, "interface {}"));
        }
        self.skip();
        let start = self.at;
        let name = self.name()?;
        let known = predeclared(self.text.get(start..self.at).unwrap_or_default());
        Ok(known.unwrap_or(Node::Named(name)))
    }

    /// An array or slice, behind its first bracket.
    fn list(&mut self) -> Result<Node> {
        if self.eat("]") {
            return Ok(Node::Slice(self.ty()?));
        }
        self.skip();
        let digits = self.take(|c| c.is_ascii_digit());
        let n = digits.parse().map_err(|_| self.expected("the length of an array"))?;
        self.need("]")?;
        Ok(Node::Array(n, self.ty()?))
    }

    /// The fields that Go sends, behind the brace.
    fn fields(&mut self) -> Result<Node> {
        let mut fields = Vec::new();
        while !self.eat("}") {
            let (names, ty) = if self.is_embedded() { self.embedded()? } else { self.named()? };
            let exported = names.into_iter().filter(|name| name.starts_with(char::is_uppercase));
            fields.extend(exported.map(|name| (name, ty)));
            self.tag()?;
        }
        Ok(Node::Struct(fields))
    }

    /// Whether a type follows alone, which then names its field.
    fn is_embedded(&self) -> bool {
        let rest = self.rest();
        let behind = rest.trim_start_matches(|c: char| c == '_' || c.is_alphanumeric());
        let alone = |c: char| matches!(c, '\n' | ';' | '}' | '`' | '"');
        behind.starts_with(['.', '[']) || rest.starts_with('*') || behind.trim_start_matches([' ', '\t']).starts_with(alone)
    }

    fn embedded(&mut self) -> Result<(Vec<String>, u32)> {
        let start = self.at;
        self.eat("*");
        self.name()?;
        let name = short(self.text.get(start..self.at).unwrap_or_default()).trim_start_matches('*');
        let name = name.split('[').next().unwrap_or_default().trim();
        self.at = start;
        Ok((Vec::from([name.to_string()]), self.ty()?))
    }

    fn named(&mut self) -> Result<(Vec<String>, u32)> {
        let mut names = Vec::from([self.ident()?.to_string()]);
        while self.eat(",") {
            names.push(self.ident()?.to_string());
        }
        Ok((names, self.ty()?))
    }

    /// Passes over what tags a field, which gob does not look at.
    fn tag(&mut self) -> Result<()> {
        for quote in ["`", "\""] {
            if self.eat(quote) {
                let end = self.rest().find(quote).ok_or_else(|| self.expected("the end of a tag"))?;
                self.at += end + 1;
            }
        }
        Ok(())
    }

    /// A type's name with its package, and its type arguments if it has some.
    fn name(&mut self) -> Result<String> {
        let mut name = self.ident()?.to_string();
        if self.rest().starts_with('.') {
            self.at += 1;
            name = format!("{name}.{}", self.ident()?);
        } else {
            let package = if self.source.package.is_empty() { "main" } else { &self.source.package };
            name = format!("{package}.{name}");
        }
        let start = self.at;
        if self.rest().starts_with('[') {
            self.at += 1;
            self.pass('[', ']')?;
        }
        name.push_str(self.text.get(start..self.at).unwrap_or_default());
        Ok(name)
    }

    /// Passes over everything to the bracket that closes what was opened.
    fn pass(&mut self, open: char, close: char) -> Result<()> {
        let mut depth = 1;
        for (i, c) in self.rest().char_indices() {
            depth += i32::from(c == open) - i32::from(c == close);
            if depth == 0 {
                self.at += i + 1;
                return Ok(());
            }
        }
        self.at = self.text.len();
        Err(self.expected(&format!("{close}")))
    }

    fn ident(&mut self) -> Result<&'t str> {
        self.skip();
        if self.rest().starts_with(|c: char| c.is_numeric()) {
            return Err(self.expected("a name"));
        }
        match self.take(|c| c == '_' || c.is_alphanumeric()) {
            "" => Err(self.expected("a name or type")),
            ident => Ok(ident),
        }
    }

    fn take(&mut self, is_part: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = rest.find(|c| !is_part(c)).and_then(|end| rest.get(..end)).unwrap_or(rest);
        self.at += taken.len();
        taken
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Passes over blanks, ends of lines and comments.
    fn skip(&mut self) {
        loop {
            self.take(|c| c == ';' || c.is_whitespace());
            if !self.rest().starts_with("//") {
                return;
            }
            self.take(|c| c != '\n');
        }
    }

    fn eat(&mut self, text: &str) -> bool {
        self.skip();
        let there = self.rest().starts_with(text);
        self.at += if there { text.len() } else { 0 };
        there
    }

    fn keyword(&mut self, word: &str) -> bool {
        let start = self.at;
        let is_word = self.eat(word) && !self.rest().starts_with(|c: char| c == '_' || c.is_alphanumeric());
        self.at = if is_word { self.at } else { start };
        is_word
    }

    fn need(&mut self, text: &str) -> Result<()> {
        if self.eat(text) { Ok(()) } else { Err(self.expected(text)) }
    }

    fn push(&mut self, node: Node) -> Result<u32> {
        let at = u32::try_from(self.source.nodes.len()).map_err(|_| bad("too many types".into(), self.at))?;
        self.source.nodes.push(node);
        Ok(at)
    }

    #[cold]
    fn expected(&self, what: &str) -> Error {
        let found: String = self.rest().chars().take(20).collect();
        let found = if found.is_empty() { "the end of the source".into() } else { format!("`{}`", found.escape_debug()) };
        bad(format!("{found}, where {what} must be"), self.at)
    }
}
