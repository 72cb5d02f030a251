//! The debugger's commands.

use std::fmt::Write;

use girafa_debugger::{Condition, Debugger, Direction, Hits, HitsError, Location, Step, Stop};
use girafa_inspect::address::parse as parse_address;
use girafa_inspect::target::Target;
use girafa_inspect::variables;
use girafa_session::history::Moment;
use girafa_session::key_script::{self, Item};
use girafa_session::keys::Chord;
use girafa_spectrum::time::EmulatedTime;

use super::shown;

const HELP: &str = "\
  break LINE[:STATEMENT] [if EXPRESSION] [hits N] [log TEXT]   tbreak: for one stop
  break FN NAME ...                      before statements that call the function
  break 0xADDRESS ...                    before the instruction there
  watch VARIABLE [if EXPRESSION]         stop where it changes
  delete [N]                             this breakpoint, or all; breakpoints lists them
  continue, reverse                      to the next breakpoint, or the one before
  step, next, finish [line] [N]          a statement (or line); over GO SUB; out of it
  reverse-step, reverse-next, reverse-finish [line] [N]
  why VARIABLE [before MOMENT]           the statement that set it, and what that one read
  last-set VARIABLE, last-run LINE[:STATEMENT], who ROW COLUMN
                                         who last set it, ran it, wrote to the screen there
  print EXPRESSION, vars, where, list [LINE], screen, info
  set VARIABLE = EXPRESSION              answer TEXT   keys KEYS   for INPUT, INKEY$ and PAUSE
  jump LINE[:STATEMENT]                  continue there, without what is between
  goto MOMENT                            such as 120+3400 (frame and T-states), 12.5s, start, end
  quit
Short: b c r s n f rs rn rf p l w q\n";

/// Maximum number of steps per command.
const MAX_STEPS: u64 = 1_000_000;

/// Maximum number of frames to wait for the first statement: 10 seconds.
const MAX_START_FRAMES: u64 = 500;

