//! Requests and replies about the budget months.

use serde::{Deserialize, Serialize};
use sobre_engine::budget::BudgetMode;
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;
use sobre_engine::money::Amount;
use sobre_engine::sheet::CellValue;
use ts_rs::TS;

/// The first and last month that have a sheet: from three months before the earliest transaction,
/// or today, to twelve after today. They never shrink while a budget is open.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetBudgetBounds {}

/// First and last month, both included.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct BudgetBounds {
    /// First month with a sheet.
    pub start: Month,
    /// Last month with a sheet.
    pub end: Month,
}

/// The cells that a month of the rollover budget shows.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RolloverBudgetMonth {
    /// The month shown.
    pub month: Month,
}

/// The cells that a month of the report budget shows.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportBudgetMonth {
    /// The month shown.
    pub month: Month,
}

/// The cells that a screen shows for some months, in the budget's mode. Cell names are sent once
/// for all months, so several months are little larger than one.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetBudgetCells {
    /// The months, at most 60.
    pub months: Vec<Month>,
}

/// The cells of some months.
#[derive(Debug, Serialize, TS)]
pub struct BudgetCells {
    /// The cell names, the same for each month.
    pub blocks: Vec<CellBlock>,
    /// The months asked for, in the same order.
    pub months: Vec<MonthValues>,
}

/// Cells that each month has: every prefix combined with every id.
#[derive(Debug, Serialize, TS)]
pub struct CellBlock {
    /// Prefixes of cell names, or whole names.
    #[ts(type = "string[]")]
    pub beginnings: Vec<&'static str>,
    /// Ids of groups or categories; one empty id if the names are whole.
    pub ids: Vec<String>,
}

/// The values of a month.
#[derive(Debug, Serialize, TS)]
pub struct MonthValues {
    /// The month.
    pub month: Month,
    /// A value for each name: by block, then by id.
    #[ts(type = "CellValue[]")]
    pub values: Vec<CellValue>,
}

/// A cell and its value.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct NamedCell {
    /// `{sheet}!{cell}`, or the cell name alone if the sheet is known.
    pub name: String,
    /// Cents, a flag, or null for a cell that does not exist.
    #[ts(type = "CellValue")]
    pub value: CellValue,
}

/// Switches between envelope (rollover) and tracking (report) budgeting.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BudgetSetType {
    /// The new mode.
    #[ts(type = "BudgetType")]
    pub r#type: BudgetMode,
}

/// Sets the budgeted amount of a category in a month.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BudgetBudgetAmount {
    /// The month.
    pub month: Month,
    /// The category.
    pub category: CategoryId,
    /// Cents; a value that is not a number counts as 0.
    #[serde(default, deserialize_with = "amount_or_zero")]
    pub amount: Amount,
}

/// Sets several budgeted amounts as one undo step: all of them, or none.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BudgetSetAmounts {
    /// At most 5,000; of two for the same month and category the last one counts.
    pub amounts: Vec<BudgetedAmount>,
}

/// The budgeted amount of a category in a month.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BudgetedAmount {
    /// The month.
    pub month: Month,
    /// The category.
    pub category: CategoryId,
    /// Cents.
    pub amount: Amount,
}

/// Lets overspending of a category roll over from a month on, or stops it.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BudgetSetCarryover {
    /// First month affected; every later month that has a sheet follows.
    #[serde(rename = "startMonth")]
    pub start_month: Month,
    /// The category.
    pub category: CategoryId,
    /// Whether a negative balance stays in the category.
    pub flag: bool,
}

/// Only a number can be out of range; anything else is stored as 0.
fn amount_or_zero<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    if value.is_number() {
        serde_json::from_value(value).map_err(serde::de::Error::custom)
    } else {
        Ok(Amount::ZERO)
    }
}
