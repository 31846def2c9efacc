//! Keys of maps that are printed as text: a map in the key of a map is text in text.

use crate::attack::{MIB, Null, limit, on_a_small_stack};
use crate::common::build::{self, *};
use crate::meter;
use gobstream::Stream;
use gobstream_json::{Each, Error, MapKeys, Path, Picture, Printer};
use jsonstream::Writer;

/// Keys as text.
fn picture(brief: bool) -> Picture {
    Picture { map_keys: MapKeys::String, brief, ..Picture::default() }
}

/// A map of maps of maps, each the key of the one around it.
fn nested(levels: usize) -> Bytes {
    single(64, &body(levels))
}

fn body(levels: usize) -> Bytes {
    [times(levels, &[1]), vec![0], times(levels, &[2])].concat()
}

fn streamed(bytes: &[u8], picture: Picture) -> Result<u64, Error> {
    let (mut stream, mut out) = (Stream::from_slice(bytes), Writer::with_options(Null, &picture.write_options()));
    let mut printer = Printer::with(picture);
    while printer.print_value(&mut stream, &mut out)? {}
    Ok(out.offset())
}

fn valued(bytes: &[u8]) -> Result<u64, Error> {
    let value = Stream::from_slice(bytes).next_value().unwrap().unwrap();
    let mut out = Writer::with_options(Null, &picture(false).write_options());
    Printer::with(picture(false)).value(&value, &mut out)?;
    Ok(out.offset())
}

fn each(bytes: &[u8]) -> Result<u64, Error> {
    let (mut stream, mut out) = (Stream::from_slice(bytes), Writer::with_options(Null, &picture(false).write_options()));
    let mut each = Each::new(Path::default(), picture(false));
    while each.print_next(&mut stream, &mut out)? {}
    Ok(out.offset())
}

/// Within the bounds of all attacks.
fn bounded<T: Send>(job: impl FnOnce() -> T + Send) -> T {
    on_a_small_stack(|| {
        meter::restart();
        let start = meter::time();
        let end = job();
        let (time, peak) = (meter::time() - start, meter::peak());
        println!("{time:?}, {} MiB", peak / MIB);
        assert!(time < limit(), "{time:?}");
        assert!(peak <= 64 * MIB, "{peak} bytes at the most");
        end
    })
}

fn refused(result: Result<u64, Error>, text: &str) {
    let error = result.unwrap_err();
    assert_eq!(error.code(), "too-big");
    assert!(error.to_string().contains(text), "{error}");
}

#[test]
fn a_map_in_the_key_of_a_map_does_not_double_the_text_at_each_level_without_end() {
    let head = build::map(64, 64, INT);
    for levels in [26, 30, 100, 9_998] {
        let one = [head.clone(), nested(levels)].concat();
        refused(bounded(|| streamed(&one, picture(false))), "keys of maps, printed as text, over memory=64MiB");
        refused(bounded(|| valued(&one)), "keys of maps, printed as text, over what a value of this size may take");
        let list = [head.clone(), slice(65, 64), single(65, &[vec![1], body(levels)].concat())].concat();
        refused(bounded(|| each(&list)), "keys of maps, printed as text, over memory=64MiB");
        let keys = [build::map(64, 64, INT), single(64, &body(levels))].concat();
        refused(bounded(|| each(&keys)), "keys of maps, printed as text, over memory=64MiB");
    }
}

#[test]
fn a_map_in_the_key_of_a_map_is_printed_where_its_text_is_small() {
    let one = [build::map(64, 64, INT), nested(16)].concat();
    let printed = bounded(|| streamed(&one, picture(false)).unwrap());
    assert!((1 << 16..1 << 20).contains(&printed), "{printed}");
    assert_eq!(bounded(|| valued(&one).unwrap()), printed);
}

#[test]
fn many_plain_keys_as_text_are_not_too_big() {
    let floats: Bytes = (0..200_000).flat_map(|i| [uint(0x10 + (i & 0x6f)), vec![2]].concat()).collect();
    let map = [build::map(64, FLOAT, INT), single(64, &[uint(200_000), floats].concat())].concat();
    assert!(bounded(|| streamed(&map, picture(false)).unwrap()) > 200_000);
    let ints: Bytes = (0..400_000).flat_map(|i| [uint(i), vec![2]].concat()).collect();
    let map = [build::map(64, UINT, INT), single(64, &[uint(400_000), ints].concat())].concat();
    assert!(bounded(|| streamed(&map, picture(false)).unwrap()) > 3_000_000);
}

#[test]
fn keys_that_brief_hides_take_no_memory_and_the_map_has_its_end() {
    let pairs: Bytes = (0..500_000).flat_map(|i| [uint(i), vec![2]].concat()).collect();
    let map = [build::map(64, UINT, INT), single(64, &[uint(500_000), pairs].concat())].concat();
    let text = bounded(|| {
        let mut out = Writer::with_options(Vec::new(), &picture(true).write_options());
        let mut stream = Stream::from_slice(&map);
        Printer::with(picture(true)).print_value(&mut stream, &mut out).unwrap();
        assert!(meter::peak() < MIB, "{}", meter::peak());
        String::from_utf8(out.finish().unwrap()).unwrap()
    });
    assert_eq!(text.trim_end(), "{\"0\":1,\"1\":1,\"2\":1,… 499997 more}");
}
