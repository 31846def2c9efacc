//! The hot loops over text: pure functions over slices, safe throughout.
//!
//! They are written so that the compiler turns sixteen bytes at a time into vector instructions: a fixed-size array
//! and a fold without a branch in it. A table finds the exact byte, at the end or after a hit.

use crate::string::{BASIC, CLASS};

/// How many bytes at the start of `text` need no escape under `mask`.
#[inline]
pub(crate) fn plain(text: &[u8], mask: u8) -> usize {
    let skipped = if mask == BASIC { plain_blocks(text) } else { 0 };
    let rest = &text[skipped..];
    skipped + rest.iter().position(|&byte| CLASS[byte as usize] & mask != 0).unwrap_or(rest.len())
}

/// As many whole blocks of sixteen as are free of controls, quotes and backslashes, in bytes.
#[inline]
fn plain_blocks(text: &[u8]) -> usize {
    let (blocks, _) = text.as_chunks::<16>();
    blocks.iter().position(|block| !is_plain(block)).unwrap_or(blocks.len()) * 16
}

#[inline]
fn is_plain(block: &[u8; 16]) -> bool {
    let special = |byte: u8| u8::from(byte < 0x20) | u8::from(byte == b'"') | u8::from(byte == b'\\');
    block.iter().fold(0, |any, &byte| any | special(byte)) == 0
}

/// How many bytes stand before the first quote or bracket.
pub(crate) fn until_structure(text: &[u8]) -> usize {
    let special = |byte: u8| u8::from(matches!(byte, b'"' | b'[' | b']' | b'{' | b'}'));
    first(text, special)
}

/// How many bytes stand before the first quote or backslash.
pub(crate) fn until_quote(text: &[u8]) -> usize {
    first(text, |byte| u8::from(byte == b'"') | u8::from(byte == b'\\'))
}

#[inline]
fn first(text: &[u8], special: impl Fn(u8) -> u8) -> usize {
    let (blocks, _) = text.as_chunks::<16>();
    let is_plain = |block: &&[u8; 16]| block.iter().fold(0, |any, &byte| any | special(byte)) == 0;
    let skipped = blocks.iter().take_while(is_plain).count() * 16;
    let rest = &text[skipped..];
    skipped + rest.iter().position(|&byte| special(byte) != 0).unwrap_or(rest.len())
}
