//! The addresses where machine code of others enters the ROM for keys, screen, channels and memory.

use crate::support::{Ended, RomCalls};

const CARRY: u8 = 1;
const CAPS: u8 = 0x27;
const SYMBOL: u8 = 0x18;
const NO_KEY: u8 = 0xFF;

/// The keys by number, 0 to 39: SYMBOL SHIFT is 24, CAPS SHIFT 39.
const KEYS: &[u8; 40] = b"BHY65TGVNJU74RFCMKI83EDX.LO92WSZ \rP01QA.";

fn devices() -> RomCalls {
    let mut rom = RomCalls::load();
    rom.start_devices();
    rom
}

fn call(rom: &mut RomCalls, address: u16) {
    assert_eq!(rom.call_address(address), Ended::Returned, "{address:04X}");
}

fn word(rom: &RomCalls, address: u16) -> u16 {
    rom.machine.peek16(address)
}

#[test]
fn some_addresses_return_at_once() {
    let mut rom = RomCalls::load();
    let known = [0x0052, 0x007C, 0x0091, 0x0555, 0x096F, 0x1792, 0x1FFB, 0x300E];
    let inside_of_what = [
        0x0A29, 0x0AFB, 0x0E93, 0x1607, 0x18B6, 0x192A, 0x1A2E, 0x1B1E, 0x1B44, 0x1B5F, 0x1E52, 0x205C,
        0x340F, 0x343C,
    ];
    for address in known.into_iter().chain(inside_of_what) {
        assert_eq!(rom.machine.peek(address), 0xC9, "{address:04X}");
        let start = rom.machine.tstates();
        call(&mut rom, address);
        assert_eq!(rom.machine.tstates() - start, 10, "{address:04X}");
    }
}

#[test]
fn a_key_number_and_its_shift_have_a_main_code() {
    let mut rom = RomCalls::load();
    for number in 0..=255u8 {
        for shift in [NO_KEY, CAPS, SYMBOL] {
            (rom.machine.cpu.d, rom.machine.cpu.e) = (shift, number);
            let start = rom.machine.tstates();
            call(&mut rom, 0x031E);
            let cpu = &rom.machine.cpu;
            let is_key = number < CAPS && !(number == SYMBOL && shift == NO_KEY);
            let code = match number {
                _ if !is_key => number,
                SYMBOL => 0x0E,
                _ => KEYS[usize::from(number)],
            };
            assert_eq!((cpu.a, cpu.f & CARRY != 0), (code, is_key), "{number} {shift}");
            if is_key {
                assert_eq!((cpu.b, cpu.d, cpu.e), (shift, 0, number), "{number} {shift}");
            }
            if number >= CAPS {
                assert_eq!(rom.machine.tstates() - start, 33, "{number} {shift}");
            }
        }
    }
}

#[test]
fn a_main_code_shift_mode_and_flags_have_a_character() {
    let mut rom = RomCalls::load();
    let mut code = |e, b, c, d| {
        (rom.machine.cpu.b, rom.machine.cpu.c) = (b, c);
        (rom.machine.cpu.d, rom.machine.cpu.e) = (d, e);
        call(&mut rom, 0x0333);
        rom.machine.cpu.a
    };
    // L and K mode.
    assert_eq!(code(b'A', NO_KEY, 0, 8), b'a');
    assert_eq!(code(b'A', CAPS, 0, 8), b'A');
    assert_eq!(code(b'Q', SYMBOL, 0, 8), 0xC7);
    assert_eq!(code(b'Z', SYMBOL, 0, 0xFF), b':');
    assert_eq!(code(b'P', NO_KEY, 0, 0), 0xF5);
    assert_eq!(code(b'1', NO_KEY, 0, 8), b'1');
    assert_eq!(code(b'5', SYMBOL, 0, 8), b'%');
    assert_eq!(code(b'0', CAPS, 0, 8), 12);
    for shift in [NO_KEY, CAPS] {
        assert_eq!(code(b' ', shift, 0, 8), b' ');
    }
    assert_eq!(code(13, NO_KEY, 0, 8), 13);
    // C as 028E leaves it.
    assert_eq!(code(b'A', NO_KEY, 0xFE, 8), b'a');
    assert_eq!(code(b'5', CAPS, 0xFE, 8), 8);
    // E mode.
    assert_eq!(code(b'A', NO_KEY, 1, 8), 0xE3);
    assert_eq!(code(b'P', SYMBOL, 1, 8), 0x7F);
    assert_eq!(code(b'9', CAPS, 1, 8), 1);
    // G mode.
    assert_eq!(code(b'8', NO_KEY, 2, 8), 0x80);
    assert_eq!(code(b'A', NO_KEY, 2, 8), 0x90);
}

