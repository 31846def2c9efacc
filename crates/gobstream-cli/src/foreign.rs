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

/// What is text is no gob: no letter is the id of a type that may stand first.
fn text(head: &[u8]) -> Option<String> {
    let is_text = |b: &u8| matches!(b, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    let line = head.split(|b| matches!(b, b'\n' | b'\r')).next()?;
    let start = String::from_utf8_lossy(&line[..line.len().min(24)]);
    (head.len() >= 4 && head.iter().all(is_text)).then(|| format!("{start:?} is text"))
}
