//! The templates of one category in a month: its lines are checked, then run by priority.

use super::fraction::whole_units;
use super::problems::{CategoryProblem, Source, check};
use super::reading::Reading;
use super::schedule::{self, ScheduleFunds};
use super::{AdjustmentType, Entry, Line, Template, targets};
use crate::budget::CategoryFact;
use crate::budget::actions::{Average, BudgetActivity, BudgetCells};
use crate::budget::names::{CategoryCell, MonthCell};
use crate::dates::Month;

/// A category whose templates can be applied.
pub(super) struct CategoryRun<'a> {
    pub(super) category: &'a CategoryFact,
    entries: Vec<&'a Entry>,
    /// The place of each entry among the category's lines.
    places: Vec<usize>,
    /// Cents that each entry asks for; `None` if it had no turn, or another one asks for it.
    asked: Vec<Option<i64>>,
    /// Cents from the month before.
    carried: i64,
    /// The limit of the balance in cents.
    limit: Option<i64>,
    is_limit_met: bool,
    /// Cents beyond the limit, to be taken back.
    excess: i64,
    /// Cents budgeted so far.
    given: i64,
    /// Cents that the lines want.
    requested: i64,
}

impl<'a> CategoryRun<'a> {
    /// Checks the lines of a category. Lines that are not understood have no effect.
    pub(super) fn new<C: BudgetCells, R>(
        reading: &Reading<'_, C, R>,
        category: &'a CategoryFact,
        lines: &'a [Line],
    ) -> Result<Self, CategoryProblem> {
        let numbered = lines.iter().enumerate().filter_map(|(place, line)| match line {
            Line::Entry(entry) => Some((place, entry)),
            Line::Error(_) => None,
        });
        let (places, entries): (Vec<usize>, Vec<&Entry>) = numbered.unzip();
        check(reading, &entries).map_err(|problem| {
            let is_about = |at: &usize| problem.is_about(entries[*at], reading);
            let about = (0..entries.len()).filter(is_about).map(|at| places[at]);
            CategoryProblem { category: category.id.clone(), problem, lines: about.collect() }
        })?;
        let carried = carried(reading, category);
        let mut prepared = Self {
            category,
            carried,
            limit: None,
            is_limit_met: false,
            excess: 0,
            given: 0,
            requested: 0,
            asked: vec![None; entries.len()],
            places,
            entries,
        };
        let limit = prepared.entries.iter().find_map(|entry| entry.template.limit());
        if let Some(limit) = limit {
            let cents = limit.cents(reading.filling.month);
            prepared.limit = Some(cents);
            prepared.is_limit_met = carried >= cents;
            if prepared.is_limit_met && limit.hold != Some(true) {
                prepared.excess = carried.saturating_sub(cents);
                prepared.given = -prepared.excess;
                prepared.requested = -prepared.excess;
            }
        }
        Ok(prepared)
    }

    /// Cents beyond the limit that others may have.
    pub(super) const fn excess(&self) -> i64 {
        self.excess
    }

    /// The result in cents.
    pub(super) const fn given(&self) -> i64 {
        self.given
    }

    /// Whether the lines only set a goal.
    pub(super) fn keeps_budget(&self) -> bool {
        !self.entries.is_empty() && self.entries.iter().all(|entry| entry.long_goal().is_some())
    }

    /// The place of each line that asks for money, and how many cents it asks for.
    pub(super) fn asked(&self) -> impl Iterator<Item = (usize, i64)> {
        self.places.iter().zip(&self.asked).filter_map(|(place, asked)| Some((*place, (*asked)?)))
    }

    /// Whether the balance has reached its limit without any line.
    pub(super) const fn is_limit_met(&self) -> bool {
        self.is_limit_met
    }

    /// Cents from the month before.
    pub(super) const fn carried(&self) -> i64 {
        self.carried
    }

    pub(super) fn priorities(&self) -> impl Iterator<Item = u32> {
        self.entries.iter().filter_map(|entry| entry.priority)
    }

