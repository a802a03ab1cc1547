//! The product's backend: SQLite and files in one directory. The only place in this crate with SQL.
//!
//! `catalog.sqlite` is authoritative, `incoming/` holds uploads in progress, and `files/<UUID>/`
//! holds a file's `<upload UUID>.blob` and `messages-<group UUID>.sqlite`.

mod accounts;
mod catalog;
mod log;
mod place;
mod schema;

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::ErrorCode::{CannotOpen, DiskFull, ReadOnly, SystemIoFailure};
use sobre_actors::durable::{make_private_folder, sync_folder};
use sobre_actors::files::DataDir;

use super::backend::{Backend, Blobs, FileData, Log, Messages};
use super::error::StoreError;
use super::incoming::ReceivedFile;
use log::SqliteLog;
use place::Place;

const CATALOG_NAME: &str = "catalog.sqlite";
const FILES_NAME: &str = "files";
const INCOMING_NAME: &str = "incoming";

/// Whether a directory is that of a sync server.
pub(crate) fn is_at(path: &Path) -> bool {
    path.join(CATALOG_NAME).is_file()
}

/// The directory of a sync server, locked against other processes while this lives.
pub struct Disk {
    place: Arc<Place>,
    incoming: PathBuf,
}

impl Disk {
    /// Locks and opens the directory, creating it if needed.
    ///
    /// # Errors
    /// [`StoreError`], also if another process has locked it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let dir = DataDir::open(path)?;
        for name in [FILES_NAME, INCOMING_NAME] {
            fs::create_dir_all(dir.path().join(name))?;
        }
        let incoming = dir.path().join(INCOMING_NAME);
        Ok(Self { place: Arc::new(Place::open(dir)?), incoming })
    }

    fn in_catalog<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.place.in_catalog(work)
    }

    #[cfg(test)]
    pub(super) fn catalog(&self) -> &parking_lot::Mutex<Connection> {
        self.place.catalog()
    }

    fn folder(&self, place: &str) -> PathBuf {
        self.place.path().join(FILES_NAME).join(place)
    }

    fn blob(&self, place: &str, upload: &str) -> PathBuf {
        self.folder(place).join(format!("{upload}.blob"))
    }

    fn log_path(&self, place: &str, group: &str) -> PathBuf {
        self.folder(place).join(format!("messages-{group}.sqlite"))
    }
}

impl Blobs for Disk {
    fn incoming(&self) -> Result<&Path, StoreError> {
        self.place.check()?;
        if !self.incoming.is_dir() {
            make_private_folder(&self.incoming)?;
        }
        Ok(&self.incoming)
    }

    fn make_place(&self, place: &str) -> io::Result<()> {
        make_private_folder(&self.folder(place))?;
        sync_folder(&self.place.path().join(FILES_NAME))
    }

    fn keep(&self, place: &str, upload: &str, received: ReceivedFile) -> io::Result<()> {
        received.move_to(&self.blob(place, upload))?;
        sync_folder(&self.folder(place))
    }

    fn open(&self, place: &str, upload: &str) -> io::Result<(Box<dyn Read + Send>, u64)> {
        let blob = fs::File::open(self.blob(place, upload))?;
        let bytes = blob.metadata()?.len();
        Ok((Box::new(blob), bytes))
    }

    fn remove(&self, place: &str, upload: &str) -> io::Result<()> {
        fs::remove_file(self.blob(place, upload))
    }
}

impl Messages for Disk {
    fn open_log(&self, place: &str, group: &str) -> Result<Box<dyn Log>, StoreError> {
        if !self.folder(place).is_dir() {
            return Err(StoreError::missing(&format!("{FILES_NAME}/{place}")));
        }
        let path = self.log_path(place, group);
        let is_new = !path.exists();
        let log = SqliteLog::open(path, Arc::clone(&self.place))?;
        if is_new {
            // A response must not depend on a directory entry that a power cut could lose.
            sync_folder(&self.folder(place))?;
        }
        Ok(Box::new(log))
    }

    fn remove_log(&self, place: &str, group: &str) {
        let path = self.log_path(place, group);
        self.place.forget(&path);
        for ending in ["", "-wal", "-shm"] {
            let mut name = path.clone().into_os_string();
            name.push(ending);
            // The next start puts any rest aside.
            let _ = fs::remove_file(&name);
        }
    }
}

impl Backend for Disk {
    fn clear_up(&self, named: &[FileData]) -> io::Result<()> {
        for entry in fs::read_dir(&self.incoming)? {
            fs::remove_file(entry?.path())?;
        }
        let (mut places, mut files) = (HashSet::new(), HashSet::new());
        for FileData { place, uploads, group } in named {
            files.extend(uploads.iter().map(|upload| self.blob(place, upload)));
            files.extend(group.as_deref().map(|group| self.log_path(place, group)));
            places.insert(self.folder(place));
        }
        let mut unnamed = UnnamedFiles::below(self.place.path().join(FILES_NAME));
        for place in paths_in(&unnamed.files)? {
            if places.contains(&place) {
                for path in paths_in(&place)?.iter().filter(|path| !is_named(path, &files)) {
                    unnamed.put_aside(path)?;
                }
            } else if !UnnamedFiles::is_at(&place) {
                unnamed.put_aside(&place)?;
            }
        }
        Ok(())
    }

    fn check_and_settle(&self) -> Result<(), StoreError> {
        self.place.check_and_settle()
    }
}

/// Files that the catalog does not name. A crash leaves some, but a catalog whose log was removed
/// is older than its files, so they are kept.
struct UnnamedFiles {
    files: PathBuf,
    folder: Option<PathBuf>,
}

impl UnnamedFiles {
    const PREFIX: &str = "unnamed-";

    const fn below(files: PathBuf) -> Self {
        Self { files, folder: None }
    }

    fn is_at(path: &Path) -> bool {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(Self::PREFIX))
    }

    /// Moves a file or folder below `files` to the same place below a new folder.
    fn put_aside(&mut self, path: &Path) -> io::Result<()> {
        let folder = match &self.folder {
            Some(folder) => folder.clone(),
            None => self.new_folder()?,
        };
        let to = folder.join(path.strip_prefix(&self.files).unwrap_or(path));
        if let Some(place) = to.parent().filter(|place| !place.exists()) {
            make_private_folder(place)?;
        }
        fs::rename(path, &to)?;
        tracing::warn!(to = %to.display(), "the catalog does not name a file, so it was put aside");
        Ok(())
    }

    fn new_folder(&mut self) -> io::Result<PathBuf> {
        let mut names =
            (1_u64..).map(|number| self.files.join(format!("{}{number}", Self::PREFIX)));
        let folder = names.find(|name| !name.exists()).unwrap_or_default();
        make_private_folder(&folder)?;
        self.folder = Some(folder.clone());
        Ok(folder)
    }
}

fn paths_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

fn is_named(path: &Path, named: &HashSet<PathBuf>) -> bool {
    let text = path.to_string_lossy();
    // A database has two companion files.
    let owner = text.strip_suffix("-wal").or_else(|| text.strip_suffix("-shm"));
    named.contains(Path::new(owner.unwrap_or(&text)))
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let full = [CannotOpen, DiskFull, ReadOnly, SystemIoFailure];
        let is_storage = error.sqlite_error_code().is_some_and(|code| full.contains(&code));
        Self::Database { is_storage, source: Box::new(error) }
    }
}

#[cfg(test)]
mod tests;
