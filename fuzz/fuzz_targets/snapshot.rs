#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| girafa_fuzz::snapshot::try_out(bytes));
