//! One write of a budget file, for local changes, undo, received messages and new files alike. It
//! takes messages in slices and commits them as a whole: log, rows, tree, clock and metadata, all
//! or nothing.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde_json::Value as Json;
use sobre_engine::budget::Bounds;
use sobre_engine::crdt::{Clock, Merkle, Message, Timestamp, Value};
use sobre_engine::dates::Day;

use super::batch::{Batch, RowWrite};
use super::search::Search;
use super::{BudgetDb, TouchedRows, clock_row, deferred, log, rows, tags};
use crate::db::error::{ApplyError, DbError};
use crate::db::facts::{DroppedIndexes, Outcome, Tracker, is_counting};
use crate::db::journal::{Journal, State};
use crate::db::metadata::Metadata;
use crate::db::schema::PREFS;
use crate::db::undo::{Recording, StepRow};

/// Clock and tree are stored after this many logged messages. Until then only the log has them.
const MOST_UNSAVED: usize = 1000;
/// Most written rows of a table that a commit lists. Beyond that, no code needs single rows.
pub(crate) const MOST_NAMED: usize = 10_000;
/// Approximate number of messages per transaction row.
const COLUMNS: usize = 7;

/// The failing action when the end of the log cannot be read.
const LOG: &str = "reading the log";
/// The failing action when indexes cannot be rebuilt.
const INDEXES: &str = "rebuilding indexes";

/// A write in progress. Dropping it before [`finish`](Self::finish) leaves the file unchanged.
pub(super) struct Write<'d> {
    tx: Transaction<'d>,
    directory: &'d Path,
    merkle: &'d mut Merkle,
    clock: Clock,
    tracker: Tracker<'d>,
    today: Day,
    months: Option<Bounds>,
    /// Approximate number of messages, if they come in several slices.
    expected: Option<usize>,
    /// Whether messages enter the log and the tree.
    is_logged: bool,
    search: Option<Search>,
    indexes: DroppedIndexes,
    /// Number of logged messages that the stored clock and tree lack.
    unsaved: usize,
    messages: usize,
    touched: Vec<TouchedRows>,
    prefs: Vec<(Arc<str>, Value)>,
    step: Vec<StepRow>,
    journal: &'d Journal,
    /// The end of the log before the write.
    from: Option<State>,
    /// The splits that written lines belonged to.
    left: Vec<Arc<str>>,
}

/// Result of a write.
pub(super) struct WriteResult {
    pub(super) clock: Clock,
    pub(super) messages: usize,
    pub(super) touched: Vec<TouchedRows>,
    pub(super) step: Vec<StepRow>,
    pub(super) outcome: Outcome,
    pub(super) unsaved: usize,
}

impl<'d> Write<'d> {
    pub(super) fn begin(db: &'d mut BudgetDb, unsaved: usize) -> Result<Self, DbError> {
        let today = db.environment.calendar.today();
        let (clock, mode, months) = (db.clock, db.mode, db.months);
        let BudgetDb { conn, directory, merkle, dimensions, journal, .. } = db;
        let conn: &Connection = conn;
        let begin = || Transaction::new_unchecked(conn, TransactionBehavior::Immediate);
        let tx = begin().map_err(DbError::sqlite("starting a write"))?;
        let from = State::of(&tx).map_err(DbError::sqlite(LOG))?;
        Ok(Self {
            tx,
            directory,
            merkle,
            clock,
            tracker: Tracker::new(conn, mode, dimensions),
            today,
            months,
            expected: None,
            is_logged: true,
            search: None,
            indexes: DroppedIndexes::default(),
            unsaved,
            messages: 0,
            touched: Vec::new(),
            prefs: Vec::new(),
            step: Vec::new(),
            journal,
            from,
            left: Vec::new(),
        })
    }

    /// Announces several slices of about this many messages; `None` for a single one.
    pub(super) fn expect_slices(&mut self, expected: Option<usize>) {
        self.expected = expected;
        if expected.is_some() {
            self.tracker.read_all_facts();
        }
    }

    /// Announces the rows of a new file, of any number.
    pub(super) fn fill(&mut self, is_logged: bool) -> Result<(), DbError> {
        self.expect_slices(Some(usize::MAX));
        self.is_logged = is_logged;
        let mut drop_for = |table| self.indexes.drop_for(&self.tx, table, usize::MAX, None);
        let dropped = drop_for("transactions").and_then(|()| drop_for("messages_crdt"));
        dropped.map_err(DbError::sqlite(INDEXES))
    }

