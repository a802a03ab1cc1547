//! Applying, checking and storing goal templates.

use std::collections::BTreeSet;

use sobre_engine::budget::{BudgetMode, CategoryFact};
use sobre_engine::crdt::Change;
use sobre_engine::ids::CategoryId;
use sobre_engine::templates::{
    Applied, CategoryProblem, CleanedUp, CleanupCategory, Filled, Filling, Line, LineWarning,
    Problem, ScheduleFact, Template, TemplateError, apply_templates, check_lines, clean_up,
    parse_cleanup, written,
};

use super::budgeting::Budgeting;
use super::outcome::{
    applied_text, check_text, cleanup_outcome, outcome, problem_of, refused_text,
};
use super::sources::{Sources, check_enabled};
use crate::calls::categories::living;
use crate::contract::history::StepFact;
use crate::contract::templates::{
    ApplyGoalTemplate, ApplyMultipleTemplates, ApplySingleTemplate, CheckTemplates,
    CleanupGoalTemplate, OutcomeCode, OutcomeType, OverwriteGoalTemplate, RenderNoteTemplates,
    StoreNoteTemplates, TemplateOutcome, TemplateProblem,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::facts;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

/// Most categories or lines of one call.
const MOST: usize = 1_000;

impl Mutation for ApplyGoalTemplate {
    const READS_CELLS: bool = true;

    fn decide(self, world: &World<'_>) -> Result<Plan<TemplateOutcome>, CallError> {
        let of = Budgeting::new(world, self.month)?;
        let plan = apply(&of, &Filled::Empty)?;
        let facts = [("count", written_count(&plan)), ("month", self.month.into())];
        Ok(plan.named("appliedTemplates", facts))
    }
}

impl Mutation for OverwriteGoalTemplate {
    const READS_CELLS: bool = true;

    fn decide(self, world: &World<'_>) -> Result<Plan<TemplateOutcome>, CallError> {
        let of = Budgeting::new(world, self.month)?;
        let plan = apply(&of, &Filled::All)?;
        let facts = [("count", written_count(&plan)), ("month", self.month.into())];
        Ok(plan.named("overwroteWithTemplates", facts))
    }
}

impl Mutation for ApplySingleTemplate {
    const READS_CELLS: bool = true;

    fn decide(self, world: &World<'_>) -> Result<Plan<TemplateOutcome>, CallError> {
        living(world, &self.category)?;
        let of = Budgeting::new(world, self.month)?;
        let facts = [("category", of.name_of(&self.category)?), ("month", self.month.into())];
        let plan = apply(&of, &Filled::These(vec![self.category]))?;
        Ok(plan.named("appliedTemplatesOf", facts))
    }
}

impl Mutation for ApplyMultipleTemplates {
    const READS_CELLS: bool = true;

    fn decide(self, world: &World<'_>) -> Result<Plan<TemplateOutcome>, CallError> {
        if self.category_ids.len() > MOST {
            let message = format!("At most {MOST} categories can be filled at once.");
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        for category in &self.category_ids {
            living(world, category)?;
        }
        let of = Budgeting::new(world, self.month)?;
        let plan = apply(&of, &Filled::These(self.category_ids))?;
        let facts = [("count", written_count(&plan)), ("month", self.month.into())];
        Ok(plan.named("overwroteWithTemplates", facts))
    }
}

fn written_count(plan: &Plan<TemplateOutcome>) -> StepFact {
    plan.reply.written.into()
}

fn apply(of: &Budgeting<'_, '_>, filled: &Filled) -> Result<Plan<TemplateOutcome>, CallError> {
    check_enabled(of.world)?;
    let sources = Sources::of(of.world)?;
    let facts = sources.facts(of.world)?;
    let activity = of.activity_of(&averaged(&facts.lines))?;
    let filling = Filling { month: of.month, current: of.world.today().month() };
    let applied =
        of.decided(|cells| match apply_templates(cells, &activity, &facts, filling, filled) {
            Ok(applied) => Ok(Ok(applied)),
            Err(TemplateError::Problems(problems)) => Ok(Err(problems)),
            Err(TemplateError::Action(error)) => Err(error),
        })?;
    let applied = match applied {
        Ok(applied) => applied,
        Err(problems) => {
            return Ok(Plan::step(Vec::new(), refused(&sources, &facts.schedules, &problems)));
        }
    };
    let mut changes = of.stored.changes_of_templates(of.month, &applied.budgets, &applied.goals)?;
    let mut reply = done(&sources, &applied);
    reply.written = rows_of(&changes);
    if !changes.is_empty() {
        changes.extend(sources.storing()?);
    }
    Ok(Plan::step(changes, reply))
}

/// How many rows changes write; a category has one of each month.
fn rows_of(changes: &[Change]) -> usize {
    changes.iter().map(|change| &change.row).collect::<BTreeSet<_>>().len()
}

/// The categories whose lines have an average.
pub(super) fn averaged<'l>(
    lines: impl IntoIterator<Item = (&'l CategoryId, &'l Vec<Line>)>,
) -> Vec<CategoryId> {
    let is_average = |line: &Line| match line {
        Line::Entry(entry) => matches!(entry.template, Template::Average { .. }),
        Line::Error(_) => false,
    };
    let with = lines.into_iter().filter(|(_, lines)| lines.iter().any(is_average));
    with.map(|(id, _)| id.clone()).collect()
}

fn done(sources: &Sources, applied: &Applied) -> TemplateOutcome {
    let problems: Vec<_> = applied.skipped.iter().flat_map(|id| sources.bad_lines(id)).collect();
    let is_idle = applied.count == 0;
    let code = if is_idle { OutcomeCode::TemplatesUpToDate } else { OutcomeCode::TemplatesApplied };
    let text = applied_text(applied.count - applied.skipped.len(), applied.skipped.len());
    let count = (applied.count > 0).then_some(applied.count);
    TemplateOutcome { count, ..outcome(OutcomeType::Message, code, text, problems) }
}

fn refused(
    sources: &Sources,
    schedules: &[ScheduleFact],
    problems: &[CategoryProblem],
) -> TemplateOutcome {
    let all = problems.iter().flat_map(|it| problem_of(sources, schedules, it)).collect();
    let text = refused_text(problems.len());
    outcome(OutcomeType::Error, OutcomeCode::TemplateErrors, text, all)
}

impl Mutation for StoreNoteTemplates {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        check_enabled(world)?;
        Ok(Plan::unrecorded(Sources::of(world)?.storing()?, ()))
    }
}

