//! Where the walk stands: faults get their place, and the stack is the path.

use super::level::{Level, Role};
use super::{Token, Walk};
use crate::error::{Error, ErrorKind, Fault, Place};
use alloc::format;
use alloc::string::String;
use core::fmt::Write;

/// Bytes of a key that a path keeps.
const KEY: usize = 64;
/// Bytes of a path after which nothing is added.
const PATH: usize = 300;

impl Walk {
    /// Gives a fault its place. A number that cannot be, before anything was whole, means that this is no gob.
    pub(crate) fn locate(&self, mut fault: Fault) -> Error {
        if !self.proven && fault.go == "gob: encoded unsigned integer out of range" {
            fault.kind = ErrorKind::NotGob;
        }
        let value = if self.inside_value && self.draft.is_none() { self.values } else { 0 };
        Error::new(fault, Place { offset: self.mark, message: self.frame.message, value, path: self.path() })
    }

    /// Gives a fault the place of the last token; of its element `nth`, if it is a run.
    pub(crate) fn locate_in_run(&self, fault: Fault, nth: u64) -> Error {
        let value = if self.inside_value { self.values } else { 0 };
        let path = self.path_back(self.runs.last.saturating_sub(nth + 1));
        Error::new(fault, Place { offset: self.mark, message: self.frame.message, value, path })
    }

    /// The path to the element `back` before the last one, if the innermost level is a list of runs.
    fn path_back(&self, back: u64) -> String {
        let in_run = |l: &&Level| l.role == Role::List && Self::comes_in_runs(&self.types.node(l.elem).shape);
        let Some(level) = self.stack.last().filter(in_run) else { return self.path() };
        let level = Level { done: level.done.saturating_sub(back), ..*level };
        let mut path = self.path_of(&self.stack[..self.stack.len() - 1]);
        self.add_step(&mut path, &level, &[]);
        path
    }

    /// The way from the top of the current value to what is being read.
    pub(crate) fn path(&self) -> String {
        self.path_of(&self.stack)
    }

    fn path_of(&self, stack: &[Level]) -> String {
        let mut path = String::new();
        for (i, level) in stack.iter().enumerate() {
            if level.role == Role::Definition || path.len() > PATH {
                break;
            }
            self.add_step(&mut path, level, &self.stack[i + 1..]);
        }
        path
    }

    fn add_step(&self, path: &mut String, level: &Level, above: &[Level]) {
        let result = match level.role {
            Role::Struct => match level.done.checked_sub(1) {
                Some(i) => write!(path, ".{}", self.field_name(level, i)),
                None => Ok(()),
            },
            Role::List if level.done > 0 => write!(path, "[{}]", level.done - 1),
            Role::Key | Role::Elem if level.done > 0 || level.role == Role::Elem => {
                write!(path, "[{}]", self.key_text(level, above))
            }
            _ => Ok(()),
        };
        debug_assert!(result.is_ok(), "writing to a String cannot fail");
    }

    fn field_name(&self, level: &Level, i: u64) -> String {
        let node = self.types.node(level.slot);
        let field = usize::try_from(i).ok().and_then(|i| node.fields().get(i));
        let name = field.map_or(&[][..], |f| node.text(f.name));
        let name = String::from_utf8_lossy(&name[..name.len().min(256)]);
        name.escape_debug().collect()
    }

    /// The key that a map is at: a string or number as such, others by their place.
    fn key_text(&self, level: &Level, above: &[Level]) -> String {
        let end = above.iter().find(|l| l.mark > 0).map_or(self.keys.len(), |l| l.mark - 1);
        match self.keys.get(level.mark - 1..end) {
            Some([b's', text @ ..]) => format!("\"{}\"", String::from_utf8_lossy(text).escape_debug()),
            Some([b'i', v @ ..]) if v.len() == 8 => format!("{}", i64::from_le_bytes(eight(v))),
            Some([b'u', v @ ..]) if v.len() == 8 => format!("{}", u64::from_le_bytes(eight(v))),
            _ => format!("#{}", level.done),
        }
    }

    /// Remembers the key that a map has just read, for the path.
    #[inline]
    pub(super) fn note_key(&mut self, used: &[u8]) {
        let Some(&Level { role: Role::Elem, mark, .. }) = self.stack.last() else { return };
        self.keys.truncate(mark - 1);
        match self.token {
            Token::String(n) => {
                let text = &used[used.len().saturating_sub(n)..];
                self.keys.push(b's');
                self.keys.extend_from_slice(&text[..text.len().min(KEY)]);
            }
            Token::Int(v) => self.keep_number(b'i', v.to_le_bytes()),
            Token::Uint(v) => self.keep_number(b'u', v.to_le_bytes()),
            _ => {}
        }
    }

    fn keep_number(&mut self, tag: u8, digits: [u8; 8]) {
        self.keys.push(tag);
        self.keys.extend_from_slice(&digits);
    }
}

fn eight(bytes: &[u8]) -> [u8; 8] {
    bytes.first_chunk().copied().unwrap_or_default()
}
