//! The contents of the client's panels: the screen and the printer paper, sent as pictures when they change.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use girafa_session::picture::{paper_png, rgb_png};
use girafa_spectrum::DotRow;
use serde_json::{Value, json};

use super::Server;

/// Minimum interval between updates while the program runs.
const MIN_UPDATE_INTERVAL: Duration = Duration::from_millis(100);
/// The same for a program that runs in real time.
const MIN_UPDATE_INTERVAL_IN_REAL_TIME: Duration = Duration::from_millis(40);

/// The last pictures sent to the client.
#[derive(Debug, Default)]
pub struct Pictures {
    screen: Vec<u8>,
    /// The rows of the paper: at most slightly more than [`girafa_session::limits::PAPER_ROWS_OF_PAST`],
    /// which is a megabyte as a message.
    paper: Vec<DotRow>,
    looked: Option<Instant>,
}

impl<W: Write> Server<'_, W> {
    /// Sends the events `girafaScreen` and `girafaPaper` if their pictures have changed; while the program
    /// runs, at intervals. The paper is `null` if stepping back has undone its printing.
    pub(super) fn report_pictures(&mut self, is_running: bool) -> io::Result<()> {
        let Some(program) = self.program.as_ref().filter(|program| program.is_configured) else {
            return Ok(());
        };
        let sent = &mut self.pictures;
        let interval = match program.real_time {
            Some(_) => MIN_UPDATE_INTERVAL_IN_REAL_TIME,
            None => MIN_UPDATE_INTERVAL,
        };
        if is_running && sent.looked.is_some_and(|looked| looked.elapsed() < interval) {
            return Ok(());
        }
        sent.looked = Some(Instant::now());
        let mut news = Vec::new();
        let screen = program.debugger.machine().screen().rgb(true);
        if screen.rgb != sent.screen {
            news.push(("girafaScreen", json!(STANDARD.encode(rgb_png(&screen)))));
            sent.screen = screen.rgb;
        }
        let paper = program.debugger.history().paper();
        if paper != sent.paper {
            let png = (!paper.is_empty()).then(|| STANDARD.encode(paper_png(paper)));
            news.push(("girafaPaper", png.map_or(Value::Null, Value::String)));
            sent.paper = paper.to_vec();
        }
        for (event, png) in news {
            self.event(event, json!({ "png": png }))?;
        }
        Ok(())
    }
}
