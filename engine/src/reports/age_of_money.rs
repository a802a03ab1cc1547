//! Age of money: how many days lie between income and the spending that used it, first in, first
//! out.

use serde::Serialize;
use serde_json::Value as Json;

use super::context::{Reports, card_frame, recipe_of};
use super::fault::ReportFault;
use super::lens::{Seen, day_number};
use super::meta::{AgeOfMoneyMeta, read};
use super::periods::Periods;
use super::ranges::{Calendar, DayRange};
use super::recipe::{Recipe, Side};
use super::rows::RowFlags;
use crate::dates::Day;
use crate::money::{Total, rounded_quotient};

/// How many ages a figure is the mean of.
const AVERAGED: usize = 10;
/// A change of more days than this is a trend.
const STABLE_DAYS: i64 = 2;
/// Weeks begin on Monday whatever the setting.
const MONDAY: u8 = 1;

/// Age of money over time, in days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct AgeOfMoney {
    /// First day.
    pub start: Day,
    /// Last day that counts.
    pub end: Day,
    /// The periods from the first age on.
    pub points: Vec<AgePoint>,
    /// The mean of the last ages; none without any.
    #[ts(type = "number | null")]
    pub current: Option<i64>,
    /// `up`, `down` or `stable`.
    pub trend: Trend,
    /// The expenses whose ages `current` is the mean of, in order.
    pub averaged: Vec<SpendingAge>,
    /// Whether an expense was not covered by income.
    pub insufficient: bool,
}

/// An expense with the age of its money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SpendingAge {
    /// Its day.
    pub day: Day,
    /// The day of the last income that it used.
    pub earned: Day,
    /// Cents, negative.
    #[ts(type = "number")]
    pub amount: i64,
    /// Days between both; none are less than 0.
    #[ts(type = "number")]
    pub age: i64,
}

/// A period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct AgePoint {
    /// The day, the Monday of the week, or the month.
    pub key: String,
    /// Days.
    #[ts(type = "number")]
    pub age: i64,
}

/// Where the last two points go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Trend {
    /// More than two days up.
    Up,
    /// More than two days down.
    Down,
    /// Neither.
    Stable,
}

/// A row that makes or uses money. Days are compared as numbers.
struct Flow {
    day: i32,
    date: Day,
    amount: i64,
    is_starting: bool,
    order: f64,
}

/// An expense with its age.
struct Aged {
    day: i32,
    date: Day,
    earned: Day,
    amount: i64,
    age: i64,
}

/// The days, periods and rows of a card.
struct Covered {
    start: Day,
    end: Day,
    periods: Periods,
    /// The rows on budget up to the end.
    recipe: Recipe,
}

fn covered(reports: &Reports<'_>, meta: &Json) -> Result<Covered, ReportFault> {
    let calendar = Calendar { first_day_of_week: MONDAY, ..reports.calendar };
    let (common, frame) = card_frame(meta, &calendar, calendar.usual_frame());
    let DayRange { from: start, to: last } = frame.whole_months();
    let end = last.min(calendar.today);
    let granularity = read::<AgeOfMoneyMeta>(meta).granularity;
    let periods = Periods::new(granularity, DayRange::new(start, end), &calendar)?;
    let recipe = Recipe { on_budget: Some(true), ..recipe_of(&common).within(None, Some(end)) };
    Ok(Covered { start, end, periods, recipe })
}

/// The spending of a point, whose money has that age; of the last one without a key.
pub(super) fn spending_of(
    reports: &Reports<'_>,
    meta: &Json,
    point: Option<&str>,
) -> Result<Option<Recipe>, ReportFault> {
    let Covered { start, end, periods, recipe } = covered(reports, meta)?;
    let period = match point {
        Some(key) => periods.all.iter().find(|period| period.key == key),
        None => periods.all.last(),
    };
    Ok(period.map(|period| {
        recipe.within(Some(period.from.max(start)), Some(period.to.min(end))).on_side(Side::Out)
    }))
}

