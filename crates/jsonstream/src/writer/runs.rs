//! Many elements of one kind, with one look at the state.

use crate::config::{FloatFormat, NonFinite};
use crate::error::Result;
use crate::number::{put_f64, put_i64, put_u64};
use crate::out::Out;
use crate::sink::Sink;
use crate::writer::Writer;

/// So many elements are written between two looks at the threshold.
const PIECE: usize = 256;

/// Runs: elements of the array that is open.
impl<S: Sink> Writer<S> {
    /// Integers.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_array()?;
    /// w.i64s(&[1, -2])?;
    /// w.i64s(&[3])?;
    /// w.end_array()?;
    /// assert_eq!(w.buffer(), b"[1,-2,3]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` outside an array; that of the sink.
    pub fn i64s(&mut self, run: &[i64]) -> Result<()> {
        if self.core.canonical.is_some() {
            return self.each(run, |writer, n| writer.i64(n));
        }
        self.run(run, put_i64)
    }

    /// Integers without a sign.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_array()?;
    /// w.u64s(&[1, 2])?;
    /// assert_eq!(w.buffer(), b"[1,2");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` outside an array; that of the sink.
    pub fn u64s(&mut self, run: &[u64]) -> Result<()> {
        if self.core.canonical.is_some() {
            return self.each(run, |writer, n| writer.u64(n));
        }
        self.run(run, put_u64)
    }

    /// Floats.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_array()?;
    /// assert!(w.f64s(&[1.0, f64::NAN]).is_err());
    /// w.f64s(&[1.0, 0.5])?;
    /// assert_eq!(w.buffer(), b"[1,0.5");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `NonFinite` if one is NaN or infinite and options do not say otherwise; then none is written. `Misuse` outside
    /// an array; that of the sink.
    pub fn f64s(&mut self, run: &[f64]) -> Result<()> {
        let (format, non_finite) = (self.core.options.floats, self.core.options.non_finite);
        if non_finite == NonFinite::Error && !run.iter().all(|n| n.is_finite()) {
            return self.core.non_finite();
        }
        self.run(run, |out, n| put_any_f64(out, n, format, non_finite))
    }

    /// Truth values.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_array()?;
    /// w.bools(&[true, false])?;
    /// assert_eq!(w.buffer(), b"[true,false");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` outside an array; that of the sink.
    pub fn bools(&mut self, run: &[bool]) -> Result<()> {
        self.run(run, |out, value| out.put(if value { b"true" } else { b"false" }))
    }

    fn run<T: Copy>(&mut self, run: &[T], put: impl Fn(&mut Out, T)) -> Result<()> {
        if !self.core.levels.current.is_array() {
            return self.core.misuse("a run of elements can only stand in an array");
        }
        if !self.core.compact {
            return self.wide_run(run, put);
        }
        for piece in run.chunks(PIECE) {
            self.core.put_run(piece, &put);
            self.border()?;
        }
        Ok(())
    }

    /// One by one, where each may need a look.
    fn each<T: Copy>(&mut self, run: &[T], put: impl Fn(&mut Self, T) -> Result<()>) -> Result<()> {
        self.run(&[] as &[T], |_, _| {})?;
        run.iter().try_for_each(|&element| put(self, element))
    }

    fn wide_run<T: Copy>(&mut self, run: &[T], put: impl Fn(&mut Out, T)) -> Result<()> {
        for &element in run {
            self.core.value()?;
            put(&mut self.core.out, element);
            self.border()?;
        }
        Ok(())
    }
}

impl super::Core {
    /// A run that is not empty, without white space.
    fn put_run<T: Copy>(&mut self, run: &[T], put: impl Fn(&mut Out, T)) {
        let mut comma = !self.levels.current.is_empty();
        for &element in run {
            if comma {
                self.out.byte(b',');
            }
            put(&mut self.out, element);
            comma = true;
        }
        self.levels.current.add(run.len() as u64);
    }
}

fn put_any_f64(out: &mut Out, n: f64, format: FloatFormat, non_finite: NonFinite) {
    if n.is_finite() { put_f64(out, n, format) } else { out.put(non_finite.word(n)) }
}
