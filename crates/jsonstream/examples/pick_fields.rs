//! Picks three fields out of a large document: `pick_fields < document.json`. The rest is skipped, not built.

use std::io::{self, Read};

use jsonstream::{Reader, Result};

/// What is wanted of the document.
#[derive(Debug, Default, PartialEq)]
pub struct Picked {
    /// An integer, exact to 64 bits.
    /// `id`, if it is there.
    pub id: Option<u64>,
    /// A string.
    /// `name`, if it is there.
    pub name: Option<String>,
    /// An array of strings.
    /// `tags`, in order.
    pub tags: Vec<String>,
}

/// The three fields, wherever they stand in the object.
pub fn pick(input: impl Read) -> Result<Picked> {
    let mut reader = Reader::from_io(input);
    let mut picked = Picked::default();
    reader.begin_object()?;
    while let Some(name) = reader.next_key()? {
        match name {
            "id" => picked.id = Some(reader.u64()?),
            "name" => picked.name = Some(reader.str()?.to_owned()),
            "tags" => reader.each_element(|reader| {
                picked.tags.push(reader.str()?.to_owned());
                Ok(())
            })?,
            _ => reader.skip()?,
        }
    }
    reader.end()?;
    Ok(picked)
}

fn main() -> Result<()> {
    println!("{:?}", pick(io::stdin().lock())?);
    Ok(())
}
