//! Crossover: when the income from savings pays the expenses.
//!
//! The past is counted in whole cents. The future is an estimate that compounds over
//! years, so it is computed with floating-point numbers and rounded to cents where it is compared.

use serde::Serialize;
use serde_json::Value as Json;

use super::context::{Reports, card_frame};
use super::fault::ReportFault;
use super::lens::{CategoryView, Seen};
use super::meta::{CrossoverMeta, read};
use super::periods::MOST_PERIODS;
use super::ranges::{Frame, FrameMode, MonthRange};
use super::recipe::{Part, Recipe};
use super::rows::day_of_month;
use crate::dates::Month;
use crate::money::{Decimal, Total, nearest};

/// Share of the savings that is taken out in a year, without a setting.
const USUAL_RATE: f64 = 0.04;
/// Months of history without a setting.
const USUAL_MONTHS: i32 = 120;
/// Most months that are looked ahead.
const MOST_AHEAD: u16 = 600;
/// Turns a median of absolute deviations into a standard deviation.
const DEVIATION: f64 = 1.4826;

/// A crossover card. Amounts are cents.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Crossover {
    /// The months of the history.
    pub months: Vec<Month>,
    /// Savings at the end of each.
    #[ts(type = "number[]")]
    pub savings: Vec<i64>,
    /// Expenses of each.
    #[ts(type = "number[]")]
    pub expenses: Vec<i64>,
    /// The withdrawals that the savings allow in each.
    #[ts(type = "number[]")]
    pub income: Vec<i64>,
    /// Return in a year as the history shows it, to nine decimals.
    #[ts(type = "number")]
    pub historical_return: Decimal,
    /// Expected expenses of a month.
    #[ts(type = "number")]
    pub projected_expenses: i64,
    /// The expenses that remain then.
    #[ts(type = "number")]
    pub target_income: i64,
    /// The savings that pay for them; none without a rate.
    #[ts(type = "number | null")]
    pub target_savings: Option<i64>,
    /// The first month whose income pays for them; none within fifty years.
    pub crossover: Option<Month>,
    /// How many months after the history that is.
    pub projected_months: Option<u16>,
    /// Years from today to it, to six decimals.
    #[ts(type = "number | null")]
    pub years: Option<Decimal>,
    /// The withdrawals that the savings allow in the months ahead, up to the crossover.
    #[ts(type = "number[]")]
    pub projected_income: Vec<i64>,
}

/// The nearest whole number of cents, halves upwards.
#[expect(clippy::cast_possible_truncation, reason = "larger estimates become the largest number")]
fn rounded(cents: f64) -> i64 {
    (cents + 0.5).floor() as i64
}

#[expect(clippy::cast_precision_loss, reason = "an estimate needs fewer digits")]
fn float(cents: i64) -> f64 {
    cents as f64
}

/// A number to so many decimals.
fn decimal(number: f64, places: u32) -> Decimal {
    let power = 10_i64.pow(places);
    let scaled = rounded(number * float(power));
    Decimal::quotient(scaled.into(), power.into(), places).unwrap_or_default()
}

/// The months of the history that a card shows: those that are over.
fn months(reports: &Reports<'_>, meta: &Json) -> Result<Vec<Month>, ReportFault> {
    let current = reports.current_month();
    let first = current.plus(-USUAL_MONTHS);
    let usual = Frame::of_months(first, current.previous(), FrameMode::Full);
    let (_, frame) = card_frame(meta, &reports.calendar, usual);
    let MonthRange { first, last } = frame.months();
    let last = last.min(current.previous());
    if i64::from(last.months_since(first)) > MOST_PERIODS {
        return Err(ReportFault::TooManyPeriods);
    }
    Ok(first.through(last).collect())
}

/// Which accounts and categories of the facts a card takes, by place.
struct Chosen {
    accounts: Vec<bool>,
    categories: Vec<bool>,
}

