//! Budget analysis: what was budgeted, spent and left, month by month.

use std::iter;

use serde::Serialize;
use serde_json::Value as Json;

use super::context::{Reports, card_frame, recipe_of};
use super::fault::ReportFault;
use super::lens::CategoryView;
use super::meta::{BudgetAnalysisMeta, read};
use super::periods::MOST_PERIODS;
use super::ranges::MonthRange;
use crate::budget::BudgetMode;
use crate::budget::names::CategoryCell;
use crate::dates::Month;
use crate::ids::CategoryId;
use crate::money::{Total, nearest};

/// Budgets over time. Amounts are cents; spending is negative.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct BudgetAnalysis {
    /// The categories that count, in budget order.
    pub categories: Vec<CategoryId>,
    /// The months.
    pub points: Vec<BudgetPoint>,
    /// Budgeted over all months.
    #[ts(type = "number")]
    pub total_budgeted: i64,
    /// Spent over all months.
    #[ts(type = "number")]
    pub total_spent: i64,
    /// Overspending dropped over all months.
    #[ts(type = "number")]
    pub total_overspending_adjustment: i64,
    /// Overspending of the last month, which is not dropped yet.
    #[ts(type = "number")]
    pub final_overspending: i64,
}

/// A month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct BudgetPoint {
    /// The month.
    pub month: Month,
    /// Budgeted.
    #[ts(type = "number")]
    pub budgeted: i64,
    /// Spent.
    #[ts(type = "number")]
    pub spent: i64,
    /// Overspending of the month before that was dropped.
    #[ts(type = "number")]
    pub overspending_adjustment: i64,
    /// Budgeted, spent and carried over together.
    #[ts(type = "number")]
    pub balance: i64,
}

/// The balance of some categories in a month, and what it leaves to the next one.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Leftovers {
    /// Carried over to the next month.
    pub(super) carried: Total,
    /// Overspending that is dropped, without sign.
    pub(super) dropped: Total,
    budgeted: Total,
    spent: Total,
    /// Whether every cell is 0, as in a month that the budget does not reach.
    is_blank: bool,
}

/// The cells of a category that decide what a month leaves.
const LEAVING: [CategoryCell; 4] = [
    CategoryCell::Leftover,
    CategoryCell::Carryover,
    CategoryCell::Budget,
    CategoryCell::SumAmount,
];

/// The names of the cells of some categories, for [`leftovers`].
pub(super) fn leaving<'c>(categories: impl IntoIterator<Item = &'c CategoryId>) -> Vec<String> {
    categories.into_iter().flat_map(|id| LEAVING.map(|cell| cell.of(id))).collect()
}

/// The balances that each month leaves to the next one.
pub(super) fn leftovers(
    reports: &Reports<'_>,
    months: &[Month],
    names: &[String],
) -> Vec<Leftovers> {
    let values = reports.budgets.cells(months, names);
    let of_month = |at: usize| &values[at * names.len()..(at + 1) * names.len()];
    (0..months.len()).map(|at| left(reports, of_month(at))).collect()
}

fn left(reports: &Reports<'_>, values: &[i64]) -> Leftovers {
    let mut all = Leftovers { is_blank: true, ..Leftovers::default() };
    for &[balance, keeps, budgeted, spent] in values.as_chunks().0 {
        let (balance, keeps) = (Total::from(balance), keeps != 0);
        let is_rollover = reports.lens.facts.mode == BudgetMode::Rollover;
        if keeps || is_rollover && balance > 0 {
            all.carried += balance;
        } else if balance < 0 {
            all.dropped -= balance;
        }
        all.budgeted += Total::from(budgeted);
        all.spent += Total::from(spent);
        all.is_blank &= balance == 0 && budgeted == 0 && spent == 0;
    }
    all
}

/// The months of a card.
pub(super) fn budget_analysis(
    reports: &Reports<'_>,
    meta: &Json,
) -> Result<BudgetAnalysis, ReportFault> {
    let (common, frame) = card_frame(meta, &reports.calendar, reports.calendar.usual_frame());
    let shows_hidden = read::<BudgetAnalysisMeta>(meta).show_hidden_categories;
    let scope = reports.scope(&recipe_of(&common));
    let counts = |(place, it): &(usize, &CategoryView<'_>)| {
        !it.category.is_income
            && (shows_hidden || !it.is_hidden)
            && scope.filter().passes_category(Some(*place))
    };
    let all = reports.lens.categories.iter().enumerate();
    let categories: Vec<&CategoryId> = all.filter(counts).map(|(_, it)| &it.category.id).collect();
    let MonthRange { first, last } = frame.months();
    if i64::from(last.months_since(first)) > MOST_PERIODS {
        return Err(ReportFault::TooManyPeriods);
    }
    let names = leaving(categories.iter().copied());
    let months: Vec<Month> = iter::once(first.previous()).chain(first.through(last)).collect();
    let all = leftovers(reports, &months, &names);
    let mut before = all[0];
    let mut run = before.carried;
    let mut points = Vec::new();
    for (month, now) in months.into_iter().zip(all).skip(1) {
        points.push(BudgetPoint {
            month,
            budgeted: nearest(now.budgeted),
            spent: nearest(now.spent),
            overspending_adjustment: if month == first { 0 } else { nearest(before.dropped) },
            balance: nearest(now.budgeted + now.spent + run),
        });
        if !now.is_blank {
            run = now.carried;
        }
        before = now;
    }
    let total =
        |of: fn(&BudgetPoint) -> i64| nearest(points.iter().map(|it| Total::from(of(it))).sum());
    Ok(BudgetAnalysis {
        total_budgeted: total(|it| it.budgeted),
        total_spent: total(|it| it.spent),
        total_overspending_adjustment: total(|it| it.overspending_adjustment),
        final_overspending: nearest(before.dropped),
        categories: categories.into_iter().cloned().collect(),
        points,
    })
}
