//! The memory of the machine as a buffer that Python code reads and writes.

use girafa_spectrum::ROM_SIZE;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice};

use crate::machine::{MEMORY, Machine};

impl Machine {
    /// Copies changes that Python code made in the memory view to the machine.
    pub(super) fn change_by_view(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(view) = &self.view else { return Ok(()) };
        let bytes = view.bind(py).to_vec();
        let memory = self.debugger.machine().memory();
        if bytes.len() != MEMORY || bytes[ROM_SIZE..] == memory[ROM_SIZE..] {
            return Ok(());
        }
        let changed: Vec<u16> = (ROM_SIZE..MEMORY)
            .filter(|&at| bytes[at] != memory[at])
            .map(|at| at as u16)
            .collect();
        self.debugger.change(|machine| {
            for address in changed {
                machine.poke(address, bytes[usize::from(address)]);
            }
        });
        Ok(())
    }

    /// Copies the machine's memory to the memory view.
    pub(super) fn renew_view(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(view) = &self.view else { return Ok(()) };
        let all = PySlice::new(py, 0, MEMORY as isize, 1);
        view.bind(py)
            .set_item(all, PyBytes::new(py, self.debugger.machine().memory()))
    }
}
