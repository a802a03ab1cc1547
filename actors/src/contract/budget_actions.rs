//! Requests of the budget actions: each sets amounts of a month, and is one undo step.

use serde::{Deserialize, Serialize};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;
use sobre_engine::money::Amount;
use ts_rs::TS;

/// Copies the previous month's budgets, for shown categories that have one there.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CopyPreviousMonth {
    /// The month to fill.
    pub month: Month,
}

/// Copies a category's budget from the previous month.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CopySingleMonth {
    /// The month to fill.
    pub month: Month,
    /// The category.
    pub category: CategoryId,
}

/// Copies a category's budget to the later months of the year.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CopyUntilYearEnd {
    /// The month to copy.
    pub month: Month,
    /// The category.
    pub category: CategoryId,
}

/// Sets every category of a month to 0, hidden ones too.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetZero {
    /// The month.
    pub month: Month,
}

/// Sets every shown category to its average of three months.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Set3MonthAvg {
    /// The month to fill.
    pub month: Month,
}

/// Sets every shown category to its average of six months.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Set6MonthAvg {
    /// The month to fill.
    pub month: Month,
}

/// Sets every shown category to its average of twelve months.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Set12MonthAvg {
    /// The month to fill.
    pub month: Month,
}

/// Sets one category to its average.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetNMonthAvg {
    /// The month to fill.
    pub month: Month,
    /// How many months to average, 1 to 120.
    #[serde(rename = "N")]
    pub months: u8,
    /// The category, hidden or not.
    pub category: CategoryId,
}

/// Copies a month of a report budget to all later months, for categories that have a budget there.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SetAllFuture {
    /// The month to copy.
    pub start_month: Month,
}

/// Stops holding the income of all income categories of a month.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ResetIncomeCarryover {
    /// The month.
    pub month: Month,
}

/// Holds money for the next month, at most what is left to budget. Replies `false` and does nothing
/// if nothing is left.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct HoldForNextMonth {
    /// The month that has the money.
    pub month: Month,
    /// Cents to add to the hold; a negative amount releases some of it.
    pub amount: Amount,
}

/// Releases all money held for the next month.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ResetHold {
    /// The month that has the money.
    pub month: Month,
}

/// Covers the overspending of a category, at most with what the source has. The reply is what was
/// moved, in cents.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CoverOverspending {
    /// The month.
    pub month: Month,
    /// The overspent category.
    pub to: CategoryId,
    /// The source: another category, or `to-budget`.
    pub from: String,
    /// Cents; all overspending if none are given.
    #[serde(default)]
    pub amount: Option<Amount>,
}

/// Covers the overspending of a month of an envelope budget from one source, as one undo step: each
/// shown category gets what it lacks, in the order of the budget, until the source is empty.
/// Categories that carry their overspending over are left out.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CoverAllOverspending {
    /// The month.
    pub month: Month,
    /// The source: a category, or `to-budget`.
    pub from: String,
    /// Covers everything, even if the source falls below zero.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub below_zero: Option<bool>,
}

/// The overspent categories of a month, in the order of the budget.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CoveredOverspending {
    /// Each with its share.
    pub categories: Vec<CoveredCategory>,
}

/// An overspent category after covering.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CoveredCategory {
    /// The category.
    pub category: CategoryId,
    /// Cents that it got.
    #[ts(type = "Amount")]
    pub covered: i64,
    /// Cents that it still lacks.
    #[ts(type = "Amount")]
    pub uncovered: i64,
}

/// Covers a negative amount to budget from a category, at most with its balance. The reply is what
/// was moved, in cents.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CoverOverbudgeted {
    /// The month.
    pub month: Month,
    /// The category that gives the money.
    pub category: CategoryId,
    /// Cents; all that is missing if none are given.
    #[serde(default)]
    pub amount: Option<Amount>,
}

/// Budgets money to a category, at most what is left to budget. The reply is what was moved, in
/// cents.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TransferAvailable {
    /// The month.
    pub month: Month,
    /// Cents.
    pub amount: Amount,
    /// The category.
    pub category: CategoryId,
}

/// Moves money from one category to another, without a limit.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TransferCategory {
    /// The month.
    pub month: Month,
    /// Cents; a negative amount moves the other way.
    pub amount: Amount,
    /// A category, or `to-budget`.
    pub from: String,
    /// A category, or `to-budget`.
    pub to: String,
}
