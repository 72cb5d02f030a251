//! Equivalents for words of other BASICs, and suggestions for misspelled keywords.

use std::ops::Range;

use crate::spelling::closest;
use crate::token;

/// Commands of other BASICs: the word, a description of its Sinclair equivalent, and the keyword that
/// replaces it without other changes.
const COMMANDS: &[(&str, &str, Option<&str>)] = &[
    (
        "LOCATE",
        "a position is an item of PRINT: `PRINT AT row,column;`, both from 0",
        None,
    ),
    (
        "CURSOR",
        "a position is an item of PRINT: `PRINT AT row,column;`, both from 0",
        None,
    ),
    (
        "VTAB",
        "a position is an item of PRINT: `PRINT AT row,column;`, both from 0",
        None,
    ),
    (
        "HTAB",
        "a position is an item of PRINT: `PRINT TAB column;`",
        None,
    ),
    ("COLOR", "set colours with `INK`, `PAPER` and `BORDER`", None),
    ("COLOUR", "set colours with `INK`, `PAPER` and `BORDER`", None),
    ("PEN", "`INK` sets the drawing colour", Some("INK")),
    ("HOME", "clear the screen with `CLS`", Some("CLS")),
    ("CLRSCR", "clear the screen with `CLS`", Some("CLS")),
    ("CLG", "clear the screen with `CLS`", Some("CLS")),
    ("CLR", "clear variables with `CLEAR`", Some("CLEAR")),
    ("END", "end a program with `STOP`", Some("STOP")),
    (
        "EXIT",
        "leave a loop or subroutine with `GO TO` or `RETURN`",
        None,
    ),
    ("QUIT", "end a program with `STOP`", Some("STOP")),
    ("BYE", "end a program with `STOP`", Some("STOP")),
    ("SYSTEM", "end a program with `STOP`", Some("STOP")),
    (
        "WHILE",
        "there is no WHILE: `100 IF NOT (condition) THEN GO TO 200`, and `GO TO 100` at the end",
        None,
    ),
    ("WEND", "there is no WHILE: go back with `GO TO`", None),
    (
        "REPEAT",
        "there is no REPEAT: go back with `IF NOT (condition) THEN GO TO 100`",
        None,
    ),
    (
        "UNTIL",
        "there is no REPEAT: go back with `IF NOT (condition) THEN GO TO 100`",
        None,
    ),
    (
        "DO",
        "there is no DO: go back with `IF condition THEN GO TO 100`",
        None,
    ),
    ("LOOP", "there is no DO: go back with `GO TO`", None),
    (
        "ELSE",
        "there is no ELSE: a second line `IF NOT (condition) THEN ...`",
        None,
    ),
    (
        "ELSEIF",
        "there is no ELSE: a second line `IF ... THEN ...`",
        None,
    ),
    ("ELIF", "there is no ELSE: a second line `IF ... THEN ...`", None),
    ("ENDIF", "an IF ends with its line", None),
    (
        "SELECT",
        "there is no SELECT: a line `IF ... THEN ...` for each case",
        None,
    ),
    (
        "CASE",
        "there is no SELECT: a line `IF ... THEN ...` for each case",
        None,
    ),
    (
        "ON",
        "a computed jump is `GO TO 100*n`, or `GO TO (200 AND n=1)+(300 AND n=2)`",
        None,
    ),
    (
        "PROC",
        "there are no procedures: `GO SUB` to a line, `RETURN` at its end",
        None,
    ),
    (
        "DEFPROC",
        "there are no procedures: `GO SUB` to a line, `RETURN` at its end",
        None,
    ),
    ("ENDPROC", "a subroutine ends with `RETURN`", Some("RETURN")),
    (
        "SUB",
        "there are no procedures: `GO SUB` to a line, `RETURN` at its end",
        None,
    ),
    (
        "FUNCTION",
        "a function is one expression: `DEF FN f(x)=...`",
        None,
    ),
    (
        "CALL",
        "call machine code with `RANDOMIZE USR address`, a subroutine with `GO SUB`",
        None,
    ),
    ("SYS", "call machine code with `RANDOMIZE USR address`", None),
    ("EXEC", "call machine code with `RANDOMIZE USR address`", None),
    ("PSET", "draw a dot with `PLOT x,y`", Some("PLOT")),
    (
        "PRESET",
        "remove a dot with `PLOT INVERSE 1;x,y`",
        Some("PLOT INVERSE 1;"),
    ),
    (
        "UNPLOT",
        "remove a dot with `PLOT INVERSE 1;x,y`",
        Some("PLOT INVERSE 1;"),
    ),
    (
        "HPLOT",
        "draw a dot with `PLOT x,y`, a line from there with `DRAW`",
        Some("PLOT"),
    ),
    (
        "LINE",
        "draw a line with `PLOT x,y`, then `DRAW` and the distances",
        None,
    ),
    (
        "MODE",
        "there is one screen: 32 columns, 22 rows, 256 by 176 dots",
        None,
    ),
    (
        "SCREEN",
        "there is one screen: 32 columns, 22 rows, 256 by 176 dots",
        None,
    ),
    (
        "GR",
        "there is one screen: 32 columns, 22 rows, 256 by 176 dots",
        None,
    ),
    (
        "HGR",
        "there is one screen: 32 columns, 22 rows, 256 by 176 dots",
        None,
    ),
    (
        "WIDTH",
        "there is one screen: 32 columns, 22 rows, 256 by 176 dots",
        None,
    ),
    ("VDU", "print control codes: `PRINT CHR$ n;`", None),
    (
        "SOUND",
        "play a tone with `BEEP seconds,semitones above middle C`",
        None,
    ),
    (
        "PLAY",
        "play a tone with `BEEP seconds,semitones above middle C`",
        None,
    ),
    (
        "TONE",
        "play a tone with `BEEP seconds,semitones above middle C`",
        None,
    ),
    ("SLEEP", "`PAUSE n` waits n fiftieths of a second", None),
    ("WAIT", "`PAUSE n` waits n fiftieths of a second", None),
    ("DELAY", "`PAUSE n` waits n fiftieths of a second", None),
    ("SCROLL", "the screen scrolls automatically when it is full", None),
    ("FAST", "this is a ZX81 command: remove it", None),
    ("SLOW", "this is a ZX81 command: remove it", None),
    ("WRITE", "use `PRINT`", Some("PRINT")),
    ("GET", "read a key with `LET k$=INKEY$`", None),
    ("LINPUT", "read a whole line with `INPUT LINE a$`", None),
    ("SWAP", "exchange values through a third variable", None),
    ("INC", "add 1: `LET x=x+1`", None),
    ("DEC", "subtract 1: `LET x=x-1`", None),
    ("CONST", "there are no constants: `LET`", Some("LET")),
    ("VAR", "an assignment starts with `LET`", Some("LET")),
    ("DEF", "define a function with `DEF FN f(x)=...`", None),
    ("DEFINT", "there is only one type of number: remove this", None),
    ("DEFSTR", "names of strings end in `$`: remove this", None),
    ("OPTION", "subscripts start at 1: remove this", None),
    ("TRAP", "errors cannot be caught", None),
    ("RESUME", "errors cannot be caught", None),
    ("ERROR", "errors cannot be caught", None),
    ("TRON", "there is no trace command: remove this", None),
];

