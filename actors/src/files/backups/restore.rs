//! Loading a backup: a whole new folder is put together beside the budget's and takes its place in
//! one step, so that a killed program leaves the budget as it was or as the backup has it.
//!
//! A loaded backup belongs to no sync generation and has a new node id. Otherwise the next sync
//! would fetch every change made since and silently undo the restore.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{LATEST_DB, LATEST_METADATA, back_up_current, latest_metadata, made, unreadable};
use crate::db::{copy, migrate};
use crate::environment::Environment;
use crate::files::archive::{self, Limits};
use crate::files::data_dir::{BACKUPS_NAME, DataDir};
use crate::files::error::FileError;
use crate::files::ids::BudgetId;
use crate::files::import_actual::source;
use crate::files::metadata::{FILE_NAME, Metadata, keys};
use crate::files::{DB_NAME, shows_backup};

/// Puts a backup in the place of its budget, or, for `LATEST_DB`, what such a backup replaced.
/// The budget must be closed.
///
/// # Errors
/// [`FileError::BudgetNotFound`], [`FileError::BackupNotFound`], what is wrong with the backup,
/// and failures of the disk. The budget is then as it was.
pub fn load_backup(
    dir: &DataDir,
    id: &BudgetId,
    backup: &str,
    env: &Environment,
) -> Result<(), FileError> {
    let folder = dir.existing_budget(id)?;
    let staged = dir.stage()?;
    if backup == LATEST_DB {
        revert(&folder, staged.folder())?;
    } else {
        let known = made(&folder, env)?.into_iter().any(|(_, name)| name == backup);
        if !known {
            return Err(FileError::BackupNotFound);
        }
        restore(&folder, &folder.join(BACKUPS_NAME).join(backup), staged.folder())?;
        keep_current(&folder, staged.folder())?;
    }
    keep_edits(dir, &folder, env)?;
    staged.publish(id)
}

fn revert(folder: &Path, staged: &Path) -> Result<(), FileError> {
    if !shows_backup(folder) {
        return Err(FileError::BackupNotFound);
    }
    fs::copy(folder.join(LATEST_DB), staged.join(DB_NAME))?;
    Ok(latest_metadata(folder)?.write(staged)?)
}

/// The database of the backup with a first clock, and its metadata outside of any sync generation.
fn restore(folder: &Path, backup: &Path, staged: &Path) -> Result<(), FileError> {
    let database = staged.join(DB_NAME);
    let current = Metadata::of(folder)?;
    let is_zip = backup.extension().is_some_and(|ending| ending == "zip");
    let metadata = if is_zip {
        Metadata::parse(&archive::unpack(backup, &database, &Limits::STANDARD)?)?
    } else {
        fs::copy(backup, &database)?;
        current.clone()
    };
    migrate::applied_level(&source::open(&database)?)?;
    source::check_pages(&database)?;
    copy::forget_log(&database).map_err(unreadable)?;
    Ok(outside_of_sync(metadata, &current).write(staged)?)
}

/// Which file of a server this is, and how that is encrypted, does not go back in time.
fn outside_of_sync(mut metadata: Metadata, current: &Metadata) -> Metadata {
    for key in [keys::ID, keys::CLOUD_FILE_ID, keys::ENCRYPT_KEY_ID] {
        match current.map().get(key) {
            Some(value) => metadata.set(key, value.clone()),
            None => metadata.remove(key),
        }
    }
    for key in [keys::GROUP_ID, keys::LAST_SYNCED_TIMESTAMP, keys::LAST_UPLOADED] {
        metadata.set(key, Value::Null);
    }
    metadata.remove_own();
    metadata
}

/// Lays aside what is replaced, as the latest pair; of several backups loaded one after another,
/// what the first one replaced.
fn keep_current(folder: &Path, staged: &Path) -> Result<(), FileError> {
    let (database, metadata) = (staged.join(LATEST_DB), staged.join(LATEST_METADATA));
    if shows_backup(folder) {
        fs::copy(folder.join(LATEST_DB), database)?;
        return Ok(fs::write(metadata, latest_metadata(folder)?.to_json())?);
    }
    let current = folder.join(DB_NAME);
    if let Err(error) = copy::whole_copy(&current, &database) {
        // A backup may be loaded because the budget is damaged; then its bytes are laid aside.
        tracing::warn!(%error, "the replaced budget cannot be read and is kept as it is");
        fs::copy(current, database)?;
    }
    let content = match fs::read(folder.join(FILE_NAME)) {
        Ok(content) => content,
        Err(_) => Metadata::of(folder)?.to_json().into(),
    };
    Ok(fs::write(metadata, content)?)
}

/// Edits of a loaded backup that is itself replaced are kept as one more backup.
fn keep_edits(dir: &DataDir, folder: &Path, env: &Environment) -> Result<(), FileError> {
    if shows_backup(folder) && copy::has_log(&folder.join(DB_NAME)).unwrap_or(false) {
        return back_up_current(dir, folder, env);
    }
    Ok(())
}
