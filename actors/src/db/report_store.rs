//! Kept in memory for reports: the transactions that count, and the lists beside them. A later
//! read takes in the rows that commits wrote since (`db/journal.rs`), whoever made them, so an
//! edit reads again only the transactions that it wrote.

mod lists;
mod rows;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::{RwLock, RwLockWriteGuard};
use rusqlite::Connection;
use sobre_engine::ids::{CategoryId, PayeeId};
use sobre_engine::reports::{Facts, RowKey, Rows};

use super::error::DbError;
use super::journal::{Journal, State, TouchedRows};

const READING: &str = "reading the rows of reports";

/// The stores of reports, as of a state of the file. Schedules are not among the facts.
#[derive(Debug, Default)]
pub(crate) struct ReportStore {
    /// The transactions that count.
    pub(crate) rows: Rows,
    /// Accounts, categories, payees and preferences.
    pub(crate) facts: Facts,
    categories: HashMap<String, CategoryId>,
    payees: HashMap<String, PayeeId>,
}

impl ReportStore {
    fn load(conn: &Connection) -> Result<Self, DbError> {
        let read = || -> rusqlite::Result<Self> {
            let categories = rows::mapped(conn, rows::CATEGORIES, None)?.into_iter().collect();
            let payees = rows::mapped(conn, rows::PAYEES, None)?.into_iter().collect();
            let mut store = Self { categories, payees, ..Self::default() };
            store.rows = store.all_rows(conn)?;
            Ok(store)
        };
        let mut store = read().map_err(DbError::sqlite(READING))?;
        store.facts = lists::facts(conn)?;
        Ok(store)
    }

    /// Takes in the rows that commits wrote.
    fn follow(&mut self, conn: &Connection, touched: &[TouchedRows]) -> Result<(), DbError> {
        let written = |table: &str| -> Vec<Arc<str>> {
            let of_table = touched.iter().filter(|touched| touched.table == table);
            of_table.flat_map(|touched| touched.rows.iter().cloned()).collect()
        };
        let transactions = written("transactions");
        let keys = self.keys_of(conn, &transactions, &written).map_err(DbError::sqlite(READING))?;
        self.read_again(conn, &keys).map_err(DbError::sqlite(READING))?;
        if touched.iter().any(|touched| lists::TABLES.contains(&touched.table)) {
            self.facts = lists::facts(conn)?;
        } else if !transactions.is_empty() {
            (self.facts.first_day, self.facts.last_day) =
                lists::bounds(conn).map_err(DbError::sqlite(READING))?;
        }
        Ok(())
    }

    /// The rows to read again: those that were written, the lines of written splits, and those
    /// whose category or payee was merged.
    fn keys_of(
        &mut self,
        conn: &Connection,
        transactions: &[Arc<str>],
        written: &impl Fn(&str) -> Vec<Arc<str>>,
    ) -> rusqlite::Result<HashSet<RowKey>> {
        let mut keys = HashSet::new();
        if !transactions.is_empty() {
            rows::keys_where(conn, rows::ITSELF, transactions, &mut keys)?;
            rows::keys_where(conn, rows::ITS_SPLIT, transactions, &mut keys)?;
        }
        let merged = written(rows::CATEGORIES.table);
        if !merged.is_empty() {
            follow_mapping(&mut self.categories, &merged, conn, rows::CATEGORIES)?;
            rows::keys_where(conn, rows::ITS_CATEGORY, &merged, &mut keys)?;
        }
        let merged = written(rows::PAYEES.table);
        if !merged.is_empty() {
            follow_mapping(&mut self.payees, &merged, conn, rows::PAYEES)?;
            rows::keys_where(conn, rows::ITS_PAYEE, &merged, &mut keys)?;
        }
        Ok(keys)
    }
}

fn follow_mapping<Id: From<String>>(
    targets: &mut HashMap<String, Id>,
    written: &[Arc<str>],
    conn: &Connection,
    mapping: rows::Mapping,
) -> rusqlite::Result<()> {
    for id in written {
        targets.remove(&**id);
    }
    targets.extend(rows::mapped(conn, mapping, Some(written))?);
    Ok(())
}

/// The stores of an open budget as of the last read, shared by its readers.
#[derive(Debug, Default)]
pub(crate) struct ReportCache {
    journal: Arc<Journal>,
    known: RwLock<Option<(State, ReportStore)>>,
}

impl ReportCache {
    /// A cache that follows the commits of a writer.
    pub(crate) const fn following(journal: Arc<Journal>) -> Self {
        Self { journal, known: RwLock::new(None) }
    }

    /// Reads the stores, no older than the connection sees the file.
    ///
    /// # Errors
    /// [`DbError`] if the file cannot be read.
    pub(crate) fn read<T>(
        &self,
        conn: &Connection,
        read: impl FnOnce(&ReportStore) -> T,
    ) -> Result<T, DbError> {
        // State and rows of one moment.
        let snapshot = conn.is_autocommit().then(|| conn.unchecked_transaction()).transpose();
        let snapshot = snapshot.map_err(DbError::sqlite(READING))?;
        let answer = self.read_snapshot(conn, read);
        drop(snapshot);
        answer
    }

    fn read_snapshot<T>(
        &self,
        conn: &Connection,
        read: impl FnOnce(&ReportStore) -> T,
    ) -> Result<T, DbError> {
        let state = State::of(conn).map_err(DbError::sqlite(READING))?;
        // A file without a log has no state to recognize it by.
        let Some(state) = state else { return Ok(read(&ReportStore::load(conn)?)) };
        {
            let known = self.known.read();
            if let Some((_, store)) = known.as_ref().filter(|(at, _)| self.has_all(at, &state)) {
                return Ok(read(store));
            }
        }
        let mut known = self.known.write();
        // A failure in between leaves nothing half taken in.
        let next = match known.take() {
            Some((at, store)) if self.has_all(&at, &state) => (at, store),
            Some((at, mut store)) => {
                match self.journal.between(&at, &state) {
                    Some(touched) => store.follow(conn, &touched)?,
                    None => store = ReportStore::load(conn)?,
                }
                (state, store)
            }
            None => (state, ReportStore::load(conn)?),
        };
        *known = Some(next);
        let known = RwLockWriteGuard::downgrade(known);
        let Some((_, store)) = &*known else { return Err(DbError::Closed) };
        Ok(read(store))
    }

    /// Whether stores of one state have everything that another state has.
    fn has_all(&self, at: &State, state: &State) -> bool {
        at == state || at.is_later_than(state) && self.journal.between(state, at).is_some()
    }
}

#[cfg(test)]
mod tests;
