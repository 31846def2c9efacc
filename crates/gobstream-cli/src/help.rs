//! `gob help`: verbs, topics, flags, codes of errors, and Go's own messages.
//!
//! The texts are the pages in `docs/`, cut at their headings, so that manual and help cannot differ.

mod flags;
mod render;

use crate::args::Cli;
use crate::report::{Exit, Failure};
use clap::{Args, CommandFactory};
use render::Page;
use std::io::{self, IsTerminal, Write};

const MANUAL: &str = include_str!("../../../docs/cli.md");
const ERRORS: &str = include_str!("../../../docs/errors.md");
const JSON: &str = include_str!("../../../docs/json.md");

/// Explain a verb, a topic, a flag, the code of an error, or Go's own message.
#[derive(Debug, Args)]
pub(crate) struct Opts {
    /// What to explain; without it, what there is
    #[arg(value_name = "WORD", allow_hyphen_values = true)]
    words: Vec<String>,
}

impl Opts {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let text = text(&self.words.join(" "))?;
        io::stdout().lock().write_all(text.as_bytes()).map_err(Failure::output)?;
        Ok(Exit::Good)
    }
}

/// The short help, for whoever types `gob` and nothing else.
pub(crate) fn short() -> String {
    Cli::command().render_help().to_string()
}

fn text(what: &str) -> Result<String, Failure> {
    if what.is_empty() {
        return Ok(overview());
    }
    let mut cli = Cli::command();
    if let Some(verb) = cli.find_subcommand_mut(what) {
        let flags = verb.clone().bin_name(format!("gob {what}")).render_long_help();
        let section = sections(MANUAL, "## ").find(|section| section.name() == what);
        return Ok(section.map_or_else(|| flags.to_string(), |section| format!("{flags}\n{}", section.render_first())));
    }
    if what == "topics" {
        return Ok(topic_list());
    }
    if what.starts_with('-') {
        return flags::text(cli, what).ok_or_else(|| flags::unknown(what));
    }
    let section = topics().find(|s| s.name() == what).or_else(|| codes().find(|s| s.title == what));
    if let Some(text) = flags::text(cli, &format!("--{what}")).filter(|_| section.is_none()) {
        return Ok(text);
    }
    let is_titled = |s: &Section| s.title.split(|c: char| !c.is_alphanumeric()).any(|word| word.to_lowercase() == what);
    let section = section.or_else(|| topics().find(is_titled)).or_else(|| go_page(what)).ok_or_else(|| unknown(what))?;
    Ok(section.render() + &more(what))
}

/// The topics that are no verbs, with their headings.
fn topic_list() -> String {
    let line = |s: Section| format!("  {:12} {}\n", s.name(), s.title);
    heading("Topics") + &own_topics().map(line).collect::<String>()
}

/// The topics that are not on the page of a verb.
pub(crate) fn own_topics() -> impl Iterator<Item = Section> {
    let verbs = crate::args::verbs();
    topics().filter(move |s| !verbs.contains(&s.name()))
}

/// What the page on JSON has to say on a topic of the manual.
fn more(topic: &str) -> String {
    let title = match topic {
        "json" => "The default",
        "typed" => "The typed form",
        _ => return String::new(),
    };
    let section = sections(JSON, "## ").find(|s| s.title == title);
    section.map_or_else(String::new, |section| format!("\n{}", section.render()))
}

fn overview() -> String {
    let names = |sections: Vec<Section>| Page::here().text(&sections.iter().map(Section::name).collect::<Vec<_>>().join(" "));
    let topics = names(own_topics().collect());
    let codes = names(codes().collect());
    format!("{}\nTopics:\n{topics}\nCodes of errors:\n{codes}", Cli::command().render_long_help())
}

#[cold]
fn unknown(what: &str) -> Failure {
    Failure::usage(
        format!("no help on {what:?}"),
        "gob help lists verbs, topics and codes; flags and Go's messages are found by their words",
    )
}

/// A part of a page.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    body: &'static str,
}

/// The parts of a page below headings of this kind; where headings follow each other, they share a body.
fn sections(page: &'static str, heading: &'static str) -> impl Iterator<Item = Section> {
    let starts = page.match_indices(heading).filter(|&(at, _)| at == 0 || page.as_bytes()[at - 1] == b'\n');
    starts.map(move |(at, _)| {
        let rest = &page[at + heading.len()..];
        let (title, body) = rest.split_once('\n').unwrap_or((rest, ""));
        Section { title, body: own_body(body, heading) }
    })
}

