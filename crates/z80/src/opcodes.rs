//! Unprefixed opcodes, and their variants after DD and FD.

use crate::flag::{C, PV, S, Z};
use crate::registers::Index;
use crate::{Bus, Cpu};

impl Cpu {
    /// Executes an already fetched opcode. `X` is the register pair used as HL; `q` is Q after the last
    /// instruction. Returns whether it leaves pending state other than Q for the next instruction: HALT, EI,
    /// `LD A,I`, `LD A,R` and overlong chains of prefixes do.
    ///
    /// In the tables, r is B C D E H L (HL) A for 000 to 111; rr is BC DE HL SP, for the stack BC DE HL AF;
    /// cc is NZ Z NC C PO PE P M. After a prefix, HL, H and L are IX, IXH, IXL (IY, IYH, IYL) and (HL) is
    /// (IX+d). In an instruction with (IX+d), H and L are not replaced, and prefixes do not affect EX DE,HL
    /// and EXX.
    #[inline(always)]
    pub(crate) fn operation<const OPCODE: u8, B: Bus, X: Index>(&mut self, bus: &mut B, q: u8) -> bool {
        match OPCODE {
            // Quarter 00: words, INC and DEC, LD r,n, rotations of A, relative jumps
            //
            // | 00 rr0 001 | LD rr,nn              | 00 rr1 001 | ADD HL,rr             |
            // | 00 000 010 | LD (BC),A             | 00 001 010 | LD A,(BC)             |
            // | 00 010 010 | LD (DE),A             | 00 011 010 | LD A,(DE)             |
            // | 00 100 010 | LD (nn),HL            | 00 101 010 | LD HL,(nn)            |
            // | 00 110 010 | LD (nn),A             | 00 111 010 | LD A,(nn)             |
            // | 00 rr0 011 | INC rr                | 00 rr1 011 | DEC rr                |
            // | 00 r   100 | INC r                 | 00 r   101 | DEC r                 |
            // | 00 r   110 | LD r,n                                                     |
            // | 00 xxx 111 | RLCA RRCA RLA RRA DAA CPL SCF CCF                          |
            // | 00 0xx 000 | NOP, EX AF,AF', DJNZ, JR                                   |
            // | 00 1cc 000 | JR NZ, JR Z, JR NC, JR C                                   |
            0x01 => {
                let value = self.operand16(bus);
                self.set_bc(value);
            }
            0x11 => {
                let value = self.operand16(bus);
                self.set_de(value);
            }
            0x21 => {
                let value = self.operand16(bus);
                X::set(self, value);
            }
            0x31 => self.sp = self.operand16(bus),

            0x09 => self.add_index::<B, X>(bus, self.bc()),
            0x19 => self.add_index::<B, X>(bus, self.de()),
            0x29 => self.add_index::<B, X>(bus, X::get(self)),
            0x39 => self.add_index::<B, X>(bus, self.sp),

            0x02 => self.store_a(bus, self.bc()),
            0x12 => self.store_a(bus, self.de()),
            0x22 => {
                let address = self.operand16(bus);
                self.write16(bus, address, X::get(self));
            }
            0x32 => {
                let address = self.operand16(bus);
                self.store_a(bus, address);
            }

            0x0A => self.load_a(bus, self.bc()),
            0x1A => self.load_a(bus, self.de()),
            0x2A => {
                let address = self.operand16(bus);
                let value = self.read16(bus, address);
                X::set(self, value);
            }
            0x3A => {
                let address = self.operand16(bus);
                self.load_a(bus, address);
            }

            0x03 => {
                self.idle_ir(bus, 2);
                self.set_bc(self.bc().wrapping_add(1));
            }
            0x13 => {
                self.idle_ir(bus, 2);
                self.set_de(self.de().wrapping_add(1));
            }
            0x23 => {
                self.idle_ir(bus, 2);
                X::set(self, X::get(self).wrapping_add(1));
            }
            0x33 => {
                self.idle_ir(bus, 2);
                self.sp = self.sp.wrapping_add(1);
            }

            0x0B => {
                self.idle_ir(bus, 2);
                self.set_bc(self.bc().wrapping_sub(1));
            }
            0x1B => {
                self.idle_ir(bus, 2);
                self.set_de(self.de().wrapping_sub(1));
            }
            0x2B => {
                self.idle_ir(bus, 2);
                X::set(self, X::get(self).wrapping_sub(1));
            }
            0x3B => {
                self.idle_ir(bus, 2);
                self.sp = self.sp.wrapping_sub(1);
            }

            0x04 => self.b = self.inc(self.b),
            0x0C => self.c = self.inc(self.c),
            0x14 => self.d = self.inc(self.d),
            0x1C => self.e = self.inc(self.e),
            0x24 => {
                let value = self.inc(X::high(self));
                X::set_high(self, value);
            }
            0x2C => {
                let value = self.inc(X::low(self));
                X::set_low(self, value);
            }
            0x34 => self.modify_memory::<B, X>(bus, Self::inc),
            0x3C => self.a = self.inc(self.a),

            0x05 => self.b = self.dec(self.b),
            0x0D => self.c = self.dec(self.c),
            0x15 => self.d = self.dec(self.d),
            0x1D => self.e = self.dec(self.e),
            0x25 => {
                let value = self.dec(X::high(self));
                X::set_high(self, value);
            }
            0x2D => {
                let value = self.dec(X::low(self));
                X::set_low(self, value);
            }
            0x35 => self.modify_memory::<B, X>(bus, Self::dec),
            0x3D => self.a = self.dec(self.a),

            0x06 => self.b = self.operand(bus),
            0x0E => self.c = self.operand(bus),
            0x16 => self.d = self.operand(bus),
            0x1E => self.e = self.operand(bus),
            0x26 => {
                let value = self.operand(bus);
                X::set_high(self, value);
            }
            0x2E => {
                let value = self.operand(bus);
                X::set_low(self, value);
            }
            0x36 => self.store_operand::<B, X>(bus),
            0x3E => self.a = self.operand(bus),

            0x07 => self.rlca(),
            0x0F => self.rrca(),
            0x17 => self.rla(),
            0x1F => self.rra(),
            0x27 => self.daa(),
            0x2F => self.cpl(),
            0x37 => self.scf(q),
            0x3F => self.ccf(q),

            0x00 => {}
            0x08 => self.exchange_af(),
            0x10 => self.djnz(bus),
            0x18 => self.relative_if(bus, true),
            0x20 => self.relative_if(bus, self.f & Z == 0),
            0x28 => self.relative_if(bus, self.f & Z != 0),
            0x30 => self.relative_if(bus, self.f & C == 0),
            0x38 => self.relative_if(bus, self.f & C != 0),

            // Quarter 01: LD r,r
            //
            // | 01 r   r   | LD r,r                                                     |
            // | 01 110 110 | HALT                                                       |
            0x40 => {}
            0x41 => self.b = self.c,
            0x42 => self.b = self.d,
            0x43 => self.b = self.e,
            0x44 => self.b = X::high(self),
            0x45 => self.b = X::low(self),
            0x46 => self.b = self.load::<B, X>(bus),
            0x47 => self.b = self.a,

            0x48 => self.c = self.b,
            0x49 => {}
            0x4A => self.c = self.d,
            0x4B => self.c = self.e,
            0x4C => self.c = X::high(self),
            0x4D => self.c = X::low(self),
            0x4E => self.c = self.load::<B, X>(bus),
            0x4F => self.c = self.a,

            0x50 => self.d = self.b,
            0x51 => self.d = self.c,
            0x52 => {}
            0x53 => self.d = self.e,
            0x54 => self.d = X::high(self),
            0x55 => self.d = X::low(self),
            0x56 => self.d = self.load::<B, X>(bus),
            0x57 => self.d = self.a,

            0x58 => self.e = self.b,
            0x59 => self.e = self.c,
            0x5A => self.e = self.d,
            0x5B => {}
            0x5C => self.e = X::high(self),
            0x5D => self.e = X::low(self),
            0x5E => self.e = self.load::<B, X>(bus),
            0x5F => self.e = self.a,

            0x60 => X::set_high(self, self.b),
            0x61 => X::set_high(self, self.c),
            0x62 => X::set_high(self, self.d),
            0x63 => X::set_high(self, self.e),
            0x64 => {}
            0x65 => X::set_high(self, X::low(self)),
            0x66 => self.h = self.load::<B, X>(bus),
            0x67 => X::set_high(self, self.a),

            0x68 => X::set_low(self, self.b),
            0x69 => X::set_low(self, self.c),
            0x6A => X::set_low(self, self.d),
            0x6B => X::set_low(self, self.e),
            0x6C => X::set_low(self, X::high(self)),
            0x6D => {}
            0x6E => self.l = self.load::<B, X>(bus),
            0x6F => X::set_low(self, self.a),

            0x70 => self.store::<B, X>(bus, self.b),
            0x71 => self.store::<B, X>(bus, self.c),
            0x72 => self.store::<B, X>(bus, self.d),
            0x73 => self.store::<B, X>(bus, self.e),
            0x74 => self.store::<B, X>(bus, self.h),
            0x75 => self.store::<B, X>(bus, self.l),
            0x76 => {
                self.halted = true;
                return true;
            }
            0x77 => self.store::<B, X>(bus, self.a),

            0x78 => self.a = self.b,
            0x79 => self.a = self.c,
            0x7A => self.a = self.d,
            0x7B => self.a = self.e,
            0x7C => self.a = X::high(self),
            0x7D => self.a = X::low(self),
            0x7E => self.a = self.load::<B, X>(bus),
            0x7F => {}

            // Quarter 10: arithmetic and logic on A
            //
            // | 10 alu r   | ADD ADC SUB SBC AND XOR OR CP, A with r                    |
            0x80 => self.add(self.b),
            0x81 => self.add(self.c),
            0x82 => self.add(self.d),
            0x83 => self.add(self.e),
            0x84 => self.add(X::high(self)),
            0x85 => self.add(X::low(self)),
            0x86 => self.with_memory::<B, X>(bus, Self::add),
            0x87 => self.add(self.a),

            0x88 => self.adc(self.b),
            0x89 => self.adc(self.c),
            0x8A => self.adc(self.d),
            0x8B => self.adc(self.e),
            0x8C => self.adc(X::high(self)),
            0x8D => self.adc(X::low(self)),
            0x8E => self.with_memory::<B, X>(bus, Self::adc),
            0x8F => self.adc(self.a),

            0x90 => self.sub(self.b),
            0x91 => self.sub(self.c),
            0x92 => self.sub(self.d),
            0x93 => self.sub(self.e),
            0x94 => self.sub(X::high(self)),
            0x95 => self.sub(X::low(self)),
            0x96 => self.with_memory::<B, X>(bus, Self::sub),
            0x97 => self.sub(self.a),

            0x98 => self.sbc(self.b),
            0x99 => self.sbc(self.c),
            0x9A => self.sbc(self.d),
            0x9B => self.sbc(self.e),
            0x9C => self.sbc(X::high(self)),
            0x9D => self.sbc(X::low(self)),
            0x9E => self.with_memory::<B, X>(bus, Self::sbc),
            0x9F => self.sbc(self.a),

            0xA0 => self.and(self.b),
            0xA1 => self.and(self.c),
            0xA2 => self.and(self.d),
            0xA3 => self.and(self.e),
            0xA4 => self.and(X::high(self)),
            0xA5 => self.and(X::low(self)),
            0xA6 => self.with_memory::<B, X>(bus, Self::and),
            0xA7 => self.and(self.a),

            0xA8 => self.xor(self.b),
            0xA9 => self.xor(self.c),
            0xAA => self.xor(self.d),
            0xAB => self.xor(self.e),
            0xAC => self.xor(X::high(self)),
            0xAD => self.xor(X::low(self)),
            0xAE => self.with_memory::<B, X>(bus, Self::xor),
            0xAF => self.xor(self.a),

            0xB0 => self.or(self.b),
            0xB1 => self.or(self.c),
            0xB2 => self.or(self.d),
            0xB3 => self.or(self.e),
            0xB4 => self.or(X::high(self)),
            0xB5 => self.or(X::low(self)),
            0xB6 => self.with_memory::<B, X>(bus, Self::or),
            0xB7 => self.or(self.a),

            0xB8 => self.cp(self.b),
            0xB9 => self.cp(self.c),
            0xBA => self.cp(self.d),
            0xBB => self.cp(self.e),
            0xBC => self.cp(X::high(self)),
            0xBD => self.cp(X::low(self)),
            0xBE => self.with_memory::<B, X>(bus, Self::cp),
            0xBF => self.cp(self.a),

            // Quarter 11: jumps, calls, stack, immediate arithmetic, exchanges, I/O, prefixes
            //
            // | 11 cc  000 | RET cc                | 11 cc  010 | JP cc,nn              |
            // | 11 cc  100 | CALL cc,nn            | 11 xxx 111 | RST 0 to RST 38       |
            // | 11 rr0 001 | POP rr                | 11 rr0 101 | PUSH rr               |
            // | 11 alu 110 | alu A,n                                                    |
            // | 11 xx1 001 | RET, EXX, JP (HL), LD SP,HL                                |
            // | 11 xxx 011 | JP nn, CB, OUT (n),A, IN A,(n), EX (SP),HL, EX DE,HL, DI, EI |
            // | 11 xx1 101 | CALL nn, DD, ED, FD                                        |
            0xC0 => self.return_if(bus, self.f & Z == 0),
            0xC8 => self.return_if(bus, self.f & Z != 0),
            0xD0 => self.return_if(bus, self.f & C == 0),
            0xD8 => self.return_if(bus, self.f & C != 0),
            0xE0 => self.return_if(bus, self.f & PV == 0),
            0xE8 => self.return_if(bus, self.f & PV != 0),
            0xF0 => self.return_if(bus, self.f & S == 0),
            0xF8 => self.return_if(bus, self.f & S != 0),

            0xC2 => self.jump_if(bus, self.f & Z == 0),
            0xCA => self.jump_if(bus, self.f & Z != 0),
            0xD2 => self.jump_if(bus, self.f & C == 0),
            0xDA => self.jump_if(bus, self.f & C != 0),
            0xE2 => self.jump_if(bus, self.f & PV == 0),
            0xEA => self.jump_if(bus, self.f & PV != 0),
            0xF2 => self.jump_if(bus, self.f & S == 0),
            0xFA => self.jump_if(bus, self.f & S != 0),

            0xC4 => self.call_if(bus, self.f & Z == 0),
            0xCC => self.call_if(bus, self.f & Z != 0),
            0xD4 => self.call_if(bus, self.f & C == 0),
            0xDC => self.call_if(bus, self.f & C != 0),
            0xE4 => self.call_if(bus, self.f & PV == 0),
            0xEC => self.call_if(bus, self.f & PV != 0),
            0xF4 => self.call_if(bus, self.f & S == 0),
            0xFC => self.call_if(bus, self.f & S != 0),

            0xC7 => self.restart(bus, 0x00),
            0xCF => self.restart(bus, 0x08),
            0xD7 => self.restart(bus, 0x10),
            0xDF => self.restart(bus, 0x18),
            0xE7 => self.restart(bus, 0x20),
            0xEF => self.restart(bus, 0x28),
            0xF7 => self.restart(bus, 0x30),
            0xFF => self.restart(bus, 0x38),

            0xC1 => {
                let value = self.pop(bus);
                self.set_bc(value);
            }
            0xD1 => {
                let value = self.pop(bus);
                self.set_de(value);
            }
            0xE1 => {
                let value = self.pop(bus);
                X::set(self, value);
            }
            0xF1 => {
                let value = self.pop(bus);
                self.set_af(value);
            }

            0xC5 => {
                self.idle_ir(bus, 1);
                self.push(bus, self.bc());
            }
            0xD5 => {
                self.idle_ir(bus, 1);
                self.push(bus, self.de());
            }
            0xE5 => {
                self.idle_ir(bus, 1);
                self.push(bus, X::get(self));
            }
            0xF5 => {
                self.idle_ir(bus, 1);
                self.push(bus, self.af());
            }

            0xC6 => self.with_operand(bus, Self::add),
            0xCE => self.with_operand(bus, Self::adc),
            0xD6 => self.with_operand(bus, Self::sub),
            0xDE => self.with_operand(bus, Self::sbc),
            0xE6 => self.with_operand(bus, Self::and),
            0xEE => self.with_operand(bus, Self::xor),
            0xF6 => self.with_operand(bus, Self::or),
            0xFE => self.with_operand(bus, Self::cp),

            0xC9 => self.ret(bus),
            0xD9 => self.exchange_all(),
            0xE9 => self.pc = X::get(self),
            0xF9 => {
                self.idle_ir(bus, 2);
                self.sp = X::get(self);
            }

            0xC3 => self.jump_if(bus, true),
            0xCB => self.execute_cb(bus),
            0xD3 => self.out_operand(bus),
            0xDB => self.in_operand(bus),
            0xE3 => self.exchange_stack::<B, X>(bus),
            0xEB => self.exchange_de_hl(),
            0xF3 => {
                self.iff1 = false;
                self.iff2 = false;
            }
            0xFB => {
                self.iff1 = true;
                self.iff2 = true;
                self.ei = true;
                return true;
            }

            0xCD => self.call_if(bus, true),
            0xDD => return self.execute_prefixed(bus, 0xDD, q),
            0xED => return self.execute_ed(bus),
            0xFD => return self.execute_prefixed(bus, 0xFD, q),
        }
        false
    }
}
