//! Any bytes as a tape image of each format: read or rejected. A tape that was read plays for some frames.
use girafa_spectrum::{Spectrum, Tape};

/// Runs the target on these bytes.
pub fn try_out(bytes: &[u8]) {
    if let Ok(tape) = Tape::from_image(bytes) {
        let blocks = Tape::from_tap(&tape.to_tap());
        assert_eq!(
            blocks.map_or(0, |again| again.blocks().len()),
            tape.blocks().len()
        );
        let mut machine = Spectrum::new(&girafa_rom::girafa48());
        machine.insert_tape(tape);
        machine.play_tape();
        for _ in 0..3 {
            machine.run_frame();
        }
    }
}
