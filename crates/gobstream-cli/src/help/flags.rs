//! Help on one flag: what each verb says of it.

use super::heading;
use super::render::Page;
use crate::report::Failure;
use crate::words;
use clap::{Arg, Command};

/// The help of the flag that is asked for, with its verbs; nothing if there is none.
pub(super) fn text(mut cli: Command, asked: &str) -> Option<String> {
    cli.build();
    let flag = name(asked);
    let root = std::iter::once(&cli).chain(cli.get_subcommands());
    let found = root.filter_map(|command| Some((verb(command), command.get_arguments().find(|arg| is_it(arg, flag))?)));
    let mut parts: Vec<(Vec<String>, String)> = Vec::new();
    for (verb, arg) in found {
        let about = about(arg);
        match parts.iter_mut().find(|(_, other)| *other == about) {
            Some((verbs, _)) => verbs.push(verb),
            None => parts.push((vec![verb], about)),
        }
    }
    let part =
        |(verbs, about): &(Vec<String>, String)| format!("{about}{}", Page::here().text(&format!("In: {}", verbs.join(", "))));
    (!parts.is_empty()).then(|| parts.iter().map(part).collect::<Vec<_>>().join("\n"))
}

/// The flag alone, without a value that was put behind it.
fn name(asked: &str) -> &str {
    asked.split(['=', ' ']).next().unwrap_or_default()
}

fn verb(command: &Command) -> String {
    if command.get_name() == "gob" { "gob".into() } else { format!("gob {}", command.get_name()) }
}

fn is_it(arg: &Arg, flag: &str) -> bool {
    let short = arg.get_short().is_some_and(|short| flag == format!("-{short}"));
    short || arg.get_long().is_some_and(|long| flag.strip_prefix("--") == Some(long))
}

/// Heading, help, and what values there are.
fn about(arg: &Arg) -> String {
    let short = arg.get_short().map_or_else(String::new, |short| format!("-{short}, "));
    let value = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    let value = value.and_then(<[_]>::first).map_or_else(String::new, |value| format!(" <{value}>"));
    let long = arg.get_long().map_or_else(String::new, |long| format!("--{long}"));
    let mut text = heading(&format!("{short}{long}{value}"));
    text += &Page::here().text(&arg.get_help().map(ToString::to_string).unwrap_or_default());
    let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_string()).collect();
    if !values.is_empty() && arg.get_action().takes_values() {
        text += &Page::here().text(&format!("Values: {}", values.join(", ")));
    }
    let default: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !default.is_empty() && arg.get_action().takes_values() {
        text += &Page::here().text(&format!("Default: {}", default.join(", ")));
    }
    text
}

#[cold]
pub(super) fn unknown(asked: &str) -> Failure {
    let flag = name(asked);
    let hint = words::other_flag(flag, "cat").filter(|hint| !hint.is_empty());
    Failure::usage(format!("no flag {flag}"), hint.unwrap_or("gob help VERB lists the flags of a verb"))
}
