//! How deleting categories changes budgets. The caller writes mappings and tombstones.

use super::{ActionError, BudgetCells, BudgetRows, BudgetWrite, budget, write_amount};
use crate::budget::Bounds;
use crate::ids::CategoryId;

/// Adds the stored budgets of deleted expense categories to those of the target, in every created
/// month. Writes a row of the target for each month. Carryover flags and goals are not moved. Not
/// called for income categories, whose budgets never move.
///
/// # Errors
/// [`ActionError::TooLarge`] if a sum would leave the bound.
pub fn merge_budgets(
    months: Bounds,
    rows: &impl BudgetRows,
    deleted: &[CategoryId],
    target: &CategoryId,
) -> Result<Vec<BudgetWrite>, ActionError> {
    months
        .start
        .through(months.end)
        .map(|month| {
            let stored = |category| rows.amount(month, category).unwrap_or(0);
            let moved = deleted.iter().map(stored).fold(stored(target), i64::saturating_add);
            write_amount(month, target, moved)
        })
        .collect()
}

/// Whether deleting a category requires a target: it has transactions (as the caller knows), or a
/// budget in a created month.
#[must_use]
pub fn must_transfer(
    cells: &impl BudgetCells,
    category: &CategoryId,
    has_transactions: bool,
) -> bool {
    let (first, last) = cells.months();
    has_transactions || first.through(last).any(|month| budget(cells, month, category) != 0)
}
