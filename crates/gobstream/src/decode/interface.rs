//! Interfaces: closed sets (enums by derive), open sets (a registry of the decoder), and anything ([`Value`]).

use super::{Dec, Decode, DecodeOwned};
use crate::error::{ErrorKind, Fault, Result};
use crate::plan::Node;
use crate::shape::{Kind, Shape, Shaped};
use crate::types::Slot;
use crate::value::{Builder, Interface, Text, Value};
use crate::walk::Event;
use crate::{frame, wire};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use core::any::{Any, TypeId};

/// The head of an interface that holds something; its payload follows.
#[derive(Clone, Copy, Debug)]
pub struct Found<'de> {
    name: &'de [u8],
    slot: Slot,
    /// The offset of the interface.
    at: u64,
}

/// The built-in types below it are scalars.
const INTERFACE: i64 = 8;

impl<'de> Found<'de> {
    /// The name under which the sender registered the type inside.
    pub fn name(&self) -> &'de [u8] {
        self.name
    }

    /// The type inside.
    #[cfg(feature = "serde")]
    pub(crate) fn slot(&self) -> Slot {
        self.slot
    }
}

impl<'de> Dec<'_, 'de> {
    /// Reads the head of an interface; `None` is nil. A message may end behind the name, and definitions may stand there.
    ///
    /// # Errors
    /// What is wrong with it.
    #[inline]
    pub fn interface(&mut self) -> Result<Option<Found<'de>>> {
        match self.quick_interface() {
            Some(found) => Ok(Some(found)),
            None => self.any_interface(),
        }
    }

    /// One that holds a value of a known type, and whose head is all there.
    #[inline]
    fn quick_interface(&mut self) -> Option<Found<'de>> {
        let (&n, rest) = self.rest.split_first()?;
        if n == 0 || n >= 0x80 || u64::from(n) > self.walk.options.limits.interface_name {
            return None;
        }
        let (name, mut rest) = rest.split_at_checked(usize::from(n))?;
        let id = wire::int(wire::take_uint(&mut rest).ok()?);
        let is_scalar = (1..INTERFACE).contains(&id);
        let slot = if is_scalar { id as Slot } else { self.walk.inner_known(id)? };
        wire::take_uint(&mut rest).ok()?;
        if is_scalar || self.walk.is_single(slot) {
            let (&zero, behind) = rest.split_first()?;
            rest = behind;
            if zero != 0 {
                return None;
            }
        }
        let at = self.at();
        self.rest = rest;
        Some(Found { name, slot, at })
    }

    fn any_interface(&mut self) -> Result<Option<Found<'de>>> {
        let at = self.at();
        let before = self.left();
        let n = self.uint()?;
        if n == 0 {
            return Ok(None);
        }
        let max = self.walk.options.limits.interface_name;
        if n > max {
            return Err(self.corrupt(before, "gob: name too long", format!("a type's name of {n} bytes is over {max}")));
        }
        let Some((name, rest)) = self.rest.split_at_checked(n as usize) else {
            let text = format!("the message ends: a type's name of {} has {}", frame::bytes(n), self.left());
            return Err(self.corrupt(before, "gob: invalid type name length", text));
        };
        self.rest = rest;
        let slot = self.inner_slot()?;
        self.uint()?;
        self.single(slot)?;
        Ok(Some(Found { name, slot, at }))
    }

    /// The type of what an interface holds.
    fn inner_slot(&mut self) -> Result<Slot> {
        let mut rest = self.rest;
        let id = wire::take_uint(&mut rest).map(wire::int);
        if let Some(slot) = id.ok().and_then(|id| self.walk.inner_known(id)) {
            self.rest = rest;
            return Ok(slot);
        }
        let (slot, stand) = self.walk.inner_type(self.stand(), self.ahead())?;
        self.moved(stand)?;
        Ok(slot)
    }

    /// The zero before a value that is no struct.
    #[inline]
    pub(super) fn single(&mut self, slot: Slot) -> Result<()> {
        if self.walk.is_single(slot) { self.zero() } else { Ok(()) }
    }

    #[inline]
    pub(super) fn zero(&mut self) -> Result<()> {
        if let Some((0, rest)) = self.rest.split_first() {
            self.rest = rest;
            return Ok(());
        }
        self.long_zero()
    }

    /// One that is not a single byte, or is none.
    #[cold]
    fn long_zero(&mut self) -> Result<()> {
        let before = self.left();
        match self.uint()? {
            0 => Ok(()),
            n => {
                let text = format!("{n} where the zero before a value that is no struct belongs");
                Err(self.corrupt(before, "gob: decode: corrupted data: non-zero delta for singleton", text))
            }
        }
    }

    /// Which of the types that an interface of this shape may hold it is, by name or alias.
    pub fn variant(&self, found: &Found<'de>, shape: &'static Shape) -> Option<usize> {
        let Kind::Interface(variants) = shape.kind() else { return None };
        let is_it = |name: &&str| name.as_bytes() == found.name;
        variants.iter().position(|v| is_it(&v.name) || v.aliases.iter().any(&is_it))
    }

    /// Reads the payload of an interface.
    ///
    /// # Errors
    /// `wrong-type` if it does not go into the type; what is wrong with it.
    pub fn inside<T: Decode<'de>>(&mut self, found: &Found<'de>) -> Result<T> {
        let node = self.node_inside(found, T::SHAPE)?;
        self.descend()?;
        self.charge_boxed::<T>()?;
        let mut value = T::zero();
        self.freshly(|d| value.merge(d, node))?;
        self.ascend();
        Ok(value)
    }

    /// Reads the payload of an interface that holds a value of the same type already, whose memory is used again where nothing else of it can stay.
    ///
    /// # Errors
    /// As [`inside`](Self::inside).
    pub fn inside_again<T: Decode<'de>>(&mut self, found: &Found<'de>, value: &mut T) -> Result<()> {
        if !T::REPLACES {
            *value = self.inside(found)?;
            return Ok(());
        }
        let node = self.node_inside(found, T::SHAPE)?;
        self.descend()?;
        value.merge(self, node)?;
        self.ascend();
        Ok(())
    }

    #[inline]
    fn node_inside(&mut self, found: &Found<'de>, shape: &'static Shape) -> Result<Node> {
        match self.plans.find(shape, found.slot, &self.walk.types) {
            Ok(node) => Ok(node),
            Err(misfit) => Err(self.misfit(found.at, misfit)),
        }
    }

    /// The same without knowing the type.
    fn inside_of(
        &mut self,
        found: &Found<'de>,
        shape: &'static Shape,
        f: &mut dyn FnMut(&mut Dec<'_, 'de>, Node) -> Result<()>,
    ) -> Result<()> {
        let node = self.node_inside(found, shape)?;
        self.descend()?;
        self.freshly(|d| f(d, node))?;
        self.ascend();
        Ok(())
    }

    /// Keeps an interface whose name is not known, as it came.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn other(&mut self, found: &Found<'de>) -> Result<Value> {
        let value = self.value(found.slot)?;
        let (name, ty) = (Text::from(found.name), self.walk.types.handle(found.slot).clone());
        Ok(Value::Interface(Some(Box::new(Interface { name, definitions: Box::default(), ty, value }))))
    }

    /// An interface holds a type whose name is not known, and nothing can keep it.
    #[cold]
    pub fn unknown(&self, found: &Found<'de>) -> crate::Error {
        let name = String::from_utf8_lossy(found.name);
        let text = format!("an interface holds \"{}\", a name that is not known here", name.escape_debug());
        self.wrong_type(found.at, "gob: name not registered for interface", text)
    }

    /// Reads a value of any type.
    pub(crate) fn value(&mut self, slot: Slot) -> Result<Value> {
        let mut builder = Builder::default();
        let (spent, limits) = (self.spent, self.walk.options.limits.clone());
        self.walk_value(slot, &mut |event, read| {
            builder.event(event);
            let (spent, most) = (spent + builder.spent(), limits.budget(read));
            if spent <= most {
                return Ok(());
            }
            Err(Fault::new(ErrorKind::TooBig, "", format!("a value over memory={}", frame::short_size(most))))
        })?;
        self.spent += builder.spent();
        Ok(builder.event(Event::Done).unwrap_or(Value::Interface(None)))
    }
}

