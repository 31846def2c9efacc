//! Names near one that a type does not have.

use gobstream::{Event, Type};

/// Characters of a name that are compared.
const LENGTH: usize = 64;
/// Keys that are compared.
const KEYS: usize = 1000;
/// Names that are named.
const NAMES: usize = 3;

/// What is said of a struct without such a field.
pub(super) fn no_field(ty: &Type, name: &str) -> String {
    let near = near(ty, name);
    let hint = if near.is_empty() { fields(ty) } else { format!("; nearest: {}", near.join(", ")) };
    format!("{}, which has no field {name}{hint}", title(ty))
}

fn title(ty: &Type) -> String {
    let name: String = String::from_utf8_lossy(ty.name()).chars().filter(|c| !c.is_control()).take(LENGTH).collect();
    if name.is_empty() { "a struct".into() } else { format!("a struct {name}") }
}

/// The fields that a struct has, the first few; nothing for other types.
pub(crate) fn fields(ty: &Type) -> String {
    let names: Vec<String> = ty.fields().take(NAMES).map(|field| format!(".{}", shown(field.name))).collect();
    match ty.field_count() {
        0 => String::new(),
        n if n > NAMES => format!("; its fields: {}, … {} more", names.join(", "), n - NAMES),
        _ => format!("; its fields: {}", names.join(", ")),
    }
}

fn shown(name: &[u8]) -> String {
    String::from_utf8_lossy(name).chars().take(LENGTH).collect::<String>().escape_debug().collect()
}

/// The nearest names, the nearest first.
pub(crate) fn near(ty: &Type, name: &str) -> Vec<String> {
    let wanted = folded(name);
    let most = 1 + wanted.len() / 3;
    let all = ty.fields().map(|field| (distance(&wanted, &folded(&shown(field.name))), field.name));
    let mut near: Vec<_> = all.filter(|(distance, _)| *distance <= most).collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().take(NAMES).map(|(_, name)| shown(name)).collect()
}

fn folded(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).filter(|c| *c != '_').take(LENGTH).collect()
}

/// How many characters must be put in, taken out or changed to make one of the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// The key of a map that is nearest to one that is not there, of the first keys that come.
#[derive(Debug, Default)]
pub(crate) struct Nearest {
    best: Option<(usize, String)>,
    seen: usize,
}

impl Nearest {
    /// A key that is another one.
    pub(crate) fn hear(&mut self, wanted: &str, key: &Event<'_>) {
        let Event::String(key) = key else { return };
        self.seen += 1;
        if self.seen > KEYS {
            return;
        }
        let (wanted, name) = (folded(wanted), shown(key));
        let distance = distance(&wanted, &folded(&name));
        let is_near = distance <= 1 + wanted.len() / 3;
        if is_near && self.best.as_ref().is_none_or(|(best, _)| distance < *best) {
            self.best = Some((distance, name));
        }
    }

    /// What is said of it.
    pub(crate) fn hint(&self) -> String {
        self.best.as_ref().map_or_else(String::new, |(_, name)| format!("; nearest: {name}"))
    }
}
