//! Plays and makes recordings of a run's input; [`rzx`](crate::rzx) reads and writes them.
//!
//! While a recording is played, ports return the recorded values, and a frame ends after the recorded number
//! of opcode fetches. Its T-states follow: a frame that is over early is extended to its length, and in one
//! that takes longer the time stands still. The keyboard and the tape have no effect.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use girafa_z80::Cpu;

use crate::issue::Issue;

/// Maximum size in bytes of all frames of a recording, in the form of [`Frames`].
pub(crate) const MAX_BYTES: usize = 64 << 20;
/// Maximum number of states in a recording, of 64 KiB each.
pub(crate) const MAX_STATES: usize = 4_000;

/// A frame with fewer fetches only requests another interrupt (Format: rzx 0.13, as SPIN writes for an
/// interrupt routine that is shorter than the interrupt signal): the picture's frame continues.
const SHORTEST_FRAME: u16 = 10;

/// In place of the number of values: the values of the frame before are read again.
const REPEATED: u16 = 0xFFFF;

/// The state of a machine from which a part of a recording starts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct State {
    pub cpu: Cpu,
    pub memory: Box<[u8; 0x1_0000]>,
    pub tstate: u32,
    pub issue: Issue,
    pub is_late: bool,
    pub port_fe: u8,
}

/// Frames in the form of a `.rzx` file: the number of opcode fetches, the number of values, the values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Frames {
    pub count: u32,
    pub bytes: Vec<u8>,
}

/// One of the [`Frames`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Frame {
    /// Number of opcode fetches.
    fetches: u16,
    /// Where the values that ports return are in the bytes.
    values: Range<usize>,
    /// Where the next frame begins in the bytes.
    next: usize,
}

impl Frames {
    /// The frame at offset `at`; `before` are the values of the frame before.
    fn frame(&self, at: usize, before: Range<usize>) -> Option<Frame> {
        let [f0, f1, v0, v1] = *self.bytes.get(at..)?.first_chunk()?;
        let first = at + 4;
        let (values, next) = match u16::from_le_bytes([v0, v1]) {
            REPEATED => (before, first),
            count => (first..first + usize::from(count), first + usize::from(count)),
        };
        (next <= self.bytes.len()).then_some(Frame {
            fetches: u16::from_le_bytes([f0, f1]),
            values,
            next,
        })
    }

    /// Whether the bytes have all frames.
    pub fn is_complete(&self) -> bool {
        let mut frame = Frame::default();
        (0..self.count).all(|_| match self.frame(frame.next, frame.values.clone()) {
            Some(next) => {
                frame = next;
                true
            }
            None => false,
        })
    }

    fn push(&mut self, fetches: u16, values: &[u8]) {
        self.bytes.extend(fetches.to_le_bytes());
        self.bytes.extend((values.len() as u16).to_le_bytes());
        self.bytes.extend(values);
        self.count += 1;
    }
}

/// Frames that follow a state, or the section before.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Section {
    pub state: Option<State>,
    /// Whether the interrupt of the state's frame has passed, though its signal may still be there.
    pub is_interrupted: bool,
    pub frames: Arc<Frames>,
}

/// A recording that is being played.
#[derive(Debug, Clone)]
pub struct Playback {
    sections: Arc<[Section]>,
    section: usize,
    /// Number of finished frames.
    frames: u64,
    /// Frames of this section after the current one.
    left: u32,
    frame: Frame,
    /// Where the next value is in the section's bytes.
    value: usize,
    /// Number of port reads in this frame.
    reads: usize,
    /// The machine's count of opcode fetches at the start of the frame.
    start: u32,
    /// Whether the interrupt of this frame was accepted before the section began.
    is_interrupted: bool,
    end: PlaybackEnd,
}

/// Two are equal when they are at the same point of the same recording.
impl PartialEq for Playback {
    fn eq(&self, other: &Playback) -> bool {
        let is_same = Arc::ptr_eq(&self.sections, &other.sections) || self.sections == other.sections;
        (self.frames, self.value, self.reads) == (other.frames, other.value, other.reads) && is_same
    }
}

/// How far a recording has been played, and whether the machine did what was recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlaybackEnd {
    /// Number of frames that were played.
    pub frames: u64,
    /// Number of frames in the recording.
    pub recorded: u64,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// A difference between a recording and the run that plays it: they are no longer in step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The frame, counted from 1.
    pub frame: u64,
    /// What differs.
    pub what: Differing,
}

/// What differs between a recording and the run that plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differing {
    /// The number of port reads in a frame.
    Reads {
        /// In the recording.
        recorded: usize,
        /// In the run.
        found: usize,
    },
    /// The number of opcode fetches: the recorded frame ended within an instruction.
    Fetches {
        /// In the recording.
        recorded: u16,
        /// In the run, up to the end of the instruction.
        found: u32,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, recorded, found) = match self.what {
            Differing::Reads { recorded, found } => ("port reads", recorded as u64, found as u64),
            Differing::Fetches { recorded, found } => ("opcode fetches", recorded.into(), found.into()),
        };
        write!(
            f,
            "frame {}: {recorded} {name} are recorded, found {found}",
            self.frame
        )
    }
}

/// What happens next.
pub(crate) enum Step {
    /// The frame goes on.
    Within,
    /// An interrupt is requested within the picture's frame.
    Interrupt,
    /// The frame is over.
    Frame,
    /// The frame is over, and the next one starts from a snapshot.
    Snapshot,
    /// The recording is over, or out of step.
    End(PlaybackEnd),
}

