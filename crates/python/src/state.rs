//! Saved states of a machine, which can be pickled.

use girafa_inspect::text::Glyphs;
use girafa_loader::rom;
use girafa_session::emulator::Emulator;
use girafa_session::launch;
use girafa_spectrum::snapshot::szx;
use girafa_spectrum::{ROM_SIZE, Tape};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::errors::error;
use crate::pickle::{Reduced, next, reduced};

/// A saved state of a machine, for `Machine.restore`. Pickled, it loses its transcript, its paper and the details
/// of its report, and keeps the rest of its tape at the ROM's speed.
#[pyclass(frozen, module = "girafa")]
pub struct State(pub(crate) Emulator);

#[pymethods]
impl State {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let py = slf.py();
        let State(emulator) = slf.get();
        let machine = emulator.machine();
        let deck = machine.deck();
        if deck.is_playing() {
            return Err(error("a tape is playing: run some frames first"));
        }
        let rest = deck.tape().and_then(|tape| tape.from_block(deck.blocks_taken()));
        let keys = serde_json::to_string(&emulator.keyboard_state()).map_err(error)?;
        let values = (
            PyBytes::new(py, &szx::save(machine)),
            PyBytes::new(py, &machine.memory()[..ROM_SIZE]),
            (
                machine.is_paced(),
                machine.printer().is_connected(),
                deck.is_instant(),
            ),
            rest.map(|rest| PyBytes::new(py, &rest.to_tap())),
            keys,
        );
        reduced(slf.as_any(), values.into_pyobject(py)?)
    }

    fn __repr__(&self) -> String {
        format!("<girafa.State: frame {}>", self.0.machine().frames())
    }
}

impl State {
    /// Rebuilds a state from the values of its pickle.
    pub(crate) fn unpickled(values: &Bound<'_, PyTuple>) -> PyResult<State> {
        let mut values = values.iter();
        let snapshot: Vec<u8> = next(&mut values)?.extract()?;
        let rom: Vec<u8> = next(&mut values)?.extract()?;
        let (is_paced, has_printer, is_instant): (bool, bool, bool) = next(&mut values)?.extract()?;
        let tape: Option<Vec<u8>> = next(&mut values)?.extract()?;
        let keys: String = next(&mut values)?.extract()?;
        let wrong = |failed: &dyn std::fmt::Display| PyValueError::new_err(format!("the pickle: {failed}"));
        let rom = rom::of_bytes("rom".as_ref(), &rom).map_err(|failed| wrong(&failed))?;
        let mut machine = szx::load(&snapshot, &rom).map_err(|failed| wrong(&failed))?;
        machine.set_paced(is_paced);
        machine.printer_mut().set_connected(has_printer);
        // As for other snapshots: this detects that the program waits for a tape.
        machine.set_tape_starts_itself(true);
        machine.set_instant_tape(is_instant);
        if let Some(tape) = tape {
            machine.insert_tape(Tape::from_tap(&tape).map_err(|failed| wrong(&failed))?);
        }
        let mut emulator = Emulator::new(launch::snapshot(machine), Glyphs::of_rom(&rom));
        emulator.set_keyboard_state(serde_json::from_str(&keys).map_err(|failed| wrong(&failed))?);
        Ok(State(emulator))
    }
}
