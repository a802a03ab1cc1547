//! The request and the result of a forecast.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::dates::{Day, Month};
use crate::ids::AccountId;
use crate::rules::ConditionsOp;

/// What moves the balances ahead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum ForecastSource {
    /// Schedules.
    #[default]
    Schedules,
    /// The plan of a tracking budget.
    TrackingBudget,
}

/// A request for a forecast.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, ts_rs::TS)]
#[serde(default, rename_all = "camelCase")]
pub struct ForecastRequest {
    /// First day; today by default.
    pub start_date: Option<Day>,
    /// Last day; by default a year from today.
    pub end_date: Option<Day>,
    /// Accounts; all by default, closed ones too.
    pub account_ids: Option<Vec<String>>,
    /// Conditions with public field names.
    #[ts(type = "unknown[]")]
    pub conditions: Vec<Json>,
    /// How they combine.
    pub conditions_op: ConditionsOp,
    /// Whether schedules without account count.
    pub include_accountless_schedules: bool,
    /// What moves the balances.
    pub source: ForecastSource,
    /// Whether missed payments count today.
    pub include_missed: bool,
    /// Whether the rest of the budget counts as spending.
    pub include_budget: bool,
    /// Whether the plan of the month that has begun counts only for what is left of it.
    pub rest_of_month: bool,
}

/// Balances ahead. Amounts are cents.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// First day.
    pub start: Day,
    /// Last day.
    pub end: Day,
    /// What moves the balances.
    pub source: ForecastSource,
    /// The payments of schedules that count, by day.
    pub scheduled: Vec<Occurrence>,
    /// Payments whose day has passed without a transaction.
    pub missed: Vec<Occurrence>,
    /// Every day; none for a tracking budget.
    pub days: Vec<ForecastDay>,
    /// The last day of each month.
    pub month_ends: Vec<ForecastMonth>,
    /// The first day with the smallest balance of all accounts together.
    pub lowest: Option<LowestDay>,
    /// The accounts that fall below zero, the first one first.
    pub below_zero: Vec<BelowZero>,
    /// The accounts that are below zero today, or at the end of a range that is over.
    #[ts(type = "AccountId[]")]
    pub below_now: Vec<AccountId>,
    /// The others that come there, by the first day ahead. A dip that an account has recovered
    /// from does not hide the next one.
    pub below_ahead: Vec<BelowZero>,
}

/// A payment of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Occurrence {
    /// Its day.
    pub date: Day,
    /// The account; none for a schedule without one.
    pub account: Option<AccountId>,
    /// The schedule.
    #[ts(type = "string")]
    pub schedule: Arc<str>,
    /// Its name.
    #[ts(type = "string | null")]
    pub name: Option<Arc<str>>,
    /// Cents.
    #[ts(type = "number")]
    pub amount: i64,
    #[serde(skip)]
    pub(super) category: Option<usize>,
}

/// A day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct ForecastDay {
    /// The day.
    pub date: Day,
    /// All accounts, schedules without account and planned spending together.
    #[ts(type = "number")]
    pub balance: i64,
    /// Balance of each account.
    #[ts(type = "Record<string, number>")]
    pub accounts: BTreeMap<AccountId, i64>,
    /// Schedules without account so far.
    #[ts(type = "number")]
    pub without_account: i64,
    /// Spending that the budget plans so far, negative.
    #[ts(type = "number")]
    pub planned: i64,
}

/// The last day of a month that lies in the range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct ForecastMonth {
    /// The month.
    pub month: Month,
    /// Its last day in the range.
    pub date: Day,
    /// All accounts together.
    #[ts(type = "number")]
    pub balance: i64,
    /// Balance of each account; none for a tracking budget.
    #[ts(type = "Record<string, number>")]
    pub accounts: BTreeMap<AccountId, i64>,
}

/// The lowest day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct LowestDay {
    /// The day.
    pub date: Day,
    /// The balance of all accounts together.
    #[ts(type = "number")]
    pub balance: i64,
    /// The account with the smallest balance that day.
    pub account: Option<AccountId>,
}

/// An account that falls below zero.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct BelowZero {
    /// The account.
    pub account: AccountId,
    /// The first day.
    pub date: Day,
}
