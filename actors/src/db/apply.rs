//! The write path: the only place that writes a budget file. Whatever their origin, changes are
//! stamped or received, logged, written row by row, added to the Merkle tree and saved with the
//! clock in one SQLite transaction. It decides nothing about budgets.

pub(super) mod bank_reports;
mod batch;
mod clock_row;
pub(crate) mod deferred;
mod entrances;
mod fill;
mod log;
mod open;
mod reset;
pub(crate) mod restamp;
mod rows;
mod search;
mod tags;
mod write;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sobre_engine::budget::{Bounds, BudgetFact, BudgetFacts, BudgetMode, budget_bounds};
use sobre_engine::crdt::{Change, Clock, Merkle, Message, Timestamp};

pub use entrances::{Terms, whole};
pub use fill::NewFile;
pub(crate) use write::MOST_NAMED;

use super::error::DbError;
use super::facts::{self, CommitFacts, Dimensions, LoadedFacts};
use super::identity::{FileIdentity, FileState, OpenLog};
use super::journal::Journal;
pub use super::journal::TouchedRows;
use super::metadata::Metadata;
use super::reader::Reader;
use super::undo::{History, HistoryState, Intent, StepInfo};
use crate::environment::Environment;

/// The origin of local changes, which decides whether they become an undo step.
#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    /// A user's step, which can be undone.
    Local(Intent),
    /// A local write that is not an undo step, such as a repair or a setting.
    Unrecorded,
}

/// Result of a successful write.
#[derive(Debug, Clone, PartialEq)]
pub struct Commit {
    /// The written rows by table.
    pub touched: Vec<TouchedRows>,
    /// Its effect on the sheet's facts.
    pub facts: CommitFacts,
    /// How many messages entered the log.
    pub messages: usize,
    /// The current undo and redo steps.
    pub history: HistoryState,
}

impl Commit {
    /// Names of the written tables, each once.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> {
        self.touched.iter().map(|touched| touched.table)
    }
}

/// Result of an undo or redo.
#[derive(Debug, Clone, PartialEq)]
pub struct Undone {
    /// The step that was undone or redone.
    pub step: StepInfo,
    /// The changes that were written for it.
    pub changes: Vec<Change>,
    /// The commit that wrote them.
    pub commit: Commit,
}

/// An open budget file: the single writer, its clock and its Merkle tree. Both are stored on drop.
#[derive(Debug)]
pub struct BudgetDb {
    conn: Connection,
    /// Whether page cache and write-ahead log have room for a large write.
    has_room: bool,
    directory: PathBuf,
    /// Identity of the open database file.
    file: FileIdentity,
    /// Its write-ahead log.
    log: OpenLog,
    /// Its state when it was last seen.
    last_seen: Option<FileState>,
    environment: Environment,
    clock: Clock,
    merkle: Merkle,
    /// Number of messages logged after the stored clock and tree.
    unsaved: usize,
    /// The correction from this computer's clock to the server's, in milliseconds.
    offset_ms: i64,
    history: History,
    mode: BudgetMode,
    dimensions: Dimensions,
    /// The months sent to the sheet; they stay even if the range no longer requires them.
    months: Option<Bounds>,
    /// The rows of the last commits, for the readers.
    journal: Arc<Journal>,
}

impl BudgetDb {
    /// The directory of the budget.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// What its commits wrote, for readers that follow them.
    #[must_use]
    pub const fn journal(&self) -> &Arc<Journal> {
        &self.journal
    }

    /// The budget's metadata from disk.
    #[must_use]
    pub fn metadata(&self) -> Metadata {
        Metadata::read_or_default(&self.directory)
    }

    /// Changes keys of the metadata that are not synced.
    ///
    /// # Errors
    /// [`DbError::Metadata`]; the metadata is unchanged then.
    pub fn update_metadata(&mut self, change: impl FnOnce(&mut Metadata)) -> Result<(), DbError> {
        let mut metadata = Metadata::of(&self.directory)?;
        change(&mut metadata);
        Ok(metadata.write(&self.directory)?)
    }