impl Chosen {
    fn of(reports: &Reports<'_>, card: &CrossoverMeta) -> Self {
        let lens = &reports.lens;
        let is_chosen = |chosen: &Option<Vec<String>>, id: &str| {
            chosen.as_ref().is_none_or(|chosen| chosen.iter().any(|it| it == id))
        };
        let accounts = lens.facts.accounts.iter();
        let expense = |it: &CategoryView<'_>| match &card.expense_category_ids {
            Some(_) => is_chosen(&card.expense_category_ids, it.category.id.as_str()),
            // Only the flag of the category itself hides it here.
            None => !it.category.is_income && (card.show_hidden_categories || !it.category.hidden),
        };
        Self {
            accounts: accounts
                .map(|it| is_chosen(&card.income_account_ids, it.id.as_str()))
                .collect(),
            categories: lens.categories.iter().map(expense).collect(),
        }
    }
}

/// The rows behind the `expenses` of a month of the history, the last one without a key; or behind
/// the savings at its end, from which the income follows.
pub(super) fn rows_of(
    reports: &Reports<'_>,
    meta: &Json,
    series: &str,
    month: Option<&str>,
) -> Result<Option<Recipe>, ReportFault> {
    let months = months(reports, meta)?;
    let month = match month {
        Some(key) => months.iter().find(|month| month.to_string() == key),
        None => months.last(),
    };
    let Some(month) = month else { return Ok(None) };
    let Chosen { accounts, categories } = Chosen::of(reports, &read(meta));
    let lens = &reports.lens;
    let last = Some(month.last_day());
    let recipe = Recipe::default();
    Ok(match series {
        "expenses" => {
            let all = lens.categories.iter().map(|it| it.category.id.as_str());
            let part = Part::Categories(marked(all, &categories));
            Some(recipe.within(Some(month.first_day()), last).of_part(part))
        }
        "savings" | "income" => {
            let all = lens.facts.accounts.iter().map(|it| it.id.as_str());
            Some(recipe.within(None, last).of_part(Part::Accounts(marked(all, &accounts))))
        }
        _ => None,
    })
}

fn marked<'a>(ids: impl Iterator<Item = &'a str>, marks: &[bool]) -> Vec<String> {
    ids.zip(marks).filter(|(_, is_marked)| **is_marked).map(|(id, _)| id.to_owned()).collect()
}

/// The sums of savings and expenses in the months of the history.
fn history(reports: &Reports<'_>, card: &CrossoverMeta, months: &[Month]) -> (Vec<i64>, Vec<i64>) {
    let Chosen { accounts, categories } = Chosen::of(reports, card);
    let (Some(first), Some(last)) = (months.first(), months.last()) else {
        return (Vec::new(), Vec::new());
    };
    let (mut before, mut changes): (Total, Vec<Total>) = (0, vec![0; months.len()]);
    let mut expenses: Vec<Total> = vec![0; months.len()];
    let recipe = Recipe::default().within(None, Some(last.last_day()));
    reports.scope(&recipe).each(|row: &Seen<'_>| {
        let amount = Total::from(row.amount());
        let place = usize::try_from(row.month.months_since(*first)).ok();
        if accounts[row.account] {
            *place.map_or(&mut before, |place| &mut changes[place]) += amount;
        }
        if let (Some(place), true) = (place, row.category.is_some_and(|it| categories[it])) {
            expenses[place] -= amount;
        }
    });
    let savings = changes.into_iter().scan(before, |sum, change| {
        *sum += change;
        Some(nearest(*sum))
    });
    (savings.collect(), expenses.into_iter().map(nearest).collect())
}

