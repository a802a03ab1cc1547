//! The cells of rollover mode, in the order of the table of spec/4 section 1.4. Hidden flags play
//! no part in this mode.

use super::define::{Draft, Months};
use super::names::{CategoryCell, GroupCell, MonthCell};
use super::stored::{Row, Stored};
use crate::dates::Month;
use crate::sheet::{CellId, Formula, SheetError, Show, minus, plus};

/// Upper estimate, to reserve memory once.
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
    /// Expense only.
    budget: Option<CellId>,
    envelope: Option<Envelope>,
    /// Expense: what last month's overspending costs. Income: what is held automatically.
    contribution: CellId,
}

/// The cells of a month that the next month reads.
struct MonthCells {
    to_budget: CellId,
    /// Missing in the blank month.
    buffered_selected: Option<CellId>,
    envelopes: Vec<Option<Envelope>>,
}

/// Defines every month of a budget.
pub(super) fn define(stored: &Stored) -> Result<Months, SheetError> {
    let mut draft = Draft::new(stored, CELLS_PER_CATEGORY);
    let mut previous = blank_month(&mut draft, stored.first.previous());
    for (number, month) in stored.first.through(stored.last).enumerate() {
        draft.start_month(month);
        let hold = stored.holds.get(&month).copied().unwrap_or(0);
        previous = month_cells(&mut draft, stored.month_rows(number), hold, &previous);
    }
    draft.finish()
}

/// The month before the first: everything in it is zero.
fn blank_month(draft: &mut Draft<'_>, month: Month) -> MonthCells {
    draft.start_month(month);
    let mut zero = |address, show| CellId::from(draft_input(draft, address, show));
    let to_budget = zero(Cell::Month(MonthCell::ToBudget), Show::Number);
    zero(Cell::Month(MonthCell::Buffered), Show::Number);
    let blank = draft.month(MonthCell::IsBlank);
    draft.builder.input(blank, Show::Flag, 1);
    let envelopes = (0..draft.categories.len())
        .map(|slot| {
            let mut zero = |cell, show| draft_input(draft, Cell::Category(slot, cell), show).into();
            let carryover = zero(CategoryCell::Carryover, Show::Flag);
            let leftover = zero(CategoryCell::Leftover, Show::Number);
            let leftover_pos = zero(CategoryCell::LeftoverPos, Show::Number);
            Some(Envelope { carryover, leftover, leftover_pos })
        })
        .collect();
    MonthCells { to_budget, buffered_selected: None, envelopes }
}

#[derive(Clone, Copy)]
enum Cell {
    Month(MonthCell),
    Category(usize, CategoryCell),
}

fn draft_input(draft: &mut Draft<'_>, cell: Cell, show: Show) -> crate::sheet::InputId {
    let address = match cell {
        Cell::Month(cell) => draft.month(cell),
        Cell::Category(slot, cell) => draft.category(slot, cell),
    };
    draft.builder.input(address, show, 0)
}

fn month_cells(
    draft: &mut Draft<'_>,
    rows: &[Row],
    hold: i64,
    previous: &MonthCells,
) -> MonthCells {
    let mut cells = Vec::with_capacity(rows.len());
    for (slot, row) in rows.iter().enumerate() {
        cells.push(match previous.envelopes[slot] {
            Some(before) if !draft.categories[slot].fact.is_income => {
                expense(draft, slot, *row, before)
            }
            _ => income(draft, slot, *row),
        });
    }
    let totals = group_cells(draft, &cells);
    let contributions = |is_income: bool| {
        let mut terms = Vec::with_capacity(cells.len());
        for (category, cells) in draft.categories.iter().zip(&cells) {
            if category.fact.is_income == is_income {
                terms.push(plus(cells.contribution));
            }
        }
        terms
    };
    let (overspent, held) = (contributions(false), contributions(true));

    let total_income = draft.sum_month(MonthCell::TotalIncome, totals.income.map(plus));
    let from_last_month = draft.sum_month(
        MonthCell::FromLastMonth,
        [plus(previous.to_budget)].into_iter().chain(previous.buffered_selected.map(plus)),
    );
    let available_funds =
        draft.sum_month(MonthCell::AvailableFunds, [plus(total_income), plus(from_last_month)]);
    let last_month_overspent = draft.sum_month(MonthCell::LastMonthOverspent, overspent);
    let total_budgeted =
        draft.sum_month(MonthCell::TotalBudgeted, totals.budget.iter().map(|&it| minus(it)));
    let buffered = draft.builder.input(draft.month(MonthCell::Buffered), Show::Number, hold);
    draft.buffered.push(buffered);
    let buffered_auto = draft.sum_month(MonthCell::BufferedAuto, held);
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
    draft.sum_month(MonthCell::TotalSpent, totals.sum_amount.iter().map(|&it| plus(it)));
    draft.sum_month(MonthCell::TotalLeftover, totals.leftover.iter().map(|&it| plus(it)));

    MonthCells {
        to_budget,
        buffered_selected: Some(buffered_selected),
        envelopes: cells.iter().map(|category| category.envelope).collect(),
    }
}

fn expense(draft: &mut Draft<'_>, slot: usize, row: Row, before: Envelope) -> CategoryCells {
    let inputs = draft.category_inputs(slot, row, false);
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
    CategoryCells {
        sum_amount: inputs.spent.into(),
        budget: Some(inputs.budget.into()),
        envelope: Some(Envelope { carryover: inputs.carryover.into(), leftover, leftover_pos }),
        contribution: overspent,
    }
}

fn income(draft: &mut Draft<'_>, slot: usize, row: Row) -> CategoryCells {
    let inputs = draft.category_inputs(slot, row, true);
    let held = draft.define_category(
        slot,
        CategoryCell::Held,
        Formula::When { flag: inputs.carryover.into(), value: inputs.spent.into() },
    );
    CategoryCells {
        sum_amount: inputs.spent.into(),
        budget: None,
        envelope: None,
        contribution: held,
    }
}

/// The group cells that enter totals.
#[derive(Default)]
struct Totals {
    /// Of the first income group.
    income: Option<CellId>,
    sum_amount: Vec<CellId>,
    budget: Vec<CellId>,
    leftover: Vec<CellId>,
}

fn group_cells(draft: &mut Draft<'_>, cells: &[CategoryCells]) -> Totals {
    let mut totals = Totals::default();
    for group in 0..draft.groups.len() {
        let members = &cells[draft.groups[group].slots.clone()];
        let sum_amount = draft.sum_group(
            group,
            GroupCell::SumAmount,
            members.iter().map(|category| plus(category.sum_amount)),
        );
        if draft.groups[group].fact.is_income {
            totals.income = totals.income.or(Some(sum_amount));
            continue;
        }
        totals.sum_amount.push(sum_amount);
        totals.budget.push(draft.sum_group(
            group,
            GroupCell::Budget,
            members.iter().filter_map(|category| category.budget).map(plus),
        ));
        totals.leftover.push(draft.sum_group(
            group,
            GroupCell::Leftover,
            members.iter().filter_map(|category| Some(plus(category.envelope?.leftover))),
        ));
    }
    totals
}
