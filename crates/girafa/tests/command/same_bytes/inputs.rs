//! The input files of the runs, created once.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::support::{girafa, stderr};

/// Uses every kind of output and input: screen, paper, picture, sound, variables, a tape, an answer, random
/// numbers.
const PROGRAM: &str = r#"10 DIM n(2): LET s$="ola": DEF FN q(x)=x*x
20 INPUT n(1)
30 FOR i=1 TO 3: PRINT FN q(i);" "; INK i;s$: NEXT i
40 RANDOMIZE : PRINT RND
50 LPRINT s$;n(1): LLIST 20
60 PLOT 10,10: DRAW 60,40,1: CIRCLE 99,60,20
70 BEEP .02,n(1): BORDER 2
80 SAVE "n" DATA n()
90 COPY
"#;
const DOUBTFUL_PROGRAM: &str =
    "10 LET a=1: GO TO 25\n20 FOR i=1 TO 2\n30 PRINT b$: NEXT j\n40 REM fim\n50 RETURN\n";
const SCAN: &str = "1O PRINT \"ola\"\n20 LET a=l\n30 PRIMT a\n40 GO TO 1O\n";
const FIXES: &str = r#"[[correction]]
line = 1
wrong = "1O"
right = "10"
kind = "scan"
reason = "O for 0"

[[correction]]
line = 2
wrong = "l"
right = "1"
kind = "scan"
reason = "l for 1"

[[correction]]
line = 3
wrong = "PRIMT"
right = "PRINT"
kind = "scan"
reason = "M for N"

[[correction]]
line = 4
wrong = "1O"
right = "10"
kind = "scan"
reason = "O for 0"
"#;
const CASES: &str = r#"{"id":"good","cat":"sums","bas":"10 PRINT 2+2\n","frames":500,"compare":["end"],"expect":{"end":"report"}}
{"id":"bad","cat":"loops","bas":"10 PRINT 2+2\n","frames":500,"compare":["end","scrolls"],"expect":{"end":"frames","scrolls":7}}
"#;
const FAILING_SESSION: &str =
    "[[session]]\nname = \"uma\"\nanswers = [\"3\"]\ntranscript = \"\"\"\nnada\n\"\"\"\n";
const PICTURE: &str = "[[session]]\nname = \"uma\"\npicture = \"a.png\"\n";

/// The directory of the inputs, and the relative paths of its files.
pub fn inputs() -> &'static (TempDir, Vec<PathBuf>) {
    static INPUTS: OnceLock<(TempDir, Vec<PathBuf>)> = OnceLock::new();
    INPUTS.get_or_init(|| {
        let directory = TempDir::new().unwrap();
        let at = directory.path();
        let examples = girafa_test_support::root().join("docs/examples");
        for name in ["caderno.txt", "soma.bas", "soma.txt"] {
            fs::copy(examples.join(name), at.join(name)).unwrap();
        }
        for name in ["wrong", "pictures"] {
            fs::create_dir(at.join(name)).unwrap();
            fs::copy(examples.join("soma.bas"), at.join(name).join("soma.bas")).unwrap();
        }
        for (name, text) in [
            ("p.bas", PROGRAM),
            ("doubtful.bas", DOUBTFUL_PROGRAM),
            ("scan.txt", SCAN),
            ("fixes.toml", FIXES),
            ("cases.jsonl", CASES),
            ("wrong/soma.toml", FAILING_SESSION),
            ("pictures/soma.toml", PICTURE),
        ] {
            fs::write(at.join(name), text).unwrap();
        }
        for arguments in [
            "tap p.bas -o p.tap",
            "run p.bas --answer 3 --save p.szx",
            "run p.bas --answer 3 --screen pictures/a.png",
            "book new caderno.txt",
            "init suite",
        ] {
            let arguments: Vec<&str> = arguments.split(' ').collect();
            let output = girafa(at, &arguments);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{arguments:?}: {}",
                stderr(&output)
            );
        }
        let _ = fs::remove_dir_all(at.join("data"));
        let files = files(at);
        (directory, files)
    })
}

/// The relative paths of all files in `directory`, sorted.
pub fn files(directory: &Path) -> Vec<PathBuf> {
    let (mut found, mut todo) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(relative) = todo.pop() {
        for entry in fs::read_dir(directory.join(&relative)).unwrap() {
            let entry = entry.unwrap();
            let path = relative.join(entry.file_name());
            match entry.file_type().unwrap().is_dir() {
                true => todo.push(path),
                false => found.push(path),
            }
        }
    }
    found.sort();
    found
}
