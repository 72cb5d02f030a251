//! `girafa info`

use anyhow::{Context, bail};
use girafa_cli_support::eprint_notices;
use girafa_cli_support::{Exit, print};
use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use girafa_loader::open::open;
use girafa_spectrum::rzx::{self, Recording, RzxError};
use girafa_spectrum::snapshot::{Format, szx};
use girafa_spectrum::tape::{Data, Header, Item, Symbols, plus3dos, pzx, tzx};
use girafa_spectrum::time::EmulatedTime;
use girafa_spectrum::{Block, ROM_SIZE, Rom, Spectrum, Tape, ula};

use crate::progress::clock;

/// Describe the contents of a tape, snapshot, listing or ROM file
#[derive(Args)]
pub struct Info {
    /// File to describe: .tap, .tzx, .pzx, .sna, .z80, .szx, .rzx, .scr, .bas, .txt or .rom, also in a .zip or .gz
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Info {
    /// Describes the file.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let opened = open(&self.file)?;
        let path = opened.path.clone();
        let name = || path.display().to_string();
        let extension = &*opened.extension();
        let is_of_disk = opened.bytes.starts_with(plus3dos::MAGIC);
        if opened.is_listing() {
            let (program, notices) = girafa_loader::listing::read(&path, opened.text()?)?;
            eprint_notices("girafa", &notices);
            print(&format!("BASIC listing: {}\n", lines(&program)))?;
            return Ok(Exit::Success);
        }
        let rom = girafa_rom::girafa48();
        let bytes = &opened.bytes;
        let text = if bytes.starts_with(szx::MAGIC) {
            of_machine(".szx", &Format::Szx.load(bytes, &rom).with_context(name)?)
        } else if bytes.starts_with(tzx::MAGIC)
            || bytes.starts_with(pzx::MAGIC)
            || is_of_disk
            || matches!(extension, "tap" | "tzx" | "pzx")
        {
            let tape = opened.tape()?;
            let format = if bytes.starts_with(tzx::MAGIC) {
                ".tzx"
            } else if bytes.starts_with(pzx::MAGIC) {
                ".pzx"
            } else if is_of_disk {
                "+3DOS"
            } else {
                ".tap"
            };
            of_tape(format, &tape)
        } else if let Some(format) = Format::of_extension(extension) {
            let machine = format.load(bytes, &rom).with_context(name)?;
            of_machine(&format!(".{extension}"), &machine)
        } else if bytes.starts_with(rzx::MAGIC) || extension == "rzx" {
            of_recording(&Recording::from_bytes(bytes).with_context(name)?, &rom).with_context(name)?
        } else if extension == "scr" {
            girafa_loader::Picture::new(&path, bytes.clone())?;
            ".scr screen picture\n".to_owned()
        } else if extension == "rom" || bytes.len() == ROM_SIZE {
            girafa_loader::rom::of_bytes(&path, bytes)?;
            let ours = if bytes.as_slice() == rom.bytes() {
                "the built-in one"
            } else {
                "not the built-in one"
            };
            format!("48K ROM: 16384 bytes, {ours}\n")
        } else {
            bail!(
                "{}: {}",
                name(),
                "not a .tap, .tzx, .pzx, .sna, .z80, .szx, .rzx, .scr, .bas, .txt, .rom, .zip or .gz file"
            );
        };
        print(&text)?;
        Ok(Exit::Success)
    }
}

fn lines(program: &girafa_basic::program::Program) -> String {
    match (program.lines.first(), program.lines.last()) {
        (Some(first), Some(last)) => {
            format!(
                "{} lines, {} to {}",
                program.lines.len(),
                first.number,
                last.number
            )
        }
        _ => "no lines".to_owned(),
    }
}

/// Describes a machine: registers, T-state and border.
fn of_machine(format: &str, machine: &Spectrum) -> String {
    let cpu = &machine.cpu;
    let state = if cpu.halted { ", halted" } else { "" };
    format!(
        "{format} snapshot of a 48K, T-state {} of {}, border {}{state}\n\
         PC {:04X}  SP {:04X}  IX {:04X}  IY {:04X}  I {:02X}  R {:02X}  IM {}  interrupts {}\n\
         AF {:04X}  BC {:04X}  DE {:04X}  HL {:04X}   AF\' {:04X}  BC\' {:04X}  DE\' {:04X}  HL\' {:04X}\n",
        machine.frame_tstate(),
        ula::FRAME_TSTATES,
        machine.border(),
        cpu.pc,
        cpu.sp,
        cpu.ix,
        cpu.iy,
        cpu.i,
        cpu.r,
        cpu.im,
        if cpu.iff1 { "on" } else { "off" },
        cpu.af(),
        cpu.bc(),
        cpu.de(),
        cpu.hl(),
        cpu.af_,
        cpu.bc_,
        cpu.de_,
        cpu.hl_,
    )
}

