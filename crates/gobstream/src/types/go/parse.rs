//! Go source into declarations.
//!
//! This is no compiler: imports are not followed, lengths of arrays must be numbers, and of functions no more is looked at than what
//! decides how values travel: the names of methods, and the types that are registered.

use super::tokens::{Lexer, Token};
use super::{Declared, Field, Fields, GoSource, INTERFACE, Node, bad, predeclared, short, unquote};
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::known::Marshaler;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Types inside types that one expression may have.
const DEPTH: u32 = 100;

/// What a source says, until all of it is read.
#[derive(Default)]
pub(super) struct Found {
    pub(super) package: Option<String>,
    pub(super) declared: BTreeMap<String, Declared>,
    /// The first that is declared.
    pub(super) first: Option<String>,
    pub(super) methods: Vec<(String, Marshaler)>,
    pub(super) registered: Vec<(Vec<u8>, u32)>,
    /// The type at the end.
    pub(super) root: Option<u32>,
}

pub(super) struct Parser<'t, 's> {
    lexer: Lexer<'t>,
    depth: u32,
    source: &'s mut GoSource,
    found: Found,
    /// The parameters of the generic type at hand.
    params: BTreeSet<&'t str>,
}

impl<'t, 's> Parser<'t, 's> {
    pub(super) fn parse(text: &'t str, source: &'s mut GoSource) -> Result<Found> {
        let mut parser = Parser { lexer: Lexer::new(text), depth: 0, source, found: Found::default(), params: BTreeSet::new() };
        parser.lexer.step()?;
        while parser.statement()? {}
        Ok(parser.found)
    }

    /// Reads a declaration or the type at the end; whether more may come.
    fn statement(&mut self) -> Result<bool> {
        match self.lexer.token {
            Token::End => self.lexer.step()?,
            Token::Last => return Ok(false),
            Token::Word("package") => {
                self.lexer.step()?;
                self.found.package = Some(self.ident("a name")?.into());
            }
            Token::Word("type") => self.group()?,
            Token::Word("func") => self.func()?,
            Token::Word("import" | "const" | "var") => self.pass_statement()?,
            _ => {
                self.found.root = Some(self.ty()?);
                self.skip_ends()?;
                return if self.lexer.token == Token::Last { Ok(false) } else { Err(self.expected("the end")) };
            }
        }
        Ok(true)
    }

    /// Behind `type`: one declaration, or several in brackets.
    fn group(&mut self) -> Result<()> {
        self.lexer.step()?;
        if !self.eat('(')? {
            return self.declaration();
        }
        loop {
            self.skip_ends()?;
            if self.eat(')')? {
                return Ok(());
            }
            self.declaration()?;
        }
    }

    fn declaration(&mut self) -> Result<()> {
        let at = self.lexer.at;
        let name = self.name(true)?;
        if self.source.declared.contains_key(&name) || self.found.declared.contains_key(&name) {
            return Err(bad(format!("type {name} is declared twice"), at));
        }
        let is_alias = self.eat('=')?;
        let node = self.ty()?;
        self.params.clear();
        self.found.first.get_or_insert_with(|| name.clone());
        self.found.declared.insert(name, Declared { node, is_alias });
        Ok(())
    }

    // ---- functions

    /// A function or method, the body of which is passed over.
    fn func(&mut self) -> Result<()> {
        self.lexer.step()?;
        let mut owner = None;
        if self.eat('(')? {
            while !matches!(self.lexer.token, Token::Mark(')' | '[') | Token::Last) {
                owner = if let Token::Word(word) = self.lexer.token { Some(word) } else { owner };
                self.lexer.step()?;
            }
            self.pass_to(')')?;
        }
        let marshaler = match self.lexer.token {
            Token::Word("GobEncode" | "GobDecode") => Some(Marshaler::Gob),
            Token::Word("MarshalBinary" | "UnmarshalBinary") => Some(Marshaler::Binary),
            _ => None,
        };
        if let (Some(owner), Some(marshaler)) = (owner, marshaler) {
            let name = self.qualified(owner);
            self.found.methods.push((name, marshaler));
        }
        self.pass_statement()
    }

