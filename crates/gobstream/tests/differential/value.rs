//! Values of Go types, as the test itself knows them: invented by choices, and told to Go part by part.

use super::choices::Choices;
use super::types::{self, BASIC, DECLARED, Kind, OPAQUE, Ty, Type, strip, under};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(crate) enum Val {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Complex(f64, f64),
    /// A string.
    Text(Vec<u8>),
    /// What an opaque type's method makes.
    Payload(Vec<u8>),
    /// A slice, `None` if nil, or an array.
    List(Option<Vec<Val>>),
    Map(Option<Vec<(Val, Val)>>),
    Ptr(Option<Box<Val>>),
    Struct(Vec<Val>),
    Interface(Option<(Type, Box<Val>)>),
}

/// The values of one stream, each with its type.
pub(crate) type Case = Vec<(Type, Val)>;

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a struct: it may be nil.
    Field,
    /// Elsewhere: it may not.
    Element,
    /// In a key: no pointers, no NaN and no negative zero, so that different bytes are different keys to Go too.
    Key,
}

/// How large a case is, to its reader.
pub(crate) fn size(case: &Case) -> usize {
    case.iter().map(|(ty, val)| ty.text().len() + format!("{val:?}").len()).sum()
}

/// Invents the values of a stream.
pub(crate) fn case(choices: &mut Choices<'_>) -> Case {
    (0..=choices.below(3))
        .map(|_| {
            let ty = if choices.one_in(4) { declared(choices) } else { ty(choices, 4) };
            let ty = one_pointer(&ty).unwrap_or(ty);
            let val = val(choices, &ty, 5, Place::Element);
            (ty, val)
        })
        .collect()
}

/// At the top Go follows two pointers to an opaque value that it then has lost, and panics: one pointer, where there are more.
fn one_pointer(ty: &Type) -> Option<Type> {
    let base = strip(ty);
    (base.opaque().is_some() && base.text().len() + 1 < ty.text().len()).then(|| Rc::new(Ty::Ptr(base.clone())))
}

fn declared(choices: &mut Choices<'_>) -> Type {
    let n = choices.below(DECLARED.len());
    Rc::new(Ty::Declared(&DECLARED[n]))
}

fn opaque(choices: &mut Choices<'_>) -> Type {
    let n = choices.below(OPAQUE.len());
    let ty = Rc::new(Ty::Declared(&OPAQUE[n]));
    // Methods on the pointer want one.
    if OPAQUE[n].opaque.as_ref().is_some_and(|o| o.zero.is_none()) || choices.one_in(4) { Rc::new(Ty::Ptr(ty)) } else { ty }
}

fn ty(choices: &mut Choices<'_>, depth: usize) -> Type {
    let what = choices.below(if depth == 0 { 5 } else { 14 });
    Rc::new(match what {
        0..=2 => Ty::Basic(choices.pick(&BASIC)),
        3 => return declared(choices),
        4 => return opaque(choices),
        5 | 6 => Ty::Slice(ty(choices, depth - 1)),
        7 => Ty::Array(choices.below(4), ty(choices, depth - 1)),
        8 | 9 => Ty::Map(key(choices, depth - 1), ty(choices, depth - 1)),
        10 => Ty::Ptr(ty(choices, depth - 1)),
        _ => Ty::Struct(fields(choices, |choices| ty(choices, depth - 1))),
    })
}

fn fields(choices: &mut Choices<'_>, mut field: impl FnMut(&mut Choices<'_>) -> Type) -> Vec<(String, Type)> {
    (0..choices.below(6)).map(|i| (format!("F{i}"), field(choices))).collect()
}

fn key(choices: &mut Choices<'_>, depth: usize) -> Type {
    Rc::new(match choices.below(if depth == 0 { 6 } else { 9 }) {
        0 => Ty::Basic("string"),
        1..=4 => Ty::Basic(choices.pick(&BASIC)),
        5 => return types::parse(choices.pick(&["main.Key", "main.Weekday", "main.Point", "main.Triple", "main.Octet"])),
        6 => Ty::Array(choices.below(3), key(choices, depth - 1)),
        _ => Ty::Struct(fields(choices, |choices| key(choices, depth - 1))),
    })
}

