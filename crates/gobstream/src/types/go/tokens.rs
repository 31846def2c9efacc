//! Go source as tokens, as far as declarations of types need them.

use super::bad;
use crate::error::Result;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    Word(&'t str),
    Number(&'t str),
    /// A string or rune, in its quotes.
    Text(&'t str),
    Mark(char),
    /// A semicolon, or the end of a line where a statement may end.
    End,
    /// The end of the source.
    Last,
}

/// What is read next; a copy looks ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    /// Where the token at hand begins, and where it ends.
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) token: Token<'t>,
}

/// Words that a statement never ends with.
const OPENERS: [&str; 10] = ["chan", "const", "func", "import", "interface", "map", "package", "struct", "type", "var"];

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

impl<'t> Lexer<'t> {
    /// Before the first token.
    pub(super) fn new(text: &'t str) -> Self {
        Lexer { text, at: 0, end: 0, token: Token::End }
    }

    /// Reads the next token.
    pub(super) fn step(&mut self) -> Result<()> {
        if self.passes_line()? {
            self.token = Token::End;
            return Ok(());
        }
        self.at = self.end;
        self.token = match self.rest().chars().next() {
            None => Token::Last,
            Some(c) if c.is_numeric() => Token::Number(self.take(|c| is_word(c) || c == '.')),
            Some(c) if is_word(c) => Token::Word(self.take(is_word)),
            Some(quote @ ('"' | '`' | '\'')) => Token::Text(self.quoted(quote)?),
            Some(c) => {
                self.end += c.len_utf8();
                if c == ';' { Token::End } else { Token::Mark(c) }
            }
        };
        Ok(())
    }

    /// Passes over blanks and comments; says whether a line ended with which a statement ends.
    fn passes_line(&mut self) -> Result<bool> {
        let ends = match self.token {
            Token::Word(word) => !OPENERS.contains(&word),
            Token::Number(_) | Token::Text(_) | Token::Mark(')' | ']' | '}') => true,
            _ => false,
        };
        loop {
            let begun = self.end;
            self.take(char::is_whitespace);
            if self.rest().starts_with("//") {
                self.take(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                let len = self.rest().find("*/").ok_or_else(|| bad("a comment is not closed".into(), self.end))?;
                self.end += len + 2;
            }
            let passed = self.text.get(begun..self.end).unwrap_or_default();
            if ends && passed.contains('\n') {
                self.at = begun;
                return Ok(true);
            }
            if passed.is_empty() {
                return Ok(false);
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Result<&'t str> {
        let mut is_escaped = false;
        for (i, c) in self.rest().char_indices().skip(1) {
            if c == quote && !is_escaped {
                let text = self.rest().get(..=i).unwrap_or_default();
                self.end += text.len();
                return Ok(text);
            }
            if c == '\n' && quote != '`' {
                break;
            }
            is_escaped = c == '\\' && !is_escaped && quote != '`';
        }
        Err(bad("a string is not closed".into(), self.at))
    }

    fn take(&mut self, is_part: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = rest.find(|c| !is_part(c)).and_then(|end| rest.get(..end)).unwrap_or(rest);
        self.end += taken.len();
        taken
    }

    /// What stands behind the token at hand.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.end..).unwrap_or_default()
    }

    /// The token behind the one at hand; none where no token can be read.
    pub(super) fn next(&self) -> Option<Token<'t>> {
        let mut ahead = *self;
        ahead.step().ok()?;
        Some(ahead.token)
    }
}