/// Any value: what the interface holds, with its name and type; nil as an interface of nothing.
impl<'de> Decode<'de> for Value {
    fn zero() -> Self {
        Value::Interface(None)
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        *self = d.value(n.first)?;
        Ok(())
    }
}

/// A Go interface of which the decoder says what it may hold: see [`Decoder::register`](crate::Decoder::register). `I` is mostly
/// a `dyn Trait`.
///
/// ```
/// use gobstream::Dyn;
/// trait Shape { fn area(&self) -> f64; }
/// let nothing: Dyn<dyn Shape> = Dyn(None);
/// assert!(nothing.0.is_none());
/// ```
pub struct Dyn<I: ?Sized>(
    /// What it holds; nil is nothing.
    pub Option<Box<I>>,
);

impl<I: ?Sized> Default for Dyn<I> {
    fn default() -> Self {
        Dyn(None)
    }
}

impl<I: ?Sized + core::fmt::Debug> core::fmt::Debug for Dyn<I> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}

impl<I: ?Sized + 'static> Shaped for Dyn<I> {
    type Key = Dyn<I>;
    const SHAPE: &'static Shape = &Shape::unnamed::<Dyn<I>>(Kind::Interface(&[]));
}

impl<'de, I: ?Sized + 'static> Decode<'de> for Dyn<I> {
    fn zero() -> Self {
        Dyn(None)
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        self.0 = None;
        let Some(found) = d.interface()? else { return Ok(()) };
        let registry = d.registry;
        let Some(entry) = registry.get(TypeId::of::<I>(), found.name) else { return Err(d.unknown(&found)) };
        let mut made = None;
        d.inside_of(&found, entry.shape, &mut |d, n| {
            made = Some((entry.make)(d, n)?);
            Ok(())
        })?;
        self.0 = made.and_then(|made| made.downcast::<Box<I>>().ok()).map(|made| *made);
        Ok(())
    }
}

