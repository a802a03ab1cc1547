//! Saved reports: rows split by category, group, payee, account or period, with what each holds.

mod cell;
mod definition;
mod forms;
mod items;
mod shape;
mod table;

use serde_json::Value as Json;

use super::context::Reports;
use super::fault::ReportFault;
use super::periods::Period;
use super::ranges::DayRange;
use crate::money::{Total, nearest, rounded_quotient};
use cell::Cell;
pub(super) use definition::Definition;
pub use definition::{BalanceType, GroupBy, ReportMeta, SortBy};
pub use items::SpecialItem;
use items::{Item, Items};
pub use shape::{CountAndSum, CustomReport, IntervalSums, NotShown, ReportRow, Slice, Sums};
use table::{Filled, Table};

/// The figures of a saved report.
pub(super) fn custom_report(
    reports: &Reports<'_>,
    meta: &Json,
) -> Result<CustomReport, ReportFault> {
    let report = Definition::read(reports, meta)?;
    let items = Items::new(reports, &report);
    let table = Table::new(reports, &report, &items);
    let mut rows = listed(&report, &items, &table);
    let total = total(&report, &table);
    let periods = Total::try_from(report.periods.len()).unwrap_or(0);
    let average = if periods == 0 { 0 } else { rounded_quotient(total.value.into(), periods) };
    let mut intervals = intervals(&report, &table);
    if report.meta.trim_intervals {
        trim(&mut intervals, &mut rows);
    }
    if report.meta.show_trend_lines {
        rows.iter_mut().for_each(|row| row.trend = forms::trend(&row.cells));
    }
    let graph_type = report.graph_type();
    let slices = if graph_type == "DonutGraph" { forms::slices(&rows) } else { Vec::new() };
    Ok(CustomReport {
        start: report.start,
        end: report.end,
        interval: report.periods.interval,
        split: report.meta.group_by,
        balance_type: report.meta.balance_type,
        graph_type,
        over_time: report.is_over_time(),
        intervals,
        total: sums(total.cell, total.value),
        average,
        not_shown: table.not_shown.clone(),
        rows,
        slices,
    })
}

/// A sum of cells with its value, which may be netted in parts.
struct Valued {
    cell: Cell,
    value: i64,
}

fn sums(cell: Cell, value: i64) -> Sums {
    Sums {
        deposits: nearest(cell.deposits),
        payments: nearest(cell.payments),
        net: nearest(cell.net()),
        value,
    }
}

fn sum_of(filled: &[Filled]) -> Cell {
    filled.iter().fold(Cell::default(), |sum, it| sum.plus(it.cell))
}

/// The rows that are shown, in order.
fn listed(report: &Definition, items: &Items, table: &Table) -> Vec<ReportRow> {
    if report.meta.group_by == GroupBy::Interval {
        return Vec::new();
    }
    let rows = items.shown.iter().enumerate().filter_map(|(at, item)| {
        let row = shown_row(report, item, table.cells_of(at), items.is_possible(at))?;
        let members = items.members(at).filter_map(|(at, item)| {
            shown_row(report, item, table.base_cells(at), items.is_possible_base(at))
        });
        Some(ReportRow { categories: sorted(report, members.collect()), ..row })
    });
    sorted(report, rows.collect())
}

/// An item as a row; none if it is empty and not shown for that.
fn shown_row(
    report: &Definition,
    item: &Item,
    filled: Option<&[Filled]>,
    is_possible: bool,
) -> Option<ReportRow> {
    let filled = match filled {
        Some(filled) => filled,
        None if report.meta.show_empty && is_possible => &[],
        None => return None,
    };
    let kind = report.meta.balance_type;
    let mut of_periods = vec![0; report.periods.len()];
    for it in filled {
        of_periods[it.period] = nearest(kind.value(it.cell));
    }
    let cell = sum_of(filled);
    let value = if report.is_over_time() {
        nearest(filled.iter().map(|it| kind.value(it.cell)).sum())
    } else {
        nearest(kind.value(cell))
    };
    let is_empty = match kind {
        BalanceType::Net | BalanceType::Budgeted => cell == Cell::default(),
        // Netted over the whole range, in both modes.
        BalanceType::Payment
        | BalanceType::Deposit
        | BalanceType::NetPayment
        | BalanceType::NetDeposit => kind.value(cell) == 0,
    };
    let is_shown = !is_empty || report.meta.show_empty && is_possible;
    is_shown.then(|| ReportRow {
        id: item.id.clone(),
        special: item.special,
        name: item.name.clone(),
        sums: sums(cell, value),
        cells: of_periods,
        trend: None,
        categories: Vec::new(),
    })
}

fn sorted(report: &Definition, mut rows: Vec<ReportRow>) -> Vec<ReportRow> {
    let payments_first = report.meta.balance_type.is_payment();
    let size = |row: &ReportRow| {
        if payments_first { row.sums.value.saturating_neg() } else { row.sums.value }
    };
    match report.meta.sort_by {
        SortBy::Desc => rows.sort_by_key(|row| std::cmp::Reverse(size(row))),
        SortBy::Asc => rows.sort_by_key(size),
        SortBy::Name => rows.sort_by_cached_key(|row| items::name_key(&row.name)),
        SortBy::Budget => {}
    }
    rows
}

/// The total of the report: netted where its rows are. Items that are not listed count too.
fn total(report: &Definition, table: &Table) -> Valued {
    let kind = report.meta.balance_type;
    let cell = table.totals.iter().fold(Cell::default(), |sum, cell| sum.plus(*cell));
    let value = if !kind.nets() {
        kind.value(cell)
    } else if report.meta.group_by == GroupBy::Interval {
        table.totals.iter().map(|cell| kind.value(*cell)).sum()
    } else if report.is_over_time() {
        table.items().flatten().map(|it| kind.value(it.cell)).sum()
    } else {
        table.items().map(|filled| kind.value(sum_of(filled))).sum()
    };
    Valued { cell, value: nearest(value) }
}

fn intervals(report: &Definition, table: &Table) -> Vec<IntervalSums> {
    let kind = report.meta.balance_type;
    let sums_of_cells = kind.nets() && report.is_over_time();
    let mut of_items: Vec<Total> = vec![0; if sums_of_cells { table.totals.len() } else { 0 }];
    for it in table.items().flatten().filter(|_| sums_of_cells) {
        of_items[it.period] += kind.value(it.cell);
    }
    let periods = report.periods.all.iter().zip(&table.totals).enumerate();
    let one = |(at, (period, cell)): (usize, (&Period, &Cell))| {
        let value = if sums_of_cells { of_items[at] } else { kind.value(*cell) };
        let DayRange { from, to } = report.cut(period);
        IntervalSums { key: period.key.clone(), from, to, sums: sums(*cell, nearest(value)) }
    };
    periods.map(one).collect()
}

/// Drops the periods at both ends in which nothing has a value.
fn trim(intervals: &mut Vec<IntervalSums>, rows: &mut [ReportRow]) {
    let holds = |(at, it): (usize, &IntervalSums)| {
        it.sums.value != 0 || rows.iter().any(|row| row.cells[at] != 0)
    };
    let held: Vec<bool> = intervals.iter().enumerate().map(holds).collect();
    let first = held.iter().position(|it| *it).unwrap_or(held.len());
    let after = held.iter().rposition(|it| *it).map_or(first, |last| last + 1);
    *intervals = intervals.drain(first..after).collect();
    for row in rows {
        row.cells = row.cells.drain(first..after).collect();
        for category in &mut row.categories {
            category.cells = category.cells.drain(first..after).collect();
        }
    }
}
