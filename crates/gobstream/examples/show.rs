//! Prints the values of a gob file in Rust's debug form.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: show FILE")?;
    let mut stream = gobstream::Stream::from_reader(std::fs::File::open(path)?);
    while let Some(value) = stream.next_value()? {
        println!("{value:?}");
    }
    Ok(())
}
