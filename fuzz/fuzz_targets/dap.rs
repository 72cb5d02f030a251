#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| girafa_fuzz::dap::try_out(bytes));
