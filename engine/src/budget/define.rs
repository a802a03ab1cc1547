//! Shared by the definitions of both modes: interned names of every category and group, and the
//! inputs of a category.
//!
//! Cells read each other by name, so the order of definition is free. It decides which cells are
//! adjacent in memory: by category, then by group, each through all months, and the months' totals
//! last. An edit that runs through the months thus moves forward through memory three times instead
//! of jumping from month to month.

use super::facts::{CategoryFact, GroupFact};
use super::names::{CategoryCell, GroupCell, MonthCell, month_sheet};
use super::stored::{Row, StoredFacts};
use crate::sheet::{
    Address, Formula, InputId, NameId, Sheet, SheetBuilder, SheetError, SheetId, Show, Term, minus,
    plus,
};

/// The month sheets and the inputs for facts.
#[derive(Debug, Clone)]
pub(super) struct Months {
    pub(super) sheet: Sheet,
    /// By slot, then by month, like the grid of [`StoredFacts`].
    pub(super) inputs: Vec<CategoryInputs>,
    /// By month; empty in report mode.
    pub(super) buffered: Vec<InputId>,
}

/// The input cells of a category in a month.
#[derive(Debug, Clone, Copy)]
pub(super) struct CategoryInputs {
    pub(super) budget: InputId,
    pub(super) carryover: InputId,
    pub(super) spent: InputId,
    /// Exists only where a goal was set since the sheet was built.
    pub(super) goal: Option<InputId>,
    /// As `goal`.
    pub(super) long_goal: Option<InputId>,
    /// Whether budget and carryover are null without a stored row: income in rollover mode.
    pub(super) null_without_row: bool,
}

/// A category with the ids of its cell names.
pub(super) struct Category<'a> {
    pub(super) fact: &'a CategoryFact,
    names: Vec<NameId>,
}

/// A group with the ids of its cell names and its categories.
pub(super) struct Group<'a> {
    pub(super) fact: &'a GroupFact,
    names: Vec<NameId>,
    /// Slots of its categories.
    pub(super) slots: std::ops::Range<usize>,
}

