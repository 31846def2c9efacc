//! `gob`: shows any Go gob file as JSON, without its Go types.
//!
//! One file for each verb; `gob FILE…` is `gob cat FILE…`.

mod args;
mod cat;
mod check;
mod explain;
mod foreign;
mod input;
mod output;
mod report;
mod rewind;
mod schema;
mod types;

use clap::Parser;
use report::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = args::Cli::parse_from(args::with_default_verb(std::env::args_os()));
    match cli.verb {
        args::Verb::Cat(opts) => opts.run(),
        args::Verb::Explain(opts) => opts.run(),
        args::Verb::Check(opts) => opts.run(),
        args::Verb::Schema(opts) => opts.run(),
    }
    .map_or_else(report::failed, Exit::code)
}
