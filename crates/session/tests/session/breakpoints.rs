//! Breakpoints at addresses, in addition to the one used for the transcript.

use girafa_basic::tokenise;
use girafa_inspect::sysvars;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::{Driver, Event, Until};
use girafa_session::launch;
use girafa_session::outcome::End;

use crate::rom;

/// Address of the interrupt routine in mode 1.
const INTERRUPT: u16 = 0x0038;

fn driver() -> Driver {
    let boot = Boot::new(&rom()).unwrap();
    let text = "10 FOR i=1 TO 3: PRINT i: NEXT i\n";
    let program = tokenise::program(text, &tokenise::Options::default())
        .unwrap()
        .program;
    let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
    Driver::new(launched, boot.glyphs.clone())
}

/// Runs to the end and counts the stops before the instruction at `address`.
fn stops(driver: &mut Driver, address: u16) -> usize {
    let until = Until {
        addresses: &[address],
        ..Until::frames(500)
    };
    let mut stops = 0;
    loop {
        match driver.advance(until, &mut ()) {
            Event::Address(at) => {
                assert_eq!((at, driver.machine().cpu.pc), (address, address));
                stops += 1;
            }
            event => {
                assert_eq!(event, Event::Ended(End::Report));
                return stops;
            }
        }
    }
}

#[test]
fn stops_leave_the_run_as_it_is() {
    let alone = driver().with_transcript().run(500, &mut ());
    assert_eq!((alone.end, alone.transcript.as_str()), (End::Report, "1\n2\n3\n"));
    for (address, least) in [(INTERRUPT, 3), (sysvars::PRINT_ENTRY, 6)] {
        let mut driver = driver().with_transcript();
        assert!(stops(&mut driver, address) >= least, "{address}");
        assert_eq!(driver.outcome(End::Report, &mut ()), alone);
    }
}

#[test]
fn a_run_goes_on_from_an_address() {
    let mut driver = driver();
    let until = Until {
        addresses: &[INTERRUPT],
        ..Until::frames(500)
    };
    driver.advance(until, &mut ());
    let before = driver.machine().tstates();
    assert_eq!(driver.advance(until, &mut ()), Event::Address(INTERRUPT));
    assert_eq!(driver.machine().cpu.pc, INTERRUPT);
    // The next interrupt is one frame later.
    let passed = driver.machine().tstates() - before;
    assert!(passed.abs_diff(69_888) < 32, "{passed}");
    assert_eq!(driver.run(500, &mut ()).end, End::Report);
}
