//! Runs the ROM's compiled code and the interpreter in lockstep, in complete programs.

use std::ops::ControlFlow;
use std::path::Path;

use girafa_basic::tokenise::{self, Options};
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_session::listener::Listener;
use girafa_spectrum::Spectrum;
use girafa_test_support::thorough;
use girafa_verify::compare::Medium;
use girafa_verify::script;

const WORKLOADS: [(&str, &str); 3] = [
    (
        "arithmetic",
        include_str!("../../../../benches/workloads/arithmetic.bas"),
    ),
    ("screen", include_str!("../../../../benches/workloads/screen.bas")),
    (
        "strings",
        include_str!("../../../../benches/workloads/strings.bas"),
    ),
];

/// Two copies of the machine, with and without compiled code, without breakpoints.
fn both(machine: &Spectrum) -> [Spectrum; 2] {
    [true, false].map(|compiled| {
        let mut machine = machine.clone();
        machine.breakpoints_mut().clear();
        machine.set_instant_tape(false);
        assert_eq!(machine.set_compiled(compiled), compiled);
        machine
    })
}

fn assert_same(what: &str, compiled: &Spectrum, interpreted: &Spectrum) {
    let frame = compiled.frames();
    assert_eq!(
        compiled.cpu, interpreted.cpu,
        "{what}: registers at frame {frame}"
    );
    assert!(
        compiled == interpreted,
        "{what}: memory or clock at frame {frame}"
    );
}

#[test]
fn workloads_in_lockstep() {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let frames = if thorough() { 20_000 } else { 500 };
    for (name, text) in WORKLOADS {
        let program = tokenise::program(text, &Options::default()).unwrap().program;
        let launched = launch::placed(&boot, &program, StartCommand::Run).unwrap();
        let mut driver = Driver::new(launched, boot.glyphs.clone());
        for is_paced in [false, true] {
            assert_eq!(driver.machine_mut().set_paced(is_paced), is_paced);
            let [mut compiled, mut interpreted] = both(driver.machine());
            for _ in 0..frames {
                compiled.run_frame();
                interpreted.run_frame();
                assert_same(name, &compiled, &interpreted);
            }
        }
    }
}

/// Compares both for one frame at regular intervals during a session.
struct Lockstep<'a> {
    name: &'a str,
    frames: u64,
    each: u64,
    compared: u64,
}

impl Listener for Lockstep<'_> {
    fn frame(&mut self, frames: u64) -> ControlFlow<()> {
        self.frames = frames;
        ControlFlow::Continue(())
    }

    fn picture(&mut self, machine: &Spectrum) {
        if self.frames.is_multiple_of(self.each) {
            let [mut compiled, mut interpreted] = both(machine);
            compiled.run_frame();
            interpreted.run_frame();
            assert_same(self.name, &compiled, &interpreted);
            self.compared += 1;
        }
    }
}

/// Runs the sessions with our editions, up to 20,000 frames each.
#[test]
fn sessions_in_lockstep() {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let (each, frames) = if thorough() { (10, 20_000) } else { (100, 1_000) };
    let mut compared = 0;
    for (id, text) in girafa_sessions::SESSIONS {
        let Some((_, listing)) = girafa_listings::EDITIONS.iter().find(|(name, _)| name == id) else {
            continue;
        };
        let program = tokenise::program(listing, &Options::default()).unwrap().program;
        let mut lockstep = Lockstep {
            name: id,
            frames: 0,
            each,
            compared: 0,
        };
        for script in script::parse(Path::new(&format!("{id}.toml")), text)
            .unwrap()
            .sessions
        {
            let medium = Medium::Program(program.clone());
            let request = script.request(&medium, Path::new(""), boot.hardware()).unwrap();
            let mut session = request.start(|| Ok(boot.clone())).unwrap();
            session.run(script.frames().min(frames), &mut lockstep);
        }
        assert!(lockstep.compared > 0, "{id}");
        compared += lockstep.compared;
    }
    println!("{compared} frames");
}
