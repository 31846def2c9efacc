//! `gob`: shows any Go gob file as JSON, without its Go types.
//!
//! One file for each verb, with `Opts` and `run`; `gob FILE…` is `gob cat FILE…`. What verbs share: `common` (arguments
//! that rule the reading), `input` and `unwrap` (where bytes come from), `output` (where they go), `report` (what is said).

mod args;
mod cat;
mod check;
mod colour;
mod common;
mod convert;
mod decode;
mod diff;
mod explain;
mod filter;
mod foreign;
mod gofile;
mod help;
mod hints;
mod input;
mod jobs;
mod layout;
mod limits;
mod output;
mod pages;
mod paint;
mod picture;
mod report;
mod schema;
mod select;
mod show;
mod stats;
mod types;
mod unwrap;
mod watch;
mod words;

use args::{Cli, Verb};
use report::{Exit, Failure};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let is_alone = std::env::args_os().len() == 1 && io::stdin().is_terminal();
    let result = if is_alone { print(&help::short()) } else { args::parse().and_then(run) };
    match result {
        Err(_) if watch::is_stopped() => end(Exit::Interrupted),
        Err(failure) => report::failed(failure).code(),
        Ok(exit) => {
            if exit < Exit::Interrupted {
                common::warn_of_unmet();
            }
            end(exit)
        }
    }
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    match cli.verb {
        Some(Verb::Cat(opts)) => opts.run(),
        Some(Verb::Convert(opts)) => opts.run(),
        Some(Verb::Explain(opts)) => opts.run(),
        Some(Verb::Check(opts)) => opts.run(),
        Some(Verb::Schema(opts)) => opts.run(),
        Some(Verb::Stats(opts)) => opts.run(),
        Some(Verb::Diff(opts)) => opts.run(),
        Some(Verb::Help(opts)) => opts.run(),
        None if cli.man => pages::man().map(|()| Exit::Good).map_err(Failure::output),
        None => match cli.completions {
            Some(shell) => pages::completions(shell).map(|()| Exit::Good).map_err(Failure::output),
            None => print(&help::short()),
        },
    }
}

fn print(text: &str) -> Result<Exit, Failure> {
    io::stdout().lock().write_all(text.as_bytes()).map(|()| Exit::Good).map_err(Failure::output)
}

fn end(exit: Exit) -> ExitCode {
    if exit == Exit::Interrupted {
        watch::end();
    }
    watch::clear();
    exit.code()
}