/// As compiled programs read a key: 028E, 031E, DEC D for L mode, 0333 with C as it is.
#[test]
fn a_key_that_is_down_becomes_a_character() {
    use girafa_spectrum::Key;
    let mut rom = devices();
    for (keys, code) in [
        (vec![Key::Q], b'q'),
        (vec![Key::CapsShift, Key::Q], b'Q'),
        (vec![Key::SymbolShift, Key::P], b'"'),
        (vec![Key::N7], b'7'),
        (vec![Key::Enter], 13),
    ] {
        rom.machine.keyboard_mut().release_all();
        for &key in &keys {
            rom.machine.keyboard_mut().press(key);
        }
        call(&mut rom, 0x028E);
        call(&mut rom, 0x031E);
        assert_eq!(rom.machine.cpu.f & CARRY, CARRY, "{keys:?}");
        rom.machine.cpu.d = rom.machine.cpu.d.wrapping_sub(1);
        rom.machine.cpu.e = rom.machine.cpu.a;
        call(&mut rom, 0x0333);
        assert_eq!(rom.machine.cpu.a, code, "{keys:?}");
    }
}

#[test]
fn kstate_holds_main_codes() {
    let mut rom = devices();
    rom.machine.keyboard_mut().press(girafa_spectrum::Key::Q);
    call(&mut rom, 0x02BF);
    assert_eq!(rom.machine.peek(0x5C00), NO_KEY);
    assert_eq!(rom.machine.peek(0x5C04), b'Q');
}

#[test]
fn the_channels_have_the_addresses_that_programs_poke_and_copy() {
    let rom = devices();
    let chans = word(&rom, 0x5C4F);
    let table: Vec<u8> = (chans..chans + 21).map(|at| rom.machine.peek(at)).collect();
    let mut expected = Vec::new();
    for (output, input, letter) in [
        (0x09F4u16, 0x10A8u16, b'K'),
        (0x09F4, 0x15C4, b'S'),
        (0x0F81, 0x15C4, b'R'),
        (0x09F4, 0x15C4, b'P'),
    ] {
        expected.extend(output.to_le_bytes());
        expected.extend(input.to_le_bytes());
        expected.push(letter);
    }
    expected.push(0x80);
    assert_eq!(table, expected);
    let streams: Vec<u16> = (0..7).map(|n| word(&rom, 0x5C10 + 2 * n)).collect();
    assert_eq!(streams, [1, 6, 11, 1, 1, 6, 16]);
}

#[test]
fn the_channels_routines_are_at_these_addresses() {
    let mut rom = devices();
    rom.machine.cpu.a = b'x';
    call(&mut rom, 0x09F4);
    assert_eq!(word(&rom, 0x5C84), 0x4001, "a character further");
    rom.machine.cpu.a = b'y';
    call(&mut rom, 0x0B24);
    assert_eq!(word(&rom, 0x5C84), 0x4002);
    assert_eq!(rom.call_address(0x15C4), Ended::Error(18), "report J");
    // The edited line at 9000, the cursor before its end.
    for pointer in (0x5C59..=0x5C65).step_by(2) {
        rom.poke(pointer, &[0x02, 0x90]);
    }
    rom.poke(0x5C59, &[0x00, 0x90, 0x00, 0x90]);
    rom.poke(0x9000, &[13, 0x80]);
    rom.machine.cpu.a = b'z';
    call(&mut rom, 0x0F81);
    assert_eq!([rom.machine.peek(0x9000), rom.machine.peek(0x9001)], [b'z', 13]);
    assert_eq!(word(&rom, 0x5C5B), 0x9001);
}

