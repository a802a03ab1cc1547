//! The plan of a tracking budget: what its months add to the balance on budget.

use std::collections::BTreeMap;

use super::shape::{Forecast, ForecastMonth, ForecastRequest, ForecastSource, LowestDay};
use crate::budget::BudgetMode;
use crate::budget::names::{CategoryCell, MonthCell};
use crate::dates::Month;
use crate::money::{Total, nearest};
use crate::reports::context::Reports;
use crate::reports::fault::ReportFault;
use crate::reports::ranges::DayRange;
use crate::reports::recipe::Recipe;

/// One point for each month end: the balance on budget now and the plans up to there.
pub(super) fn tracking(
    reports: &Reports<'_>,
    request: &ForecastRequest,
    DayRange { from: start, to: end }: DayRange,
) -> Result<Forecast, ReportFault> {
    if reports.lens.facts.mode != BudgetMode::Report {
        return Err(ReportFault::NotTracking);
    }
    let recipe = Recipe { on_budget: Some(true), ..Recipe::default() };
    let mut balance = reports.scope(&recipe).sum();
    let (mut month_ends, mut lowest) = (Vec::new(), None::<LowestDay>);
    for month in start.month().through(end.month()) {
        let is_begun = request.rest_of_month && month == reports.current_month();
        balance += if is_begun { rest(reports, month) } else { plan(reports, month) };
        let (date, balance) = (month.last_day(), nearest(balance));
        month_ends.push(ForecastMonth { month, date, balance, accounts: BTreeMap::new() });
        if lowest.as_ref().is_none_or(|lowest| balance < lowest.balance) {
            lowest = Some(LowestDay { date, balance, account: None });
        }
    }
    Ok(Forecast {
        start,
        end,
        source: ForecastSource::TrackingBudget,
        scheduled: Vec::new(),
        missed: Vec::new(),
        days: Vec::new(),
        month_ends,
        lowest,
        below_zero: Vec::new(),
        below_now: Vec::new(),
        below_ahead: Vec::new(),
    })
}

/// The planned savings of a month.
fn plan(reports: &Reports<'_>, month: Month) -> Total {
    let cell = |cell| Total::from(reports.budgets.month_cell(month, cell));
    cell(MonthCell::TotalBudgetIncome) - cell(MonthCell::TotalBudgeted)
}

/// The rest of the plan of a month that has begun.
fn rest(reports: &Reports<'_>, month: Month) -> Total {
    let cell = |cell| Total::from(reports.budgets.month_cell(month, cell));
    let income = cell(MonthCell::TotalBudgetIncome) - cell(MonthCell::TotalIncome);
    let shown = reports.lens.categories.iter().filter(|it| !it.category.is_income && !it.is_hidden);
    let left = shown.map(|it| {
        let of = |cell| Total::from(reports.budgets.category_cell(month, cell, &it.category.id));
        (of(CategoryCell::Budget) + of(CategoryCell::SumAmount)).max(0)
    });
    income.max(0) - left.sum::<Total>()
}
