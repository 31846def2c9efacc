//! The rows: one thing to measure each. A row runs in every column that has its name.

use crate::input::Looped;
use gobstream::{Event, Items, Reader, Stream, Value};
use gobstream_json::Printer;
use jsonstream::Writer;
use std::path::Path;

/// One thing to measure.
pub(crate) trait Row {
    /// Does it once.
    fn op(&mut self);
    /// What came out of the last op, in the words of the other columns.
    fn digest(&self) -> String;
}

type Make = fn(&Path) -> Box<dyn Row>;

pub(crate) const ROWS: [(&str, Make); 5] = [
    ("decode-int32-slice", |dir| Box::new(IntEvents { stream: open(dir, "int32-slice"), count: 0, sum: 0 })),
    ("decode-int32-slice-value", |dir| Box::new(IntValue(Whole::open(dir, "int32-slice")))),
    ("decode-struct", |dir| Box::new(StructEvents { stream: open(dir, "struct"), last: Bench::default() })),
    ("decode-struct-value", |dir| Box::new(StructValue(Whole::open(dir, "struct")))),
    ("gob-to-json", |dir| Box::new(GobToJson { stream: open(dir, "mixed"), printer: Printer::new(), writer: lines() })),
];

type Endless = Stream<Reader<Looped>>;

fn open(dir: &Path, name: &str) -> Endless {
    Stream::from_reader(Looped::open(dir, name))
}

fn next(stream: &mut Endless) -> Event<'_> {
    stream.next_event().expect("our input is gob").expect("the stream never ends")
}

/// The elements of a slice are summed as they come.
struct IntEvents {
    stream: Endless,
    count: usize,
    sum: i64,
}

impl Row for IntEvents {
    fn op(&mut self) {
        (self.count, self.sum) = (0, 0);
        loop {
            match next(&mut self.stream) {
                Event::Ints(run) => {
                    self.count += run.len();
                    self.sum += run.iter().sum::<i64>();
                }
                Event::Int(v) => {
                    self.count += 1;
                    self.sum += v;
                }
                Event::Done => break,
                _ => {}
            }
        }
    }

    fn digest(&self) -> String {
        format!("{} ints, sum {}", self.count, self.sum)
    }
}

/// A stream read as values; the last one is kept.
struct Whole {
    stream: Endless,
    last: Value,
}

impl Whole {
    fn open(dir: &Path, name: &str) -> Self {
        Whole { stream: open(dir, name), last: Value::Bool(false) }
    }

    fn next(&mut self) {
        self.last = self.stream.next_value().expect("our input is gob").expect("the stream never ends");
    }
}

struct IntValue(Whole);

impl Row for IntValue {
    fn op(&mut self) {
        self.0.next();
    }

    fn digest(&self) -> String {
        let Value::List(list) = &self.0.last else { return "no list".into() };
        let Items::Ints(ints) = list.items() else { return "no ints".into() };
        format!("{} ints, sum {}", ints.len(), ints.iter().sum::<i64>())
    }
}

/// The small struct of Go's own gob benchmarks.
#[derive(Default)]
struct Bench {
    a: i64,
    b: f64,
    c: Vec<u8>,
    d: Vec<u8>,
}

impl Bench {
    fn digest(&self) -> String {
        format!("{} {:x} {} {}", self.a, self.b.to_bits(), hex(&self.c), hex(&self.d))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The fields are stored as they come, into the same struct each time.
struct StructEvents {
    stream: Endless,
    last: Bench,
}

impl Row for StructEvents {
    fn op(&mut self) {
        loop {
            match next(&mut self.stream) {
                Event::Int(v) => self.last.a = v,
                Event::Float(v) => self.last.b = v,
                Event::String(s) => replace(&mut self.last.c, s),
                Event::Bytes(b) => replace(&mut self.last.d, b),
                Event::Done => break,
                _ => {}
            }
        }
    }

    fn digest(&self) -> String {
        self.last.digest()
    }
}

fn replace(target: &mut Vec<u8>, bytes: &[u8]) {
    target.clear();
    target.extend_from_slice(bytes);
}

struct StructValue(Whole);

impl Row for StructValue {
    fn op(&mut self) {
        self.0.next();
    }

    fn digest(&self) -> String {
        let field = |name| self.0.last.field(name);
        let (Some(Value::Int(a)), Some(Value::Float(b))) = (field("A"), field("B")) else { return "no A, B".into() };
        let (Some(Value::String(c)), Some(Value::Bytes(d))) = (field("C"), field("D")) else { return "no C, D".into() };
        Bench { a: *a, b: *b, c: c.as_bytes().into(), d: d.to_vec() }.digest()
    }
}

/// 100 structs and a slice of 1000 floats, printed into memory.
struct GobToJson {
    stream: Endless,
    printer: Printer,
    writer: Writer<()>,
}

const VALUES: usize = 101;

fn lines() -> Writer<()> {
    Writer::with_options((), &gobstream_json::write_options())
}

impl Row for GobToJson {
    fn op(&mut self) {
        self.writer.reset(());
        for _ in 0..VALUES {
            let more = self.printer.print_value(&mut self.stream, &mut self.writer).expect("our input is gob");
            assert!(more, "the stream never ends");
        }
    }

    fn digest(&self) -> String {
        let bytes = self.writer.buffer();
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        format!("{} bytes, FNV-1a {hash:x}", bytes.len())
    }
}
