//! What each keyword means, in a sentence or two.
//!
//! Source: chapters 1 to 25 of the 48K's BASIC manual; what the ROM of this project does was tried on the machine.

use crate::token;

/// What a keyword means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The keyword, as listings write it.
    pub keyword: &'static str,
    /// How it is written; what can be left out stands in `[` and `]`.
    pub syntax: &'static str,
    /// What it does, and within which limits.
    pub text: &'static str,
}

/// The meaning of the keyword with this code; `None` if the code is no keyword's.
pub fn of_token(code: u8) -> Option<Meaning> {
    let keyword = token::text(code)?;
    let (syntax, text) = MEANINGS[usize::from(code - token::FIRST)];
    Some(Meaning {
        keyword,
        syntax,
        text,
    })
}

/// The meaning of a keyword in any spelling that a listing may have: `GO TO`, `goto`, `RANDOMISE`.
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

/// Syntax and meaning of the keywords, in the order of their codes.
const MEANINGS: [(&str, &str); 256 - token::FIRST as usize] = [
    // Functions and what stands in statements.
    (
        "RND",
        "A number from 0 to below 1 that looks like chance. The same numbers come after the same RANDOMIZE, and they start over after 65,536.",
    ),
    (
        "INKEY$",
        "The key that is down now, as a string of one character; the empty string where none is, or several are. It does not wait.",
    ),
    ("PI", "The number 3.1415927."),
    (
        "FN f(x, ...) or FN f$(x, ...)",
        "The value of the function that DEF FN defines under this letter. Report P where there is none, Q where the arguments are others than it takes.",
    ),
    (
        "POINT (x,y)",
        "1 if the dot has the INK colour, 0 if it has the PAPER colour. x is from 0 to 255 from the left, y from 0 to 175 from the bottom; else report B.",
    ),
    (
        "SCREEN$ (row,column)",
        "The character that is seen at a place of the screen, or the empty string where it is none that the ROM knows. Rows are 0 to 23, columns 0 to 31; else report B.",
    ),
    (
        "ATTR (row,column)",
        "The colours of a cell of the screen as one number: INK, 8 times PAPER, 64 if it is BRIGHT, 128 if it flashes. Rows are 0 to 23, columns 0 to 31.",
    ),
    (
        "PRINT AT row,column; ...",
        "An item of PRINT, LPRINT and INPUT: what follows is printed there. Rows are 0 to 21 from the top, columns 0 to 31 from the left; else report 5 or B.",
    ),
    (
        "PRINT TAB column; ...",
        "An item of PRINT, LPRINT and INPUT: spaces up to a column, in the next row if that is already passed. Columns count from 0, and 32 is 0 again.",
    ),
    (
        "VAL$ string",
        "Takes the string as an expression and gives the string that it is worth: VAL$ \"a$\" is a$. Report C if it is none.",
    ),
    (
        "CODE string",
        "The code of the string's first character, 0 to 255; 0 for the empty string.",
    ),
    (
        "VAL string",
        "Takes the string as an expression and gives the number that it is worth: VAL \"2*3\" is 6. Report C if it is none.",
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
        "The natural logarithm: EXP the other way round. Of 0 and below there is none: report A.",
    ),
    (
        "EXP number",
        "2.7182818 to the power of the number. Above 88 it is too big: report 6.",
    ),
    (
        "INT number",
        "The number rounded down to a whole one: INT 2.9 is 2, INT -2.1 is -3.",
    ),
    ("SQR number", "The square root. Below 0 there is none: report A."),
    ("SGN number", "The number's sign: 1 above 0, 0 for 0, -1 below."),
    ("ABS number", "The number without its sign."),
    (
        "PEEK address",
        "The byte, 0 to 255, at an address of memory from 0 to 65535.",
    ),
    (
        "IN port",
        "Reads a byte from a port, 0 to 65535. IN 65278, for one, shows the keys from CAPS SHIFT to V: a bit is 0 for each that is down.",
    ),
    (
        "USR address or USR string",
        "Calls machine code and gives what it leaves in BC: RANDOMIZE USR 60000. Of a letter from a to u, it is the address of that user-defined graphic's eight bytes.",
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
        "A number in binary digits, 16 at most: BIN 101 is 5. A space between the digits is allowed.",
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
        "After INPUT, all that is typed is taken as the string, quotes too. After SAVE, the program goes on at that line when it is loaded.",
    ),
    (
        "IF condition THEN statement",
        "What follows it in the line is done only if the condition holds.",
    ),
    (
        "FOR n=first TO last or a$(first TO last)",
        "The limit of a FOR, or a part of a string: a$(2 TO 4) is its second to fourth characters. A side left out is the string's end.",
    ),
    (
        "FOR n=first TO last STEP size",
        "By how much NEXT changes the control variable; 1 where there is none. Below 0 the loop counts down.",
    ),
    // Commands.
    (
        "DEF FN f(x, ...)=expression",
        "Defines a function for FN: one letter, with $ where it gives a string. Its parameters are of one letter, and it need not be run to count.",
    ),
    (
        "CAT",
        "For the Microdrive, which lists a cartridge. Without its interface: report O.",
    ),
    (
        "FORMAT name",
        "For the Microdrive, which makes a cartridge ready. Without its interface: report O.",
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
        "Takes a stream's channel away; streams 0 to 3 get their own back.",
    ),
    (
        "MERGE name",
        "Loads a program from tape and keeps the one that is there: lines with the same number, and variables with the same name, are replaced. It does not start.",
    ),
    (
        "VERIFY name [DATA a(), CODE start,length or SCREEN$]",
        "Compares what SAVE has put on tape with memory. Report R where they differ.",
    ),
    (
        "BEEP seconds,pitch",
        "A tone. The pitch counts semitones from middle C, down below 0 and up above; it is from -60 to 69, and the tone lasts 10 seconds at most: else report B.",
    ),
    (
        "CIRCLE x,y,radius",
        "Draws a circle around a dot. All of it has to be on the screen, 0 to 255 and 0 to 175: else report B.",
    ),
    (
        "INK colour",
        "The colour of what is printed and drawn: 0 black, 1 blue, 2 red, 3 magenta, 4 green, 5 cyan, 6 yellow, 7 white, 8 as it is there, 9 what stands out. Within PRINT it holds for that statement.",
    ),
    (
        "PAPER colour",
        "The colour behind what is printed, 0 to 9 as for INK. CLS then fills the screen with it.",
    ),
    (
        "FLASH number",
        "1: what is printed flashes, INK and PAPER changing places; 0: it does not; 8: as it is there.",
    ),
    (
        "BRIGHT number",
        "1: what is printed is brighter; 0: it is not; 8: as it is there.",
    ),
    (
        "INVERSE number",
        "1: characters are printed with INK and PAPER exchanged, and PLOT and DRAW remove dots; 0: as usual.",
    ),
    (
        "OVER number",
        "1: what is printed and drawn is put over what is there, and dots that meet go out; 0: it replaces it.",
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
        "Lists the program on the printer, from the line on if one is named.",
    ),
    (
        "STOP",
        "Stops the program with report 9. CONTINUE goes on after it.",
    ),
    (
        "READ variable, ...",
        "Takes the next values of the DATA lists into variables. Report E when they are used up.",
    ),
    (
        "DATA expression, ...",
        "Values for READ, in the order of the lines. When the program comes there itself, nothing happens.",
    ),
    (
        "RESTORE [line]",
        "READ goes on at the first DATA from this line on, or from the program's first.",
    ),
    (
        "NEW",
        "Deletes the program and its variables and begins from the start; what is above RAMTOP stays.",
    ),
    (
        "BORDER colour",
        "The colour around the screen, 0 to 7; the lower screen takes it as its PAPER.",
    ),
    (
        "CONTINUE",
        "Typed after a report: goes on where the program stopped. After STOP that is the next statement, after an error the same one again.",
    ),
    (
        "DIM a(size, ...) or DIM a$(size, ..., length)",
        "Makes an array with subscripts from 1, filled with 0; one of that name is lost. The strings of a string array have a fixed length and are filled with spaces.",
    ),
    (
        "REM remark",
        "Nothing: the rest of the line is a remark, colons too.",
    ),
    (
        "FOR n=first TO last [STEP size]",
        "Repeats what stands up to NEXT n, with n from the first value to the last. The variable has one letter; where there is nothing to count, it goes on after the NEXT.",
    ),
    (
        "GO TO line",
        "Goes on at the line, or the next one where there is none with this number. The number can be worked out: GO TO 100*n.",
    ),
    (
        "GO SUB line",
        "Goes on at the line as GO TO does, and RETURN comes back to what stands after it.",
    ),
    (
        "INPUT [\"text\";] variable",
        "Waits for a line to be typed in the lower screen and puts its value into the variable. What is printed before it must be a string or in brackets, or it would be a variable.",
    ),
    (
        "LOAD name [DATA a(), CODE [start[,length]] or SCREEN$]",
        "Loads from tape what SAVE has put there under the name, or the next for \"\". A program replaces the one that is there, and its variables.",
    ),
    (
        "LIST [line]",
        "Lists the program on the screen, from the line on if one is named, and makes that the current line.",
    ),
    (
        "LET variable=value",
        "Gives a variable a value. A number's name is as long as you like, a string's and an array's is one letter.",
    ),
    (
        "PAUSE frames",
        "Waits so many 50ths of a second, 65535 at most, or until a key is pressed; PAUSE 0 waits for the key alone.",
    ),
    (
        "NEXT n",
        "Adds the STEP to the control variable and goes back to after its FOR, unless the last value is passed. Report 1 where it has had no FOR, 2 where there is no such variable.",
    ),
    (
        "POKE address,byte",
        "Puts a byte, -255 to 255, at an address of memory from 0 to 65535; the first 16384 are ROM and stay as they are.",
    ),
    (
        "PRINT items",
        "Prints values on the screen. After `;` the next follows at once, after `,` in the next half of the row, after `'` in a new row; at the end they keep the next PRINT from a new row.",
    ),
    (
        "PLOT x,y",
        "Draws a dot: x is from 0 to 255 from the left, y from 0 to 175 from the bottom, else report B. DRAW begins there.",
    ),
    (
        "RUN [line]",
        "Deletes the variables and starts the program, at the line if one is named.",
    ),
    (
        "SAVE name [LINE n, DATA a(), CODE start,length or SCREEN$]",
        "Puts the program on tape under a name of 10 characters at most; or an array, bytes of memory, the picture. With LINE it starts by itself when loaded.",
    ),
    (
        "RANDOMIZE [number]",
        "Chooses where RND begins: the same for the same number, 1 to 65535. Without one, or with 0, by how long the machine has been on.",
    ),
    (
        "IF condition THEN statement",
        "Does the rest of the line if the condition is not 0; else the next line follows. There is no ELSE.",
    ),
    (
        "CLS",
        "Clears the screen to PAPER; PRINT begins at the top again, DRAW at the bottom on the left.",
    ),
    (
        "DRAW x,y[,angle]",
        "Draws a line so far to the right and up, from where PLOT or DRAW was last; with an angle, in radians, an arc. It must not leave the screen: report B.",
    ),
    (
        "CLEAR [address]",
        "Deletes the variables, clears the screen and forgets all GO SUBs. With an address RAMTOP, the last byte that BASIC uses, is set; report M where that is impossible.",
    ),
    (
        "RETURN",
        "Comes back from the last GO SUB. Report 7 where there is none to come back from.",
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
