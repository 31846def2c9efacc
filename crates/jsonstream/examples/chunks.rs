//! Reads values from chunks as they arrive, in code that is called with bytes and must not wait for more: the core of
//! an asynchronous reader. Here the chunks are the command's arguments: `chunks '{"n":1}{"n"' ':2}'`

use jsonstream::{Chunks, ErrorKind, Event, ReadOptions, Reader, Result, Window};

/// Adds up the whole numbers of a stream, wherever they stand.
#[derive(Debug)]
pub struct Sum {
    reader: Reader<Window<Chunks>>,
    total: u64,
}

impl Default for Sum {
    fn default() -> Self {
        let reader = Reader::from_chunks(&ReadOptions::default());
        Self { reader, total: 0 }
    }
}

impl Sum {
    /// Takes a chunk, of any size, and whatever is complete with it.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        self.reader.feed(chunk);
        match self.drain() {
            Err(error) if error.kind() == ErrorKind::NeedMore => Ok(()),
            other => other,
        }
    }

    /// The sum, when there are no more chunks.
    pub fn finish(mut self) -> Result<u64> {
        self.reader.end_input();
        self.drain()?;
        Ok(self.total)
    }

    /// A call that needs more has changed nothing: it is made again with the next chunk.
    fn drain(&mut self) -> Result<()> {
        while let Some(event) = self.reader.next_event()? {
            if let Event::Number(number) = event {
                self.total += number.as_u64().unwrap_or(0);
            }
        }
        Ok(())
    }
}

fn main() -> Result<()> {
    let mut sum = Sum::default();
    for chunk in std::env::args().skip(1) {
        sum.push(chunk.as_bytes())?;
    }
    println!("{}", sum.finish()?);
    Ok(())
}
