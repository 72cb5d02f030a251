//! The ZX Printer on port FB.
//!
//! ```text
//!   OUT  bit 7  stylus burns         IN  bit 7  the stylus comes to the paper   (kept until the next OUT)
//!        bit 2  motor stops              bit 6  0: the printer is there
//!        bit 1  motor runs slowly        bit 0  the encoder has ticked: next dot (kept until the next OUT)
//! ```
//!
//! A belt with two styli runs across the paper: here a *pass* of one stylus is [`PASS_DOTS`] dots long, of
//! which the paper has 256 in its middle. The encoder ticks at the left edge of each dot on the paper; bit 7
//! comes one dot before the first tick. A program starts the motor, waits for bit 7, and then for each dot
//! waits for bit 0 and writes the dot to bit 7. A dot burns if the stylus is switched on over it, or still on at
//! its right edge: a program may switch it off for the next row as soon as it has written the last dot. Each
//! pass moves the paper on by one row, whether the program has written anything or not, as the motor moves
//! it.
//!
//! Not emulated: how fast the real belt is to the microsecond (no figure is published; a row takes 48 ms
//! here, about as long as the printer's stated speed of a screen in some ten seconds), how it speeds up and
//! slows down, and where it stops: the motor starts with the belt before the paper. Stopping ends a row that
//! the program has begun.

/// A row of 256 dots, the leftmost in bit 7 of the first byte; 1 = burnt.
pub type DotRow = [u8; 32];

/// T-states of a dot at full speed, unless a host needs [a faster printer](Printer::set_dot_tstates); at slow
/// speed it takes twice as long.
pub const DOT_TSTATES: u64 = 440;
/// Dots of a pass, and of those the ones before the paper and on it.
pub const PASS_DOTS: u64 = 384;
const LEAD_DOTS: u64 = 64;
const PAPER_DOTS: u64 = 256;

/// Bits of the port, written.
const STYLUS: u8 = 0x80;
const STOP: u8 = 0x04;
const SLOW: u8 = 0x02;
/// Bits of the port, read. The other three float high.
const AT_PAPER: u8 = 0x80;
const TICK: u8 = 0x01;
const OPEN: u8 = 0x3E;

/// A ZX Printer and its paper. It is plugged in unless said otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Printer {
    connected: bool,
    /// What was last written; the motor stands at power-on.
    control: u8,
    /// Time up to which all is worked out, in T-states since power-on.
    time: u64,
    /// Way of the belt since the pass began: 1 in a T-state at slow speed, 2 at full speed.
    way: u64,
    /// Way of the belt over a dot.
    dot_way: u64,
    /// What a read gives of bits 7 and 0.
    latches: u8,
    row: DotRow,
    /// The program has written while the stylus was on this row's paper.
    begun: bool,
    rows: Vec<DotRow>,
}

impl Default for Printer {
    fn default() -> Self {
        Printer {
            connected: true,
            control: STOP,
            time: 0,
            way: 0,
            dot_way: 2 * DOT_TSTATES,
            latches: 0,
            row: [0; 32],
            begun: false,
            rows: Vec::new(),
        }
    }
}

impl Printer {
    /// Finished rows, in order.
    pub fn rows(&self) -> &[DotRow] {
        &self.rows
    }

    /// Takes the finished rows off.
    pub fn take_rows(&mut self) -> Vec<DotRow> {
        std::mem::take(&mut self.rows)
    }

    /// Finishes a row that the program has begun, as tearing the paper off does. To be called when the host
    /// stops running the machine for good.
    pub fn flush(&mut self) {
        if self.begun {
            self.finish_row();
        }
    }

    /// Plugs it in or out. Without it port FB is one that nobody answers at.
    pub fn set_connected(&mut self, connected: bool) {
        *self = Printer {
            connected,
            rows: self.take_rows(),
            time: self.time,
            dot_way: self.dot_way,
            ..Printer::default()
        };
    }

    /// Gives the printer another speed: `tstates` (at least 1) a dot at full speed instead of
    /// [`DOT_TSTATES`], for a host that does not want to wait for the paper. The motor must be standing.
    pub fn set_dot_tstates(&mut self, tstates: u32) {
        self.dot_way = 2 * u64::from(tstates.max(1));
    }

    /// Whether it is plugged in.
    pub fn is_connected(&self) -> bool {
        self.connected
    }

    /// Whether the motor runs.
    pub fn is_running(&self) -> bool {
        self.control & STOP == 0
    }

    /// Port FB is read at `now`.
    pub(crate) fn read(&mut self, now: u64) -> u8 {
        self.advance(now);
        OPEN | self.latches
    }

    /// Port FB is written at `now`.
    pub(crate) fn write(&mut self, now: u64, value: u8) {
        if !self.connected {
            return;
        }
        self.advance(now);
        self.latches = 0;
        if value & STOP != 0 {
            // The dot under the stylus is as far as it will be.
            self.burn();
            self.flush();
            self.way = 0;
        } else if self.is_running() && self.dot().is_some() {
            self.begun = true;
        }
        self.control = value;
        if self.is_running() {
            self.burn();
        }
    }

    /// Lets the belt run up to `now`.
    pub(crate) fn advance(&mut self, now: u64) {
        let time = now.saturating_sub(std::mem::replace(&mut self.time, now));
        if !self.is_running() {
            return;
        }
        let mut way = if self.control & SLOW != 0 { time } else { 2 * time };
        loop {
            let to_edge = self.dot_way - self.way % self.dot_way;
            if way < to_edge {
                self.way += way;
                return;
            }
            way -= to_edge;
            self.burn();
            self.way = (self.way + to_edge) % (PASS_DOTS * self.dot_way);
            self.pass_edge();
        }
    }

    /// The dot of the row that the stylus is on.
    fn dot(&self) -> Option<u64> {
        (self.way / self.dot_way)
            .checked_sub(LEAD_DOTS)
            .filter(|&dot| dot < PAPER_DOTS)
    }

    /// Burns the dot under the stylus, if it is switched on.
    fn burn(&mut self) {
        if let Some(dot) = self.dot()
            && self.control & STYLUS != 0
        {
            self.row[dot as usize / 8] |= 0x80 >> (dot % 8);
        }
    }

    /// The stylus has come to the left edge of a dot.
    fn pass_edge(&mut self) {
        match self.way / self.dot_way {
            dot if dot == LEAD_DOTS - 1 => self.latches |= AT_PAPER,
            dot if dot == LEAD_DOTS + PAPER_DOTS => self.finish_row(),
            _ if self.dot().is_some() => self.latches |= TICK,
            _ => {}
        }
    }

    fn finish_row(&mut self) {
        self.rows.push(std::mem::take(&mut self.row));
        self.begun = false;
    }
}
