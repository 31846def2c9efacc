//! A definition as the bytes that Go's Encoder writes for it.

use super::made::kind_field;
use super::{Id, Kind, Type};
use crate::wire::EncodeBuffer;
use alloc::vec::Vec;

impl Type {
    /// The message in which an Encoder sends the definition of this type, with the ids that it was received with.
    ///
    /// ```
    /// use gobstream::{Stream, Value};
    /// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01";
    /// let Some(Value::List(list)) = Stream::from_slice(bytes).next_value()? else { unreachable!() };
    /// assert_eq!(list.ty().definition(), bytes[..13]);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn definition(&self) -> Vec<u8> {
        let mut out = EncodeBuffer::new();
        let hole = out.leave(1);
        self.put_definition(&mut out);
        crate::ids::close(&mut out, hole);
        out.into_vec()
    }

    /// The same without the length of the message: so it stands inside a value.
    pub fn definition_body(&self) -> Vec<u8> {
        let mut out = EncodeBuffer::new();
        self.put_definition(&mut out);
        out.into_vec()
    }

    /// Whether two definitions say the same, ids included.
    pub(crate) fn is_defined_as(&self, other: &Type) -> bool {
        self.id() == other.id() && self.definition_body() == other.definition_body()
    }

    fn put_definition(&self, out: &mut EncodeBuffer) {
        out.put_int(-i64::from(self.id()));
        if let Some(field) = kind_field(self.kind()) {
            out.put_byte(field as u8 + 1);
            self.put_kind(out);
            out.put_byte(0);
        }
        out.put_byte(0);
    }

    fn put_kind(&self, out: &mut EncodeBuffer) {
        out.put_byte(1);
        let mut common = Fields { out, passed: 0 };
        common.text(self.name());
        common.int(self.inner_id());
        out.put_byte(0);
        let mut rest = Fields { out, passed: 0 };
        match self.kind() {
            Kind::Struct => return put_fields(self.fields().map(|field| (field.name, field.id)), out),
            Kind::Opaque(_) => {}
            _ => self.references().for_each(|id| rest.int(id.into())),
        }
        if let Some(len) = self.declared_len() {
            rest.int(len);
        }
    }
}

/// The fields of a struct type, names and ids, unless there are none.
pub(crate) fn put_fields<'a>(fields: impl ExactSizeIterator<Item = (&'a [u8], Id)>, out: &mut EncodeBuffer) {
    if fields.len() == 0 {
        return;
    }
    out.put_byte(1);
    out.put_uint(fields.len() as u64);
    for (name, id) in fields {
        // Straight on: this is most of what a new encoder does first.
        if !name.is_empty() {
            out.put_byte(1);
            out.put_text(name);
        }
        if id != 0 {
            out.put_byte(if name.is_empty() { 2 } else { 1 });
            out.put_int(id.into());
        }
        out.put_byte(0);
    }
}

/// Fields of a struct, of which zeros are not sent.
struct Fields<'o> {
    out: &'o mut EncodeBuffer,
    passed: u8,
}

impl Fields<'_> {
    fn begin(&mut self, sent: bool) -> bool {
        self.passed += 1;
        if sent {
            self.out.put_byte(core::mem::take(&mut self.passed));
        }
        sent
    }

    fn int(&mut self, v: i64) {
        if self.begin(v != 0) {
            self.out.put_int(v);
        }
    }

    fn text(&mut self, text: &[u8]) {
        if self.begin(!text.is_empty()) {
            self.out.put_text(text);
        }
    }
}
