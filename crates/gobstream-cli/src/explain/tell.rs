//! The rows of a stream, nested as its values are.

use super::fold::{self, Fold};
use super::sheet::{Ink, Sheet, Span};
use super::{Ids, Loss, Out, View};
use crate::report::count;
use crate::types;
use gobstream::{Event, Piece, Type, What};
use std::io::{self, Write};

/// What a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Struct,
    List,
    Map,
    Interface,
    /// Its struct stands above it.
    Definition,
}

/// A value that is open.
#[derive(Debug)]
struct Level {
    role: Role,
    indent: usize,
    owner: Option<Type>,
    /// The next field; elements, or keys and elements, begun so far.
    next: u64,
    folds: bool,
}

/// The length of a message, or a field inside a definition, until what follows says more.
#[derive(Debug)]
struct Held {
    offset: u64,
    bytes: Vec<u8>,
    text: String,
}

/// Turns pieces into rows.
#[derive(Debug)]
pub(super) struct Tell {
    sheet: Sheet,
    /// The byte whose message alone is shown.
    at: Option<u64>,
    /// The message at hand is not shown.
    mute: bool,
    is_past: bool,
    stack: Vec<Level>,
    message: Option<Held>,
    field: Option<Held>,
    fold: Option<Fold>,
    /// The depth of a fold that a definition interrupts.
    interrupted: Option<usize>,
    /// What the next row begins with: the place of an element.
    prefix: String,
    values: u64,
    in_value: bool,
    ids: Ids,
    lost: u64,
}

impl Tell {
    pub(super) fn new(sheet: Sheet, at: Option<u64>) -> Self {
        Tell {
            sheet,
            at,
            mute: at.is_some(),
            is_past: false,
            stack: Vec::new(),
            message: None,
            field: None,
            fold: None,
            interrupted: None,
            prefix: String::new(),
            values: 0,
            in_value: false,
            ids: Ids::default(),
            lost: 0,
        }
    }

    /// Shows what is held at the end of the input.
    pub(super) fn close(&mut self, out: &mut Out) -> io::Result<()> {
        self.unfold(out)?;
        self.head(out, "")
    }

    /// `111 of 111 bytes explained`.
    pub(super) fn summary(&self, end: u64) -> String {
        format!("{} of {end} bytes explained", end.saturating_sub(self.lost))
    }

    // ---- rows

    /// Shows a piece, unless it is folded.
    fn row(
        &mut self,
        out: &mut Out,
        ink: Ink,
        piece: &Piece<'_>,
        indent: usize,
        text: impl FnOnce() -> String,
    ) -> io::Result<()> {
        let end = piece.offset + piece.bytes.len() as u64;
        if let Some(fold) = &mut self.fold {
            if !self.at.is_some_and(|at| (piece.offset..end).contains(&at)) {
                fold.add(piece.offset, piece.bytes);
                return Ok(());
            }
            self.unfold(out)?;
        }
        if self.mute {
            self.field = None;
            self.prefix.clear();
            return Ok(());
        }
        let held = self.field.take();
        let (offset, mut bytes) = held.map_or((piece.offset, Vec::new()), |held| (held.offset, held.bytes));
        bytes.extend_from_slice(piece.bytes);
        let span = Span { offset, bytes: &bytes, len: bytes.len() as u64 };
        let text = std::mem::take(&mut self.prefix) + &text();
        self.sheet.row(out, ink, span, indent, &text)
    }

    /// Shows what is folded so far; the fold goes on.
    fn unfold(&mut self, out: &mut Out) -> io::Result<()> {
        let Some(fold) = &mut self.fold else { return Ok(()) };
        let fold = std::mem::replace(fold, Fold::new(fold.depth));
        let level = fold.depth.checked_sub(1).and_then(|i| self.stack.get(i));
        if fold.is_empty() || self.mute {
            return Ok(());
        }
        let (indent, is_map) = level.map_or((1, false), |l| (l.indent + 1, l.role == Role::Map));
        self.sheet.row(out, Ink::Value, fold.span(), indent, &fold.text(is_map))
    }

