//! Errors say what Go says of the same input, where Go has words for it.

use crate::common::faults;
use crate::common::outcome::read;
use gobstream::Reading;

/// Faults of which Go says something else: mostly since it decodes into a type of its own, where the library here reads without one. The words are those of
/// the library; Go's stand in interop/faults/INDEX.tsv.
const OTHERWISE: &[(&str, &str)] = &[
    ("definition-no-kind", "gob: bad data: ignore can't handle type"), // gob: type mismatch in decoder: want struct type main.Point; got non-struct
    ("definition-fields-many", "gob: decoding array or slice: length exceeds input size"), // gob: gob.fieldType slice too big: 1099511627776 elements of 24 bytes
    ("definition-array-negative", "gob: decoding array or slice: length exceeds input size"), // gob: decoding into local type *[1]int, received remote type
    ("id-unknown-into-int", "gob: unknown type id or corrupted data"), // gob: decoding into local type *int, received remote type unknown type
    ("id-unknown-skipped", "gob: unknown type id or corrupted data"),  // gob: bad data: undefined type <nil>
    ("id-reserved", "gob: unknown type id or corrupted data"), // gob: decoding into local type *int, received remote type _reserved7
    ("id-25", "gob: unknown type id or corrupted data"), // gob: decoding into local type *int, received remote type unknown type
    ("id-field-unknown", "gob: unknown type id or corrupted data"), // gob: bad data: undefined type <nil>
    ("id-map-of-itself", "gob: unknown type id or corrupted data"), // gob: decoding into local type *main.Deck0, received remote type Deck0
    ("delta-negative-skipped", "gob: decode: corrupted data: negative delta"), // gob: ignore decode: corrupted data: negative delta
    ("id-missing", "gob: invalid uint data length"),                           // unexpected EOF
    ("complex-half", "gob: invalid uint data length"),                         // EOF
    ("string-long-skipped", "gob: bad string slice length"),                   // gob: slice length too large
    ("string-long-in-slice", "gob: bad string slice length"), // gob: length of string exceeds input size (9 bytes)
    ("slice-long", "gob: decoding array or slice: length exceeds input size"), // gob: decoding int array or slice: length exceeds input size (5 elements)
    ("slice-of-slices-long", "gob: decoding array or slice: length exceeds input size"), // gob: decoding int array or slice: length exceeds input size (9 elements)
    ("array-cut", "gob: decoding array or slice: length exceeds input size"), // gob: decoding int array or slice: length exceeds input size (2 elements)
    ("slice-huge", "gob: decoding array or slice: length exceeds input size"), // gob: int slice too big: 1099511627776 elements of 8 bytes
    ("slice-2-63", "gob: decoding array or slice: length exceeds input size"), // gob: int slice too big: 9223372036854775808 elements of 8 bytes
    ("slice-of-structs-long", "gob: decoding array or slice: length exceeds input size"), // gob: main.Point slice too big: 2000000000 elements of 16 bytes
    ("slice-smashed", "gob: decoding array or slice: length exceeds input size"), // gob: string slice too big: 9214355530853 elements of 16 bytes
    ("array-count-skipped", "gob: length mismatch in decodeArray"),               // gob: length mismatch in ignoreArray
    ("interface-name-long-skipped", "gob: invalid type name length"), // gob: bad interface encoding: name too large for buffer
    ("interface-name-huge", "gob: name too long"),                    // gob: invalid type name length 9223372036854775808
    ("interface-ends-at-name", "unexpected EOF"),                     // EOF
    ("interface-half-value", "gob: decode: corrupted data: non-zero delta for singleton"), // gob: type mismatch in decoder: want struct type main.Bools; got non-struct
    ("deep-slice", ""),                                                                    // -
    ("deep-struct", ""),                                                                   // -
    ("map-of-nothing", "EOF"),                                                             // killed
    ("map-of-nothing-2-26", "EOF"),                                                        // killed
    ("slices-in-slices", "gob: decoding array or slice: length exceeds input size"),       // killed
    ("maps-in-maps", "EOF"),                                                               // killed
];

#[test]
fn faults_have_go_s_words() {
    let (mut said, mut listed, mut other) = (0, 0, Vec::new());
    for fault in faults() {
        let Some(error) = read(&fault.bytes, Reading::Go).error else { continue };
        let (go, words) = (fault.column("go").to_owned(), error.go_text().unwrap_or_default());
        match () {
            () if OTHERWISE.contains(&(&fault.name, words)) => listed += 1,
            () if !words.is_empty() && go.contains(words) => said += 1,
            () => other.push(format!("(\"{}\", \"{words}\"), // {go}", fault.name)),
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
    assert_eq!(listed, OTHERWISE.len(), "rows that nothing is like any more");
    assert!(said >= 74, "{said}");
}
