//! Applies the templates of a month: money goes to lower priorities first, within one in view
//! order, and what is left to remainders.

use std::collections::BTreeSet;

use thiserror::Error;

use super::Line;
use super::category::CategoryRun;
use super::fraction::{Fraction, whole_units};
use super::problems::CategoryProblem;
use super::reading::{Filled, Filling, Reading, TemplateFacts};
use crate::budget::CategoryFact;
use crate::budget::actions::{ActionError, BudgetActivity, BudgetCells, BudgetWrite, write_amount};
use crate::budget::names::CategoryCell;
use crate::ids::CategoryId;
use crate::money::Amount;

/// A goal to store for a month; `None` clears it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalWrite {
    /// The category.
    pub category: CategoryId,
    /// The goal.
    pub goal: Option<Amount>,
    /// Whether it is a long-term one; `None` as `Some(false)`.
    pub is_long: Option<bool>,
}

/// What to write after templates were applied.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Applied {
    /// Budgets of the month.
    pub budgets: Vec<BudgetWrite>,
    /// Goals of the month.
    pub goals: Vec<GoalWrite>,
    /// How many categories have templates and were processed.
    pub count: usize,
    /// Those among them whose budget and goal stay, because a line of theirs is not understood.
    pub skipped: Vec<CategoryId>,
}

/// Why templates are not applied; nothing is written then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TemplateError {
    /// The lines of some categories contradict each other, or name what does not exist.
    #[error("some templates cannot be applied")]
    Problems(Vec<CategoryProblem>),
    /// An amount is refused.
    #[error(transparent)]
    Action(#[from] ActionError),
}

/// Applies the templates of a month. A category with a line that is not understood keeps its budget
/// and its goal.
///
/// # Errors
/// [`TemplateError`]; it has the problems of all categories.
pub fn apply_templates(
    cells: &impl BudgetCells,
    rows: &impl BudgetActivity,
    facts: &TemplateFacts,
    filling: Filling,
    filled: &Filled,
) -> Result<Applied, TemplateError> {
    let reading = Reading { cells, rows, facts, filling };
    let mut available = reading.available();
    let (mut prepared, mut problems, mut without) = (Vec::new(), Vec::new(), Vec::new());
    let mut skipped = Vec::new();
    for category in reading.chosen(filled) {
        let Some(lines) = facts.lines.get(&category.id).filter(|lines| !lines.is_empty()) else {
            without.push(category);
            continue;
        };
        let budget = reading.number(CategoryCell::Budget, category, filling.month);
        if *filled == Filled::Empty && budget != 0 {
            continue;
        }
        if lines.iter().any(|line| matches!(line, Line::Error(_))) {
            skipped.push(category.id.clone());
            continue;
        }
        match CategoryRun::new(&reading, category, lines) {
            Ok(it) => {
                let freed = if it.keeps_budget() { 0 } else { budget };
                available = available.saturating_add(freed).saturating_add(it.excess());
                prepared.push(it);
            }
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        return Err(TemplateError::Problems(problems));
    }
    run(&reading, &mut prepared, available);
    let mut applied = written(&reading, &prepared, &without)?;
    applied.count += skipped.len();
    Ok(Applied { skipped, ..applied })
}

/// Gives money to the prepared categories: by priority, then what is left by the weights of
/// remainders. `available` cents are to budget, with what the categories had.
pub(super) fn run<C: BudgetCells, R: BudgetActivity>(
    reading: &Reading<'_, C, R>,
    prepared: &mut [CategoryRun<'_>],
    mut available: i64,
) {
    let levels: BTreeSet<u32> = prepared.iter().flat_map(CategoryRun::priorities).collect();
    for level in levels {
        let start = available;
        for category in prepared.iter_mut() {
            let taken = category.run(reading, level, available, start);
            available = available.saturating_sub(taken);
        }
    }
    share(prepared, available, reading.facts.hides_decimals);
}

fn written<C: BudgetCells, R: BudgetActivity>(
    reading: &Reading<'_, C, R>,
    prepared: &[CategoryRun<'_>],
    without: &[&CategoryFact],
) -> Result<Applied, ActionError> {
    let month = reading.filling.month;
    let mut applied = Applied { count: prepared.len(), ..Applied::default() };
    for it in prepared {
        if !it.keeps_budget() {
            applied.budgets.push(write_amount(month, &it.category.id, it.given())?);
        }
        let amount = |cents| Amount::from_cents(cents).map_err(|_| ActionError::TooLarge);
        let goal = it.goal().map(amount).transpose()?;
        let is_long = it.has_long_goal().then_some(true);
        applied.goals.push(GoalWrite { category: it.category.id.clone(), goal, is_long });
    }
    let had_goal = |category: &&&CategoryFact| reading.cells.has_goal(month, &category.id);
    for category in without.iter().filter(had_goal) {
        applied.goals.push(GoalWrite { category: category.id.clone(), goal: None, is_long: None });
    }
    Ok(applied)
}

/// Gives what is left to remainder lines by their weights.
fn share(prepared: &mut [CategoryRun<'_>], mut available: i64, hides_decimals: bool) {
    let crumb = if hides_decimals { 100 } else { 1 };
    while available > 0 {
        let weights = prepared.iter().map(CategoryRun::open_weight);
        let total = weights.fold(0_i64, i64::saturating_add);
        let pool = available;
        for category in prepared.iter_mut().filter(|it| it.open_weight() > 0) {
            let share = Fraction::new(pool, total).times(category.open_weight());
            let mut share = if hides_decimals { whole_units(share) } else { share };
            if share > available || available - share <= crumb {
                share = available;
            }
            available -= category.share(share);
        }
        if available == pool {
            break;
        }
    }
}
