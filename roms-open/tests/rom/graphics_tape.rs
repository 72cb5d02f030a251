//! The ROM's tape: bytes as real pulses, and SAVE, LOAD, VERIFY and MERGE as programs use them.

use crate::support::{Ended, RomCalls};
use girafa_spectrum::{Block, Key, Tape};

/// IX of the calls here.
const DATA: u16 = 0x9000;
const CARRY: u8 = 1;
const REPORT_D: Ended = Ended::Error(12);

fn registers(rom: &mut RomCalls, flag: u8, count: usize, load: bool) {
    let cpu = &mut rom.machine.cpu;
    (cpu.a, cpu.f, cpu.ix) = (flag, u8::from(load), DATA);
    cpu.set_de(u16::try_from(count).expect("a short block"));
}

fn bytes(rom: &RomCalls, count: usize) -> Vec<u8> {
    rom.machine.memory()[usize::from(DATA)..][..count].to_vec()
}

fn pattern(count: usize) -> Vec<u8> {
    (0..count).map(|n| (n * 73 + n / 7) as u8).collect()
}

#[test]
fn saved_bytes_come_out_as_a_block_of_the_standard_length() {
    let mut rom = RomCalls::load();
    for (flag, count, pilot) in [(0, 17, 8063), (0xFF, 300, 3223), (0xFF, 0, 3223), (1, 1, 8063)] {
        let data = pattern(count);
        rom.poke(DATA, &data);
        registers(&mut rom, flag, count, false);
        let start = rom.machine.tstates();
        assert_eq!(rom.call("save_bytes"), Ended::Returned);
        let taken = rom.machine.tstates() - start;
        let ones = |bytes: &[u8]| bytes.iter().map(|b| u64::from(b.count_ones())).sum::<u64>();
        let block = Block::new(flag, &data).expect("short");
        let all = ones(block.bytes());
        let zeros = 8 * block.bytes().len() as u64 - all;
        let standard = pilot * 2168 + 667 + 735 + all * 3420 + zeros * 1710;
        assert!(
            taken.abs_diff(standard) * 100 < standard,
            "{taken} T-states for {standard}"
        );
        rom.machine.cpu.halted = true;
        rom.machine.run_frame();
        rom.machine.run_frame();
        assert_eq!(rom.machine.take_saved(), Tape::new(vec![block]));
    }
}

#[test]
fn a_played_block_is_loaded_or_compared() {
    let mut rom = RomCalls::load();
    let data = pattern(600);
    let mut wrong = Block::new(0xFF, &data).expect("short").bytes().to_vec();
    wrong[100] ^= 0x10;
    let good = Tape::new(vec![Block::new(0xFF, &data).expect("short")]);
    let bad = Tape::new(vec![Block::from_bytes(wrong).expect("short")]);
    let spoilt = {
        let mut spoilt = data.clone();
        spoilt[599] ^= 1;
        spoilt
    };
    // memory before, tape, flag, count, load or compare: carry, memory after
    let zeros = vec![0; 600];
    let some = |count: usize| [&data[..count], &zeros[count..]].concat();
    let cases = [
        ("load", &zeros, &good, 0xFF, 600, true, true, data.clone()),
        ("compare", &data, &good, 0xFF, 600, false, true, data.clone()),
        (
            "a byte differs",
            &spoilt,
            &good,
            0xFF,
            600,
            false,
            false,
            spoilt.clone(),
        ),
        (
            "another flag",
            &zeros,
            &good,
            0x00,
            600,
            true,
            false,
            zeros.clone(),
        ),
        (
            "too short a count",
            &zeros,
            &good,
            0xFF,
            501,
            true,
            false,
            some(501),
        ),
        ("a bit is wrong on tape", &zeros, &bad, 0xFF, 600, true, false, {
            let mut after = data.clone();
            after[99] ^= 0x10;
            after
        }),
    ];
    for (name, before, tape, flag, count, load, carry, after) in cases {
        rom.poke(DATA, before);
        rom.machine.insert_tape(tape.clone());
        rom.machine.play_tape();
        registers(&mut rom, flag, count, load);
        assert_eq!(rom.call("load_bytes"), Ended::Returned, "{name}");
        assert_eq!(rom.machine.cpu.f & CARRY != 0, carry, "{name}");
        assert_eq!(bytes(&rom, 600), after, "{name}");
    }
}

