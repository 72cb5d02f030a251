//! Takes a booted machine to the first statement of a program.
//!
//! T-states, frames, printing and key clicks of a run are counted from there: for a program with an autostart
//! line, from the moment its bytes are in memory (the ROM's loader returns from 0556); for one that is
//! started by typing RUN, from the moment ENTER goes down.

use girafa_basic::program::Program;
use girafa_basic::tap::{self, FileError};
use girafa_spectrum::tape::{Header, Item};
use girafa_spectrum::{Spectrum, Tape};
use thiserror::Error;

use crate::boot::{Boot, StartCommand};
use crate::idle::IdleDetector;
use crate::keys::{Chord, KeysError, parse_raw};
use crate::typing::TypingQueue;
use girafa_inspect::sysvars;

/// Maximum number of frames to load a program from an instant tape: 60 seconds.
const LOADING_FRAMES: u32 = 3000;
/// Maximum number of frames to load a program from the tape's pulses: 10 minutes.
const HEARING_FRAMES: u64 = 30_000;

/// System variables that point into the memory above the program, and move with it (Manual, chapter 25):
/// VARS, DEST, E LINE, K CUR, CH ADD, X PTR, WORKSP, STKBOT, STKEND.
const POINTERS: [u16; 9] = [
    0x5C4B, 0x5C4D, 0x5C59, 0x5C5B, 0x5C5D, 0x5C5F, 0x5C61, 0x5C63, 0x5C65,
];

/// Bytes left free between the calculator stack and the machine stack.
const MARGIN: usize = 256;

/// A machine in which a program is about to run its first statement.
#[derive(Debug, Clone)]
pub struct Launched {
    /// The machine.
    pub machine: Spectrum,
    /// The keys still to be typed: the ENTER of RUN, or raw keys.
    pub typist: TypingQueue,
    /// Number of keys pressed to get here.
    pub keys: usize,
}

/// Why a program could not be started.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// The tape is damaged or has no program.
    #[error(transparent)]
    Tape(#[from] FileError),
    /// Neither LOAD "" nor LOAD ""CODE finds anything at the tape's start.
    #[error("there is nothing to load on the tape: it has no BASIC program and does not start with code")]
    NothingToLoad,
    /// The ROM did not call its tape loader after LOAD "" was typed.
    #[error(
        "this ROM's LOAD \"\" does not call the tape loader at 0556, so no program can be loaded with it"
    )]
    NoLoader,
    /// The ROM did not load the program within 60 seconds.
    #[error("the ROM did not load the program from the tape")]
    NotLoaded,
    /// The program was not loaded from the tape's pulses within the frames of the run.
    #[error("time limit: the tape was still loading after {frames} frames")]
    StillLoading {
        /// The limit in frames.
        frames: u64,
    },
    /// The program does not fit into the machine.
    #[error("the program has {size} bytes, but memory has room for {room}")]
    NoRoom {
        /// Bytes of the program.
        size: usize,
        /// Bytes that are free.
        room: usize,
    },
    /// The raw keys are invalid.
    #[error(transparent)]
    Keys(#[from] KeysError),
}

/// Loads the first program of a tape through the ROM, and types `command` unless the program starts
/// automatically or could not be loaded. If the tape begins with code and has no program, LOAD ""CODE is
/// typed instead, and no command. Blocks are not validated before the ROM reads them.
///
/// # Errors
/// The tape has neither a program nor code at its start, or the ROM does not load it.
pub fn tape(boot: &Boot, tape: &Tape, command: StartCommand) -> Result<Launched, LaunchError> {
    tape_within(boot, tape, command, HEARING_FRAMES)
}

/// As [`tape`], for a run of `limit` frames, which also limit how long a program may load from the tape's
/// pulses.
///
/// # Errors
/// Those of [`tape`]; the program is not loaded in time.
pub fn tape_within(
    boot: &Boot,
    tape: &Tape,
    command: StartCommand,
    limit: u64,
) -> Result<Launched, LaunchError> {
    let mut machine = boot.loading().ok_or(LaunchError::NoLoader)?.clone();
    // A tape can change the signal at each T-state: these are too many changes to collect.
    machine.collect_beeper(false);
    loaded(boot, machine, tape, command, limit)
}

