//! The clean-up of a month: sources give what is left, overspending is covered, sinks take the
//! rest. Each step sees the results of the steps before.

use std::collections::HashMap;

use super::{CleanupRole, CleanupRow};
use crate::budget::CategoryFact;
use crate::budget::actions::{ActionError, BudgetCells, BudgetWrite, write_amount};
use crate::budget::names::{CategoryCell, MonthCell};
use crate::dates::Month;
use crate::ids::CategoryId;
use crate::money::Amount;
use crate::templates::GoalWrite;
use crate::templates::fraction::Fraction;

/// A live category with its clean-up lines.
#[derive(Debug, Clone)]
pub struct CleanupCategory {
    /// The category, hidden or not.
    pub category: CategoryFact,
    /// Its lines.
    pub rows: Vec<CleanupRow>,
}

/// What to write after a clean-up, and how it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CleanedUp {
    /// Budgets of the month.
    pub budgets: Vec<BudgetWrite>,
    /// Goals of the month.
    pub goals: Vec<GoalWrite>,
    /// How it went.
    pub outcome: CleanupOutcome,
}

/// How a clean-up went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CleanupOutcome {
    /// There was nothing to share.
    UpToDate,
    /// Money was shared.
    Applied {
        /// How many sources gave.
        sources: usize,
        /// How many sinks took.
        sinks: usize,
    },
    /// Something was not possible.
    Warned(Vec<CleanupWarning>),
}

/// Something that a clean-up could not do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CleanupWarning {
    /// A source is overspent and gives nothing.
    SourceOverspent(CategoryId),
    /// A group has sources, but nobody takes.
    GroupWithoutSink(String),
    /// More is budgeted than there is.
    NoFunds,
}

/// Cleans up a month of a rollover budget. Categories come in the order of their creation.
///
/// # Errors
/// [`ActionError`] if an amount is refused; nothing is written then.
pub fn clean_up(
    cells: &impl BudgetCells,
    month: Month,
    categories: &[CleanupCategory],
) -> Result<CleanedUp, ActionError> {
    let mut run =
        Run { cells, month, added: HashMap::new(), goals: Vec::new(), warnings: Vec::new() };
    for group in groups(categories) {
        run.share_in(&group, categories);
    }
    let sources = run.take_from_sources(categories);
    run.cover_overspending(categories);
    let rest = run.to_budget();
    if rest < 0 {
        run.warnings.push(CleanupWarning::NoFunds);
    }
    let sinks: Vec<_> = with_weight(categories, None).collect();
    run.fill_sinks(&sinks, rest);
    let outcome = if !run.warnings.is_empty() {
        CleanupOutcome::Warned(std::mem::take(&mut run.warnings))
    } else if sources == 0 || rest == 0 {
        CleanupOutcome::UpToDate
    } else {
        CleanupOutcome::Applied { sources, sinks: sinks.len() }
    };
    let changed = |category: &&CleanupCategory| run.added(&category.category) != 0;
    let budgets = categories
        .iter()
        .filter(changed)
        .map(|category| write_amount(month, &category.category.id, run.budget(&category.category)));
    Ok(CleanedUp { budgets: budgets.collect::<Result<_, _>>()?, goals: run.goals, outcome })
}

/// The names of groups, in the order of their first source.
fn groups(categories: &[CleanupCategory]) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    let rows = categories.iter().flat_map(|category| &category.rows);
    for row in rows.filter(|row| row.role == CleanupRole::Source) {
        if let Some(name) = &row.group
            && !groups.iter().any(|known| known.to_lowercase() == name.to_lowercase())
        {
            groups.push(name.clone());
        }
    }
    groups
}

/// The categories with a role in a group, or among all.
fn with_role<'a>(
    categories: &'a [CleanupCategory],
    role: CleanupRole,
    group: Option<&'a str>,
) -> impl Iterator<Item = &'a CategoryFact> {
    let has = move |row: &CleanupRow| row.role == role && row.is_in(group);
    let with = categories.iter().filter(move |category| category.rows.iter().any(has));
    with.map(|category| &category.category)
}

/// The sinks of a group, or among all, with their weights.
fn with_weight<'a>(
    categories: &'a [CleanupCategory],
    group: Option<&'a str>,
) -> impl Iterator<Item = (&'a CategoryFact, i64)> {
    let weight = move |row: &CleanupRow| match row.role {
        CleanupRole::Sink { weight } if row.is_in(group) => Some(i64::from(weight)),
        CleanupRole::Sink { .. } | CleanupRole::Source | CleanupRole::Overspend => None,
    };
    categories.iter().filter_map(move |of| Some((&of.category, of.rows.iter().find_map(weight)?)))
}