#[test]
fn break_ends_saving_and_loading() {
    let mut rom = RomCalls::load();
    rom.poke(0x5C48, &[5 << 3]);
    rom.machine.keyboard_mut().press(Key::Space);
    for label in ["save_bytes", "load_bytes"] {
        registers(&mut rom, 0, 17, true);
        assert_eq!(rom.call(label), REPORT_D, "{label}");
        assert_eq!(rom.machine.border(), 5, "{label}");
    }
}

/// Where a ROM waits for a key.
fn waits(rom: &RomCalls) -> bool {
    matches!(rom.machine.cpu.pc, 0x15D4..0x15F2 | 0x10A8..0x1105)
}

fn run_until_waiting(rom: &mut RomCalls) {
    let mut waiting = 0;
    for _ in 0..6000 {
        rom.machine.run_frame();
        waiting = if waits(rom) { waiting + 1 } else { 0 };
        if waiting == 4 {
            return;
        }
    }
    panic!("no end; at {:04X}", rom.machine.cpu.pc);
}

fn press(rom: &mut RomCalls, keys: &[Key]) {
    for _ in 0..4 {
        for &key in keys {
            rom.machine.keyboard_mut().press(key);
        }
        rom.machine.run_frame();
    }
    rom.machine.keyboard_mut().release_all();
    for _ in 0..4 {
        rom.machine.run_frame();
    }
}

const WORDS: [(&str, u8); 20] = [
    ("SCREEN$", 0xAA),
    ("CODE", 0xAF),
    ("PEEK", 0xBE),
    ("LINE", 0xCA),
    ("MERGE", 0xD5),
    ("VERIFY", 0xD6),
    ("DATA", 0xE4),
    ("DIM", 0xE9),
    ("REM", 0xEA),
    ("FOR", 0xEB),
    ("LOAD", 0xEF),
    ("LET", 0xF1),
    ("POKE", 0xF4),
    ("PRINT", 0xF5),
    ("SAVE", 0xF8),
    ("CLEAR", 0xFD),
    ("TO", 0xCC),
    ("STOP", 0xE2),
    ("USR", 0xC0),
    ("RANDOMIZE", 0xF9),
];

/// A line of a program: words in capitals become tokens, whole numbers outside strings get their hidden form.
fn line(number: u16, text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    let mut quoted = false;
    while let Some(c) = rest.chars().next() {
        let word = WORDS.iter().find(|(word, _)| !quoted && rest.starts_with(word));
        if let Some(&(word, token)) = word {
            bytes.push(token);
            rest = rest[word.len()..].trim_start();
            continue;
        }
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if !quoted && digits > 0 {
            let value: u16 = rest[..digits].parse().expect("a word");
            bytes.extend(rest[..digits].bytes());
            bytes.extend([14, 0, 0]);
            bytes.extend(value.to_le_bytes());
            bytes.push(0);
            rest = &rest[digits..];
            continue;
        }
        quoted ^= c == '"';
        bytes.push(u8::try_from(c).expect("ASCII"));
        rest = &rest[1..];
    }
    bytes.push(13);
    let mut line = number.to_be_bytes().to_vec();
    line.extend(u16::try_from(bytes.len()).expect("short").to_le_bytes());
    line.extend(bytes);
    line
}

/// Header and data of a program that starts at its line 1.
fn program(lines: &[(u16, &str)], start: u16) -> Vec<Block> {
    let data: Vec<u8> = lines
        .iter()
        .flat_map(|&(number, text)| line(number, text))
        .collect();
    let length = u16::try_from(data.len()).expect("short").to_le_bytes();
    let header = [&b"\0program   "[..], &length, &start.to_le_bytes(), &length].concat();
    vec![
        Block::new(0, &header).expect("short"),
        Block::new(0xFF, &data).expect("short"),
    ]
}

