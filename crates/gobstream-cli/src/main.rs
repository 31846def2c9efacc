//! `gob`: shows any Go gob file as JSON, without its Go types.
//!
//! One file for each verb, with `Opts` and `run`; `gob FILE…` is `gob cat FILE…`. What verbs share: `common` (arguments
//! that rule the reading), `input` and `unwrap` (where bytes come from), `output` (where they go), `report` (what is said).

mod args;
mod cat;
mod colour;
mod common;
mod decode;
mod foreign;
mod hints;
mod input;
mod layout;
mod limits;
mod output;
mod paint;
mod report;
mod unwrap;
mod watch;

use clap::Parser;
use report::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = args::Cli::parse_from(args::with_default_verb(std::env::args_os()));
    match cli.verb {
        args::Verb::Cat(opts) => opts.run(),
    }
    .map_or_else(report::failed, end)
}

fn end(exit: Exit) -> ExitCode {
    if exit == Exit::Interrupted {
        watch::end();
    }
    watch::clear();
    exit.code()
}
