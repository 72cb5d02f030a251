//! The calculator (RST 28h) as machine code programs use it, and the routines between numbers and registers.

use crate::basic::Random;
use crate::numbers::{Five, Numbers, floating, short, value};

/// The values that `codes` leave, from a stack of `operands`.
fn values(numbers: &mut Numbers, codes: &[u8], operands: &[i32]) -> Vec<f64> {
    let operands: Vec<Five> = operands.iter().copied().map(short).collect();
    numbers
        .codes(0, codes, &operands)
        .into_iter()
        .map(value)
        .collect()
}

#[test]
fn stack_and_memory() {
    let mut numbers = Numbers::start();
    let n = &mut numbers;
    assert_eq!(values(n, &[0x01], &[1, 2]), [2.0, 1.0], "exchange");
    assert_eq!(values(n, &[0x02], &[1, 2]), [1.0], "drop");
    assert_eq!(values(n, &[0x31], &[7]), [7.0, 7.0], "copy");
    assert_eq!(
        values(n, &[0xC0, 0x02, 0xC5, 0x02, 0xE0, 0xE5], &[3, 4, 5]),
        [3.0, 5.0, 4.0],
        "memories 0 and 5"
    );
    assert_eq!(
        values(n, &[0xA0, 0xA1, 0xA2, 0xA4], &[]),
        [0.0, 1.0, 0.5, 10.0],
        "constants"
    );
    let half_pi = values(n, &[0xA3], &[])[0];
    assert!((half_pi - std::f64::consts::FRAC_PI_2).abs() < 2e-10);
    assert_eq!(
        values(n, &[0x32], &[17, 5]),
        [2.0, 3.0],
        "n mod m and the quotient"
    );
    assert_eq!(
        values(n, &[0x32], &[-17, 5]),
        [3.0, -4.0],
        "the quotient is an INT"
    );
}

#[test]
fn literals_in_the_code() {
    let mut numbers = Numbers::start();
    let n = &mut numbers;
    // Exponent less 50h and the count of mantissa bytes less 1 in one byte.
    assert_eq!(values(n, &[0x34, 0x32, 0x00], &[]), [2.0]);
    assert_eq!(values(n, &[0x34, 0x38, 0x80], &[]), [-128.0]);
    assert_eq!(values(n, &[0x34, 0x72, 0x20, 0x01], &[]), [2.5 + 2f64.powi(-14)]);
    assert_eq!(
        values(n, &[0x34, 0xF1, 0x49, 0x0F, 0xDA, 0xA2], &[]),
        values(n, &[0xA3], &[])
    );
    // An exponent below 51h or above 8Fh in a byte of its own.
    assert_eq!(values(n, &[0x34, 0x00, 0x50, 0x00], &[]), [2f64.powi(31)]);
}

#[test]
fn jumps_and_loops() {
    let mut numbers = Numbers::start();
    let n = &mut numbers;
    assert_eq!(
        values(n, &[0xA1, 0x33, 0x02, 0x1B, 0x0F], &[5]),
        [6.0],
        "over one code"
    );
    assert_eq!(
        values(n, &[0xA1, 0x00, 0x02, 0x1B], &[5]),
        [5.0],
        "true: the code is jumped over"
    );
    assert_eq!(
        values(n, &[0xA0, 0x00, 0x02, 0x1B], &[5]),
        [-5.0],
        "false: it is done"
    );
    // B + ... + 1 of the constant 1 added, by the counter B.
    let looped = n.codes(7, &[0xA1, 0x0F, 0x35, 0xFD], &[short(0)]);
    assert_eq!(looped, [short(7)]);
    assert_eq!(
        n.codes(0x0F, &[0x3B], &[short(2), short(3)]),
        [short(5)],
        "the code in B"
    );
    assert_eq!(values(n, &[0x36], &[-3]), [1.0]);
    assert_eq!(values(n, &[0x37], &[-3]), [0.0]);
    assert_eq!(values(n, &[0x37], &[0]), [0.0]);
    assert_eq!(values(n, &[0x30], &[0]), [1.0]);
}

#[test]
fn floating_form_and_series() {
    let mut numbers = Numbers::start();
    let n = &mut numbers;
    assert_eq!(
        n.codes(0, &[0x3D], &[short(3)]),
        [floating(false, 0x82, 0xC000_0000)]
    );
    assert_eq!(n.codes(0, &[0x3D], &[short(0)]), [short(0)]);
    // 4 T2 (z) + 6 T1 (z) + 3, with half of all but the last in the table, at z = 1/2: -2 + 3 + 3.
    let series = [0xA2, 0x83, 0x32, 0x00, 0x32, 0x40, 0x32, 0x40];
    assert_eq!(values(n, &series, &[]), [4.0]);
    assert_eq!(values(n, &[&[0xA2, 0x93], &series[2..]].concat(), &[]), [2.0]);
}

