#![no_main]

gobstream_fuzz::fuzz!("json_lazy");
