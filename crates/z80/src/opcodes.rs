//! Unprefixed opcodes, and what DD and FD make of them.

use crate::flag::{C, PV, S, Z};
use crate::registers::Index;
use crate::{Bus, Cpu};

impl Cpu {
    /// Executes an opcode that has been fetched. `X` is the pair that takes HL's place; `q` is Q as the last
    /// instruction left it.
    ///
    /// r: B C D E H L (HL) A for 0 to 7; rr: BC DE HL SP (AF in PUSH and POP);
    /// cc: NZ Z NC C PO PE P M; alu: ADD ADC SUB SBC AND XOR OR CP.
    #[inline(always)]
    pub(crate) fn execute<B: Bus, X: Index>(&mut self, opcode: u8, bus: &mut B, q: u8) {
        match opcode {
            0x00 => {}
            0x01 => {
                let value = self.operand16(bus);
                self.set_bc(value);
            }
            0x02 => self.store_a(bus, self.bc()),
            0x03 => {
                self.idle_ir(bus, 2);
                self.set_bc(self.bc().wrapping_add(1));
            }
            0x04 => self.b = self.inc(self.b),
            0x05 => self.b = self.dec(self.b),
            0x06 => self.b = self.operand(bus),
            0x07 => self.rlca(),
            0x08 => self.exchange_af(),
            0x09 => self.add_index::<B, X>(bus, self.bc()),
            0x0A => self.load_a(bus, self.bc()),
            0x0B => {
                self.idle_ir(bus, 2);
                self.set_bc(self.bc().wrapping_sub(1));
            }
            0x0C => self.c = self.inc(self.c),
            0x0D => self.c = self.dec(self.c),
            0x0E => self.c = self.operand(bus),
            0x0F => self.rrca(),
            0x10 => {
                self.idle_ir(bus, 1);
                self.b = self.b.wrapping_sub(1);
                self.relative(bus, self.b != 0);
            }
            0x11 => {
                let value = self.operand16(bus);
                self.set_de(value);
            }
            0x12 => self.store_a(bus, self.de()),
            0x13 => {
                self.idle_ir(bus, 2);
                self.set_de(self.de().wrapping_add(1));
            }
            0x14 => self.d = self.inc(self.d),
            0x15 => self.d = self.dec(self.d),
            0x16 => self.d = self.operand(bus),
            0x17 => self.rla(),
            0x18 => self.relative(bus, true),
            0x19 => self.add_index::<B, X>(bus, self.de()),
            0x1A => self.load_a(bus, self.de()),
            0x1B => {
                self.idle_ir(bus, 2);
                self.set_de(self.de().wrapping_sub(1));
            }
            0x1C => self.e = self.inc(self.e),
            0x1D => self.e = self.dec(self.e),
            0x1E => self.e = self.operand(bus),
            0x1F => self.rra(),
            0x20 => self.relative(bus, self.f & Z == 0),
            0x21 => {
                let value = self.operand16(bus);
                X::set(self, value);
            }
            0x22 => {
                let address = self.operand16(bus);
                self.write16(bus, address, X::get(self));
            }
            0x23 => {
                self.idle_ir(bus, 2);
                X::set(self, X::get(self).wrapping_add(1));
            }
            0x24 => {
                let value = self.inc(X::high(self));
                X::set_high(self, value);
            }
            0x25 => {
                let value = self.dec(X::high(self));
                X::set_high(self, value);
            }
            0x26 => {
                let value = self.operand(bus);
                X::set_high(self, value);
            }
            0x27 => self.daa(),
            0x28 => self.relative(bus, self.f & Z != 0),
            0x29 => self.add_index::<B, X>(bus, X::get(self)),
            0x2A => {
                let address = self.operand16(bus);
                let value = self.read16(bus, address);
                X::set(self, value);
            }
            0x2B => {
                self.idle_ir(bus, 2);
                X::set(self, X::get(self).wrapping_sub(1));
            }
            0x2C => {
                let value = self.inc(X::low(self));
                X::set_low(self, value);
            }
            0x2D => {
                let value = self.dec(X::low(self));
                X::set_low(self, value);
            }
            0x2E => {
                let value = self.operand(bus);
                X::set_low(self, value);
            }
            0x2F => self.cpl(),
            0x30 => self.relative(bus, self.f & C == 0),
            0x31 => {
                let value = self.operand16(bus);
                self.sp = value;
            }
            0x32 => {
                let address = self.operand16(bus);
                self.store_a(bus, address);
            }
            0x33 => {
                self.idle_ir(bus, 2);
                self.sp = self.sp.wrapping_add(1);
            }
            0x34 => {
                let address = self.address::<B, X>(bus);
                self.modify(bus, address, Self::inc);
            }
            0x35 => {
                let address = self.address::<B, X>(bus);
                self.modify(bus, address, Self::dec);
            }
            0x36 => self.store_immediate::<B, X>(bus),
            0x37 => self.scf(q),
            0x38 => self.relative(bus, self.f & C != 0),
            0x39 => self.add_index::<B, X>(bus, self.sp),
            0x3A => {
                let address = self.operand16(bus);
                self.load_a(bus, address);
            }
            0x3B => {
                self.idle_ir(bus, 2);
                self.sp = self.sp.wrapping_sub(1);
            }
            0x3C => self.a = self.inc(self.a),
            0x3D => self.a = self.dec(self.a),
            0x3E => self.a = self.operand(bus),
            0x3F => self.ccf(q),
            // TABLE2
            0x40 => {}
            0x41 => self.b = self.c,
            0x42 => self.b = self.d,
            0x43 => self.b = self.e,
            0x44 => self.b = X::high(self),
            0x45 => self.b = X::low(self),
            0x46 => {
                let address = self.address::<B, X>(bus);
                self.b = bus.read(address);
            }
            0x47 => self.b = self.a,
            0x48 => self.c = self.b,
            0x49 => {}
            0x4A => self.c = self.d,
            0x4B => self.c = self.e,
            0x4C => self.c = X::high(self),
            0x4D => self.c = X::low(self),
            0x4E => {
                let address = self.address::<B, X>(bus);
                self.c = bus.read(address);
            }
            0x4F => self.c = self.a,
            0x50 => self.d = self.b,
            0x51 => self.d = self.c,
            0x52 => {}
            0x53 => self.d = self.e,
            0x54 => self.d = X::high(self),
            0x55 => self.d = X::low(self),
            0x56 => {
                let address = self.address::<B, X>(bus);
                self.d = bus.read(address);
            }
            0x57 => self.d = self.a,
            0x58 => self.e = self.b,
            0x59 => self.e = self.c,
            0x5A => self.e = self.d,
            0x5B => {}
            0x5C => self.e = X::high(self),
            0x5D => self.e = X::low(self),
            0x5E => {
                let address = self.address::<B, X>(bus);
                self.e = bus.read(address);
            }
            0x5F => self.e = self.a,
            0x60 => X::set_high(self, self.b),
            0x61 => X::set_high(self, self.c),
            0x62 => X::set_high(self, self.d),
            0x63 => X::set_high(self, self.e),
            0x64 => {}
            0x65 => X::set_high(self, X::low(self)),
            0x66 => {
                let address = self.address::<B, X>(bus);
                self.h = bus.read(address);
            }
            0x67 => X::set_high(self, self.a),
            0x68 => X::set_low(self, self.b),
            0x69 => X::set_low(self, self.c),
            0x6A => X::set_low(self, self.d),
            0x6B => X::set_low(self, self.e),
            0x6C => X::set_low(self, X::high(self)),
            0x6D => {}
            0x6E => {
                let address = self.address::<B, X>(bus);
                self.l = bus.read(address);
            }
            0x6F => X::set_low(self, self.a),
            0x70 => {
                let address = self.address::<B, X>(bus);
                bus.write(address, self.b);
            }
            0x71 => {
                let address = self.address::<B, X>(bus);
                bus.write(address, self.c);
            }
            0x72 => {
                let address = self.address::<B, X>(bus);
                bus.write(address, self.d);
            }
            0x73 => {
                let address = self.address::<B, X>(bus);
                bus.write(address, self.e);
            }
            0x74 => {
                let address = self.address::<B, X>(bus);
                bus.write(address, self.h);
            }
            0x75 => {
                let address = self.address::<B, X>(bus);
                bus.write(address, self.l);
            }
            0x76 => self.halted = true,
            0x77 => {
                let address = self.address::<B, X>(bus);
                bus.write(address, self.a);
            }
            0x78 => self.a = self.b,
            0x79 => self.a = self.c,
            0x7A => self.a = self.d,
            0x7B => self.a = self.e,
            0x7C => self.a = X::high(self),
            0x7D => self.a = X::low(self),
            0x7E => {
                let address = self.address::<B, X>(bus);
                self.a = bus.read(address);
            }
            0x7F => {}
            // TABLE3
            0x80 => self.add(self.b),
            0x81 => self.add(self.c),
            0x82 => self.add(self.d),
            0x83 => self.add(self.e),
            0x84 => self.add(X::high(self)),
            0x85 => self.add(X::low(self)),
            0x86 => {
                let address = self.address::<B, X>(bus);
                let value = bus.read(address);
                self.add(value);
            }
            0x87 => self.add(self.a),
            0x88 => self.adc(self.b),
            0x89 => self.adc(self.c),
            0x8A => self.adc(self.d),
            0x8B => self.adc(self.e),
            0x8C => self.adc(X::high(self)),
            0x8D => self.adc(X::low(self)),
            0x8E => {
                let address = self.address::<B, X>(bus);
                let value = bus.read(address);
                self.adc(value);
            }
            0x8F => self.adc(self.a),
            0x90 => self.sub(self.b),
            0x91 => self.sub(self.c),
            0x92 => self.sub(self.d),
            0x93 => self.sub(self.e),
            0x94 => self.sub(X::high(self)),
            0x95 => self.sub(X::low(self)),
            0x96 => {
                let address = self.address::<B, X>(bus);
                let value = bus.read(address);
                self.sub(value);
            }
            0x97 => self.sub(self.a),
            0x98 => self.sbc(self.b),
            0x99 => self.sbc(self.c),
            0x9A => self.sbc(self.d),
            0x9B => self.sbc(self.e),
            0x9C => self.sbc(X::high(self)),
            0x9D => self.sbc(X::low(self)),
            0x9E => {
                let address = self.address::<B, X>(bus);
                let value = bus.read(address);
                self.sbc(value);
            }
            0x9F => self.sbc(self.a),
            0xA0 => self.and(self.b),
            0xA1 => self.and(self.c),
            0xA2 => self.and(self.d),
            0xA3 => self.and(self.e),
            0xA4 => self.and(X::high(self)),
            0xA5 => self.and(X::low(self)),
            0xA6 => {
                let address = self.address::<B, X>(bus);
                let value = bus.read(address);
                self.and(value);
            }
            0xA7 => self.and(self.a),
            0xA8 => self.xor(self.b),
            0xA9 => self.xor(self.c),
            0xAA => self.xor(self.d),
            0xAB => self.xor(self.e),
            0xAC => self.xor(X::high(self)),
            0xAD => self.xor(X::low(self)),
            0xAE => {
                let address = self.address::<B, X>(bus);
                let value = bus.read(address);
                self.xor(value);
            }
            0xAF => self.xor(self.a),
            0xB0 => self.or(self.b),
            0xB1 => self.or(self.c),
            0xB2 => self.or(self.d),
            0xB3 => self.or(self.e),
            0xB4 => self.or(X::high(self)),
            0xB5 => self.or(X::low(self)),
            0xB6 => {
                let address = self.address::<B, X>(bus);
                let value = bus.read(address);
                self.or(value);
            }
            0xB7 => self.or(self.a),
            0xB8 => self.cp(self.b),
            0xB9 => self.cp(self.c),
            0xBA => self.cp(self.d),
            0xBB => self.cp(self.e),
            0xBC => self.cp(X::high(self)),
            0xBD => self.cp(X::low(self)),
            0xBE => {
                let address = self.address::<B, X>(bus);
                let value = bus.read(address);
                self.cp(value);
            }
            0xBF => self.cp(self.a),
            // TABLE4
            0xC0 => self.return_if(bus, self.f & Z == 0),
            0xC1 => {
                let value = self.pop(bus);
                self.set_bc(value);
            }
            0xC2 => self.jump_if(bus, self.f & Z == 0),
            0xC3 => self.jump_if(bus, true),
            0xC4 => self.call_if(bus, self.f & Z == 0),
            0xC5 => {
                self.idle_ir(bus, 1);
                self.push(bus, self.bc());
            }
            0xC6 => {
                let value = self.operand(bus);
                self.add(value);
            }
            0xC7 => self.restart(bus, 0x00),
            0xC8 => self.return_if(bus, self.f & Z != 0),
            0xC9 => self.ret(bus),
            0xCA => self.jump_if(bus, self.f & Z != 0),
            0xCB => self.execute_cb(bus),
            0xCC => self.call_if(bus, self.f & Z != 0),
            0xCD => self.call_if(bus, true),
            0xCE => {
                let value = self.operand(bus);
                self.adc(value);
            }
            0xCF => self.restart(bus, 0x08),
            0xD0 => self.return_if(bus, self.f & C == 0),
            0xD1 => {
                let value = self.pop(bus);
                self.set_de(value);
            }
            0xD2 => self.jump_if(bus, self.f & C == 0),
            0xD3 => self.out_immediate(bus),
            0xD4 => self.call_if(bus, self.f & C == 0),
            0xD5 => {
                self.idle_ir(bus, 1);
                self.push(bus, self.de());
            }
            0xD6 => {
                let value = self.operand(bus);
                self.sub(value);
            }
            0xD7 => self.restart(bus, 0x10),
            0xD8 => self.return_if(bus, self.f & C != 0),
            0xD9 => self.exchange_all(),
            0xDA => self.jump_if(bus, self.f & C != 0),
            0xDB => self.in_immediate(bus),
            0xDC => self.call_if(bus, self.f & C != 0),
            0xDD => self.execute_prefixed(bus, opcode, q),
            0xDE => {
                let value = self.operand(bus);
                self.sbc(value);
            }
            0xDF => self.restart(bus, 0x18),
            0xE0 => self.return_if(bus, self.f & PV == 0),
            0xE1 => {
                let value = self.pop(bus);
                X::set(self, value);
            }
            0xE2 => self.jump_if(bus, self.f & PV == 0),
            0xE3 => self.exchange_stack::<B, X>(bus),
            0xE4 => self.call_if(bus, self.f & PV == 0),
            0xE5 => {
                self.idle_ir(bus, 1);
                self.push(bus, X::get(self));
            }
            0xE6 => {
                let value = self.operand(bus);
                self.and(value);
            }
            0xE7 => self.restart(bus, 0x20),
            0xE8 => self.return_if(bus, self.f & PV != 0),
            0xE9 => self.pc = X::get(self),
            0xEA => self.jump_if(bus, self.f & PV != 0),
            0xEB => self.exchange_de_hl(),
            0xEC => self.call_if(bus, self.f & PV != 0),
            0xED => self.execute_ed(bus),
            0xEE => {
                let value = self.operand(bus);
                self.xor(value);
            }
            0xEF => self.restart(bus, 0x28),
            0xF0 => self.return_if(bus, self.f & S == 0),
            0xF1 => {
                let value = self.pop(bus);
                self.set_af(value);
            }
            0xF2 => self.jump_if(bus, self.f & S == 0),
            0xF3 => {
                self.iff1 = false;
                self.iff2 = false;
            }
            0xF4 => self.call_if(bus, self.f & S == 0),
            0xF5 => {
                self.idle_ir(bus, 1);
                self.push(bus, self.af());
            }
            0xF6 => {
                let value = self.operand(bus);
                self.or(value);
            }
            0xF7 => self.restart(bus, 0x30),
            0xF8 => self.return_if(bus, self.f & S != 0),
            0xF9 => {
                self.idle_ir(bus, 2);
                self.sp = X::get(self);
            }
            0xFA => self.jump_if(bus, self.f & S != 0),
            0xFB => {
                self.iff1 = true;
                self.iff2 = true;
                self.ei = true;
            }
            0xFC => self.call_if(bus, self.f & S != 0),
            0xFD => self.execute_prefixed(bus, opcode, q),
            0xFE => {
                let value = self.operand(bus);
                self.cp(value);
            }
            0xFF => self.restart(bus, 0x38),
        }
    }