    pub(super) fn has_long_goal(&self) -> bool {
        self.entries.iter().any(|entry| entry.long_goal().is_some())
    }

    /// The goal in cents.
    pub(super) fn goal(&self) -> Option<i64> {
        let long = self.entries.iter().find_map(|entry| entry.long_goal());
        let requested = self.priorities().next().map(|_| self.requested);
        long.or(requested)
    }

    /// The weight of the remainder lines; 0 once the limit is met.
    pub(super) fn open_weight(&self) -> i64 {
        if self.is_limit_met {
            return 0;
        }
        let weights = self.entries.iter().filter_map(|entry| entry.weight());
        weights.map(i64::from).fold(0, i64::saturating_add)
    }

    /// Adds a share of what is left, up to the limit; returns how many cents.
    pub(super) fn share(&mut self, cents: i64) -> i64 {
        let cents = self.within_limit(cents);
        self.given = self.given.saturating_add(cents);
        if let Some(first) = self.entries.iter().position(|entry| entry.weight().is_some()) {
            let shared = self.asked[first].unwrap_or(0);
            self.asked[first] = Some(shared.saturating_add(cents));
        }
        cents
    }

    fn within_limit(&mut self, cents: i64) -> i64 {
        let room =
            self.limit.map(|limit| limit.saturating_sub(self.given).saturating_sub(self.carried));
        match room {
            Some(room) if cents >= room => {
                self.is_limit_met = true;
                room
            }
            _ => cents,
        }
    }

    /// Runs the lines of a priority. `available` cents are left, of `start` before this priority.
    /// Returns how many are taken; below 0 for planned income.
    pub(super) fn run<C: BudgetCells, R: BudgetActivity>(
        &mut self,
        reading: &Reading<'_, C, R>,
        level: u32,
        available: i64,
        start: i64,
    ) -> i64 {
        let has_turn = |at: &usize| self.entries[*at].priority == Some(level);
        let turn: Vec<usize> = (0..self.entries.len()).filter(has_turn).collect();
        if turn.is_empty() || self.is_limit_met {
            return 0;
        }
        let wanted = self.amount(reading, &turn, start);
        let mut amount = self.within_limit(wanted);
        if reading.facts.hides_decimals {
            amount = whole_units(amount);
        }
        self.requested = self.requested.saturating_add(amount);
        let rest = available.saturating_sub(amount);
        let is_income = self.category.is_income;
        if level > 0 && rest < 0 && !is_income {
            amount = amount.saturating_add(rest).max(0);
        }
        self.given = self.given.saturating_add(amount);
        if is_income { -amount } else { amount }
    }

    /// Cents that lines of one priority want together.
    fn amount<C: BudgetCells, R: BudgetActivity>(
        &mut self,
        reading: &Reading<'_, C, R>,
        turn: &[usize],
        start: i64,
    ) -> i64 {
        let month = reading.filling.month;
        let lines: Vec<&Entry> = turn.iter().map(|at| self.entries[*at]).collect();
        let targets: Vec<_> = lines.iter().filter_map(|line| line.by()).collect();
        let (mut sum, mut has_by, mut has_schedule) = (0_i64, false, false);
        for (at, line) in turn.iter().zip(&lines) {
            let amount = match &line.template {
                Template::By(_) if has_by => continue,
                Template::By(_) => {
                    has_by = true;
                    targets::by(&targets, month, self.carried)
                }
                Template::Schedule { .. } if has_schedule => continue,
                Template::Schedule { .. } => {
                    has_schedule = true;
                    self.scheduled(reading, &lines, sum)
                }
                Template::Simple { .. }
                | Template::Percentage { .. }
                | Template::Periodic { .. }
                | Template::Spend(_)
                | Template::Remainder { .. }
                | Template::Average { .. }
                | Template::Copy { .. }
                | Template::Goal { .. } => self.one(reading, &line.template, start),
            };
            self.asked[*at] = Some(amount);
            sum = sum.saturating_add(amount);
        }
        sum
    }

