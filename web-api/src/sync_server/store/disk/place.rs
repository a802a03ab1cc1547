//! Checks that the data directory is still the opened one. SQLite continues to write to files that
//! were moved or deleted, so nothing is acknowledged before this check.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use sobre_actors::db::identity::{Content, FileIdentity, FileState, LogState, MARK, OpenLog};
use sobre_actors::files::{DataDir, FileError};

use super::schema::{self, Steps};
use super::{CATALOG_NAME, FILES_NAME};
use crate::sync_server::store::error::StoreError;

/// An open database, and the files that it was opened as.
pub(super) struct Database {
    pub(super) connection: Mutex<Connection>,
    path: PathBuf,
    file: FileIdentity,
    log: OpenLog,
    /// Its state when it was last seen.
    last_seen: Mutex<Option<FileState>>,
    /// Rows changed until the file was last marked.
    settled: AtomicU64,
}

impl Database {
    pub(super) fn open(path: PathBuf, steps: Steps) -> Result<Self, StoreError> {
        let connection = Mutex::new(schema::open(&path, steps)?);
        let (file, log) = (FileIdentity::at(&path)?, OpenLog::beside(&path)?);
        let last_seen = Mutex::new(FileState::at(&path).ok());
        // A first mark is missing.
        let settled = AtomicU64::new(u64::MAX);
        Ok(Self { connection, path, file, log, last_seen, settled })
    }

    /// Works with the connection; `None` if the file has other content, before or after: what was
    /// just written may not be in it.
    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> T) -> Option<T> {
        let mut connection = self.connection.lock();
        if !self.is_own(&connection, FileState::before_work) {
            return None;
        }
        let result = work(&mut connection);
        self.is_own(&connection, |seen| seen.after_work(&connection)).then_some(result)
    }

    /// Whether the file has our content. If not, our log stays out of it from now on.
    fn is_own(
        &self,
        connection: &Connection,
        look: impl FnOnce(&mut FileState) -> Content,
    ) -> bool {
        let mut last_seen = self.last_seen.lock();
        if last_seen.is_none() {
            *last_seen = FileState::at(&self.path).ok();
        }
        let content = last_seen.as_mut().map_or(Content::Own, look);
        let content = self.log.content_at(&self.path, self.file, content, last_seen.as_ref());
        if content == Content::Own {
            return true;
        }
        let stays = leave_log(connection);
        tracing::warn!(?stays, ?content, file = %self.path.display(), "others had written to it");
        self.log.set_aside(&self.path, content);
        false
    }

    /// Whether the file has our content, outside of work. Work that is going on looks itself.
    fn is_own_now(&self) -> bool {
        let connection = self.connection.try_lock();
        connection.is_none_or(|connection| self.is_own(&connection, FileState::before_work))
    }

    /// Marks the file and moves the log into it, so that neither an older copy of the file passes
    /// for it nor much stands in the log alone.
    fn settle(&self) -> Option<rusqlite::Result<()>> {
        self.with(|connection| {
            let changed = connection.total_changes();
            if self.settled.load(Ordering::Acquire) == changed {
                return Ok(());
            }
            let mark: i32 = connection.pragma_query_value(None, MARK, |row| row.get(0))?;
            connection.pragma_update(None, MARK, mark.wrapping_add(1))?;
            connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
            // Only now: after a failure, the next look tries again.
            self.settled.store(changed, Ordering::Release);
            Ok(())
        })
    }

    /// Moves the commits of the log into the file, unless that has other content; returns whether
    /// no reader prevented it. A log that was cut off stays as it is, so that the next start reads
    /// its whole commits.
    fn move_log(&self) -> rusqlite::Result<bool> {
        let connection = self.connection.lock();
        if !self.is_own(&connection, FileState::before_work) {
            return Ok(true);
        }
        if self.log.state() == LogState::Cut {
            return leave_log(&connection).map(|_| true);
        }
        let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
        let is_busy: bool = connection.query_row(checkpoint, [], |row| row.get(0))?;
        if self.is_own(&connection, |seen| seen.after_work(&connection)) && !is_busy {
            // Nothing is left to move when it closes, and our log must not count as cut off.
            leave_log(&connection)?;
        }
        Ok(!is_busy)
    }
}

impl Drop for Database {
    /// SQLite moves the log into the file when its connection closes.
    fn drop(&mut self) {
        let connection = self.connection.lock();
        let stays = connection.db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE);
        if !stays.unwrap_or(false)
            && self.is_own(&connection, FileState::before_work)
            && self.log.state() == LogState::Cut
        {
            let stays = leave_log(&connection);
            tracing::error!(?stays, file = %self.path.display(), "its log was cut off");
        }
    }
}

