//! Requests and replies about what is coming: transactions, bills and balances that follow from
//! schedules.

use serde::{Deserialize, Serialize};
use sobre_engine::dates::{Day, Month};
use sobre_engine::ids::{AccountId, CategoryId, PayeeId};
use ts_rs::TS;

use super::schedules::ScheduleStatus;

/// The transactions to come of uncompleted schedules, oldest first: missed, due and upcoming ones.
/// A transfer stands in both accounts. Each carries the balance that its account will have after
/// it.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleGetPreviews {
    /// Only those of this account.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub account: Option<AccountId>,
}

/// A transaction to come.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Preview {
    /// `preview/{schedule}/{date}`; the other side of a transfer ends in `/transfer`.
    pub id: String,
    /// The schedule.
    pub schedule: String,
    /// The account.
    pub account: AccountId,
    /// The day.
    pub date: Day,
    /// Whether it is missed, due or upcoming.
    pub status: ScheduleStatus,
    /// Whether it is the schedule's next date, the one that can be posted or skipped.
    pub is_next: bool,
    /// Whether the amount is approximate.
    pub is_approximate: bool,
    /// Cents; negative for spending.
    #[ts(type = "number")]
    pub amount: i64,
    /// The payee.
    pub payee: Option<PayeeId>,
    /// The category that the rules give it; none for transfers within the budget and for splits.
    pub category: Option<CategoryId>,
    /// The notes that the rules give it.
    pub notes: Option<String>,
    /// The lines that the rules split it into.
    pub lines: Vec<PreviewLine>,
    /// The balance of the account after it, in cents: its transactions up to this day and the
    /// earlier previews. Approximate amounts count with their middle.
    #[ts(type = "number")]
    pub balance: i64,
}

/// A split line of a transaction to come.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct PreviewLine {
    /// Cents.
    #[ts(type = "number")]
    pub amount: i64,
    /// The category.
    pub category: Option<CategoryId>,
}

/// The bills of a month that are not paid yet, per envelope: what schedules will still take out of
/// or bring into each category, with the transactions that make up each sum.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleGetBills {
    /// The month.
    pub month: Month,
}

/// What schedules still do to a category in a month.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct CategoryBills {
    /// The category; null for bills that no rule gives one.
    pub category: Option<CategoryId>,
    /// The sum in cents; negative for spending.
    #[ts(type = "number")]
    pub amount: i64,
    /// What makes it up, oldest first.
    pub bills: Vec<Bill>,
}

/// A transaction to come, as far as it is of one category.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Bill {
    /// The schedule.
    pub schedule: String,
    /// The schedule's name, if it has one.
    pub name: Option<String>,
    /// The payee.
    pub payee: Option<PayeeId>,
    /// The account.
    pub account: AccountId,
    /// The day.
    pub date: Day,
    /// Cents; negative for spending.
    #[ts(type = "number")]
    pub amount: i64,
    /// Whether the amount is approximate.
    pub is_approximate: bool,
    /// Whether its day has passed without a transaction.
    pub is_missed: bool,
}

/// The lowest balance that each open account will reach until the next income that a schedule
/// brings it; without one, within 31 days. Accounts without transactions to come are left out.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleGetLowestBalances {}

/// How low the balance of an account will be.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct LowestBalance {
    /// The account.
    pub account: AccountId,
    /// Its balance today in cents, with all transactions up to today.
    #[ts(type = "number")]
    pub today: i64,
    /// The lowest balance in cents.
    #[ts(type = "number")]
    pub lowest: i64,
    /// The day on which it is reached: today or later.
    pub date: Day,
    /// The day of the next income, up to which is looked; null if none is known.
    pub income: Option<Day>,
    /// The last day that is looked at.
    pub until: Day,
    /// What moves the balance from today to the lowest one, oldest first, each with the balance
    /// after it.
    pub steps: Vec<BalanceStep>,
}

/// A transaction that moves a balance.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct BalanceStep {
    /// The day.
    pub date: Day,
    /// Cents; negative for spending.
    #[ts(type = "number")]
    pub amount: i64,
    /// The balance after it in cents.
    #[ts(type = "number")]
    pub balance: i64,
    /// The schedule; null for transactions that were entered for a later day.
    pub schedule: Option<String>,
    /// The schedule's name, or the payee's.
    pub name: Option<String>,
}
