//! The Go program that is asked: see interop/parity.go.

use super::common::judge;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What Go says of a stream.
#[derive(Debug)]
pub enum Verdict {
    /// How many values it read, what it writes of them, and its error; none at a clean end.
    Read { good: usize, again: Vec<u8>, error: Option<String> },
    /// The process died, or was stopped since it did not come to an end.
    Died,
}

/// Asks about streams of one vector; starts the program anew where it dies.
pub struct Judge<'a> {
    program: &'a Path,
    vector: &'a str,
    running: Option<Child>,
}

/// Builds the program with the Go that GO names; `None` if it names none.
pub fn build() -> Option<PathBuf> {
    judge::build("interop-parity", &[])
}

impl<'a> Judge<'a> {
    pub fn new(program: &'a Path, vector: &'a str) -> Self {
        Judge { program, vector, running: None }
    }

    /// With 2 GiB of address space.
    fn start(&self) -> Child {
        let capped = r#"ulimit -v 2097152; exec "$0" parity "$1""#;
        let mut command = Command::new("sh");
        command.arg("-c").arg(capped).arg(self.program).arg(self.vector).stderr(Stdio::null());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
    }

    pub fn ask(&mut self, stream: &[u8]) -> Verdict {
        let mut child = self.running.take().unwrap_or_else(|| self.start());
        let Ok(answer) = judge::exchange(&mut child, stream) else {
            let status = child.wait().unwrap();
            assert!(!status.success(), "{}: the program left of itself", self.vector);
            return Verdict::Died;
        };
        self.running = Some(child);
        let (good, rest) = answer.split_at(4);
        let (size, rest) = rest.split_at(4);
        let (again, error) = rest.split_at(number(size));
        let error = (!error.is_empty()).then(|| String::from_utf8_lossy(error).into_owned());
        Verdict::Read { good: number(good), again: again.to_vec(), error }
    }
}

fn number(bytes: &[u8]) -> usize {
    u32::from_le_bytes(bytes.try_into().unwrap()) as usize
}

impl Drop for Judge<'_> {
    fn drop(&mut self) {
        if let Some(mut child) = self.running.take() {
            judge::end(&mut child);
        }
    }
}
