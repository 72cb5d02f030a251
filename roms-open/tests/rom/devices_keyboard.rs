//! The ROM's keyboard: scan, debouncing and repeat, and what each key means in each mode.

use crate::support::{Ended, RomCalls};
use girafa_spectrum::Key;

const CAPS: u8 = 0x27;
const SYMBOL: u8 = 0x18;

/// The number that 028E gives for `key`.
fn number(key: Key) -> u8 {
    39 - key.half_row() as u8 - 8 * key.bit()
}

fn press(rom: &mut RomCalls, keys: &[Key]) {
    rom.machine.keyboard_mut().release_all();
    for &key in keys {
        rom.machine.keyboard_mut().press(key);
    }
}

/// (D, E, whether Z was set) of 028E with `keys` down.
fn scan(rom: &mut RomCalls, keys: &[Key]) -> (u8, u8, bool) {
    press(rom, keys);
    assert_eq!(rom.call_address(0x028E), Ended::Returned);
    (
        rom.machine.cpu.d,
        rom.machine.cpu.e,
        rom.machine.cpu.f & 0x40 != 0,
    )
}

#[test]
fn every_key_alone_and_with_each_shift_has_its_number() {
    let mut rom = RomCalls::load();
    assert_eq!(scan(&mut rom, &[]), (0xFF, 0xFF, true));
    for key in Key::ALL {
        assert_eq!(scan(&mut rom, &[key]), (0xFF, number(key), true), "{key:?}");
        if !matches!(key, Key::CapsShift | Key::SymbolShift) {
            let caps = scan(&mut rom, &[Key::CapsShift, key]);
            assert_eq!(caps, (CAPS, number(key), true), "CAPS SHIFT and {key:?}");
            let symbol = scan(&mut rom, &[Key::SymbolShift, key]);
            assert_eq!(symbol, (SYMBOL, number(key), true), "SYMBOL SHIFT and {key:?}");
        }
    }
    let both = scan(&mut rom, &[Key::CapsShift, Key::SymbolShift]);
    assert_eq!(both, (CAPS, SYMBOL, true));
}

#[test]
fn keys_that_make_no_sense_together_are_refused() {
    let mut rom = RomCalls::load();
    let shift = |key| matches!(key, Key::CapsShift | Key::SymbolShift);
    for one in Key::ALL.into_iter().filter(|&k| !shift(k)) {
        let all_three = scan(&mut rom, &[Key::CapsShift, Key::SymbolShift, one]);
        assert!(!all_three.2, "both shifts and {one:?}");
        for other in Key::ALL.into_iter().filter(|&k| !shift(k) && k != one) {
            assert!(!scan(&mut rom, &[one, other]).2, "{one:?} and {other:?}");
            assert!(
                !scan(&mut rom, &[Key::CapsShift, one, other]).2,
                "CAPS, {one:?}, {other:?}"
            );
            assert!(
                !scan(&mut rom, &[Key::SymbolShift, one, other]).2,
                "SYM, {one:?}, {other:?}"
            );
        }
    }
}

/// The code in LAST_K after one interrupt with `keys` down, in MODE, with FLAGS and FLAGS2 given.
fn decoded(rom: &RomCalls, mode: u8, flags: u8, flags2: u8, keys: &[Key]) -> u8 {
    let mut rom = rom.clone();
    rom.poke(0x5C41, &[mode]);
    rom.poke(0x5C3B, &[flags]);
    rom.poke(0x5C6A, &[flags2]);
    press(&mut rom, keys);
    assert_eq!(rom.call_address(0x02BF), Ended::Returned);
    assert_eq!(rom.machine.peek(0x5C3B), flags | 0x20, "{keys:?}: a new key");
    rom.machine.peek(0x5C08)
}

const K: u8 = 0;
const L: u8 = 8;

/// The keyboard as the manual pictures it. A to Z: with SYMBOL SHIFT, in E mode alone, in E mode with a
/// shift.
#[rustfmt::skip]
const LETTERS: [(u8, u8, u8); 26] = [
    (0xE2, 0xE3, b'~'), (b'*', 0xC4, 0xDC), (b'?', 0xE0, 0xDA), (0xCD, 0xE4, b'\\'), (0xC8, 0xB4, 0xB7), (0xCC, 0xBC, b'{'),
    (0xCB, 0xBD, b'}'), (b'^', 0xBB, 0xD8), (0xAC, 0xAF, 0xBF), (b'-', 0xB0, 0xAE), (b'+', 0xB1, 0xAA), (b'=', 0xC0, 0xAB),
    (b'.', 0xA7, 0xDD), (b',', 0xA6, 0xDE), (b';', 0xBE, 0xDF), (b'"', 0xAD, 0x7F), (0xC7, 0xB2, 0xB5), (b'<', 0xBA, 0xD6),
    (0xC3, 0xE5, b'|'), (b'>', 0xA5, 0xD5), (0xC5, 0xC2, b']'), (b'/', 0xE1, 0xDB), (0xC9, 0xB3, 0xB6), (0x60, 0xB9, 0xD9),
    (0xC6, 0xC1, b'['), (b':', 0xB8, 0xD7),
];

