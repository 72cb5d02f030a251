//! All front ends run a program in the same way. Each recorded session is run to its end by the driver, by
//! the debugger in each [`Way`], by the page's `run` (which is npm's) and `Machine`, and by Python. Each run
//! must print the same on screen and paper, take as many T-states and end in the same way. The debug adapter
//! must print the same, too; it does not report T-states.
//!
//! Python runs in a separate process, with the interpreter that [`MODULE`] names, where the module is
//! installed.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;

use girafa_basic::program::Program;
use girafa_basic::text;
use girafa_basic::tokenise::{self, Options};
use girafa_books::record::Record;
use girafa_books::{Imported, Records};
use girafa_dap::{LaunchArguments, Launcher, Loaded};
use girafa_debugger::{Debugger, Direction, Step, Stop};
use girafa_inspect::text::readable;
use girafa_loader::{editions, scripts};
use girafa_session::boot::Boot;
use girafa_session::driver::Driver;
use girafa_session::hardware::Hardware;
use girafa_session::outcome::{End, Outcome};
use girafa_session::request::RunRequest;
use girafa_spectrum::snapshot::szx;
use girafa_test_support::{book_text, root, skip, thorough};
use girafa_verify::compare::Medium;
use girafa_verify::script::Script;
use girafa_web::machine::Machine;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

/// The environment variable that names a Python interpreter with the module installed.
const MODULE: &str = "GIRAFA_PYTHON_MODULE";

/// Maximum length of the sessions that are run, in frames: a minute with `GIRAFA_THOROUGH`, otherwise 10
/// seconds. Each session runs nine times, and the longest take an hour of emulated time.
const MAX_FRAMES: u64 = 60 * 50;
const MAX_QUICK_FRAMES: u64 = 10 * 50;

/// Programs that read keys, save, load, print on paper, or need ENTER at `scroll?`, which the recorded
/// sessions do not do.
const PROGRAMS: [(&str, &[&str], &str); 4] = [
    (
        "10 PRINT \"key\": PAUSE 0: LET a$=INKEY$\n20 IF INKEY$=\"\" THEN GO TO 20\n30 PRINT a$;INKEY$: INPUT n: LPRINT n*2\n",
        &["21"],
        "x 1s y",
    ),
    (
        "10 DIM a(3): LET a(2)=7: SAVE \"a\" DATA a(): LET a(2)=0: LOAD \"a\" DATA a(): PRINT a(2)\n",
        &[],
        "",
    ),
    (
        "10 FOR i=1 TO 50: PRINT i: NEXT i: PAUSE 0: PRINT \"end\"\n",
        &[],
        "",
    ),
    ("10 INPUT a: PRINT a: INPUT b: PRINT b\n", &["1"], ""),
];

/// How the debugger runs a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Statements,
    Continue,
    /// Interrupted every few frames.
    Pieces,
    /// To the end, back to the start and to the end again.
    Again,
}

/// The name of all programs.
const NAME: &str = "x";

/// A program and its script.
struct Case {
    name: String,
    program: Program,
    script: Script,
}

/// The result of a run as a front end reports it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Shown {
    transcript: String,
    /// The paper as text.
    printer: Vec<String>,
    screen: Vec<String>,
    tstates: u64,
    end: String,
}

impl Shown {
    fn of(outcome: &Outcome) -> Shown {
        serde_json::from_value(serde_json::to_value(outcome).unwrap()).unwrap()
    }

    /// The result with the characters that the command shows, as Python gives it.
    fn readable(self) -> Shown {
        let all = |rows: Vec<String>| rows.iter().map(|row| readable(row).into_owned()).collect();
        Shown {
            transcript: readable(&self.transcript).into_owned(),
            printer: all(self.printer),
            screen: all(self.screen),
            ..self
        }
    }
}

/// The book's listings by their ids, if its text is available.
fn restored() -> HashMap<String, Program> {
    let Some(text) = book_text() else {
        skip("the book's listings, with the sessions that are for them: the book's text is not here");
        return HashMap::new();
    };
    let records = Records::built_in().unwrap();
    let listings = records.each(&text, &[]).unwrap().into_iter();
    let listing =
        |(record, restored): (Record, Result<Imported, _>)| Some((record.id, restored.ok()?.program));
    listings.filter_map(listing).collect()
}

