//! The cells of rollover mode. This mode ignores hidden flags.

use super::define::{Draft, Months};
use super::names::{CategoryCell, GroupCell, MonthCell};
use super::stored::{Row, StoredFacts};
use crate::sheet::{Address, Formula, SheetError, Show, Term, minus, plus};

/// An upper estimate, to reserve memory once.
const CELLS_PER_CATEGORY: usize = 10;

/// Defines every month of a budget.
pub(super) fn define(stored: &StoredFacts) -> Result<Months, SheetError> {
    let mut draft = Draft::new(stored, CELLS_PER_CATEGORY);
    blank_month(&mut draft);
    for slot in 0..draft.categories.len() {
        let rows = stored.category_rows(slot);
        blank_category(&mut draft, slot);
        if draft.categories[slot].fact.is_income {
            income_category(&mut draft, slot, rows);
        } else {
            expense_category(&mut draft, slot, rows);
        }
    }
    for group in 0..draft.groups.len() {
        group_cells(&mut draft, group);
    }
    for (number, month) in stored.first.through(stored.last).enumerate() {
        draft.at_month(number);
        let hold = stored.holds.get(&month).copied().unwrap_or(0);
        held_cells(&mut draft, hold);
        month_totals(&mut draft, number == 0);
    }
    draft.underfunded_cells(stored, false);
    draft.finish()
}

/// The month before the first: everything in it is zero.
fn blank_month(draft: &mut Draft<'_>) {
    draft.at_blank_month();
    let mut input = |cell, show, value| draft.builder.input(draft.month(cell), show, value);
    input(MonthCell::IsBlank, Show::Flag, 1);
    input(MonthCell::Buffered, Show::Number, 0);
    input(MonthCell::ToBudget, Show::Number, 0);
}

fn blank_category(draft: &mut Draft<'_>, slot: usize) {
    draft.at_blank_month();
    let mut zero = |cell, show| draft.builder.input(draft.category(slot, cell), show, 0);
    zero(CategoryCell::Carryover, Show::Flag);
    zero(CategoryCell::Leftover, Show::Number);
    zero(CategoryCell::LeftoverPos, Show::Number);
}

fn expense_category(draft: &mut Draft<'_>, slot: usize, rows: &[Row]) {
    draft.category_inputs(slot, rows, false);
    for number in 0..rows.len() {
        draft.at_month(number);
        let flag = draft.category_before(slot, CategoryCell::Carryover);
        let before = draft.category_before(slot, CategoryCell::Leftover);
        let before_if_positive = draft.category_before(slot, CategoryCell::LeftoverPos);
        draft.define_category(
            slot,
            CategoryCell::Overspent,
            Formula::NegativeUnless { flag, value: before },
        );
        draft.define_category(
            slot,
            CategoryCell::Carried,
            Formula::Choose { flag, then: before, otherwise: before_if_positive },
        );
        let [budget, spent, carried] =
            [CategoryCell::Budget, CategoryCell::SumAmount, CategoryCell::Carried]
                .map(|cell| plus(draft.category(slot, cell)));
        draft.sum_category(slot, CategoryCell::Leftover, [budget, spent, carried]);
        let leftover = draft.category(slot, CategoryCell::Leftover);
        draft.define_category(slot, CategoryCell::LeftoverPos, Formula::Positive(leftover));
    }
}

fn income_category(draft: &mut Draft<'_>, slot: usize, rows: &[Row]) {
    draft.category_inputs(slot, rows, true);
    for number in 0..rows.len() {
        draft.at_month(number);
        let flag = draft.category(slot, CategoryCell::Carryover);
        let value = draft.category(slot, CategoryCell::SumAmount);
        draft.define_category(slot, CategoryCell::Held, Formula::When { flag, value });
    }
}

