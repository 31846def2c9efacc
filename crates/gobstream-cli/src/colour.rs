//! When there are colours, and which.

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use std::env::var_os;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, as NO_COLOR, CLICOLOR_FORCE and TERM say
    #[default]
    Auto,
    /// Also in pipes and files
    Always,
    /// Not even on a terminal
    Never,
}

/// Whether to use colours.
pub(crate) fn wanted(when: When, is_terminal: bool) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if is_set("NO_COLOR") => false,
        When::Auto if is_set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
        When::Auto => is_terminal && !is_dumb(),
    }
}

/// Whether a variable of the environment says something; what says that is that it is not empty.
fn is_set(name: &str) -> bool {
    var_os(name).is_some_and(|value| !value.is_empty())
}

fn is(name: &str, value: &str) -> bool {
    var_os(name).is_some_and(|is| is == value)
}

/// Whether the terminal cannot do more than write.
pub(crate) fn is_dumb() -> bool {
    is("TERM", "dumb")
}

/// Parts of JSON.
pub(crate) const KEY: Style = AnsiColor::Blue.on_default().bold();
pub(crate) const STRING: Style = AnsiColor::Green.on_default();
pub(crate) const NUMBER: Style = AnsiColor::Cyan.on_default();
pub(crate) const WORD: Style = AnsiColor::Yellow.on_default();

/// Parts of talk.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const LABEL: Style = AnsiColor::Cyan.on_default();
