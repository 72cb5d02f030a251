//! The memory map, the program's lines and the search through statements, against models of them written
//! here.

use std::collections::BTreeMap;

use crate::support::{Ended, RomCalls};
use proptest::prelude::*;

const PROG: u16 = 0x5CCB;
/// VARS, DEST, CHANS, CURCHL, PROG, NXTLIN, DATADD, E_LINE, K_CUR, CH_ADD, X_PTR, WORKSP, STKBOT, STKEND.
const POINTERS: u16 = 0x5C4B;
const POINTER_COUNT: u16 = 14;
const SV_VARS: u16 = 0x5C4B;
const SV_PROG: u16 = 0x5C53;
const SV_E_LINE: u16 = 0x5C59;
const SV_CH_ADD: u16 = 0x5C5D;
const SV_WORKSP: u16 = 0x5C61;
const SV_STKBOT: u16 = 0x5C63;
const SV_STKEND: u16 = 0x5C65;

fn poke16(rom: &mut RomCalls, address: u16, value: u16) {
    rom.poke(address, &value.to_le_bytes());
}

fn bytes(rom: &RomCalls, from: u16, to: u16) -> Vec<u8> {
    rom.machine.memory()[usize::from(from)..usize::from(to)].to_vec()
}

/// Memory from PROG to STKEND filled with `content`, every pointer at PROG or beyond, as `offsets` say.
fn memory_map(rom: &mut RomCalls, content: &[u8], offsets: &[u16]) {
    rom.poke(PROG, content);
    for (n, &offset) in (0..).zip(offsets) {
        poke16(rom, POINTERS + 2 * n, PROG + offset.min(content.len() as u16));
    }
    poke16(rom, SV_STKEND, PROG + content.len() as u16);
}

fn pointers(rom: &RomCalls) -> Vec<u16> {
    (0..POINTER_COUNT)
        .map(|n| rom.machine.peek16(POINTERS + 2 * n))
        .collect()
}

/// A line of a program: number, length and text with its ENTER.
fn line(number: u16, text: &[u8]) -> Vec<u8> {
    let length = text.len() as u16 + 1;
    let mut line = number.to_be_bytes().to_vec();
    line.extend(length.to_le_bytes());
    line.extend(text);
    line.push(13);
    line
}

fn program(lines: &BTreeMap<u16, Vec<u8>>) -> Vec<u8> {
    lines
        .iter()
        .flat_map(|(&number, text)| line(number, text))
        .collect()
}

/// `program` at PROG, an empty variable area and an empty edit line after it.
fn store_program(rom: &mut RomCalls, program: &[u8]) {
    let vars = PROG + program.len() as u16;
    rom.poke(PROG, program);
    rom.poke(vars, &[0x80, 13, 0x80]);
    for (pointer, value) in [
        (SV_PROG, PROG),
        (SV_VARS, vars),
        (SV_E_LINE, vars + 1),
        (SV_CH_ADD, vars + 1),
        (SV_WORKSP, vars + 3),
        (SV_STKBOT, vars + 3),
        (SV_STKEND, vars + 3),
    ] {
        poke16(rom, pointer, value);
    }
}

/// What is in a text outside of strings, hidden numbers and REM ends a statement: `:` or THEN.
fn separators(text: &[u8]) -> Vec<usize> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        match text[at] {
            b'"' => {
                at += text[at + 1..]
                    .iter()
                    .position(|&c| c == b'"')
                    .map_or(text.len(), |n| n + 1)
            }
            14 => at += 5,
            0xEA => break,
            b':' | 0xCB => found.push(at),
            _ => {}
        }
        at += 1;
    }
    found
}

/// One statement's text: letters, strings, hidden numbers.
fn statement() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        3 => prop::sample::select(b"abcxyz12+-(,;".to_vec()).prop_map(|c| vec![c]),
        1 => "[a-z: ]{0,6}".prop_map(|s| format!("\"{s}\"").into_bytes()),
        1 => prop::array::uniform5(any::<u8>()).prop_map(|n| [&b"7\x0e"[..], &n].concat()),
        1 => Just(vec![b' ']),
    ];
    (
        prop::sample::select(vec![0xF5, 0xF1, 0xE4, 0xF3, 0xCE, 0xFA]),
        prop::collection::vec(part, 0..8),
    )
        .prop_map(|(token, parts)| [vec![token], parts.concat()].concat())
}

