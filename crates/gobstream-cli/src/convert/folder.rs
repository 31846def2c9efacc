//! Files of folders, each into a file of its own: a folder like the one that was read.

use super::{Format, Opts};
use crate::report::{self, Exit, Failure, Report};
use crate::{filter, jobs, watch};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Endings of names that say how a file is wrapped, and what it is: the name of what is made of it has another instead.
const WRAPPED: [&str; 4] = ["gz", "zst", "xz", "bz2"];
const FORMS: [&str; 4] = ["gob", "json", "ndjson", "jsonl"];

/// Bytes of the stack of a thread that runs no filter.
const STACK: usize = 2 << 20;

/// What is to be done.
pub(super) struct Folder {
    /// Where all goes.
    out: PathBuf,
    files: Vec<Planned>,
    /// Folders that are not there yet.
    new: BTreeSet<PathBuf>,
}

/// A file, and what becomes of it.
struct Planned {
    from: PathBuf,
    to: Result<PathBuf, Why>,
}

/// Why nothing becomes of it.
enum Why {
    Unreadable(io::Error),
    /// What it is instead.
    NoFile(&'static str),
    /// Another file has its name already.
    Taken(PathBuf, PathBuf),
}

/// A folder that is read, and what its files are called in the output.
struct Walk {
    out: Option<PathBuf>,
    found: Vec<(PathBuf, PathBuf, Option<Why>)>,
}

impl Opts {
    /// What is to be done, if a folder is to be read or to be written to.
    pub(super) fn folder(&self) -> Result<Option<Folder>, Failure> {
        let out = self.output.path().unwrap_or(Path::new(""));
        let is_folder = out.is_dir() || out.as_os_str().as_encoded_bytes().last().is_some_and(|b| *b == b'/');
        if !is_folder && !self.files.iter().any(|file| file.is_dir()) {
            return Ok(None);
        }
        if out.as_os_str().is_empty() {
            return Err(Failure::usage("a folder becomes a folder, which nothing names", "-o FOLDER"));
        }
        if out.is_file() {
            return Err(Failure::usage(format!("{} is a file, and a folder becomes a folder", out.display()), "-o FOLDER"));
        }
        if self.files.is_empty() || self.files.iter().any(|file| file == Path::new("-")) {
            return Err(Failure::usage("standard input has no name to have in a folder", "-o FILE"));
        }
        let Some(format) = self.to else {
            return Err(Failure::usage("nothing says what to make of the files", "--to gob, json, ndjson, csv, …"));
        };
        Ok(Some(Folder::new(&self.files, out, format)))
    }

    /// The same for one file.
    fn for_file(&self, from: &Path, to: &Path) -> Opts {
        Opts { files: vec![from.into()], output: self.output.to(to), jobs: None, ..self.clone() }
    }
}

impl Folder {
    fn new(inputs: &[PathBuf], out: &Path, format: Format) -> Self {
        let mut walk = Walk { out: out.canonicalize().ok(), found: Vec::new() };
        for input in inputs {
            // As for `cp`: of one folder what is in it, of several each with its name.
            let name = input.file_name().unwrap_or_default();
            let is_alone = inputs.len() == 1 && input.is_dir();
            walk.tree(input, if is_alone { Path::new("") } else { Path::new(name) });
        }
        let mut taken = BTreeMap::new();
        let mut new = BTreeSet::new();
        let planned = |(from, to, why): (PathBuf, PathBuf, Option<Why>)| {
            let to = out.join(renamed(&to, format));
            if let Some(why) = why {
                return Planned { from, to: Err(why) };
            }
            if let Some(other) = taken.get(&to) {
                let why = Why::Taken(to, PathBuf::clone(other));
                return Planned { from, to: Err(why) };
            }
            new.extend(to.ancestors().skip(1).take_while(|folder| !folder.exists()).map(Path::to_path_buf));
            taken.insert(to.clone(), from.clone());
            Planned { from, to: Ok(to) }
        };
        let files = walk.found.into_iter().map(planned).collect();
        Folder { out: out.into(), files, new }
    }

