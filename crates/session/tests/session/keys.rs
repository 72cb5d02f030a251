//! Keys of a key script are pressed when the program reads the keyboard.

use girafa_basic::tokenise;
use girafa_session::boot::{Boot, StartCommand};
use girafa_session::driver::{Driver, Until};
use girafa_session::key_script::{self, Item};
use girafa_session::keys::{Chord, type_text};
use girafa_session::launch;
use girafa_session::listener::{Listener, Question};
use girafa_session::outcome::{End, Outcome};
use girafa_spectrum::{Key, Spectrum};
use std::sync::LazyLock;

static BOOT: LazyLock<Boot> = LazyLock::new(|| Boot::new(&girafa_rom::girafa48()).unwrap());

/// Frame limit of a run: three minutes.
const FRAMES: u64 = 50 * 180;

fn session(text: &str, keys: &str) -> Driver {
    let program = tokenise::program(text, &tokenise::Options::default())
        .unwrap()
        .program;
    let launched = launch::placed(&BOOT, &program, StartCommand::Run).unwrap();
    Driver::new(launched, BOOT.glyphs.clone())
        .with_transcript()
        .with_keys(key_script::parse(keys).unwrap())
}

fn run(text: &str, keys: &str) -> Outcome {
    session(text, keys).run(FRAMES, &mut ())
}

/// The transcript and the end of a run.
fn seen(text: &str, keys: &str) -> (String, End) {
    let outcome = run(text, keys);
    (outcome.transcript, outcome.end)
}

const READER_PROGRAM: &str = "10 LET k$=INKEY$: IF k$=\"\" THEN GO TO 10\n20 PRINT k$;\n30 IF INKEY$=k$ THEN GO TO 30\n\
    40 IF k$<>\"q\" THEN GO TO 10\n";

#[test]
fn each_key_is_read_once() {
    assert_eq!(
        seen(READER_PROGRAM, "h i H ? a*3 q"),
        ("hiH?aaaq\n".into(), End::Report)
    );
    assert_eq!(seen(READER_PROGRAM, "'ola' 2s q"), ("olaq\n".into(), End::Report));
}

/// No key is lost if the program computes for seconds between keyboard reads.
#[test]
fn no_key_is_lost_however_long_the_program_computes() {
    let slow = "10 FOR i=1 TO 400: NEXT i: LET k$=INKEY$: IF k$<>\"\" THEN PRINT k$;\n20 IF k$<>\"q\" THEN GO TO 10\n";
    assert_eq!(seen(slow, "a b c q"), ("abcq\n".into(), End::Report));
}

#[test]
fn a_key_is_held_for_its_time() {
    let count = "10 IF INKEY$=\"\" THEN GO TO 10\n20 LET a=PEEK 23672+256*PEEK 23673\n30 IF INKEY$<>\"\" THEN GO TO 30\n\
        40 LET b=PEEK 23672+256*PEEK 23673: PRINT b-a>90 AND b-a<110\n";
    assert_eq!(seen(count, "o:2s").0, "1\n");
    assert_eq!(seen(count, "o").0, "0\n");
}

#[test]
fn keys_together_are_seen_by_ports() {
    // Q is bit 0 of its half-row, O is bit 1 of its.
    let (both, _) = seen(
        "10 LET a=IN 64510: LET b=IN 57342\n20 IF a=255 OR a=191 THEN GO TO 10\n\
        30 PRINT a-32*INT (a/32);\" \";b-32*INT (b/32)\n",
        "q+o",
    );
    assert_eq!(both, "30 29\n");
}

#[test]
fn waits_for_a_text_and_for_a_look() {
    let game = "10 FOR i=1 TO 900: NEXT i: PRINT INVERSE 1;\"Fim do jogo\"\n20 IF INKEY$<>\"\" THEN PRINT \"cedo\"\n\
        30 PAUSE 0: PRINT INKEY$\n40 PAUSE 0: PRINT INKEY$\n";
    let outcome = run(game, "[Fim do jogo] s POLL 1s n");
    assert!(outcome.transcript.ends_with("s\nn\n"), "{}", outcome.transcript);
    assert_eq!((outcome.end, outcome.pauses), (End::Report, 0));
    // The program never prints the text, so it waits and no key is pressed.
    assert_eq!(run(game, "[Game over] s").end, End::KeysExhausted);
}

