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

/// Answers a cell by its name. A name that is no cell is answered with the number its query comes
/// to now; it is not kept.
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

/// How a cell comes by its value.
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
    /// Value now.
    #[ts(type = "CellValue")]
    pub value: CellValue,
    /// The formula in words.
    pub formula: String,
    /// The cells it reads, with their values.
    pub inputs: Vec<NamedCell>,
    /// The cells that read it, with their values.
    pub dependents: Vec<NamedCell>,
}

/// Computes every cell anew from the database.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ResetBudgetCache {}
