//! Loading a backup: a new folder is assembled beside the budget's and replaces it in one step, so
//! that a killed program leaves either the old budget or the backup.
//!
//! A loaded backup has no sync generation and a new node id. Otherwise the next sync would fetch
//! all later changes and silently undo the restore.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{
    LATEST_DB, LATEST_METADATA, back_up_current, keep_unreadable, latest_metadata, made, unreadable,
};
use crate::db::metadata::{FILE_NAME, Metadata, keys};
use crate::db::{copy, migrate};
use crate::environment::Environment;
use crate::files::archive::{self, Limits};
use crate::files::data_dir::{BACKUPS_NAME, DataDir, StagedFolder};
use crate::files::error::FileError;
use crate::files::ids::BudgetId;
use crate::files::import_actual::source;
use crate::files::{DB_NAME, shows_backup};

/// An unpacked and checked backup, ready to replace its budget.
#[derive(Debug)]
pub struct StagedBackup<'a> {
    dir: &'a DataDir,
    id: BudgetId,
    staged: StagedFolder<'a>,
    of: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The budget that a loaded backup replaced.
    Latest,
    /// A backup, with its metadata if it has any.
    Made(Option<Metadata>),
}

/// Prepares a backup of a budget, or for `LATEST_DB` the budget that a loaded backup replaced. The
/// budget may be open. Do not make or load another backup of it before this one is installed.
///
/// # Errors
/// [`FileError::BudgetNotFound`], [`FileError::BackupNotFound`], errors in the backup, and failures
/// of the disk.
pub fn stage_backup<'a>(
    dir: &'a DataDir,
    id: &BudgetId,
    backup: &str,
    env: &Environment,
) -> Result<StagedBackup<'a>, FileError> {
    let folder = dir.existing_budget(id)?;
    let staged = dir.stage()?;
    let database = staged.folder().join(DB_NAME);
    let of = if backup == LATEST_DB {
        if !shows_backup(&folder) {
            return Err(FileError::BackupNotFound);
        }
        fs::copy(folder.join(LATEST_DB), database)?;
        Kind::Latest
    } else {
        if !made(&folder, env)?.into_iter().any(|(_, name)| name == backup) {
            return Err(FileError::BackupNotFound);
        }
        Kind::Made(restore(&folder.join(BACKUPS_NAME).join(backup), &database)?)
    };
    Ok(StagedBackup { dir, id: id.clone(), staged, of })
}

impl StagedBackup<'_> {
    /// Replaces the budget, which must be closed, by the backup.
    ///
    /// # Errors
    /// [`FileError::BudgetNotFound`] and failures of the disk. The budget is unchanged then.
    pub fn install(self, env: &Environment) -> Result<(), FileError> {
        let Self { dir, id, staged, of } = self;
        let folder = dir.existing_budget(&id)?;
        match of {
            Kind::Latest => latest_metadata(&folder)?.write(staged.folder())?,
            Kind::Made(metadata) => {
                let current = Metadata::of(&folder)?;
                let metadata = metadata.unwrap_or_else(|| current.clone());
                outside_of_sync(metadata, &current).write(staged.folder())?;
                keep_current(dir, &id, staged.folder(), env)?;
            }
        }
        keep_edits(dir, &id, &folder, env)?;
        staged.publish(&id)
    }
}

/// Unpacks the backup's database with an initial clock; returns its metadata, if there are any.
fn restore(backup: &Path, database: &Path) -> Result<Option<Metadata>, FileError> {
    let is_zip = backup.extension().is_some_and(|ending| ending == "zip");
    let metadata = if is_zip {
        Some(Metadata::parse(&archive::unpack(backup, database, &Limits::STANDARD)?)?)
    } else {
        fs::copy(backup, database)?;
        None
    };
    migrate::applied_level(&source::open(database)?)?;
    source::check_pages(database)?;
    copy::forget_log(database).map_err(unreadable)?;
    Ok(metadata)
}

/// The server file and its encryption are not part of what a backup restores.
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

/// Keeps the replaced budget as the latest pair; if several backups are loaded in succession, the
/// first replaced budget. A damaged one may be the reason to load a backup; it is kept as it is.
fn keep_current(
    dir: &DataDir,
    id: &BudgetId,
    staged: &Path,
    env: &Environment,
) -> Result<(), FileError> {
    let folder = dir.existing_budget(id)?;
    let (database, metadata) = (staged.join(LATEST_DB), staged.join(LATEST_METADATA));
    if shows_backup(&folder) {
        fs::copy(folder.join(LATEST_DB), database)?;
        return Ok(fs::write(metadata, latest_metadata(&folder)?.to_json())?);
    }
    match copy::whole_copy(&folder.join(DB_NAME), &database).map_err(unreadable) {
        Err(FileError::InvalidDb(what)) => {
            tracing::warn!(what, "the replaced budget cannot be read");
            let _ = fs::remove_file(&database);
            return keep_unreadable(dir, id, env);
        }
        copied => copied?,
    }
    let content = match fs::read(folder.join(FILE_NAME)) {
        Ok(content) => content,
        Err(_) => Metadata::of(&folder)?.to_json().into(),
    };
    Ok(fs::write(metadata, content)?)
}

/// Keeps edits of a loaded backup that is itself replaced as another backup; a damaged one as it
/// is, because it may have edits.
fn keep_edits(
    dir: &DataDir,
    id: &BudgetId,
    folder: &Path,
    env: &Environment,
) -> Result<(), FileError> {
    if !shows_backup(folder) {
        return Ok(());
    }
    let kept = copy::has_log(&folder.join(DB_NAME)).map_err(unreadable);
    let kept = kept.and_then(|has_log| match has_log {
        true => back_up_current(dir, folder, env),
        false => Ok(()),
    });
    match kept {
        Err(FileError::InvalidDb(what)) => {
            tracing::warn!(what, "the replaced backup cannot be read");
            keep_unreadable(dir, id, env)
        }
        kept => kept,
    }
}
