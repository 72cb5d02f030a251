//! Calls the ROM's well-known entry points as third-party programs do. Each test is a tape whose program
//! prints the results of the routines. The expected values are computed in the test or taken from the manual.

use girafa_session::End;

use crate::code_tapes::{CODE, With, block, blocks, both_ways, each_way, loader, roms, run, tap, tape_of};

/// Stacks and unstacks numbers (2D28, 2D2B, 2DA2, 2DD5, 1E94, 1E99), prints them (2DE3, 1A1B), does the same
/// with a string (2AB6, 2BF1, 203C), clears the screen with 0DAF, and sets the print position with 0DD9 (B =
/// 24 - row, C = 33 - column).
#[test]
fn numbers_and_strings() {
    let main = [
        0xCD, 0xAF, 0x0D, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL DAF: LD A,2: CALL 1601
        0x3E, 0xC8, 0xCD, 0x28, 0x2D, 0xCD, 0xE3, 0x2D, // LD A,200: CALL 2D28: CALL 2DE3
        0x3E, 0x06, 0xD7, 0x01, 0xFF, 0xFF, 0xCD, 0x2B, 0x2D, // LD A,6: RST 10: LD BC,65535: CALL 2D2B
        0xCD, 0xE3, 0x2D, 0x3E, 0x0D, 0xD7, // CALL 2DE3: LD A,13: RST 10
        0x01, 0x07, 0x00, 0xCD, 0x1B, 0x1A, // LD BC,7: CALL 1A1B
        0x3E, 0x17, 0xD7, 0x3E, 0x25, 0xD7, // LD A,17: RST 10: LD A,37: RST 10
        0xAF, 0xD7, 0x01, 0x0F, 0x27, 0xCD, 0x1B, 0x1A, // XOR A: RST 10: LD BC,9999: CALL 1A1B
        0x3E, 0x0D, 0xD7, 0x01, 0x2C, 0x01, 0xCD, 0x2B, 0x2D, // LD A,13: RST 10: LD BC,300: CALL 2D2B
        0xCD, 0xA2, 0x2D, 0x50, 0x59, 0xCD, 0x50, 0x8E, // CALL 2DA2: LD D,B: LD E,C: CALL 8E50
        0x01, 0xCD, 0xAB, 0xCD, 0x2B, 0x2D, // LD BC,ABCD: CALL 2D2B
        0xCD, 0x99, 0x1E, 0x50, 0x59, 0xCD, 0x50, 0x8E, // CALL 1E99: LD D,B: LD E,C: CALL 8E50
        0x3E, 0x4D, 0xCD, 0x28, 0x2D, 0xCD, 0xD5, 0x2D, // LD A,77: CALL 2D28: CALL 2DD5
        0xCD, 0x10, 0x8E, 0x3E, 0x4E, 0xCD, 0x28, 0x2D, // CALL 8E10: LD A,78: CALL 2D28
        0xCD, 0x94, 0x1E, 0xCD, 0x10, 0x8E, // CALL 1E94: CALL 8E10
        0x3E, 0x0D, 0xD7, 0x11, 0x00, 0x8E, 0x01, 0x03, 0x00, // LD A,13: RST 10: LD DE,8E00: LD BC,3
        0xCD, 0xB6, 0x2A, 0xCD, 0xF1, 0x2B, // CALL 2AB6: CALL 2BF1
        0xC5, 0xCD, 0x50, 0x8E, 0xD1, 0xCD, 0x50, 0x8E, // PUSH BC: CALL 8E50: POP DE: CALL 8E50
        0x01, 0x05, 0x0A, 0xCD, 0xD9, 0x0D, // LD BC,A05: CALL DD9
        0x11, 0x00, 0x82, 0x01, 0x05, 0x00, 0xCD, 0x3C, 0x20, // LD DE,8200: LD BC,5: CALL 203C
        0x01, 0x00, 0x00, 0xC9, // LD BC,0: RET
    ];
    each_way(
        true,
        &[(CODE, &main), (0x8200, b"hello")],
        With::default(),
        |seen, how| {
            // TAB 37 is column 5.
            seen.shows(
                0,
                &[
                    "200             65535",
                    "7    9999",
                    "012C",
                    "ABCD",
                    "4D4E",
                    "8E00",
                    "0003",
                ],
                how,
            );
            seen.shows(14, &["                            hell", "o0"], how);
        },
    );
}

