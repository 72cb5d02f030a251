//! Records a run, so that it can return to any frame: states at growing distances, and the inputs between
//! them.
//!
//! A machine is deterministic, so a state and the inputs after it reproduce every later state. A [`Timeline`]
//! keeps a state every [`RECENT_INTERVAL`] frames; when there are more than [`MAX_STATES`], it drops the
//! least useful one, so that older states are farther apart. If something other than recorded input has
//! changed the run, the state after the change (a cut) is always kept; when there are too many of these, the
//! oldest part of the run is forgotten.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::fmt::Debug;

/// Frames between two states of the recent past: a second.
pub const RECENT_INTERVAL: u64 = 50;
/// Maximum number of kept states. A state of a Spectrum takes about 70 KiB.
pub const MAX_STATES: usize = 300;
/// Maximum total weight of the kept inputs.
pub const MAX_INPUTS: usize = 100_000;

/// The summary of a segment whose states are not kept: enough to decide whether to replay it.
pub trait Summary: Clone + Default + Debug {
    /// Adds the summary of the next segment.
    fn merge(&mut self, later: &Self);
}

/// An empty summary.
impl Summary for () {
    fn merge(&mut self, (): &()) {}
}

/// A state that can be replayed.
pub trait Replayable: Clone {
    /// The input from outside.
    type Input: Clone;
    /// The summary of a segment.
    type Summary: Summary;

    /// Applies an input; called before the frame in which it was given.
    fn put_in(&mut self, input: &Self::Input);

    /// Runs a frame again. Its output was reported before, and is discarded.
    fn run_again(&mut self);

    /// Returns the summary since the last call.
    fn take_summary(&mut self) -> Self::Summary;

    /// Memory use of an input, in chords or similar units.
    fn weight(input: &Self::Input) -> usize;
}

/// A kept state.
#[derive(Debug, Clone)]
struct Checkpoint<R: Replayable> {
    state: R,
    /// Summary of the frames from here to the next kept state.
    summary: R::Summary,
    /// Whether it does not follow from the previous state and the inputs.
    is_cut: bool,
}

/// A segment: the frames between two kept states, including the first.
#[derive(Debug)]
pub struct Segment<'a, R: Replayable> {
    /// The frame that `state` is about to run.
    pub start: u64,
    /// The frame after the last one of the segment.
    pub end: u64,
    /// The state at the start.
    pub state: &'a R,
    /// The state at the end, if one is kept; after a change, if there was one.
    pub after: Option<&'a R>,
    /// The summary of these frames. It may include more: frames that were forgotten because the run took
    /// another course.
    pub summary: &'a R::Summary,
}

/// The recorded frames of a run, and the current position in them.
#[derive(Debug, Clone)]
pub struct Timeline<R: Replayable> {
    kept: BTreeMap<u64, Checkpoint<R>>,
    inputs: VecDeque<(u64, R::Input)>,
    weight: usize,
    now: u64,
    last: u64,
    is_recorded: bool,
}

impl<R: Replayable> Timeline<R> {
    /// Starts a timeline at frame 0, which is about to run in `state`.
    pub fn new(state: &R) -> Timeline<R> {
        let mut timeline = Timeline {
            is_recorded: true,
            ..Timeline::unrecorded()
        };
        timeline.changed(state);
        timeline
    }

    /// Starts a timeline at frame 0 that records nothing.
    pub fn unrecorded() -> Timeline<R> {
        Timeline {
            kept: BTreeMap::new(),
            inputs: VecDeque::new(),
            weight: 0,
            now: 0,
            last: 0,
            is_recorded: false,
        }
    }

    /// Whether the run is recorded.
    pub fn is_recorded(&self) -> bool {
        self.is_recorded
    }

    /// The frame that is about to run.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The earliest known frame.
    pub fn first(&self) -> u64 {
        self.kept.keys().next().copied().unwrap_or(self.now)
    }

    /// The latest known frame.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Number of kept states.
    pub fn states(&self) -> usize {
        self.kept.len()
    }

