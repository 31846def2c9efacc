//! Names as identifiers of Go.

use std::collections::HashMap;

/// Capitals in Unicode's eyes that Go takes for no letters: Roman numbers and letters in circles and squares.
fn is_symbol(c: char) -> bool {
    matches!(c, '\u{2160}'..='\u{216f}' | '\u{24b6}'..='\u{24cf}' | '\u{1f130}'..='\u{1f189}')
}

fn goes_on(c: char) -> bool {
    (c.is_alphanumeric() && !is_symbol(c)) || c == '_'
}

/// The name, if it is an exported identifier.
pub(super) fn exported(name: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(name).ok()?;
    let first = text.chars().next()?;
    (first.is_uppercase() && text.chars().all(goes_on)).then_some(text)
}

/// An exported identifier made of any name: packages are dropped, what is no letter separates words.
pub(super) fn made_of(name: &[u8]) -> String {
    let text = String::from_utf8_lossy(name);
    let is_path = |c: char| goes_on(c) || matches!(c, '.' | '/' | '-' | '~' | '%');
    let mut ident = String::new();
    for run in text.split(|c| !is_path(c)) {
        let last = run.rsplit(['.', '/']).next().unwrap_or_default();
        last.split(|c| !goes_on(c)).for_each(|word| ident.push_str(&capital(word)));
    }
    let cut: String = ident.chars().take(80).collect();
    if cut.chars().next().is_some_and(char::is_uppercase) { cut } else { format!("T{cut}") }
}

/// A word with a capital.
fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Identifiers that are in use, each with the number to try next behind it.
#[derive(Debug, Default)]
pub(super) struct Idents(HashMap<String, usize>);

impl Idents {
    /// The name, with a number behind it if it is in use.
    pub(super) fn take(&mut self, name: &str) -> String {
        let mut ident = name.to_owned();
        while self.0.contains_key(&ident) {
            let n = self.0.entry(name.to_owned()).or_insert(2);
            ident = format!("{name}{n}");
            *n += 1;
        }
        self.0.insert(ident.clone(), 2);
        ident
    }
}
