//! `gob schema`: the types of gob files as declarations.

mod golang;
mod graph;
mod ident;
mod plan;
mod register;

use crate::common::{Common, GobStream, Opened};
use crate::input::Source;
use crate::output::Output;
use crate::report::{Exit, Failure, count};
use crate::{types, watch};
use clap::{Args, ValueEnum};
use gobstream::{Error, Event, Options, Type};
use golang::Go;
use graph::{Graph, Id};
use plan::Plan;
use register::Registers;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;

/// Runs of values of one type that the head names.
const RUNS: usize = 8;

/// Types that are named where one is looked for that is not there.
const NAMED: usize = 10;

/// Names of types that are kept of what the interfaces in a field held.
const HELD: usize = 16;

/// Runs of values of one type that are kept of a file.
const MOST_RUNS: usize = 65_536;

/// Names of types that are kept of what interfaces held, in all files.
const MOST_NAMES: usize = 16_384;

const SAMPLES: &str = r#"Samples:
  $ gob schema login.gob
  // login.gob: 1 stream, 1 value (UserSession)
  package gobtypes

  import "time"

  type UserSession struct {
  	Username string
  	IsAdmin  bool
  	Issued   time.Time
  }"#;

/// Print the types as declarations.
#[derive(Debug, Args)]
#[command(after_long_help = SAMPLES)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The language
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value_t)]
    to: Language,
    /// Only the type of this name, and what it needs
    #[arg(long = "type", value_name = "NAME")]
    only: Option<String>,
    /// Name the type of every value in the head
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Language {
    #[default]
    Go,
}

/// What an interface held: a type, under the name that its sender has registered.
#[derive(Debug)]
struct Register {
    name: Rc<[u8]>,
    ty: Id,
}

/// What is in a file.
#[derive(Debug)]
struct File {
    name: String,
    streams: u32,
    /// Types of values, and how many in a row have each: the first [`MOST_RUNS`].
    values: Vec<(Id, u64)>,
    /// Values behind those.
    more: u64,
}

impl File {
    fn new(name: String) -> Self {
        File { name, streams: 1, values: Vec::new(), more: 0 }
    }

    fn add(&mut self, id: Id) {
        let is_full = self.values.len() >= MOST_RUNS;
        match self.values.last_mut() {
            Some((last, n)) if *last == id && self.more == 0 => *n += 1,
            _ if is_full => self.more += 1,
            _ => self.values.push((id, 1)),
        }
    }

    /// How many values there are.
    fn count(&self) -> u64 {
        self.values.iter().map(|(_, n)| n).sum::<u64>() + self.more
    }
}

/// What is in all files.
#[derive(Debug, Default)]
struct Found {
    files: Vec<File>,
    /// What interfaces held, each once: the first [`MOST_NAMES`].
    registers: Vec<Register>,
    known: HashMap<Rc<[u8]>, HashSet<Id>>,
    /// Values in interfaces that are not among those.
    more: u64,
    /// The types of top-level values, each once.
    tops: Vec<Id>,
    top: HashSet<Id>,
    /// What the interfaces in a field held, of the names above, by type and number of the field.
    holds: BTreeMap<(Id, usize), Vec<Rc<[u8]>>>,
}

impl Found {
    /// A top-level value.
    fn top(&mut self, id: Id) {
        if self.top.insert(id) {
            self.tops.push(id);
        }
    }

    /// A value in an interface, and its name, if that is kept.
    fn register(&mut self, name: &[u8], ty: Id) -> Option<Rc<[u8]>> {
        let known = self.known.get_key_value(name);
        let old = known.map(|(name, _)| Rc::clone(name));
        if known.is_some_and(|(_, ids)| ids.contains(&ty)) {
            return old;
        }
        if self.registers.len() >= MOST_NAMES {
            self.more += 1;
            return old;
        }
        let name: Rc<[u8]> = old.unwrap_or_else(|| name.into());
        self.known.entry(Rc::clone(&name)).or_default().insert(ty);
        self.registers.push(Register { name: Rc::clone(&name), ty });
        Some(name)
    }
}

