//! The three entrances of the write door: local changes, undo and redo, messages of other copies.

use std::iter;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde_json::Value as Json;
use sobre_engine::crdt::{Change, Clock, ClockError, Message, Timestamp, latest_accepted};

use super::open::CACHE_KIB;
use super::write::{Write, WriteResult};
use super::{BudgetDb, Commit, Origin, Undone, clock_row};
use crate::db::error::{ApplyError, DbError};
use crate::db::facts::{CommitFacts, Outcome};
use crate::db::metadata::keys;
use crate::db::undo::{Direction, Recording, Step, StepRow};
use crate::limits::{LARGE_LOG_PAGES, LOG_PAGES};

/// The page cache during a large write, whose rows scatter over several indexes.
const LARGE_CACHE_KIB: u32 = 65_536;
/// A write with more messages than this is large.
const LARGE: usize = 1_000;

/// Conditions of a local write.
pub struct Terms<'a> {
    /// Decides whether the write becomes an undo step.
    pub origin: Origin,
    /// Unsynced keys of `metadata.json` to set, or with null to remove.
    pub local_prefs: &'a [(String, Json)],
}

impl From<Origin> for Terms<'_> {
    fn from(origin: Origin) -> Self {
        Self { origin, local_prefs: &[] }
    }
}

/// All messages of a batch as one slice, for [`BudgetDb::receive`].
pub fn whole(
    messages: Vec<Message>,
) -> impl Iterator<Item = Result<Vec<Message>, ApplyError>> + use<> {
    iter::once(Ok(messages))
}

/// Room for a large write; sorts go to disk meanwhile. Failing is only slower.
fn make_room(conn: &Connection) {
    set(
        conn,
        &format!(
            "PRAGMA cache_size = -{LARGE_CACHE_KIB}; PRAGMA temp_store = FILE; \
             PRAGMA wal_autocheckpoint = {LARGE_LOG_PAGES}"
        ),
    );
}

fn set(conn: &Connection, pragmas: &str) {
    if let Err(error) = conn.execute_batch(pragmas) {
        tracing::warn!(%error, "the room for writes could not be changed");
    }
}

/// Orders the changes of transactions by row, after all others, so that the log's index is written
/// page after page. The order of those of one row, and of other tables, stays.
fn group_by_row(changes: &mut [Change]) {
    let is_transaction = |change: &Change| change.dataset == "transactions";
    changes.sort_by(|left, right| match (is_transaction(left), is_transaction(right)) {
        (true, true) => left.row.cmp(&right.row),
        (left, right) => left.cmp(&right),
    });
}

