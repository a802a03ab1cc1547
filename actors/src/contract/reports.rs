//! Requests and replies about the figures of cards and reports.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sobre_engine::reports::Interval;
pub use sobre_engine::reports::{FigurePart, Figures, Recipe};
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

/// What a card shows, or why it shows nothing.
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