/// Boots, loads `lines` followed by `tape` on the same tape (at once unless `pulses`), lets them run from
/// line 1 on, with ENTER whenever the machine waits; gives the report's row.
pub fn run(rom: &mut RomCalls, lines: &[(u16, &str)], tape: &Tape, pulses: bool) -> String {
    let blocks = [program(lines, 1), tape.blocks().to_vec()].concat();
    rom.machine.reset();
    rom.machine.insert_tape(Tape::new(blocks));
    rom.machine.set_instant_tape(!pulses);
    run_until_waiting(rom);
    let quote = [Key::SymbolShift, Key::P];
    for keys in [&[Key::J][..], &quote, &quote, &[Key::Enter]] {
        press(rom, keys);
    }
    if pulses {
        rom.machine.play_tape();
    }
    for _ in 0..20 {
        run_until_waiting(rom);
        let row = row(rom, 23);
        if row.contains(", ") && row.contains(':') {
            return row;
        }
        press(rom, &[Key::Enter]);
    }
    panic!("it does not end");
}

/// A row of the screen, read with the ROM's font.
fn row(rom: &RomCalls, row: usize) -> String {
    let memory = rom.machine.memory();
    let cell = |column: usize| -> [u8; 8] {
        std::array::from_fn(|y| memory[0x4000 | (row & 24) << 8 | y << 8 | (row & 7) << 5 | column])
    };
    let text: String = (0..32)
        .map(|column| {
            let shape = cell(column);
            let code = (0..96).find(|n| memory[0x3D00 + n * 8..][..8] == shape);
            code.map_or('?', |n| char::from(n as u8 + 32))
        })
        .collect();
    text.trim_end().to_string()
}

#[test]
fn files_saved_by_a_program_load_in_another() {
    let mut rom = RomCalls::load();
    let writer = [
        (
            1,
            "LET x=5: DIM b(3): LET b(2)=77: DIM c$(2,4): LET c$(2)=\"wxyz\": LET d$=\"a string\"",
        ),
        (
            2,
            "SAVE \"n\" DATA b(): SAVE \"c\" DATA c$(): SAVE \"d\" DATA d$()",
        ),
        (
            3,
            "POKE 40000,123: POKE 40002,45: SAVE \"code\"CODE 40000,3: SAVE \"picture\"SCREEN$",
        ),
        (4, "SAVE \"all\" LINE 5: STOP"),
        (5, "PRINT : PRINT x;b(2);c$(2);d$"),
    ];
    let report = run(&mut rom, &writer, &Tape::default(), false);
    assert_eq!(report, "9 STOP statement, 4:2");
    let saved = rom.machine.take_saved();
    let headers: Vec<Vec<u8>> = saved
        .blocks()
        .chunks(2)
        .map(|pair| pair[0].data().to_vec())
        .collect();
    let names = ["n", "c", "d", "code", "picture", "all"];
    for (header, name) in headers.iter().zip(names) {
        assert_eq!(header[1..11], *format!("{name:10}").as_bytes());
    }
    assert_eq!(
        headers.iter().map(|h| h[0]).collect::<Vec<_>>(),
        [1, 2, 2, 3, 3, 0]
    );
    assert_eq!(headers[3][11..15], [3, 0, 0x40, 0x9C]);
    assert_eq!(headers[4][11..15], [0, 0x1B, 0, 0x40]);
    assert_eq!(headers[5][13..15], [5, 0]);

    let reader = [
        (
            1,
            "DIM b(1): LET d$=\"x\": LOAD \"n\" DATA b(): LOAD \"c\" DATA e$(): LOAD \"d\" DATA d$()",
        ),
        (2, "PRINT b(2);e$(2);d$;: LET d$=d$+\"!\": PRINT d$"),
        (
            3,
            "LOAD \"code\"CODE 50000: PRINT PEEK 50000;PEEK 50001;PEEK 50002",
        ),
        (4, "LOAD \"\"SCREEN$: LOAD \"all\""),
    ];
    for pulses in [false, true] {
        let report = run(&mut rom, &reader, &saved, pulses);
        assert_eq!(report, "0 OK, 5:2", "pulses: {pulses}");
        let screen: Vec<String> = (0..22).map(|n| row(&rom, n)).collect();
        let screen = screen.join("\n");
        assert!(screen.contains("Program: all"), "{screen}");
        assert!(screen.contains("577wxyza string"), "{screen}");
    }
}