    /// Shows the length of the message, now that it is known what it holds.
    fn head(&mut self, out: &mut Out, more: &str) -> io::Result<()> {
        let Some(held) = self.message.take().filter(|_| !self.mute) else { return Ok(()) };
        let span = Span { offset: held.offset, bytes: &held.bytes, len: held.bytes.len() as u64 };
        self.sheet.row(out, Ink::Length, span, 0, &(held.text + more))
    }

    /// How far a value is indented that begins here.
    fn indent(&self) -> usize {
        self.stack.last().map_or(1, |level| match level.role {
            Role::Map if level.next.is_multiple_of(2) => level.indent + 2,
            _ => level.indent + 1,
        })
    }

    // ---- messages

    fn length(&mut self, piece: &Piece<'_>, size: u64, out: &mut Out) -> io::Result<()> {
        self.unfold(out)?;
        let end = piece.offset + piece.bytes.len() as u64 + size;
        self.is_past = self.at.is_some_and(|at| at < piece.offset);
        self.mute = self.at.is_some_and(|at| !(piece.offset..end).contains(&at));
        let text = format!("message {}: {}", piece.message, count(size, "byte"));
        self.message = Some(Held { offset: piece.offset, bytes: piece.bytes.to_vec(), text });
        Ok(())
    }

    fn type_id(&mut self, piece: &Piece<'_>, ty: &Type, out: &mut Out) -> io::Result<()> {
        let is_new = !std::mem::replace(&mut self.in_value, true);
        self.values += u64::from(is_new);
        if self.message.is_some() {
            let more = if is_new { "" } else { " continued" };
            self.head(out, &format!(", value {}{more}", self.values))?;
        }
        let indent = self.indent();
        self.row(out, Ink::Id, piece, indent, || type_text(ty))
    }

    /// An interface that is not nil.
    fn name(&mut self, piece: &Piece<'_>, name: &[u8], out: &mut Out) -> io::Result<()> {
        self.begin(1);
        let indent = self.indent();
        self.row(out, Ink::Name, piece, indent, || format!("interface, holds {}", types::quoted(name, true)))?;
        self.push(Role::Interface, indent, None, 0);
        Ok(())
    }

    /// Damage closes all that was open.
    fn forget(&mut self) {
        self.stack.clear();
        self.prefix.clear();
        (self.field, self.fold, self.interrupted) = (None, None, None);
        self.in_value = false;
    }

    fn begin_definition(&mut self, piece: &Piece<'_>, id: i32, out: &mut Out) -> io::Result<()> {
        self.unfold(out)?;
        self.interrupted = self.fold.take().map(|fold| fold.depth);
        self.head(out, if self.in_value { ", inside the value" } else { "" })?;
        let more = if self.ids.again(id) { " again: another stream begins" } else { "" };
        let indent = self.indent();
        self.row(out, Ink::Id, piece, indent, || format!("defines type {id}{more}"))?;
        self.push(Role::Definition, indent, None, 0);
        Ok(())
    }

    // ---- values

    fn push(&mut self, role: Role, indent: usize, owner: Option<&Type>, count: u64) {
        let owner = owner.cloned();
        let folds = !self.sheet.full && fold::folds(count) && !self.in_definition();
        self.stack.push(Level { role, indent, owner, next: 0, folds });
    }

    fn in_definition(&self) -> bool {
        self.stack.iter().rev().take(8).any(|level| level.role == Role::Definition)
    }

    /// A value begins: it may be an element, and that may be folded.
    fn begin(&mut self, elements: u64) {
        let depth = self.stack.len();
        let Some(level) = self.stack.last_mut() else { return };
        let i = level.next;
        let (n, is_map) = match level.role {
            Role::List => (i, false),
            Role::Map => (i / 2, true),
            _ => return,
        };
        level.next += elements;
        if level.folds && n >= fold::SHOWN && self.fold.is_none() {
            self.fold = Some(Fold::new(depth));
        }
        match &mut self.fold {
            Some(fold) => fold.elements += if fold.depth == depth { elements } else { 0 },
            None if !self.mute => self.prefix = place(i, n, is_map),
            None => {}
        }
    }

