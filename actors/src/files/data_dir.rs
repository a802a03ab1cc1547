//! The data directory: who may use it, what lies in it, and how budget folders come and go in one
//! piece. Folders that begin with a dot are work in progress and are never a budget.

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
/// Where uploads wait; emptied at each start.
pub const UPLOADS_NAME: &str = ".uploads";
/// Folder of backups within a budget's folder.
pub const BACKUPS_NAME: &str = "backups";

/// The data directory of this process. While it lives, no other process can have it.
#[derive(Debug)]
pub struct DataDir {
    path: PathBuf,
    /// Held while a budget is replaced.
    replacing: Mutex<()>,
    lock: Mutex<Lock>,
}

/// The locked file that keeps other processes out.
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
        let file = private(&mut options).open(dir.join(LOCK_NAME))?;
        if !file.try_lock_exclusive()? {
            return Err(FileError::DataDirInUse(dir.to_owned()));
        }
        Ok(Self { identity: FileIdentity::of_open(&file)?, _file: file })
    }
}

impl DataDir {
    /// Takes the directory, making it if needed, and clears up after an earlier process that
    /// was killed.
    ///
    /// # Errors
    /// [`FileError::DataDirInUse`] if another process has it; [`FileError::DataDirOpen`] if other
    /// users can open it and it holds other things than ours; [`FileError::Disk`].
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
        privacy::close_directory(&path)?;
        let lock = Mutex::new(Lock::take(&path)?);
        let dir = Self { path, replacing: Mutex::new(()), lock };
        dir.clear_up()?;
        privacy::close_content(&dir.path)?;
        Ok(dir)
    }

    /// Checks that the directory still belongs to this process. A lock that was removed, alone or
    /// with the directory, is taken again.
    ///
    /// # Errors
    /// [`FileError::DataDirInUse`] if another process has taken the directory meanwhile;
    /// [`FileError::Disk`] if the directory is gone.
    pub fn keep_lock(&self) -> Result<(), FileError> {
        let mut lock = self.lock.lock();
        if lock.identity.is_at(&self.path.join(LOCK_NAME)) {
            return Ok(());
        }
        *lock = Lock::take(&self.path)?;
        tracing::warn!("the lock of the data directory was gone and is taken again");
        let uploads = self.path.join(UPLOADS_NAME);
        if !uploads.is_dir() {
            make_private_folder(&uploads)?;
        }
        Ok(())
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
        self.settle(id);
        if folder.join(super::DB_NAME).is_file() {
            Ok(folder)
        } else {
            Err(FileError::BudgetNotFound)
        }
    }

    /// Budgets that are there, without those in the making.
    ///
    /// # Errors
    /// [`FileError::Disk`].
    pub fn budget_ids(&self) -> Result<Vec<BudgetId>, FileError> {
        let mut ids = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let name = entry?.file_name();
            let Some(name) = name.to_str() else { continue };
            ids.extend(BudgetId::parse(name.strip_prefix(REPLACED_PREFIX).unwrap_or(name)));
        }
        ids.sort_unstable();
        ids.dedup();
        ids.retain(|id| self.existing_budget(id).is_ok());
        Ok(ids)
    }

    /// Ends a replacement that the disk did not let end: where it failed the old budget comes back,
    /// else its backups do.
    fn settle(&self, id: &BudgetId) {
        let old = self.path.join(format!("{REPLACED_PREFIX}{id}"));
        // Between the two steps of a replacement the budget is in neither place.
        let Some(_alone) = self.replacing.try_lock() else { return };
        if old.is_dir()
            && let Err(error) = self.settle_replaced(&old, id.as_str())
        {
            tracing::warn!(%error, "what was left of a replaced budget cannot be settled yet");
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
        let _alone = self.replacing.lock();
        let replaced = self.path.join(format!("{REPLACED_PREFIX}{id}"));
        // It may yet stay, and then with all of its backups.
        keep_backups(&replaced, &folder)?;
        // What it took the place of goes first, or it would come back.
        for going in [replaced, folder].into_iter().filter(|path| path.is_dir()) {
            let doomed = self.path.join(format!("{DELETED_PREFIX}{}", random_hex(8)?));
            fs::rename(&going, &doomed)?;
            sync_folder(&self.path)?;
            left_behind(&doomed, fs::remove_dir_all(&doomed));
        }
        Ok(())
    }

    /// What cannot be cleared away keeps nobody from the budgets; it is tried again next time.
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
                left_behind(&path, remove_whatever(&path));
            } else if let Some(rest) = name.strip_prefix(REPLACED_PREFIX) {
                left_behind(&path, self.settle_replaced(&path, rest));
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
            // The new one must be sure to be there before the old one goes.
            sync_folder(&self.path)?;
            keep_backups(old, &current)?;
            fs::remove_dir_all(old)
        } else {
            fs::rename(old, &current)
        }?;
        sync_folder(&self.path)
    }
}

/// Notes that something could not be cleared away: what was asked for is done, and the next start
/// tries again.
fn left_behind(path: &Path, cleared: io::Result<()>) {
    if let Err(error) = cleared {
        tracing::warn!(path = %path.display(), %error, "something is left behind");
    }
}

fn remove_whatever(path: &Path) -> io::Result<()> {
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

/// Moves backups to the budget that took the place of theirs, beside those that it has already.
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
    /// [`FileError::NameTaken`]; [`FileError::Disk`], with the old budget still there or the new
    /// one in place already.
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
