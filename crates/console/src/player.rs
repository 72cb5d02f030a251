//! The machine that a player begins with.

use girafa_session::launch::Launched;
use girafa_session::text::Glyphs;
use girafa_subject::Subject;
use girafa_subject::launch::{Launch, other_rom};

use crate::{eprint_notices, resolve};

/// The machine of `command`'s player and its ROM's characters: the subject called `name` is loaded, or, with `real_tape`,
/// LOAD "" is typed and its tape is in the recorder; without a name it is the bare machine. Where the player `records` on a
/// tape of its own, the one that a listing was loaded from is taken out.
///
/// # Errors
/// Those of the subject, of the ROM, and of loading.
pub fn begin(
    command: &str,
    launch: &Launch,
    name: Option<&str>,
    real_tape: bool,
    records: bool,
) -> anyhow::Result<(Launched, Glyphs)> {
    let Some(name) = name else {
        return Ok(launch.bare()?);
    };
    let subject = resolve(command, name)?;
    let is_tape = real_tape || matches!(subject, Subject::Tape(_));
    let has_tape = matches!(subject, Subject::Tape(_) | Subject::Program(_));
    let (mut launched, glyphs) = if real_tape && has_tape {
        launch.real_tape(name, &subject)?
    } else {
        launch.run(name, &subject)?
    };
    eprint_notices(command, &other_rom(name, &subject, &launched));
    if records && !is_tape {
        launched.machine.eject_tape();
    }
    Ok((launched, glyphs))
}