fn val(choices: &mut Choices<'_>, ty: &Type, depth: i32, place: Place) -> Val {
    if let Some(kind) = ty.kind() {
        return scalar(choices, kind, depth, place);
    }
    if ty.opaque().is_some() {
        return Val::Payload(payload(choices, &ty.text()));
    }
    match &*under(ty) {
        Ty::Ptr(_) if place == Place::Field && (depth < 0 || choices.below(3) == 0) => Val::Ptr(None),
        Ty::Ptr(elem) => Val::Ptr(Some(Box::new(val(choices, elem, depth - 1, place)))),
        Ty::Slice(_) if choices.one_in(6) => Val::List(None),
        Ty::Slice(elem) => {
            let n = count(choices, depth);
            Val::List(Some((0..n).map(|_| val(choices, elem, depth - 1, Place::Element)).collect()))
        }
        Ty::Array(n, elem) => {
            let place = if place == Place::Key { place } else { Place::Element };
            Val::List(Some((0..*n).map(|_| val(choices, elem, depth - 1, place)).collect()))
        }
        Ty::Map(..) if choices.one_in(6) => Val::Map(None),
        Ty::Map(key, elem) => Val::Map(Some(entries(choices, key, elem, depth))),
        Ty::Struct(fields) => {
            let place = if place == Place::Key { place } else { Place::Field };
            Val::Struct(fields.iter().map(|(_, ty)| val(choices, ty, depth - 1, place)).collect())
        }
        Ty::Basic(_) | Ty::Declared(_) => unreachable!("{}", ty.text()),
    }
}

fn count(choices: &mut Choices<'_>, depth: i32) -> usize {
    match choices.below(40) {
        _ if depth < 0 => 0,
        39 => 70,
        n => n % 4,
    }
}

fn entries(choices: &mut Choices<'_>, key: &Type, elem: &Type, depth: i32) -> Vec<(Val, Val)> {
    let mut keys = Vec::new();
    let mut entries = Vec::new();
    for _ in 0..count(choices, depth) {
        let k = val(choices, key, 2, Place::Key);
        let mut told = Vec::new();
        tell(key, &k, &mut told);
        let v = val(choices, elem, depth - 1, Place::Element);
        if !keys.contains(&told) {
            keys.push(told);
            entries.push((k, v));
        }
    }
    entries
}

fn scalar(choices: &mut Choices<'_>, kind: Kind, depth: i32, place: Place) -> Val {
    match kind {
        Kind::Bool => Val::Bool(choices.below(2) == 1),
        Kind::Int(bits) => {
            let v = match choices.below(6) {
                4 => i64::MIN >> (64 - bits),
                5 => i64::MAX >> (64 - bits),
                _ => choices.number() as i64,
            };
            Val::Int(v << (64 - bits) >> (64 - bits))
        }
        Kind::Uint(bits) => Val::Uint(if choices.one_in(6) { u64::MAX } else { choices.number() } << (64 - bits) >> (64 - bits)),
        Kind::Float(bits) => Val::Float(float(choices, bits, place)),
        Kind::Complex(bits) => Val::Complex(float(choices, bits / 2, place), float(choices, bits / 2, place)),
        Kind::String => Val::Text(text(choices)),
        Kind::Interface => interface(choices, depth, place),
    }
}

fn float(choices: &mut Choices<'_>, bits: u32, place: Place) -> f64 {
    let v = match choices.below(10) {
        0 => 0.0,
        1 => 1.0,
        2 => -0.0,
        3 => 0.1,
        4 => f64::INFINITY,
        5 => f64::NAN,
        6 => choices.number() as i64 as f64,
        7 => f64::from_bits(1),
        8 => -1.5e38,
        _ => f64::from_bits(choices.draw()),
    };
    let v = if bits == 32 { f64::from(v as f32) } else { v };
    if place == Place::Key && (v.is_nan() || v == 0.0) { 0.0 } else { v }
}

