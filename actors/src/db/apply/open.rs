//! Opening, creating and copying budget files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use sobre_engine::crdt::{Clock, Merkle, Node};

use super::{BudgetDb, bank_reports, clock_row, deferred, log};
use crate::db::error::DbError;
use crate::db::facts::{self, Dimensions};
use crate::db::identity::{Content, FileIdentity, FileState, LEAST_LOG, LogState, OpenLog};
use crate::db::metadata::{Metadata, keys};
use crate::db::undo::History;
use crate::db::{DATABASE_FILE, copy, migrate};
use crate::environment::Environment;
use crate::limits::{self, LOG_PAGES};

/// The first SQLite release without the write-ahead-log defect that can lose commits.
const OLDEST_SQLITE: i32 = 3_051_003;
/// The page cache of the writing connection, in KiB. Small, because every commit walks it.
pub(super) const CACHE_KIB: u32 = 4096;
/// Most cached prepared statements.
const STATEMENTS: usize = 128;

impl BudgetDb {
    /// Opens the budget in `directory`: migrates its schema, takes a new node id, and switches the
    /// file to write-ahead logging.
    ///
    /// # Errors
    /// [`DbError`]; a file with an unknown schema is not changed.
    pub fn open(directory: &Path, environment: Environment) -> Result<Self, DbError> {
        let mut metadata = Metadata::of(directory)?;
        let path = directory.join(DATABASE_FILE);
        let mut conn = connect(&path, OpenFlags::empty())?;
        let file = FileIdentity::at(&path).map_err(DbError::file("opening the budget"))?;
        migrate::migrate(&mut conn, metadata.map())?;
        keep_write_ahead_log(&conn)?;
        clock_row::create_reach(&conn)?;
        deferred::create(&conn)?;
        bank_reports::create(&conn)?;
        let (mut clock, merkle) = stored_clock(&conn, &environment)?;
        // Every opening takes a new node id, because a copied or restored folder would otherwise
        // stamp messages like its original.
        clock.take_node(fresh_node(&environment));
        clock_row::save(&conn, &clock, &merkle)?;
        if metadata.reset_clock() {
            metadata.set(keys::RESET_CLOCK, false.into());
            metadata.write(directory)?;
        }
        facts::create_indexes(&conn, CACHE_KIB).map_err(DbError::sqlite("creating indexes"))?;
        let log = OpenLog::beside(&path).map_err(DbError::file("opening the budget"))?;
        let mut db = Self {
            mode: facts::mode(&conn)?,
            dimensions: Dimensions::load(&conn)?,
            conn,
            has_room: false,
            directory: directory.to_owned(),
            file,
            log,
            last_seen: None,
            environment,
            clock,
            merkle,
            unsaved: 0,
            offset_ms: 0,
            history: History::default(),
            months: None,
            journal: Arc::default(),
        };
        db.write_known()?;
        Ok(db)
    }

    /// Creates a budget with the default rows in `directory`, which must not contain one, and opens
    /// it.
    ///
    /// # Errors
    /// [`DbError`].
    pub fn create(
        directory: &Path,
        budget_name: &str,
        environment: Environment,
    ) -> Result<Self, DbError> {
        fs::create_dir_all(directory).map_err(DbError::file("creating the budget's directory"))?;
        let path = directory.join(DATABASE_FILE);
        migrate::create(&mut connect(&path, OpenFlags::SQLITE_OPEN_CREATE)?)?;
        let mut metadata = Metadata::of(directory)?;
        metadata.set(keys::BUDGET_NAME, budget_name.into());
        metadata.write(directory)?;
        Self::open(directory, environment)
    }

    /// Creates a database in `directory`, with all tables and no default rows, and opens it.
    pub(super) fn create_bare(directory: &Path, environment: Environment) -> Result<Self, DbError> {
        let path = directory.join(DATABASE_FILE);
        let mut conn = connect(&path, OpenFlags::SQLITE_OPEN_CREATE)?;
        migrate::create_at_level(&mut conn, migrate::STEPS.len())?;
        drop(conn);
        Self::open(directory, environment)
    }

