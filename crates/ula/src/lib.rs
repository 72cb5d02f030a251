//! Constants of the 48K: the hardware facts that other files use, with their sources.
//!
//! Sources: *Manual* is the Sinclair ZX Spectrum BASIC manual (1982, chapters 23-25); *ULA* is the public
//! description of the 48K's ULA timing that the contention cases in `crates/spectrum/tests/vectors` agree
//! with; *Format* is the file format's public description.
#![no_std]
#![forbid(unsafe_code)]

mod block_move;
pub mod contention;

pub use block_move::BlockMove;

/// Processor clock in hertz (Manual, chapter 24: 3.5 MHz).
pub const CLOCK_HZ: u32 = 3_500_000;

/// T-states per television line (ULA: 448 pixel clocks of 7 MHz).
pub const LINE_TSTATES: u32 = 224;

/// Television lines per frame (ULA: 312, not interlaced).
pub const FRAME_LINES: u32 = 312;

/// T-states per frame, the time between two interrupts (ULA).
pub const FRAME_TSTATES: u32 = LINE_TSTATES * FRAME_LINES;

/// T-states during which /INT is low, from T-state 0 of the frame (ULA).
pub const INT_TSTATES: u32 = 32;

/// First T-state of the frame at which a contended access is delayed (ULA).
pub const FIRST_CONTENDED: u32 = 14_335;

/// T-state of the frame at which a border change would begin to show at the left edge of the screen's first
/// row: each T-state is two pixels, each line 224 T-states (ULA).
pub const FIRST_PIXEL: u32 = 14_336;

/// Pixels of a line that share one border colour: the ULA latches it once per cell (ULA).
pub const BORDER_CELL_PIXELS: u32 = 8;

/// T-state of the frame at which the first byte of the bitmap is on the data bus (ULA: reading an unused port
/// at that T-state returns it).
pub const FIRST_FETCH: u32 = 14_338;

/// T-states per line in which the ULA reads the screen (ULA: 32 columns of four).
pub const FETCH_TSTATES: u32 = 128;

/// Pixel rows of the screen (Manual, chapter 17).
pub const SCREEN_ROWS: u32 = 192;

/// Start of the bitmap: 6,144 bytes (Manual, chapter 24).
pub const BITMAP: u16 = 0x4000;

/// Start of the attributes: 768 bytes (Manual, chapter 24).
pub const ATTRIBUTES: u16 = 0x5800;

/// The address after the last byte of bitmap and attributes.
pub const SCREEN_END: u16 = ATTRIBUTES + 768;

/// Frames between two swaps of FLASH (Manual: about 1.6 times a second; ULA: 16 frames).
pub const FLASH_FRAMES: u64 = 16;

/// First address of the RAM; below it is ROM (Manual, chapter 24).
pub const RAM: u16 = 0x4000;

/// Wait states of an access that begins at `tstate` of the frame: 6 5 4 3 2 1 0 0 while the ULA reads the
/// screen (ULA).
pub const fn contention(tstate: u32) -> u32 {
    let line = tstate.wrapping_sub(FIRST_CONTENDED) / LINE_TSTATES;
    let column = tstate.wrapping_sub(FIRST_CONTENDED) % LINE_TSTATES;
    if tstate < FIRST_CONTENDED || line >= SCREEN_ROWS || column >= FETCH_TSTATES {
        return 0;
    }
    [6, 5, 4, 3, 2, 1, 0, 0][(column % 8) as usize]
}

/// Whether `address` is in the 16 KiB that the processor shares with the ULA (ULA: 4000 to 7FFF).
pub const fn is_contended(address: u16) -> bool {
    address & 0xC000 == 0x4000
}

/// Whether the ULA responds to `port` (Manual, chapter 23: every even one; FE is the one to use).
pub const fn is_ula_port(port: u16) -> bool {
    port & 1 == 0
}

/// Whether the ZX Printer responds to `port` (its manual: FB; it decodes only address line 2).
pub const fn is_printer_port(port: u16) -> bool {
    port & 4 == 0
}

/// Whether a Kempston joystick interface responds to `port` (port 31; it decodes only address line 5).
pub const fn is_joystick_port(port: u16) -> bool {
    port & 0x20 == 0
}

