//! The cells of rollover mode, each after those it reads. This mode ignores hidden flags.

use super::define::{Draft, Months};
use super::names::{CategoryCell, GroupCell, MonthCell};
use super::stored::{Row, Stored};
use crate::sheet::{CellId, Formula, SheetError, Show, Term, minus, plus};

/// An upper estimate, to reserve memory once.
const CELLS_PER_CATEGORY: usize = 10;

/// The cells of an expense category that the next month reads.
#[derive(Clone, Copy)]
struct Envelope {
    carryover: CellId,
    leftover: CellId,
    leftover_pos: CellId,
}

/// The cells of a category that its month reads.
#[derive(Clone, Copy)]
struct CategoryCells {
    sum_amount: CellId,
    /// Expense only: budget and balance.
    envelope: Option<(CellId, CellId)>,
    /// Expense: last month's overspending. Income: the amount held automatically.
    contribution: CellId,
}

/// The cells of a group that its month reads.
#[derive(Clone, Copy)]
struct GroupCells {
    sum_amount: CellId,
    /// Expense only: budget and balance.
    envelopes: Option<(CellId, CellId)>,
}

/// The cells of a month that the next month reads.
#[derive(Clone, Copy)]
struct MonthCells {
    to_budget: CellId,
    /// Missing in the blank month.
    buffered_selected: Option<CellId>,
}

/// Defines every month of a budget.
pub(super) fn define(stored: &Stored) -> Result<Months, SheetError> {
    let mut draft = Draft::new(stored, CELLS_PER_CATEGORY);
    let mut previous = blank_month(&mut draft);
    // By slot or group, then by month.
    let mut categories = Vec::with_capacity(draft.categories.len());
    for slot in 0..draft.categories.len() {
        let blank = blank_envelope(&mut draft, slot);
        let rows = stored.category_rows(slot);
        categories.push(if draft.categories[slot].fact.is_income {
            income_category(&mut draft, slot, rows)
        } else {
            expense_category(&mut draft, slot, rows, blank)
        });
    }
    let groups: Vec<Vec<GroupCells>> =
        (0..draft.groups.len()).map(|group| group_cells(&mut draft, group, &categories)).collect();
    for (number, month) in stored.first.through(stored.last).enumerate() {
        draft.at_month(number);
        let hold = stored.holds.get(&month).copied().unwrap_or(0);
        let contributions = |is_income: bool| {
            let of_kind = draft.categories.iter().zip(&categories);
            let of_kind = of_kind.filter(|(category, _)| category.fact.is_income == is_income);
            of_kind.map(|(_, months)| plus(months[number].contribution)).collect()
        };
        let sources = Sources {
            groups: groups.iter().map(|months| months[number]).collect(),
            overspent: contributions(false),
            held: contributions(true),
            hold,
        };
        previous = month_totals(&mut draft, sources, previous);
    }
    draft.finish()
}

/// The month before the first: everything in it is zero.
fn blank_month(draft: &mut Draft<'_>) -> MonthCells {
    draft.at_blank_month();
    let mut input = |cell, show, value| draft.builder.input(draft.month(cell), show, value);
    input(MonthCell::IsBlank, Show::Flag, 1);
    input(MonthCell::Buffered, Show::Number, 0);
    let to_budget = input(MonthCell::ToBudget, Show::Number, 0).into();
    MonthCells { to_budget, buffered_selected: None }
}

fn blank_envelope(draft: &mut Draft<'_>, slot: usize) -> Envelope {
    draft.at_blank_month();
    let mut zero = |cell, show| draft.builder.input(draft.category(slot, cell), show, 0).into();
    Envelope {
        carryover: zero(CategoryCell::Carryover, Show::Flag),
        leftover: zero(CategoryCell::Leftover, Show::Number),
        leftover_pos: zero(CategoryCell::LeftoverPos, Show::Number),
    }
}

fn expense_category(
    draft: &mut Draft<'_>,
    slot: usize,
    rows: &[Row],
    mut before: Envelope,
) -> Vec<CategoryCells> {
    let inputs = draft.category_inputs(slot, rows, false);
    let mut cells = Vec::with_capacity(inputs.len());
    for (number, inputs) in inputs.into_iter().enumerate() {
        draft.at_month(number);
        let overspent = draft.define_category(
            slot,
            CategoryCell::Overspent,
            Formula::NegativeUnless { flag: before.carryover, value: before.leftover },
        );
        let carried = draft.define_category(
            slot,
            CategoryCell::Carried,
            Formula::Choose {
                flag: before.carryover,
                then: before.leftover,
                otherwise: before.leftover_pos,
            },
        );
        let leftover = draft.sum_category(
            slot,
            CategoryCell::Leftover,
            [plus(inputs.budget), plus(inputs.spent), plus(carried)],
        );
        let leftover_pos =
            draft.define_category(slot, CategoryCell::LeftoverPos, Formula::Positive(leftover));
        before = Envelope { carryover: inputs.carryover.into(), leftover, leftover_pos };
        cells.push(CategoryCells {
            sum_amount: inputs.spent.into(),
            envelope: Some((inputs.budget.into(), leftover)),
            contribution: overspent,
        });
    }
    cells
}