fn text(choices: &mut Choices<'_>) -> Vec<u8> {
    match choices.below(8) {
        n @ 0..=4 => ["a", "", "é\n", "日本語", "\u{2028}\0"][n].as_bytes().to_vec(),
        5 => b"\xff\xc0".to_vec(),
        _ => (0..choices.pick(&[1, 3, 127, 128, 255, 256, 300])).map(|i| b'a' + (i * 7 % 26) as u8).collect(),
    }
}

/// Nil, or a value of a type that needs no pointer. A name past 1,024 bytes Go would send and not take.
fn interface(choices: &mut Choices<'_>, depth: i32, place: Place) -> Val {
    if place != Place::Key && choices.below(4) == 0 {
        return Val::Interface(None);
    }
    let plain = place == Place::Key || depth <= 0;
    let ty = if plain { Rc::new(Ty::Basic(choices.pick(&BASIC[..17]))) } else { strip(&ty(choices, 2)).clone() };
    if ty.kind() == Some(Kind::Interface) || ty.opaque().is_some_and(|o| o.zero.is_none()) || ty.text().len() > 1000 {
        return Val::Interface(None);
    }
    let place = if place == Place::Key { place } else { Place::Element };
    let held = val(choices, &ty, depth - 1, place);
    Val::Interface(Some((ty, Box::new(held))))
}

fn payload(choices: &mut Choices<'_>, ty: &str) -> Vec<u8> {
    match ty {
        "time.Time" if choices.one_in(5) => OPAQUE[0].opaque.as_ref().and_then(|o| o.zero).unwrap().to_vec(),
        "time.Time" => {
            let zone = match choices.below(3) {
                0 => -1,
                1 => 0,
                _ => choices.below(1400) as i16 - 700,
            };
            let seconds = 0xe_7791_f700 + (choices.number() as i64 >> 30);
            let nanoseconds = choices.below(1_000_000_000) as i32;
            // Zone -1 is UTC: no zone is one minute west of it.
            let zone = if zone == -1 || zone != 0 && zone.rem_euclid(15) != 0 { -1 } else { zone };
            [&[1], &seconds.to_be_bytes()[..], &nanoseconds.to_be_bytes(), &zone.to_be_bytes()].concat()
        }
        "netip.Addr" => [
            &b""[..],
            b"\x0a\0\x02\x01",
            b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01",
            b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01eth0",
        ][choices.below(4)]
        .to_vec(),
        "main.BinText" => text(choices),
        "main.UUID" => (0..16).map(|_| choices.below(256) as u8).collect(),
        "big.Int" => {
            let magnitude: Vec<u8> = choices.number().to_be_bytes().into_iter().skip_while(|b| *b == 0).collect();
            let negative = !magnitude.is_empty() && choices.below(2) == 1;
            [&[2 | u8::from(negative)], &magnitude[..]].concat()
        }
        _ => [&[choices.below(256) as u8], &text(choices)[..]].concat(),
    }
}

