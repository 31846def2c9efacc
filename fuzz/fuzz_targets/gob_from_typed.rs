#![no_main]

gobstream_fuzz::fuzz!("gob_from_typed");
