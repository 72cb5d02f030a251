//! Suggestions for statements that do not parse; the listing must parse with the suggestion applied.

use girafa_basic::check;
use girafa_basic::diagnostic::{Diagnostic, Severity};
use girafa_basic::tokenise::{Options, program};

/// The only error of a line.
fn mistake(statement: &str) -> (String, Diagnostic) {
    let text = format!("10 {statement}\n");
    let found = check::all(&text, false);
    let mistakes: Vec<&Diagnostic> = found
        .iter()
        .filter(|finding| {
            finding
                .code
                .and_then(check::kind)
                .is_some_and(|kind| kind.is_mistake())
        })
        .collect();
    assert_eq!(
        mistakes.len(),
        1,
        "{statement}: {}",
        found.render("text", &text, false)
    );
    let mistake = mistakes[0].clone();
    (text, mistake)
}

#[test]
fn repairs() {
    for (statement, code, repaired) in [
        ("PIRNT 1", "G100", "PRINT 1"),
        ("PRNT 1", "G100", "PRINT 1"),
        ("GOSB 10", "G100", "GO SUB 10"),
        ("INPT a", "G100", "INPUT a"),
        ("RANDMIZE", "G100", "RANDOMIZE"),
        ("CLS: PRIT 1: CLS", "G100", "CLS: PRINT 1: CLS"),
        ("RAND 7", "G101", "RANDOMIZE 7"),
        ("INV 1", "G101", "INVERSE 1"),
        ("PRIN 1", "G100", "PRINT 1"),
        ("x=1", "G100", "LET x=1"),
        ("end=5", "G100", "LET end=5"),
        ("a(3)=1", "G100", "LET a(3)=1"),
        ("a$=\"x\"", "G100", "LET a$=\"x\""),
        ("x+=2", "G101", "LET x=x+2"),
        ("LET A%=5", "G101", "LET A=5"),
        ("PRINT n%;n", "G101", "PRINT n;n"),
        ("UNPLOT 1,2", "G101", "PLOT INVERSE 1; 1,2"),
        ("GO TO 1O", "G100", "GO TO 10"),
        ("PRINT 2l;1", "G100", "PRINT 21;1"),
        (
            "PRINT \"he said \"no\" to\"",
            "G100",
            "PRINT \"he said \"\"no\"\" to\"",
        ),
        ("PRINT AT(5,5);1", "G101", "PRINT AT 5,5;1"),
        ("PLOT (1,2)", "G101", "PLOT 1,2"),
        ("POKE(23296,PEEK (23297))", "G101", "POKE 23296,PEEK (23297)"),
        ("DIM a$(3),b(4)", "G101", "DIM a$(3): DIM b(4)"),
        ("LET a=3,b=4", "G101", "LET a=3: LET b=4"),
        ("PRINT \"olá\"", "G102", "PRINT \"ola\""),
        ("? 1", "G100", "PRINT  1"),
        ("' hello", "G100", "REM  hello"),
        ("// hello", "G100", "REM  hello"),
        ("LET a=1 // hello", "G101", "LET a=1 : REM hello"),
        ("IF a=1 THEN 100", "G100", "IF a=1 THEN GO TO 100"),
        ("IF a=1 GOTO 10", "G100", "IF a=1 THEN GOTO 10"),
        ("IF a=1 PRINT 1", "G100", "IF a=1 THEN PRINT 1"),
        ("IF a!=1 THEN STOP", "G101", "IF a<>1 THEN STOP"),
        ("IF a==1 THEN STOP", "G101", "IF a=1 THEN STOP"),
        ("IF a=>1 THEN STOP", "G101", "IF a>=1 THEN STOP"),
        ("IF a=<1 THEN STOP", "G101", "IF a<=1 THEN STOP"),
        ("IF a=1 && b=1 THEN STOP", "G101", "IF a=1  AND  b=1 THEN STOP"),
        ("LET b=a**2", "G101", "LET b=a^2"),
        ("LET r=RND(10)", "G101", "LET r=INT (RND*10)+1"),
        ("LET r=rnd (n)*2", "G101", "LET r=(INT (RND*n)+1)*2"),
        ("LET r=RND(1)", "G101", "LET r=RND"),
        ("PRINT MID$(a$,2,3)", "G101", "PRINT a$(2 TO 4)"),
        ("PRINT MID$(a$,i,n)", "G101", "PRINT a$(i TO i+n-1)"),
        ("PRINT LEFT$(a$,3)", "G101", "PRINT a$( TO 3)"),
        ("PRINT RIGHT$(a$,n)", "G101", "PRINT a$(LEN a$-n+1 TO )"),
        ("LET x=&HFF", "G101", "LET x=255"),
        ("LET x=0x10", "G101", "LET x=16"),
        ("LET x=SQRT(4)", "G101", "LET x=SQR (4)"),
        ("LET x=ASC(a$)", "G101", "LET x=CODE (a$)"),
        ("LET a$=CHR(65)", "G101", "LET a$=CHR$ (65)"),
        ("LET k$=INKEY", "G101", "LET k$=INKEY$"),
        ("END", "G101", "STOP"),
        ("HOME", "G101", "CLS"),
        ("CLS()", "G101", "CLS"),
        ("LET a$='abc'", "G101", "LET a$=\"abc\""),
        ("LET a$=\"a\"&\"b\"", "G101", "LET a$=\"a\"+\"b\""),
        ("NEXT i,j", "G101", "NEXT i: NEXT j"),
        ("PRINT \"abc", "G100", "PRINT \"abc\""),
        ("PRINT (1+2", "G100", "PRINT (1+2)"),
    ] {
        let (text, mistake) = mistake(statement);
        let fix = mistake
            .fixes
            .first()
            .unwrap_or_else(|| panic!("{}", mistake.render("text", &text, false)));
        let mut after = text.clone();
        after.replace_range(fix.span.clone(), &fix.replacement);
        assert_eq!(
            (mistake.code, after.as_str()),
            (Some(code), format!("10 {repaired}\n").as_str())
        );
        assert!(program(&after, &Options::default()).is_ok(), "{after}");
        assert!(!fix.title.is_empty());
    }
}

