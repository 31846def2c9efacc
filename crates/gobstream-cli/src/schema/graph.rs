//! The types of all inputs in one graph, each kind once.

use gobstream::known::{Known, Marshaler};
use gobstream::{Kind, Type};
use std::collections::{BTreeMap, HashMap};

/// The place of a type in the graph.
pub(super) type Id = usize;

/// The first places are those of the built-in types, by their ids; 0 is what nobody defined.
pub(super) const BUILTIN: usize = 9;

/// Rounds after which types that still differ from round to round are not compared any further.
const ROUNDS: usize = 64;

/// What a type is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Undefined,
    Bool,
    Int,
    Uint,
    Float,
    Complex,
    String,
    Bytes,
    Interface,
    Array(Id, u64),
    Slice(Id),
    Map(Id, Id),
    Struct(Vec<Field>),
    Opaque(Marshaler),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: Vec<u8>,
    pub(super) ty: Id,
}

/// A type.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) name: Vec<u8>,
    pub(super) id: i32,
    pub(super) shape: Shape,
    pub(super) payloads: Payloads,
}

/// What the payloads of an opaque type turned out to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Payloads {
    #[default]
    None,
    /// All are of this type of Go's library.
    Known(&'static str),
    Unknown,
}

/// What became of structs of one name that were made one.
#[derive(Debug, Default)]
pub(super) struct United {
    /// Where a field of a version is in the whole.
    places: HashMap<(Id, usize), usize>,
    /// The types that other versions have for a field of the whole.
    pub(super) versions: BTreeMap<(Id, usize), Vec<Id>>,
}

impl United {
    /// Where a field is now.
    pub(super) fn place(&self, id: Id, field: usize) -> usize {
        self.places.get(&(id, field)).copied().unwrap_or(field)
    }
}

/// All types of all inputs.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// The types of the stream that is being read, by id and offset of the definition.
    current: HashMap<(i32, u64), Id>,
    /// Types of the current stream whose edges are not looked at.
    fresh: Vec<(Id, Type)>,
}

impl Graph {
    pub(super) fn new() -> Self {
        let shapes = [
            Shape::Undefined,
            Shape::Bool,
            Shape::Int,
            Shape::Uint,
            Shape::Float,
            Shape::Bytes,
            Shape::String,
            Shape::Complex,
            Shape::Interface,
        ];
        let node = |(i, shape)| Node { name: Vec::new(), id: i as i32, shape, payloads: Payloads::None };
        let nodes = shapes.into_iter().enumerate().map(node).collect();
        Graph { nodes, current: HashMap::new(), fresh: Vec::new() }
    }

    /// The place of a type, which may be new.
    pub(super) fn place(&mut self, ty: &Type) -> Id {
        if let Some(id) = usize::try_from(ty.id()).ok().filter(|&id| id < BUILTIN) {
            return id;
        }
        let next = self.nodes.len();
        let id = *self.current.entry((ty.id(), ty.offset())).or_insert(next);
        if id == next {
            let node = Node { name: ty.name().to_vec(), id: ty.id(), shape: Shape::Undefined, payloads: Payloads::None };
            self.nodes.push(node);
            self.fresh.push((id, ty.clone()));
        }
        id
    }

    /// A payload of an opaque type; `hint`: a name for one that has none.
    pub(super) fn payload(&mut self, id: Id, ty: &Type, hint: &[u8], bytes: &[u8]) {
        let Some(payloads) = self.nodes.get(id).map(|node| node.payloads).filter(|p| *p != Payloads::Unknown) else { return };
        let Kind::Opaque(marshaler) = ty.kind() else { return };
        let name = if ty.name().is_empty() { hint } else { ty.name() };
        let found = Known::recognise(name, marshaler, bytes).as_ref().and_then(recognised);
        self.nodes[id].payloads = match (payloads, found) {
            (Payloads::None, Some(found)) => Payloads::Known(found),
            (Payloads::Known(old), Some(found)) if old == found => payloads,
            _ => Payloads::Unknown,
        };
    }

    /// The stream has ended: what its types refer to is known as well as it will be.
    pub(super) fn settle(&mut self) {
        while let Some((id, ty)) = self.fresh.pop() {
            self.nodes[id].shape = self.shape(&ty);
        }
        self.current.clear();
    }

    fn edge(&mut self, ty: Option<Type>) -> Id {
        ty.map_or(0, |ty| self.place(&ty))
    }

    fn shape(&mut self, ty: &Type) -> Shape {
        match ty.kind() {
            Kind::Array => Shape::Array(self.edge(ty.elem()), ty.array_len().unwrap_or(0)),
            Kind::Slice => Shape::Slice(self.edge(ty.elem())),
            Kind::Map => Shape::Map(self.edge(ty.key()), self.edge(ty.elem())),
            Kind::Opaque(marshaler) => Shape::Opaque(marshaler),
            Kind::Struct => {
                let field = |i| {
                    let name = ty.field(i).map_or_else(Vec::new, |f| f.name.to_vec());
                    Field { name, ty: self.edge(ty.field_type(i)) }
                };
                Shape::Struct((0..ty.field_count()).map(field).collect())
            }
            _ => Shape::Undefined,
        }
    }

