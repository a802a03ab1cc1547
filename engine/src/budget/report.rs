//! The cells of report mode, in the order of the table of spec/4 section 1.5. Hidden categories
//! are left out of group cells, hidden groups out of totals.

use super::define::{Draft, Months};
use super::names::{CategoryCell, GroupCell, MonthCell};
use super::stored::{Row, Stored};
use crate::sheet::{CellId, Formula, SheetError, minus, plus};

/// Upper estimate, to reserve memory once.
const CELLS_PER_CATEGORY: usize = 11;

#[derive(Clone, Copy)]
struct CategoryCells {
    sum_amount: CellId,
    budget: CellId,
    carryover: CellId,
    leftover: CellId,
}

#[derive(Clone, Copy)]
struct GroupCells {
    sum_amount: CellId,
    budget: CellId,
    leftover: CellId,
}

/// Defines every month of a budget.
pub(super) fn define(stored: &Stored) -> Result<Months, SheetError> {
    let mut draft = Draft::new(stored, CELLS_PER_CATEGORY);
    let mut previous: Vec<CategoryCells> = Vec::new();
    for (number, month) in stored.first.through(stored.last).enumerate() {
        draft.start_month(month);
        let mut cells = Vec::with_capacity(previous.len());
        for (slot, row) in stored.month_rows(number).iter().enumerate() {
            let before = previous.get(slot).copied();
            cells.push(category_cells(&mut draft, slot, *row, before));
        }
        month_totals(&mut draft, &cells);
        previous = cells;
    }
    draft.finish()
}

fn category_cells(
    draft: &mut Draft<'_>,
    slot: usize,
    row: Row,
    before: Option<CategoryCells>,
) -> CategoryCells {
    let inputs = draft.category_inputs(slot, row, false);
    let carried = before.map(|before| {
        let formula = Formula::When { flag: before.carryover, value: before.leftover };
        draft.define_category(slot, CategoryCell::Carried, formula)
    });
    let spent = if draft.categories[slot].fact.is_income {
        minus(inputs.spent)
    } else {
        plus(inputs.spent)
    };
    let leftover = draft.builder.sum(
        draft.category(slot, CategoryCell::Leftover),
        crate::sheet::Show::Number,
        [plus(inputs.budget), spent].into_iter().chain(carried.map(plus)),
    );
    let difference = draft.sum_category(
        slot,
        CategoryCell::Difference,
        [plus(inputs.budget), plus(inputs.spent)],
    );
    let difference_pos =
        draft.define_category(slot, CategoryCell::DifferencePos, Formula::Positive(difference));
    draft.define_category(
        slot,
        CategoryCell::SpentWithCarryover,
        Formula::Choose {
            flag: inputs.carryover.into(),
            then: difference_pos,
            otherwise: inputs.spent.into(),
        },
    );
    CategoryCells {
        sum_amount: inputs.spent.into(),
        budget: inputs.budget.into(),
        carryover: inputs.carryover.into(),
        leftover,
    }
}

fn month_totals(draft: &mut Draft<'_>, cells: &[CategoryCells]) {
    let mut income = None;
    let mut expense = Vec::with_capacity(draft.groups.len());
    for group in 0..draft.groups.len() {
        let cells = group_cells(draft, group, cells);
        let fact = draft.groups[group].fact;
        if fact.is_income {
            income = income.or(Some(cells));
        } else if !fact.hidden {
            expense.push(cells);
        }
    }
    let mut total = |cell, of: fn(&GroupCells) -> CellId| {
        draft.sum_month(cell, expense.iter().map(|group| plus(of(group))))
    };
    let total_budgeted = total(MonthCell::TotalBudgeted, |group| group.budget);
    let total_spent = total(MonthCell::TotalSpent, |group| group.sum_amount);
    total(MonthCell::TotalLeftover, |group| group.leftover);
    let total_income =
        draft.sum_month(MonthCell::TotalIncome, income.map(|group| plus(group.sum_amount)));
    let total_budget_income =
        draft.sum_month(MonthCell::TotalBudgetIncome, income.map(|group| plus(group.budget)));
    draft.sum_month(MonthCell::TotalSaved, [plus(total_budget_income), minus(total_budgeted)]);
    draft.sum_month(MonthCell::RealSaved, [plus(total_income), plus(total_spent)]);
}

fn group_cells(draft: &mut Draft<'_>, group: usize, cells: &[CategoryCells]) -> GroupCells {
    let slots = draft.groups[group].slots.clone();
    let shown: Vec<CategoryCells> =
        slots.filter(|&slot| !draft.categories[slot].fact.hidden).map(|slot| cells[slot]).collect();
    let mut sum = |cell, of: fn(&CategoryCells) -> CellId| {
        draft.sum_group(group, cell, shown.iter().map(|category| plus(of(category))))
    };
    GroupCells {
        sum_amount: sum(GroupCell::SumAmount, |category| category.sum_amount),
        budget: sum(GroupCell::Budget, |category| category.budget),
        leftover: sum(GroupCell::Leftover, |category| category.leftover),
    }
}
