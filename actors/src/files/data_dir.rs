//! The data directory: its lock, its content, and atomic changes of budget folders. Folders with a
//! leading dot are work in progress and never a budget.

mod privacy;

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use fs4::fs_std::FileExt as _;
use parking_lot::Mutex;

use super::error::FileError;
use super::ids::BudgetId;
use super::random::random_hex;
use crate::db::identity::FileIdentity;
use crate::durable::{make_private_folder, private, sync_folder};

const LOCK_NAME: &str = ".lock";
const NEW_PREFIX: &str = ".new-";
const DELETED_PREFIX: &str = ".deleted-";
const REPLACED_PREFIX: &str = ".replaced-";
/// Folder of waiting uploads; emptied at each start.
pub const UPLOADS_NAME: &str = ".uploads";
/// Folder of backups within a budget's folder.
pub const BACKUPS_NAME: &str = "backups";

/// The data directory of this process, locked against other processes while this lives.
#[derive(Debug)]
pub struct DataDir {
    path: PathBuf,
    /// The directory that was opened. Another one may come to its path, as when a disk is
    /// unmounted.
    identity: FileIdentity,
    /// Held while a budget is replaced.
    replacing: Mutex<()>,
    lock: Mutex<Lock>,
}

/// The lock file that keeps other processes out.
#[derive(Debug)]
struct Lock {
    identity: FileIdentity,
    /// Unlocked when it is closed.
    _file: File,
}

impl Lock {
    fn take(dir: &Path) -> Result<Self, FileError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = private(&mut options).open(dir.join(LOCK_NAME));
        let file = file.map_err(FileError::within(dir))?;
        if !file.try_lock_exclusive()? {
            return Err(FileError::DataDirInUse(dir.to_owned()));
        }
        Ok(Self { identity: FileIdentity::of_open(&file)?, _file: file })
    }
}

impl DataDir {
    /// Locks and opens the directory, creating it if needed, and cleans up after an earlier process
    /// that was killed.
    ///
    /// # Errors
    /// [`FileError::DataDirInUse`] if another process has locked it; [`FileError::DataDirOpen`] if
    /// other users can open it and it contains foreign files; [`FileError::Disk`].
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::open_at(path).map_err(|error| {
            let FileError::Disk(error) = error else { return error };
            let what = format!("{}: {error}", path.display());
            FileError::Disk(io::Error::new(error.kind(), what))
        })
    }

    /// Whether a directory is a data directory: it contains anything of Sobre.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn is_at(path: &Path) -> io::Result<bool> {
        if path.is_dir() { privacy::has_ours(path) } else { Ok(false) }
    }

    fn open_at(path: &Path) -> Result<Self, FileError> {
        if !path.is_dir() {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            make_private_folder(path)?;
        }
        let path = path.canonicalize()?;
        privacy::close_directory(&path)?;
        let lock = Mutex::new(Lock::take(&path)?);
        let identity = FileIdentity::at(&path)?;
        let dir = Self { path, identity, replacing: Mutex::new(()), lock };
        dir.clear_up()?;
        privacy::close_content(&dir.path)?;
        Ok(dir)
    }

    /// Checks that the directory is still the opened one and belongs to this process. If only the
    /// lock was removed, locks it again.
    ///
    /// # Errors
    /// [`FileError::DataDirInUse`] if another process has locked the directory meanwhile;
    /// [`FileError::DataDirMissing`], [`FileError::DataDirReplaced`]; [`FileError::Disk`].
    pub fn keep_lock(&self) -> Result<(), FileError> {
        let mut lock = self.lock.lock();
        if lock.identity.is_at(&self.path.join(LOCK_NAME)) {
            return Ok(());
        }
        let found = FileIdentity::at(&self.path).map_err(FileError::within(&self.path))?;
        if found != self.identity {
            return Err(FileError::DataDirReplaced(self.path.clone()));
        }
        *lock = Lock::take(&self.path)?;
        tracing::warn!("the lock of the data directory was removed and is restored");
        let uploads = self.path.join(UPLOADS_NAME);
        if !uploads.is_dir() {
            make_private_folder(&uploads)?;
        }
        Ok(())
    }

    /// Path of the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of a budget, whether it exists or not.
    #[must_use]
    pub fn budget_folder(&self, id: &BudgetId) -> PathBuf {
        self.path.join(id)
    }

    /// The folder of an existing budget.
    ///
    /// # Errors
    /// [`FileError::BudgetNotFound`] if there is no folder with a database.
    pub fn existing_budget(&self, id: &BudgetId) -> Result<PathBuf, FileError> {
        let folder = self.budget_folder(id);
        self.settle(id);
        if folder.join(super::DB_NAME).is_file() {
            Ok(folder)
        } else {
            Err(FileError::BudgetNotFound)
        }
    }

    /// Existing budgets, without staged ones.
    ///
    /// # Errors
    /// [`FileError::DataDirMissing`], [`FileError::Disk`].
    pub fn budget_ids(&self) -> Result<Vec<BudgetId>, FileError> {
        let mut ids = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(FileError::within(&self.path))? {
            let name = entry?.file_name();
            let Some(name) = name.to_str() else { continue };
            ids.extend(BudgetId::parse(name.strip_prefix(REPLACED_PREFIX).unwrap_or(name)));
        }
        ids.sort_unstable();
        ids.dedup();
        ids.retain(|id| self.existing_budget(id).is_ok());
        Ok(ids)
    }

    /// Settles a replacement that a disk failure interrupted: restores the old budget if it failed,
    /// otherwise keeps its backups.
    fn settle(&self, id: &BudgetId) {
        let old = self.path.join(format!("{REPLACED_PREFIX}{id}"));
        // During a replacement the budget is in neither place.
        let Some(_alone) = self.replacing.try_lock() else { return };
        if old.is_dir()
            && let Err(error) = self.settle_replaced(&old, id.as_str())
        {
            tracing::warn!(%error, "leftovers of a replaced budget cannot be settled yet");
        }
    }

    /// Creates a hidden folder in which to build a budget.
    ///
    /// # Errors
    /// As [`DataDir::keep_lock`].
    pub fn stage(&self) -> Result<StagedFolder<'_>, FileError> {
        self.keep_lock()?;
        let folder = self.path.join(format!("{NEW_PREFIX}{}", random_hex(8)?));
        make_private_folder(&folder).map_err(FileError::within(&self.path))?;
        Ok(StagedFolder { dir: self, folder, done: false })
    }

    /// Deletes a budget with all its files. It disappears atomically, even if the process is killed
    /// meanwhile.
    ///
    /// # Errors
    /// [`FileError::BudgetNotFound`], [`FileError::Disk`].
    pub fn delete(&self, id: &BudgetId) -> Result<(), FileError> {
        let folder = self.budget_folder(id);
        if !folder.is_dir() {
            return Err(FileError::BudgetNotFound);
        }
        let _alone = self.replacing.lock();
        let replaced = self.path.join(format!("{REPLACED_PREFIX}{id}"));
        // If the deletion fails, the budget stays with all of its backups.
        keep_backups(&replaced, &folder)?;
        // Delete the replaced budget first, because it would be restored otherwise.
        for going in [replaced, folder].into_iter().filter(|path| path.is_dir()) {
            let doomed = self.path.join(format!("{DELETED_PREFIX}{}", random_hex(8)?));
            fs::rename(&going, &doomed)?;
            sync_folder(&self.path)?;
            left_behind(&doomed, fs::remove_dir_all(&doomed));
        }
        Ok(())
    }

    /// Leftovers that cannot be removed must not block the budgets; the next start retries.
    fn clear_up(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let path = entry.path();
            if name.starts_with(NEW_PREFIX)
                || name.starts_with(DELETED_PREFIX)
                || name == UPLOADS_NAME
            {
                tracing::info!(name, "removing leftovers of an earlier run");
                left_behind(&path, remove_any(&path));
            } else if let Some(rest) = name.strip_prefix(REPLACED_PREFIX) {
                left_behind(&path, self.settle_replaced(&path, rest));
            }
        }
        Ok(())
    }

    /// Settles an interrupted replacement: deletes the old budget if the new one is in place,
    /// otherwise restores it.
    fn settle_replaced(&self, old: &Path, id: &str) -> io::Result<()> {
        let Ok(id) = BudgetId::parse(id) else { return Ok(()) };
        let current = self.budget_folder(&id);
        if current.is_dir() {
            // The new one must be durable before the old one is deleted.
            sync_folder(&self.path)?;
            keep_backups(old, &current)?;
            fs::remove_dir_all(old)
        } else {
            fs::rename(old, &current)
        }?;
        sync_folder(&self.path)
    }
}

