//! `Url` is Go's `url.URL`. Go takes relative and empty ones for URLs too, which have no place here: [`known::Url`] holds any.

use crate::decode::{Dec, Decode};
use crate::encode::{Enc, Encode};
use crate::error::Result;
use crate::known;
use crate::plan::Node;
use crate::shape::same;
use url::{ParseError, Url};

same! { Url as known::Url; }

/// Always sent, as Go's method is on the pointer.
impl Encode for Url {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        e.text(self.as_str().as_bytes());
    }
    fn omit(&self) -> bool {
        false
    }
}

/// Its text may be another than what was sent: this type writes `http://go.dev` as `http://go.dev/`.
impl<'de> Decode<'de> for Url {
    const ZERO: bool = false;

    /// A URL that stands here until the real one comes.
    fn zero() -> Self {
        Url::parse("about:blank").unwrap_or_else(|_| unreachable!("a URL like any other"))
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let before = d.left();
        let mut known = known::Url::default();
        known.merge(d, n)?;
        *self =
            Url::try_from(&known).map_err(|why| d.out_of_range(before, format_args!("{:?}, {why},", known.as_str()), "Url"))?;
        Ok(())
    }
}

/// ```
/// let known = gobstream::known::Url::from(&"http://go.dev/".parse::<url::Url>().unwrap());
/// assert_eq!(known.as_str(), "http://go.dev/");
/// ```
impl From<&Url> for known::Url {
    fn from(url: &Url) -> Self {
        // Text of a URL is ASCII without controls: a payload like any other.
        known::Url::from_gob(url.as_str().as_bytes()).unwrap_or_default()
    }
}

/// Not for a relative one, as there is none here.
///
/// ```
/// let relative = gobstream::known::Url::from_gob(b"/a").unwrap();
/// assert!(url::Url::try_from(&relative).is_err());
/// ```
impl TryFrom<&known::Url> for Url {
    type Error = ParseError;
    fn try_from(known: &known::Url) -> core::result::Result<Self, ParseError> {
        Url::parse(known.as_str())
    }
}
