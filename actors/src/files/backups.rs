//! Backups of a budget: zips in its folder, made while it may be open, and restoring them. A
//! replaced budget is always kept, as the latest pair of files or as another backup.

mod restore;
mod retention;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use chrono::{Duration, NaiveDateTime, Timelike as _};

use super::DB_NAME;
use super::data_dir::{BACKUPS_NAME, DataDir, UPLOADS_NAME};
use super::error::FileError;
use super::export::pack;
use super::ids::BudgetId;
use super::random::random_hex;
use crate::db::copy;
use crate::db::metadata::{Metadata, MetadataError};
use crate::durable::{make_private_folder, sync_file, sync_folder};
use crate::environment::Environment;

pub use restore::{StagedBackup, stage_backup};

/// The database before a backup was loaded; its name is its backup id.
const LATEST_DB: &str = "db.latest.sqlite";
/// The metadata of that database.
const LATEST_METADATA: &str = "metadata.latest.json";

/// Extension of a database that was unreadable when it was replaced.
const UNREADABLE: &str = "unreadable";

/// Format of backup names: the local time of the backup.
const NAMED_BY: &str = "%Y-%m-%d_%H-%M-%S";

/// One backup of a budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Name of its file.
    pub id: String,
    /// Local time of the backup; none for the latest.
    pub date: Option<NaiveDateTime>,
    /// Whether it is the budget as it was before a backup was loaded.
    pub is_latest: bool,
}

/// The backups of a budget, newest first, preceded by the budget that a loaded backup replaced.
///
/// # Errors
/// [`FileError::BudgetNotFound`], [`FileError::Disk`].
pub fn backups_of(
    dir: &DataDir,
    id: &BudgetId,
    env: &Environment,
) -> Result<Vec<Backup>, FileError> {
    let folder = dir.existing_budget(id)?;
    let latest =
        shows_backup(&folder).then(|| Backup { id: LATEST_DB.into(), date: None, is_latest: true });
    let made = made(&folder, env)?.into_iter().map(|(date, id)| Backup {
        id,
        date: Some(date),
        is_latest: false,
    });
    Ok(latest.into_iter().chain(made).collect())
}

/// Whether the budget in a folder is a loaded backup.
#[must_use]
pub fn shows_backup(folder: &Path) -> bool {
    folder.join(LATEST_DB).is_file()
}

/// Makes a backup and deletes expired ones. The budget may be open. If it is a loaded backup, the
/// budget that it replaced becomes an ordinary backup.
///
/// # Errors
/// [`FileError::BudgetNotFound`], failures of the disk; all earlier backups exist then.
pub fn make_backup(dir: &DataDir, id: &BudgetId, env: &Environment) -> Result<(), FileError> {
    let folder = dir.existing_budget(id)?;
    let now = env.calendar.local(env.clock.now_ms());
    retire_latest(dir, &folder, env)?;
    back_up_current(dir, &folder, env)?;
    for name in retention::superfluous(&made(&folder, env)?, now.date()) {
        // An extra backup is harmless; the next backup deletes it.
        if let Err(error) = fs::remove_file(folder.join(BACKUPS_NAME).join(&name)) {
            tracing::warn!(%error, name, "an expired backup could not be deleted");
        }
    }
    Ok(())
}

/// Keeps an unreadable database beside the backups, unchanged: it is not a backup, but experts may
/// still recover data from it. It must not be open.
///
/// # Errors
/// [`FileError::BudgetNotFound`], [`FileError::Disk`].
pub fn keep_unreadable(dir: &DataDir, id: &BudgetId, env: &Environment) -> Result<(), FileError> {
    let folder = dir.existing_budget(id)?;
    let backups = folder.join(BACKUPS_NAME);
    if !backups.is_dir() {
        make_private_folder(&backups)?;
        sync_folder(&folder)?;
    }
    let now = env.calendar.local(env.clock.now_ms()).format(NAMED_BY);
    // The latest writes may be in the log beside it.
    let copies = ["", "-wal"].map(|ending| {
        let name = format!("{now}.{UNREADABLE}{ending}");
        (folder.join(format!("{DB_NAME}{ending}")), backups.join(name))
    });
    for (from, copy) in copies.iter().filter(|(from, _)| from.is_file()) {
        if let Err(error) = fs::copy(from, copy).and_then(|_| sync_file(copy)) {
            copies.iter().for_each(|(_, partial)| _ = fs::remove_file(partial));
            return Err(error.into());
        }
    }
    Ok(sync_folder(&backups)?)
}

fn back_up_current(dir: &DataDir, folder: &Path, env: &Environment) -> Result<(), FileError> {
    let newest = made(folder, env)?.first().map(|(at, _)| *at);
    let now = env.calendar.local(env.clock.now_ms()).with_nanosecond(0).unwrap_or_default();
    let name = |backups: &Path| free_name(backups, now, newest);
    store(dir, folder, &folder.join(DB_NAME), &Metadata::of(folder)?, name)
}

