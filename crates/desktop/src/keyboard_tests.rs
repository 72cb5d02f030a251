use super::*;
use girafa_session::host_keys::HostKeys;
use girafa_spectrum::{ROM_SIZE, Rom, Spectrum};

/// A keyboard connected to a machine whose ROM does not read it.
struct Bench {
    keyboard: Keyboard,
    host_keys: HostKeys,
    machine: Spectrum,
}

impl Bench {
    fn new(layout: Layout) -> Bench {
        let mut bench = Bench {
            keyboard: Keyboard::new(layout),
            host_keys: HostKeys::default(),
            machine: Spectrum::new(&Rom::from_bytes(&[0; ROM_SIZE]).unwrap()),
        };
        bench.frames(10);
        bench
    }

    fn event(&mut self, event: Event) -> Outcome {
        let mut inputs = Vec::new();
        let outcome = self.keyboard.event(event, Shifts::default(), &mut inputs);
        inputs.iter().for_each(|input| put_in(&mut self.host_keys, input));
        outcome
    }

    /// Presses a key that types a character, as X reports it.
    fn typed(&mut self, code: char, c: char) -> Outcome {
        self.event(Event::Down(Code::Char(code)));
        self.event(Event::Char(c))
    }

    /// The keys that are held in each of the next frames.
    fn frames(&mut self, count: usize) -> Vec<Vec<Key>> {
        (0..count)
            .map(|_| {
                let mut inputs = Vec::new();
                self.keyboard.before_frame(&mut inputs, false);
                inputs.iter().for_each(|input| put_in(&mut self.host_keys, input));
                self.host_keys.before_frame(&mut self.machine);
                let matrix = self.machine.keyboard_mut();
                Key::ALL.into_iter().filter(|&key| matrix.is_down(key)).collect()
            })
            .collect()
    }

    /// The number of the next 40 frames in which exactly these keys are held.
    fn count(&mut self, keys: &[Key]) -> usize {
        self.frames(40).iter().filter(|down| *down == keys).count()
    }
}

/// Applies an input of the keyboard.
fn put_in(host_keys: &mut HostKeys, input: &Input) {
    match input {
        Input::Press(chords) => host_keys.press(chords),
        Input::Keep(chord) => host_keys.keep(*chord),
        Input::Hold(key) => host_keys.hold(*key),
        Input::Release(key) => host_keys.release(*key),
        Input::Type(_) | Input::Joystick(_) | Input::TurnTape => {
            panic!("a keyboard does not put that in: {input:?}")
        }
    }
}

const SHIFT: Event = Event::Down(Code::LeftShift);

#[test]
fn characters_become_chords_and_stay_down_with_their_key() {
    let mut bench = Bench::new(Layout::Meaning);
    assert_eq!(bench.typed('a', 'a'), Outcome::Pressed);
    assert_eq!(bench.count(&[Key::A]), 40);
    // A repeat by the host has no effect.
    assert_eq!(bench.typed('a', 'a'), Outcome::Nothing);
    bench.event(Event::Up(Code::Char('a')));
    assert!(bench.count(&[Key::A]) <= 2);
    bench.event(SHIFT);
    bench.typed('2', '"');
    bench.event(Event::Up(Code::Char('2')));
    assert_eq!(bench.count(&[Key::P, Key::SymbolShift]), 4);
}

#[test]
fn keys_typed_in_one_frame_keep_their_order() {
    let mut bench = Bench::new(Layout::Meaning);
    for c in ['1', '4'] {
        bench.typed(c, c);
        bench.event(Event::Up(Code::Char(c)));
    }
    bench.event(Event::Down(Code::Named(HostKey::Enter)));
    bench.event(Event::Up(Code::Named(HostKey::Enter)));
    let mut seen = bench.frames(60);
    seen.dedup();
    seen.retain(|keys| !keys.is_empty());
    assert_eq!(seen, [vec![Key::N1], vec![Key::N4], vec![Key::Enter]]);
}

#[test]
fn a_key_that_the_host_has_no_name_for() {
    let mut bench = Bench::new(Layout::Meaning);
    bench.event(SHIFT);
    assert_eq!(bench.event(Event::Char('1')), Outcome::Pressed);
    assert_eq!(bench.count(&[Key::N1]), 4);
    assert!(matches!(bench.event(Event::Char('ã')), Outcome::NoKey(_)));
}

#[test]
fn symbol_shift_is_alt_or_right_ctrl() {
    for shift in [Code::LeftAlt, Code::RightCtrl] {
        let mut bench = Bench::new(Layout::Meaning);
        bench.event(Event::Down(shift));
        bench.event(Event::Down(Code::Char('g')));
        assert_eq!(bench.event(Event::Char('g')), Outcome::Nothing);
        assert_eq!(bench.count(&[Key::G, Key::SymbolShift]), 40);
    }
}

#[test]
fn commands_are_not_typed() {
    let mut bench = Bench::new(Layout::Meaning);
    bench.event(Event::Down(Code::LeftCtrl));
    let pause = bench.event(Event::Down(Code::Char('p')));
    assert_eq!(pause, Outcome::Command(Command::Pause));
    bench.event(Event::Char('\u{10}'));
    assert_eq!(bench.count(&[]), 40);
    bench.event(Event::LostFocus);
    assert_eq!(bench.typed('p', 'p'), Outcome::Pressed);
}

/// Windows reports left Ctrl and right Alt for AltGr.
#[test]
fn alt_gr_types() {
    let mut bench = Bench::new(Layout::Meaning);
    bench.event(Event::Down(Code::LeftCtrl));
    bench.event(Event::Down(Code::RightAlt));
    assert_eq!(bench.typed('2', '@'), Outcome::Pressed);
    assert_eq!(bench.count(&[Key::N2, Key::SymbolShift]), 40);
}

#[test]
fn positions_hold_any_keys_together() {
    let mut bench = Bench::new(Layout::Position);
    for code in [Code::Char('q'), Code::Char('o'), Code::LeftShift] {
        assert_eq!(bench.event(Event::Down(code)), Outcome::Pressed);
    }
    bench.event(Event::Char('q'));
    assert_eq!(bench.count(&[Key::CapsShift, Key::Q, Key::O]), 40);
    bench.event(Event::Up(Code::Char('q')));
    assert_eq!(bench.count(&[Key::CapsShift, Key::O]), 40);
    bench.event(Event::LostFocus);
    assert_eq!(bench.count(&[]), 40);
}

#[test]
fn a_key_is_down_for_some_frames_at_least() {
    let mut bench = Bench::new(Layout::Position);
    bench.event(Event::Down(Code::Named(HostKey::Escape)));
    bench.event(Event::Up(Code::Named(HostKey::Escape)));
    assert_eq!(
        bench.count(&[Key::CapsShift, Key::Space]),
        MIN_PRESS_FRAMES as usize
    );
}
