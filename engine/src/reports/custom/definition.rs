//! The definition of a saved report: its stored switches, and the range that they mean today.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;

use super::cell::Cell;
use crate::dates::Day;
use crate::money::Total;
use crate::reports::context::Reports;
use crate::reports::fault::ReportFault;
use crate::reports::meta::read;
use crate::reports::periods::{Interval, Period, Periods};
use crate::reports::ranges::{DayRange, Stamp};
use crate::reports::recipe::{Recipe, Shown};
use crate::rules::ConditionsOp;

/// The split of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub enum GroupBy {
    /// Categories.
    #[default]
    Category,
    /// Groups.
    Group,
    /// Groups, and their categories around them.
    CategoryGroup,
    /// Payees.
    Payee,
    /// Accounts.
    Account,
    /// Periods.
    Interval,
}

/// Which value a report shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub enum BalanceType {
    /// Amounts below 0.
    #[default]
    #[serde(alias = "Expense")]
    Payment,
    /// Amounts above 0.
    #[serde(alias = "Income")]
    Deposit,
    /// Both together.
    #[serde(alias = "All")]
    Net,
    /// Both together where they are below 0.
    #[serde(rename = "Net Payment")]
    NetPayment,
    /// Both together where they are above 0.
    #[serde(rename = "Net Deposit")]
    NetDeposit,
    /// The budgeted amounts.
    Budgeted,
}

impl BalanceType {
    /// Its stored name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Payment => "Payment",
            Self::Deposit => "Deposit",
            Self::Net => "Net",
            Self::NetPayment => "Net Payment",
            Self::NetDeposit => "Net Deposit",
            Self::Budgeted => "Budgeted",
        }
    }

    pub(super) fn value(self, cell: Cell) -> Total {
        match self {
            Self::Payment => cell.payments,
            Self::Deposit => cell.deposits,
            Self::Net | Self::Budgeted => cell.net(),
            Self::NetPayment => cell.net().min(0),
            Self::NetDeposit => cell.net().max(0),
        }
    }

    /// Whether the value of a sum is not the sum of the values.
    pub(super) const fn nets(self) -> bool {
        matches!(self, Self::NetPayment | Self::NetDeposit)
    }

    /// Whether larger means further below 0.
    pub(super) const fn is_payment(self) -> bool {
        matches!(self, Self::Payment | Self::NetPayment)
    }
}

/// The order of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum SortBy {
    /// Largest first.
    #[default]
    Desc,
    /// Smallest first.
    Asc,
    /// By name.
    Name,
    /// As in the budget.
    Budget,
}

/// A report as it is stored, by public names.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ReportMeta {
    /// `total` or `time`.
    #[serde(deserialize_with = "lenient")]
    pub mode: String,
    /// What it is split by.
    #[serde(deserialize_with = "lenient")]
    pub group_by: GroupBy,
    /// The length of a period.
    #[serde(deserialize_with = "lenient")]
    pub interval: Interval,
    /// Which value it shows.
    #[serde(deserialize_with = "lenient")]
    pub balance_type: BalanceType,
    /// The order of its rows.
    #[serde(deserialize_with = "lenient")]
    pub sort_by: SortBy,
    /// The form it is drawn in.
    #[serde(deserialize_with = "lenient")]
    pub graph_type: String,
    /// Whether the stored days are its range.
    #[serde(deserialize_with = "flag")]
    pub is_date_static: bool,
    /// The live range in English words.
    #[serde(deserialize_with = "lenient")]
    pub date_range: String,
    /// First stored day.
    #[serde(deserialize_with = "lenient")]
    pub start_date: String,
    /// Last stored day.
    #[serde(deserialize_with = "lenient")]
    pub end_date: String,
    /// Whether a live range includes the current period.
    #[serde(deserialize_with = "flag")]
    pub include_current_interval: bool,
    /// Shows rows that hold nothing.
    #[serde(deserialize_with = "flag")]
    pub show_empty: bool,
    /// Shows accounts off budget.
    #[serde(deserialize_with = "flag")]
    pub show_off_budget: bool,
    /// Shows hidden categories.
    #[serde(deserialize_with = "flag")]
    pub show_hidden_categories: bool,
    /// Shows rows on budget without a category.
    #[serde(deserialize_with = "flag")]
    pub show_uncategorized: bool,
    /// Leaves out empty periods at both ends.
    #[serde(deserialize_with = "flag")]
    pub trim_intervals: bool,
    /// Draws straight lines through the rows.
    #[serde(deserialize_with = "flag")]
    pub show_trend_lines: bool,
    /// Conditions with public field names.
    #[serde(deserialize_with = "lenient")]
    pub conditions: Vec<Json>,
    /// How they combine.
    #[serde(deserialize_with = "lenient")]
    pub conditions_op: ConditionsOp,
}

fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(T::deserialize(Json::deserialize(deserializer)?).unwrap_or_default())
}

/// A flag, which the file keeps as 0 or 1.
fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let value = Json::deserialize(deserializer)?;
    Ok(value == true || value.as_i64() == Some(1))
}

/// A report on this day.
pub(in crate::reports) struct Definition {
    pub(super) meta: ReportMeta,
    pub(super) start: Day,
    pub(super) end: Day,
    pub(super) periods: Periods,
    /// All rows of the range that the conditions let pass.
    pub(super) recipe: Recipe,
    pub(super) shown: Shown,
    /// First and last day whose rows count.
    rows: DayRange,
}

impl Definition {
    pub(in crate::reports) fn read(
        reports: &Reports<'_>,
        stored: &Json,
    ) -> Result<Self, ReportFault> {
        let calendar = &reports.calendar;
        let mut meta: ReportMeta = read(stored);
        if meta.balance_type == BalanceType::Budgeted {
            // Budgets have months and categories, and nothing finer.
            if matches!(meta.interval, Interval::Daily | Interval::Weekly) {
                meta.interval = Interval::Monthly;
            }
            if matches!(meta.group_by, GroupBy::Payee | GroupBy::Account) {
                meta.group_by = GroupBy::Category;
            }
        }
        let stored = written(&meta.start_date, false).zip(written(&meta.end_date, true));
        let range = match stored.filter(|_| meta.is_date_static) {
            Some((from, to)) => DayRange { from, to },
            None => calendar.live_range(&meta.date_range, meta.include_current_interval),
        };
        let DayRange { from: start, to: end } = range;
        let periods = Periods::new(meta.interval, range, calendar)?;
        let is_live_week = meta.interval == Interval::Weekly && !meta.is_date_static;
        let is_cut = meta.interval == Interval::Daily || is_live_week;
        let whole = periods.bounds().unwrap_or(range);
        let rows = if is_cut { range } else { whole };
        let recipe = Recipe {
            conditions: meta.conditions.clone(),
            conditions_op: meta.conditions_op,
            ..Recipe::default()
        };
        let shown = Shown {
            hidden: meta.show_hidden_categories,
            off_budget: meta.show_off_budget,
            uncategorized: meta.show_uncategorized,
        };
        let recipe = recipe.within(Some(rows.from), Some(rows.to));
        Ok(Self { meta, start, end, periods, recipe, shown, rows })
    }

    /// Whether each period has its own value.
    pub(super) fn is_over_time(&self) -> bool {
        self.meta.mode == "time" && self.meta.group_by != GroupBy::Interval
    }

    /// The days of a period that count.
    pub(super) fn cut(&self, period: &Period) -> DayRange {
        DayRange::new(period.from.max(self.rows.from), period.to.min(self.rows.to))
    }

    /// The rows of the report, or of one of its periods.
    pub(in crate::reports) fn rows_of(&self, period: Option<&str>) -> Option<Recipe> {
        let recipe = Recipe { shown: Some(self.shown), ..self.recipe.clone() };
        let Some(key) = period else { return Some(recipe) };
        let DayRange { from, to } =
            self.cut(self.periods.all.iter().find(|period| period.key == key)?);
        Some(recipe.within(Some(from), Some(to)))
    }

    pub(in crate::reports) fn balance_type(&self) -> BalanceType {
        self.meta.balance_type
    }

    pub(in crate::reports) fn group_by(&self) -> GroupBy {
        self.meta.group_by
    }

    /// The stored form, or a table where the stored one does not fit.
    pub(super) fn graph_type(&self) -> String {
        let (meta, over_time) = (&self.meta, self.is_over_time());
        let by = meta.group_by;
        let fits = match &*meta.graph_type {
            "" => return "BarGraph".to_owned(),
            "TableGraph" => true,
            "BarGraph" => !over_time,
            "AreaGraph" => !over_time && by == GroupBy::Interval,
            "DonutGraph" => !over_time && meta.balance_type != BalanceType::Net,
            "StackedBarGraph" | "LineGraph" => over_time,
            _ => false,
        };
        let fits = fits && (by != GroupBy::CategoryGroup || meta.graph_type == "DonutGraph");
        if fits { meta.graph_type.clone() } else { "TableGraph".to_owned() }
    }
}

/// A stored day; of a month, which old reports store, its first or last day.
fn written(text: &str, is_end: bool) -> Option<Day> {
    Some(match Stamp::read(text)? {
        Stamp::Day(day) => day,
        Stamp::Month(month) if is_end => month.last_day(),
        Stamp::Month(month) => month.first_day(),
    })
}
