//! Types that no stream defined.

use super::draft::DraftEvent;
use super::go::Defined;
use super::{Draft, FIRST_ID, Id, Kind, Slot, Type, TypeTable};
use crate::assemble::Got;
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::known::Marshaler;
use crate::limits::{Limits, Reading};
use alloc::vec::Vec;
use core::fmt;

/// A definition of a type, as a stream would bring it: parts are named by their ids, and may be defined later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The id, from 64.
    pub id: i32,
    /// The declared name; may be empty.
    pub name: Vec<u8>,
    /// The id inside the definition: mostly the same.
    pub inner_id: i64,
    /// What the type is made of.
    pub kind: Kind,
    /// The fields of a struct with their types; the element of an array or slice, the key and the element of a map, without names.
    pub parts: Vec<(Vec<u8>, i32)>,
    /// The length of an array.
    pub len: i64,
}

/// Types by id, as a stream knows them: filled by hand, or taken from a [`Stream`](crate::Stream).
///
/// Go source is the short way to fill it, see [`go`](Self::go); a [`Definition`] says all that a stream can.
///
/// ```
/// use gobstream::{Definition, Kind, Types};
/// let mut types = Types::new();
/// let parts = vec![(b"X".to_vec(), 2), (b"Next".to_vec(), 64)];
/// types.define(&Definition { id: 64, name: b"Node".to_vec(), inner_id: 64, kind: Kind::Struct, parts, len: 0 })?;
/// let node = types.get(64)?.expect("defined above");
/// assert_eq!(node.field_type(1), Some(node.clone()));
/// # Ok::<(), gobstream::Error>(())
/// ```
pub struct Types {
    pub(crate) table: TypeTable,
    pub(crate) limits: Limits,
    source: Defined,
    /// How many types were looked at for their ids, and the highest of these.
    seen: (u32, Id),
}

impl fmt::Debug for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Types").field("count", &self.table.count()).finish_non_exhaustive()
    }
}

impl Default for Types {
    fn default() -> Self {
        Types::new()
    }
}

#[cold]
fn placeless(fault: Fault) -> Error {
    Error::new(fault, Place::default())
}

impl Types {
    /// The built-in types alone, with default [`Limits`].
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// The built-in types alone.
    pub fn with_limits(limits: Limits) -> Self {
        Self::of_table(TypeTable::new(), limits)
    }

    pub(crate) fn of_table(table: TypeTable, limits: Limits) -> Self {
        Types { table, limits, source: Defined::default(), seen: (0, FIRST_ID - 1) }
    }

    /// The type that a piece of Go source says: that at its end, or else the first that it declares.
    ///
    /// Declarations stay: later pieces may use them, and ask for what they declare. A package clause says which package they are of; it is `main` if
    /// there is none. Types of another package, but for those that everybody uses, are declared with it: `type api.Key GobEncoder`. These three words, `GobEncoder`, `BinaryMarshaler` and
    /// `TextMarshaler`, make a type an [opaque](crate::Opaque) one.
    ///
    /// ```
    /// use gobstream::{Types, ValueBuilder};
    /// let mut types = Types::new();
    /// let order = types.go("
    ///     type Order struct {
    ///         ID    int
    ///         Lines []Line
    ///         Meta  map[string]any
    ///     }
    ///     type Line struct { Item string; Count int }
    /// ")?;
    /// let mut b = ValueBuilder::new(&order);
    /// b.begin()?.field("ID")?.int(7)?;
    /// b.field("Lines")?.begin()?.begin()?.field("Item")?.string("x")?.field("Count")?.int(2)?.end()?.end()?;
    /// b.field("Meta")?.begin()?.string("a")?.int(1)?.end()?.end()?;
    /// let value = b.finish()?;
    /// assert_eq!(value.key("Lines"), None);
    /// assert_eq!(types.go("Line")?, value.ty().and_then(|order| order.field_type(1)?.elem()).expect("a slice of lines"));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// Types are named as in Go, where a type keeps the name under which it was met first: ask for types in the order in which
    /// values of them are sent, and [`Plan::Fresh`](crate::Plan::Fresh) gives Go's bytes. (Only opaque types that Go meets behind a pointer get another id inside.)
    ///
    /// Fields that Go would not send are left out: those that begin with a small letter, channels, functions. Whole files are read, see [`GoSource`](super::GoSource). What has no
    /// types here: constants as lengths of arrays, and generic types: `type Pair[int,string] struct` declares one instance of such.
    ///
    /// # Errors
    /// `bad-type` with its offset in the source for what is no type; without, for a name that is not declared or a type that consists of
    /// nothing but itself; `too-deep` for more than 100 types inside each other, `too-big` by the limits.
    pub fn go(&mut self, source: &str) -> Result<Type> {
        let first = self.highest_id().saturating_add(1);
        // Taken out, as what it says is defined beside it.
        let mut declared = core::mem::take(&mut self.source);
        let id = declared.take(source, first, |definition| self.define(definition).map(drop));
        self.source = declared;
        let id = id?;
        self.get(id)?.ok_or_else(|| placeless(*super::unknown(id.into())))
    }

    /// The highest id that was ever given to a type.
    fn highest_id(&mut self) -> Id {
        let (seen, highest) = self.seen;
        let new = (seen..self.table.count()).map(|i| self.table.node(FIRST_ID as Slot + i).id).max();
        self.seen = (self.table.count(), new.unwrap_or(highest).max(highest));
        self.seen.1
    }