/// The text up to the next heading, behind those that stand directly here.
fn own_body(mut body: &'static str, heading: &str) -> &'static str {
    while let Some((_, rest)) = body.strip_prefix(heading).and_then(|rest| rest.split_once('\n')) {
        body = rest;
    }
    let is_heading = |line: &str| line.starts_with(heading) || line.starts_with("# ") || line.starts_with("## ");
    let mut at = 0;
    let mut in_code = false;
    for line in body.split_inclusive('\n') {
        in_code ^= line.starts_with("```");
        if !in_code && is_heading(line) {
            break;
        }
        at += line.len();
    }
    &body[..at]
}

fn topics() -> impl Iterator<Item = Section> {
    let intro =
        Section { title: "Errors", body: ERRORS.split("\n# Codes").next().unwrap_or_default().trim_start_matches("# Errors\n") };
    sections(MANUAL, "## ").chain([intro]).chain(sections(MANUAL, "### "))
}

fn codes() -> impl Iterator<Item = Section> {
    sections(ERRORS, "## ")
}

/// The section whose heading says the most of what was asked.
fn go_page(what: &str) -> Option<Section> {
    let what = plain(what);
    let weighed = sections(ERRORS, "### ").filter_map(|section| Some((likeness(section.title, &what)?, section)));
    weighed.max_by_key(|(weight, _)| *weight).map(|(_, section)| section)
}

/// How much of a heading is in what was asked, in its order; `…` stands for anything. Or the other way round, for a part of a message.
fn likeness(title: &str, what: &str) -> Option<usize> {
    let title = plain(title);
    let mut rest = what;
    let mut weight = 0;
    for part in title.split('…').map(str::trim).filter(|part| !part.is_empty()) {
        let Some(at) = rest.find(part) else {
            return (what.len() >= 5 && title.contains(what)).then_some(what.len());
        };
        rest = &rest[at + part.len()..];
        weight += part.len() + 1;
    }
    Some(weight)
}

/// In lower case, without the prefix that some put in front and others leave out.
fn plain(text: &str) -> String {
    text.to_lowercase().replace("gob: ", "")
}

impl Section {
    /// What `gob help` calls it: the first word.
    fn name(&self) -> String {
        let word = self.title.split(|c: char| !c.is_alphanumeric() && c != '-').next();
        word.unwrap_or_default().to_lowercase()
    }

    fn render(&self) -> String {
        heading(self.title) + &Page::here().blocks(self.body)
    }

    /// The same without the parts that are topics of their own, which are named.
    fn render_first(&self) -> String {
        let parts: Vec<_> = sections(self.body, "### ").map(|part| part.name()).collect();
        let body = self.body.split("\n### ").next().unwrap_or_default();
        let more = if parts.is_empty() { String::new() } else { format!("\n\ngob help {}", parts.join(", gob help ")) };
        heading(self.title) + &Page::here().blocks(&(body.trim_end().to_owned() + &more))
    }

    /// Its lines for a page of a fixed width, without its heading.
    pub(crate) fn lines(&self) -> String {
        Page::plain().blocks(self.body)
    }
}

fn heading(title: &str) -> String {
    let bold = if io::stdout().is_terminal() { anstyle::Style::new().bold() } else { anstyle::Style::new() };
    format!("{bold}{title}{bold:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_messages_are_found_with_their_parts() {
        for (asked, title) in [
            ("gob: name not registered for interface: \"main.T\"", "gob: name not registered for interface: …"),
            ("name not registered for interface", "gob: name not registered for interface: …"),
            ("2026/11/30 panic: gob: duplicate type received", "gob: duplicate type received"),
            ("gob: wrong type (uint) for received field Point.X", "gob: wrong type (…) for received field …"),
            ("unexpected EOF", "unexpected EOF"),
            ("EOF", "EOF"),
            (
                "gob: decoding into local type *uint, received remote type int",
                "gob: decoding into local type …, received remote type …",
            ),
            ("gob: int slice too big: 1099511627776 elements of 8 bytes", "gob: … slice too big: … elements of … bytes"),
        ] {
            assert_eq!(go_page(asked).map(|s| s.title), Some(title), "{asked}");
        }
        assert!(go_page("something else").is_none());
    }

    #[test]
    fn each_message_of_go_has_a_page() {
        let faults = include_str!("../../../interop/faults/INDEX.tsv");
        let said = faults.lines().skip(1).filter_map(|line| line.split('\t').nth(4));
        let missing: Vec<_> = said.filter(|go| !["-", "killed", "empty"].contains(go) && go_page(go).is_none()).collect();
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn each_code_has_a_page() {
        let source = include_str!("../../gobstream/src/error.rs");
        let coded = source.lines().filter(|line| line.trim_start().starts_with("ErrorKind::") && line.contains("=> \""));
        assert_eq!(coded.count(), gobstream::ErrorKind::ALL.len(), "ErrorKind::ALL lists all");
        for kind in gobstream::ErrorKind::ALL {
            assert!(codes().any(|s| s.title == kind.code()), "{}", kind.code());
            assert!(text(kind.code()).is_ok_and(|page| page.starts_with(kind.code())), "gob help {}", kind.code());
        }
    }

    /// Codes that only the command has.
    #[test]
    fn each_page_has_a_code() {
        let own =
            ["bad-wrapper", "bad-json", "default-types", "rounded", "repeated-keys", "usual-form", "differs", "usage", "exists"];
        for section in codes() {
            let is_one = |kind: &gobstream::ErrorKind| kind.code() == section.title;
            assert!(own.contains(&section.title) || gobstream::ErrorKind::ALL.iter().any(is_one), "{}", section.title);
        }
    }

    /// Two sections of one name would hide one of them.
    #[test]
    fn each_section_of_the_manual_is_a_topic() {
        let names: Vec<_> = topics().map(|section| section.name()).collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name} comes twice");
            assert!(text(name).is_ok_and(|page| page.contains(topics().nth(i).unwrap().title)), "{name}");
        }
        for job in ["edit", "csv", "tsv", "redis", "join", "diff", "cbor", "gzip"] {
            assert!(text(job).is_ok(), "{job}");
        }
    }

    #[test]
    fn sections_have_bodies() {
        for section in codes().chain(sections(ERRORS, "### ")).chain(topics()) {
            assert!(section.body.trim().len() > 20, "{}", section.title);
            assert!(!section.body.contains("\n# "), "{}", section.title);
        }
        assert!(go_page("invalid message length").is_some_and(|s| s.body.contains("8 GiB")));
    }
}