impl Playback {
    /// Starts at the first frame of sections that are complete and have at least one frame each.
    pub(crate) fn new(sections: Vec<Section>) -> Playback {
        let counts = sections.iter().map(|section| u64::from(section.frames.count));
        let end = PlaybackEnd {
            recorded: counts.sum(),
            ..PlaybackEnd::default()
        };
        let mut playback = Playback {
            sections: sections.into(),
            section: 0,
            frames: 0,
            left: 0,
            frame: Frame::default(),
            value: 0,
            reads: 0,
            start: 0,
            is_interrupted: false,
            end,
        };
        playback.begin_section(0);
        playback
    }

    /// How far it has got.
    pub fn end(&self) -> PlaybackEnd {
        PlaybackEnd {
            frames: self.frames,
            ..self.end
        }
    }

    /// Whether the interrupt of this frame was accepted before the section began.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Starts the first section with or without the interrupt of its frame.
    pub(crate) fn set_interrupted(&mut self, is_interrupted: bool) {
        self.is_interrupted = is_interrupted;
    }

    /// The value that a port returns now.
    pub(crate) fn read(&mut self) -> u8 {
        self.reads += 1;
        let is_recorded = self.value < self.frame.values.end;
        let bytes = &self.sections[self.section].frames.bytes;
        let value = bytes.get(self.value).filter(|_| is_recorded);
        self.value += usize::from(is_recorded);
        value.copied().unwrap_or(0xFF)
    }

    /// Checks after an instruction whether the frame is over: the machine has fetched `fetches` opcodes in
    /// all.
    pub(crate) fn step(&mut self, fetches: u32) -> Step {
        let found = fetches.wrapping_sub(self.start);
        let recorded = self.frame.fetches;
        if found < u32::from(recorded) {
            return Step::Within;
        }
        self.frames += 1;
        self.start = fetches;
        if found > u32::from(recorded) {
            self.differs(Differing::Fetches { recorded, found });
        }
        if self.reads != self.frame.values.len() {
            self.differs(Differing::Reads {
                recorded: self.frame.values.len(),
                found: self.reads,
            });
            return Step::End(self.end());
        }
        if self.left > 0 {
            self.left -= 1;
            self.begin_frame(self.frame.next, self.frame.values.clone());
            return match recorded {
                SHORTEST_FRAME.. => Step::Frame,
                _ => Step::Interrupt,
            };
        }
        match self.begin_section(self.section + 1) {
            true if self.sections[self.section].state.is_some() => Step::Snapshot,
            true => Step::Frame,
            false => Step::End(self.end()),
        }
    }

    /// The state at the start of this section, if it has one.
    pub(crate) fn state(&self) -> Option<State> {
        self.sections[self.section].state.clone()
    }

    fn differs(&mut self, what: Differing) {
        let frame = self.frames;
        self.end.difference.get_or_insert(Difference { frame, what });
    }

    /// Begins a section; returns whether there is one.
    fn begin_section(&mut self, number: usize) -> bool {
        let Some(section) = self.sections.get(number) else {
            return false;
        };
        let is_interrupted = section.is_interrupted;
        (self.section, self.left) = (number, section.frames.count - 1);
        self.begin_frame(0, 0..0);
        self.is_interrupted = is_interrupted;
        true
    }

    fn begin_frame(&mut self, at: usize, before: Range<usize>) {
        let frame = self.sections[self.section].frames.frame(at, before);
        self.frame = frame.expect("the frames are complete");
        (self.value, self.reads) = (self.frame.values.start, 0);
        self.is_interrupted = false;
    }
}

/// A recording that is being made; it waits for its first section.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recorder {
    sections: Vec<(State, Frames)>,
    /// The values read in this frame.
    values: Vec<u8>,
    /// The machine's count of opcode fetches at the start of the frame.
    start: u32,
    /// Bytes of all frames.
    size: usize,
    /// Whether the recording has reached its maximum size, and has ended.
    is_full: bool,
}

impl Recorder {
    /// Whether the first section has not begun.
    pub fn is_waiting(&self) -> bool {
        self.sections.is_empty()
    }

    /// Notes the value read from a port.
    pub fn note(&mut self, value: u8) {
        if !self.is_full && !self.is_waiting() {
            self.values.push(value);
        }
    }

    /// Ends a frame: the machine has fetched `fetches` opcodes in all.
    pub fn end_frame(&mut self, fetches: u32) {
        let count = fetches.wrapping_sub(self.start) as u16;
        self.start = fetches;
        self.size += 4 + self.values.len();
        self.is_full |= self.size > MAX_BYTES;
        if let Some((_, frames)) = self.sections.last_mut().filter(|_| !self.is_full) {
            frames.push(count, &self.values);
        }
        self.values.clear();
    }

    /// Continues from a changed state of the machine, such as after an instant load.
    pub fn begin_section(&mut self, state: State, fetches: u32) {
        if fetches != self.start && !self.is_waiting() {
            self.end_frame(fetches);
        }
        self.start = fetches;
        self.is_full |= self.sections.len() >= MAX_STATES;
        if !self.is_full {
            self.sections.push((state, Frames::default()));
        }
    }

    /// The recording up to the last end of a frame.
    pub fn sections(&self) -> &[(State, Frames)] {
        &self.sections
    }
}
