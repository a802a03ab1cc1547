//! Rows on their way from the thread that reads to the thread that writes.

use std::ops::Range;

use rusqlite::types::ValueRef;

/// Texts and blobs of a batch may come to this many bytes before it goes off. One row of the
/// longest values may be larger; then it goes alone.
const FULL_BYTES: usize = 1 << 18;
/// Values of a batch, whatever their size.
const FULL_VALUES: usize = 1 << 14;

/// Values of whole rows of one table, one after the other.
#[derive(Debug)]
pub(super) struct Batch {
    /// Which of the tables.
    pub(super) table: usize,
    /// Number of the first row, counted from 1.
    pub(super) first: u64,
    values: Vec<Slot>,
    bytes: Vec<u8>,
}

#[derive(Debug)]
enum Slot {
    Null,
    Integer(i64),
    Real(f64),
    Text(Range<usize>),
    Blob(Range<usize>),
}

impl Batch {
    /// An empty batch that begins with row `first` of `table`.
    pub(super) const fn new(table: usize, first: u64) -> Self {
        Self { table, first, values: Vec::new(), bytes: Vec::new() }
    }

    /// Adds a value of the current row, or the first one of the next.
    pub(super) fn push(&mut self, value: ValueRef<'_>) {
        let slot = match value {
            ValueRef::Null => Slot::Null,
            ValueRef::Integer(number) => Slot::Integer(number),
            ValueRef::Real(number) => Slot::Real(number),
            ValueRef::Text(text) => Slot::Text(self.keep(text)),
            ValueRef::Blob(blob) => Slot::Blob(self.keep(blob)),
        };
        self.values.push(slot);
    }

    /// Whether it should go off after the current row.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() >= FULL_BYTES || self.values.len() >= FULL_VALUES
    }

    /// The values, row by row.
    pub(super) fn values(&self) -> impl Iterator<Item = ValueRef<'_>> {
        let kept = |range: &Range<usize>| self.bytes.get(range.clone()).unwrap_or_default();
        self.values.iter().map(move |slot| match slot {
            Slot::Null => ValueRef::Null,
            Slot::Integer(number) => ValueRef::Integer(*number),
            Slot::Real(number) => ValueRef::Real(*number),
            Slot::Text(range) => ValueRef::Text(kept(range)),
            Slot::Blob(range) => ValueRef::Blob(kept(range)),
        })
    }

    fn keep(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }
}
