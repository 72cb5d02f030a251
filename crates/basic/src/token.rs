//! The keywords, their one-byte codes A5 to FF, and the spaces around them in a listing.
//!
//! Source: the character set in appendix A of the 48K's BASIC manual; the spaces as printed by LIST and
//! LLIST.

use std::sync::LazyLock;

/// Declares one constant per keyword, with consecutive codes starting at the given one, and the table of
/// their texts.
macro_rules! keywords {
    ($first:literal: $($name:ident $text:literal),* $(,)?) => {
        keywords!(@constants $first; $($name $text,)*);
        const TEXTS: [&str; 256 - $first] = [$($text),*];
    };
    (@constants $code:expr; $name:ident $text:literal, $($rest:tt)*) => {
        #[doc = concat!("The keyword `", $text, "`.")]
        pub const $name: u8 = $code as u8;
        keywords!(@constants $code as u16 + 1; $($rest)*);
    };
    (@constants $code:expr;) => {};
}

keywords! { 0xA5:
    RND "RND", INKEY_S "INKEY$", PI "PI", FN "FN", POINT "POINT", SCREEN_S "SCREEN$", ATTR "ATTR", AT "AT", TAB "TAB",
    VAL_S "VAL$", CODE "CODE", VAL "VAL", LEN "LEN", SIN "SIN", COS "COS", TAN "TAN", ASN "ASN", ACS "ACS", ATN "ATN",
    LN "LN", EXP "EXP", INT "INT", SQR "SQR", SGN "SGN", ABS "ABS", PEEK "PEEK", IN "IN", USR "USR", STR_S "STR$",
    CHR_S "CHR$", NOT "NOT", BIN "BIN", OR "OR", AND "AND", LESS_EQUAL "<=", GREATER_EQUAL ">=", NOT_EQUAL "<>",
    LINE "LINE", THEN "THEN", TO "TO", STEP "STEP", DEF_FN "DEF FN", CAT "CAT", FORMAT "FORMAT", MOVE "MOVE",
    ERASE "ERASE", OPEN "OPEN #", CLOSE "CLOSE #", MERGE "MERGE", VERIFY "VERIFY", BEEP "BEEP", CIRCLE "CIRCLE",
    INK "INK", PAPER "PAPER", FLASH "FLASH", BRIGHT "BRIGHT", INVERSE "INVERSE", OVER "OVER", OUT "OUT",
    LPRINT "LPRINT", LLIST "LLIST", STOP "STOP", READ "READ", DATA "DATA", RESTORE "RESTORE", NEW "NEW",
    BORDER "BORDER", CONTINUE "CONTINUE", DIM "DIM", REM "REM", FOR "FOR", GO_TO "GO TO", GO_SUB "GO SUB",
    INPUT "INPUT", LOAD "LOAD", LIST "LIST", LET "LET", PAUSE "PAUSE", NEXT "NEXT", POKE "POKE", PRINT "PRINT",
    PLOT "PLOT", RUN "RUN", SAVE "SAVE", RANDOMIZE "RANDOMIZE", IF "IF", CLS "CLS", DRAW "DRAW", CLEAR "CLEAR",
    RETURN "RETURN", COPY "COPY",
}

/// The first keyword's code.
pub const FIRST: u8 = RND;

/// `SPECTRUM`, which a Spectrum 128 has in place of the user-defined graphic T.
pub const SPECTRUM: u8 = 0xa3;

/// `PLAY`, which a Spectrum 128 has in place of the user-defined graphic U.
pub const PLAY: u8 = 0xa4;

/// The code before the five bytes of a number.
pub const NUMBER: u8 = 0x0e;

/// Returns the keyword's text without the spaces around it, or `None` if the code is not a keyword.
pub fn text(code: u8) -> Option<&'static str> {
    code.checked_sub(FIRST).map(|index| TEXTS[usize::from(index)])
}

/// Returns the text of a command that only a Spectrum 128 has. A code counts as a command only at the start of
/// a statement; elsewhere it is a user-defined graphic.
pub fn text_of_128(code: u8) -> Option<&'static str> {
    match code {
        SPECTRUM => Some("SPECTRUM"),
        PLAY => Some("PLAY"),
        _ => None,
    }
}

