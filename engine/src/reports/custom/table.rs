//! One pass over the rows into sums by item and period.

use super::cell::Cell;
use super::definition::{BalanceType, Definition};
use super::items::Items;
use super::shape::{CountAndSum, NotShown};
use crate::dates::Month;
use crate::money::{Total, nearest};
use crate::reports::context::Reports;
use crate::reports::recipe::{LeftOut, left_out};

/// The sums. Items without rows have no cells.
pub(super) struct Table {
    /// By base item: where its cells begin.
    starts: Vec<Option<usize>>,
    cells: Vec<Cell>,
    /// By shown group, if groups are shown.
    groups: Vec<Option<Vec<Cell>>>,
    is_plain: bool,
    width: usize,
    /// By period, over all items.
    pub(super) totals: Vec<Cell>,
    pub(super) not_shown: NotShown,
}

impl Table {
    pub(super) fn new(reports: &Reports<'_>, report: &Definition, items: &Items) -> Self {
        let width = report.periods.len();
        let mut table = Self {
            starts: vec![None; items.base_count()],
            cells: Vec::new(),
            groups: Vec::new(),
            is_plain: items.is_plain(),
            width,
            totals: vec![Cell::default(); width],
            not_shown: NotShown::default(),
        };
        if report.meta.balance_type == BalanceType::Budgeted {
            table.add_budgets(reports, report);
        } else {
            table.add_rows(reports, report, items);
        }
        if !table.is_plain {
            table.sum_groups(items);
        }
        table
    }

    fn add_rows(&mut self, reports: &Reports<'_>, report: &Definition, items: &Items) {
        let scope = reports.scope(&report.recipe);
        scope.each(|row| {
            if row.amount() == 0 {
                return;
            }
            if let Some(reason) = left_out(row, &reports.lens, report.shown) {
                self.leave_out(reason, row.amount());
            } else if let Some(period) = report.periods.place(row) {
                self.add(items.of(row), period, row.amount());
            }
        });
    }

    fn add_budgets(&mut self, reports: &Reports<'_>, report: &Definition) {
        let scope = reports.scope(&report.recipe);
        let filter = scope.filter();
        let Some(range) = report.periods.bounds() else { return };
        let all = reports.lens.categories.iter().enumerate();
        let expenses =
            all.filter(|(at, it)| !it.category.is_income && filter.passes_category(Some(*at)));
        for (at, it) in expenses {
            for month in range.from.month().through(range.to.month()) {
                let cents = reports.budgets.stored(month, &it.category.id).unwrap_or(0);
                if cents == 0 {
                    continue;
                }
                if it.is_hidden && !report.shown.hidden {
                    self.leave_out(LeftOut::Hidden, cents);
                } else if let Some(period) = period_of(report, month) {
                    self.add(at, period, cents);
                }
            }
        }
    }

    fn add(&mut self, item: usize, period: usize, cents: i64) {
        let start = *self.starts[item].get_or_insert_with(|| {
            let start = self.cells.len();
            self.cells.resize(start + self.width, Cell::default());
            start
        });
        self.cells[start + period].add(cents);
        self.totals[period].add(cents);
    }

    fn leave_out(&mut self, reason: LeftOut, cents: i64) {
        let kept = match reason {
            LeftOut::Hidden => &mut self.not_shown.hidden,
            LeftOut::OffBudget => &mut self.not_shown.off_budget,
            LeftOut::Uncategorized => &mut self.not_shown.uncategorised,
        };
        let kept = kept.get_or_insert_with(CountAndSum::default);
        kept.count += 1;
        kept.sum = nearest(Total::from(kept.sum) + Total::from(cents));
    }

    fn sum_groups(&mut self, items: &Items) {
        self.groups = vec![None; items.shown.len()];
        for base in 0..self.starts.len() {
            let Some(start) = self.starts[base] else { continue };
            let group = &mut self.groups[items.group_of(base)];
            let sums = group.get_or_insert_with(|| vec![Cell::default(); self.width]);
            for (sum, cell) in sums.iter_mut().zip(&self.cells[start..start + self.width]) {
                *sum = sum.plus(*cell);
            }
        }
    }

    /// The cells of a shown item, by period; none if it has no rows.
    pub(super) fn cells_of(&self, shown: usize) -> Option<&[Cell]> {
        if self.is_plain { self.base_cells(shown) } else { self.groups[shown].as_deref() }
    }

    /// The cells of every item that is shown or could be.
    pub(super) fn items(&self) -> impl Iterator<Item = &[Cell]> {
        let plain = self.starts.iter().flatten().filter(|_| self.is_plain);
        let plain = plain.map(|start| &self.cells[*start..*start + self.width]);
        plain.chain(self.groups.iter().flatten().map(Vec::as_slice))
    }

    /// The cells of a base item.
    pub(super) fn base_cells(&self, base: usize) -> Option<&[Cell]> {
        self.starts[base].map(|start| &self.cells[start..start + self.width])
    }
}

fn period_of(report: &Definition, month: Month) -> Option<usize> {
    let day = month.first_day();
    report.periods.all.iter().position(|period| period.from <= day && day <= period.to)
}
