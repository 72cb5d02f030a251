//! Machine code from tape, in the style of third-party test programs: a BASIC loader and a CODE block that
//! opens channel 2, prints through RST 10 and calls the ROM at well-known addresses. The programs are our
//! own; the expected output is computed or taken from the manual. Each is loaded instantly and from pulses,
//! and runs on another ROM too.

use girafa_session::End;

use crate::code_tapes::{CODE, With, each_way};

/// CRC-16 with polynomial 1021 and initial value FFFF, from its definition.
fn check_sum(bytes: impl Iterator<Item = u8>) -> u16 {
    bytes.fold(0xFFFF, |sum, byte| {
        (0..8).fold(sum ^ u16::from(byte) << 8, |sum, _| {
            if sum & 0x8000 == 0 {
                sum << 1
            } else {
                sum << 1 ^ 0x1021
            }
        })
    })
}

/// A and all eight flags after ADD A,n (UM0080; bits 5 and 3 are copied from the result).
fn add(a: u8, n: u8) -> [u8; 2] {
    let (sum, carry) = a.overflowing_add(n);
    let half = (a & 15) + (n & 15) > 15;
    let overflow = (a ^ sum) & (n ^ sum) & 0x80 != 0;
    let flags = sum & 0xA8
        | u8::from(sum == 0) << 6
        | u8::from(half) << 4
        | u8::from(overflow) << 2
        | u8::from(carry);
    [sum, flags]
}

/// Flags and MEMPTR; colours, AT, TAB and a keyword token through RST 10; HL' preserved with EXX; BC as the
/// value of USR.
#[test]
fn flags_and_memptr() {
    let main = [
        0xD9, 0xE5, 0xD9, // EXX: PUSH HL: EXX
        0xCD, 0x6B, 0x0D, // CALL 0D6B: CLS
        0x3E, 0x02, 0xCD, 0x01, 0x16, // LD A,2: CALL 1601
        0x21, 0x00, 0x82, 0xCD, 0x00, 0x8E, // LD HL,8200: CALL 8E00
        0x11, 0xFF, 0xFF, // LD DE,FFFF
        0xD9, 0x21, 0x34, 0x12, 0xD9, // EXX: LD HL,1234: EXX
        0x0E, 0x00, // LD C,0
        0x79, 0xC6, 0x3C, // next: LD A,C: ADD A,3C
        0xF5, 0xE1, // PUSH AF: POP HL
        0x7C, 0xCD, 0x30, 0x8E, // LD A,H: CALL 8E30
        0x7D, 0xCD, 0x30, 0x8E, // LD A,L: CALL 8E30
        0x0C, 0x20, 0xF0, // INC C: JR NZ,next
        0xCD, 0x50, 0x8E, // CALL 8E50
        0x3A, 0xFF, 0xA7, // LD A,(A7FF): MEMPTR is A800
        0x21, 0x00, 0x82, 0xCB, 0x46, // LD HL,8200: BIT 0,(HL)
        0xF5, 0xC1, 0x79, 0xE6, 0x28, // PUSH AF: POP BC: LD A,C: AND 28
        0xCD, 0x10, 0x8E, // CALL 8E10
        0xD9, 0xE1, 0xD9, // EXX: POP HL: EXX
        0x01, 0xD2, 0x04, 0xC9, // LD BC,1234: RET
    ];
    // AT 2,3: INK 2: PAPER 6: FLASH 0: "crc": TAB 10: INVERSE 0, OVER 0, the token of PRINT, a newline.
    let text = b"\x16\x02\x03\x10\x02\x11\x06\x12\x00crc\x17\x0A\x00\x14\x00\x15\x00x\xF5\x0D$";
    let sum = check_sum((0..=255).flat_map(|a| add(a, 0x3C)));
    each_way(
        true,
        &[(CODE, &main), (0x8200, text)],
        With::default(),
        |seen, how| {
            let rows: Vec<_> = seen.screen.iter().map(|row| row.trim_end()).collect();
            assert_eq!(rows[2], "   crc    x PRINT", "{how}: {}", seen.outcome.report);
            assert_eq!(rows[3], format!("{sum:04X}"), "{how}");
            assert_eq!(rows[4], "281234", "{how}: BIT's flags, then USR's value");
            seen.ends_well(how);
        },
    );
}

