//! Types as Go source says them, and the names that Go sends them under.
//!
//! A type that is declared is kept as a tree until it is asked for; then it and all that it is made of are defined, each under the
//! name that Go gives what it meets on this way. What the parser recurses over is bounded, and nothing recurses over names.

mod define;
mod parse;
mod tokens;
mod view;

pub(super) use define::Defined;
pub use view::{GoField, GoKind, GoType};

use super::Id;
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::known::Marshaler;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter::once;
use parse::Parser;

#[derive(Clone, Debug)]
enum Node {
    /// The id of a built-in type, and what Go prints.
    Basic(Id, &'static str),
    /// A declared type, by its package and name.
    Named(String),
    Pointer(u32),
    Slice(u32),
    Array(i64, u32),
    Map(u32, u32),
    Struct(Fields),
    Opaque(Marshaler),
    /// A channel or function.
    Unsent,
    /// A parameter of a generic type.
    Parameter,
}

#[derive(Clone, Debug)]
struct Field {
    name: String,
    ty: u32,
    is_embedded: bool,
}

/// The fields of a struct.
#[derive(Clone, Debug)]
struct Fields {
    all: Vec<Field>,
    /// Whether some are embedded.
    embed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Declared {
    node: u32,
    /// `type A = B`: another name for B.
    is_alias: bool,
}

const INTERFACE: Node = Node::Basic(8, "interface {}");

/// Structs in structs that are looked through for what they embed.
const EMBEDDED: usize = 20;

/// Names and pointers on the way from a name to what it stands for.
const STEPS: usize = 100;

/// Declarations of types in Go source, as gob sees them.
///
/// Whole files are read: of functions and methods their names count, where they make a type encode itself, and calls of `gob.Register` and
/// `gob.RegisterName` in them. Types that everybody uses are known without a declaration: `time.Time`, `big.Int`, `netip.Addr`, `url.URL`, `uuid.UUID` and the like.
///
/// [`Types::go`](super::Types::go) makes types of the same source.
///
/// ```
/// use gobstream::{GoKind, GoSource};
/// let source = GoSource::parse("package shop; type Order struct { ID int32; At time.Time; done bool }")?;
/// let order = source.get("shop.Order").expect("declared");
/// let fields: Vec<_> = order.fields().map(|field| (field.name, field.ty.kind())).collect();
/// assert!(matches!(fields[0], ("ID", GoKind::Basic("int32"))));
/// assert!(matches!(fields[1], ("At", GoKind::Opaque(gobstream::known::Marshaler::Gob))));
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GoSource {
    nodes: Vec<Node>,
    declared: BTreeMap<String, Declared>,
    /// Types with methods by which they encode themselves.
    methods: BTreeMap<String, Marshaler>,
    registered: Vec<(Vec<u8>, u32)>,
    /// The package of what has none in the source; `main` if empty.
    package: String,
}

/// A type in a source.
struct Root {
    node: u32,
    /// Where nodes begin that nobody needs behind it.
    keep: usize,
}

#[cold]
fn bad(text: String, offset: usize) -> Error {
    Error::new(*Fault::new(ErrorKind::BadType, "", text), Place { offset: offset as u64, ..Place::default() })
}

impl GoSource {
    /// The names of Go's basic types; Go has registered them and slices of them for interfaces.
    pub const BASIC: [&str; 17] = [
        "bool",
        "int",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "uintptr",
        "float32",
        "float64",
        "complex64",
        "complex128",
        "string",
    ];

    /// Reads declarations.
    ///
    /// # Errors
    /// As [`Types::go`](super::Types::go), for what cannot be read; names are not looked up.
    pub fn parse(source: &str) -> Result<Self> {
        let mut all = GoSource::default();
        all.take(source)?;
        Ok(all)
    }

    /// Takes in declarations; gives the type at the end of the source, or the first that is declared.
    fn take(&mut self, text: &str) -> Result<Option<Root>> {
        let start = self.nodes.len();
        let found = Parser::parse(text, self).inspect_err(|_| self.nodes.truncate(start))?;
        let first = found.first.map(Node::Named);
        let has_more = found.declared.len() + found.registered.len() > 0;
        self.package = found.package.unwrap_or(core::mem::take(&mut self.package));
        self.declared.extend(found.declared);
        for (name, marshaler) in found.methods {
            // Of two, Go asks for a GobEncoder first.
            let known = self.methods.entry(name).or_insert(marshaler);
            *known = if marshaler == Marshaler::Gob { marshaler } else { *known };
        }
        self.registered.extend(found.registered);
        let root = found.root.or_else(|| {
            self.nodes.push(first?);
            u32::try_from(self.nodes.len() - 1).ok()
        });
        let keep = if has_more { self.nodes.len() } else { start };
        Ok(root.map(|node| Root { node, keep }))
    }

