//! Read-only connections to an open budget file, with the functions that queries use. SQLite itself
//! refuses writes on them.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use super::DATABASE_FILE;
use super::deadline::{DeadlineSlot, QueryDeadline};
use super::error::DbError;
use super::journal::Journal;
use super::query::{QueryError, QueryResult, ResponseMemory, Views, register_limited, run_within};
use super::thresholds::Thresholds;
use crate::limits;

/// The page cache of a connection, in KiB.
const CACHE_KIB: u32 = 4_096;
/// The same for a pooled connection: large enough for the pages of a search or sum over a million
/// rows, which would otherwise be read from the file each time.
const KEPT_CACHE_KIB: u32 = 12_288;

/// One read-only connection.
#[derive(Debug)]
pub struct Reader {
    conn: Connection,
    views: Arc<Views>,
    deadline: DeadlineSlot,
}

impl Reader {
    /// Opens the budget in `directory` for reading. Its writer must be open already.
    ///
    /// # Errors
    /// [`DbError::Sqlite`].
    pub fn open(directory: &Path) -> Result<Self, DbError> {
        Self::sharing(directory, Arc::default())
    }

    /// As [`open`](Self::open), with the views of other readers of the same budget.
    fn sharing(directory: &Path, views: Arc<Views>) -> Result<Self, DbError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let deadline = DeadlineSlot::default();
        let open = || -> rusqlite::Result<Connection> {
            let conn = Connection::open_with_flags(directory.join(DATABASE_FILE), flags)?;
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
        Ok(Self { conn, views, deadline })
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
        run_within(&self.conn, &self.views, state, memory)
    }

    /// Reads until the deadline.
    #[cfg(feature = "testing")]
    pub(crate) fn read_without_end(&self) -> Result<(), DbError> {
        let endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT 1 FROM c) \
                       SELECT COUNT(*) FROM c";
        let read = self.conn.query_row(endless, [], |_| Ok(()));
        read.map_err(DbError::sqlite("reading without end"))
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
    views: Arc<Views>,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Debug, Default)]
struct State {
    idle: Vec<Reader>,
    lent: usize,
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
            views: Arc::new(Views::following(Thresholds::default(), Arc::clone(journal))),
            state: Mutex::default(),
            returned: Condvar::new(),
        }))
    }

    /// Lends a reader, waiting while all are lent.
    ///
    /// # Errors
    /// [`DbError::Sqlite`] if another one cannot be opened.
    pub fn take(&self) -> Result<PooledReader, DbError> {
        let mut state = self.0.state.lock();
        while state.idle.is_empty() && state.lent >= self.0.limit {
            self.0.returned.wait(&mut state);
        }
        let idle = state.idle.pop();
        state.lent += 1;
        drop(state);
        // The loan counts from here on, and the guard returns it on every path.
        let mut lent = PooledReader { pool: self.clone(), reader: idle };
        if lent.reader.is_none() {
            let reader = Reader::sharing(&self.0.directory, Arc::clone(&self.0.views))?;
            let room = format!("PRAGMA cache_size = -{KEPT_CACHE_KIB}");
            reader
                .execute_batch(&room)
                .map_err(DbError::sqlite("opening the budget for reading"))?;
            lent.reader = Some(reader);
        }
        Ok(lent)
    }

    /// Closes the idle readers.
    pub(crate) fn release(&self) {
        let idle = std::mem::take(&mut self.0.state.lock().idle);
        drop(idle);
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
        state.idle.extend(reader);
        drop(state);
        self.pool.0.returned.notify_one();
    }
}
