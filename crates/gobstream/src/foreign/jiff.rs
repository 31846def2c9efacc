//! `Timestamp` and `Zoned` are Go's `time.Time`, `SignedDuration` is its `time.Duration`.
//!
//! A [`Timestamp`] is written as UTC, and the offset of what is read for it is dropped. A [`Zoned`] keeps the offset; the name of its zone
//! stays behind, as it does in Go, and an offset of zero is read as UTC.

use crate::decode::{Dec, Decode};
use crate::encode::{Enc, Encode, put_time};
use crate::error::{ErrorKind, Result};
use crate::known::{Duration, Time};
use crate::plan::Node;
use crate::shape::same;
use alloc::format;
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp, Zoned};

same! {
    Timestamp as Time;
    Zoned as Time;
    SignedDuration as Duration;
}

/// Every timestamp is a time of Go's.
fn in_utc(timestamp: Timestamp) -> Option<Time> {
    let (seconds, nanos) = (timestamp.as_second(), timestamp.subsec_nanosecond());
    // Both are negative before 1970; Go's nanoseconds count forward.
    let (seconds, nanos) = if nanos < 0 { (seconds - 1, nanos + 1_000_000_000) } else { (seconds, nanos) };
    Time::utc(seconds, nanos.unsigned_abs())
}

fn timestamp(time: &Time) -> Option<Timestamp> {
    Timestamp::new(time.unix_seconds()?, i32::try_from(time.nanosecond()).ok()?).ok()
}

/// `None` for an offset that Go cannot write.
fn at_offset(zoned: &Zoned) -> Option<Time> {
    let utc = in_utc(zoned.timestamp())?;
    if *zoned.time_zone() == TimeZone::UTC { Some(utc) } else { utc.at_offset(zoned.offset().seconds()) }
}

fn zoned(time: &Time) -> Option<Zoned> {
    let zone = match time.offset_seconds() {
        None => TimeZone::UTC,
        Some(seconds) => TimeZone::fixed(Offset::from_seconds(seconds).ok()?),
    };
    Some(Zoned::new(timestamp(time)?, zone))
}

/// Times: how each becomes one of Go's and is made of one.
macro_rules! times {
    ($($ty:ident, $to:expr, $from:expr, $refused:literal;)*) => {$(
        impl Encode for $ty {
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                match $to(self) {
                    Some(time) => put_time(&time, e),
                    None => e.refuse(ErrorKind::OutOfRange, "", format!($refused, self)),
                }
            }
            fn omit(&self) -> bool {
                $to(self).is_some_and(|time: Time| time.is_zero())
            }
            fn omit_behind(&self) -> bool {
                false
            }
        }

        impl<'de> Decode<'de> for $ty {
            fn zero() -> Self {
                $from(&Time::default()).unwrap_or_default()
            }
            fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                let before = d.left();
                let mut time = Time::default();
                time.merge(d, n)?;
                *self = $from(&time).ok_or_else(|| d.out_of_range(before, time, stringify!($ty)))?;
                Ok(())
            }
        }

        /// Not for a time that is out of range here; gives it back.
        impl TryFrom<Time> for $ty {
            type Error = Time;
            fn try_from(time: Time) -> core::result::Result<Self, Time> {
                $from(&time).ok_or(time)
            }
        }
    )*};
}

times! {
    Timestamp, |t: &Timestamp| in_utc(*t), timestamp, "{}, past Go's times";
    Zoned, at_offset, zoned, "{}, whose offset Go cannot write";
}

/// In UTC.
///
/// ```
/// let time = gobstream::known::Time::from(jiff::Timestamp::new(-1, 500_000_000).unwrap());
/// assert_eq!(time.to_string(), "1969-12-31T23:59:59.5Z");
/// ```
impl From<Timestamp> for Time {
    fn from(timestamp: Timestamp) -> Self {
        in_utc(timestamp).unwrap_or_else(|| unreachable!("all timestamps are within the years of Go's times"))
    }
}

/// At its offset. Not for one that Go cannot write: from -119 to -60 seconds.
///
/// ```
/// use jiff::tz::{Offset, TimeZone};
/// let time = |seconds| {
///     let zone = TimeZone::fixed(Offset::from_seconds(seconds).unwrap());
///     gobstream::known::Time::try_from(&jiff::Timestamp::UNIX_EPOCH.to_zoned(zone)).ok()
/// };
/// assert_eq!(time(3600).unwrap().to_string(), "1970-01-01T01:00:00+01:00");
/// assert_eq!(time(-60), None);
/// ```
impl<'z> TryFrom<&'z Zoned> for Time {
    type Error = &'z Zoned;
    fn try_from(zoned: &'z Zoned) -> core::result::Result<Self, &'z Zoned> {
        at_offset(zoned).ok_or(zoned)
    }
}

fn nanos(duration: SignedDuration) -> Option<Duration> {
    i64::try_from(duration.as_nanos()).ok().map(Duration::from_nanos)
}

impl Encode for SignedDuration {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        match nanos(*self) {
            Some(duration) => e.int(duration.as_nanos()),
            None => {
                e.refuse(ErrorKind::OutOfRange, "", format!("a duration of {}s, past 64 bits of nanoseconds", self.as_secs()))
            }
        }
    }
    fn omit(&self) -> bool {
        self.is_zero()
    }
}

impl<'de> Decode<'de> for SignedDuration {
    fn zero() -> Self {
        SignedDuration::ZERO
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let mut duration = Duration::default();
        duration.merge(d, n)?;
        *self = duration.into();
        Ok(())
    }
}

/// ```
/// let span = gobstream::known::Duration::from_nanos(-1_500_000_000);
/// assert_eq!(jiff::SignedDuration::from(span), jiff::SignedDuration::from_millis(-1500));
/// ```
impl From<Duration> for SignedDuration {
    fn from(duration: Duration) -> Self {
        SignedDuration::from_nanos(duration.as_nanos())
    }
}

/// Not for more than 292 years; gives the duration back.
///
/// ```
/// use jiff::SignedDuration;
/// assert_eq!(gobstream::known::Duration::try_from(SignedDuration::MIN), Err(SignedDuration::MIN));
/// ```
impl TryFrom<SignedDuration> for Duration {
    type Error = SignedDuration;
    fn try_from(duration: SignedDuration) -> core::result::Result<Self, SignedDuration> {
        nanos(duration).ok_or(duration)
    }
}
