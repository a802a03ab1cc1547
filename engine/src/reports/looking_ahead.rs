//! Planned spending that is still to come, day by day.

use serde::Serialize;

use super::facts::Budgets;
use crate::dates::Month;
use crate::ids::CategoryId;
use crate::money::{Total, nearest};

/// How many months back a budget counts for a month without one.
const MOST_BACK: i32 = 12;

/// The planned spending of a category in the rest of a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct PlannedSpending {
    /// The rest, in cents.
    #[ts(type = "number")]
    pub left: i64,
    /// How much of it falls on each remaining day.
    #[ts(type = "number[]")]
    pub per_day: Vec<i64>,
}

/// The rest of a budget after spending (negative) and after coming schedules (positive), spread
/// over the remaining days so that they add up.
#[must_use]
pub fn planned_spending(
    budgeted: i64,
    spent: i64,
    scheduled: i64,
    remaining_days: u8,
) -> PlannedSpending {
    let days = Total::from(remaining_days);
    let left = Total::from(budgeted) + Total::from(spent) - Total::from(scheduled);
    let left = if days == 0 { 0 } else { left.max(0) };
    let up_to = |day: Total| left * day / days.max(1);
    let per_day = (1..=days).map(|day| nearest(up_to(day) - up_to(day - 1)));
    PlannedSpending { left: nearest(left), per_day: per_day.collect() }
}

/// The budget of a month, or of the last month before it that has one, at most twelve back.
pub(super) fn budget_or_last(budgets: &dyn Budgets, month: Month, category: &CategoryId) -> i64 {
    let back = (0..=MOST_BACK).map(|by| month.plus(-by));
    back.filter_map(|month| budgets.stored(month, category)).next().unwrap_or(0)
}
