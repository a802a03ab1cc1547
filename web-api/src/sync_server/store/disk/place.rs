//! Checks that the data directory is still the opened one. SQLite continues to write to files that
//! were moved or deleted, so nothing is acknowledged before this check.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use rusqlite::Connection;
use sobre_actors::db::identity::FileIdentity;
use sobre_actors::files::{DataDir, FileError};

use super::schema::{self, Steps};
use super::{CATALOG_NAME, FILES_NAME};
use crate::sync_server::store::error::StoreError;

/// An open database, and the files that it was opened as.
pub(super) struct Database {
    pub(super) connection: Mutex<Connection>,
    path: PathBuf,
    file: FileIdentity,
    log_path: PathBuf,
    log: FileIdentity,
}

impl Database {
    pub(super) fn open(path: PathBuf, steps: Steps) -> Result<Self, StoreError> {
        let connection = Mutex::new(schema::open(&path, steps)?);
        let mut log_path = OsString::from(&path);
        log_path.push("-wal");
        let log_path = PathBuf::from(log_path);
        // The log exists from the first read until the connection ends.
        let (file, log) = (FileIdentity::at(&path)?, FileIdentity::at(&log_path)?);
        Ok(Self { connection, path, file, log_path, log })
    }

    fn is_in_place(&self) -> bool {
        self.file.is_at(&self.path)
    }

    fn has_log(&self) -> bool {
        self.log.is_at(&self.log_path)
    }

    /// Moves the commits of the log into the file.
    fn move_log(&self) -> rusqlite::Result<()> {
        self.connection.lock().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
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
        Ok(Self { dir, catalog, messages: Mutex::default(), closed: AtomicBool::new(false) })
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
    }

    pub(super) const fn catalog(&self) -> &Mutex<Connection> {
        &self.catalog.connection
    }

    /// Opens or creates a database of messages.
    pub(super) fn open_messages(&self, path: PathBuf) -> Result<Arc<Database>, StoreError> {
        let opened = Arc::new(Database::open(path, schema::MESSAGES)?);
        let mut messages = self.messages.lock();
        messages.retain(|open| open.strong_count() > 0);
        messages.push(Arc::downgrade(&opened));
        Ok(opened)
    }

    /// Refuses work for a closed store.
    pub(super) fn check_open(&self) -> Result<(), StoreError> {
        if self.closed.load(Ordering::Acquire) { Err(StoreError::Moved) } else { Ok(()) }
    }

    /// Checks that catalog and lock are the opened ones, and closes the store if not.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        self.check_open()?;
        if !self.catalog.is_in_place() {
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
        self.check_log(&self.catalog)
    }

    /// The same with a database of messages.
    pub(super) fn check_with(&self, messages: &Database) -> Result<(), StoreError> {
        self.check()?;
        if !messages.is_in_place() {
            return Err(self.close("messages were moved, deleted or replaced"));
        }
        self.check_log(messages)
    }

    /// Closes the store if a log was removed. Commits to a removed log last until the program ends,
    /// so those of all databases are moved into their files.
    fn check_log(&self, database: &Database) -> Result<(), StoreError> {
        if database.has_log() {
            return Ok(());
        }
        let refusal = self.close("a write-ahead log was removed");
        let messages: Vec<_> = self.messages.lock().iter().filter_map(Weak::upgrade).collect();
        for open in messages.iter().map(AsRef::as_ref).chain([&self.catalog]) {
            if let Err(error) = open.move_log() {
                let file = open.path.display();
                tracing::error!(%file, %error, "stop the sync server properly to keep its commits");
            }
        }
        Err(refusal)
    }

    fn close(&self, reason: &str) -> StoreError {
        self.closed.store(true, Ordering::Release);
        tracing::error!(directory = %self.path().display(), reason, "the sync server was closed");
        StoreError::Moved
    }
}
