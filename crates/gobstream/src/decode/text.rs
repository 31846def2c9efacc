//! Strings and byte strings, owned and borrowed.

use super::{Dec, Decode};
use crate::error::Result;
use crate::plan::Node;
use crate::value::Text;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl<'de> Decode<'de> for String {
    const REPLACES: bool = true;

    #[inline]
    fn zero() -> Self {
        String::new()
    }
    #[inline]
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        let text = d.str()?;
        self.clear();
        self.push_str(text);
        Ok(())
    }
    #[inline(never)]
    fn merge_vec(list: &mut Vec<Self>, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        resize(list, String::new(), d, n)?;
        strings(list, d, |item, text| {
            item.clear();
            item.push_str(text);
        })
    }
    fn merge_elems(items: &mut [Self], d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        strings(items, d, |item, text| text.clone_into(item))
    }
}

/// Borrows from the input.
impl<'de: 'a, 'a> Decode<'de> for &'a str {
    const REPLACES: bool = true;

    #[inline]
    fn zero() -> Self {
        ""
    }
    #[inline]
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        *self = d.str()?;
        Ok(())
    }
    #[inline(never)]
    fn merge_vec(list: &mut Vec<Self>, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        resize(list, "", d, n)?;
        strings(list, d, |item, text| *item = text)
    }
    fn merge_elems(items: &mut [Self], d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        strings(items, d, |item, text| *item = text)
    }
}

fn resize<T: Clone>(list: &mut Vec<T>, empty: T, d: &mut Dec<'_, '_>, n: Node) -> Result<()> {
    let count = usize::try_from(d.count(n, 1)?).unwrap_or(usize::MAX);
    if count > list.capacity() {
        d.charge((count as u64).saturating_mul(size_of::<T>() as u64))?;
        list.reserve_exact(count.saturating_sub(list.len()));
    }
    list.resize(count, empty);
    Ok(())
}

/// Bytes of a run of strings that is checked in one go.
const WINDOW: usize = 4096;

/// Reads as many strings as there are items. A count below 128 is ASCII, so that a run of counts and short strings is UTF-8
/// exactly if all strings are; each is then a piece of the run, cut at an edge of a character. The run ends at a longer string.
fn strings<'de, T>(items: &mut [T], d: &mut Dec<'_, 'de>, mut set: impl FnMut(&mut T, &'de str)) -> Result<()> {
    let mut window: (&'de [u8], &'de str) = (&[], "");
    for item in items {
        if let Some((text, used)) = next_in(window.1) {
            set(item, text);
            d.rest = d.rest.get(used..).unwrap_or_default();
            window.1 = window.1.get(used..).unwrap_or_default();
            continue;
        }
        set(item, d.str()?);
        window = (&[], valid_start(d.rest));
    }
    Ok(())
}

/// The string at the head of a run, and the bytes that it takes with its count.
#[inline]
fn next_in(run: &str) -> Option<(&str, usize)> {
    let n = usize::from(*run.as_bytes().first().filter(|&&n| n < 0x80)?);
    Some((run.get(1..=n)?, n + 1))
}

/// The UTF-8 at the head of what is left.
fn valid_start(rest: &[u8]) -> &str {
    let window = rest.get(..WINDOW.min(rest.len())).unwrap_or_default();
    match core::str::from_utf8(window) {
        Ok(text) => text,
        Err(e) => core::str::from_utf8(&window[..e.valid_up_to()]).unwrap_or_default(),
    }
}

impl<'de: 'a, 'a> Decode<'de> for Cow<'a, str> {
    const REPLACES: bool = true;

    fn zero() -> Self {
        Cow::Borrowed("")
    }
    #[inline]
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        *self = Cow::Borrowed(d.str()?);
        Ok(())
    }
}

impl<'de: 'a, 'a> Decode<'de> for &'a [u8] {
    const REPLACES: bool = true;

    #[inline]
    fn zero() -> Self {
        &[]
    }
    #[inline]
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        *self = d.text()?;
        Ok(())
    }
}

impl<'de: 'a, 'a> Decode<'de> for Cow<'a, [u8]> {
    const REPLACES: bool = true;

    fn zero() -> Self {
        Cow::Borrowed(&[])
    }
    #[inline]
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        *self = Cow::Borrowed(d.text()?);
        Ok(())
    }
}

/// Any bytes: Go's strings need not be UTF-8.
impl<'de> Decode<'de> for Text {
    const REPLACES: bool = true;

    fn zero() -> Self {
        Text::default()
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        *self = Text::from(d.text()?);
        Ok(())
    }
}

macro_rules! strs {
    ($($pointer:ty),*) => {$(
        impl<'de> Decode<'de> for $pointer {
            fn zero() -> Self {
                "".into()
            }
            fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
                *self = d.str()?.into();
                Ok(())
            }
        }
    )*};
}

strs!(Box<str>, Rc<str>, Arc<str>);
