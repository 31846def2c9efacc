//! What the languages share: how a type is written where it is used, and how names become words of a language.

use super::found::Found;
use super::graph::{Field, Id, Shape, library};
use super::ident::Idents;
use super::plan::Plan;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What is left to write of a type.
pub(super) enum Task {
    Text(Cow<'static, str>),
    /// A type, and the type it stands in.
    Type(Id, Option<Id>),
}

impl Task {
    pub(super) fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Task::Text(text.into())
    }
}

/// Writes a type without recursion; `spell` gives the parts of one type, in their order.
pub(super) fn write(root: Id, from: Option<Id>, mut spell: impl FnMut(Id, Option<Id>) -> Vec<Task>) -> String {
    let (mut text, mut tasks) = (String::new(), vec![Task::Type(root, from)]);
    while let Some(task) = tasks.pop() {
        match task {
            Task::Text(part) => text += &part,
            Task::Type(id, from) => tasks.extend(spell(id, from).into_iter().rev()),
        }
    }
    text
}

/// The names of declared types in a language that has other uses for some words.
pub(super) fn names(plan: &Plan, reserved: &[&str]) -> Vec<Option<String>> {
    let mut idents = Idents::default();
    reserved.iter().for_each(|word| _ = idents.take(word));
    plan.names.iter().map(|name| name.as_ref().map(|name| idents.take(name))).collect()
}

/// The words of a name in lower case: `UserID` is `user`, `id`, and `HTTPServer` is `http`, `server`.
pub(super) fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let (mut words, mut word) = (Vec::new(), String::new());
    for (i, &c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i]);
        let next_is_lower = chars.get(i + 1).is_some_and(|c| c.is_lowercase());
        let begins = c.is_uppercase() && before.is_some_and(|b| !b.is_uppercase() || next_is_lower);
        if (begins || !c.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// Types to which something spreads: from those where `begins` along edges that `carries` lets through, to who uses them.
pub(super) fn spread(plan: &Plan, begins: impl Fn(Id) -> bool, carries: impl Fn(Id, Id) -> bool) -> Vec<bool> {
    let n = plan.nodes.len();
    let mut users: Vec<Vec<Id>> = vec![Vec::new(); n];
    for id in plan.all() {
        for part in super::graph::edges(&plan.nodes[id].shape).filter(|&part| carries(id, part)) {
            users[part].push(id);
        }
    }
    let mut has = vec![false; n];
    let mut todo: Vec<Id> = (0..n).filter(|&id| begins(id)).collect();
    while let Some(id) = todo.pop() {
        if !std::mem::replace(&mut has[id], true) {
            todo.extend(&users[id]);
        }
    }
    has
}

/// A comment of one or more lines, each behind `mark`, without the line itself if there is no text.
pub(super) fn comment(indent: &str, mark: &str, text: &str) -> String {
    text.lines().map(|line| format!("{indent}{mark} {line}\n")).collect()
}

/// Names that are used, as text joined by commas.
pub(super) fn list(names: &BTreeSet<&'static str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(", ")
}

/// A string of JSON, which TypeScript and Python read as well.
pub(super) fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => format!("\\u{:04x}", u32::from(c)),
        c => c.into(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

/// Whether a name is a plain identifier in any language.
pub(super) fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The fields of a struct as JSON has them: the number, the name, the type; of those of one name the first.
pub(super) fn members(fields: &[Field]) -> Vec<(usize, String, Id)> {
    let mut seen = BTreeSet::new();
    let named = fields.iter().enumerate().map(|(i, f)| (i, String::from_utf8_lossy(&f.name).into_owned(), f.ty));
    named.filter(|(_, name, _)| seen.insert(name.clone())).collect()
}

/// Whether a field of this type is `null` where nothing was sent.
pub(super) fn is_nullable(plan: &Plan, id: Id) -> bool {
    matches!(plan.nodes[id].shape, Shape::Map(..) | Shape::Struct(_) | Shape::Opaque(_))
}

/// What is known of a type and its JSON does not say.
pub(super) fn note(plan: &Plan, id: Id) -> String {
    match &plan.nodes[id].shape {
        Shape::Bytes => "Bytes in base64.".into(),
        Shape::Complex => "A complex number: real and imaginary part.".into(),
        Shape::Array(_, n) => format!("An array of {n}, or empty if it was not sent."),
        Shape::Opaque(_) => match library(&plan.nodes[id]) {
            Some("time.Time") => "A time, RFC 3339.".into(),
            Some(name) => format!("The text of a {name}."),
            None => "What the sender's type made of it: text if it is known, else base64.".into(),
        },
        _ => String::new(),
    }
}

/// Notes on a field, in one line.
pub(super) fn notes(plan: &Plan, found: &Found, id: Id, field: usize, ty: Id) -> String {
    let held = found.held(id, field);
    let held = if held.is_empty() { held } else { format!("It {held}.") };
    let own = if plan.names[ty].is_some() { String::new() } else { note(plan, ty) };
    let all = [own, held, plan.other_versions(id, field)];
    all.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The types of values, for a language that says which there may be: those at the top, or all of the name that is asked for.
pub(super) fn tops(plan: &Plan, found: &Found, wanted: &[bool], all: bool) -> Vec<Id> {
    let mut tops: Vec<Id> = match all {
        true => found.tops.iter().map(|&id| plan.same[id]).collect(),
        false => plan.all().filter(|&id| wanted[id]).take(1).collect(),
    };
    tops.dedup();
    let mut seen = BTreeSet::new();
    tops.retain(|&id| seen.insert(id));
    tops
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn names_are_split_into_words() {
        for (name, split) in [
            ("UserID", "user id"),
            ("HTTPServer", "http server"),
            ("IsAdmin", "is admin"),
            ("X", "x"),
            ("A_B", "a b"),
            ("Sha256Sum", "sha256 sum"),
            ("ÄhreÖl", "ähre öl"),
            ("URLs", "ur ls"),
            ("", ""),
        ] {
            assert_eq!(words(name).join(" "), split, "{name}");
        }
    }
}
