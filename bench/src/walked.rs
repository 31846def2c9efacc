//! A document token by token.

use jsonstream::{Kind, Reader, Result, Source};
use serde::Serialize;

/// What a walk over a document met.
#[derive(Default)]
pub struct Walked {
    pub keys: usize,
    pub text: usize,
    pub numbers: usize,
    pub sum: f64,
}

impl Walked {
    pub fn number(&mut self, v: f64) {
        self.numbers += 1;
        self.sum += v;
    }

    /// Not all read floats to the last bit.
    pub fn digest(&self) -> String {
        format!("{} B of keys, {} B of text, {} numbers, sum {:.2}", self.keys, self.text, self.numbers, self.sum)
    }
}

/// Every key and every value.
pub fn walk<S: Source>(r: &mut Reader<S>) -> Walked {
    let mut walked = Walked::default();
    walk_value(r, &mut walked).expect("our JSON is right");
    walked
}

fn walk_value<S: Source>(r: &mut Reader<S>, walked: &mut Walked) -> Result<()> {
    match r.peek()? {
        Kind::Object => {
            r.begin_object()?;
            while let Some(key) = r.next_key()? {
                walked.keys += key.len();
                walk_value(r, walked)?;
            }
        }
        Kind::Array => {
            r.begin_array()?;
            while r.next_element()? {
                walk_value(r, walked)?;
            }
        }
        Kind::String => walked.text += r.str()?.len(),
        Kind::Number => walked.number(r.f64()?),
        Kind::Bool => drop(r.bool()?),
        Kind::Null => r.null()?,
    }
    Ok(())
}

/// What a document says that was read into its type.
pub fn digest<T: Serialize>(value: &T) -> String {
    walk(&mut Reader::from_slice(&jsonstream::to_vec(value).expect("our types can be written"))).digest()
}
