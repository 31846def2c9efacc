#![no_main]

gobstream_fuzz::fuzz!("gob_typed_form");
