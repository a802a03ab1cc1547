//! Received batches of any size: read and written slice by slice, so that they need the memory of
//! one slice, but in one transaction, so that a batch is there whole or not at all.

use std::collections::BTreeMap;
use std::sync::Arc;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sobre_engine::crdt::{Clock, Merkle, Message, Value};

use super::batch::Batch;
use super::write::{CACHE_KIB, INDEXES, LARGE_CACHE_KIB, Written, finish, set_page_cache, touched};
use super::{BudgetDb, Commit, Origin, Touched, aside, clock_row, log, rows};
use crate::db::error::{ApplyError, DbError};
use crate::db::facts::{self, Tracker};

/// How many written rows of a table are named. Nobody looks at single ones where there are more.
const MOST_NAMED: usize = 10_000;

/// About how many messages make a transaction.
const COLUMNS: usize = 7;

/// What the slices of a batch did so far.
#[derive(Default)]
struct Gathered {
    messages: usize,
    touched: Vec<Touched>,
    prefs: BTreeMap<Arc<str>, Value>,
}

impl Gathered {
    fn add(&mut self, fresh: usize, batch: &Batch<'_>) {
        self.messages += fresh;
        for Touched { table, rows } in touched(batch) {
            match self.touched.iter_mut().find(|known| known.table == table) {
                Some(known) if known.rows.len() < MOST_NAMED => known.rows.extend(rows),
                Some(_) => {}
                None => self.touched.push(Touched { table, rows }),
            }
        }
        for pref in &batch.prefs {
            self.prefs.insert(Arc::clone(pref.key), pref.value.clone());
        }
    }
}

impl BudgetDb {
    /// Writes messages of other copies that come in slices, as one batch of about `expected` of
    /// them: see [`apply_messages`](Self::apply_messages). An error among the slices ends it.
    ///
    /// # Errors
    /// [`ApplyError`], or what the slices say; nothing is changed then.
    pub fn apply_slices<E: From<ApplyError>>(
        &mut self,
        mut slices: impl Iterator<Item = Result<Vec<Message>, E>>,
        expected: usize,
    ) -> Result<Commit, E> {
        let first = slices.next().transpose()?.unwrap_or_default();
        let Some(second) = slices.next().transpose()? else {
            return Ok(self.apply_messages(first, Origin::Remote)?);
        };
        set_page_cache(&self.conn, LARGE_CACHE_KIB);
        let mut clock = self.clock;
        let all = [Ok(first), Ok(second)].into_iter().chain(slices);
        let written = self.write_slices(&mut clock, all, expected);
        set_page_cache(&self.conn, CACHE_KIB);
        match written {
            Ok(written) => Ok(self.take_over(clock, written).0),
            Err(error) => {
                self.take_back_tree().map_err(ApplyError::from)?;
                Err(error)
            }
        }
    }

    fn write_slices<E: From<ApplyError>>(
        &mut self,
        clock: &mut Clock,
        slices: impl Iterator<Item = Result<Vec<Message>, E>>,
        expected: usize,
    ) -> Result<Written, E> {
        let wall_ms = self.wall_ms();
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate);
        let tx = begin().map_err(DbError::sqlite("beginning a write")).map_err(ApplyError::from)?;
        let aside = facts::step_aside(&tx, expected / COLUMNS);
        let aside = aside.map_err(DbError::sqlite(INDEXES)).map_err(ApplyError::from)?;
        let mut gathered = Gathered::default();
        for slice in slices {
            let mut slice = slice?;
            slice.sort_by_key(|message| message.timestamp);
            if let Some(last) = slice.last() {
                clock.recv(last.timestamp, wall_ms).map_err(ApplyError::from)?;
            }
            write_slice(&tx, &mut self.merkle, &slice, &mut gathered)?;
        }
        if aside {
            let made = facts::make_again(&tx).map_err(DbError::sqlite(INDEXES));
            made.map_err(ApplyError::from)?;
        }
        Ok(self.end_slices(tx, clock, gathered)?)
    }

    fn end_slices(
        &self,
        tx: Transaction<'_>,
        clock: &Clock,
        gathered: Gathered,
    ) -> Result<Written, ApplyError> {
        let Gathered { messages, touched, prefs } = gathered;
        let mut tracker = Tracker::new(&tx, self.mode, &self.dimensions);
        tracker.look_at_everything();
        let outcome = tracker.finish(self.environment.calendar.today())?;
        clock_row::save(&tx, clock, &self.merkle)?;
        finish(tx, &self.directory, prefs.iter().map(|(key, value)| (&**key, value)))?;
        Ok(Written { messages, touched, step: Vec::new(), outcome, unsaved: 0 })
    }
}

fn write_slice(
    conn: &Connection,
    merkle: &mut Merkle,
    slice: &[Message],
    gathered: &mut Gathered,
) -> Result<(), ApplyError> {
    // The slices before this one are in the log already.
    let newest = log::newest(conn)?;
    let fresh = log::append(conn, slice, false)?;
    let mut batch = Batch::group(&fresh, false)?;
    aside::keep(conn, &batch.aside)?;
    log::drop_outdated(conn, newest, &mut batch)?;
    rows::write_unwatched(conn, &batch.rows)?;
    for message in &fresh {
        merkle.insert(&message.timestamp);
    }
    merkle.prune();
    gathered.add(fresh.len(), &batch);
    Ok(())
}
