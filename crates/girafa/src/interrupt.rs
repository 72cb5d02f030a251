//! Ctrl+C while a program runs. The run ends, its files are written, and a message says where it was. A second
//! Ctrl+C, or one at a question, ends the process immediately.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Whether Ctrl+C was pressed. Always false on systems without signals.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    received: Arc<AtomicBool>,
    ends_process: Arc<AtomicBool>,
}

/// The handler of the process, once it is installed.
static INSTALLED: OnceLock<Interrupt> = OnceLock::new();

impl Interrupt {
    /// Catches Ctrl+C from now on. If the system refuses, Ctrl+C keeps its default action.
    pub fn catch() -> Interrupt {
        let install = || {
            let interrupt = Interrupt::default();
            #[cfg(not(target_family = "wasm"))]
            let _ = interrupt.install();
            interrupt
        };
        INSTALLED.get_or_init(install).clone()
    }

    #[cfg(not(target_family = "wasm"))]
    fn install(&self) -> std::io::Result<()> {
        use signal_hook::consts::SIGINT;
        use signal_hook::flag;
        flag::register_conditional_default(SIGINT, Arc::clone(&self.ends_process))?;
        flag::register_conditional_default(SIGINT, Arc::clone(&self.received))?;
        flag::register(SIGINT, Arc::clone(&self.received))?;
        Ok(())
    }

    /// Sets whether the next Ctrl+C ends the process immediately.
    pub fn set_ends_process(&self, ends: bool) {
        self.ends_process.store(ends, Ordering::Relaxed);
    }

    /// Whether Ctrl+C was pressed.
    pub fn is_received(&self) -> bool {
        self.received.load(Ordering::Relaxed)
    }
}

/// Ends the process by the signal if Ctrl+C was caught, as if it had not been caught.
pub fn end_process_if_received() {
    #[cfg(not(target_family = "wasm"))]
    if INSTALLED.get().is_some_and(Interrupt::is_received) {
        let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGINT);
    }
}