    fn event(&mut self, piece: &Piece<'_>, event: &Event<'_>, out: &mut Out) -> io::Result<()> {
        match event {
            Event::Field(i) => return self.field(piece, u64::from(*i), out),
            Event::End => return self.end(piece, out),
            Event::Done => {
                self.in_value = false;
                return Ok(());
            }
            Event::Interface(..) => {
                let indent = self.indent();
                return self.row(out, Ink::Length, piece, indent, || format!("length {}", number(piece.bytes)));
            }
            _ => self.begin(run_len(event)),
        }
        let indent = self.indent();
        let row = indent - usize::from(self.field.is_some());
        match event {
            Event::Struct(ty) => {
                if self.field.is_some() {
                    self.row(out, Ink::Name, piece, row, String::new)?;
                }
                self.push(Role::Struct, indent, Some(ty), 0);
                Ok(())
            }
            Event::List(ty, n) => self.open(Role::List, piece, (ty, *n, "element"), (row, indent), out),
            Event::Map(ty, n) => self.open(Role::Map, piece, (ty, *n, "pair"), (row, indent), out),
            Event::Int(id) if self.in_definition() => {
                let name = i32::try_from(*id).ok().and_then(types::builtin).filter(|_| !self.prefix.starts_with("Len"));
                self.row(out, Ink::Id, piece, row, || name.map_or_else(|| id.to_string(), |name| format!("{id}, {name}")))
            }
            scalar => {
                let full = self.sheet.full;
                self.row(out, Ink::Value, piece, row, || types::scalar(scalar, full))
            }
        }
    }

    /// A list or map begins: its type, how many parts it has, and what these are called; the indents of its row and of itself.
    fn open(
        &mut self,
        role: Role,
        piece: &Piece<'_>,
        what: (&Type, u64, &str),
        indents: (usize, usize),
        out: &mut Out,
    ) -> io::Result<()> {
        self.row(out, Ink::Length, piece, indents.0, || count(what.1, what.2))?;
        self.push(role, indents.1, Some(what.0), what.1);
        Ok(())
    }

    fn field(&mut self, piece: &Piece<'_>, i: u64, out: &mut Out) -> io::Result<()> {
        let in_definition = self.in_definition();
        let Some(level) = self.stack.last_mut() else { return Ok(()) };
        let (from, indent) = (std::mem::replace(&mut level.next, i + 1), level.indent);
        if in_definition {
            return self.hold_field(piece, i);
        }
        if self.fold.is_some() || self.mute {
            return self.row(out, Ink::Name, piece, indent, String::new);
        }
        let owner = level.owner.clone();
        let text = owner.map_or_else(String::new, |ty| field_text(&ty, i as usize) + &unsent(&ty, from as usize, i as usize));
        self.row(out, Ink::Name, piece, indent, || text)
    }

    /// Inside definitions a field and what it holds stand in one row.
    fn hold_field(&mut self, piece: &Piece<'_>, i: u64) -> io::Result<()> {
        let owner = self.stack.last().and_then(|level| level.owner.as_ref());
        let name = owner.and_then(|ty| ty.field(i as usize)).map_or_else(String::new, |f| types::plain(f.name));
        self.prefix.push_str(&name);
        self.prefix.push(' ');
        self.field = Some(Held { offset: piece.offset, bytes: piece.bytes.to_vec(), text: name });
        Ok(())
    }

    fn end(&mut self, piece: &Piece<'_>, out: &mut Out) -> io::Result<()> {
        if self.fold.as_ref().is_some_and(|fold| fold.depth == self.stack.len()) {
            self.unfold(out)?;
            self.fold = None;
        }
        let Some(level) = self.stack.pop() else { return Ok(()) };
        if !piece.bytes.is_empty() {
            let all = level.owner.as_ref().filter(|_| !self.in_definition());
            let left = all.map_or_else(String::new, |ty| unsent(ty, level.next as usize, ty.field_count()));
            let name = level.owner.as_ref().map_or_else(String::new, types::name);
            self.row(out, Ink::End, piece, level.indent, || format!("end of {name}{left}"))?;
        }
        if self.stack.last().is_some_and(|level| level.role == Role::Definition) {
            self.stack.pop();
            self.fold = self.interrupted.take().map(Fold::new);
        }
        Ok(())
    }
}

