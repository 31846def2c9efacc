//! Is this text one JSON value? Without recursion, without memory but a word for each level.

use crate::error::{Error, ErrorKind, Result};
use crate::stack::{Level, Levels};

/// Checks that `text` is one value, with white space around it allowed, of at most `max_depth` levels.
pub(crate) fn value(text: &str, max_depth: usize) -> Result<()> {
    let mut check = Check { text: text.as_bytes(), at: 0, levels: Levels::new(max_depth) };
    loop {
        let opened = check.begin()?;
        if !opened && check.ends()? {
            return check.end();
        }
    }
}

/// Checks that `text` is one number and nothing else.
pub(crate) fn number(text: &str) -> Result<()> {
    let mut check = Check { text: text.as_bytes(), at: 0, levels: Levels::new(0) };
    check.number()?;
    if check.at < check.text.len() { check.fail("not a number") } else { Ok(()) }
}

struct Check<'a> {
    text: &'a [u8],
    at: usize,
    levels: Levels,
}

impl Check<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[cold]
    fn fail<T>(&self, text: &'static str) -> Result<T> {
        let ended = self.at >= self.text.len();
        let (kind, text) = if ended { (ErrorKind::Eof, "the text ends too early") } else { (ErrorKind::Syntax, text) };
        Err(Error::new(kind, self.at as u64, text))
    }

    fn blanks(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.blanks() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The start of a value, or the whole of it. True if a container was opened and has something in it.
    fn begin(&mut self) -> Result<bool> {
        match self.blanks() {
            Some(b'[') => self.open(Level::OF_ARRAY, b']'),
            Some(b'{') => self.open(Level::OF_OBJECT, b'}'),
            Some(b'"') => self.string(),
            Some(b't') => self.word(b"true"),
            Some(b'f') => self.word(b"false"),
            Some(b'n') => self.word(b"null"),
            _ => self.number(),
        }
    }

    fn open(&mut self, level: Level, closer: u8) -> Result<bool> {
        if !self.levels.push(level) {
            return Err(Error::new(ErrorKind::TooDeep, self.at as u64, "more levels than the limit"));
        }
        self.at += 1;
        if self.take(closer) {
            self.levels.pop();
            return Ok(false);
        }
        self.key()?;
        Ok(true)
    }

    /// In an object, the name and the colon.
    fn key(&mut self) -> Result<()> {
        if !self.levels.current.is_object() {
            return Ok(());
        }
        if self.blanks() != Some(b'"') {
            return self.fail("a key is expected");
        }
        self.string()?;
        if self.take(b':') { Ok(()) } else { self.fail("a colon is expected") }
    }

    /// Behind a value: closers, then a comma. True if nothing is open any more.
    fn ends(&mut self) -> Result<bool> {
        while self.levels.depth() > 0 {
            if self.take(b',') {
                self.key()?;
                return Ok(false);
            }
            let closer = if self.levels.current.is_object() { b'}' } else { b']' };
            if !self.take(closer) {
                return self.fail("a comma or the end of the container is expected");
            }
            self.levels.pop();
        }
        Ok(true)
    }

    fn end(&mut self) -> Result<()> {
        if self.blanks().is_some() { self.fail("nothing may stand behind the value") } else { Ok(()) }
    }

    fn word(&mut self, word: &[u8]) -> Result<bool> {
        for &byte in word {
            if self.peek() != Some(byte) {
                return self.fail("not a value");
            }
            self.at += 1;
        }
        Ok(false)
    }

    fn string(&mut self) -> Result<bool> {
        self.at += 1;
        loop {
            self.at += crate::scan::plain(&self.text[self.at..], crate::string::BASIC);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                _ => return self.fail("a control character in a string"),
            }
        }
        self.at += 1;
        Ok(false)
    }

    fn escape(&mut self) -> Result<()> {
        self.at += 1;
        let digits = match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 0,
            Some(b'u') => 4,
            _ => return self.fail("an escape that JSON does not have"),
        };
        self.at += 1;
        self.hex(digits)
    }

    fn hex(&mut self, digits: usize) -> Result<()> {
        for _ in 0..digits {
            if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                return self.fail("not a hexadecimal digit");
            }
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<bool> {
        self.skip_one(b"-");
        if !self.skip_one(b"0") {
            self.digits("not a value")?;
        }
        if self.skip_one(b".") {
            self.digits("a digit is expected behind the point")?;
        }
        if self.skip_one(b"eE") {
            self.skip_one(b"+-");
            self.digits("a digit is expected in the exponent")?;
        }
        Ok(false)
    }

    fn skip_one(&mut self, set: &[u8]) -> bool {
        let found = self.peek().is_some_and(|byte| set.contains(&byte));
        self.at += usize::from(found);
        found
    }

    fn digits(&mut self, otherwise: &'static str) -> Result<()> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return self.fail(otherwise);
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }
}
