//! The ZX Printer on port FB.
//!
//! ```text
//!   OUT  bit 7  stylus burns         IN  bit 7  the stylus comes to the paper   (kept until the next OUT)
//!        bit 2  motor stops              bit 6  0: the printer is there
//!        bit 1  motor runs slowly        bit 0  the encoder has ticked: next dot (kept until the next OUT)
//! ```
//!
//! A belt with two styli runs across the paper. Here a *pass* of one stylus is [`PASS_DOTS`] dots long, with
//! the 256 dots of the paper in its middle. The encoder ticks at the left edge of each dot on the paper; bit
//! 7 is set one dot before the first tick. A program starts the motor, waits for bit 7, and then for each dot
//! waits for bit 0 and writes the dot to bit 7. A dot burns if the stylus is switched on over it, or still on
//! at its right edge: a program may switch it off for the next row as soon as it has written the last dot.
//! Each pass advances the paper by one row, even if the program has written nothing.
//!
//! Not emulated: the exact speed of the real belt (no figure is published; a row takes 48 ms here, close to
//! the printer's stated speed of a screen in some ten seconds), its acceleration, and its stopping position:
//! the motor always starts with the belt before the paper. Stopping the motor finishes a row that the program
//! has begun.

/// A row of 256 dots, the leftmost in bit 7 of the first byte; 1 = burnt.
pub type DotRow = [u8; 32];

/// T-states of a dot at full speed, unless a host sets [another speed](Printer::set_dot_tstates). A dot takes
/// twice as long at slow speed.
pub const DOT_TSTATES: u64 = 440;
/// Dots of a pass; of these, the dots before the paper and the dots on it.
pub const PASS_DOTS: u64 = 384;
const LEAD_DOTS: u64 = 64;
const PAPER_DOTS: u64 = 256;

/// The lower half of the port that programs for the printer use. Other ports with bit 2 reset reach it, too.
const PORT: u8 = 0xFB;
/// Output bits of the port.
const STYLUS_BIT: u8 = 0x80;
const STOP_BIT: u8 = 0x04;
const SLOW_BIT: u8 = 0x02;
/// Input bits of the port. The other three float high.
const PAPER_BIT: u8 = 0x80;
const TICK_BIT: u8 = 0x01;
const FLOATING_BITS: u8 = 0x3E;

/// A ZX Printer and its paper. It is connected by default, but responds only after a program has started its motor
/// through port FB: other programs find no printer, as most users had none.
#[derive(Debug, Clone, PartialEq)]
pub struct Printer {
    connected: bool,
    /// Whether a program has started the motor through port FB.
    used: bool,
    /// The value last written; the motor is off at power-on.
    control: u8,
    /// T-states since power-on up to which the state is computed.
    time: u64,
    /// Distance that the belt has moved in this pass: 1 per T-state at slow speed, 2 at full speed.
    way: u64,
    /// Distance of one dot.
    dot_way: u64,
    /// The latched input bits 7 and 0.
    latches: u8,
    row: DotRow,
    /// Whether the program has written while the stylus was on the paper in this row.
    begun: bool,
    rows: Vec<DotRow>,
}

impl Default for Printer {
    fn default() -> Self {
        Printer {
            connected: true,
            used: false,
            control: STOP_BIT,
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

    /// Takes the finished rows.
    pub fn take_rows(&mut self) -> Vec<DotRow> {
        std::mem::take(&mut self.rows)
    }

    /// Finishes a row that the program has begun, as tearing off the paper does. Call this when the host
    /// stops running the machine for good.
    pub fn flush(&mut self) {
        if self.begun {
            self.finish_row();
        }
    }

    /// Connects or disconnects the printer. Without it, no device responds at port FB.
    pub fn set_connected(&mut self, connected: bool) {
        if connected != self.connected {
            *self = Printer {
                connected,
                rows: self.take_rows(),
                time: self.time,
                dot_way: self.dot_way,
                ..Printer::default()
            };
        }
    }

    /// Sets the speed: `tstates` (at least 1) per dot at full speed instead of [`DOT_TSTATES`], for a host
    /// that does not want to wait for the paper. The motor must be off.
    pub fn set_dot_tstates(&mut self, tstates: u32) {
        self.dot_way = 2 * u64::from(tstates.max(1));
    }

    /// Whether the printer is connected.
    pub fn is_connected(&self) -> bool {
        self.connected
    }

    /// Whether the printer answers reads of its port.
    pub(crate) fn responds(&self) -> bool {
        self.connected && self.used
    }

    /// Whether the motor is on.
    pub fn is_running(&self) -> bool {
        self.control & STOP_BIT == 0
    }

    /// Reads port FB at `now`.
    pub(crate) fn read(&mut self, now: u64) -> u8 {
        self.advance(now);
        FLOATING_BITS | self.latches
    }

    /// Writes to `port`, FB or another one that reaches the printer, at `now`.
    pub(crate) fn write(&mut self, now: u64, port: u16, value: u8) {
        self.used |= port as u8 == PORT && value & STOP_BIT == 0;
        if !self.responds() {
            return;
        }
        self.advance(now);
        self.latches = 0;
        if value & STOP_BIT != 0 {
            // The dot under the stylus is complete.
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

    /// Moves the belt up to `now`.
    pub(crate) fn advance(&mut self, now: u64) {
        let time = now.saturating_sub(std::mem::replace(&mut self.time, now));
        if !self.is_running() {
            return;
        }
        let mut way = if self.control & SLOW_BIT != 0 {
            time
        } else {
            2 * time
        };
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

    /// The dot of the row under the stylus.
    fn dot(&self) -> Option<u64> {
        (self.way / self.dot_way)
            .checked_sub(LEAD_DOTS)
            .filter(|&dot| dot < PAPER_DOTS)
    }

    /// Burns the dot under the stylus, if the stylus is on.
    fn burn(&mut self) {
        if let Some(dot) = self.dot()
            && self.control & STYLUS_BIT != 0
        {
            self.row[dot as usize / 8] |= 0x80 >> (dot % 8);
        }
    }

    /// Handles the stylus reaching the left edge of a dot.
    fn pass_edge(&mut self) {
        match self.way / self.dot_way {
            dot if dot == LEAD_DOTS - 1 => self.latches |= PAPER_BIT,
            dot if dot == LEAD_DOTS + PAPER_DOTS => self.finish_row(),
            _ if self.dot().is_some() => self.latches |= TICK_BIT,
            _ => {}
        }
    }

    fn finish_row(&mut self) {
        self.rows.push(std::mem::take(&mut self.row));
        self.begun = false;
    }
}
