//! Playing and making recordings of the machine's input.

use super::{Spectrum, Stop};
use crate::playback::{Playback, PlaybackEnd, State, Step};
use crate::ula::{FRAME_TSTATES, INT_TSTATES};

impl Spectrum {
    /// The recording that is being played, if any ([`rzx`](crate::rzx)).
    pub fn playback(&self) -> Option<&Playback> {
        self.board.playback.as_ref()
    }

    /// Takes the end of the playback, once it is over: whether the run was in step with the recording. The
    /// machine then continues with its own keyboard and frames.
    pub fn take_playback_end(&mut self) -> Option<PlaybackEnd> {
        self.board.playback_end.take()
    }

    /// Starts to [record](crate::rzx) the input from the current state, or once this frame's interrupt signal is
    /// over: some emulators accept no interrupt right after the start of a recording. While recording, runs use
    /// a separate, slower loop. An instant load adds a snapshot to the recording; other changes from outside are
    /// not recorded.
    pub fn start_recording(&mut self) {
        self.board.recorder = Some(Box::default());
        if self.board.tstate >= INT_TSTATES {
            self.record_change();
        }
    }

    /// Continues a recording that is being made from the current state, which instructions did not cause.
    pub(super) fn record_change(&mut self) {
        if self.board.recorder.is_some() {
            let (state, fetches) = (self.state(), self.board.fetches);
            if let Some(recorder) = &mut self.board.recorder {
                recorder.begin_section(state, fetches);
            }
        }
    }

    /// The state that a recording starts from.
    pub(crate) fn state(&self) -> State {
        State {
            cpu: self.cpu.clone(),
            memory: self.board.memory.clone(),
            tstate: self.board.tstate,
            issue: self.board.issue,
            is_late: self.board.is_late(),
            port_fe: self.board.port_fe(),
        }
    }

    /// Continues from the state of a recording.
    pub(crate) fn restore(&mut self, state: &State) {
        let rom = *self.rom_bytes();
        self.cpu = state.cpu.clone();
        self.board.restore(state);
        if *self.rom_bytes() != rom {
            self.delays = None;
            self.set_paced(false);
        }
        self.is_compiled &= self.has_compiled_code();
    }

    /// Plays a recording to the end of its frame.
    pub(super) fn play_frame(&mut self) -> Stop {
        while !self.end_frame() {
            if !self.interrupt()
                && let Some(stop) = self.execute_watched()
            {
                return stop;
            }
        }
        Stop::Frame
    }

    /// Ends the frame if the recording does; returns whether it did.
    #[cold]
    pub(super) fn end_played_frame(&mut self) -> bool {
        loop {
            let fetches = self.board.fetches;
            let Some(playback) = &mut self.board.playback else {
                return false;
            };
            match playback.step(fetches) {
                Step::Within => {
                    self.board.tstate = self.board.tstate.min(FRAME_TSTATES);
                    return false;
                }
                Step::Interrupt => {
                    self.cpu.interrupt(&mut self.board);
                    continue;
                }
                Step::Frame => {}
                Step::Snapshot => {
                    self.continue_from_snapshot();
                    return true;
                }
                Step::End(end) => {
                    self.board.playback = None;
                    self.board.playback_end = Some(end);
                }
            }
            self.board.tstate = self.board.tstate.max(FRAME_TSTATES);
            return self.board.end_frame();
        }
    }

    /// Ends the frame, and continues from the snapshot that the playback has reached.
    fn continue_from_snapshot(&mut self) {
        self.board.tstate = FRAME_TSTATES;
        self.board.end_frame();
        if let Some(state) = self.board.playback.as_ref().and_then(Playback::state) {
            self.restore(&state);
            self.record_change();
        }
    }
}
