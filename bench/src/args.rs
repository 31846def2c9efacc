//! The driver's command line.

use crate::Result;

pub(crate) const USAGE: &str = "\
usage: bench/run [--rounds N] [--rows PATTERN] [--json FILE]

  --rounds N       rounds of 5 ms of CPU time for each row and column (21)
  --rows PATTERN   only rows whose names contain PATTERN
  --json FILE      write the figures there too";

pub(crate) struct Args {
    pub(crate) rounds: usize,
    pub(crate) pattern: String,
    pub(crate) json: Option<String>,
    /// Name and command of each; ratios are to the first one that has the row.
    pub(crate) columns: Vec<(String, String)>,
}

impl Args {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self> {
        let mut args = Args { rounds: 21, pattern: String::new(), json: None, columns: Vec::new() };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
            match word.as_str() {
                "--rounds" => args.rounds = value()?.parse()?,
                "--rows" => args.pattern = value()?,
                "--json" => args.json = Some(value()?),
                // For bench/run: NAME=COMMAND.
                "--column" => args.columns.extend(value()?.split_once('=').map(|(n, c)| (n.into(), c.into()))),
                _ => return Err(format!("what is {word}?\n{USAGE}").into()),
            }
        }
        args.rounds = args.rounds.max(1);
        Ok(args)
    }
}