/// Runs the commands of a debugging session.
pub struct Repl {
    debugger: Debugger,
    /// Maximum number of frames to run.
    limit: u64,
    is_over: bool,
    #[cfg(not(target_family = "wasm"))]
    interrupt: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl Repl {
    /// Creates a command interpreter for a program that may run for `limit` frames.
    pub fn new(debugger: Debugger, limit: u64) -> Repl {
        Repl {
            debugger,
            limit,
            is_over: false,
            #[cfg(not(target_family = "wasm"))]
            interrupt: interrupts(),
        }
    }

    /// Runs to the first statement and describes where that is. Stops after 10 seconds if no statement
    /// begins, as in machine code.
    pub fn start(&mut self) -> String {
        let stop = self.run(|debugger, goes_on| {
            debugger.step(Step::Statement, Direction::Forward, &mut |frames| {
                frames < MAX_START_FRAMES && goes_on(frames)
            })
        });
        self.say(&stop)
    }

    pub fn debugger(&self) -> &Debugger {
        &self.debugger
    }

    /// Whether the user has quit.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Runs a command and returns its output.
    pub fn obey(&mut self, command: &str) -> Result<String, String> {
        let command = command.trim();
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let rest = rest.trim();
        use Direction::{Backward, Forward};
        match word {
            "" | "#" => Ok(String::new()),
            "help" | "h" | "?" => Ok(HELP.to_owned()),
            "break" | "b" => self.set_breakpoint(rest, false),
            "tbreak" => self.set_breakpoint(rest, true),
            "watch" => self.watch(rest),
            "delete" => self.delete(rest),
            "breakpoints" => none(rest).map(|()| {
                self.debugger
                    .breakpoints()
                    .iter()
                    .map(shown::breakpoint)
                    .collect()
            }),
            "continue" | "c" => none(rest).map(|()| {
                let stop = self.run(Debugger::resume);
                self.say(&stop)
            }),
            "reverse" | "r" | "reverse-continue" | "rc" => none(rest).map(|()| {
                let stop = self.run(Debugger::resume_back);
                self.say(&stop)
            }),
            "step" | "s" => self.step([Step::Statement, Step::Line], Forward, rest),
            "next" | "n" => self.step([Step::Over, Step::LineOver], Forward, rest),
            "finish" | "f" => self.step([Step::Out, Step::Out], Forward, rest),
            "reverse-step" | "rs" => self.step([Step::Statement, Step::Line], Backward, rest),
            "reverse-next" | "rn" => self.step([Step::Over, Step::LineOver], Backward, rest),
            "reverse-finish" | "rf" => self.step([Step::Out, Step::Out], Backward, rest),
            "why" => self.why(rest),
            "last-set" => self.last_set(rest),
            "last-run" => self.last_run(rest),
            "who" => self.who(rest),
            "print" | "p" => match self.debugger.evaluate(rest) {
                Ok(value) => Ok(format!("{value}\n")),
                Err(error) => Err(error.to_string()),
            },
            "set" => self.set(rest),
            "vars" => none(rest).map(|()| {
                let variables = variables::of_machine(self.debugger.machine());
                variables.iter().map(|variable| format!("{variable}\n")).collect()
            }),
            "where" | "w" => none(rest).map(|()| shown::calls(&self.debugger)),
            "list" | "l" => {
                let line = (!rest.is_empty())
                    .then(|| number(rest, "a line's number"))
                    .transpose()?;
                shown::list(&self.debugger, line).ok_or_else(|| "the machine has no BASIC program now".into())
            }
            "screen" => none(rest).map(|()| shown::screen(&self.debugger)),
            "answer" => match self.debugger.driver_mut().add_answer(rest) {
                Ok(()) => Ok(String::new()),
                Err(error) => Err(error.to_string()),
            },
            "keys" => self.keys(rest),
            "jump" => self.jump(rest),
            "goto" => self.go_to(rest),
            "info" => none(rest).map(|()| self.info()),
            "quit" | "q" | "exit" => {
                self.is_over = true;
                Ok(String::new())
            }
            _ => Err(format!("unknown command {word:?}; `help` lists the commands")),
        }
    }

    /// Runs the program with `run` until it stops, the limit is reached or SIGINT is received.
    fn run(&mut self, run: impl FnOnce(&mut Debugger, &mut dyn FnMut(u64) -> bool) -> Stop) -> Stop {
        let left = self.limit.saturating_sub(self.debugger.emulator().frames());
        #[cfg(not(target_family = "wasm"))]
        let interrupt = self.interrupt.clone();
        #[cfg(not(target_family = "wasm"))]
        interrupt.store(false, std::sync::atomic::Ordering::Relaxed);
        run(&mut self.debugger, &mut |frames| {
            #[cfg(not(target_family = "wasm"))]
            if interrupt.load(std::sync::atomic::Ordering::Relaxed) {
                return false;
            }
            frames < left
        })
    }

    /// Describes the new output of the program and why it has stopped.
    fn say(&mut self, stop: &Stop) -> String {
        let mut out = self.debugger.take_output();
        out += &self.debugger.take_row();
        if *stop == Stop::Interrupted && self.debugger.emulator().frames() >= self.limit {
            let limit = EmulatedTime::of_frames(self.limit).seconds();
            let _ = writeln!(out, "time limit of {limit:.0} s reached; change it with --time");
        }
        out += &shown::stop(&self.debugger, stop);
        out
    }

    fn step(
        &mut self,
        [statement, line]: [Step; 2],
        direction: Direction,
        rest: &str,
    ) -> Result<String, String> {
        let (step, count) = match rest.strip_prefix("line") {
            Some(rest) => (line, rest.trim()),
            None => (statement, rest),
        };
        let count = match count {
            "" => 1,
            count => number::<u64>(count, "how many steps")?.min(MAX_STEPS),
        };
        let mut stop = Stop::Step;
        for _ in 0..count {
            stop = self.run(|debugger, goes_on| debugger.step(step, direction, goes_on));
            if stop != Stop::Step {
                break;
            }
        }
        Ok(self.say(&stop))
    }

    fn jump(&mut self, rest: &str) -> Result<String, String> {
        let (line, statement) = line_and_statement(rest)?;
        let place = self
            .debugger
            .place_for(line, statement)
            .map_err(|error| error.to_string())?;
        self.debugger.jump(place).map_err(|error| error.to_string())?;
        Ok(self.say(&Stop::Step))
    }

    fn set_breakpoint(&mut self, rest: &str, is_temporary: bool) -> Result<String, String> {
        let (place, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let (location, rest) = match place {
            fn_ if fn_.eq_ignore_ascii_case("fn") => {
                let (name, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
                (self.debugger.location_of(&format!("FN {name}")), rest)
            }
            _ => match address(place)? {
                Some(address) => (Ok(Location::Address(address)), rest),
                None => {
                    let (line, statement) = line_and_statement(place)?;
                    let place = self.debugger.place_for(line, statement);
                    (place.map(Location::Statement), rest)
                }
            },
        };
        let location = location.map_err(|error| error.to_string())?;
        let mut rest = rest.trim();
        let mut message = None;
        if let Some(at) = find_word(rest, "log") {
            message = Some(rest[at + 3..].trim().to_owned());
            rest = rest[..at].trim();
        }
        let mut hits = Hits::All;
        if let Some(at) = find_word(rest, "hits") {
            let given: Result<Hits, HitsError> = rest[at + 4..].parse();
            hits = given.map_err(|error| error.to_string())?;
            rest = rest[..at].trim();
        }
        let condition = condition(rest, hits)?;
        self.add(location, condition, message, is_temporary)
    }

    fn watch(&mut self, rest: &str) -> Result<String, String> {
        let (name, expression) = match find_word(rest, "if") {
            Some(at) => rest.split_at(at),
            None => (rest, ""),
        };
        let target = self.target(name)?;
        self.add(
            Location::Variable(target),
            condition(expression, Hits::All)?,
            None,
            false,
        )
    }

    fn add(
        &mut self,
        location: Location,
        condition: Condition,
        message: Option<String>,
        is_temporary: bool,
    ) -> Result<String, String> {
        let added = self
            .debugger
            .add_breakpoint(location, condition, message, is_temporary);
        added.map_err(|error| error.to_string())?;
        Ok(self
            .debugger
            .breakpoints()
            .last()
            .map(shown::breakpoint)
            .unwrap_or_default())
    }

    fn delete(&mut self, rest: &str) -> Result<String, String> {
        if rest.is_empty() {
            self.debugger.remove_breakpoints(|_| true);
            return Ok(String::new());
        }
        let number: u32 = number(rest, "a breakpoint's number")?;
        match self
            .debugger
            .remove_breakpoints(|breakpoint| breakpoint.number == number)
        {
            0 => Err(format!("no breakpoint has the number {number}")),
            _ => Ok(String::new()),
        }
    }

    fn target(&self, name: &str) -> Result<Target, String> {
        Target::parse(name.trim(), self.debugger.machine()).map_err(|error| error.to_string())
    }

    fn why(&mut self, rest: &str) -> Result<String, String> {
        let (name, before) = match find_word(rest, "before") {
            Some(at) => (&rest[..at], Some(self.moment(rest[at + 6..].trim())?)),
            None => (rest, None),
        };
        let why = self
            .debugger
            .why(name, before)
            .map_err(|error| error.to_string())?;
        Ok(format!("{why}\n"))
    }

    fn last_set(&mut self, rest: &str) -> Result<String, String> {
        let target = self.target(rest)?;
        let Some(set) = self.debugger.last_set(&target, None, false) else {
            return Err(format!("no statement has set {target}"));
        };
        self.debugger.go_to(set.moment);
        Ok(shown::here(&self.debugger))
    }

    fn last_run(&mut self, rest: &str) -> Result<String, String> {
        let (line, statement) = line_and_statement(rest)?;
        let Some(event) = self.debugger.last_run(line, statement, None) else {
            return Err(format!("{rest} has not run"));
        };
        self.debugger.go_to(event.moment);
        Ok(shown::here(&self.debugger))
    }

    fn who(&mut self, rest: &str) -> Result<String, String> {
        const EXPECTED_POSITION: &str = "expected a screen row from 0 to 23 and a column from 0 to 31";
        let mut numbers = rest.split_whitespace().map(str::parse::<u8>);
        let (Some(Ok(row @ 0..24)), Some(Ok(column @ 0..32)), None) =
            (numbers.next(), numbers.next(), numbers.next())
        else {
            return Err(EXPECTED_POSITION.to_owned());
        };
        let Some(written) = self.debugger.last_written(row, column) else {
            return Err(format!("nothing has been written to row {row}, column {column}"));
        };
        let what = format!(
            "{} was written to address {} (PC {:04X})  ({})\n",
            written.value, written.address, written.pc, written.moment
        );
        Ok(match written.statement {
            Some((_, moment)) => {
                self.debugger.go_to(moment);
                what + &shown::here(&self.debugger)
            }
            None => what + "by no statement of the program\n",
        })
    }

    fn set(&mut self, rest: &str) -> Result<String, String> {
        let (name, value) = rest.split_once('=').ok_or("expected set VARIABLE = EXPRESSION")?;
        let value = self
            .debugger
            .set(name.trim(), value)
            .map_err(|error| error.to_string())?;
        Ok(format!("{} = {value}\n", name.trim()))
    }

    fn keys(&mut self, rest: &str) -> Result<String, String> {
        let items = key_script::parse(rest).map_err(|error| error.to_string())?;
        let mut chords = Vec::new();
        for item in items {
            let Item::Press { keys, .. } = &item else {
                return Err(format!(
                    "{item}: waits, times and texts are not allowed here; use continue"
                ));
            };
            chords.push(
                Chord::of(keys).ok_or_else(|| format!("{item}: at most two keys can be pressed together"))?,
            );
        }
        if chords.is_empty() {
            return Err("expected keys, such as: keys a ENTER".to_owned());
        }
        self.debugger.press(chords).map_err(|error| error.to_string())?;
        Ok(String::new())
    }

    fn go_to(&mut self, rest: &str) -> Result<String, String> {
        if rest == "start" {
            self.debugger.go_to_beginning();
        } else {
            let moment = self.moment(rest)?;
            self.debugger.go_to(moment);
        }
        Ok(shown::here(&self.debugger))
    }

    fn moment(&self, text: &str) -> Result<Moment, String> {
        const EXPECTED_TIME: &str =
            "expected a time: frame and T-states such as 120+3400, seconds such as 12.5s, start or end";
        let timeline = self.debugger.history().timeline();
        let at = |frame, tstate| Moment { frame, tstate };
        let moment = match text {
            "start" => Some(at(timeline.first(), 0)),
            "end" => Some(at(timeline.last(), 0)),
            _ => match (text.strip_suffix('s'), text.split_once('+')) {
                (Some(seconds), _) => (seconds.parse().ok())
                    .and_then(|seconds| std::time::Duration::try_from_secs_f64(seconds).ok())
                    .map(|time| at(EmulatedTime::of_duration(time).frames(), 0)),
                (None, Some((frame, tstate))) => frame
                    .parse()
                    .ok()
                    .zip(tstate.parse().ok())
                    .map(|(frame, tstate)| at(frame, tstate)),
                (None, None) => text.parse().ok().map(|frame| at(frame, 0)),
            },
        };
        moment.ok_or_else(|| EXPECTED_TIME.to_owned())
    }

    fn info(&self) -> String {
        let debugger = &self.debugger;
        let timeline = debugger.history().timeline();
        let mut out = shown::here(debugger);
        let _ = writeln!(
            out,
            "{:.2} s since the start; recorded: frames {} to {}, {} checkpoints",
            debugger.seconds(),
            timeline.first(),
            timeline.last(),
            timeline.states()
        );
        let _ = writeln!(out, "{} answers left", debugger.driver().answers_left().count());
        let keys: Vec<String> = debugger.driver().keys_left().map(ToString::to_string).collect();
        if !keys.is_empty() {
            let _ = writeln!(out, "keys left: {}", keys.join(" "));
        }
        out.extend(
            debugger
                .breakpoints()
                .iter()
                .map(|breakpoint| format!("breakpoint {}", shown::breakpoint(breakpoint))),
        );
        out
    }
}

/// A flag that SIGINT sets, so that the user can stop a run.
#[cfg(not(target_family = "wasm"))]
fn interrupts() -> std::sync::Arc<std::sync::atomic::AtomicBool> {
    let flag = std::sync::Arc::default();
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        // If the handler cannot be registered, SIGINT terminates the process as usual.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, std::sync::Arc::clone(&flag));
    }
    flag
}

fn none(rest: &str) -> Result<(), String> {
    match rest {
        "" => Ok(()),
        rest => Err(format!("unexpected argument {rest:?}")),
    }
}

fn number<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("expected {what}, found {text:?}"))
}

