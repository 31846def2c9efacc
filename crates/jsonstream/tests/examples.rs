//! The examples do what they say.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, dead_code, unreachable_pub, missing_debug_implementations)] // an example's main is not called here

#[path = "../examples/chunks.rs"]
mod chunks;
#[path = "../examples/huge_array_in.rs"]
mod huge_array_in;
#[path = "../examples/huge_array_out.rs"]
mod huge_array_out;
#[path = "../examples/ndjson_filter.rs"]
mod ndjson_filter;
#[path = "../examples/pick_fields.rs"]
mod pick_fields;
#[path = "../examples/proxy.rs"]
mod proxy;

#[test]
fn chunks() {
    let text = b"{\"n\":12}[3, [\"x\", 4]] 5";
    for size in 1..30 {
        let mut sum = chunks::Sum::default();
        text.chunks(size).for_each(|chunk| sum.push(chunk).unwrap());
        assert_eq!(sum.finish().unwrap(), 24);
    }
    let mut sum = chunks::Sum::default();
    sum.push(b"[1").unwrap();
    assert!(sum.finish().is_err());
}

#[test]
fn huge_array_in() {
    let rows = r#"[{"name": "a", "score": 1}, {"name": "b", "score": 2.5, "x": []}, {"name": "c", "score": 2}]"#;
    assert_eq!(huge_array_in::best(rows.as_bytes()).unwrap(), Some(("b".into(), 2.5)));
    assert_eq!(huge_array_in::best(&b"[]"[..]).unwrap(), None);
    assert!(huge_array_in::best(&b"[] 1"[..]).is_err());
}

#[test]
fn huge_array_out() {
    let mut out = Vec::new();
    huge_array_out::squares(3, &mut out).unwrap();
    assert_eq!(out, br#"[{"n":0,"square":0},{"n":1,"square":1},{"n":2,"square":4}]"#);
}

#[test]
fn ndjson_filter() {
    let lines = "{\"level\":\"info\"}\n\n{\"n\": 1.50, \"level\":\"error\"}\n{bad}\n{\"level\":\"error\"}";
    let (mut out, mut reported) = (Vec::new(), Vec::new());
    let counts = ndjson_filter::filter(lines.as_bytes(), &mut out, |error| reported.push(error.offset())).unwrap();
    assert_eq!((counts, reported), ((2, 1), vec![48]));
    assert_eq!(out, b"{\"n\": 1.50, \"level\":\"error\"}\n{\"level\":\"error\"}\n");
}

#[test]
fn pick_fields() {
    let text = r#"{"big": [[[1]]], "tags": ["x", "y"], "id": 18446744073709551615, "name": "n\n", "more": {"id": 1}}"#;
    let picked = pick_fields::pick(text.as_bytes()).unwrap();
    assert_eq!(picked.id, Some(u64::MAX));
    assert_eq!((picked.name.as_deref(), picked.tags), (Some("n\n"), vec!["x".to_owned(), "y".to_owned()]));
}

#[test]
fn proxy() {
    let mut out = Vec::new();
    proxy::proxy(&b"{\"n\": 1.50, \"big\": 12345678901234567890123}\n{}"[..], &mut out, "p").unwrap();
    assert_eq!(out, b"{\"n\":1.50,\"big\":12345678901234567890123,\"via\":\"p\"}\n{\"via\":\"p\"}\n");
}
