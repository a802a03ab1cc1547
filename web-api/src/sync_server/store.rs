//! What the sync server keeps: a catalog of files and sessions, and per file its uploads and a
//! database of messages. The only place of this crate with SQL.
//!
//! All of it lies in one directory: `catalog.sqlite`, `incoming/` for what is being received, and
//! `files/<UUID>/` per file with `<upload UUID>.blob` and `messages-<group UUID>.sqlite`. The
//! catalog says what counts; whatever it does not name is cleared up at the next start.

mod accounts;
mod catalog;
mod error;
mod files;
mod history;
mod incoming;
mod log;
mod schema;
mod uploads;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use rusqlite::Connection;
use sobre_actors::environment::Environment;
use sobre_actors::files::DataDir;
use tokio::sync::watch;

pub use accounts::{Session, TokenHash};
pub use catalog::{FileRow, Key, UploadRow};
pub use error::StoreError;
pub use files::{Files, Head, Synced};
pub use incoming::{Incoming, Received};
pub use log::{Page, closing};
pub use uploads::UploadHead;

use super::ids::FileId;
use log::Log;

const CATALOG_NAME: &str = "catalog.sqlite";
const FILES_NAME: &str = "files";
const INCOMING_NAME: &str = "incoming";
/// Files whose messages are kept open.
const OPEN_LOGS: usize = 64;

/// The data of a sync server. While it lives, no other process can have its directory.
pub struct Store {
    dir: DataDir,
    environment: Environment,
    user_id: String,
    catalog: Mutex<Connection>,
    sessions: RwLock<HashMap<TokenHash, Session>>,
    slots: Mutex<HashMap<FileId, Arc<Slot>>>,
}

/// What is in memory of a file. Whoever changes the file holds `open`.
struct Slot {
    open: Mutex<Option<OpenLog>>,
    /// Counts what came; devices wait for it to move.
    changes: watch::Sender<u64>,
}

/// The log of the current sync generation.
struct OpenLog {
    group: String,
    log: Log,
}

impl Store {
    /// Takes the directory, making it if needed.
    ///
    /// # Errors
    /// [`StoreError`]; when another process has it, too.
    pub fn open(path: &Path, environment: Environment) -> Result<Self, StoreError> {
        let dir = DataDir::open(path)?;
        for name in [FILES_NAME, INCOMING_NAME] {
            fs::create_dir_all(dir.path().join(name))?;
        }
        let catalog = schema::open(&dir.path().join(CATALOG_NAME), schema::CATALOG)?;
        let (user_id, sessions) = accounts::load(&catalog, &environment.ids.uuid())?;
        let store = Self {
            dir,
            environment,
            user_id,
            catalog: Mutex::new(catalog),
            sessions: RwLock::new(sessions),
            slots: Mutex::default(),
        };
        store.clear_up()?;
        Ok(store)
    }

    /// Id of the one user.
    #[must_use]
    pub fn user_id(&self) -> &str {
        &self.user_id
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.environment.clock.now_ms()
    }

    /// A place on disk for something that is coming in.
    ///
    /// # Errors
    /// Any output error.
    pub fn incoming(&self) -> io::Result<Incoming> {
        let name = self.environment.ids.uuid();
        Incoming::new(self.dir.path().join(INCOMING_NAME).join(name))
    }

    /// Bytes that need not be waited for, read to their end and safe on disk.
    ///
    /// # Errors
    /// Any input or output error.
    pub fn received(&self, bytes: &mut dyn Read) -> io::Result<Received> {
        let name = self.environment.ids.uuid();
        Received::of(self.dir.path().join(INCOMING_NAME).join(name), bytes)
    }

    fn folder(&self, file: &FileRow) -> PathBuf {
        self.dir.path().join(FILES_NAME).join(&file.place)
    }

    fn blob(&self, file: &FileRow, upload: &str) -> PathBuf {
        self.folder(file).join(format!("{upload}.blob"))
    }

    fn log_path(&self, file: &FileRow, group: &str) -> PathBuf {
        self.folder(file).join(format!("messages-{group}.sqlite"))
    }

    /// What is in memory of a file. Slots nobody uses go when there are many.
    fn slot(&self, id: &FileId) -> Arc<Slot> {
        let mut slots = self.slots.lock();
        if slots.len() >= OPEN_LOGS && !slots.contains_key(id) {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        let slot = slots.entry(id.clone()).or_insert_with(|| {
            // Begun at the clock, so that a count remembered from an earlier run is behind.
            let now = u64::try_from(self.environment.clock.now_ms()).unwrap_or(0);
            Arc::new(Slot { open: Mutex::new(None), changes: watch::Sender::new(now) })
        });
        Arc::clone(slot)
    }

    /// Removes what was being received, and files on disk that the catalog does not name.
    fn clear_up(&self) -> Result<(), StoreError> {
        for entry in fs::read_dir(self.dir.path().join(INCOMING_NAME))? {
            fs::remove_file(entry?.path())?;
        }
        let catalog = self.catalog.lock();
        let (mut places, mut named) = (HashSet::new(), HashSet::new());
        for file in catalog::files(&catalog, true)? {
            for upload in catalog::uploads(&catalog, &file)? {
                named.insert(self.blob(&file, &upload.id));
            }
            if let Some(group) = &file.group_id {
                named.insert(self.log_path(&file, group));
            }
            places.insert(self.folder(&file));
        }
        for entry in fs::read_dir(self.dir.path().join(FILES_NAME))? {
            let place = entry?.path();
            if places.contains(&place) {
                remove_unnamed(&place, &named)?;
            } else {
                tracing::info!("removing a file that an earlier run left behind");
                fs::remove_dir_all(&place)?;
            }
        }
        Ok(())
    }
}

fn remove_unnamed(place: &Path, named: &HashSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(place)? {
        let path = entry?.path();
        let text = path.to_string_lossy();
        // A database is a file with two companions.
        let owner = text.strip_suffix("-wal").or_else(|| text.strip_suffix("-shm"));
        if !named.contains(Path::new(owner.unwrap_or(&text))) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Removes a log with its companions, as far as it is there.
fn remove_log(path: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        // What stays is cleared up at the next start.
        let _ = fs::remove_file(&name);
    }
}

#[cfg(test)]
mod tests;