#[test]
fn a_new_line_and_the_print_position() {
    let mut rom = devices();
    assert_eq!(rom.print(b"A"), Ended::Returned);
    call(&mut rom, 0x0B03);
    assert_eq!((rom.machine.cpu.bc(), rom.machine.cpu.hl()), (0x1820, 0x4001));
    call(&mut rom, 0x0A4F);
    call(&mut rom, 0x0B03);
    assert_eq!((rom.machine.cpu.bc(), rom.machine.cpu.hl()), (0x1721, 0x4020));
    // What 0ADC stores, 0B03 fetches: upper screen, lower screen, printer.
    for (stream, position, variables) in [(2, 0x5C88, 0x5C84), (1, 0x5C8A, 0x5C86)] {
        rom.open(stream);
        rom.machine.cpu.set_bc(0x1718);
        rom.machine.cpu.set_hl(0x4829);
        call(&mut rom, 0x0ADC);
        assert_eq!((word(&rom, position), word(&rom, variables)), (0x1718, 0x4829));
        rom.machine.cpu.set_bc(0);
        rom.machine.cpu.set_hl(0);
        call(&mut rom, 0x0B03);
        assert_eq!((rom.machine.cpu.bc(), rom.machine.cpu.hl()), (0x1718, 0x4829));
    }
    rom.open(3);
    rom.machine.cpu.set_bc(0x0010);
    rom.machine.cpu.set_hl(0x5B11);
    call(&mut rom, 0x0ADC);
    assert_eq!((rom.machine.peek(0x5C7F), word(&rom, 0x5C80)), (0x10, 0x5B11));
    call(&mut rom, 0x0B03);
    assert_eq!((rom.machine.cpu.c, rom.machine.cpu.hl()), (0x10, 0x5B11));
}

#[test]
fn block_graphics_become_eight_bytes() {
    let mut rom = devices();
    for code in 0x80..=0x8F_u8 {
        rom.machine.cpu.b = code;
        call(&mut rom, 0x0B38);
        let half = |bits: u8| (if bits & 1 != 0 { 0x0F } else { 0 }) | (if bits & 2 != 0 { 0xF0 } else { 0 });
        for row in 0..8 {
            let expected = half(if row < 4 { code } else { code >> 2 });
            assert_eq!(rom.machine.peek(0x5C92 + row), expected, "{code:02X} row {row}");
        }
    }
}

#[test]
fn the_attribute_of_a_cell_takes_the_temporary_colours() {
    let mut rom = devices();
    rom.poke(0x5C8F, &[0x57, 0x38]); // MASK_T: the paper stays
    rom.poke(0x5A34, &[0x29]);
    rom.machine.cpu.set_hl(0x5734);
    call(&mut rom, 0x0BDB);
    assert_eq!(rom.machine.peek(0x5A34), 0x6F);
}

#[test]
fn the_address_of_an_attribute_after_eight_rows() {
    let mut rom = RomCalls::load();
    for (row, address) in [(0u16, 0x4000u16), (7, 0x40E0), (8, 0x4800), (23, 0x50E0)] {
        rom.machine.cpu.set_hl(address + 0x805);
        rom.machine.cpu.set_bc(0x0700);
        call(&mut rom, 0x0E88);
        assert_eq!(rom.machine.cpu.de(), 0x5805 + row * 32, "row {row}");
        assert_eq!((rom.machine.cpu.hl(), rom.machine.cpu.bc()), (7 * 32, 7 * 32));
        rom.machine.cpu.a = row as u8;
        call(&mut rom, 0x0E9E);
        assert_eq!(rom.machine.cpu.hl(), address);
        rom.machine.cpu.b = 24 - row as u8;
        call(&mut rom, 0x0E9B);
        assert_eq!(rom.machine.cpu.hl(), address);
    }
}

