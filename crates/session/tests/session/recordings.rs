//! Recorded keys reproduce an interactive run to the T-state.

use girafa_session::driver::{Driver, Mode, Until};
use girafa_session::history::{Keeping, Moment};
use girafa_session::input::Input;
use girafa_session::key_script::{self, Item};
use girafa_session::keys::{Chord, type_text};
use girafa_session::recording::{self, RecordingError};
use girafa_session::{Boot, RunRequest};
use girafa_spectrum::rzx::Recording;
use girafa_spectrum::{Key, Spectrum};
use girafa_test_support::{Random, thorough};

/// Uses INPUT, `scroll?`, INKEY$ and PAUSE, and prints the times at which it gets input.
const PROGRAM: &str = "5 LET n=0\n10 INPUT \"Nome? \"; LINE n$: PRINT n$;PEEK 23672\n20 LET k$=INKEY$: PRINT k$;PEEK 23672;\" \";\n\
    30 LET n=n+1: IF n<60 THEN GO TO 20\n40 PAUSE 50: PRINT PEEK 23672: LET n=0: GO TO 10\n";

fn request() -> RunRequest {
    RunRequest::of_listing(PROGRAM).unwrap()
}

fn played(boot: &Boot) -> Driver {
    let emulator = request().emulator(|| Ok(boot.clone())).unwrap();
    let mut driver = Driver::of(emulator, Keeping::Past);
    driver.set_mode(Mode::Live);
    driver
}

fn frames(driver: &mut Driver, count: u64) {
    driver.advance(Until::frames(count), &mut ());
}

/// Repeats the run from the recorded keys alone.
fn again(boot: &Boot, keys: Vec<Item>, length: u64) -> Driver {
    let mut driver = request().start(|| Ok(boot.clone())).unwrap().with_keys(keys);
    for _ in 0..length {
        frames(&mut driver, 1);
    }
    driver
}

fn random_input(random: &mut Random, held: &mut Vec<Key>) -> Input {
    let key = Key::ALL[random.below(40)];
    let chord = Chord::key(key);
    match random.below(7) {
        6 => Input::Type(type_text("Rui\n").unwrap()),
        0 | 1 => {
            Input::Press(type_text(["Ana\n", "x", "7\n", "LIST", "\n", "a b\n"][random.below(6)]).unwrap())
        }
        2 => Input::Press(vec![chord]),
        3 => Input::Keep(chord),
        4 if !held.is_empty() => Input::Release(held.remove(random.below(held.len()))),
        _ => {
            held.push(key);
            Input::Hold(key)
        }
    }
}

#[test]
fn a_played_run_is_had_again() {
    let boot = Boot::new(&crate::rom()).unwrap();
    let mut random = Random(3);
    for case in 0..if thorough() { 400 } else { 20 } {
        let mut driver = played(&boot);
        let mut held = Vec::new();
        for _ in 0..random.below(30) {
            frames(&mut driver, random.below(60) as u64 + 1);
            if random.below(12) == 0 {
                // Going back in time discards the later input.
                let timeline = driver.history().timeline();
                let to = timeline.last().saturating_sub(random.below(40) as u64);
                let moment = Moment { frame: to, tstate: 0 };
                driver.history_mut().go_to_moment(moment, None);
            }
            let input = random_input(&mut random, &mut held);
            driver.history_mut().put_in(input);
        }
        frames(&mut driver, 30);
        let length = driver.history().timeline().now();
        let keys = recording::keys(driver.history()).unwrap();
        let script: Vec<String> = keys.iter().map(ToString::to_string).collect();
        let read = key_script::parse(&script.join(" ")).unwrap();
        assert_eq!(read, keys);
        let replayed = again(&boot, read, length);
        let (expected, seen) = (driver.machine(), replayed.machine());
        assert_eq!(seen.tstates(), expected.tstates(), "case {case}: {script:?}");
        assert!(seen.memory() == expected.memory(), "case {case}: {script:?}");
        assert_eq!(seen.cpu.pc, expected.cpu.pc, "case {case}");
        let recording = recording::input(driver.history()).unwrap();
        let played = replayed_input(&recording);
        assert!(played.memory() == expected.memory(), "case {case}: {script:?}");
        assert_eq!(played.cpu, expected.cpu, "case {case}");
    }
}

/// Plays a recording to its end, without a difference.
fn replayed_input(recording: &Recording) -> Spectrum {
    let mut machine = recording.start(&crate::rom()).unwrap();
    while machine.playback().is_some() {
        machine.run_frame();
    }
    let end = machine.take_playback_end().unwrap();
    assert_eq!((end.frames, end.difference), (recording.frames(), None));
    machine
}

/// A text typed while RUN's ENTER is still being typed follows it, and is a part of the recorded keys.
#[test]
fn a_text_typed_at_once_is_recorded() {
    let boot = Boot::new(&crate::rom()).unwrap();
    let mut driver = played(&boot);
    let chords = type_text("ze\n").unwrap();
    driver.history_mut().put_in(Input::Type(chords));
    frames(&mut driver, 100);
    let keys = recording::keys(driver.history()).unwrap();
    assert_eq!(keys.len(), 3, "{keys:?}");
    let replayed = again(&boot, keys, 100);
    assert!(replayed.machine().memory() == driver.machine().memory());
}

#[test]
fn input_that_keys_cannot_reproduce_is_reported() {
    let boot = Boot::new(&crate::rom()).unwrap();
    let mut driver = played(&boot);
    frames(&mut driver, 20);
    driver
        .history_mut()
        .change(|emulator| emulator.machine_mut().poke(16384, 1));
    frames(&mut driver, 20);
    assert_eq!(recording::keys(driver.history()), Err(RecordingError::Changed));
    assert_eq!(
        recording::input(driver.history()).unwrap_err(),
        RecordingError::Changed
    );
    let driver = request().start(|| Ok(boot.clone())).unwrap();
    assert_eq!(recording::keys(driver.history()), Err(RecordingError::Forgotten));
}
