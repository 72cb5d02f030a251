//! Any bytes anywhere in the memory of a machine, including its ROM: a sequence of pieces, each with an
//! address, a length and its bytes. Tries everything that inspects a machine to show a program, its variables
//! or its text, or to type for it.
use std::sync::OnceLock;

use girafa_frontend::listing::{self, Listing};
use girafa_frontend::{cells, characters};
use girafa_inspect::text::Glyphs;
use girafa_inspect::variables;
use girafa_session::boot::Boot;
use girafa_session::driver::Driver;
use girafa_session::emulator::Emulator;
use girafa_session::{launch, picture};
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::{ROM_SIZE, Rom, Spectrum};

/// Offset of RAM in a `.sna`.
const SNA_HEAD: usize = 27;

fn snapshot() -> &'static [u8] {
    static SNAPSHOT: OnceLock<Vec<u8>> = OnceLock::new();
    SNAPSHOT.get_or_init(|| {
        let boot = Boot::new(&girafa_rom::girafa48()).expect("our ROM starts");
        let typed = launch::keys(&boot, "").expect("nothing is typed");
        Format::Sna.save(&typed.machine).expect("a snapshot")
    })
}

/// The machine with the pieces of `input` in its memory, and its ROM.
fn machine(mut input: &[u8]) -> (Spectrum, Rom) {
    let mut rom = girafa_rom::girafa48().bytes().to_vec();
    let mut ram = snapshot().to_vec();
    while let Some((&[low, high, length], rest)) = input.split_first_chunk() {
        let (piece, rest) = rest.split_at(usize::from(length).min(rest.len()));
        let start = usize::from(u16::from_le_bytes([low, high]));
        for (address, &byte) in (start..0x1_0000).zip(piece) {
            match address.checked_sub(ROM_SIZE) {
                Some(offset) => ram[SNA_HEAD + offset] = byte,
                None => rom[address] = byte,
            }
        }
        input = rest;
    }
    let rom = Rom::from_bytes(&rom).expect("16 KiB");
    (Format::Sna.load(&ram, &rom).expect("a snapshot"), rom)
}

/// Runs the target on these bytes.
pub fn try_out(input: &[u8]) {
    let (machine, rom) = machine(input);
    let glyphs = Glyphs::of_rom(&rom);
    let mut session = Driver::new(launch::snapshot(machine.clone()), glyphs.clone())
        .answers(&["1"])
        .expect("a digit")
        .with_transcript();
    let _ = session.run(3, &mut ());
    let mut player = Emulator::new(launch::snapshot(machine), glyphs);
    for _ in 0..2 {
        look(&player);
        let _ = player.frame();
    }
}

fn look(player: &Emulator) {
    let machine = player.machine();
    for variable in variables::of_machine(machine) {
        let _ = variable.to_string();
    }
    let mut listing = Listing::default();
    listing.update(machine, 20);
    let _ = listing.window(listing::running_line(machine), 10);
    for cell in cells::of(machine, player.glyphs()) {
        let _ = (characters::narrow(&cell), characters::wide(&cell));
    }
    let _ = (player.report(), picture::screen_png(machine));
}