/// RST 28: 12 * 12; 10 / 1 twice from memory 0, added; |42| + 10 of a packed literal; adding 1 five times in
/// a loop with BREG; 1/2 after two jumps; INT SQR 10 and INT SIN (pi/2), separated by "/"; CHR$ 65, and LEN
/// STR$ 10.
/// LEN STR$ 10.
#[test]
fn calculator() {
    let main = [
        0xCD, 0x6B, 0x0D, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL D6B: LD A,2: CALL 1601
        0x3E, 0x0C, 0xCD, 0x28, 0x2D, 0xEF, // LD A,12: CALL 2D28: RST 28
        0x31, 0x04, 0x38, 0xCD, 0xE3, 0x2D, // db 31,4,38: CALL 2DE3
        0x3E, 0x0D, 0xD7, 0xEF, // LD A,13: RST 10: RST 28
        0xA4, 0xA1, 0x05, 0x31, 0xC0, 0x02, 0xE0, 0xE0, 0x0F, 0x38, // db A4,A1,5,31,C0,2,E0,E0,F,38
        0xCD, 0xE3, 0x2D, 0x3E, 0x0D, 0xD7, // CALL 2DE3: LD A,13: RST 10
        0xEF, 0x34, 0x40, 0xB0, 0x00, 0x2A, 0xA4, 0x0F, 0x38, // RST 28: db 34,40,B0,0,2A,A4,F,38
        0xCD, 0xE3, 0x2D, 0x3E, 0x0D, 0xD7, // CALL 2DE3: LD A,13: RST 10
        0x06, 0x05, 0xEF, 0xA0, 0xA1, 0x0F, 0x35, 0xFD, 0x38, // LD B,5: RST 28: db A0,A1,F,35,FD,38
        0xCD, 0xE3, 0x2D, 0x3E, 0x0D, 0xD7, // CALL 2DE3: LD A,13: RST 10
        0xEF, // RST 28
        0xA4, 0x36, 0x00, 0x02, 0x33, 0x04, 0xA4, 0x33, 0x02, 0xA2,
        0x38, // db A4,36,0,2,33,4,A4,33,2,A2,38
        0xCD, 0xE3, 0x2D, 0x3E, 0x0D, 0xD7, // CALL 2DE3: LD A,13: RST 10
        0xEF, 0xA3, 0x1F, 0x27, 0xA4, 0x28, 0x27, 0x38, // RST 28: db A3,1F,27,A4,28,27,38
        0xCD, 0xE3, 0x2D, 0x3E, 0x2F, 0xD7, // CALL 2DE3: LD A,"/": RST 10
        0xCD, 0xE3, 0x2D, 0x3E, 0x0D, 0xD7, // CALL 2DE3: LD A,13: RST 10
        0x3E, 0x41, 0xCD, 0x28, 0x2D, 0xEF, // LD A,65: CALL 2D28: RST 28
        0x2F, 0x38, 0xCD, 0xF1, 0x2B, 0xCD, 0x3C, 0x20, // db 2F,38: CALL 2BF1: CALL 203C
        0xEF, 0xA4, 0x2E, 0x1E, 0x38, 0xCD, 0xE3, 0x2D, // RST 28: db A4,2E,1E,38: CALL 2DE3
        0x01, 0x00, 0x00, 0xC9, // LD BC,0: RET
    ];
    each_way(true, &[(CODE, &main)], With::default(), |seen, how| {
        seen.shows(0, &["144", "20", "52", "5", "0.5", "3/0", "A20"], how);
    });
}

