//! Saved reports: their public form, the rows they are stored as, and what a call may set.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use thiserror::Error;
use ts_rs::TS;

use super::meta::META_BYTES;
use crate::crdt::Value;
use crate::dates::{Day, Month};
use crate::names::{NameError, accepted};
use crate::rules::{Condition, ConditionsOp};

/// A saved report. Words that this program does not know are kept as they are.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedReport {
    /// Row id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// First day of a static range, yyyy-MM-dd; older rows hold a month. Of a live range, the first
    /// day that was shown last.
    pub start_date: Option<String>,
    /// Last day, likewise.
    pub end_date: Option<String>,
    /// Whether the range is static.
    pub is_date_static: bool,
    /// The live range in words, such as `Last 6 months`.
    pub date_range: String,
    /// `total`: one figure per row; `time`: one per row and interval.
    pub mode: String,
    /// The kind of rows: `Category`, `Group`, `CategoryGroup`, `Payee`, `Account`, `Interval`.
    pub group_by: String,
    /// `Daily`, `Weekly`, `Monthly`, `Yearly`.
    pub interval: String,
    /// `Payment`, `Deposit`, `Net`, `Net Payment`, `Net Deposit`, `Budgeted`.
    pub balance_type: String,
    /// `desc`, `asc`, `name`, `budget`.
    pub sort_by: String,
    /// `TableGraph`, `BarGraph`, `AreaGraph`, `DonutGraph`, `StackedBarGraph`, `LineGraph`.
    pub graph_type: String,
    /// Whether rows with nothing in them are shown.
    pub show_empty: bool,
    /// Whether transactions of off-budget accounts count.
    pub show_off_budget: bool,
    /// Whether hidden categories and groups count.
    pub show_hidden_categories: bool,
    /// Whether on-budget transactions without a category count.
    pub show_uncategorized: bool,
    /// Whether the live range includes the current interval.
    pub include_current_interval: bool,
    /// Whether empty intervals at both ends are left out.
    pub trim_intervals: bool,
    /// Whether each series has a trend line.
    pub show_trend_lines: bool,
    /// Conditions with public field names.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Json>,
    /// How they combine.
    pub conditions_op: ConditionsOp,
}

/// The settings of a saved report that a call gives.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
#[ts(optional_fields = nullable)]
pub struct ReportFields {
    /// Row id; of no meaning for a new report, which gets an id of its own.
    pub id: Option<String>,
    /// The name, unique among saved reports.
    pub name: Option<String>,
    /// First day of a static range, yyyy-MM-dd.
    pub start_date: Option<String>,
    /// Last day of a static range, yyyy-MM-dd.
    pub end_date: Option<String>,
    /// Whether the range is static.
    pub is_date_static: Option<bool>,
    /// The live range in words, such as `Last 6 months`.
    pub date_range: Option<String>,
    /// `total` or `time`.
    pub mode: Option<String>,
    /// `Category`, `Group`, `CategoryGroup`, `Payee`, `Account`, `Interval`.
    pub group_by: Option<String>,
    /// `Daily`, `Weekly`, `Monthly`, `Yearly`.
    pub interval: Option<String>,
    /// `Payment`, `Deposit`, `Net`, `Net Payment`, `Net Deposit`, `Budgeted`.
    pub balance_type: Option<String>,
    /// `desc`, `asc`, `name`, `budget`.
    pub sort_by: Option<String>,
    /// `TableGraph`, `BarGraph`, `AreaGraph`, `DonutGraph`, `StackedBarGraph`, `LineGraph`.
    pub graph_type: Option<String>,
    /// Whether rows with nothing in them are shown.
    pub show_empty: Option<bool>,
    /// Whether transactions of off-budget accounts count.
    pub show_off_budget: Option<bool>,
    /// Whether hidden categories and groups count.
    pub show_hidden_categories: Option<bool>,
    /// Whether on-budget transactions without a category count.
    pub show_uncategorized: Option<bool>,
    /// Whether the live range includes the current interval.
    pub include_current_interval: Option<bool>,
    /// Whether empty intervals at both ends are left out.
    pub trim_intervals: Option<bool>,
    /// Whether each series has a trend line.
    pub show_trend_lines: Option<bool>,
    /// Conditions with public field names.
    #[ts(type = "Condition[] | null", optional)]
    pub conditions: Option<Vec<Json>>,
    /// How they combine.
    pub conditions_op: Option<ConditionsOp>,
}