#[test]
fn messages_are_counted_after_the_first_byte() {
    let mut rom = devices();
    rom.poke(0x9000, b"\x80H\xC9O\xCBA \xC2");
    for (number, columns) in [(0, 2), (1, 2), (2, 3)] {
        let before = word(&rom, 0x5C84);
        rom.machine.cpu.a = number;
        rom.machine.cpu.set_de(0x9000);
        call(&mut rom, 0x0C0A);
        assert_eq!(word(&rom, 0x5C84) - before, columns, "message {number}");
    }
}

#[test]
fn the_screen_scrolls_where_a_line_is_below_it() {
    let mut rom = devices();
    rom.poke(0x4020, &[0xAA]);
    rom.poke(0x5C8C, &[200]); // SCR_CT
    rom.machine.cpu.set_bc(0x0321);
    call(&mut rom, 0x0C55);
    assert_eq!(rom.machine.peek(0x4020), 0xAA, "there is room");
    rom.machine.cpu.set_bc(0x0221);
    call(&mut rom, 0x0C55);
    assert_eq!([rom.machine.peek(0x4000), rom.machine.peek(0x4020)], [0xAA, 0]);
    rom.machine.cpu.set_bc(0x0121);
    assert_eq!(rom.call_address(0x0C55), Ended::Error(4), "report 5");
    assert_eq!(rom.call_address(0x0C86), Ended::Error(4));
}

#[test]
fn colours_go_from_permanent_to_temporary_and_back() {
    let mut rom = devices();
    rom.poke(0x5C8D, &[0x47, 0x80, 0x17, 0x40, 0b1010]);
    call(&mut rom, 0x0D4D);
    let variables =
        |rom: &RomCalls| -> [u8; 5] { std::array::from_fn(|n| rom.machine.peek(0x5C8D + n as u16)) };
    assert_eq!(variables(&rom), [0x47, 0x80, 0x47, 0x80, 0b1111]);
    rom.open(1);
    rom.poke(0x5C48, &[0x29]); // BORDCR
    rom.poke(0x5C91, &[0b0101]);
    call(&mut rom, 0x0D4D);
    assert_eq!(variables(&rom), [0x47, 0x80, 0x29, 0, 0]);
    rom.poke(0x5C8F, &[0x12, 0x34, 0xAA | 0x11]);
    call(&mut rom, 0x1CAD);
    assert_eq!(variables(&rom), [0x12, 0x34, 0x12, 0x34, 0x33]);
    for (code, value, attribute) in [
        (16, 6, 0x16),
        (17, 1, 0x0E),
        (18, 1, 0x8E),
        (19, 1, 0xCE),
        (16, 200, 0xCE),
    ] {
        (rom.machine.cpu.a, rom.machine.cpu.d) = (code, value);
        call(&mut rom, 0x2211);
        assert_eq!(variables(&rom)[..3], [0x12, 0x34, attribute], "{code} {value}");
    }
    (rom.machine.cpu.a, rom.machine.cpu.d) = (17, 9);
    call(&mut rom, 0x2211);
    assert_eq!(variables(&rom)[4], 0x63, "PAPER 9");
}

