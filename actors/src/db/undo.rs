//! Undo as data: each local step stores, per written column, the written value and its inverse.
//! Undoing writes ordinary new changes. A column that no longer has the step's value was changed by
//! another session or device and keeps its value.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use rusqlite::Connection;
use sobre_engine::crdt::{Change, Value};

use super::cells::read_cells;
use super::error::DbError;
use super::schema::{BANK_ID, BANK_LINK, BANK_PREFS, Table};
use crate::contract::history::StepName;

/// Most undo steps.
const MOST_STEPS: usize = 40;
/// Most columns of all steps together, about 100 MB; the latest step is always kept.
const MOST_CELLS: usize = 1_000_000;

/// Session and name of a local step, kept with it for undo.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Intent {
    /// Name of the step, if its caller gave one.
    pub name: Option<StepName>,
    /// The client's tag, returned in the undo event.
    pub undo_tag: Option<String>,
    /// The session that made it.
    pub session: Option<String>,
    /// Data of the step for the undo event.
    pub meta: Option<serde_json::Value>,
    /// The sync with banks that it belongs to: all its commits are one step, and undoing it leaves
    /// no trace of the bank in what it added.
    pub bank_sync: Option<u64>,
}

/// The record of a write for undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recording {
    /// Nothing.
    Nothing,
    /// The inverse of each column.
    Step,
    /// The inverse, which also removes the bank's id from added transactions. Otherwise an undone
    /// transaction would count as deleted by the user.
    BankStep,
}

impl Recording {
    /// For a step.
    pub(super) const fn of(intent: &Intent) -> Self {
        if intent.bank_sync.is_some() { Self::BankStep } else { Self::Step }
    }
}

/// A step for users and sessions.
#[derive(Debug, Clone, PartialEq)]
pub struct StepInfo {
    /// Its number, as in [`NextStep`].
    pub number: u64,
    /// Its session and label.
    pub intent: Intent,
    /// The tables it wrote, each once.
    pub tables: Vec<&'static str>,
}

/// The next steps of undo and redo.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HistoryState {
    /// The step that undo would take back.
    pub undo: Option<NextStep>,
    /// The step that redo would repeat.
    pub redo: Option<NextStep>,
}

/// The next step of undo or redo.
#[derive(Debug, Clone, PartialEq)]
pub struct NextStep {
    /// Its number, unique while the file is open.
    pub number: u64,
    /// Its session and label.
    pub intent: Intent,
}

/// Direction in the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Undoes the latest step.
    Undo,
    /// Redoes the last undone step.
    Redo,
}

/// One local step.
#[derive(Debug)]
pub(super) struct Step {
    /// Assigned when it enters the history.
    number: u64,
    pub(super) intent: Intent,
    pub(super) rows: Vec<StepRow>,
}

/// A step's changes to one row.
#[derive(Debug)]
pub(super) struct StepRow {
    table: &'static Table,
    id: Arc<str>,
    cells: Vec<StepCell>,
}

#[derive(Debug)]
struct StepCell {
    column: usize,
    done: Value,
    undone: Value,
}

