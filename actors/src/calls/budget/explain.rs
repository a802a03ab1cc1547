//! The meaning of a category's template lines while they are typed.

use serde_json::json;
use sobre_engine::money::Amount;
use sobre_engine::templates::{
    CategoryProblem, CleanupLine, CleanupRole, Entry, Filling, Line, Preview, cleanup_lines,
    cleanup_sentence, preview, sentence,
};

use super::budgeting::Budgeting;
use super::outcome::problem_of;
use super::sources::Sources;
use super::templates::averaged;
use crate::calls::categories::living;
use crate::contract::templates::{
    ExplainTemplates, ExplainedCleanup, ExplainedLine, ExplainedTemplates,
};
use crate::contract::{CallError, ErrorCode};
use crate::limits;
use crate::router::Query;
use crate::world::World;

impl Query for ExplainTemplates {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<ExplainedTemplates, CallError> {
        let Self { month, category, note } = self;
        living(world, &category)?;
        let of = Budgeting::new(world, month)?;
        let mut sources = Sources::of(world)?;
        if let Some(note) = &note {
            if note.chars().count() > limits::NOTE_CHARS {
                let facts = json!({ "most": limits::NOTE_CHARS });
                return Err(CallError::of(ErrorCode::NoteTooLong).with_meta(facts));
            }
            sources.set_note(&category, note);
        }
        let facts = sources.facts(world)?;
        let activity = of.activity_of(&averaged(facts.lines.get_key_value(&category)))?;
        let filling = Filling { month, current: world.today().month() };
        let outcome = of.decided(|cells| {
            Ok::<_, CallError>(preview(cells, &activity, &facts, filling, &category))
        })?;
        let (preview, problem) = match outcome {
            Ok(preview) => (preview, None),
            Err(problem) => (None, Some(problem)),
        };
        let mut lines: Vec<_> = (0..sources.lines(&category).len())
            .map(|at| {
                let mut line = explained(&sources, &category, at);
                let asked = preview.as_ref().and_then(|it| it.asked.get(at).copied().flatten());
                line.amount = asked.map(nearest);
                if let Some(problem) = problem.as_ref().filter(|it| it.lines.contains(&at)) {
                    let of_line = CategoryProblem { lines: vec![at], ..problem.clone() };
                    line.problem = problem_of(&sources, &facts.schedules, &of_line).pop();
                }
                line
            })
            .collect();
        if let Some(source) = sources.category(&category) {
            lines.extend(cleanup_lines(&source.note).into_iter().map(cleanup));
        }
        lines.sort_by_key(|line| line.line);
        let reason = reason(&lines, preview.as_ref(), problem.is_some());
        Ok(ExplainedTemplates {
            lines,
            budget: preview.as_ref().and_then(|it| it.budget).map(nearest),
            goal: preview.as_ref().and_then(|it| it.goal).map(nearest),
            is_long_goal: preview.as_ref().is_some_and(|it| it.is_long_goal),
            carried: preview.as_ref().map_or(Amount::ZERO, |it| nearest(it.carried)),
            is_limit_met: preview.as_ref().is_some_and(|it| it.is_limit_met),
            reason: reason.map(str::to_owned),
        })
    }
}

/// The amount itself; one beyond the bound becomes the largest.
fn nearest(cents: i64) -> Amount {
    use sobre_engine::money::MAX_CENTS;
    Amount::from_cents(cents.clamp(-MAX_CENTS, MAX_CENTS)).unwrap_or(Amount::ZERO)
}

fn explained(
    sources: &Sources,
    category: &sobre_engine::ids::CategoryId,
    at: usize,
) -> ExplainedLine {
    let line = &sources.lines(category)[at];
    let template: Option<Entry> = match &line.line {
        Line::Entry(entry) => Some(entry.clone()),
        Line::Error(_) => None,
    };
    ExplainedLine {
        line: (line.number > 0).then_some(line.number),
        text: line.text.clone(),
        sentence: template.as_ref().map(sentence).unwrap_or_default(),
        template,
        cleanup: None,
        amount: None,
        problem: sources.bad_line(category, at).pop(),
    }
}

fn cleanup(line: CleanupLine) -> ExplainedLine {
    let CleanupLine { number, text, row } = line;
    let (role, weight) = match row.role {
        CleanupRole::Source => ("source", None),
        CleanupRole::Sink { weight } => ("sink", Some(weight)),
        CleanupRole::Overspend => ("overspend", None),
    };
    ExplainedLine {
        line: Some(number),
        text,
        sentence: cleanup_sentence(&row),
        template: None,
        cleanup: Some(ExplainedCleanup { role, weight, group: row.group }),
        amount: None,
        problem: None,
    }
}

/// Why the budget stays, or nothing is applied.
fn reason(
    lines: &[ExplainedLine],
    preview: Option<&Preview>,
    is_refused: bool,
) -> Option<&'static str> {
    let has_templates = lines.iter().any(|line| line.cleanup.is_none());
    if is_refused {
        return Some(match lines {
            [_] => "This line cannot be applied. Nothing is filled in any category.",
            _ => "These lines cannot be applied together. Nothing is filled in any category.",
        });
    }
    let Some(preview) = preview else {
        return Some("An envelope budget does not budget income.");
    };
    if lines.iter().any(|line| line.problem.is_some()) {
        return Some("The budget stays as it is, because a line is not understood.");
    }
    if !has_templates {
        return Some("This note has no template lines.");
    }
    if preview.budget.is_none() {
        return Some("The budget stays as it is: these lines only set a goal.");
    }
    preview.is_limit_met.then_some("The balance has reached its limit.")
}