impl Opts {
    /// Reads all files and prints the types of all.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let Language::Go = self.to;
        self.common.begin();
        let mut dest = self.output.open(&self.common)?;
        let (mut graph, mut found, mut exit) = (Graph::new(), Found::default(), Exit::Good);
        for source in Source::all(&self.files) {
            exit = exit.max(self.read(&source, &mut graph, &mut found));
            if exit == Exit::Interrupted {
                return Ok(exit);
            }
        }
        if exit != Exit::Good && found.files.is_empty() {
            dest.discard();
            return Ok(exit);
        }
        let text = self.text(&graph, found)?;
        dest.write_all(text.as_bytes()).map_err(Failure::output)?;
        dest.finish().map(|()| exit)
    }

    /// Takes in a file; a fault in it is reported.
    fn read(&self, source: &Source, graph: &mut Graph, found: &mut Found) -> Exit {
        let options = Options { definitions: true, ..self.common.options() };
        let mut opened = match self.common.open(source, options) {
            Ok(opened) => opened,
            Err(exit) => return exit,
        };
        let mut reading =
            Reading { graph, found, file: File::new(source.name()), stack: Vec::new(), current: None, is_gob: false };
        let result = reading.all(&mut opened, self.common.recover);
        let Reading { mut file, is_gob, .. } = reading;
        graph.settle();
        let Opened { stream, report } = opened;
        let n = file.count();
        file.streams = stream.parts();
        // What nothing can be read of has no types to declare.
        if result.is_ok() && !report.has_lost() || is_gob || n > 0 {
            found.files.push(file);
        }
        result.map_or_else(|error| report.fault(&error, &stream, n, true), |()| report.recovered(n))
    }

    fn text(&self, graph: &Graph, mut found: Found) -> Result<String, Failure> {
        let mut plan = Plan::new(graph, &found);
        let holds = std::mem::take(&mut found.holds);
        for ((id, field), names) in holds {
            found.holds.entry((plan.same[id], field)).or_default().extend(names);
        }
        let wanted = self.wanted(&plan)?;
        let registers = Registers::new(&mut plan, &found, &wanted);
        let mut go = Go::new(&plan, &found);
        let body = go.file(&wanted, &registers);
        let head: String = found.files.iter().map(|file| self.head(file, &plan, &mut go)).collect();
        Ok(head + &body)
    }

    /// `// login.gob: 1 stream, 1 value (UserSession)`.
    fn head(&self, file: &File, plan: &Plan, go: &mut Go<'_>) -> String {
        let n = file.count();
        let most = if self.full { usize::MAX } else { RUNS };
        let mut runs: Vec<String> =
            file.values.iter().take(most).map(|(id, n)| run(&go.ty(plan.same[*id]), *n, file.values.len())).collect();
        if file.values.len() > most {
            runs.push("…".into());
        } else if file.more > 0 {
            runs.push(format!("… and {} more", file.more));
        }
        let streams = count(file.streams.into(), "stream");
        let list = if runs.is_empty() { String::new() } else { format!(" ({})", runs.join(", ")) };
        format!("// {}: {streams}, {}{list}\n", types::plain(file.name.as_bytes()), count(n, "value"))
    }

    /// Which types are to be printed.
    fn wanted(&self, plan: &Plan) -> Result<Vec<bool>, Failure> {
        let Some(only) = &self.only else { return Ok(vec![true; plan.nodes.len()]) };
        let is_it = |id: &Id| plan.names[*id].as_ref() == Some(only) || plan.nodes[*id].name == only.as_bytes();
        let mut wanted = vec![false; plan.nodes.len()];
        let mut todo: Vec<Id> = plan.all().filter(is_it).collect();
        if todo.is_empty() {
            return Err(no_type(only, plan));
        }
        while let Some(id) = todo.pop() {
            if !std::mem::replace(&mut wanted[id], true) {
                todo.extend(graph::edges(&plan.nodes[id].shape));
            }
        }
        Ok(wanted)
    }
}

#[cold]
fn no_type(name: &str, plan: &Plan) -> Failure {
    let names: Vec<&str> = plan.names.iter().flatten().map(String::as_str).take(NAMED).collect();
    let hint = if names.is_empty() { String::new() } else { format!("there is {}", names.join(", ")) };
    Failure::usage(format!("no type is called {name:?}"), hint)
}

/// Values of one type in a row: `3 Point`; without the number if they are all there is.
fn run(ty: &str, n: u64, runs: usize) -> String {
    if n == 1 || runs == 1 { ty.into() } else { format!("{n} {ty}") }
}