    /// The clock's state.
    #[must_use]
    pub const fn clock(&self) -> Timestamp {
        self.clock.now()
    }

    /// The tree of all logged timestamps.
    #[must_use]
    pub const fn merkle(&self) -> &Merkle {
        &self.merkle
    }

    /// Uses the server's time from now on: `offset_ms` is added to this computer's clock.
    pub const fn correct_clock(&mut self, offset_ms: i64) {
        self.offset_ms = offset_ms;
    }

    /// The current undo and redo steps.
    #[must_use]
    pub fn history(&self) -> HistoryState {
        self.history.state()
    }

    /// Stored messages after `since`, oldest first.
    ///
    /// # Errors
    /// [`DbError`] if the log cannot be read.
    pub fn messages_since(&self, since: Timestamp) -> Result<Vec<Message>, DbError> {
        log::since(&self.conn, since, None)
    }

    /// As [`messages_since`](Self::messages_since), limited to a page of the oldest ones; and
    /// whether that is all.
    ///
    /// # Errors
    /// [`DbError`] if the log cannot be read.
    pub fn messages_page(&self, since: Timestamp) -> Result<(Vec<Message>, bool), DbError> {
        log::page(&self.conn, since)
    }

    /// Whether there are stored messages after a time, up to and including another.
    ///
    /// # Errors
    /// [`DbError`] if the log cannot be read.
    pub fn has_messages(&self, after: Timestamp, until: Timestamp) -> Result<bool, DbError> {
        log::has_any(&self.conn, after, until)
    }

    /// All facts of the budget. Months sent before stay.
    ///
    /// # Errors
    /// [`DbError`] if a table cannot be read.
    pub fn facts(&mut self) -> Result<BudgetFacts, DbError> {
        let second = Reader::open(&self.directory).ok();
        let today = self.environment.calendar.today();
        let LoadedFacts { mut facts, counts } = facts::load_with(&self.conn, second, today)?;
        let store = || -> rusqlite::Result<()> {
            let tx = Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate)?;
            counts.store(&tx)?;
            tx.commit()
        };
        store().map_err(DbError::sqlite("updating the counts by month"))?;
        self.keep_months(&mut facts);
        Ok(facts)
    }

    /// The fact for the sheet if a new calendar month since the last write extends the budget.
    /// Writes extend it on their own.
    ///
    /// # Errors
    /// [`DbError`] if the transactions cannot be read.
    pub fn follow_calendar(&mut self) -> Result<Option<BudgetFact>, DbError> {
        let Some(known) = self.months else { return Ok(None) };
        let today = self.environment.calendar.today();
        let Some(months) = facts::more_months(&self.conn, today, known)? else { return Ok(None) };
        self.months = Some(months);
        Ok(Some(BudgetFact::Months(months.start, months.end)))
    }

    /// The months sent to the sheet; those of an empty budget before [`Self::facts`] were read.
    #[must_use]
    pub fn months(&self) -> Bounds {
        self.months.unwrap_or_else(|| budget_bounds(None, self.environment.calendar.today()))
    }

    fn keep_months(&mut self, facts: &mut BudgetFacts) {
        let needed = Bounds { start: facts.first, end: facts.last };
        let months = self.months.map_or(needed, |known| known.including(needed));
        (facts.first, facts.last) = (months.start, months.end);
        self.months = Some(months);
    }

    fn wall_ms(&self) -> u64 {
        let now = self.environment.clock.now_ms().saturating_add(self.offset_ms);
        u64::try_from(now).unwrap_or(0)
    }
}

impl Drop for BudgetDb {
    fn drop(&mut self) {
        // Failing only makes the next opening slower: the log is complete.
        if let Err(error) = self.save_clock() {
            tracing::warn!(%error, "the clock could not be stored at closing");
        }
    }
}