impl StepRow {
    /// Compares a row's stored values `before` the step (`None` if there was no row) with the
    /// written ones. Columns that already had their value, or that only confirm the defaults of a
    /// new row, do not count as written. `None` if undo has nothing to do in this row.
    pub(super) fn of(
        table: &'static Table,
        id: &Arc<str>,
        before: Option<Vec<Value>>,
        written: impl Iterator<Item = (usize, Value)>,
        recording: Recording,
    ) -> Option<Self> {
        if is_banks_own(table, id) {
            return None;
        }
        let mut cells: Vec<_> = match (before, table.column("tombstone")) {
            (Some(before), _) => written
                .zip(before)
                .filter(|((column, _), _)| !is_bank_link(table, *column))
                .map(|((column, done), undone)| StepCell { column, done, undone })
                .collect(),
            (None, Some(column)) => {
                let bank_id = table.column(BANK_ID).filter(|_| recording == Recording::BankStep);
                let written: Vec<_> = written.collect();
                let of = |column| written.iter().find(|(it, _)| *it == column);
                let done = of(column).map_or(Value::Integer(0), |(_, value)| value.clone());
                let bank_id = bank_id.and_then(of).map(|(column, done)| StepCell {
                    column: *column,
                    done: done.clone(),
                    undone: Value::Null,
                });
                let tombstone = StepCell { column, done, undone: Value::Integer(1) };
                std::iter::once(tombstone).chain(bank_id).collect()
            }
            (None, None) => written
                .filter_map(|(column, done)| {
                    let undone = value_of_no_row(table, column)?;
                    Some(StepCell { column, done, undone })
                })
                .collect(),
        };
        cells.retain(|cell| !same(&cell.done, &cell.undone));
        (!cells.is_empty()).then(|| Self { table, id: Arc::clone(id), cells })
    }
}

/// Bank links are never undone, because the bank is not notified again; nor is the time of the last
/// sync.
fn is_bank_link(table: &Table, column: usize) -> bool {
    let name = table.columns[column].name;
    table.name == "accounts" && (BANK_LINK.contains(&name) || name == "last_sync")
}

/// Whether a row says what was read from banks and how they are reached, which no undo takes back.
fn is_banks_own(table: &Table, id: &str) -> bool {
    table.name == "banks" || table.name == "preferences" && id.starts_with(BANK_PREFS)
}

/// The value for a column of a created row that cannot be marked as deleted; `None` if the rest of
/// an undone row is harmless.
fn value_of_no_row(table: &Table, column: usize) -> Option<Value> {
    match (table.name, table.columns[column].name) {
        (_, "amount" | "carryover" | "buffered") => Some(Value::Integer(0)),
        (_, "goal" | "long_goal") | ("notes" | "preferences", _) => Some(Value::Null),
        _ => None,
    }
}

impl Step {
    /// A step that is not in the history yet.
    pub(super) const fn new(intent: Intent, rows: Vec<StepRow>) -> Self {
        Self { number: 0, intent, rows }
    }

    /// The user-visible part of the step.
    pub(super) fn info(&self) -> StepInfo {
        let mut tables: Vec<&'static str> = Vec::new();
        for row in &self.rows {
            if !tables.contains(&row.table.name) {
                tables.push(row.table.name);
            }
        }
        StepInfo { number: self.number, intent: self.intent.clone(), tables }
    }

    /// Adds the rows of a later commit of the same sync.
    fn join(&mut self, later: Self) {
        self.intent = later.intent;
        let places: HashMap<(&str, Arc<str>), usize> = self
            .rows
            .iter()
            .enumerate()
            .map(|(place, row)| ((row.table.name, Arc::clone(&row.id)), place))
            .collect();
        for row in later.rows {
            match places.get(&(row.table.name, Arc::clone(&row.id))) {
                Some(place) => self.rows[*place].join(row),
                None => self.rows.push(row),
            }
        }
    }

    fn cells(&self) -> usize {
        self.rows.iter().map(|row| row.cells.len()).sum()
    }

    /// The changes that undo the step, newest row first, or redo it.
    pub(super) fn changes(
        &self,
        direction: Direction,
        conn: &Connection,
    ) -> Result<Vec<Change>, DbError> {
        let mut changes = Vec::new();
        match direction {
            Direction::Undo => {
                for row in self.rows.iter().rev() {
                    row.changes(conn, &mut changes, |cell| (&cell.done, &cell.undone))?;
                }
            }
            Direction::Redo => {
                for row in &self.rows {
                    row.changes(conn, &mut changes, |cell| (&cell.undone, &cell.done))?;
                }
            }
        }
        Ok(changes)
    }
}