fn program(listing: &str) -> Program {
    tokenise::program(listing, &Options::default()).unwrap().program
}

fn cases() -> Vec<Case> {
    let restored = restored();
    let mut cases = Vec::new();
    for file in scripts::all(None).unwrap() {
        let edition = editions::edition(&file.id).unwrap();
        let original = restored.get(&file.id);
        for script in file.sessions {
            // Lines inserted into the book's listing do not apply to Girafa's edition.
            let listing = match script.lines.is_empty() {
                true => edition.as_ref(),
                false => original,
            };
            if let Some(listing) = listing {
                let program = script.changed(listing).unwrap();
                // The ROM keeps the name in memory, so it has to be the same everywhere.
                let program = Program {
                    name: NAME.into(),
                    ..program
                };
                let name = format!("{}: {}", file.id, script.name);
                let script = Script {
                    lines: Vec::new(),
                    ..script
                };
                cases.push(Case {
                    name,
                    program,
                    script,
                });
            }
        }
    }
    for (listing, answers, keys) in PROGRAMS {
        let session = format!("[[session]]\nname = \"x\"\nanswers = {answers:?}\nkeys = {keys:?}\n");
        let file = girafa_verify::script::parse("x.toml".as_ref(), &session).unwrap();
        let script = file.sessions.into_iter().next().unwrap();
        cases.push(Case {
            name: listing.to_owned(),
            program: Program {
                name: NAME.into(),
                ..program(listing)
            },
            script,
        });
    }
    cases
}

impl Case {
    fn request(&self) -> RunRequest {
        let medium = Medium::Program(self.program.clone());
        self.script
            .request(&medium, &root(), Hardware::default())
            .unwrap()
    }

    /// Runs the case in the driver; `None` if it takes too long.
    fn driven(&self, boot: &Boot) -> Option<(Driver, Outcome)> {
        let request = self.request();
        let limit = request.limit.frames();
        let frames = limit.min(match thorough() {
            true => MAX_FRAMES,
            false => MAX_QUICK_FRAMES,
        });
        let mut driver = request.start(|| Ok(boot.clone())).unwrap().with_transcript();
        let outcome = driver.run(frames, &mut ());
        let is_cut = outcome.end == End::Frames && frames < limit;
        (!is_cut).then_some((driver, outcome))
    }

    /// Runs the case in the debugger.
    fn debugged(&self, boot: &Boot, way: Way) -> Shown {
        let request = self.request();
        let limit = request.limit.frames();
        let mut debugger = Debugger::of(request.start_recorded(|| Ok(boot.clone())).unwrap());
        let mut end = self.debugged_to_end(&mut debugger, way, limit);
        if way == Way::Again {
            debugger.go_to_beginning();
            end = self.debugged_to_end(&mut debugger, way, limit);
        }
        Shown::of(&debugger.driver_mut().outcome(end, &mut ()))
    }

    fn debugged_to_end(&self, debugger: &mut Debugger, way: Way, limit: u64) -> End {
        let mut frames = 0;
        loop {
            let begun = frames;
            let mut goes_on = |more| {
                frames = begun + more;
                frames < limit && (way != Way::Pieces || more < 7)
            };
            let stop = match way {
                Way::Statements => debugger.step(Step::Statement, Direction::Forward, &mut goes_on),
                _ => debugger.resume(&mut goes_on),
            };
            match stop {
                Stop::Step => {}
                Stop::Key if self.script.keys.is_empty() => {}
                Stop::Key => return End::KeysExhausted,
                Stop::Input => return End::InputExhausted,
                Stop::Ended(end) => return end,
                Stop::Interrupted if frames < limit => {}
                Stop::Interrupted => return End::Frames,
                other => panic!("{}: {other:?}", self.name),
            }
        }
    }

