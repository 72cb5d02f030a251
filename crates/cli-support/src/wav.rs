//! Sound as a `.wav` file, written while it is made.

use std::cell::RefCell;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use anyhow::Context;
use girafa_files::{FileError, Writing};
use hound::{SampleFormat, WavSpec, WavWriter};

/// Samples a second.
pub const RATE: u32 = 44_100;

/// The emulated time whose sound fits: a .wav file counts its bytes in 32 bits, which is 13 hours and a half.
pub const MAX_TIME: Duration = Duration::from_secs(12 * 3600);

/// A file on its way: mono, 16 bits.
pub struct Wav {
    path: PathBuf,
    file: Shared,
    /// None as soon as it cannot be written.
    writer: Option<WavWriter<Shared>>,
    failure: Option<hound::Error>,
}

impl Wav {
    /// Begins the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn new(path: &Path) -> anyhow::Result<Wav> {
        let spec = WavSpec {
            channels: 1,
            sample_rate: RATE,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        let file = Shared(Rc::new(RefCell::new(BufWriter::new(Writing::new(path)?))));
        let writer = WavWriter::new(file.clone(), spec).with_context(|| path.display().to_string())?;
        Ok(Wav {
            path: path.to_owned(),
            file,
            writer: Some(writer),
            failure: None,
        })
    }

    /// Adds samples.
    pub fn add(&mut self, samples: &[i16]) {
        let Some(writer) = &mut self.writer else {
            return;
        };
        let written = samples.iter().try_for_each(|&sample| writer.write_sample(sample));
        if let Err(failure) = written {
            self.failure = Some(failure);
            self.writer = None;
        }
    }

    /// Puts the complete file in its place.
    ///
    /// # Errors
    /// It could not be written.
    pub fn finish(self) -> anyhow::Result<()> {
        let system = |error| FileError::system(&self.path, error);
        let finished = match (self.failure, self.writer) {
            (Some(failure), _) => Err(failure),
            (None, writer) => writer.map_or(Ok(()), WavWriter::finalize),
        };
        match finished {
            Ok(()) => {}
            Err(hound::Error::IoError(error)) => return Err(system(error).into()),
            Err(error) => return Err(error).with_context(|| self.path.display().to_string()),
        }
        let file = Rc::into_inner(self.file.0).context("the sound is still being written")?;
        let file = file
            .into_inner()
            .into_inner()
            .map_err(|error| system(error.into_error()))?;
        Ok(file.finish()?)
    }
}

/// The file, which the writer of samples keeps for itself until it is complete.
#[derive(Clone)]
struct Shared(Rc<RefCell<BufWriter<Writing>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.borrow_mut().seek(to)
    }
}
