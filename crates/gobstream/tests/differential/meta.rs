//! Tests of the test itself: what is wrong is seen, and what is seen becomes small.

use crate::choices::{Choices, SIMPLE, shrink};
use crate::types::{Ty, parse, under};
use crate::value::{self, Case, Told, Val, tell};
use crate::write::{Go, write};
use crate::{check, choices_of, read, written};

fn invented(n: u64) -> Case {
    value::case(&mut Choices::new(&choices_of(7, n)))
}

/// Whether a value in it satisfies this.
fn any(ty: &Ty, val: &Val, wanted: &dyn Fn(&Ty, &Val) -> bool) -> bool {
    let each = |ty: &Ty, val: &Val| any(ty, val, wanted);
    wanted(ty, val)
        || match (val, &*under(&parse(&ty.text()))) {
            (Val::Ptr(Some(v)), Ty::Ptr(elem)) => each(elem, v),
            (Val::Interface(Some((held, v))), _) => each(held, v),
            (Val::List(Some(items)), Ty::Slice(elem) | Ty::Array(_, elem)) => items.iter().any(|v| each(elem, v)),
            (Val::Map(Some(entries)), Ty::Map(k, elem)) => entries.iter().any(|entry| each(k, &entry.0) || each(elem, &entry.1)),
            (Val::Struct(fields), Ty::Struct(types)) => types.iter().zip(fields).any(|((_, ty), v)| each(ty, v)),
            _ => false,
        }
}

fn holds(case: &Case, wanted: &dyn Fn(&Ty, &Val) -> bool) -> bool {
    case.iter().any(|(ty, val)| any(ty, val, wanted))
}

/// The smallest case that the shrinker finds for a fault of this kind, as text, and how many choices it takes.
fn smallest(wanted: &dyn Fn(&Ty, &Val) -> bool) -> (String, usize) {
    let fails = |choices: &[u64]| {
        let case = value::case(&mut Choices::new(choices));
        holds(&case, wanted).then(|| value::size(&case))
    };
    let first = (0..).map(|n| choices_of(7, n)).find(|choices| fails(choices).is_some()).unwrap();
    let list = shrink(first, 20_000, fails);
    let case = value::case(&mut Choices::new(&list));
    let text: Vec<_> = case.iter().map(|(ty, val)| format!("{} {val:?}", ty.text())).collect();
    (text.join(", "), list.len())
}

#[test]
fn a_failing_case_shrinks_to_what_makes_it_fail() {
    let negative_zero = |_: &Ty, val: &Val| matches!(val, Val::Float(v) if v.to_bits() == 1 << 63);
    let (text, choices) = smallest(&negative_zero);
    assert!(text.len() < 60 && text.contains("Float(-0.0)"), "{text}");
    assert!(choices <= 12, "{choices}");
    let large = |_: &Ty, val: &Val| matches!(val, Val::Int(v) if *v > 1000);
    let (text, _) = smallest(&large);
    assert!(text.len() < 50 && text.contains("Int(1"), "{text}");
    let pair = |ty: &Ty, val: &Val| matches!((ty, val), (Ty::Map(..), Val::Map(Some(entries))) if entries.len() == 2);
    let (text, _) = smallest(&pair);
    assert!(text.len() < 110, "{text}");
}

#[test]
fn shrinking_ends_where_nothing_gets_better() {
    let len = |list: &[u64]| Some(list.len());
    assert_eq!(shrink(vec![5, 6, 7], 1000, len), []);
    assert_eq!(shrink(vec![5, 6, 7], 1000, |list| (list.len() == 3).then_some(3)), [SIMPLE; 3]);
    assert_eq!(shrink(vec![5, 6, 7], 0, len), [5, 6, 7]);
    assert_eq!(shrink(vec![5, 6, 7], 1000, |_| None), [5, 6, 7]);
    assert_eq!(shrink(vec![5, 600, 7], 1000, |list| list.contains(&600).then_some(1)), [600]);
}

