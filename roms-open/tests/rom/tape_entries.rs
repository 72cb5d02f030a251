//! Where programs' own loaders enter the tape routines: each test is such a loader, and the tape plays real
//! pulses.

use crate::graphics_tape;
use crate::support::{Ended, RomCalls};
use girafa_spectrum::{Block, Key, Tape};

/// The loader, what it loads, and its stack; below the stack a pattern shows what was written there.
const CODE: u16 = 0x8000;
const DATA: u16 = 0x9000;
const STACK: u16 = 0xA000;
const STACK_PATTERN_AREA: std::ops::Range<u16> = 0x9F00..STACK;
const PATTERN: u8 = 0xA5;
const SAVE_INNER: u16 = 0x04C6;
const TAPE_END: u16 = 0x053F;
const TWO_EDGES: u16 = 0x05E3;
const ONE_EDGE: u16 = 0x05E7;
const PASS_ENTRY: u16 = 0x05ED;
const CARRY: u8 = 1;
const ZERO: u8 = 0x40;
const REPORT_D: Ended = Ended::Error(12);
const REPORT_R: Ended = Ended::Error(26);

/// A machine with `code` about to run; alternate registers and I are set to values that must stay.
fn loader(code: &[u8]) -> RomCalls {
    let mut rom = RomCalls::load();
    rom.poke(CODE, code);
    rom.poke(STACK_PATTERN_AREA.start, &[PATTERN; 0x100]);
    rom.poke(0x5C48, &[3 << 3]); // BORDCR
    let cpu = &mut rom.machine.cpu;
    (cpu.pc, cpu.sp, cpu.im, cpu.i) = (CODE, STACK, 1, 0xBE);
    (cpu.bc_, cpu.de_) = (0x1234, 0x5678);
    rom
}

/// Runs until HALT.
fn run(rom: &mut RomCalls) {
    let limit = rom.machine.frames() + 1500;
    while !rom.machine.cpu.halted {
        assert!(
            rom.machine.frames() < limit,
            "at {:04X} without an end",
            rom.machine.cpu.pc
        );
        rom.machine.step();
    }
    let cpu = &rom.machine.cpu;
    assert_eq!((cpu.bc_, cpu.de_, cpu.i), (0x1234, 0x5678, 0xBE));
}

/// The lowest address of the stack that was written to.
fn deepest(rom: &RomCalls) -> u16 {
    STACK_PATTERN_AREA
        .clone()
        .find(|&at| rom.machine.peek(at) != PATTERN)
        .unwrap_or(STACK)
}

fn play(rom: &mut RomCalls, blocks: &[Block]) {
    rom.machine.insert_tape(Tape::new(blocks.to_vec()));
    rom.machine.play_tape();
}

fn pattern(count: usize) -> Vec<u8> {
    (0..count).map(|n| (n * 89 + n / 5) as u8).collect()
}

fn memory(rom: &RomCalls, count: usize) -> &[u8] {
    &rom.machine.memory()[usize::from(DATA)..][..count]
}

fn data_block(data: &[u8]) -> Block {
    Block::new(0xFF, data).expect("a short block")
}

/// Steps to `at`; gives the T-states since `from`.
fn until(rom: &mut RomCalls, at: u16, from: u64) -> u64 {
    for _ in 0..10_000 {
        rom.machine.step();
        if rom.machine.cpu.pc == at {
            return rom.machine.tstates() - from;
        }
    }
    panic!("{at:04X} is not reached; at {:04X}", rom.machine.cpu.pc);
}

/// 05E3 and 05E7 without a tape: 358 T-states, then 59 a pass until B is 0.
#[test]
fn time_is_over_after_so_many_passes() {
    for (entry, first) in [(TWO_EDGES, 375), (ONE_EDGE, 358), (PASS_ENTRY, 0)] {
        let [low, high] = entry.to_le_bytes();
        let mut rom = loader(&[0x37, 0xCD, low, high, 0x76]); // SCF: CALL entry: HALT
        rom.machine.cpu.set_bc(0xF002);
        (rom.machine.cpu.d, rom.machine.cpu.e) = (0x21, 0x43);
        rom.machine.cpu.set_hl(0x6587);
        until(&mut rom, entry, 0);
        let entered = rom.machine.tstates();
        if first > 0 {
            assert_eq!(until(&mut rom, PASS_ENTRY, entered), first);
        }
        for pass in 1..16 {
            let begun = rom.machine.tstates();
            assert_eq!(until(&mut rom, PASS_ENTRY, begun), 59, "pass {pass}");
        }
        run(&mut rom);
        let cpu = &rom.machine.cpu;
        assert_eq!((cpu.bc(), cpu.de(), cpu.hl()), (0x0002, 0x2143, 0x6587));
        assert_eq!(cpu.f & (CARRY | ZERO), ZERO);
    }
}