fn group_cells(draft: &mut Draft<'_>, group: usize) {
    for number in 0..draft.month_count() {
        draft.at_month(number);
        sum_members(draft, group, GroupCell::SumAmount, CategoryCell::SumAmount);
        if !draft.groups[group].fact.is_income {
            sum_members(draft, group, GroupCell::Budget, CategoryCell::Budget);
            sum_members(draft, group, GroupCell::Leftover, CategoryCell::Leftover);
        }
    }
}

/// A group's cell as the sum of a cell of its categories. Income categories in an expense group
/// have neither budget nor balance there, and the reverse.
fn sum_members(draft: &mut Draft<'_>, group: usize, cell: GroupCell, of: CategoryCell) {
    let all = of == CategoryCell::SumAmount;
    let members = draft.groups[group].slots.clone();
    let members = members.filter(|&slot| all || !draft.categories[slot].fact.is_income);
    let terms: Vec<Term> = members.map(|slot| plus(draft.category(slot, of))).collect();
    draft.sum_group(group, cell, terms);
}

/// The amount held for the next month: manually, or else automatically.
fn held_cells(draft: &mut Draft<'_>, hold: i64) {
    let buffered = draft.month(MonthCell::Buffered);
    draft.buffered.push(draft.builder.input(buffered, Show::Number, hold));
    let held = category_terms(draft, true, CategoryCell::Held);
    draft.sum_month(MonthCell::BufferedAuto, held);
    let otherwise = draft.month(MonthCell::BufferedAuto);
    let selected = Formula::NonZeroOr { first: buffered, otherwise };
    draft.builder.define(draft.month(MonthCell::BufferedSelected), Show::Number, selected);
}

/// A cell of every income category, or of every other one.
fn category_terms(draft: &Draft<'_>, is_income: bool, cell: CategoryCell) -> Vec<Term> {
    let slots = 0..draft.categories.len();
    let slots = slots.filter(|&slot| draft.categories[slot].fact.is_income == is_income);
    slots.map(|slot| plus(draft.category(slot, cell))).collect()
}

fn month_totals(draft: &mut Draft<'_>, is_first: bool) {
    let income = draft.groups.iter().position(|group| group.fact.is_income);
    let income = income.map(|group| plus(draft.group(group, GroupCell::SumAmount)));
    draft.sum_month(MonthCell::TotalIncome, income);
    let left = plus(draft.month_before(MonthCell::ToBudget));
    // The blank month has no hold.
    let held = (!is_first).then(|| plus(draft.month_before(MonthCell::BufferedSelected)));
    draft.sum_month(MonthCell::FromLastMonth, [left].into_iter().chain(held));
    let available = [MonthCell::TotalIncome, MonthCell::FromLastMonth];
    let available = available.map(|cell| plus(draft.month(cell)));
    draft.sum_month(MonthCell::AvailableFunds, available);
    let overspent = category_terms(draft, false, CategoryCell::Overspent);
    draft.sum_month(MonthCell::LastMonthOverspent, overspent);
    let budgeted = expense_terms(draft, GroupCell::Budget, minus);
    draft.sum_month(MonthCell::TotalBudgeted, budgeted);
    let to_budget = [
        plus(draft.month(MonthCell::AvailableFunds)),
        plus(draft.month(MonthCell::LastMonthOverspent)),
        plus(draft.month(MonthCell::TotalBudgeted)),
        minus(draft.month(MonthCell::BufferedSelected)),
    ];
    draft.sum_month(MonthCell::ToBudget, to_budget);
    let spent = expense_terms(draft, GroupCell::SumAmount, plus);
    draft.sum_month(MonthCell::TotalSpent, spent);
    let leftover = expense_terms(draft, GroupCell::Leftover, plus);
    draft.sum_month(MonthCell::TotalLeftover, leftover);
}

/// A cell of every expense group, added or subtracted.
fn expense_terms(draft: &Draft<'_>, cell: GroupCell, sign: fn(Address) -> Term) -> Vec<Term> {
    let groups = 0..draft.groups.len();
    let expense = groups.filter(|&group| !draft.groups[group].fact.is_income);
    expense.map(|group| sign(draft.group(group, cell))).collect()
}