/// A saved report as it is stored.
#[derive(Debug, Clone, Default)]
pub struct ReportRow {
    /// Row id.
    pub id: String,
    /// Whether it was deleted.
    pub is_deleted: bool,
    /// The texts, by the columns of the same names.
    pub texts: [Option<String>; TEXTS.len()],
    /// The flags, by the columns of the same names.
    pub flags: [bool; FLAGS.len()],
}

/// The columns of texts.
const TEXTS: [&str; 12] = [
    "name",
    "start_date",
    "end_date",
    "date_range",
    "mode",
    "group_by",
    "interval",
    "balance_type",
    "sort_by",
    "graph_type",
    "conditions",
    "conditions_op",
];
/// The columns of flags.
const FLAGS: [&str; 8] = [
    "date_static",
    "show_empty",
    "show_offbudget",
    "show_hidden",
    "show_uncategorized",
    "include_current",
    "trim_intervals",
    "show_trend_lines",
];

impl ReportRow {
    /// The columns of the texts, in their order.
    pub const TEXTS: &'static [&'static str] = &TEXTS;
    /// The columns of the flags, in their order.
    pub const FLAGS: &'static [&'static str] = &FLAGS;
}

const MODES: &[&str] = &["total", "time"];
const GROUPS: &[&str] = &["Category", "Group", "CategoryGroup", "Payee", "Account", "Interval"];
const INTERVALS: &[&str] = &["Daily", "Weekly", "Monthly", "Yearly"];
const BALANCES: &[&str] = &["Payment", "Deposit", "Net", "Net Payment", "Net Deposit", "Budgeted"];
const SORTS: &[&str] = &["desc", "asc", "name", "budget"];
const GRAPHS: &[&str] =
    &["TableGraph", "BarGraph", "AreaGraph", "DonutGraph", "StackedBarGraph", "LineGraph"];
const RANGES: &[&str] = &[
    "This week",
    "Last week",
    "This month",
    "Last month",
    "Current quarter",
    "Previous quarter",
    "Last 30 days",
    "Last 3 months",
    "Last 6 months",
    "Last 12 months",
    "Year to date",
    "Last year",
    "Prior year to date",
    "All time",
];

/// Why a saved report is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReportError {
    /// The name is blank.
    #[error("Report name is required")]
    NameMissing,
    /// The name is too long.
    #[error(transparent)]
    Name(NameError),
    /// A setting has none of its words.
    #[error("`{setting}` is one of: {words}.")]
    Word {
        /// The setting.
        setting: &'static str,
        /// Its words.
        words: String,
    },
    /// A first or last day is no day.
    #[error("`startDate` and `endDate` are days such as 2024-01-31.")]
    Day,
    /// A static range lacks a day, or ends before it begins.
    #[error("A static range has a first day and a last day that is no earlier.")]
    Range,
    /// A condition is not well formed.
    #[error("A condition is not well formed: {0}.")]
    Condition(String),
    /// The conditions are too long.
    #[error("The conditions of a report have at most {META_BYTES} bytes.")]
    ConditionsTooLong,
}

