//! The addresses inside arithmetic, calculator, graphics and expressions that programs enter.

use crate::basic::{Basic, CH_ADD, E_LINE, STKBOT, STKEND, VARS, tokens};
use crate::numbers::{Five, floating, short, value};
use crate::support::Ended;

const COORDS: u16 = 0x5C7D;
const FLAGS: u16 = 0x5C3B;
const FLAGX: u16 = 0x5C71;
const DEST: u16 = 0x5C4D;
const NSPPC: u16 = 0x5C44;
const ERR_NR: u16 = 0x5C3A;
const ERR_SP: u16 = 0x5C3D;
const BORDCR: u16 = 0x5C48;
const MEMBOT: u16 = 0x5C92;
/// Memory for numbers that are not on the stack.
const FIRST_NUMBER: u16 = 0x9000;
const SECOND_NUMBER: u16 = 0x9100;
const CARRY: u8 = 1;
const ZERO: u8 = 0x40;

/// A machine with an empty number stack and upper screen.
fn start() -> Basic {
    let mut basic = Basic::start();
    basic.rom.start_devices();
    basic
}

fn call(basic: &mut Basic, address: u16) {
    assert_eq!(basic.rom.call_address(address), Ended::Returned, "{address:04X}");
}

fn five(basic: &Basic, at: u16) -> Five {
    std::array::from_fn(|i| basic.rom.machine.peek(at + u16::try_from(i).expect("below 5")))
}

fn push(basic: &mut Basic, number: Five) {
    let top = basic.word(STKEND);
    basic.rom.poke(top, &number);
    basic.put(STKEND, top + 5);
}

/// The last number, which is taken off.
fn pop(basic: &mut Basic) -> Five {
    let top = basic.word(STKEND) - 5;
    basic.put(STKEND, top);
    five(basic, top)
}

fn stack_is_empty(basic: &Basic) -> bool {
    basic.word(STKEND) == basic.word(STKBOT)
}

fn points(basic: &Basic) -> Vec<(u16, u16)> {
    let mut points = Vec::new();
    for row in 0..192 {
        for x in 0..256 {
            let at = 0x4000 | (row & 0xC0) << 5 | (row & 7) << 8 | (row & 0x38) << 2 | x >> 3;
            if basic.rom.machine.peek(at) & (0x80 >> (x & 7)) != 0 {
                points.push((x, 175u16.wrapping_sub(row)));
            }
        }
    }
    points
}

fn set_bc(basic: &mut Basic, b: u8, c: u8) {
    basic.rom.machine.cpu.b = b;
    basic.rom.machine.cpu.c = c;
}

#[test]
fn returns_take_their_time() {
    let mut basic = start();
    for (address, expected) in [(0x3008, 34), (0x0091, 10)] {
        set_bc(&mut basic, 1, 2);
        basic.rom.machine.cpu.set_hl(0x1234);
        basic.rom.machine.cpu.a = 77;
        let before = basic.rom.machine.tstates();
        call(&mut basic, address);
        assert_eq!(basic.rom.machine.tstates() - before, expected, "{address:04X}");
        let cpu = &basic.rom.machine.cpu;
        assert_eq!((cpu.a, cpu.bc(), cpu.hl()), (77, 0x0102, 0x1234));
    }
}

/// 3008: five opcode fetches, and DE' + 1.
#[test]
fn a_slow_return_counts() {
    let mut basic = start();
    basic.rom.machine.cpu.de_ = 0x12FF;
    let before = basic.rom.machine.cpu.r;
    call(&mut basic, 0x3008);
    assert_eq!(basic.rom.machine.cpu.r.wrapping_sub(before) & 0x7F, 5);
    assert_eq!(basic.rom.machine.cpu.de_, 0x1300);
}

/// 30A9: HL * DE, keeping BC and DE.
#[test]
fn whole_numbers_are_multiplied_in_registers() {
    let mut basic = start();
    for (hl, de, product) in [
        (123, 45, Some(5535)),
        (0, 7, Some(0)),
        (300, 300, None),
        (65535, 1, Some(65535)),
    ] {
        set_bc(&mut basic, 1, 2);
        basic.rom.machine.cpu.set_hl(hl);
        basic.rom.machine.cpu.set_de(de);
        call(&mut basic, 0x30A9);
        let cpu = &basic.rom.machine.cpu;
        assert_eq!((cpu.bc(), cpu.de()), (0x0102, de));
        assert_eq!((cpu.f & CARRY == 0).then_some(cpu.hl()), product, "{hl} * {de}");
    }
}

