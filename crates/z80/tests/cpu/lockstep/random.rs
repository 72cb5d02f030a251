//! Random instruction streams.

use super::pair::{DEVIATIONS, Pair};

const SEED: u64 = 0x6769_7261_6661;
const STREAMS: u32 = 200;
const STEPS: u32 = 10_000;

/// SplitMix64: small, and the same on every platform.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn word(&mut self) -> u16 {
        self.next() as u16
    }

    /// True with a probability of 1/`n`.
    fn one_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }

    /// A byte of code: every fourth is a prefix, so that all opcode tables are tested.
    fn code(&mut self) -> u8 {
        if self.one_in(4) {
            [0xCB, 0xDD, 0xED, 0xFD][(self.next() & 3) as usize]
        } else {
            self.next() as u8
        }
    }
}

impl Pair {
    /// Sets all registers of both to new values, with PC at a new address.
    fn shuffle(&mut self, random: &mut Random) {
        let cpu = &mut self.ours;
        cpu.set_af(random.word());
        cpu.set_bc(random.word());
        cpu.set_de(random.word());
        cpu.set_hl(random.word());
        for pair in [
            &mut cpu.af_,
            &mut cpu.bc_,
            &mut cpu.de_,
            &mut cpu.hl_,
            &mut cpu.ix,
            &mut cpu.iy,
            &mut cpu.sp,
            &mut cpu.pc,
            &mut cpu.memptr,
        ] {
            *pair = random.word();
        }
        cpu.i = random.next() as u8;
        cpu.r = random.next() as u8;
        cpu.im = (random.next() % 3) as u8;
        (cpu.iff1, cpu.iff2) = (random.one_in(2), random.one_in(2));
        (cpu.halted, cpu.ei) = (false, false);
        self.rz80_nop();
        self.copy_registers();
    }
}

/// 200 memories of random code, 10,000 instructions each. Registers are randomised again now and then,
/// because random code soon runs in loops; interrupts come where both cores can accept them.
#[test]
fn streams() {
    let mut random = Random(SEED);
    let mut pair = Pair::new();
    let mut interrupts = 0;
    for stream in 0..STREAMS {
        let memory: Vec<u8> = (0..0x10000).map(|_| random.code()).collect();
        pair.load_memory(&memory);
        for step in 0..STEPS {
            if step == 0 || random.one_in(16) {
                pair.shuffle(&mut random);
            }
            let mut result = pair.step();
            let ready = pair.ours.iff1 && !pair.ours.ei && pair.ours.im == 2;
            if result.is_ok() && ready && random.one_in(8) {
                interrupts += 1;
                result = pair.interrupt(random.next() as u8);
            }
            result.unwrap_or_else(|difference| panic!("stream {stream}, step {step}: {difference}"));
        }
        pair.compare_memory()
            .unwrap_or_else(|difference| panic!("stream {stream}: {difference}"));
    }
    println!("{STREAMS} streams of {STEPS} instructions, {interrupts} interrupts; rz80's deviations seen:");
    for (deviation, seen) in DEVIATIONS.iter().zip(pair.seen) {
        let name = deviation.name;
        println!("{seen:8}  {name}");
        assert!(seen > 0, "never seen, so not shown to be one: {name}");
    }
    assert!(interrupts > 1000, "only {interrupts} interrupts");
}

/// rz80 panics as the list of deviations states.
#[test]
fn panics_of_rz80() {
    let panics = |prepare: fn(&mut rz80::CPU)| {
        struct NoPorts;
        impl rz80::Bus for NoPorts {}
        std::panic::catch_unwind(|| {
            let mut cpu = Box::new(rz80::CPU::new_64k());
            prepare(&mut cpu);
            cpu.step(&NoPorts);
        })
        .is_err()
    };
    assert!(!panics(|_| {}), "NOP");
    assert!(panics(|cpu| cpu.mem.write(0, &[0xED, 0x45])), "RETN");
    assert!(
        panics(|cpu| cpu.mem.write(0, &[0xED, 0x00])),
        "undefined after ED"
    );
    assert!(panics(|cpu| {
        cpu.reg.im = 1;
        cpu.irq();
    }));
}
