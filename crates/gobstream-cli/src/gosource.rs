//! Type declarations of Go source, read far enough to know what gob makes of them.
//!
//! This is no compiler: imports are not followed, functions are passed over, constants in lengths of arrays must be numbers. Methods
//! count only where they decide how a value travels.

use std::collections::{HashMap, HashSet};

/// Types inside types, at most.
const DEEPEST: usize = 100;

/// A type as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GoType {
    /// `T` or `pkg.T`; arguments of generic types are left out.
    Named(String),
    Pointer(Box<GoType>),
    Slice(Box<GoType>),
    Array(u64, Box<GoType>),
    Map(Box<GoType>, Box<GoType>),
    Struct(Vec<GoField>),
    Interface,
    /// Channels and functions, which gob leaves out.
    Other,
}

/// A field; embedded ones are named after their type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GoField {
    pub(crate) name: String,
    pub(crate) ty: GoType,
    pub(crate) is_embedded: bool,
}

/// The declarations of a file.
#[derive(Debug, Default)]
pub(crate) struct GoSource {
    pub(crate) types: HashMap<String, GoType>,
    /// Types with a method `GobDecode`, and with `UnmarshalBinary`.
    pub(crate) gob: HashSet<String>,
    pub(crate) binary: HashSet<String>,
}

/// What is wrong with the source, and in which line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) line: usize,
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Number(String),
    /// Strings, which matter only as tags.
    Text,
    Mark(char),
    /// A line end where a statement may end.
    End,
}

impl GoSource {
    /// Reads the declarations of a file.
    ///
    /// # Errors
    /// What cannot be read, and where.
    pub(crate) fn parse(source: &str) -> Result<Self, Wrong> {
        let mut parser = Parser { tokens: tokens(source)?, at: 0, params: HashSet::new() };
        let mut found = GoSource::default();
        while let Some(token) = parser.next() {
            match token {
                Token::Word(word) if word == "type" => parser.types(&mut found)?,
                Token::Word(word) if word == "func" => parser.func(&mut found)?,
                Token::Mark('(' | '{' | '[') => parser.pass_over()?,
                _ => {}
            }
        }
        Ok(found)
    }
}

// ---- tokens

