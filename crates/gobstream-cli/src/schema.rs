//! `gob schema`: the types of gob files as declarations.

mod found;
mod golang;
mod graph;
mod ident;
mod json_schema;
mod plan;
mod python;
mod read;
mod register;
mod rust;
mod typescript;
mod write;

use crate::common::{Common, Opened};
use crate::input::Source;
use crate::output::Output;
use crate::report::{Exit, Failure, count};
use crate::types;
use clap::{Args, ValueEnum};
use found::{File, Found};
use gobstream::Options;
use golang::Go;
use graph::{Graph, Id};
use json_schema::JsonSchema;
use plan::Plan;
use python::Python;
use read::Reading;
use register::Registers;
use rust::Rust;
use std::io::Write;
use std::path::PathBuf;
use typescript::TypeScript;

/// Runs of values of one type that the head names.
const RUNS: usize = 8;

/// Types that are named where one is looked for that is not there.
const NAMED: usize = 10;

const SAMPLES: &str = r#"Samples:
  $ gob schema login.gob
  // login.gob: 1 stream, 1 value (UserSession)
  package gobtypes

  import "time"

  type UserSession struct {
  	Username string
  	IsAdmin  bool
  	Issued   time.Time
  }
  $ gob schema --to python login.gob
  # login.gob: 1 stream, 1 value (UserSession)
  from typing import Optional, TypedDict

  class UserSession(TypedDict):
      Username: str
      IsAdmin: bool
      Issued: Optional[str]  # A time, RFC 3339.

  # A value that gob cat prints.
  GobValue = UserSession"#;

/// Print the types as declarations.
#[derive(Debug, Args)]
#[command(after_long_help = SAMPLES)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The language; Go and Rust describe the gob, the others the JSON that gob cat prints
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value_t)]
    to: Language,
    /// Only the type of this name, and what it needs
    #[arg(long = "type", value_name = "NAME")]
    only: Option<String>,
    /// All versions of a struct in one: the fields of all types of one name
    #[arg(long)]
    union: bool,
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
    Rust,
    #[value(name = "typescript", alias = "ts")]
    TypeScript,
    JsonSchema,
    Python,
}

impl Opts {
    /// Reads all files and prints the types of all.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
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
        let text = self.text(graph, found)?;
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
        let mut reading = Reading::new(graph, found, source.name());
        let result = reading.all(&mut opened, self.common.recover);
        let Reading { mut file, is_gob, .. } = reading;
        graph.settle();
        let Opened { stream, report } = &opened;
        let n = file.count();
        file.streams = stream.parts();
        // What nothing can be read of has no types to declare.
        if result.is_ok() && !report.has_lost() || is_gob || n > 0 {
            found.files.push(file);
        }
        result.map_or_else(|error| report.fault(&error, stream, n, true), |()| report.recovered(n))
    }

    fn text(&self, mut graph: Graph, mut found: Found) -> Result<String, Failure> {
        let united = if self.union { graph.unite() } else { graph::United::default() };
        let mut plan = Plan::new(&graph, &found, &united);
        found.settle(&plan.same, &united);
        let wanted = self.wanted(&plan)?;
        Ok(match self.to {
            Language::Go => {
                let registers = Registers::new(&mut plan, &found, &wanted);
                let mut go = Go::new(&plan, &found);
                let body = go.file(&wanted, &registers);
                self.head("//", &found, &plan, |id| go.ty(id)) + &body
            }
            Language::Rust => {
                let mut rust = Rust::new(&plan, &found);
                let mut head = self.head("//", &found, &plan, |id| rust.ty(id));
                head += &rust.file(&wanted, self.only.is_none());
                head
            }
            Language::TypeScript => {
                let mut ts = TypeScript::new(&plan, &found);
                let head = self.head("//", &found, &plan, |id| ts.ty(id));
                head + &ts.file(&wanted, self.only.is_none())
            }
            Language::Python => {
                let mut python = Python::new(&plan, &found);
                let head = self.head("#", &found, &plan, |id| python.ty(id).replace('"', ""));
                head + &python.file(&wanted, self.only.is_none())
            }
            Language::JsonSchema => {
                let schema = JsonSchema::new(&plan, &found);
                let head = self.head("", &found, &plan, |id| schema.ty(id));
                schema.file(&wanted, self.only.is_none(), &head).map_err(Failure::output)?
            }
        })
    }

    /// A line for each file, behind the mark of a comment.
    fn head(&self, mark: &str, found: &Found, plan: &Plan, mut ty: impl FnMut(Id) -> String) -> String {
        let line = |file| write::comment("", mark, &self.line(file, plan, &mut ty));
        found.files.iter().map(line).collect()
    }

    /// `login.gob: 1 stream, 1 value (UserSession)`.
    fn line(&self, file: &File, plan: &Plan, ty: &mut impl FnMut(Id) -> String) -> String {
        let n = file.count();
        let most = if self.full { usize::MAX } else { RUNS };
        let mut runs: Vec<String> =
            file.values.iter().take(most).map(|(id, n)| run(&ty(plan.same[*id]), *n, file.values.len())).collect();
        if file.values.len() > most {
            runs.push("…".into());
        } else if file.more > 0 {
            runs.push(format!("… and {} more", file.more));
        }
        let streams = count(file.streams.into(), "stream");
        let list = if runs.is_empty() { String::new() } else { format!(" ({})", runs.join(", ")) };
        format!("{}: {streams}, {}{list}", types::plain(file.name.as_bytes()), count(n, "value"))
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
