//! Read-only connections to an open budget file, with the functions that queries use. SQLite itself
//! refuses writes on them.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use serde_json::Value;

use super::DATABASE_FILE;
use super::connections::ReadingConnection;
use super::deadline::{DeadlineSlot, QueryDeadline};
use super::error::DbError;
use super::journal::Journal;
use super::query::{QueryError, QueryResult, ResponseMemory, Views, register_limited, run_within};
use super::report_store::{ReportCache, ReportStore};
use super::rules::{BudgetRules, RuleCache};
use super::thresholds::Thresholds;
use crate::limits;

/// The page cache of a connection, in KiB.
const CACHE_KIB: u32 = 4_096;
/// The same for a pooled connection: large enough for the pages of a search or sum over a million
/// rows, which would otherwise be read from the file each time.
const KEPT_CACHE_KIB: u32 = 12_288;

/// Kept in memory for all readers of a budget.
#[derive(Debug, Clone, Default)]
struct SharedCaches {
    views: Arc<Views>,
    rules: Arc<RuleCache>,
    reports: Arc<ReportCache>,
}

/// One read-only connection.
#[derive(Debug)]
pub struct Reader {
    conn: ReadingConnection,
    kept: SharedCaches,
    deadline: DeadlineSlot,
}

impl Reader {
    /// Opens the budget in `directory` for reading. Its writer must be open already.
    ///
    /// # Errors
    /// [`DbError::Sqlite`].
    pub fn open(directory: &Path) -> Result<Self, DbError> {
        Self::sharing(directory, SharedCaches::default())
    }

    /// As [`open`](Self::open), with what other readers of the same budget keep.
    fn sharing(directory: &Path, kept: SharedCaches) -> Result<Self, DbError> {
        let deadline = DeadlineSlot::default();
        let open = || -> rusqlite::Result<ReadingConnection> {
            let conn = ReadingConnection::open(&directory.join(DATABASE_FILE))?;
            conn.set_prepared_statement_cache_capacity(64);
            conn.busy_timeout(std::time::Duration::from_secs(5))?;
            conn.execute_batch(&format!(
                "PRAGMA query_only = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -{CACHE_KIB}; \
                 PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY"
            ))?;
            // Otherwise a changed limit would prepare its statement again.
            conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
            register_limited(&conn, &deadline)?;
            Ok(conn)
        };
        let conn = open().map_err(DbError::sqlite("opening the budget for reading"))?;
        Ok(Self { conn, kept, deadline })
    }

    /// The rules of the budget.
    ///
    /// # Errors
    /// [`DbError::Sqlite`].
    pub(crate) fn rules(&self) -> Result<Arc<BudgetRules>, DbError> {
        self.kept.rules.rules(&self.conn)
    }

    /// Reads the stores of reports.
    ///
    /// # Errors
    /// [`DbError::Sqlite`].
    pub(crate) fn reports<T>(&self, read: impl FnOnce(&ReportStore) -> T) -> Result<T, DbError> {
        self.kept.reports.read(&self.conn, read)
    }

    /// The effort that the patterns of the current read may still make.
    pub(crate) const fn effort(&self) -> &DeadlineSlot {
        &self.deadline
    }

    /// Runs a query state.
    ///
    /// # Errors
    /// As for [`run_query`](super::query::run_query).
    pub fn query(&self, state: &Value) -> Result<QueryResult, QueryError> {
        self.query_within(state, &ResponseMemory::of(limits::ANSWER_BYTES))
    }

    /// As [`Self::query`], with a response of at most `room`.
    pub(crate) fn query_within(
        &self,
        state: &Value,
        memory: &ResponseMemory<'_>,
    ) -> Result<QueryResult, QueryError> {
        run_within(&self.conn, &self.kept.views, state, memory)
    }

    /// Reads one snapshot until the deadline. Calls `begun` once it has the snapshot.
    #[cfg(feature = "testing")]
    pub(crate) fn read_without_end(&self, begun: impl FnOnce()) -> Result<(), DbError> {
        let endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT 1 FROM c) \
                       SELECT COUNT(*) FROM c";
        let read = || {
            let snapshot = self.conn.unchecked_transaction()?;
            snapshot.query_row("SELECT COUNT(*) FROM accounts", [], |_| Ok(()))?;
            begun();
            snapshot.query_row(endless, [], |_| Ok(()))
        };
        read().map_err(DbError::sqlite("reading without end"))
    }
}

impl Deref for Reader {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.conn
    }
}

/// A bounded set of readers, opened on demand. Clones share it.
#[derive(Debug, Clone)]
pub struct ReaderPool(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    directory: PathBuf,
    limit: usize,
    kept: SharedCaches,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Debug, Default)]
struct State {
    idle: Vec<Reader>,
    lent: usize,
    is_closed: bool,
}

