//! Requests and replies about single cells.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sobre_engine::sheet::CellValue;
use ts_rs::TS;

use super::budget::NamedCell;
use super::history::StepName;

/// One cell of a sheet.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetCell {
    /// `budget{yyyyMM}` or `__global`.
    #[serde(rename = "sheetName")]
    pub sheet_name: String,
    /// Name within the sheet.
    pub name: String,
}

/// The names of all cells of a sheet.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetCellNamesInSheet {
    /// `budget{yyyyMM}` or `__global`.
    #[serde(rename = "sheetName")]
    pub sheet_name: String,
}

/// Returns the value of a named cell. If no cell has that name, evaluates the query once and stores
/// nothing.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateQuery {
    /// The sheet, normally `__global`.
    #[serde(rename = "sheetName")]
    pub sheet_name: String,
    /// Name of the cell.
    pub name: String,
    /// The serialized query.
    #[serde(default)]
    #[ts(type = "unknown")]
    pub query: Value,
}

/// Explains a cell's value.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExplainCell {
    /// `budget{yyyyMM}` or `__global`.
    #[serde(rename = "sheetName")]
    pub sheet_name: String,
    /// Name within the sheet.
    pub name: String,
}

/// A formula in words, the cells it reads and those that read it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ExplainedCell {
    /// `{sheet}!{cell}`.
    pub name: String,
    /// Current value.
    #[ts(type = "CellValue")]
    pub value: CellValue,
    /// The formula in words.
    pub formula: String,
    /// The cells it reads, with their values.
    pub inputs: Vec<NamedCell>,
    /// The cells that read it, with their values.
    pub dependents: Vec<NamedCell>,
}

/// Lists the last changes of a cell since the budget was opened, at most 20.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ExplainChanges {
    /// `budget{yyyyMM}` or `__global`.
    pub sheet_name: String,
    /// Name within the sheet.
    pub name: String,
}

/// The last changes of a cell.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CellChanges {
    /// Newest first.
    pub changes: Vec<CellChange>,
    /// Milliseconds since 1970. Changes before it are not known: the budget was opened then, or
    /// too many cells have changed since.
    #[serde(rename = "since")]
    #[ts(type = "number")]
    pub since_ms: i64,
}

/// One change of a cell.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CellChange {
    /// When, in milliseconds since 1970.
    #[serde(rename = "at")]
    #[ts(type = "number")]
    pub at_ms: i64,
    /// What changed it.
    pub kind: ChangeKind,
    /// The name of the step, if it has one.
    pub name: Option<StepName>,
    /// The value before.
    #[ts(type = "CellValue")]
    pub before: CellValue,
    /// The value after.
    #[ts(type = "CellValue")]
    pub after: CellValue,
}

/// What changed a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// A call on this device.
    Call,
    /// A step that was undone.
    Undo,
    /// A step that was redone.
    Redo,
    /// Changes received from another device.
    Sync,
    /// The program: a new month, repairs after a merge.
    Program,
}

/// Recalculates every cell from the database.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ResetBudgetCache {}
