#![no_main]

gobstream_fuzz::fuzz!("gob_push");
