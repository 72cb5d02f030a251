//! The registers and their values after a reset.

/// A Z80: its registers and the few internal latches that persist between instructions.
///
/// Two CPUs are equal when they behave alike from here on, given the same bus.
///
/// The byte registers are ordered in memory so that each pair is one little-endian word: a compiler can then
/// read and write a pair in one access.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Cpu {
    /// Flags: S Z Y H X P/V N C from bit 7 to bit 0; see [`flag`](crate::flag).
    pub f: u8,
    /// Accumulator.
    pub a: u8,
    /// Low byte of BC.
    pub c: u8,
    /// High byte of BC.
    pub b: u8,
    /// Low byte of DE.
    pub e: u8,
    /// High byte of DE.
    pub d: u8,
    /// Low byte of HL.
    pub l: u8,
    /// High byte of HL.
    pub h: u8,
    /// Program counter. In the HALT state it is the address after the HALT.
    pub pc: u16,
    /// Stack pointer.
    pub sp: u16,
    /// MEMPTR (also called WZ): the internal register pair for addresses. `BIT n,(HL)` copies bits 5 and 3 of
    /// its high byte to Y and X. See "MEMPTR, esoteric register of the Zilog Z80 CPU" (boo_boo, 2006).
    pub memptr: u16,
    /// Index register IX.
    pub ix: u16,
    /// Index register IY.
    pub iy: u16,
    /// Alternate AF.
    pub af_: u16,
    /// Alternate BC.
    pub bc_: u16,
    /// Alternate DE.
    pub de_: u16,
    /// Alternate HL.
    pub hl_: u16,
    /// Memory refresh: bits 0 to 6 count opcode fetches, bit 7 keeps the value set by `LD R,A`.
    pub r: u8,
    /// Interrupt page: the high byte of the mode 2 table and of the refresh address.
    pub i: u8,
    /// Interrupt mode: 0, 1 or 2 (any other value acts as 2).
    pub im: u8,
    /// Whether maskable interrupts are enabled.
    pub iff1: bool,
    /// The value that RETN copies to IFF1, and that `LD A,I` and `LD A,R` copy to P/V.
    pub iff2: bool,
    /// Whether the CPU is in the HALT state: executing NOPs until an interrupt.
    pub halted: bool,
    /// The prefix that continues a chain of DD and FD prefixes too long for one step; 0 if there is none.
    pub(crate) pending_prefix: u8,
    /// Q: the flags if the last instruction wrote them, otherwise 0. SCF and CCF depend on it.
    pub q: u8,
    /// Whether the last instruction was EI: a maskable interrupt waits until the next instruction is done.
    pub ei: bool,
    /// Whether the last instruction was `LD A,I` or `LD A,R`: an interrupt accepted now resets its P/V.
    pub ld_a_ir: bool,
}

impl Default for Cpu {
    fn default() -> Self {
        Self::new()
    }
}

/// Defines the accessors of a register pair.
macro_rules! pair {
    ($get:ident, $set:ident, $high:ident, $low:ident, $name:literal) => {
        #[doc = concat!("The pair ", $name, ".")]
        #[inline(always)]
        pub const fn $get(&self) -> u16 {
            (self.$high as u16) << 8 | self.$low as u16
        }

        #[doc = concat!("Writes the pair ", $name, ".")]
        #[inline(always)]
        pub const fn $set(&mut self, value: u16) {
            self.$high = (value >> 8) as u8;
            self.$low = value as u8;
        }
    };
}

impl Cpu {
    /// Creates a CPU in its state after a power-on reset: PC, I, R and the interrupt mode 0, interrupts
    /// disabled, AF and SP FFFF (Sean Young, "The Undocumented Z80 Documented", 2.4). The manual leaves the
    /// other registers undefined; here they are 0, so that equal runs are equal.
    pub const fn new() -> Self {
        Cpu {
            f: 0xFF,
            a: 0xFF,
            c: 0,
            b: 0,
            e: 0,
            d: 0,
            l: 0,
            h: 0,
            pc: 0,
            sp: 0xFFFF,
            memptr: 0,
            ix: 0,
            iy: 0,
            af_: 0,
            bc_: 0,
            de_: 0,
            hl_: 0,
            r: 0,
            i: 0,
            im: 0,
            iff1: false,
            iff2: false,
            halted: false,
            pending_prefix: 0,
            q: 0,
            ei: false,
            ld_a_ir: false,
        }
    }

