//! Our side of the measurements: `ours DIR` answers the driver, `ours make DIR` makes the inputs that are not values.

#[path = "ours/gob.rs"]
mod gob;
#[path = "ours/json.rs"]
mod json;

use bench::work::Rows;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words[..] {
        [make, dir] if make == "make" => json::make(Path::new(dir)),
        [dir] => {
            let mut rows = Rows::new(Path::new(dir));
            gob::rows(&mut rows);
            json::rows(&mut rows);
            rows.work()
        }
        _ => Err(std::io::Error::other("usage: ours DIR | make DIR")),
    }
}