fn retire_latest(dir: &DataDir, folder: &Path, env: &Environment) -> Result<(), FileError> {
    let latest = folder.join(LATEST_DB);
    if !latest.is_file() {
        return Ok(());
    }
    let at = modified(&latest, env)?;
    let name = |backups: &Path| free_name(backups, at, None);
    store(dir, folder, &latest, &latest_metadata(folder)?, name)?;
    fs::remove_file(&latest)?;
    match fs::remove_file(folder.join(LATEST_METADATA)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        Ok(()) | Err(_) => Ok(sync_folder(folder)?),
    }
}

/// The metadata of the latest database, or else those of the budget.
fn latest_metadata(folder: &Path) -> Result<Metadata, FileError> {
    match fs::read(folder.join(LATEST_METADATA)) {
        Ok(bytes) => match Metadata::parse(&bytes) {
            Ok(metadata) => Ok(metadata),
            Err(MetadataError::Disk(error)) => Err(error.into()),
            Err(_) => Ok(Metadata::of(folder)?),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Metadata::of(folder)?),
        Err(error) => Err(error.into()),
    }
}

/// Packs a database and metadata in a hidden folder and moves the zip into the backups.
fn store(
    dir: &DataDir,
    folder: &Path,
    database: &Path,
    metadata: &Metadata,
    name: impl FnOnce(&Path) -> PathBuf,
) -> Result<(), FileError> {
    let work = dir.path().join(UPLOADS_NAME);
    let own = random_hex(8)?;
    let copied = Temporary(work.join(format!("{own}.sqlite")));
    let packed = Temporary(work.join(format!("{own}.zip")));
    copy::backup_copy(database, &copied.0).map_err(unreadable)?;
    let mut metadata = metadata.clone();
    metadata.remove_own();
    pack(&copied.0, &metadata, File::create_new(&packed.0)?)?;
    sync_file(&packed.0)?;
    let backups = folder.join(BACKUPS_NAME);
    if !backups.is_dir() {
        make_private_folder(&backups)?;
        sync_folder(folder)?;
    }
    fs::rename(&packed.0, name(&backups))?;
    Ok(sync_folder(&backups)?)
}

/// An unreadable database is not a disk failure, nor is a budget that closes meanwhile.
fn unreadable(error: rusqlite::Error) -> FileError {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase, OperationInterrupted};
    match error.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => FileError::InvalidDb(error.to_string()),
        Some(OperationInterrupted) => FileError::Closed,
        Some(_) | None => FileError::Sql(error),
    }
}

/// An unused path. Backups made within one second are named by later seconds, even if an earlier
/// one was deleted.
fn free_name(backups: &Path, at: NaiveDateTime, newest: Option<NaiveDateTime>) -> PathBuf {
    let just_made = newest.filter(|newest| (at..at + Duration::minutes(1)).contains(newest));
    let mut at = just_made.map_or(at, |newest| newest + Duration::seconds(1));
    loop {
        let path = backups.join(format!("{}.zip", at.format(NAMED_BY)));
        if !path.exists() {
            return path;
        }
        at += Duration::seconds(1);
    }
}

/// Time and name of each backup, newest first.
fn made(folder: &Path, env: &Environment) -> Result<Vec<(NaiveDateTime, String)>, FileError> {
    let mut made = Vec::new();
    let entries = match fs::read_dir(folder.join(BACKUPS_NAME)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(made),
        Err(error) => return Err(error.into()),
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
        let ending = Path::new(name).extension();
        let fits = ending.is_some_and(|ending| ending == "zip" || ending == "sqlite");
        if fits && entry.file_type()?.is_file() {
            made.push((made_at(&entry.path(), env)?, name.to_owned()));
        }
    }
    made.sort_by(|a, b| b.cmp(a));
    Ok(made)
}

/// The time in a backup's name, which survives copying the folder; for other names the file's own
/// time.
fn made_at(path: &Path, env: &Environment) -> Result<NaiveDateTime, FileError> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    match NaiveDateTime::parse_from_str(stem, NAMED_BY) {
        Ok(at) => Ok(at),
        Err(_) => modified(path, env),
    }
}

fn modified(path: &Path, env: &Environment) -> Result<NaiveDateTime, FileError> {
    let modified = fs::metadata(path)?.modified()?;
    let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(env.calendar.local(i64::try_from(since.as_millis()).unwrap_or_default()))
}

/// A file deleted on drop.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // A file that cannot be deleted now is deleted at the next start.
        let _ = fs::remove_file(&self.0);
    }
}
