struct Config {
    #[gob(with = "hex")]
    colour: Colour,
    #[gob(skip, default = "std::time::Instant::now")]
    read: Instant,
}

struct Hex(#[gob(with = "crate::hex")] Colour);

struct Tags {
    #[gob(set = "bool")]
    seen: BTreeSet<String>,
    count: i32,
}

#[gob(encode_only)]
struct Reply<'a> {
    items: &'a [String],
}
