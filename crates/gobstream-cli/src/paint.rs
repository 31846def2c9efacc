//! What is done to finished JSON text on its way out: colours, strings without quotes for `--raw`, one array for `--slurp`.
//!
//! The writer knows nothing of either. Its bytes pass here in any pieces and come out the same, with escape sequences
//! put between tokens: what the text says never changes. The state is where in a value the next byte stands; newlines
//! stand only between tokens, so a line that begins with a quote in its first column is a string at the top.

use crate::colour;
use anstyle::Style;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Lines of one value that fill more than a screen.
const MANY: u64 = 200;

/// An element of the one array stands on the terminal, and its line is not ended.
static IN_LINE: AtomicBool = AtomicBool::new(false);

/// Whether the terminal stands in the middle of a line. Whoever asks ends it.
pub(crate) fn leaves_line() -> bool {
    IN_LINE.swap(false, SeqCst)
}

/// Where the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Between,
    /// In a string or key.
    String,
    /// In a string that is printed without quotes.
    Raw,
    /// In a number or word.
    Word,
}

/// What is done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Treatment {
    pub(crate) colours: bool,
    /// Strings at the top lose their quotes.
    pub(crate) raw: bool,
    /// Values at the top become elements of one array.
    pub(crate) slurp: bool,
    /// Elements of that array stand on lines of their own.
    pub(crate) pretty: bool,
    /// Control characters in raw strings stay escaped.
    pub(crate) is_terminal: bool,
}

/// A destination with colours.
#[derive(Debug)]
pub(crate) struct Paint<W> {
    to: W,
    how: Treatment,
    /// An element of the one array was begun.
    has_elements: bool,
    state: State,
    /// Lines of the value at hand, and whether any value had many.
    lines: u64,
    has_many: bool,
    /// For each open container: whether it is an object.
    open: Vec<bool>,
    at_key: bool,
    at_line_start: bool,
    escape: Escape,
    text: Vec<u8>,
}

/// An escape in a raw string, as far as it has come.
#[derive(Clone, Debug, Default)]
struct Escape {
    digits: Vec<u8>,
    /// The first half of a character in two escapes.
    high: Option<u16>,
    is_open: bool,
}

impl<W: Write> Paint<W> {
    pub(crate) fn new(to: W, how: Treatment) -> Self {
        Paint {
            to,
            how,
            has_elements: false,
            state: State::Between,
            lines: 0,
            has_many: false,
            open: Vec::new(),
            at_key: false,
            at_line_start: true,
            escape: Escape::default(),
            text: Vec::new(),
        }
    }

    /// The destination.
    pub(crate) fn to(&self) -> &W {
        &self.to
    }

