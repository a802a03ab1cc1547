//! The data of the sync server and its rules: sessions, files, uploads and messages. The
//! [`Backend`] decides where the bytes are stored; the product has one, [`Disk`].

mod accounts;
pub mod backend;
pub mod disk;
mod error;
mod files;
mod history;
mod incoming;
pub mod messages;
mod rows;
mod uploads;

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use sobre_actors::environment::Environment;
use tokio::sync::watch;

pub use accounts::{Session, TokenHash};
pub use error::StoreError;
pub use files::{Head, SyncReply, UserFiles};
pub use incoming::{Incoming, ReceivedFile};
pub use messages::{Page, closing};
pub use rows::{FileRow, Key, UploadRow};
pub use uploads::UploadHead;

use super::ids::FileId;
use backend::{Backend, FileData, Log};
use disk::Disk;

/// Most files with open message logs.
const OPEN_LOGS: usize = 64;

/// The data of a sync server.
pub struct Store {
    backend: Arc<dyn Backend>,
    environment: Environment,
    user_id: String,
    sessions: RwLock<HashMap<TokenHash, Session>>,
    /// Held while sessions are written, so that memory and backend agree.
    writing: Mutex<()>,
    states: Mutex<HashMap<FileId, Arc<FileState>>>,
}

/// A file's in-memory state. Changing a file requires locking `open`.
struct FileState {
    open: Mutex<Option<OpenLog>>,
    /// The change count; devices wait for it to change.
    changes: watch::Sender<u64>,
}

/// The log of the current sync generation.
struct OpenLog {
    group: String,
    log: Box<dyn Log>,
}

impl Store {
    /// Locks and opens a directory, creating it if needed. No other process can open it meanwhile.
    ///
    /// # Errors
    /// [`StoreError`], also if another process has locked it.
    pub fn open(path: &Path, environment: Environment) -> Result<Self, StoreError> {
        Self::open_on(Arc::new(Disk::open(path)?), environment)
    }

    /// A store on a backend.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn open_on(
        backend: Arc<dyn Backend>,
        environment: Environment,
    ) -> Result<Self, StoreError> {
        let user_id = backend.owner(&environment.ids.uuid())?;
        let sessions = backend.sessions()?.into_iter().collect();
        let store = Self {
            backend,
            environment,
            user_id,
            sessions: RwLock::new(sessions),
            writing: Mutex::default(),
            states: Mutex::default(),
        };
        store.clear_up()?;
        Ok(store)
    }

    /// Id of the one user.
    #[must_use]
    pub fn user_id(&self) -> &str {
        &self.user_id
    }

    /// A new random id.
    #[must_use]
    pub fn new_id(&self) -> String {
        self.environment.ids.uuid()
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.environment.clock.now_ms()
    }

    /// A file on disk for receiving bytes.
    ///
    /// # Errors
    /// [`StoreError::Moved`], [`StoreError::Missing`], [`StoreError::Io`].
    pub fn incoming(&self) -> Result<Incoming, StoreError> {
        let name = self.environment.ids.uuid();
        Ok(Incoming::new(self.backend.incoming()?.join(name))?)
    }

    /// Reads bytes to their end and stores them safely on disk.
    ///
    /// # Errors
    /// As [`Self::incoming`], or an input error.
    pub fn received(&self, bytes: &mut dyn Read) -> Result<ReceivedFile, StoreError> {
        let name = self.environment.ids.uuid();
        Ok(ReceivedFile::of(self.backend.incoming()?.join(name), bytes)?)
    }

    /// A file's in-memory state. Unused states are dropped when there are many.
    fn state_of(&self, id: &FileId) -> Arc<FileState> {
        let mut states = self.states.lock();
        if states.len() >= OPEN_LOGS && !states.contains_key(id) {
            states.retain(|_, state| Arc::strong_count(state) > 1);
        }
        let state = states.entry(id.clone()).or_insert_with(|| {
            // Starts at the clock, so that counts from an earlier run are smaller.
            let now = u64::try_from(self.environment.clock.now_ms()).unwrap_or(0);
            Arc::new(FileState { open: Mutex::new(None), changes: watch::Sender::new(now) })
        });
        Arc::clone(state)
    }

    /// Checks that the data is as it was opened; called regularly. Later requests report the
    /// fault, too.
    pub(super) fn check_and_settle(&self) {
        if let Err(error) = self.backend.check_and_settle() {
            tracing::debug!(%error, "the data of the sync server has changed");
        }
    }

    /// Removes incomplete uploads, and puts aside data that no file refers to.
    fn clear_up(&self) -> Result<(), StoreError> {
        let mut named = Vec::new();
        for file in self.backend.files(true)? {
            let uploads = self.backend.uploads(&file)?;
            let uploads = uploads.into_iter().map(|upload| upload.id).collect();
            named.push(FileData { place: file.place, uploads, group: file.group_id });
        }
        Ok(self.backend.clear_up(&named)?)
    }
}

#[cfg(test)]
mod tests;