    /// Runs the case in the debug adapter, and returns the rows that it prints on screen.
    fn adapted(&self, boot: &Boot) -> Vec<String> {
        let driver = self.request().start_recorded(|| Ok(boot.clone())).unwrap();
        let launcher = Prepared(RefCell::new(Some(driver)));
        let (sender, receiver) = mpsc::channel();
        let mut client = Client {
            requests: sender,
            received: Vec::new(),
            has_keys: !self.script.keys.is_empty(),
            printed: String::new(),
        };
        for command in ["initialize", "launch", "configurationDone"] {
            client.request(command);
        }
        let requests = Requests {
            receiver,
            bytes: VecDeque::new(),
        };
        girafa_dap::serve(BufReader::new(requests), &mut client, &launcher).unwrap();
        let rows = client.printed.lines().filter(|row| !row.starts_with("[paper] "));
        rows.map(str::to_owned).collect()
    }

    /// Runs the case with the page's function for non-interactive runs.
    fn on_page(&self) -> Shown {
        let options = json!({
            "answers": self.script.answers,
            "keys": self.keys(),
            "seconds": self.script.frames() as f64 / 50.0,
        });
        let run = girafa_web::run::run(&format!("{NAME}.bas"), self.listing(), &options.to_string());
        let run = run.unwrap_or_else(|_| panic!("{}: the page does not run it", self.name));
        serde_json::from_str(&run.shown()).unwrap()
    }

    /// The state of the page's machine after `frames` frames, as a snapshot.
    fn played_on_page(&self, frames: u64) -> Vec<u8> {
        let mut machine = Machine::new().unwrap_or_else(|_| panic!("a machine"));
        let loaded = machine.load(&format!("{NAME}.bas"), self.listing());
        loaded.unwrap_or_else(|_| panic!("{}: the page does not load it", self.name));
        for answer in &self.script.answers {
            let added = machine.answer(answer);
            added.unwrap_or_else(|_| panic!("{}: {answer}", self.name));
        }
        machine.frames(u32::try_from(frames).unwrap());
        machine.save("szx").unwrap_or_else(|_| panic!("a snapshot"))
    }

    fn keys(&self) -> String {
        let keys: Vec<String> = self.script.keys.iter().map(ToString::to_string).collect();
        keys.join(" ")
    }

    fn listing(&self) -> Vec<u8> {
        text::from_program(&self.program).into_bytes()
    }
}

/// Launches the driver that it has.
struct Prepared(RefCell<Option<Driver>>);

impl Launcher for Prepared {
    fn launch(&self, _: &LaunchArguments) -> Result<Loaded, String> {
        let driver = self.0.take().ok_or("it was launched already")?;
        Ok(Loaded {
            driver,
            source: None,
            notices: Vec::new(),
        })
    }
}

/// A client of the debug adapter, which writes its messages here. At a wait for a key it presses ENTER if the
/// case has no keys, as [`Driver::run`] does; at any other stop it disconnects.
struct Client {
    requests: mpsc::Sender<Vec<u8>>,
    received: Vec<u8>,
    has_keys: bool,
    printed: String,
}

impl Client {
    fn request(&self, command: &str) {
        let arguments =
            json!({"adapterID": "girafa", "program": NAME, "expression": "ENTER", "context": "repl"});
        let request = json!({"seq": 1, "type": "request", "command": command, "arguments": arguments});
        let request = request.to_string();
        // The adapter may have ended.
        let _ = self
            .requests
            .send(format!("Content-Length: {}\r\n\r\n{request}", request.len()).into_bytes());
    }

    fn take(&mut self, message: &Value) {
        let body = &message["body"];
        let text = body["output"].as_str().unwrap_or_default();
        match message["event"].as_str() {
            Some("output") if body["category"] == "stdout" => self.printed += text,
            Some("output") if text.contains("waits for a key") && !self.has_keys => self.request("evaluate"),
            Some("output") if text.contains("waits") => self.request("disconnect"),
            Some("stopped" | "terminated") => self.request("disconnect"),
            _ => assert_ne!(message["success"], false, "{message}"),
        }
    }
}