/// 1CE6 pushes 0, 35D0 a string of the character A.
#[test]
fn a_zero_and_a_character_to_the_stack() {
    let mut basic = start();
    call(&mut basic, 0x1CE6);
    assert_eq!(pop(&mut basic), [0; 5]);
    basic.rom.machine.cpu.a = b'x';
    call(&mut basic, 0x35D0);
    let [kind, low, high, 1, 0] = pop(&mut basic) else {
        panic!("a string of one character")
    };
    assert_eq!(
        (kind, basic.rom.machine.peek(u16::from_le_bytes([low, high]))),
        (0, b'x')
    );
}

#[test]
fn arithmetic_of_numbers_anywhere() {
    let mut basic = start();
    let third = floating(false, 0x7F, 0xAAAA_AAAA);
    let big = floating(true, 0xA0, 0x8000_0001);
    let operands = [
        short(200),
        short(-7),
        short(60000),
        short(0),
        short(1),
        third,
        big,
    ];
    for a in operands {
        for b in operands {
            let (x, y) = (value(a), value(b));
            for (address, exact) in [(0x300F, x - y), (0x3014, x + y), (0x30CA, x * y), (0x31AF, x / y)] {
                basic.rom.poke(FIRST_NUMBER, &a);
                basic.rom.poke(SECOND_NUMBER, &b);
                basic.rom.machine.cpu.set_hl(FIRST_NUMBER);
                basic.rom.machine.cpu.set_de(SECOND_NUMBER);
                let ended = basic.rom.call_address(address);
                if address == 0x31AF && y == 0.0 {
                    assert_eq!(ended, Ended::Error(5), "report 6");
                    continue;
                }
                assert_eq!(ended, Ended::Returned);
                assert_eq!(
                    basic.rom.machine.cpu.hl(),
                    FIRST_NUMBER,
                    "HL is the result: {x} {y} {address:04X}"
                );
                let result = value(five(&basic, FIRST_NUMBER));
                assert!(
                    (result - exact).abs() <= exact.abs().max(1e-38) * 2f64.powi(-30),
                    "{address:04X} {x} {y}: {result}, not {exact}"
                );
            }
        }
    }
}

#[test]
fn numbers_to_the_stack_and_copies() {
    let mut basic = start();
    let number = floating(false, 0x82, 0xC90F_DAA2);
    basic.rom.poke(FIRST_NUMBER, &number);
    basic.rom.machine.cpu.set_hl(FIRST_NUMBER);
    call(&mut basic, 0x33B4);
    assert_eq!(basic.rom.machine.cpu.de(), basic.word(STKEND));
    call(&mut basic, 0x35BF);
    let top = basic.word(STKEND);
    assert_eq!(
        (basic.rom.machine.cpu.de(), basic.rom.machine.cpu.hl()),
        (top, top - 5)
    );
    assert_eq!(pop(&mut basic), number);
    assert!(stack_is_empty(&basic));
    basic.rom.machine.cpu.set_hl(FIRST_NUMBER);
    basic.rom.machine.cpu.set_de(SECOND_NUMBER);
    call(&mut basic, 0x33C0);
    assert_eq!(five(&basic, SECOND_NUMBER), number);
}

#[test]
fn carry_where_a_number_is_zero() {
    let mut basic = start();
    for (number, zero) in [
        (short(0), true),
        (short(1), false),
        (short(-1), false),
        (short(256), false),
        (floating(false, 1, 1 << 31), false),
        (floating(true, 0x90, 1 << 31), false),
    ] {
        basic.rom.poke(FIRST_NUMBER, &number);
        basic.rom.machine.cpu.set_hl(FIRST_NUMBER);
        call(&mut basic, 0x34E9);
        assert_eq!(basic.rom.machine.cpu.f & CARRY != 0, zero, "{number:02X?}");
        assert_eq!(basic.rom.machine.cpu.hl(), FIRST_NUMBER);
        assert_eq!(five(&basic, FIRST_NUMBER), number);
    }
}

#[test]
fn the_calculator_without_the_restart() {
    let mut basic = start();
    push(&mut basic, short(6));
    // CALL 335B: 1, add, copy, multiply, end; RET
    basic
        .rom
        .poke(0xB000, &[0xCD, 0x5B, 0x33, 0xA1, 0x0F, 0x31, 0x04, 0x38, 0xC9]);
    basic.rom.machine.cpu.b = 9;
    call(&mut basic, 0xB000);
    assert_eq!(basic.rom.machine.cpu.b, 9, "B as it was");
    assert_eq!(pop(&mut basic), short(49));
    assert!(stack_is_empty(&basic));
}