/// Logs leftovers that could not be removed: the operation itself succeeded, and the next start
/// retries.
fn left_behind(path: &Path, cleared: io::Result<()>) {
    if let Err(error) = cleared {
        tracing::warn!(path = %path.display(), %error, "leftovers could not be removed");
    }
}

fn remove_any(path: &Path) -> io::Result<()> {
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

/// Moves the backups of a replaced budget to those of its successor.
fn keep_backups(old: &Path, new: &Path) -> io::Result<()> {
    let (from, to) = (old.join(BACKUPS_NAME), new.join(BACKUPS_NAME));
    if !from.is_dir() {
        return Ok(());
    }
    if !to.exists() {
        fs::rename(from, &to)?;
        return sync_folder(new);
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if !target.exists() {
            fs::rename(entry.path(), target)?;
        }
    }
    sync_folder(&to)
}

/// A staged budget folder. Dropping it without [`StagedFolder::publish`] deletes it.
#[derive(Debug)]
pub struct StagedFolder<'a> {
    dir: &'a DataDir,
    folder: PathBuf,
    done: bool,
}

impl StagedFolder<'_> {
    /// The hidden folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder the budget `id`. Replaces a budget with that id, but keeps its backups.
    /// Whenever the process is killed, either the old or the new budget exists.
    ///
    /// # Errors
    /// [`FileError::NameTaken`]; [`FileError::Disk`], with the old budget unchanged or the new one
    /// already in place.
    pub fn publish(mut self, id: &BudgetId) -> Result<(), FileError> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.is_file() {
                crate::durable::sync_file(&path)?;
            }
        }
        sync_folder(&self.folder)?;
        let target = self.dir.budget_folder(id);
        let _alone = self.dir.replacing.lock();
        let old = self.dir.path.join(format!("{REPLACED_PREFIX}{id}"));
        let replaces = target.is_dir();
        if !replaces && target.symlink_metadata().is_ok() {
            return Err(FileError::NameTaken(id.to_string()));
        }
        if replaces {
            if old.is_dir() {
                self.dir.settle_replaced(&old, id.as_str())?;
            }
            fs::rename(&target, &old)?;
        }
        if let Err(error) = fs::rename(&self.folder, &target) {
            if replaces {
                fs::rename(&old, &target)?;
            }
            return Err(error.into());
        }
        self.done = true;
        sync_folder(&self.dir.path)?;
        if replaces {
            let cleared = keep_backups(&old, &target).and_then(|()| fs::remove_dir_all(&old));
            left_behind(&old, cleared);
        }
        Ok(())
    }
}

impl Drop for StagedFolder<'_> {
    fn drop(&mut self) {
        if !self.done {
            // A folder that cannot be deleted now is deleted at the next start.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

#[cfg(test)]
mod tests;
