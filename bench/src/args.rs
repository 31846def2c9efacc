//! The driver's command line.

use crate::Result;

pub(crate) const USAGE: &str = "\
usage: bench/run [--rounds N] [--rows PATTERN] [--json FILE] [--strict] [--no-peers]

  --rounds N       rounds of 5 ms of CPU time for each row and column (21)
  --rows PATTERN   only rows whose names contain PATTERN; more patterns between commas
  --json FILE      write the figures there too
  --strict         fail if a row is below its gate
  --no-peers       without the other crates in Rust, which take a minute to build";

#[derive(Default)]
pub(crate) struct Args {
    pub(crate) rounds: usize,
    pub(crate) patterns: Vec<String>,
    pub(crate) json: Option<String>,
    pub(crate) strict: bool,
    /// Name and command of each, ours first.
    pub(crate) columns: Vec<(String, String)>,
}

impl Args {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self> {
        let mut args = Args { rounds: 21, ..Args::default() };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
            match word.as_str() {
                "--rounds" => args.rounds = value()?.parse()?,
                "--rows" => args.patterns.extend(value()?.split(',').map(String::from)),
                "--json" => args.json = Some(value()?),
                "--strict" => args.strict = true,
                // For bench/run: NAME=COMMAND.
                "--column" => args.columns.extend(value()?.split_once('=').map(|(n, c)| (n.into(), c.into()))),
                "--help" => return Err(USAGE.into()),
                _ => return Err(format!("what is {word}?\n{USAGE}").into()),
            }
        }
        args.rounds = args.rounds.max(1);
        Ok(args)
    }

    pub(crate) fn wants(&self, row: &str) -> bool {
        self.patterns.is_empty() || self.patterns.iter().any(|pattern| row.contains(pattern))
    }
}