/// A level of a value.
#[derive(Debug)]
struct Level {
    kind: LevelKind,
    /// The innermost struct from here outwards, by its place on the stack; not past an interface.
    owner: Option<usize>,
}

/// A struct with its current field, or something else.
#[derive(Debug)]
enum LevelKind {
    Struct(Id, usize),
    Interface(Vec<u8>),
    Other,
}

/// A file while it is read.
struct Reading<'a> {
    graph: &'a mut Graph,
    found: &'a mut Found,
    file: File,
    stack: Vec<Level>,
    /// The type of the value that has begun.
    current: Option<Id>,
    /// A type was defined.
    is_gob: bool,
}

impl Reading<'_> {
    /// Reads to the end, or to the fault that ends the reading.
    fn all(&mut self, opened: &mut Opened, recovers: bool) -> Result<(), Error> {
        while let Err(error) = self.read(&mut opened.stream) {
            self.forget();
            if !recovers {
                return Err(error);
            }
            let lost = opened.recover(&error)?;
            opened.report.lost(&lost, &error);
        }
        Ok(())
    }

    /// The value that was begun will not be ended.
    fn forget(&mut self) {
        self.stack.clear();
        self.current = None;
    }

    fn read(&mut self, stream: &mut GobStream) -> Result<(), Error> {
        while let Some(event) = stream.next_event()? {
            if self.current.is_none() && !matches!(event, Event::Definition(_)) {
                self.top(&event);
            }
            self.event(&event);
            if self.current.is_none() {
                watch::value(stream.good());
            }
        }
        Ok(())
    }

    /// A value begins.
    fn top(&mut self, event: &Event<'_>) {
        self.current = Some(match event {
            Event::Bool(_) => 1,
            Event::Int(_) => 2,
            Event::Uint(_) => 3,
            Event::Float(_) => 4,
            Event::Bytes(_) => 5,
            Event::String(_) => 6,
            Event::Complex(..) => 7,
            Event::Opaque(ty, _) | Event::Struct(ty) | Event::List(ty, _) | Event::Map(ty, _) => self.graph.place(ty),
            _ => 8,
        });
    }

    /// The value has ended.
    fn done(&mut self) {
        if let Some(id) = self.current.take() {
            self.found.top(id);
            self.file.add(id);
        }
    }

    fn push(&mut self, kind: LevelKind) {
        let owner = match kind {
            LevelKind::Struct(..) => Some(self.stack.len()),
            LevelKind::Interface(_) => None,
            LevelKind::Other => self.stack.last().and_then(|level| level.owner),
        };
        self.stack.push(Level { kind, owner });
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Definition(ty) => {
                self.graph.place(ty);
                self.is_gob = true;
            }
            Event::Struct(ty) => {
                let id = self.graph.place(ty);
                self.push(LevelKind::Struct(id, 0));
            }
            Event::Field(i) => {
                if let Some(Level { kind: LevelKind::Struct(_, field), .. }) = self.stack.last_mut() {
                    *field = *i as usize;
                }
            }
            Event::List(..) | Event::Map(..) => self.push(LevelKind::Other),
            Event::Interface(name, ty) => self.interface(name, ty),
            Event::Opaque(ty, bytes) => self.opaque(ty, bytes),
            Event::End => _ = self.stack.pop(),
            Event::Done => self.done(),
            _ => {}
        }
    }

    fn interface(&mut self, name: &[u8], ty: &Type) {
        let id = self.graph.place(ty);
        let kept = self.found.register(name, id);
        let owner = self.stack.last().and_then(|level| self.stack.get(level.owner?));
        if let Some(Level { kind: LevelKind::Struct(id, field), .. }) = owner {
            let names = self.found.holds.entry((*id, *field)).or_default();
            if names.len() < HELD && !names.iter().any(|old| **old == *name) {
                names.extend(kept);
            }
        }
        self.push(LevelKind::Interface(name.to_vec()));
    }

    /// A payload; a type without a name may have one in the interface around it.
    fn opaque(&mut self, ty: &Type, bytes: &[u8]) {
        let hint = match self.stack.last() {
            Some(Level { kind: LevelKind::Interface(name), .. }) => name.rsplit(|&b| b == b'.').next().unwrap_or_default(),
            _ => &[],
        };
        let id = self.graph.place(ty);
        self.graph.payload(id, ty, hint, bytes);
    }
}
