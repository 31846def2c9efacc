//! A program that is measured.

use crate::Result;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(crate) struct Column {
    pub(crate) name: String,
    command: String,
    pub(crate) rows: Vec<String>,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    child: Child,
}

/// One measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) ops: f64,
    pub(crate) ns: f64,
    pub(crate) allocations: f64,
    pub(crate) bytes: f64,
}

impl Column {
    /// Starts a command of words between spaces.
    pub(crate) fn start(name: &str, command: &str) -> Result<Self> {
        let mut words = command.split(' ');
        let mut process = Command::new(words.next().unwrap_or_default());
        let process = process.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = process.spawn().map_err(|e| format!("{command}: {e}"))?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let (name, command, input) = (name.into(), command.into(), child.stdin.take());
        let mut column = Column { name, command, rows: Vec::new(), input, output, child };
        column.rows = column.ask("rows")?.split(' ').map(String::from).collect();
        Ok(column)
    }

    fn ask(&mut self, line: &str) -> Result<String> {
        let input = self.input.as_mut().ok_or("no input")?;
        writeln!(input, "{line}")?;
        let mut answer = String::new();
        if self.output.read_line(&mut answer)? == 0 {
            return Err(format!("{} died of: {line}", self.name).into());
        }
        Ok(answer.trim_end().into())
    }

    pub(crate) fn has(&self, row: &str) -> bool {
        self.rows.iter().any(|r| r == row)
    }

    pub(crate) fn check(&mut self, row: &str) -> Result<String> {
        self.ask(&format!("check {row}"))
    }

    /// The growth of memory during the first op of a new process.
    pub(crate) fn peak(&self, row: &str) -> Result<u64> {
        Ok(Column::start(&self.name, &self.command)?.ask(&format!("peak {row}"))?.parse()?)
    }

    pub(crate) fn run(&mut self, row: &str, ns: u64) -> Result<Sample> {
        let answer = self.ask(&format!("run {row} {ns}"))?;
        let numbers = answer.split(' ').map(str::parse).collect::<std::result::Result<Vec<f64>, _>>()?;
        let [ops, ns, allocations, bytes] = numbers[..] else { return Err(format!("{}: {answer}", self.name).into()) };
        Ok(Sample { ops, ns, allocations, bytes })
    }
}

impl Drop for Column {
    /// The end of its input is the end of the program.
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}
