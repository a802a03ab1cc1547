//! Applies the templates of a month: money goes to lower priorities first, within one in view
//! order, and what is left to remainders.

use std::collections::{BTreeSet, HashMap};

use thiserror::Error;

use super::category::Prepared;
use super::fraction::Fraction;
use super::{Line, ScheduleFact};
use crate::budget::BudgetMode;
use crate::budget::CategoryFact;
use crate::budget::actions::{
    ActionError, BudgetActivity, BudgetCells, BudgetWrite, budgeted, shown, write_amount,
};
use crate::budget::names::{CategoryCell, MonthCell};
use crate::dates::Month;
use crate::ids::CategoryId;
use crate::money::Amount;

/// What templates read besides cells and rows.
#[derive(Debug, Clone, Default)]
pub struct TemplateFacts {
    /// The lines of categories that have any.
    pub lines: HashMap<CategoryId, Vec<Line>>,
    /// The names of live income categories.
    pub income_names: HashMap<CategoryId, String>,
    /// The live schedules.
    pub schedules: Vec<ScheduleFact>,
    /// Whether amounts are rounded to whole units.
    pub hides_decimals: bool,
}

/// Which categories to fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filled {
    /// Shown categories without a budget in the month.
    Empty,
    /// All shown categories.
    All,
    /// These, hidden or not.
    These(Vec<CategoryId>),
}

/// The month to fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filling {
    /// The month.
    pub month: Month,
    /// The current month: averages ignore later ones.
    pub current: Month,
}

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
    pub kept: Vec<CategoryId>,
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

/// A category whose lines cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryProblem {
    /// The category.
    pub category: CategoryId,
    /// What is wrong.
    pub problem: Problem,
    /// The lines it is about, counted from 0 among the category's lines.
    pub lines: Vec<usize>,
}

/// Why the lines of a category cannot be applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// No live schedule has this name.
    ScheduleMissing,
    /// `schedule` and `by` lines have different priorities.
    PriorityMismatch,
    /// A month to have an amount by is past, and nothing repeats.
    TargetPast,
    /// No income category has this name.
    IncomeCategoryUnknown,
    /// More than one line has a limit.
    LimitDuplicate,
    /// More than one line says `spend from`.
    SpendDuplicate,
    /// More than one line begins with `#goal`.
    GoalDuplicate,
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
    let mut kept = Vec::new();
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
            kept.push(category.id.clone());
            continue;
        }
        match Prepared::new(&reading, category, lines) {
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
    applied.count += kept.len();
    Ok(Applied { kept, ..applied })
}

/// Gives money to the prepared categories: by priority, then what is left by the weights of
/// remainders. `available` cents are to budget, with what the categories had.
pub(super) fn run<C: BudgetCells, R: BudgetActivity>(
    reading: &Reading<'_, C, R>,
    prepared: &mut [Prepared<'_>],
    mut available: i64,
) {
    let levels: BTreeSet<u32> = prepared.iter().flat_map(Prepared::priorities).collect();
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
    prepared: &[Prepared<'_>],
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
fn share(prepared: &mut [Prepared<'_>], mut available: i64, hides_decimals: bool) {
    let crumb = if hides_decimals { 100 } else { 1 };
    while available > 0 {
        let weights = prepared.iter().map(Prepared::open_weight);
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

/// Cents rounded to whole units.
pub(super) fn whole_units(cents: i64) -> i64 {
    Fraction::new(cents, 100).rounded().saturating_mul(100)
}

/// Everything that templates read.
pub(super) struct Reading<'a, C, R> {
    pub(super) cells: &'a C,
    pub(super) rows: &'a R,
    pub(super) facts: &'a TemplateFacts,
    pub(super) filling: Filling,
}

impl<C: BudgetCells, R> Reading<'_, C, R> {
    pub(super) fn is_report(&self) -> bool {
        self.cells.mode() == BudgetMode::Report
    }

    pub(super) fn number(&self, cell: CategoryCell, of: &CategoryFact, month: Month) -> i64 {
        self.cells.number(month, &cell.of(&of.id))
    }

    /// Whether there is a live schedule of a name.
    pub(super) fn has_schedule(&self, name: &str) -> bool {
        self.facts.schedules.iter().any(|schedule| schedule.name == name)
    }

    /// Cents to budget at the beginning.
    pub(super) fn available(&self) -> i64 {
        let name = if self.is_report() { MonthCell::TotalSaved } else { MonthCell::ToBudget };
        self.cells.number(self.filling.month, name.text())
    }

    /// The chosen categories in view order.
    pub(super) fn chosen(&self, filled: &Filled) -> Vec<&CategoryFact> {
        match filled {
            Filled::Empty | Filled::All => shown(self.cells).collect(),
            Filled::These(ids) => {
                let all = budgeted(self.cells).map(|(_, category)| category);
                all.filter(|category| ids.contains(&category.id)).collect()
            }
        }
    }
}