/// The invented cases hold what they are for.
#[test]
fn every_kind_of_value_is_invented() {
    let cases: Vec<_> = (0..3000).map(invented).collect();
    let many = |what: &str, at_least: usize, wanted: &dyn Fn(&Ty, &Val) -> bool| {
        let n = cases.iter().filter(|case| holds(case, wanted)).count();
        assert!(n >= at_least, "{what}: {n} of {}", cases.len());
    };
    many("negative zero", 30, &|_, v| matches!(v, Val::Float(v) if v.to_bits() == 1 << 63));
    many("NaN", 30, &|_, v| matches!(v, Val::Float(v) if v.is_nan()));
    many("the least int64", 30, &|_, v| matches!(v, Val::Int(i64::MIN)));
    many("the largest uint64", 30, &|_, v| matches!(v, Val::Uint(u64::MAX)));
    many("text that is not UTF-8", 100, &|_, v| matches!(v, Val::Text(t) if std::str::from_utf8(t).is_err()));
    many("an empty map", 50, &|_, v| matches!(v, Val::Map(Some(m)) if m.is_empty()));
    many("a nil map", 50, &|_, v| matches!(v, Val::Map(None)));
    many("a map of several entries", 100, &|_, v| matches!(v, Val::Map(Some(m)) if m.len() > 1));
    many("a long list", 20, &|_, v| matches!(v, Val::List(Some(l)) if l.len() == 70));
    many(
        "a pointer to a zero",
        20,
        &|_, v| matches!(v, Val::Ptr(Some(p)) if matches!(**p, Val::Int(0) | Val::Uint(0) | Val::Bool(false))),
    );
    many("an opaque value", 100, &|_, v| matches!(v, Val::Payload(_)));
    many("a nil interface", 50, &|_, v| matches!(v, Val::Interface(None)));
    many("a struct in an interface", 30, &|_, v| matches!(v, Val::Interface(Some((_, v))) if matches!(**v, Val::Struct(_))));
    many("bytes", 50, &|ty, _| ty.is_bytes());
    many("an array of bytes", 5, &|ty, _| matches!(ty, Ty::Array(n, elem) if *n > 0 && elem.text() == "uint8"));
    many("a recursive type", 100, &|ty, _| ty.text() == "main.Tree" || ty.text() == "main.Dir");
    many(
        "a struct as a key",
        20,
        &|ty, v| matches!((ty, v), (Ty::Map(k, _), Val::Map(Some(m))) if !m.is_empty() && matches!(**k, Ty::Struct(_))),
    );
    for go in [Go::Same, Go::Odd, Go::Broken] {
        let n = cases.iter().filter(|case| write(case).1 == go).count();
        assert!(n >= 3 && (go != Go::Same || n > cases.len() / 2), "{go:?}: {n}");
    }
}

#[test]
fn what_is_told_is_what_was_meant() {
    for case in (0..300).map(invented) {
        for (ty, val) in &case {
            let mut told = Vec::new();
            tell(ty, val, &mut told);
            let mut again = Told(&told);
            assert_eq!(format!("{:?}", again.val(&parse(&ty.text()))), format!("{val:?}"));
            assert_eq!(again.0, b"");
        }
    }
}

/// A stream that differs in one byte of a value from what it should be is not taken for equal.
#[test]
fn differences_are_seen() {
    let (mut seen, mut all) = (0, 0);
    for case in (0..200).map(invented).filter(|case| write(case).1 == Go::Same) {
        let stream = written(&read(&write(&case).0).unwrap());
        check(&case, &stream).unwrap();
        for at in [stream.len() - 1, stream.len() - 2, stream.len() / 2] {
            let mut other = stream.clone();
            other[at] ^= 1;
            all += 1;
            seen += usize::from(check(&case, &other).is_err());
        }
    }
    assert!(all > 300);
    assert_eq!(seen, all);
}
