//! Opcodes after CB, and after DD CB and FD CB.
//!
//! | pattern   | after CB  | after DD CB d            |
//! | --------- | --------- | ------------------------ |
//! | 00 op  r  | op r      | op (IX+d), and into r    |
//! | 01 n   r  | BIT n,r   | BIT n,(IX+d), any r      |
//! | 10 n   r  | RES n,r   | RES n,(IX+d), and into r |
//! | 11 n   r  | SET n,r   | SET n,(IX+d), and into r |
//!
//! op: RLC RRC RL RR SLA SRA SLL SRL; r: B C D E H L (HL) A, where 110 is (HL), or no register at all.

use crate::{Bus, Cpu};

impl Cpu {
    /// Fetches and executes an opcode after CB.
    #[inline]
    pub(crate) fn execute_cb<B: Bus>(&mut self, bus: &mut B) {
        let opcode = self.fetch(bus);
        self.operation_cb(bus, opcode);
    }

    /// Executes an already fetched opcode after CB.
    #[inline(always)]
    pub(crate) fn operation_cb<B: Bus>(&mut self, bus: &mut B, opcode: u8) {
        if opcode & 7 == 6 {
            let address = self.hl();
            if opcode >> 6 == 1 {
                self.bit_memory(bus, opcode, address);
            } else {
                self.modify(bus, address, |cpu, value| cpu.changed(opcode, value));
            }
        } else {
            let value = self.register(opcode);
            if opcode >> 6 == 1 {
                self.bit(opcode, value, value);
            } else {
                let value = self.changed(opcode, value);
                self.set_register(opcode, value);
            }
        }
    }

    /// Executes the rest of an instruction after DD CB or FD CB: displacement and opcode, both as plain reads
    /// (R does not count the opcode). Adding the displacement takes the 2 T-states after the opcode's read.
    #[inline]
    pub(crate) fn execute_index_cb<B: Bus>(&mut self, bus: &mut B, index: u16) {
        self.operation_index_cb(bus, index, None);
    }

    /// As [`execute_index_cb`](Self::execute_index_cb), with an opcode that may be known.
    #[inline(always)]
    pub(crate) fn operation_index_cb<B: Bus>(&mut self, bus: &mut B, index: u16, known: Option<u8>) {
        let displacement = self.operand(bus) as i8;
        let opcode = self.operand(bus);
        let opcode = known.unwrap_or(opcode);
        self.idle_operand(bus, 2);
        self.memptr = index.wrapping_add_signed(displacement as i16);
        let address = self.memptr;
        if opcode >> 6 == 1 {
            self.bit_memory(bus, opcode, address);
        } else {
            self.modify(bus, address, |cpu, value| {
                let value = cpu.changed(opcode, value);
                cpu.set_register(opcode, value);
                value
            });
        }
    }

    /// BIT n,(address): Y and X come from MEMPTR.
    #[inline(always)]
    fn bit_memory<B: Bus>(&mut self, bus: &mut B, opcode: u8, address: u16) {
        let value = bus.read(address);
        bus.idle(address, 1);
        self.bit(opcode, value, (self.memptr >> 8) as u8);
    }

    /// The result of a rotation, RES or SET.
    #[inline(always)]
    fn changed(&mut self, opcode: u8, value: u8) -> u8 {
        let mask = 1 << (opcode >> 3 & 7);
        match opcode >> 6 {
            0 => self.rotate(opcode, value),
            2 => value & !mask,
            _ => value | mask,
        }
    }

    #[inline(always)]
    fn register(&self, code: u8) -> u8 {
        match code & 7 {
            0 => self.b,
            1 => self.c,
            2 => self.d,
            3 => self.e,
            4 => self.h,
            5 => self.l,
            _ => self.a,
        }
    }

    /// Writes register r; nothing for 110.
    #[inline(always)]
    fn set_register(&mut self, code: u8, value: u8) {
        match code & 7 {
            0 => self.b = value,
            1 => self.c = value,
            2 => self.d = value,
            3 => self.e = value,
            4 => self.h = value,
            5 => self.l = value,
            6 => {}
            _ => self.a = value,
        }
    }
}