/// Functions and operators of other BASICs: the word without `$`, a description of its Sinclair equivalent,
/// and its replacement.
const FUNCTIONS: &[(&str, &str, Option<&str>)] = &[
    ("MID", "a part of a string is `a$(first TO last)`", None),
    ("LEFT", "the first n characters are `a$( TO n)`", None),
    ("RIGHT", "the last n characters are `a$(LEN a$-n+1 TO )`", None),
    (
        "INSTR",
        "search a string with a loop over `a$(i TO i+LEN b$-1)`",
        None,
    ),
    ("STRING", "repeat a string with a loop of `LET a$=a$+b$`", None),
    ("SPACE", "spaces up to a column are `TAB n` in PRINT", None),
    ("SPC", "spaces up to a column are `TAB n` in PRINT", None),
    (
        "UCASE",
        "capitals: `CHR$ (CODE a$-32)` for letters from a to z",
        None,
    ),
    (
        "UPPER",
        "capitals: `CHR$ (CODE a$-32)` for letters from a to z",
        None,
    ),
    (
        "LCASE",
        "small letters: `CHR$ (CODE a$+32)` for letters from A to Z",
        None,
    ),
    (
        "LOWER",
        "small letters: `CHR$ (CODE a$+32)` for letters from A to Z",
        None,
    ),
    ("ASC", "a character's code is `CODE a$`", Some("CODE ")),
    ("ORD", "a character's code is `CODE a$`", Some("CODE ")),
    ("CHR", "the character of a code is `CHR$ n`", Some("CHR$ ")),
    ("STR", "a number as a string is `STR$ n`", Some("STR$ ")),
    (
        "HEX",
        "there are no hexadecimal numbers; BIN has binary ones",
        None,
    ),
    ("LOG", "the natural logarithm is `LN x`", Some("LN ")),
    ("SQRT", "the square root is `SQR x`", Some("SQR ")),
    ("ATAN", "the arctangent is `ATN x`", Some("ATN ")),
    ("ASIN", "the arcsine is `ASN x`", Some("ASN ")),
    ("ACOS", "the arccosine is `ACS x`", Some("ACS ")),
    ("FIX", "without its fraction: `SGN x*INT ABS x`", None),
    ("CINT", "rounded: `INT (x+.5)`", None),
    ("ROUND", "rounded: `INT (x+.5)`", None),
    ("RANDOM", "a whole number from 1 to n: `INT (RND*n)+1`", None),
    ("RAND", "a whole number from 1 to n: `INT (RND*n)+1`", None),
    ("INKEY", "read the pressed key with `INKEY$`", Some("INKEY$")),
    ("INP", "read a port with `IN n`", Some("IN ")),
    (
        "TIMER",
        "fiftieths of a second: `PEEK 23672+256*PEEK 23673+65536*PEEK 23674`",
        None,
    ),
    (
        "TIME",
        "fiftieths of a second: `PEEK 23672+256*PEEK 23673+65536*PEEK 23674`",
        None,
    ),
    (
        "TI",
        "fiftieths of a second: `PEEK 23672+256*PEEK 23673+65536*PEEK 23674`",
        None,
    ),
    ("TRUE", "true is 1", Some("1")),
    ("FALSE", "false is 0", Some("0")),
    ("MOD", "the remainder is `a-b*INT (a/b)`", None),
    ("DIV", "the whole quotient is `INT (a/b)`", None),
    ("XOR", "exclusive or: `(a AND NOT b) OR (b AND NOT a)`", None),
    ("EQV", "equal truth: `NOT a=NOT b`", None),
    (
        "ELSE",
        "there is no ELSE: a second line `IF NOT (condition) THEN ...`",
        None,
    ),
    (
        "USING",
        "there is no PRINT USING: place numbers with `TAB` and `STR$`",
        None,
    ),
    ("DOWNTO", "count down with `FOR n=10 TO 1 STEP -1`", None),
];

