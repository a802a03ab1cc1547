//! Requests and replies about undo and redo.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sobre_engine::dates::Month;
use sobre_engine::ids::{CategoryId, TransactionId};
use sobre_engine::money::Amount;
use ts_rs::TS;

/// Name of a step as data: clients make the sentence, each in its own language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct StepName {
    /// Key of the sentence in the client's texts; `named` brings the sentence as its `name`.
    pub key: String,
    /// Facts of the sentence by name.
    #[serde(default)]
    pub params: BTreeMap<String, StepFact>,
}

/// A fact of a step's sentence: a count or an amount in cents; a name, a day or a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum StepFact {
    /// A count, or an amount in cents.
    Number(#[ts(type = "number")] i64),
    /// A name, a day `2026-11-20` or a month `2026-11`.
    Text(String),
}

impl From<&str> for StepFact {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Month> for StepFact {
    fn from(month: Month) -> Self {
        Self::Text(month.to_string())
    }
}

impl From<Amount> for StepFact {
    fn from(amount: Amount) -> Self {
        Self::Number(amount.cents())
    }
}

impl From<i64> for StepFact {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for StepFact {
    fn from(count: usize) -> Self {
        Self::Number(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

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
    /// Its name, if its caller gave one.
    pub name: Option<StepName>,
    /// Tag the client passed with the original call.
    #[serde(rename = "undoTag")]
    pub undo_tag: Option<String>,
    /// Tables touched, each once.
    pub tables: Vec<String>,
}
