//! Spending: how one month's spending runs on, beside another month, an average, or the budget.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value as Json;

use super::context::{Reports, recipe_of};
use super::fault::ReportFault;
use super::lens::day_number;
use super::meta::{CommonMeta, SpendingMeta, read};
use super::recipe::Recipe;
use super::rows::{day_in, day_of_month};
use crate::dates::{Day, Month};
use crate::money::{Decimal, Total, nearest, rounded_quotient};

/// Positions of a month: its days, and the last one for day 28 to its end.
const POSITIONS: u8 = 28;
/// Months of the average without a setting.
const USUAL_MONTHS: i32 = 3;
/// Most months of an average.
const MOST_MONTHS: i32 = 12_000;

/// Spending of a month. Amounts are cents, and spending is negative.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Spending {
    /// `single-month`, `budget` or `average`.
    pub mode: String,
    /// The month that is looked at.
    pub compare: Month,
    /// The month it is compared with.
    pub compare_to: Month,
    /// The months of the average.
    pub average_months: Vec<Month>,
    /// The positions, 1 to 28.
    pub points: Vec<SpendingPoint>,
    /// The position at which the following figures stand.
    pub at_day: u8,
    /// Spent so far.
    #[ts(type = "number | null")]
    pub spent: Option<i64>,
    /// Spent by then in the other month.
    #[ts(type = "number | null")]
    pub spent_to: Option<i64>,
    /// The average by then.
    #[ts(type = "number")]
    pub spent_average: i64,
    /// The part of the budget by then, to four decimals.
    #[ts(type = "number")]
    pub spent_budget: Decimal,
    /// The budget of the whole month, negative.
    #[ts(type = "number")]
    pub month_budget: i64,
    /// What the series of the mode has at this position, less what was spent: positive if more was
    /// spent than in the other.
    #[ts(type = "number | null")]
    pub difference: Option<i64>,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct SpendingPoint {
    /// The day; 28 stands for all later ones too.
    pub day: u8,
    /// Spent up to here; none if the day has not come yet.
    #[ts(type = "number | null")]
    pub compare: Option<i64>,
    /// The same of the other month.
    #[ts(type = "number | null")]
    pub compare_to: Option<i64>,
    /// The average.
    #[ts(type = "number")]
    pub average: i64,
    /// The part of the budget, to four decimals.
    #[ts(type = "number")]
    pub budget: Decimal,
}

/// A card with its dates resolved for today.
pub(super) struct Card {
    pub(super) recipe: Recipe,
    pub(super) compare: Month,
    pub(super) compare_to: Month,
    mode: String,
    average_months: Vec<Month>,
}

impl Card {
    pub(super) fn read(reports: &Reports<'_>, meta: &Json) -> Self {
        let common: CommonMeta = read(meta);
        let card: SpendingMeta = read(meta);
        let compare = card.compare.unwrap_or_else(|| reports.current_month());
        let range = card.average_range.unwrap_or_default();
        let first = match range["mode"].as_str() {
            Some("year-to-date") => compare.plus(1 - compare.number()),
            Some("all-time") => reports.calendar.earliest.month(),
            _ => {
                let months = range["months"].as_i64().and_then(|it| i32::try_from(it).ok());
                compare.plus(-months.unwrap_or(USUAL_MONTHS).clamp(1, MOST_MONTHS))
            }
        };
        let on_budget = Some(true);
        let recipe = Recipe { on_budget, without_income: true, ..recipe_of(&common) };
        Self {
            recipe,
            compare,
            compare_to: card.compare_to.unwrap_or_else(|| compare.previous()),
            mode: card.mode.unwrap_or_else(|| "single-month".to_owned()),
            average_months: first.through(compare.previous()).collect(),
        }
    }

    /// The days of a month up to the end of a position, as far as they have come.
    pub(super) fn up_to(&self, month: Month, position: u8, today: Day) -> Recipe {
        let last = if position < POSITIONS { day_in(month, position) } else { month.last_day() };
        self.recipe.clone().within(Some(month.first_day()), Some(last.min(today)))
    }
}

/// The spending of a month up to the end of each position.
type Run = [Total; POSITIONS as usize];

