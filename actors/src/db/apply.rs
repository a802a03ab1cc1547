//! The write door: the only place where a budget file is written. Whatever the origin, changes
//! are stamped or received, logged, written row by row, entered in the Merkle tree and saved with
//! the clock in one SQLite transaction (spec/3 section 6.5). It decides nothing about budgets.

mod batch;
mod clock_row;
mod log;
mod open;
mod rows;

pub(super) use self::rows::read_cells;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sobre_engine::crdt::{
    Change, Clock, ClockError, MAX_DRIFT_MS, Merkle, Message, Timestamp, Value,
};

use self::batch::{Batch, RowWrite};
use super::error::{ApplyError, DbError};
use super::undo::{History, HistoryState, Step, StepInfo};
use crate::environment::Environment;
use crate::files::metadata::Metadata;

/// Who asked for a local step and what it is called; kept with it for undo.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Intent {
    /// What the step is called for people, for example `Budget food`.
    pub label: Option<String>,
    /// The client's tag, handed back with the undo event.
    pub undo_tag: Option<String>,
    /// The session that made it.
    pub session: Option<String>,
    /// Data of the step for the undo event (spec/5 section 10).
    pub meta: Option<serde_json::Value>,
}

/// Where changes come from. It alters what is recorded, never how a value is written.
#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    /// A step of a person that can be undone.
    Local(Intent),
    /// An own write that is no step for undo: services, repairs, settings.
    Service,
    /// The inverse of a step.
    Undo,
    /// A step done again.
    Redo,
    /// Received from another copy.
    Remote,
    /// A whole budget being filled from elsewhere.
    Import,
}

/// The rows of one table that a commit wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touched {
    /// The dataset.
    pub table: &'static str,
    /// Ids of the written rows, each once.
    pub rows: Vec<Arc<str>>,
}

/// What a successful write did.
#[derive(Debug, Clone, PartialEq)]
pub struct Commit {
    /// Counts the commits since the file was opened, from 1.
    pub revision: u64,
    /// The written rows, table by table.
    pub touched: Vec<Touched>,
    /// How many messages entered the log.
    pub messages: usize,
    /// What can be undone and done again now.
    pub history: HistoryState,
}

impl Commit {
    /// Names of the written tables, each once.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> {
        self.touched.iter().map(|touched| touched.table)
    }
}

/// What an undo or redo did.
#[derive(Debug, Clone, PartialEq)]
pub struct Undone {
    /// The step that was undone or done again.
    pub step: StepInfo,
    /// The changes that were written for it.
    pub changes: Vec<Change>,
    /// The commit that wrote them.
    pub commit: Commit,
}

/// An open budget file: the single writer, its clock and its Merkle tree.
#[derive(Debug)]
pub struct BudgetDb {
    conn: Connection,
    directory: PathBuf,
    environment: Environment,
    clock: Clock,
    merkle: Merkle,
    history: History,
    revision: u64,
}

/// Everything one write needs besides the connection.
struct Write<'a> {
    messages: &'a [Message],
    clock: Clock,
    /// Made here: stamped later than everything in the log, so nothing can be known or old.
    own: bool,
    /// Whether to remember the inverse.
    record: bool,
}

/// What a write did inside its transaction.
struct Written {
    messages: usize,
    touched: Vec<Touched>,
    step: Vec<super::undo::StepRow>,
}

impl BudgetDb {
    /// Writes own changes as one step and logs a message for each.
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then, neither stored nor in memory.
    pub fn apply(&mut self, changes: Vec<Change>, origin: Origin) -> Result<Commit, ApplyError> {
        let mut clock = self.clock;
        let messages = changes
            .into_iter()
            .map(|change| Ok(Message { timestamp: self.stamp(&mut clock)?, change }))
            .collect::<Result<Vec<_>, ClockError>>()?;
        let record = matches!(origin, Origin::Local(_));
        let written = self.commit(&Write { messages: &messages, clock, own: true, record })?;
        let Written { messages, touched, step, .. } = written;
        if let Origin::Local(intent) = origin
            && !step.is_empty()
        {
            self.history.push(Step { intent, rows: step });
        }
        Ok(self.describe(messages, touched))
    }

    /// Writes messages of other copies: known ones are skipped, old ones only logged (spec/3
    /// section 6.5). `origin` is [`Origin::Remote`] or [`Origin::Import`].
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then, neither stored nor in memory.
    pub fn apply_messages(
        &mut self,
        mut messages: Vec<Message>,
        origin: Origin,
    ) -> Result<Commit, ApplyError> {
        debug_assert!(matches!(origin, Origin::Remote | Origin::Import), "not a local origin");
        drop(origin);
        messages.sort_by_key(|message| message.timestamp);
        let mut clock = self.clock;
        if let Some(last) = messages.last() {
            clock.recv(last.timestamp, self.wall_ms())?;
        }
        let write = Write { messages: &messages, clock, own: false, record: false };
        let Written { messages, touched, .. } = self.commit(&write)?;
        Ok(self.describe(messages, touched))
    }

    /// Takes back the newest step, as new messages. Columns that somebody else has changed since
    /// stay as they are. `None` if there is nothing to undo.
    ///
    /// # Errors
    /// [`ApplyError`]; the step stays undoable then.
    pub fn undo(&mut self) -> Result<Option<Undone>, ApplyError> {
        let Some(step) = self.history.undo_step() else { return Ok(None) };
        let (info, changes) = (step.info(), step.undo_changes(&self.conn)?);
        let mut commit = self.apply(changes.clone(), Origin::Undo)?;
        self.history.step_back();
        commit.history = self.history.state();
        Ok(Some(Undone { step: info, changes, commit }))
    }

