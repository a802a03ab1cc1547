//! The figures of a card against those of an earlier range, their average over some, or the budget.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::calendar;
use super::cash_flow;
use super::compare::{CompareWith, Difference, compared_range, difference, previous_ranges};
use super::context::Reports;
use super::custom::{BalanceType, CustomReport, GroupBy, ReportRow, SpecialItem, custom_report};
use super::fault::ReportFault;
use super::figures::CardRequest;
use super::meta::CardKind;
use super::net_worth;
use super::ranges::DayRange;
use super::recipe::{Recipe, Side};
use super::spending::month_budget;
use super::summary;
use crate::dates::Day;
use crate::money::{Total, nearest, rounded_quotient};

/// What to compare the range of a card with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum ComparedTo {
    /// The same number of months or days just before.
    Previous,
    /// The same days one year earlier.
    LastYear,
    /// The average of the last 3 such ranges.
    #[serde(rename = "average-of-3")]
    AverageOf3,
    /// The average of the last 6 such ranges.
    #[serde(rename = "average-of-6")]
    AverageOf6,
    /// The average of the last 12 such ranges.
    #[serde(rename = "average-of-12")]
    AverageOf12,
    /// The budget of the same months.
    Budget,
}

/// The figures of a card beside those of other ranges.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// What counts of the card's range: beside earlier ranges, the days up to today.
    pub range: DayRange,
    /// Whether that leaves out rows after today which the figures of the card count.
    pub without_later: bool,
    /// The ranges that it is compared with, the nearest first.
    pub ranges: Vec<DayRange>,
    /// The figures.
    pub figures: Vec<ComparedFigure>,
}

/// A figure in both ranges, in cents.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct ComparedFigure {
    /// Which series of the card; none for the figures of a saved report.
    pub series: Option<ComparedSeries>,
    /// The category, group, payee or account of a saved report; none for its total.
    pub row: Option<String>,
    /// The row, if it is none of these.
    pub special: Option<SpecialItem>,
    /// The name of the row; none for its total.
    pub name: Option<String>,
    /// In the range of the card.
    #[ts(type = "number")]
    pub value: i64,
    /// In the other range, or on the average of the others.
    #[ts(type = "number")]
    pub base: i64,
    /// One against the other.
    pub against: Difference,
}

/// A figure that a card has besides the rows of a saved report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub enum ComparedSeries {
    /// The worth at the end.
    NetWorth,
    /// How the worth changed.
    Change,
    /// Income.
    Income,
    /// Expenses.
    Expenses,
    /// Both together.
    Net,
    /// The sum of a summary.
    Sum,
}

use ComparedSeries::{Change, Expenses, Income, Net, NetWorth, Sum};

impl ComparedTo {
    fn ranges(self, range: DayRange, today: Day) -> Vec<DayRange> {
        match self {
            Self::Previous => vec![compared_range(range, today, CompareWith::Previous)],
            Self::LastYear => vec![compared_range(range, today, CompareWith::LastYear)],
            Self::AverageOf3 => previous_ranges(range, today, 3),
            Self::AverageOf6 => previous_ranges(range, today, 6),
            Self::AverageOf12 => previous_ranges(range, today, 12),
            Self::Budget => vec![range],
        }
    }
}