    /// Passes over everything to the end of the statement.
    fn pass_statement(&mut self) -> Result<()> {
        let mut depth = 0;
        loop {
            match self.lexer.token {
                Token::Last if depth > 0 => return Err(self.expected("a closing bracket")),
                Token::Last => return Ok(()),
                Token::End if depth == 0 => return Ok(()),
                Token::Mark('(' | '[' | '{') => depth += 1,
                Token::Mark(')' | ']' | '}') => depth -= 1,
                Token::Word("gob") if depth > 0 => self.registering(),
                _ => {}
            }
            self.lexer.step()?;
        }
    }

    /// `gob.Register(T{})`, `gob.RegisterName("name", new(T))`: what it says, if it is such a call of a type that is plain to see.
    fn registering(&mut self) {
        let (before, nodes) = (self.lexer, self.source.nodes.len());
        match self.registered() {
            Ok(registered) => self.found.registered.push(registered),
            Err(_) => self.source.nodes.truncate(nodes),
        }
        // What stands in the brackets is passed over like all else.
        (self.lexer, self.depth) = (before, 0);
    }

    fn registered(&mut self) -> Result<(Vec<u8>, u32)> {
        self.lexer.step()?;
        self.need('.')?;
        let call = self.ident("a name")?;
        self.need('(')?;
        let name = match (call, self.lexer.token) {
            ("RegisterName", Token::Text(text)) => {
                self.lexer.step()?;
                self.need(',')?;
                Some(unquote(text).ok_or_else(|| self.expected("a name"))?)
            }
            ("Register", _) => None,
            _ => return Err(self.expected("a name")),
        };
        let is_new = self.lexer.token == Token::Word("new") && self.lexer.next() == Some(Token::Mark('('));
        if is_new {
            self.lexer.step()?;
        }
        let is_pointer = self.eat('&')? || is_new;
        let node = self.ty()?;
        let star = if is_pointer || matches!(self.source.node(node), Node::Pointer(_)) { "*" } else { "" };
        let name = name.unwrap_or_else(|| format!("{star}{}", self.source.printed(node).trim_start_matches('*')).into_bytes());
        Ok((name, node))
    }

    // ---- types

    fn ty(&mut self) -> Result<u32> {
        if self.depth == DEPTH {
            let fault = Fault::new(ErrorKind::TooDeep, "", format!("a type of more than {DEPTH} levels"));
            return Err(Error::new(*fault, Place { offset: self.lexer.at as u64, ..Place::default() }));
        }
        self.depth += 1;
        let node = if self.eat('(')? { self.bracketed() } else { self.composite().and_then(|node| self.push(node)) };
        self.depth -= 1;
        node
    }

    fn bracketed(&mut self) -> Result<u32> {
        let node = self.ty()?;
        self.need(')')?;
        Ok(node)
    }

    fn composite(&mut self) -> Result<Node> {
        let token = self.lexer.token;
        if matches!(token, Token::Mark('*' | '[' | '<') | Token::Word("map" | "struct" | "interface" | "chan" | "func")) {
            self.lexer.step()?;
        }
        match token {
            Token::Mark('*') => Ok(Node::Pointer(self.ty()?)),
            Token::Mark('[') => self.list(),
            Token::Word("map") => {
                self.need('[')?;
                let key = self.ty()?;
                self.need(']')?;
                Ok(Node::Map(key, self.ty()?))
            }
            Token::Word("struct") => {
                self.need('{')?;
                self.fields()
            }
            Token::Word("interface") => {
                self.need('{')?;
                self.pass_to('}')?;
                Ok(INTERFACE)
            }
            Token::Mark('<') | Token::Word("chan") => {
                if self.eat('<')? || token == Token::Mark('<') {
                    self.need('-')?;
                }
                self.ty().map(|_| Node::Unsent)
            }
            Token::Word("func") => self.signature().map(|()| Node::Unsent),
            _ => self.named_type(),
        }
    }

    fn named_type(&mut self) -> Result<Node> {
        let Token::Word(word) = self.lexer.token else { return Err(self.expected("a name or type")) };
        let is_alone = !matches!(self.lexer.next(), Some(Token::Mark('.')));
        let name = self.name(false)?;
        Ok(match predeclared(word).filter(|_| is_alone) {
            Some(node) => node,
            None if is_alone && self.params.contains(&word) => Node::Parameter,
            None => Node::Named(name),
        })
    }

