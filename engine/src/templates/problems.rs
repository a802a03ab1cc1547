//! Lines of a category that contradict each other, or name what does not exist.

use super::Entry;
use super::reading::{Reading, TemplateFacts};
use crate::budget::actions::BudgetCells;
use crate::ids::CategoryId;

/// A category whose lines cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryProblem {
    /// The category.
    pub category: CategoryId,
    /// The fault.
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

/// The money that a percentage refers to.
pub(super) enum Source<'a> {
    /// The money available.
    Available,
    AllIncome,
    Category(&'a CategoryId),
}

impl<'a> Source<'a> {
    /// The source of a name, without letter case; `None` if there is none.
    pub(super) fn named(facts: &'a TemplateFacts, name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        match name.as_str() {
            "available funds" => return Some(Self::Available),
            "all income" => return Some(Self::AllIncome),
            _ => {}
        }
        let is_named = |(id, of): &(&CategoryId, &String)| {
            of.to_lowercase() == name || id.as_str().to_lowercase() == name
        };
        facts.income_names.iter().find(is_named).map(|(id, _)| Self::Category(id))
    }
}

impl Problem {
    /// Whether a line has part in the problem.
    pub(super) fn is_about<C: BudgetCells, R>(
        self,
        entry: &Entry,
        reading: &Reading<'_, C, R>,
    ) -> bool {
        match self {
            Self::ScheduleMissing => {
                entry.schedule_name().is_some_and(|name| !reading.has_schedule(name))
            }
            Self::PriorityMismatch => entry.is_dated(),
            Self::TargetPast => entry.is_past(reading.filling.month),
            Self::IncomeCategoryUnknown => {
                entry.income_name().is_some_and(|name| Source::named(reading.facts, name).is_none())
            }
            Self::LimitDuplicate => entry.template.limit().is_some(),
            Self::SpendDuplicate => entry.spend().is_some(),
            Self::GoalDuplicate => entry.long_goal().is_some(),
        }
    }
}

/// Checks the lines of a category.
pub(super) fn check<C: BudgetCells, R>(
    reading: &Reading<'_, C, R>,
    entries: &[&Entry],
) -> Result<(), Problem> {
    let all = || entries.iter();
    let count = |is: fn(&Entry) -> bool| all().filter(|entry| is(entry)).count();
    let concerns = |problem: Problem| all().any(|entry| problem.is_about(entry, reading));
    if all().any(|entry| entry.is_dated()) {
        if concerns(Problem::ScheduleMissing) {
            return Err(Problem::ScheduleMissing);
        }
        let mut priorities = all().filter(|entry| entry.is_dated()).map(|entry| entry.priority);
        let first = priorities.next();
        if priorities.any(|priority| Some(priority) != first) {
            return Err(Problem::PriorityMismatch);
        }
        if concerns(Problem::TargetPast) {
            return Err(Problem::TargetPast);
        }
    }
    if concerns(Problem::IncomeCategoryUnknown) {
        return Err(Problem::IncomeCategoryUnknown);
    }
    if count(|entry| entry.template.limit().is_some()) > 1 {
        return Err(Problem::LimitDuplicate);
    }
    if count(|entry| entry.spend().is_some()) > 1 {
        return Err(Problem::SpendDuplicate);
    }
    if count(|entry| entry.long_goal().is_some()) > 1 {
        return Err(Problem::GoalDuplicate);
    }
    Ok(())
}