/// A line's text: statements with `:` or THEN between, sometimes a REM at the end.
fn text() -> impl Strategy<Value = Vec<u8>> {
    (
        prop::collection::vec((statement(), any::<bool>()), 1..6),
        prop::option::weighted(0.2, "[a-z:\" ]{0,10}"),
    )
        .prop_map(|(statements, rem)| {
            let mut text = Vec::new();
            for (n, (statement, then)) in statements.into_iter().enumerate() {
                if n > 0 {
                    text.push(if then { 0xCB } else { b':' });
                }
                text.extend(statement);
            }
            if let Some(rem) = rem {
                text.extend(b":\xEA");
                text.extend(rem.bytes());
            }
            text
        })
}

fn lines() -> impl Strategy<Value = BTreeMap<u16, Vec<u8>>> {
    prop::collection::btree_map(1_u16..10_000, text(), 0..12)
}

#[test]
fn room_is_made_and_closed_and_all_pointers_above_move() {
    let rom = RomCalls::load();
    let cases = (
        prop::collection::vec(any::<u8>(), 1..300),
        prop::collection::vec(0_u16..300, 14),
        0_u16..300,
        1_u16..200,
    );
    proptest!(|((content, offsets, place, length) in cases)| {
        let mut rom = rom.clone();
        memory_map(&mut rom, &content, &offsets);
        let before = pointers(&rom);
        let place = PROG + place % content.len() as u16;
        let end = PROG + content.len() as u16;
        rom.machine.cpu.set_hl(place);
        rom.machine.cpu.set_bc(length);
        prop_assert_eq!(rom.call("make_room"), Ended::Returned);
        prop_assert_eq!(rom.machine.cpu.hl(), place - 1);
        prop_assert_eq!(rom.machine.cpu.de(), place + length - 1);
        prop_assert_eq!(bytes(&rom, PROG, place), &content[..usize::from(place - PROG)]);
        prop_assert_eq!(bytes(&rom, place + length, end + length), &content[usize::from(place - PROG)..]);
        let moved: Vec<u16> = before.iter().map(|&p| if p > place { p + length } else { p }).collect();
        prop_assert_eq!(pointers(&rom), moved);

        rom.machine.cpu.set_hl(place);
        rom.machine.cpu.set_bc(length);
        prop_assert_eq!(rom.call("reclaim"), Ended::Returned);
        prop_assert_eq!(rom.machine.cpu.hl(), place);
        prop_assert_eq!(bytes(&rom, PROG, end), content);
        prop_assert_eq!(pointers(&rom), before);
    });
}

#[test]
fn reclaim_range_takes_both_ends() {
    let mut rom = RomCalls::load();
    memory_map(&mut rom, b"abcdefgh", &[0; 14]);
    rom.machine.cpu.set_de(PROG + 2);
    rom.machine.cpu.set_hl(PROG + 5);
    assert_eq!(rom.call("reclaim_range"), Ended::Returned);
    assert_eq!(bytes(&rom, PROG, PROG + 5), b"abfgh");
    assert_eq!(rom.machine.peek16(SV_STKEND), PROG + 5);
}

#[test]
fn too_much_room_is_report_4_and_changes_nothing() {
    let mut rom = RomCalls::load();
    memory_map(&mut rom, b"abcdefgh", &[3; 14]);
    let before = rom.machine.memory()[0x5C00..0xFE00].to_vec();
    for length in [0xA300_u16, 0xFFFF] {
        for label in ["make_room", "work_space"] {
            rom.machine.cpu.set_hl(PROG + 4);
            rom.machine.cpu.set_bc(length);
            assert_eq!(rom.call(label), Ended::Error(3), "{label} {length:04X}");
            assert_eq!(
                rom.machine.memory()[0x5C00..0xFE00],
                before[..],
                "{label} {length:04X}"
            );
        }
    }
}

#[test]
fn work_space_grows_below_the_number_stack() {
    let rom = RomCalls::load();
    proptest!(|(stack in prop::collection::vec(any::<u8>(), 0..40), length in 1_u16..500)| {
        let mut rom = rom.clone();
        memory_map(&mut rom, b"0123456789", &[10; 14]);
        poke16(&mut rom, SV_WORKSP, PROG + 4);
        poke16(&mut rom, SV_STKBOT, PROG + 10);
        rom.poke(PROG + 10, &stack);
        poke16(&mut rom, SV_STKEND, PROG + 10 + stack.len() as u16);
        rom.machine.cpu.set_bc(length);
        prop_assert_eq!(rom.call("work_space"), Ended::Returned);
        let cpu = &rom.machine.cpu;
        prop_assert_eq!((cpu.de(), cpu.hl(), cpu.bc()), (PROG + 10, PROG + 9 + length, length));
        let bottom = PROG + 10 + length;
        prop_assert_eq!(rom.machine.peek16(SV_STKBOT), bottom);
        prop_assert_eq!(rom.machine.peek16(SV_STKEND), bottom + stack.len() as u16);
        prop_assert_eq!(bytes(&rom, bottom, bottom + stack.len() as u16), stack);
        prop_assert_eq!(rom.machine.peek16(SV_WORKSP), PROG + 4);
    });
}

