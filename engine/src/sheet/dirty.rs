//! The cells still to visit: a set of topological positions, smallest first. It has two levels of
//! bits, so that a long stretch without dirty cells is skipped 4,096 cells at a time. The current
//! word is kept apart: most cells an edit reaches are close together, and then neither level is
//! touched.

#[derive(Debug, Clone)]
pub(super) struct Dirty {
    words: Vec<u64>,
    /// One bit per word that is not zero.
    summary: Vec<u64>,
}

/// The current word of the set.
#[derive(Debug, Clone, Copy)]
pub(super) struct CurrentWord {
    word: usize,
    bits: u64,
}

impl CurrentWord {
    /// Nothing taken yet.
    pub(super) const START: Self = Self { word: 0, bits: 0 };
}

impl Dirty {
    pub(super) fn new(cells: usize) -> Self {
        let words = cells.div_ceil(64);
        Self { words: vec![0; words], summary: vec![0; words.div_ceil(64)] }
    }

    #[inline]
    pub(super) fn insert(&mut self, position: u32) {
        let word = position as usize / 64;
        self.words[word] |= 1 << (position % 64);
        self.summary[word / 64] |= 1 << (word % 64);
    }

    /// Inserts a position in or after the current word.
    #[inline]
    pub(super) fn insert_ahead(&mut self, current: &mut CurrentWord, position: u32) {
        if position as usize / 64 == current.word {
            current.bits |= 1 << (position % 64);
        } else {
            self.insert(position);
        }
    }

    /// Removes and returns the smallest position from the current word on.
    #[inline]
    pub(super) fn take(&mut self, current: &mut CurrentWord) -> Option<u32> {
        if current.bits == 0 {
            self.load(current)?;
        }
        let bit = current.bits.trailing_zeros();
        current.bits &= current.bits - 1;
        #[expect(clippy::cast_possible_truncation, reason = "positions are u32")]
        Some(current.word as u32 * 64 + bit)
    }

    /// Moves the next word that is not zero out of the set.
    #[inline]
    fn load(&mut self, current: &mut CurrentWord) -> Option<()> {
        for part in current.word / 64..self.summary.len() {
            let words = self.summary[part];
            if words != 0 {
                self.summary[part] = words & (words - 1);
                current.word = part * 64 + words.trailing_zeros() as usize;
                current.bits = std::mem::take(&mut self.words[current.word]);
                return Some(());
            }
        }
        None
    }
}
