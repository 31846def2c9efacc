//! The command line: verbs, and what stands where no verb does.

use crate::report::Failure;
use crate::{cat, check, convert, diff, explain, schema, stats, words};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use std::ffi::OsString;

/// Shows any Go gob file, without its Go types.
#[derive(Debug, Parser)]
#[command(
    name = "gob",
    version,
    about = "Shows any Go gob file, without its Go types",
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true
)]
#[command(override_usage = "gob [VERB] [FLAGS] [FILE]...\n       gob help [VERB | TOPIC | FLAG | CODE | GO'S MESSAGE]")]
#[command(subcommand_help_heading = "Verbs", subcommand_value_name = "VERB")]
#[command(after_help = AFTER_HELP, after_long_help = AFTER_LONG_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    /// Print a completion script
    #[arg(long, value_name = "SHELL", value_enum, exclusive = true)]
    pub(crate) completions: Option<Shell>,
    /// Print the manual page
    #[arg(long, exclusive = true)]
    pub(crate) man: bool,
}

const AFTER_HELP: &str = "\
gob FILE... is gob cat FILE...: gob help cat lists its flags. No file, or -, is standard input.
gob --brief FILE shows the outline of big values, gob --each PATH FILE takes lists apart.
gob help lists topics, gob help --each explains a flag.";

const AFTER_LONG_HELP: &str = "\
gob FILE... is gob cat FILE... (a file named like a verb: ./cat). No file, or -, is standard input:
redis-cli --raw get sess:42 | head -c -1 | gob

Exit codes: 0 good; 1 the answer is no; 2 wrong request; 3 bad input; 4 cannot read or write; 5 halt_error; 130 interrupted.
The highest of all files.

Samples:
  $ gob login.gob
  {\"Username\":\"anonymous\",\"IsAdmin\":false,\"Issued\":\"2020-12-06T14:12:42.77220566+01:00\"}
  $ gob -n 1 --skip 3 points.gob
  {\"X\":10,\"Y\":-10}
  $ gob --brief --pretty session.gob
  {
    \"Deadline\": \"2026-12-01T08:15:30.123456789Z\",
    \"Values\": {\"name\": \"Zoë\", \"token\": \"AAH+/w==\", \"roles\": [\"a\", \"b\"], … 6 more}
  }";

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Print values as JSON (default)
    Cat(cat::Opts),
    /// Make a file of gob, JSON, CSV, MessagePack, CBOR
    Convert(Box<convert::Opts>),
    /// Show every byte with its meaning
    Explain(explain::Opts),
    /// Read all, and say what is wrong or odd
    Check(check::Opts),
    /// Print the types: as Go, Rust, TypeScript, JSON Schema, Python
    Schema(schema::Opts),
    /// Say where the bytes go, and which shape it is
    Stats(stats::Opts),
    /// Show what changed from one file to another
    Diff(diff::Opts),
    /// Explain a verb, a topic, a flag, the code of an error, or Go's own message
    Help(crate::help::Opts),
}

/// The names of all verbs.
pub(crate) fn verbs() -> Vec<String> {
    Cli::command().get_subcommands().map(|verb| verb.get_name().to_string()).collect()
}

/// The arguments of this process.
pub(crate) fn parse() -> Result<Cli, Failure> {
    let args = with_default_verb(std::env::args_os())?;
    Cli::try_parse_from(args).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.exit(),
        _ => usage(&error),
    })
}

/// The arguments, with `cat` put in where no verb is named.
fn with_default_verb(args: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Failure> {
    let mut args: Vec<OsString> = args.collect();
    let first = args.get(1).map(|a| a.to_string_lossy().into_owned()).unwrap_or_default();
    let flag = first.split('=').next().unwrap_or_default();
    let for_all = ["-h", "--help", "-V", "--version", "--man", "--completions"].contains(&flag);
    if for_all || verbs().contains(&first) {
        return Ok(args);
    }
    if let Some(failure) = args.get(2..).and_then(|rest| words::no_verb(&first, rest)) {
        return Err(failure);
    }
    args.insert(1.min(args.len()), "cat".into());
    Ok(args)
}

/// An error of the parser in our form: one line, and what to do on another.
#[cold]
fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_string();
    let rest: Vec<_> = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more")).collect();
    let (tips, more): (Vec<_>, Vec<_>) = rest.into_iter().partition(|line| line.starts_with("tip:"));
    let text = match more.len() {
        // Each flag of a group is named; the user gave one of them.
        5.. => format!("{} {} and the like", first.trim_end_matches(':'), more[..2].join(", ")),
        _ => [&[first.as_str()], &more[..]].concat().join(" "),
    };
    let verb = std::env::args().nth(1).filter(|verb| verbs().contains(verb)).unwrap_or_else(|| "cat".into());
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.kind() == ErrorKind::UnknownArgument => {
            flag.split('=').next().unwrap_or_default()
        }
        _ => "",
    };
    if let Some(here) = words::other_flag(unknown, &verb) {
        return Failure::usage(text, here);
    }
    let hint = match tips.first() {
        Some(tip) if !matches!(error.get(ContextKind::SuggestedArg), None | Some(ContextValue::None)) => {
            tip.trim_start_matches("tip: ").into()
        }
        _ => format!("gob help {verb}"),
    };
    Failure::usage(text, hint)
}