#[test]
fn next_one_knows_every_kind_of_variable_and_a_line() {
    let mut rom = RomCalls::load();
    let cases: [(&str, &[u8], u16); 8] = [
        ("number a", &[0x61, 0, 0, 1, 0, 0], 6),
        ("long name", &[0xA1, 0x62, 0xE3, 0, 0, 1, 0, 0], 8),
        ("string", &[0x41, 3, 0, b'x', b'y', b'z'], 6),
        ("number array", &[0x81, 8, 0, 1, 1, 0, 0, 0, 0, 0, 0], 11),
        ("string array", &[0xC1, 5, 0, 1, 2, 0, 32, 32], 8),
        ("FOR", &[0xE1; 19], 19),
        ("line", &[0, 10, 3, 0, 0xEA, b'x', 13], 7),
        ("long line", &[0x27, 0x0F, 0x2C, 0x01], 304),
    ];
    for (name, entry, length) in cases {
        rom.poke(0x8000, entry);
        rom.machine.cpu.set_hl(0x8000);
        assert_eq!(rom.call("next_one"), Ended::Returned);
        let cpu = &rom.machine.cpu;
        assert_eq!(
            (cpu.hl(), cpu.de(), cpu.bc()),
            (0x8000, 0x8000 + length, length),
            "{name}"
        );
    }
}

#[test]
fn a_line_is_found_or_the_one_after_it() {
    let rom = RomCalls::load();
    let target = prop_oneof![any::<u16>(), 0_u16..10_001];
    proptest!(|(lines in lines(), target in target)| {
        let mut rom = rom.clone();
        store_program(&mut rom, &program(&lines));
        let before: BTreeMap<_, _> = lines.range(..target).map(|(&n, t)| (n, t.clone())).collect();
        let address = PROG + program(&before).len() as u16;
        let previous = match before.iter().next_back() {
            Some((&number, text)) => address - line(number, text).len() as u16,
            None => PROG,
        };
        rom.machine.cpu.set_hl(target);
        prop_assert_eq!(rom.call("find_line"), Ended::Returned);
        prop_assert_eq!(rom.machine.cpu.hl(), address);
        prop_assert_eq!(rom.machine.cpu.de(), previous);
        prop_assert_eq!(rom.machine.cpu.f & 0x40 != 0, lines.contains_key(&target));
    });
}

#[test]
fn lines_are_put_in_replaced_and_taken_out() {
    let rom = RomCalls::load();
    let edit = (1_u16..30, prop::option::of(text()));
    proptest!(|(edits in prop::collection::vec(edit, 1..40))| {
        let mut rom = rom.clone();
        let mut lines = BTreeMap::new();
        store_program(&mut rom, &[]);
        for (number, text) in edits {
            // the text is in the edit line, as typed
            let typed = text.as_ref().map_or(vec![], |text| [&text[..], &[13]].concat());
            let at = rom.machine.peek16(SV_E_LINE);
            rom.poke(at, &[&typed[..], &[0x80]].concat());
            for pointer in [SV_WORKSP, SV_STKBOT, SV_STKEND] {
                poke16(&mut rom, pointer, at + typed.len() as u16 + 1);
            }
            poke16(&mut rom, SV_CH_ADD, at);
            rom.machine.cpu.set_bc(number);
            rom.machine.cpu.set_de(typed.len() as u16);
            prop_assert_eq!(rom.call("insert_line"), Ended::Returned);
            match text {
                Some(text) => lines.insert(number, text),
                None => lines.remove(&number),
            };
            let expected = [program(&lines), vec![0x80]].concat();
            let vars = rom.machine.peek16(SV_VARS);
            prop_assert_eq!(usize::from(vars - PROG), expected.len() - 1);
            prop_assert_eq!(bytes(&rom, PROG, vars + 1), expected);
            prop_assert_eq!(rom.machine.peek16(SV_PROG), PROG);
            prop_assert_eq!(rom.machine.peek16(SV_E_LINE), vars + 1);
        }
    });
}

#[test]
fn statements_end_at_colons_and_then_outside_of_strings_numbers_and_rem() {
    let rom = RomCalls::load();
    proptest!(|(text in text())| {
        let mut rom = rom.clone();
        rom.poke(0x8000, &text);
        rom.poke(0x8000 + text.len() as u16, &[13]);
        let mut at = 0x8000;
        for separator in separators(&text) {
            rom.machine.cpu.set_hl(at);
            prop_assert_eq!(rom.call("next_separator"), Ended::Returned);
            at = rom.machine.cpu.hl();
            prop_assert_eq!(usize::from(at - 0x8000), separator + 1);
            prop_assert_eq!(rom.machine.cpu.f & 0x40, 0);
        }
        rom.machine.cpu.set_hl(at);
        prop_assert_eq!(rom.call("next_separator"), Ended::Returned);
        prop_assert_eq!(usize::from(rom.machine.cpu.hl() - 0x8000), text.len() + 1);
        prop_assert_eq!(rom.machine.cpu.f & 0x40, 0x40);
    });
}

