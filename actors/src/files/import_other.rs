//! Imports another program's budget: reads its file into an [`Outline`] of plain facts, and builds
//! a new budget from it. Any error removes all of it.

mod flags;
mod outline;
mod schedules;
mod write;
mod ynab4;
mod ynab4_found;
mod ynab4_zip;
mod ynab5;

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::data_dir::DataDir;
use super::error::FileError;
use super::ids::BudgetId;
use super::{MAX_NAME_LENGTH, store};
use crate::db::metadata::Metadata;
use crate::db::{BudgetDb, NewFile};
use crate::environment::Environment;
use outline::Outline;
pub use ynab4_found::{FoundYnab4, find_ynab4};

/// Largest JSON text, in bytes: some hundred thousand transactions.
const MAX_JSON_BYTES: u64 = 256 * 1024 * 1024;

/// Imports a zipped YNAB4 folder; `file_name` is the name of the zip.
///
/// # Errors
/// [`FileError::NotYnab4`] if it is another kind of file, [`FileError::NotImported`] if its content
/// cannot be a budget, limits of zips, and failures of the disk.
pub fn import_ynab4(
    zip: &Path,
    file_name: &str,
    dir: &DataDir,
    env: &Environment,
) -> Result<BudgetId, FileError> {
    let text = ynab4_zip::read(zip, file_name)?;
    let mut outline = ynab4::outline(&text, env.calendar.today())?;
    outline.name = ynab4_zip::budget_name(file_name).to_owned();
    build(&outline, dir, env)
}

/// Imports a YNAB4 folder that was found on this computer.
///
/// # Errors
/// As [`import_ynab4`].
pub fn import_ynab4_folder(
    folder: &Path,
    dir: &DataDir,
    env: &Environment,
) -> Result<BudgetId, FileError> {
    let text = ynab4_zip::read_folder(folder)?;
    let mut outline = ynab4::outline(&text, env.calendar.today())?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    outline.name = ynab4_zip::budget_name(&name).to_owned();
    build(&outline, dir, env)
}

/// Imports an nYNAB JSON export.
///
/// # Errors
/// [`FileError::NotJson`], [`FileError::NotYnab5`] if it has no name, [`FileError::NotImported`] if
/// its content cannot be a budget, and failures of the disk.
pub fn import_ynab5(file: &Path, dir: &DataDir, env: &Environment) -> Result<BudgetId, FileError> {
    let mut text = Vec::new();
    File::open(file)?.take(MAX_JSON_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MAX_JSON_BYTES {
        return Err(FileError::UploadTooLarge(MAX_JSON_BYTES));
    }
    build(&ynab5::outline(&text, env.calendar.today())?, dir, env)
}

fn build(outline: &Outline, dir: &DataDir, env: &Environment) -> Result<BudgetId, FileError> {
    outline.check()?;
    let name: String = outline.name.trim().chars().take(MAX_NAME_LENGTH).collect();
    let name = if name.is_empty() { store::DEFAULT_NAME.to_owned() } else { name };
    let name = store::free_name(dir, &name)?;
    let id = store::new_id(dir, env, &name);
    let staged = dir.stage()?;
    let fill = |file: &mut NewFile<'_, '_>| Ok(write::write(outline, file, env)?);
    BudgetDb::build::<FileError>(staged.folder(), env.clone(), false, fill)?;
    Metadata::made_now(id.as_str(), &name).write(staged.folder())?;
    staged.publish(&id)?;
    Ok(id)
}
