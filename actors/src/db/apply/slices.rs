//! Received batches of any size: read and written in slices, so that they need the memory of one
//! slice, but in one transaction, so that a batch is stored completely or not at all.

use std::collections::BTreeMap;
use std::sync::Arc;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sobre_engine::crdt::{Clock, Merkle, Message, Timestamp, Value};

use super::batch::Batch;
use super::log::Cells;
use super::write::{
    CACHE_KIB, INDEXES, LARGE_CACHE_KIB, Written, finish, set_page_cache, set_prefs, touched,
};
use super::{BudgetDb, Commit, Origin, Touched, aside, clock_row, log, rows, tags};
use crate::db::error::{ApplyError, DbError};
use crate::db::facts::{SteppedAside, Tracker};
use crate::db::metadata::Metadata;

/// Most written rows of a table that a commit lists. Beyond that, no code needs single rows.
pub(crate) const MOST_NAMED: usize = 10_000;

/// Approximate number of messages per transaction row.
const COLUMNS: usize = 7;

/// Results of the batch's slices so far.
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
    /// Writes received messages in slices as one batch of about `expected` messages: see
    /// [`apply_messages`](Self::apply_messages). An error among the slices aborts it.
    ///
    /// # Errors
    /// [`ApplyError`], or the error of a slice; nothing is changed then.
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
        // If this fails halfway, closing must not store a tree that is ahead of the log.
        let unsaved = std::mem::take(&mut self.unsaved);
        let written = self.write_slices(&mut clock, all, expected);
        set_page_cache(&self.conn, CACHE_KIB);
        match written {
            Ok(written) => Ok(self.take_over(clock, written).0),
            Err(error) => {
                self.take_back_tree(unsaved).map_err(ApplyError::from)?;
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
        let tx = begin().map_err(DbError::sqlite("starting a write")).map_err(ApplyError::from)?;
        let mut gathered = Gathered::default();
        let mut searching: Option<Searching> = None;
        for slice in slices {
            let mut slice = slice?;
            slice.sort_by_key(|message| message.timestamp);
            let (Some(first), Some(last)) = (slice.first(), slice.last()) else { continue };
            clock.recv(last.timestamp, wall_ms).map_err(ApplyError::from)?;
            match &mut searching {
                Some(searching) => searching.go_on(&tx, first.timestamp)?,
                None => searching = Some(Searching::begin(&tx, first.timestamp, expected)?),
            }
            let known = searching.as_mut().and_then(|searching| searching.known(last.timestamp));
            write_slice(&tx, (&mut self.merkle, known), &slice, &mut gathered)?;
        }
        if let Some(mut searching) = searching {
            searching.end(&tx)?;
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
        // Tag names are looked up in the log, whose index exists again only now.
        tags::settle(&tx, touched.iter().map(|touched| touched.table))?;
        let mut tracker = Tracker::new(&tx, self.mode, &self.dimensions);
        tracker.look_at_everything();
        let outcome = tracker.finish(self.environment.calendar.today(), self.months)?;
        clock_row::save(&tx, clock, &self.merkle)?;
        let change = |metadata: &mut Metadata| {
            set_prefs(metadata, prefs.iter().map(|(key, value)| (&**key, value)));
        };
        finish(tx, &self.directory, (!prefs.is_empty()).then_some(change))?;
        Ok(Written { messages, touched, step: Vec::new(), outcome, unsaved: 0 })
    }
}

/// How later messages than the received ones are looked up. If the log has few of them, they are
/// held in memory, and the indexes of the most written tables are dropped and rebuilt at the end.
/// That requires slices in order of their timestamps, which is how servers send them.
struct Searching {
    aside: SteppedAside,
    known: Option<Cells>,
    /// Timestamp of the last message.
    last: Timestamp,
}

impl Searching {
    fn begin(conn: &Connection, first: Timestamp, expected: usize) -> Result<Self, ApplyError> {
        let known = Cells::after(conn, first)?;
        let mut aside = SteppedAside::default();
        let mut take = || -> rusqlite::Result<()> {
            aside.take(conn, "transactions", expected / COLUMNS)?;
            if known.is_some() { aside.take(conn, "messages_crdt", expected) } else { Ok(()) }
        };
        take().map_err(DbError::sqlite(INDEXES))?;
        Ok(Self { aside, known, last: first })
    }

    fn go_on(&mut self, conn: &Connection, first: Timestamp) -> Result<(), ApplyError> {
        if first < self.last && self.known.take().is_some() {
            self.end(conn)?;
        }
        Ok(())
    }

    fn known(&mut self, last: Timestamp) -> Option<&Cells> {
        self.last = last;
        self.known.as_ref()
    }

    fn end(&mut self, conn: &Connection) -> Result<(), ApplyError> {
        Ok(self.aside.make_again(conn).map_err(DbError::sqlite(INDEXES))?)
    }
}

fn write_slice(
    conn: &Connection,
    (merkle, known): (&mut Merkle, Option<&Cells>),
    slice: &[Message],
    gathered: &mut Gathered,
) -> Result<(), ApplyError> {
    // The earlier slices are already in the log.
    let newest = log::newest(conn)?;
    let fresh = log::append(conn, slice, false)?;
    let mut batch = Batch::group(&fresh, false)?;
    aside::keep(conn, &batch.aside)?;
    log::drop_outdated(conn, (newest, known), &mut batch)?;
    tags::put_off(&mut batch);
    rows::write_unwatched(conn, &batch.rows)?;
    for message in &fresh {
        merkle.insert(&message.timestamp);
    }
    merkle.prune();
    gathered.add(fresh.len(), &batch);
    Ok(())
}
