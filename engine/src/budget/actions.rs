//! Budget actions: read cells and stored rows, and return the stored values to set. Nothing here
//! writes. An action reads all values before it sets any, and its writes are one change.

mod average;
mod copy;
mod cover;
mod hold;
mod merge;
mod transfer;

pub use average::{Average, set_average, set_category_average};
pub use copy::{
    copy_previous_month, copy_single_month, copy_until_year_end, reset_income_carryover,
    set_all_future, set_carryover, set_zero,
};
pub use cover::{Cover, CoveredCategory, cover_all_overspending};
pub use hold::{hold_for_next_month, reset_hold};
pub use merge::{merge_budgets, must_transfer};
pub use transfer::{
    TransferEnd, cover_overbudgeted, cover_overspending, transfer_available, transfer_category,
};

use thiserror::Error;

use super::budget_sheet::BudgetSheet;
use super::facts::{BudgetMode, CategoryFact, GroupFact};
use super::names::{CategoryCell, MonthCell, month_sheet};
use crate::dates::Month;
use crate::ids::CategoryId;
use crate::money::Amount;
use crate::sheet::CellValue;

/// What actions read from computed cells.
pub trait BudgetCells {
    /// The mode, and so the table that is read and written.
    fn mode(&self) -> BudgetMode;
    /// First and last created month.
    fn months(&self) -> (Month, Month);
    /// Live groups and categories in view order.
    fn groups(&self) -> &[GroupFact];
    /// A cell's number in cents; one that does not exist is 0.
    fn number(&self, month: Month, name: &str) -> i64;
    /// Whether a category has a goal in a month.
    fn has_goal(&self, month: Month, category: &CategoryId) -> bool;
}

impl BudgetCells for BudgetSheet {
    fn mode(&self) -> BudgetMode {
        Self::mode(self)
    }

    fn months(&self) -> (Month, Month) {
        Self::months(self)
    }

    fn groups(&self) -> &[GroupFact] {
        Self::groups(self)
    }

    fn number(&self, month: Month, name: &str) -> i64 {
        self.value(&month_sheet(month), name).number()
    }

    fn has_goal(&self, month: Month, category: &CategoryId) -> bool {
        self.value(&month_sheet(month), &CategoryCell::Goal.of(category)) != CellValue::Null
    }
}

/// What actions read from the budget table of the current mode.
pub trait BudgetRows {
    /// The stored amount in cents of a row, a null amount as 0; `None` without a row.
    fn amount(&self, month: Month, category: &CategoryId) -> Option<i64>;
}

/// What averages read besides cells.
pub trait BudgetActivity {
    /// The first month up to `last` that has a row or a counted transaction of the category.
    fn first_activity(&self, category: &CategoryId, last: Month) -> Option<Month>;
}

/// A stored value to set. Other fields of an existing row stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BudgetWrite {
    /// The amount of a budget row.
    Amount {
        /// The month.
        month: Month,
        /// The category.
        category: CategoryId,
        /// The new amount.
        amount: Amount,
    },
    /// The carryover flag of a budget row.
    Carryover {
        /// The month.
        month: Month,
        /// The category.
        category: CategoryId,
        /// The new flag.
        on: bool,
    },
    /// The hold of a month.
    Hold {
        /// The month.
        month: Month,
        /// The new amount.
        amount: Amount,
    },
}

/// Why an action is refused; nothing is written then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ActionError {
    /// An amount would leave the bound.
    #[error("the amount is too large")]
    TooLarge,
    /// The action belongs to report mode.
    #[error("setting all future months is only possible in report mode")]
    ReportModeOnly,
    /// The action belongs to rollover mode.
    #[error("covering all overspending is only possible in an envelope budget")]
    RolloverModeOnly,
    /// The category has no envelope: rollover mode budgets no income.
    #[error("income is not budgeted in rollover mode; choose an expense category")]
    IncomeCategory,
}

pub(crate) fn write_amount(
    month: Month,
    category: &CategoryId,
    cents: i64,
) -> Result<BudgetWrite, ActionError> {
    let amount = Amount::from_cents(cents).map_err(|_| ActionError::TooLarge)?;
    Ok(BudgetWrite::Amount { month, category: category.clone(), amount })
}

fn budget(cells: &impl BudgetCells, month: Month, category: &CategoryId) -> i64 {
    cells.number(month, &CategoryCell::Budget.of(category))
}

fn balance(cells: &impl BudgetCells, month: Month, category: &CategoryId) -> i64 {
    cells.number(month, &CategoryCell::Leftover.of(category))
}

/// To budget; 0 in report mode, which has no such cell.
fn to_budget(cells: &impl BudgetCells, month: Month) -> i64 {
    cells.number(month, MonthCell::ToBudget.text())
}

/// Refuses a category that is not budgeted in the current mode.
fn check_budgeted(cells: &impl BudgetCells, category: &CategoryId) -> Result<(), ActionError> {
    let categories = cells.groups().iter().flat_map(|group| &group.categories);
    let is_income = |it: &CategoryFact| it.is_income && it.id == *category;
    if cells.mode() == BudgetMode::Rollover && categories.into_iter().any(is_income) {
        return Err(ActionError::IncomeCategory);
    }
    Ok(())
}

/// Live categories that are budgeted in the current mode: rollover mode excludes income.
pub(crate) fn budgeted<C: BudgetCells>(
    cells: &C,
) -> impl Iterator<Item = (&GroupFact, &CategoryFact)> {
    let with_income = cells.mode() == BudgetMode::Report;
    let pairs = cells
        .groups()
        .iter()
        .flat_map(|group| group.categories.iter().map(move |category| (group, category)));
    pairs.filter(move |(_, category)| with_income || !category.is_income)
}

/// The same without hidden categories and those of hidden groups.
pub(crate) fn shown<C: BudgetCells>(cells: &C) -> impl Iterator<Item = &CategoryFact> {
    let seen = |(group, category): &(&GroupFact, &CategoryFact)| !group.hidden && !category.hidden;
    budgeted(cells).filter(seen).map(|(_, category)| category)
}