/// The end of loading: carry if the exclusive or of all bytes, in H at 05DF and in A at 05E0, is 0.
#[test]
fn a_sum_of_0_is_carry() {
    for (entry, load) in [(0xDF, 0x26), (0xE0, 0x3E)] {
        for sum in 0..=255 {
            let mut rom = loader(&[load, sum, 0xCD, entry, 0x05, 0x76]); // LD H,sum or LD A,sum: CALL entry: HALT
            run(&mut rom);
            assert_eq!(rom.machine.cpu.f & CARRY != 0, sum == 0, "05{entry:02X}, {sum}");
        }
    }
}

#[test]
fn break_is_noticed_at_once() {
    for entry in [TWO_EDGES, ONE_EDGE, PASS_ENTRY] {
        let [low, high] = entry.to_le_bytes();
        let mut rom = loader(&[0xB7, 0xCD, low, high, 0x76]); // OR A: CALL entry: HALT
        rom.machine.keyboard_mut().press(Key::Space);
        rom.machine.cpu.set_bc(0xB001);
        run(&mut rom);
        assert_eq!(rom.machine.cpu.bc(), 0xB101, "{entry:04X}");
        assert_eq!(rom.machine.cpu.f & (CARRY | ZERO), 0, "{entry:04X}");
    }
}

/// Edges of a pilot: B counts what is left of a pulse of 2,168 T-states after 358 T-states and the caller's
/// own, C and the border change at each.
#[test]
fn edges_of_a_pilot_are_counted() {
    let caller = |entry: u16| {
        let [low, high] = entry.to_le_bytes();
        // LD B,0: CALL entry: LD (HL),B: INC HL: LD (HL),C: INC HL: DEC D: JR NZ: HALT
        [
            0x06, 0, 0xCD, low, high, 0x70, 0x23, 0x71, 0x23, 0x15, 0x20, 0xF4, 0x76,
        ]
    };
    for (entry, passes) in [(ONE_EDGE, 27..30), (TWO_EDGES, 55..60)] {
        let mut rom = loader(&caller(entry));
        play(&mut rom, &[data_block(&[])]);
        rom.machine.cpu.c = 2;
        rom.machine.cpu.d = 40;
        rom.machine.cpu.set_hl(DATA);
        run(&mut rom);
        let seen = memory(&rom, 80).chunks(2).skip(2); // the first pulse is cut short
        let (mut counts, mut colours): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
        for pair in seen {
            counts.push(pair[0]);
            colours.push(pair[1]);
        }
        assert!(
            counts.iter().all(|n| passes.contains(n)),
            "{entry:04X}: {counts:?}"
        );
        let changes = entry == ONE_EDGE;
        assert!(colours.windows(2).all(|pair| (pair[0] == !pair[1]) == changes));
        let last = colours[colours.len() - 1];
        assert!(matches!(last & 7, 2 | 5));
        assert_eq!(rom.machine.border(), last & 7);
    }
}