    /// Writes a consistent copy to `target`, which must not exist, in the form that other programs
    /// of this file format read: rollback journal, no cached cells, the views of the format and
    /// none of our own helper tables and indexes.
    ///
    /// # Errors
    /// [`DbError`].
    pub fn export_copy(&self, target: &Path) -> Result<(), DbError> {
        self.save_clock()?;
        copy::clean_copy(&self.conn, target).map_err(DbError::sqlite("copying the budget"))
    }

    /// Whether the open file is still in its directory. Writes to a removed file succeed and are
    /// lost.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        self.file.is_at(&self.path())
    }

    /// The state of the write-ahead log. Commits to a removed one last until the program ends or
    /// [closes](Self::close) the file.
    #[must_use]
    pub fn log_state(&self) -> LogState {
        self.log.state()
    }

    /// Remembers the state of the file from now on, to detect writes by others.
    pub fn watch_file(&mut self) {
        self.last_seen = FileState::at(&self.path()).ok();
    }

    /// Whose content the file has, before our own next work on it: ours while nothing is known.
    pub fn content_before_work(&mut self) -> Content {
        let content = self.last_seen.as_mut().map_or(Content::Own, FileState::before_work);
        self.log.content_at(&self.path(), self.file, content, self.last_seen.as_ref())
    }

    /// Whose content the file has after our own work on it.
    pub fn content_after_work(&mut self) -> Content {
        if self.last_seen.is_none() {
            self.watch_file();
        }
        let seen = self.last_seen.as_mut();
        let content = seen.map_or(Content::Own, |last| last.after_work(&self.conn));
        self.log.content_at(&self.path(), self.file, content, self.last_seen.as_ref())
    }

    /// Closes a file that has other content now. A write-ahead log that is still ours would damage
    /// it, so it is set aside; the other program's stays.
    pub fn abandon(mut self, content: Content) {
        self.unsaved = 0;
        let stays = self.conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        self.log.set_aside(&self.path(), content);
        tracing::warn!(?stays, ?content, "a budget that others had written to was closed");
    }

    /// Closes a file without touching its write-ahead log, which the next opening reads.
    pub fn leave_log(mut self) {
        self.unsaved = 0;
        let stays = self.conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        tracing::warn!(?stays, "the write-ahead log stays beside the closed budget");
    }

    /// The database file.
    pub(crate) fn path(&self) -> PathBuf {
        self.directory.join(DATABASE_FILE)
    }

    /// Stores the clock, checkpoints the write-ahead log, as far as readers allow, and frees the
    /// pages of large writes. Every commit is durable without this; doing it between writes keeps
    /// an edit from paying for earlier ones.
    ///
    /// # Errors
    /// [`DbError`]; nothing is lost then.
    pub fn settle(&mut self) -> Result<(), DbError> {
        self.take_back_room();
        self.save_clock()?;
        self.unsaved = 0;
        self.conn
            .query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
            .map_err(DbError::sqlite("moving the log into the file"))
    }

    /// Stores the clock, checkpoints the whole write-ahead log and closes the file. A log left
    /// beside a closed file would be mixed into any copy put in its place. A failure loses nothing,
    /// such as when another program is reading: the next opening finds the log. A file that has
    /// other content is [abandoned](Self::abandon).
    pub fn close(self) {
        match self.close_within(limits::CLOSING) {
            Ok(true) => {}
            moved_whole => {
                tracing::warn!(?moved_whole, "the write-ahead log stays beside the closed budget");
            }
        }
    }

    /// As [`close`](Self::close), for a file whose log was removed. The commits in it are lost if
    /// they cannot be moved, so this waits as long for readers as any read may take.
    pub fn close_without_log(self) {
        match self.close_within(limits::READING) {
            Ok(true) => {}
            moved_whole => {
                tracing::error!(?moved_whole, "the last commits of a removed log are lost");
            }
        }
    }

    /// Moves the whole log into the file, unless that has other content or the log was cut off, and
    /// closes it. Waits for readers at most this long. Returns false if a reader prevented it; true
    /// also if the log was deliberately left.
    fn close_within(mut self, within: Duration) -> Result<bool, DbError> {
        // Ending the reads of the file may have taken long, so the last look is of no use.
        let content = self.content_before_work();
        if content != Content::Own {
            self.abandon(content);
            return Ok(true);
        }
        if self.log.state() == LogState::Cut {
            self.leave_log();
            return Ok(true);
        }
        self.save_clock()?;
        self.unsaved = 0;
        let is_busy = || -> rusqlite::Result<bool> {
            self.conn.busy_timeout(within)?;
            self.conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        };
        let is_busy = is_busy().map_err(DbError::sqlite("moving the log into the file"))?;
        Ok(!is_busy)
    }

    /// Stores clock and tree if the log is ahead of them.
    pub(super) fn save_clock(&self) -> Result<(), DbError> {
        if self.unsaved == 0 {
            return Ok(());
        }
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate);
        let tx = begin().map_err(DbError::sqlite("saving the clock"))?;
        clock_row::save(&tx, &self.clock, &self.merkle)?;
        tx.commit().map_err(DbError::sqlite("saving the clock"))
    }

    /// Rebuilds the Merkle tree from the log, without pruning. An empty log results in the empty
    /// tree.
    ///
    /// # Errors
    /// [`DbError`]; the tree is unchanged then.
    pub fn repair_merkle(&mut self) -> Result<(), DbError> {
        let merkle: Merkle = log::timestamps(&self.conn)?.into_iter().collect();
        clock_row::save(&self.conn, &self.clock, &merkle)?;
        self.merkle = merkle;
        self.unsaved = 0;
        Ok(())
    }
}

