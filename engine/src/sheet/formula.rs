//! Formulas as data, so that they can be ordered, updated by differences and explained.
//!
//! A declared formula reads cells by [`Address`]; in a built sheet the same formula reads them by
//! [`Position`].

use super::Position;
use super::names::Address;

/// One part of a sum: a cell times a small whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term<C = Address> {
    /// The cell to read.
    pub cell: C,
    /// The factor of its value.
    pub factor: i32,
}

/// The cell, added.
#[must_use]
pub const fn plus(cell: Address) -> Term {
    Term { cell, factor: 1 }
}

/// The cell, subtracted.
#[must_use]
pub const fn minus(cell: Address) -> Term {
    Term { cell, factor: -1 }
}

/// How a computed cell derives from others. Null counts as 0 and as "not set". Make sums with
/// [`SheetBuilder::sum`](super::SheetBuilder::sum).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula<C = Address> {
    /// The value if above zero, else 0.
    Positive(C),
    /// The value if below zero, else 0.
    Negative(C),
    /// One value or another, by a flag.
    Choose {
        /// The flag.
        flag: C,
        /// The value while the flag is set.
        then: C,
        /// The value while it is not.
        otherwise: C,
    },
    /// The value while the flag is set, else 0.
    When {
        /// The flag.
        flag: C,
        /// The value.
        value: C,
    },
    /// The value if below zero and the flag is not set, else 0.
    NegativeUnless {
        /// The flag.
        flag: C,
        /// The value.
        value: C,
    },
    /// The first value, or the other one while the first is 0.
    NonZeroOr {
        /// The preferred value.
        first: C,
        /// The fallback.
        otherwise: C,
    },
}

/// The origin of a cell's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule<C = Position> {
    /// Set from outside, never null.
    Input,
    /// Set from outside, may be null.
    Optional,
    /// A sum over a run of the term list.
    Sum { first: u32, count: u32 },
    /// Anything else.
    Computed(Formula<C>),
}

impl<C: Copy> Formula<C> {
    /// The cells it reads, and how many of the three entries are used.
    pub(super) fn inputs(self) -> ([C; 3], usize) {
        match self {
            Self::Positive(cell) | Self::Negative(cell) => ([cell; 3], 1),
            Self::Choose { flag, then, otherwise } => ([flag, then, otherwise], 3),
            Self::When { flag, value } | Self::NegativeUnless { flag, value } => {
                ([flag, value, value], 2)
            }
            Self::NonZeroOr { first, otherwise } => ([first, otherwise, otherwise], 2),
        }
    }

    /// The same formula with its cells mapped.
    pub(super) fn map<D>(self, mut at: impl FnMut(C) -> D) -> Formula<D> {
        match self {
            Self::Positive(cell) => Formula::Positive(at(cell)),
            Self::Negative(cell) => Formula::Negative(at(cell)),
            Self::Choose { flag, then, otherwise } => {
                Formula::Choose { flag: at(flag), then: at(then), otherwise: at(otherwise) }
            }
            Self::When { flag, value } => Formula::When { flag: at(flag), value: at(value) },
            Self::NegativeUnless { flag, value } => {
                Formula::NegativeUnless { flag: at(flag), value: at(value) }
            }
            Self::NonZeroOr { first, otherwise } => {
                Formula::NonZeroOr { first: at(first), otherwise: at(otherwise) }
            }
        }
    }
}

impl Formula<Position> {
    /// The value, with a function that reads a cell, null as 0.
    #[inline]
    pub(super) fn value<N: Copy + Default + Ord>(self, read: impl Fn(Position) -> N) -> N {
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
