//! gob
fn main() {}