#[test]
fn addresses_of_pixels_from_any_line() {
    let mut basic = start();
    for (b, c) in [(0u8, 0u8), (191, 255), (100, 17), (16, 3)] {
        let line = 191 - b;
        set_bc(&mut basic, b, c);
        basic.rom.machine.cpu.a = 191;
        call(&mut basic, 0x22AC);
        let first = (basic.rom.machine.cpu.hl(), basic.rom.machine.cpu.a);
        let row = u16::from(line);
        let address = 0x4000 | (row & 0xC0) << 5 | (row & 7) << 8 | (row & 0x38) << 2 | u16::from(c) >> 3;
        assert_eq!(first, (address, c & 7));
        basic.rom.machine.cpu.a = line;
        call(&mut basic, 0x22B0);
        assert_eq!((basic.rom.machine.cpu.hl(), basic.rom.machine.cpu.a), first);
    }
    set_bc(&mut basic, 176, 0);
    basic.rom.machine.cpu.a = 175;
    assert_eq!(basic.rom.call_address(0x22AC), Ended::Error(10), "report B");
}

#[test]
fn plot_and_point() {
    let mut basic = start();
    set_bc(&mut basic, 20, 30);
    call(&mut basic, 0x22DF);
    push(&mut basic, short(255));
    push(&mut basic, short(175));
    call(&mut basic, 0x22DC);
    assert!(stack_is_empty(&basic));
    assert_eq!(points(&basic), [(255, 175), (30, 20)]);
    for (b, c, ink) in [(20, 30, 1), (20, 31, 0), (175, 255, 1)] {
        set_bc(&mut basic, b, c);
        call(&mut basic, 0x22CE);
        assert_eq!(pop(&mut basic), short(ink));
    }
    set_bc(&mut basic, 176, 0);
    assert_eq!(basic.rom.call_address(0x22CE), Ended::Error(10), "report B");
    // The address and the bit as 22AC leaves them.
    basic.rom.machine.cpu.set_hl(0x4000);
    basic.rom.machine.cpu.a = 3;
    call(&mut basic, 0x22EC);
    assert_eq!(points(&basic), [(3, 175), (255, 175), (30, 20)]);
}

#[test]
fn two_numbers_and_their_signs() {
    let mut basic = start();
    for (x, y) in [(200, 100), (-3, 0), (255, -255), (0, 1), (-1, -2)] {
        push(&mut basic, short(x));
        push(&mut basic, short(y));
        call(&mut basic, 0x2307);
        let cpu = &basic.rom.machine.cpu;
        let sign = |n: i32| if n < 0 { 0xFF } else { 1 };
        assert_eq!((i32::from(cpu.c), i32::from(cpu.b)), (x.abs(), y.abs()));
        assert_eq!((cpu.e, cpu.d), (sign(x), sign(y)));
        assert!(stack_is_empty(&basic));
    }
    push(&mut basic, short(256));
    push(&mut basic, short(1));
    assert_eq!(basic.rom.call_address(0x2307), Ended::Error(10), "report B");
    let mut basic = start();
    for (number, sign) in [(77, 1), (-77, 0xFF)] {
        push(&mut basic, short(number));
        call(&mut basic, 0x2314);
        assert_eq!((basic.rom.machine.cpu.a, basic.rom.machine.cpu.e), (77, sign));
        assert!(stack_is_empty(&basic));
    }
}

#[test]
fn lines_and_arcs_by_the_stack() {
    let mut basic = start();
    basic.rom.poke(COORDS, &[10, 20]);
    push(&mut basic, short(3));
    push(&mut basic, short(-1));
    call(&mut basic, 0x2477);
    assert_eq!(basic.bytes(COORDS, COORDS + 2), [13, 19]);
    assert!(stack_is_empty(&basic));
    push(&mut basic, short(30));
    push(&mut basic, short(40));
    push(&mut basic, short(2));
    call(&mut basic, 0x2394);
    assert_eq!(basic.bytes(COORDS, COORDS + 2), [43, 59]);
    assert!(stack_is_empty(&basic));
    let door = points(&basic);
    let mut basic = start();
    basic.rom.poke(COORDS, &[10, 20]);
    for statement in ["3,-1", "30,40,2"] {
        basic.run("cmd_draw", &tokens(statement)).expect("a line");
    }
    assert_eq!(points(&basic), door, "as DRAW");
}