    /// Adds local messages. They are stamped later than everything in the log, so no message can be
    /// known or outdated.
    pub(super) fn append_own(
        &mut self,
        messages: &[Message],
        clock: Clock,
        recording: Recording,
    ) -> Result<(), ApplyError> {
        self.clock = clock;
        let all: Vec<&Message> = messages.iter().collect();
        // The rows first, then their indexes: the page cache is not yet full of the log. With
        // several slices the indexes wait for the last.
        self.append(&all, &Batch::group(&all, true)?, recording)?;
        if self.expected.is_none() {
            self.indexes.rebuild(&self.tx).map_err(DbError::sqlite(INDEXES))?;
        }
        if self.is_logged {
            log::append(&self.tx, messages, true)?;
        }
        Ok(())
    }

    /// Adds messages of other copies.
    pub(super) fn append_received(
        &mut self,
        mut messages: Vec<Message>,
        wall_ms: u64,
    ) -> Result<(), ApplyError> {
        messages.sort_by_key(|message| message.timestamp);
        let (Some(first), Some(last)) = (messages.first(), messages.last()) else { return Ok(()) };
        self.clock.recv(last.timestamp, wall_ms)?;
        self.search_for(first.timestamp)?;
        let known = self.search.as_mut().and_then(|search| search.known(last.timestamp));
        // Slices before this one are in the log already.
        let newest = log::newest(&self.tx)?;
        let fresh = log::append(&self.tx, &messages, false)?;
        let mut batch = Batch::group(&fresh, false)?;
        deferred::record(&self.tx, &batch.deferred)?;
        log::drop_outdated(&self.tx, newest, known, &mut batch)?;
        tags::put_off(&mut batch);
        self.append(&fresh, &batch, Recording::Nothing)
    }

    /// Writes logged messages that were deferred until now.
    pub(super) fn append_known(&mut self, known: &[&Message]) -> Result<(), ApplyError> {
        let mut batch = Batch::group(known, false)?;
        log::drop_outdated(&self.tx, log::newest(&self.tx)?, None, &mut batch)?;
        tags::put_off(&mut batch);
        deferred::release(&self.tx, known)?;
        self.append(&[], &batch, Recording::Nothing)
    }

    /// The parts of a schedule in the conditions of its rule, as other programs look them up.
    pub(super) fn schedule_paths(&self, schedule: &str) -> Result<(), DbError> {
        let sql = "INSERT INTO schedules_json_paths (schedule_id, payee, account, date, amount) \
             VALUES (?1, '$[0]', '$[1]', '$[2]', '$[3]')";
        let insert = || self.tx.prepare_cached(sql)?.execute([schedule]);
        insert().map(drop).map_err(DbError::sqlite("writing a row"))
    }

    /// Prepares for a slice that starts at this time, if there are several.
    fn search_for(&mut self, first: Timestamp) -> Result<(), ApplyError> {
        let Some(expected) = self.expected else { return Ok(()) };
        let (conn, indexes) = (&self.tx, &mut self.indexes);
        match &mut self.search {
            Some(search) => {
                if search.is_lost_at(first) {
                    indexes.rebuild_in_little_room(conn).map_err(DbError::sqlite(INDEXES))?;
                }
            }
            None => {
                let search = Search::begin(conn, first)?;
                let mut drop_indexes = || -> rusqlite::Result<()> {
                    indexes.drop_for(conn, "transactions", expected / COLUMNS, None)?;
                    let few = search.is_in_memory();
                    match few {
                        true => indexes.drop_for(conn, "messages_crdt", expected, None),
                        false => Ok(()),
                    }
                };
                drop_indexes().map_err(DbError::sqlite(INDEXES))?;
                self.search = Some(search);
            }
        }
        Ok(())
    }

    /// Drops the indexes that a large batch would change in many places.
    fn drop_indexes_for(&mut self, batch: &Batch<'_>) -> Result<(), ApplyError> {
        let is_transaction = |row: &&RowWrite<'_>| row.table.name == "transactions";
        let rows = || batch.rows.iter().filter(is_transaction);
        let written: BTreeSet<&str> = rows().flat_map(RowWrite::names).collect();
        let dropped =
            self.indexes.drop_for(&self.tx, "transactions", rows().count(), Some(&written));
        dropped.map_err(DbError::sqlite(INDEXES))?;
        if !self.indexes.is_empty() && is_counting(&written) {
            self.tracker.read_all_facts();
        }
        Ok(())
    }

