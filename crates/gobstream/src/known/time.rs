//! `time.Time`, by `GobEncode`.
//!
//! ```text
//! version 1   01  seconds i64  nanoseconds i32  offset i16
//! version 2   02  seconds i64  nanoseconds i32  offset i16  seconds of the offset i8
//! ```
//! Big endian; seconds since the year 1 in UTC; offset in minutes east, where -1 means UTC itself and no offset.
//! Minutes and seconds of the offset have one sign. Go's own decoder took the last byte as unsigned before
//! golang.org/issue/78528; encoders always wrote it signed, so reading it signed is right for either.

#[cfg(feature = "std")]
use crate::error::{ErrorKind, Fault, Place};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Seconds from the year 1, where Go counts from, to 1970.
const UNIX: i64 = 62_135_596_800;
const DAY: i64 = 86_400;
/// The year 0 begins here, in seconds since the year 1: it is a leap year.
const YEAR_0: i64 = -366 * DAY;
/// The year 10,000 begins here.
const YEAR_10000: i64 = 3_652_059 * DAY;
/// The seconds of the offset that means UTC.
const UTC_MARK: i32 = -60;

/// An instant with nanoseconds and the offset of its zone: `time.Time` without the name of the zone.
///
/// Two are equal when instant *and* offset are. [`Display`](fmt::Display) is Go's `time.RFC3339Nano` for any year,
/// which cuts seconds off an offset; [`rfc3339`](Time::rfc3339) is exact or nothing.
///
/// ```
/// use gobstream::known::Time;
///
/// let time = Time::utc(1_700_000_000, 120_000_000).unwrap();
/// assert_eq!(time.to_string(), "2023-11-14T22:13:20.12Z");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Time {
    /// Since the year 1; any value.
    seconds: i64,
    /// Under 10^9.
    nanos: u32,
    /// Seconds east, within what an i16 of minutes and an i8 of seconds say, never -60. None is UTC.
    offset: Option<i32>,
}

/// Go's zero time: the first second of the year 1, in UTC.
impl Default for Time {
    fn default() -> Self {
        Time { seconds: 0, nanos: 0, offset: None }
    }
}

impl Time {
    /// An instant in UTC; `None` if `nanos` is a second or more, or Go cannot count the seconds.
    ///
    /// ```
    /// use gobstream::known::Time;
    ///
    /// assert_eq!(Time::utc(0, 0).unwrap().to_string(), "1970-01-01T00:00:00Z");
    /// assert_eq!(Time::utc(0, 1_000_000_000), None);
    /// ```
    pub fn utc(unix_seconds: i64, nanos: u32) -> Option<Time> {
        let seconds = unix_seconds.checked_add(UNIX)?;
        (nanos < 1_000_000_000).then_some(Time { seconds, nanos, offset: None })
    }

    /// The same instant in a zone so many seconds east of UTC; `None` if Go cannot write that offset.
    ///
    /// Those are offsets past an i16 of minutes, and from -119 to -60 seconds, whose minutes would read as the mark
    /// of UTC (golang.org/issue/81215).
    ///
    /// ```
    /// use gobstream::known::Time;
    ///
    /// let time = Time::utc(0, 0).unwrap();
    /// assert_eq!(time.at_offset(3600).unwrap().to_string(), "1970-01-01T01:00:00+01:00");
    /// assert_eq!(time.at_offset(-60), None);
    /// ```
    pub fn at_offset(self, seconds: i32) -> Option<Time> {
        let minutes = i16::try_from(seconds / 60).ok()?;
        (minutes != -1).then_some(Time { offset: Some(seconds), ..self })
    }

