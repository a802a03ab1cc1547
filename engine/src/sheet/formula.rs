//! Formulas as data, so that they can be ordered, updated by differences and explained.

use super::CellId;

/// One part of a sum: a cell times a small whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The cell to read.
    pub cell: CellId,
    /// The factor of its value.
    pub factor: i32,
}

/// The cell, added.
#[must_use]
pub fn plus(cell: impl Into<CellId>) -> Term {
    Term { cell: cell.into(), factor: 1 }
}

/// The cell, subtracted.
#[must_use]
pub fn minus(cell: impl Into<CellId>) -> Term {
    Term { cell: cell.into(), factor: -1 }
}

/// How a computed cell derives from others. Null counts as 0 and as "not set". Make sums with
/// [`SheetBuilder::sum`](super::SheetBuilder::sum).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// The value if above zero, else 0.
    Positive(CellId),
    /// The value if below zero, else 0.
    Negative(CellId),
    /// One value or another, by a flag.
    Choose {
        /// The flag.
        flag: CellId,
        /// The value while the flag is set.
        then: CellId,
        /// The value while it is not.
        otherwise: CellId,
    },
    /// The value while the flag is set, else 0.
    When {
        /// The flag.
        flag: CellId,
        /// The value.
        value: CellId,
    },
    /// The value if below zero and the flag is not set, else 0.
    NegativeUnless {
        /// The flag.
        flag: CellId,
        /// The value.
        value: CellId,
    },
    /// The first value, or the other one while the first is 0.
    NonZeroOr {
        /// The preferred value.
        first: CellId,
        /// The fallback.
        otherwise: CellId,
    },
}

/// A formula in the built sheet; the cells are positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// Set from outside, never null.
    Input,
    /// Set from outside, may be null.
    Optional,
    /// A sum over a run of the term list.
    Sum { first: u32, count: u32 },
    /// Anything else.
    Computed(Formula),
}

impl Formula {
    pub(super) fn inputs(self) -> ([CellId; 3], usize) {
        match self {
            Self::Positive(cell) | Self::Negative(cell) => ([cell; 3], 1),
            Self::Choose { flag, then, otherwise } => ([flag, then, otherwise], 3),
            Self::When { flag, value } | Self::NegativeUnless { flag, value } => {
                ([flag, value, value], 2)
            }
            Self::NonZeroOr { first, otherwise } => ([first, otherwise, otherwise], 2),
        }
    }

    pub(super) fn map(self, at: impl Fn(CellId) -> CellId) -> Self {
        match self {
            Self::Positive(cell) => Self::Positive(at(cell)),
            Self::Negative(cell) => Self::Negative(at(cell)),
            Self::Choose { flag, then, otherwise } => {
                Self::Choose { flag: at(flag), then: at(then), otherwise: at(otherwise) }
            }
            Self::When { flag, value } => Self::When { flag: at(flag), value: at(value) },
            Self::NegativeUnless { flag, value } => {
                Self::NegativeUnless { flag: at(flag), value: at(value) }
            }
            Self::NonZeroOr { first, otherwise } => {
                Self::NonZeroOr { first: at(first), otherwise: at(otherwise) }
            }
        }
    }

    /// The value, with a function that reads a cell, null as 0.
    #[inline]
    pub(super) fn value<N: Copy + Default + Ord>(self, read: impl Fn(CellId) -> N) -> N {
        let zero = N::default();
        match self {
            Self::Positive(cell) => read(cell).max(zero),
            Self::Negative(cell) => read(cell).min(zero),
            Self::Choose { flag, then, otherwise } => {
                read(if read(flag) == zero { otherwise } else { then })
            }
            Self::When { flag, value } => {
                if read(flag) == zero {
                    zero
                } else {
                    read(value)
                }
            }
            Self::NegativeUnless { flag, value } => {
                if read(flag) == zero {
                    read(value).min(zero)
                } else {
                    zero
                }
            }
            Self::NonZeroOr { first, otherwise } => {
                let value = read(first);
                if value == zero { read(otherwise) } else { value }
            }
        }
    }
}