/// Whether a listing prints a space before the keyword, unless there is one already: true for the words from
/// OR on, not for the functions before it.
pub fn leading_space(code: u8) -> bool {
    text_of_128(code).is_some()
        || code >= OR && text(code).is_some_and(|text| text.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Whether a listing prints a space after the keyword: true for every word that ends in a letter or `$`,
/// except the functions without an argument: RND, INKEY$ and PI.
pub fn trailing_space(code: u8) -> bool {
    text_of_128(code).is_some()
        || code > PI
            && text(code).is_some_and(|text| text.ends_with(|c: char| c.is_ascii_alphabetic() || c == '$'))
}

/// Number of letters in the longest spelling of a keyword, spaces not counted.
pub(crate) const MAX_KEYWORD_LETTERS: usize = 9;

/// Accepted alternative spellings of keywords, in upper case without spaces.
const SPELLINGS: [(&str, u8); 1] = [("RANDOMISE", RANDOMIZE)];

/// All spellings by the ASCII character that they start with.
static SPELLINGS_BY_FIRST_CHARACTER: LazyLock<[Vec<(&str, u8)>; 128]> = LazyLock::new(|| {
    let own = (FIRST..=0xff).map(|code| (TEXTS[usize::from(code - FIRST)], code));
    let mut starting = [const { Vec::new() }; 128];
    for (spelling, code) in own.chain(SPELLINGS) {
        starting[usize::from(spelling.as_bytes()[0])].push((spelling, code));
    }
    starting
});

/// Returns the longest keyword at the start of `text`, in any case, and its length there. Spaces may only be
/// inside a keyword where it has one (`GO TO`, `GOTO`, `DEF  FN`, `OPEN#`): `< >` is two operators. The text
/// after the keyword is not examined.
pub fn longest_at(text: &[u8]) -> Option<(u8, usize)> {
    let first = text.first()?.to_ascii_uppercase();
    let starting = SPELLINGS_BY_FIRST_CHARACTER.get(usize::from(first))?;
    starting
        .iter()
        .filter_map(|&(spelling, code)| spelled_at(text, spelling).map(|length| (code, length)))
        .max_by_key(|&(_, length)| length)
}

/// Whether a keyword can start a statement.
pub fn is_command(code: u8) -> bool {
    code >= DEF_FN
}

/// Like [`longest_at()`], for the keywords that can start a statement, including those that only a Spectrum 128
/// has.
pub fn command_at(text: &[u8]) -> Option<(u8, usize)> {
    let of_48 = longest_at(text).filter(|&(code, _)| is_command(code));
    of_48.or_else(|| {
        [SPECTRUM, PLAY].into_iter().find_map(|code| {
            let length = spelled_at(text, text_of_128(code)?)?;
            Some((code, length))
        })
    })
}

/// Length of `spelling` at the start of `text`, if it is there.
fn spelled_at(text: &[u8], spelling: &str) -> Option<usize> {
    let mut at = 0;
    for letter in spelling.bytes() {
        if letter == b' ' {
            at += text[at..].iter().take_while(|&&c| c == b' ').count();
        } else if text.get(at).is_some_and(|c| c.eq_ignore_ascii_case(&letter)) {
            at += 1;
        } else {
            return None;
        }
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_spaces() {
        assert_eq!((RND, OR, THEN, PRINT, COPY), (0xa5, 0xc5, 0xcb, 0xf5, 0xff));
        assert_eq!(text(0xa4), None);
        assert_eq!((leading_space(NOT), trailing_space(NOT)), (false, true));
        assert_eq!((leading_space(PI), trailing_space(PI)), (false, false));
        assert_eq!((leading_space(OPEN), trailing_space(OPEN)), (true, false));
        assert_eq!(
            (leading_space(NOT_EQUAL), trailing_space(NOT_EQUAL)),
            (false, false)
        );
        assert_eq!((leading_space(LINE), trailing_space(LINE)), (true, true));
    }

    #[test]
    fn commands() {
        assert_eq!(command_at(b"goto 10"), Some((GO_TO, 4)));
        assert_eq!(command_at(b"play a$"), Some((PLAY, 4)));
        assert_eq!(command_at(b"SIN x"), None);
        assert_eq!(command_at(b"PLA"), None);
    }

    #[test]
    fn spellings() {
        assert_eq!(longest_at(b"goto 10"), Some((GO_TO, 4)));
        assert_eq!(longest_at(b"Go  Sub 10"), Some((GO_SUB, 7)));
        assert_eq!(longest_at(b"VAL$ a"), Some((VAL_S, 4)));
        assert_eq!(longest_at(b"randomise"), Some((RANDOMIZE, 9)));
        assert_eq!(longest_at(b"<>"), Some((NOT_EQUAL, 2)));
        assert_eq!(longest_at(b"< >"), None);
        assert_eq!(longest_at(b"xyz"), None);
        assert_eq!(longest_at(b""), None);
        let letters = |spelling: &&str| spelling.bytes().filter(|&letter| letter != b' ').count();
        let all = TEXTS
            .iter()
            .copied()
            .chain(SPELLINGS.map(|(spelling, _)| spelling));
        assert_eq!(
            all.map(|spelling| letters(&spelling)).max(),
            Some(MAX_KEYWORD_LETTERS)
        );
    }
}
