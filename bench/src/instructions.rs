//! The main rows of gob, each a function that callgrind counts: see `bench/instructions`. With `time`, ns by the clock instead, at best.

use gobstream::{Complex, Decoder, Dyn, DynEncode, Encoder, Gob, Pairs, Stream};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

/// The small struct of Go's own gob benchmarks.
#[derive(Gob, Clone)]
struct Bench {
    a: isize,
    b: f64,
    c: String,
    d: Vec<u8>,
}

#[derive(Gob)]
#[gob(rename = "Bench")]
struct Borrowed<'a> {
    a: isize,
    b: f64,
    c: &'a str,
    d: &'a [u8],
}

#[derive(Gob, Clone)]
struct Point {
    x: isize,
    y: isize,
}

#[derive(Gob, Clone)]
#[gob(rename = "any")]
enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "int")]
    Int(isize),
    #[gob(name = "string")]
    Text(String),
    #[gob(name = "float64")]
    Float(f64),
}

const N: usize = 1000;

fn list<T>(make: impl FnMut(usize) -> T) -> Vec<T> {
    (0..N).map(make).collect()
}

/// SplitMix64, from a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

fn bench() -> Bench {
    Bench { a: 7, b: 3.2, c: "now is the time".into(), d: b"for all good men".to_vec() }
}

/// 11 of 16 take one byte, 3 up to 15 bits, the rest 27 bits.
fn skewed(random: &mut Random) -> i64 {
    let (kind, bits) = (random.next() % 16, random.next());
    (bits
        >> if kind < 11 {
            58
        } else if kind < 14 {
            49
        } else {
            37
        }) as i64
}

fn mixed(random: &mut Random) -> i64 {
    let shift = random.next() % 64;
    (random.next() >> shift) as i64
}

/// Runs what is counted: callgrind knows this function by its name.
#[inline(never)]
fn measured(op: &mut dyn FnMut(), times: usize) {
    for _ in 0..times {
        op();
    }
}

/// How often a row is done; named in `bench/instructions` too.
const TIMES: usize = 10;
/// Of the measurements by the clock: how many, ns of each, ops in all.
const ROUNDS: usize = 30;
const ROUND: f64 = 2e5;
const MOST: usize = 300_000;

struct Rows {
    is_timed: bool,
    pattern: String,
}

impl Rows {
    fn row(&self, name: &str, op: &mut dyn FnMut()) {
        if !name.contains(&self.pattern) {
            return;
        }
        // Warm: what is made once is made.
        measured_once(op);
        measured_once(op);
        if !self.is_timed {
            measured(op, TIMES);
            return println!("{name}");
        }
        let mut best = f64::MAX;
        let mut times = 1;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            measured(op, times);
            let ns = start.elapsed().as_nanos() as f64;
            best = best.min(ns / times as f64);
            times = ((ROUND / best) as usize).clamp(1, MOST / ROUNDS);
        }
        println!("{name} {best:.1}");
    }

    fn encode<T: gobstream::Encode>(&self, name: &str, value: &T) {
        let mut encoder = Encoder::new(Vec::with_capacity(1 << 20));
        self.row(&format!("encode {name}"), &mut || {
            encoder.sink_mut().clear();
            encoder.encode(black_box(value)).expect("it can be sent");
        });
    }

    /// Into the same value each time: definitions are read once, then the same message again and again.
    fn decode<T: gobstream::DecodeOwned + gobstream::Encode>(&self, name: &str, mut value: T) {
        let stream = repeated(&value);
        let mut decoder = Decoder::from_slice(&stream);
        self.row(&format!("decode {name}"), &mut || {
            assert!(decoder.decode_into(black_box(&mut value)).expect("our stream"));
        });
    }

    fn both<T: gobstream::DecodeOwned + gobstream::Encode>(&self, name: &str, value: T) {
        self.encode(name, &value);
        self.decode(name, value);
    }
}

#[inline(never)]
fn measured_once(op: &mut dyn FnMut()) {
    op();
}

/// A stream of as many values as a run can need.
fn repeated<T: gobstream::Encode>(value: &T) -> Vec<u8> {
    let mut encoder = Encoder::to_vec();
    encoder.encode(value).expect("it can be sent");
    let first = encoder.sink().len();
    encoder.encode(value).expect("it can be sent");
    let stream = encoder.into_sink();
    let (head, message) = stream.split_at(first);
    let n = if std::env::args().any(|a| a == "time") { ((300 << 20) / message.len()).min(MOST + 2) } else { 2 * TIMES };
    let mut all = Vec::with_capacity(head.len() + n * message.len());
    all.extend_from_slice(head);
    (0..n).for_each(|_| all.extend_from_slice(message));
    all
}

fn lists(rows: &Rows) {
    let mut random = Random(7);
    rows.both("[]int32", list(|i| i as i32 * 100));
    rows.both("[]int, one byte", list(|i| (i % 50) as isize));
    rows.both("[]int, unpredictable", list(|_| skewed(&mut random) as isize));
    rows.both("[]int, any width", list(|_| mixed(&mut random) as isize));
    rows.both("[]int, 64 bits", list(|_| random.next() as isize));
    rows.both("[]uint64, any width", list(|_| mixed(&mut random) as u64));
    rows.both("[]float64, short", list(|_| 1.23e4));
    rows.both("[]float64, random", list(|_| f64::from_bits(random.next() >> 2)));
    rows.both("[]float64, whole", list(|i| i as f64));
    rows.both(
        "[]complex128",
        list(|_| Complex { re: f64::from_bits(random.next() >> 2), im: f64::from_bits(random.next() >> 2) }),
    );
    rows.both("[]bool", list(|i| i % 3 == 0));
    rows.both("[]string", list(|_| "now is the time".to_string()));
    rows.both("[][]byte", list(|_| b"for all good me".to_vec()));
    rows.both("[]byte, 64 KiB", vec![7u8; 64 << 10]);
}

