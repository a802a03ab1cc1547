//! Calendar: income and expenses of each day.

use serde::Serialize;
use serde_json::Value as Json;

use super::context::{Reports, card_frame, recipe_of};
use super::fault::ReportFault;
use super::meta::{CalendarMeta, read};
use super::periods::MOST_PERIODS;
use super::ranges::DayRange;
use super::recipe::{Recipe, RowKind};
use super::rows::day_in;
use super::summary::usual_frame;
use crate::dates::{Day, Month};
use crate::money::{Decimal, Total, nearest};

/// A calendar card. Amounts are cents without sign.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct CalendarFigures {
    /// The months in order.
    pub months: Vec<CalendarMonth>,
    /// Income of all months.
    #[ts(type = "number")]
    pub total_income: i64,
    /// Expenses of all months.
    #[ts(type = "number")]
    pub total_expense: i64,
}

/// A month.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct CalendarMonth {
    /// The month.
    pub month: Month,
    /// First day of the week of its first day.
    pub first_cell: Day,
    /// Last day of the week of its last day.
    pub last_cell: Day,
    /// Income of the month.
    #[ts(type = "number")]
    pub income: i64,
    /// Expenses of the month.
    #[ts(type = "number")]
    pub expense: i64,
    /// The days that have either.
    pub days: Vec<CalendarDay>,
}

/// A day.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct CalendarDay {
    /// The day.
    pub day: Day,
    /// Income.
    #[ts(type = "number")]
    pub income: i64,
    /// Expenses.
    #[ts(type = "number")]
    pub expense: i64,
    /// Percent of the month's income, to six decimals.
    #[ts(type = "number")]
    pub income_share: Decimal,
    /// Percent of the month's expenses.
    #[ts(type = "number")]
    pub expense_share: Decimal,
}

/// A card on this day: its recipe, first and last month.
pub(super) fn card(reports: &Reports<'_>, meta: &Json) -> (Recipe, Month, Month) {
    let (common, frame) = card_frame(meta, &reports.calendar, usual_frame(reports));
    let DayRange { from: start, to: end } = frame.whole_months();
    let leaves_out = read::<CalendarMeta>(meta).leave_out_transfers;
    let kind = if leaves_out { RowKind::BudgetFlows } else { RowKind::All };
    let recipe = recipe_of(&common).within(Some(start), Some(end)).of_kind(kind);
    (recipe, start.month(), end.month())
}

/// The days of a card.
pub(super) fn calendar(reports: &Reports<'_>, meta: &Json) -> Result<CalendarFigures, ReportFault> {
    let (recipe, first, last) = card(reports, meta);
    let count = i64::from(last.months_since(first)) + 1;
    if count > MOST_PERIODS {
        return Err(ReportFault::TooManyPeriods);
    }
    let count = usize::try_from(count).unwrap_or(0);
    let mut sums = vec![[(0, 0); 31]; count];
    reports.scope(&recipe).each(|row| {
        let at = usize::try_from(row.month.months_since(first)).ok();
        let days = at.and_then(|at| sums.get_mut(at));
        let day = days.and_then(|days| days.get_mut(usize::from(row.packed.day.max(1) - 1)));
        if let Some((income, expense)) = day {
            let amount = Total::from(row.amount());
            *(if amount > 0 { income } else { expense }) += amount.abs();
        }
    });
    let months = first.through(last).zip(&sums);
    let months: Vec<_> = months.map(|(month, days)| of_month(reports, month, days)).collect();
    let all = || sums.iter().flatten();
    Ok(CalendarFigures {
        months,
        total_income: nearest(all().map(|(income, _)| income).sum()),
        total_expense: nearest(all().map(|(_, expense)| expense).sum()),
    })
}

fn of_month(reports: &Reports<'_>, month: Month, days: &[(Total, Total); 31]) -> CalendarMonth {
    let calendar = &reports.calendar;
    let income: Total = days.iter().map(|(income, _)| income).sum();
    let expense: Total = days.iter().map(|(_, expense)| expense).sum();
    let share = |part: Total, of| Decimal::quotient(part * 100, of, 6).unwrap_or_default();
    let day = |(number, of_day): (u8, &(Total, Total))| CalendarDay {
        day: day_in(month, number),
        income: nearest(of_day.0),
        expense: nearest(of_day.1),
        income_share: share(of_day.0, income),
        expense_share: share(of_day.1, expense),
    };
    let last_week = calendar.week_of(month.last_day());
    CalendarMonth {
        month,
        first_cell: calendar.week_of(month.first_day()),
        last_cell: last_week.plus_days(6).unwrap_or(last_week),
        income: nearest(income),
        expense: nearest(expense),
        days: (1..).zip(days).filter(|(_, it)| **it != (0, 0)).map(day).collect(),
    }
}
