//! Rows of JSON.

use bench::big_object::{ADDRESS, INTEGERS, LONG, SPECIALTIES, big_object, integer, prose};
use bench::docs::{Canada, Citm, Twitter};
use bench::input::Null;
use bench::records::{Record, Tally, records};
use bench::walked::{Walked, walk};
use bench::work::{Rows, case, hash};
use jsonstream::{FloatFormat, Framing, Io, Lazy, ReadOptions, Reader, Result, Source, WriteOptions, Writer, path};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fs::{self, File};
use std::path::Path;

/// Records in the file, and in one op of the rows that write.
const READ: usize = 10_000;
const WRITTEN: usize = 1000;

const OK: &str = "our JSON is right";

/// A file of records, and the one of json-iterator's benchmark: an array of one small object.
pub(crate) fn make(dir: &Path) -> std::io::Result<()> {
    let mut writer = Writer::with_options((), &WriteOptions::lines());
    records(READ).iter().for_each(|record| writer.value(record).expect(OK));
    fs::write(dir.join("records.ndjson"), writer.buffer())?;
    // Of json-iterator's file only the size and the shape count: an array of one object, much of it strings.
    let people: Vec<Record> = records(12);
    let file = format!(r#"[{{"people":{},"text":"{}","company":"hello"}}]"#, serde_text(&people), prose(600));
    fs::write(dir.join("large-file.json"), file)
}

fn serde_text<T: Serialize>(value: &T) -> String {
    jsonstream::to_string(value).expect(OK)
}

pub(crate) fn rows(rows: &mut Rows) {
    writing(rows);
    document::<Twitter>(rows, "twitter");
    document::<Citm>(rows, "citm");
    document::<Canada>(rows, "canada");
    lazy(rows);
    lines(rows);
    small(rows);
}

fn writing(rows: &mut Rows) {
    rows.add("stream_encode_big_object", || {
        let long = LONG.map(prose);
        let op = |(w, long, key): &mut (Writer<Io<Vec<u8>>>, _, _)| {
            let mut out = std::mem::take(&mut w.get_mut().0);
            out.clear();
            w.reset(Io(out));
            write_big_object(w, long, key).expect(OK);
        };
        case((Writer::to_io(Vec::new()), long, String::new()), op, |(w, _, _)| hash(&w.get_ref().0))
    });
    rows.add("stream_encode_big_object-serde", || {
        let op = |(w, object): &mut (Writer<()>, _)| {
            w.reset(());
            w.value(object).expect(OK);
        };
        case((Writer::in_memory(), big_object()), op, |(w, _)| hash(w.buffer()))
    });
    rows.add("write-records", || {
        let options = WriteOptions { framing: Framing::Lines, ..WriteOptions::default() };
        let op = |(w, records): &mut (Writer<Io<Vec<u8>>>, Vec<Record>)| {
            w.get_mut().0.clear();
            records.iter().try_for_each(|r| write_record(w, r)).and_then(|()| w.flush()).expect(OK);
        };
        case((Writer::to_io_with(Vec::new(), &options), records(WRITTEN)), op, |(w, _)| hash(&w.get_ref().0))
    });
    rows.add("write-records-serde", || {
        let op = |(w, records): &mut (Writer<Io<Vec<u8>>>, Vec<Record>)| {
            w.get_mut().0.clear();
            records.iter().try_for_each(|r| w.value(r)).and_then(|()| w.flush()).expect(OK);
        };
        case((Writer::to_io_with(Vec::new(), &WriteOptions::lines()), records(WRITTEN)), op, |(w, _)| hash(&w.get_ref().0))
    });
    rows.add("write-million-ints", || {
        let op = |sink: &mut Null| {
            *sink = Null::default();
            let mut w = Writer::to_io(std::mem::take(sink));
            w.begin_array().expect(OK);
            (0..1_000_000).try_for_each(|i| w.u64(i * 7)).and_then(|()| w.end_array()).expect(OK);
            *sink = w.finish().expect(OK).0;
        };
        case(Null::default(), op, |n| format!("{} bytes # {} writes, the largest of {}", n.bytes, n.writes, n.largest))
    });
}

/// As in json-iterator's benchmark: keys of numbers are made each time, and the stream is flushed in the end.
fn write_big_object(w: &mut Writer<Io<Vec<u8>>>, long: &[String; 5], key: &mut String) -> Result<()> {
    w.begin_object()?;
    w.key("objectId")?;
    w.u64(8838243212)?;
    w.key("name")?;
    w.str("Jane Doe")?;
    w.key("address")?;
    w.begin_object()?;
    let a = ADDRESS;
    let fields = [("address1", a.address1), ("address2", a.address2), ("city", a.city), ("state", a.state)];
    for (name, text) in fields.into_iter().chain([("postalCode", a.postal_code), ("country", a.country)]) {
        w.key(name)?;
        w.str(text)?;
    }
    w.key("geo")?;
    w.begin_object()?;
    w.key("latitude")?;
    w.f64(a.geo.latitude)?;
    w.key("longitude")?;
    w.f64(a.geo.longitude)?;
    w.end_object()?;
    w.end_object()?;
    w.key("specialties")?;
    w.begin_array()?;
    SPECIALTIES.iter().try_for_each(|text| w.str(text))?;
    w.end_array()?;
    for (i, text) in long.iter().enumerate() {
        numbered(w, key, "longText", i as u64)?;
        w.str(text)?;
    }
    for i in 0..INTEGERS {
        numbered(w, key, "integerField", i)?;
        w.u64(integer(i))?;
    }
    w.end_object()?;
    w.flush()
}

fn numbered(w: &mut Writer<Io<Vec<u8>>>, key: &mut String, name: &str, i: u64) -> Result<()> {
    key.clear();
    key.push_str(name);
    key.extend((i >= 10).then_some((b'0' + (i / 10) as u8) as char));
    key.push((b'0' + (i % 10) as u8) as char);
    w.key(key)
}

fn write_record(w: &mut Writer<Io<Vec<u8>>>, r: &Record) -> Result<()> {
    w.begin_object()?;
    w.key("id")?;
    w.u64(r.id)?;
    w.key("user")?;
    w.str(&r.user)?;
    w.key("email")?;
    w.str(&r.email)?;
    w.key("score")?;
    w.f64(r.score)?;
    w.key("active")?;
    w.bool(r.active)?;
    w.key("count")?;
    w.i64(r.count)?;
    w.key("note")?;
    w.str(&r.note)?;
    w.end_object()
}

/// A document: read in tokens and into its type, from memory and from a `Read`, and written.
fn document<T: Serialize + DeserializeOwned + 'static>(rows: &mut Rows, name: &str) {
    let file = format!("{name}.json");
    rows.add_file(&format!("write-{name}-serde"), &file, |path| {
        let options = WriteOptions { floats: FloatFormat::Rust, ..WriteOptions::default() };
        let value: T = jsonstream::from_slice(&fs::read(path).expect("there is a file")).expect(OK);
        let op = |(w, value): &mut (Writer<()>, T)| {
            w.reset(());
            w.value(value).expect(OK);
        };
        case((Writer::with_options((), &options), value), op, |(w, _)| hash(w.buffer()))
    });
    rows.add_file(&format!("pull-{name}"), &file, |path| {
        let op = |(text, walked): &mut (Vec<u8>, Walked)| *walked = walk(&mut Reader::from_io(&text[..]));
        case((fs::read(path).expect("there is a file"), Walked::default()), op, |(_, walked)| walked.digest())
    });
    rows.add_file(&format!("pull-{name}-slice"), &file, |path| {
        let op = |(text, walked): &mut (Vec<u8>, Walked)| *walked = walk(&mut Reader::from_slice(text));
        case((fs::read(path).expect("there is a file"), Walked::default()), op, |(_, walked)| walked.digest())
    });
    rows.add_file(&format!("read-{name}-serde"), &file, |path| {
        let op = |(text, value): &mut (Vec<u8>, Option<T>)| *value = Some(jsonstream::from_reader(&text[..]).expect(OK));
        case((fs::read(path).expect("there is a file"), None), op, |(_, value)| bench::walked::digest(value))
    });
    rows.add_file(&format!("read-{name}-slice-serde"), &file, |path| {
        let op = |(text, value): &mut (Vec<u8>, Option<T>)| *value = Some(jsonstream::from_slice(text).expect(OK));
        case((fs::read(path).expect("there is a file"), None), op, |(_, value)| bench::walked::digest(value))
    });
}

