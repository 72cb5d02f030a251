//! Descriptions of the keywords, in a sentence or two each.
//!
//! Source: chapters 1 to 25 of the 48K's BASIC manual. The behaviour of this project's ROM was tested on the
//! machine.

use crate::token;

/// The description of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The keyword, as listings write it.
    pub keyword: &'static str,
    /// Its syntax; optional parts are in `[` and `]`.
    pub syntax: &'static str,
    /// Its effect and its limits.
    pub text: &'static str,
}

/// Returns the description of the keyword with this code; `None` if the code is not a keyword.
pub fn of_token(code: u8) -> Option<Meaning> {
    let keyword = token::text(code)?;
    let (syntax, text) = MEANINGS[usize::from(code - token::FIRST)];
    Some(Meaning {
        keyword,
        syntax,
        text,
    })
}

/// Returns the description of a keyword in any spelling that a listing may have: `GO TO`, `goto`,
/// `RANDOMISE`.
///
/// ```
/// let meaning = girafa_basic::meaning::of_keyword("gosub").unwrap();
/// assert_eq!((meaning.keyword, meaning.syntax), ("GO SUB", "GO SUB line"));
/// ```
pub fn of_keyword(keyword: &str) -> Option<Meaning> {
    let keyword = keyword.trim();
    let (code, length) = token::longest_at(keyword.as_bytes())?;
    if length < keyword.len() {
        return None;
    }
    of_token(code)
}

