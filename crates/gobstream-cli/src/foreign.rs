//! What a file is that is no gob, told by its first bytes.

/// First bytes and what they open.
const MAGIC: &[(&[u8], &str)] = &[
    (b"GOB \x14", "\"GOB \" 0x14 opens a game archive"),
    (b"GOB\x0a", "\"GOB\" 0x0a opens a game archive"),
    (b"{\"", "\"{\" opens a JSON object"),
    (b"[{", "\"[{\" opens a JSON array"),
    (b"<?xml", "\"<?xml\" opens an XML document"),
    (b"<!DOCTYPE", "\"<!DOCTYPE\" opens an HTML page"),
    (b"SQLite format 3\0", "\"SQLite format 3\" opens an SQLite database"),
    (b"PK\x03\x04", "\"PK\" 3 4 opens a zip archive"),
    (b"\x1f\x8b", "0x1f8b opens a gzip file"),
    (b"\x28\xb5\x2f\xfd", "0x28b52ffd opens a zstd frame"),
    (b"\xfd7zXZ\0", "0xfd \"7zXZ\" opens an xz file"),
    (b"BZh", "\"BZh\" opens a bzip2 file"),
    (b"\x89PNG", "0x89 \"PNG\" opens a picture"),
    (b"\x7fELF", "0x7f \"ELF\" opens a program"),
    (b"%PDF", "\"%PDF\" opens a PDF document"),
    (b"PAR1", "\"PAR1\" opens a Parquet file"),
    (b"Obj\x01", "\"Obj\" 1 opens an Avro file"),
    (b"REDIS0", "\"REDIS0\" opens a Redis dump"),
];

/// What the bytes open, if it is something known.
pub(crate) fn recognise(head: &[u8]) -> Option<String> {
    let magic = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, what)| (*what).to_string());
    magic.or_else(|| text(head))
}

/// What is text is no gob: behind an id that is text, and may stand first, stands a byte that is none. Less than three bytes may be
/// a gob that was cut there, and are told as text only with a line end behind them: they are a line much more often.
fn text(head: &[u8]) -> Option<String> {
    let is_end = |b: &u8| matches!(b, b'\n' | b'\r');
    let is_text = |b: &u8| is_end(b) || matches!(b, b'\t' | b' '..=b'~');
    if !head.iter().all(is_text) || (head.len() < 3 && !head.ends_with(b"\n")) {
        return None;
    }
    // A text that begins with empty lines is shown with them.
    let line = head.split(is_end).next().filter(|line| !line.is_empty()).unwrap_or(head);
    let start = String::from_utf8_lossy(&line[..line.len().min(24)]);
    // `1) "…"`
    let is_reply = line.trim_ascii_start().starts_with(b"1) \"");
    Some(if is_reply {
        format!("{start:?} is a list of redis-cli (one of its strings, in its quotes, can be read)")
    } else {
        format!("{start:?} is text")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn short_text_is_told() {
        for (text, said) in [("hi\n", "\"hi\""), ("hi!", "\"hi!\""), ("i\n", "\"i\""), ("\n", "\"\\n\""), ("\r\n", "\"\\r\\n\"")]
        {
            assert_eq!(recognise(text.as_bytes()), Some(format!("{said} is text")), "{text:?}");
        }
        let reply = recognise(b"1) \"\\x03\"\n").unwrap();
        assert!(reply.ends_with("is a list of redis-cli (one of its strings, in its quotes, can be read)"), "{reply}");
        for other in ["", "x", "hi", "\t", "\u{3}\u{4}\0\u{6}", "hi\0\n", "é\n"] {
            assert_eq!(recognise(other.as_bytes()), None, "{other:?}");
        }
    }

    /// Nor is what is left where one was cut: of all of them, none begins with one letter and a line end.
    #[test]
    fn gobs_are_not_told_as_text() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interop");
        let mut count = 0;
        for file in ["vectors", "faults"].iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap()) {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            if !name.ends_with(".gob") || name.starts_with("foreign-") {
                continue;
            }
            let bytes = fs::read(&path).unwrap();
            for n in (0..bytes.len().min(64)).chain([bytes.len().min(64)]) {
                // A length of ten, and nothing behind it.
                let is_line_end = n == 1 && bytes[0] == b'\n';
                assert!(is_line_end || recognise(&bytes[..n]).is_none(), "{}, {n} bytes", path.display());
            }
            count += 1;
        }
        assert!(count > 100, "{count} files");
    }
}
