//! docs/conformance.md names tests that exist, and all of Go's.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/conformance.md")).unwrap()
}

/// The pairs of a file and a test in a line: two texts in backquotes, the first with the ending of Rust files.
fn tests_of(line: &str) -> Vec<(String, String)> {
    let quoted: Vec<_> = line.split('`').skip(1).step_by(2).collect();
    let is_test = |pair: &&[&str]| pair[0].ends_with(".rs") && !pair[1].contains(['/', ' ', ':', '.']);
    quoted.windows(2).filter(is_test).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
}

fn has_test(source: &str, name: &str) -> bool {
    let declaration = format!("fn {name}(");
    let found = source.find(&declaration).map(|at| &source[..at]);
    found.is_some_and(|before| before.trim_end().lines().last().is_some_and(|line| line.trim_start().starts_with("#[")))
}

#[test]
fn every_test_on_the_page_exists() {
    let page = page();
    let mut count = 0;
    for (file, test) in page.lines().flat_map(tests_of) {
        let source = std::fs::read_to_string(root().join("crates").join(&file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(has_test(&source, &test), "{file} has no test {test}");
        count += 1;
    }
    assert!(count > 110, "{count}");
    assert!(!has_test("fn plain() {", "plain") && has_test("#[test]\nfn a() {", "a"));
}

fn rows() -> BTreeSet<String> {
    let page = page();
    let names = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" | ").map(|(name, what)| (name.to_owned(), what.to_owned())));
    let go = names.filter(|(name, _)| name.starts_with("Test") || name.starts_with("Example"));
    go.inspect(|(name, what)| assert!(what.starts_with("no meaning here: ") || !tests_of(what).is_empty(), "{name} has no test"))
        .map(|(name, _)| name)
        .collect()
}

/// The test functions of Go's package, if GO names a Go that has its sources.
fn go_s_tests() -> Option<BTreeSet<String>> {
    let go = std::env::var_os("GO").filter(|go| !go.is_empty())?;
    let root = std::process::Command::new(go).env("GOTOOLCHAIN", "local").args(["env", "GOROOT"]).output().ok()?;
    let folder = Path::new(std::str::from_utf8(&root.stdout).ok()?.trim()).join("src/encoding/gob");
    let files = std::fs::read_dir(folder).ok()?.filter_map(|file| file.ok().map(|file| file.path()));
    let sources =
        files.filter(|file| file.to_string_lossy().ends_with("_test.go")).map(|file| std::fs::read_to_string(file).unwrap());
    let names = |source: String| {
        source.lines().filter_map(|line| Some(line.strip_prefix("func ")?.split_once('(')?.0.to_owned())).collect::<Vec<_>>()
    };
    let tests: BTreeSet<_> =
        sources.flat_map(names).filter(|name| name.starts_with("Test") || name.starts_with("Example")).collect();
    Some(tests).filter(|tests| !tests.is_empty())
}

#[test]
fn every_test_of_go_is_on_the_page() {
    let rows = rows();
    assert_eq!(rows.len(), 102);
    match go_s_tests() {
        Some(tests) => assert_eq!(rows, tests),
        None => println!("skipped: the names of Go's tests: GO names no Go with its sources"),
    }
}
