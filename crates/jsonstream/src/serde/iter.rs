//! Values one by one.

use core::marker::PhantomData;

use serde_core::de::Deserialize;

use crate::config;
use crate::error::{ErrorKind, Result};
use crate::reader::{Lend, Reader};

impl<S> Reader<S> {
    /// The elements of the array that comes, one by one: an array of any size takes the memory of one element. The
    /// first error ends it.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_io(&b"[[1, 2], [3, 4]]"[..]);
    /// let mut sum = 0;
    /// for row in r.array::<(u32, u32)>()? {
    ///     sum += row?.1;
    /// }
    /// assert_eq!(sum, 6);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if no array comes; those of [`peek`](Self::peek).
    pub fn array<'de, T: Deserialize<'de>>(&mut self) -> Result<Elements<'_, S, T>>
    where
        S: Lend<'de>,
    {
        self.begin_array()?;
        Ok(self.elements())
    }

    /// The rest of the array that is open, as [`array`](Self::array) does it.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str("[1, 2, 3]");
    /// r.begin_array()?;
    /// r.skip()?;
    /// let rest: Vec<u8> = r.elements().collect::<jsonstream::Result<_>>()?;
    /// assert_eq!(rest, [2, 3]);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn elements<'de, T: Deserialize<'de>>(&mut self) -> Elements<'_, S, T>
    where
        S: Lend<'de>,
    {
        let depth = self.depth();
        Elements { reader: self, depth, ended: false, item: PhantomData }
    }

    /// The top-level values one by one. With [`Documents::Lines`](crate::Documents::Lines) a bad line is an error in
    /// its turn and the next line follows; otherwise the first error ends it.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Documents, ReadOptions, Reader};
    ///
    /// let options = ReadOptions { documents: Documents::Lines, ..Default::default() };
    /// let mut r = Reader::from_io_with(&b"1\n\nx\n3\n"[..], &options);
    /// let numbers: Vec<_> = r.documents::<u32>().map(Result::ok).collect();
    /// assert_eq!(numbers, [Some(1), None, Some(3)]);
    /// ```
    pub fn documents<'de, T: Deserialize<'de>>(&mut self) -> Values<'_, S, T>
    where
        S: Lend<'de>,
    {
        Values { reader: self, ended: false, item: PhantomData }
    }
}

/// Iterator over the elements of an array; see [`Reader::array`].
#[derive(Debug)]
pub struct Elements<'a, S, T> {
    reader: &'a mut Reader<S>,
    depth: usize,
    ended: bool,
    item: PhantomData<fn() -> T>,
}

impl<'de, S: Lend<'de>, T: Deserialize<'de>> Elements<'_, S, T> {
    fn advance(&mut self) -> Result<Option<T>> {
        if self.reader.next_element()? {
            return self.reader.value().map(Some);
        }
        let single = self.reader.options().documents == config::Documents::Single;
        if self.depth == 1 && single {
            self.reader.end()?;
        }
        Ok(None)
    }
}

impl<'de, S: Lend<'de>, T: Deserialize<'de>> Iterator for Elements<'_, S, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if self.ended {
            return None;
        }
        let item = self.advance().transpose();
        let can_go_on = waits(&item) && self.reader.depth() == self.depth;
        self.ended = !can_go_on && !matches!(item, Some(Ok(_)));
        item
    }
}

/// After this the same call can be repeated, unless it happened inside a value.
fn waits<T>(item: &Option<Result<T>>) -> bool {
    matches!(item, Some(Err(error)) if error.kind() == ErrorKind::NeedMore)
}

/// Iterator over top-level values; see [`Reader::documents`].
#[derive(Debug)]
pub struct Values<'a, S, T> {
    reader: &'a mut Reader<S>,
    ended: bool,
    item: PhantomData<fn() -> T>,
}

impl<'de, S: Lend<'de>, T: Deserialize<'de>> Values<'_, S, T> {
    fn advance(&mut self) -> Result<Option<T>> {
        if self.reader.next_document()? { self.reader.value().map(Some) } else { Ok(None) }
    }

    /// After an error: is there more to come?
    fn recover(&mut self, kind: ErrorKind) -> bool {
        match kind {
            ErrorKind::NeedMore => self.reader.depth() == 0,
            ErrorKind::Io => false,
            _ if self.reader.options().documents != config::Documents::Lines => false,
            _ => self.reader.skip_line().is_ok(),
        }
    }
}

impl<'de, S: Lend<'de>, T: Deserialize<'de>> Iterator for Values<'_, S, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if self.ended {
            return None;
        }
        let item = self.advance().transpose();
        self.ended = match &item {
            Some(Ok(_)) => false,
            Some(Err(error)) => !self.recover(error.kind()),
            None => true,
        };
        item
    }
}
