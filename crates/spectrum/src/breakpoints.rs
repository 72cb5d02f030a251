//! Addresses at which a run stops.

/// A set of addresses, one bit for each of the 65,536.
#[derive(Clone, PartialEq, Eq)]
pub struct Breakpoints {
    bits: Box<[u64; 1024]>,
    len: u32,
}

impl Breakpoints {
    /// None.
    pub fn new() -> Self {
        Breakpoints {
            bits: Box::new([0; 1024]),
            len: 0,
        }
    }

    /// Adds `address`; false when it was there.
    pub fn insert(&mut self, address: u16) -> bool {
        let new = !self.contains(address);
        self.bits[usize::from(address >> 6)] |= 1 << (address & 63);
        self.len += u32::from(new);
        new
    }

    /// Removes `address`; false when it was not there.
    pub fn remove(&mut self, address: u16) -> bool {
        let was = self.contains(address);
        self.bits[usize::from(address >> 6)] &= !(1 << (address & 63));
        self.len -= u32::from(was);
        was
    }

    /// Removes all.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Whether `address` is in the set.
    #[inline(always)]
    pub fn contains(&self, address: u16) -> bool {
        self.bits[usize::from(address >> 6)] >> (address & 63) & 1 != 0
    }

    /// Whether the set is empty: then a run costs nothing for it.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Default for Breakpoints {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Breakpoints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set()
            .entries((0..=0xFFFF).filter(|&a| self.contains(a)))
            .finish()
    }
}
