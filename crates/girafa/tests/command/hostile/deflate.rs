//! Compresses runs of equal bytes: 258 bytes take 13 bits (RFC 1950, RFC 1951 with fixed codes).

/// Writes bits, starting from the lowest bit of each byte.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    left: u64,
    count: u32,
}

impl Bits {
    fn put(&mut self, value: u64, count: u32) {
        self.left |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.left as u8);
            (self.left, self.count) = (self.left >> 8, self.count - 8);
        }
    }

    /// Writes a Huffman code, highest bit first.
    fn code(&mut self, code: u64, count: u32) {
        self.put(code.reverse_bits() >> (64 - count), count);
    }

    fn literal(&mut self, byte: u8) {
        match byte {
            0..=143 => self.code(0x30 + u64::from(byte), 8),
            _ => self.code(0x190 + u64::from(byte) - 144, 9),
        }
    }
}

/// `bytes` in zlib format.
pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0b011, 3);
    for run in bytes.chunk_by(|one, other| one == other) {
        bits.literal(run[0]);
        let again = run.len() - 1;
        for _ in 0..again / 258 {
            // Length 258, distance 1.
            bits.code(0xC5, 8);
            bits.code(0, 5);
        }
        (0..again % 258).for_each(|_| bits.literal(run[0]));
    }
    bits.put(0, 7);
    bits.put(0, 7);
    let sum = |(low, high): (u32, u32), &byte: &u8| {
        let low = (low + u32::from(byte)) % 65_521;
        (low, (high + low) % 65_521)
    };
    let (low, high) = bytes.iter().fold((1, 0), sum);
    [&[0x78, 0x01][..], &bits.bytes, &(high << 16 | low).to_be_bytes()].concat()
}