/// Tells Go a value: see `feed.value` in interop/differ.go.
pub(crate) fn tell(ty: &Type, val: &Val, out: &mut Vec<u8>) {
    match (val, &*under(ty)) {
        (Val::Bool(v), _) => out.push((*v).into()),
        (Val::Int(v), _) => out.extend(v.to_le_bytes()),
        (Val::Uint(v), _) => out.extend(v.to_le_bytes()),
        (Val::Float(v), _) => out.extend(v.to_bits().to_le_bytes()),
        (Val::Complex(re, im), _) => [re, im].iter().for_each(|v| out.extend(v.to_bits().to_le_bytes())),
        (Val::Text(text) | Val::Payload(text), _) => tell_text(text, out),
        (Val::Ptr(None) | Val::Interface(None), _) => out.push(0),
        (Val::Ptr(Some(v)), Ty::Ptr(elem)) => {
            out.push(1);
            tell(elem, v, out);
        }
        (Val::Interface(Some((held, v))), _) => {
            out.push(1);
            tell_text(held.text().as_bytes(), out);
            tell(held, v, out);
        }
        (Val::List(None) | Val::Map(None), _) => out.extend(u32::MAX.to_le_bytes()),
        (Val::List(Some(items)), Ty::Slice(elem)) => {
            out.extend((items.len() as u32).to_le_bytes());
            items.iter().for_each(|item| tell(elem, item, out));
        }
        (Val::List(Some(items)), Ty::Array(_, elem)) => items.iter().for_each(|item| tell(elem, item, out)),
        (Val::Map(Some(entries)), Ty::Map(key, elem)) => {
            out.extend((entries.len() as u32).to_le_bytes());
            for (k, v) in entries {
                tell(key, k, out);
                tell(elem, v, out);
            }
        }
        (Val::Struct(fields), Ty::Struct(types)) => types.iter().zip(fields).for_each(|((_, ty), val)| tell(ty, val, out)),
        _ => unreachable!("{val:?} is no {}", ty.text()),
    }
}

pub(crate) fn tell_text(text: &[u8], out: &mut Vec<u8>) {
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text);
}

/// What was told, from its front.
#[derive(Debug)]
pub(crate) struct Told<'a>(pub(crate) &'a [u8]);

impl<'a> Told<'a> {
    pub(crate) fn take(&mut self, n: usize) -> &'a [u8] {
        let (front, rest) = self.0.split_at(n);
        self.0 = rest;
        front
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    pub(crate) fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take(4).try_into().unwrap())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take(8).try_into().unwrap())
    }

    pub(crate) fn text(&mut self) -> &'a [u8] {
        let n = self.u32() as usize;
        self.take(n)
    }

    pub(crate) fn ty(&mut self) -> Type {
        types::parse(std::str::from_utf8(self.text()).unwrap())
    }

    /// How many, unless nil.
    fn count(&mut self) -> Option<u32> {
        Some(self.u32()).filter(|n| *n != u32::MAX)
    }

    /// A value that was told.
    pub(crate) fn val(&mut self, ty: &Type) -> Val {
        if ty.opaque().is_some() {
            return Val::Payload(self.text().to_vec());
        }
        match ty.kind() {
            Some(Kind::Bool) => return Val::Bool(self.byte() == 1),
            Some(Kind::Int(_)) => return Val::Int(self.u64() as i64),
            Some(Kind::Uint(_)) => return Val::Uint(self.u64()),
            Some(Kind::Float(_)) => return Val::Float(f64::from_bits(self.u64())),
            Some(Kind::Complex(_)) => return Val::Complex(f64::from_bits(self.u64()), f64::from_bits(self.u64())),
            Some(Kind::String) => return Val::Text(self.text().to_vec()),
            Some(Kind::Interface) => return Val::Interface((self.byte() == 1).then(|| self.held())),
            None => {}
        }
        match &*under(ty) {
            Ty::Ptr(elem) => Val::Ptr((self.byte() == 1).then(|| Box::new(self.val(elem)))),
            Ty::Slice(elem) => Val::List(self.count().map(|n| (0..n).map(|_| self.val(elem)).collect())),
            Ty::Array(n, elem) => Val::List(Some((0..*n).map(|_| self.val(elem)).collect())),
            Ty::Map(key, elem) => Val::Map(self.count().map(|n| (0..n).map(|_| (self.val(key), self.val(elem))).collect())),
            Ty::Struct(fields) => Val::Struct(fields.iter().map(|(_, ty)| self.val(ty)).collect()),
            Ty::Basic(_) | Ty::Declared(_) => unreachable!("{}", ty.text()),
        }
    }

    fn held(&mut self) -> (Type, Box<Val>) {
        let ty = self.ty();
        let val = self.val(&ty);
        (ty, Box::new(val))
    }
}