/// Interrupt mode 2 with a 257-byte table, and HALT. Then, in mode 1, reads ports FE and FF right after an
/// interrupt, while the border is drawn: no key is down and the bus is idle.
#[test]
fn interrupts_and_ports() {
    let main = [
        0xCD, 0x6B, 0x0D, // CALL 0D6B
        0x3E, 0x02, 0xCD, 0x01, 0x16, // LD A,2: CALL 1601
        0xF3, 0x21, 0x00, 0x90, 0x11, 0x01, 0x90, // DI: LD HL,9000: LD DE,9001
        0x01, 0x00, 0x01, 0x36, 0x8D, 0xED, 0xB0, // LD BC,256: LD (HL),8D: LDIR
        0x3E, 0x90, 0xED, 0x47, 0xED, 0x5E, // LD A,90: LD I,A: IM 2
        0x11, 0x00, 0x00, 0x06, 0x32, 0xFB, // LD DE,0: LD B,50: EI
        0x76, 0x10, 0xFD, // wait: HALT: DJNZ wait
        0xF3, 0x3E, 0x3F, 0xED, 0x47, 0xED, 0x56, 0xFB, // DI: LD A,3F: LD I,A: IM 1: EI
        0xCD, 0x50, 0x8E, // CALL 8E50
        0x76, 0xAF, 0xDB, 0xFE, 0xF6, 0x40, 0xCD, 0x10,
        0x8E, // HALT: XOR A: IN A,(FE): OR 40: CALL 8E10
        0x76, 0x3E, 0xFF, 0xDB, 0xFF, 0xCD, 0x10, 0x8E, // HALT: LD A,FF: IN A,(FF): CALL 8E10
        0x01, 0x00, 0x00, 0xC9, // LD BC,0: RET
    ];
    let count = [0x13, 0xFB, 0xC9]; // 8D8D: INC DE: EI: RET
    each_way(
        false,
        &[(CODE, &main), (0x8D8D, &count)],
        With::default(),
        |seen, how| {
            let rows: Vec<_> = seen.screen.iter().map(|row| row.trim_end()).collect();
            assert_eq!(rows[..2], ["0032", "FFFF"], "{how}: {}", seen.outcome.report);
            seen.ends_well(how);
        },
    );
}

/// Prints more lines than fit on the screen: writing 23692 (IY+52) suppresses `scroll?`. Then it loops with
/// interrupts disabled until the time limit.
#[test]
fn scrolls_and_never_returns() {
    let main = [
        0x3E, 0x02, 0xCD, 0x01, 0x16, // LD A,2: CALL 1601
        0x0E, 0x00, // LD C,0
        0xFD, 0x36, 0x52, 0xFF, // next: LD (IY+52),FF
        0x79, 0xCD, 0x10, 0x8E, // LD A,C: CALL 8E10
        0x3E, 0x0D, 0xD7, // LD A,0D: RST 10
        0x0C, 0x79, 0xFE, 0x64, 0x20, 0xEF, // INC C: LD A,C: CP 100: JR NZ,next
        0xF3, 0x18, 0xFE, // DI: JR here
    ];
    each_way(
        false,
        &[(CODE, &main)],
        With {
            seconds: Some(90),
            ..With::default()
        },
        |seen, how| {
            let rows: Vec<_> = seen.screen.iter().map(|row| row.trim_end()).collect();
            let want: Vec<_> = (100 - 22..100).map(|line| format!("{line:02X}")).collect();
            assert_eq!(rows[..22], want, "{how}");
            assert_eq!(seen.outcome.end, End::Frames, "{how}");
        },
    );
}
