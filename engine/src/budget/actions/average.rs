//! Budgets from the average spending or income of earlier months.

use super::{
    ActionError, BudgetActivity, BudgetCells, BudgetWrite, check_budgeted, shown, write_amount,
};
use crate::budget::facts::CategoryFact;
use crate::budget::names::CategoryCell;
use crate::dates::Month;
use crate::money::{Total, rounded_quotient};

/// An average over a number of months before a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Average {
    /// The month to set.
    pub month: Month,
    /// How many earlier months to average.
    pub window_months: i32,
    /// The current month: later months are ignored.
    pub current: Month,
}

/// Sets every shown category to its average.
///
/// # Errors
/// [`ActionError::TooLarge`] if an average lies beyond the bound.
pub fn set_average(
    cells: &impl BudgetCells,
    rows: &impl BudgetActivity,
    average: Average,
) -> Result<Vec<BudgetWrite>, ActionError> {
    shown(cells).map(|category| write(cells, rows, average, category)).collect()
}

/// Sets one category, hidden or not, to its average.
///
/// # Errors
/// [`ActionError::TooLarge`] if the average lies beyond the bound, [`ActionError::IncomeCategory`].
pub fn set_category_average(
    cells: &impl BudgetCells,
    rows: &impl BudgetActivity,
    average: Average,
    category: &CategoryFact,
) -> Result<Vec<BudgetWrite>, ActionError> {
    check_budgeted(cells, &category.id)?;
    Ok(vec![write(cells, rows, average, category)?])
}

fn write(
    cells: &impl BudgetCells,
    rows: &impl BudgetActivity,
    average: Average,
    category: &CategoryFact,
) -> Result<BudgetWrite, ActionError> {
    let mean = average.rounded_mean(cells, rows, category);
    // Round before changing the sign: spending 1 and 2 cents averages -1.5, rounds to -1, budgets
    // 1.
    let amount = if category.is_income { mean } else { -mean };
    write_amount(average.month, &category.id, amount)
}

impl Average {
    /// The mean of a category's transactions in cents; spending is negative.
    pub(crate) fn rounded_mean(
        self,
        cells: &impl BudgetCells,
        rows: &impl BudgetActivity,
        category: &CategoryFact,
    ) -> i64 {
        let last = self.month.min(self.current).previous();
        let mut first = last.plus(1 - self.window_months);
        if let Some(active) = rows.first_activity(&category.id, last) {
            first = first.max(active);
        }
        let name = CategoryCell::SumAmount.of(&category.id);
        let (mut sum, mut months): (Total, Total) = (0, 0);
        for month in first.through(last) {
            sum += Total::from(cells.number(month, &name));
            months += 1;
        }
        if months == 0 { 0 } else { rounded_quotient(sum, months) }
    }
}
