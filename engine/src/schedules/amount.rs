//! The amount of a schedule: exact, approximate, or between two.

use serde_json::Value as Json;

use crate::money::rounded_quotient;

/// How the amount of a schedule compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmountOp {
    /// Exactly.
    Is,
    /// Within 7.5 %.
    IsApprox,
    /// Between two amounts.
    IsBetween,
}

impl AmountOp {
    /// Its name in conditions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::IsApprox => "isapprox",
            Self::IsBetween => "isbetween",
        }
    }

    /// The operator with a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        [Self::Is, Self::IsApprox, Self::IsBetween].into_iter().find(|op| op.name() == name)
    }
}

/// The value of an amount condition, in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScheduleAmount {
    /// One amount.
    One(i64),
    /// Two amounts, in any order.
    Range(i64, i64),
}

impl ScheduleAmount {
    /// Reads a number of cents, or a range `{num1, num2}`; none if it is neither.
    #[must_use]
    pub fn read(value: &Json) -> Option<Self> {
        let bound = |key: &str| value[key].as_i64();
        match (bound("num1"), bound("num2")) {
            (Some(one), Some(other)) => Some(Self::Range(one, other)),
            _ => value.as_i64().map(Self::One),
        }
    }

    /// Twice the amount: the two bounds of a range together.
    #[must_use]
    pub const fn twice(self) -> i64 {
        match self {
            Self::One(cents) => cents.saturating_mul(2),
            Self::Range(one, other) => one.saturating_add(other),
        }
    }

    /// The amount that is posted: of a range the middle, halves upwards.
    #[must_use]
    pub fn posted(self) -> i64 {
        rounded_quotient(self.twice().into(), 2)
    }
}