/// Pixel address (22AA), PLOT (22E5), DRAW (24BA), border (229B), scrolling the whole screen (0DFE), a note
/// (03B5), clearing the lower screen (0E44).
#[test]
fn graphics_border_and_beeper() {
    let main = [
        0xCD, 0x6B, 0x0D, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL D6B: LD A,2: CALL 1601
        0x3E, 0x0D, 0xD7, 0x01, 0x32, 0x64, 0xCD, 0xAA, 0x22, // LD A,13: RST 10: LD BC,6432: CALL 22AA
        0xEB, 0xF5, 0xCD, 0x50, 0x8E, 0xF1, 0xCD, 0x10,
        0x8E, // EX DE,HL: PUSH AF: CALL 8E50: POP AF: CALL 8E10
        0x01, 0x10, 0x20, 0xCD, 0xE5, 0x22, // LD BC,2010: CALL 22E5
        0x01, 0x07, 0x04, 0x11, 0x01, 0xFF, 0xCD, 0xBA, 0x24, // LD BC,407: LD DE,FF01: CALL 24BA
        0xED, 0x5B, 0x7D, 0x5C, 0xCD, 0x50, 0x8E, // LD DE,(23677): CALL 8E50
        0x3E, 0x03, 0xCD, 0x9B, 0x22, 0x3A, 0x48, 0x5C, // LD A,3: CALL 229B: LD A,(23624)
        0xCD, 0x10, 0x8E, 0x01, 0x05, 0x09, 0xCD, 0xD9, 0x0D, // CALL 8E10: LD BC,905: CALL DD9
        0x3E, 0x45, 0xD7, 0xCD, 0xFE, 0x0D, // LD A,"E": RST 10: CALL DFE
        0x21, 0xC8, 0x00, 0x11, 0x09, 0x00, 0xCD, 0xB5, 0x03, // LD HL,200: LD DE,9: CALL 3B5
        0x06, 0x02, 0xCD, 0x44, 0x0E, 0x01, 0x00, 0x00, 0xC9, // LD B,2: CALL E44: LD BC,0: RET
    ];
    both_ways(false, &[(CODE, &main)], With::default(), |seen, how| {
        // Pixel 50,100 is 75 = 01 001 011 lines from the top: third 1, character row 1, pixel row 3; bit 2 of
        // column 6. A line from 16,32 by 7,-4 ends at 23,28. Border 3 is attribute 18 with white ink. The
        // empty top row has scrolled away.
        seen.shows(0, &["4B26", "021C17", "1F"], how);
        // The E at 15,28 is one row up; the line in rows 17 and 18 is also one row up.
        seen.shows(
            14,
            &[
                "                            E",
                "",
                "  \u{FFFD}",
                "  \u{FFFD}",
                "",
            ],
            how,
        );
        assert_eq!(seen.outcome.border, 3, "{how}");
    });
}