    /// Records an input before the frame that is about to run, and forgets what came after it. Returns
    /// whether there was room; if not, the input must not be applied.
    #[must_use]
    pub fn input(&mut self, input: R::Input) -> bool {
        if !self.is_recorded {
            return true;
        }
        self.forget_future();
        let weight = R::weight(&input);
        if self.weight + weight > MAX_INPUTS {
            // The oldest part cannot be replayed without its inputs.
            let half = self.inputs.get(self.inputs.len() / 2).map(|&(frame, _)| frame);
            self.forget_before(half.unwrap_or(self.now) + 1);
        }
        let has_room = self.weight + weight <= MAX_INPUTS;
        if has_room {
            self.weight += weight;
            self.inputs.push_back((self.now, input));
        }
        has_room
    }

    /// Records a change that is not an input: `state` does not follow from the previous one.
    pub fn changed(&mut self, state: &R) {
        self.forget_future();
        self.forget_inputs_from(self.now);
        self.keep(state, true);
    }

    /// Applies the recorded inputs of the frame that is about to run, if it ran before.
    pub fn before_frame(&self, state: &mut R) {
        if self.is_past() {
            self.put_in_again(self.now, state);
        }
    }

    /// Applies the inputs recorded before frame `frame`.
    pub fn put_in_again(&self, frame: u64, state: &mut R) {
        let start = self.inputs.partition_point(|&(at, _)| at < frame);
        let due = self.inputs.range(start..).take_while(|&&(at, _)| at == frame);
        due.for_each(|(_, input)| state.put_in(input));
    }

    /// The changed state with which frame `frame` began, if the run was changed there.
    pub fn cut(&self, frame: u64) -> Option<&R> {
        let kept = self.kept.get(&frame).filter(|kept| kept.is_cut);
        kept.map(|kept| &kept.state)
    }