#[test]
fn parameters_of_an_arc() {
    let mut basic = start();
    for (size, angle, lines) in [(50, 2, 8u8), (20, -3, 8), (1, 1, 4), (20000, 40, 252)] {
        basic.rom.poke(MEMBOT + 25, &short(angle));
        push(&mut basic, short(size));
        call(&mut basic, 0x247D);
        assert_eq!(basic.rom.machine.cpu.b, lines, "{size} {angle}");
        let a = f64::from(angle) / f64::from(lines);
        for (memory, expected) in [(0, a), (1, (a / 2.0).sin()), (3, a.cos()), (4, a.sin())] {
            let found = value(five(&basic, MEMBOT + 5 * memory));
            assert!(
                (found - expected).abs() < 1e-8,
                "memory {memory}: {found}, {expected}"
            );
        }
        pop(&mut basic);
        assert!(stack_is_empty(&basic), "one number is in the size's place");
    }
}

#[test]
fn borders() {
    let mut basic = start();
    push(&mut basic, short(1));
    call(&mut basic, 0x2294);
    assert_eq!(basic.bytes(BORDCR, BORDCR + 1), [0x0F]);
    assert!(stack_is_empty(&basic));
    for (address, colour, bordcr) in [(0x2297, 2, 0x17), (0x229B, 5, 0x28)] {
        basic.rom.machine.cpu.a = colour;
        call(&mut basic, address);
        assert_eq!(basic.bytes(BORDCR, BORDCR + 1), [bordcr]);
    }
    basic.rom.machine.cpu.a = 8;
    assert_eq!(basic.rom.call_address(0x2297), Ended::Error(19), "report K");
}

#[test]
fn characters_of_the_screen() {
    let mut basic = start();
    assert_eq!(basic.rom.print(b"\x16\x05\x03Xy"), Ended::Returned);
    for (c, b, expected) in [(5, 3, "X"), (5, 4, "y"), (5, 5, " "), (0, 0, " ")] {
        set_bc(&mut basic, b, c);
        call(&mut basic, 0x2538);
        call(&mut basic, 0x2BF1);
        let cpu = &basic.rom.machine.cpu;
        let (at, length) = (cpu.de(), cpu.bc());
        assert_eq!(basic.bytes(at, at + length), expected.as_bytes());
    }
}

#[test]
fn expressions_of_a_type() {
    let mut basic = start();
    basic.type_line(b"");
    for (address, text, expected) in [
        (0x1C82, "1+2", Ended::Returned),
        (0x1C82, "\"a\"", Ended::Error(11)),
        (0x1C8C, "\"a\"", Ended::Returned),
        (0x1C8C, "1", Ended::Error(11)),
        (0x24FB, "1", Ended::Returned),
        (0x1BEE, "", Ended::Returned),
        (0x1BEE, "x", Ended::Error(11)),
    ] {
        // At syntax time 1BEE returns to its caller's caller, so it is called as part of a routine.
        basic.type_line(&tokens(text));
        let start = basic.word(E_LINE);
        basic.put(CH_ADD, start);
        basic.rom.poke(FLAGS, &[0]);
        let [low, high] = u16::to_le_bytes(address);
        basic.rom.poke(
            0xB000,
            &[0xCD, 0x06, 0xB0, 0x3E, 1, 0xC9, 0xCD, low, high, 0x3E, 2, 0xC9],
        );
        basic.rom.machine.cpu.a = 0;
        assert_eq!(basic.rom.call_address(0xB000), expected, "{address:04X} {text}");
    }
    for (flags, zero) in [(0, true), (0x80, false)] {
        basic.rom.poke(FLAGS, &[flags]);
        call(&mut basic, 0x2530);
        assert_eq!(basic.rom.machine.cpu.f & ZERO != 0, zero);
    }
    for (character, zero) in [
        (b':', true),
        (13, true),
        (b')', true),
        (b';', false),
        (b'a', false),
    ] {
        basic.rom.machine.cpu.a = character;
        call(&mut basic, 0x2048);
        assert_eq!(basic.rom.machine.cpu.f & ZERO != 0, zero);
    }
}

#[test]
fn a_whole_number_and_a_variable() {
    let mut basic = start();
    basic.assign(&tokens("n=300")).expect("a number");
    basic.run("eval_number", &tokens("n*2")).expect("a number");
    basic.put(CH_ADD, basic.word(E_LINE));
    call(&mut basic, 0x2ACD);
    assert_eq!(basic.rom.machine.cpu.bc(), 600);
    basic.put(CH_ADD, basic.word(E_LINE));
    call(&mut basic, 0x28B2);
    assert_eq!(basic.rom.machine.cpu.f & CARRY, 0, "found");
    assert_eq!(basic.rom.machine.cpu.hl(), basic.word(VARS));
}

