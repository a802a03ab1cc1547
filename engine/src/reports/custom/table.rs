//! One pass over the rows into sums by item and period.
//!
//! Rows come day by day, so a period is complete before the next one begins. Only its own sums are
//! added up in place; the finished ones are kept without the empty ones, which are most of them in
//! a split by payee.

use super::cell::Cell;
use super::definition::{BalanceType, Definition};
use super::items::Items;
use super::shape::{CountAndSum, NotShown};
use crate::dates::Month;
use crate::money::{Total, nearest};
use crate::reports::context::Reports;
use crate::reports::recipe::{LeftOut, left_out};

/// The sums of an item in a period that has rows of it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Filled {
    pub(super) period: usize,
    pub(super) cell: Cell,
}

/// The period whose rows are being added up.
struct Current {
    period: usize,
    /// By base item.
    cells: Vec<Cell>,
    /// The items that have rows in it.
    touched: Vec<usize>,
}

/// The sums. Items without rows have none.
pub(super) struct Table {
    /// By base item: where its sums begin, and last where they end.
    starts: Vec<usize>,
    /// By base item, then by period.
    sums: Vec<Filled>,
    /// By shown group, if groups are shown.
    groups: Vec<Vec<Filled>>,
    is_plain: bool,
    current: Current,
    /// The sums of finished periods, with their items.
    finished: Vec<(usize, Filled)>,
    /// By period, over all items.
    pub(super) totals: Vec<Cell>,
    pub(super) not_shown: NotShown,
}

impl Table {
    pub(super) fn new(reports: &Reports<'_>, report: &Definition, items: &Items) -> Self {
        let width = report.periods.len();
        let mut table = Self {
            starts: Vec::new(),
            sums: Vec::new(),
            groups: Vec::new(),
            is_plain: items.is_plain(),
            current: Current {
                period: 0,
                cells: vec![Cell::default(); items.base_count()],
                touched: Vec::new(),
            },
            finished: Vec::new(),
            totals: vec![Cell::default(); width],
            not_shown: NotShown::default(),
        };
        if report.meta.balance_type == BalanceType::Budgeted {
            table.add_budgets(reports, report);
        } else {
            table.add_rows(reports, report, items);
        }
        table.finish_period();
        table.sort();
        if !table.is_plain {
            table.sum_groups(items, width);
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
        if period != self.current.period {
            self.finish_period();
            self.current.period = period;
        }
        let cell = &mut self.current.cells[item];
        // No amount is 0, so a cell with rows is never empty.
        if *cell == Cell::default() {
            self.current.touched.push(item);
        }
        cell.add(cents);
        self.totals[period].add(cents);
    }

    fn finish_period(&mut self) {
        let Current { period, cells, touched } = &mut self.current;
        let finished = touched.drain(..).map(|item| {
            let cell = std::mem::take(&mut cells[item]);
            (item, Filled { period: *period, cell })
        });
        self.finished.extend(finished);
    }

    /// Puts the sums of each item together, in the order of their periods.
    fn sort(&mut self) {
        let finished = std::mem::take(&mut self.finished);
        let mut starts = vec![0; self.current.cells.len() + 1];
        for (item, _) in &finished {
            starts[item + 1] += 1;
        }
        for item in 1..starts.len() {
            starts[item] += starts[item - 1];
        }
        let mut next = starts.clone();
        self.sums = vec![Filled::default(); finished.len()];
        for (item, filled) in finished {
            self.sums[next[item]] = filled;
            next[item] += 1;
        }
        self.starts = starts;
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

    fn sum_groups(&mut self, items: &Items, width: usize) {
        let mut groups: Vec<Option<Vec<Cell>>> = vec![None; items.shown.len()];
        for base in 0..items.base_count() {
            let Some(filled) = self.base_cells(base) else { continue };
            let sums =
                groups[items.group_of(base)].get_or_insert_with(|| vec![Cell::default(); width]);
            for Filled { period, cell } in filled {
                sums[*period] = sums[*period].plus(*cell);
            }
        }
        let filled = |cells: Vec<Cell>| {
            let all = cells.into_iter().enumerate();
            let all = all.map(|(period, cell)| Filled { period, cell });
            all.filter(|it| it.cell != Cell::default()).collect()
        };
        self.groups = groups.into_iter().map(|cells| cells.map_or_else(Vec::new, filled)).collect();
    }

    /// The sums of a shown item, by period; none if it has no rows.
    pub(super) fn cells_of(&self, shown: usize) -> Option<&[Filled]> {
        if self.is_plain {
            return self.base_cells(shown);
        }
        Some(&*self.groups[shown]).filter(|filled| !filled.is_empty())
    }

    /// The sums of every item that is shown or could be.
    pub(super) fn items(&self) -> impl Iterator<Item = &[Filled]> {
        let bases = if self.is_plain { self.current.cells.len() } else { 0 };
        let plain = (0..bases).filter_map(|base| self.base_cells(base));
        plain.chain(self.groups.iter().map(Vec::as_slice))
    }

    /// The sums of a base item, by period; none if it has no rows.
    pub(super) fn base_cells(&self, base: usize) -> Option<&[Filled]> {
        let filled = &self.sums[self.starts[base]..self.starts[base + 1]];
        Some(filled).filter(|filled| !filled.is_empty())
    }
}

fn period_of(report: &Definition, month: Month) -> Option<usize> {
    let day = month.first_day();
    report.periods.all.iter().position(|period| period.from <= day && day <= period.to)
}
