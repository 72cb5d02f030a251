//! A user's own breakpoints beside the one that the transcript needs.

use std::ops::ControlFlow;

use girafa_basic::tokenise;
use girafa_session::boot::Boot;
use girafa_session::launch::{self, StartCommand};
use girafa_session::listener::Listener;
use girafa_session::outcome::End;
use girafa_session::session::Session;
use girafa_session::sysvars;
use girafa_spectrum::Spectrum;

use crate::rom;

/// Where an interrupt begins in mode 1.
const INTERRUPT: u16 = 0x0038;

fn session() -> Session {
    let boot = Boot::new(&rom()).unwrap();
    let text = "10 FOR i=1 TO 3: PRINT i: NEXT i\n";
    let program = tokenise::program(text, &tokenise::Options::default())
        .unwrap()
        .program;
    let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
    Session::new(launched, boot.glyphs.clone())
}

/// Notes each stop, and ends the session at the `last`th.
struct Stops {
    addresses: Vec<u16>,
    last: usize,
}

impl Stops {
    fn up_to(last: usize) -> Stops {
        Stops {
            addresses: Vec::new(),
            last,
        }
    }

    fn at(&self, address: u16) -> usize {
        self.addresses.iter().filter(|&&stop| stop == address).count()
    }
}

impl Listener for Stops {
    fn breakpoint(&mut self, address: u16, machine: &Spectrum) -> ControlFlow<()> {
        assert_eq!(machine.cpu.pc, address);
        self.addresses.push(address);
        if self.addresses.len() < self.last {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

#[test]
fn the_transcript_takes_characters_at_its_own_breakpoint_only() {
    let alone = session().with_transcript().run(500, &mut Stops::up_to(1));
    assert_eq!((alone.end, alone.transcript.as_str()), (End::Report, "1\n2\n3\n"));

    let mut stops = Stops::up_to(usize::MAX);
    let mut session = session().with_transcript().with_breakpoints([INTERRUPT]);
    let beside = session.run(500, &mut stops);
    assert_eq!(beside, alone);
    assert!(stops.at(INTERRUPT) > 3 && stops.at(INTERRUPT) == stops.addresses.len());
}

#[test]
fn the_print_entry_can_be_a_users_too() {
    let with_both: [fn(Session) -> Session; 2] = [
        |session| session.with_transcript().with_breakpoints([sysvars::PRINT_ENTRY]),
        |session| session.with_breakpoints([sysvars::PRINT_ENTRY]).with_transcript(),
    ];
    for with_both in with_both {
        let mut stops = Stops::up_to(usize::MAX);
        let outcome = with_both(session()).run(500, &mut stops);
        assert_eq!(outcome.transcript, "1\n2\n3\n");
        assert!(
            stops.at(sysvars::PRINT_ENTRY) >= 6,
            "{stops:?}",
            stops = stops.addresses
        );
    }
}

#[test]
fn a_session_that_a_breakpoint_has_ended_goes_on_from_there() {
    let mut session = session().with_breakpoints([INTERRUPT]);
    let first = session.run(500, &mut Stops::up_to(3));
    assert_eq!((first.end, session.machine().cpu.pc), (End::Frames, INTERRUPT));
    let before = session.machine().tstates();
    session.run(500, &mut Stops::up_to(1));
    assert_eq!(session.machine().cpu.pc, INTERRUPT);
    // The next interrupt comes a frame later.
    let passed = session.machine().tstates() - before;
    assert!(passed.abs_diff(69_888) < 32, "{passed}");
    let end = session.run(500, &mut ()).end;
    assert_eq!(end, End::Report);
}
