//! The figures of a saved report.

use serde::Serialize;

use super::definition::{BalanceType, GroupBy};
use super::items::SpecialItem;
use crate::dates::Day;
use crate::money::Decimal;
use crate::reports::periods::Interval;

/// A saved report. Amounts are cents; payments are negative.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct CustomReport {
    /// First day of the range.
    pub start: Day,
    /// Last day of the range; before the first one if the range is empty.
    pub end: Day,
    /// The length of a period.
    pub interval: Interval,
    /// What it is split by.
    pub split: GroupBy,
    /// Which value is shown.
    pub balance_type: BalanceType,
    /// The form it is drawn in: the stored one, or a table where that does not fit.
    pub graph_type: String,
    /// Whether each period has its own value.
    pub over_time: bool,
    /// The periods with the sums over all rows.
    pub intervals: Vec<IntervalSums>,
    /// The sums of the whole range.
    pub total: Sums,
    /// The total per period, rounded half up.
    #[ts(type = "number")]
    pub average: i64,
    /// Rows that the switches leave out.
    pub not_shown: NotShown,
    /// The rows in order; none in a split by period.
    pub rows: Vec<ReportRow>,
    /// The slices of a donut.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slices: Vec<Slice>,
}

/// The amounts of a row, period or report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Sums {
    /// Sum of the amounts above 0.
    #[ts(type = "number")]
    pub deposits: i64,
    /// Sum of the amounts below 0.
    #[ts(type = "number")]
    pub payments: i64,
    /// Both together.
    #[ts(type = "number")]
    pub net: i64,
    /// The value of the report's balance type.
    #[ts(type = "number")]
    pub value: i64,
}

/// A period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct IntervalSums {
    /// `yyyy-MM-dd`, `yyyy-MM` or `yyyy`.
    pub key: String,
    /// Its first day that counts.
    pub from: Day,
    /// Its last day that counts.
    pub to: Day,
    /// What it holds.
    #[serde(flatten)]
    pub sums: Sums,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// The category, group, payee or account.
    pub id: Option<String>,
    /// What it is, if it is none of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special: Option<SpecialItem>,
    /// Its name.
    pub name: String,
    /// What it holds.
    #[serde(flatten)]
    pub sums: Sums,
    /// Its value in each period.
    #[ts(type = "number[]")]
    pub cells: Vec<i64>,
    /// Both ends of the straight line through the cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "[number, number] | null")]
    pub trend: Option<(i64, i64)>,
    /// Of a group: its categories in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<ReportRow>,
}

/// Rows left out, each counted once, by the first reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct NotShown {
    /// Of hidden categories and groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<CountAndSum>,
    /// Of accounts off budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_budget: Option<CountAndSum>,
    /// On budget without a category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncategorised: Option<CountAndSum>,
}

/// How many rows there are, and their sum.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct CountAndSum {
    /// How many.
    pub count: usize,
    /// Cents.
    #[ts(type = "number")]
    pub sum: i64,
}

/// A slice of a donut.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Slice {
    /// The item; none for a special one and for the rest.
    pub id: Option<String>,
    /// Its name; none for the rest.
    pub name: Option<String>,
    /// Its value in cents.
    #[ts(type = "number")]
    pub value: i64,
    /// Percent of all slices, to two decimals.
    #[ts(type = "number | null")]
    pub share: Option<Decimal>,
}