impl Write for Client {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.received.extend(bytes);
        while let Some(head) = self.received.windows(4).position(|end| end == b"\r\n\r\n") {
            let length = String::from_utf8_lossy(&self.received[..head]);
            let length: usize = length.trim_start_matches("Content-Length: ").parse().unwrap();
            let end = head + 4 + length;
            if self.received.len() < end {
                break;
            }
            let message = serde_json::from_slice(&self.received[head + 4..end]).unwrap();
            self.received.drain(..end);
            self.take(&message);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The client's requests, as a stream that ends when the client does.
struct Requests {
    receiver: mpsc::Receiver<Vec<u8>>,
    bytes: VecDeque<u8>,
}

impl Read for Requests {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes.is_empty() {
            self.bytes.extend(self.receiver.recv().unwrap_or_default());
        }
        self.bytes.read(buffer)
    }
}

/// Whether the rows of the adapter are those of the transcript. The adapter shows an unfinished row before it
/// continues, and then the whole row.
fn are_of(rows: &[String], transcript: &str) -> bool {
    let mut rows = rows.iter();
    transcript.lines().all(|line| {
        rows.find(|row| !line.starts_with(row.as_str()) || row.trim_end() == line)
            .is_some_and(|row| row.trim_end() == line)
    }) && rows.next().is_none()
}

/// The results of all cases in Python, in their order; `None` if the module is not available.
fn in_python(cases: &[Case]) -> Option<Vec<Shown>> {
    let Some(interpreter) = std::env::var_os(MODULE) else {
        skip(&format!("Python: {MODULE} names no interpreter with the module"));
        return None;
    };
    let mut python = Command::new(interpreter)
        .args(["-c", PYTHON])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = python.stdin.take().unwrap();
    let asked: String = cases
        .iter()
        .map(|case| {
            let listing = String::from_utf8(case.listing()).unwrap();
            let (answers, keys, frames) = (&case.script.answers, case.keys(), case.script.frames());
            format!("{}\n", json!([listing, answers, keys, frames]))
        })
        .collect();
    std::thread::spawn(move || input.write_all(asked.as_bytes()).unwrap());
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    let rows = String::from_utf8(output.stdout).unwrap();
    Some(
        rows.lines()
            .map(|row| serde_json::from_str(row).unwrap())
            .collect(),
    )
}

/// Runs the cases from standard input, one JSON row per case, and prints their results.
const PYTHON: &str = r#"
import json, sys, girafa
for row in sys.stdin:
    listing, answers, keys, frames = json.loads(row)
    try:
        done = girafa.run(listing=listing, answers=answers, keys=keys, frames=frames)
    except girafa.OutOfAnswers as failed:
        done = failed.result
    shown = {"transcript": done.transcript, "printer": done.printed, "screen": done.rows, "tstates": done.tstates, "end": done.end}
    print(json.dumps(shown))
"#;

#[test]
fn all_front_ends_run_a_session_in_the_same_way() {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let all = cases();
    let known: Vec<(Case, Driver, Outcome)> = all
        .into_par_iter()
        .filter_map(|case| {
            let (driver, outcome) = case.driven(&boot)?;
            Some((case, driver, outcome))
        })
        .collect();
    known.par_iter().for_each(|(case, driver, outcome)| {
        let name = &case.name;
        let shown = Shown::of(outcome);
        for way in [Way::Statements, Way::Continue, Way::Pieces, Way::Again] {
            assert_eq!(case.debugged(&boot, way), shown, "{name}: debugger, {way:?}");
        }
        let rows = case.adapted(&boot);
        let transcript = readable(&shown.transcript);
        assert!(
            are_of(&rows, &transcript),
            "{name}: the debug adapter printed {rows:#?}\nand not {transcript}"
        );
        assert_eq!(case.on_page(), shown, "{name}: page");
        // The page's machine is interactive: a user presses the keys that a program waits for, so only cases
        // without keys are compared.
        let saves = driver.tapes().is_some_and(|tapes| tapes.saves() > 0);
        if case.script.keys.is_empty() && outcome.scrolls == 0 && outcome.pauses == 0 && !saves {
            let played = case.played_on_page(driver.frames());
            assert!(
                played == szx::save(driver.machine()),
                "{name}: the page's machine"
            );
        }
    });
    let (cases, shown): (Vec<Case>, Vec<Shown>) = (known.into_iter())
        .map(|(case, _, outcome)| (case, Shown::of(&outcome)))
        .unzip();
    println!("{} sessions", cases.len());
    for ((case, shown), python) in cases
        .iter()
        .zip(shown)
        .zip(in_python(&cases).into_iter().flatten())
    {
        assert_eq!(python, shown.readable(), "{}: Python", case.name);
    }
}