/// 2B31: the first letter has bits 5 and 7, the last character bit 7; spaces and hidden numbers are no part of
/// the name.
#[test]
fn a_long_name_and_its_number_are_written() {
    let mut basic = start();
    push(&mut basic, [0, 0, 7, 0, 0]);
    basic.rom.poke(0x9000, b"Tw o\x0E\0\0\x35\0\0 3=");
    basic.rom.machine.cpu.set_hl(0x9100);
    basic.rom.machine.cpu.set_de(0x9000);
    call(&mut basic, 0x2B31);
    assert_eq!(
        &basic.rom.machine.memory()[0x9101..0x910A],
        [b't' ^ 0xC0, b'w', b'o', b'3' | 0x80, 0, 0, 7, 0, 0]
    );
    assert!(stack_is_empty(&basic));
}

#[test]
fn strings_to_the_stack() {
    let mut basic = start();
    for (address, kind) in [(0x2AB1, 0), (0x2AB2, 7), (0x2AB6, 7)] {
        basic.rom.machine.cpu.a = 7;
        basic.rom.machine.cpu.set_de(0x1234);
        set_bc(&mut basic, 5, 6);
        call(&mut basic, address);
        assert_eq!(pop(&mut basic), [kind, 0x34, 0x12, 6, 5]);
    }
}

#[test]
fn the_target_of_a_number_is_the_byte_before_it() {
    let mut basic = start();
    basic.assign(&tokens("c=5")).expect("a number");
    basic.assign(&tokens("c=6")).expect("a number");
    assert_eq!(basic.word(DEST), basic.word(VARS));
    assert_eq!(basic.rom.machine.peek(FLAGX) & 2, 0, "it exists");
    assert_eq!(basic.variables(), [0x63, 0, 0, 6, 0, 0]);
}

#[test]
fn a_text_made_from_a_number_can_be_freed() {
    let mut basic = start();
    let (stkbot, stkend) = (basic.word(STKBOT), basic.word(STKEND));
    for _ in 0..3 {
        push(&mut basic, floating(false, 0x81, 0xC000_0000));
        basic.rom.poke(0xB000, &[0xEF, 0x2E, 0x38, 0xC9]);
        call(&mut basic, 0xB000);
        call(&mut basic, 0x2BF1);
        let (text, length) = (basic.rom.machine.cpu.de(), basic.rom.machine.cpu.bc());
        assert_eq!(basic.bytes(text, text + length), b"1.5");
        // As compiled programs do: STKEND as it was before, then the text and one byte more are freed.
        basic.put(STKEND, stkend);
        basic.rom.machine.cpu.set_hl(text);
        basic.rom.machine.cpu.set_bc(length + 1);
        call(&mut basic, 0x19E8);
        assert_eq!((basic.word(STKBOT), basic.word(STKEND)), (stkbot, stkend));
    }
}

#[test]
fn a_line_is_checked_and_run() {
    let mut basic = start();
    let line = b"\xF1q=7"; // LET
    basic.type_line(line);
    basic.rom.poke(ERR_NR, &[0xFF]);
    basic.put(ERR_SP, 0xFEFE);
    basic.rom.poke(FLAGS, &[0]);
    call(&mut basic, 0x1B17);
    assert_eq!(basic.rom.machine.peek(FLAGS) & 0x80, 0, "checked only");
    assert!(basic.variables().is_empty());
    basic.rom.poke(FLAGS, &[0x80]);
    basic.rom.poke(NSPPC, &[1]);
    call(&mut basic, 0x1B8A);
    assert_eq!(basic.variables(), [0x71, 0, 0, 7, 0, 0]);
    assert_eq!(basic.rom.machine.peek(ERR_NR), 0xFF, "report 0");
}

/// In interrupt mode 2 the vector for I = n is at 256 * n + 255: FFFF from 38 to 3B; at 3900 there is a whole
/// table of it.
#[test]
fn vectors_of_interrupt_mode_2() {
    let basic = start();
    for page in 0x38..=0x3B {
        assert_eq!(basic.word(page << 8 | 0xFF), 0xFFFF, "I = {page:02X}");
    }
    assert_eq!(basic.bytes(0x38FF, 0x3B01), [0xFF; 514]);
}
