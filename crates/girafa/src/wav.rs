//! Sound as a `.wav` file.

use std::io::Cursor;

use hound::{SampleFormat, WavSpec, WavWriter};

/// Samples a second.
pub const RATE: u32 = 44_100;

/// Frames of 50 a second whose sound fits: a .wav file counts its bytes in 32 bits, which is 13 hours and a half.
pub const LONGEST: u64 = 12 * 3600 * 50;

/// The file of these samples: mono, 16 bits.
pub fn file(samples: &[i16]) -> Vec<u8> {
    let spec = WavSpec {
        channels: 1,
        sample_rate: RATE,
        bits_per_sample: 16,
        sample_format: SampleFormat::Int,
    };
    let mut file = Cursor::new(Vec::new());
    write(samples, spec, &mut file).expect("a Vec takes all that is written to it");
    file.into_inner()
}

fn write(samples: &[i16], spec: WavSpec, file: &mut Cursor<Vec<u8>>) -> hound::Result<()> {
    let mut writer = WavWriter::new(file, spec)?;
    for &sample in samples {
        writer.write_sample(sample)?;
    }
    writer.finalize()
}
