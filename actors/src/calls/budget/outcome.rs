//! What became of templates, in words.

use sobre_engine::templates::{
    CategoryProblem, CleanupOutcome, CleanupWarning, NoteLine, Problem, ScheduleFact,
};

use super::sources::Sources;
use crate::contract::templates::{OutcomeCode, OutcomeType, TemplateOutcome, TemplateProblem};

/// An outcome without counts.
pub(super) const fn outcome(
    r#type: OutcomeType,
    message: OutcomeCode,
    text: String,
    problems: Vec<TemplateProblem>,
) -> TemplateOutcome {
    TemplateOutcome {
        r#type,
        message,
        text,
        count: None,
        written: 0,
        source_count: None,
        sink_count: None,
        sticky: !problems.is_empty(),
        problems,
    }
}

fn categories(count: usize) -> String {
    counted(count, "category", "categories")
}

fn counted(count: usize, one: &str, other: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {other}") }
}

/// Templates were applied to some categories, others kept their budget.
pub(super) fn applied_text(filled: usize, skipped: usize) -> String {
    let stayed = format!(
        "{} kept the budget, because of a template line that is not understood.",
        categories(skipped)
    );
    match (filled, skipped) {
        (0, 0) => "There was nothing to fill. Templates fill categories without a budget; \
            overwriting replaces budgets too."
            .to_owned(),
        (0, _) => stayed,
        (_, 0) => format!("Filled {} from templates.", categories(filled)),
        _ => format!("Filled {} from templates. {stayed}", categories(filled)),
    }
}

/// Nothing was applied because of the templates of some categories.
pub(super) fn refused_text(count: usize) -> String {
    format!("Nothing was changed: the templates of {} cannot be applied.", categories(count))
}

/// A check found problems.
pub(super) fn check_text(count: usize) -> String {
    format!("{} cannot be used.", counted(count, "template line", "template lines"))
}

/// The problem of a category, for each of its lines.
pub(super) fn problem_of(
    sources: &Sources,
    schedules: &[ScheduleFact],
    problem: &CategoryProblem,
) -> Vec<TemplateProblem> {
    let CategoryProblem { category, problem, lines } = problem;
    let reason = |_: &NoteLine| reason(*problem, schedules).to_owned();
    sources.problems(category, lines, problem.code(), &reason)
}

/// Why lines cannot be applied.
fn reason(problem: Problem, schedules: &[ScheduleFact]) -> &'static str {
    if problem == Problem::ScheduleMissing && schedules.is_empty() {
        "This budget has no schedules, so this line cannot be applied."
    } else {
        problem.reason()
    }
}

/// What became of a clean-up that wrote the budgets of some categories.
pub(super) fn cleanup_outcome(
    sources: &Sources,
    cleaned: CleanupOutcome,
    written: usize,
) -> TemplateOutcome {
    let became = match cleaned {
        CleanupOutcome::UpToDate => {
            // Without lines, money to budget still covers overspending.
            let text = match written {
                0 => "There was nothing to clean up.".to_owned(),
                _ => format!("Covered overspending of {}.", categories(written)),
            };
            outcome(OutcomeType::Message, OutcomeCode::CleanupUpToDate, text, Vec::new())
        }
        CleanupOutcome::Applied { sources, sinks } => {
            let text =
                format!("Moved what was left of {} to {}.", categories(sources), categories(sinks));
            let (source_count, sink_count) = (Some(sources), Some(sinks));
            let code = OutcomeCode::CleanupApplied;
            let done = outcome(OutcomeType::Message, code, text, Vec::new());
            TemplateOutcome { source_count, sink_count, ..done }
        }
        CleanupOutcome::Warned(warnings) => {
            let problems = warnings.iter().map(|warning| warned(sources, warning)).collect();
            let text = "The clean-up could not do everything.".to_owned();
            outcome(OutcomeType::Warning, OutcomeCode::CleanupNoFunds, text, problems)
        }
    };
    TemplateOutcome { written, ..became }
}

fn warned(sources: &Sources, warning: &CleanupWarning) -> TemplateProblem {
    let (code, category, name, reason) = match warning {
        CleanupWarning::SourceOverspent(id) => {
            let name = sources.category(id).map(|it| it.name.clone());
            let reason = "This category is overspent and has nothing to give.";
            ("source-overspent", Some(id.clone()), name, reason)
        }
        CleanupWarning::GroupWithoutSink(name) => {
            let reason = "This group has a source, but no category takes its money.";
            ("group-without-sink", None, Some(name.clone()), reason)
        }
        CleanupWarning::NoFunds => {
            ("no-funds", None, None, "No money is left to budget in this month.")
        }
    };
    TemplateProblem { code, category, name, line: None, text: None, reason: reason.to_owned() }
}