    /// Reads a payload of either version.
    ///
    /// Takes what Go takes, except nanoseconds of a second or more, which Go lets through.
    ///
    /// ```
    /// use gobstream::known::Time;
    ///
    /// let time = Time::from_gob(b"\x01\x00\x00\x00\x0e\x77\x91\xf7\x00\x00\x00\x00\x00\x00\x3c").unwrap();
    /// assert_eq!(time.unix_seconds(), Some(0));
    /// assert_eq!(time.offset_seconds(), Some(3600));
    /// assert_eq!(Time::from_gob(b"\x01"), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<Time> {
        let (fixed, rest) = payload.split_first_chunk::<15>()?;
        let [version, s0, s1, s2, s3, s4, s5, s6, s7, n0, n1, n2, n3, o0, o1] = *fixed;
        let minutes = i32::from(i16::from_be_bytes([o0, o1]));
        let offset = minutes * 60 + offset_seconds(version, rest)?;
        let nanos = u32::from_be_bytes([n0, n1, n2, n3]);
        (nanos < 1_000_000_000).then_some(Time {
            seconds: i64::from_be_bytes([s0, s1, s2, s3, s4, s5, s6, s7]),
            nanos,
            offset: (offset != UTC_MARK).then_some(offset),
        })
    }

    /// Appends the payload, as version 2 only if the offset has seconds.
    ///
    /// ```
    /// use gobstream::known::Time;
    ///
    /// let mut payload = Vec::new();
    /// Time::utc(0, 0).unwrap().at_offset(3601).unwrap().to_gob(&mut payload);
    /// assert_eq!(payload, b"\x02\x00\x00\x00\x0e\x77\x91\xf7\x00\x00\x00\x00\x00\x00\x3c\x01");
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        let (bytes, len) = self.payload();
        out.extend_from_slice(&bytes[..len]);
    }

    /// Seconds since 1970; `None` if they do not fit.
    ///
    /// ```
    /// use gobstream::known::Time;
    ///
    /// assert_eq!(Time::from_gob(b"\x01\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff").unwrap().unix_seconds(), Some(-62_135_596_800));
    /// ```
    pub fn unix_seconds(&self) -> Option<i64> {
        self.seconds.checked_sub(UNIX)
    }

    /// Nanoseconds within the second, under 10^9.
    ///
    /// ```
    /// assert_eq!(gobstream::known::Time::utc(0, 7).unwrap().nanosecond(), 7);
    /// ```
    pub fn nanosecond(&self) -> u32 {
        self.nanos
    }

    /// Seconds east of UTC; `None` for UTC itself, which Go tells apart from a zone at offset 0.
    ///
    /// ```
    /// use gobstream::known::Time;
    ///
    /// let utc = Time::utc(0, 0).unwrap();
    /// assert_eq!(utc.offset_seconds(), None);
    /// assert_eq!(utc.at_offset(0).unwrap().offset_seconds(), Some(0));
    /// ```
    pub fn offset_seconds(&self) -> Option<i32> {
        self.offset
    }

    /// The time as RFC 3339 with its offset; `None` for a year outside 0 to 9999, an offset with seconds or of a day
    /// and more.
    ///
    /// As Go prints `time.RFC3339Nano`: a fraction without trailing zeros, `Z` for UTC and for offset 0 alike.
    ///
    /// ```
    /// use gobstream::known::Time;
    ///
    /// let time = Time::utc(0, 5_000_000).unwrap();
    /// assert_eq!(time.rfc3339().as_deref(), Some("1970-01-01T00:00:00.005Z"));
    /// assert_eq!(time.at_offset(1).unwrap().rfc3339(), None);
    /// ```
    pub fn rfc3339(&self) -> Option<String> {
        self.write_rfc3339(&mut [0; 40]).map(ToString::to_string)
    }

    /// [`rfc3339`](Time::rfc3339) without an allocation.
    ///
    /// ```
    /// let time = gobstream::known::Time::utc(0, 0).unwrap();
    /// assert_eq!(time.write_rfc3339(&mut [0; 40]), Some("1970-01-01T00:00:00Z"));
    /// ```
    pub fn write_rfc3339<'b>(&self, buf: &'b mut [u8; 40]) -> Option<&'b str> {
        let offset = self.offset.unwrap_or(0);
        let local = self.seconds.checked_add(i64::from(offset))?;
        if offset % 60 != 0 || offset.unsigned_abs() >= 86_400 || !(YEAR_0..YEAR_10000).contains(&local) {
            return None;
        }
        let len = self.fill(&Clock::at(local.div_euclid(DAY), local.rem_euclid(DAY)), buf);
        core::str::from_utf8(&buf[..len]).ok()
    }

    /// Whether a payload without a name is a time: its instant is in the years 1 to 9999, its offset under a day.
    pub(super) fn is_plausible(&self) -> bool {
        (0..YEAR_10000).contains(&self.seconds) && self.offset.unwrap_or(0).unsigned_abs() < 86_400
    }

    pub(super) fn writes(&self, payload: &[u8]) -> bool {
        let (bytes, len) = self.payload();
        bytes[..len] == *payload
    }

    /// Whether it is Go's zero: the year 1 in UTC.
    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Time { seconds: 0, nanos: 0, offset: None })
    }

    /// The payload, and how long it is.
    pub(crate) fn payload(&self) -> ([u8; 16], usize) {
        let offset = self.offset.unwrap_or(UTC_MARK);
        // In range by the invariant of the field, as are the seconds.
        let [minutes @ .., seconds] = [(offset / 60) >> 8, offset / 60, offset % 60].map(|part| part as u8);
        let mut bytes = [0; 16];
        bytes[0] = if seconds == 0 { 1 } else { 2 };
        bytes[1..9].copy_from_slice(&self.seconds.to_be_bytes());
        bytes[9..13].copy_from_slice(&self.nanos.to_be_bytes());
        bytes[13..15].copy_from_slice(&minutes);
        bytes[15] = seconds;
        (bytes, if seconds == 0 { 15 } else { 16 })
    }

    /// The clock at the time's own offset, for any time: the sum is past 64 bits at the ends.
    fn clock(&self) -> Clock {
        let local = i128::from(self.seconds) + i128::from(self.offset.unwrap_or(0));
        // The quotient of 65 bits by a day is far from 64.
        Clock::at(local.div_euclid(DAY.into()) as i64, local.rem_euclid(DAY.into()) as i64)
    }

    /// Writes the text with the last four digits of the year, and says how long it is: at most 36 bytes.
    fn fill(&self, clock: &Clock, buf: &mut [u8; 40]) -> usize {
        let year = (clock.year.unsigned_abs() % 10_000) as u32;
        let time = clock.second;
        buf[..20].copy_from_slice(b"0000-00-00T00:00:00.");
        put_two(buf, 0, year / 100);
        put_two(buf, 2, year % 100);
        put_two(buf, 5, clock.month);
        put_two(buf, 8, clock.day);
        put_two(buf, 11, time / 3600);
        put_two(buf, 14, time / 60 % 60);
        put_two(buf, 17, time % 60);
        let len = fill_fraction(buf, self.nanos);
        fill_zone(buf, len, self.offset.unwrap_or(0))
    }
}