#[test]
fn messages_and_values_are_printed() {
    let mut rom = RomCalls::load();
    let writer = [
        (1, "DIM b(3): LET b(3)=9: LET d$=\"text\": POKE 40000,123"),
        (
            2,
            "SAVE \"n\" DATA b(): SAVE \"d\" DATA d$(): SAVE \"code\"CODE 40000,3: SAVE \"self\": STOP",
        ),
    ];
    assert_eq!(
        run(&mut rom, &writer, &Tape::default(), false),
        "9 STOP statement, 2:5"
    );
    let saved = rom.machine.take_saved();
    let reader = [(1, "LOAD \"code\"CODE: PRINT PEEK 40000: STOP")];
    assert_eq!(run(&mut rom, &reader, &saved, false), "9 STOP statement, 1:3");
    let screen: Vec<String> = (0..8).map(|n| row(&rom, n)).collect();
    // Each message begins with a new line; those of the headers that match (LOAD "" and LOAD "code") end with one.
    let messages = [
        "",
        "Program: program",
        "",
        "Number array: n",
        "Character array: d",
        "Bytes: code",
        "123",
        "",
    ];
    assert_eq!(screen, messages);
}

#[test]
fn verify_tells_what_differs() {
    let mut rom = RomCalls::load();
    let save = "SAVE \"v\"CODE 40000,9: SAVE \"w\" DATA b()";
    let writer = [(1, "DIM b(4)"), (2, save), (3, "STOP")];
    assert_eq!(
        run(&mut rom, &writer, &Tape::default(), false),
        "9 STOP statement, 3:1"
    );
    let saved = rom.machine.take_saved();
    for (text, report) in [
        ("VERIFY \"v\"CODE: STOP", "9 STOP statement, 2:2"),
        ("VERIFY \"v\"CODE 40000,9: STOP", "9 STOP statement, 2:2"),
        ("POKE 40008,1: VERIFY \"v\"CODE", "R Tape loading error, 2:2"),
        ("LOAD \"v\"CODE 50000,8: STOP", "R Tape loading error, 2:1"),
        ("VERIFY \"w\" DATA b(): STOP", "9 STOP statement, 2:2"),
        ("LET b(4)=1: VERIFY \"w\" DATA b()", "R Tape loading error, 2:2"),
        ("VERIFY \"w\" DATA z()", "2 Variable not found, 2:1"),
        ("LOAD \"w\" DATA z(): PRINT z(5)", "3 Subscript wrong, 2:2"),
        ("SAVE \"\"CODE 1,1", "F Invalid file name, 2:1"),
        ("SAVE \"12345678901\"", "F Invalid file name, 2:1"),
    ] {
        let lines = [(1, "POKE 40008,0: DIM b(4)"), (2, text)];
        assert_eq!(run(&mut rom, &lines, &saved, false), report, "{text}");
    }
}

#[test]
fn merge_joins_lines_and_variables() {
    let mut rom = RomCalls::load();
    let writer = [
        (
            1,
            "LET a=10: LET long=20: LET lone=21: LET s$=\"merged\": DIM t(2): LET t(1)=30: FOR f=40 TO 50: SAVE \"m\": STOP",
        ),
        (10, "PRINT \"ten\""),
        (20, "PRINT \"twenty\""),
        (40, "PRINT \"forty\""),
    ];
    assert_eq!(
        run(&mut rom, &writer, &Tape::default(), false),
        "9 STOP statement, 1:9"
    );
    let saved = rom.machine.take_saved();
    let reader = [
        (
            5,
            "LET a=1: LET long=2: LET z=3: DIM s$(1): LET f=4: LET longer=6",
        ),
        (6, "MERGE \"m\": PRINT a;long;lone;s$;t(1);f;z;longer"),
        (20, "PRINT \"old twenty\""),
        (30, "PRINT \"thirty\""),
    ];
    assert_eq!(run(&mut rom, &reader, &saved, false), "0 OK, 40:1");
    let screen: Vec<String> = (4..10).map(|n| row(&rom, n)).collect();
    assert_eq!(
        screen,
        ["102021merged304036", "ten", "twenty", "thirty", "forty", ""]
    );
}

