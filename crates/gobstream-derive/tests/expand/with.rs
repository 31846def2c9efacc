struct Config {
    #[gob(with = "hex")]
    colour: Colour,
    #[gob(skip, default = "std::time::Instant::now")]
    read: Instant,
}

struct Hex(#[gob(with = "crate::hex")] Colour);
