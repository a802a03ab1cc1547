//! The parts of a schedule's rule: payee, account, amount and date, each from the first matching
//! condition.

use serde_json::Value as Json;

use super::amount::{AmountOp, ScheduleAmount};
use super::date::ScheduleDate;
use crate::ids::{AccountId, PayeeId};

/// How the date of a schedule compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOp {
    /// On the day.
    Is,
    /// Up to two days to either side.
    IsApprox,
}

impl DateOp {
    /// Its name in conditions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::IsApprox => "isapprox",
        }
    }
}

/// The parts of a schedule's conditions.
#[derive(Debug, Clone, Default)]
pub struct ScheduleParts<'a> {
    /// The payee.
    pub payee: Option<PayeeId>,
    /// The account.
    pub account: Option<AccountId>,
    /// The operator and value of the amount.
    pub amount: Option<(AmountOp, &'a Json)>,
    /// The operator and value of the date.
    pub date: Option<(DateOp, &'a Json)>,
}

/// A part of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Payee,
    Account,
    Amount(AmountOp),
    Date(DateOp),
}

impl Part {
    /// The part that a condition is about, if it is one.
    pub(super) fn of(condition: &Json) -> Option<Self> {
        match (condition["field"].as_str()?, condition["op"].as_str()?) {
            ("payee", "is") => Some(Self::Payee),
            ("account", "is") => Some(Self::Account),
            ("amount", op) => AmountOp::find(op).map(Self::Amount),
            ("date", "is") => Some(Self::Date(DateOp::Is)),
            ("date", "isapprox") => Some(Self::Date(DateOp::IsApprox)),
            _ => None,
        }
    }

    /// Whether both are about the same field.
    pub(super) fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

impl<'a> ScheduleParts<'a> {
    /// Reads conditions with public field names.
    #[must_use]
    pub fn of(conditions: &'a [Json]) -> Self {
        let (mut parts, mut seen) = (Self::default(), Vec::new());
        for condition in conditions {
            let Some(part) = Part::of(condition) else { continue };
            if seen.iter().any(|other| part.is_like(*other)) {
                continue;
            }
            seen.push(part);
            let value = &condition["value"];
            match part {
                Part::Payee => parts.payee = value.as_str().map(Into::into),
                Part::Account => parts.account = value.as_str().map(Into::into),
                Part::Amount(op) => parts.amount = Some((op, value)),
                Part::Date(op) => parts.date = Some((op, value)),
            }
        }
        parts
    }

    /// The date; none if it is missing or cannot be read.
    #[must_use]
    pub fn schedule_date(&self) -> Option<ScheduleDate> {
        self.date.and_then(|(_, value)| ScheduleDate::read(value).ok())
    }

    /// Whether the date is exact.
    #[must_use]
    pub fn has_exact_date(&self) -> bool {
        self.date.is_some_and(|(op, _)| op == DateOp::Is)
    }

    /// Whether the amount is approximate or a range.
    #[must_use]
    pub fn is_approximate(&self) -> bool {
        self.amount.is_some_and(|(op, _)| op != AmountOp::Is)
    }

    /// The amount that is posted, in cents; 0 without one.
    #[must_use]
    pub fn posted_amount(&self) -> i64 {
        let amount = self.amount.and_then(|(_, value)| ScheduleAmount::read(value));
        amount.map_or(0, ScheduleAmount::posted)
    }
}
