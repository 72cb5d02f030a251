//! The kinds of diagnostics.

use crate::diagnostic::{Diagnostic, Severity};

/// A kind of diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The code, which never changes: `G001`.
    pub code: &'static str,
    /// The highest severity; a less certain case is a warning.
    pub severity: Severity,
    /// A short description.
    pub title: &'static str,
    /// What happens on the machine, and how to fix it.
    pub explanation: &'static str,
}

impl Kind {
    /// Whether it is an error that prevents tokenising. Such an error cannot be allowed.
    pub fn is_mistake(&self) -> bool {
        (MISTAKES.0..=MISTAKES.1).contains(&self.code)
    }
}

/// The first and the last code of errors that prevent tokenising.
const MISTAKES: (&str, &str) = ("G100", "G103");

/// Returns the kind with this code, in any case.
pub fn kind(code: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.code.eq_ignore_ascii_case(code))
}

/// All kinds, by code.
pub const KINDS: &[Kind] = &[
    Kind {
        code: "G001",
        severity: Severity::Warning,
        title: "jump to a missing line",
        explanation: "GO TO or GO SUB names a line that does not exist. The machine continues at the next line that exists.",
    },
    Kind {
        code: "G002",
        severity: Severity::Warning,
        title: "jump beyond the last line",
        explanation: "GO TO or GO SUB names a line after the last one. The program ends there with report 0.",
    },
    Kind {
        code: "G003",
        severity: Severity::Error,
        title: "NEXT without FOR",
        explanation: "No FOR has the control variable of this NEXT: report 1 or 2.",
    },
    Kind {
        code: "G004",
        severity: Severity::Warning,
        title: "FOR without NEXT",
        explanation: "No NEXT has the control variable of this FOR. What follows is run once; if the loop is not entered at all, report I.",
    },
    Kind {
        code: "G005",
        severity: Severity::Error,
        title: "RETURN without GO SUB",
        explanation: "The program has RETURN and no GO SUB: report 7.",
    },
    Kind {
        code: "G007",
        severity: Severity::Warning,
        title: "unreachable statements",
        explanation: "No path from the first statement reaches this one; only the first of each group is reported. REM, DATA and DEF FN do not count.",
    },
    Kind {
        code: "G010",
        severity: Severity::Error,
        title: "variable that is never set",
        explanation: "A variable is read that no LET, READ, INPUT, FOR or DEF FN sets, or an array that no DIM makes: report 2. The same for a part of a string that is never set as a whole.",
    },
    Kind {
        code: "G011",
        severity: Severity::Error,
        title: "subscript out of bounds",
        explanation: "A subscript below 1 or above its DIM: report 3. A control variable's values count if they are constant; it is an error if the loop comes to the subscript with each of them.",
    },
    Kind {
        code: "G012",
        severity: Severity::Error,
        title: "FN without DEF FN",
        explanation: "A function is called that no DEF FN defines: report P.",
    },
    Kind {
        code: "G013",
        severity: Severity::Error,
        title: "READ without DATA",
        explanation: "The program has READ and no DATA: report E.",
    },
    Kind {
        code: "G014",
        severity: Severity::Error,
        title: "FN with the wrong arguments",
        explanation: "The number of arguments, or whether one is a string, differs from the DEF FN: report Q, or C without any argument. If several DEF FN have the name, the first one in the program counts.",
    },
    Kind {
        code: "G015",
        severity: Severity::Error,
        title: "running into a subroutine",
        explanation: "The program goes on into lines that GO SUB calls, and stops at their RETURN with report 7. Put STOP or GO TO before the subroutine.",
    },
    Kind {
        code: "G016",
        severity: Severity::Warning,
        title: "crossed loops",
        explanation: "The NEXT of the outer loop comes before that of the inner one, which then starts again in each round. The inner loop has to end first.",
    },
    Kind {
        code: "G017",
        severity: Severity::Note,
        title: "variable that is never read",
        explanation: "LET, READ or INPUT sets a variable, and no statement reads it.",
    },
    Kind {
        code: "G018",
        severity: Severity::Warning,
        title: "variable with the name of a function",
        explanation: "A variable is named pi or rnd. On the Spectrum these are keywords, and PRINT PI shows 3.1415927, not the variable.",
    },
    Kind {
        code: "G020",
        severity: Severity::Warning,
        title: "POKE of a system variable",
        explanation: "The address is that of a system variable, whose name and meaning are given (manual, chapter 25).",
    },
    Kind {
        code: "G021",
        severity: Severity::Warning,
        title: "keyword in letters in a string for VAL",
        explanation: "VAL and VAL$ take letters for a variable's name: a keyword in their string is its code, written \\{SIN}.",
    },
    Kind {
        code: "G022",
        severity: Severity::Note,
        title: "POKE of a system variable for its effect",
        explanation: "The system variable is one that programs set on purpose: key repeat, key click, CAPS LOCK, scrolling, colours, character set, graphics, clock, RND.",
    },
    Kind {
        code: "G030",
        severity: Severity::Error,
        title: "value out of range",
        explanation: "A constant that the statement or function cannot take, such as BORDER 9, POKE 70000,1 or CHR$ 300: report B, K, M, O, A or 3.",
    },
    Kind {
        code: "G031",
        severity: Severity::Error,
        title: "arithmetic that cannot be done",
        explanation: "A constant expression such as 1/0 (report 6) or SQR -1 (report A). Both sides of AND and OR are always evaluated.",
    },
    Kind {
        code: "G032",
        severity: Severity::Error,
        title: "impossible DIM",
        explanation: "A size of 0 (report 3), or an array that is larger than the memory (report 3 or 4).",
    },
    Kind {
        code: "G033",
        severity: Severity::Error,
        title: "item of PRINT out of range",
        explanation: "AT beyond the screen (report 5 or B), a colour that does not exist (K), a stream that does not exist (O).",
    },
    Kind {
        code: "G034",
        severity: Severity::Error,
        title: "FOR that never runs",
        explanation: "The limits are constant and the first value is beyond the last. The machine goes to the NEXT; without one, report I.",
    },
    Kind {
        code: "G035",
        severity: Severity::Error,
        title: "READ beyond the last DATA",
        explanation: "This READ always runs, and all items of DATA have been read by then: report E.",
    },
    Kind {
        code: "G036",
        severity: Severity::Warning,
        title: "USR of a line number",
        explanation: "USR calls the machine code at an address. The number is that of a line with DATA, whose bytes have to be read and poked first.",
    },
    Kind {
        code: "G037",
        severity: Severity::Warning,
        title: "DIM of one string used as several",
        explanation: "DIM a$(10) makes one string of ten characters, and a$(3) is one of them. DIM a$(10,20) makes ten strings of twenty.",
    },
    Kind {
        code: "G038",
        severity: Severity::Error,
        title: "READ of the other kind",
        explanation: "This READ always runs, and the item of DATA is a string where a number is expected, or the other way round: report C.",
    },
    Kind {
        code: "G039",
        severity: Severity::Error,
        title: "variable that is used before it is set",
        explanation: "The statement always runs, and no statement that sets the variable, or makes the array, runs before it: report 2. CLEAR deletes all variables.",
    },
    Kind {
        code: "G100",
        severity: Severity::Error,
        title: "statement that the editor refuses",
        explanation: "The machine's editor would not take the line. A likely correction is suggested.",
    },
    Kind {
        code: "G101",
        severity: Severity::Error,
        title: "word or sign of another BASIC",
        explanation: "The editor would not take the line. The word belongs to another BASIC or language; its equivalent is given.",
    },
    Kind {
        code: "G102",
        severity: Severity::Error,
        title: "mistake in the text of the listing",
        explanation: "A line number is missing, out of order or out of range, or a character or an escape is unknown.",
    },
    Kind {
        code: "G103",
        severity: Severity::Error,
        title: "listing that cannot be a program",
        explanation: "A line or the program is too large for the machine, or there is no program.",
    },
    Kind {
        code: "G104",
        severity: Severity::Note,
        title: "line that cannot be read",
        explanation: "A program on tape has a line that the editor cannot produce. The line is ignored, and errors that may depend on it are not reported.",
    },
    Kind {
        code: "G105",
        severity: Severity::Warning,
        title: "unknown code after `girafa: allow`",
        explanation: "The remark allows a finding that does not exist.",
    },
    Kind {
        code: "G106",
        severity: Severity::Note,
        title: "listing for another dialect",
        explanation: "The listing has errors, and what only the ZX81 or the compiler ZX BASIC (Boriel) has.",
    },
    Kind {
        code: "G107",
        severity: Severity::Warning,
        title: "statement of an extension",
        explanation: "The statement needs an Interface 1, a DISCiPLE or +D, a Spectrum 128 or a Spectrum +3. The editor of a 48K alone refuses it; loaded from tape, it stops the program with report C or O.",
    },
];