#[test]
fn a_program_without_a_start_line_only_loads() {
    let mut rom = RomCalls::load();
    let next = Tape::new(program(&[(7, "REM seven")], 0x8000));
    let report = run(&mut rom, &[(1, "LOAD \"program\"")], &next, false);
    assert!(report.starts_with("0 OK, "), "{report}");
    let start = usize::from(rom.machine.peek16(0x5C53));
    let end = usize::from(rom.machine.peek16(0x5C4B));
    assert_eq!(rom.machine.memory()[start..end], line(7, "REM seven"));
}

#[test]
fn a_program_too_long_leaves_the_old_one() {
    let mut rom = RomCalls::load();
    let long = vec![b'x'; 20_000];
    let long = [b"\x00\x07\x22\x4e\xea", &long[..], b"\r"].concat();
    let length = u16::try_from(long.len()).expect("a word").to_le_bytes();
    let header = [&b"\0long      "[..], &length, &[0, 0x80], &length].concat();
    let tape = Tape::new(vec![
        Block::new(0, &header).expect("short"),
        Block::new(0xFF, &long).expect("short"),
    ]);
    let lines = [(1, "CLEAR 30000: LOAD \"long\""), (2, "REM")];
    assert_eq!(run(&mut rom, &lines, &tape, false), "4 Out of memory, 1:2");
    let start = usize::from(rom.machine.peek16(0x5C53));
    assert_eq!(rom.machine.memory()[start..][..2], [0, 1]);
}

#[test]
fn a_damaged_program_leaves_none() {
    let mut rom = RomCalls::load();
    let mut blocks = program(&[(7, "REM seven"), (8, "REM eight")], 0x8000);
    let mut data = blocks[1].bytes().to_vec();
    data[3] ^= 0x40;
    blocks[1] = Block::from_bytes(data).expect("short");
    let report = run(&mut rom, &[(1, "LOAD \"program\"")], &Tape::new(blocks), false);
    assert!(report.starts_with("R Tape loading error"), "{report}");
    let start = rom.machine.peek16(0x5C53);
    assert_eq!(rom.machine.peek16(0x5C4B), start);
    assert_eq!(rom.machine.peek(start), 0x80);
}

/// A recorder that runs fast: as on an original, pulses from 0.82 of the standard length are heard, and a pilot from
/// 1,810 T-states.
#[test]
fn a_fast_tape_is_heard() {
    let data = pattern(100);
    let block = Block::new(0xFF, &data).expect("short");
    let standard = [2168, 667, 735, 855, 1710];
    let scaled = |share: u16| standard.map(|pulse: u16| (u32::from(pulse) * u32::from(share) / 100) as u16);
    let cases = [scaled(82), scaled(90), scaled(110), [1810, 667, 735, 855, 1710]];
    for [pilot, first, second, zero, one] in cases {
        let mut file = b"ZXTape!\x1A\x01\x14\x11".to_vec();
        for word in [pilot, first, second, zero, one, 3223] {
            file.extend(word.to_le_bytes());
        }
        file.extend([8, 0, 0]);
        file.extend(&u32::try_from(block.bytes().len()).expect("short").to_le_bytes()[..3]);
        file.extend(block.bytes());
        let mut rom = RomCalls::load();
        rom.machine.insert_tape(Tape::from_image(&file).expect("a tape"));
        rom.machine.play_tape();
        registers(&mut rom, 0xFF, data.len(), true);
        assert_eq!(rom.call("load_bytes"), Ended::Returned, "{pilot}");
        assert!(
            rom.machine.cpu.f & CARRY != 0 && bytes(&rom, data.len()) == data,
            "{pilot}"
        );
    }
}