#[test]
fn replacements_for_words_of_other_basics() {
    for (statement, words) in [
        ("LOCATE 5,5", "PRINT AT row,column"),
        ("COLOR 3", "`INK`"),
        ("WHILE x<3", "GO TO"),
        ("REPEAT", "GO TO"),
        ("ON x GOTO 10,20", "GO TO"),
        ("IF a=1 THEN PRINT 1 ELSE PRINT 2", "no ELSE"),
        ("ELSE PRINT 1", "no ELSE"),
        ("PRINT USING \"##\";a", "TAB"),
        ("LET a=5 MOD 3", "a-b*INT (a/b)"),
        ("LET a=7%2", "a-b*INT (a/b)"),
        ("LET a=5 DIV 3", "INT (a/b)"),
        ("LET a=(1 XOR 0)", "AND NOT"),
        ("LET a=INSTR(a$,b$)", "loop"),
        ("PRINT UCASE$(a$)", "CODE"),
        ("PRINT STRING$(3,a$)", "loop"),
        ("a%=5", "one type"),
        ("NEXT", "`NEXT n`"),
        ("SOUND 1,2", "BEEP"),
        ("INKEY$", "LET"),
    ] {
        let (text, mistake) = mistake(statement);
        let help = mistake.help.clone().unwrap_or_default();
        assert!(help.contains(words), "{}", mistake.render("text", &text, false));
    }
}

/// Names that are never set may be misspelled, or words of another BASIC dialect.
#[test]
fn names() {
    for (text, words) in [
        ("10 LET total=1: PRINT totl\n", "did you mean `total`?"),
        ("10 LET a=1: LET b=2: PRINT a MOD b\n", "a-b*INT (a/b)"),
        ("10 PRINT TIMER\n", "PEEK 23672"),
        ("10 PRINT 'hello'\n", "double quotes"),
        ("10 READ a: DATA red\n", "double quotes"),
    ] {
        let found = check::text(text).unwrap();
        let shown = found.render("text", text, false);
        assert!(shown.contains(words), "{shown}");
    }
}

/// Listings in other dialects get diagnostics without a panic, and fixes apply to the text.
#[test]
fn listings_of_other_basics() {
    let text = "10 'demo\n20 CLS:SCREEN 13:COLOR 7,0\n30 DO WHILE INKEY$=\"\"\n40 LOCATE 1,1:PRINT TIME$;\n50 LOOP\n\
                60 DIM A%(10),B$(5)\n70 FOR I%=0 TO 10 STEP 2:A%(I%)=I%\\2:NEXT\n80 IF A%(1)<>&HFF THEN 100 ELSE 200\n\
                90 ON ERROR GOTO 900\n100 OPEN \"F\" FOR OUTPUT AS #1\n110 DEF FNA(X)=X^2\n120 SWAP A,B:END\n\
                130 PRINT TAB(5);SPC(3);HEX$(255)\n140 x := 5\n150 print(f\"{x}\")\n160 for (i=0;i<3;i++) {\n170 }\n";
    let found = check::all(text, false);
    assert!(found.len() > 12);
    for finding in found.iter() {
        for fix in &finding.fixes {
            assert!(text.get(fix.span.clone()).is_some(), "{fix:?}");
        }
    }
}