/// Keeps a log out of its file when the connection closes.
fn leave_log(connection: &Connection) -> rusqlite::Result<bool> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
}

/// The directory of a store. Once it is moved, replaced or locked by another program, or a log in
/// it is removed, the store stays closed until the program restarts.
pub(super) struct Place {
    dir: DataDir,
    catalog: Database,
    /// The open databases of messages.
    messages: Mutex<Vec<Weak<Database>>>,
    closed: AtomicBool,
}

impl Place {
    pub(super) fn open(dir: DataDir) -> Result<Self, StoreError> {
        let catalog = Database::open(dir.path().join(CATALOG_NAME), schema::CATALOG)?;
        catalog.settle().transpose()?;
        Ok(Self { dir, catalog, messages: Mutex::default(), closed: AtomicBool::new(false) })
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
    }

    #[cfg(test)]
    pub(super) const fn catalog(&self) -> &Mutex<Connection> {
        &self.catalog.connection
    }

    /// Works with the catalog. The result is valid only if everything is still in place afterwards.
    pub(super) fn in_catalog<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.check_before(&self.catalog)?;
        let overwritten = || self.close_files("its catalog was overwritten");
        let outcome = self.catalog.with(work).ok_or_else(overwritten)?;
        self.check()?;
        outcome
    }

    /// Checks everything, also the content of databases without work, and settles the catalog.
    pub(super) fn check_and_settle(&self) -> Result<(), StoreError> {
        self.check()?;
        let messages = self.messages.lock();
        let are_own = messages.iter().filter_map(Weak::upgrade).all(|open| open.is_own_now());
        drop(messages);
        if !are_own {
            return Err(self.close_files("a database of messages was overwritten"));
        }
        let overwritten = || self.close_files("its catalog was overwritten");
        Ok(self.catalog.settle().ok_or_else(overwritten)??)
    }

    /// Works with a database of messages. The result is valid only if everything is still in place
    /// afterwards.
    pub(super) fn in_messages<T>(
        &self,
        messages: &Database,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.check_before(messages)?;
        let overwritten = || self.close_files("a database of messages was overwritten");
        let outcome = messages.with(work).ok_or_else(overwritten)?;
        self.check()?;
        outcome
    }

    /// Opens or creates a database of messages.
    pub(super) fn open_messages(&self, path: PathBuf) -> Result<Arc<Database>, StoreError> {
        // Held while it opens: a check may have the last reference to an earlier connection, and
        // SQLite's locks of the new one would end with that.
        let mut messages = self.messages.lock();
        let opened = Arc::new(Database::open(path, schema::MESSAGES)?);
        messages.retain(|open| open.strong_count() > 0);
        messages.push(Arc::downgrade(&opened));
        Ok(opened)
    }

    /// Removes a database of messages from the checks. Its files may be removed afterwards.
    pub(super) fn forget(&self, path: &Path) {
        let is_other = |open: Arc<Database>| open.path != path;
        self.messages.lock().retain(|open| open.upgrade().is_some_and(is_other));
    }

    /// Refuses work for a closed store, and on a log that was cut off: a commit would make it as
    /// long as it was.
    pub(super) fn check_before(&self, database: &Database) -> Result<(), StoreError> {
        self.check_open()?;
        match database.log.state() {
            LogState::Whole | LogState::Removed => Ok(()),
            LogState::Cut => Err(self.close_logs("a write-ahead log was cut off")),
        }
    }

    fn check_open(&self) -> Result<(), StoreError> {
        if self.closed.load(Ordering::Acquire) { Err(StoreError::Moved) } else { Ok(()) }
    }

    /// Checks that lock and open databases are the opened ones, and closes the store if not.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        self.check_open()?;
        if !self.catalog.file.is_at(&self.catalog.path) {
            return Err(self.close_files("its catalog was moved, deleted or replaced"));
        }
        match self.dir.keep_lock() {
            Ok(()) => {}
            Err(FileError::DataDirInUse(_)) => {
                return Err(self.close("another program has taken it"));
            }
            Err(error) => return Err(error.into()),
        }
        if !self.path().join(FILES_NAME).is_dir() {
            return Err(StoreError::missing(FILES_NAME));
        }
        self.check_databases()
    }

    fn check_databases(&self) -> Result<(), StoreError> {
        // Held until the files have been seen, so that `forget` comes before or after.
        let messages = self.messages.lock();
        let open: Vec<_> = messages.iter().filter_map(Weak::upgrade).collect();
        let all = || open.iter().map(AsRef::as_ref).chain([&self.catalog]);
        let is_moved = all().any(|open| !open.file.is_at(&open.path));
        let log = all().map(|open| open.log.state()).find(|state| *state != LogState::Whole);
        drop(open);
        drop(messages);
        if is_moved {
            return Err(self.close_files("messages were moved, deleted or replaced"));
        }
        match log {
            None | Some(LogState::Whole) => Ok(()),
            Some(LogState::Removed) => Err(self.close_logs("a write-ahead log was removed")),
            Some(LogState::Cut) => Err(self.close_logs("a write-ahead log was cut off")),
        }
    }

    /// Closes the store after a file was moved, deleted, replaced or overwritten. Others may have
    /// been, too, and the next start must not read them with our logs.
    fn close_files(&self, reason: &str) -> StoreError {
        let refusal = self.close(reason);
        self.for_each_database(|open| _ = open.is_own_now());
        refusal
    }

    /// Closes the store after a fault of a log. Commits to a removed log last until the program
    /// ends, so those of all databases are moved into their files.
    fn close_logs(&self, reason: &str) -> StoreError {
        let refusal = self.close(reason);
        self.for_each_database(|open| {
            let moved = open.move_log();
            if !matches!(moved, Ok(true)) {
                let file = open.path.display();
                tracing::error!(%file, ?moved, "stop the sync server properly to keep its commits");
            }
        });
        refusal
    }

    fn for_each_database(&self, work: impl Fn(&Database)) {
        // Held meanwhile, so that `forget` comes before or after.
        let messages = self.messages.lock();
        messages.iter().filter_map(Weak::upgrade).for_each(|open| work(&open));
        drop(messages);
        work(&self.catalog);
    }

    fn close(&self, reason: &str) -> StoreError {
        self.closed.store(true, Ordering::Release);
        tracing::error!(directory = %self.path().display(), reason, "the sync server was closed");
        StoreError::Moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_could_not_be_settled_is_settled_at_the_next_look() {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(dir.path().join("messages"), schema::MESSAGES).unwrap();
        let set_read_only = |on: bool| {
            database.connection.lock().pragma_update(None, "query_only", on).unwrap();
        };
        let mark = || -> i32 {
            let connection = database.connection.lock();
            connection.pragma_query_value(None, MARK, |row| row.get(0)).unwrap()
        };
        let before = mark();
        set_read_only(true);
        database.settle().unwrap().unwrap_err();
        set_read_only(false);
        database.settle().unwrap().unwrap();
        assert_eq!(mark(), before + 1);
        database.settle().unwrap().unwrap();
        assert_eq!(mark(), before + 1, "nothing was written since");
    }

    #[test]
    fn a_log_that_another_program_reads_is_not_moved_and_that_is_known() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("messages");
        let database = Database::open(path.clone(), schema::MESSAGES).unwrap();
        database.settle().unwrap().unwrap();
        let other = Connection::open(path).unwrap();
        other.execute_batch("BEGIN; SELECT * FROM state").unwrap();
        let write = "UPDATE state SET batch = batch + 1";
        database.with(|connection| connection.execute(write, [])).unwrap().unwrap();
        database.connection.lock().busy_timeout(std::time::Duration::ZERO).unwrap();
        assert!(!database.move_log().unwrap());
        other.execute_batch("COMMIT").unwrap();
        assert!(database.move_log().unwrap());
    }

    #[test]
    fn a_log_that_we_have_moved_does_not_count_as_cut_off_at_the_end() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("messages");
        let database = Database::open(path.clone(), schema::MESSAGES).unwrap();
        database
            .with(|connection| connection.execute("UPDATE state SET batch = 7", []))
            .unwrap()
            .unwrap();
        let stays = || {
            let connection = database.connection.lock();
            connection.db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE).unwrap()
        };
        assert!(!stays());
        assert!(database.move_log().unwrap());
        assert!(stays(), "closing neither looks at it nor moves it");
        drop(database);
        let database = Database::open(path, schema::MESSAGES).unwrap();
        let batch = database.with(|connection| {
            connection.query_row("SELECT batch FROM state", [], |row| row.get::<_, i64>(0))
        });
        assert_eq!(batch.unwrap().unwrap(), 7);
    }
}
