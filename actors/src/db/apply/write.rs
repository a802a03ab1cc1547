//! The entry points for writes, and a write from start to commit: log, rows, tree, clock and
//! metadata, all or nothing.

use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde_json::Value as Json;
use sobre_engine::crdt::{Change, Clock, ClockError, Message, Timestamp, Value, latest_accepted};

use super::batch::{Batch, RowWrite};
use super::{BudgetDb, Commit, Origin, Touched, Undone, aside, clock_row, log, rows, tags};
use crate::db::error::{ApplyError, DbError};
use crate::db::facts::{CommitFacts, Outcome, SteppedAside, Tracker};
use crate::db::metadata::Metadata;
use crate::db::schema::PREFS;
use crate::db::undo::{Step, StepRow};

/// Clock and tree are stored after this many logged messages. Until then only the log has them.
const MOST_UNSAVED: usize = 1000;
/// The page cache of the writing connection, in KiB. Small, because every commit walks it.
pub(super) const CACHE_KIB: u32 = 2048;
/// The page cache during a large batch, whose rows scatter over several indexes.
pub(super) const LARGE_CACHE_KIB: u32 = 65_536;
/// A batch with this many messages is large.
const LARGE_BATCH: usize = 1_000;

/// The failing action when indexes cannot be rebuilt.
pub(super) const INDEXES: &str = "rebuilding indexes";

/// Resizes the page cache and frees the excess; large caches spill sorts to disk. Failing here is
/// only slower.
pub(super) fn set_page_cache(conn: &Connection, kib: u32) {
    let sorted = if kib > CACHE_KIB { "FILE" } else { "MEMORY" };
    let sql =
        format!("PRAGMA cache_size = -{kib}; PRAGMA shrink_memory; PRAGMA temp_store = {sorted}");
    if let Err(error) = conn.execute_batch(&sql) {
        tracing::warn!(%error, "the page cache could not be resized");
    }
}

/// The parameters of a write.
pub(super) struct Write<'m, 'g> {
    /// Oldest first.
    pub(super) messages: &'m [Message],
    /// The clock after the messages.
    pub(super) clock: Clock,
    /// Created here: stamped later than everything in the log, so no message can be known or
    /// outdated.
    pub(super) own: bool,
    /// Whether to record the inverse.
    pub(super) record: bool,
    /// Called before the commit.
    pub(super) guard: Option<Guard<'g>>,
    /// Unsynced keys of `metadata.json` to set, or with null to remove.
    pub(super) local_prefs: &'m [(String, Json)],
}

/// Checks the facts that a write would change, and may refuse it with a reason.
pub type Guard<'a> = &'a mut dyn FnMut(&CommitFacts) -> Result<(), String>;

/// Result of a write within its transaction.
pub(super) struct Written {
    pub(super) messages: usize,
    pub(super) touched: Vec<Touched>,
    pub(super) step: Vec<StepRow>,
    pub(super) outcome: Outcome,
    pub(super) unsaved: usize,
}

impl BudgetDb {
    /// Writes local changes as one step and logs a message for each.
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then, neither stored nor in memory.
    pub fn apply(&mut self, changes: Vec<Change>, origin: Origin) -> Result<Commit, ApplyError> {
        self.apply_own(changes, origin, None, &[])
    }

    /// As [`apply`](Self::apply), but `guard` may refuse the changed facts, or all facts if they
    /// are read again.
    ///
    /// # Errors
    /// [`ApplyError::Refused`] with the guard's reason, or any other [`ApplyError`]; nothing is
    /// changed then.
    pub fn apply_guarded(
        &mut self,
        changes: Vec<Change>,
        origin: Origin,
        guard: Guard<'_>,
    ) -> Result<Commit, ApplyError> {
        self.apply_own(changes, origin, Some(guard), &[])
    }

    /// As [`apply_guarded`](Self::apply_guarded), and also sets unsynced metadata keys: all or
    /// nothing.
    ///
    /// # Errors
    /// As [`apply_guarded`](Self::apply_guarded); [`DbError::Metadata`].
    pub fn apply_with_prefs(
        &mut self,
        changes: Vec<Change>,
        origin: Origin,
        guard: Guard<'_>,
        local_prefs: &[(String, serde_json::Value)],
    ) -> Result<Commit, ApplyError> {
        self.apply_own(changes, origin, Some(guard), local_prefs)
    }

    fn apply_own(
        &mut self,
        changes: Vec<Change>,
        origin: Origin,
        guard: Option<Guard<'_>>,
        local_prefs: &[(String, serde_json::Value)],
    ) -> Result<Commit, ApplyError> {
        let mut clock = self.clock;
        let earliest = self.earliest_ms();
        let messages = changes
            .into_iter()
            .map(|change| Ok(Message { timestamp: self.stamp(&mut clock, earliest)?, change }))
            .collect::<Result<Vec<_>, ClockError>>()?;
        let record = matches!(origin, Origin::Local(_));
        let write = Write { messages: &messages, clock, own: true, record, guard, local_prefs };
        let (mut commit, rows) = self.commit(write)?;
        if let Origin::Local(intent) = origin
            && !rows.is_empty()
        {
            self.history.push(Step::new(intent, rows));
            commit.history = self.history.state();
        }
        Ok(commit)
    }