fn structs(rows: &Rows) {
    rows.both("Bench", bench());
    rows.both("[]Bench", list(|_| bench()));
    rows.both("[]Point", list(|i| Point { x: i as isize, y: -(i as isize) }));
    rows.both("map[string]int", (0..N).map(|i| (format!("key{i}"), i)).collect::<BTreeMap<_, _>>());
    rows.encode("map[string]int, pairs", &Pairs((0..N).map(|i| (format!("key{i}"), i)).collect::<Vec<_>>()));
    rows.both("[]any, string", list(|_| Any::Text("now is the time".into())));
    rows.both(
        "[]any, mixed",
        list(|i| match i % 3 {
            0 => Any::Int(i as isize),
            1 => Any::Text("text".into()),
            _ => Any::Float(i as f64),
        }),
    );
    rows.encode("[]any, open", &list(|i| Dyn::<dyn DynEncode>(Some(Box::new(i)))));
}

fn borrowed(rows: &Rows) {
    let stream = repeated(&bench());
    let mut decoder = Decoder::from_slice(&stream);
    let mut reader = Decoder::from_reader(&stream[..]);
    let mut value = bench();
    rows.row("decode Bench, reader", &mut || {
        assert!(reader.decode_into(black_box(&mut value)).expect("our stream"));
    });
    rows.row("decode Bench, borrowed", &mut || {
        let value = decoder.decode::<Borrowed<'_>>().expect("our stream").expect("a value");
        black_box((value.a, value.b, value.c, value.d));
    });
    let stream = repeated(&list(|_| "now is the time".to_string()));
    let (mut decoder, mut texts) = (Decoder::from_slice(&stream), Vec::<&str>::new());
    rows.row("decode []string, borrowed", &mut || {
        assert!(decoder.decode_into(black_box(&mut texts)).expect("our stream"));
    });
    let mut decoder = Decoder::from_reader(&stream[..]);
    let mut texts = Vec::<String>::new();
    rows.row("decode []string, reader", &mut || {
        assert!(decoder.decode_into(black_box(&mut texts)).expect("our stream"));
    });
    let stream = repeated(&list(|_| Any::Text("now is the time".into())));
    let mut decoder = Decoder::from_reader(&stream[..]);
    let mut values = Vec::<Any>::new();
    rows.row("decode []any, reader", &mut || {
        assert!(decoder.decode_into(black_box(&mut values)).expect("our stream"));
    });
    let mut decoder = Decoder::from_slice(&stream);
    rows.row("decode []any, new", &mut || {
        black_box(decoder.decode::<Vec<Any>>().expect("our stream"));
    });
}

fn starts(rows: &Rows) {
    let value = bench();
    rows.row("new encoder, Bench", &mut || {
        let mut encoder = Encoder::to_vec();
        black_box(encoder.encode_bytes(black_box(&value)).expect("it can be sent").len());
    });
    let mut encoder = Encoder::to_vec();
    rows.row("reset encoder, Bench", &mut || {
        encoder.reset();
        black_box(encoder.encode_bytes(black_box(&value)).expect("it can be sent").len());
    });
    let one = gobstream::to_vec(&value).expect("it can be sent");
    rows.row("new decoder, Bench", &mut || {
        black_box(Decoder::from_slice(black_box(&one)).decode::<Borrowed<'_>>().expect("our stream"));
    });
    rows.row("new decoder, reader, Bench", &mut || {
        black_box(Decoder::from_reader(black_box(&one[..])).decode::<Bench>().expect("our stream"));
    });
    let mut decoder = Decoder::from_slice(&one);
    rows.row("reset decoder, Bench", &mut || {
        decoder.reset(black_box(&one));
        black_box(decoder.decode::<Borrowed<'_>>().expect("our stream"));
    });
    let ints = gobstream::to_vec(&vec![1i32; 10]).expect("it can be sent");
    rows.row("new decoder, []int32", &mut || {
        black_box(Decoder::from_slice(black_box(&ints)).decode::<Vec<i32>>().expect("our stream"));
    });
}

fn untyped(rows: &Rows) {
    let stream = repeated(&bench());
    let mut events = Stream::from_slice(&stream);
    rows.row("events of Bench", &mut || {
        black_box(events.skip_value().expect("our stream"));
    });
    let mut values = Stream::from_slice(&stream);
    rows.row("Value of Bench", &mut || {
        black_box(values.next_value().expect("our stream"));
    });
    let stream = repeated(&list(|i| i as i32 * 100));
    let mut events = Stream::from_slice(&stream);
    rows.row("events of []int32", &mut || {
        black_box(events.skip_value().expect("our stream"));
    });
    let mut values = Stream::from_slice(&stream);
    rows.row("Value of []int32", &mut || {
        black_box(values.next_value().expect("our stream"));
    });
}

fn main() {
    let mut args = std::env::args().skip(1).peekable();
    let is_timed = args.next_if(|a| a == "time").is_some();
    let rows = Rows { is_timed, pattern: args.next().unwrap_or_default() };
    lists(&rows);
    structs(&rows);
    borrowed(&rows);
    starts(&rows);
    untyped(&rows);
}