/// Collects the cells of all months.
pub(super) struct Draft<'a> {
    pub(super) builder: SheetBuilder,
    pub(super) categories: Vec<Category<'a>>,
    pub(super) groups: Vec<Group<'a>>,
    month_names: Vec<NameId>,
    /// The sheet before the first month, then that of each month.
    sheets: Vec<SheetId>,
    /// The current month, as an index of `sheets`.
    month: usize,
    inputs: Vec<CategoryInputs>,
    pub(super) buffered: Vec<InputId>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(stored: &'a StoredFacts, cells_per_category: usize) -> Self {
        let rows = stored.slot_count() * (stored.month_count() + 1);
        let mut builder = SheetBuilder::with_capacity(rows * cells_per_category);
        let months = stored.first.previous().through(stored.last);
        let sheets: Vec<SheetId> = months.map(|month| builder.sheet(&month_sheet(month))).collect();
        let month_names = MonthCell::ALL.iter().map(|cell| builder.name(cell.text())).collect();
        let mut categories = Vec::with_capacity(stored.slot_count());
        let mut groups = Vec::with_capacity(stored.groups.len());
        for fact in &stored.groups {
            let first = categories.len();
            for fact in &fact.categories {
                let names = CategoryCell::ALL.iter().map(|cell| builder.name(&cell.of(&fact.id)));
                categories.push(Category { fact, names: names.collect() });
            }
            let names = GroupCell::ALL.iter().map(|cell| builder.name(&cell.of(&fact.id)));
            groups.push(Group { fact, names: names.collect(), slots: first..categories.len() });
        }
        let inputs = Vec::with_capacity(rows);
        let buffered = Vec::new();
        Self { builder, categories, groups, month_names, sheets, month: 0, inputs, buffered }
    }

    /// How many months there are, without the blank one.
    pub(super) fn month_count(&self) -> usize {
        self.sheets.len() - 1
    }

    /// Later definitions belong to this month, counted from 0.
    pub(super) fn at_month(&mut self, number: usize) {
        self.month = number + 1;
    }

    /// Later definitions belong to the blank month before the first.
    pub(super) fn at_blank_month(&mut self) {
        self.month = 0;
    }

    /// A category's cell of the current month.
    pub(super) fn category(&self, slot: usize, cell: CategoryCell) -> Address {
        Address { sheet: self.sheets[self.month], name: self.category_name(slot, cell) }
    }

    /// A category's cell of the previous month.
    pub(super) fn category_before(&self, slot: usize, cell: CategoryCell) -> Address {
        Address { sheet: self.sheets[self.month - 1], name: self.category_name(slot, cell) }
    }

    fn category_name(&self, slot: usize, cell: CategoryCell) -> NameId {
        self.categories[slot].names[cell as usize]
    }

    /// A group's cell of the current month.
    pub(super) fn group(&self, group: usize, cell: GroupCell) -> Address {
        let name = self.groups[group].names[cell as usize];
        Address { sheet: self.sheets[self.month], name }
    }

    /// A total of the current month.
    pub(super) fn month(&self, cell: MonthCell) -> Address {
        Address { sheet: self.sheets[self.month], name: self.month_names[cell as usize] }
    }

    /// A total of the previous month.
    pub(super) fn month_before(&self, cell: MonthCell) -> Address {
        Address { sheet: self.sheets[self.month - 1], name: self.month_names[cell as usize] }
    }

    /// The stored cells of a category in all months. In rollover mode, income has budget and
    /// carryover cells only where a row is stored.
    pub(super) fn category_inputs(&mut self, slot: usize, rows: &[Row], null_without_row: bool) {
        for (month, row) in rows.iter().enumerate() {
            self.at_month(month);
            self.month_inputs(slot, *row, null_without_row);
        }
    }

    fn month_inputs(&mut self, slot: usize, row: Row, null_without_row: bool) {
        let at = |cell| self.category(slot, cell);
        let [budget, carryover, spent] =
            [at(CategoryCell::Budget), at(CategoryCell::Carryover), at(CategoryCell::SumAmount)];
        let [goal, long_goal] = [at(CategoryCell::Goal), at(CategoryCell::LongGoal)];
        let builder = &mut self.builder;
        let (flag, amount) = (i64::from(row.carryover), row.amount);
        let inputs = CategoryInputs {
            spent: builder.input(spent, Show::Number, row.spent),
            budget: if null_without_row {
                builder.optional(budget, Show::Number, row.exists.then_some(amount))
            } else {
                builder.input(budget, Show::Number, amount)
            },
            carryover: if null_without_row {
                builder.optional(carryover, Show::Flag, row.exists.then_some(flag))
            } else {
                builder.input(carryover, Show::Flag, flag)
            },
            goal: row.goal.map(|_| builder.optional(goal, Show::Number, row.goal)),
            long_goal: row
                .long_goal
                .map(|_| builder.optional(long_goal, Show::Number, row.long_goal)),
            null_without_row,
        };
        self.inputs.push(inputs);
    }

    pub(super) fn define_category(&mut self, slot: usize, cell: CategoryCell, formula: Formula) {
        self.builder.define(self.category(slot, cell), shown(cell), formula);
    }

    pub(super) fn sum_category(
        &mut self,
        slot: usize,
        cell: CategoryCell,
        terms: impl IntoIterator<Item = Term>,
    ) {
        self.builder.sum(self.category(slot, cell), shown(cell), terms);
    }

    pub(super) fn sum_group(
        &mut self,
        group: usize,
        cell: GroupCell,
        terms: impl IntoIterator<Item = Term>,
    ) {
        self.builder.sum(self.group(group, cell), Show::Number, terms);
    }

    pub(super) fn sum_month(&mut self, cell: MonthCell, terms: impl IntoIterator<Item = Term>) {
        let may_be_absent = cell == MonthCell::TotalUnderfunded;
        let show = if may_be_absent { Show::NonZero } else { Show::Number };
        self.builder.sum(self.month(cell), show, terms);
    }

    /// The amounts missing to the goals: of the balance for a long-term goal, else of the budget.
    /// Nothing is missing without a goal, and the cell is null then. Income without a balance has
    /// no such cells.
    pub(super) fn underfunded_cells(&mut self, stored: &StoredFacts, has_income: bool) {
        for month in 0..self.month_count() {
            self.at_month(month);
            let mut terms = Vec::new();
            for slot in 0..self.categories.len() {
                let row = stored.category_rows(slot)[month];
                if row.goal.is_none() || self.categories[slot].fact.is_income && !has_income {
                    continue;
                }
                self.underfunded(slot, row.long_goal.is_some());
                terms.push(plus(self.category(slot, CategoryCell::Underfunded)));
            }
            if !terms.is_empty() {
                self.sum_month(MonthCell::TotalUnderfunded, terms);
            }
        }
    }

    fn underfunded(&mut self, slot: usize, may_be_long: bool) {
        let cell = |draft: &Self, cell| draft.category(slot, cell);
        let [goal, budget, balance, missing, positive] = [
            CategoryCell::Goal,
            CategoryCell::Budget,
            CategoryCell::Leftover,
            CategoryCell::Missing,
            CategoryCell::MissingPos,
        ]
        .map(|name| cell(self, name));
        let funded = if may_be_long {
            let flag = cell(self, CategoryCell::LongGoal);
            let chosen = Formula::Choose { flag, then: balance, otherwise: budget };
            self.define_category(slot, CategoryCell::Funded, chosen);
            cell(self, CategoryCell::Funded)
        } else {
            budget
        };
        self.sum_category(slot, CategoryCell::Missing, [plus(goal), minus(funded)]);
        self.define_category(slot, CategoryCell::MissingPos, Formula::Positive(missing));
        let formula = Formula::When { flag: goal, value: positive };
        self.define_category(slot, CategoryCell::Underfunded, formula);
    }

    pub(super) fn finish(self) -> Result<Months, SheetError> {
        let sheet = self.builder.build()?;
        Ok(Months { sheet, inputs: self.inputs, buffered: self.buffered })
    }
}

const fn shown(cell: CategoryCell) -> Show {
    let is_step = matches!(
        cell,
        CategoryCell::Carried
            | CategoryCell::Overspent
            | CategoryCell::Held
            | CategoryCell::Funded
            | CategoryCell::Missing
            | CategoryCell::MissingPos
            | CategoryCell::Difference
            | CategoryCell::DifferencePos
    );
    if is_step {
        Show::Hidden
    } else if matches!(cell, CategoryCell::Underfunded) {
        Show::NonZero
    } else {
        Show::Number
    }
}