    /// Writes the rows of logged messages.
    fn append(
        &mut self,
        fresh: &[&Message],
        batch: &Batch<'_>,
        recording: Recording,
    ) -> Result<(), ApplyError> {
        if self.expected.is_none() {
            self.drop_indexes_for(batch)?;
        }
        if self.journal.takes(batch.rows.len()) {
            self.left.extend(rows::splits_left(&self.tx, &batch.rows)?);
        }
        self.step.extend(rows::write_all(&self.tx, &batch.rows, recording, &mut self.tracker)?);
        if self.is_logged {
            for message in fresh {
                self.merkle.insert(&message.timestamp);
            }
            self.merkle.prune();
        }
        self.messages += fresh.len();
        for TouchedRows { table, rows } in touched(batch) {
            match self.touched.iter_mut().find(|known| known.table == table) {
                Some(known) if known.rows.len() < MOST_NAMED => known.rows.extend(rows),
                Some(_) => {}
                None => self.touched.push(TouchedRows { table, rows }),
            }
        }
        for pref in &batch.prefs {
            self.prefs.retain(|(key, _)| key != pref.key);
            self.prefs.push((Arc::clone(pref.key), pref.value.clone()));
        }
        Ok(())
    }

    /// Commits.
    pub(super) fn finish(
        mut self,
        local_prefs: &[(String, Json)],
    ) -> Result<WriteResult, ApplyError> {
        self.indexes.rebuild_in_little_room(&self.tx).map_err(DbError::sqlite(INDEXES))?;
        // Tag names are looked up in the log, whose index exists again only now.
        tags::settle(&self.tx, self.touched.iter().map(|touched| touched.table))?;
        let outcome = self.tracker.finish(self.today, self.months)?;
        let mut unsaved = self.unsaved + self.messages;
        if unsaved >= MOST_UNSAVED {
            clock_row::save(&self.tx, &self.clock, self.merkle)?;
            unsaved = 0;
        }
        let change = |metadata: &mut Metadata| {
            for (key, value) in &self.prefs {
                metadata.set(key, json(value));
            }
            metadata.set_all(local_prefs);
        };
        let has_prefs = !self.prefs.is_empty() || !local_prefs.is_empty();
        let to = State::of(&self.tx).map_err(DbError::sqlite(LOG))?;
        let Self { clock, messages, touched, step, journal, from, left, .. } = self;
        let left = TouchedRows { table: "transactions", rows: left };
        journal.add(from.clone(), to, touched.iter().chain([&left]));
        if let Err(error) = commit(self.tx, self.directory, has_prefs.then_some(change)) {
            journal.take_back(from.as_ref());
            return Err(error.into());
        }
        Ok(WriteResult { clock, messages, touched, step, outcome, unsaved })
    }
}

/// Commits, with a change of `metadata.json` if there is one. Writes that as late as possible, and
/// restores it if the commit fails.
fn commit(
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

fn json(value: &Value) -> Json {
    match value {
        Value::Null | Value::Unreadable(_) => Json::Null,
        Value::Integer(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Text(text) => (**text).into(),
    }
}

/// The written rows by table, in order of first write.
fn touched(batch: &Batch<'_>) -> Vec<TouchedRows> {
    let mut all: Vec<TouchedRows> = Vec::new();
    let mut add = |table: &'static str, row: &Arc<str>| {
        match all.iter_mut().find(|touched| touched.table == table) {
            // A batch may write a tag twice.
            Some(touched) if table == "tags" && touched.rows.contains(row) => {}
            Some(touched) => touched.rows.push(Arc::clone(row)),
            None => all.push(TouchedRows { table, rows: vec![Arc::clone(row)] }),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::Environment;

    #[test]
    fn a_new_file_gets_its_indexes_after_the_last_slice() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::fixed("2026-01-01".parse().unwrap());
        let mut db = BudgetDb::create_bare(folder.path(), environment).unwrap();
        let (clock, wanted) = (db.clock, indexes(&db.conn));
        let written = db.write(true, |mut write| -> Result<_, ApplyError> {
            write.fill(true)?;
            for _ in 0..2 {
                write.append_own(&[], clock, Recording::Nothing)?;
                assert!(indexes(&write.tx).len() < wanted.len());
            }
            write.finish(&[])
        });
        written.unwrap();
        assert_eq!(indexes(&db.conn), wanted);
    }

    fn indexes(conn: &Connection) -> Vec<String> {
        let sql = "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name";
        let mut names = conn.prepare(sql).unwrap();
        let names = names.query_map([], |row| row.get(0)).unwrap();
        names.collect::<rusqlite::Result<_>>().unwrap()
    }
}