/// One number behind nearly all of a document.
fn lazy(rows: &mut Rows) {
    rows.add_file("lazy", "twitter.json", |path| lazy_row(&path, |text| Lazy::new(text)));
    rows.add_file("lazy-unchecked", "twitter.json", |path| lazy_row(&path, |text| Lazy::unchecked(text)));
}

fn lazy_row(path: &Path, lazy: fn(&[u8]) -> Lazy<'_>) -> Box<dyn bench::work::Row> {
    let op = move |(text, count): &mut (Vec<u8>, u64)| {
        let found = lazy(text).get(&path!["search_metadata", "count"]).expect(OK);
        *count = found.expect("it is there").as_u64().expect(OK);
    };
    case((fs::read(path).expect("there is a file"), 0), op, |(_, count)| count.to_string())
}

/// Lines of JSON from a file.
fn lines(rows: &mut Rows) {
    rows.add_file("ndjson-pull", "records.ndjson", |path| {
        let op = move |(tally, record): &mut (Tally, Record)| {
            *tally = Tally::default();
            let mut r = Reader::from_io(File::open(&path).expect("there is a file"));
            while r.next_document().expect(OK) {
                read_record(&mut r, record).expect(OK);
                tally.add(record);
            }
        };
        case(<(Tally, Record)>::default(), op, |(tally, _)| tally.digest())
    });
    rows.add_file("ndjson-serde", "records.ndjson", |path| {
        let op = move |tally: &mut Tally| {
            *tally = Tally::default();
            let mut r = Reader::from_io(File::open(&path).expect("there is a file"));
            r.documents::<Record>().for_each(|record| tally.add(&record.expect(OK)));
        };
        case(Tally::default(), op, |tally| tally.digest())
    });
}

