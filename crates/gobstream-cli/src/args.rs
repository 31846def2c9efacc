//! The command line: verbs, and the arguments that verbs share.

use crate::{cat, check, explain, schema};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;

/// Shows any Go gob file, without its Go types.
#[derive(Debug, Parser)]
#[command(name = "gob", version, about, disable_help_subcommand = true, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

const AFTER_HELP: &str = "\
gob FILE... is gob cat FILE... (a file named like a verb: ./cat).
No file, or -, is standard input: redis-cli --raw get sess:42 | gob

Exit codes: 0 good; 2 wrong request; 3 bad input; 4 cannot read or write. The highest of all files.";

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Print values as JSON (default)
    Cat(cat::Opts),
    /// Show every byte with its meaning
    Explain(explain::Opts),
    /// Read all, and say what is wrong or odd
    Check(check::Opts),
    /// Print the types as Go declarations
    Schema(schema::Opts),
}

/// The arguments, with `cat` put in where no verb is named.
pub(crate) fn with_default_verb(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    let first = args.get(1).and_then(|a| a.to_str()).unwrap_or_default();
    let for_all = ["-h", "--help", "-V", "--version"].contains(&first);
    let is_verb = Cli::command().get_subcommands().any(|verb| verb.get_name() == first);
    if !is_verb && !for_all {
        args.insert(1.min(args.len()), "cat".into());
    }
    args
}