/// The stored clock and tree, or initial ones. A clock older than the log's end advances to it.
fn stored_clock(conn: &Connection, environment: &Environment) -> Result<(Clock, Merkle), DbError> {
    let first = || (Clock::first(fresh_node(environment)), Merkle::new());
    let (clock, merkle) = clock_row::load_reached(conn)?.unwrap_or_else(first);
    let newest = log::newest_timestamp(conn)?.unwrap_or(clock.now());
    let now = clock.now().max(newest.with_node(clock.now().node()));
    Ok((Clock::new(now), merkle))
}

pub(super) fn fresh_node(environment: &Environment) -> Node {
    // Any other id source still yields a valid node.
    Node::from_uuid(&environment.ids.uuid()).unwrap_or(Node::ZERO)
}

/// Switches to write-ahead logging. That changes the file, so it waits until the file is known to
/// be a budget.
fn keep_write_ahead_log(conn: &Connection) -> Result<(), DbError> {
    conn.execute_batch(&format!(
        "PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = {LEAST_LOG}; \
         PRAGMA wal_autocheckpoint = {LOG_PAGES}"
    ))
    .map_err(DbError::sqlite("opening the budget"))
}

/// The writing connection: durable at every commit, no memory mapping, a small page cache.
fn connect(path: &Path, extra: OpenFlags) -> Result<Connection, DbError> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        return Err(DbError::OldSqlite(rusqlite::version()));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | extra;
    let open = || -> rusqlite::Result<Connection> {
        let conn = Connection::open_with_flags(path, flags)?;
        conn.set_prepared_statement_cache_capacity(STATEMENTS);
        conn.busy_timeout(std::time::Duration::from_secs(5))?;
        conn.execute_batch(&format!(
            "PRAGMA synchronous = FULL; PRAGMA mmap_size = 0; \
             PRAGMA cache_size = -{CACHE_KIB}; PRAGMA foreign_keys = OFF; \
             PRAGMA trusted_schema = OFF; \
             PRAGMA temp_store = MEMORY"
        ))?;
        Ok(conn)
    };
    open().map_err(DbError::sqlite("opening the budget"))
}
