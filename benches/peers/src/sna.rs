//! The registers of a 48K .sna snapshot, for peers that do not read the format themselves.

/// A parsed .sna file (Format: 27 bytes of header, 49,152 bytes of RAM from 4000; PC on the stack).
pub struct Sna<'a> {
    /// The 27 bytes of the header.
    header: &'a [u8],
    /// 48 KiB from address 4000.
    pub ram: &'a [u8],
}

impl<'a> Sna<'a> {
    /// `bytes` must be a whole 48K snapshot: 49,179 bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        assert_eq!(bytes.len(), 27 + 0xC000, "a 48K .sna");
        Self {
            header: &bytes[..27],
            ram: &bytes[27..],
        }
    }

    fn word(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.header[at], self.header[at + 1]])
    }

    /// The I register.
    pub fn i(&self) -> u8 {
        self.header[0]
    }

    /// HL', DE', BC', AF'.
    pub fn alternates(&self) -> [u16; 4] {
        [self.word(1), self.word(3), self.word(5), self.word(7)]
    }

    /// HL, DE, BC, IY, IX.
    pub fn main(&self) -> [u16; 5] {
        [
            self.word(9),
            self.word(11),
            self.word(13),
            self.word(15),
            self.word(17),
        ]
    }

    /// Whether interrupts are enabled.
    pub fn interrupts(&self) -> bool {
        self.header[19] & 4 != 0
    }

    /// The R register.
    pub fn r(&self) -> u8 {
        self.header[20]
    }

    /// AF.
    pub fn af(&self) -> u16 {
        self.word(21)
    }

    /// SP and PC after the snapshot's RETN.
    pub fn sp_pc(&self) -> (u16, u16) {
        let sp = self.word(23);
        let at = usize::from(sp - 0x4000);
        (
            sp.wrapping_add(2),
            u16::from_le_bytes([self.ram[at], self.ram[at + 1]]),
        )
    }

    /// Interrupt mode: 0, 1 or 2.
    pub fn interrupt_mode(&self) -> u8 {
        self.header[25]
    }
}