fn read_record<S: Source>(r: &mut Reader<S>, record: &mut Record) -> Result<()> {
    r.begin_object()?;
    while let Some(key) = r.next_key()? {
        match key {
            "id" => record.id = r.u64()?,
            "user" => string(r, &mut record.user)?,
            "email" => string(r, &mut record.email)?,
            "score" => record.score = r.f64()?,
            "active" => record.active = r.bool()?,
            "count" => record.count = r.i64()?,
            "note" => string(r, &mut record.note)?,
            _ => r.skip()?,
        }
    }
    Ok(())
}

fn string<S: Source>(r: &mut Reader<S>, text: &mut String) -> Result<()> {
    text.clear();
    r.str_into(text)
}

/// json-iterator's other benchmarks: <https://github.com/json-iterator/go/tree/master/benchmarks>.
fn small(rows: &mut Rows) {
    rows.add("encode_string_with_SetEscapeHTML", || {
        #[derive(Serialize)]
        #[serde(rename_all = "PascalCase")]
        struct Small {
            s: &'static str,
            b: bool,
            i: i64,
        }
        let op = |out: &mut Vec<u8>| {
            let mut w = Writer::to_io_with(Vec::new(), &WriteOptions { framing: Framing::Lines, ..WriteOptions::go() });
            w.value(&Small { s: "s", b: true, i: 233 }).expect(OK);
            *out = w.finish().expect(OK).0;
        };
        case(Vec::new(), op, |out| hash(out))
    });
    rows.add_file("jsoniter_large_file", "large-file.json", |path| {
        let op = move |count: &mut u64| {
            *count = 0;
            let options = ReadOptions { buffer: 4096, ..ReadOptions::default() };
            let mut r = Reader::from_io_with(File::open(&path).expect("there is a file"), &options);
            r.begin_array().expect(OK);
            while r.next_element().expect(OK) {
                r.skip().expect(OK);
                *count += 1;
            }
        };
        case(0, op, |count| count.to_string())
    });
    rows.add_file("json_large_file", "large-file.json", |path| {
        #[derive(Deserialize)]
        struct Empty {}
        let op = move |count: &mut usize| {
            let text = fs::read(&path).expect("there is a file");
            *count = jsonstream::from_slice::<Vec<Empty>>(&text).expect(OK).len();
        };
        case(0, op, |count| count.to_string())
    });
}
