//! NEXT's step and its test of the limit, against exact arithmetic on quarters, in whole and in floating
//! form.

use crate::support::{Ended, RomCalls};
use proptest::prelude::*;

/// Where the loop's value, limit and step stand.
const LOOP: u16 = 0x8000;
const STKBOT: u16 = 0x5C63;
const STKEND: u16 = 0x5C65;
const MEM: u16 = 0x5C68;
const STACK: u16 = 0x9000;

/// The five bytes of `quarters` / 4: whole numbers up to 65535 in the short form if `short`.
fn five_bytes(quarters: i32, short: bool) -> [u8; 5] {
    let value = quarters / 4;
    if quarters == 0 || (short && quarters % 4 == 0 && value.abs() <= 0xFFFF) {
        let [low, high, ..] = value.to_le_bytes();
        return [0, if value < 0 { 0xFF } else { 0 }, low, high, 0];
    }
    let magnitude = quarters.unsigned_abs();
    let zeros = magnitude.leading_zeros();
    let mut mantissa = (magnitude << zeros).to_be_bytes();
    if quarters > 0 {
        mantissa[0] &= 0x7F;
    }
    let exponent = 128 + 32 - zeros as u8 - 2;
    [exponent, mantissa[0], mantissa[1], mantissa[2], mantissa[3]]
}

/// The number of quarters that five bytes stand for, if it is a whole number of them.
fn quarters(bytes: &[u8]) -> Option<i64> {
    if bytes[0] == 0 {
        let low = i64::from(u16::from_le_bytes([bytes[2], bytes[3]]));
        return Some(4 * if bytes[1] == 0 { low } else { low - 0x10000 });
    }
    let mantissa = i64::from(u32::from_be_bytes([
        bytes[1] | 0x80,
        bytes[2],
        bytes[3],
        bytes[4],
    ]));
    let scaled = i128::from(mantissa) << (i32::from(bytes[0]) - 128 + 2).max(0);
    let magnitude = i64::try_from(scaled >> 32).ok()?;
    (i128::from(magnitude) << 32 == scaled).then_some(if bytes[1] & 0x80 != 0 {
        -magnitude
    } else {
        magnitude
    })
}

fn loop_at(rom: &mut RomCalls, value: [u8; 5], limit: [u8; 5], step: [u8; 5]) {
    for pointer in [STKBOT, STKEND] {
        rom.poke(pointer, &STACK.to_le_bytes());
    }
    rom.poke(MEM, &[0x92, 0x5C]);
    rom.poke(LOOP, &[value, limit, step].concat());
    rom.machine.cpu.set_hl(LOOP);
}

/// Quarters: mostly small whole numbers, around the limits of the short form, fractions.
fn number() -> impl Strategy<Value = (i32, bool)> {
    let quarters = prop_oneof![
        4 => (-300..300).prop_map(|n| 4 * n),
        2 => (-65_535..=65_535).prop_map(|n| 4 * n),
        1 => (65_530..65_545).prop_map(|n| 4 * n),
        1 => (-65_535..-65_530).prop_map(|n| 4 * n),
        2 => -300_000..300_000,
    ];
    (quarters, prop::bool::weighted(0.8))
}

#[test]
fn the_step_is_added() {
    let rom = RomCalls::load();
    proptest!(|((value, short) in number(), (step, short_step) in number())| {
        // -65536 has a form of its own kind on this machine
        prop_assume!(value + step != -65_536 * 4);
        let mut rom = rom.clone();
        let (first, second) = (five_bytes(value, short), five_bytes(step, short_step));
        loop_at(&mut rom, first, [0; 5], second);
        prop_assert_eq!(rom.call("loop_step"), Ended::Returned);
        let sum = rom.machine.memory()[usize::from(LOOP)..usize::from(LOOP) + 5].to_vec();
        prop_assert_eq!(quarters(&sum), Some(i64::from(value + step)), "{:02x?}", sum);
        let whole = first[0] == 0 && second[0] == 0;
        if whole && ((value + step) / 4).abs() <= 0xFFFF {
            prop_assert_eq!(sum[0], 0, "whole numbers stay short");
        }
        prop_assert_eq!(rom.machine.peek16(STKEND), STACK);
    });
}

#[test]
fn the_limit_is_passed_in_the_direction_of_the_step() {
    let rom = RomCalls::load();
    let near = (number(), -3..=3_i32, any::<bool>(), number());
    proptest!(|(((limit, short), distance, whole, (step, short_step)) in near, (far, short_far) in number(), at_limit in any::<bool>())| {
        let value = if at_limit { limit + if whole { 4 * distance } else { distance } } else { far };
        let mut rom = rom.clone();
        loop_at(&mut rom, five_bytes(value, short_far), five_bytes(limit, short), five_bytes(step, short_step));
        prop_assert_eq!(rom.call("loop_passed"), Ended::Returned);
        let passed = if step < 0 { value < limit } else { value > limit };
        prop_assert_eq!(rom.machine.cpu.f & 1 != 0, passed);
        prop_assert_eq!(rom.machine.peek16(STKEND), STACK);
    });
}