/// A lent reader; returned to the pool on drop.
#[derive(Debug)]
pub struct PooledReader {
    pool: ReaderPool,
    reader: Option<Reader>,
}

impl ReaderPool {
    /// At most `limit` readers, at least one, of the budget in `directory`. Their views follow the
    /// commits that its writer adds to the journal.
    #[must_use]
    pub fn new(directory: &Path, limit: usize, journal: &Arc<Journal>) -> Self {
        Self(Arc::new(Shared {
            directory: directory.to_owned(),
            limit: limit.max(1),
            kept: SharedCaches {
                views: Arc::new(Views::following(Thresholds::default(), Arc::clone(journal))),
                rules: Arc::new(RuleCache::following(Arc::clone(journal))),
                reports: Arc::new(ReportCache::following(Arc::clone(journal))),
            },
            state: Mutex::default(),
            returned: Condvar::new(),
        }))
    }

    /// A reader outside of the pool, for the thread that writes. It knows the pool's rules.
    ///
    /// # Errors
    /// [`DbError::Sqlite`].
    pub fn for_writer(&self) -> Result<Reader, DbError> {
        let kept =
            SharedCaches { rules: Arc::clone(&self.0.kept.rules), ..SharedCaches::default() };
        Reader::sharing(&self.0.directory, kept)
    }

    /// Lends a reader, waiting while all are lent.
    ///
    /// # Errors
    /// [`DbError::Sqlite`] if another one cannot be opened; [`DbError::Closed`].
    pub fn take(&self) -> Result<PooledReader, DbError> {
        let mut state = self.0.state.lock();
        while state.idle.is_empty() && state.lent >= self.0.limit && !state.is_closed {
            self.0.returned.wait(&mut state);
        }
        if state.is_closed {
            return Err(DbError::Closed);
        }
        let idle = state.idle.pop();
        state.lent += 1;
        drop(state);
        // The loan counts from here on, and the guard returns it on every path.
        let mut lent = PooledReader { pool: self.clone(), reader: idle };
        if lent.reader.is_none() {
            let Shared { directory, kept, .. } = &*self.0;
            let reader = Reader::sharing(directory, kept.clone())?;
            // Opening waits for a database that is closing; then this pool is closed.
            if self.is_closed() {
                return Err(DbError::Closed);
            }
            let room = format!("PRAGMA cache_size = -{KEPT_CACHE_KIB}");
            reader
                .execute_batch(&room)
                .map_err(DbError::sqlite("opening the budget for reading"))?;
            lent.reader = Some(reader);
        }
        Ok(lent)
    }

    /// Closes the idle readers, lends no more, and closes lent ones once they are returned.
    pub(crate) fn close(&self) {
        let mut state = self.0.state.lock();
        state.is_closed = true;
        let idle = std::mem::take(&mut state.idle);
        drop(state);
        self.0.returned.notify_all();
        drop(idle);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.state.lock().is_closed
    }
}

impl PooledReader {
    /// The same reader with a deadline.
    ///
    /// # Errors
    /// [`DbError::Sqlite`].
    pub fn under(self, deadline: &QueryDeadline) -> Result<Self, DbError> {
        deadline.hold(&self, &self.deadline).map_err(DbError::sqlite("reading the budget"))?;
        Ok(self)
    }
}

impl Deref for PooledReader {
    type Target = Reader;

    #[expect(clippy::expect_used, reason = "the reader leaves the guard only in drop")]
    fn deref(&self) -> &Reader {
        self.reader.as_ref().expect("a lent reader is there until dropped")
    }
}

impl Drop for PooledReader {
    fn drop(&mut self) {
        // A reader that keeps its deadline cannot be lent again.
        let reader = self.reader.take();
        let reader =
            reader.filter(|reader| QueryDeadline::release(reader, &reader.deadline).is_ok());
        let mut state = self.pool.0.state.lock();
        state.lent -= 1;
        let closed = if state.is_closed {
            reader
        } else {
            state.idle.extend(reader);
            None
        };
        drop(state);
        self.pool.0.returned.notify_one();
        drop(closed);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::db::connections::end_reads;

    #[test]
    fn a_reader_that_was_opened_after_its_budget_closed_is_not_lent() {
        let dir = tempfile::tempdir().unwrap();
        let database = dir.path().join(DATABASE_FILE);
        drop(Connection::open(&database).unwrap());
        let pool = ReaderPool::new(dir.path(), 1, &Arc::default());
        let closing = end_reads(&database, Duration::ZERO);
        let taken = {
            let pool = pool.clone();
            thread::spawn(move || pool.take().map(drop))
        };
        while pool.0.state.lock().lent == 0 {
            thread::yield_now();
        }
        pool.close();
        drop(closing);
        assert!(matches!(taken.join().unwrap(), Err(DbError::Closed)));
    }
}
