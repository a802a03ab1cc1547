//! Checks that the data directory is still the opened one. SQLite continues to write to files that
//! were moved or deleted, so nothing is acknowledged before this check.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use sobre_actors::db::identity::{
    Content, FileIdentity, FileState, LogState, MARK, OpenLog, set_log_aside,
};
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
    /// Its state after the last own write.
    left: Mutex<Option<FileState>>,
    /// Rows changed until the file was last marked.
    settled: AtomicU64,
}

impl Database {
    pub(super) fn open(path: PathBuf, steps: Steps) -> Result<Self, StoreError> {
        let connection = Mutex::new(schema::open(&path, steps)?);
        let (file, log) = (FileIdentity::at(&path)?, OpenLog::beside(&path)?);
        let left = Mutex::new(FileState::at(&path).ok());
        // A first mark is missing.
        Ok(Self { connection, path, file, log, left, settled: AtomicU64::new(u64::MAX) })
    }

    /// Works with the connection; `None` if the file has other content, before or after: what was
    /// just written may not be in it.
    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> T) -> Option<T> {
        let mut connection = self.connection.lock();
        let mut left = self.left.lock();
        let before = left.as_mut().map_or(Content::Own, FileState::before_work);
        if before != Content::Own {
            self.abandon(&connection, before);
            return None;
        }
        let result = work(&mut connection);
        if left.is_none() {
            *left = FileState::at(&self.path).ok();
        }
        let after = left.as_mut().map_or(Content::Own, FileState::after_work);
        if after != Content::Own {
            self.abandon(&connection, after);
            return None;
        }
        Some(result)
    }

    fn abandon(&self, connection: &Connection, content: Content) {
        let stays = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        tracing::warn!(?stays, ?content, file = %self.path.display(), "others had written to it");
        set_log_aside(&self.path, content);
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

    /// Moves the commits of the log into the file. A log that was cut off stays as it is, so that
    /// the next start reads its whole commits.
    fn move_log(&self) -> rusqlite::Result<()> {
        let connection = self.connection.lock();
        if self.log.state() == LogState::Cut {
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map(drop)
        } else {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        }
    }
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
        let overwritten = || self.close("its catalog was overwritten");
        let outcome = self.catalog.with(work).ok_or_else(overwritten)?;
        self.check()?;
        outcome
    }

    /// Checks everything, and settles the catalog.
    pub(super) fn check_and_settle(&self) -> Result<(), StoreError> {
        self.check()?;
        let overwritten = || self.close("its catalog was overwritten");
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
        let overwritten = || self.close("a database of messages was overwritten");
        let outcome = messages.with(work).ok_or_else(overwritten)?;
        self.check()?;
        outcome
    }

    /// Opens or creates a database of messages.
    pub(super) fn open_messages(&self, path: PathBuf) -> Result<Arc<Database>, StoreError> {
        let opened = Arc::new(Database::open(path, schema::MESSAGES)?);
        let mut messages = self.messages.lock();
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
            return Err(self.close("its catalog was moved, deleted or replaced"));
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
            return Err(self.close("messages were moved, deleted or replaced"));
        }
        match log {
            None | Some(LogState::Whole) => Ok(()),
            Some(LogState::Removed) => Err(self.close_logs("a write-ahead log was removed")),
            Some(LogState::Cut) => Err(self.close_logs("a write-ahead log was cut off")),
        }
    }

    /// Closes the store after a fault of a log. Commits to a removed log last until the program
    /// ends, so those of all databases are moved into their files.
    fn close_logs(&self, reason: &str) -> StoreError {
        let refusal = self.close(reason);
        let messages: Vec<_> = self.messages.lock().iter().filter_map(Weak::upgrade).collect();
        for open in messages.iter().map(AsRef::as_ref).chain([&self.catalog]) {
            if let Err(error) = open.move_log() {
                let file = open.path.display();
                tracing::error!(%file, %error, "stop the sync server properly to keep its commits");
            }
        }
        refusal
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
}