/// Parses a machine-code address; `None` if the text is not one.
fn address(text: &str) -> Result<Option<u16>, String> {
    let wrong = || format!("expected a 16-bit address such as 0x8000, found {text:?}");
    match text.starts_with("0x") || text.starts_with("0X") || text.starts_with('$') {
        true => parse_address(text).map(Some).ok_or_else(wrong),
        false => Ok(None),
    }
}

fn line_and_statement(text: &str) -> Result<(u16, Option<u8>), String> {
    let wrong = || format!("expected LINE or LINE:STATEMENT, such as 20 or 20:2, found {text:?}");
    let (line, statement) = match text.split_once(':') {
        Some((line, statement)) => (line, Some(statement.parse().map_err(|_| wrong())?)),
        None => (text, None),
    };
    Ok((line.parse().map_err(|_| wrong())?, statement))
}

fn condition(text: &str, hits: Hits) -> Result<Condition, String> {
    let expression = match text {
        "" => None,
        text => Some(text.strip_prefix("if ").ok_or_else(|| {
            format!("expected if EXPRESSION, hits N or log TEXT after the location, found {text:?}")
        })?),
    };
    Condition::parse(expression, hits).map_err(|error| error.to_string())
}

/// The position of a word in a text, ignoring string literals.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let mut in_string = false;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        in_string ^= c == '"';
        let rest = &text[at..];
        let ends = || rest[word.len()..].chars().next().is_none_or(char::is_whitespace);
        if !in_string && before.is_whitespace() && rest.starts_with(word) && ends() {
            return Some(at);
        }
        before = c;
    }
    None
}
