//! <https://crates.io/crates/serde_json>. Rows and meaning are those of ours/json.rs.

use crate::OK;
use bench::big_object::big_object;
use bench::docs::{Canada, Citm, Twitter};
use bench::records::{Record, Tally, records};
use bench::walked::{Walked, digest};
use bench::work::{Rows, case, hash};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};

pub(crate) fn rows(rows: &mut Rows) {
    for name in ["stream_encode_big_object", "stream_encode_big_object-serde"] {
        rows.add(name, || {
            let op = |(out, object): &mut (Vec<u8>, _)| {
                out.clear();
                serde_json::to_writer(out, object).expect(OK);
            };
            case((Vec::new(), big_object()), op, |(out, _)| hash(out))
        });
    }
    for name in ["write-records", "write-records-serde"] {
        rows.add(name, || {
            let op = |(out, records): &mut (Vec<u8>, Vec<Record>)| {
                out.clear();
                for record in records {
                    serde_json::to_writer(&mut *out, record).expect(OK);
                    out.push(b'\n');
                }
            };
            case((Vec::new(), records(1000)), op, |(out, _)| hash(out))
        });
    }
    document::<Twitter>(rows, "twitter");
    document::<Citm>(rows, "citm");
    document::<Canada>(rows, "canada");
    for name in ["lazy", "lazy-unchecked"] {
        lazy(rows, name);
    }
    for name in ["ndjson-pull", "ndjson-serde"] {
        lines(rows, name);
    }
    rows.add_file("json_large_file", "large-file.json", |path| {
        #[derive(Deserialize)]
        struct Empty {}
        let op = move |count: &mut usize| {
            let text = fs::read(&path).expect(OK);
            *count = serde_json::from_slice::<Vec<Empty>>(&text).expect(OK).len();
        };
        case(0, op, |count| count.to_string())
    });
}

/// What others are told to do: the whole of it into memory first, which is free here.
pub(crate) fn slice_rows(rows: &mut Rows) {
    from_slice::<Twitter>(rows, "twitter", "");
    from_slice::<Citm>(rows, "citm", "");
    from_slice::<Canada>(rows, "canada", "");
}

fn from_slice<T: Serialize + DeserializeOwned + 'static>(rows: &mut Rows, name: &str, kind: &str) {
    rows.add_file(&format!("read-{name}{kind}-serde"), &format!("{name}.json"), |path| {
        let op = |(text, value): &mut (Vec<u8>, Option<T>)| *value = Some(serde_json::from_slice(text).expect(OK));
        case((fs::read(path).expect(OK), None), op, |(_, value)| digest(value))
    });
}

fn document<T: Serialize + DeserializeOwned + 'static>(rows: &mut Rows, name: &str) {
    let file = format!("{name}.json");
    rows.add_file(&format!("write-{name}-serde"), &file, |path| {
        // Read by us, as this crate reads some floats a little wrong.
        let value: T = jsonstream::from_slice(&fs::read(path).expect(OK)).expect(OK);
        let op = |(out, value): &mut (Vec<u8>, T)| {
            out.clear();
            serde_json::to_writer(out, value).expect(OK);
        };
        case((Vec::new(), value), op, |(out, _)| hash(out))
    });
    rows.add_file(&format!("read-{name}-serde"), &file, |path| {
        let op = |(text, value): &mut (Vec<u8>, Option<T>)| {
            *value = Some(serde_json::from_reader(BufReader::with_capacity(64 << 10, &text[..])).expect(OK));
        };
        case((fs::read(path).expect(OK), None), op, |(_, value)| digest(value))
    });
    from_slice::<T>(rows, name, "-slice");
    rows.add_file(&format!("pull-{name}"), &file, |path| {
        let op = |(text, walked): &mut (Vec<u8>, Walked)| {
            *walked = Walked::default();
            let mut from = serde_json::Deserializer::from_reader(BufReader::with_capacity(64 << 10, &text[..]));
            Walk(walked).deserialize(&mut from).expect(OK);
        };
        case((fs::read(path).expect(OK), Walked::default()), op, |(_, walked)| walked.digest())
    });
    rows.add_file(&format!("pull-{name}-slice"), &file, |path| {
        let op = |(text, walked): &mut (Vec<u8>, Walked)| {
            *walked = Walked::default();
            Walk(walked).deserialize(&mut serde_json::Deserializer::from_slice(text)).expect(OK);
        };
        case((fs::read(path).expect(OK), Walked::default()), op, |(_, walked)| walked.digest())
    });
}

/// The walk, as a visitor: this crate has no pull reader.
struct Walk<'a>(&'a mut Walked);

struct Key<'a>(&'a mut Walked);

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, v: i64) -> Result<(), E> {
        self.0.number(v as f64);
        Ok(())
    }

    fn visit_u64<E>(self, v: u64) -> Result<(), E> {
        self.0.number(v as f64);
        Ok(())
    }

    fn visit_f64<E>(self, v: f64) -> Result<(), E> {
        self.0.number(v);
        Ok(())
    }

    fn visit_str<E>(self, v: &str) -> Result<(), E> {
        self.0.text += v.len();
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(Walk(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_key_seed(Key(self.0))?.is_some() {
            map.next_value_seed(Walk(self.0))?;
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, v: &str) -> Result<(), E> {
        self.0.keys += v.len();
        Ok(())
    }
}

/// A struct of the one field.
fn lazy(rows: &mut Rows, name: &str) {
    #[derive(Deserialize)]
    struct Document {
        search_metadata: Metadata,
    }
    #[derive(Deserialize)]
    struct Metadata {
        count: u64,
    }
    rows.add_file(name, "twitter.json", |path| {
        let op = |(text, count): &mut (Vec<u8>, u64)| {
            *count = serde_json::from_slice::<Document>(text).expect(OK).search_metadata.count;
        };
        case((fs::read(path).expect(OK), 0), op, |(_, count)| count.to_string())
    });
}

/// Line by line, the quickest way with this crate.
fn lines(rows: &mut Rows, name: &str) {
    rows.add_file(name, "records.ndjson", |path| {
        let op = move |(tally, line): &mut (Tally, Vec<u8>)| {
            *tally = Tally::default();
            let mut file = BufReader::with_capacity(64 << 10, File::open(&path).expect(OK));
            loop {
                line.clear();
                if file.read_until(b'\n', line).expect(OK) == 0 {
                    break;
                }
                tally.add(&serde_json::from_slice(line).expect(OK));
            }
        };
        case((Tally::default(), Vec::new()), op, |(tally, _)| tally.digest())
    });
}
