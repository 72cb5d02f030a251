//! The ZX Printer, driven by a program in the same way as the ROM: wait for the paper, then for each tick.

use crate::common::{machine, poke, run_to_halt};
use girafa_spectrum::{DotRow, Spectrum, printer};

/// Prints three rows of 32 bytes from 9000. Tests change the bytes at [`SPEED`] and [`ROWS`].
#[rustfmt::skip]
const PRINTER: &[u8] = &[
    0xF3,              //        di
    0x21, 0x00, 0x90,  //        ld hl,9000h
    0x0E, 0x03,        //        ld c,3
    0x3E, 0x00,        //        ld a,0
    0xD3, 0xFB,        //        out (FBh),a
    0xDB, 0xFB,        // row:   in a,(FBh)
    0x17,              //        rla
    0x30, 0xFB,        //        jr nc,row
    0x06, 0x20,        //        ld b,32
    0x5E,              // byte:  ld e,(hl)
    0x23,              //        inc hl
    0x16, 0x08,        //        ld d,8
    0xDB, 0xFB,        // dot:   in a,(FBh)
    0x1F,              //        rra
    0x30, 0xFB,        //        jr nc,dot
    0xCB, 0x03,        //        rlc e
    0x9F,              //        sbc a,a
    0xE6, 0x80,        //        and 80h
    0xF6, 0x00,        //        or 0
    0xD3, 0xFB,        //        out (FBh),a
    0x15,              //        dec d
    0x20, 0xEF,        //        jr nz,dot
    0x10, 0xE9,        //        djnz byte
    0x0D,              //        dec c
    0x20, 0xDF,        //        jr nz,row
    0x3E, 0x04,        //        ld a,4
    0xD3, 0xFB,        //        out (FBh),a
    0x76,              //        halt
];

/// Addresses of the motor speed (twice) and the number of rows in the program.
const SPEED: [u16; 2] = [crate::common::CODE + 7, crate::common::CODE + 32];
const ROWS: u16 = crate::common::CODE + 5;

/// Rows of dots without a regular pattern: a frame, noise, and noise again.
fn rows(count: usize) -> Vec<DotRow> {
    let mut noise = 1u32;
    let mut row = |_| {
        std::array::from_fn(|_| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        })
    };
    let mut rows: Vec<DotRow> = (0..count).map(&mut row).collect();
    (rows[0][0], rows[0][31]) = (0x81, 0x81);
    rows
}

fn printing(rows: &[DotRow]) -> Spectrum {
    let mut machine = machine(PRINTER);
    machine.poke(ROWS, rows.len() as u8);
    poke(&mut machine, 0x9000, rows.as_flattened());
    machine
}

/// The dots that the program sends appear on the paper, at both speeds and from any T-state on. A row takes a
/// pass of 384 dots of 440 or 880 T-states.
#[test]
fn rows_arrive_as_sent() {
    for (motor, dot) in [(0x00, 440), (0x02, 880)] {
        for start in [0, 1, 219, 40_000, 69_800] {
            let rows = rows(3);
            let mut machine = printing(&rows);
            for address in SPEED {
                machine.poke(address, motor);
            }
            machine.set_frame_tstate(start);
            let began = machine.tstates();
            run_to_halt(&mut machine, 20);
            assert_eq!(machine.printer().rows(), rows, "motor {motor:02X}, start {start}");
            // Two whole passes, and 64 + 256 dots of the third; the HALT is reached within a frame after
            // that.
            let took = machine.tstates() - began;
            let least = dot * (2 * printer::PASS_DOTS + 64 + 255);
            assert!(
                (least..least + 70_000).contains(&took),
                "motor {motor:02X}: {took} T-states"
            );
        }
    }
}

/// The printing program with the code `more` inserted at `at`, which is inside its loops.
fn printing_with(rows: &[DotRow], at: usize, more: &[u8]) -> Spectrum {
    let mut program = PRINTER.to_vec();
    // The jumps back across that position: after DEC D, DJNZ, after DEC C.
    for jump in [0x25, 0x27, 0x2A] {
        program[jump] -= more.len() as u8;
    }
    program.splice(at..at, more.iter().copied());
    let mut machine = machine(&program);
    machine.poke(ROWS, rows.len() as u8);
    poke(&mut machine, 0x9000, rows.as_flattened());
    machine
}