#[test]
fn pause_0_gets_enter_where_nothing_is_given() {
    let pauses = "10 PAUSE 0: PAUSE 0: PRINT CODE INKEY$\n";
    let outcome = run(pauses, "");
    assert_eq!((outcome.end, outcome.pauses), (End::Report, 2));
    let outcome = run(pauses, "a");
    assert_eq!((outcome.end, outcome.pauses), (End::KeysExhausted, 0));
    let outcome = run(pauses, "a b");
    assert_eq!((outcome.end, outcome.transcript.as_str()), (End::Report, "98\n"));
}

#[test]
fn input_takes_answers_first_and_then_keys() {
    let text = "10 INPUT \"1? \";a$: INPUT \"2? \";b$: PRINT a$;\"-\";b$\n";
    let mut session = session(text, "x y ENTER").answers(&["um"]).unwrap();
    let outcome = session.run(FRAMES, &mut ());
    assert_eq!(
        (outcome.end, outcome.transcript.as_str()),
        (End::Report, "um-xy\n")
    );
    assert_eq!(outcome.prompts, ["1? ", "2? "]);
}

/// The key that ends PAUSE is still down when INPUT begins.
#[test]
fn a_key_goes_up_in_the_question_after_it() {
    let mut session = session("10 PAUSE 0: INPUT a$: PRINT a$\n", "s")
        .answers(&["x"])
        .unwrap();
    let outcome = session.run(FRAMES, &mut ());
    assert_eq!((outcome.end, outcome.transcript.as_str()), (End::Report, "x\n"));
    assert_eq!(run("10 PAUSE 0: INPUT a$\n", "s").end, End::InputExhausted);
}

/// The second key is not used for SAVE's "Start tape", which follows the first.
#[test]
fn a_key_waits_for_the_next_look() {
    let text = "10 IF INKEY$<>\"s\" THEN GO TO 10\n20 SAVE \"x\" CODE 0,5\n30 LET k$=INKEY$: IF k$=\"\" OR k$=\"s\" THEN GO TO 30\n\
        40 PRINT k$\n";
    assert_eq!(seen(text, "s y"), ("y\n".into(), End::Report));
}

#[test]
fn scrolling_is_no_question_for_keys() {
    let text = "10 FOR i=1 TO 30: PRINT i: NEXT i\n20 PAUSE 0: PRINT INKEY$\n";
    let outcome = run(text, "n");
    assert_eq!((outcome.end, outcome.scrolls), (End::Report, 1));
    assert!(outcome.transcript.ends_with("30\nn\n"));
}

#[test]
fn machine_code_gets_the_keys_of_its_half_row() {
    // IN A,(FE) of one half-row until a bit is low.
    let poll = |high: u8, bit: u8| {
        format!(
            "10 FOR i=32768 TO 32777: READ b: POKE i,b: NEXT i\n\
             20 DATA 62,{high},219,254,203,{},32,248,201,0\n30 RANDOMIZE USR 32768: PRINT \"ok\"\n",
            0x47 + 8 * bit
        )
    };
    assert_eq!(seen(&poll(0xFD, 0), "a").0, "ok\n");
    // SPACE: the ROM reads its half-row for BREAK too.
    assert_eq!(seen(&poll(0x7F, 0), "SPACE").0, "ok\n");
    // The program does not read the half-row of this key.
    assert_eq!(seen(&poll(0xFD, 0), "p").1, End::KeysExhausted);
}

/// The program reads the last key from memory, where the interrupt stores it, and does not read the keyboard.
#[test]
fn who_reads_the_last_key_from_memory_gets_keys_too() {
    let text = "10 POKE 23560,0\n20 LET k=PEEK 23560: IF k=0 THEN GO TO 20\n30 PRINT CHR$ k;: POKE 23560,0: IF k<>113 THEN GO TO 20\n";
    assert_eq!(seen(text, "a b q"), ("abq\n".into(), End::Report));
}