/// Without a key down, 028E returns DE = FFFF, 02BF does not set bit 5 of FLAGS, and 1F54 sets carry. Key
/// waits with 15D4, 10A8 and 1F3D with BC = 0 get ENTER, like PAUSE 0; a wait of 50 frames with 1F3D times
/// out.
#[test]
fn keys() {
    let main = [
        0xCD, 0x6B, 0x0D, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL D6B: LD A,2: CALL 1601
        0xCD, 0x8E, 0x02, 0xCD, 0x50, 0x8E, // CALL 28E: CALL 8E50
        0xFB, 0x76, 0xCD, 0xBF, 0x02, 0x21, 0x3B, 0x5C,
        0x7E, // EI: HALT: CALL 2BF: LD HL,23611: LD A,(HL)
        0xE6, 0x20, 0xCD, 0x10, 0x8E, 0xCD, 0x54, 0x1F, // AND 20: CALL 8E10: CALL 1F54
        0x9F, 0xCD, 0x10, 0x8E, 0x3E, 0x01, 0xCD, 0x01, 0x16, // SBC A,A: CALL 8E10: LD A,1: CALL 1601
        0xCD, 0xD4, 0x15, 0xF5, // CALL 15D4: PUSH AF
        0xCD, 0xA8, 0x10, 0x30, 0xFB, 0xF5, 0x01, 0x00,
        0x00, // poll: CALL 10A8: JR NC,poll: PUSH AF: LD BC,0
        0xCD, 0x3D, 0x1F, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL 1F3D: LD A,2: CALL 1601
        0xF1, 0xCD, 0x10, 0x8E, 0xF1, 0xCD, 0x10, 0x8E, // POP AF: CALL 8E10: POP AF: CALL 8E10
        0x01, 0x32, 0x00, 0xCD, 0x3D, 0x1F, // LD BC,50: CALL 1F3D
        0x01, 0x07, 0x00, 0xC9, // LD BC,7: RET
    ];
    both_ways(true, &[(CODE, &main)], With::default(), |seen, how| {
        seen.shows(0, &["FFFF", "00FF0D0D7"], how);
        assert!(seen.outcome.tstates > 50 * 69_888, "{how}");
        assert_eq!(seen.outcome.end, End::Report, "{how}");
    });
}

/// The program's own error handler at ERR SP: 1E94 with 65535 gives report B, whose ERR NR is 0A.
#[test]
fn an_error_is_caught() {
    let main = [
        0xCD, 0x6B, 0x0D, 0x2A, 0x3D, 0x5C, 0xE5, 0x21, 0x1F,
        0x80, // CALL D6B: LD HL,(23613): PUSH HL: LD HL,caught
        0xE5, 0xED, 0x73, 0x3D, 0x5C, 0x3E, 0x02, 0xCD, 0x01,
        0x16, // PUSH HL: LD (23613),SP: LD A,2: CALL 1601
        0x01, 0xFF, 0xFF, 0xCD, 0x2B, 0x2D, // LD BC,FFFF: CALL 2D2B
        0xCD, 0x94, 0x1E, 0xCF, 0x05, // CALL 1E94: RST 8: db 5
        0xE1, 0x22, 0x3D, 0x5C, 0x3A, 0x3A, 0x5C, 0xCD, 0x10,
        0x8E, // caught: POP HL: LD (23613),HL: LD A,(23610): CALL 8E10
        0x3E, 0xFF, 0x32, 0x3A, 0x5C, 0x01, 0x05, 0x00, 0xC9, // LD A,255: LD (23610),A: LD BC,5: RET
    ];
    each_way(true, &[(CODE, &main)], With::default(), |seen, how| {
        seen.shows(0, &["0A5"], how)
    });
}

/// Every report from machine code: RST 8 with the code minus one (manual, appendix B).
#[test]
fn every_report() {
    let reports = [
        "0 OK",
        "1 NEXT without FOR",
        "2 Variable not found",
        "3 Subscript wrong",
        "4 Out of memory",
        "5 Out of screen",
        "6 Number too big",
        "7 RETURN without GOSUB",
        "8 End of file",
        "9 STOP statement",
        "A Invalid argument",
        "B Integer out of range",
        "C Nonsense in BASIC",
        "D BREAK - CONT repeats",
        "E Out of DATA",
        "F Invalid file name",
        "G No room for line",
        "H STOP in INPUT",
        "I FOR without NEXT",
        "J Invalid I/O device",
        "K Invalid colour",
        "L BREAK into program",
        "M RAMTOP no good",
        "N Statement lost",
        "O Invalid stream",
        "P FN without DEF",
        "Q Parameter error",
        "R Tape loading error",
    ];
    for (code, report) in (0xFFu8..=0xFF).chain(0..).zip(reports) {
        let main = [0xCF, code]; // RST 8: the code
        let seen = run(&tap(&blocks(false, &[(CODE, &main)])), With::default());
        assert_eq!(seen.outcome.report, format!("{report}, 10:3"));
        assert_eq!(seen.outcome.ended_well(), matches!(code, 0xFF | 8), "{report}");
    }
}

