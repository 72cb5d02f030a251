//! Tests of sessions with the built-in ROM.

mod beam_replay;
mod beeps;
mod boriel;
mod breakpoints;
mod channels;
mod code_tapes;
mod editor_grammar;
mod errors_with_source;
mod evaluate;
mod faults;
mod keys;
mod low_memory;
mod machine_code;
mod machine_code_entries;
mod machine_code_runs;
mod machine_code_timing;
mod opense;
mod other_rom;
mod paper_pictures;
mod pause;
mod pictures;
mod recordings;
mod tapes;
mod target;
mod transcripts;

use girafa_spectrum::Rom;

/// The ROM under test; with its delays, if it is the included one.
fn rom() -> Rom {
    let bytes = girafa_test_support::rom_file("girafa48.rom");
    girafa_rom::with_delays(Rom::from_bytes(&bytes).expect("an image of 16 KiB"))
}
