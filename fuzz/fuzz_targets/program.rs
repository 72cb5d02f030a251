//! Any bytes as a `.tap` whose BASIC program is listed.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(program) = girafa_basic::tap::read_program(bytes) {
        let _ = girafa_basic::text::from_program(&program);
        let _ = girafa_basic::llist::rows(&program, 32);
    }
});
