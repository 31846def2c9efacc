//! Strings and byte strings, owned and borrowed.

use super::scalars::SHORT;
use super::{Dec, Decode};
use crate::error::Result;
use crate::kernel;
use crate::plan::Node;
use crate::value::Text;
use alloc::borrow::Cow;
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
        resize(list, String::new, d, n)?;
        strings(list, d, assign)
    }
    fn merge_elems(items: &mut [Self], d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        strings(items, d, assign)
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
        resize(list, || "", d, n)?;
        strings(list, d, |item, text, _| *item = text)
    }
    fn merge_elems(items: &mut [Self], d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        strings(items, d, |item, text, _| *item = text)
    }
}

fn resize<T>(list: &mut Vec<T>, empty: fn() -> T, d: &mut Dec<'_, '_>, n: Node) -> Result<()> {
    let count = usize::try_from(d.count(n, 1)?).unwrap_or(usize::MAX);
    if count > list.capacity() {
        d.charge((count as u64).saturating_mul(size_of::<T>() as u64))?;
        list.reserve_exact(count.saturating_sub(list.len()));
    }
    list.resize_with(count, empty);
    Ok(())
}

/// Bytes that are checked in one go at most, what a string of a run takes at most, and for how many strings the check pays.
const WINDOW: usize = 4096;
const LONGEST: usize = 128;
const FEW: usize = 4;

/// Reads as many strings as there are items.
#[inline]
fn strings<'de, T>(items: &mut [T], d: &mut Dec<'_, 'de>, mut set: impl FnMut(&mut T, &'de str, &'de str)) -> Result<()> {
    let mut items = items.iter_mut();
    while items.len() > 0 {
        if items.len() >= FEW {
            let window = WINDOW.min(d.rest.len()).min(items.len() * LONGEST);
            let used = kernel::read_texts(valid_start(&d.rest[..window]), &mut items, &mut set);
            d.rest = &d.rest[used..];
        }
        if let Some(item) = items.next() {
            let text = d.str()?;
            set(item, text, text);
        }
    }
    Ok(())
}

/// The UTF-8 at the head of a window.
fn valid_start(window: &[u8]) -> &str {
    match core::str::from_utf8(window) {
        Ok(text) => text,
        Err(e) => core::str::from_utf8(&window[..e.valid_up_to()]).unwrap_or_default(),
    }
}

/// Puts a text into a string. Short ones are copied by a move of fixed size, where what follows allows that: see [`kernel::read_texts`].
#[inline(always)]
fn assign(item: &mut String, text: &str, wide: &str) {
    item.clear();
    let Some(wide) = wide.get(..SHORT).filter(|_| (1..=SHORT).contains(&text.len())) else { return item.push_str(text) };
    if item.capacity() < SHORT {
        *item = String::with_capacity(SHORT);
    }
    item.push_str(wide);
    item.truncate(text.len());
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