    /// Makes one struct of all structs of one name: the fields of the first, then what others have besides.
    pub(super) fn unite(&mut self) -> United {
        let mut united = United::default();
        let mut firsts: HashMap<Vec<u8>, Id> = HashMap::new();
        let to: Vec<Id> = (0..self.nodes.len())
            .map(|id| match &self.nodes[id] {
                Node { name, shape: Shape::Struct(_), .. } if !name.is_empty() => *firsts.entry(name.clone()).or_insert(id),
                _ => id,
            })
            .collect();
        let mut places: HashMap<Id, HashMap<Vec<u8>, usize>> = HashMap::new();
        for (id, &first) in to.iter().enumerate() {
            let Shape::Struct(fields) = &self.nodes[id].shape else { continue };
            let fields = fields.clone();
            let place = places.entry(first).or_default();
            if first == id {
                place.extend(fields.into_iter().enumerate().map(|(i, field)| (field.name, i)));
            } else {
                self.join(id, first, fields, place, &mut united);
            }
        }
        for node in &mut self.nodes {
            node.shape = node.shape.map(|id| to[id]);
        }
        for id in (0..to.len()).filter(|&id| to[id] != id) {
            self.nodes[id].shape = self.nodes[to[id]].shape.clone();
        }
        united
    }

    /// Adds the fields of a version of a struct to the first one.
    fn join(&mut self, id: Id, first: Id, fields: Vec<Field>, places: &mut HashMap<Vec<u8>, usize>, united: &mut United) {
        let Shape::Struct(all) = &mut self.nodes[first].shape else { return };
        for (i, field) in fields.into_iter().enumerate() {
            let at = *places.entry(field.name.clone()).or_insert(all.len());
            united.places.insert((id, i), at);
            if at == all.len() {
                all.push(field);
            } else {
                united.versions.entry((first, at)).or_default().push(field.ty);
            }
        }
    }

    /// Which type stands for each: types that say the same are one.
    pub(super) fn merge(&self) -> Vec<Id> {
        let mut classes = number(self.nodes.iter().map(|node| (node.name.clone(), library(node), outline(&node.shape))));
        let mut count = 0;
        for _ in 0..ROUNDS {
            let next = number(self.nodes.iter().zip(&classes).map(|(node, &class)| {
                let edges = edges(&node.shape).map(|id| classes[id] as u64).collect::<Vec<_>>();
                (Vec::<u8>::new(), class, edges)
            }));
            let n = next.iter().max().map_or(0, |max| max + 1);
            if n == count {
                return first_of_each(&next);
            }
            (classes, count) = (next, n);
        }
        (0..self.nodes.len()).collect()
    }
}

/// What Go's library calls a type; nothing for types of other libraries.
fn recognised(known: &Known) -> Option<&'static str> {
    Some(match known {
        Known::Time(_) => "time.Time",
        Known::BigInt(_) => "big.Int",
        Known::BigRat(_) => "big.Rat",
        Known::BigFloat(_) => "big.Float",
        Known::Addr(_) => "netip.Addr",
        Known::AddrPort(_) => "netip.AddrPort",
        Known::Prefix(_) => "netip.Prefix",
        Known::Url(_) => "url.URL",
        _ => return None,
    })
}

impl Shape {
    /// The same with other types in place of those that it refers to.
    pub(super) fn map(&self, to: impl Fn(Id) -> Id) -> Shape {
        match self {
            Shape::Array(e, n) => Shape::Array(to(*e), *n),
            Shape::Slice(e) => Shape::Slice(to(*e)),
            Shape::Map(k, e) => Shape::Map(to(*k), to(*e)),
            Shape::Struct(fields) => Shape::Struct(fields.iter().map(|f| Field { ty: to(f.ty), ..f.clone() }).collect()),
            other => other.clone(),
        }
    }
}

/// What Go's library calls an opaque type, if it has it.
pub(super) fn library(node: &Node) -> Option<&'static str> {
    match node.payloads {
        Payloads::Known(name) => Some(name),
        Payloads::None if node.name == b"Time" && node.shape == Shape::Opaque(Marshaler::Gob) => Some("time.Time"),
        _ => None,
    }
}

/// The types that a type refers to.
pub(super) fn edges(shape: &Shape) -> impl Iterator<Item = Id> {
    let (pair, fields): ([Option<Id>; 2], &[Field]) = match shape {
        Shape::Array(e, _) | Shape::Slice(e) => ([Some(*e), None], &[]),
        Shape::Map(k, e) => ([Some(*k), Some(*e)], &[]),
        Shape::Struct(fields) => ([None, None], fields),
        _ => ([None, None], &[]),
    };
    pair.into_iter().flatten().chain(fields.iter().map(|f| f.ty))
}

/// A shape without what it refers to, as numbers.
fn outline(shape: &Shape) -> Vec<u64> {
    let tag = match shape {
        Shape::Undefined => 0,
        Shape::Bool => 1,
        Shape::Int => 2,
        Shape::Uint => 3,
        Shape::Float => 4,
        Shape::Complex => 5,
        Shape::String => 6,
        Shape::Bytes => 7,
        Shape::Interface => 8,
        Shape::Array(..) => 9,
        Shape::Slice(_) => 10,
        Shape::Map(..) => 11,
        Shape::Struct(_) => 12,
        Shape::Opaque(Marshaler::Gob) => 13,
        Shape::Opaque(Marshaler::Binary) => 14,
        Shape::Opaque(Marshaler::Text) => 15,
    };
    let mut outline = vec![tag];
    if let Shape::Array(_, len) = shape {
        outline.push(*len);
    }
    if let Shape::Struct(fields) = shape {
        for field in fields {
            outline.push(field.name.len() as u64);
            outline.extend(field.name.iter().map(|&b| u64::from(b)));
        }
    }
    outline
}

/// Numbers things in order of appearance; the same things get the same number.
fn number<T: Ord>(things: impl Iterator<Item = T>) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    things
        .map(|thing| {
            let next = numbers.len();
            *numbers.entry(thing).or_insert(next)
        })
        .collect()
}

/// For each place the first place of the same class.
fn first_of_each(classes: &[usize]) -> Vec<Id> {
    let mut firsts = BTreeMap::new();
    classes.iter().enumerate().map(|(i, class)| *firsts.entry(class).or_insert(i)).collect()
}