    /// Writes messages of other copies: known ones are skipped, outdated ones only logged. `origin`
    /// is [`Origin::Remote`] or [`Origin::Import`].
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
        let write = Write {
            messages: &messages,
            clock,
            own: false,
            record: false,
            guard: None,
            local_prefs: &[],
        };
        Ok(self.commit(write)?.0)
    }

    /// Undoes the latest step with new messages. Columns changed by others since then keep their
    /// values. `None` if there is nothing to undo.
    ///
    /// # Errors
    /// [`ApplyError`]; the step stays undoable then.
    pub fn undo(&mut self) -> Result<Option<Undone>, ApplyError> {
        self.undo_guarded(None)
    }

    /// As [`undo`](Self::undo), with a guard: other sessions may have written since.
    ///
    /// # Errors
    /// [`ApplyError`]; the step stays undoable then.
    pub fn undo_guarded(&mut self, guard: Option<Guard<'_>>) -> Result<Option<Undone>, ApplyError> {
        let Some(step) = self.history.undo_step() else { return Ok(None) };
        let (info, changes) = (step.info(), step.undo_changes(&self.conn)?);
        let mut commit = self.apply_own(changes.clone(), Origin::Undo, guard, &[])?;
        self.history.step_back();
        commit.history = self.history.state();
        Ok(Some(Undone { step: info, changes, commit }))
    }

    /// Redoes the last undone step. `None` if there is none.
    ///
    /// # Errors
    /// [`ApplyError`]; the step stays redoable then.
    pub fn redo(&mut self) -> Result<Option<Undone>, ApplyError> {
        self.redo_guarded(None)
    }

    /// As [`redo`](Self::redo), with a guard.
    ///
    /// # Errors
    /// [`ApplyError`]; the step stays redoable then.
    pub fn redo_guarded(&mut self, guard: Option<Guard<'_>>) -> Result<Option<Undone>, ApplyError> {
        let Some(step) = self.history.redo_step() else { return Ok(None) };
        let (info, changes) = (step.info(), step.redo_changes(&self.conn)?);
        let mut commit = self.apply_own(changes.clone(), Origin::Redo, guard, &[])?;
        self.history.step_forward();
        commit.history = self.history.state();
        Ok(Some(Undone { step: info, changes, commit }))
    }

    /// Runs a write and adopts its results, or leaves everything unchanged.
    pub(super) fn commit(
        &mut self,
        mut write: Write<'_, '_>,
    ) -> Result<(Commit, Vec<StepRow>), ApplyError> {
        let large = write.messages.len() > LARGE_BATCH;
        if large {
            set_page_cache(&self.conn, LARGE_CACHE_KIB);
        }
        let unsaved = self.unsaved;
        let written = self.write(&mut write);
        if large {
            set_page_cache(&self.conn, CACHE_KIB);
        }
        match written {
            Ok(written) => Ok(self.take_over(write.clock, written)),
            Err(error) => {
                self.take_back_tree(unsaved)?;
                Err(error)
            }
        }
    }

    /// Rebuilds the tree after a failed write, which may have added timestamps to it; log and
    /// stored tree do not have them. `unsaved` is the earlier number of messages ahead of the
    /// stored tree.
    pub(super) fn take_back_tree(&mut self, unsaved: usize) -> Result<(), DbError> {
        self.unsaved = 0;
        if let Some((_, merkle)) = clock_row::load_reached(&self.conn)? {
            self.merkle = merkle;
            self.unsaved = unsaved;
        }
        Ok(())
    }

    pub(super) fn take_over(&mut self, clock: Clock, written: Written) -> (Commit, Vec<StepRow>) {
        let Written { messages, touched, step, outcome, unsaved } = written;
        self.unsaved = unsaved;
        let Outcome { mut facts, dimensions, months } = outcome;
        self.clock = clock;
        if let Some(dimensions) = dimensions {
            self.dimensions = dimensions;
        }
        self.months = months.or(self.months);
        if let CommitFacts::Everything(all) = &mut facts {
            self.mode = all.mode;
            self.keep_months(all);
        }
        (Commit { touched, facts, messages, history: self.history.state() }, step)
    }

    fn write(&mut self, write: &mut Write<'_, '_>) -> Result<Written, ApplyError> {
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate);
        let tx = begin().map_err(DbError::sqlite("starting a write"))?;
        let newest = if write.own { None } else { log::newest(&tx)? };
        let fresh = log::append(&tx, write.messages, write.own)?;
        let mut batch = Batch::group(&fresh, write.own)?;
        aside::keep(&tx, &batch.aside)?;
        if !write.own {
            log::drop_outdated(&tx, (newest, None), &mut batch)?;
            tags::put_off(&mut batch);
        }
        let mut tracker = Tracker::new(&tx, self.mode, &self.dimensions);
        let transactions = batch.rows.iter().filter(|row| row.table.name == "transactions").count();
        let mut aside = SteppedAside::default();
        aside.take(&tx, "transactions", transactions).map_err(DbError::sqlite(INDEXES))?;
        if !aside.is_empty() {
            tracker.look_at_everything();
        }
        let step = rows::write_all(&tx, &batch.rows, write.record, &mut tracker)?;
        tags::settle(&tx, batch.rows.iter().map(|row| row.table.name))?;
        aside.make_again(&tx).map_err(DbError::sqlite(INDEXES))?;
        let outcome = tracker.finish(self.environment.calendar.today(), self.months)?;
        if let Some(guard) = &mut write.guard {
            guard(&outcome.facts).map_err(ApplyError::Refused)?;
        }
        // If anything fails from here on, closing must not store a tree that is ahead of the log.
        let unsaved = std::mem::take(&mut self.unsaved) + fresh.len();
        for message in &fresh {
            self.merkle.insert(&message.timestamp);
        }
        self.merkle.prune();
        let save = unsaved >= MOST_UNSAVED;
        if save {
            clock_row::save(&tx, &write.clock, &self.merkle)?;
        }
        let change = |metadata: &mut Metadata| {
            set_prefs(metadata, batch.prefs.iter().map(|pref| (&**pref.key, pref.value)));
            metadata.set_all(write.local_prefs);
        };
        let has_prefs = !batch.prefs.is_empty() || !write.local_prefs.is_empty();
        finish(tx, &self.directory, has_prefs.then_some(change))?;
        let unsaved = if save { 0 } else { unsaved };
        Ok(Written { messages: fresh.len(), touched: touched(&batch), step, outcome, unsaved })
    }
}