    /// Takes in a definition; one of an id that was defined before replaces that.
    ///
    /// # Errors
    /// `bad-type-id` for ids below 64, `too-big` by the limits.
    pub fn define(&mut self, definition: &Definition) -> Result<Type> {
        if let Some(fault) = self.table.refuse(definition.id, Reading::Lenient) {
            return Err(placeless(*fault));
        }
        let slot = self.install(definition).map_err(|fault| placeless(*fault))?;
        Ok(self.table.handle(slot).clone())
    }

    fn install(&mut self, definition: &Definition) -> Got<Slot> {
        let draft = draft(definition, &self.limits)?;
        self.table.define(draft, &self.limits)
    }

    /// A value begins: [`take_back`](Self::take_back) leads back to here.
    pub fn begin_value(&mut self) {
        self.table.begin_log();
    }

    /// Takes in a definition that stands inside a value, which [`take_back`](Self::take_back) can take back.
    ///
    /// ```
    /// use gobstream::{Definition, Kind, Types};
    /// let list = |elem| Definition { id: 64, name: vec![], inner_id: 64, kind: Kind::Slice, parts: vec![(vec![], elem)], len: 0 };
    /// let mut types = Types::new();
    /// let ints = types.define(&list(2))?;
    /// types.begin_value();
    /// types.define_inside(&list(6))?;
    /// types.take_back();
    /// assert_eq!(types.get(64)?, Some(ints));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`define`](Self::define).
    pub fn define_inside(&mut self, definition: &Definition) -> Result<Type> {
        if let Some(fault) = self.table.refuse(definition.id, Reading::Lenient) {
            return Err(placeless(*fault));
        }
        let draft = draft(definition, &self.limits).map_err(|fault| placeless(*fault))?;
        let slot = self.table.define_inside(draft, &self.limits).map_err(|fault| placeless(*fault))?;
        Ok(self.table.handle(slot).clone())
    }

    /// Ids mean again what they meant when the value began.
    pub fn take_back(&mut self) {
        self.table.rewind();
    }

    /// The type that an id stands for now; `None` if it is not defined.
    ///
    /// # Errors
    /// `too-big` by the limits.
    pub fn get(&mut self, id: i32) -> Result<Option<Type>> {
        self.table.settle(&self.limits).map_err(|fault| placeless(*fault))?;
        let slot = self.table.find(id);
        Ok(slot.map(|slot| self.table.handle(slot).clone()))
    }

    /// All types that were defined, in the order in which they came.
    ///
    /// # Errors
    /// `too-big` by the limits.
    pub fn all(&mut self) -> Result<Vec<Type>> {
        self.table.settle(&self.limits).map_err(|fault| placeless(*fault))?;
        Ok(self.table.all())
    }
}

/// What a stream said of a type.
impl From<&Type> for Definition {
    fn from(ty: &Type) -> Self {
        let fields = ty.fields().map(|field| field.name.to_vec());
        let names = fields.chain(core::iter::repeat(Vec::new()));
        let parts = names.zip(ty.references()).collect();
        let (name, len) = (ty.name().to_vec(), ty.declared_len().unwrap_or(0));
        Definition { id: ty.id(), name, inner_id: ty.inner_id(), kind: ty.kind(), parts, len }
    }
}

/// The parts of a definition, as the walk would meet them.
fn draft(definition: &Definition, limits: &Limits) -> Got<Draft> {
    let Definition { id, name, inner_id, kind, parts, len } = definition;
    let mut draft = Draft::new(*id, 0);
    let mut put = |owner, field, event: DraftEvent<'_>| draft.event(owner, field, event, limits);
    if let Some(field) = kind_field(*kind) {
        put(16, field, DraftEvent::Struct(0))?;
    }
    put(18, 0, DraftEvent::Text(name))?;
    put(18, 1, DraftEvent::Int(*inner_id))?;
    if *kind == Kind::Struct {
        for (name, id) in parts {
            check_name(name)?;
            put(22, 0, DraftEvent::Struct(21))?;
            put(21, 0, DraftEvent::Text(name))?;
            put(21, 1, DraftEvent::Int((*id).into()))?;
        }
        return Ok(draft);
    }
    let owner = if *kind == Kind::Map { 23 } else { 17 };
    for ((_, id), field) in parts.iter().zip(1..) {
        put(owner, field, DraftEvent::Int(i64::from(*id as Id)))?;
    }
    put(17, 2, DraftEvent::Int(*len))?;
    Ok(draft)
}

/// As long as the walk takes them.
fn check_name(name: &[u8]) -> Got<()> {
    if name.len() as u64 <= u64::from(u16::MAX) {
        return Ok(());
    }
    Err(Fault::new(ErrorKind::TooBig, "", "a field's name of more than 65535 bytes".into()))
}

/// The number of the field of wireType that stands for a kind.
pub(super) fn kind_field(kind: Kind) -> Option<u32> {
    Some(match kind {
        Kind::Array => 0,
        Kind::Slice => 1,
        Kind::Struct => 2,
        Kind::Map => 3,
        Kind::Opaque(Marshaler::Gob) => 4,
        Kind::Opaque(Marshaler::Binary) => 5,
        Kind::Opaque(Marshaler::Text) => 6,
        _ => return None,
    })
}
