//! The bus interface of the CPU.

/// Memory, ports and the clock as the Z80 accesses them: one call per machine cycle, in the chip's order.
///
/// The implementor counts T-states. Each method documents how many T-states the call takes and which address
/// is on the address bus during them; a bus that inserts wait states adds its own. All counts are from the
/// Z80 CPU User Manual (Zilog UM0080, "Timing").
pub trait Bus {
    /// Opcode fetch (M1): 4 T-states. `pc` is on the bus in the first two, in which the byte is read; `ir`,
    /// the refresh address I*256+R, in the last two. `ir` contains R before this fetch increments it.
    fn fetch(&mut self, pc: u16, ir: u16) -> u8;

    /// Memory read: 3 T-states with `address` on the bus.
    fn read(&mut self, address: u16) -> u8;

    /// Memory read of a byte of the instruction after its opcode: as [`read`](Self::read) of the address
    /// `pc`.
    #[inline(always)]
    fn operand(&mut self, pc: u16) -> u8 {
        self.read(pc)
    }

    /// Memory write: 3 T-states with `address` on the bus.
    fn write(&mut self, address: u16, value: u8);

    /// Port read: 4 T-states (including the chip's own wait state) with `port` on the bus.
    fn input(&mut self, port: u16) -> u8;

    /// As [`input`](Self::input), by the instruction that ends before `pc`.
    #[inline(always)]
    fn input_at(&mut self, _pc: u16, port: u16) -> u8 {
        self.input(port)
    }

    /// Port write: 4 T-states with `port` on the bus.
    fn output(&mut self, port: u16, value: u8);

    /// `tstates` internal T-states without an access, `address` left on the bus. A bus with contention
    /// applies it to each T-state separately.
    fn idle(&mut self, address: u16, tstates: u32);

    /// As [`idle`](Self::idle), after an opcode fetch: `ir` is the refresh address.
    #[inline(always)]
    fn idle_refresh(&mut self, ir: u16, tstates: u32) {
        self.idle(ir, tstates);
    }

    /// Optionally executes several rounds of LDIR or LDDR (`down`) at once, memory and time, if nothing
    /// observes single rounds. The instruction at `pc` has done a round, and `rounds` more follow before its
    /// last; the first of them reads the byte at `from` and writes it to `to`. Returns the number of rounds
    /// done.
    #[inline(always)]
    fn move_block(&mut self, _pc: u16, _from: u16, _to: u16, _rounds: u16, _down: bool) -> u16 {
        0
    }

    /// Interrupt acknowledge (special M1 of a maskable interrupt): 6 T-states up to and including the read of
    /// the data bus (including the chip's own two wait states) with `pc`, then `ir`, on the bus. Returns the
    /// byte that the interrupting device puts on the data bus; 255 if no device drives it.
    fn acknowledge(&mut self, pc: u16, ir: u16) -> u8;
}

/// A bus behind a trait object. Callers that use it share one compiled copy of the opcodes: less code, but
/// slower.
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

    fn input_at(&mut self, pc: u16, port: u16) -> u8 {
        self.0.input_at(pc, port)
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