#[test]
fn the_same_number_by_every_short_and_floating_form() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(1);
    for _ in 0..2_000 {
        let n = i32::try_from(random.below(65_535)).expect("16 bits") + 1;
        let exponent = 32 - u32::try_from(n).expect("positive").leading_zeros();
        let mantissa = u32::try_from(n).expect("positive") << (32 - exponent);
        let float = floating(false, u8::try_from(0x80 + exponent).expect("8 bits"), mantissa);
        assert_eq!(numbers.codes(0, &[0x3D], &[short(n)]), [float]);
        assert_eq!(
            numbers.operate(0x3A, &[float]),
            Ok(short(n)),
            "truncated to the short form"
        );
        assert_eq!(numbers.operate(0x0E, &[float, short(n)]), Ok(short(1)));
        assert_eq!(numbers.text(float), numbers.text(short(n)));
    }
}

#[test]
fn registers_and_the_stack() {
    let mut numbers = Numbers::start();
    let n = &mut numbers;
    for bc in (0..=u16::MAX).step_by(97) {
        n.set_stack(&[]);
        n.rom.machine.cpu.set_bc(bc);
        assert_eq!(n.call("stack_bc"), Ok(()));
        assert_eq!(n.single(), short(i32::from(bc)));
        assert_eq!(n.call("int_to_bc"), Ok(()));
        assert_eq!(n.rom.machine.cpu.bc(), bc);
        assert!(n.stack().is_empty());
    }
    for a in 0..=255 {
        n.set_stack(&[]);
        n.rom.machine.cpu.a = a;
        assert_eq!(n.call("stack_a"), Ok(()));
        assert_eq!(n.single(), short(i32::from(a)));
        assert_eq!(n.call("int_to_a"), Ok(()));
        assert_eq!(n.rom.machine.cpu.a, a);
    }
    for (label, number, report) in [
        ("int_to_a", short(256), Err('B')),
        ("int_to_a", short(-1), Err('B')),
        ("int_to_bc", short(-1), Err('B')),
        ("int_to_bc", floating(false, 0x91, 0x8000_0000), Err('B')),
        ("int_to_bc", floating(true, 0x91, 0x8000_0000), Err('B')),
        // 65535.5 rounds to 65536, 65535.25 does not.
        ("int_to_bc", floating(false, 0x90, 0xFFFF_8000), Err('B')),
        ("int_to_bc", floating(false, 0x90, 0xFFFF_4000), Ok(())),
    ] {
        n.set_stack(&[number]);
        assert_eq!(n.call(label), report, "{label} {number:02X?}");
    }
}

#[test]
fn numbers_are_rounded_to_registers() {
    const CARRY: u8 = 1;
    const ZERO: u8 = 0x40;
    let mut numbers = Numbers::start();
    let n = &mut numbers;
    for (number, expected, flags) in [
        (short(9), Some(9), ZERO),
        (short(-9), Some(9), 0),
        (floating(false, 0x82, 0xE000_0000), Some(4), ZERO), // 3.5
        (floating(false, 0x82, 0xA000_0000), Some(3), ZERO), // 2.5
        (floating(false, 0x82, 0x9000_0000), Some(2), ZERO), // 2.25
        (floating(true, 0x82, 0xB000_0000), Some(3), 0),     // -2.75
        (floating(false, 0x92, 0x8000_0000), None, CARRY | ZERO),
        (floating(true, 0x92, 0x8000_0000), None, CARRY),
    ] {
        n.set_stack(&[number]);
        assert_eq!(n.call("number_to_bc"), Ok(()));
        let cpu = &n.rom.machine.cpu;
        assert_eq!(cpu.f & (CARRY | ZERO), flags, "{number:02X?}");
        if let Some(expected) = expected {
            assert_eq!(cpu.bc(), expected);
            assert_eq!(u16::from(cpu.a), expected);
        }
        assert!(n.stack().is_empty());
    }
    n.set_stack(&[short(256)]);
    assert_eq!(n.call("number_to_a"), Ok(()));
    assert_eq!(n.rom.machine.cpu.f & CARRY, CARRY);
}