/// Describes a recording: its length, its snapshots and ROM, then the machine from which it starts.
fn of_recording(recording: &Recording, rom: &Rom) -> Result<String, RzxError> {
    let machine = recording.start(rom)?;
    let creator = recording.creator().map(|creator| format!(", made by {creator}"));
    let snapshots = match recording.snapshots() {
        1 => "1 snapshot".to_owned(),
        snapshots => format!("{snapshots} snapshots"),
    };
    let frames = recording.frames();
    let other = match recording.names_other_rom(rom) {
        true => ", made with another ROM than the built-in one",
        false => "",
    };
    Ok(format!(
        ".rzx recording of {frames} frames ({}), {snapshots}{}{other}\n{}",
        clock(EmulatedTime::of_frames(frames).seconds()),
        creator.unwrap_or_default(),
        of_machine("starts from a", &machine)
    ))
}

/// Describes a tape: its notes, then a row for each item.
fn of_tape(format: &str, tape: &Tape) -> String {
    let mut text = format!("{format} tape, {} items\n", tape.items().len());
    for note in tape.notes() {
        let _ = writeln!(text, "  \"{note}\"");
    }
    for (number, item) in (1..).zip(tape.items()) {
        let _ = writeln!(text, "{number:4}  {}", of_item(item, tape));
    }
    text
}

fn of_item(item: &Item, tape: &Tape) -> String {
    match item {
        Item::Block { index, .. } => of_block(&tape.blocks()[*index]),
        Item::Data(Data {
            bits,
            zero,
            one,
            pilot,
            ..
        }) => {
            format!(
                "{bits} bits at another speed: 0 {zero:?}, 1 {one:?}, pilot {} x {} T-states",
                pilot.1, pilot.0
            )
        }
        Item::Tone { pulse, count } => format!("tone: {count} pulses of {pulse} T-states"),
        Item::Symbols(symbols) => of_symbols(symbols),
        Item::Pulses { pulses, .. } => format!("{} single pulses", pulses.len()),
        Item::Pause { tstates, .. } => {
            format!(
                "pause: {} ms",
                u64::from(*tstates) * 1_000 / u64::from(ula::CLOCK_HZ)
            )
        }
        Item::Level(level) => format!("level: {}", if *level { "high" } else { "low" }),
        Item::Stop => "stop the tape".to_owned(),
        Item::Repeat(times) => format!("repeat {times} times:"),
        Item::EndRepeat => "end of what is repeated".to_owned(),
        Item::Jump(to) => format!("jump to {}", to + 1),
        Item::Call(sequences) => {
            let sequences: Vec<String> = sequences.iter().map(|to| (to + 1).to_string()).collect();
            format!("call {}", sequences.join(", "))
        }
        Item::Return => "end of what is called".to_owned(),
    }
}

/// Describes generalized data: the number of symbols and the alphabet. Pulses are listed only for a short
/// alphabet.
fn of_symbols(symbols: &Symbols) -> String {
    let count = symbols.stream.count();
    let alphabet = &symbols.alphabet;
    let pulses: Vec<String> = alphabet
        .iter()
        .map(|symbol| format!("{:?}", symbol.pulses))
        .collect();
    let shown = if pulses.len() > 4 {
        String::new()
    } else {
        format!(": {}", pulses.join(" "))
    };
    match count {
        0 => "no symbols".to_owned(),
        _ => format!("{count} symbols of {}{shown}", alphabet.len()),
    }
}

fn of_block(block: &Block) -> String {
    let damage = if block.checksum_ok() {
        ""
    } else {
        ", WRONG CHECKSUM"
    };
    let data = block.data();
    if let Some(header) = Header::of(block) {
        let name: String = header.name.iter().map(|&code| text_of(code)).collect();
        let name = name.trim_end();
        let (length, first) = (header.length, header.parameter_1);
        return match header.kind {
            Header::PROGRAM if header.autostart().is_some() => {
                format!("header: Program \"{name}\", {length} bytes, starts at line {first}{damage}")
            }
            Header::PROGRAM => format!("header: Program \"{name}\", {length} bytes{damage}"),
            Header::NUMBERS => format!("header: Number array \"{name}\", {length} bytes{damage}"),
            Header::CHARACTERS => format!("header: Character array \"{name}\", {length} bytes{damage}"),
            Header::BYTES => format!("header: Bytes \"{name}\", {length} bytes at {first}{damage}"),
            kind => format!("header of an unknown kind, {kind}: \"{name}\", {length} bytes{damage}"),
        };
    }
    let what = if block.flag() == 0xFF {
        "data".to_owned()
    } else {
        format!("block with flag {}", block.flag())
    };
    format!("{what}: {} bytes{damage}", data.len())
}

/// Converts a character of a name; invalid codes become dots.
fn text_of(code: u8) -> char {
    girafa_basic::charset::to_char(code).unwrap_or('.')
}
