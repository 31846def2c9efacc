//! Reads values of a type that has serde's derive: `cargo run --example serde --features serde`.

use gobstream::{Decoder, Encoder, Gob, Result};
use serde::Deserialize;

/// As a Go program declares it.
#[derive(Gob)]
struct Sent {
    user_id: i64,
    tags: Vec<String>,
}

/// As another one, which knows nothing of gob, does.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct User {
    #[serde(rename = "UserID")]
    id: u32,
    tags: Vec<String>,
}

fn main() -> Result<()> {
    let mut encoder = Encoder::to_vec();
    encoder.encode(&Sent { user_id: 7, tags: vec!["admin".into()] })?;
    encoder.encode(&Sent { user_id: 0, tags: vec![] })?;
    let bytes = encoder.into_sink();
    let mut decoder = Decoder::from_slice(&bytes);
    while let Some(user) = decoder.deserialize::<User>()? {
        println!("{}: {:?}", user.id, user.tags);
    }
    Ok(())
}
