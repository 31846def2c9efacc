//! What is made of inputs, and what is said of wrong ones, in files that a person reviews. `BLESS=1` rewrites them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ext| ext == "rs") && !file.to_string_lossy().ends_with(".out.rs"));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn compare(file: &Path, got: &str) {
    if std::env::var_os("BLESS").is_some() {
        fs::write(file, got).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    assert_eq!(got, expected, "{} differs; BLESS=1 rewrites it", file.display());
}

/// The items of a file that are derived for.
fn items(file: &Path) -> Vec<syn::DeriveInput> {
    let file = syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap();
    let tokens = file.items.into_iter().map(|item| quote::quote!(#item));
    tokens.filter_map(|tokens| syn::parse2(tokens).ok()).collect()
}

#[test]
fn expansions_are_as_reviewed() {
    for file in cases("expand") {
        let mut text = String::new();
        for item in items(&file) {
            let tokens = crate::expand(&item).unwrap();
            text += &prettyplease::unparse(&syn::parse2(tokens).unwrap());
        }
        compare(&file.with_extension("out.rs"), &text);
    }
}

/// `line:column: the source under the span`, and the message.
fn report(file: &Path) -> String {
    let source = fs::read_to_string(file).unwrap();
    let mut text = String::new();
    for item in items(file) {
        let Err(errors) = crate::expand(&item) else { panic!("{}: {} is accepted", file.display(), item.ident) };
        for error in errors {
            let (start, end) = (error.span().start(), error.span().end());
            let line: Vec<char> = source.lines().nth(start.line - 1).unwrap().chars().collect();
            let to = if end.line == start.line { end.column } else { line.len() };
            let spot: String = line[start.column..to].iter().collect();
            writeln!(text, "{}:{}: `{spot}`\n    {error}", start.line, start.column + 1).unwrap();
        }
    }
    text
}

#[test]
fn wrong_uses_are_told_on_the_right_spot() {
    for file in cases("ui") {
        compare(&file.with_extension("txt"), &report(&file));
    }
}
