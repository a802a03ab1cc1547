//! Requests and replies about the figures of cards and reports.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sobre_engine::dates::Day;
pub use sobre_engine::reports::{
    ComparedTo, Comparison, FigurePart, Figures, ForecastPoints, Recipe,
};
use sobre_engine::reports::{ForecastSource, Interval};
use sobre_engine::rules::ConditionsOp;
use ts_rs::TS;

use super::CallError;

/// The figures of some cards, in the order of the request. A card that cannot be computed has its
/// own error and leaves the others whole.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportFigures {
    /// The cards, at most 500.
    pub reports: Vec<AskedCard>,
}

/// A card whose figures are wanted.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AskedCard {
    /// Its type, normally a `CardKind`.
    pub r#type: String,
    /// Its settings as they are stored; `null` for all defaults. The `id` of a saved report names
    /// the report.
    #[serde(default)]
    #[ts(type = "Record<string, unknown> | null", optional)]
    pub meta: Option<Value>,
    /// A report that is not saved, in place of the one that the settings name.
    #[serde(default)]
    #[ts(type = "Record<string, unknown> | null", optional)]
    pub report: Option<Value>,
    /// Days or months of a cash flow or a balance forecast: a choice of their screens, which is not
    /// stored.
    #[serde(default)]
    #[ts(optional)]
    pub view: Option<Interval>,
}

/// The figures of all cards as of one state of the budget.
#[derive(Debug, Serialize, TS)]
pub struct FiguresOfCards {
    /// The last commit that they show.
    #[ts(type = "number")]
    pub revision: u64,
    /// One for each card.
    pub cards: Vec<CardFigures>,
}

/// The figures of a card, or the reason why it shows none.
#[derive(Debug, Serialize, TS)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum CardFigures {
    /// Its figures.
    Shown {
        /// What it shows.
        figures: Box<Figures>,
        /// Whether a condition names an account, category, group or payee that does not exist.
        names_missing: bool,
    },
    /// Why it has none.
    Refused {
        /// The error.
        #[ts(type = "{ code: ErrorCode, message: string }")]
        error: CallError,
    },
}

/// The transactions behind a figure of a card.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportRecipe {
    /// The card.
    pub card: AskedCard,
    /// The figure.
    pub part: FigurePart,
}

/// Which transactions stand behind a figure.
#[derive(Debug, Serialize, TS)]
pub struct FigureRows {
    /// How they are chosen.
    pub recipe: Recipe,
    /// Filters of a query that finds them, with lines in place of split parents. All have to hold.
    #[ts(type = "unknown[]")]
    pub filters: Vec<Value>,
    /// How many there are.
    #[ts(type = "number")]
    pub count: usize,
    /// Their sum in cents: the figure.
    #[ts(type = "number")]
    pub sum: i64,
}

/// Compares the figures of a card with those of an earlier range, or with an average over several.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportCompare {
    /// The card: net worth, cash flow, summary, calendar or a saved report.
    pub card: AskedCard,
    /// What to compare its range with.
    pub with: ComparedTo,
}

/// Exports the figures of a card as CSV.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportCsv {
    /// The card.
    pub card: AskedCard,
}

/// Exports the figures of several cards as CSV files in one zip. Skips cards without figures.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportCsvFiles {
    /// The cards, at most 500.
    pub cards: Vec<NamedCard>,
}

/// A card to export.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NamedCard {
    /// The name of its file, without an extension.
    pub name: String,
    /// The card.
    pub card: AskedCard,
}

/// Files in a zip.
#[derive(Debug, Serialize, TS)]
pub struct ZippedFiles {
    /// How many there are.
    #[ts(type = "number")]
    pub count: usize,
    /// The zip in base64.
    pub data: String,
}

/// Forecasts balances from future transactions and schedules: one point for each account and day. A
/// tracking budget has one point for each month.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ForecastGenerate {
    /// Accounts; by default all, including closed ones.
    #[serde(default)]
    #[ts(optional)]
    pub account_ids: Option<Vec<String>>,
    /// Conditions with public field names.
    #[serde(default)]
    #[ts(type = "unknown[]", optional)]
    pub conditions: Option<Vec<Value>>,
    /// How they combine.
    #[serde(default)]
    #[ts(optional)]
    pub conditions_op: Option<ConditionsOp>,
    /// First day; today by default.
    #[serde(default)]
    #[ts(optional)]
    pub start_date: Option<Day>,
    /// Last day; by default a year from today.
    #[serde(default)]
    #[ts(optional)]
    pub end_date: Option<Day>,
    /// Whether to include schedules without an account.
    #[serde(default)]
    #[ts(optional)]
    pub include_accountless_schedules: Option<bool>,
    /// Which sources change the balances.
    #[serde(default)]
    #[ts(optional)]
    pub source: Option<ForecastSource>,
}
