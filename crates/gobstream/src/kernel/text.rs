//! Bytes to text.

use core::str::Utf8Error;

/// The string that these bytes are.
#[inline]
pub(crate) fn str_of(bytes: &[u8]) -> Result<&str, Utf8Error> {
    if is_short_ascii(bytes) {
        #[allow(
            unsafe_code,
            reason = "short texts are most texts, and most of the cost of reading them is their check: see docs/performance.md"
        )]
        // SAFETY: ASCII is UTF-8.
        return Ok(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    core::str::from_utf8(bytes)
}

/// Whether there are 4 to 32 bytes, and all of them are ASCII; they are loaded as words that overlap.
#[inline]
fn is_short_ascii(bytes: &[u8]) -> bool {
    if let (8..=16, Some(head), Some(tail)) = (bytes.len(), bytes.first_chunk(), bytes.last_chunk()) {
        (u64::from_le_bytes(*head) | u64::from_le_bytes(*tail)) & HIGH == 0
    } else if let (4..=7, Some(head), Some(tail)) = (bytes.len(), bytes.first_chunk(), bytes.last_chunk()) {
        (u32::from_le_bytes(*head) | u32::from_le_bytes(*tail)) & HIGH as u32 == 0
    } else if let (17..=32, Some(head), Some(tail)) = (bytes.len(), bytes.first_chunk(), bytes.last_chunk()) {
        (u128::from_le_bytes(*head) | u128::from_le_bytes(*tail)) & (u128::from(HIGH) << 64 | u128::from(HIGH)) == 0
    } else {
        false
    }
}

/// The bit of each byte that ASCII does not have.
const HIGH: u64 = 0x8080_8080_8080_8080;
