//! Checks that the data directory is still the opened one. SQLite continues to write to files that
//! were moved or deleted, so nothing is acknowledged before this check.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use sobre_actors::db::identity::FileIdentity;
use sobre_actors::files::{DataDir, FileError};

use crate::sync_server::store::error::StoreError;

/// An open file and the path it was opened at.
pub(super) struct OpenFile {
    path: PathBuf,
    identity: FileIdentity,
}

impl OpenFile {
    /// The newly opened file at a path.
    pub(super) fn at(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { path: path.to_owned(), identity: FileIdentity::at(path)? })
    }

    fn is_in_place(&self) -> bool {
        self.identity.is_at(&self.path)
    }
}

/// The directory of a store. Once it is moved, replaced or locked by another program, the store
/// stays closed until the program restarts.
pub(super) struct Place {
    dir: DataDir,
    catalog: OpenFile,
    closed: AtomicBool,
}

impl Place {
    pub(super) const fn new(dir: DataDir, catalog: OpenFile) -> Self {
        Self { dir, catalog, closed: AtomicBool::new(false) }
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
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
            Ok(()) => Ok(()),
            Err(FileError::DataDirInUse(_)) => Err(self.close("another program has taken it")),
            Err(error) => Err(error.into()),
        }
    }

    /// The same with another file.
    pub(super) fn check_with(&self, file: &OpenFile) -> Result<(), StoreError> {
        self.check()?;
        if file.is_in_place() {
            return Ok(());
        }
        Err(self.close("messages were moved, deleted or replaced"))
    }

    fn close(&self, reason: &str) -> StoreError {
        self.closed.store(true, Ordering::Release);
        tracing::error!(directory = %self.path().display(), reason, "the sync server was closed");
        StoreError::Moved
    }
}
