//! Explains POKEs of system variables. Source: chapter 25 of the 48K's BASIC manual.

use super::statements::{Statement, Statements, Word};
use crate::diagnostic::{Diagnostic, Severity};
use crate::token;

/// The system variables: address, length in bytes, name, contents.
const VARIABLES: &[(u16, u16, &str, &str)] = &[
    (23552, 8, "KSTATE", "used in reading the keyboard"),
    (23560, 1, "LAST K", "the key pressed last"),
    (
        23561,
        1,
        "REPDEL",
        "how long a key is held before it repeats, in 50ths of a second",
    ),
    (
        23562,
        1,
        "REPPER",
        "the delay between repeats of a key, in 50ths of a second",
    ),
    (
        23563,
        2,
        "DEFADD",
        "the arguments of the function being worked out",
    ),
    (23565, 1, "K DATA", "the second byte of a colour control typed"),
    (
        23566,
        2,
        "TVDATA",
        "colour, AT and TAB controls on their way to the screen",
    ),
    (23568, 38, "STRMS", "the channels of the streams"),
    (
        23606,
        2,
        "CHARS",
        "256 less than the address of the character set",
    ),
    (23608, 1, "RASP", "the length of the warning buzz"),
    (23609, 1, "PIP", "the length of the keyboard's click"),
    (23610, 1, "ERR NR", "1 less than the report code"),
    (23611, 1, "FLAGS", "flags of the BASIC system"),
    (23612, 1, "TV FLAG", "flags of the screen"),
    (23613, 2, "ERR SP", "where the machine goes at an error"),
    (23615, 2, "LIST SP", "where an automatic listing returns to"),
    (23617, 1, "MODE", "the cursor: K, L, C, E or G"),
    (23618, 2, "NEWPPC", "the line to jump to"),
    (23620, 1, "NSPPC", "the statement in the line to jump to"),
    (23621, 2, "PPC", "the line being run"),
    (23623, 1, "SUBPPC", "the statement in the line being run"),
    (
        23624,
        1,
        "BORDCR",
        "the border's colour times 8, and the lower screen's attributes",
    ),
    (
        23625,
        2,
        "E PPC",
        "the current line, which has the program cursor",
    ),
    (23627, 2, "VARS", "the address of the variables"),
    (23629, 2, "DEST", "the address of the variable being assigned"),
    (23631, 2, "CHANS", "the address of the channels' data"),
    (23633, 2, "CURCHL", "the address of the current channel"),
    (23635, 2, "PROG", "the address of the BASIC program"),
    (23637, 2, "NXTLIN", "the address of the next line"),
    (23639, 2, "DATADD", "where READ is in its DATA"),
    (23641, 2, "E LINE", "the address of the line being typed"),
    (23643, 2, "K CUR", "the address of the cursor"),
    (23645, 2, "CH ADD", "the address of the next character to be read"),
    (
        23647,
        2,
        "X PTR",
        "the address of the character after the ? marker",
    ),
    (23649, 2, "WORKSP", "the address of the work space"),
    (23651, 2, "STKBOT", "the bottom of the calculator's stack"),
    (23653, 2, "STKEND", "the end of the calculator's stack"),
    (23655, 1, "BREG", "the calculator's b register"),
    (23656, 2, "MEM", "the address of the calculator's memory"),
    (23658, 1, "FLAGS2", "more flags: 8 is CAPS LOCK"),
    (
        23659,
        1,
        "DF SZ",
        "the number of lines in the lower part of the screen",
    ),
    (23660, 2, "S TOP", "the top line of automatic listings"),
    (23662, 2, "OLDPPC", "the line that CONTINUE goes to"),
    (23664, 1, "OSPCC", "the statement that CONTINUE goes to"),
    (23665, 1, "FLAGX", "flags of INPUT and assignments"),
    (23666, 2, "STRLEN", "the length of the string being assigned"),
    (23668, 2, "T ADDR", "the next item of the syntax table"),
    (23670, 2, "SEED", "the seed of RND, which RANDOMIZE sets"),
    (23672, 3, "FRAMES", "counts 50ths of a second"),
    (23675, 2, "UDG", "the address of the user-defined graphics"),
    (23677, 2, "COORDS", "the last point plotted"),
    (23679, 1, "P POSN", "the printer's column"),
    (23680, 1, "PR CC", "where LPRINT prints next, low byte"),
    (23682, 2, "ECHO E", "the end of the INPUT line on the screen"),
    (
        23684,
        2,
        "DF CC",
        "the display file address of the PRINT position",
    ),
    (23686, 2, "DFCCL", "the same for the lower screen"),
    (
        23688,
        2,
        "S POSN",
        "the PRINT position: 33 less the column, 24 less the row",
    ),
    (23690, 2, "SPOSNL", "the same for the lower screen"),
    (
        23692,
        1,
        "SCR CT",
        "1 more than the lines that scroll before `scroll?` is asked",
    ),
    (23693, 1, "ATTR P", "the permanent colours"),
    (
        23694,
        1,
        "MASK P",
        "which bits of the permanent colours come from the screen",
    ),
    (23695, 1, "ATTR T", "the temporary colours"),
    (
        23696,
        1,
        "MASK T",
        "which bits of the temporary colours come from the screen",
    ),
    (23697, 1, "P FLAG", "INVERSE, OVER and contrast colours"),
    (23698, 30, "MEMBOT", "the calculator's memory"),
    (23730, 2, "RAMTOP", "the last address of BASIC's memory"),
    (23732, 2, "P-RAMT", "the last address of the RAM"),
];

/// Variables that programs set to change the keyboard, the sound, the colours or the clock; this has no other
/// effect.
const HARMLESS_VARIABLES: [&str; 18] = [
    "LAST K", "REPDEL", "REPPER", "CHARS", "RASP", "PIP", "BORDCR", "FLAGS2", "SEED", "FRAMES", "UDG",
    "COORDS", "SCR CT", "ATTR P", "MASK P", "ATTR T", "MASK T", "P FLAG",
];

/// Returns one diagnostic for each POKE of a system variable.
pub(super) fn check(program: &Statements) -> Vec<Diagnostic> {
    program.with(token::POKE).filter_map(explain).collect()
}

fn explain(poke: &Statement) -> Option<Diagnostic> {
    let (Some(Word::Number(address)), Some(Word::Symbol(b','))) = (poke.word(1), poke.word(2)) else {
        return None;
    };
    let address = address.to_f64();
    let &(first, length, name, contents) = VARIABLES
        .iter()
        .find(|&&(first, length, ..)| (f64::from(first)..f64::from(first + length)).contains(&address))?;
    let which = match (address as u16 - first, length) {
        (_, 1) => String::new(),
        (0, 2) => ", low byte".to_string(),
        (1, 2) => ", high byte".to_string(),
        (byte, _) => format!(", byte {byte}"),
    };
    let message = format!("POKE {address} sets the system variable {name}{which}");
    let warning = Diagnostic::warning(poke.words[1].span.clone(), message, contents);
    Some(match HARMLESS_VARIABLES.contains(&name) {
        true => Diagnostic {
            severity: Severity::Note,
            ..warning.code("G022")
        },
        false => warning.code("G020"),
    })
}
