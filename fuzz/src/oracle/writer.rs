//! The writer of JSON beside a model of what it allows.

use jsonstream::{WriteOptions, Writer};

/// Where a token would stand.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Element,
    Key,
    Member,
}

/// What is open, outermost first.
#[derive(Debug, Default)]
struct Model {
    open: Vec<Place>,
    documents: usize,
}

impl Model {
    fn takes_value(&self) -> bool {
        self.open.last() != Some(&Place::Key)
    }

    fn valued(&mut self) {
        match self.open.last_mut() {
            Some(place @ Place::Member) => *place = Place::Key,
            Some(_) => {}
            None => self.documents += 1,
        }
    }

    /// Does a call to the model; whether it is allowed.
    fn call(&mut self, op: u8) -> bool {
        match op % 10 {
            0 if self.takes_value() => self.open.push(Place::Element),
            1 if self.takes_value() => self.open.push(Place::Key),
            2 if self.open.last() == Some(&Place::Element) => self.close(),
            3 if self.open.last() == Some(&Place::Key) => self.close(),
            4 if self.open.last() == Some(&Place::Key) => *self.open.last_mut().expect("it is open") = Place::Member,
            5..=9 if self.takes_value() => self.valued(),
            _ => return false,
        }
        true
    }

    fn close(&mut self) {
        self.open.pop();
        self.valued();
    }
}

fn call(w: &mut Writer<Vec<u8>>, op: u8, text: &str) -> jsonstream::Result<()> {
    match op % 10 {
        0 => w.begin_array(),
        1 => w.begin_object(),
        2 => w.end_array(),
        3 => w.end_object(),
        4 => w.key(text),
        5 => w.str(text),
        6 => w.i64(i64::from(op) - 128),
        7 => w.f64(f64::from(op) / 7.0),
        8 => w.empty_object(),
        _ => w.bytes_base64(text.as_bytes()),
    }
}

/// Whatever is called in whatever order: what the model forbids is an error that writes nothing, the rest is sound JSON.
pub fn calls(input: &[u8]) {
    let mut options = WriteOptions::lines();
    options.flush_at = [16, 64, usize::MAX][input.len() % 3];
    let mut w = Writer::with_options(Vec::new(), &options);
    let mut model = Model::default();
    for (i, op) in input.iter().enumerate() {
        let text = String::from_utf8_lossy(&input[i..(i + 5).min(input.len())]);
        let before = w.offset();
        let done = call(&mut w, *op, &text);
        assert_eq!(done.is_ok(), model.call(*op), "call {op} at {i}: {done:?}");
        assert!(done.is_ok() || w.offset() == before, "an error wrote {} bytes", w.offset() - before);
    }
    while let Some(place) = model.open.last().copied() {
        match place {
            Place::Element => model.call(2) && w.end_array().is_ok(),
            Place::Key => model.call(3) && w.end_object().is_ok(),
            Place::Member => model.call(6) && w.i64(0).is_ok(),
        };
    }
    let text = w.finish().unwrap_or_else(|e| panic!("{e}"));
    let documents = serde_json::Deserializer::from_slice(&text).into_iter::<serde_json::Value>();
    assert!(text.is_empty() || text.ends_with(b"\n"));
    let read: Vec<_> = documents.collect();
    let deep = |e: &serde_json::Error| e.to_string().starts_with("recursion limit");
    assert!(read.iter().all(|r| r.as_ref().err().is_none_or(deep)), "{read:?}");
    assert!(read.len() == model.documents || read.iter().any(|r| r.is_err()), "{} documents", read.len());
}
