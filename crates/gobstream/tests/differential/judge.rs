//! The Go program that is asked: see interop/differ.go.

use super::common::judge;
use super::value::{Case, Told, tell, tell_text};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A running program. It answers batches, one after the other.
pub(crate) struct Judge(Child);

/// What it says of one request.
#[derive(Debug)]
pub(crate) enum Answer {
    Fine(Vec<u8>),
    Wrong(String),
    Skipped,
}

/// Builds the program with the Go that GO names; `None` if it names none.
pub(crate) fn build() -> Option<PathBuf> {
    judge::build("interop-fresh", &["-tags", "fresh", "-ldflags=-checklinkname=0"])
}

impl Judge {
    pub(crate) fn start(program: &Path) -> Self {
        Judge(Command::new(program).arg("differ").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap())
    }

    /// Asks for all of these.
    pub(crate) fn ask(&mut self, requests: &[Vec<u8>]) -> Vec<Answer> {
        let mut batch = Vec::new();
        requests.iter().for_each(|request| tell_text(request, &mut batch));
        let reply = judge::exchange(&mut self.0, &batch).expect("the Go program lives");
        let mut told = Told(&reply);
        requests.iter().map(|_| answer(told.text())).collect()
    }

    pub(crate) fn ask_one(&mut self, request: Vec<u8>) -> Answer {
        self.ask(&[request]).remove(0)
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        judge::end(&mut self.0);
    }
}

fn answer(bytes: &[u8]) -> Answer {
    match bytes.split_first() {
        Some((0, rest)) => Answer::Fine(rest.to_vec()),
        Some((1, rest)) => Answer::Wrong(String::from_utf8_lossy(rest).into_owned()),
        _ => Answer::Skipped,
    }
}

/// Whether Go finds these values in this stream.
pub(crate) fn judging(case: &Case, stream: &[u8]) -> Vec<u8> {
    let mut request = vec![b'J'];
    request.extend((case.len() as u32).to_le_bytes());
    for (ty, val) in case {
        tell_text(ty.text().as_bytes(), &mut request);
        tell(ty, val, &mut request);
    }
    tell_text(stream, &mut request);
    request
}

/// Values that Go invents by these choices, and their stream.
pub(crate) fn inventing(choices: &[u64]) -> Vec<u8> {
    std::iter::once(b'I').chain(choices.iter().flat_map(|c| c.to_le_bytes())).collect()
}

/// What it invented.
pub(crate) fn invented(answer: &[u8]) -> (Case, Vec<u8>) {
    let mut told = Told(answer);
    let case = (0..told.u32())
        .map(|_| {
            let ty = told.ty();
            let val = told.val(&ty);
            (ty, val)
        })
        .collect();
    (case, told.text().to_vec())
}
