//! What to do about an error: only what this command can do.

use gobstream::{Error, ErrorKind};
use std::io;
use std::path::Path;

/// What to do about a fault in the stream `name`, of which all up to `good` was read.
pub(crate) fn hint(error: &Error, name: &str, good: u64) -> Option<String> {
    if let Some(bytes) = line_end(error, good) {
        return Some(format!(
            "if that is a line end, as redis-cli and echo put behind what they print, all is there: head -c -{bytes} takes it off"
        ));
    }
    let name = quoted(name);
    Some(match error.kind() {
        ErrorKind::DuplicateType | ErrorKind::ExtraData => "only --strict minds".into(),
        ErrorKind::UnknownType => "the head of the stream, which defines the type, is missing".into(),
        ErrorKind::TooBig if error.go_text().is_some() => "a length like this is mostly damage: try --recover".into(),
        ErrorKind::TooBig => "--max WHAT=N changes a limit".into(),
        ErrorKind::TooDeep => "--max depth=N allows more".into(),
        ErrorKind::NotGob => "nothing before it is gob either: encrypted, or in an unknown wrapper?".into(),
        ErrorKind::NonFinite => "--nonfinite string or null shows it".into(),
        ErrorKind::BadUtf8 => "--bad-utf8 replace or tag shows it".into(),
        ErrorKind::Corrupt if name != "standard input" => {
            format!("gob --recover {name} prints what else can be read, if anything can")
        }
        _ => return None,
    })
}

/// How long the line end is that may stand behind whole messages: read as the beginning of one, it is a length of 10 or 13 bytes.
fn line_end(error: &Error, good: u64) -> Option<u64> {
    let (bytes, text) = (error.offset().saturating_sub(good), error.text());
    let is_one = match bytes {
        1 => text.ends_with("message of 10 has 0"),
        // The second byte, 10, is the id of a type that is built in.
        2 => text.ends_with("message of 13 has 1") && text.contains("the zero before a value"),
        _ => false,
    };
    (is_one && good > 0 && error.kind() == ErrorKind::Truncated).then_some(bytes)
}

/// What to do about JSON that gob cannot be made of.
pub(crate) fn misfit(misfit: &gobstream_json::Misfit) -> Option<&'static str> {
    match misfit.code() {
        "wrong-type" if misfit.text().contains("opaque") => {
            Some("text may not say all of such a value: print it with --opaque base64 or --typed")
        }
        "bad-json" => Some("gob help json and gob help typed say what can be read"),
        _ => None,
    }
}

/// What to do about a file that is not there.
pub(crate) fn not_found(name: &str, error: &io::Error) -> Option<String> {
    if error.kind() != io::ErrorKind::NotFound {
        return None;
    }
    let is_verb = crate::args::verbs().iter().any(|verb| verb == name);
    is_verb.then(|| format!("the verb comes first: gob {name} …"))
}

/// A name as a shell takes it.
pub(crate) fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+:@%=,~ ".contains(c);
    match name {
        "standard input" => name.into(),
        _ if name.chars().all(is_plain) && !name.contains(' ') => name.into(),
        _ => format!("{:?}", Path::new(name)),
    }
}