impl StepRow {
    /// Takes over what a later commit wrote in the same row.
    fn join(&mut self, later: Self) {
        for cell in later.cells {
            match self.cells.iter_mut().find(|it| it.column == cell.column) {
                Some(earlier) => earlier.done = cell.done,
                None => self.cells.push(cell),
            }
        }
    }

    /// Adds a change for each column that still has the value to replace.
    fn changes(
        &self,
        conn: &Connection,
        changes: &mut Vec<Change>,
        from_to: impl Fn(&StepCell) -> (&Value, &Value),
    ) -> Result<(), DbError> {
        let columns: Vec<usize> = self.cells.iter().map(|cell| cell.column).collect();
        let Some(current) = read_cells(conn, self.table, &self.id, &columns)? else {
            return Ok(());
        };
        for (cell, current) in self.cells.iter().zip(current) {
            let (from, to) = from_to(cell);
            if same(from, &current) && !same(to, &current) {
                changes.push(Change {
                    dataset: self.table.name.into(),
                    row: Arc::clone(&self.id),
                    column: self.table.columns[cell.column].name.into(),
                    value: to.clone(),
                });
            }
        }
        Ok(())
    }
}

/// Whether a column has a written value; storing may have converted between numbers and text.
fn same(written: &Value, stored: &Value) -> bool {
    let bare = |value: &Value| value.to_text().split_off(2);
    match (written, stored) {
        (Value::Null, Value::Null) => true,
        (Value::Null, _) | (_, Value::Null) => false,
        _ => written == stored || bare(written) == bare(stored),
    }
}

/// The steps since the file was opened, and the position between undo and redo.
#[derive(Debug, Default)]
pub(super) struct History {
    steps: VecDeque<Step>,
    /// How many of `steps` are done; the rest can be redone.
    done: usize,
    /// The number of columns in all steps.
    cells: usize,
    /// The number of steps made since the file was opened.
    made: u64,
}

impl History {
    /// Adds a step and discards redoable ones.
    pub(super) fn push(&mut self, step: Step) {
        self.push_within(step, MOST_CELLS);
    }

    fn push_within(&mut self, mut step: Step, most_cells: usize) {
        let is_latest = self.done == self.steps.len();
        if let Some(joined) = self.steps.back_mut().filter(|_| is_latest)
            && joined.intent.bank_sync.is_some()
            && joined.intent.bank_sync == step.intent.bank_sync
        {
            self.cells -= joined.cells();
            joined.join(step);
            self.cells += joined.cells();
            return;
        }
        self.made += 1;
        step.number = self.made;
        let gone: usize = self.steps.drain(self.done..).map(|step| step.cells()).sum();
        self.cells = self.cells - gone + step.cells();
        self.steps.push_back(step);
        while self.steps.len() > MOST_STEPS || self.cells > most_cells && self.steps.len() > 1 {
            self.cells -= self.steps.pop_front().map_or(0, |step| step.cells());
        }
        self.done = self.steps.len();
    }

    /// Discards every step.
    pub(super) fn clear(&mut self) {
        *self = Self { made: self.made, ..Self::default() };
    }

    /// The next step in this direction.
    pub(super) fn next(&self, direction: Direction) -> Option<&Step> {
        match direction {
            Direction::Undo => self.done.checked_sub(1).and_then(|at| self.steps.get(at)),
            Direction::Redo => self.steps.get(self.done),
        }
    }

    /// Moves past it.
    pub(super) fn advance(&mut self, direction: Direction) {
        self.done = match direction {
            Direction::Undo => self.done.saturating_sub(1),
            Direction::Redo => (self.done + 1).min(self.steps.len()),
        };
    }

    pub(super) fn state(&self) -> HistoryState {
        let next = |step: &Step| NextStep { number: step.number, intent: step.intent.clone() };
        HistoryState {
            undo: self.next(Direction::Undo).map(next),
            redo: self.next(Direction::Redo).map(next),
        }
    }
}

#[cfg(test)]
mod tests;