/// How diagnostics are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// They are left out.
    Allow,
    /// They are reported as notes.
    Note,
    /// They are reported as warnings.
    Warning,
    /// They are reported as errors.
    Error,
}

/// The user's severity settings by code. Errors that prevent tokenising stay errors.
#[derive(Clone, Debug, Default)]
pub struct Levels(Vec<(Option<&'static str>, Level)>);

impl Levels {
    /// Sets the level of a code, or of `all`. A code has priority over `all`, and later settings over earlier
    /// ones.
    ///
    /// # Errors
    /// The message: the code is unknown, or is that of an error that prevents tokenising.
    pub fn set(&mut self, code: &str, level: Level) -> Result<(), String> {
        if code.eq_ignore_ascii_case("all") {
            self.0.push((None, level));
            return Ok(());
        }
        let Some(kind) = kind(code) else {
            return Err(format!("unknown finding `{code}`"));
        };
        if kind.is_mistake() {
            return Err(format!("{} is a syntax error and cannot be changed", kind.code));
        }
        self.0.push((Some(kind.code), level));
        Ok(())
    }

    /// Returns the diagnostic at its level, or `None` if it is suppressed.
    pub fn apply(&self, finding: Diagnostic) -> Option<Diagnostic> {
        let is_mistake = finding.code.and_then(kind).is_some_and(Kind::is_mistake);
        let of = |key: Option<&str>| self.0.iter().rfind(|(code, _)| *code == key);
        let level = match finding.code {
            Some(code) if !is_mistake => of(Some(code)).or_else(|| of(None)),
            _ => None,
        };
        let severity = match level {
            None => finding.severity,
            Some((_, Level::Allow)) => return None,
            Some((_, Level::Note)) => Severity::Note,
            Some((_, Level::Warning)) => Severity::Warning,
            Some((_, Level::Error)) => Severity::Error,
        };
        Some(Diagnostic { severity, ..finding })
    }
}
