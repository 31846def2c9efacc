//! Paths into types of many fields.

use crate::attack::{Null, limit, on_a_small_stack};
use crate::common::build::*;
use crate::meter;
use gobstream::Stream;
use gobstream_json::{Each, Picture, write_options};
use jsonstream::Writer;

/// How many elements, or why none.
fn each(bytes: &[u8], path: &str) -> Result<u64, String> {
    on_a_small_stack(|| {
        let start = meter::time();
        let (mut stream, mut out) = (Stream::from_slice(bytes), Writer::with_options(Null, &write_options()));
        let mut each = Each::new(path.parse().unwrap(), Picture::default());
        let mut count = 0;
        let end = loop {
            match each.print_next(&mut stream, &mut out) {
                Ok(true) => count += 1,
                Ok(false) => break Ok(count),
                Err(error) => break Err(error.to_string()),
            }
        };
        let time = meter::time() - start;
        println!("{path}: {time:?}");
        assert!(time < limit(), "{path}: {time:?}");
        end
    })
}

#[test]
fn a_name_is_looked_up_once_for_a_type_and_not_for_each_value() {
    let (fields, values) = (65_535, 100_000);
    let name = format!("F{}", fields - 1);
    let head = [slice(64, INT), wide(65, fields, |_| 64), wide(66, fields, |_| 64)].concat();
    let one = [head.clone(), times(values, &value(65, &[0]))].concat();
    assert_eq!(each(&one, &format!(".{name}")), Ok(0));
    let sent = value(65, &[uint(fields as u64), vec![1, 2, 0]].concat());
    assert_eq!(each(&[head.clone(), times(values, &sent)].concat(), &format!(".{name}")), Ok(values as u64));
    let both = [value(65, &[0]), value(66, &[0])].concat();
    assert_eq!(each(&[head.clone(), times(values / 2, &both)].concat(), &format!(".{name}")), Ok(0));
    let error = each(&[head.clone(), times(values / 2, &both)].concat(), ".None").unwrap_err();
    assert!(error.contains("which has no field None"), "{error}");
    // In structs inside others, and inside interfaces.
    let outer = [head.clone(), structure(67, "Outer", &[("A", 65)])].concat();
    assert_eq!(each(&[outer, times(values, &value(67, &[1, 0, 0]))].concat(), &format!(".A.{name}")), Ok(0));
    let element = interface("main.Wide", 65, &[0]);
    let any = [head, structure(67, "Any", &[("A", INTERFACE)])].concat();
    let body = [vec![1], element, vec![0]].concat();
    assert_eq!(each(&[any, times(values, &value(67, &body))].concat(), &format!(".A.{name}")), Ok(0));
}
