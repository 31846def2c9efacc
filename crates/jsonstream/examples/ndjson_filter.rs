//! Passes on the lines whose level is "error", as they stand: `ndjson_filter < log.ndjson`. Bad lines are reported and
//! passed by.

use std::io::{self, Read, Write};

use jsonstream::{Documents, ErrorKind, Io, Lazy, ReadOptions, Reader, Result, Window, WriteOptions, Writer, path};

/// How many lines were passed on, and how many were bad.
pub fn filter(input: impl Read, out: impl Write, mut report: impl FnMut(&jsonstream::Error)) -> Result<(u64, u64)> {
    let options = ReadOptions { documents: Documents::Lines, ..ReadOptions::default() };
    let mut reader = Reader::from_io_with(input, &options);
    let mut writer = Writer::to_io_with(out, &WriteOptions::lines());
    let (mut passed, mut bad) = (0, 0);
    loop {
        match next(&mut reader) {
            Ok(Some(line)) if is_error(line)? => {
                writer.raw_trusted(line)?;
                passed += 1;
            }
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) if error.kind() == ErrorKind::Io => return Err(error),
            Err(error) => {
                report(&error);
                bad += 1;
                reader.skip_line()?;
            }
        }
    }
    writer.finish()?;
    Ok((passed, bad))
}

/// The next line's value as it stands, checked.
fn next<R: Read>(reader: &mut Reader<Window<Io<R>>>) -> Result<Option<&str>> {
    if reader.next_document()? { reader.raw().map(Some) } else { Ok(None) }
}

/// The line is known to be JSON by now, so what is not looked for need not be checked again.
fn is_error(line: &str) -> Result<bool> {
    let level = Lazy::unchecked(line.as_bytes()).get(&path!["level"])?;
    Ok(level.and_then(|level| level.to_text()).as_deref() == Some("error"))
}

fn main() -> Result<()> {
    filter(io::stdin().lock(), io::stdout().lock(), |error| eprintln!("{error}")).map(drop)
}
