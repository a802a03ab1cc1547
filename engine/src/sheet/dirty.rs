//! The cells still to be visited: a set of topological positions, taken smallest first. Two
//! levels of bits, so that a long stretch without dirty cells is skipped 4,096 cells at a time.

#[derive(Debug, Clone)]
pub(super) struct Dirty {
    words: Vec<u64>,
    /// One bit per word that is not zero.
    summary: Vec<u64>,
    /// No summary word before this one has a bit.
    cursor: usize,
}

impl Dirty {
    pub(super) fn new(cells: usize) -> Self {
        let words = cells.div_ceil(64);
        Self { words: vec![0; words], summary: vec![0; words.div_ceil(64)], cursor: 0 }
    }

    #[inline]
    pub(super) fn insert(&mut self, position: u32) {
        let word = position as usize / 64;
        self.words[word] |= 1 << (position % 64);
        let part = word / 64;
        self.summary[part] |= 1 << (word % 64);
        self.cursor = self.cursor.min(part);
    }

    /// Removes and returns the smallest position.
    #[inline]
    pub(super) fn take(&mut self) -> Option<u32> {
        while let Some(&part) = self.summary.get(self.cursor) {
            if part == 0 {
                self.cursor += 1;
                continue;
            }
            let word = self.cursor * 64 + part.trailing_zeros() as usize;
            let bits = self.words[word];
            let rest = bits & (bits - 1);
            self.words[word] = rest;
            if rest == 0 {
                self.summary[self.cursor] = part & (part - 1);
            }
            #[expect(clippy::cast_possible_truncation, reason = "positions are u32")]
            return Some(word as u32 * 64 + bits.trailing_zeros());
        }
        None
    }
}
