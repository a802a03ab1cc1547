//! The sums of the smallest part of a report.

use crate::money::Total;

/// The rows of an item in a period.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) deposits: Total,
    pub(super) payments: Total,
}

impl Cell {
    pub(super) fn add(&mut self, cents: i64) {
        *(if cents > 0 { &mut self.deposits } else { &mut self.payments }) += Total::from(cents);
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self { deposits: self.deposits + other.deposits, payments: self.payments + other.payments }
    }

    pub(super) const fn net(self) -> Total {
        self.deposits + self.payments
    }
}
