//! The last changes of cells since the budget was opened, with their causes.
//!
//! Bounded: it keeps whole commits, and the oldest leave first. Commits share the names of their
//! sheet. When a change of structure replaces the sheet, the history copies the names it needs, so
//! that the old sheet's names can be freed.

use std::collections::VecDeque;

use sobre_engine::sheet::{CellValue, ChangedCell, ChangedCells};

use crate::contract::history::StepName;
use crate::contract::sheet::{CellChange, CellChanges, ChangeKind};
use crate::limits;

/// Why a commit changed cells.
#[derive(Debug, Clone)]
pub(crate) struct Cause {
    /// When, in milliseconds since 1970.
    pub(crate) at_ms: i64,
    pub(crate) kind: ChangeKind,
    /// The name of the step, if there is one.
    pub(crate) name: Option<StepName>,
}

/// The latest commits that changed cells.
#[derive(Debug)]
pub(crate) struct CellHistory {
    commits: VecDeque<CommitChanges>,
    /// The number of cells in all commits.
    cells: usize,
    /// Every later change is here; in milliseconds since 1970.
    since_ms: i64,
}

/// A commit with its changed cells.
#[derive(Debug)]
struct CommitChanges {
    cause: Cause,
    cells: CommitCells,
}

#[derive(Debug)]
enum CommitCells {
    /// Of the current sheet.
    Shared(ChangedCells),
    /// Of a former sheet.
    Copied(Vec<NamedChange>),
}

impl CommitCells {
    fn len(&self) -> usize {
        match self {
            Self::Shared(cells) => cells.len(),
            Self::Copied(cells) => cells.len(),
        }
    }

    /// The values of a cell before and after, if it changed.
    fn change_of(&self, sheet: &str, name: &str) -> Option<(CellValue, CellValue)> {
        match self {
            Self::Shared(cells) => {
                let cell = cells.iter().find(|cell| cell.name == name && cell.sheet == sheet)?;
                Some((cell.before, cell.value))
            }
            Self::Copied(cells) => {
                let full_name = format!("{sheet}!{name}");
                let cell = cells.iter().find(|cell| *cell.name == *full_name)?;
                Some((cell.before, cell.after))
            }
        }
    }
}

#[derive(Debug)]
struct NamedChange {
    /// `{sheet}!{cell}`.
    name: Box<str>,
    before: CellValue,
    after: CellValue,
}

impl From<ChangedCell<'_>> for NamedChange {
    fn from(cell: ChangedCell<'_>) -> Self {
        Self { name: cell.full_name().into(), before: cell.before, after: cell.value }
    }
}

impl CellHistory {
    /// The history of a budget opened at `now_ms`.
    pub(super) const fn new(now_ms: i64) -> Self {
        Self { commits: VecDeque::new(), cells: 0, since_ms: now_ms }
    }

    /// Adds a commit. One with more cells than are kept clears the history, because the changes
    /// before it would not lead to the current values.
    pub(super) fn push(&mut self, cause: Cause, changed: &ChangedCells) {
        if changed.is_empty() {
            return;
        }
        if changed.len() > limits::CHANGED_CELLS_KEPT {
            *self = Self::new(cause.at_ms);
            return;
        }
        self.copy_names_unlike(changed);
        self.commits
            .push_back(CommitChanges { cause, cells: CommitCells::Shared(changed.clone()) });
        self.cells += changed.len();
        while self.commits.len() > limits::CHANGES_KEPT || self.cells > limits::CHANGED_CELLS_KEPT {
            let Some(oldest) = self.commits.pop_front() else { break };
            self.cells -= oldest.cells.len();
            self.since_ms = oldest.cause.at_ms;
        }
    }

    /// Copies the names of kept commits if `changed` is of another sheet than the last of them.
    fn copy_names_unlike(&mut self, changed: &ChangedCells) {
        let last = self.commits.back().map(|commit| &commit.cells);
        if matches!(last, Some(CommitCells::Shared(cells)) if !cells.shares_names_with(changed)) {
            for commit in &mut self.commits {
                if let CommitCells::Shared(cells) = &commit.cells {
                    commit.cells =
                        CommitCells::Copied(cells.iter().map(NamedChange::from).collect());
                }
            }
        }
    }

    /// The last changes of a cell, newest first.
    pub(crate) fn changes_of(&self, sheet: &str, name: &str) -> CellChanges {
        let changes = self.commits.iter().rev().filter_map(|commit| {
            let (before, after) = commit.cells.change_of(sheet, name)?;
            let Cause { at_ms, kind, name } = commit.cause.clone();
            Some(CellChange { at_ms, kind, name, before, after })
        });
        let changes = changes.take(limits::CHANGES_PER_CELL).collect();
        CellChanges { changes, since_ms: self.since_ms }
    }
}

