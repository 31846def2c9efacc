//! Lazy access, against whole parses.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

mod common;

use common::{Random, data};
use jsonstream::{ErrorKind, Lazy, Step, path};
use serde_json::Value;

/// Every value of a tree, with the path to it.
fn paths<'a>(value: &'a Value, path: &mut Vec<Step<'a>>, give: &mut dyn FnMut(&[Step<'a>], &'a Value)) {
    give(path, value);
    let mut down = |step, value| {
        path.push(step);
        paths(value, path, give);
        path.pop();
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| down(Step::Index(index), item)),
        Value::Object(members) => members.iter().for_each(|(name, item)| down(Step::Key(name), item)),
        _ => {}
    }
}

#[test]
fn lazy_equals_parse() {
    let mut random = Random(31);
    for _ in 0..2000 {
        let text = random.document(4);
        // serde_json keeps the last of two names, the walk finds the first.
        let tree: Value = serde_json::from_str(&text).unwrap();
        if serde_json::to_string(&tree).unwrap().matches(':').count() != text_names(&text) {
            continue;
        }
        for doc in [Lazy::from_str(&text), Lazy::unchecked(text.as_bytes())] {
            paths(&tree, &mut Vec::new(), &mut |path, value| {
                let found = doc.get(path).unwrap().unwrap();
                assert_eq!(&found.value::<Value>().unwrap(), value, "{text} {path:?}");
            });
            assert!(doc.get(&path!["no such name"]).unwrap().is_none());
            assert!(doc.get(&path![99]).unwrap().is_none());
        }
    }
}

fn text_names(text: &str) -> usize {
    let mut r = jsonstream::Reader::from_str(text);
    let mut count = 0;
    while let Some(event) = r.next_event().unwrap() {
        count += usize::from(common::is_key(&event));
    }
    count
}

/// Own finding of the survey: json-iterator's wildcard was wrong on objects.
#[test]
fn wildcards_on_objects() {
    let doc = Lazy::from_str(r#"{"a":{"x":1},"b":{"x":2},"c":{"x":3},"d":{"y":4},"e":5}"#);
    let numbers =
        |path: &[Step<'_>]| -> Vec<u64> { doc.all(path).unwrap().iter().map(|found| found.as_u64().unwrap()).collect() };
    assert_eq!(numbers(&path![*, "x"]), [1, 2, 3]);
    assert_eq!(numbers(&path![*, *]), [1, 2, 3, 4]);
    assert_eq!(doc.get(&path![*, "y"]).unwrap().unwrap().as_u64().unwrap(), 4);
    let doc = Lazy::from_str("[[1,2],{\"a\":3},[4],5]");
    assert_eq!(doc.all(&path![*, 0]).unwrap().len(), 2);
    assert_eq!(doc.all(&path![*, *]).unwrap().len(), 4);
    assert_eq!(doc.all(&path![]).unwrap().len(), 1);
}

#[test]
fn only_the_way_to_the_answer_is_read() {
    let doc = Lazy::from_str(r#"{"a":1, bad"#);
    assert_eq!(doc.get(&path!["a"]).unwrap().unwrap().as_u64().unwrap(), 1);
    assert_eq!(doc.get(&path!["b"]).unwrap_err().kind(), ErrorKind::Syntax);
    let doc = Lazy::from_str(r#"{"a":[1,}, "b":2}"#);
    assert_eq!(doc.get(&path!["b"]).unwrap_err().kind(), ErrorKind::Syntax);
    assert_eq!(Lazy::from_str("").get(&path![]).unwrap_err().kind(), ErrorKind::Eof);
}

#[test]
fn names_are_compared_unescaped() {
    let doc = Lazy::from_str("{\"\\u6D88\\u606F\":\"x\",\"Field\\\"1\":\"hello\"}");
    assert_eq!(doc.get(&path!["消息"]).unwrap().unwrap().as_str().unwrap(), "x");
    assert_eq!(doc.get(&path!["Field\"1"]).unwrap().unwrap().as_str().unwrap(), "hello");
    assert_eq!(doc.members().unwrap()[1].0, "Field\"1");
}

#[test]
fn usual_documents() {
    let Some(data) = data() else { return };
    let twitter = std::fs::read(data.join("json/twitter.json")).unwrap();
    for doc in [Lazy::new(&twitter), Lazy::unchecked(&twitter)] {
        assert_eq!(doc.get(&path!["search_metadata", "count"]).unwrap().unwrap().as_u64().unwrap(), 100);
        assert_eq!(doc.all(&path!["statuses", *, "user", "screen_name"]).unwrap().len(), 100);
        let whole: Value = serde_json::from_slice(&twitter).unwrap();
        let last = doc.get(&path!["statuses", 99, "user"]).unwrap().unwrap();
        assert_eq!(last.value::<Value>().unwrap(), whole["statuses"][99]["user"]);
    }
}

/// The walk is a loop: neither the depth of the text nor the length of the path is the stack's.
#[test]
fn paths_of_any_length_on_a_small_stack() {
    const LEVELS: usize = 9000;
    let walk = || {
        let array = format!("{}1{}", "[".repeat(LEVELS), "]".repeat(LEVELS));
        let object = format!("{}1{}", "{\"a\":".repeat(LEVELS), "}".repeat(LEVELS));
        for (text, step) in [(&array, Step::Index(0)), (&array, Step::All), (&object, Step::Key("a")), (&object, Step::All)] {
            for levels in [1, 300, LEVELS] {
                let path = vec![step; levels];
                let found = Lazy::from_str(text).get(&path).unwrap().unwrap();
                assert_eq!(found.as_u64().ok(), (levels == LEVELS).then_some(1));
            }
            let path = vec![step; 300];
            assert_eq!(Lazy::unchecked(text.as_bytes()).all(&path).unwrap().len(), 1);
            assert!(Lazy::from_str(text).get(&vec![step; LEVELS + 1]).unwrap().is_none());
        }
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(walk).unwrap().join().unwrap();
}