impl View for Tell {
    fn piece(&mut self, piece: &Piece<'_>, out: &mut Out) -> io::Result<()> {
        let indent = self.indent();
        match &piece.what {
            What::Length(n) => self.length(piece, *n, out),
            What::Type(ty) => self.type_id(piece, ty, out),
            What::Begin(id) => self.begin_definition(piece, *id, out),
            What::Definition(event) | What::Event(event) => self.event(piece, event, out),
            What::Zero => self.row(out, Ink::End, piece, indent, || "no struct: one value follows".into()),
            What::Name(name) => self.name(piece, name, out),
            What::Chunk(n) => self.row(out, Ink::Length, piece, indent, || format!("length {n} of the next part")),
            What::Stray => self.row(out, Ink::Lost, piece, 1, || format!("{}, without meaning", stray(piece))),
            _ => self.row(out, Ink::Lost, piece, indent, String::new),
        }
    }

    fn lost(&mut self, loss: &Loss, out: &mut Out) -> io::Result<()> {
        self.unfold(out)?;
        self.head(out, "")?;
        self.lost += loss.len();
        self.forget();
        let (from, to) = (loss.lost.from, loss.lost.to);
        if let Some(at) = self.at {
            self.mute &= !(from..to).contains(&at);
            self.is_past = at < to;
        }
        if self.mute {
            return Ok(());
        }
        let start = loss.row_start();
        let span = Span { offset: start, bytes: &loss.head, len: to.saturating_sub(start) };
        self.sheet.row(out, Ink::Lost, span, 1, &loss.text())
    }

    fn finish(&mut self, end: u64, out: &mut Out) -> io::Result<()> {
        self.close(out)?;
        if self.at.is_some() {
            return Ok(());
        }
        writeln!(out, "{}", self.summary(end))
    }

    fn takes_runs(&self) -> bool {
        (self.fold.is_some() && self.at.is_none()) || (self.mute && self.message.is_none())
    }

    fn is_done(&self) -> bool {
        self.is_past
    }
}

/// The place of an element: part `i` of all, element or pair `n`.
fn place(i: u64, n: u64, is_map: bool) -> String {
    match (is_map, i.is_multiple_of(2)) {
        (false, _) => format!("[{n}] "),
        (true, true) => "key ".into(),
        (true, false) => String::new(),
    }
}

/// `type 64, UserSession`.
fn type_text(ty: &Type) -> String {
    let name = types::name(ty);
    if name.starts_with("type ") { name } else { format!("type {}, {name}", ty.id()) }
}

/// `field 0, Username string`.
fn field_text(ty: &Type, i: usize) -> String {
    let name = ty.field(i).map_or_else(String::new, |f| types::plain(f.name));
    let kind = ty.field_type(i).map_or_else(String::new, |ty| types::name(&ty));
    format!("field {i}, {name} {kind}")
}

/// ` (field 1, IsAdmin, not sent: false)`: fields that were passed over.
fn unsent(ty: &Type, from: usize, to: usize) -> String {
    match to.saturating_sub(from) {
        0 => String::new(),
        1 => {
            let (name, kind) = ty.field(from).map_or((String::new(), None), |f| (types::plain(f.name), f.kind));
            format!(" (field {from}, {name}, not sent{})", types::zero(kind))
        }
        2 => format!(" (fields {from} and {} not sent)", from + 1),
        _ => format!(" (fields {from} to {} not sent)", to - 1),
    }
}

/// How many elements an event is.
fn run_len(event: &Event<'_>) -> u64 {
    match event {
        Event::Bools(run) => run.len() as u64,
        Event::Ints(run) => run.len() as u64,
        Event::Uints(run) => run.len() as u64,
        Event::Floats(run) => run.len() as u64,
        Event::Complexes(run) => run.len() as u64,
        _ => 1,
    }
}

/// The number that some bytes of the stream are.
fn number(bytes: &[u8]) -> u64 {
    gobstream::wire::get_uint(bytes).map_or(0, |(v, _)| v)
}

fn stray(piece: &Piece<'_>) -> String {
    count(piece.bytes.len() as u64, "byte")
}