/// Makes a value of a registered type, as a `Box<Box<I>>`.
type Make = dyn Fn(&mut Dec<'_, '_>, Node) -> Result<Box<dyn Any>> + Send + Sync;

/// A type that an open interface may hold.
#[derive(Clone)]
struct Entry {
    shape: &'static Shape,
    make: Arc<Make>,
}

/// What open interfaces may hold, by interface and name.
#[derive(Default)]
pub(crate) struct Registry(BTreeMap<TypeId, BTreeMap<Box<[u8]>, Entry>>);

impl Registry {
    fn get(&self, interface: TypeId, name: &[u8]) -> Option<&Entry> {
        self.0.get(&interface)?.get(name)
    }

    pub(super) fn add<I: ?Sized + 'static, T: DecodeOwned + 'static>(
        &mut self,
        name: &str,
        wrap: impl Fn(T) -> Box<I> + Send + Sync + 'static,
    ) {
        let make = Arc::new(move |d: &mut Dec<'_, '_>, n: Node| {
            d.charge(size_of::<T>() as u64 + <T as Decode<'_>>::BOXED)?;
            let mut value = fresh::<T>();
            value.merge(d, n)?;
            Ok(Box::new(wrap(value)) as Box<dyn Any>)
        });
        let names = self.0.entry(TypeId::of::<I>()).or_default();
        names.insert(name.as_bytes().into(), Entry { shape: T::SHAPE, make });
    }

    /// Another name for a type that is known; `false` if it is not.
    pub(super) fn alias<I: ?Sized + 'static>(&mut self, alias: &str, name: &str) -> bool {
        let Some(names) = self.0.get_mut(&TypeId::of::<I>()) else { return false };
        let Some(entry) = names.get(name.as_bytes()).cloned() else { return false };
        names.insert(alias.as_bytes().into(), entry);
        true
    }
}

fn fresh<T: DecodeOwned>() -> T {
    <T as Decode<'_>>::zero()
}