/// Operators of other languages, longest first: the operator, its Sinclair equivalent, and an explanation.
pub(crate) const OPERATORS: &[(&str, &str, &str)] = &[
    ("!=", "<>", "not equal is `<>`"),
    ("/=", "<>", "not equal is `<>`"),
    ("==", "=", "equal is `=`"),
    ("=<", "<=", "less or equal is `<=`"),
    ("=>", ">=", "greater or equal is `>=`"),
    ("><", "<>", "not equal is `<>`"),
    ("**", "^", "a power is `^`, the up arrow"),
    ("&&", " AND ", "both is `AND`"),
    ("||", " OR ", "either is `OR`"),
];

fn find(
    table: &'static [(&str, &'static str, Option<&str>)],
    word: &str,
) -> Option<(&'static str, Option<&'static str>)> {
    let word = word.to_ascii_uppercase();
    let found = table.iter().find(|(known, ..)| *known == word)?;
    Some((found.1, found.2))
}

/// Returns the equivalent of another BASIC's command: a description, and the keyword that can replace it.
pub(crate) fn command(word: &str) -> Option<(&'static str, Option<&'static str>)> {
    const PROCEDURE: &str = "PROC";
    let is_call = word
        .get(..PROCEDURE.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(PROCEDURE));
    find(COMMANDS, if is_call { PROCEDURE } else { word })
}

/// Returns the command that a word abbreviates, such as RAND and CONT on the keys: the only one that starts
/// with the word and has at least two more letters (one missing letter is a typing error).
pub(crate) fn short_form(word: &str) -> Option<&'static str> {
    let mut commands = (token::DEF_FN..=0xFF).filter_map(token::text).filter(|command| {
        let start = command.get(..word.len());
        word.len() >= 3
            && word.len() + 1 < command.len()
            && start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    });
    commands.next().filter(|_| commands.next().is_none())
}

/// Like [`command`], for a function or an operator; a final `$` is ignored.
pub(crate) fn function(word: &str) -> Option<(&'static str, Option<&'static str>)> {
    find(FUNCTIONS, word.trim_end_matches('$'))
}

/// Returns the equivalent of a word in an expression that is not one of the program's names.
pub(crate) fn in_expression(word: &str) -> Option<&'static str> {
    function(word).map(|(help, _)| help)
}

/// Splits a name into the words that it is written as: where its codes do not touch there are spaces.
pub(crate) fn split(name: &str, places: &[Range<usize>]) -> Vec<String> {
    let mut words = Vec::<String>::new();
    let mut end = None;
    for (letter, place) in name.chars().zip(places) {
        match words.last_mut().filter(|_| end == Some(place.start)) {
            Some(word) => word.push(letter),
            None => words.push(letter.to_string()),
        }
        end = Some(place.end);
    }
    words
}

/// Returns the statement keyword whose spelling is closest to `word`.
pub(crate) fn closest_command(word: &str) -> Option<&'static str> {
    let commands = (token::DEF_FN..=0xFF).filter_map(token::text);
    closest(word, commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_words() {
        for (word, meant) in [
            ("PIRNT", Some("PRINT")),
            ("PRNT", Some("PRINT")),
            ("GOTI", Some("GO TO")),
            ("RANDOMZE", Some("RANDOMIZE")),
            ("INPTU", Some("INPUT")),
            ("xyzzy", None),
            ("x", None),
        ] {
            assert_eq!(closest_command(word), meant, "{word}");
        }
    }

    #[test]
    fn names_as_they_are_written() {
        assert_eq!(split("AMODB", &[0..1, 2..3, 3..4, 4..5, 6..7]), ["A", "MOD", "B"]);
    }

    /// No table entry is a Sinclair keyword or a duplicate.
    #[test]
    fn tables() {
        for table in [COMMANDS, FUNCTIONS] {
            let mut words: Vec<&str> = table.iter().map(|(word, ..)| *word).collect();
            words.sort_unstable();
            let count = words.len();
            words.dedup();
            assert_eq!(words.len(), count);
        }
    }
}