impl BudgetDb {
    /// The earliest timestamp to stamp, normally 0. Without it, a file whose clock is ahead of this
    /// computer's could not be edited, whichever clock is wrong. Messages too far ahead are
    /// restamped before they are sent.
    fn earliest_ms(&self) -> u64 {
        let own = self.clock.now().millis();
        if own > latest_accepted(self.wall_ms()) { own } else { 0 }
    }

    /// The next own timestamp. If a millisecond's counter overflows, uses the next millisecond.
    pub(super) fn stamp(
        &self,
        clock: &mut Clock,
        earliest_ms: u64,
    ) -> Result<Timestamp, ClockError> {
        let wall = self.wall_ms().max(earliest_ms);
        match clock.send(wall) {
            Err(ClockError::Overflow) => clock.send(wall.max(clock.now().millis() + 1)),
            stamped => stamped,
        }
    }
}

/// Commits, with a change of `metadata.json` if there is one. Writes that as late as possible, and
/// restores it if the commit fails.
pub(super) fn finish(
    tx: Transaction<'_>,
    directory: &Path,
    change: Option<impl FnOnce(&mut Metadata)>,
) -> Result<(), DbError> {
    let mut replaced = None;
    if let Some(change) = change {
        let before = Metadata::of(directory)?;
        let mut changed = before.clone();
        change(&mut changed);
        changed.write(directory)?;
        replaced = Some(before);
    }
    if let Err(error) = tx.commit() {
        // The metadata must not be ahead of the log.
        if let Some(replaced) = replaced {
            replaced.write(directory)?;
        }
        return Err(DbError::sqlite("committing a write")(error));
    }
    Ok(())
}

/// Sets metadata keys from messages.
pub(super) fn set_prefs<'a>(
    metadata: &mut Metadata,
    prefs: impl Iterator<Item = (&'a str, &'a Value)>,
) {
    for (key, value) in prefs {
        metadata.set(key, json(value));
    }
}

fn json(value: &Value) -> Json {
    match value {
        Value::Null | Value::Unreadable(_) => Json::Null,
        Value::Integer(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Text(text) => (**text).into(),
    }
}

/// The written rows by table, in order of first write.
pub(super) fn touched(batch: &Batch<'_>) -> Vec<Touched> {
    let mut all: Vec<Touched> = Vec::new();
    let mut add = |table: &'static str, row: &Arc<str>| {
        match all.iter_mut().find(|touched| touched.table == table) {
            // A batch may write a tag twice.
            Some(touched) if table == "tags" && touched.rows.contains(row) => {}
            Some(touched) => touched.rows.push(Arc::clone(row)),
            None => all.push(Touched { table, rows: vec![Arc::clone(row)] }),
        }
    };
    for RowWrite { table, id, .. } in &batch.rows {
        add(table.name, id);
    }
    for pref in &batch.prefs {
        add(PREFS, pref.key);
    }
    all
}