impl Query for CheckTemplates {
    fn run(self, world: &World<'_>) -> Result<TemplateOutcome, CallError> {
        let sources = Sources::of(world)?;
        let facts = sources.facts(world)?;
        let mut problems: Vec<TemplateProblem> = Vec::new();
        for category in sources.categories() {
            for (at, line) in sources.lines(&category.id).iter().enumerate() {
                let warnings = check_lines(std::slice::from_ref(&line.line), &facts.schedules);
                problems.extend(warnings.into_iter().flat_map(|warning| match warning {
                    LineWarning::Error { .. } => sources.bad_line(&category.id, at),
                    LineWarning::ScheduleMissing { .. } => {
                        let problem = CategoryProblem {
                            category: category.id.clone(),
                            problem: Problem::ScheduleMissing,
                            lines: vec![at],
                        };
                        problem_of(&sources, &facts.schedules, &problem)
                    }
                }));
            }
        }
        Ok(if problems.is_empty() {
            let text = "All template lines are understood.".to_owned();
            outcome(OutcomeType::Message, OutcomeCode::TemplatesCheckPassed, text, problems)
        } else {
            let text = check_text(problems.len());
            outcome(OutcomeType::Error, OutcomeCode::TemplateErrors, text, problems)
        })
    }
}

impl Query for RenderNoteTemplates {
    fn run(self, _: &World<'_>) -> Result<String, CallError> {
        if self.templates.len() > MOST {
            let message = format!("At most {MOST} lines can be written at once.");
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        let written = self.templates.into_iter().enumerate().map(|(at, entry)| {
            written(entry).ok_or_else(|| {
                let message = format!(
                    "Line {} cannot be written: a part of it is missing or out of range.",
                    at + 1
                );
                CallError::new(ErrorCode::InvalidTemplate, message)
            })
        });
        Ok(written.collect::<Result<Vec<_>, _>>()?.join("\n"))
    }
}

impl Mutation for CleanupGoalTemplate {
    const READS_CELLS: bool = true;

    fn decide(self, world: &World<'_>) -> Result<Plan<TemplateOutcome>, CallError> {
        check_enabled(world)?;
        if facts::mode(world.reader)? == BudgetMode::Report {
            let message = "Cleaning up a month is only possible in an envelope budget.";
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        let of = Budgeting::new(world, self.month)?;
        let sources = Sources::of(world)?;
        let categories: Vec<_> = sources
            .categories()
            .iter()
            .map(|it| CleanupCategory {
                category: CategoryFact {
                    id: it.id.clone(),
                    is_income: it.is_income,
                    hidden: it.hidden,
                },
                rows: parse_cleanup(&it.note),
            })
            .collect();
        let cleaned = of.decided(|cells| clean_up(cells, self.month, &categories))?;
        let CleanedUp { budgets, goals, outcome } = cleaned;
        let changes = of.stored.changes_of_templates(self.month, &budgets, &goals)?;
        let reply = cleanup_outcome(&sources, outcome, rows_of(&changes));
        let plan = Plan::step(changes, reply);
        Ok(plan.named("cleanedUp", [("month", self.month.into())]))
    }
}
