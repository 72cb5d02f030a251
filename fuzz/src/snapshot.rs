//! Any bytes as a snapshot of each format, and as a recording: loaded or rejected. A loaded machine runs, and
//! saving and loading it again works.
use girafa_spectrum::Rom;
use girafa_spectrum::rzx::Recording;
use girafa_spectrum::snapshot::Format;

/// Runs the target on these bytes.
pub fn try_out(bytes: &[u8]) {
    let rom = girafa_rom::girafa48();
    let _ = Rom::from_bytes(bytes);
    for format in [Format::Sna, Format::Z80, Format::Szx] {
        if let Ok(mut machine) = format.load(bytes, &rom) {
            for other in [Format::Z80, Format::Szx] {
                let saved = other.save(&machine).expect("these formats keep any machine");
                let again = other.load(&saved, &rom).expect("what is saved is a snapshot");
                assert!(again.memory()[0x4000..] == machine.memory()[0x4000..]);
            }
            machine.run_frame();
        }
    }
    if let Ok(recording) = Recording::from_bytes(bytes) {
        let again = Recording::from_bytes(&recording.to_bytes());
        assert!(again.is_ok_and(|again| again == recording));
        if let Ok(mut machine) = recording.start(&rom) {
            for _ in 0..20 {
                machine.run_frame();
            }
        }
    }
}