fn place(day: u8) -> usize {
    usize::from(day.clamp(1, POSITIONS) - 1)
}

/// The spending of a card.
pub(super) fn spending(reports: &Reports<'_>, meta: &Json) -> Result<Spending, ReportFault> {
    let card = Card::read(reports, meta);
    let today = reports.calendar.today;
    let mut months: HashMap<Month, Run> = HashMap::new();
    let averaged = card.average_months.first().copied().unwrap_or(card.compare);
    let first = card.compare.min(card.compare_to).min(averaged);
    let last = card.compare.max(card.compare_to);
    let range = card.recipe.clone().within(Some(first.first_day()), Some(last.last_day()));
    let seen = [card.compare, card.compare_to];
    let mut current: HashMap<Month, Run> = HashMap::new();
    let scope = reports.scope(&range);
    let last_day = day_number(today);
    scope.each(|row| {
        let at = place(row.packed.day);
        months.entry(row.month).or_default()[at] += Total::from(row.amount());
        if seen.contains(&row.month) && row.day_number <= last_day {
            let run = current.entry(row.month).or_default();
            run[at] += Total::from(row.amount());
        }
    });
    let run = |month: Month| current.get(&month).copied().unwrap_or_default();
    let (compare, compare_to) = (run(card.compare), run(card.compare_to));
    let mut average = Run::default();
    for month in card.average_months.iter().filter_map(|month| months.get(month)) {
        average.iter_mut().zip(month).for_each(|(sum, cents)| *sum += cents);
    }
    let budget = month_budget(reports, &scope, card.compare);
    let points: Vec<SpendingPoint> = (1..=POSITIONS)
        .map(|day| {
            let up_to = |run: &Run| run[..=place(day)].iter().sum::<Total>();
            let come = |month: Month, run: &Run| {
                (day_in(month, day) <= today).then(|| nearest(up_to(run)))
            };
            let count = Total::try_from(card.average_months.len()).unwrap_or(0);
            SpendingPoint {
                day,
                compare: come(card.compare, &compare),
                compare_to: come(card.compare_to, &compare_to),
                average: if count == 0 { 0 } else { rounded_quotient(up_to(&average), count) },
                budget: part_of_budget(budget, card.compare, day),
            }
        })
        .collect();
    Ok(summary(reports, card, points, budget))
}

/// The stored budgets of the living expense categories that pass the conditions.
pub(super) fn month_budget(
    reports: &Reports<'_>,
    scope: &super::recipe::Scope<'_, '_>,
    month: Month,
) -> Total {
    let all = reports.lens.categories.iter().enumerate();
    let expenses = all.filter(|(place, it)| {
        !it.category.is_income && scope.filter().passes_category(Some(*place))
    });
    let stored = expenses.filter_map(|(_, it)| reports.budgets.stored(month, &it.category.id));
    stored.map(Total::from).sum()
}

fn part_of_budget(budget: Total, month: Month, day: u8) -> Decimal {
    let days = Total::from(day_of_month(month.last_day()));
    let by = if day < POSITIONS { Total::from(day) } else { days };
    Decimal::quotient(-budget * by, days, 4).unwrap_or_default()
}

fn summary(
    reports: &Reports<'_>,
    card: Card,
    points: Vec<SpendingPoint>,
    budget: Total,
) -> Spending {
    let today = reports.calendar.today;
    let is_current = card.compare == today.month();
    let at_day = if is_current { day_of_month(today).min(POSITIONS) } else { POSITIONS };
    let at = &points[place(at_day)];
    let (spent, spent_to, average, part) = (at.compare, at.compare_to, at.average, at.budget);
    let other = match &*card.mode {
        "budget" => Some(part.rounded()),
        "average" => Some(average),
        _ => spent_to,
    };
    Spending {
        mode: card.mode,
        compare: card.compare,
        compare_to: card.compare_to,
        average_months: card.average_months,
        at_day,
        spent,
        spent_to,
        spent_average: average,
        spent_budget: part,
        month_budget: nearest(-budget),
        difference: other.zip(spent).map(|(other, spent)| other.saturating_sub(spent)),
        points,
    }
}