/// In UTC. `out-of-range` for a time whose seconds Go cannot count.
#[cfg(feature = "std")]
impl TryFrom<std::time::SystemTime> for Time {
    type Error = crate::Error;
    fn try_from(time: std::time::SystemTime) -> Result<Self, Self::Error> {
        let (seconds, nanos) = match time.duration_since(std::time::UNIX_EPOCH) {
            Ok(since) => (i64::try_from(since.as_secs()).ok(), since.subsec_nanos()),
            Err(before) => before_1970(before.duration()),
        };
        let text = "a time whose seconds Go cannot count".into();
        let bad = || crate::Error::new(*Fault::new(ErrorKind::OutOfRange, "", text), Place::default());
        seconds.and_then(|seconds| Time::utc(seconds, nanos)).ok_or_else(bad)
    }
}

/// Seconds and nanoseconds, which count forward, of a time so long before 1970.
#[cfg(feature = "std")]
fn before_1970(before: core::time::Duration) -> (Option<i64>, u32) {
    let nanos = before.subsec_nanos();
    let whole = i64::try_from(before.as_secs()).ok().map(|s| -s);
    if nanos == 0 { (whole, 0) } else { (whole.and_then(|s| s.checked_sub(1)), 1_000_000_000 - nanos) }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = self.clock();
        let mut buf = [0; 40];
        let len = self.fill(&clock, &mut buf);
        let text = core::str::from_utf8(&buf[..len]).map_err(|_| fmt::Error)?;
        if (0..10_000).contains(&clock.year) {
            return f.write_str(text);
        }
        let sign = if clock.year < 0 { "-" } else { "" };
        write!(f, "{sign}{:04}{}", clock.year.unsigned_abs(), &text[4..])
    }
}

/// The seconds part of the offset, which only version 2 has; `None` if version and length do not agree.
fn offset_seconds(version: u8, rest: &[u8]) -> Option<i32> {
    match (version, rest) {
        (1, []) => Some(0),
        (2, [seconds]) => Some(i32::from(*seconds as i8)),
        _ => None,
    }
}

/// A date in the proleptic Gregorian calendar and the second of the day.
struct Clock {
    year: i64,
    month: u32,
    day: u32,
    second: u32,
}

impl Clock {
    /// `days` since 0001-01-01. Counts in years that begin in March, so that the leap day is the last of a year, and
    /// in eras of 400 years, all of one length; after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    fn at(days: i64, second: i64) -> Clock {
        let days = days + 306;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097) as u32;
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        Clock {
            year: era * 400 + i64::from(year) + i64::from(month >= 10),
            month: if month < 10 { month + 3 } else { month - 9 },
            day: of_year - (153 * month + 2) / 5 + 1,
            second: second as u32,
        }
    }
}

/// Writes two digits of a number under 100.
#[inline]
fn put_two(buf: &mut [u8; 40], at: usize, number: u32) {
    buf[at] = b'0' + (number / 10) as u8;
    buf[at + 1] = b'0' + (number % 10) as u8;
}

/// Writes the digits behind the point at 19, drops trailing zeros and an empty fraction's point, gives the length.
fn fill_fraction(buf: &mut [u8; 40], nanos: u32) -> usize {
    if nanos == 0 {
        return 19;
    }
    let mut rest = nanos;
    for digit in buf[20..29].iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    29 - buf[20..29].iter().rev().take_while(|digit| **digit == b'0').count()
}

/// Writes the zone at `at`, which is at most 29. Minutes have 15 bits, so hours at most three digits.
fn fill_zone(buf: &mut [u8; 40], mut at: usize, offset: i32) -> usize {
    if offset == 0 {
        buf[at] = b'Z';
        return at + 1;
    }
    // As Go does: seconds are cut before the sign is taken, so -59 seconds are "+00:00".
    let minutes = offset / 60;
    buf[at] = if minutes < 0 { b'-' } else { b'+' };
    let hours = minutes.unsigned_abs() / 60;
    if hours >= 100 {
        at += 1;
        buf[at] = b'0' + (hours / 100) as u8;
    }
    put_two(buf, at + 1, hours % 100);
    buf[at + 3] = b':';
    put_two(buf, at + 4, minutes.unsigned_abs() % 60);
    at + 6
}