impl Reports<'_> {
    /// The figures of a card beside those of earlier ranges, or its spending beside the budget.
    ///
    /// # Errors
    /// [`ReportFault::NoSuchFigure`] for a card whose figures are not of a range of days. Only
    /// spending by category or as a whole, in whole months, has a budget.
    pub fn comparison(
        &self,
        card: CardRequest<'_>,
        with: ComparedTo,
    ) -> Result<Comparison, ReportFault> {
        let CardRequest { kind, meta, view } = card;
        match kind {
            _ if with == ComparedTo::Budget => self.compared_with_budget(card),
            CardKind::CustomReport => self.compared_report(meta, with),
            CardKind::NetWorth => {
                let card = net_worth::Card::read(self, meta);
                let range = DayRange::new(card.start, card.end);
                let worth = card.recipe.clone().within(None, Some(card.end));
                let change = card.recipe.within(Some(card.start), Some(card.end));
                Ok(self.compared(range, with, &[(NetWorth, worth), (Change, change)]))
            }
            CardKind::CashFlow => {
                let card = cash_flow::Card::read(self, meta, view);
                let income = card.series("income").ok_or(ReportFault::NoSuchFigure)?;
                self.compared_flows(Recipe { side: None, ..income }, with)
            }
            CardKind::Calendar => {
                let (recipe, ..) = calendar::card(self, meta);
                self.compared_flows(recipe, with)
            }
            CardKind::Summary => {
                let recipe = summary::Card::read(self, meta).recipe;
                let range = range_of(&recipe).ok_or(ReportFault::NoSuchFigure)?;
                Ok(self.compared(range, with, &[(Sum, recipe)]))
            }
            CardKind::Spending
            | CardKind::Markdown
            | CardKind::BudgetAnalysis
            | CardKind::Crossover
            | CardKind::Sankey
            | CardKind::AgeOfMoney
            | CardKind::BalanceForecast
            | CardKind::Formula
            | CardKind::MonteCarlo => Err(ReportFault::NoSuchFigure),
        }
    }

    /// Income, expenses and their sum.
    fn compared_flows(&self, net: Recipe, with: ComparedTo) -> Result<Comparison, ReportFault> {
        let range = range_of(&net).ok_or(ReportFault::NoSuchFigure)?;
        let income = net.clone().on_side(Side::In);
        let expenses = net.clone().on_side(Side::Out);
        Ok(self.compared(range, with, &[(Income, income), (Expenses, expenses), (Net, net)]))
    }

    fn compared(
        &self,
        range: DayRange,
        with: ComparedTo,
        series: &[(ComparedSeries, Recipe)],
    ) -> Comparison {
        let ranges = with.ranges(self.whole(range), self.calendar.today);
        let (passed, mut without_later) = (self.passed(range), false);
        let figures = series.iter().map(|(series, recipe)| {
            let others = ranges.iter().map(|DayRange { from, to }| {
                // A worth counts all rows up to the end of the range.
                let from = recipe.from.map(|_| *from);
                self.scope(&recipe.clone().within(from, Some(*to))).sum()
            });
            let base = mean(others.sum(), ranges.len());
            let so_far = recipe.clone().within(recipe.from, Some(passed.to));
            let value = self.scope(&so_far).sum();
            without_later |= passed != range && value != self.scope(recipe).sum();
            let value = nearest(value);
            ComparedFigure { series: Some(*series), ..figure(value, base) }
        });
        let figures = figures.collect();
        Comparison { range: passed, without_later, ranges, figures }
    }

    /// The days of a range that have passed. A running range is compared with as much of an
    /// earlier one, so what lies after today counts in neither.
    fn passed(&self, DayRange { from, to }: DayRange) -> DayRange {
        let today = self.calendar.today;
        if from <= today { DayRange::new(from, to.min(today)) } else { DayRange::new(from, to) }
    }

    /// The months of a card that ends today: of the one that has begun only as much is compared as
    /// has passed.
    fn whole(&self, range: DayRange) -> DayRange {
        let DayRange { from, to } = range;
        let is_of_months = from == from.month().first_day() && to == self.calendar.today;
        if is_of_months { DayRange::new(from, to.month().last_day()) } else { range }
    }

    fn compared_with_budget(&self, card: CardRequest<'_>) -> Result<Comparison, ReportFault> {
        let CardRequest { kind, meta, view } = card;
        let net = if kind == CardKind::CustomReport {
            return self.report_against_budget(meta);
        } else if kind == CardKind::CashFlow {
            cash_flow::Card::read(self, meta, view).series("income")
        } else {
            (kind == CardKind::Calendar).then(|| calendar::card(self, meta).0)
        };
        let expenses = Recipe { side: None, ..net.ok_or(ReportFault::NoSuchFigure)? };
        let expenses = expenses.on_side(Side::Out);
        let range = range_of(&expenses).map(|range| self.whole(range)).filter(is_of_months);
        let range = range.ok_or(ReportFault::NoSuchFigure)?;
        let scope = self.scope(&expenses);
        let months = range.from.month().through(range.to.month());
        let budget: Total = months.map(|month| month_budget(self, &scope, month)).sum();
        let spent = figure(nearest(scope.sum()), nearest(-budget));
        let spent = ComparedFigure { series: Some(Expenses), ..spent };
        Ok(Comparison { range, without_later: false, ranges: vec![range], figures: vec![spent] })
    }

    /// The budgeted categories or groups of a report beside what they spent.
    fn report_against_budget(&self, meta: &Json) -> Result<Comparison, ReportFault> {
        let shown = custom_report(self, meta)?;
        let range = self.whole(DayRange::new(shown.start, shown.end));
        let has_budgets = matches!(shown.split, GroupBy::Category | GroupBy::Group)
            && !matches!(shown.balance_type, BalanceType::Budgeted | BalanceType::Deposit);
        if !has_budgets || !is_of_months(&range) {
            return Err(ReportFault::NoSuchFigure);
        }
        let mut meta = within(meta, &shown, range);
        meta["interval"] = "Monthly".into();
        meta["balanceType"] = "Budgeted".into();
        let budgeted = custom_report(self, &meta)?;
        let rows = budgeted.rows.iter().map(|row| {
            let spent = shown.rows.iter().find(|it| is_same(it, row));
            ComparedFigure {
                row: row.id.clone(),
                special: row.special,
                name: Some(row.name.clone()),
                ..figure(spent.map_or(0, |it| it.sums.value), row.sums.value.saturating_neg())
            }
        });
        let rows: Vec<ComparedFigure> = rows.collect();
        let sum = |of: fn(&ComparedFigure) -> i64| {
            nearest(rows.iter().map(|row| Total::from(of(row))).sum())
        };
        let total = figure(sum(|row| row.value), sum(|row| row.base));
        let figures = std::iter::once(total).chain(rows).collect();
        Ok(Comparison { range, without_later: false, ranges: vec![range], figures })
    }

    fn compared_report(&self, meta: &Json, with: ComparedTo) -> Result<Comparison, ReportFault> {
        let shown = custom_report(self, meta)?;
        if shown.balance_type == BalanceType::Budgeted {
            return Err(ReportFault::NoSuchFigure);
        }
        let range = DayRange::new(shown.start, shown.end);
        let ranges = with.ranges(range, self.calendar.today);
        let passed = self.passed(range);
        let others = ranges.iter().map(|range| custom_report(self, &within(meta, &shown, *range)));
        let others: Vec<CustomReport> = others.collect::<Result<_, _>>()?;
        let whole = shown.total.value;
        let shown = if passed == range {
            shown
        } else {
            custom_report(self, &within(meta, &shown, passed))?
        };
        let without_later = shown.total.value != whole;
        let base_of = |value: &dyn Fn(&CustomReport) -> i64| {
            mean(others.iter().map(|other| Total::from(value(other))).sum(), others.len())
        };
        let in_other = |other: &CustomReport, row: &ReportRow| {
            let found = other.rows.iter().find(|it| is_same(it, row));
            found.map_or(0, |it| it.sums.value)
        };
        let total = figure(shown.total.value, base_of(&|other| other.total.value));
        let mut rows: Vec<&ReportRow> = shown.rows.iter().collect();
        // A row of the other ranges alone has nothing in this one.
        for row in others.iter().flat_map(|other| &other.rows) {
            if !rows.iter().any(|it| is_same(it, row)) {
                rows.push(row);
            }
        }
        let figures = rows.into_iter().map(|row| ComparedFigure {
            row: row.id.clone(),
            special: row.special,
            name: Some(row.name.clone()),
            ..figure(in_other(&shown, row), base_of(&|other| in_other(other, row)))
        });
        let figures = std::iter::once(total).chain(figures).collect();
        Ok(Comparison { range: passed, without_later, ranges, figures })
    }
}