#[test]
fn every_statement_with_a_token_is_found_in_order() {
    let rom = RomCalls::load();
    let token = prop::sample::select(vec![0xF5_u8, 0xE4, 0xF3, 0xCE]);
    proptest!(|(lines in lines(), token in token)| {
        let mut rom = rom.clone();
        store_program(&mut rom, &program(&lines));
        let mut expected = Vec::new();
        let mut line_at = PROG;
        for (&number, text) in &lines {
            let starts = std::iter::once(0).chain(separators(text).into_iter().map(|s| s + 1));
            for (statement, start) in (1_u8..).zip(starts) {
                let spaces = text[start..].iter().take_while(|&&c| c == b' ').count();
                if text.get(start + spaces) == Some(&token) {
                    expected.push((line_at + 4 + (start + spaces) as u16 + 1, statement, line_at));
                }
            }
            line_at += line(number, text).len() as u16;
        }
        let mut found = Vec::new();
        rom.machine.cpu.set_hl(PROG);
        rom.machine.cpu.set_de(u16::from(token));
        let mut routine = "find_token";
        loop {
            prop_assert_eq!(rom.call(routine), Ended::Returned);
            let cpu = &rom.machine.cpu;
            if cpu.f & 1 == 0 {
                break;
            }
            found.push((cpu.hl(), cpu.d, cpu.ix));
            routine = "find_token_more";
        }
        prop_assert_eq!(found, expected);
    });
}

#[test]
fn a_rem_may_hold_any_bytes() {
    let mut rom = RomCalls::load();
    // machine code with ENTER, DATA and what looks like a line in it, then the true DATA
    let code = line(1, b"\xEA\x0D\xE4\x00\x02\x05\x00\xE4\x0D\x0E");
    store_program(&mut rom, &[code.clone(), line(2, b"\xE41")].concat());
    rom.machine.cpu.set_hl(PROG);
    rom.machine.cpu.set_de(0xE4);
    assert_eq!(rom.call("find_token"), Ended::Returned);
    let second = PROG + code.len() as u16;
    let cpu = &rom.machine.cpu;
    assert_eq!((cpu.f & 1, cpu.hl(), cpu.d, cpu.ix), (1, second + 5, 1, second));
}

#[test]
fn a_line_number_prints_without_leading_zeros() {
    let rom = RomCalls::load();
    // a channel whose output routine collects what is printed at (9100h)
    const COLLECT: [u8; 9] = [0x2A, 0x00, 0x91, 0x77, 0x23, 0x22, 0x00, 0x91, 0xC9]; // ld hl,(9100h) / ld (hl),a / inc hl / ...
    for number in (0..10_000).step_by(7).chain([9, 10, 99, 100, 999, 1000, 9999]) {
        let mut rom = rom.clone();
        rom.poke(0x9000, &COLLECT);
        rom.poke(0x9100, &[0x02, 0x91]);
        rom.poke(0x9200, &[0x00, 0x90]);
        poke16(&mut rom, 0x5C51, 0x9200);
        rom.machine.cpu.set_bc(number);
        assert_eq!(rom.call("print_line_number"), Ended::Returned);
        let end = rom.machine.peek16(0x9100);
        assert_eq!(bytes(&rom, 0x9102, end), number.to_string().into_bytes());
    }
}

#[test]
fn the_keyword_table_has_every_token() {
    let mut rom = RomCalls::load();
    for (token, text) in [
        (0xA5_u8, "RND"),
        (0xBF, "IN"),
        (0xCE, "DEF FN"),
        (0xD3, "OPEN #"),
        (0xFF, "COPY"),
    ] {
        let table = rom.symbol("token_table");
        rom.machine.cpu.set_de(table);
        rom.machine.cpu.set_af(u16::from(token - 0xA5) << 8);
        assert_eq!(rom.call("find_text"), Ended::Returned);
        let start = usize::from(rom.machine.cpu.de());
        let mut found: Vec<u8> = rom.machine.memory()[start..start + text.len()].to_vec();
        let last = found.last_mut().expect("a text");
        assert!(*last >= 0x80, "{text}");
        *last &= 0x7F;
        assert_eq!(String::from_utf8_lossy(&found), text);
    }
}