    /// The address that (HL) stands for. (index + d) costs 8 T-states: the displacement, then the addition with
    /// the displacement's address left on the bus.
    #[inline(always)]
    pub(crate) fn address<B: Bus, X: Index>(&mut self, bus: &mut B) -> u16 {
        if X::PREFIXED {
            let displacement = self.operand(bus) as i8;
            self.idle_operand(bus, 5);
            self.memptr = X::get(self).wrapping_add_signed(displacement as i16);
            self.memptr
        } else {
            self.hl()
        }
    }

    /// LD (HL),n. With an index the addition overlaps the read of n: 2 T-states are left of its 5.
    #[inline(always)]
    fn store_immediate<B: Bus, X: Index>(&mut self, bus: &mut B) {
        if X::PREFIXED {
            let displacement = self.operand(bus) as i8;
            self.memptr = X::get(self).wrapping_add_signed(displacement as i16);
            let value = self.operand(bus);
            self.idle_operand(bus, 2);
            bus.write(self.memptr, value);
        } else {
            let value = self.operand(bus);
            bus.write(self.hl(), value);
        }
    }

    /// ADD HL,rr.
    #[inline(always)]
    fn add_index<B: Bus, X: Index>(&mut self, bus: &mut B, value: u16) {
        self.idle_ir(bus, 7);
        let sum = self.add16(X::get(self), value);
        X::set(self, sum);
    }

