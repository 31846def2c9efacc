//! A small JSON reader: keeps numbers as text, order, and names that come twice.

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(members) = self else { return None };
        members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> &str {
        match self {
            Json::String(text) | Json::Number(text) => text,
            other => panic!("no text: {other:?}"),
        }
    }

    pub(crate) fn items(&self) -> &[Json] {
        let Json::Array(items) = self else { panic!("no array: {self:?}") };
        items
    }
}

/// Reads one value, which is all there is.
pub(crate) fn read(text: &str) -> Json {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value();
    assert_eq!(reader.peek(), 0, "more behind a value");
    value
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.bytes().next().unwrap_or(0)
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    fn value(&mut self) -> Json {
        match self.peek() {
            b'{' => self.object(),
            b'[' => self.array(),
            b'"' => Json::String(self.string()),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Json {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find([',', ']', '}', ' ', '\n']).unwrap_or(rest.len())];
        self.at += word.len();
        match word {
            "null" => Json::Null,
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            number => Json::Number(number.into()),
        }
    }

    fn array(&mut self) -> Json {
        self.at += 1;
        let mut items = Vec::new();
        while !self.take(b']') {
            assert!(items.is_empty() || self.take(b','), "a comma is missing");
            items.push(self.value());
        }
        Json::Array(items)
    }

    fn object(&mut self) -> Json {
        self.at += 1;
        let mut members = Vec::new();
        while !self.take(b'}') {
            assert!(members.is_empty() || self.take(b','), "a comma is missing");
            assert_eq!(self.peek(), b'"');
            let name = self.string();
            assert!(self.take(b':'), "a colon is missing");
            members.push((name, self.value()));
        }
        Json::Object(members)
    }

    fn string(&mut self) -> String {
        self.at += 1;
        let mut text = String::new();
        loop {
            let c = self.text[self.at..].chars().next().expect("a string ends");
            self.at += c.len_utf8();
            match c {
                '"' => return text,
                '\\' => text.push(self.escape()),
                c => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> char {
        self.at += 1;
        match self.text.as_bytes()[self.at - 1] {
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                self.at += 4;
                char::from_u32(u32::from_str_radix(&self.text[self.at - 4..self.at], 16).unwrap()).unwrap()
            }
            c => c.into(),
        }
    }
}

pub(crate) fn base64(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let text = text.trim_end_matches('=').as_bytes();
    let group = |four: &[u8]| {
        let bits = four.iter().fold(0_u32, |bits, &c| bits << 6 | u32::from(digit(c))) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    text.chunks(4).flat_map(group).collect()
}
