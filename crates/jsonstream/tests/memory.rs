//! Flat memory, whatever the size. The twins here are small; GOBSTREAM_HUGE=1 runs them at 2 GiB and twenty million
//! lines.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

#[path = "../../gobstream/tests/common/meter.rs"]
mod meter;

use std::io::{self, Read, Write};

use jsonstream::{Documents, ReadOptions, Reader, WriteOptions, Writer};
use serde::{Deserialize, Serialize};

/// What `work` needs at most beyond what is there already.
fn peak(what: &str, work: impl FnOnce()) -> usize {
    let start = std::time::Instant::now();
    let ((), most) = meter::peak_of(work);
    println!("{what}: {:.1} s, at most {} KiB", start.elapsed().as_secs_f64(), most >> 10);
    most
}

/// Gives a start, a part so often, an end.
struct Repeat {
    part: &'static [u8],
    times: u64,
    end: &'static [u8],
    now: &'static [u8],
}

impl Repeat {
    fn new(start: &'static [u8], part: &'static [u8], times: u64, end: &'static [u8]) -> Self {
        Self { part, times, end, now: start }
    }
}

impl Read for Repeat {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < room.len() {
            if self.now.is_empty() && self.times > 0 {
                (self.now, self.times) = (self.part, self.times - 1);
            } else if self.now.is_empty() {
                self.now = std::mem::take(&mut self.end);
            }
            let count = self.now.len().min(room.len() - filled);
            if count == 0 {
                break;
            }
            room[filled..filled + count].copy_from_slice(&self.now[..count]);
            self.now = &self.now[count..];
            filled += count;
        }
        Ok(filled)
    }
}

fn huge() -> bool {
    std::env::var_os("GOBSTREAM_HUGE").is_some_and(|huge| huge == "1")
}

#[derive(Serialize, Deserialize)]
struct Row {
    id: u64,
    name: String,
    scores: Vec<f64>,
}

const ROW: &[u8] =
    br#"{"id": 9007199254740993, "name": "a name with \"quotes\"", "scores": [0.5, 1e21, -7], "more": {"x": [1, 2]}},"#;
const LAST: &[u8] = br#"{"id": 0, "name": "", "scores": []}]"#;

#[test]
fn an_array_of_any_size_is_read_filtered_and_written() {
    let times = if huge() { (2 << 30) / ROW.len() as u64 } else { 200_000 };
    let most = peak("an array, read, filtered and written", || {
        let mut r = Reader::from_io(Repeat::new(b"[", ROW, times, LAST));
        let mut w = Writer::to_io(io::sink());
        let kept = r.array::<Row>().unwrap().map(Result::unwrap).filter(|row| row.id > 0);
        w.array(kept).unwrap();
        assert!(w.offset() > times * 80);
        w.get_mut().0.flush().unwrap();
    });
    assert!(most < 8 << 20, "{most}");
    assert!(most < 512 << 10, "{most}");
}

#[test]
fn lines_of_any_number_are_read_filtered_and_written() {
    let times = if huge() { 20_000_000 } else { 200_000 };
    let options = ReadOptions { documents: Documents::Lines, ..Default::default() };
    let most = peak("lines, every other bad, read and written", || {
        let line = b"{\"id\": 1, \"name\": \"n\", \"scores\": [1.5]}\n{bad\n";
        let mut r = Reader::from_io_with(Repeat::new(b"", line, times / 2, b""), &options);
        let mut w = Writer::to_io_with(io::sink(), &WriteOptions::lines());
        let (mut good, mut bad) = (0, 0);
        for row in r.documents::<Row>() {
            match row {
                Ok(row) => w.value(&row).map(|()| good += 1).unwrap(),
                Err(_) => bad += 1,
            }
        }
        assert_eq!((good, bad), (times / 2, times / 2));
    });
    assert!(most < 512 << 10, "{most}");
}

/// "A pull reader takes its buffer plus the largest token", and a word for each level.
#[test]
fn a_reader_takes_its_buffer_and_the_largest_token() {
    let times = if huge() { 40_000_000 } else { 500_000 };
    let most = peak("events of an array", || {
        let mut r = Reader::from_io(Repeat::new(b"[", b"[\"text\\n\", 1.5e7, {\"a\": null}], ", times, b"0]"));
        while r.next_event().unwrap().is_some() {}
    });
    assert!(most < 66 << 10, "{most}");
    let most = peak("a string of 1 MiB", || {
        let mut r = Reader::from_io(Repeat::new(b"[\"", b"0123456789abcdef", 1 << 16, b"\"]"));
        r.begin_array().unwrap();
        assert_eq!(r.str().unwrap().len(), 1 << 20);
    });
    assert!(most < (3 << 20) + (66 << 10), "{most}");
    let most = peak("a string of 1 MiB, skipped", || {
        let mut r = Reader::from_io(Repeat::new(b"[\"", b"0123456789abcdef", 1 << 16, b"\"]"));
        r.skip().unwrap();
    });
    assert!(most < 66 << 10, "{most}");
}

/// `[[],[],…` without an end, white space without an end, one number without an end.
#[test]
fn what_never_ends_stays_bounded() {
    let times = if huge() { 1 << 30 } else { 1 << 22 };
    let most = peak("[[],[], without end, copied", || {
        let mut r = Reader::from_io(Repeat::new(b"[", b"[],", times, b""));
        let mut w = Writer::to_io(io::sink());
        assert!(w.copy(&mut r).is_err());
    });
    assert!(most < 320 << 10, "{most}");
    for (part, end) in [(b" " as &[u8], b"" as &[u8]), (b"7", b"")] {
        let most = peak("a token without end, skipped", || {
            let mut r = Reader::from_io(Repeat::new(b"[", part, times, end));
            assert!(r.skip().is_err());
        });
        assert!(most < 66 << 10, "{most}");
    }
}

/// What two writes of the same shape need after the first: nothing.
#[test]
fn serde_in_steady_state_allocates_nothing() {
    let row = Row { id: 1, name: "name".into(), scores: vec![0.5; 20] };
    let mut w = Writer::to_io_with(io::sink(), &WriteOptions::lines());
    (0..2000).for_each(|_| w.value(&row).unwrap());
    let most = peak("values after the first", || (0..10_000).for_each(|_| w.value(&row).unwrap()));
    assert_eq!(most, 0);
}