    /// LD A,(address).
    #[inline(always)]
    fn load_a<B: Bus>(&mut self, bus: &mut B, address: u16) {
        self.memptr = address.wrapping_add(1);
        self.a = bus.read(address);
    }

    /// LD (address),A. Of the address only the low byte reaches MEMPTR; the high byte is A.
    #[inline(always)]
    fn store_a<B: Bus>(&mut self, bus: &mut B, address: u16) {
        self.memptr = u16::from_le_bytes([address.wrapping_add(1) as u8, self.a]);
        bus.write(address, self.a);
    }

    /// JR and DJNZ: the displacement is read either way.
    #[inline(always)]
    fn relative<B: Bus>(&mut self, bus: &mut B, condition: bool) {
        let displacement = self.operand(bus) as i8;
        if condition {
            self.idle_operand(bus, 5);
            self.jump(self.pc.wrapping_add_signed(displacement as i16));
        }
    }

    /// JP: the target passes through MEMPTR either way.
    #[inline(always)]
    fn jump_if<B: Bus>(&mut self, bus: &mut B, condition: bool) {
        self.memptr = self.operand16(bus);
        if condition {
            self.pc = self.memptr;
        }
    }

    /// CALL: the target passes through MEMPTR either way.
    #[inline(always)]
    fn call_if<B: Bus>(&mut self, bus: &mut B, condition: bool) {
        self.memptr = self.operand16(bus);
        if condition {
            self.idle_operand(bus, 1);
            self.push(bus, self.pc);
            self.pc = self.memptr;
        }
    }

