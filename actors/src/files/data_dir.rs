//! The data directory: who may use it, what lies in it, and how budget folders come and go in one
//! piece. Folders that begin with a dot are work in progress and are never a budget.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use fs4::fs_std::FileExt as _;

use super::durable::{make_private_folder, private, sync_folder};
use super::error::FileError;
use super::ids::BudgetId;
use super::random::random_hex;

const LOCK_NAME: &str = ".lock";
const NEW_PREFIX: &str = ".new-";
const DELETED_PREFIX: &str = ".deleted-";
const REPLACED_PREFIX: &str = ".replaced-";
/// Where uploads wait; emptied at each start.
pub const UPLOADS_NAME: &str = ".uploads";
/// Folder of backups within a budget's folder.
pub const BACKUPS_NAME: &str = "backups";

/// The data directory of this process. While it lives, no other process can have it.
#[derive(Debug)]
pub struct DataDir {
    path: PathBuf,
    /// Held for its lock.
    _lock: File,
}

impl DataDir {
    /// Takes the directory, making it if needed, and clears up after an earlier process that
    /// was killed.
    ///
    /// # Errors
    /// [`FileError::DataDirInUse`] if another process has it; [`FileError::Disk`].
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::open_at(path).map_err(|error| {
            let FileError::Disk(error) = error else { return error };
            let what = format!("{}: {error}", path.display());
            FileError::Disk(io::Error::new(error.kind(), what))
        })
    }

    fn open_at(path: &Path) -> Result<Self, FileError> {
        if !path.is_dir() {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            make_private_folder(path)?;
        }
        let path = path.canonicalize()?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let lock = private(&mut options).open(path.join(LOCK_NAME))?;
        if !lock.try_lock_exclusive()? {
            return Err(FileError::DataDirInUse(path));
        }
        let dir = Self { path, _lock: lock };
        dir.clear_up()?;
        Ok(dir)
    }

    /// Where the directory is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of a budget, whether it exists or not.
    #[must_use]
    pub fn budget_folder(&self, id: &BudgetId) -> PathBuf {
        self.path.join(id)
    }

    /// The folder of a budget that exists.
    ///
    /// # Errors
    /// [`FileError::BudgetNotFound`] if there is no folder with a database.
    pub fn existing_budget(&self, id: &BudgetId) -> Result<PathBuf, FileError> {
        let folder = self.budget_folder(id);
        if folder.join(super::DB_NAME).is_file() {
            Ok(folder)
        } else {
            Err(FileError::BudgetNotFound)
        }
    }

    /// A new hidden folder in which a budget is put together.
    ///
    /// # Errors
    /// [`FileError::Disk`].
    pub fn stage(&self) -> Result<Staged<'_>, FileError> {
        let folder = self.path.join(format!("{NEW_PREFIX}{}", random_hex(8)?));
        make_private_folder(&folder)?;
        Ok(Staged { dir: self, folder, done: false })
    }

    /// Removes a budget with all that belongs to it. It disappears at once, even if the process
    /// is killed in between.
    ///
    /// # Errors
    /// [`FileError::BudgetNotFound`], [`FileError::Disk`].
    pub fn delete(&self, id: &BudgetId) -> Result<(), FileError> {
        let folder = self.budget_folder(id);
        if !folder.is_dir() {
            return Err(FileError::BudgetNotFound);
        }
        let doomed = self.path.join(format!("{DELETED_PREFIX}{}", random_hex(8)?));
        fs::rename(&folder, &doomed)?;
        sync_folder(&self.path)?;
        Ok(fs::remove_dir_all(&doomed)?)
    }

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
                tracing::info!(name, "removing what an earlier run left behind");
                fs::remove_dir_all(&path)?;
            } else if let Some(rest) = name.strip_prefix(REPLACED_PREFIX) {
                self.settle_replaced(&path, rest)?;
            }
        }
        Ok(())
    }

    /// A replacement that was cut short: if the new budget is in place the old one goes, else the
    /// old one comes back.
    fn settle_replaced(&self, old: &Path, id: &str) -> io::Result<()> {
        let Ok(id) = BudgetId::parse(id) else { return Ok(()) };
        let current = self.budget_folder(&id);
        if current.is_dir() {
            keep_backups(old, &current)?;
            fs::remove_dir_all(old)
        } else {
            fs::rename(old, &current)
        }?;
        sync_folder(&self.path)
    }
}

fn keep_backups(old: &Path, new: &Path) -> io::Result<()> {
    let (from, to) = (old.join(BACKUPS_NAME), new.join(BACKUPS_NAME));
    if from.is_dir() && !to.exists() {
        fs::rename(from, &to)?;
        sync_folder(new)?;
    }
    Ok(())
}

/// A budget folder in the making. Dropped without [`Staged::publish`], it disappears.
#[derive(Debug)]
pub struct Staged<'a> {
    dir: &'a DataDir,
    folder: PathBuf,
    done: bool,
}

impl Staged<'_> {
    /// The hidden folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder the budget `id`. A budget of that id is replaced; only its backups stay.
    /// Whenever the process is killed, either the old or the new budget is there.
    ///
    /// # Errors
    /// [`FileError::Disk`]; an old budget is then still there.
    pub fn publish(mut self, id: &BudgetId) -> Result<(), FileError> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.is_file() {
                super::durable::sync_file(&path)?;
            }
        }
        sync_folder(&self.folder)?;
        let target = self.dir.budget_folder(id);
        let old = self.dir.path.join(format!("{REPLACED_PREFIX}{id}"));
        let replaces = target.is_dir();
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
            keep_backups(&old, &target)?;
            fs::remove_dir_all(&old)?;
        }
        Ok(())
    }
}

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        if !self.done {
            // What cannot be removed now is removed at the next start.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

#[cfg(test)]
mod tests;