/// Address of the byte that the ULA has on the data bus at `tstate` of the frame. In each eight T-states it
/// fetches two bytes of the bitmap, each followed by its attribute, and idles for four (ULA).
pub const fn fetched_address(tstate: u32) -> Option<u16> {
    let row = tstate.wrapping_sub(FIRST_FETCH) / LINE_TSTATES;
    let column = tstate.wrapping_sub(FIRST_FETCH) % LINE_TSTATES;
    if tstate < FIRST_FETCH || row >= SCREEN_ROWS || column >= FETCH_TSTATES {
        return None;
    }
    let byte = column / 8 * 2;
    match column % 8 {
        0 => Some(bitmap_address(row, byte)),
        1 => Some(attribute_address(row, byte)),
        2 => Some(bitmap_address(row, byte + 1)),
        3 => Some(attribute_address(row, byte + 1)),
        _ => None,
    }
}

/// T-state of the frame at which the ULA fetches the bitmap byte of pixel row `row` and `column`; the
/// attribute follows in the next T-state (ULA: as [`fetched_address`]).
pub const fn fetch_tstate(row: u32, column: u32) -> u32 {
    FIRST_FETCH + row * LINE_TSTATES + column / 2 * 8 + column % 2 * 2
}

/// Whether the ULA fetches a byte of the bitmap at `tstate` of the frame.
pub const fn is_cell_fetch(tstate: u32) -> bool {
    match fetched_address(tstate) {
        Some(address) => address < ATTRIBUTES,
        None => false,
    }
}

/// Address of the bitmap byte of pixel row `row` (0 at the top, below 192) and `column` (0 to 31): the row's
/// bits 7 6 2 1 0 5 4 3 (Manual, chapter 24; well known).
pub const fn bitmap_address(row: u32, column: u32) -> u16 {
    BITMAP | ((row & 0xC0) << 5 | (row & 7) << 8 | (row & 0x38) << 2 | column) as u16
}

/// Address of the attribute of pixel row `row` and `column`.
pub const fn attribute_address(row: u32, column: u32) -> u16 {
    ATTRIBUTES | (row / 8 * 32 + column) as u16
}

/// T-states of a pilot pulse of the ROM's tape format (Format: TZX 1.20, standard speed block).
pub const PILOT_TSTATES: u32 = 2_168;

/// Pilot pulses before a header, whose flag byte is below 128 (Format: TZX).
pub const PILOT_HEADER_PULSES: u32 = 8_063;

/// Pilot pulses before data (Format: TZX).
pub const PILOT_DATA_PULSES: u32 = 3_223;

/// T-states of the two sync pulses after the pilot (Format: TZX).
pub const SYNC_TSTATES: [u32; 2] = [667, 735];

/// T-states of each of a bit's two pulses, for 0 and for 1 (Format: TZX).
pub const BIT_PULSES: [u32; 2] = [855, 1_710];

/// T-states of silence after a block: one second (Format: TAP as the emulators play it).
pub const PAUSE_TSTATES: u32 = CLOCK_HZ;

/// The ROM's entry that loads or verifies bytes: flag A, address IX, length DE, carry for LOAD (well known).
pub const LOAD_BYTES: u16 = 0x0556;

/// The ROM's entry that saves bytes: flag A, address IX, length DE (well known).
pub const SAVE_BYTES: u16 = 0x04C2;

/// The address at which the CPU starts after a reset (Z80: Reset).
pub const RESET_ENTRY: u16 = 0x0000;

/// The ROM's error entry: the byte after the call is the report's code minus one (well known).
pub const ERROR_ENTRY: u16 = 0x0008;

/// The ROM's entry that prints the character in A on the current channel (well known).
pub const PRINT_ENTRY: u16 = 0x15F2;

/// The 16 colours as red, green, blue: black, blue, red, magenta, green, cyan, yellow, white, then the same
/// with BRIGHT (Manual, chapter 16). The intensities depend on the television; these are the usual values.
pub const PALETTE: [[u8; 3]; 16] = {
    let mut palette = [[0; 3]; 16];
    let mut colour = 0;
    while colour < 16 {
        let level = if colour < 8 { 0xD7 } else { 0xFF };
        palette[colour] = [
            level * (colour as u8 >> 1 & 1),
            level * (colour as u8 >> 2 & 1),
            level * (colour as u8 & 1),
        ];
        colour += 1;
    }
    palette
};