/// The ages of a card.
pub(super) fn age_of_money(reports: &Reports<'_>, meta: &Json) -> Result<AgeOfMoney, ReportFault> {
    let Covered { start, end, periods, recipe } = covered(reports, meta)?;
    let (ages, insufficient) = ages(&flows(reports, &recipe));
    let first = day_number(start);
    let ages: Vec<Aged> = ages.into_iter().filter(|aged| aged.day >= first).collect();
    let points = periods.all.into_iter().filter_map(|period| {
        let last = day_number(period.to);
        let count = ages.partition_point(|aged| aged.day <= last);
        Some(AgePoint { key: period.key, age: mean(&ages[..count])? })
    });
    let points: Vec<AgePoint> = points.collect();
    let change = match points.as_slice() {
        [.., before, last] => last.age - before.age,
        _ => 0,
    };
    let trend = match change {
        change if change > STABLE_DAYS => Trend::Up,
        change if change < -STABLE_DAYS => Trend::Down,
        _ => Trend::Stable,
    };
    let averaged = last_of(&ages).iter().map(|aged| SpendingAge {
        day: aged.date,
        earned: aged.earned,
        amount: aged.amount,
        age: aged.age,
    });
    let averaged = averaged.collect();
    Ok(AgeOfMoney { start, end, points, current: mean(&ages), trend, averaged, insufficient })
}

/// The rows that enter or leave the chosen accounts, by day and within a day from the top of the
/// register.
fn flows(reports: &Reports<'_>, recipe: &Recipe) -> Vec<Flow> {
    let scope = reports.scope(recipe);
    let filter = scope.filter();
    // A transfer with an account that the conditions leave out enters or leaves the chosen ones.
    let chooses = filter.has_account_tests() && !filter.searches_accounts();
    let counts = |row: &Seen<'_>| match row.target {
        None => true,
        Some(_) if reports.lens.leaves_budget(row) => true,
        Some(target) => chooses && !filter.passes_account(target),
    };
    let mut flows = Vec::new();
    scope.each(|row| {
        if row.amount() != 0 && counts(row) {
            flows.push(Flow {
                day: row.day_number,
                date: row.day(),
                amount: row.amount(),
                is_starting: row.packed.flags.has(RowFlags::STARTING),
                order: row.label.order,
            });
        }
    });
    // Rows of a day come by key, which stays the order of equal ones.
    for of_day in flows.chunk_by_mut(|one: &Flow, other: &Flow| one.day == other.day) {
        of_day.sort_by(|one, other| {
            let starting = one.is_starting.cmp(&other.is_starting);
            starting.then_with(|| other.order.total_cmp(&one.order))
        });
    }
    flows
}

/// The age of each expense that found income, in order, and whether income was missing.
fn ages(flows: &[Flow]) -> (Vec<Aged>, bool) {
    let mut pots = flows.iter().filter(|flow| flow.amount > 0);
    let (mut pot, mut left) = (None::<&Flow>, Total::from(0));
    let (mut ages, mut insufficient) = (Vec::new(), false);
    for expense in flows.iter().filter(|flow| flow.amount < 0) {
        let (mut wanted, mut touched) = (-Total::from(expense.amount), None);
        while wanted > 0 {
            if left == 0 {
                pot = pots.next();
                left = pot.map_or(0, |pot| pot.amount.into());
            }
            let Some(pot) = pot else { break };
            touched = Some(pot);
            let taken = left.min(wanted);
            (left, wanted) = (left - taken, wanted - taken);
        }
        insufficient |= wanted > 0;
        if let Some(from) = touched {
            ages.push(Aged {
                day: expense.day,
                date: expense.date,
                earned: from.date,
                amount: expense.amount,
                age: i64::from(expense.day - from.day).max(0),
            });
        }
    }
    (ages, insufficient)
}

/// The ages that a figure is the mean of.
fn last_of(ages: &[Aged]) -> &[Aged] {
    &ages[ages.len().saturating_sub(AVERAGED)..]
}

/// The mean of the last ages, rounded half up.
fn mean(ages: &[Aged]) -> Option<i64> {
    let last = last_of(ages);
    let count = Total::try_from(last.len()).ok().filter(|count| *count > 0)?;
    Some(rounded_quotient(last.iter().map(|aged| Total::from(aged.age)).sum(), count))
}