#[test]
fn a_program_that_waits_for_a_key_is_over() {
    let outcome = run("10 PRINT \"?\"\n20 IF INKEY$=\"\" THEN GO TO 20\n", "");
    assert_eq!(
        (outcome.end, outcome.transcript.as_str()),
        (End::KeysExhausted, "?\n")
    );
    assert!(outcome.tstates < 100 * 3_500_000, "{}", outcome.tstates);
    // A program that counts or does not read the keyboard is not waiting for a key.
    assert_eq!(
        run("10 LET n=0\n20 LET n=n+1: IF INKEY$=\"\" THEN GO TO 20\n", "").end,
        End::Frames
    );
    assert_eq!(run("10 GO TO 10\n", "").end, End::Frames);
    // A timed wait that is not over yet.
    assert_eq!(seen(READER_PROGRAM, "100s q"), ("q\n".into(), End::Report));
}

#[test]
fn unused_keys_and_answers_are_reported() {
    let mut session = session("10 PAUSE 0\n", "a b 2s LEFT").answers(&["x"]).unwrap();
    assert_eq!(session.run(FRAMES, &mut ()).end, End::Report);
    let left: Vec<String> = session.keys_left().map(ToString::to_string).collect();
    assert_eq!(left, ["b", "100f", "LEFT"]);
    assert_eq!(session.answers_left().collect::<Vec<_>>(), ["x"]);
}

/// A listener that records what is asked and answers it.
#[derive(Default)]
struct Somebody {
    asked: Vec<String>,
}

impl Listener for Somebody {
    fn answer(&mut self, question: &Question) -> Option<Vec<Chord>> {
        self.asked.push(format!("{}|{}", question.row, question.prompt));
        type_text("eu").ok()
    }

    fn keys(&mut self, question: &Question, _: &Spectrum) -> Option<Vec<Item>> {
        self.asked.push(format!("{}|a key", question.row));
        key_script::parse("q").ok()
    }
}

#[test]
fn somebody_can_be_asked() {
    let text = "10 PRINT \"Tecla: \";\n20 LET k$=INKEY$: IF k$=\"\" THEN GO TO 20\n30 PRINT k$: PAUSE 1: REM a key that was pressed is still one for INPUT, else\n\
        40 INPUT \"Nome? \";n$;\" Idade? \";LINE i$: PRINT n$;i$\n";
    let mut somebody = Somebody::default();
    let outcome = session(text, "").attended().run(FRAMES, &mut somebody);
    assert_eq!(
        (outcome.end, outcome.transcript.as_str()),
        (End::Report, "Tecla: q\neueu\n")
    );
    assert_eq!(
        somebody.asked,
        ["Tecla:|a key", "|Nome? ", "|Nome? \"eu\" Idade? "]
    );
}

/// The ROM reads all half-rows early in the frame; later it reads only those of BREAK.
#[test]
fn the_interrupt_is_through_with_the_keys_early_in_the_frame() {
    let mut session = session("10 GO TO 10\n", "");
    session.run(10, &mut ());
    let machine = session.machine_mut();
    machine.watch_keys(true);
    for _ in 0..200 {
        machine.run_frame();
        let reads = machine.take_key_reads();
        assert_eq!((reads.early, reads.late & !0x81), (0xFF, 0), "{reads:?}");
    }
}

/// Keys with times answer INPUT and `scroll?` at their times, and nothing else answers before.
#[test]
fn keys_at_their_time() {
    let asks = "10 INPUT \"Nome? \"; LINE n$\n20 FOR i=1 TO 30: PRINT n$: NEXT i\n30 INPUT x: PRINT x\n";
    let keys = "a@60f b@80f ENTER@100f y@400f 7@600f:5f ENTER@700f";
    let (first, second) = (run(asks, keys), run(asks, keys));
    assert_eq!(first.transcript, "ab\n".repeat(30) + "7\n");
    assert_eq!((first.end, first.scrolls), (End::Report, 0));
    assert_eq!(first.prompts, ["Nome? ", ""]);
    assert_eq!(first.tstates, second.tstates);
    assert!(first.tstates > 700 * 69_888, "{}", first.tstates);
    // After the last one, the run continues as without keys.
    let outcome = run(asks, "a@60f ENTER@80f");
    assert_eq!((outcome.end, outcome.scrolls), (End::InputExhausted, 1));
    let outcome = run(asks, "a@2m");
    assert!(outcome.tstates > 6000 * 69_888, "{}", outcome.tstates);
    assert_eq!(outcome.end, End::InputExhausted);
}

