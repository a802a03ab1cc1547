//! Covering the overspending of a whole month from one category or from "To budget".

use super::transfer::{TransferEnd, moved};
use super::{ActionError, BudgetCells, BudgetWrite, balance, shown};
use crate::budget::facts::BudgetMode;
use crate::budget::names::CategoryCell;
use crate::dates::Month;
use crate::ids::CategoryId;

/// An overspent category: what it gets, and what it still lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredCategory {
    /// The category.
    pub category: CategoryId,
    /// Cents that it gets.
    pub covered: i64,
    /// Cents that it still lacks.
    pub uncovered: i64,
}

/// The outcome of covering a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// What to store.
    pub writes: Vec<BudgetWrite>,
    /// Every overspent category, in view order.
    pub categories: Vec<CoveredCategory>,
}

impl Cover {
    /// All cents that are moved.
    #[must_use]
    pub fn covered(&self) -> i64 {
        self.categories.iter().map(|it| it.covered).fold(0, i64::saturating_add)
    }
}

/// Covers every overspent category of a month from one source, in view order, until the source is
/// empty. With `below_zero` it covers all of them, whatever the source has. Leaves out hidden
/// categories, those that carry their overspending over, and the source itself.
///
/// # Errors
/// [`ActionError::RolloverModeOnly`], [`ActionError::TooLarge`] if a budget would leave the bound,
/// [`ActionError::IncomeCategory`].
pub fn cover_all_overspending(
    cells: &impl BudgetCells,
    month: Month,
    from: &TransferEnd,
    below_zero: bool,
) -> Result<Cover, ActionError> {
    if cells.mode() != BudgetMode::Rollover {
        return Err(ActionError::RolloverModeOnly);
    }
    from.check(cells)?;
    let mut left = from.money(cells, month).max(0);
    let (mut writes, mut categories) = (Vec::new(), Vec::new());
    for category in shown(cells).map(|category| &category.id) {
        let need = balance(cells, month, category).saturating_neg();
        let is_source = matches!(from, TransferEnd::Category(source) if source == category);
        if need <= 0 || is_source || carries_over(cells, month, category) {
            continue;
        }
        let covered = if below_zero { need } else { need.min(left) };
        left -= covered.min(left);
        if covered > 0 {
            writes.push(moved(cells, month, category, covered)?);
        }
        let uncovered = need - covered;
        categories.push(CoveredCategory { category: category.clone(), covered, uncovered });
    }
    let mut cover = Cover { writes, categories };
    let covered = cover.covered();
    if let TransferEnd::Category(source) = from
        && covered > 0
    {
        cover.writes.push(moved(cells, month, source, -covered)?);
    }
    Ok(cover)
}

/// Whether a category carries its overspending over to the next month.
fn carries_over(cells: &impl BudgetCells, month: Month, category: &CategoryId) -> bool {
    cells.number(month, &CategoryCell::Carryover.of(category)) != 0
}
