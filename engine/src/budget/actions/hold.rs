//! Holding money for the next month.

use super::{ActionError, BudgetCells, BudgetWrite, to_budget};
use crate::budget::names::MonthCell;
use crate::dates::Month;
use crate::money::Amount;

/// Adds to the hold of a month, at most the amount to budget; a negative amount releases at most
/// the hold. Returns `None` if nothing is to budget.
///
/// # Errors
/// [`ActionError::TooLarge`] if the hold would leave the bound.
pub fn hold_for_next_month(
    cells: &impl BudgetCells,
    month: Month,
    amount: Amount,
) -> Result<Option<BudgetWrite>, ActionError> {
    let available = to_budget(cells, month);
    if available <= 0 {
        return Ok(None);
    }
    let held = cells.number(month, MonthCell::Buffered.text());
    let added = amount.cents().max(-held).min(available);
    let amount = Amount::from_cents(held + added).map_err(|_| ActionError::TooLarge)?;
    Ok(Some(BudgetWrite::Hold { month, amount }))
}

/// Releases the hold of a month.
#[must_use]
pub fn reset_hold(month: Month) -> BudgetWrite {
    BudgetWrite::Hold { month, amount: Amount::ZERO }
}