    /// Does the last undone step again. `None` if there is none.
    ///
    /// # Errors
    /// [`ApplyError`]; the step can still be done again then.
    pub fn redo(&mut self) -> Result<Option<Undone>, ApplyError> {
        let Some(step) = self.history.redo_step() else { return Ok(None) };
        let (info, changes) = (step.info(), step.redo_changes(&self.conn)?);
        let mut commit = self.apply(changes.clone(), Origin::Redo)?;
        self.history.step_forward();
        commit.history = self.history.state();
        Ok(Some(Undone { step: info, changes, commit }))
    }

    /// The directory of the budget.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The budget's metadata as it is on disk.
    #[must_use]
    pub fn metadata(&self) -> Metadata {
        Metadata::read_or_default(&self.directory)
    }

    /// Changes keys of the metadata that are not synced.
    ///
    /// # Errors
    /// [`DbError::Metadata`]; the metadata is unchanged then.
    pub fn update_metadata(&mut self, change: impl FnOnce(&mut Metadata)) -> Result<(), DbError> {
        let mut metadata = self.metadata();
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

    /// How many commits were made since opening.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// What can be undone and done again.
    #[must_use]
    pub fn history(&self) -> HistoryState {
        self.history.state()
    }

    /// Stored messages after `since`, oldest first (spec/3 section 9.1).
    ///
    /// # Errors
    /// [`DbError`] if the log cannot be read.
    pub fn messages_since(&self, since: Timestamp) -> Result<Vec<Message>, DbError> {
        log::since(&self.conn, since)
    }

    fn wall_ms(&self) -> u64 {
        u64::try_from(self.environment.clock.now_ms()).unwrap_or(0)
    }

    /// The next own timestamp. More changes than a millisecond can count borrow from the next.
    fn stamp(&self, clock: &mut Clock) -> Result<Timestamp, ClockError> {
        let wall = self.wall_ms();
        match clock.send(wall) {
            Err(ClockError::Overflow) => {
                let next = clock.now().millis() + 1;
                let near = next <= wall.saturating_add(MAX_DRIFT_MS);
                if near { clock.send(next) } else { Err(ClockError::Overflow) }
            }
            stamped => stamped,
        }
    }

    fn describe(&self, messages: usize, touched: Vec<Touched>) -> Commit {
        Commit { revision: self.revision, touched, messages, history: self.history.state() }
    }

    /// Runs a write and takes over its results, or leaves everything as it was.
    fn commit(&mut self, write: &Write<'_>) -> Result<Written, ApplyError> {
        match self.write(write) {
            Ok(written) => {
                self.clock = write.clock;
                self.revision += 1;
                Ok(written)
            }
            Err(error) => {
                // The tree may already hold the refused timestamps; the stored one does not.
                if let Some((_, merkle)) = clock_row::load(&self.conn)? {
                    self.merkle = merkle;
                }
                Err(error)
            }
        }
    }

    fn write(&mut self, write: &Write<'_>) -> Result<Written, ApplyError> {
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate);
        let tx = begin().map_err(DbError::sqlite("beginning a write"))?;
        let newest = if write.own { None } else { log::newest(&tx)? };
        let fresh = log::append(&tx, write.messages, write.own)?;
        let mut batch = Batch::group(&fresh)?;
        if !write.own {
            log::drop_outdated(&tx, newest, &mut batch)?;
        }
        let step = rows::write_all(&tx, &batch.rows, write.record)?;
        for message in &fresh {
            self.merkle.insert(&message.timestamp);
        }
        self.merkle.prune();
        clock_row::save(&tx, &write.clock, &self.merkle)?;
        let replaced = save_prefs(&self.directory, &batch)?;
        if let Err(error) = tx.commit() {
            // The metadata must not be ahead of the log.
            if let Some(replaced) = replaced {
                replaced.write(&self.directory).map_err(DbError::from)?;
            }
            return Err(DbError::sqlite("committing a write")(error).into());
        }
        Ok(Written { messages: fresh.len(), touched: touched(&batch), step })
    }
}

/// Writes the `prefs` of a batch to `metadata.json`, if there are any, and returns what was there
/// before.
fn save_prefs(directory: &Path, batch: &Batch<'_>) -> Result<Option<Metadata>, DbError> {
    if batch.prefs.is_empty() {
        return Ok(None);
    }
    let before = Metadata::read_or_default(directory);
    let mut changed = before.clone();
    for pref in &batch.prefs {
        changed.set(pref.key, json(pref.value));
    }
    changed.write(directory)?;
    Ok(Some(before))
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Integer(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Text(text) => (**text).into(),
    }
}

/// The written rows by table, in the order of first touch.
fn touched(batch: &Batch<'_>) -> Vec<Touched> {
    let mut all: Vec<Touched> = Vec::new();
    let mut add = |table: &'static str, row: &Arc<str>| match all
        .iter_mut()
        .find(|touched| touched.table == table)
    {
        Some(touched) => touched.rows.push(Arc::clone(row)),
        None => all.push(Touched { table, rows: vec![Arc::clone(row)] }),
    };
    for RowWrite { table, id, .. } in &batch.rows {
        add(table.name, id);
    }
    for pref in &batch.prefs {
        add(super::schema::PREFS, pref.key);
    }
    all
}