/// 0 to 9: with SYMBOL SHIFT, with CAPS SHIFT, with SYMBOL SHIFT in E mode.
#[rustfmt::skip]
const DIGITS: [(u8, u8, u8); 10] = [
    (b'_', 12, 0xD0), (b'!', 7, 0xCE), (b'@', 6, 0xA8), (b'#', 4, 0xCA), (b'$', 5, 0xD3),
    (b'%', 8, 0xD4), (b'&', 10, 0xD1), (b'\'', 11, 0xD2), (b'(', 9, 0xA9), (b')', 15, 0xCF),
];

#[test]
fn letters_give_what_the_keyboard_picture_tells() {
    let mut rom = RomCalls::load();
    rom.start_devices();
    for (letter, (symbol, extended, shifted)) in ('a'..='z').zip(LETTERS) {
        let key = Key::from_char(letter).expect("a key");
        let (small, capital) = (letter as u8, letter.to_ascii_uppercase() as u8);
        let (caps, sym) = ([Key::CapsShift, key], [Key::SymbolShift, key]);
        assert_eq!(
            decoded(&rom, 0, K, 0, &[key]),
            capital - b'A' + 0xE6,
            "K {letter}"
        );
        assert_eq!(
            decoded(&rom, 0, K, 0, &caps),
            capital - b'A' + 0xE6,
            "K caps {letter}"
        );
        assert_eq!(decoded(&rom, 0, L, 0, &[key]), small, "L {letter}");
        assert_eq!(decoded(&rom, 0, L, 0, &caps), capital, "L caps {letter}");
        assert_eq!(decoded(&rom, 0, L, 8, &[key]), capital, "C {letter}");
        for flags in [K, L] {
            assert_eq!(decoded(&rom, 0, flags, 0, &sym), symbol, "symbol {letter}");
        }
        assert_eq!(decoded(&rom, 1, L, 0, &[key]), extended, "E {letter}");
        assert_eq!(decoded(&rom, 1, L, 0, &caps), shifted, "E caps {letter}");
        assert_eq!(decoded(&rom, 1, L, 0, &sym), shifted, "E symbol {letter}");
        assert_eq!(
            decoded(&rom, 2, L, 0, &[key]),
            capital - b'A' + 0x90,
            "G {letter}"
        );
    }
}

#[test]
fn digits_give_what_the_keyboard_picture_tells() {
    let mut rom = RomCalls::load();
    rom.start_devices();
    for (digit, (symbol, caps_code, extended)) in ('0'..='9').zip(DIGITS) {
        let key = Key::from_char(digit).expect("a key");
        let (caps, sym) = ([Key::CapsShift, key], [Key::SymbolShift, key]);
        for flags in [K, L] {
            assert_eq!(decoded(&rom, 0, flags, 0, &[key]), digit as u8);
            assert_eq!(decoded(&rom, 0, flags, 0, &sym), symbol, "symbol {digit}");
            assert_eq!(decoded(&rom, 0, flags, 0, &caps), caps_code, "caps {digit}");
        }
        assert_eq!(decoded(&rom, 1, L, 0, &sym), extended, "E symbol {digit}");
        if let '1'..='8' = digit {
            let block = (digit as u8 - b'0') & 7;
            assert_eq!(decoded(&rom, 2, L, 0, &[key]), 0x80 + block, "G {digit}");
            assert_eq!(decoded(&rom, 2, L, 0, &caps), 0x8F - block, "G caps {digit}");
        }
    }
    assert_eq!(decoded(&rom, 2, L, 0, &[Key::N9]), 15, "G 9: GRAPHICS");
    assert_eq!(decoded(&rom, 2, L, 0, &[Key::N0]), 12, "G 0: DELETE");
    for keys in [
        &[Key::Space][..],
        &[Key::CapsShift, Key::Space],
        &[Key::SymbolShift, Key::Space],
    ] {
        assert_eq!(decoded(&rom, 0, L, 0, keys), b' ');
    }
    assert_eq!(decoded(&rom, 0, L, 0, &[Key::Enter]), 13);
    assert_eq!(decoded(&rom, 0, L, 0, &[Key::CapsShift, Key::SymbolShift]), 14);
}

/// The keyboard's part of `count` interrupts.
fn frames(rom: &mut RomCalls, count: usize) {
    for _ in 0..count {
        assert_eq!(rom.call_address(0x02BF), Ended::Returned);
    }
}

