//! What deleting categories does to budgets. Mappings and tombstones are the
//! caller's.

use super::{ActionError, BudgetCells, BudgetRows, BudgetWrite, budget, write_amount};
use crate::ids::CategoryId;

/// Adds the stored budgets of deleted expense categories to those of the target, in every created
/// month: one addition per month, and a row for the target in each. Flags and goals stay behind.
/// For income categories nothing is moved and this is not called.
///
/// # Errors
/// [`ActionError::TooLarge`] if a sum would leave the bound.
pub fn merge_budgets(
    cells: &impl BudgetCells,
    rows: &impl BudgetRows,
    deleted: &[CategoryId],
    target: &CategoryId,
) -> Result<Vec<BudgetWrite>, ActionError> {
    let (first, last) = cells.months();
    first
        .through(last)
        .map(|month| {
            let stored = |category| rows.amount(month, category).unwrap_or(0);
            let moved = deleted.iter().map(stored).fold(stored(target), i64::saturating_add);
            write_amount(month, target, moved)
        })
        .collect()
}

/// Whether a category may only be deleted with a target: it has transactions (which the caller
/// knows), or a budget in some created month.
#[must_use]
pub fn must_transfer(
    cells: &impl BudgetCells,
    category: &CategoryId,
    has_transactions: bool,
) -> bool {
    let (first, last) = cells.months();
    has_transactions || first.through(last).any(|month| budget(cells, month, category) != 0)
}
