//! The Markdown of pages in lines for a terminal: paragraphs, lists, tables and code.

use super::heading;
use crate::colour::{self, When};
use anstyle::Style;
use std::io::{self, IsTerminal};

/// Columns of help, at most.
const WIDTH: usize = 100;

/// Columns between those of a table.
const GAP: usize = 2;

/// A column of a table is made no narrower, unless all are.
const NARROWEST: usize = 8;

/// A word in pieces, some of which stand out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Word(Vec<(bool, String)>);

impl Word {
    fn len(&self) -> usize {
        self.0.iter().map(|(_, text)| text.chars().count()).sum()
    }

    fn push(&mut self, c: char, stands_out: bool) {
        match self.0.last_mut() {
            Some((last, text)) if *last == stands_out => text.push(c),
            _ => self.0.push((stands_out, c.into())),
        }
    }

    /// What is beyond so many columns.
    fn split_off(&mut self, width: usize) -> Self {
        let all: Vec<(bool, char)> =
            self.0.drain(..).flat_map(|(b, text)| text.chars().map(move |c| (b, c)).collect::<Vec<_>>()).collect();
        let mut rest = Word::default();
        for (i, (stands_out, c)) in all.into_iter().enumerate() {
            if i < width { self.push(c, stands_out) } else { rest.push(c, stands_out) }
        }
        rest
    }

    fn show(&self, out: &mut String) {
        for (stands_out, text) in &self.0 {
            let style = if *stands_out { Style::new().bold() } else { Style::new() };
            out.push_str(&format!("{style}{text}{style:#}"));
        }
    }
}

/// How pages are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    width: usize,
    /// Code stands out instead of standing between backquotes.
    styles: bool,
}

impl Page {
    /// On standard output.
    pub(super) fn here() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let size = terminal_size::terminal_size().filter(|_| is_terminal);
        let width = size.map_or(WIDTH, |(columns, _)| usize::from(columns.0).clamp(20, WIDTH));
        Page { width, styles: colour::wanted(When::Auto, is_terminal) }
    }

    /// For a file.
    pub(super) fn plain() -> Self {
        Page { width: 76, styles: false }
    }

    /// Blocks of Markdown, each with an empty line before it.
    pub(super) fn blocks(self, body: &str) -> String {
        let mut text = String::new();
        let mut in_code = false;
        for block in body.trim().split("\n\n") {
            let is_code = in_code || block.starts_with("```");
            in_code ^= block.matches("```").count() % 2 == 1;
            text.push('\n');
            text.push_str(&match block.strip_prefix("### ") {
                Some(title) => heading(title),
                None if is_code => code(block),
                None if block.starts_with('|') => self.table(block),
                None => self.text(block),
            });
        }
        text
    }

    /// A paragraph, or a list of which each point has lines of its own.
    pub(super) fn text(self, text: &str) -> String {
        let mut points: Vec<String> = Vec::new();
        for line in text.lines() {
            match points.last_mut() {
                Some(last) if !line.starts_with("- ") => *last += &format!(" {line}"),
                _ => points.push(line.into()),
            }
        }
        let mut out = String::new();
        for point in points {
            let (indent, text) = point.strip_prefix("- ").map_or(("", &point[..]), |rest| ("- ", rest));
            let lines = lines(self.words(text), self.width - indent.len());
            for (i, line) in lines.iter().enumerate() {
                out += if i == 0 { indent } else { &"  "[..indent.len()] };
                show(line, &mut out);
                out.push('\n');
            }
        }
        out
    }

    /// Words without their markup.
    fn words(self, text: &str) -> Vec<Word> {
        let (mut words, mut word) = (Vec::new(), Word::default());
        let (mut is_code, mut is_strong) = (false, false);
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let link = || rest.strip_prefix('[').and_then(linked).filter(|_| !is_code);
            if let Some((label, behind)) = link() {
                for c in label.chars().filter(|c| *c != '`') {
                    if c.is_whitespace() { words.push(std::mem::take(&mut word)) } else { word.push(c, is_strong && self.styles) }
                }
                rest = behind;
                continue;
            }
            let len = match c {
                '`' => {
                    is_code ^= true;
                    if !self.styles {
                        word.push(c, false);
                    }
                    1
                }
                '*' if !is_code && rest.starts_with("**") => {
                    is_strong ^= true;
                    2
                }
                '\\' if rest.starts_with("\\|") => {
                    word.push('|', is_code && self.styles);
                    2
                }
                c if c.is_whitespace() => {
                    words.push(std::mem::take(&mut word));
                    c.len_utf8()
                }
                c => {
                    word.push(c, (is_code || is_strong) && self.styles);
                    c.len_utf8()
                }
            };
            rest = rest.get(len..).unwrap_or_default();
        }
        words.push(word);
        words.retain(|word| !word.0.is_empty());
        words
    }

    /// Columns side by side; cells that are too wide take several lines.
    fn table(self, text: &str) -> String {
        let is_rule = |cells: &[&str]| cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':')));
        let rows: Vec<Vec<&str>> = text.lines().map(cells).filter(|cells| !is_rule(cells)).collect();
        let rows: Vec<Vec<Vec<Word>>> = rows.iter().map(|cells| cells.iter().map(|cell| self.words(cell)).collect()).collect();
        let widths = self.widths(&rows);
        let mut out = String::new();
        for row in rows {
            let cells: Vec<_> = row.into_iter().zip(&widths).map(|(cell, width)| lines(cell, *width)).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for i in 0..height {
                let mut line = String::from("  ");
                let mut column = 2;
                let mut start = 2;
                for (cell, width) in cells.iter().zip(&widths) {
                    if let Some(words) = cell.get(i).filter(|words| !words.is_empty()) {
                        line += &" ".repeat(start - column);
                        show(words, &mut line);
                        column = start + len(words);
                    }
                    start += width + GAP;
                }
                out += &format!("{line}\n");
            }
        }
        out
    }

    /// The widths of columns: as they need, the widest made narrower until all fit.
    fn widths(self, rows: &[Vec<Vec<Word>>]) -> Vec<usize> {
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let need = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| len(cell)).max().unwrap_or(0);
        let mut widths: Vec<usize> = (0..count).map(need).collect();
        let room = self.width.saturating_sub(2 + GAP * count.saturating_sub(1));
        while widths.iter().sum::<usize>() > room {
            match widths.iter_mut().max() {
                Some(widest) if *widest > NARROWEST => *widest -= 1,
                _ => break,
            }
        }
        widths
    }
}

