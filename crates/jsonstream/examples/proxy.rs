//! Passes values through with one member added to each and everything else as it was, digit for digit: nothing is
//! decoded into types. `proxy < in.ndjson > out.ndjson`

use std::io::{self, Read, Write};

use jsonstream::{Reader, Result, WriteOptions, Writer};

/// Adds `"via": name` to each top-level object.
pub fn proxy(input: impl Read, out: impl Write, name: &str) -> Result<()> {
    let mut reader = Reader::from_io(input);
    let mut writer = Writer::to_io_with(out, &WriteOptions::lines());
    while reader.next_document()? {
        reader.begin_object()?;
        writer.begin_object()?;
        while let Some(key) = reader.next_key()? {
            writer.key(key)?;
            writer.copy(&mut reader)?;
        }
        writer.key("via")?;
        writer.str(name)?;
        writer.end_object()?;
    }
    writer.finish().map(drop)
}

fn main() -> Result<()> {
    proxy(io::stdin().lock(), io::stdout().lock(), "proxy")
}
