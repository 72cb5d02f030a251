//! The 40 keys, as eight half-rows of five.
//!
//! ```text
//! address line 3:  1 2 3 4 5        6 7 8 9 0   address line 4
//!              2:  Q W E R T        Y U I O P                5
//!              1:  A S D F G        H J K L ENTER            6
//!              0:  CAPS Z X C V     B N M SYMBOL SPACE       7
//! ```
//! Bit 0 is the outermost key of a half-row (Manual, chapter 23). The matrix has no diodes: three keys at the
//! corners of a rectangle act as a fourth.

use crate::ula;

/// One of the 40 keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names are the keys'")]
pub enum Key {
    CapsShift, Z, X, C, V,
    A, S, D, F, G,
    Q, W, E, R, T,
    N1, N2, N3, N4, N5,
    N0, N9, N8, N7, N6,
    P, O, I, U, Y,
    Enter, L, K, J, H,
    Space, SymbolShift, M, N, B,
}

impl Key {
    /// All keys, half-row by half-row.
    #[rustfmt::skip]
    pub const ALL: [Key; 40] = {
        use Key::*;
        [
            CapsShift, Z, X, C, V, A, S, D, F, G, Q, W, E, R, T, N1, N2, N3, N4, N5,
            N0, N9, N8, N7, N6, P, O, I, U, Y, Enter, L, K, J, H, Space, SymbolShift, M, N, B,
        ]
    };

    /// The key with the letter (of either case) or digit `c` on it; space and newline are keys too.
    pub fn from_char(c: char) -> Option<Key> {
        const CHARS: &[u8; 40] = b"\0zxcvasdfgqwert1234509876poiuy\nlkjh \0mnb";
        let byte = u8::try_from(c.to_ascii_lowercase()).ok().filter(|&c| c != 0)?;
        CHARS.iter().position(|&c| c == byte).map(|i| Key::ALL[i])
    }

    /// The half-row, 0 to 7: the address line minus 8.
    pub const fn half_row(self) -> usize {
        self as usize / 5
    }

    /// The bit of port FE in that half-row, 0 to 4.
    pub const fn bit(self) -> u8 {
        self as u8 % 5
    }
}

/// The state of all keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keyboard {
    down: [u8; 8],
}

impl Keyboard {
    /// Presses `key` until it is released.
    pub fn press(&mut self, key: Key) {
        self.down[key.half_row()] |= 1 << key.bit();
    }

    /// Releases `key`.
    pub fn release(&mut self, key: Key) {
        self.down[key.half_row()] &= !(1 << key.bit());
    }

    /// Releases all keys.
    pub fn release_all(&mut self) {
        self.down = [0; 8];
    }

    /// Whether `key` is down.
    pub fn is_down(&self, key: Key) -> bool {
        self.down[key.half_row()] >> key.bit() & 1 != 0
    }

    /// Bits 0 to 4 of port FE with `high` as the port's upper half: 0 for a key that is down in any half-row
    /// whose address line is low, or in one that other keys connect with it. Bits 5 to 7 are 1.
    pub fn read(&self, high: u8) -> u8 {
        let selected = self
            .down
            .iter()
            .enumerate()
            .filter(|(row, _)| high >> row & 1 == 0);
        let mut keys = selected.fold(0, |keys, (_, &row)| keys | row);
        loop {
            let connected = self.down.iter().filter(|&row| row & keys != 0);
            let more = connected.fold(keys, |keys, &row| keys | row);
            if more == keys {
                return !keys;
            }
            keys = more;
        }
    }
}

/// The half-rows of keys that were read in a frame.
///
/// A ROM's interrupt routine reads all of them at the start of the frame, whatever the program does, so these
/// reads are recorded separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeyReads {
    /// Half-rows read by code in ROM in the first [`ROM_READ_TSTATES`](Self::ROM_READ_TSTATES) T-states of a
    /// frame, a bit for each.
    pub early: u8,
    /// Half-rows read by code in RAM, or later in the frame.
    pub late: u8,
}

impl KeyReads {
    /// T-states from the start of a frame after which a ROM's interrupt routine has finished reading the
    /// keys: ours takes at most 1,900.
    pub const ROM_READ_TSTATES: u32 = 4_000;

    /// Records a read of port FE with this high byte by the instruction before `pc`, `tstate` T-states after
    /// the start of the frame.
    pub(crate) fn note(&mut self, pc: u16, high: u8, tstate: u32) {
        if pc <= ula::RAM && tstate < KeyReads::ROM_READ_TSTATES {
            self.early |= !high;
        } else {
            self.late |= !high;
        }
    }
}