/// Allocates memory in the work space (RST 30 returns DE = first byte, HL = last) and before the variables
/// (1655), and releases it (19E8).
#[test]
fn room() {
    let main = [
        0xCD, 0x6B, 0x0D, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL D6B: LD A,2: CALL 1601
        0x2A, 0x65, 0x5C, 0xE5, 0x01, 0x05, 0x00, 0xF7, // LD HL,(23653): PUSH HL: LD BC,5: RST 30
        0xE5, 0xD5, 0x2A, 0x65, 0x5C, 0xD1, 0xC1,
        0xD5, // PUSH HL: PUSH DE: LD HL,(23653): POP DE: POP BC: PUSH DE
        0xC5, 0xE1, 0xA7, 0xED, 0x52, 0xEB, 0xCD, 0x50,
        0x8E, // PUSH BC: POP HL: AND A: SBC HL,DE: EX DE,HL: CALL 8E50
        0xC1, 0x2A, 0x65, 0x5C, 0xD1, 0xA7, 0xED, 0x52,
        0xEB, // POP BC: LD HL,(23653): POP DE: AND A: SBC HL,DE: EX DE,HL
        0xCD, 0x50, 0x8E, 0x2A, 0x59, 0x5C, 0xE5, 0x2A, 0x4B,
        0x5C, // CALL 8E50: LD HL,(23641): PUSH HL: LD HL,(23627)
        0x01, 0x0A, 0x00, 0xCD, 0x55, 0x16, // LD BC,10: CALL 1655
        0xED, 0x4B, 0x59, 0x5C, 0xE1, 0xE5, 0x79, 0x95, // LD BC,(23641): POP HL: PUSH HL: LD A,C: SUB L
        0xCD, 0x10, 0x8E, 0xE1, 0x2A, 0x4B, 0x5C, 0x01, 0x0A,
        0x00, // CALL 8E10: POP HL: LD HL,(23627): LD BC,10
        0xCD, 0xE8, 0x19, 0xED, 0x5B, 0x59, 0x5C, 0xCD, 0x50,
        0x8E, // CALL 19E8: LD DE,(23641): CALL 8E50
        0x01, 0x00, 0x00, 0xC9, // LD BC,0: RET
    ];
    each_way(true, &[(CODE, &main)], With::default(), |seen, how| {
        // From the first to the last of five bytes; STKEND moved by 5; E LINE moved by 10 and back, to the
        // address after the program, which starts at 23755, and the end mark of the variables.
        let line = format!("0A{:04X}", 23_755 + loader(true).len() + 1);
        seen.shows(0, &["0004", "0005", &line, "0"], how);
    });
}

/// The characters and tokens of the program after USR: RST 18 returns the one at CH ADD, RST 20 the next one,
/// and 24FB evaluates an expression.
#[test]
fn characters_of_the_program() {
    let main = [
        0xCD, 0x6B, 0x0D, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL D6B: LD A,2: CALL 1601
        0xDF, 0xD7, 0xE7, 0xD7, 0xE7, 0xD7, // RST 18: RST 10: RST 20: RST 10: RST 20: RST 10
        0x3E, 0x0D, 0xD7, 0xCD, 0xFB, 0x24, // LD A,13: RST 10: CALL 24FB
        0xCD, 0x99, 0x1E, 0x50, 0x59, 0xCD, 0x50, 0x8E, // CALL 1E99: LD D,B: LD E,C: CALL 8E50
        0xC9, // RET
    ];
    let listing = "10 CLEAR 32767: LOAD \"\"CODE: RANDOMIZE USR 32768:PRINT 4660\n";
    let code = blocks(false, &[(CODE, &main)]);
    let tape = tape_of(listing, &code[2..]);
    // The third character is the first digit, where 24FB starts: 4660 is 1234 in hexadecimal.
    run(&tape, With::default()).shows(0, &[": PRINT 4", "1234"], "at once");
}

