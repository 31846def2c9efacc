//! The declared types as Rust types: what Go wrote of them is decoded, and encoded again.

use super::types::Ty;
use super::value::Case;
use super::write::{self, Go};
use super::{compare, hex, read, written};
use gobstream::{Complex, Decode, Decoder, Encode, Encoder, Gob, Slice, Text, Value};
use std::collections::BTreeMap;

type Again = fn(&mut Decoder<Slice<'_>>, &mut Encoder<Vec<u8>>) -> Result<(), String>;

fn again<T: for<'de> Decode<'de> + Encode>(
    decoder: &mut Decoder<Slice<'_>>,
    encoder: &mut Encoder<Vec<u8>>,
) -> Result<(), String> {
    let value: T = decoder.decode().map_err(|e| format!("cannot be decoded: {e}"))?.ok_or("nothing is left")?;
    encoder.encode(&value).map_err(|e| format!("cannot be encoded: {e}"))
}

/// What is wrong with the typed reading and writing of what Go wrote, if all values are of declared types that stand here.
pub(crate) fn check(case: &Case, go: &[u8]) -> Result<(), String> {
    let Some(types) = case.iter().map(|(ty, _)| again_of(ty)).collect::<Option<Vec<_>>>() else { return Ok(()) };
    let (mut decoder, mut encoder) = (Decoder::from_slice(go), Encoder::to_vec());
    for again in types {
        again(&mut decoder, &mut encoder)?;
    }
    let typed = encoder.into_sink();
    let mut case = case.clone();
    for ((ty, val), read) in case.iter_mut().zip(&read(&typed)?) {
        compare::reorder(ty, val, read);
        if !compare::same(ty, val, read) {
            return Err(format!("as a Rust type {read:?}"));
        }
    }
    // A type that a Value brings along is another than the same in Rust, and defined beside it.
    let brings_types = case.iter().any(|(ty, _)| ["main.Box", "main.Everything", "main.Chain"].contains(&&*ty.text()));
    let (plain, gos) = write::write(&case);
    let want = written(&read(&plain)?);
    if gos == Go::Same && !brings_types && want != typed {
        return Err(format!("\nby type {}\n   want {}", hex(&typed), hex(&want)));
    }
    Ok(())
}

fn again_of(ty: &Ty) -> Option<Again> {
    let Ty::Declared(declared) = ty else { return None };
    let name = declared.name.strip_prefix("main.")?;
    TYPES.iter().find(|(known, _)| *known == name).map(|(_, again)| *again)
}

macro_rules! types {
    ($($name:ident)*) => { [$((stringify!($name), again::<$name> as Again)),*] };
}

static TYPES: [(&str, Again); 46] = types!(
    Point Weekday Key Octet Flag Ratio Code Phase Blob Octets Ints Dict Triple Line Letters Empty Tree Linked Rec Dir Hen Egg Menu Box Scalars
    Floats Maps Pointers Base Audit Doc Mixed Skipping Shared Everything Folder Quad Fork Rec1 Rec2 Parent Child RingA RingB RingC Chain
);

type Ptr<T> = Option<std::boxed::Box<T>>;
/// A map that may be nil.
type Map<K, V> = Option<BTreeMap<K, V>>;

macro_rules! structs {
    ($($name:ident { $($(#[$gob:meta])* $field:ident: $ty:ty),* })*) => { $(
        #[derive(Gob)]
        struct $name { $($(#[$gob])* $field: $ty),* }
    )* };
}

macro_rules! named {
    ($($name:ident($ty:ty))*) => { $(
        #[derive(Gob)]
        struct $name($ty);
    )* };
}

named! {
    Weekday(isize) Key(Text) Octet(u8) Flag(bool) Ratio(f32) Code(u16) Phase(Complex<f32>) Blob(Vec<u8>) Octets(Vec<Octet>) Ints(Vec<isize>)
    Dict(BTreeMap<Text, Text>) Triple([isize; 3]) Rec(Vec<Rec>) Dir(BTreeMap<Text, Dir>) Fork([Vec<Fork>; 2])
}

structs! {
    Point { x: isize, y: isize }
    Line { a: Point, b: Point, name: Text }
    Letters { a: isize, b: Text, c: bool, d: usize, e: Vec<isize>, f: f64 }
    Empty {}
    Tree { val: isize, left: Ptr<Tree>, right: Ptr<Tree> }
    Linked { n: isize, next: Ptr<Linked> }
    Hen { name: Text, lays: Ptr<Egg> }
    Egg { name: Text, hatches: Ptr<Hen> }
    Menu { title: Text, items: Vec<Menu>, more: Vec<Ptr<Menu>> }
    Box { before: isize, any: Value, items: Vec<Value>, by_name: Map<Text, Value>, two: [Value; 2], after: isize }
    Scalars {
        b: bool, i: isize, i8: i8, i16: i16, i32: i32, i64: i64, u: usize, u8: u8, u16: u16, u32: u32, u64: u64, ptr: usize, f32: f32, f64: f64,
        c64: Complex<f32>, c128: Complex<f64>, s: Text, raw: Vec<u8>
    }
    Floats { f: f64, c: Complex<f64>, l: Vec<f64> }
    Maps { s: Map<Text, isize>, i: Map<isize, Text>, p: Option<Map<Text, bool>> }
    Pointers {
        b: Option<bool>, i: Option<isize>, s: Option<Text>, f: Option<f64>, u: Option<usize>, c: Option<Complex<f64>>, kept: Option<isize>
    }
    Base { id: isize, name: Text }
    Audit { by: Text, #[gob(embedded)] base: Base }
    Doc { #[gob(embedded)] base: Base, #[gob(embedded)] audit: Option<Audit>, gone: Option<Base>, title: Text }
    Mixed { name: Text, #[gob(skip)] _hidden: isize, last: isize }
    Skipping { name: Text, after: isize }
    Shared { a: Point, b: Vec<Point>, c: Map<Text, Point>, d: Option<Point>, e: [Point; 1] }
    Everything {
        name: Text, shape: Vec<Vec<Point>>, grid: [[f32; 2]; 2], sides: Map<Text, Option<Line>>, raw: Vec<Vec<u8>>, any: Vec<Value>,
        next: Ptr<Everything>
    }
    Folder { name: Text, sub: Map<Text, Folder>, refs: Map<Text, Ptr<Folder>> }
    Quad { n: isize, kids: [Vec<Quad>; 2] }
    Rec1 { a: Vec<Rec2>, m: Map<Text, Rec1> }
    Rec2 { r: Ptr<Rec1> }
    Parent { kids: Vec<Child> }
    Child { name: Text, of: Ptr<Parent>, sibs: Vec<Child> }
    RingA { n: isize, b: Ptr<RingB> }
    RingB { n: isize, c: Vec<RingC> }
    RingC { n: isize, a: Map<Text, RingA> }
    Chain { n: isize, next: Value }
}
