//! Counts how often each instruction of the ROM is executed, in the programs of `benches/workloads` and in
//! all sessions of Girafa's editions:
//!
//! In each session, every few frames one frame is single-stepped on a copy of the machine.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;

use girafa_basic::tokenise::{self, Options};
use girafa_rom_aot::decode::{Flow, decode};
use girafa_session::boot::Boot;
use girafa_session::hardware::{Hardware, Pace};
use girafa_session::listener::Listener;
use girafa_spectrum::{FRAME_TSTATES, ROM_SIZE, Spectrum};
use girafa_verify::compare::Medium;
use girafa_verify::script::{self, Script};

const WORKLOADS: [&str; 3] = [
    include_str!("../../../benches/workloads/arithmetic.bas"),
    include_str!("../../../benches/workloads/screen.bas"),
    include_str!("../../../benches/workloads/strings.bas"),
];

/// Maximum frames per session, and the interval of the frames that are single-stepped.
const MAX_FRAMES: u64 = 2_000;
const SAMPLE_INTERVAL: u64 = 19;
/// Instructions below this share, in millionths, are omitted.
const MIN_SHARE: f64 = 1.0;

/// Execution counts of each ROM address.
struct Profile {
    executed: Vec<u64>,
    entered: Vec<u64>,
    instructions: u64,
}

/// Samples the machine while a session runs.
struct Sampler {
    profile: Profile,
    frames: u64,
}

impl Listener for Sampler {
    fn frame(&mut self, frames: u64) -> ControlFlow<()> {
        self.frames = frames;
        ControlFlow::Continue(())
    }

    fn picture(&mut self, machine: &Spectrum) {
        if self.frames.is_multiple_of(SAMPLE_INTERVAL) {
            self.profile.frame(machine.clone());
        }
    }
}

impl Profile {
    fn new() -> Profile {
        Profile {
            executed: vec![0; ROM_SIZE],
            entered: vec![0; ROM_SIZE],
            instructions: 0,
        }
    }

    /// Single-steps a frame.
    fn frame(&mut self, mut machine: Spectrum) {
        let (end, mut next) = (machine.tstates() + u64::from(FRAME_TSTATES), None);
        while machine.tstates() < end && !machine.cpu.halted {
            let pc = machine.cpu.pc;
            self.instructions += 1;
            if let Some(times) = self.executed.get_mut(usize::from(pc)) {
                *times += 1;
                if next != Some(pc) {
                    self.entered[usize::from(pc)] += 1;
                }
            }
            machine.step();
            next = determined_by_code(&machine, pc);
        }
    }

    /// Adds the counts as shares of all instructions of this profile, multiplied by `weight`.
    fn add(&self, executed: &mut [f64], entered: &mut [f64], weight: f64) {
        let part = |count: &u64| weight * *count as f64 / self.instructions.max(1) as f64;
        for (sum, count) in executed.iter_mut().zip(&self.executed) {
            *sum += part(count);
        }
        for (sum, count) in entered.iter_mut().zip(&self.entered) {
            *sum += part(count);
        }
    }
}

/// PC, if the code of the executed instruction at `pc` determines it.
fn determined_by_code(machine: &Spectrum, pc: u16) -> Option<u16> {
    let now = machine.cpu.pc;
    let instruction = decode(machine.memory(), pc);
    let is_next = now == pc.wrapping_add(instruction.length);
    let is_determined = match instruction.flow {
        Flow::Return | Flow::Computed | Flow::Apart => false,
        Flow::On | Flow::ReturnIf => is_next,
        Flow::Jump(_) | Flow::Branch(_) | Flow::Call(_) | Flow::CallIf(_) => true,
    };
    is_determined.then_some(now)
}

fn main() -> Result<(), Box<dyn Error>> {
    let boot = Boot::new(&girafa_rom::girafa48())?.with_hardware(Hardware::of_pace(Pace::Rom));
    let (mut executed, mut entered) = (vec![0.0; ROM_SIZE], vec![0.0; ROM_SIZE]);
    // The workloads have half of the weight and the editions the other half, each edition an equal share.
    let editions: BTreeMap<&str, &str> = girafa_listings::EDITIONS.iter().copied().collect();
    let sessions: Vec<_> = girafa_sessions::SESSIONS
        .iter()
        .filter_map(|(id, text)| Some((*id, editions.get(id)?, *text)))
        .collect();
    for text in WORKLOADS {
        let profile = profile(&boot, text, &[Script::named("workload")])?;
        profile.add(&mut executed, &mut entered, 0.5e6 / WORKLOADS.len() as f64);
    }
    for (id, listing, text) in &sessions {
        let file = script::parse(Path::new(&format!("{id}.toml")), text)?;
        let profile = profile(&boot, listing, &file.sessions)?;
        profile.add(&mut executed, &mut entered, 0.5e6 / sessions.len() as f64);
        eprintln!("{id}: {} instructions", profile.instructions);
    }
    println!(
        "# Addresses of girafa48.rom; of a million instructions how many are executed there; and how many of them were"
    );
    println!("# reached by a jump that is not in the code: after RET, JP (HL), a port or an interrupt.");
    println!("# cargo run --release -p girafa-verify --example rom_profile >crates/rom-aot/profile.txt");
    for (pc, times) in executed
        .iter()
        .enumerate()
        .filter(|(_, times)| **times >= MIN_SHARE)
    {
        println!("{pc:04X} {times:.0} {:.0}", entered[pc]);
    }
    Ok(())
}

/// The profile of the sessions with a listing.
fn profile(boot: &Boot, listing: &str, scripts: &[Script]) -> Result<Profile, Box<dyn Error>> {
    let program = tokenise::program(listing, &Options::default())?.program;
    let mut sampler = Sampler {
        profile: Profile::new(),
        frames: 0,
    };
    for script in scripts {
        let medium = Medium::Program(program.clone());
        let request = script.request(&medium, Path::new(""), boot.hardware())?;
        let mut session = request.start(|| Ok(boot.clone()))?;
        session.run(script.frames().min(MAX_FRAMES), &mut sampler);
    }
    Ok(sampler.profile)
}
