//! Moving money between categories and "To budget".

use super::{
    ActionError, BudgetCells, BudgetWrite, balance, budget, check_budgeted, to_budget, write_amount,
};
use crate::dates::Month;
use crate::ids::CategoryId;
use crate::money::Amount;

/// One end of a transfer: where its money comes from or goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransferEnd {
    /// Unbudgeted money.
    ToBudget,
    /// An envelope.
    Category(CategoryId),
}

impl TransferEnd {
    pub(super) fn check(&self, cells: &impl BudgetCells) -> Result<(), ActionError> {
        match self {
            Self::ToBudget => Ok(()),
            Self::Category(category) => check_budgeted(cells, category),
        }
    }

    /// The money in it, in cents; negative if it is overspent or overbudgeted.
    pub(super) fn money(&self, cells: &impl BudgetCells, month: Month) -> i64 {
        match self {
            Self::ToBudget => to_budget(cells, month),
            Self::Category(category) => balance(cells, month, category),
        }
    }
}

/// A category's budget changed by a number of cents.
pub(super) fn moved(
    cells: &impl BudgetCells,
    month: Month,
    category: &CategoryId,
    cents: i64,
) -> Result<BudgetWrite, ActionError> {
    write_amount(month, category, budget(cells, month, category).saturating_add(cents))
}

/// Covers overspending of `to` from a source: `amount`, or all overspending, at most the balance of
/// that source. Does nothing between a category and itself.
///
/// # Errors
/// [`ActionError::TooLarge`] if a budget would leave the bound, [`ActionError::IncomeCategory`].
pub fn cover_overspending(
    cells: &impl BudgetCells,
    month: Month,
    to: &CategoryId,
    from: &TransferEnd,
    amount: Option<Amount>,
) -> Result<Vec<BudgetWrite>, ActionError> {
    check_budgeted(cells, to)?;
    from.check(cells)?;
    let need = amount.map_or_else(|| -balance(cells, month, to), Amount::cents);
    let have = match from {
        TransferEnd::Category(from) if from == to => 0,
        TransferEnd::ToBudget | TransferEnd::Category(_) => from.money(cells, month),
    };
    if need <= 0 || have <= 0 {
        return Ok(Vec::new());
    }
    let cents = need.min(have);
    let mut writes = vec![moved(cells, month, to, cents)?];
    if let TransferEnd::Category(from) = from {
        writes.push(moved(cells, month, from, -cents)?);
    }
    Ok(writes)
}

/// Covers overbudgeting (a negative "To budget") from a category: `amount`, or all of it, at most
/// the category's balance.
///
/// # Errors
/// [`ActionError::TooLarge`] if the budget would leave the bound, [`ActionError::IncomeCategory`].
pub fn cover_overbudgeted(
    cells: &impl BudgetCells,
    month: Month,
    category: &CategoryId,
    amount: Option<Amount>,
) -> Result<Vec<BudgetWrite>, ActionError> {
    check_budgeted(cells, category)?;
    let need = amount.map_or_else(|| -to_budget(cells, month), Amount::cents);
    let have = balance(cells, month, category);
    if need <= 0 || have <= 0 {
        return Ok(Vec::new());
    }
    Ok(vec![moved(cells, month, category, -need.min(have))?])
}

/// Budgets money to a category, at most all that is left to budget.
///
/// # Errors
/// [`ActionError::TooLarge`] if the budget would leave the bound, [`ActionError::IncomeCategory`].
pub fn transfer_available(
    cells: &impl BudgetCells,
    month: Month,
    amount: Amount,
    category: &CategoryId,
) -> Result<Vec<BudgetWrite>, ActionError> {
    check_budgeted(cells, category)?;
    let cents = amount.cents().min(to_budget(cells, month)).max(0);
    Ok(vec![moved(cells, month, category, cents)?])
}

/// Moves an amount between two ends without a limit; a negative amount moves it the other way.
/// Does nothing between an end and itself.
///
/// # Errors
/// [`ActionError::TooLarge`] if a budget would leave the bound, [`ActionError::IncomeCategory`].
pub fn transfer_category(
    cells: &impl BudgetCells,
    month: Month,
    amount: Amount,
    from: &TransferEnd,
    to: &TransferEnd,
) -> Result<Vec<BudgetWrite>, ActionError> {
    from.check(cells)?;
    to.check(cells)?;
    let mut writes = Vec::new();
    if from == to {
        return Ok(writes);
    }
    if let TransferEnd::Category(from) = from {
        writes.push(moved(cells, month, from, -amount.cents())?);
    }
    if let TransferEnd::Category(to) = to {
        writes.push(moved(cells, month, to, amount.cents())?);
    }
    Ok(writes)
}