    /// An array or slice, behind its first bracket.
    fn list(&mut self) -> Result<Node> {
        if self.eat(']')? {
            return Ok(Node::Slice(self.ty()?));
        }
        let n = if let Token::Number(digits) = self.lexer.token { length(digits) } else { None };
        let n = n.ok_or_else(|| self.expected("the length of an array, a number,"))?;
        self.lexer.step()?;
        self.need(']')?;
        Ok(Node::Array(n, self.ty()?))
    }

    /// Behind `func`: parameters and results.
    fn signature(&mut self) -> Result<()> {
        self.need('(')?;
        self.pass_to(')')?;
        match self.lexer.token {
            Token::Mark('(') => {
                self.lexer.step()?;
                self.pass_to(')')
            }
            Token::Word(_) | Token::Mark('*' | '[' | '<') => self.ty().map(drop),
            _ => Ok(()),
        }
    }

    /// Behind the brace.
    fn fields(&mut self) -> Result<Node> {
        let mut fields = Vec::new();
        loop {
            self.skip_ends()?;
            if self.eat('}')? {
                let embed = fields.iter().any(|field: &Field| field.is_embedded);
                return Ok(Node::Struct(Fields { all: fields, embed }));
            }
            let (names, ty) = if self.is_embedded() { (Vec::new(), self.embedded(&mut fields)?) } else { self.field()? };
            fields.extend(names.into_iter().map(|name| Field { name, ty, is_embedded: false }));
            if let Token::Text(_) = self.lexer.token {
                self.lexer.step()?;
            }
            if !matches!(self.lexer.token, Token::End | Token::Mark('}')) {
                return Err(self.expected("the end of a field"));
            }
        }
    }

    /// Whether a type follows alone, which then names its field.
    fn is_embedded(&self) -> bool {
        let is_alone = |next| matches!(next, Some(Token::Mark('.' | '}') | Token::End | Token::Text(_)));
        match self.lexer.token {
            Token::Mark(mark) => mark == '*',
            // `Pair[int]`, but `A [2]int`
            _ => self.lexer.rest().starts_with('[') || is_alone(self.lexer.next()),
        }
    }

    fn embedded(&mut self, fields: &mut Vec<Field>) -> Result<u32> {
        let ty = self.ty()?;
        let mut node = ty;
        while let Node::Pointer(elem) = self.source.node(node) {
            node = *elem;
        }
        let name = match self.source.node(node) {
            Node::Named(name) => short(name).split('[').next().unwrap_or_default(),
            Node::Basic(_, name) => name,
            _ => return Err(self.expected("the name of a type")),
        };
        fields.push(Field { name: name.into(), ty, is_embedded: true });
        Ok(ty)
    }

    /// `A, B int`
    fn field(&mut self) -> Result<(Vec<String>, u32)> {
        let mut names = Vec::from([self.ident("a name or type")?.to_string()]);
        while self.eat(',')? {
            names.push(self.ident("a name")?.to_string());
        }
        Ok((names, self.ty()?))
    }

    // ---- names

    /// A type's name with its package, and its type arguments if it has some; parameters of a type that is declared are noted.
    fn name(&mut self, is_declared: bool) -> Result<String> {
        let word = self.ident("a name or type")?;
        let mut name = match self.eat('.')? {
            true => format!("{word}.{}", self.ident("a name")?),
            false => self.qualified(word),
        };
        let is_close = self.lexer.token == Token::Mark('[') && !self.lexer.text[..self.lexer.at].ends_with(char::is_whitespace);
        if is_close && self.lexer.next() != Some(Token::Mark(']')) && !matches!(self.lexer.next(), Some(Token::Number(_))) {
            let arguments = self.arguments()?;
            if !(is_declared && self.has_params(&arguments)) {
                arguments.iter().for_each(|token| push(token, &mut name));
            }
        }
        Ok(name)
    }

    fn qualified(&self, name: &str) -> String {
        format!("{}.{name}", self.found.package.as_deref().unwrap_or_else(|| self.source.package()))
    }