#[cfg(test)]
mod tests {
    use sobre_engine::sheet::{Address, InputId, Sheet, SheetBuilder, Show};

    use super::*;

    /// A sheet of inputs `c0`, `c1` and so on.
    fn sheet(cells: usize) -> (Sheet, Vec<InputId>) {
        let mut builder = SheetBuilder::default();
        let sheet = builder.sheet("s");
        let inputs = (0..cells).map(|number| {
            let at = Address { sheet, name: builder.name(&format!("c{number}")) };
            builder.input(at, Show::Number, 0)
        });
        let inputs = inputs.collect();
        (builder.build().unwrap(), inputs)
    }

    /// Sets some inputs to a value, as a commit of that time.
    fn set(history: &mut CellHistory, sheet: &mut Sheet, inputs: &[InputId], value: i64) {
        for input in inputs {
            sheet.set(*input, Some(value));
        }
        sheet.recalculate();
        let cause = Cause { at_ms: value, kind: ChangeKind::Call, name: None };
        history.push(cause, &sheet.changed_cells());
    }

    fn values(changes: &CellChanges) -> Vec<(CellValue, CellValue)> {
        changes.changes.iter().map(|change| (change.before, change.after)).collect()
    }

    #[test]
    fn the_last_changes_of_a_cell_come_newest_first() {
        let (mut sheet, inputs) = sheet(2);
        let mut history = CellHistory::new(1);
        for value in [10, 11, 11, 12] {
            set(&mut history, &mut sheet, &inputs[..1], value);
        }
        let number = CellValue::Number;
        let changes = history.changes_of("s", "c0");
        let expected = [(11, 12), (10, 11), (0, 10)].map(|(was, is)| (number(was), number(is)));
        assert_eq!((values(&changes), changes.since_ms), (expected.to_vec(), 1));
        let other = history.changes_of("s", "c1");
        assert_eq!((values(&other), other.since_ms), (Vec::new(), 1));
    }

    #[test]
    fn changes_outlive_the_sheet_that_they_happened_in() {
        let mut history = CellHistory::new(0);
        for value in [1, 2] {
            let (mut sheet, inputs) = sheet(2);
            set(&mut history, &mut sheet, &inputs, value);
        }
        assert!(matches!(history.commits[0].cells, CommitCells::Copied(_)));
        let changes = history.changes_of("s", "c1");
        let expected =
            [(0, 2), (0, 1)].map(|(was, is)| (CellValue::Number(was), CellValue::Number(is)));
        assert_eq!(values(&changes), expected);
    }

    #[test]
    fn the_oldest_commits_leave_when_there_are_too_many() {
        let (mut sheet, inputs) = sheet(1);
        let mut history = CellHistory::new(0);
        for value in 1..=i64::try_from(limits::CHANGES_KEPT).unwrap() {
            set(&mut history, &mut sheet, &inputs, value);
        }
        assert_eq!(history.changes_of("s", "c0").since_ms, 0);
        set(&mut history, &mut sheet, &inputs, 1_000);
        assert_eq!(history.commits.len(), limits::CHANGES_KEPT);
        let changes = history.changes_of("s", "c0");
        assert_eq!((changes.changes.len(), changes.since_ms), (limits::CHANGES_PER_CELL, 1));
    }

    #[test]
    fn the_oldest_commits_leave_when_they_have_too_many_cells() {
        let half = limits::CHANGED_CELLS_KEPT / 2;
        let (mut sheet, inputs) = sheet(half);
        let mut history = CellHistory::new(0);
        for value in 1..=3 {
            set(&mut history, &mut sheet, &inputs, value);
        }
        assert_eq!((history.commits.len(), history.cells), (2, 2 * half));
        assert_eq!(history.changes_of("s", "c7").since_ms, 1);
    }

    #[test]
    fn a_commit_of_too_many_cells_starts_the_history_anew() {
        let (mut sheet, inputs) = sheet(limits::CHANGED_CELLS_KEPT + 1);
        let mut history = CellHistory::new(0);
        set(&mut history, &mut sheet, &inputs[..1], 1);
        set(&mut history, &mut sheet, &inputs, 2);
        let changes = history.changes_of("s", "c0");
        assert_eq!((changes.changes.len(), changes.since_ms), (0, 2));
        set(&mut history, &mut sheet, &inputs[..1], 3);
        assert_eq!(history.changes_of("s", "c0").changes.len(), 1);
    }
}
