//! <https://crates.io/crates/sonic-rs>: reads from memory only. Rows and meaning are those of ours/json.rs.

use crate::OK;
use bench::big_object::big_object;
use bench::docs::{Canada, Citm, Twitter};
use bench::records::{Record, records};
use bench::walked::digest;
use bench::work::{Rows, case, hash};
use serde::{Serialize, de::DeserializeOwned};
use sonic_rs::JsonValueTrait;
use std::fs;

pub(crate) fn rows(rows: &mut Rows) {
    for name in ["stream_encode_big_object", "stream_encode_big_object-serde"] {
        rows.add(name, || {
            let op = |(out, object): &mut (Vec<u8>, _)| {
                out.clear();
                sonic_rs::to_writer(out, object).expect(OK);
            };
            case((Vec::new(), big_object()), op, |(out, _)| hash(out))
        });
    }
    for name in ["write-records", "write-records-serde"] {
        rows.add(name, || {
            let op = |(out, records): &mut (Vec<u8>, Vec<Record>)| {
                out.clear();
                for record in records {
                    sonic_rs::to_writer(&mut *out, record).expect(OK);
                    out.push(b'\n');
                }
            };
            case((Vec::new(), records(1000)), op, |(out, _)| hash(out))
        });
    }
    document::<Twitter>(rows, "twitter");
    document::<Citm>(rows, "citm");
    document::<Canada>(rows, "canada");
    rows.add_file("lazy", "twitter.json", |path| {
        let op = |(text, count): &mut (Vec<u8>, u64)| {
            *count = sonic_rs::get(&text[..], ["search_metadata", "count"]).expect(OK).as_u64().expect(OK);
        };
        case((fs::read(path).expect(OK), 0), op, |(_, count)| count.to_string())
    });
}

fn document<T: Serialize + DeserializeOwned + 'static>(rows: &mut Rows, name: &str) {
    let file = format!("{name}.json");
    rows.add_file(&format!("write-{name}-serde"), &file, |path| {
        let value: T = jsonstream::from_slice(&fs::read(path).expect(OK)).expect(OK);
        let op = |(out, value): &mut (Vec<u8>, T)| {
            out.clear();
            sonic_rs::to_writer(out, value).expect(OK);
        };
        case((Vec::new(), value), op, |(out, _)| hash(out))
    });
    rows.add_file(&format!("read-{name}-slice-serde"), &file, |path| {
        let op = |(text, value): &mut (Vec<u8>, Option<T>)| *value = Some(sonic_rs::from_slice(text).expect(OK));
        case((fs::read(path).expect(OK), None), op, |(_, value)| digest(value))
    });
}