impl CleanupRow {
    fn is_in(&self, group: Option<&str>) -> bool {
        self.group.as_deref().map(str::to_lowercase) == group.map(str::to_lowercase)
    }
}

struct Run<'a, C> {
    cells: &'a C,
    month: Month,
    /// Cents added to budgets so far.
    added: HashMap<CategoryId, i64>,
    goals: Vec<GoalWrite>,
    warnings: Vec<CleanupWarning>,
}

impl<C: BudgetCells> Run<'_, C> {
    fn added(&self, category: &CategoryFact) -> i64 {
        self.added.get(&category.id).copied().unwrap_or(0)
    }

    fn number(&self, cell: CategoryCell, category: &CategoryFact) -> i64 {
        self.cells.number(self.month, &cell.of(&category.id))
    }

    fn budget(&self, category: &CategoryFact) -> i64 {
        self.number(CategoryCell::Budget, category).saturating_add(self.added(category))
    }

    fn balance(&self, category: &CategoryFact) -> i64 {
        self.number(CategoryCell::Leftover, category).saturating_add(self.added(category))
    }

    fn to_budget(&self) -> i64 {
        let before = self.cells.number(self.month, MonthCell::ToBudget.text());
        self.added.values().fold(before, |left, added| left.saturating_sub(*added))
    }

    fn add(&mut self, category: &CategoryFact, cents: i64) {
        let added = self.added.entry(category.id.clone()).or_default();
        *added = added.saturating_add(cents);
    }

    /// Cents of overspending that is not carried over.
    fn overspent(&self, category: &CategoryFact) -> i64 {
        let carries = self.number(CategoryCell::Carryover, category) != 0;
        if carries { 0 } else { self.balance(category).saturating_neg().max(0) }
    }

    fn share_in(&mut self, group: &str, categories: &[CleanupCategory]) {
        let sinks: Vec<_> = with_weight(categories, Some(group)).collect();
        let members: Vec<_> = with_role(categories, CleanupRole::Overspend, Some(group)).collect();
        if sinks.is_empty() && members.is_empty() {
            self.warnings.push(CleanupWarning::GroupWithoutSink(group.to_owned()));
            return;
        }
        let mut pool = 0_i64;
        for source in with_role(categories, CleanupRole::Source, Some(group)) {
            let balance = self.balance(source);
            if balance < 0 {
                self.warnings.push(CleanupWarning::SourceOverspent(source.id.clone()));
            } else {
                self.add(source, -balance);
                pool = pool.saturating_add(balance);
            }
        }
        for member in members {
            let covered = self.overspent(member).min(pool);
            self.add(member, covered);
            pool -= covered;
        }
        let total = sinks.iter().fold(0_i64, |sum, (_, weight)| sum.saturating_add(*weight));
        for (sink, weight) in sinks {
            self.add(sink, Fraction::new(pool, total).times(weight));
        }
    }

    /// Takes what is left of the sources of all; returns how many gave.
    fn take_from_sources(&mut self, categories: &[CleanupCategory]) -> usize {
        let mut count = 0;
        for source in with_role(categories, CleanupRole::Source, None) {
            let balance = self.balance(source);
            if balance < 0 {
                self.warnings.push(CleanupWarning::SourceOverspent(source.id.clone()));
                continue;
            }
            self.add(source, -balance);
            count += 1;
            // A goal beyond the bound belongs to a budget that is refused below.
            let goal = Amount::from_cents(self.budget(source)).ok();
            let category = source.id.clone();
            self.goals.push(GoalWrite { category, goal, is_long: Some(false) });
        }
        count
    }

    fn cover_overspending(&mut self, categories: &[CleanupCategory]) {
        for CleanupCategory { category, .. } in
            categories.iter().filter(|it| !it.category.is_income)
        {
            let covered = self.overspent(category).min(self.to_budget());
            if covered > 0 {
                self.add(category, covered);
            }
        }
    }

    fn fill_sinks(&mut self, sinks: &[(&CategoryFact, i64)], rest: i64) {
        if rest <= 0 {
            return;
        }
        let total = sinks.iter().fold(0_i64, |sum, (_, weight)| sum.saturating_add(*weight));
        for (at, (sink, weight)) in sinks.iter().enumerate() {
            let share = Fraction::new(rest, total).times(*weight);
            let left = self.to_budget();
            let is_last = at + 1 == sinks.len();
            let is_beyond = self.budget(sink).saturating_add(share) > left;
            self.add(sink, if is_last && is_beyond { left } else { share });
        }
    }
}
