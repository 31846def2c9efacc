//! <https://crates.io/crates/simd-json>: reads from memory that it changes, so each op copies the text. Rows and meaning are those of ours/json.rs.

use crate::OK;
use bench::big_object::big_object;
use bench::docs::{Canada, Citm, Twitter};
use bench::walked::digest;
use bench::work::{Rows, case, hash};
use serde::{Serialize, de::DeserializeOwned};
use std::fs;

pub(crate) fn rows(rows: &mut Rows) {
    for name in ["stream_encode_big_object", "stream_encode_big_object-serde"] {
        rows.add(name, || {
            let op = |(out, object): &mut (Vec<u8>, _)| {
                out.clear();
                simd_json::to_writer(out, object).expect(OK);
            };
            case((Vec::new(), big_object()), op, |(out, _)| hash(out))
        });
    }
    document::<Twitter>(rows, "twitter");
    document::<Citm>(rows, "citm");
    document::<Canada>(rows, "canada");
}

fn document<T: Serialize + DeserializeOwned + 'static>(rows: &mut Rows, name: &str) {
    rows.add_file(&format!("read-{name}-slice-serde"), &format!("{name}.json"), |path| {
        let op = |(text, copy, value): &mut (Vec<u8>, Vec<u8>, Option<T>)| {
            copy.clone_from(text);
            *value = Some(simd_json::from_slice(copy).expect(OK));
        };
        case((fs::read(path).expect(OK), Vec::new(), None), op, |(_, _, value)| digest(value))
    });
}