/// What channel K's input gives for `keys`, one press, until it gives nothing more.
fn typed(rom: &mut RomCalls, keys: &[Key]) -> Vec<u8> {
    press(rom, keys);
    assert_eq!(rom.call_address(0x02BF), Ended::Returned);
    press(rom, &[]);
    frames(rom, 6);
    let mut codes = Vec::new();
    loop {
        let flag = rom.machine.peek(0x5C3C);
        rom.poke(0x5C3C, &[flag & !8]); // the editor is not there to draw the line again
        assert_eq!(rom.call_address(0x10A8), Ended::Returned);
        if rom.machine.cpu.f & 1 == 0 {
            return codes;
        }
        codes.push(rom.machine.cpu.a);
    }
}

#[test]
fn mode_keys_change_the_mode_and_colour_keys_give_two_codes() {
    let mut rom = RomCalls::load();
    rom.start_devices();
    rom.open(0);
    rom.poke(0x5C3B, &[L]);
    let extended = [Key::CapsShift, Key::SymbolShift];
    assert!(typed(&mut rom, &[Key::CapsShift, Key::N2]).is_empty());
    assert_eq!(typed(&mut rom, &[Key::A]), [b'A'], "capitals are locked");
    assert!(typed(&mut rom, &[Key::CapsShift, Key::N2]).is_empty());
    assert_eq!(typed(&mut rom, &[Key::A]), [b'a']);
    assert!(typed(&mut rom, &extended).is_empty());
    assert_eq!(rom.machine.peek(0x5C41), 1);
    assert!(typed(&mut rom, &extended).is_empty());
    assert_eq!(rom.machine.peek(0x5C41), 0);
    for (digit, key) in ('0'..='9').map(|c| (c as u8 - b'0', Key::from_char(c).expect("a key"))) {
        let (plain, caps) = match digit {
            0..=7 => ([17, digit], [16, digit]),
            _ => ([19, digit - 8], [18, digit - 8]),
        };
        assert!(typed(&mut rom, &extended).is_empty());
        assert_eq!(typed(&mut rom, &[key]), plain, "E {digit}");
        assert_eq!(rom.machine.peek(0x5C41), 0, "E mode is for one key");
        assert!(typed(&mut rom, &extended).is_empty());
        assert_eq!(typed(&mut rom, &[Key::CapsShift, key]), caps, "E caps {digit}");
    }
    assert_eq!(typed(&mut rom, &[Key::CapsShift, Key::N3]), [20, 0]);
    assert_eq!(typed(&mut rom, &[Key::CapsShift, Key::N4]), [20, 1]);
    assert!(typed(&mut rom, &[Key::CapsShift, Key::N9]).is_empty());
    assert_eq!(typed(&mut rom, &[Key::A]), [0x90], "GRAPHICS lasts");
    assert_eq!(typed(&mut rom, &[Key::B]), [0x91]);
    assert!(typed(&mut rom, &[Key::N9]).is_empty());
    assert_eq!(typed(&mut rom, &[Key::A]), [b'a']);
}

#[test]
fn a_key_repeats_after_repdel_and_then_every_repper_frames() {
    let mut rom = RomCalls::load();
    rom.start_devices();
    for (delay, period) in [(35, 5), (1, 1), (10, 3)] {
        rom.poke(0x5C00, &[0xFF, 0, 0, 0, 0xFF, 0, 0, 0, 0, delay, period]);
        rom.poke(0x5C3B, &[L]);
        press(&mut rom, &[Key::A]);
        let mut given = Vec::new();
        for frame in 0..60 {
            rom.call_address(0x02BF);
            if rom.machine.peek(0x5C3B) & 0x20 != 0 {
                rom.poke(0x5C3B, &[L]);
                given.push(frame);
            }
        }
        let after = (u32::from(delay)..60).step_by(period.into());
        assert_eq!(given, std::iter::once(0).chain(after).collect::<Vec<_>>());
    }
    // Released for four frames the key counts as pressed again; a short bounce does not.
    for (up, again) in [(4, true), (3, false)] {
        press(&mut rom, &[]);
        frames(&mut rom, 8);
        press(&mut rom, &[Key::A]);
        rom.call_address(0x02BF);
        rom.poke(0x5C3B, &[L]);
        press(&mut rom, &[]);
        frames(&mut rom, up);
        press(&mut rom, &[Key::A]);
        rom.poke(0x5C02, &[99]);
        rom.poke(0x5C06, &[99]);
        rom.call_address(0x02BF);
        assert_eq!(rom.machine.peek(0x5C3B) & 0x20 != 0, again, "up for {up} frames");
    }
}