/// The crossover of a card.
pub(super) fn crossover(reports: &Reports<'_>, meta: &Json) -> Result<Crossover, ReportFault> {
    let card: CrossoverMeta = read(meta);
    let months = months(reports, meta)?;
    let (savings, expenses) = history(reports, &card, &months);
    let monthly_rate = card.safe_withdrawal_rate.unwrap_or(USUAL_RATE) / 12.0;
    let income = |savings: f64| rounded(savings * monthly_rate);
    let history = monthly_return(&savings);
    let kind = card.projection_type.as_deref().unwrap_or("hampel");
    let expected = expected_expenses(&expenses, kind);
    let target = rounded(expected * card.expense_adjustment_factor.unwrap_or(1.0));
    let ahead = Ahead {
        savings: savings.last().map_or(0.0, |cents| float(*cents)),
        growth: 1.0 + card.estimated_return.map_or(history, |it| (1.0 + it).powf(1.0 / 12.0) - 1.0),
        contribution: card.expected_contribution.unwrap_or(0.0),
    };
    let (projected_income, months_ahead) = ahead.until(target, income);
    let crossover = months_ahead.zip(months.last()).map(|(by, last)| last.plus(by.into()));
    Ok(Crossover {
        income: savings.iter().map(|cents| income(float(*cents))).collect(),
        historical_return: decimal((1.0 + history).powi(12) - 1.0, 9),
        projected_expenses: rounded(expected),
        target_income: target,
        target_savings: (monthly_rate > 0.0).then(|| rounded(float(target) / monthly_rate)),
        crossover,
        projected_months: crossover.and(months_ahead),
        years: crossover.and_then(|month| years_until(reports, month)),
        projected_income,
        months,
        savings,
        expenses,
    })
}

/// Return in a month as the history shows it; 0 unless it begins and ends above 0.
fn monthly_return(savings: &[i64]) -> f64 {
    let first = savings.iter().find(|cents| **cents != 0);
    let (Some(first), Some(last)) = (first, savings.last()) else { return 0.0 };
    let steps = i64::try_from(savings.len()).unwrap_or(i64::MAX) - 1;
    if *first <= 0 || *last <= 0 || steps < 1 {
        return 0.0;
    }
    (float(*last) / float(*first)).powf(1.0 / float(steps)) - 1.0
}

/// The expected expenses of a month, at least 0.
fn expected_expenses(expenses: &[i64], kind: &str) -> f64 {
    let all: Vec<f64> = expenses.iter().map(|cents| float(*cents)).collect();
    let expected = match kind {
        "mean" => mean(&all),
        "median" => median(&all),
        _ => {
            let middle = median(&all);
            let deviations: Vec<f64> = all.iter().map(|it| (it - middle).abs()).collect();
            let most = 3.0 * DEVIATION * median(&deviations);
            let usual = all.iter().copied().filter(|it| (it - middle).abs() <= most);
            median(&usual.collect::<Vec<_>>())
        }
    };
    expected.max(0.0)
}

fn mean(numbers: &[f64]) -> f64 {
    let count = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
    if count == 0 { 0.0 } else { numbers.iter().sum::<f64>() / float(count) }
}

fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    match (sorted.len() / 2, sorted.len() % 2) {
        (0, 0) => 0.0,
        (half, 0) => f64::midpoint(sorted[half - 1], sorted[half]),
        (half, _) => sorted[half],
    }
}

/// How the savings go on.
struct Ahead {
    savings: f64,
    growth: f64,
    contribution: f64,
}

impl Ahead {
    /// The income of each month until one reaches the target, and which month that is.
    fn until(mut self, target: i64, income: impl Fn(f64) -> i64) -> (Vec<i64>, Option<u16>) {
        let mut incomes = Vec::new();
        for month in 1..=MOST_AHEAD {
            self.savings = (self.savings + self.contribution) * self.growth;
            let income = income(self.savings);
            incomes.push(income);
            if income >= target {
                return (incomes, Some(month));
            }
        }
        (incomes, None)
    }
}

/// Whole months from today to the first of a month, in years.
fn years_until(reports: &Reports<'_>, month: Month) -> Option<Decimal> {
    let today = reports.calendar.today;
    let begun = i32::from(day_of_month(today) > 1);
    let months = (month.months_since(today.month()) - begun).max(0);
    Decimal::quotient(months.into(), 12, 6)
}
