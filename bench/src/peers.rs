//! Rust's other crates for gob and JSON, on the same rows: `peers CRATE DIR` answers the driver.

#[path = "peers/gobwire.rs"]
mod gobwire;
#[path = "peers/jiter.rs"]
mod jiter;
#[path = "peers/rust_gob.rs"]
mod rust_gob;
#[path = "peers/serde_json.rs"]
mod serde_json;
#[path = "peers/simd_json.rs"]
mod simd_json;
#[path = "peers/sonic.rs"]
mod sonic;
#[path = "peers/struson.rs"]
mod struson;

use bench::work::Rows;
use std::path::Path;

const OK: &str = "our input is right";

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, dir] = &words[..] else { return Err(std::io::Error::other("usage: peers CRATE DIR")) };
    let mut rows = Rows::new(Path::new(dir));
    match name.as_str() {
        "gobwire" => gobwire::rows(&mut rows),
        "gob" => rust_gob::rows(&mut rows),
        "jiter" => jiter::rows(&mut rows),
        "serde_json" => serde_json::rows(&mut rows),
        "serde_json/slice" => serde_json::slice_rows(&mut rows),
        "simd-json" => simd_json::rows(&mut rows),
        "sonic-rs" => sonic::rows(&mut rows),
        "struson" => struson::rows(&mut rows),
        _ => return Err(std::io::Error::other(format!("what is {name}?"))),
    }
    rows.work()
}