/// A dot is printed where the stylus was switched on, however long after the tick, and even if it is switched
/// off again at once.
#[test]
fn dots_are_burnt_early_late_and_twice() {
    const AFTER_TICK: usize = 0x1A;
    const AFTER_OUT: usize = 0x23;
    let rows = rows(3);
    for nops in [0, 1, 13, 40, 70] {
        let mut machine = printing_with(&rows, AFTER_TICK, &vec![0; nops]);
        run_to_halt(&mut machine, 20);
        assert_eq!(machine.printer().rows(), rows, "{nops} NOPs");
    }
    // LD A,0: OUT (FB),A, once and twice.
    for times in 1..=2 {
        let mut machine = printing_with(&rows, AFTER_OUT, &[0x3E, 0x00, 0xD3, 0xFB].repeat(times));
        run_to_halt(&mut machine, 20);
        assert_eq!(machine.printer().rows(), rows, "off {times} times");
    }
}

/// Until a program starts the motor through port FB, the port floats: with the border drawn, all bits are 1.
#[test]
fn the_printer_is_not_found_before_it_is_used() {
    // IN A,(FB): LD B,A: LD A,n: OUT (port),A: IN A,(FB): HALT
    for (value, port, found) in [(0, 0xFB, 0x3E), (4, 0xFB, 0xFF), (0, 0xF3, 0xFF)] {
        let mut machine = machine(&[0xDB, 0xFB, 0x47, 0x3E, value, 0xD3, port, 0xDB, 0xFB, 0x76]);
        run_to_halt(&mut machine, 1);
        assert_eq!(
            (machine.cpu.b, machine.cpu.a),
            (0xFF, found),
            "{value} to {port:02X}"
        );
    }
}

/// `take_rows` returns each row once, as soon as it is complete, while the program is still printing.
#[test]
fn rows_are_taken_as_they_come() {
    let rows = rows(8);
    let mut machine = printing(&rows);
    let mut paper = Vec::new();
    while !machine.cpu.halted {
        machine.run_frame();
        let new = machine.printer_mut().take_rows();
        assert!(new.len() <= 1, "more than one row in a frame");
        paper.extend(new);
    }
    assert_eq!(paper, rows);
}

/// A program may begin the next row, with the stylus off, right after it has written the last dot.
#[test]
fn the_last_dot_of_a_row_is_burnt_however_soon_the_next_row_begins() {
    const JUMP_OFFSET: usize = PRINTER.len() - 6;
    let full = vec![[0xFF; 32]; 3];
    for speed in [0, 2] {
        let mut machine = printing(&full);
        let back = crate::common::CODE + JUMP_OFFSET as u16;
        assert_eq!(machine.peek(back), 0xDF);
        // Make the jump go back to where the motor is started.
        machine.poke(back, 0xDB);
        SPEED.iter().for_each(|&address| machine.poke(address, speed));
        run_to_halt(&mut machine, 40);
        assert_eq!(machine.printer().rows(), full, "speed {speed}");
    }
}

/// A clone made in the middle of a row prints the same.
#[test]
fn a_clone_in_mid_row_prints_the_same() {
    let rows = rows(2);
    let mut machine = printing(&rows);
    machine.run_frame();
    let mut twin = machine.clone();
    run_to_halt(&mut machine, 20);
    run_to_halt(&mut twin, 20);
    assert!(machine == twin);
    assert_eq!(twin.printer().rows(), rows);
}

/// Sends 00 (motor on), waits for the paper, and keeps the stylus on from the first dot.
const BURN_PROGRAM: [u8; 18] = [
    0xAF, 0xD3, 0xFB, // XOR A: OUT (FB),A
    0xDB, 0xFB, 0x17, 0x30, 0xFB, // paper: IN A,(FB): RLA: JR NC,paper
    0xDB, 0xFB, 0x1F, 0x30, 0xFB, // tick: IN A,(FB): RRA: JR NC,tick
    0x3E, 0x80, 0xD3, 0xFB, // LD A,80: OUT (FB),A
    0x76,
];

/// Runs `machine` for the time of `dots` dots at full speed.
fn run_dots(machine: &mut Spectrum, dots: u64) {
    run(machine, dots * printer::DOT_TSTATES);
}

