//! Runs the past of a timeline again.

use std::fmt;

use crate::emulator::{Emulator, Pause};
use crate::input::Input;
use crate::segment_summary::SegmentSummary;
use crate::timeline::{Replayable, Timeline};

impl Replayable for Emulator {
    type Input = Input;
    type Summary = SegmentSummary;

    fn take_summary(&mut self) -> SegmentSummary {
        self.take_segment_summary()
    }

    fn put_in(&mut self, input: &Input) {
        Emulator::put_in(self, input);
    }

    fn run_again(&mut self) {
        self.advance();
        drop_output(self);
        self.take_segment_summary();
    }

    fn weight(input: &Input) -> usize {
        input.weight()
    }
}

/// A moment of a run: a frame of its [timeline](Timeline), and the machine's T-state in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment {
    /// The frame that runs or is about to. Frames are counted from 0; a change in the middle of a frame
    /// begins another one.
    pub frame: u64,
    /// T-states since the machine's frame began.
    pub tstate: u32,
}

impl Moment {
    /// The moment of an emulator that runs frame `frame` or is about to.
    pub(super) fn of(frame: u64, emulator: &Emulator) -> Moment {
        Moment {
            frame,
            tstate: emulator.machine().frame_tstate(),
        }
    }
}

impl fmt::Display for Moment {
    /// Formats the moment as `120+3400`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.frame, self.tstate)
    }
}

/// An emulator that replays the past of another.
#[derive(Debug, Clone)]
pub struct Replay {
    frame: u64,
    emulator: Emulator,
    unchanged: Option<Box<Emulator>>,
    /// The address at which it pauses.
    address: Option<u16>,
}

impl Replay {
    /// Starts with `emulator`, which is about to run frame `frame` of the timeline.
    pub fn new(frame: u64, emulator: Emulator) -> Replay {
        Replay {
            frame,
            emulator,
            unchanged: None,
            address: None,
        }
    }

    /// The emulator.
    pub fn emulator(&self) -> &Emulator {
        &self.emulator
    }

    /// The emulator as it was before the run was changed at this moment, if it was.
    pub fn unchanged(&self) -> Option<&Emulator> {
        self.unchanged.as_deref()
    }

    /// The emulator, for inspection: inputs and changes are not recorded.
    pub fn emulator_mut(&mut self) -> &mut Emulator {
        &mut self.emulator
    }

    /// Sets an address before whose instruction it pauses.
    pub fn stop_at(&mut self, address: u16) {
        self.address = Some(address);
    }

    /// Returns the emulator, to continue from here.
    pub fn into_emulator(self) -> Emulator {
        self.emulator
    }

    /// The current moment.
    pub fn moment(&self) -> Moment {
        Moment::of(self.frame, &self.emulator)
    }

    /// Runs to the next statement or the end of the frame. `written` is as for [`Emulator::run_on_and_look`].
    pub fn run_on_and_look(
        &mut self,
        timeline: &Timeline<Emulator>,
        written: impl FnMut(&mut girafa_spectrum::Spectrum, girafa_spectrum::Write),
    ) -> Pause {
        let pause = run_on(
            timeline,
            self.frame,
            &mut self.emulator,
            self.address.as_slice(),
            written,
        );
        self.unchanged = None;
        if pause == Pause::Frame {
            drop_output(&mut self.emulator);
            self.frame += 1;
            if let Some(changed) = timeline.cut(self.frame) {
                let unchanged = std::mem::replace(&mut self.emulator, changed.clone());
                self.unchanged = Some(Box::new(unchanged));
                // The change was made in the middle of a frame, before a statement.
                if self.emulator.is_in_frame() && !self.emulator.is_at_address() {
                    return Pause::Statement;
                }
            }
        }
        pause
    }

    /// Runs within the frame to T-state `tstate` or just after it, but not beyond a change of the frame.
    pub(super) fn run_to(&mut self, timeline: &Timeline<Emulator>, tstate: u32) {
        let cut = timeline
            .cut(self.frame + 1)
            .filter(|changed| changed.is_in_frame());
        let tstate = tstate.min(cut.map_or(u32::MAX, |changed| changed.machine().frame_tstate()));
        while self.emulator.machine().frame_tstate() < tstate {
            let before = self.emulator.clone();
            let pause = run_on(timeline, self.frame, &mut self.emulator, &[], |_, _| {});
            if pause == Pause::Statement && self.emulator.machine().frame_tstate() <= tstate {
                continue;
            }
            self.emulator = before;
            if !self.emulator.is_in_frame() {
                timeline.put_in_again(self.frame, &mut self.emulator);
            }
            // A T-state beyond the frame's end is the start of the next frame.
            if self.emulator.run_to(tstate) == Pause::Frame {
                drop_output(&mut self.emulator);
                self.frame += 1;
            }
            break;
        }
    }

    /// The frame of the timeline that runs or is about to.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// As [`run_on_and_look`](Self::run_on_and_look), without a callback.
    pub fn run_on(&mut self, timeline: &Timeline<Emulator>) -> Pause {
        self.run_on_and_look(timeline, |_, _| {})
    }
}

/// Runs `emulator` within frame `frame` of a timeline, as recorded if the frame ran before: to the next
/// statement, the end of the frame, or a change of the frame.
pub(super) fn run_on(
    timeline: &Timeline<Emulator>,
    frame: u64,
    emulator: &mut Emulator,
    addresses: &[u16],
    written: impl FnMut(&mut girafa_spectrum::Spectrum, girafa_spectrum::Write),
) -> Pause {
    if !emulator.is_in_frame() {
        timeline.put_in_again(frame, emulator);
    }
    let cut = timeline.cut(frame + 1).filter(|changed| changed.is_in_frame());
    let Some(end) = cut.map(|changed| changed.machine().frame_tstate()) else {
        return emulator.run_on_to(addresses, written);
    };
    let before = emulator.clone();
    let pause = emulator.run_on_to(addresses, written);
    if pause != Pause::Frame && emulator.machine().frame_tstate() < end {
        return pause;
    }
    // The timeline has nothing of the unchanged run after the change.
    if pause == Pause::Frame || emulator.machine().frame_tstate() != end {
        *emulator = before;
        emulator.run_to(end);
    }
    Pause::Frame
}

/// Discards output that was reported when the frame ran first.
fn drop_output(emulator: &mut Emulator) {
    let machine = emulator.machine_mut();
    machine.take_beeper_edges();
    machine.take_tape_edges();
    machine.printer_mut().take_rows();
    emulator.take_printed();
}
