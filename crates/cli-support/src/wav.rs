//! Sound output to a `.wav` file, written while the sound is produced.

use std::cell::RefCell;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use anyhow::Context;
use girafa_files::{FileError, Writing};
use hound::{SampleFormat, WavSpec, WavWriter};

/// Samples per second.
pub const RATE: u32 = 44_100;

/// Maximum emulated time: a .wav file has 32-bit sizes, which is enough for 13.5 hours.
pub const MAX_TIME: Duration = Duration::from_secs(12 * 3600);

/// A .wav file that is being written: mono, 16 bits.
pub struct Wav {
    path: PathBuf,
    file: Shared,
    /// `None` after a write error.
    writer: Option<WavWriter<Shared>>,
    failure: Option<hound::Error>,
}

impl Wav {
    /// Creates the file.
    ///
    /// # Errors
    /// The file cannot be written.
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

    /// Appends samples.
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

    /// Moves the complete file to its final path.
    ///
    /// # Errors
    /// The file could not be written.
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

/// The file, shared with the writer of samples until it is complete.
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
