//! `--completions` and `--man`: made of the same arguments that are parsed.

use crate::args::Cli;
use crate::{cat, help};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write};

/// Prints what a shell completes. Without a verb, the flags are those of `cat`.
pub(crate) fn completions(shell: Shell) -> io::Result<()> {
    let mut text = Vec::new();
    let command = cat::Opts::augment_args(Cli::command());
    clap_complete::generate(shell, &mut command.clone(), "gob", &mut text);
    io::stdout().lock().write_all(&text)
}

/// Prints one manual page for all verbs.
pub(crate) fn man() -> io::Result<()> {
    let mut page = Vec::new();
    let root = Cli::command();
    let man = Man::new(root.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    for verb in root.get_subcommands() {
        page.extend_from_slice(verb_section(verb)?.as_bytes());
    }
    for topic in help::own_topics() {
        page.extend_from_slice(format!(".SH {}\n", topic.title.to_uppercase().replace('-', "\\-")).as_bytes());
        page.extend_from_slice(verbatim(topic.lines()).as_bytes());
    }
    page.extend_from_slice(b".SH NOTES\n");
    page.extend_from_slice(verbatim(root.get_after_long_help().map(ToString::to_string).unwrap_or_default()).as_bytes());
    man.render_version_section(&mut page)?;
    io::stdout().lock().write_all(&page)
}

/// A verb as one section; those that the library makes become parts of it.
fn verb_section(verb: &Command) -> io::Result<String> {
    let mut part = Vec::new();
    let name = format!("gob {}", verb.get_name());
    let man = Man::new(verb.clone().bin_name(name.clone()).display_name(name.clone()));
    man.render_description_section(&mut part)?;
    man.render_options_section(&mut part)?;
    let text = String::from_utf8_lossy(&part).replace(".SH DESCRIPTION\n", "").replace(".SH ", ".SS ");
    let samples = verbatim(verb.get_after_long_help().map(ToString::to_string).unwrap_or_default());
    Ok(format!(".SH {}\n{text}{samples}", name.to_uppercase()))
}

/// Lines that are not filled.
fn verbatim(text: String) -> String {
    let line = |line: &str| format!("\\&{}\n", line.replace('\\', "\\e").replace('-', "\\-"));
    format!(".nf\n{}.fi\n", text.lines().map(line).collect::<String>())
}