    /// The segments up to the one that contains frame `frame`, latest first.
    pub fn segments_before(&self, frame: u64) -> impl Iterator<Item = Segment<'_, R>> {
        self.kept.range(..=frame).rev().map(|(&start, kept)| {
            let next = self.kept.range(start + 1..).next();
            Segment {
                start,
                end: next.map_or(self.last.max(start), |(&end, _)| end),
                state: &kept.state,
                after: next.map(|(_, kept)| &kept.state),
                summary: &kept.summary,
            }
        })
    }

    /// Moves to frame `frame`, whose state the caller has.
    pub fn arrive(&mut self, frame: u64) {
        self.forget_inputs_from(self.last);
        self.now = frame.clamp(self.first(), self.last);
    }

    /// Records that a frame has run and left `state`. If the run was changed here before, `state` becomes the
    /// changed one.
    pub fn after_frame(&mut self, state: &mut R) {
        self.now += 1;
        let summary = state.take_summary();
        if self.now > self.last {
            if let Some((_, before)) = self.kept.range_mut(..self.now).next_back() {
                before.summary.merge(&summary);
            }
            self.last = self.now;
            if self.now.is_multiple_of(RECENT_INTERVAL) {
                self.keep(state, false);
            }
        } else if let Some(kept) = self.kept.get(&self.now).filter(|kept| kept.is_cut) {
            *state = kept.state.clone();
        }
    }

    /// Moves to the start of frame `frame`, or of the nearest known one, and returns its state. Later frames
    /// stay known until another input is recorded.
    ///
    /// ```text
    /// kept:    0 ........ 150 ........ 300 ... 350 . 400
    /// go_to(330):                      300 ──► 330, inputs of 300..330 put in again
    /// ```
    pub fn go_to(&mut self, frame: u64) -> R {
        // Inputs before a frame that has never run have had no effect.
        self.forget_inputs_from(self.last);
        let frame = frame.clamp(self.first(), self.last);
        let (&from, kept) = (self.kept.range(..=frame).next_back()).expect("the first state is kept");
        let mut state = kept.state.clone();
        let start = self.inputs.partition_point(|&(at, _)| at < from);
        let mut inputs = self.inputs.range(start..).peekable();
        for at in from..frame {
            while let Some((_, input)) = inputs.next_if(|&&(when, _)| when == at) {
                state.put_in(input);
            }
            state.run_again();
        }
        self.now = frame;
        state
    }

    /// Whether the next frame has run before.
    pub fn is_past(&self) -> bool {
        self.now < self.last
    }

    /// Forgets everything after the start of the frame that is about to run.
    pub fn forget_future(&mut self) {
        if !self.is_past() {
            return;
        }
        let now = self.now;
        self.last = now;
        drop(self.kept.split_off(&(now + 1)));
        // The inputs before this frame belong to the forgotten frames.
        self.forget_inputs_from(now);
    }

    /// As [`forget_future`](Self::forget_future), but in the middle of the frame: the inputs before it stay.
    pub fn forget_after_this_frame(&mut self) {
        if self.is_past() {
            self.last = self.now;
            drop(self.kept.split_off(&(self.now + 1)));
            self.forget_inputs_from(self.now + 1);
        }
    }

    /// Forgets everything before the frame that is about to run in `state`.
    pub fn forget_past(&mut self, state: &R) {
        self.keep(state, true);
        self.forget_before(self.now);
    }

    fn forget_inputs_from(&mut self, frame: u64) {
        let from = self.inputs.partition_point(|&(at, _)| at < frame);
        self.weight -= self
            .inputs
            .drain(from..)
            .map(|(_, input)| R::weight(&input))
            .sum::<usize>();
    }

    fn forget_before(&mut self, frame: u64) {
        let first = self.kept.range(frame..).next().map(|(&first, _)| first);
        let Some(first) = first else { return };
        self.kept = self.kept.split_off(&first);
        let start = self.inputs.partition_point(|&(at, _)| at < first);
        self.weight -= self
            .inputs
            .drain(..start)
            .map(|(_, input)| R::weight(&input))
            .sum::<usize>();
    }

    fn keep(&mut self, state: &R, is_cut: bool) {
        if !self.is_recorded {
            return;
        }
        let kept = Checkpoint {
            state: state.clone(),
            summary: R::Summary::default(),
            is_cut,
        };
        self.kept.insert(self.now, kept);
        if self.kept.len() > MAX_STATES {
            self.thin_out();
        }
    }

    /// Drops the state that leaves the smallest gap for its age. If all others are cuts, drops the oldest
    /// part.
    fn thin_out(&mut self) {
        let frames: Vec<u64> = self.kept.keys().copied().collect();
        let gap =
            |three: &[u64]| (three[2] - three[0]) as f64 / (self.now - three[1] + RECENT_INTERVAL) as f64;
        let could_go = frames.windows(3).filter(|three| !self.kept[&three[1]].is_cut);
        match could_go.min_by(|a, b| gap(a).total_cmp(&gap(b))) {
            Some(three) => {
                let gone = self.kept.remove(&three[1]).expect("it is one of them");
                let before = self.kept.get_mut(&three[0]).expect("it is one of them");
                before.summary.merge(&gone.summary);
            }
            None => self.forget_before(frames[0] + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A sum that every frame and every input changes, so that any difference persists.
    #[derive(Debug, Clone, PartialEq)]
    struct Sum(u64);

    /// Number of frames in the summary.
    #[derive(Debug, Clone, Default)]
    struct Frames(u64);

    impl Summary for Frames {
        fn merge(&mut self, later: &Frames) {
            self.0 += later.0;
        }
    }

    impl Replayable for Sum {
        type Input = u64;
        type Summary = Frames;

        fn take_summary(&mut self) -> Frames {
            Frames(1)
        }

        fn put_in(&mut self, input: &u64) {
            self.0 = self.0.wrapping_mul(31).wrapping_add(*input);
        }

        fn run_again(&mut self) {
            self.0 = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
        }

        fn weight(_: &u64) -> usize {
            1
        }
    }

    #[derive(Debug, Clone)]
    enum Act {
        Run(u64),
        Input(u64),
        Change(u64),
        GoTo(u64),
    }

    fn act() -> impl Strategy<Value = Act> {
        prop_oneof![
            4 => (1..400u64).prop_map(Act::Run),
            4 => any::<u64>().prop_map(Act::Input),
            1 => any::<u64>().prop_map(Act::Change),
            2 => any::<u64>().prop_map(Act::GoTo),
        ]
    }

    proptest! {
        /// A moment is the same whichever way it is reached; the test itself records every state.
        #[test]
        fn every_moment_is_as_it_was(acts in prop::collection::vec(act(), 1..60)) {
            let mut sum = Sum(7);
            let mut timeline = Timeline::new(&sum);
            let mut was = vec![sum.clone()];
            for act in acts {
                match act {
                    Act::Run(frames) => for _ in 0..frames {
                        timeline.before_frame(&mut sum);
                        sum.run_again();
                        timeline.after_frame(&mut sum);
                        let now = timeline.now() as usize;
                        if now < was.len() {
                            prop_assert_eq!(&was[now], &sum);
                        } else {
                            was.push(sum.clone());
                        }
                    },
                    Act::Input(input) => {
                        prop_assert!(timeline.input(input));
                        sum.put_in(&input);
                        was.truncate(timeline.now() as usize + 1);
                    }
                    Act::Change(value) => {
                        sum.0 ^= value;
                        timeline.changed(&sum);
                        was.truncate(timeline.now() as usize);
                        was.push(sum.clone());
                    }
                    Act::GoTo(frame) => {
                        let span = timeline.last() - timeline.first() + 1;
                        let frame = timeline.first() + frame % span;
                        sum = timeline.go_to(frame);
                        prop_assert_eq!(timeline.now(), frame);
                        prop_assert_eq!(&was[frame as usize], &sum);
                    }
                }
                prop_assert!(timeline.states() <= MAX_STATES);
            }
        }
    }

    #[test]
    fn the_way_to_any_frame_is_short_and_the_states_are_few() {
        let mut sum = Sum(1);
        let mut timeline = Timeline::new(&sum);
        // Ten minutes.
        for _ in 0..30_000 {
            sum.run_again();
            timeline.after_frame(&mut sum);
        }
        assert!(timeline.states() <= MAX_STATES);
        assert_eq!((timeline.first(), timeline.last()), (0, 30_000));
        let frames: Vec<u64> = timeline.kept.keys().copied().collect();
        let longest = frames.windows(2).map(|two| two[1] - two[0]).max();
        assert!(longest <= Some(800), "{longest:?}");
        // Each summary covers the frames to the next kept state, including those of dropped states.
        let segments: Vec<_> = timeline.segments_before(30_000).collect();
        assert_eq!(segments.len(), timeline.states());
        for segment in &segments {
            assert_eq!(
                segment.summary.0,
                segment.end - segment.start,
                "{}",
                segment.start
            );
        }
        assert_eq!(segments[1].after, Some(segments[0].state));
        // The states of the last seconds are kept.
        assert!(frames.contains(&29_950) && frames.contains(&29_900));
    }

    #[test]
    fn inputs_and_cuts_have_an_end() {
        let mut sum = Sum(1);
        let mut timeline = Timeline::new(&sum);
        let mut put_in = 0;
        for _ in 0..3 * MAX_INPUTS {
            put_in += usize::from(timeline.input(1));
        }
        assert_eq!(put_in, MAX_INPUTS);
        for frame in 0..2 * MAX_STATES as u64 {
            sum.run_again();
            timeline.after_frame(&mut sum);
            timeline.changed(&sum);
            assert!(timeline.states() <= MAX_STATES, "{frame}");
        }
        assert!(timeline.first() > 0 && timeline.inputs.is_empty() && timeline.weight == 0);
        assert!(timeline.input(1));
    }
}
