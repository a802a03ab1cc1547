//! The cells of report mode, each after those it reads. Group cells exclude hidden categories,
//! totals exclude hidden groups.

use super::define::{CategoryInputs, Draft, Months};
use super::names::{CategoryCell, GroupCell, MonthCell};
use super::stored::{Row, Stored};
use crate::sheet::{CellId, Formula, SheetError, Show, minus, plus};

/// An upper estimate, to reserve memory once.
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
    // By slot or group, then by month.
    let categories: Vec<Vec<CategoryCells>> = (0..draft.categories.len())
        .map(|slot| category_cells(&mut draft, slot, stored.category_rows(slot)))
        .collect();
    let groups: Vec<Vec<GroupCells>> =
        (0..draft.groups.len()).map(|group| group_cells(&mut draft, group, &categories)).collect();
    for number in 0..draft.month_count() {
        draft.at_month(number);
        month_totals(&mut draft, number, &groups);
    }
    draft.finish()
}

fn category_cells(draft: &mut Draft<'_>, slot: usize, rows: &[Row]) -> Vec<CategoryCells> {
    let inputs = draft.category_inputs(slot, rows, false);
    let mut cells: Vec<CategoryCells> = Vec::with_capacity(inputs.len());
    for (number, inputs) in inputs.into_iter().enumerate() {
        draft.at_month(number);
        let leftover = leftover(draft, slot, inputs, cells.last().copied());
        spent_with_carryover(draft, slot, inputs);
        cells.push(CategoryCells {
            sum_amount: inputs.spent.into(),
            budget: inputs.budget.into(),
            carryover: inputs.carryover.into(),
            leftover,
        });
    }
    cells
}

fn leftover(
    draft: &mut Draft<'_>,
    slot: usize,
    inputs: CategoryInputs,
    before: Option<CategoryCells>,
) -> CellId {
    let carried = before.map(|before| {
        let formula = Formula::When { flag: before.carryover, value: before.leftover };
        draft.define_category(slot, CategoryCell::Carried, formula)
    });
    let is_income = draft.categories[slot].fact.is_income;
    let spent = if is_income { minus(inputs.spent) } else { plus(inputs.spent) };
    draft.builder.sum(
        draft.category(slot, CategoryCell::Leftover),
        Show::Number,
        [plus(inputs.budget), spent].into_iter().chain(carried.map(plus)),
    )
}

fn spent_with_carryover(draft: &mut Draft<'_>, slot: usize, inputs: CategoryInputs) {
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
}

fn group_cells(
    draft: &mut Draft<'_>,
    group: usize,
    categories: &[Vec<CategoryCells>],
) -> Vec<GroupCells> {
    let slots = draft.groups[group].slots.clone();
    let shown: Vec<&[CategoryCells]> = slots
        .filter(|&slot| !draft.categories[slot].fact.hidden)
        .map(|slot| categories[slot].as_slice())
        .collect();
    let months = draft.month_count();
    let month = |number| {
        draft.at_month(number);
        let mut sum = |cell, of: fn(&CategoryCells) -> CellId| {
            draft.sum_group(group, cell, shown.iter().map(|months| plus(of(&months[number]))))
        };
        GroupCells {
            sum_amount: sum(GroupCell::SumAmount, |category| category.sum_amount),
            budget: sum(GroupCell::Budget, |category| category.budget),
            leftover: sum(GroupCell::Leftover, |category| category.leftover),
        }
    };
    (0..months).map(month).collect()
}

fn month_totals(draft: &mut Draft<'_>, number: usize, groups: &[Vec<GroupCells>]) {
    let mut income = None;
    let mut expense = Vec::with_capacity(groups.len());
    for (group, months) in draft.groups.iter().zip(groups) {
        let cells = months[number];
        if group.fact.is_income {
            income = income.or(Some(cells));
        } else if !group.fact.hidden {
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
