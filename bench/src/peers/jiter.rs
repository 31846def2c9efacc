//! <https://crates.io/crates/jiter>: a pull reader over a slice. Rows and meaning are those of ours/json.rs.

use crate::OK;
use bench::walked::Walked;
use bench::work::{Rows, case};
use jiter::{Jiter, JiterResult, NumberAny, NumberInt, Peek};
use std::fs;

pub(crate) fn rows(rows: &mut Rows) {
    for name in ["twitter", "citm", "canada"] {
        rows.add_file(&format!("pull-{name}-slice"), &format!("{name}.json"), |path| {
            let op = |(text, walked): &mut (Vec<u8>, Walked)| {
                *walked = Walked::default();
                let mut jiter = Jiter::new(text);
                let first = jiter.peek().expect(OK);
                walk(&mut jiter, first, walked).expect(OK);
            };
            case((fs::read(path).expect(OK), Walked::default()), op, |(_, walked)| walked.digest())
        });
    }
}

fn walk(jiter: &mut Jiter<'_>, peek: Peek, walked: &mut Walked) -> JiterResult<()> {
    match peek {
        Peek::Object => {
            let mut key = jiter.known_object()?.map(str::len);
            while let Some(len) = key {
                walked.keys += len;
                let next = jiter.peek()?;
                walk(jiter, next, walked)?;
                key = jiter.next_key()?.map(str::len);
            }
        }
        Peek::Array => {
            let mut next = jiter.known_array()?;
            while let Some(peek) = next {
                walk(jiter, peek, walked)?;
                next = jiter.array_step()?;
            }
        }
        Peek::String => walked.text += jiter.known_str()?.len(),
        Peek::Null => jiter.known_null()?,
        Peek::True | Peek::False => drop(jiter.known_bool(peek)?),
        _ => walked.number(match jiter.known_number(peek)? {
            NumberAny::Int(NumberInt::Int(v)) => v as f64,
            NumberAny::Int(NumberInt::BigInt(v)) => v.to_string().parse().expect(OK),
            NumberAny::Float(v) => v,
        }),
    }
    Ok(())
}