    /// Cents of a line that does not depend on other lines.
    fn one<C: BudgetCells, R: BudgetActivity>(
        &self,
        reading: &Reading<'_, C, R>,
        template: &Template,
        start: i64,
    ) -> i64 {
        let (month, category) = (reading.filling.month, self.category);
        match template {
            Template::Simple { monthly: Some(amount), .. } => amount.cents(),
            Template::Simple { monthly: None, .. } => {
                self.limit.map_or(0, |limit| limit.saturating_sub(self.carried))
            }
            Template::Copy { look_back, .. } => {
                let back = i32::try_from(*look_back).unwrap_or(i32::MAX);
                reading.number(CategoryCell::Budget, category, month.plus(-back))
            }
            Template::Periodic { amount, period, starting, .. } => {
                amount.cents().saturating_mul(period.dates(*starting, month))
            }
            Template::Percentage { percent, previous, category } => {
                let month = if *previous { month.previous() } else { month };
                let number = |name: &str| reading.cells.number(month, name);
                let base = match Source::named(reading.facts, category) {
                    Some(Source::AllIncome) => number(MonthCell::TotalIncome.text()),
                    Some(Source::Category(id)) => number(&CategoryCell::SumAmount.of(id)),
                    Some(Source::Available) | None => start,
                };
                percent.percent_of(base).max(0)
            }
            Template::Average { num_months, adjustment } => {
                let average = Average {
                    month,
                    window_months: i32::try_from(*num_months).unwrap_or(i32::MAX),
                    current: reading.filling.current,
                };
                let mean = average.rounded_mean(reading.cells, reading.rows, category);
                let mean = if mean < 0 { -mean } else { mean };
                match adjustment {
                    None => mean,
                    Some(it) if it.adjustment_type == AdjustmentType::Fixed => {
                        mean.saturating_add(it.adjustment.cents())
                    }
                    Some(it) => mean.saturating_add(it.adjustment.percent_of(mean)),
                }
            }
            Template::Spend(target) => {
                targets::spend(target, month, |from| self.had(reading, from))
            }
            Template::By(_)
            | Template::Schedule { .. }
            | Template::Remainder { .. }
            | Template::Goal { .. } => 0,
        }
    }

    /// Cents that a `spend` line has, if spending counts from a month on.
    fn had<C: BudgetCells, R>(&self, reading: &Reading<'_, C, R>, from: Month) -> i64 {
        let last = reading.filling.month.previous();
        if from > last {
            return self.carried;
        }
        let number = |cell, month| reading.number(cell, self.category, month);
        let balance = number(CategoryCell::Leftover, from);
        let before = balance.saturating_sub(number(CategoryCell::SumAmount, from));
        // Months before the first one have no cells.
        let later = from.next().max(reading.cells.months().0).through(last);
        later.fold(before, |sum, month| sum.saturating_add(number(CategoryCell::Budget, month)))
    }

    fn scheduled<C: BudgetCells, R>(
        &self,
        reading: &Reading<'_, C, R>,
        lines: &[&Entry],
        so_far: i64,
    ) -> i64 {
        let month = reading.filling.month;
        let lines = lines.iter().filter_map(|line| line.schedule(&reading.facts.schedules));
        let due = lines.filter_map(|line| line.due(month, self.category)).collect();
        let funds = ScheduleFunds {
            carried: self.carried,
            so_far,
            last_goal: reading.number(CategoryCell::Goal, self.category, month.previous()),
            is_report: reading.is_report(),
        };
        schedule::amount(due, funds)
    }
}

/// Cents from the month before: a balance, but no overspending that is not carried over.
fn carried<C: BudgetCells, R>(reading: &Reading<'_, C, R>, category: &CategoryFact) -> i64 {
    let last = reading.filling.month.previous();
    let balance = reading.number(CategoryCell::Leftover, category, last);
    let carries = reading.number(CategoryCell::Carryover, category, last) != 0;
    let is_lost = if reading.is_report() { !carries } else { balance < 0 && !carries };
    if category.is_income || is_lost { 0 } else { balance }
}