/// A listing for the ZX81 or a compiler is recognised as such; the diagnostic is at the text that shows it.
#[test]
fn listings_of_other_dialects() {
    for (text, name, place) in [
        (
            "10 SLOW\n20 PRINT \"A:B\"\n30 SCROLL\n",
            "the ZX81: it has `SLOW`, `SCROLL`",
            "SLOW",
        ),
        (
            "10 FOR I=0 TO 9\n20 unplot I,I\n30 NEXT I\n",
            "the ZX81: it has `UNPLOT`",
            "unplot",
        ),
        (
            "DIM a AS uByte\nPRINT a\n",
            "ZX BASIC (Boriel): it has `AS UBYTE`",
            "AS uByte",
        ),
        (
            "#include <print42.bas>\nprintat42(1,2)\n",
            "`#INCLUDE`",
            "#include",
        ),
        (
            "SUB FASTCALL wait(n AS UINTEGER)\nASM\nhalt\nEND ASM\nEND SUB\n",
            "`FASTCALL`, `END ASM`",
            "FASTCALL",
        ),
    ] {
        let found = check::all(text, false);
        let notes: Vec<_> = found.iter().filter(|found| found.code == Some("G106")).collect();
        let [note] = notes[..] else {
            panic!("{}", found.render("text", text, false))
        };
        assert_eq!((note.severity, &text[note.span.clone()]), (Severity::Note, place));
        assert!(note.message.contains(name), "{}", note.message);
    }
    for text in [
        "10 SLOW: SCROLL\n20 PRINT 1\n",
        "10 PRIMT \"SLOW\"\n20 REM AS UBYTE\n",
        "10 LET FAST=1\n20 PRIMT FAST\n",
        "# include what the book says\n10 PRIMT 1\n",
        "10 DIM A AS INTEGER\n",
        "#define\n10 PRINT 1\n",
    ] {
        let found = check::all(text, false);
        assert!(found.iter().all(|found| found.code != Some("G106")), "{text}");
    }
}

/// Words of other dialects, or in the wrong place, for which there is no certain fix.
#[test]
fn helps_without_a_repair() {
    for (text, words) in [
        ("10 DIM abc(3)\n", "a name of one letter everywhere"),
        ("10 PRINT@5,\"x\"\n", "`PRINT AT row,column;`"),
        ("10 PROCtitle\n", "there are no procedures"),
        ("PRINT 1\n20 PRINT 2\n", "write a number before it, such as 10"),
        ("10 PRINT 1\nPRINT 2\n", "end the line above with a backslash"),
        ("1O0 PRINT 1\n200 PRINT 2\n", "write the line number in digits"),
    ] {
        let shown = check::all(text, false).render("text", text, false);
        assert!(shown.contains(words), "{shown}");
        assert!(!shown.contains("did you mean"), "{shown}");
    }
}

/// Accents are replaced in remarks, where they have no effect, but not in text that is printed.
#[test]
fn accents_in_remarks() {
    for text in [
        "10 REM olá\n",
        "10 PRINT 1: rem São João\n",
        "10 PRINT \":\": REM \"é\n",
        "olá_não = 1\n",
    ] {
        let found = check::all(text, false);
        let is_remark = text.to_ascii_uppercase().contains("REM");
        assert_eq!(
            found.has_errors(),
            !is_remark,
            "{}",
            found.render("text", text, false)
        );
    }
    let (text, tokenised) = (
        "10 REM olá: ção\n20 PRINT 1\n",
        program("10 REM olá: ção\n", &Options::default()),
    );
    assert_eq!(check::text(text).unwrap().len(), 1);
    let line = &tokenised.unwrap().program.lines[0];
    assert_eq!(line.body[1..], *b"ola: cao");
    for text in [
        "10 PRINT \"REM á\"\n",
        "10 LET REMO=1: PRINT \"é\"\n",
        "10 REM €\n",
    ] {
        assert!(check::all(text, false).has_errors(), "{text}");
    }
}