/// A key shared by two overlapping chords stays down until both are released.
#[test]
fn chords_that_overlap() {
    let states = |keys: &str| {
        let mut driver = session("10 GO TO 10\n", keys);
        // Until the ENTER after RUN is released.
        driver.advance(Until::frames(10), &mut ());
        let mut states = String::new();
        for _ in 0..20 {
            driver.advance(Until::frames(1), &mut ());
            let keyboard = driver.machine_mut().keyboard_mut();
            let down = [Key::CapsShift, Key::N5, Key::N8].map(|key| keyboard.is_down(key));
            states.push_str(match down {
                [false, false, false] => ".",
                [true, true, false] => "l",
                [true, true, true] => "b",
                [true, false, true] => "r",
                _ => "?",
            });
        }
        states
    };
    assert_eq!(states("LEFT@13f:6f RIGHT@15f:8f"), "...llbbbbrrrr.......");
    assert_eq!(
        states("RIGHT@23f:2f LEFT@10f:1f LEFT@11f:3f"),
        "llll.........rr....."
    );
}

/// BREAK stops a program that never reads the keyboard, `n` stops it at `scroll?`, and STOP ends INPUT.
#[test]
fn keys_that_stop_a_program() {
    let report = |text: &str, keys: &str| {
        let outcome = run(text, keys);
        assert_eq!(outcome.end, End::Report, "{text} {keys}: {outcome:?}");
        (outcome.report, outcome.scrolls)
    };
    let endless = "10 LET a=1\n20 GO TO 10\n";
    assert!(
        report(endless, "2s BREAK")
            .0
            .starts_with("L BREAK into program, ")
    );
    assert!(
        report("10 PAUSE 0: GO TO 10\n", "1s BREAK")
            .0
            .starts_with("L BREAK into program, ")
    );
    let list = "10 FOR i=1 TO 60: PRINT i: NEXT i\n";
    let (stopped, scrolls) = report(list, "[scroll?] n");
    assert!(
        stopped.starts_with("D BREAK - CONT repeats, ") && scrolls == 0,
        "{stopped}"
    );
    let (stopped, scrolls) = report(list, "[scroll?] y [scroll?] n");
    assert!(
        stopped.starts_with("D BREAK - CONT repeats, ") && scrolls == 0,
        "{stopped}"
    );
    assert_eq!(report(list, "").1, 2);
    let asks = "10 INPUT x: GO TO 10\n";
    assert!(report(asks, "SYMBOL+a ENTER").0.starts_with("H STOP in INPUT, "));
}

/// Answers may contain `\{STOP}` and functions, but not commands.
#[test]
fn keywords_in_answers() {
    let driver = session("10 INPUT x: PRINT x: GO TO 10\n", "");
    let mut driver = driver
        .answers(&["\\{PI}", "\\{SQR} 16+\\{VAL}\"2\"", "\\{STOP}"])
        .unwrap();
    let outcome = driver.run(FRAMES, &mut ());
    assert_eq!(outcome.transcript, "3.1415927\n6\n");
    assert!(
        outcome.report.starts_with("H STOP in INPUT, "),
        "{}",
        outcome.report
    );
    let error = session("10 INPUT x\n", "").answers(&["\\{PRINT}"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "\\{PRINT}: INPUT does not take the keyword of a command"
    );
}

/// An answer that INPUT rejects is deleted and does not become part of the next one.
#[test]
fn refused_answers() {
    for (text, answers, refused, printed) in [
        ("10 INPUT x: PRINT x\n", &["5+", "7"][..], &["5+"][..], "7\n"),
        ("10 INPUT x: PRINT x\n", &["5+", "(", "7"], &["5+", "("], "7\n"),
        (
            "10 INPUT x$: PRINT x$\n",
            &["a\"b", "\"", "c"],
            &["a\"b", "\""],
            "c\n",
        ),
        (
            "10 INPUT \"x? \";x,y: PRINT x;y\n",
            &["1", "2*", "3"],
            &["2*"],
            "13\n",
        ),
        (
            "10 INPUT x: PRINT x: INPUT LINE x$: PRINT x$\n",
            &["1", "5+"],
            &[],
            "1\n5+\n",
        ),
    ] {
        let mut driver = session(text, "").answers(answers).unwrap();
        let outcome = driver.run(FRAMES, &mut ());
        assert_eq!(driver.refused(), refused, "{text}");
        assert_eq!(
            (outcome.transcript.as_str(), outcome.end),
            (printed, End::Report),
            "{text}"
        );
    }
}
