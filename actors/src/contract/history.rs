//! Requests and replies about undo and redo.

use serde::{Deserialize, Serialize};
use sobre_engine::dates::Month;
use sobre_engine::ids::{CategoryId, TransactionId};
use ts_rs::TS;

/// Where an undo step happened, so that a tab can show the place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum StepPlace {
    /// A cell of the budget.
    Budget {
        /// The month that was written; the first one of many.
        month: Month,
        /// The category.
        category: CategoryId,
        /// The column.
        measure: BudgetMeasure,
    },
    /// A category or group: its row, or its note.
    Item {
        /// Its id.
        id: String,
    },
    /// A transaction.
    Transaction {
        /// Its id.
        id: TransactionId,
    },
}

/// A column of a budget month that steps write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum BudgetMeasure {
    /// The budgeted amount.
    Budgeted,
    /// The balance, which shows the carryover.
    Balance,
}

/// Takes back the latest step.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// Undoes the step only if the caller made it; otherwise does nothing.
    #[serde(rename = "onlyOwn", default)]
    #[ts(optional = nullable)]
    pub only_own: Option<bool>,
    /// The number of the expected step, from the history event; any other step is refused.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub step: Option<u64>,
}

/// Repeats the step that was undone last.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Redo {
    /// The number of the expected step, from the history event; any other step is refused.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub step: Option<u64>,
}

/// What an undo or redo changed; absent when there was nothing to do.
#[derive(Debug, Clone, Serialize, TS)]
pub struct UndoneStep {
    /// Its number.
    #[ts(type = "number")]
    pub number: u64,
    /// Label of the step, from the session that made it.
    pub label: Option<String>,
    /// Tag the client passed with the original call.
    #[serde(rename = "undoTag")]
    pub undo_tag: Option<String>,
    /// Tables touched, each once.
    pub tables: Vec<String>,
}
