#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| conceptgraph_fuzz::mtx(data));