/// LPRINT's channel, printing its buffer (0ECD), and COPY (0EAC).
#[test]
fn paper() {
    let main = [
        0xCD, 0x6B, 0x0D, 0x3E, 0x03, 0xCD, 0x01, 0x16, // CALL D6B: LD A,3: CALL 1601
        0x21, 0x00, 0x82, 0xCD, 0x00, 0x8E, // LD HL,8200: CALL 8E00
        0xCD, 0xCD, 0x0E, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL ECD: LD A,2: CALL 1601
        0x21, 0x00, 0x82, 0xCD, 0x00, 0x8E, // LD HL,8200: CALL 8E00
        0xCD, 0xAC, 0x0E, 0x01, 0x00, 0x00, 0xC9, // CALL EAC: LD BC,0: RET
    ];
    both_ways(
        true,
        &[(CODE, &main), (0x8200, b"Papel$")],
        With::default(),
        |seen, how| {
            seen.shows(0, &["Papel0"], how);
            let paper = &seen.outcome.printer[..3];
            // The contents of the buffer, then the screen; the 0 is printed after COPY.
            assert_eq!(paper, ["Papel", "Papel", ""], "{how}");
            assert_eq!(seen.outcome.printer_rows, 8 + 176, "{how}");
        },
    );
}

/// Headerless blocks with 0556 (IX, DE, A, carry): loaded, verified, rejected for a wrong flag, and partly
/// loaded. Then a block saved with 04C2, which returns carry, IX after the last byte, and DE = FFFF.
#[test]
fn blocks_without_headers() {
    let main = [
        0xDD, 0x21, 0x00, 0x9F, 0x11, 0x64, 0x00, 0x3E, 0xFF,
        0x37, // LD IX,9F00: LD DE,100: LD A,FF: SCF
        0xCD, 0x56, 0x05, 0xDD, 0xE5, 0xD5, 0xF5, 0xCD, 0x6B,
        0x0D, // CALL 556: PUSH IX: PUSH DE: PUSH AF: CALL D6B
        0x3E, 0x02, 0xCD, 0x01, 0x16, 0xE1, 0x7D, 0xE6,
        0x01, // LD A,2: CALL 1601: POP HL: LD A,L: AND 1
        0xCD, 0x10, 0x8E, 0xD1, 0xCD, 0x50, 0x8E, // CALL 8E10: POP DE: CALL 8E50
        0xD1, 0xCD, 0x50, 0x8E, 0xDD, 0x21, 0x00, 0x9F, // POP DE: CALL 8E50: LD IX,9F00
        0x11, 0x64, 0x00, 0x3E, 0xFF, 0xA7, 0xCD, 0x56, 0x05, // LD DE,100: LD A,FF: AND A: CALL 556
        0x9F, 0xCD, 0x10, 0x8E, 0xDD, 0x21, 0x00, 0x9E, // SBC A,A: CALL 8E10: LD IX,9E00
        0x11, 0x64, 0x00, 0x3E, 0x07, 0x37, 0xCD, 0x56, 0x05, // LD DE,100: LD A,7: SCF: CALL 556
        0x9F, 0xCD, 0x10, 0x8E, 0xDD, 0x21, 0x00, 0x9E, // SBC A,A: CALL 8E10: LD IX,9E00
        0x11, 0x32, 0x00, 0x3E, 0xFF, 0x37, 0xCD, 0x56, 0x05, // LD DE,50: LD A,FF: SCF: CALL 556
        0x9F, 0xCD, 0x10, 0x8E, 0x3A, 0x00, 0x9E, 0xCD, 0x10,
        0x8E, // SBC A,A: CALL 8E10: LD A,(9E00): CALL 8E10
        0x3A, 0x31, 0x9E, 0xCD, 0x10, 0x8E, // LD A,(9E31): CALL 8E10
        0x3A, 0x32, 0x9E, 0xCD, 0x10, 0x8E, // LD A,(9E32): CALL 8E10
        0xED, 0x4B, 0x62, 0x9F, 0xC9, // LD BC,(9F62): RET
    ];
    let data: Vec<u8> = (1..=100).collect();
    let mut tape = blocks(true, &[(CODE, &main)]).to_vec();
    tape.extend(std::iter::repeat_n(block(0xFF, &data), 4));
    for with in roms() {
        let seen = run(&tap(&tape), with);
        // Carry, DE = 0, IX = 9F00 + 100; verified; no carry for the wrong flag and for 50 of 100 bytes: byte
        // 50 is loaded, byte 51 is not.
        seen.shows(0, &["010000", "9F64", "FF000001320025699"], with);
    }
    assert_eq!(25_699, 100 << 8 | 99);

    let saving = [
        0xCD, 0x6B, 0x0D, 0xDD, 0x21, 0x00, 0x82, 0x11, 0x05, 0x00, // CALL D6B: LD IX,8200: LD DE,5
        0x3E, 0xFF, 0xCD, 0xC2, 0x04, 0xD5, 0xDD, 0xE5,
        0xF5, // LD A,FF: CALL 4C2: PUSH DE: PUSH IX: PUSH AF
        0x3E, 0x02, 0xCD, 0x01, 0x16, 0xF1, 0x9F, 0xCD, 0x10,
        0x8E, // LD A,2: CALL 1601: POP AF: SBC A,A: CALL 8E10
        0xD1, 0xCD, 0x50, 0x8E, 0xD1, 0xCD, 0x50, 0x8E, // POP DE: CALL 8E50: POP DE: CALL 8E50
        0xC9, // RET
    ];
    let pieces: [(u16, &[u8]); 2] = [(CODE, &saving), (0x8200, b"bytes")];
    run(&tap(&blocks(false, &pieces)), With::default()).shows(0, &["FF8206", "FFFF"], "saved");
}