#[test]
fn channels_are_chosen_read_and_called() {
    let mut rom = devices();
    let chans = word(&rom, 0x5C4F);
    rom.machine.cpu.set_hl(chans);
    call(&mut rom, 0x1611);
    assert_eq!(
        (word(&rom, 0x5C51), rom.machine.peek(0x5C3C) & 1),
        (chans, 1),
        "channel K"
    );
    call(&mut rom, 0x1642);
    assert_eq!(
        (rom.machine.peek(0x5C3B) & 2, rom.machine.peek(0x5C3C) & 1),
        (0, 0)
    );
    // A channel whose routines are in RAM: output LD (9100),A: RET; input LD A,7: SCF: RET.
    rom.poke(0x9000, &[0x10, 0x90, 0x20, 0x90, b'X']);
    rom.poke(0x9010, &[0x32, 0x00, 0x91, 0xC9]);
    rom.poke(0x9020, &[0x3E, 7, 0x37, 0xC9]);
    rom.poke(0x5C51, &[0x00, 0x90]);
    for address in [0x15D4, 0x15DE, 0x15E6, 0x15E8] {
        rom.machine.cpu.a = 0;
        call(&mut rom, address);
        assert_eq!(
            (rom.machine.cpu.a, rom.machine.cpu.f & CARRY),
            (7, CARRY),
            "{address:04X}"
        );
    }
    for (address, hl, de) in [
        (0x15F2, 0, 0),
        (0x15F7, 0x9000, 0),
        (0x15FA, 0, 0x9010),
        (0x162C, 0x9010, 0),
    ] {
        rom.machine.cpu.a = address as u8;
        rom.machine.cpu.set_hl(hl);
        rom.machine.cpu.set_de(de);
        call(&mut rom, address);
        assert_eq!(rom.machine.peek(0x9100), address as u8, "{address:04X}");
    }
    // The end of a channel: neither carry nor zero.
    rom.poke(0x9020, &[0xF6, 1, 0xC9]);
    rom.machine.cpu.iff1 = true;
    assert_eq!(rom.call_address(0x15DE), Ended::Error(7), "report 8");
}

#[test]
fn a_channel_of_another_letter_keeps_the_flags() {
    let mut rom = devices();
    rom.open(3);
    rom.poke(0x9000, &[0x10, 0x90, 0x20, 0x90, b'X']);
    rom.machine.cpu.set_hl(0x9000);
    call(&mut rom, 0x1611);
    assert_eq!(rom.machine.peek(0x5C3B) & 2, 2);
}

#[test]
fn work_space_and_stack_are_emptied() {
    let pointers = |rom: &RomCalls| [0x5C61, 0x5C63, 0x5C65].map(|at| word(rom, at));
    for address in [0x16B0, 0x16BF, 0x16D6, 0x16E0] {
        let mut rom = RomCalls::load();
        rom.poke(0x5C59, &[0x00, 0x90]);
        rom.poke(0x5C61, &[0x10, 0x90, 0x20, 0x90, 0x30, 0x90]);
        call(&mut rom, address);
        if address == 0x16B0 {
            assert_eq!(pointers(&rom), [0x9002; 3]);
            assert_eq!(word(&rom, 0x5C5B), 0x9000, "K_CUR");
            assert_eq!(word(&rom, 0x9000), 0x800D);
        } else {
            assert_eq!(pointers(&rom), [0x9010; 3]);
        }
    }
}

#[test]
fn room_is_tested_and_measured() {
    let mut rom = RomCalls::load();
    rom.poke(0x5C65, &[0x00, 0x90]);
    rom.machine.cpu.set_bc(1000);
    call(&mut rom, 0x1F05);
    rom.machine.cpu.set_bc(60000);
    assert_eq!(rom.call_address(0x1F05), Ended::Error(3), "report 4");
    call(&mut rom, 0x1F1A);
    let free = rom.machine.cpu.bc().wrapping_neg();
    assert!((0xFF00 - 0x9000 - 100..0xFF00 - 0x9000).contains(&free), "{free}");
    // As many fit, but for the stack that the test itself takes.
    rom.machine.cpu.set_bc(free - 8);
    call(&mut rom, 0x1F05);
    rom.machine.cpu.set_bc(free + 1);
    assert_eq!(rom.call_address(0x1F05), Ended::Error(3));
}

#[test]
fn the_next_line_or_variable() {
    let mut rom = RomCalls::load();
    rom.poke(0x9000, &[0, 10, 3, 0, 0xEA, b'x', 13]);
    rom.poke(0x9007, &[b'a' & 0x1F | 0x60, 0, 0, 5, 0, 0]);
    for (from, length) in [(0x9000, 7), (0x9007, 6)] {
        rom.machine.cpu.set_hl(from);
        call(&mut rom, 0x19B8);
        let cpu = &rom.machine.cpu;
        assert_eq!((cpu.hl(), cpu.de(), cpu.bc()), (from, from + length, length));
    }
}
