//! The rows that the last commits wrote. The writer adds each commit; readers that keep a list of
//! rows move those written since they read it.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::{Connection, OptionalExtension as _};

use super::thresholds::Thresholds;

/// The rows of one table that a commit wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedRows {
    /// The dataset.
    pub table: &'static str,
    /// Ids of the written rows, each once.
    pub rows: Vec<Arc<str>>,
}

/// The end of the message log, which identifies the state of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::db) struct State {
    message: i64,
    timestamp: String,
}

impl State {
    /// Whether more is in the log than in another state of it.
    pub(in crate::db) const fn is_later_than(&self, other: &Self) -> bool {
        self.message > other.message
    }

    /// The state that a connection sees; `None` if the log is empty.
    pub(in crate::db) fn of(conn: &Connection) -> rusqlite::Result<Option<Self>> {
        let mut last = conn
            .prepare_cached("SELECT id, timestamp FROM messages_crdt ORDER BY id DESC LIMIT 1")?;
        let state =
            last.query_row([], |row| Ok(Self { message: row.get(0)?, timestamp: row.get(1)? }));
        state.optional()
    }
}

/// A commit from one state to the next.
#[derive(Debug)]
struct JournalEntry {
    from: Option<State>,
    to: Option<State>,
    touched: Vec<TouchedRows>,
}

/// The last commits of an open budget, as far as they are remembered.
#[derive(Debug)]
pub struct Journal(Mutex<Commits>);

#[derive(Debug)]
struct Commits {
    written: VecDeque<JournalEntry>,
    most_rows: usize,
}

impl Default for Journal {
    fn default() -> Self {
        let most_rows = Thresholds::default().remembered;
        Self(Mutex::new(Commits { written: VecDeque::new(), most_rows }))
    }
}

impl Journal {
    /// Remembers later commits up to this threshold.
    pub fn limit(&self, thresholds: &Thresholds) {
        self.0.lock().most_rows = thresholds.remembered;
    }

    /// Whether a commit of this many rows is remembered.
    pub(in crate::db) fn takes(&self, rows: usize) -> bool {
        rows < self.0.lock().most_rows
    }

    /// Adds a commit, just before readers can see it. One of too many rows hides those before it.
    pub(in crate::db) fn add<'t>(
        &self,
        from: Option<State>,
        to: Option<State>,
        touched: impl Iterator<Item = &'t TouchedRows> + Clone,
    ) {
        let mut commits = self.0.lock();
        let Commits { written, most_rows } = &mut *commits;
        if rows_of(touched.clone()) >= *most_rows {
            return written.clear();
        }
        written.push_back(JournalEntry { from, to, touched: touched.cloned().collect() });
        // Each counts as a row more, so that empty ones are forgotten, too.
        let mut rows: usize = written.iter().map(|commit| 1 + rows_of(&commit.touched)).sum();
        while rows > *most_rows
            && let Some(oldest) = written.pop_front()
        {
            rows -= 1 + rows_of(&oldest.touched);
        }
    }

    /// Removes a commit that failed, the last one.
    pub(in crate::db) fn take_back(&self, from: Option<&State>) {
        let written = &mut self.0.lock().written;
        if written.back().is_some_and(|last| last.from.as_ref() == from) {
            written.pop_back();
        }
    }

    /// The rows written from one state to another; `None` if that is not known.
    pub(in crate::db) fn between(&self, from: &State, to: &State) -> Option<Vec<TouchedRows>> {
        let commits = self.0.lock();
        let mut written = Vec::new();
        let mut reached = None;
        for commit in &commits.written {
            match reached {
                None if commit.from.as_ref() == Some(from) => {}
                Some(state) if state == &commit.from => {}
                None => continue,
                Some(_) => return None,
            }
            written.extend(commit.touched.iter().cloned());
            reached = Some(&commit.to);
            if commit.to.as_ref() == Some(to) {
                return Some(written);
            }
        }
        None
    }
}

fn rows_of<'t>(touched: impl IntoIterator<Item = &'t TouchedRows>) -> usize {
    touched.into_iter().map(|touched| touched.rows.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(message: i64) -> State {
        State { message, timestamp: format!("at {message}") }
    }

    fn add(journal: &Journal, from: i64, row: &str) {
        let touched = TouchedRows { table: "transactions", rows: vec![Arc::from(row)] };
        journal.add(Some(state(from)), Some(state(from + 1)), [&touched].into_iter());
    }

    fn rows(journal: &Journal, from: i64, to: i64) -> Option<Vec<String>> {
        let written = journal.between(&state(from), &state(to))?;
        Some(written.iter().flat_map(|it| &it.rows).map(|row| (**row).to_owned()).collect())
    }

    #[test]
    fn it_names_the_rows_between_two_states() {
        let journal = Journal::default();
        (0..4).for_each(|at| add(&journal, at, &format!("row {at}")));
        assert_eq!(rows(&journal, 1, 3).unwrap(), ["row 1", "row 2"]);
        assert_eq!(rows(&journal, 3, 1), None, "a reader that is behind learns nothing");
        assert_eq!(rows(&journal, 1, 9), None);
    }

    #[test]
    fn a_commit_that_failed_is_forgotten() {
        let journal = Journal::default();
        add(&journal, 0, "stays");
        add(&journal, 1, "fails");
        journal.take_back(Some(&state(1)));
        add(&journal, 1, "second");
        assert_eq!(rows(&journal, 0, 2).unwrap(), ["stays", "second"]);
    }

    #[test]
    fn it_remembers_no_more_rows_than_its_limit() {
        let journal = Journal::default();
        journal.limit(&Thresholds { remembered: 4, ..Thresholds::default() });
        (0..3).for_each(|at| add(&journal, at, "row"));
        assert!(rows(&journal, 0, 3).is_none() && rows(&journal, 1, 3).is_some());
        let many = TouchedRows { table: "transactions", rows: vec![Arc::from("row"); 4] };
        journal.add(Some(state(3)), Some(state(4)), [&many].into_iter());
        assert!(rows(&journal, 1, 3).is_none() && rows(&journal, 3, 4).is_none());
    }
}