fn tokens(source: &str) -> Result<Vec<(Token, usize)>, Wrong> {
    let chars: Vec<char> = source.chars().collect();
    let (mut all, mut i, mut line) = (Vec::new(), 0, 1);
    while let Some(&c) = chars.get(i) {
        let begun = i;
        match c {
            '\n' => {
                if ends_statement(all.last()) {
                    all.push((Token::End, line));
                }
                (i, line) = (i + 1, line + 1);
            }
            c if c.is_whitespace() => i += 1,
            '/' if chars.get(i + 1) == Some(&'/') => i += chars[i..].iter().take_while(|c| **c != '\n').count(),
            '/' if chars.get(i + 1) == Some(&'*') => {
                let end = (i + 2..chars.len()).find(|&j| chars[j] == '*' && chars.get(j + 1) == Some(&'/'));
                i = end.ok_or_else(|| Wrong { line, text: "a comment is not closed".into() })? + 2;
                line += chars[begun..i].iter().filter(|c| **c == '\n').count();
            }
            '"' | '`' | '\'' => {
                i = end_of_text(&chars, i).ok_or_else(|| Wrong { line, text: "a string is not closed".into() })?;
                all.push((Token::Text, line));
                line += chars[begun..i].iter().filter(|c| **c == '\n').count();
            }
            c if c.is_alphabetic() || c == '_' => {
                i += chars[i..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
                all.push((Token::Word(chars[begun..i].iter().collect()), line));
            }
            c if c.is_ascii_digit() => {
                i += chars[i..].iter().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.')).count();
                all.push((Token::Number(chars[begun..i].iter().collect()), line));
            }
            ';' => {
                all.push((Token::End, line));
                i += 1;
            }
            c => {
                all.push((Token::Mark(c), line));
                i += 1;
            }
        }
    }
    all.push((Token::End, line));
    Ok(all)
}

/// As in Go: behind a name, a literal or a closing bracket.
fn ends_statement(last: Option<&(Token, usize)>) -> bool {
    matches!(last, Some((Token::Word(_) | Token::Number(_) | Token::Text | Token::Mark(')' | ']' | '}'), _)))
}

fn end_of_text(chars: &[char], start: usize) -> Option<usize> {
    let quote = chars[start];
    let mut i = start + 1;
    loop {
        match *chars.get(i)? {
            c if c == quote => return Some(i + 1),
            '\\' if quote != '`' => i += 2,
            '\n' if quote != '`' => return None,
            _ => i += 1,
        }
    }
}

// ---- declarations

struct Parser {
    tokens: Vec<(Token, usize)>,
    at: usize,
    /// The parameters of the generic type at hand.
    params: HashSet<String>,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn peek_behind(&self, n: usize) -> Option<&Token> {
        self.tokens.get(self.at + n).map(|(token, _)| token)
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.at += 1;
        token
    }

    fn is(&self, mark: char) -> bool {
        self.peek() == Some(&Token::Mark(mark))
    }

    fn takes(&mut self, mark: char) -> bool {
        let is = self.is(mark);
        self.at += usize::from(is);
        is
    }

    fn wrong<T>(&self, text: &str) -> Result<T, Wrong> {
        let line = self.tokens.get(self.at.min(self.tokens.len().saturating_sub(1))).map_or(1, |(_, line)| *line);
        Err(Wrong { line, text: text.into() })
    }

    fn word(&mut self, what: &str) -> Result<String, Wrong> {
        match self.peek().cloned() {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            _ => self.wrong(&format!("{what} expected")),
        }
    }

    fn skip_ends(&mut self) {
        while self.peek() == Some(&Token::End) {
            self.at += 1;
        }
    }

    /// Behind an opening bracket: passes over all up to the one that closes it.
    fn pass_over(&mut self) -> Result<(), Wrong> {
        let mut depth = 1;
        while depth > 0 {
            match self.next() {
                Some(Token::Mark('(' | '{' | '[')) => depth += 1,
                Some(Token::Mark(')' | '}' | ']')) => depth -= 1,
                Some(_) => {}
                None => return self.wrong("a bracket is not closed"),
            }
        }
        Ok(())
    }

    /// Behind `type`: one declaration, or several in brackets.
    fn types(&mut self, found: &mut GoSource) -> Result<(), Wrong> {
        if !self.takes('(') {
            return self.declaration(found);
        }
        loop {
            self.skip_ends();
            if self.takes(')') {
                return Ok(());
            }
            self.declaration(found)?;
        }
    }

    fn declaration(&mut self, found: &mut GoSource) -> Result<(), Wrong> {
        let name = self.word("the name of a type")?;
        self.params.clear();
        let is_generic = self.is('[')
            && matches!(
                (self.peek_behind(1), self.peek_behind(2)),
                (Some(Token::Word(_)), Some(Token::Word(_) | Token::Mark(',' | '~' | '*' | '[')))
            );
        if is_generic {
            self.at += 1;
            if let Some(Token::Word(param)) = self.peek() {
                self.params.insert(param.clone());
            }
            self.pass_over()?;
        }
        self.takes('=');
        let ty = self.ty(0)?;
        found.types.insert(name, ty);
        Ok(())
    }

    /// Behind `func`: the method of a type, or a function; its body is passed over.
    fn func(&mut self, found: &mut GoSource) -> Result<(), Wrong> {
        if self.takes('(') {
            let begun = self.at;
            self.pass_over()?;
            let words = self.tokens[begun..self.at]
                .iter()
                .filter_map(|(token, _)| if let Token::Word(word) = token { Some(word) } else { None });
            let all: Vec<&String> = words.collect();
            let is_generic = self.tokens[begun..self.at].iter().any(|(token, _)| *token == Token::Mark('['));
            let owner = if is_generic { all.get(1) } else { all.last() }.map(|word| (*word).clone());
            if let (Some(owner), Some(Token::Word(method))) = (owner, self.peek()) {
                match method.as_str() {
                    "GobDecode" => _ = found.gob.insert(owner),
                    "UnmarshalBinary" => _ = found.binary.insert(owner),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    // ---- types

    fn ty(&mut self, depth: usize) -> Result<GoType, Wrong> {
        if depth > DEEPEST {
            return self.wrong("types nest too deep");
        }
        match self.next() {
            Some(Token::Mark('*')) => Ok(GoType::Pointer(Box::new(self.ty(depth + 1)?))),
            Some(Token::Mark('(')) => {
                let ty = self.ty(depth + 1)?;
                if self.takes(')') { Ok(ty) } else { self.wrong("')' expected") }
            }
            Some(Token::Mark('[')) => self.list(depth),
            Some(Token::Mark('<')) => {
                self.takes('-');
                self.ty(depth + 1).map(|_| GoType::Other)
            }
            Some(Token::Word(word)) => self.named(word, depth),
            _ => {
                self.at -= 1;
                self.wrong("a type expected")
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<GoType, Wrong> {
        if self.takes(']') {
            return Ok(GoType::Slice(Box::new(self.ty(depth + 1)?)));
        }
        let Some(Token::Number(text)) = self.next() else {
            self.at -= 1;
            return self.wrong("the length of an array must be a number here");
        };
        let text = text.replace('_', "");
        let n = match text.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).ok(),
            None => text.parse().ok(),
        };
        match n {
            Some(n) if self.takes(']') => Ok(GoType::Array(n, Box::new(self.ty(depth + 1)?))),
            _ => self.wrong("']' expected behind the length of an array"),
        }
    }

    fn named(&mut self, word: String, depth: usize) -> Result<GoType, Wrong> {
        match word.as_str() {
            "map" if self.takes('[') => {
                let key = self.ty(depth + 1)?;
                if !self.takes(']') {
                    return self.wrong("']' expected behind the key of a map");
                }
                Ok(GoType::Map(Box::new(key), Box::new(self.ty(depth + 1)?)))
            }
            "chan" => {
                if self.takes('<') {
                    self.takes('-');
                }
                self.ty(depth + 1).map(|_| GoType::Other)
            }
            "func" => self.signature(depth).map(|()| GoType::Other),
            "interface" if self.takes('{') => self.pass_over().map(|()| GoType::Interface),
            "struct" if self.takes('{') => self.fields(depth).map(GoType::Struct),
            _ => self.qualified(word),
        }
    }

    /// `T`, `pkg.T`, `T[int]`.
    fn qualified(&mut self, mut name: String) -> Result<GoType, Wrong> {
        if self.takes('.') {
            name = format!("{name}.{}", self.word("the name of a type")?);
        }
        if self.takes('[') {
            self.pass_over()?;
        }
        Ok(if self.params.contains(&name) { GoType::Interface } else { GoType::Named(name) })
    }

    /// Behind `func`: parameters and results.
    fn signature(&mut self, depth: usize) -> Result<(), Wrong> {
        if !self.takes('(') {
            return self.wrong("'(' expected");
        }
        self.pass_over()?;
        if self.takes('(') {
            return self.pass_over();
        }
        match self.peek() {
            Some(Token::Word(_) | Token::Mark('*' | '[' | '<')) => self.ty(depth + 1).map(drop),
            _ => Ok(()),
        }
    }

    fn fields(&mut self, depth: usize) -> Result<Vec<GoField>, Wrong> {
        let mut fields = Vec::new();
        loop {
            self.skip_ends();
            if self.takes('}') {
                return Ok(fields);
            }
            self.field(depth, &mut fields)?;
            if self.peek() == Some(&Token::Text) {
                self.at += 1;
            }
            if !self.is('}') && self.next() != Some(Token::End) {
                self.at -= 1;
                return self.wrong("the end of a field expected");
            }
        }
    }

    /// `A, B int`, or an embedded type.
    fn field(&mut self, depth: usize, fields: &mut Vec<GoField>) -> Result<(), Wrong> {
        let is_embedded = self.is('*')
            || matches!(
                (self.peek(), self.peek_behind(1)),
                (Some(Token::Word(_)), Some(Token::Mark('.' | '}') | Token::End | Token::Text))
            );
        if is_embedded {
            let ty = self.ty(depth + 1)?;
            let name = base_name(&ty).rsplit('.').next().unwrap_or_default().to_owned();
            fields.push(GoField { name, ty, is_embedded: true });
            return Ok(());
        }
        let mut names = vec![self.word("the name of a field")?];
        while self.takes(',') {
            names.push(self.word("the name of a field")?);
        }
        let ty = self.ty(depth + 1)?;
        fields.extend(names.into_iter().map(|name| GoField { name, ty: ty.clone(), is_embedded: false }));
        Ok(())
    }
}

fn base_name(ty: &GoType) -> &str {
    match ty {
        GoType::Named(name) => name,
        GoType::Pointer(ty) => base_name(ty),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> GoSource {
        GoSource::parse(text).unwrap()
    }

    fn named(name: &str) -> GoType {
        GoType::Named(name.into())
    }

    #[test]
    fn declarations_of_all_kinds() {
        let found = parse(
            "package p // type X int\n\nimport (\n\t\"time\"\n)\n\nvar x = struct{ A int }{1}\n\n\
             type (\n\tID int64\n\tNames = []string\n)\n\n\
             type Point struct { X, Y int `json:\"x\"`; *Base; time.Time\n\tM map[string][]*big.Int /* c */\n\tF func(a int) (b, c int)\n\tC <-chan int; E [0x10]byte; Any interface{ Foo() }\n}\n\
             func (p *Point) GobDecode(b []byte) error { type inner struct{}; return nil }\n\
             type Pair[K comparable, V any] struct { Key K }\n",
        );
        assert_eq!(found.types["ID"], named("int64"));
        assert_eq!(found.types["Names"], GoType::Slice(Box::new(named("string"))));
        let GoType::Struct(fields) = &found.types["Point"] else { panic!("{found:?}") };
        let names: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["X", "Y", "Base", "Time", "M", "F", "C", "E", "Any"]);
        assert_eq!(fields[3].ty, named("time.Time"));
        assert!(fields[2].is_embedded && !fields[4].is_embedded);
        assert_eq!(fields[5].ty, GoType::Other);
        assert_eq!(fields[7].ty, GoType::Array(16, Box::new(named("byte"))));
        assert!(found.gob.contains("Point") && found.binary.is_empty());
        assert!(matches!(&found.types["Pair"], GoType::Struct(fields) if fields[0].ty == GoType::Interface));
    }

    #[test]
    fn what_is_wrong_has_a_line() {
        let wrong = |text| GoSource::parse(text).unwrap_err();
        assert_eq!(wrong("package p\n\ntype T struct {\n\tA [n]int\n}").line, 4);
        assert_eq!(wrong("type T struct {").text, "the name of a field expected");
        assert_eq!(wrong("type T \"").text, "a string is not closed");
        assert!(GoSource::parse(&format!("type T {}int", "[]".repeat(100_000))).is_err());
        assert!(GoSource::parse("").unwrap().types.is_empty());
    }
}