/// Syntax and description of the keywords, in code order.
const MEANINGS: [(&str, &str); 256 - token::FIRST as usize] = [
    // Functions, and keywords inside statements.
    (
        "RND",
        "A pseudo-random number, at least 0 and less than 1. The same RANDOMIZE gives the same numbers; they repeat after 65,536.",
    ),
    (
        "INKEY$",
        "The key that is pressed now, as a string of one character; the empty string if none or several are pressed. Does not wait.",
    ),
    ("PI", "The number 3.1415927."),
    (
        "FN f(x, ...) or FN f$(x, ...)",
        "The value of the function that DEF FN defines under this letter. Report P if there is none, Q if the arguments do not match.",
    ),
    (
        "POINT (x,y)",
        "1 if the dot has the INK colour, 0 if it has the PAPER colour. x is from 0 to 255 from the left, y from 0 to 175 from the bottom; else report B.",
    ),
    (
        "SCREEN$ (row,column)",
        "The character at a position of the screen, or the empty string if the ROM does not recognise it. Rows are 0 to 23, columns 0 to 31; else report B.",
    ),
    (
        "ATTR (row,column)",
        "The colours of a cell of the screen as one number: INK, 8 times PAPER, 64 if it is BRIGHT, 128 if it is FLASH. Rows are 0 to 23, columns 0 to 31.",
    ),
    (
        "PRINT AT row,column; ...",
        "An item of PRINT, LPRINT and INPUT: what follows is printed there. Rows are 0 to 21 from the top, columns 0 to 31 from the left; else report 5 or B.",
    ),
    (
        "PRINT TAB column; ...",
        "An item of PRINT, LPRINT and INPUT: spaces up to a column, in the next row if the position is already past it. Columns count from 0, and 32 is 0 again.",
    ),
    (
        "VAL$ string",
        "Evaluates the string as a string expression: VAL$ \"a$\" is a$. Report C if it is not one.",
    ),
    (
        "CODE string",
        "The code of the string's first character, 0 to 255; 0 for the empty string.",
    ),
    (
        "VAL string",
        "Evaluates the string as a numeric expression: VAL \"2*3\" is 6. Report C if it is not one.",
    ),
    ("LEN string", "How many characters the string has."),
    ("SIN angle", "The sine of an angle, which is in radians."),
    ("COS angle", "The cosine of an angle, which is in radians."),
    ("TAN angle", "The tangent of an angle, which is in radians."),
    (
        "ASN number",
        "The angle, in radians, whose sine this is. The number is from -1 to 1; else report A.",
    ),
    (
        "ACS number",
        "The angle, in radians, whose cosine this is. The number is from -1 to 1; else report A.",
    ),
    ("ATN number", "The angle, in radians, whose tangent this is."),
    (
        "LN number",
        "The natural logarithm, the inverse of EXP. Report A for 0 and below.",
    ),
    (
        "EXP number",
        "2.7182818 to the power of the number. Above 88 it is too big: report 6.",
    ),
    (
        "INT number",
        "The number rounded down to a whole one: INT 2.9 is 2, INT -2.1 is -3.",
    ),
    ("SQR number", "The square root. Report A below 0."),
    ("SGN number", "The number's sign: 1 above 0, 0 for 0, -1 below."),
    ("ABS number", "The number without its sign."),
    (
        "PEEK address",
        "The byte, 0 to 255, at an address of memory from 0 to 65535.",
    ),
    (
        "IN port",
        "Reads a byte from a port, 0 to 65535. IN 65278, for example, reads the keys from CAPS SHIFT to V: the bit of a pressed key is 0.",
    ),
    (
        "USR address or USR string",
        "Calls machine code and returns the value of BC: RANDOMIZE USR 60000. Of a letter from a to u, it is the address of that user-defined graphic's eight bytes.",
    ),
    ("STR$ number", "The number as a string, as PRINT would show it."),
    (
        "CHR$ code",
        "The character with this code, 0 to 255. Those below 32 control what is printed: CHR$ 13 begins a row, CHR$ 16 and a colour's number set INK.",
    ),
    (
        "NOT number",
        "1 if the number is 0, else 0. It binds more loosely than a comparison: NOT a=b asks whether they differ.",
    ),
    (
        "BIN digits",
        "A number of at most 16 binary digits: BIN 101 is 5. A space between the digits is allowed.",
    ),
    (
        "x OR y",
        "1 if y is not 0, else x: of two conditions, whether either holds. Numbers only.",
    ),
    (
        "x AND y or string AND y",
        "x if y is not 0, else 0, or the empty string: of two conditions, whether both hold.",
    ),
    (
        "x <= y",
        "1 if x is at most y, else 0. Strings are compared by the codes of their characters.",
    ),
    (
        "x >= y",
        "1 if x is at least y, else 0. Strings are compared by the codes of their characters.",
    ),
    (
        "x <> y",
        "1 if x and y differ, else 0. Both are numbers, or both strings.",
    ),
    (
        "INPUT LINE a$ or SAVE name LINE number",
        "After INPUT, the whole typed line is the string, including quotes. After SAVE, the program starts at that line when it is loaded.",
    ),
    (
        "IF condition THEN statement",
        "The rest of the line runs only if the condition is true.",
    ),
    (
        "FOR n=first TO last or a$(first TO last)",
        "The limit of a FOR, or a part of a string: a$(2 TO 4) is its second to fourth characters. A missing limit is that end of the string.",
    ),
    (
        "FOR n=first TO last STEP size",
        "How much NEXT adds to the control variable; 1 if it is missing. A negative STEP counts down.",
    ),
    // Commands.
    (
        "DEF FN f(x, ...)=expression",
        "Defines a function for FN: one letter, followed by $ if it returns a string. Its parameters are single letters. It takes effect without being run.",
    ),
    (
        "CAT",
        "For the Microdrive, which lists a cartridge. Without its interface: report O.",
    ),
    (
        "FORMAT name",
        "For the Microdrive, which formats a cartridge. Without its interface: report O.",
    ),
    (
        "MOVE from,to",
        "For the Microdrive, which copies a file. Without its interface: report O.",
    ),
    (
        "ERASE name",
        "For the Microdrive, which deletes a file. Without its interface: report O.",
    ),
    (
        "OPEN #stream,channel",
        "Gives a stream, 0 to 15, one of the channels \"k\" (lower screen), \"s\" (upper screen) and \"p\" (printer). Then PRINT #stream goes there.",
    ),
    (
        "CLOSE #stream",
        "Closes a stream; streams 0 to 3 return to their own channels.",
    ),
    (
        "MERGE name",
        "Loads a program from tape and merges it with the one in memory: lines with the same number, and variables with the same name, are replaced. It does not start.",
    ),
    (
        "VERIFY name [DATA a(), CODE start,length or SCREEN$]",
        "Compares data on tape with memory. Report R if they differ.",
    ),
    (
        "BEEP seconds,pitch",
        "Plays a tone. The pitch is in semitones above middle C, from -60 to 69; the duration is at most 10 seconds. Else report B.",
    ),
    (
        "CIRCLE x,y,radius",
        "Draws a circle around a dot. All of it must be on the screen, 0 to 255 and 0 to 175: else report B.",
    ),
    (
        "INK colour",
        "The colour for printing and drawing: 0 black, 1 blue, 2 red, 3 magenta, 4 green, 5 cyan, 6 yellow, 7 white, 8 unchanged, 9 contrasting. Inside PRINT it applies to that statement only.",
    ),
    (
        "PAPER colour",
        "The background colour for printing, 0 to 9 as for INK. CLS then fills the screen with it.",
    ),
    (
        "FLASH number",
        "1: printed characters flash, exchanging INK and PAPER; 0: they do not; 8: unchanged.",
    ),
    (
        "BRIGHT number",
        "1: printed characters are brighter; 0: they are not; 8: unchanged.",
    ),
    (
        "INVERSE number",
        "1: characters are printed with INK and PAPER exchanged, and PLOT and DRAW remove dots; 0: as usual.",
    ),
    (
        "OVER number",
        "1: printing and drawing is combined with the screen by exclusive or; 0: it replaces it.",
    ),
    (
        "OUT port,byte",
        "Sends a byte, 0 to 255, to a port, 0 to 65535. OUT 254 sets the border and the loudspeaker.",
    ),
    (
        "LPRINT items",
        "As PRINT, but on the printer, in rows of 32 characters. A row is printed when it is full or ended.",
    ),
    (
        "LLIST [line]",
        "Lists the program on the printer, starting at the line if one is given.",
    ),
    (
        "STOP",
        "Stops the program with report 9. CONTINUE goes on after it.",
    ),
    (
        "READ variable, ...",
        "Assigns the next values of the DATA lists to variables. Report E if none are left.",
    ),
    (
        "DATA expression, ...",
        "Values for READ, in the order of the lines. As a statement it does nothing.",
    ),
    (
        "RESTORE [line]",
        "READ continues at the first DATA at or after this line, or at the first of the program.",
    ),
    (
        "NEW",
        "Deletes the program and its variables and restarts BASIC; memory above RAMTOP is kept.",
    ),
    (
        "BORDER colour",
        "The colour around the screen, 0 to 7; the lower screen uses it as its PAPER.",
    ),
    (
        "CONTINUE",
        "Typed after a report: continues where the program stopped. After STOP that is the next statement, after an error the same one.",
    ),
    (
        "DIM a(size, ...) or DIM a$(size, ..., length)",
        "Creates an array with subscripts from 1, filled with 0; an existing array of that name is deleted. The strings of a string array have a fixed length and are filled with spaces.",
    ),
    (
        "REM remark",
        "A comment: the rest of the line, including colons, is ignored.",
    ),
    (
        "FOR n=first TO last [STEP size]",
        "Repeats the statements up to NEXT n, with n from the first value to the last. The variable has one letter; if the first value is past the last, the program continues after the NEXT.",
    ),
    (
        "GO TO line",
        "Continues at the line, or at the next one if it does not exist. The number can be computed: GO TO 100*n.",
    ),
    (
        "GO SUB line",
        "Continues at the line as GO TO does; RETURN comes back to the statement after it.",
    ),
    (
        "INPUT [\"text\";] variable",
        "Waits for a line to be typed in the lower screen and assigns its value to the variable. A prompt must be a string or in brackets, or it would be a variable.",
    ),
    (
        "LOAD name [DATA a(), CODE [start[,length]] or SCREEN$]",
        "Loads the data that SAVE wrote under the name, or the next data for \"\". A program replaces the one in memory and its variables.",
    ),
    (
        "LIST [line]",
        "Lists the program on the screen, starting at the line if one is given, and makes that the current line.",
    ),
    (
        "LET variable=value",
        "Assigns a value to a variable. The name of a number can have any length, those of strings and arrays are one letter.",
    ),
    (
        "PAUSE frames",
        "Waits for this many 50ths of a second, at most 65535, or until a key is pressed; PAUSE 0 waits for a key only.",
    ),
    (
        "NEXT n",
        "Adds the STEP to the control variable and jumps back to the statement after its FOR, unless the last value is passed. Report 1 if the variable is not from a FOR, 2 if it does not exist.",
    ),
    (
        "POKE address,byte",
        "Writes a byte, -255 to 255, to an address from 0 to 65535; the first 16384 are ROM and do not change.",
    ),
    (
        "PRINT items",
        "Prints values on the screen. After `;` the next item follows directly, after `,` in the next half of the row, after `'` in a new row; at the end, `;` and `,` make the next PRINT continue there.",
    ),
    (
        "PLOT x,y",
        "Draws a dot: x is from 0 to 255 from the left, y from 0 to 175 from the bottom, else report B. DRAW begins there.",
    ),
    (
        "RUN [line]",
        "Deletes the variables and starts the program, at the line if one is given.",
    ),
    (
        "SAVE name [LINE n, DATA a(), CODE start,length or SCREEN$]",
        "Saves the program to tape under a name of at most 10 characters; or an array, bytes of memory, or the picture. With LINE it starts automatically when loaded.",
    ),
    (
        "RANDOMIZE [number]",
        "Sets the seed of RND, 1 to 65535. Without a number, or with 0, the seed is the time since the machine was switched on.",
    ),
    (
        "IF condition THEN statement",
        "Runs the rest of the line if the condition is not 0; else continues at the next line. There is no ELSE.",
    ),
    (
        "CLS",
        "Clears the screen to PAPER; PRINT starts at the top again, DRAW at the bottom left.",
    ),
    (
        "DRAW x,y[,angle]",
        "Draws a line x to the right and y up from the last PLOT or DRAW position; with an angle, in radians, an arc. Report B if it leaves the screen.",
    ),
    (
        "CLEAR [address]",
        "Deletes the variables, clears the screen and the GO SUB stack. An address sets RAMTOP, the last byte that BASIC uses; report M if that is impossible.",
    ),
    (
        "RETURN",
        "Returns from the last GO SUB. Report 7 if there is none.",
    ),
    (
        "COPY",
        "Prints the picture of the upper 22 rows on the printer, dot by dot.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_has_a_meaning() {
        for code in token::FIRST..=u8::MAX {
            let Meaning {
                keyword,
                syntax,
                text,
            } = of_token(code).expect("a meaning");
            let name = keyword.trim_end_matches([' ', '#']);
            assert!(syntax.contains(name) || syntax == "digits", "{keyword}: {syntax}");
            let sentences = text.matches(". ").count() + text.matches("; ").count() + 1;
            assert!(
                text.ends_with('.') && text.len() > 20 && sentences <= 4,
                "{keyword}: {text}"
            );
            assert!(text.len() < 260, "{keyword}: {} characters", text.len());
            assert!(
                [syntax, text]
                    .concat()
                    .chars()
                    .all(|c| c.is_ascii_graphic() || c == ' '),
                "{keyword}"
            );
            assert_eq!(of_keyword(keyword), of_token(code), "{keyword}");
        }
        assert_eq!(of_token(token::FIRST - 1), None);
    }

    #[test]
    fn in_any_spelling() {
        let of = |keyword| of_keyword(keyword).map(|meaning| meaning.keyword);
        assert_eq!(of(" goto "), Some("GO TO"));
        assert_eq!(of("Randomise"), Some("RANDOMIZE"));
        assert_eq!(of("open#"), Some("OPEN #"));
        assert_eq!(of("<="), Some("<="));
        assert_eq!(of("PRINTER"), None);
        assert_eq!(of(""), None);
    }
}