fn len(words: &[Word]) -> usize {
    words.iter().map(|word| word.len() + 1).sum::<usize>().saturating_sub(1)
}

fn show(words: &[Word], out: &mut String) {
    for (i, word) in words.iter().enumerate() {
        out.push_str(if i > 0 { " " } else { "" });
        word.show(out);
    }
}

/// Words in lines of so many columns; a word that is wider by itself is cut.
fn lines(words: Vec<Word>, width: usize) -> Vec<Vec<Word>> {
    let mut lines: Vec<Vec<Word>> = vec![Vec::new()];
    for mut word in words {
        loop {
            let line = lines.last_mut().filter(|line| line.is_empty() || len(line) + 1 + word.len() <= width);
            let rest = if word.len() > width { word.split_off(width) } else { Word::default() };
            match line {
                Some(line) => line.push(word),
                None => lines.push(vec![word]),
            }
            if rest.0.is_empty() {
                break;
            }
            word = rest;
        }
    }
    lines
}

/// The cells of a row; a bar in code, or behind a backslash, parts none.
fn cells(row: &str) -> Vec<&str> {
    let inner = row.trim().trim_start_matches('|').trim_end_matches('|');
    let (mut cells, mut start, mut is_code, mut before) = (Vec::new(), 0, false, ' ');
    for (i, c) in inner.char_indices() {
        is_code ^= c == '`';
        if c == '|' && !is_code && before != '\\' {
            cells.push(inner[start..i].trim());
            start = i + 1;
        }
        before = c;
    }
    cells.push(inner[start..].trim());
    cells
}

/// The words of a link, and what stands behind it.
fn linked(text: &str) -> Option<(&str, &str)> {
    let (label, rest) = text.split_once("](")?;
    (!label.contains(['[', ']'])).then(|| rest.split_once(')').map(|(_, behind)| (label, behind)))?
}

fn code(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("```")).map(|line| format!("  {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Page = Page { width: 30, styles: false };

    #[test]
    fn links_are_shown_by_their_words() {
        assert_eq!(PLAIN.text("as [a](b.md), [`c`](#d) or [e]"), "as a, c or [e]\n");
    }

    #[test]
    fn markup_goes_and_code_stands_out() {
        assert_eq!(PLAIN.text("**Bold** `-n N`, a * b"), "Bold `-n N`, a * b\n");
        let styled = Page { styles: true, ..PLAIN };
        assert_eq!(styled.text("a `-n N`."), "a \u{1b}[1m-n\u{1b}[0m \u{1b}[1mN\u{1b}[0m.\n");
    }

    #[test]
    fn lists_keep_their_points() {
        assert_eq!(
            PLAIN.text("- one\n  and more of it than fits here\n- two"),
            "- one and more of it than fits\n  here\n- two\n"
        );
    }

    #[test]
    fn tables_fit() {
        let table = "| a | of what |\n|---|---|\n| `x \\| y` | long words that must be wrapped somewhere |\n| z | |\n";
        let shown = "  a        of what\n  `x | y`  long words that\n           must be wrapped\n           somewhere\n  z\n";
        assert_eq!(PLAIN.table(table), shown);
        assert!(PLAIN.table(table).lines().all(|line| line.chars().count() <= 30));
        assert_eq!(
            PLAIN.table("| abcdefghijklmnopqrstuvwxyzabcdefghijklmn |"),
            "  abcdefghijklmnopqrstuvwxyzab\n  cdefghijklmn\n"
        );
    }
}
