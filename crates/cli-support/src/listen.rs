//! TCP addresses at which a command serves debuggers.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;

use anyhow::Context;
use girafa_dap::{Launcher, Port};

use crate::{eprint_line, message, usage};

/// Listens at the address `text`, the argument of `--listen`, and says so in the name of `command`. A port
/// without a host is on the loopback interface, which other computers cannot reach.
///
/// # Errors
/// The text is not an address, or the system refuses it.
pub fn listen(command: &str, text: &str) -> anyhow::Result<TcpListener> {
    let port = text
        .parse()
        .ok()
        .map(|port: u16| SocketAddr::from(([127, 0, 0, 1], port)));
    let address: SocketAddr = port.or_else(|| text.parse().ok()).ok_or_else(|| {
        usage(format_args!(
            "--listen {text}: expected a port such as 4711 or an address such as 127.0.0.1:4711"
        ))
    })?;
    let listener = TcpListener::bind(address).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            anyhow::anyhow!("--listen {address}: another program is listening there; choose another port")
        }
        _ => anyhow::Error::new(error).context(format!("--listen {address}")),
    })?;
    // Print the actual address: for port 0, the system chooses a free port.
    eprint_line(format_args!(
        "{command}: waiting for a client at {}",
        listener.local_addr()?
    ));
    Ok(listener)
}

/// The port at which debuggers attach to a player's program, if `--listen` was given.
///
/// # Errors
/// As [`listen`].
pub fn open_port(command: &str, text: Option<&str>) -> anyhow::Result<Option<Port>> {
    let Some(text) = text else { return Ok(None) };
    let port = Port::new(listen(command, text)?, &Listings).with_context(|| format!("--listen {text}"))?;
    Ok(Some(port))
}

/// Reads listings from files.
pub struct Listings;

impl Launcher for Listings {
    fn text(&self, path: &Path) -> Result<String, String> {
        let bytes = girafa_files::read(path).map_err(|error| message(&error.into()))?;
        String::from_utf8(bytes).map_err(|_| format!("{}: not UTF-8", path.display()))
    }
}
