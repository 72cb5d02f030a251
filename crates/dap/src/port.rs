//! The port of a player, at which clients attach to its program.

use std::io::{self, BufReader, ErrorKind};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use girafa_debugger::Debugger;
use girafa_frontend::Console;

use crate::Launcher;
use crate::server::{Known, Message, Server, read_along};

/// Maximum time to wait for a client that does not read.
const MAX_WRITE_TIME: Duration = Duration::from_secs(1);

/// Maximum time for messages in a row, before the player reads its keys and draws.
const MAX_TIME: Duration = Duration::from_millis(100);

/// Time to wait for another message of a client that examines a stopped program: it asks for one thing after another.
const NEXT_MESSAGE_TIME: Duration = Duration::from_millis(5);

/// The port of a player. It serves one client at a time.
pub struct Port {
    listener: TcpListener,
    launcher: &'static dyn Launcher,
    client: Option<Client>,
}

struct Client {
    stream: TcpStream,
    server: Server<'static, TcpStream>,
    messages: Receiver<Message>,
    known: Known,
}

impl Port {
    /// A port that takes its clients from `listener`. The launcher reads the listings that they name.
    ///
    /// # Errors
    /// The listener cannot be asked without waiting.
    pub fn new(listener: TcpListener, launcher: &'static dyn Launcher) -> io::Result<Port> {
        listener.set_nonblocking(true)?;
        Ok(Port {
            listener,
            launcher,
            client: None,
        })
    }

    /// Does what the client asks for, and reports to it what has happened in the player. Call it before each
    /// frame, and several times per second while the player is paused.
    pub fn attend(&mut self, console: &mut Console) {
        while let Ok((stream, _)) = self.listener.accept() {
            // Another client is refused: its connection is closed.
            if self.client.is_none() {
                self.client = Client::new(stream, self.launcher, console).ok();
                console.take_stop();
            }
        }
        if let Some(client) = &mut self.client
            && (client.attend(console).is_err() || client.server.is_over())
            && let Some(client) = self.client.take()
        {
            // The thread that reads has the connection, too.
            let _ = client.stream.shutdown(Shutdown::Both);
            client.server.leave(console);
        }
    }
}

impl Client {
    fn new(stream: TcpStream, launcher: &'static dyn Launcher, console: &Console) -> io::Result<Client> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(MAX_WRITE_TIME))?;
        let input = BufReader::new(stream.try_clone()?);
        let output = stream.try_clone()?;
        let copy = Debugger::live(console.debugger().state());
        Ok(Client {
            stream,
            server: Server::of_player(output, launcher, copy),
            messages: read_along(input),
            known: Known::of(console),
        })
    }

    fn attend(&mut self, console: &mut Console) -> io::Result<()> {
        self.server.look_at(console, &mut self.known)?;
        let begun = Instant::now();
        let mut wait = Duration::ZERO;
        while begun.elapsed() < MAX_TIME && !self.server.is_over() {
            match self.messages.recv_timeout(wait) {
                Ok(message) => self.server.take_for(message, console, &mut self.known)?,
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(ErrorKind::UnexpectedEof.into()),
            }
            if console.paused {
                wait = NEXT_MESSAGE_TIME;
            }
        }
        Ok(())
    }
}
