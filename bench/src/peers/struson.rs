//! <https://crates.io/crates/struson>. Rows and meaning are those of ours/json.rs.

use crate::OK;
use bench::walked::Walked;
use bench::work::{Rows, case};
use std::fs;
use struson::reader::{JsonReader, JsonStreamReader, ReaderError, ValueType};

pub(crate) fn rows(rows: &mut Rows) {
    for name in ["twitter", "citm", "canada"] {
        rows.add_file(&format!("pull-{name}"), &format!("{name}.json"), |path| {
            let op = |(text, walked): &mut (Vec<u8>, Walked)| {
                *walked = Walked::default();
                walk(&mut JsonStreamReader::new(&text[..]), walked).expect(OK);
            };
            case((fs::read(path).expect(OK), Walked::default()), op, |(_, walked)| walked.digest())
        });
    }
}

fn walk(r: &mut JsonStreamReader<&[u8]>, walked: &mut Walked) -> Result<(), ReaderError> {
    match r.peek()? {
        ValueType::Object => {
            r.begin_object()?;
            while r.has_next()? {
                walked.keys += r.next_name()?.len();
                walk(r, walked)?;
            }
            r.end_object()?;
        }
        ValueType::Array => {
            r.begin_array()?;
            while r.has_next()? {
                walk(r, walked)?;
            }
            r.end_array()?;
        }
        ValueType::String => walked.text += r.next_str()?.len(),
        ValueType::Number => walked.number(r.next_number::<f64>()?.expect(OK)),
        ValueType::Boolean => drop(r.next_bool()?),
        ValueType::Null => r.next_null()?,
    }
    Ok(())
}
