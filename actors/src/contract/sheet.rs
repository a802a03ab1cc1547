//! Requests and replies about single cells.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sobre_engine::sheet::CellValue;
use ts_rs::TS;

use super::budget::NamedCell;

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

/// Recalculates every cell from the database.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ResetBudgetCache {}
