//! `time.Duration`, an `int64`.

use core::fmt;

/// A span of time in nanoseconds, negative too: `time.Duration`.
///
/// `std::time::Duration` is encoded as one too, if it fits.
///
/// ```
/// use gobstream::known::Duration;
///
/// let span = Duration::from_nanos(-1_500_000_000);
/// assert_eq!(span.as_nanos(), -1_500_000_000);
/// assert_eq!(span.to_string(), "-1.5s");
/// assert_eq!(std::time::Duration::try_from(span), Err(span));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(i64);

impl Duration {
    /// So many nanoseconds.
    ///
    /// ```
    /// assert_eq!(gobstream::known::Duration::from_nanos(7).as_nanos(), 7);
    /// ```
    pub const fn from_nanos(nanos: i64) -> Self {
        Duration(nanos)
    }

    /// How many nanoseconds it is.
    ///
    /// ```
    /// assert_eq!(gobstream::known::Duration::default().as_nanos(), 0);
    /// ```
    pub const fn as_nanos(self) -> i64 {
        self.0
    }
}

/// Seconds with their fraction: `-1.5s`.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (seconds, nanos) = (self.0.unsigned_abs() / 1_000_000_000, self.0.unsigned_abs() % 1_000_000_000);
        if nanos == 0 {
            return write!(f, "{sign}{seconds}s");
        }
        let mut digits = 9;
        let mut fraction = nanos;
        while fraction % 10 == 0 {
            fraction /= 10;
            digits -= 1;
        }
        write!(f, "{sign}{seconds}.{fraction:0digits$}s")
    }
}

/// Not for more than 292 years; gives the duration back.
impl TryFrom<core::time::Duration> for Duration {
    type Error = core::time::Duration;
    fn try_from(duration: core::time::Duration) -> Result<Self, Self::Error> {
        i64::try_from(duration.as_nanos()).map(Duration).map_err(|_| duration)
    }
}

/// Not for a negative one; gives it back.
impl TryFrom<Duration> for core::time::Duration {
    type Error = Duration;
    fn try_from(duration: Duration) -> Result<Self, Duration> {
        u64::try_from(duration.0).map(core::time::Duration::from_nanos).map_err(|_| duration)
    }
}
