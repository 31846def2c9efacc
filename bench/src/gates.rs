//! What `--strict` asks for: how our time compares with that of others.

/// The columns that are ours. Goals for gob are for the second, whose processors everybody has; those for JSON for the first.
pub(crate) const OURS: [&str; 2] = ["ours", "ours-v2"];

/// Our time by Go's, at most. Every other row of gob: 1.
const GOB: [(&str, f64); 42] = [
    ("encode-[]int32", 0.10),
    ("encode-[]int/one-byte", 0.12),
    ("encode-[]int/skewed", 0.25),
    ("encode-[]int/mixed", 0.25),
    ("encode-[]int/random", 0.25),
    ("encode-[]float64", 0.28),
    ("encode-[]float64/random", 0.12),
    ("encode-[]complex128", 0.12),
    ("encode-[]string", 0.40),
    ("encode-[][]byte", 0.25),
    ("encode-[]byte/64K-to-writer", 1.0),
    ("encode-[]byte/64K", 0.75),
    ("encode-Bench", 0.14),
    ("encode-[]Bench", 0.18),
    ("encode-map[string]int", 0.08),
    ("encode-[]any/string", 0.03),
    ("encode-[]any/mixed", 0.03),
    ("encode-Bench-first", 0.06),
    ("decode-[]int32", 0.08),
    ("decode-[]int/one-byte", 0.08),
    ("decode-[]int/skewed", 0.20),
    ("decode-[]int/mixed", 0.20),
    ("decode-[]int/random", 0.12),
    ("decode-[]float64", 0.14),
    ("decode-[]float64/random", 0.07),
    ("decode-[]complex128", 0.07),
    ("decode-[]string", 0.18),
    ("decode-[]string-borrowed", 0.09),
    ("decode-[]string-owned", 0.90),
    ("decode-[][]byte", 0.22),
    ("decode-[][]byte-borrowed", 0.03),
    ("decode-[]byte/64K", 0.10),
    ("decode-Bench", 0.10),
    ("decode-Bench-first", 0.03),
    ("decode-[]Bench", 0.20),
    ("decode-map[string]int", 0.20),
    ("decode-map[string]int-borrowed", 0.20),
    ("decode-map[string]int-owned", 0.65),
    ("decode-[]any/string", 0.04),
    ("decode-[]any/string-owned", 0.15),
    ("decode-[]any/mixed", 0.04),
    ("decode-[]any/mixed-owned", 0.15),
];

/// How many times as fast as others, at least.
const JSON: [(&str, &str, f64); 33] = [
    ("stream_encode_big_object", "json-iterator", 6.0),
    ("stream_encode_big_object", "serde_json", 2.7),
    ("write-records", "json-iterator", 2.3),
    ("write-records", "serde_json", 1.5),
    ("write-twitter-serde", "serde_json", 2.2),
    ("write-citm-serde", "serde_json", 1.3),
    ("write-canada-serde", "serde_json", 0.95),
    ("pull-twitter", "serde_json", 5.0),
    ("pull-citm", "serde_json", 5.0),
    ("pull-canada", "serde_json", 2.3),
    ("pull-twitter", "json-iterator", 2.5),
    ("pull-citm", "json-iterator", 2.5),
    ("pull-canada", "json-iterator", 2.5),
    ("read-twitter-serde", "serde_json", 4.0),
    ("read-citm-serde", "serde_json", 4.0),
    ("read-canada-serde", "serde_json", 2.2),
    ("read-twitter-serde", "serde_json/slice", 1.5),
    ("read-citm-serde", "serde_json/slice", 1.5),
    ("read-canada-serde", "serde_json/slice", 0.95),
    ("lazy", "serde_json", 0.8),
    ("lazy", "json-iterator", 3.5),
    ("lazy-unchecked", "serde_json", 3.0),
    ("lazy-unchecked", "json-iterator", 12.0),
    ("ndjson-serde", "serde_json", 1.8),
    ("ndjson-serde", "json-iterator", 2.0),
    ("ndjson-pull", "serde_json", 1.8),
    ("ndjson-pull", "json-iterator", 2.0),
    ("write-million-ints", "json-iterator", 1.0),
    ("encode_string_with_SetEscapeHTML", "json-iterator", 1.0),
    ("jsoniter_large_file", "json-iterator", 1.0),
    ("json_large_file", "json-iterator", 1.0),
    ("encode_string_with_SetEscapeHTML", "encoding/json", 1.0),
    ("json_large_file", "encoding/json", 1.0),
];

/// Which of our columns is compared in a row with another column, and the most that the ratio may be.
pub(crate) fn gate(row: &str, against: &str) -> Option<(&'static str, f64)> {
    let json = || JSON.iter().find(|(r, a, _)| (*r, *a) == (row, against)).map(|&(_, _, times)| (OURS[0], 1.0 / times));
    let goal = || GOB.iter().find(|(r, _)| *r == row).map_or(1.0, |&(_, most)| most);
    match against {
        "Go" => Some((OURS[1], goal())),
        "gobwire" | "gob" => Some((OURS[1], 1.0)),
        _ => json(),
    }
}

/// Bytes of two million `int32`, as gob and in memory.
const LARGE_MESSAGE: u64 = 9_885_000;
const LARGE_RESULT: u64 = 8_000_000;

/// Rows whose peak memory counts, and the most that it may be for ours, in bytes.
pub(crate) fn peak(row: &str) -> Option<u64> {
    match row {
        // 1.05 times the message; its pieces.
        "large-encode" => Some(LARGE_MESSAGE + LARGE_MESSAGE / 20),
        "large-encode-streamed" => Some(1 << 20),
        // The result and the message; the window and one element.
        "large-decode" => Some(LARGE_RESULT + LARGE_MESSAGE + LARGE_MESSAGE / 20),
        "large-decode-elements" => Some(1 << 20),
        "write-million-ints" => Some(1 << 20),
        _ => None,
    }
}
