//! The cells of report mode. Group cells exclude hidden categories, totals exclude hidden groups.

use super::define::{Draft, Months};
use super::names::{CategoryCell, GroupCell, MonthCell};
use super::stored::StoredFacts;
use crate::sheet::{Formula, SheetError, Term, minus, plus};

/// An upper estimate, to reserve memory once.
const CELLS_PER_CATEGORY: usize = 11;

/// Defines every month of a budget.
pub(super) fn define(stored: &StoredFacts) -> Result<Months, SheetError> {
    let mut draft = Draft::new(stored, CELLS_PER_CATEGORY);
    for slot in 0..draft.categories.len() {
        draft.category_inputs(slot, stored.category_rows(slot), false);
        for number in 0..draft.month_count() {
            draft.at_month(number);
            leftover(&mut draft, slot, number == 0);
            spent_with_carryover(&mut draft, slot);
        }
    }
    for group in 0..draft.groups.len() {
        for number in 0..draft.month_count() {
            draft.at_month(number);
            group_cells(&mut draft, group);
        }
    }
    for number in 0..draft.month_count() {
        draft.at_month(number);
        month_totals(&mut draft);
    }
    draft.underfunded_cells(stored, true);
    draft.finish()
}

fn leftover(draft: &mut Draft<'_>, slot: usize, is_first: bool) {
    let carried = (!is_first).then(|| {
        let flag = draft.category_before(slot, CategoryCell::Carryover);
        let value = draft.category_before(slot, CategoryCell::Leftover);
        draft.define_category(slot, CategoryCell::Carried, Formula::When { flag, value });
        plus(draft.category(slot, CategoryCell::Carried))
    });
    let budget = plus(draft.category(slot, CategoryCell::Budget));
    let is_income = draft.categories[slot].fact.is_income;
    let spent = draft.category(slot, CategoryCell::SumAmount);
    let spent = if is_income { minus(spent) } else { plus(spent) };
    draft.sum_category(slot, CategoryCell::Leftover, [budget, spent].into_iter().chain(carried));
}

fn spent_with_carryover(draft: &mut Draft<'_>, slot: usize) {
    let budget = draft.category(slot, CategoryCell::Budget);
    let spent = draft.category(slot, CategoryCell::SumAmount);
    draft.sum_category(slot, CategoryCell::Difference, [plus(budget), plus(spent)]);
    let difference = draft.category(slot, CategoryCell::Difference);
    draft.define_category(slot, CategoryCell::DifferencePos, Formula::Positive(difference));
    let formula = Formula::Choose {
        flag: draft.category(slot, CategoryCell::Carryover),
        then: draft.category(slot, CategoryCell::DifferencePos),
        otherwise: spent,
    };
    draft.define_category(slot, CategoryCell::SpentWithCarryover, formula);
}

fn group_cells(draft: &mut Draft<'_>, group: usize) {
    for (cell, of) in [
        (GroupCell::SumAmount, CategoryCell::SumAmount),
        (GroupCell::Budget, CategoryCell::Budget),
        (GroupCell::Leftover, CategoryCell::Leftover),
    ] {
        let members = draft.groups[group].slots.clone();
        let shown = members.filter(|&slot| !draft.categories[slot].fact.hidden);
        let terms: Vec<Term> = shown.map(|slot| plus(draft.category(slot, of))).collect();
        draft.sum_group(group, cell, terms);
    }
}

fn month_totals(draft: &mut Draft<'_>) {
    for (cell, of) in [
        (MonthCell::TotalBudgeted, GroupCell::Budget),
        (MonthCell::TotalSpent, GroupCell::SumAmount),
        (MonthCell::TotalLeftover, GroupCell::Leftover),
    ] {
        let groups = draft.groups.iter().enumerate();
        let expense = groups.filter(|(_, group)| !group.fact.is_income && !group.fact.hidden);
        let terms: Vec<Term> = expense.map(|(group, _)| plus(draft.group(group, of))).collect();
        draft.sum_month(cell, terms);
    }
    let income = draft.groups.iter().position(|group| group.fact.is_income);
    let income = |draft: &Draft<'_>, cell| income.map(|group| plus(draft.group(group, cell)));
    draft.sum_month(MonthCell::TotalIncome, income(draft, GroupCell::SumAmount));
    draft.sum_month(MonthCell::TotalBudgetIncome, income(draft, GroupCell::Budget));
    let [budgeted, spent, earned, planned] = [
        MonthCell::TotalBudgeted,
        MonthCell::TotalSpent,
        MonthCell::TotalIncome,
        MonthCell::TotalBudgetIncome,
    ]
    .map(|cell| draft.month(cell));
    draft.sum_month(MonthCell::TotalSaved, [plus(planned), minus(budgeted)]);
    draft.sum_month(MonthCell::RealSaved, [plus(earned), plus(spent)]);
}