impl SavedReport {
    /// The names of the settings that a call may give.
    pub const FIELDS: &'static [&'static str] = &[
        "id",
        "name",
        "startDate",
        "endDate",
        "isDateStatic",
        "dateRange",
        "mode",
        "groupBy",
        "interval",
        "balanceType",
        "sortBy",
        "graphType",
        "showEmpty",
        "showOffBudget",
        "showHiddenCategories",
        "showUncategorized",
        "includeCurrentInterval",
        "trimIntervals",
        "showTrendLines",
        "conditions",
        "conditionsOp",
    ];

    /// A report without any settings, which are then those of old rows: every switch is off.
    #[must_use]
    pub fn blank(id: String, name: String) -> Self {
        Self::of_row(&ReportRow { id, texts: named(name), ..ReportRow::default() })
    }

    /// A new report with the settings that it starts with: payments by category in the last six
    /// months and the current one, hidden and uncategorized ones included.
    #[must_use]
    pub fn new(id: String, today: Day) -> Self {
        let month = today.month();
        Self {
            start_date: Some(month.plus(-6).first_day().to_string()),
            end_date: Some(month.last_day().to_string()),
            date_range: "Last 6 months".to_owned(),
            show_hidden_categories: true,
            show_uncategorized: true,
            include_current_interval: true,
            ..Self::blank(id, String::new())
        }
    }

    /// Reads a row. An absent value is the default of its column; words of old files are renewed.
    #[must_use]
    pub fn of_row(row: &ReportRow) -> Self {
        let [name, start, end, range, mode, group, interval, balance, sort, graph, list, op] =
            &row.texts;
        let [fixed, empty, off_budget, hidden, uncategorized, current, trim, trend] = row.flags;
        let word = |text: &Option<String>, default: &str| {
            text.as_deref().filter(|text| !text.is_empty()).unwrap_or(default).to_owned()
        };
        let list = list.as_deref().and_then(|text| serde_json::from_str(text).ok());
        Self {
            id: row.id.clone(),
            name: name.clone().unwrap_or_default(),
            start_date: start.clone(),
            end_date: end.clone(),
            is_date_static: fixed,
            date_range: word(range, "All time"),
            mode: word(mode, "total"),
            group_by: word(group, "Category"),
            interval: word(interval, "Monthly"),
            balance_type: match balance.as_deref() {
                None | Some("" | "Expense") => "Payment".to_owned(),
                Some("Income") => "Deposit".to_owned(),
                Some("All") => "Net".to_owned(),
                Some(other) => other.to_owned(),
            },
            sort_by: word(sort, "desc"),
            graph_type: word(graph, "BarGraph"),
            show_empty: empty,
            show_off_budget: off_budget,
            show_hidden_categories: hidden,
            show_uncategorized: uncategorized,
            include_current_interval: current,
            trim_intervals: trim,
            show_trend_lines: trend,
            conditions: list.unwrap_or_default(),
            conditions_op: if op.as_deref() == Some("or") {
                ConditionsOp::Or
            } else {
                ConditionsOp::And
            },
        }
    }

    /// The columns of the row.
    #[must_use]
    pub fn columns(&self) -> Vec<(&'static str, Value)> {
        let text = |text: &str| Value::from(text);
        let day = |day: &Option<String>| day.as_deref().map_or(Value::Null, Value::from);
        let conditions = Json::Array(self.conditions.clone()).to_string();
        let texts = [
            text(&self.name),
            day(&self.start_date),
            day(&self.end_date),
            text(&self.date_range),
            text(&self.mode),
            text(&self.group_by),
            text(&self.interval),
            text(&self.balance_type),
            text(&self.sort_by),
            text(&self.graph_type),
            text(&conditions),
            text(self.conditions_op.name()),
        ];
        let flags = [
            self.is_date_static,
            self.show_empty,
            self.show_off_budget,
            self.show_hidden_categories,
            self.show_uncategorized,
            self.include_current_interval,
            self.trim_intervals,
            self.show_trend_lines,
        ];
        let flags = flags.map(|flag| Value::Integer(i64::from(flag)));
        TEXTS.into_iter().zip(texts).chain(FLAGS.into_iter().zip(flags)).collect()
    }

    /// The columns in which this report differs from what is stored.
    #[must_use]
    pub fn changed_columns(&self, stored: &Self) -> Vec<(&'static str, Value)> {
        let known = stored.columns();
        let columns = self.columns().into_iter().zip(known);
        columns.filter(|(now, known)| now != known).map(|(now, _)| now).collect()
    }

    /// The report with the given settings.
    #[must_use]
    pub fn with(self, given: ReportFields) -> Self {
        Self {
            id: self.id,
            name: given.name.map_or(self.name, |name| name.trim().to_owned()),
            start_date: given.start_date.or(self.start_date),
            end_date: given.end_date.or(self.end_date),
            is_date_static: given.is_date_static.unwrap_or(self.is_date_static),
            date_range: given.date_range.unwrap_or(self.date_range),
            mode: given.mode.unwrap_or(self.mode),
            group_by: given.group_by.unwrap_or(self.group_by),
            interval: given.interval.unwrap_or(self.interval),
            balance_type: given.balance_type.unwrap_or(self.balance_type),
            sort_by: given.sort_by.unwrap_or(self.sort_by),
            graph_type: given.graph_type.unwrap_or(self.graph_type),
            show_empty: given.show_empty.unwrap_or(self.show_empty),
            show_off_budget: given.show_off_budget.unwrap_or(self.show_off_budget),
            show_hidden_categories: given
                .show_hidden_categories
                .unwrap_or(self.show_hidden_categories),
            show_uncategorized: given.show_uncategorized.unwrap_or(self.show_uncategorized),
            include_current_interval: given
                .include_current_interval
                .unwrap_or(self.include_current_interval),
            trim_intervals: given.trim_intervals.unwrap_or(self.trim_intervals),
            show_trend_lines: given.show_trend_lines.unwrap_or(self.show_trend_lines),
            conditions: given.conditions.unwrap_or(self.conditions),
            conditions_op: given.conditions_op.unwrap_or(self.conditions_op),
        }
    }

    /// Checks the settings that differ from those of `stored`: what a file already holds may stay.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn check(&self, stored: Option<&Self>) -> Result<(), ReportError> {
        let is_new = |field: fn(&Self) -> &str| stored.is_none_or(|it| field(it) != field(self));
        if is_new(|report| &report.name) {
            check_name(&self.name)?;
        }
        for Words { setting, value, allowed } in WORDS {
            if is_new(value) && !allowed.contains(&value(self)) {
                return Err(ReportError::Word { setting, words: allowed.join(", ") });
            }
        }
        let range = |it: &Self| (it.is_date_static, it.start_date.clone(), it.end_date.clone());
        if stored.is_none_or(|stored| range(stored) != range(self)) {
            self.check_range()?;
        }
        if stored.is_none_or(|stored| stored.conditions != self.conditions) {
            check_conditions(&self.conditions)?;
        }
        Ok(())
    }

    fn check_range(&self) -> Result<(), ReportError> {
        let (start, end) = (self.start_date.as_deref(), self.end_date.as_deref());
        let read = |text: &str, is_last: bool| {
            let month = |text: &str| text.parse().ok().map(|month: Month| (month, is_last));
            let of_month = |(month, is_last): (Month, bool)| {
                if is_last { month.last_day() } else { month.first_day() }
            };
            text.parse::<Day>().ok().or_else(|| month(text).map(of_month)).ok_or(ReportError::Day)
        };
        let start = start.map(|text| read(text, false)).transpose()?;
        let end = end.map(|text| read(text, true)).transpose()?;
        match (start, end) {
            (Some(start), Some(end)) if start > end => Err(ReportError::Range),
            (None, _) | (_, None) if self.is_date_static => Err(ReportError::Range),
            _ => Ok(()),
        }
    }
}

