//! Errors in the lines of a note, found before they are applied.

use super::{Line, LineProblem, ScheduleFact, Template};

/// A line that has no effect, or would refuse all templates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineWarning {
    /// It has no effect.
    Error {
        /// The whole line of the note.
        line: String,
        /// The problem.
        problem: LineProblem,
    },
    /// No live schedule has exactly this name.
    ScheduleMissing {
        /// The name.
        name: String,
    },
}

/// Everything that is wrong with lines, in their order.
#[must_use]
pub fn check_lines(lines: &[Line], schedules: &[ScheduleFact]) -> Vec<LineWarning> {
    let is_known = |name: &str| schedules.iter().any(|schedule| schedule.name == name);
    let warning = |line: &Line| match line {
        Line::Error(bad) => {
            Some(LineWarning::Error { line: bad.line.clone(), problem: bad.problem })
        }
        Line::Entry(entry) => {
            let Template::Schedule { name, .. } = &entry.template else { return None };
            let is_missing = !is_known(name.trim());
            is_missing.then(|| LineWarning::ScheduleMissing { name: name.clone() })
        }
    };
    lines.iter().filter_map(warning).collect()
}