fn run(machine: &mut Spectrum, tstates: u64) {
    let end = machine.tstates() + tstates;
    while machine.tstates() < end {
        machine.step();
    }
}

/// Stopping the motor in the middle of a row outputs the printed part, once.
#[test]
fn stopping_ends_a_partial_row() {
    let mut machine = machine(&BURN_PROGRAM);
    run_to_halt(&mut machine, 2);
    let burnt = machine.tstates();
    assert!(machine.printer().is_running() && machine.printer().rows().is_empty());
    poke(
        &mut machine,
        crate::common::CODE,
        &[0x3E, 0x04, 0xD3, 0xFB, 0xD3, 0xFB, 0x76],
    ); // LD A,4: OUT (FB),A twice
    machine.cpu.pc = crate::common::CODE;
    machine.cpu.halted = false;
    run_to_halt(&mut machine, 2);
    let [row] = machine.printer().rows() else {
        panic!("{} rows", machine.printer().rows().len())
    };
    let dots = row.iter().map(|byte| byte.count_ones() as u64).sum::<u64>();
    // The dots start at the left edge without a gap. The motor started at T-state 8, and dot 0 was reached 64
    // dots later.
    let want = burnt / printer::DOT_TSTATES - 64 + 1;
    assert!(
        (want - 1..=want + 1).contains(&dots),
        "{dots} dots, not about {want}"
    );
    assert_eq!(row.map(u8::leading_ones).iter().sum::<u32>() as u64, dots);
    assert!(!machine.printer().is_running());
}

/// `flush` ends a partial row too, and does nothing if no row was begun.
#[test]
fn flush_ends_a_partial_row() {
    let mut machine = machine(&BURN_PROGRAM);
    machine.printer_mut().flush();
    assert!(machine.printer().rows().is_empty());
    run_to_halt(&mut machine, 2);
    machine.printer_mut().flush();
    machine.printer_mut().flush();
    assert_eq!(machine.printer().rows().len(), 1);
}

/// The motor moves the paper whether or not anything is written: one blank row per pass.
#[test]
fn a_running_motor_feeds_paper() {
    let mut machine = machine(&[0xAF, 0xD3, 0xFB, 0x76]);
    run_dots(&mut machine, 5 * printer::PASS_DOTS);
    machine.run_frame();
    assert_eq!(machine.printer().rows(), [[0; 32]; 5]);
}

/// Bits 7 and 0 stay set until the next OUT, whatever dots pass in the meantime: a slow program loses dots
/// but notices that they passed.
#[test]
fn latches_hold_until_an_out() {
    let read = |machine: &mut Spectrum| {
        let mut probe = machine.clone();
        poke(&mut probe, 0xA000, &[0xDB, 0xFB]);
        (probe.cpu.pc, probe.cpu.halted) = (0xA000, false);
        probe.step();
        probe.cpu.a
    };
    let mut machine = machine(&[0xAF, 0xD3, 0xFB, 0x76]);
    run(&mut machine, 12); // the byte has been written
    run_dots(&mut machine, 62);
    run(&mut machine, printer::DOT_TSTATES / 2); // from here on in the middle of a dot
    assert_eq!(read(&mut machine), 0x3E, "before the paper");
    run_dots(&mut machine, 1);
    assert_eq!(read(&mut machine), 0xBE, "at the paper");
    run_dots(&mut machine, 1);
    assert_eq!(read(&mut machine), 0xBF, "on the paper");
    run_dots(&mut machine, 300);
    assert_eq!(read(&mut machine), 0xBF, "after the paper, nothing written");
    poke(&mut machine, 0xA000, &[0xD3, 0xFB, 0x76]);
    (machine.cpu.pc, machine.cpu.halted) = (0xA000, false);
    run_dots(&mut machine, 10);
    assert_eq!(read(&mut machine), 0x3E, "after an OUT");
}

/// An unplugged printer does not answer and prints nothing.
#[test]
fn unplugged() {
    let mut machine = machine(&[0x3E, 0x80, 0xD3, 0xFB, 0x76]);
    machine.printer_mut().set_connected(false);
    run_dots(&mut machine, 2 * printer::PASS_DOTS);
    machine.printer_mut().flush();
    assert!(machine.printer().rows().is_empty());
}
