//! The budget that the lines of one category lead to in a month, before anything is written.

use super::Line;
use super::apply::run;
use super::category::CategoryRun;
use super::problems::CategoryProblem;
use super::reading::{Filled, Filling, Reading, TemplateFacts};
use crate::budget::actions::{BudgetActivity, BudgetCells};
use crate::budget::names::CategoryCell;
use crate::ids::CategoryId;

/// The budget and goal that the lines of a category lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Cents that each line asks for, in the order of the lines. `None` for a line that asks for
    /// nothing of its own: a goal, one that is not understood, one that an earlier line counts in
    /// (several `by` or `schedule` lines are one amount), or all once the limit is met.
    pub asked: Vec<Option<i64>>,
    /// Cents that the category would have budgeted; `None` if its budget stays.
    pub budget: Option<i64>,
    /// Its goal in cents.
    pub goal: Option<i64>,
    /// Whether the goal is a balance to reach in the long run.
    pub is_long_goal: bool,
    /// Cents from the month before that count.
    pub carried: i64,
    /// Whether the balance is at its limit then.
    pub is_limit_met: bool,
}

/// The result of the lines of a category if they were applied alone. `None` if the category is
/// not budgeted, as income in an envelope budget.
///
/// # Errors
/// [`CategoryProblem`] if the lines contradict each other, or name what does not exist.
pub fn preview(
    cells: &impl BudgetCells,
    rows: &impl BudgetActivity,
    facts: &TemplateFacts,
    filling: Filling,
    category: &CategoryId,
) -> Result<Option<Preview>, CategoryProblem> {
    let reading = Reading { cells, rows, facts, filling };
    let chosen = reading.chosen(&Filled::These(vec![category.clone()]));
    let Some(category) = chosen.first().copied() else { return Ok(None) };
    let lines = facts.lines.get(&category.id).map(Vec::as_slice).unwrap_or_default();
    let mut prepared = CategoryRun::new(&reading, category, lines)?;
    let budget = reading.number(CategoryCell::Budget, category, filling.month);
    let freed = if prepared.keeps_budget() { 0 } else { budget };
    let available = reading.available().saturating_add(freed).saturating_add(prepared.excess());
    run(&reading, std::slice::from_mut(&mut prepared), available);
    let mut asked = vec![None; lines.len()];
    for (place, cents) in prepared.asked() {
        asked[place] = Some(cents);
    }
    let is_bent = lines.iter().any(|line| matches!(line, Line::Error(_)));
    let stays = lines.is_empty() || is_bent || prepared.keeps_budget();
    Ok(Some(Preview {
        asked,
        budget: (!stays).then(|| prepared.given()),
        goal: prepared.goal(),
        is_long_goal: prepared.has_long_goal(),
        carried: prepared.carried(),
        is_limit_met: prepared.is_limit_met(),
    }))
}
