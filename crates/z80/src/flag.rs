//! The bits of F, and tables of the flags that depend only on a result.

/// Carry.
pub const C: u8 = 0x01;
/// Add/subtract: the last operation was a subtraction.
pub const N: u8 = 0x02;
/// Parity or overflow.
pub const PV: u8 = 0x04;
/// Undocumented: mostly bit 3 of the result.
pub const X: u8 = 0x08;
/// Half carry: out of bit 3.
pub const H: u8 = 0x10;
/// Undocumented: mostly bit 5 of the result.
pub const Y: u8 = 0x20;
/// Zero.
pub const Z: u8 = 0x40;
/// Sign: bit 7 of the result.
pub const S: u8 = 0x80;

/// Both undocumented bits.
pub(crate) const YX: u8 = Y | X;

/// S, Z, Y and X of a result.
pub(crate) static SZYX: [u8; 256] = table(false);

/// S, Z, Y, X of a result, and its parity in P/V: 1 when the number of one bits is even.
pub(crate) static SZYXP: [u8; 256] = table(true);

const fn table(parity: bool) -> [u8; 256] {
    let mut flags = [0; 256];
    let mut value = 0;
    while value < 256 {
        flags[value] = value as u8 & (S | YX);
        if value == 0 {
            flags[value] |= Z;
        }
        if parity && value.count_ones() % 2 == 0 {
            flags[value] |= PV;
        }
        value += 1;
    }
    flags
}