    /// The end of all values; gives the destination back.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if self.how.slurp {
            let end: &[u8] = match (self.has_elements, self.how.pretty) {
                (false, _) => b"[]\n",
                (true, false) => b"]\n",
                // The line may have been ended for something that was said.
                (true, true) if self.how.is_terminal && !leaves_line() => b"]\n",
                (true, true) => b"\n]\n",
            };
            IN_LINE.store(false, SeqCst);
            self.to.write_all(end)?;
        }
        Ok(self.to)
    }

    /// Gives the destination back as it is, without so much as an empty array.
    pub(crate) fn into_inner(self) -> W {
        self.to
    }

    /// A value was given up in the middle: the next byte begins a line.
    pub(crate) fn reset(&mut self) -> io::Result<()> {
        let style = self.how.colours && self.state != State::Between;
        self.open.clear();
        (self.state, self.at_key, self.at_line_start) = (State::Between, false, true);
        if style { self.to.write_all(b"\x1b[0m") } else { Ok(()) }
    }

    /// Whether a value took more lines than a screen has.
    pub(crate) fn has_many_lines(&self) -> bool {
        self.has_many
    }

    fn line_end(&mut self) {
        self.lines = if self.open.is_empty() { 0 } else { self.lines + 1 };
        self.has_many |= self.lines >= MANY;
    }

    fn paint(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while at < bytes.len() {
            at += match self.state {
                State::Between => self.between(bytes[at]),
                State::String => self.string(&bytes[at..]),
                State::Word => self.word(&bytes[at..]),
                State::Raw => self.raw_string(bytes[at]),
            };
        }
    }

    fn begin(&mut self, style: Style) {
        if self.how.colours {
            self.text.extend_from_slice(style.render().to_string().as_bytes());
        }
    }

    fn end(&mut self) {
        if self.how.colours {
            self.text.extend_from_slice(b"\x1b[0m");
        }
        self.state = State::Between;
    }

    fn between(&mut self, byte: u8) -> usize {
        let is_top = std::mem::replace(&mut self.at_line_start, byte == b'\n') && self.open.is_empty();
        if byte == b'\n' {
            self.line_end();
        }
        if self.how.slurp && (is_top || byte == b'\n') {
            return self.slurp(is_top);
        }
        match byte {
            b'"' if self.how.raw && is_top => {
                self.state = State::Raw;
                return 1;
            }
            b'"' => {
                self.begin(if self.at_key { colour::KEY } else { colour::STRING });
                self.state = State::String;
            }
            b'{' | b'[' => {
                self.open.push(byte == b'{');
                self.at_key = byte == b'{';
            }
            b'}' | b']' => {
                self.open.pop();
                self.at_key = false;
            }
            b':' => self.at_key = false,
            b',' => self.at_key = self.open.last() == Some(&true),
            b'-' | b'0'..=b'9' => return self.begin_word(colour::NUMBER),
            b'a'..=b'z' => return self.begin_word(colour::WORD),
            _ => {}
        }
        self.text.push(byte);
        1
    }

    /// Between the elements of the one array, or at a line's end within one.
    fn slurp(&mut self, is_top: bool) -> usize {
        if !is_top {
            let line_end: &[u8] = if self.open.is_empty() { b"" } else { b"\n  " };
            self.text.extend_from_slice(line_end);
            return 1;
        }
        self.text.push(if self.has_elements { b',' } else { b'[' });
        self.text.extend_from_slice(if self.how.pretty { b"\n  " } else { b"" });
        self.has_elements = true;
        0
    }

    fn begin_word(&mut self, style: Style) -> usize {
        self.begin(style);
        self.state = State::Word;
        0
    }

    fn string(&mut self, bytes: &[u8]) -> usize {
        let n = bytes.iter().position(|b| matches!(b, b'"' | b'\\')).unwrap_or(bytes.len());
        self.text.extend_from_slice(&bytes[..n]);
        if self.escape.is_open && n > 0 {
            self.escape.is_open = false;
        }
        let Some(&byte) = bytes.get(n) else { return n };
        self.text.push(byte);
        let is_escaped = std::mem::take(&mut self.escape.is_open);
        match byte {
            b'\\' => self.escape.is_open = !is_escaped,
            _ if !is_escaped => self.end(),
            _ => {}
        }
        n + 1
    }

    fn word(&mut self, bytes: &[u8]) -> usize {
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'.');
        let n = bytes.iter().position(|b| !is_part(b)).unwrap_or(bytes.len());
        self.text.extend_from_slice(&bytes[..n]);
        if n < bytes.len() {
            self.end();
        }
        n
    }

    fn raw_string(&mut self, byte: u8) -> usize {
        if self.escape.is_open {
            self.escape.digits.push(byte);
            self.try_escape();
        } else if byte == b'\\' {
            self.escape.is_open = true;
        } else if byte == b'"' {
            self.state = State::Between;
        } else {
            self.text.push(byte);
        }
        1
    }

    /// Ends an escape if it is whole.
    fn try_escape(&mut self) {
        let digits = &self.escape.digits;
        if digits[0] == b'u' && digits.len() < 5 {
            return;
        }
        let digits = std::mem::take(&mut self.escape.digits);
        self.escape.is_open = false;
        match digits[0] {
            b'n' => self.text.push(b'\n'),
            b't' => self.text.push(b'\t'),
            b'r' => self.control('\r'),
            b'b' => self.control('\u{8}'),
            b'f' => self.control('\u{c}'),
            b'u' => self.unit(&digits[1..]),
            other => self.text.push(other),
        }
    }

    fn unit(&mut self, digits: &[u8]) {
        let unit = std::str::from_utf8(digits).ok().and_then(|d| u16::from_str_radix(d, 16).ok()).unwrap_or(0xfffd);
        let units = [self.escape.high.take(), Some(unit)];
        if (0xd800..0xdc00).contains(&unit) {
            self.escape.high = Some(unit);
            return;
        }
        let c = char::decode_utf16(units.into_iter().flatten()).last().and_then(Result::ok).unwrap_or('\u{fffd}');
        self.control(c);
    }

    /// A character that the writer escaped: left so if it could steer the terminal.
    fn control(&mut self, c: char) {
        if self.how.is_terminal && (c.is_control() || !c.is_ascii()) {
            self.text.extend_from_slice(c.escape_unicode().to_string().as_bytes());
        } else {
            self.text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

impl<W: Write> Write for Paint<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Treatment { colours, raw, slurp, is_terminal, .. } = self.how;
        if !(colours || raw || slurp || is_terminal) {
            return self.to.write(bytes);
        }
        self.text.clear();
        self.paint(bytes);
        self.to.write_all(&self.text)?;
        if slurp && is_terminal && !self.text.is_empty() {
            IN_LINE.store(!self.text.ends_with(b"\n") && !self.text.ends_with(b"\n  "), SeqCst);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painted(text: &str, colours: bool, raw: bool, is_terminal: bool, piece: usize) -> String {
        treated(text, Treatment { colours, raw, is_terminal, ..Treatment::default() }, piece)
    }

    fn treated(text: &str, how: Treatment, piece: usize) -> String {
        let mut paint = Paint::new(Vec::new(), how);
        for piece in text.as_bytes().chunks(piece) {
            paint.write_all(piece).unwrap();
        }
        String::from_utf8(paint.finish().unwrap()).unwrap()
    }

    #[test]
    fn colours_stand_between_tokens() {
        let text = "{\"k\\\"\":[1,-2.5e+3,\"v\\\\\",true],\n\"n\":null}\n\"s\"\n";
        let whole = painted(text, true, false, false, text.len());
        assert!(whole.contains("\x1b[1m\x1b[34m\"k\\\"\"\x1b[0m:["), "{whole:?}");
        assert!(whole.contains("\x1b[36m-2.5e+3\x1b[0m,\x1b[32m\"v\\\\\"\x1b[0m,\x1b[33mtrue\x1b[0m]"), "{whole:?}");
        for piece in 1..text.len() {
            assert_eq!(painted(text, true, false, false, piece), whole, "in pieces of {piece}");
        }
        let mut plain = whole.clone();
        for style in ["\x1b[1m", "\x1b[34m", "\x1b[36m", "\x1b[32m", "\x1b[33m", "\x1b[0m"] {
            plain = plain.replace(style, "");
        }
        assert_eq!(plain, text);
    }

    #[test]
    fn raw_strings_at_the_top_only() {
        let text = "\"a\\\"b\\\\\\n\\u00e9\\ud83d\\ude00\\u001b\"\n{\"k\":\"v\"}\n[\n\"x\"]\n";
        for piece in 1..text.len() {
            assert_eq!(painted(text, false, true, false, piece), "a\"b\\\né😀\x1b\n{\"k\":\"v\"}\n[\n\"x\"]\n");
        }
        assert_eq!(painted("\"\\u001b[2J\\tx\\u202e\"\n", false, true, true, 3), "\\u{1b}[2J\tx\\u{202e}\n");
    }

    #[test]
    fn values_become_one_array() {
        let how = Treatment { slurp: true, ..Treatment::default() };
        let text = "{\"a\": [\n  1\n]}\n\"s\"\n2\n";
        for piece in 1..text.len() {
            assert_eq!(treated("1\n\"s\"\n[2]\n", how, piece), "[1,\"s\",[2]]\n");
            let pretty = Treatment { pretty: true, ..how };
            assert_eq!(treated(text, pretty, piece), "[\n  {\"a\": [\n    1\n  ]},\n  \"s\",\n  2\n]\n");
        }
        assert_eq!(treated("", how, 1), "[]\n");
    }
}