/// Loads the first program of a tape into `machine`, whose loader is about to read a header.
fn loaded(
    boot: &Boot,
    mut machine: Spectrum,
    tape: &Tape,
    command: StartCommand,
    limit: u64,
) -> Result<Launched, LaunchError> {
    let blocks = tape.blocks();
    let Some(at) = tap::first_header(blocks, Header::PROGRAM) else {
        return match first_code(tape) {
            Some(at) => code(boot, tape, at),
            None if has_other_data(tape) || is_recorded(tape) => {
                heard(boot, machine, tape.clone(), command, limit)
            }
            None => Err(match tap::first_program(blocks) {
                Ok(_) | Err(FileError::NoProgram) => LaunchError::NothingToLoad,
                Err(error) => error.into(),
            }),
        };
    };
    let starts_itself = Header::of(&blocks[at]).is_some_and(|header| header.autostart().is_some());

    machine.insert_tape(tape.clone());
    let is_loaded = answer_loader(&mut machine, at + 2)?;
    let keys = boot.load_keys();
    if starts_itself || !is_loaded {
        return Ok(Launched {
            machine,
            typist: TypingQueue::patient(),
            keys,
        });
    }
    let mut idle = IdleDetector::default();
    for _ in 0..LOADING_FRAMES {
        machine.run_frame();
        if idle.waits(&machine, &boot.glyphs) {
            return Ok(type_command(boot, machine, keys, command));
        }
    }
    Err(LaunchError::NotLoaded)
}

/// As [`tape`], from a tape with only this program.
///
/// # Errors
/// Those of [`tape`].
pub fn program(boot: &Boot, program: &Program, command: StartCommand) -> Result<Launched, LaunchError> {
    let tape = Tape::new(tap::program_blocks(program)?.into());
    let machine = boot.loading().ok_or(LaunchError::NoLoader)?.clone();
    loaded(boot, machine, &tape, command, HEARING_FRAMES)
}

/// The index of the code header at the tape's start: only pauses and damaged blocks may precede it.
fn first_code(tape: &Tape) -> Option<usize> {
    let at = tap::first_header(tape.blocks(), Header::BYTES)?;
    let is_it = |item: &&Item| matches!(item, Item::Block { index, .. } if *index == at);
    let mut before = tape.items().iter().take_while(|item| !is_it(item));
    let is_first = before.all(|item| match item {
        Item::Block { index, .. } => !tape.blocks()[*index].checksum_ok(),
        item => !is_other_data(item),
    });
    is_first.then_some(at)
}

/// Loads the code whose header is block `at`, counted from 0.
fn code(boot: &Boot, tape: &Tape, at: usize) -> Result<Launched, LaunchError> {
    let mut machine = boot.loading_code().ok_or(LaunchError::NoLoader)?;
    machine.collect_beeper(false);
    machine.insert_tape(tape.clone());
    answer_loader(&mut machine, at + 2)?;
    Ok(Launched {
        machine,
        typist: TypingQueue::patient(),
        keys: boot.load_code_keys(),
    })
}

/// Whether the tape has a recording: single pulses, more than the pilot tone of a data block has.
fn is_recorded(tape: &Tape) -> bool {
    let is_recording =
        |item: &Item| matches!(item, Item::Pulses { pulses, .. } if pulses.len() > PILOT_PULSES);
    tape.items().iter().any(is_recording)
}

/// Pulses of the ROM's pilot tone before data.
const PILOT_PULSES: usize = 3_223;

/// Whether the tape has data at another speed than the ROM's.
fn has_other_data(tape: &Tape) -> bool {
    tape.items().iter().any(is_other_data)
}

fn is_other_data(item: &Item) -> bool {
    matches!(item, Item::Data(_) | Item::Symbols(_))
}

/// Loads the first program from the tape's pulses, for a tape that has none at the ROM's speed. Its first
/// line runs within the next frame; without an autostart line `command` is typed.
fn heard(
    boot: &Boot,
    mut machine: Spectrum,
    tape: Tape,
    command: StartCommand,
    limit: u64,
) -> Result<Launched, LaunchError> {
    machine.insert_tape(tape);
    let keys = boot.load_keys();
    let mut idle = IdleDetector::default();
    for _ in 0..limit.min(HEARING_FRAMES) {
        let before = machine.clone();
        machine.run_frame();
        if sysvars::runs_program(&machine) {
            // From the start of the frame, so that the output of the first lines is seen.
            return Ok(Launched {
                machine: before,
                typist: TypingQueue::patient(),
                keys,
            });
        }
        if sysvars::waits_for_tape(&machine) {
            return Err(LaunchError::NotLoaded);
        }
        if idle.waits(&machine, &boot.glyphs) {
            return Ok(type_command(boot, machine, keys, command));
        }
    }
    Err(match limit {
        HEARING_FRAMES.. => LaunchError::NotLoaded,
        frames => LaunchError::StillLoading { frames },
    })
}