fn is_same(one: &ReportRow, other: &ReportRow) -> bool {
    one.id == other.id && one.special == other.special
}

/// Whether it has whole months, which budgets have.
fn is_of_months(range: &DayRange) -> bool {
    range.from == range.from.month().first_day() && range.to == range.to.month().last_day()
}

fn range_of(recipe: &Recipe) -> Option<DayRange> {
    recipe.from.zip(recipe.to).map(|(from, to)| DayRange::new(from, to))
}

fn mean(sum: Total, count: usize) -> i64 {
    rounded_quotient(sum, Total::try_from(count.max(1)).unwrap_or(1))
}

fn figure(value: i64, base: i64) -> ComparedFigure {
    let against = difference(value, base);
    ComparedFigure { series: None, row: None, special: None, name: None, value, base, against }
}

/// The report in another range. Its days are counted as they are: weeks and longer periods would
/// take in the days around. Net values of one sign depend on their periods, which stay.
fn within(meta: &Json, shown: &CustomReport, range: DayRange) -> Json {
    let mut meta = if meta.is_object() { meta.clone() } else { json!({}) };
    meta["isDateStatic"] = true.into();
    meta["startDate"] = range.from.to_string().into();
    meta["endDate"] = range.to.to_string().into();
    meta["mode"] = "total".into();
    if !matches!(shown.balance_type, BalanceType::NetPayment | BalanceType::NetDeposit) {
        meta["interval"] = "Daily".into();
    }
    meta
}