impl BudgetDb {
    /// Writes local changes and logs a message for each.
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then, neither stored nor in memory.
    pub fn apply<'a>(
        &mut self,
        changes: Vec<Change>,
        terms: impl Into<Terms<'a>>,
    ) -> Result<Commit, ApplyError> {
        let Terms { origin, local_prefs } = terms.into();
        let recording = match &origin {
            Origin::Local(intent) => Recording::of(intent),
            Origin::Unrecorded => Recording::Nothing,
        };
        let (mut commit, rows) = self.write_own(changes, recording, local_prefs)?;
        if let Origin::Local(intent) = origin
            && !rows.is_empty()
        {
            self.history.push(Step::new(intent, rows));
            commit.history = self.history.state();
        }
        Ok(commit)
    }

    /// Undoes the latest step or redoes the last undone one with new messages. Columns changed by
    /// others since then keep their values. `None` if there is no such step.
    ///
    /// # Errors
    /// [`ApplyError`]; the history is unchanged then.
    pub fn step(&mut self, direction: Direction) -> Result<Option<Undone>, ApplyError> {
        let Some(step) = self.history.next(direction) else { return Ok(None) };
        // In one transaction, which locks the file once, not for each row.
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Deferred);
        let reading = begin().map_err(DbError::sqlite("reading a row"))?;
        let (info, changes) = (step.info(), step.changes(direction, &reading)?);
        drop(reading);
        // Providers that send only changes must send the full list, or these rows never return.
        let is_bank_sync = direction == Direction::Undo && step.intent.bank_sync.is_some();
        let whole = [(keys::BANK_UNDONE.to_owned(), Json::Bool(true))];
        let prefs = if is_bank_sync { &whole[..] } else { &[] };
        let (mut commit, _) = self.write_own(changes.clone(), Recording::Nothing, prefs)?;
        self.history.advance(direction);
        commit.history = self.history.state();
        Ok(Some(Undone { step: info, changes, commit }))
    }

    /// Writes messages of other copies: known ones are skipped, outdated ones only logged. A batch
    /// is stored completely or not at all; it comes in slices, so that it needs the memory of one.
    /// `expected` is the approximate number of messages; it matters only with several slices. An
    /// error among the slices aborts the batch.
    ///
    /// # Errors
    /// [`ApplyError`], or the error of a slice; nothing is changed then, neither stored nor in
    /// memory.
    pub fn receive<E: From<ApplyError>>(
        &mut self,
        slices: impl Iterator<Item = Result<Vec<Message>, E>>,
        expected: usize,
    ) -> Result<Commit, E> {
        let mut slices = slices.fuse();
        let first = slices.next().transpose()?.unwrap_or_default();
        let second = slices.next().transpose()?;
        let expected = second.is_some().then_some(expected);
        let is_large = expected.is_some() || first.len() > LARGE;
        let wall_ms = self.wall_ms();
        let received = self.write(is_large, |mut write| -> Result<WriteResult, E> {
            write.expect_slices(expected);
            for slice in iter::once(Ok(first)).chain(second.map(Ok)).chain(slices) {
                write.append_received(slice?, wall_ms)?;
            }
            Ok(write.finish(&[])?)
        });
        Ok(received?.0)
    }

    fn write_own(
        &mut self,
        mut changes: Vec<Change>,
        recording: Recording,
        local_prefs: &[(String, Json)],
    ) -> Result<(Commit, Vec<StepRow>), ApplyError> {
        if changes.len() > LARGE {
            group_by_row(&mut changes);
        }
        let mut clock = self.clock;
        let earliest = self.earliest_ms();
        let messages = changes
            .into_iter()
            .map(|change| Ok(Message { timestamp: self.stamp(&mut clock, earliest)?, change }))
            .collect::<Result<Vec<_>, ClockError>>()?;
        self.write(messages.len() > LARGE, |mut write| {
            write.append_own(&messages, clock, recording)?;
            write.finish(local_prefs)
        })
    }

    /// Runs a write and adopts its results, or leaves everything unchanged.
    pub(super) fn write<E: From<ApplyError>>(
        &mut self,
        is_large: bool,
        work: impl FnOnce(Write<'_>) -> Result<WriteResult, E>,
    ) -> Result<(Commit, Vec<StepRow>), E> {
        if is_large {
            make_room(&self.conn);
            self.has_room = true;
        }
        // If this fails halfway, closing must not store a tree that is ahead of the log.
        let unsaved = std::mem::take(&mut self.unsaved);
        let begun = Write::begin(self, unsaved).map_err(ApplyError::from);
        let written = begun.map_err(E::from).and_then(work);
        match written {
            Ok(written) => Ok(self.take_over(written)),
            Err(error) => {
                self.take_back_room();
                self.take_back_tree(unsaved).map_err(ApplyError::from)?;
                Err(error)
            }
        }
    }

    /// Takes back the room for large writes, at a quiet moment: nobody should wait for that.
    pub(super) fn take_back_room(&mut self) {
        if std::mem::take(&mut self.has_room) {
            set(
                &self.conn,
                &format!(
                    "PRAGMA cache_size = -{CACHE_KIB}; PRAGMA temp_store = MEMORY; \
                     PRAGMA wal_autocheckpoint = {LOG_PAGES}"
                ),
            );
        }
    }

    /// Rebuilds the tree after a failed write, which may have added timestamps to it; log and
    /// stored tree do not have them. `unsaved` is the earlier number of messages ahead of the
    /// stored tree.
    fn take_back_tree(&mut self, unsaved: usize) -> Result<(), DbError> {
        self.unsaved = 0;
        if let Some((_, merkle)) = clock_row::load_reached(&self.conn)? {
            self.merkle = merkle;
            self.unsaved = unsaved;
        }
        Ok(())
    }

    fn take_over(&mut self, written: WriteResult) -> (Commit, Vec<StepRow>) {
        let WriteResult { clock, messages, touched, step, outcome, unsaved } = written;
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