    /// Converts all files; the worst outcome counts.
    pub(super) fn run(self, opts: &Opts) -> Result<Exit, Failure> {
        let cores = || std::thread::available_parallelism().map_or(1, Into::into);
        let threads = opts.jobs.map_or_else(cores, |n| usize::try_from(n).unwrap_or(usize::MAX));
        watch::files(self.files.len() as u64);
        let stack = if opts.query.is_given() { filter::STACK } else { STACK };
        let exits = jobs::each(self.files.len(), (threads, stack), |i| {
            let exit = self.files[i].run(opts);
            if exit != Exit::Interrupted {
                watch::file_done();
            }
            exit
        })
        .map_err(Failure::output)?;
        // What nothing was written to is not left behind; the others are not empty, so this fails for them.
        self.new.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
        if watch::is_stopped() {
            return Ok(Exit::Interrupted);
        }
        self.tell(&exits);
        Ok(exits.into_iter().max().unwrap_or(Exit::Good))
    }

    fn tell(&self, exits: &[Exit]) {
        let all = report::count(exits.len() as u64, "file");
        let whole = exits.iter().filter(|exit| **exit == Exit::Good).count();
        let report = Report::new(self.out.display().to_string());
        if whole == exits.len() {
            report.tell(&format!("{all} converted"));
            return;
        }
        let some = watch::written().saturating_sub(whole as u64);
        let none = (exits.len() as u64).saturating_sub(whole as u64 + some);
        report.say_plain(&format!("{whole} of {all} converted, {some} in part, {none} not"));
    }
}

impl Planned {
    fn run(&self, opts: &Opts) -> Exit {
        let report = Report::new(self.from.display().to_string());
        match &self.to {
            Ok(to) => self.convert(to, opts).unwrap_or_else(report::failed),
            Err(Why::Unreadable(error)) => report.cannot_read(error),
            Err(Why::NoFile(what)) => {
                report.error(what, "io");
                Exit::Io
            }
            Err(Why::Taken(to, other)) => {
                report.error(&format!("would be {}, as {} is", to.display(), other.display()), "exists");
                Exit::Usage
            }
        }
    }

    fn convert(&self, to: &Path, opts: &Opts) -> Result<Exit, Failure> {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                let text = format!("{}: {}", folder.display(), error.kind());
                Failure::Output(io::Error::other(text))
            })?;
        }
        opts.for_file(&self.from, to).one()
    }
}

impl Walk {
    /// Finds all files below, in the order of their names.
    fn tree(&mut self, root: &Path, name: &Path) {
        let mut open = vec![(root.to_path_buf(), name.to_path_buf(), true)];
        while let Some((from, to, is_root)) = open.pop() {
            let is_link = !is_root && from.is_symlink();
            match from.metadata() {
                Err(error) => self.found.push((from, to, Some(Why::Unreadable(error)))),
                Ok(about) if about.is_dir() && !is_link => {
                    if !is_root && self.out.is_some() && from.canonicalize().ok() == self.out {
                        continue;
                    }
                    match parts(&from) {
                        Ok(names) => open.extend(names.iter().rev().map(|name| (from.join(name), to.join(name), false))),
                        Err(error) => self.found.push((from, to, Some(Why::Unreadable(error)))),
                    }
                }
                // What is named is read, be it a pipe.
                Ok(about) if about.is_file() || is_root => self.found.push((from, to, None)),
                Ok(about) => {
                    // It may lead back.
                    let link = "a link to a folder is not followed";
                    let what = if about.is_dir() { link } else { "neither a file nor a folder" };
                    self.found.push((from, to, Some(Why::NoFile(what))));
                }
            }
        }
    }
}

/// The names in a folder, sorted.
fn parts(folder: &Path) -> io::Result<Vec<std::ffi::OsString>> {
    let names: io::Result<Vec<_>> = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect();
    names.map(|mut names| {
        names.sort_unstable();
        names
    })
}

/// The name of what is made of a file.
fn renamed(name: &Path, format: Format) -> PathBuf {
    let plain = without(name, &WRAPPED);
    let mut name = without(&plain, &FORMS).into_os_string();
    name.push(".");
    name.push(format.ending());
    name.into()
}

fn without(name: &Path, endings: &[&str]) -> PathBuf {
    let ending = name.extension().and_then(OsStr::to_str).unwrap_or_default().to_lowercase();
    if endings.contains(&ending.as_str()) { name.with_extension("") } else { name.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_is_made() {
        let cases = [
            ("a/b.gob", "a/b.csv"),
            ("b.GOB", "b.csv"),
            ("b.gob.gz", "b.csv"),
            ("sess.42", "sess.42.csv"),
            ("sess.42.zst", "sess.42.csv"),
            ("v1.gob/sess", "v1.gob/sess.csv"),
            (".gob", ".gob.csv"),
            ("x.csv", "x.csv.csv"),
        ];
        for (from, to) in cases {
            assert_eq!(renamed(Path::new(from), Format::Csv), Path::new(to), "{from}");
        }
    }
}
