//! Actions that copy or clear stored values over categories or months.

use super::{
    ActionError, BudgetCells, BudgetRows, BudgetWrite, budget, budgeted, check_budgeted, shown,
    write_amount,
};
use crate::budget::Bounds;
use crate::budget::facts::BudgetMode;
use crate::dates::Month;
use crate::ids::CategoryId;

/// Copies the previous month's budgets, for shown categories that have a row there.
///
/// # Errors
/// [`ActionError::TooLarge`] if a stored amount lies beyond the bound.
pub fn copy_previous_month(
    cells: &impl BudgetCells,
    rows: &impl BudgetRows,
    month: Month,
) -> Result<Vec<BudgetWrite>, ActionError> {
    shown(cells)
        .filter_map(|it| Some((&it.id, rows.amount(month.previous(), &it.id)?)))
        .map(|(category, amount)| write_amount(month, category, amount))
        .collect()
}

/// Copies a category's budget from the previous month, 0 if nothing is stored there.
///
/// # Errors
/// [`ActionError::TooLarge`] if the stored amount lies beyond the bound,
/// [`ActionError::IncomeCategory`].
pub fn copy_single_month(
    cells: &impl BudgetCells,
    rows: &impl BudgetRows,
    month: Month,
    category: &CategoryId,
) -> Result<Vec<BudgetWrite>, ActionError> {
    check_budgeted(cells, category)?;
    let amount = rows.amount(month.previous(), category).unwrap_or(0);
    Ok(vec![write_amount(month, category, amount)?])
}

/// Sets every category of a month to 0, hidden ones too.
///
/// # Errors
/// None at present.
pub fn set_zero(cells: &impl BudgetCells, month: Month) -> Result<Vec<BudgetWrite>, ActionError> {
    budgeted(cells).map(|(_, category)| write_amount(month, &category.id, 0)).collect()
}

/// Copies `month` to the rest of its year, as far as months are created.
///
/// # Errors
/// [`ActionError::IncomeCategory`].
pub fn copy_until_year_end(
    cells: &impl BudgetCells,
    month: Month,
    category: &CategoryId,
) -> Result<Vec<BudgetWrite>, ActionError> {
    check_budgeted(cells, category)?;
    let amount = budget(cells, month, category);
    let (first, last) = cells.months();
    let december = month.plus(12 - month.number());
    month
        .next()
        .max(first)
        .through(december.min(last))
        .map(|month| write_amount(month, category, amount))
        .collect()
}

/// Copies `start` to all created months after it (report mode), for live categories with a row.
///
/// # Errors
/// [`ActionError::ReportModeOnly`] in rollover mode.
pub fn set_all_future(
    cells: &impl BudgetCells,
    rows: &impl BudgetRows,
    start: Month,
) -> Result<Vec<BudgetWrite>, ActionError> {
    if cells.mode() != BudgetMode::Report {
        return Err(ActionError::ReportModeOnly);
    }
    let (_, last) = cells.months();
    let mut writes = Vec::new();
    for (_, category) in budgeted(cells) {
        if let Some(amount) = rows.amount(start, &category.id) {
            for month in start.next().through(last) {
                writes.push(write_amount(month, &category.id, amount)?);
            }
        }
    }
    Ok(writes)
}

/// Sets the carryover flag of a category from a month to the last created one.
#[must_use]
pub fn set_carryover(
    months: Bounds,
    start: Month,
    category: &CategoryId,
    on: bool,
) -> Vec<BudgetWrite> {
    let write = |month| BudgetWrite::Carryover { month, category: category.clone(), on };
    start.through(months.end).map(write).collect()
}

/// Clears the carryover flag of all income categories in one month.
#[must_use]
pub fn reset_income_carryover(cells: &impl BudgetCells, month: Month) -> Vec<BudgetWrite> {
    let categories = cells.groups().iter().flat_map(|group| &group.categories);
    let write = |category: CategoryId| BudgetWrite::Carryover { month, category, on: false };
    categories.filter(|it| it.is_income).map(|it| write(it.id.clone())).collect()
}