    /// The package that the source says it is of; `main` if it says none.
    pub fn package(&self) -> &str {
        if self.package.is_empty() { "main" } else { &self.package }
    }

    fn node(&self, at: u32) -> &Node {
        match at.checked_sub(LIBRARY) {
            Some(i) => KNOWN.get(i as usize).map_or(&Node::Parameter, |(_, node)| node),
            None => &self.nodes[at as usize],
        }
    }

    /// What a declared name stands for; of an instance of a generic type that is not declared by itself the generic type.
    fn find(&self, name: &str) -> Option<Declared> {
        let generic = || self.declared.get(name.split_once('[')?.0);
        let found = self.declared.get(name).or_else(generic).copied();
        let known = || KNOWN.iter().position(|(known, _)| *known == name);
        found.or_else(|| Some(Declared { node: LIBRARY + u32::try_from(known()?).ok()?, is_alias: false }))
    }

    /// What a type is without pointers, and under which name.
    fn base(&self, mut at: u32) -> Result<(u32, Option<&str>)> {
        let mut name = None;
        for _ in 0..STEPS {
            match self.node(at) {
                Node::Pointer(elem) => (at, name) = (*elem, None),
                Node::Named(declared) => {
                    let found = self.find(declared).ok_or_else(|| bad(format!("type {declared} is not declared"), 0))?;
                    if !found.is_alias && name.is_none() {
                        name = Some(declared.as_str());
                        if let Some(marshaler) = self.methods.get(declared) {
                            return Ok((opaque(*marshaler), name));
                        }
                    }
                    at = found.node;
                }
                Node::Struct(fields) => return Ok((self.promoted(fields).map_or(at, opaque), name)),
                _ => return Ok((at, name)),
            }
        }
        Err(bad(
            format!(
                "type {} is nothing but itself, or another name for another, more than {STEPS} times over",
                name.unwrap_or("*")
            ),
            0,
        ))
    }

    /// The method by which a struct encodes itself because it embeds a type that does: that of the least depth at which one type alone has it.
    fn promoted(&self, fields: &Fields) -> Option<Marshaler> {
        if !fields.embed {
            return None;
        }
        let (mut level, mut seen) = (Vec::from([&fields.all[..]]), BTreeSet::new());
        let mut found = None;
        for _ in 0..EMBEDDED {
            let embedded: Vec<u32> =
                level.iter().flat_map(|fields| fields.iter()).filter(|f| f.is_embedded).map(|f| f.ty).collect();
            let nodes: Vec<&Node> = embedded
                .iter()
                .filter_map(|at| self.named_base(*at))
                .filter(|at| seen.insert(*at))
                .map(|at| self.node(at))
                .collect();
            let count = |m: Marshaler| nodes.iter().filter(|node| matches!(node, Node::Opaque(other) if *other == m)).count();
            match (count(Marshaler::Gob), count(Marshaler::Binary)) {
                (1, _) => return Some(Marshaler::Gob),
                (_, 1) => found = found.or(Some(Marshaler::Binary)),
                _ => {}
            }
            level = nodes
                .iter()
                .filter_map(|node| if let Node::Struct(fields) = node { Some(&fields.all[..]) } else { None })
                .collect();
            if level.is_empty() {
                break;
            }
        }
        found
    }

    /// Which node a name stands for, what a struct embeds left aside.
    fn named_base(&self, mut at: u32) -> Option<u32> {
        let mut is_first = true;
        for _ in 0..STEPS {
            match self.node(at) {
                Node::Pointer(elem) => at = *elem,
                Node::Named(name) => {
                    let found = self.find(name)?;
                    if let Some(marshaler) = self.methods.get(name).filter(|_| is_first) {
                        return Some(opaque(*marshaler));
                    }
                    (at, is_first) = (found.node, is_first && found.is_alias);
                }
                _ => return Some(at),
            }
        }
        None
    }

    /// Whether Go sends a field.
    fn is_sent(&self, field: &Field) -> bool {
        field.name.starts_with(char::is_uppercase)
            && !matches!(self.base(field.ty), Ok((at, _)) if matches!(self.node(at), Node::Unsent))
    }

    /// What Go prints for a type without pointers.
    fn key(&self, base: u32, name: Option<&str>) -> String {
        name.map_or_else(|| self.printed(base), ToString::to_string)
    }