/// Enlarged letters from the font at 3D00: the bitmap of A. Also the DI at 0000, which programs use to detect
/// a ROM.
#[test]
fn the_font_and_the_first_byte() {
    let main = [
        0xCD, 0x6B, 0x0D, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL D6B: LD A,2: CALL 1601
        0x21, 0x08, 0x3E, 0x06, 0x08, // LD HL,3E08: LD B,8
        0xC5, 0x4E, 0x23, 0x06, 0x08, // row: PUSH BC: LD C,(HL): INC HL: LD B,8
        0xCB, 0x01, 0x3E, 0x2E, 0x30, 0x02, // dots: RLC C: LD A,".": JR NC,dot
        0x3E, 0x23, // LD A,"#"
        0xD7, 0x10, 0xF5, 0x3E, 0x0D, 0xD7, // dot: RST 10: DJNZ dots: LD A,13: RST 10
        0xC1, 0x10, 0xEA, 0x3A, 0x00, 0x00, 0xCD, 0x10, 0x8E, // POP BC: DJNZ row: LD A,(000): CALL 8E10
        0xC9, // RET
    ];
    both_ways(false, &[(CODE, &main)], With::default(), |seen, how| {
        let font = include_str!("../../../../roms-open/font.txt");
        let dots: Vec<&str> = font
            .lines()
            .filter(|row| row.len() == 8 && row.bytes().all(|dot| matches!(dot, b'.' | b'#')))
            .collect();
        let letter = usize::from(b'A' - b' ') * 8;
        seen.shows(0, &dots[letter..letter + 8], how);
        seen.shows(8, &["F3"], how);
    });
}
