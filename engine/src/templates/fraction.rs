//! Exact quotients of cents, rounded once at the end.

use std::ops::Add;

use crate::money::rounded_quotient;

/// A quotient of whole numbers. Its divisor is positive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fraction {
    of: i128,
    by: i128,
}

impl Fraction {
    pub(super) fn new(of: i64, by: i64) -> Self {
        Self { of: of.into(), by: i128::from(by.max(1)) }
    }

    /// A multiple, to the nearest whole number, halves upwards.
    pub(super) fn times(self, number: i64) -> i64 {
        Self { of: self.of * i128::from(number), by: self.by }.rounded()
    }

    /// To the nearest whole number, halves upwards.
    pub(super) fn rounded(self) -> i64 {
        rounded_quotient(self.of, self.by)
    }
}

impl From<i64> for Fraction {
    fn from(whole: i64) -> Self {
        Self::new(whole, 1)
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let shared = greatest_common_divisor(self.by, other.by);
        let of = self.of * (other.by / shared) + other.of * (self.by / shared);
        Self { of, by: self.by / shared * other.by }
    }
}

/// Cents rounded to whole units.
pub(super) fn whole_units(cents: i64) -> i64 {
    Fraction::new(cents, 100).rounded().saturating_mul(100)
}

fn greatest_common_divisor(mut one: i128, mut other: i128) -> i128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn sums_are_rounded_once() {
        let third = Fraction::new(100, 3);
        assert_eq!((third + third + third).rounded(), 100);
        assert_eq!((Fraction::new(1, 2) + Fraction::new(-2, 1)).rounded(), -1);
        assert_eq!((Fraction::new(1, 4) + Fraction::new(1, 4)).rounded(), 1);
    }
}