    /// Resets the CPU (its /RESET line): as [`Cpu::new`], but registers that the chip does not reset keep
    /// their values.
    pub fn reset(&mut self) {
        *self = Cpu {
            b: self.b,
            c: self.c,
            d: self.d,
            e: self.e,
            h: self.h,
            l: self.l,
            ix: self.ix,
            iy: self.iy,
            af_: self.af_,
            bc_: self.bc_,
            de_: self.de_,
            hl_: self.hl_,
            ..Cpu::new()
        };
    }

    pair!(af, set_af, a, f, "AF");
    pair!(bc, set_bc, b, c, "BC");
    pair!(de, set_de, d, e, "DE");
    pair!(hl, set_hl, h, l, "HL");

    /// The refresh address of the next opcode fetch: I as the high byte, R as the low.
    #[inline(always)]
    pub const fn ir(&self) -> u16 {
        (self.i as u16) << 8 | self.r as u16
    }

    /// Counts an opcode fetch in R.
    #[inline(always)]
    pub(crate) const fn refresh(&mut self) {
        self.r = self.r & 0x80 | self.r.wrapping_add(1) & 0x7F;
    }

    /// The refresh address of the fetch just made, which stays on the bus during internal T-states.
    #[inline(always)]
    pub(crate) const fn last_ir(&self) -> u16 {
        (self.i as u16) << 8 | (self.r & 0x80 | self.r.wrapping_sub(1) & 0x7F) as u16
    }
}

/// The register pair used by opcodes that name HL: HL itself, IX after the prefix DD, or IY after FD.
pub(crate) trait Index {
    /// Whether there is a prefix: (HL) is then (index + displacement), in whose instructions H and L are not
    /// replaced.
    const PREFIXED: bool;
    fn get(cpu: &Cpu) -> u16;
    fn set(cpu: &mut Cpu, value: u16);

    #[inline(always)]
    fn high(cpu: &Cpu) -> u8 {
        (Self::get(cpu) >> 8) as u8
    }

    #[inline(always)]
    fn low(cpu: &Cpu) -> u8 {
        Self::get(cpu) as u8
    }

    #[inline(always)]
    fn set_high(cpu: &mut Cpu, value: u8) {
        Self::set(cpu, Self::get(cpu) & 0x00FF | (value as u16) << 8);
    }

    #[inline(always)]
    fn set_low(cpu: &mut Cpu, value: u8) {
        Self::set(cpu, Self::get(cpu) & 0xFF00 | value as u16);
    }
}

/// No prefix.
pub(crate) struct Hl;

/// Prefix DD.
pub(crate) struct Ix;

/// Prefix FD.
pub(crate) struct Iy;

impl Index for Hl {
    const PREFIXED: bool = false;

    #[inline(always)]
    fn get(cpu: &Cpu) -> u16 {
        cpu.hl()
    }

    #[inline(always)]
    fn set(cpu: &mut Cpu, value: u16) {
        cpu.set_hl(value);
    }
}

impl Index for Ix {
    const PREFIXED: bool = true;

    #[inline(always)]
    fn get(cpu: &Cpu) -> u16 {
        cpu.ix
    }

    #[inline(always)]
    fn set(cpu: &mut Cpu, value: u16) {
        cpu.ix = value;
    }
}

impl Index for Iy {
    const PREFIXED: bool = true;

    #[inline(always)]
    fn get(cpu: &Cpu) -> u16 {
        cpu.iy
    }

    #[inline(always)]
    fn set(cpu: &mut Cpu, value: u16) {
        cpu.iy = value;
    }
}