    /// What stands in brackets, with them.
    fn arguments(&mut self) -> Result<Vec<Token<'t>>> {
        let (mut tokens, mut depth) = (Vec::new(), 0);
        loop {
            match self.lexer.token {
                Token::Mark('[') => depth += 1,
                Token::Mark(']') => depth -= 1,
                Token::Last => return Err(self.expected("]")),
                _ => {}
            }
            tokens.push(self.lexer.token);
            self.lexer.step()?;
            if depth == 0 {
                return Ok(tokens);
            }
        }
    }

    /// Whether these are parameters, which have constraints, and not arguments. Parameters are kept.
    fn has_params(&mut self, tokens: &[Token<'t>]) -> bool {
        let is_bound =
            |pair: &[Token<'_>]| matches!(pair, [Token::Word(word), Token::Word(_) | Token::Mark('~' | '*')] if *word != "chan");
        let has = tokens.windows(2).any(is_bound);
        if has {
            self.params.extend(tokens.windows(2).filter_map(|pair| match pair {
                [Token::Mark('[' | ','), Token::Word(name)] => Some(*name),
                _ => None,
            }));
        }
        has
    }

    // ---- tokens

    /// Passes over everything to the bracket that closes what was opened, and over that.
    fn pass_to(&mut self, close: char) -> Result<()> {
        let mut depth = 0;
        loop {
            match self.lexer.token {
                Token::Mark('(' | '[' | '{') => depth += 1,
                Token::Mark(mark) if depth == 0 && mark == close => return self.lexer.step(),
                Token::Mark(')' | ']' | '}') => depth -= 1,
                Token::Last => return Err(self.expected(&close.to_string())),
                _ => {}
            }
            self.lexer.step()?;
        }
    }

    fn skip_ends(&mut self) -> Result<()> {
        while self.lexer.token == Token::End {
            self.lexer.step()?;
        }
        Ok(())
    }

    fn ident(&mut self, what: &str) -> Result<&'t str> {
        let Token::Word(word) = self.lexer.token else { return Err(self.expected(what)) };
        self.lexer.step()?;
        Ok(word)
    }

    fn eat(&mut self, mark: char) -> Result<bool> {
        let is = self.lexer.token == Token::Mark(mark);
        if is {
            self.lexer.step()?;
        }
        Ok(is)
    }

    fn need(&mut self, mark: char) -> Result<()> {
        if self.eat(mark)? { Ok(()) } else { Err(self.expected(&mark.to_string())) }
    }

    fn push(&mut self, node: Node) -> Result<u32> {
        let at = u32::try_from(self.source.nodes.len()).ok().filter(|at| *at < super::LIBRARY);
        self.source.nodes.push(node);
        at.ok_or_else(|| bad("too many types".into(), self.lexer.at))
    }

    #[cold]
    fn expected(&self, what: &str) -> Error {
        let found: String = self.lexer.text.get(self.lexer.at..).unwrap_or_default().chars().take(20).collect();
        let found = if found.is_empty() { "the end of the source".into() } else { format!("`{}`", found.escape_debug()) };
        bad(format!("{found}, where {what} must be"), self.lexer.at)
    }
}

/// The text of type arguments, as Go prints them.
fn push(token: &Token<'_>, out: &mut String) {
    match token {
        Token::Word(text) | Token::Number(text) | Token::Text(text) => out.push_str(text),
        Token::Mark(mark) => out.push(*mark),
        Token::End | Token::Last => {}
    }
}

/// A length of an array.
fn length(digits: &str) -> Option<i64> {
    let digits = digits.replace('_', "");
    let radix = |radix, prefixes: [&str; 2]| {
        let rest = prefixes.iter().find_map(|prefix| digits.strip_prefix(prefix))?;
        i64::from_str_radix(rest, radix).ok()
    };
    let plain = || if digits.starts_with('0') && digits.len() > 1 { None } else { digits.parse().ok() };
    plain().or_else(|| radix(16, ["0x", "0X"])).or_else(|| radix(2, ["0b", "0B"])).or_else(|| radix(8, ["0o", "0"]))
}