    /// RET cc.
    #[inline(always)]
    fn return_if<B: Bus>(&mut self, bus: &mut B, condition: bool) {
        self.idle_ir(bus, 1);
        if condition {
            self.ret(bus);
        }
    }

    #[inline(always)]
    pub(crate) fn ret<B: Bus>(&mut self, bus: &mut B) {
        let target = self.pop(bus);
        self.jump(target);
    }

    #[inline(always)]
    pub(crate) fn restart<B: Bus>(&mut self, bus: &mut B, target: u16) {
        self.idle_ir(bus, 1);
        self.push(bus, self.pc);
        self.jump(target);
    }

    /// OUT (n),A: A is also the high byte of the port.
    #[inline(always)]
    fn out_immediate<B: Bus>(&mut self, bus: &mut B) {
        let low = self.operand(bus);
        bus.output(u16::from_le_bytes([low, self.a]), self.a);
        self.memptr = u16::from_le_bytes([low.wrapping_add(1), self.a]);
    }

    /// IN A,(n): A is the high byte of the port.
    #[inline(always)]
    fn in_immediate<B: Bus>(&mut self, bus: &mut B) {
        let port = u16::from_le_bytes([self.operand(bus), self.a]);
        self.memptr = port.wrapping_add(1);
        self.a = bus.input(port);
    }

    #[inline(always)]
    fn exchange_af(&mut self) {
        let af = self.af();
        self.set_af(self.af_);
        self.af_ = af;
    }

    /// EXX.
    #[inline(always)]
    fn exchange_all(&mut self) {
        let (bc, de, hl) = (self.bc(), self.de(), self.hl());
        self.set_bc(self.bc_);
        self.set_de(self.de_);
        self.set_hl(self.hl_);
        (self.bc_, self.de_, self.hl_) = (bc, de, hl);
    }

    /// EX DE,HL: no prefix changes it.
    #[inline(always)]
    fn exchange_de_hl(&mut self) {
        let de = self.de();
        self.set_de(self.hl());
        self.set_hl(de);
    }

    /// EX (SP),HL.
    #[inline(always)]
    fn exchange_stack<B: Bus, X: Index>(&mut self, bus: &mut B) {
        let above = self.sp.wrapping_add(1);
        let low = bus.read(self.sp);
        let high = bus.read(above);
        bus.idle(above, 1);
        bus.write(above, X::high(self));
        bus.write(self.sp, X::low(self));
        bus.idle(self.sp, 2);
        self.memptr = u16::from_le_bytes([low, high]);
        X::set(self, self.memptr);
    }
}
