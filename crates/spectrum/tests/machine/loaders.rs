//! Loaders modelled on those of commercial tapes: faster bits, bits of one pulse, pulses measured by R, bytes
//! encrypted with R. The recorder starts automatically when they listen.

use crate::common::{machine, poke, run_to_halt};
use girafa_spectrum::Tape;

const DATA: [u8; 5] = [0x00, 0xFF, 0xA5, 0x3C, 0x81];

/// The address of a loader's wait for an edge.
const EDGE: u16 = 0x8080;

/// Waits for an edge: B counts passes of 50 T-states up to 256, C is the last level.
#[rustfmt::skip]
const PASS_COUNTER: &[u8] = &[
    0x06, 0x00,        //        ld b,0
    0x04,              // wait:  inc b
    0xC8,              //        ret z
    0x3E, 0x7F,        //        ld a,7Fh
    0xDB, 0xFE,        //        in a,(FEh)
    0xA9,              //        xor c
    0xE6, 0x40,        //        and 40h
    0x28, 0xF5,        //        jr z,wait
    0xA9,              //        xor c
    0x4F,              //        ld c,a
    0xC9,              //        ret
];

/// The same, but B is the count of R: 5 per pass of 41 T-states.
#[rustfmt::skip]
const R_COUNTER: &[u8] = &[
    0xAF,              //        xor a
    0xED, 0x4F,        //        ld r,a
    0x3E, 0x7F,        // wait:  ld a,7Fh
    0xDB, 0xFE,        //        in a,(FEh)
    0xA9,              //        xor c
    0xE6, 0x40,        //        and 40h
    0x28, 0xF7,        //        jr z,wait
    0xA9,              //        xor c
    0x4F,              //        ld c,a
    0xED, 0x5F,        //        ld a,r
    0x47,              //        ld b,a
    0xC9,              //        ret
];

/// Decrypts the five bytes at 9000 with R, which is 22 when it is first read, and 6 more each time.
#[rustfmt::skip]
const DECRYPTER: &[u8] = &[
    0x21, 0x00, 0x90,  //        ld hl,9000h
    0x06, 0x05,        //        ld b,5
    0x3E, 0x20,        //        ld a,20h
    0xED, 0x4F,        //        ld r,a
    0xED, 0x5F,        // next:  ld a,r
    0xAE,              //        xor (hl)
    0x77,              //        ld (hl),a
    0x23,              //        inc hl
    0x10, 0xF9,        //        djnz next
    0x76,              //        halt
];

/// A loader's thresholds, as counts of its wait loop.
struct Limits {
    pilot: u8,
    sync: u8,
    one: u8,
}

/// Loads five bytes to 9000 and decrypts them. A bit has `pulses` pulses, of which the last is measured.
#[rustfmt::skip]
fn loader(limits: &Limits, pulses: u8) -> Vec<u8> {
    let [low, high] = EDGE.to_le_bytes();
    let first = if pulses == 2 { [0xCD, low, high] } else { [0, 0, 0] };
    vec![
        0xF3,              //        di
        0x21, 0x00, 0x90,  //        ld hl,9000h
        0x16, 0x05,        //        ld d,5
        0x0E, 0x00,        //        ld c,0
        0x1E, 0x64,        // pilot: ld e,100
        0xCD, low, high,   // more:  call edge
        0x78,              //        ld a,b
        0xFE, limits.pilot,//        cp pilot
        0x38, 0xF6,        //        jr c,pilot
        0x1D,              //        dec e
        0x20, 0xF5,        //        jr nz,more
        0xCD, low, high,   // sync:  call edge
        0x78,              //        ld a,b
        0xFE, limits.sync, //        cp sync
        0x30, 0xF8,        //        jr nc,sync
        0xCD, low, high,   //        call edge
        0x36, 0x01,        // byte:  ld (hl),1
        first[0], first[1], first[2], // next: call edge, for bits of two pulses
        0xCD, low, high,   //        call edge
        0x78,              //        ld a,b
        0xFE, limits.one,  //        cp one
        0x3F,              //        ccf
        0xCB, 0x16,        //        rl (hl)
        0x30, 0xF2,        //        jr nc,next
        0x23,              //        inc hl
        0x15,              //        dec d
        0x20, 0xEC,        //        jr nz,byte
        0xC3, 0xC0, 0x80,  //        jp decipher
    ]
}

fn word(value: u16) -> [u8; 2] {
    value.to_le_bytes()
}

/// The encrypted data on the tape.
fn enciphered() -> [u8; 5] {
    std::array::from_fn(|n| DATA[n] ^ (0x22 + 6 * n as u8))
}

/// A `.tzx` of one block: a pilot of 1,000 pulses, two sync pulses, and two pulses per bit. Lengths in
/// T-states.
fn turbo(pilot: u16, sync: u16, zero: u16, one: u16) -> Vec<u8> {
    let mut bytes = b"ZXTape!\x1A\x01\x14\x11".to_vec();
    for length in [pilot, sync, sync, zero, one, 1000] {
        bytes.extend(word(length));
    }
    // All eight bits of the last byte are used; a pause ends the last pulse; five bytes.
    bytes.extend([8, 10, 0, 5, 0, 0]);
    bytes.extend(enciphered());
    bytes
}

/// A `.tzx` of a tone and single pulses, one per bit.
fn half_waves(pilot: u16, sync: u16, zero: u16, one: u16) -> Vec<u8> {
    let mut bytes = b"ZXTape!\x1A\x01\x14\x12".to_vec();
    bytes.extend([word(pilot), word(1000)].concat());
    bytes.extend([0x13, 2 + 40 + 1]);
    bytes.extend([word(sync), word(sync)].concat());
    for byte in enciphered() {
        for bit in (0..8).rev() {
            bytes.extend(word(if byte >> bit & 1 == 1 { one } else { zero }));
        }
    }
    // A final pulse ends the last bit.
    bytes.extend(word(sync));
    bytes
}

/// Checks that the loader gets its five bytes, with the instant tape enabled and disabled.
fn loads(wait: &[u8], limits: &Limits, pulses: u8, image: &[u8]) {
    for instant in [false, true] {
        let mut machine = machine(&loader(limits, pulses));
        poke(&mut machine, EDGE, wait);
        poke(&mut machine, 0x80C0, DECRYPTER);
        machine.set_instant_tape(instant);
        machine.set_tape_starts_itself(true);
        machine.insert_tape(Tape::from_image(image).unwrap());
        run_to_halt(&mut machine, 200);
        assert_eq!(machine.memory()[0x9000..0x9005], DATA, "instant: {instant}");
    }
}

const PASS_LIMITS: Limits = Limits {
    pilot: 15,
    sync: 8,
    one: 10,
};

#[test]
fn bits_at_twice_the_speed() {
    loads(PASS_COUNTER, &PASS_LIMITS, 2, &turbo(1084, 333, 428, 855));
}

#[test]
fn bits_of_one_pulse() {
    loads(PASS_COUNTER, &PASS_LIMITS, 1, &half_waves(1084, 333, 428, 855));
}

#[test]
fn pulses_measured_by_r() {
    let limits = Limits {
        pilot: 85,
        sync: 32,
        one: 55,
    };
    loads(R_COUNTER, &limits, 2, &turbo(900, 200, 300, 700));
    loads(R_COUNTER, &limits, 1, &half_waves(900, 200, 300, 700));
}