    fn printed(&self, at: u32) -> String {
        let mut text = String::new();
        self.print(at, &mut text);
        text
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
                for (field, begin) in fields.all.iter().zip(once("struct { ").chain(core::iter::repeat("; "))) {
                    self.print_behind(&format!("{begin}{} ", field.name), field.ty, out);
                }
                out.push_str(if fields.all.is_empty() { "struct {}" } else { " }" });
            }
            Node::Opaque(marshaler) => out.push_str(&format!("{marshaler:?}")),
            Node::Unsent => out.push_str("chan"),
            Node::Parameter => out.push_str("any"),
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

/// The built-in type that Go has registered for interfaces under this name.
pub(crate) fn registered(name: &[u8]) -> Option<Id> {
    let name = GoSource::BASIC.iter().find(|basic| basic.as_bytes() == name)?;
    match predeclared(name)? {
        Node::Basic(id, _) => Some(id),
        _ => None,
    }
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

/// The first node of those that are always there.
const LIBRARY: u32 = 0xffff_ff00;

/// Types of other packages that everybody uses, behind those that stand for a method.
static KNOWN: [(&str, Node); 21] = [
    ("", Node::Opaque(Marshaler::Gob)),
    ("", Node::Opaque(Marshaler::Binary)),
    ("", Node::Opaque(Marshaler::Text)),
    ("", Node::Basic(3, "uint8")),
    ("time.Time", Node::Opaque(Marshaler::Gob)),
    ("time.Duration", Node::Basic(2, "int64")),
    ("time.Month", Node::Basic(2, "int")),
    ("time.Weekday", Node::Basic(2, "int")),
    ("big.Int", Node::Opaque(Marshaler::Gob)),
    ("big.Rat", Node::Opaque(Marshaler::Gob)),
    ("big.Float", Node::Opaque(Marshaler::Gob)),
    ("decimal.Decimal", Node::Opaque(Marshaler::Gob)),
    ("netip.Addr", Node::Opaque(Marshaler::Binary)),
    ("netip.AddrPort", Node::Opaque(Marshaler::Binary)),
    ("netip.Prefix", Node::Opaque(Marshaler::Binary)),
    ("url.URL", Node::Opaque(Marshaler::Binary)),
    ("uuid.UUID", Node::Opaque(Marshaler::Binary)),
    ("net.IP", Node::Slice(LIBRARY + 3)),
    ("net.IPMask", Node::Slice(LIBRARY + 3)),
    ("net.HardwareAddr", Node::Slice(LIBRARY + 3)),
    ("json.RawMessage", Node::Slice(LIBRARY + 3)),
];

/// The node of types that encode themselves so.
fn opaque(marshaler: Marshaler) -> u32 {
    LIBRARY
        + match marshaler {
            Marshaler::Gob => 0,
            Marshaler::Binary => 1,
            Marshaler::Text => 2,
        }
}

/// The bytes of a string in its quotes.
fn unquote(text: &str) -> Option<Vec<u8>> {
    let inner = text.get(1..text.len().checked_sub(1)?)?;
    if text.starts_with('`') {
        return Some(inner.as_bytes().to_vec());
    }
    let (mut out, mut rest) = (Vec::new(), inner);
    while let Some(at) = rest.find('\\') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        let escaped = rest.get(at + 1..)?;
        let len = match escaped.as_bytes().first()? {
            b'x' => 3,
            b'u' => 5,
            b'U' => 9,
            b'0'..=b'7' => 3,
            _ => 1,
        };
        unescape(escaped.get(..len)?, &mut out)?;
        rest = escaped.get(len..)?;
    }
    out.extend_from_slice(rest.as_bytes());
    Some(out)
}

/// What stands behind a backslash.
fn unescape(escape: &str, out: &mut Vec<u8>) -> Option<()> {
    const SINGLE: [(&str, u8); 10] = [
        ("a", 7),
        ("b", 8),
        ("f", 12),
        ("n", b'\n'),
        ("r", b'\r'),
        ("t", b'\t'),
        ("v", 11),
        ("\\", b'\\'),
        ("\"", b'"'),
        ("'", b'\''),
    ];
    if let Some((_, byte)) = SINGLE.iter().find(|(text, _)| *text == escape) {
        out.push(*byte);
    } else if let Some(hex) = escape.strip_prefix('x') {
        out.push(u8::from_str_radix(hex, 16).ok()?);
    } else if let Some(hex) = escape.strip_prefix(['u', 'U']) {
        let c = char::from_u32(u32::from_str_radix(hex, 16).ok()?)?;
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        out.push(u8::from_str_radix(escape, 8).ok()?);
    }
    Some(())
}
