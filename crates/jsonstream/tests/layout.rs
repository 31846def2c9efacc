//! White space: the layouts, by hand and against a slow printer that looks at whole trees.
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

use jsonstream::{Layout, Result, Sink, WriteOptions, Writer};

enum Tree {
    Leaf(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

use Tree::{Array, Leaf, Object};

fn write<S: Sink>(w: &mut Writer<S>, tree: &Tree) -> Result<()> {
    match tree {
        Leaf(text) => w.str(text),
        Array(items) => {
            w.begin_array()?;
            items.iter().try_for_each(|item| write(w, item))?;
            w.end_array()
        }
        Object(members) => {
            w.begin_object()?;
            for (name, value) in members {
                w.key(name)?;
                write(w, value)?;
            }
            w.end_object()
        }
    }
}

fn print(tree: &Tree, layout: Layout) -> String {
    print_with(tree, &WriteOptions { layout, ..Default::default() })
}

fn print_with(tree: &Tree, options: &WriteOptions) -> String {
    let mut w = Writer::with_options(Vec::new(), options);
    write(&mut w, tree).unwrap();
    String::from_utf8(w.finish().unwrap()).unwrap()
}

fn leaf(text: &str) -> Tree {
    Leaf(text.into())
}

fn sample() -> Tree {
    Object(vec![
        ("Deadline".into(), leaf("2026-12-01")),
        ("Values".into(), Object(vec![("roles".into(), Array(vec![leaf("a"), leaf("b")])), ("none".into(), Array(vec![]))])),
        ("e".into(), Object(vec![])),
    ])
}

fn fit(width: usize) -> Layout {
    Layout::Fit { indent: "  ".into(), width }
}

#[test]
fn compact_spaced_indent() {
    assert_eq!(print(&sample(), Layout::Compact), r#"{"Deadline":"2026-12-01","Values":{"roles":["a","b"],"none":[]},"e":{}}"#);
    let spaced = r#"{"Deadline": "2026-12-01", "Values": {"roles": ["a", "b"], "none": []}, "e": {}}"#;
    assert_eq!(print(&sample(), Layout::Spaced), spaced);
    let indent = "{\n> \"Deadline\": \"2026-12-01\",\n> \"Values\": {\n> > \"roles\": [\n> > > \"a\",\n> > > \"b\"\n> > ],\n> > \"none\": []\n> },\n> \"e\": {}\n}";
    assert_eq!(print(&sample(), Layout::Indent("> ".into())), indent);
}

#[test]
fn fit_by_width() {
    let whole = r#"{"Deadline": "2026-12-01", "Values": {"roles": ["a", "b"], "none": []}, "e": {}}"#;
    assert_eq!(whole.len(), 80);
    assert_eq!(print(&sample(), fit(80)), whole);
    let outer = "{\n  \"Deadline\": \"2026-12-01\",\n  \"Values\": {\"roles\": [\"a\", \"b\"], \"none\": []},\n  \"e\": {}\n}";
    assert_eq!(print(&sample(), fit(79)), outer);
    // The line of "Values" is 46 columns with its comma.
    assert_eq!(print(&sample(), fit(46)), outer);
    let inner = "{\n  \"Deadline\": \"2026-12-01\",\n  \"Values\": {\n    \"roles\": [\"a\", \"b\"],\n    \"none\": []\n  },\n  \"e\": {}\n}";
    assert_eq!(print(&sample(), fit(45)), inner);
    assert_eq!(print(&sample(), fit(24)), inner);
    let all = "{\n  \"Deadline\": \"2026-12-01\",\n  \"Values\": {\n    \"roles\": [\n      \"a\",\n      \"b\"\n    ],\n    \"none\": []\n  },\n  \"e\": {}\n}";
    assert_eq!(print(&sample(), fit(23)), all);
    assert_eq!(print(&sample(), fit(0)), all);
}

#[test]
fn columns_are_characters() {
    let tree = Array(vec![leaf("ééé"), leaf("日本")]);
    assert_eq!(print(&tree, fit(13)), "[\"ééé\", \"日本\"]");
    assert_eq!(print(&tree, fit(12)), "[\n  \"ééé\",\n  \"日本\"\n]");
}

/// One line, if it fits behind what stands there, else broken: decided with the whole tree in sight.
fn oracle(tree: &Tree, indent: &str, width: usize, level: usize, used: usize, behind: usize, out: &mut String) {
    let flat = print(tree, Layout::Spaced);
    let (open, close, items): (_, _, Vec<(String, &Tree)>) = match tree {
        Array(items) => ('[', ']', items.iter().map(|item| (String::new(), item)).collect()),
        Object(members) => ('{', '}', members.iter().map(|(k, v)| (print(&leaf(k), Layout::Spaced) + ": ", v)).collect()),
        Leaf(_) => return out.push_str(&flat),
    };
    if items.is_empty() || used + flat.chars().count() + behind <= width {
        return out.push_str(&flat);
    }
    out.push(open);
    for (index, (key, item)) in items.iter().enumerate() {
        let comma = usize::from(index + 1 < items.len());
        let start = format!("{}{key}", indent.repeat(level + 1));
        out.push('\n');
        out.push_str(&start);
        oracle(item, indent, width, level + 1, start.chars().count(), comma, out);
        out.push_str(&",".repeat(comma));
    }
    out.push('\n');
    out.push_str(&indent.repeat(level));
    out.push(close);
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn text(&mut self) -> String {
        let letters = ["a", "é", "日", "\"", "b", "c"];
        (0..self.below(9)).map(|_| letters[self.below(6) as usize]).collect()
    }

    fn tree(&mut self, depth: u64) -> Tree {
        let count = self.below(5);
        match self.below(4) {
            0 | 1 if depth > 0 => Array((0..count).map(|_| self.tree(depth - 1)).collect()),
            2 if depth > 0 => Object((0..count).map(|_| (self.text(), self.tree(depth - 1))).collect()),
            _ => Leaf(self.text()),
        }
    }
}

#[test]
fn fit_equals_the_slow_printer_at_any_width_indent_and_threshold() {
    let mut random = Random(1);
    for round in 0..3000 {
        let tree = random.tree(round % 6);
        let width = random.below(60) as usize;
        let indent = ["", " ", "  ", "\t", "        "][random.below(5) as usize];
        let mut expected = String::new();
        oracle(&tree, indent, width, 0, 0, 0, &mut expected);
        let layout = Layout::Fit { indent: indent.into(), width };
        for flush_at in [0, 1, 7, 50, usize::MAX] {
            let options = WriteOptions { layout: layout.clone(), flush_at, ..Default::default() };
            assert_eq!(print_with(&tree, &options), expected, "width {width} indent {indent:?} at {flush_at}");
        }
    }
}

#[test]
fn fit_holds_back_no_more_than_a_line_and_a_token() {
    let options = WriteOptions { layout: fit(80), flush_at: 64, ..Default::default() };
    let mut w = Writer::with_options(Vec::new(), &options);
    w.begin_array().unwrap();
    for n in 0..100_000 {
        if n % 7 == 0 {
            w.begin_array().unwrap();
        }
        w.u64(n).unwrap();
        if n % 7 == 6 {
            w.end_array().unwrap();
        }
        assert!(w.buffered() < 80 + 64 + 20 && w.buffered() + w.available() <= 512);
    }
}

#[test]
fn a_giant_in_an_undecided_container_goes_through() {
    let options = WriteOptions { layout: fit(80), flush_at: 1024, ..Default::default() };
    let giant = "x".repeat(1 << 20);
    let mut w = Writer::with_options(Vec::new(), &options);
    write(&mut w, &Array(vec![Array(vec![leaf(&giant)]), Array(vec![leaf("y")])])).unwrap();
    assert!(w.buffered() + w.available() < 64 * 1024);
    let expected = format!("[\n  [\n    \"{giant}\"\n  ],\n  [\"y\"]\n]");
    assert!(w.finish().unwrap() == expected.as_bytes());
}

#[test]
fn lines_of_fitted_values() {
    let options = WriteOptions { layout: fit(8), ..WriteOptions::lines() };
    let mut w = Writer::with_options(Vec::new(), &options);
    for _ in 0..2 {
        write(&mut w, &Array(vec![leaf("a")])).unwrap();
        write(&mut w, &Array(vec![leaf("abcd")])).unwrap();
    }
    assert_eq!(w.finish().unwrap(), b"[\"a\"]\n[\"abcd\"]\n[\"a\"]\n[\"abcd\"]\n");
}

#[test]
fn abandon_in_the_middle_of_a_fitted_line() {
    let options = WriteOptions { layout: fit(20), ..WriteOptions::lines() };
    let mut w = Writer::with_options(Vec::new(), &options);
    write(&mut w, &Array(vec![leaf("a")])).unwrap();
    w.begin_array().unwrap();
    w.begin_object().unwrap();
    w.key("long enough to break").unwrap();
    assert!(w.abandon());
    write(&mut w, &Array(vec![leaf("b")])).unwrap();
    assert_eq!(w.finish().unwrap(), b"[\"a\"]\n[\"b\"]\n");
}
