//! Rows passed from the reading thread to the writing one.

use std::ops::Range;

use rusqlite::types::ValueRef;

/// A batch is sent after this many bytes of texts and blobs. A single row may be larger; then it is
/// sent alone.
const FULL_BYTES: usize = 1 << 18;
/// A batch is sent after this many values.
const FULL_VALUES: usize = 1 << 14;

/// Values of complete rows of one table.
#[derive(Debug)]
pub(super) struct Batch {
    /// Index of the table.
    pub(super) table: usize,
    /// Number of the first row, counted from 1.
    pub(super) first: u64,
    values: Vec<PackedValue>,
    bytes: Vec<u8>,
}

/// A value; texts and blobs are ranges of the batch's bytes.
#[derive(Debug)]
enum PackedValue {
    Null,
    Integer(i64),
    Real(f64),
    Text(Range<usize>),
    Blob(Range<usize>),
}

impl Batch {
    /// An empty batch that starts with row `first` of `table`.
    pub(super) const fn new(table: usize, first: u64) -> Self {
        Self { table, first, values: Vec::new(), bytes: Vec::new() }
    }

    /// Adds a value of the current row, or the first one of the next.
    pub(super) fn push(&mut self, value: ValueRef<'_>) {
        let packed = match value {
            ValueRef::Null => PackedValue::Null,
            ValueRef::Integer(number) => PackedValue::Integer(number),
            ValueRef::Real(number) => PackedValue::Real(number),
            ValueRef::Text(text) => PackedValue::Text(self.keep(text)),
            ValueRef::Blob(blob) => PackedValue::Blob(self.keep(blob)),
        };
        self.values.push(packed);
    }

    /// Whether to send it after the current row.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() >= FULL_BYTES || self.values.len() >= FULL_VALUES
    }

    /// The values, row by row.
    pub(super) fn values(&self) -> impl Iterator<Item = ValueRef<'_>> {
        let bytes = |range: &Range<usize>| self.bytes.get(range.clone()).unwrap_or_default();
        self.values.iter().map(move |value| match value {
            PackedValue::Null => ValueRef::Null,
            PackedValue::Integer(number) => ValueRef::Integer(*number),
            PackedValue::Real(number) => ValueRef::Real(*number),
            PackedValue::Text(range) => ValueRef::Text(bytes(range)),
            PackedValue::Blob(range) => ValueRef::Blob(bytes(range)),
        })
    }

    fn keep(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }
}
