//! Reproducible pseudo-randomness for the demo budget and for measurements. Never for secrets.

/// A small generator of pseudo-random numbers (SplitMix64).
#[derive(Debug, Clone)]
pub struct SeededRandom {
    state: u64,
}

impl SeededRandom {
    /// The generator of a seed; the same seed produces the same numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `first` to `last`, both included.
    pub fn within(&mut self, first: i64, last: i64) -> i64 {
        let count = last.saturating_sub(first).max(0).unsigned_abs() + 1;
        first.saturating_add_unsigned(self.bits() % count)
    }

    /// True with a probability of `percent` percent.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.within(1, 100) <= percent
    }

    /// A random element, or `None` if there is none.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let last = i64::try_from(of.len()).unwrap_or(i64::MAX) - 1;
        of.get(usize::try_from(self.within(0, last)).unwrap_or_default())
    }

    /// A number around `middle`, at most `percent` percent away.
    pub fn around(&mut self, middle: i64, percent: i64) -> i64 {
        let width = middle.abs() * percent / 100;
        middle + self.within(-width, width)
    }

    /// An id of the form of a random UUID.
    pub fn uuid(&mut self) -> String {
        let bits = u128::from(self.bits()) << 64 | u128::from(self.bits());
        uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid().to_string()
    }
}
