//! What the CPU is wired to.

/// Memory, ports and the clock, as the Z80 sees them: one call a machine cycle, in the chip's own order.
///
/// The implementor counts T-states. Each method's doc says how many T-states the call stands for and which
/// address is on the address bus during them; a bus that inserts wait states adds its own on top. All counts
/// are the Z80 CPU User Manual's (Zilog UM0080, "Timing").
pub trait Bus {
    /// Opcode fetch (M1): 4 T-states. `pc` is on the bus in the first two, in which the byte is read; `ir`,
    /// the refresh address I*256+R, in the last two. `ir` holds R as it is before this fetch increments it.
    fn fetch(&mut self, pc: u16, ir: u16) -> u8;

    /// Memory read: 3 T-states with `address` on the bus.
    fn read(&mut self, address: u16) -> u8;

    /// Memory read of a byte of the instruction after its opcode: as [`read`](Self::read), of the address
    /// `pc`.
    #[inline(always)]
    fn operand(&mut self, pc: u16) -> u8 {
        self.read(pc)
    }

    /// Memory write: 3 T-states with `address` on the bus.
    fn write(&mut self, address: u16, value: u8);

    /// Port read: 4 T-states (one wait state is the chip's own) with `port` on the bus.
    fn input(&mut self, port: u16) -> u8;

    /// Port write: 4 T-states with `port` on the bus.
    fn output(&mut self, port: u16, value: u8);

    /// `tstates` T-states of internal work with no access, `address` left on the bus. A bus with contention
    /// applies it to each of them separately.
    fn idle(&mut self, address: u16, tstates: u32);

    /// As [`idle`](Self::idle), after an opcode fetch: `ir` is the refresh address.
    #[inline(always)]
    fn idle_refresh(&mut self, ir: u16, tstates: u32) {
        self.idle(ir, tstates);
    }

    /// LDIR or LDDR (`down`) at `pc` has done a round, and `rounds` more are to come before its last, of
    /// which the first reads the byte at `from` and writes it to `to`. A bus may do some of them at once,
    /// memory and time, if nobody needs to know of them one by one; gives how many it has done.
    #[inline(always)]
    fn move_block(&mut self, _pc: u16, _from: u16, _to: u16, _rounds: u16, _down: bool) -> u16 {
        0
    }

    /// Interrupt acknowledge (special M1 of a maskable interrupt): 6 T-states up to and including the read of
    /// the data bus (two wait states are the chip's own) with `pc`, then `ir`, on the bus. Gives the byte
    /// that the interrupting device puts on the data bus; 255 where nobody drives it.
    fn acknowledge(&mut self, pc: u16, ir: u16) -> u8;
}

/// Any bus. What drives its buses through this has the opcodes compiled once for all of them: less code,
/// which is slower.
pub struct AnyBus<'a>(pub &'a mut dyn Bus);

impl Bus for AnyBus<'_> {
    fn fetch(&mut self, pc: u16, ir: u16) -> u8 {
        self.0.fetch(pc, ir)
    }

    fn read(&mut self, address: u16) -> u8 {
        self.0.read(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.0.write(address, value);
    }

    fn input(&mut self, port: u16) -> u8 {
        self.0.input(port)
    }

    fn output(&mut self, port: u16, value: u8) {
        self.0.output(port, value);
    }

    fn idle(&mut self, address: u16, tstates: u32) {
        self.0.idle(address, tstates);
    }

    fn acknowledge(&mut self, pc: u16, ir: u16) -> u8 {
        self.0.acknowledge(pc, ir)
    }
}