/// An address, what the loader does before it goes there, and its border in the pilot, where that is not the
/// ROM's affair.
type Entry<'a> = (u16, &'a [&'a [u8]], Option<u8>);

/// Loaders that set up what 0556 would have, up to the entry, and then jump there: flag byte and carry in
/// AF', interrupts off, their colour of the border; from 0562 on their own return address too.
#[test]
fn loaders_enter_anywhere_at_the_start() {
    const START_CODE: &[u8] = &[0xDD, 0x21, 0x00, 0x90, 0x11, 0xFA, 0x00]; // LD IX,9000: LD DE,250
    const PREPARE_CODE: &[u8] = &[0x3E, 0xFF, 0x37, 0x14, 0x08, 0x15, 0xF3]; // LD A,FF: SCF: INC D: EX AF,AF': DEC D: DI
    const COLOUR_CODE: &[u8] = &[0x3E, 0x0E, 0xD3, 0xFE]; // LD A,14: OUT (FE),A
    const SAMPLE_CODE: &[u8] = &[0xDB, 0xFE, 0x1F, 0xE6, 0x20, 0xF6, 0x04]; // IN A,(FE): RRA: AND 32: OR 4
    const EDGE_CODE: &[u8] = &[0x0E, 0x02, 0x06, 0x00, 0xCD, 0xE7, 0x05, 0x26, 0x77]; // LD C,2: LD B,0: CALL 05E7: LD H,119
    let entries: [Entry; 11] = [
        (0x0556, &[&[0x3E, 0xFF, 0x37]], None),
        (0x055A, &[PREPARE_CODE], None),
        (0x055C, &[PREPARE_CODE, &[0x3E, 0x01]], None),
        (0x0561, &[PREPARE_CODE, COLOUR_CODE, &[0x21, 0x3F, 0x05]], None), // LD HL,053F
        (0x0562, &[PREPARE_CODE, COLOUR_CODE], Some(2)),
        (0x0563, &[PREPARE_CODE, COLOUR_CODE], Some(2)),
        (0x0569, &[PREPARE_CODE, SAMPLE_CODE], Some(4)),
        (0x056B, &[PREPARE_CODE, SAMPLE_CODE, &[0x4F, 0xBF]], Some(4)), // LD C,A: CP A
        (0x056C, &[PREPARE_CODE, SAMPLE_CODE, &[0x4F]], Some(4)),
        (0x056C, &[PREPARE_CODE, &[0x0E, 0x22]], Some(2)), // LD C,34: the level is not the tape's
        (0x058F, &[PREPARE_CODE, EDGE_CODE], Some(2)),
    ];
    let data = pattern(250);
    for (entry, setup, pilot) in entries {
        let [low, high] = entry.to_le_bytes();
        let code = [START_CODE, &setup.concat(), &[0xCD, low, high, 0x76]].concat(); // CALL entry: HALT
        for played in [true, false] {
            let mut rom = loader(&code);
            if played {
                play(&mut rom, &[data_block(&data)]);
            } else if entry == 0x0556 {
                continue; // here an instant tape answers itself
            } else {
                // Instant tape: the routine is not called at its entry point, so the recorder starts on its
                // own.
                rom.machine.insert_tape(Tape::new(vec![data_block(&data)]));
                rom.machine.set_instant_tape(true);
            }
            run(&mut rom);
            let cpu = &rom.machine.cpu;
            let how = format!("{entry:04X}, played {played}");
            assert_eq!(cpu.f & CARRY, CARRY, "{how}");
            assert_eq!((cpu.ix, cpu.de()), (DATA + 250, 0), "{how}");
            assert_eq!(memory(&rom, 250), data, "{how}");
            assert_eq!(cpu.iff1, pilot.is_none(), "{how}");
            let border = rom.machine.border();
            match pilot {
                None => assert_eq!(border, 3, "{how}"),
                Some(pilot) => assert!([pilot ^ 3, !(pilot ^ 3) & 7].contains(&border), "{how}: {border}"),
            }
            let used = STACK - deepest(&rom);
            assert!(used <= if pilot.is_none() { 8 } else { 6 }, "{how}: {used} bytes");
        }
    }
}

/// 056B returns with NZ, and so does BREAK.
#[test]
fn a_loader_is_left_by_break() {
    for (entry, f, space) in [(0x056B, 0, false), (0x056B, ZERO, true), (0x0562, 0, true)] {
        let mut rom = loader(&[0xF3]);
        if space {
            rom.machine.keyboard_mut().press(Key::Space);
        }
        rom.machine.cpu.f = f;
        assert_eq!(rom.call_address(entry), Ended::Returned);
        assert_eq!(rom.machine.cpu.f & CARRY, 0);
        assert!(!rom.machine.cpu.iff1);
    }
}

/// A block that ends at the very bytes that the loader's return address and 4 bytes of stack leave free.
#[test]
fn a_block_is_loaded_right_up_to_the_stack() {
    let data = pattern(0x100 - 6);
    // LD IX,9F00: LD DE,250: LD A,FF: SCF: EX AF,AF': DI: LD A,8: OUT (FE),A: CALL 0562: HALT
    let mut rom = loader(&[
        0xDD, 0x21, 0x00, 0x9F, 0x11, 0xFA, 0x00, 0x3E, 0xFF, 0x37, 0x08, 0xF3, 0x3E, 0x08, 0xD3, 0xFE, 0xCD,
        0x62, 0x05, 0x76,
    ]);
    play(&mut rom, &[data_block(&data)]);
    run(&mut rom);
    assert_eq!(rom.machine.cpu.f & CARRY, CARRY);
    assert_eq!(
        rom.machine.memory()[usize::from(STACK_PATTERN_AREA.start)..][..250],
        data
    );
}

/// A loader that reads everything itself by 05E3 and 05E7: pilot, sync, and bytes that it also decodes.
const BYTE_LOADER: [u8; 21] = [
    0x2E, 0x01, // byte: LD L,1
    0x06, 0xB0, 0xCD, 0xE3, 0x05, 0xD0, // bit: LD B,B0: CALL 05E3: RET NC
    0x3E, 0xCB, 0xB8, // LD A,CB: CP B
    0xCB, 0x15, 0x30, 0xF3, // RL L: JR NC,bit
    0x7D, 0xEE, 0x55, 0x37, 0xC9, 0x00, // LD A,L: XOR 55: SCF: RET
];
const BYTE_LOADER_ADDRESS: u16 = 0x8100;

#[test]
fn a_loader_reads_all_by_the_two_routines() {
    let code = [
        0xF3, 0x0E, 0x02, // DI: LD C,2
        0x26, 0x00, // pilot: LD H,0
        0x06, 0x9C, 0xCD, 0xE3, 0x05, 0x30, 0xF7, // next: LD B,9C: CALL 05E3: JR NC,pilot
        0x3E, 0xC6, 0xB8, 0x30, 0xF2, // LD A,C6: CP B: JR NC,pilot
        0x24, 0x20, 0xF1, // INC H: JR NZ,next
        0x06, 0xC9, 0xCD, 0xE7, 0x05, 0x30, 0xE8, // sync: LD B,C9: CALL 05E7: JR NC,pilot
        0x78, 0xFE, 0xD4, 0x30, 0xF4, // LD A,B: CP D4: JR NC,sync
        0xCD, 0xE7, 0x05, // CALL 05E7
        0x21, 0x00, 0x90, 0x11, 0xC9, 0x00, // LD HL,9000: LD DE,201
        0xE5, 0xCD, 0x00, 0x81, 0xE1, 0x30, 0x07, // more: PUSH HL: CALL byte: POP HL: JR NC,end
        0x77, 0x23, 0x1D, 0x20, 0xF4, 0x00, 0x00, // LD (HL),A: INC HL: DEC E: JR NZ,more: NOP: NOP
        0x76, // end: HALT
    ];
    let data = pattern(200);
    let mut rom = loader(&code);
    rom.poke(BYTE_LOADER_ADDRESS, &BYTE_LOADER);
    play(&mut rom, &[data_block(&data)]);
    run(&mut rom);
    assert_eq!(rom.machine.cpu.e, 0);
    let plain: Vec<u8> = [&[0xFF], &data[..]].concat().iter().map(|b| b ^ 0x55).collect();
    assert_eq!(memory(&rom, 201), plain);
}

/// Half a block by 0562, the other half by the loader's own code in step with the same pulses: the byte that
/// 0562 took for the check byte is in L.
#[test]
fn a_loader_goes_on_in_the_middle_of_a_block() {
    let code = [
        0xDD, 0x21, 0x00, 0x90, 0x11, 0x64, 0x00, // LD IX,9000: LD DE,100
        0x3E, 0xFF, 0x37, 0x14, 0x08, 0x15, 0xF3, // LD A,FF: SCF: INC D: EX AF,AF': DEC D: DI
        0x3E, 0x0F, 0xD3, 0xFE, // LD A,15: OUT (FE),A
        0xCD, 0x62, 0x05, // CALL 0562
        0xDD, 0x75, 0x00, // LD (IX+0),L
        0x16, 0x63, // LD D,99
        0xDD, 0x23, 0xCD, 0x00, 0x81, 0x30, 0x06, // next: INC IX: CALL byte: JR NC,end
        0xDD, 0x77, 0x00, 0x15, 0x20, 0xF3, // LD (IX+0),A: DEC D: JR NZ,next
        0x76, // end: HALT
    ];
    let data = pattern(200);
    let mut rom = loader(&code);
    rom.poke(BYTE_LOADER_ADDRESS, &BYTE_LOADER);
    play(&mut rom, &[data_block(&data)]);
    run(&mut rom);
    assert_eq!(rom.machine.cpu.d, 0);
    let mut expected = data;
    expected[101..].iter_mut().for_each(|byte| *byte ^= 0x55);
    assert_eq!(memory(&rom, 200), expected);
}

/// 053F as a return address: border, interrupts, AF kept, BREAK.
#[test]
fn programs_return_through_the_end() {
    let mut rom = loader(&[]);
    (rom.machine.cpu.a, rom.machine.cpu.f) = (0x42, 0x85);
    assert_eq!(rom.call_address(TAPE_END), Ended::Returned);
    assert_eq!((rom.machine.cpu.a, rom.machine.cpu.f), (0x42, 0x85));
    assert_eq!(rom.machine.border(), 3);
    assert!(rom.machine.cpu.iff1);
    rom.machine.keyboard_mut().press(Key::Space);
    assert_eq!(rom.call_address(TAPE_END), REPORT_D);
}

/// 04C6: saved as by 04C2, but back at the caller with interrupts off; BREAK is not a report.
#[test]
fn bytes_are_saved_with_the_callers_own_return_address() {
    let data = pattern(40);
    for space in [false, true] {
        let mut rom = loader(&[0xF3]);
        rom.machine.cpu.iff1 = true;
        rom.poke(DATA, &data);
        if space {
            rom.machine.keyboard_mut().press(Key::Space);
        }
        (rom.machine.cpu.a, rom.machine.cpu.ix) = (0xFF, DATA);
        rom.machine.cpu.set_de(40);
        assert_eq!(rom.call_address(SAVE_INNER), Ended::Returned);
        let cpu = &rom.machine.cpu;
        assert_eq!(cpu.f & CARRY, u8::from(!space));
        assert!(!cpu.iff1);
        assert_eq!((cpu.bc_, cpu.de_), (0x1234, 0x5678));
        if space {
            continue;
        }
        assert_eq!((cpu.ix, cpu.de()), (DATA + 41, 0xFFFF));
        rom.machine.cpu.halted = true;
        for _ in 0..3 {
            rom.machine.run_frame();
        }
        assert_eq!(rom.machine.take_saved(), Tape::new(vec![data_block(&data)]));
    }
}

/// 0802: a block as LOAD has it, or report R.
#[test]
fn a_block_is_loaded_or_report_r() {
    let data = pattern(30);
    for (count, ended) in [(30, Ended::Returned), (29, REPORT_R)] {
        let mut rom = loader(&[]);
        play(&mut rom, &[data_block(&data)]);
        (rom.machine.cpu.a, rom.machine.cpu.f, rom.machine.cpu.ix) = (0xFF, CARRY, DATA);
        rom.machine.cpu.set_de(count);
        assert_eq!(rom.call_address(0x0802), ended);
        assert_eq!(memory(&rom, 29), &data[..29]);
    }
}

/// 0970: header at IX, data at HL, after a key.
#[test]
fn a_header_and_its_data_are_saved() {
    let header = [
        &b"\x03header    "[..],
        &5u16.to_le_bytes(),
        &DATA.to_le_bytes(),
        &[0, 0x80],
    ]
    .concat();
    // LD IX,40016: LD HL,40033: CALL 0970: RET
    let code = [
        &[
            0xDD, 0x21, 0x50, 0x9C, 0x21, 0x61, 0x9C, 0xCD, 0x70, 0x09, 0xC9, 0, 0, 0, 0, 0,
        ][..],
        &header,
        b"bytes",
    ]
    .concat();
    let code_header = [
        &b"\x03code      "[..],
        &(code.len() as u16).to_le_bytes(),
        &[0x40, 0x9C],
        &[0, 0x80],
    ]
    .concat();
    let tape = Tape::new(vec![
        Block::new(0, &code_header).expect("short"),
        data_block(&code),
    ]);
    let mut rom = RomCalls::load();
    let lines = [(1, "LOAD \"\"CODE"), (2, "RANDOMIZE USR 40000"), (3, "STOP")];
    for pulses in [false, true] {
        let report = graphics_tape::run(&mut rom, &lines, &tape, pulses);
        assert_eq!(report, "9 STOP statement, 3:1");
        let saved = rom.machine.take_saved();
        let expected = vec![Block::new(0, &header).expect("short"), data_block(b"bytes")];
        assert_eq!(saved, Tape::new(expected), "pulses {pulses}");
    }
}