fn income_category(draft: &mut Draft<'_>, slot: usize, rows: &[Row]) -> Vec<CategoryCells> {
    let inputs = draft.category_inputs(slot, rows, true);
    let mut cells = Vec::with_capacity(inputs.len());
    for (number, inputs) in inputs.into_iter().enumerate() {
        draft.at_month(number);
        let held = draft.define_category(
            slot,
            CategoryCell::Held,
            Formula::When { flag: inputs.carryover.into(), value: inputs.spent.into() },
        );
        let sum_amount = inputs.spent.into();
        cells.push(CategoryCells { sum_amount, envelope: None, contribution: held });
    }
    cells
}

fn group_cells(
    draft: &mut Draft<'_>,
    group: usize,
    categories: &[Vec<CategoryCells>],
) -> Vec<GroupCells> {
    let members = &categories[draft.groups[group].slots.clone()];
    let is_income = draft.groups[group].fact.is_income;
    let mut cells = Vec::with_capacity(draft.month_count());
    for number in 0..draft.month_count() {
        draft.at_month(number);
        let month = || members.iter().map(|months| months[number]);
        let envelopes = || month().filter_map(|category| category.envelope);
        let spent = month().map(|category| plus(category.sum_amount));
        let sum_amount = draft.sum_group(group, GroupCell::SumAmount, spent);
        let envelopes = (!is_income).then(|| {
            let budgets = envelopes().map(|(budget, _)| plus(budget));
            let leftovers = envelopes().map(|(_, leftover)| plus(leftover));
            let budget = draft.sum_group(group, GroupCell::Budget, budgets);
            (budget, draft.sum_group(group, GroupCell::Leftover, leftovers))
        });
        cells.push(GroupCells { sum_amount, envelopes });
    }
    cells
}

/// The terms of a month's totals.
struct Sources {
    groups: Vec<GroupCells>,
    /// Last month's overspending, category by category.
    overspent: Vec<Term>,
    /// Income held automatically, category by category.
    held: Vec<Term>,
    /// Stored hold in cents.
    hold: i64,
}

fn month_totals(draft: &mut Draft<'_>, from: Sources, previous: MonthCells) -> MonthCells {
    let expense = || from.groups.iter().filter_map(|group| Some((group, group.envelopes?)));
    let income = from.groups.iter().find(|group| group.envelopes.is_none());

    let total_income =
        draft.sum_month(MonthCell::TotalIncome, income.map(|group| plus(group.sum_amount)));
    let from_last_month = draft.sum_month(
        MonthCell::FromLastMonth,
        [plus(previous.to_budget)].into_iter().chain(previous.buffered_selected.map(plus)),
    );
    let available_funds =
        draft.sum_month(MonthCell::AvailableFunds, [plus(total_income), plus(from_last_month)]);
    let last_month_overspent = draft.sum_month(MonthCell::LastMonthOverspent, from.overspent);
    let total_budgeted =
        draft.sum_month(MonthCell::TotalBudgeted, expense().map(|(_, (budget, _))| minus(budget)));
    let buffered = draft.builder.input(draft.month(MonthCell::Buffered), Show::Number, from.hold);
    draft.buffered.push(buffered);
    let buffered_auto = draft.sum_month(MonthCell::BufferedAuto, from.held);
    let buffered_selected = draft.builder.define(
        draft.month(MonthCell::BufferedSelected),
        Show::Number,
        Formula::NonZeroOr { first: buffered.into(), otherwise: buffered_auto },
    );
    let to_budget = draft.sum_month(
        MonthCell::ToBudget,
        [
            plus(available_funds),
            plus(last_month_overspent),
            plus(total_budgeted),
            minus(buffered_selected),
        ],
    );
    draft.sum_month(MonthCell::TotalSpent, expense().map(|(group, _)| plus(group.sum_amount)));
    draft.sum_month(MonthCell::TotalLeftover, expense().map(|(_, (_, leftover))| plus(leftover)));
    MonthCells { to_budget, buffered_selected: Some(buffered_selected) }
}