/// A setting that is one of some words.
struct Words {
    setting: &'static str,
    value: fn(&SavedReport) -> &str,
    allowed: &'static [&'static str],
}

const WORDS: [Words; 7] = [
    Words { setting: "dateRange", value: |it| &it.date_range, allowed: RANGES },
    Words { setting: "mode", value: |it| &it.mode, allowed: MODES },
    Words { setting: "groupBy", value: |it| &it.group_by, allowed: GROUPS },
    Words { setting: "interval", value: |it| &it.interval, allowed: INTERVALS },
    Words { setting: "balanceType", value: |it| &it.balance_type, allowed: BALANCES },
    Words { setting: "sortBy", value: |it| &it.sort_by, allowed: SORTS },
    Words { setting: "graphType", value: |it| &it.graph_type, allowed: GRAPHS },
];

fn named(name: String) -> [Option<String>; TEXTS.len()] {
    let mut texts = <[Option<String>; TEXTS.len()]>::default();
    texts[0] = Some(name);
    texts
}

/// Checks a name.
///
/// # Errors
/// [`ReportError::NameMissing`], [`ReportError::Name`].
pub(super) fn check_name(name: &str) -> Result<(), ReportError> {
    match accepted(name) {
        Ok(_) => Ok(()),
        Err(NameError::Blank) => Err(ReportError::NameMissing),
        Err(error @ NameError::TooLong) => Err(ReportError::Name(error)),
    }
}

/// Entries with a `customName` are what is left of a saved filter's name; they are no conditions.
fn check_conditions(conditions: &[Json]) -> Result<(), ReportError> {
    if Json::Array(conditions.to_vec()).to_string().len() > META_BYTES {
        return Err(ReportError::ConditionsTooLong);
    }
    for condition in conditions.iter().filter(|it| it.get("customName").is_none()) {
        if let Err(error) = Condition::read(condition) {
            return Err(ReportError::Condition(error.to_string()));
        }
    }
    Ok(())
}
