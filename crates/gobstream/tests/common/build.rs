//! Streams built by hand, valid or not.

/// Bytes that are being put together.
pub type Bytes = Vec<u8>;

pub const BOOL: i64 = 1;
pub const INT: i64 = 2;
pub const UINT: i64 = 3;
pub const FLOAT: i64 = 4;
pub const BYTES: i64 = 5;
pub const STRING: i64 = 6;
pub const COMPLEX: i64 = 7;
pub const INTERFACE: i64 = 8;

pub fn uint(v: u64) -> Bytes {
    if v < 0x80 {
        return vec![v as u8];
    }
    let n = 8 - v.leading_zeros() as usize / 8;
    let mut bytes = vec![(n as u8).wrapping_neg()];
    bytes.extend_from_slice(&v.to_be_bytes()[8 - n..]);
    bytes
}

pub fn int(v: i64) -> Bytes {
    uint(((v << 1) ^ (v >> 63)) as u64)
}

pub fn text(s: &[u8]) -> Bytes {
    [uint(s.len() as u64), s.to_vec()].concat()
}

/// A message with its length.
pub fn message(body: &[u8]) -> Bytes {
    [uint(body.len() as u64), body.to_vec()].concat()
}

/// A value of a struct type, as a message.
pub fn value(id: i64, body: &[u8]) -> Bytes {
    message(&[int(id), body.to_vec()].concat())
}

/// A value that is no struct: a zero stands before it.
pub fn single(id: i64, body: &[u8]) -> Bytes {
    message(&[int(id), vec![0], body.to_vec()].concat())
}

/// The body of a definition: the field of wireType that says the kind, and what is in it.
fn definition(id: i64, kind: u8, name: &[u8], parts: &[u8]) -> Bytes {
    let named: Bytes = if name.is_empty() { vec![2] } else { [vec![1], text(name), vec![1]].concat() };
    [int(-id), vec![kind, 1], named, int(id), vec![0], parts.to_vec(), vec![0, 0]].concat()
}

fn slice_body(id: i64, elem: i64) -> Bytes {
    definition(id, 2, b"", &[vec![1], int(elem)].concat())
}

/// A field of a struct type: its name and the id of its type. An empty name or a zero id is left out.
fn field((name, id): &(Bytes, i64)) -> Bytes {
    let mut bytes = Bytes::new();
    let mut delta = 1;
    if !name.is_empty() {
        bytes.extend([vec![1], text(name)].concat());
    } else {
        delta = 2;
    }
    if *id != 0 {
        bytes.extend([vec![delta], int(*id)].concat());
    }
    bytes.push(0);
    bytes
}

fn struct_body(id: i64, name: &[u8], fields: &[(Bytes, i64)]) -> Bytes {
    let list: Bytes = fields.iter().flat_map(field).collect();
    let parts = if fields.is_empty() { Bytes::new() } else { [vec![1], uint(fields.len() as u64), list].concat() };
    definition(id, 3, name, &parts)
}

pub fn slice(id: i64, elem: i64) -> Bytes {
    message(&slice_body(id, elem))
}

pub fn array(id: i64, elem: i64, len: i64) -> Bytes {
    message(&definition(id, 1, b"", &[vec![1], int(elem), vec![1], int(len)].concat()))
}

pub fn map(id: i64, key: i64, elem: i64) -> Bytes {
    message(&definition(id, 4, b"", &[vec![1], int(key), vec![1], int(elem)].concat()))
}

pub fn structure(id: i64, name: &str, fields: &[(&str, i64)]) -> Bytes {
    let fields: Vec<_> = fields.iter().map(|(n, id)| (n.as_bytes().to_vec(), *id)).collect();
    message(&struct_body(id, name.as_bytes(), &fields))
}

/// A struct type of `n` fields called F0, F1, …, the types of which `id_of` says.
pub fn wide(id: i64, n: usize, id_of: impl Fn(usize) -> i64) -> Bytes {
    let fields: Vec<_> = (0..n).map(|i| (format!("F{i}").into_bytes(), id_of(i))).collect();
    message(&struct_body(id, b"Wide", &fields))
}

/// A struct type of `n` fields that have neither name nor type: one byte each.
pub fn bare(id: i64, n: usize) -> Bytes {
    message(&struct_body(id, b"", &vec![(Bytes::new(), 0); n]))
}

/// A type that marshals itself by GobEncode.
pub fn opaque(id: i64, name: &str) -> Bytes {
    message(&definition(id, 5, name.as_bytes(), b""))
}

/// An interface holding a value of a type that is known: name, id, length, payload.
pub fn interface(name: &str, id: i64, payload: &[u8]) -> Bytes {
    [text(name.as_bytes()), int(id), uint(payload.len() as u64), payload.to_vec()].concat()
}

/// The definition of a slice type as it stands inside an interface, without a length of its own.
pub fn inner_slice(id: i64, elem: i64) -> Bytes {
    slice_body(id, elem)
}

/// The same of a struct type.
pub fn inner_struct(id: i64, fields: &[(&str, i64)]) -> Bytes {
    let fields: Vec<_> = fields.iter().map(|(n, id)| (n.as_bytes().to_vec(), *id)).collect();
    struct_body(id, b"T", &fields)
}

/// `bytes`, `n` times.
pub fn times(n: usize, bytes: &[u8]) -> Bytes {
    bytes.repeat(n)
}
