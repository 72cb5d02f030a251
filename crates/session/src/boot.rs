//! Boots a ROM to its editor and to its tape loader, once for any number of runs.

use girafa_spectrum::{Rom, Spectrum, Stop};
use thiserror::Error;

use crate::hardware::Hardware;
use crate::idle::IdleDetector;
use crate::keys::{Chord, type_text};
use crate::typing::TypingQueue;
use girafa_inspect::sysvars;
use girafa_inspect::text::Glyphs;

/// Maximum number of frames until a ROM reaches its editor: 20 seconds.
const BOOT_FRAMES: u32 = 1000;

/// Maximum number of frames from typing LOAD to the call of the tape loader.
const LOAD_FRAMES: u32 = 250;

/// The command typed after a program is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartCommand {
    /// RUN.
    Run,
    /// GO TO this line: unlike RUN, it keeps the variables.
    GoTo(u16),
    /// LLIST.
    List,
}

/// How statements are typed in a ROM's editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editor {
    /// K mode: one key per keyword, as on the original.
    Keywords,
    /// Keywords are spelled out.
    Letters,
}

/// A machine that waits in the editor, and a copy that waits for a tape.
#[derive(Debug, Clone)]
pub struct Boot {
    /// Just after start-up, waiting for a key.
    pub ready: Spectrum,
    /// How statements are typed.
    pub editor: Editor,
    /// The ROM's characters.
    pub glyphs: Glyphs,
    /// The hardware.
    hardware: Hardware,
    /// After LOAD "", with the ROM's loader at 0556 about to read a header; `None` if the ROM does not get
    /// there.
    loading: Option<Spectrum>,
}

/// Why a ROM cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BootError {
    /// The ROM did not wait for a key within 20 seconds at the addresses where a 48K ROM does.
    #[error("this ROM does not reach an editor: it does not wait for a key within {} seconds", BOOT_FRAMES / 50)]
    NoEditor,
}

impl Boot {
    /// Boots a machine with `rom`, detects how its editor is used, and types LOAD "".
    pub fn new(rom: &Rom) -> Result<Boot, BootError> {
        let mut ready = Spectrum::new(rom);
        ready.set_instant_tape(true);
        // The clicks of the keys that start a program are counted.
        ready.collect_beeper(true);
        let glyphs = Glyphs::of_rom(rom);
        let mut idle = IdleDetector::default();
        let hardware = Hardware::default();
        for _ in 0..BOOT_FRAMES {
            ready.run_frame();
            if idle.waits(&ready, &glyphs) {
                let editor = editor_of(&ready);
                let boot = Boot {
                    loading: type_load(&ready, load_chords(editor)),
                    ready,
                    editor,
                    glyphs,
                    hardware,
                };
                return Ok(boot.with_hardware(hardware));
            }
        }
        Err(BootError::NoEditor)
    }

    /// The same machines with this hardware.
    pub fn with_hardware(mut self, hardware: Hardware) -> Boot {
        self.hardware = hardware;
        hardware.set_up(&mut self.ready);
        if let Some(loading) = &mut self.loading {
            hardware.set_up(loading);
        }
        self
    }

    /// The hardware of the machines.
    pub fn hardware(&self) -> Hardware {
        self.hardware
    }

    /// Returns a machine after LOAD "", with the loader about to read a header; `None` if the ROM has no
    /// working LOAD.
    pub fn loading(&self) -> Option<&Spectrum> {
        self.loading.as_ref()
    }

    /// Returns a machine after LOAD ""CODE, with the loader about to read a header; `None` as for
    /// [`Self::loading`].
    pub fn loading_code(&self) -> Option<Spectrum> {
        type_load(&self.ready, load_code_chords(self.editor))
    }

    /// The ROM's start-up message on the bottom row.
    pub fn message(&self) -> String {
        self.glyphs
            .screen_rows(&self.ready, 22)
            .concat()
            .trim()
            .to_owned()
    }

    /// Number of keys pressed to get to [`Self::loading`].
    pub fn load_keys(&self) -> usize {
        load_chords(self.editor).len()
    }

    /// Number of keys pressed to get to [`Self::loading_code`].
    pub fn load_code_keys(&self) -> usize {
        load_code_chords(self.editor).len()
    }

    /// The keys that type a command and ENTER. LLIST is V in extended mode.
    pub fn chords(&self, command: StartCommand) -> Vec<Chord> {
        match (self.editor, command) {
            (Editor::Keywords, StartCommand::Run) => typed("r\n"),
            (Editor::Keywords, StartCommand::List) => [vec![Chord::EXTENDED], typed("v\n")].concat(),
            (Editor::Keywords, StartCommand::GoTo(line)) => typed(&format!("g{line}\n")),
            (Editor::Letters, StartCommand::Run) => typed("run\n"),
            (Editor::Letters, StartCommand::GoTo(line)) => typed(&format!("goto{line}\n")),
            (Editor::Letters, StartCommand::List) => typed("llist\n"),
        }
    }
}

fn load_chords(editor: Editor) -> Vec<Chord> {
    typed(match editor {
        Editor::Keywords => "j\"\"\n",
        Editor::Letters => "load\"\"\n",
    })
}

/// CODE is I in extended mode.
fn load_code_chords(editor: Editor) -> Vec<Chord> {
    match editor {
        Editor::Keywords => [typed("j\"\""), vec![Chord::EXTENDED], typed("i\n")].concat(),
        Editor::Letters => typed("load\"\"code\n"),
    }
}

fn typed(text: &str) -> Vec<Chord> {
    type_text(text).expect("letters, digits, quotes and ENTER are on the keyboard")
}

/// Presses J and checks whether the edit line gets the keyword LOAD or a letter.
fn editor_of(ready: &Spectrum) -> Editor {
    let mut machine = ready.clone();
    let mut typist = TypingQueue::patient();
    typist.queue(typed("j"));
    while typist.is_busy() {
        typist.before_frame(&mut machine);
        machine.run_frame();
        typist.after_frame(&machine);
    }
    let first = machine.peek(machine.peek16(sysvars::E_LINE));
    if first.eq_ignore_ascii_case(&b'j') {
        Editor::Letters
    } else {
        Editor::Keywords
    }
}

/// Types a LOAD command with ENTER and runs to the call of the tape loader.
fn type_load(ready: &Spectrum, load: Vec<Chord>) -> Option<Spectrum> {
    let mut machine = ready.clone();
    let mut typist = TypingQueue::patient();
    typist.queue(load);
    machine.breakpoints_mut().insert(sysvars::LOAD_BYTES);
    let mut frames_left = LOAD_FRAMES;
    while frames_left > 0 {
        typist.before_frame(&mut machine);
        if machine.run_frame() == Stop::Breakpoint(sysvars::LOAD_BYTES) {
            machine.keyboard_mut().release_all();
            machine.breakpoints_mut().clear();
            return Some(machine);
        }
        typist.after_frame(&machine);
        frames_left -= u32::from(!typist.is_busy());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn load_is_one_key_where_there_are_keywords() {
        assert_eq!(load_chords(Editor::Keywords).len(), 4);
        assert_eq!(load_chords(Editor::Letters).len(), 7);
    }
}