/// Puts a program's lines where LOAD would have put them, and types `command`: for a ROM without a working
/// LOAD. If the program names the line to start at, GO TO that line is typed instead of RUN.
pub fn placed(boot: &Boot, program: &Program, command: StartCommand) -> Result<Launched, LaunchError> {
    let mut machine = boot.ready.clone();
    place(&mut machine, program)?;
    let command = match (command, program.autostart) {
        (StartCommand::Run, Some(line)) => StartCommand::GoTo(line),
        _ => command,
    };
    Ok(type_command(boot, machine, 0, command))
}

/// Types LOAD "" and inserts `tape`, to be loaded from its pulses: it plays as soon as the ROM reads the tape
/// input.
///
/// # Errors
/// The ROM does not call its tape loader.
pub fn real_tape(boot: &Boot, tape: Tape) -> Result<Launched, LaunchError> {
    let mut machine = boot.loading().ok_or(LaunchError::NoLoader)?.clone();
    machine.insert_tape(tape);
    machine.set_instant_tape(false);
    machine.set_tape_starts_itself(true);
    Ok(snapshot(machine))
}

/// Loads nothing; `raw` keys (see [`parse_raw`]) are typed just after start-up.
pub fn keys(boot: &Boot, raw: &str) -> Result<Launched, LaunchError> {
    let mut typist = TypingQueue::rhythmic();
    typist.queue(parse_raw(raw)?);
    Ok(Launched {
        machine: boot.ready.clone(),
        typist,
        keys: 0,
    })
}

/// Launches a machine from a snapshot, to continue where it is.
pub fn snapshot(machine: Spectrum) -> Launched {
    Launched {
        machine,
        typist: TypingQueue::patient(),
        keys: 0,
    }
}

/// Runs the loader, which is at its entry, for `blocks` blocks, one for each call. Returns whether it
/// accepted the last one.
fn answer_loader(machine: &mut Spectrum, blocks: usize) -> Result<bool, LaunchError> {
    const CARRY: u8 = 1;
    machine.breakpoints_mut().insert(sysvars::LOAD_BYTES);
    let mut left = blocks;
    for _ in 0..LOADING_FRAMES {
        while machine.cpu.pc == sysvars::LOAD_BYTES {
            machine.step();
            left -= 1;
            if left == 0 {
                machine.breakpoints_mut().remove(sysvars::LOAD_BYTES);
                return Ok(machine.cpu.pc != sysvars::LOAD_BYTES && machine.cpu.f & CARRY != 0);
            }
        }
        machine.run_frame();
    }
    Err(LaunchError::NotLoaded)
}

/// Types a command without its ENTER, which stays queued.
fn type_command(boot: &Boot, mut machine: Spectrum, keys: usize, command: StartCommand) -> Launched {
    let mut chords = boot.chords(command);
    let keys = keys + chords.len();
    chords.pop();
    let mut typist = TypingQueue::patient();
    typist.queue(chords);
    while typist.is_busy() {
        typist.before_frame(&mut machine);
        machine.run_frame();
        typist.after_frame(&machine);
    }
    typist.queue([Chord::ENTER]);
    Launched {
        machine,
        typist,
        keys,
    }
}

/// Replaces the program and variables of a machine that waits in its editor.
fn place(machine: &mut Spectrum, program: &Program) -> Result<(), LaunchError> {
    let mut bytes = program.to_bytes();
    bytes.extend(&program.variables);
    let [from, e_line, end] =
        [sysvars::PROG, sysvars::E_LINE, sysvars::STKEND].map(|pointer| machine.peek16(pointer));
    // VARS ends with a byte 80, which stays.
    let old_end = e_line.saturating_sub(1).max(from);
    let moved: Vec<u8> = (old_end..end).map(|address| machine.peek(address)).collect();

    let room = usize::from(machine.cpu.sp.saturating_sub(from)).saturating_sub(moved.len() + MARGIN);
    if bytes.len() > room {
        return Err(LaunchError::NoRoom {
            size: bytes.len(),
            room,
        });
    }
    for (address, &byte) in (from..).zip(bytes.iter().chain(&moved)) {
        machine.poke(address, byte);
    }
    let shift = (from + bytes.len() as u16).wrapping_sub(old_end);
    for pointer in POINTERS {
        let old = machine.peek16(pointer);
        if (old_end..=end).contains(&old) {
            machine.poke16(pointer, old.wrapping_add(shift));
        }
    }
    machine.poke16(sysvars::VARS, from + program.to_bytes().len() as u16);
    Ok(())
}
