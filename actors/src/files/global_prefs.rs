//! Preferences of this device: one small JSON file in the data directory, never synced.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value};

use super::data_dir::DataDir;
use super::error::FileError;
use super::ids::BudgetId;
use crate::durable;

const FILE_NAME: &str = "global-prefs.json";
/// Key of the last opened budget.
const LAST_BUDGET: &str = "lastBudget";
const MAX_BYTES: usize = 1 << 20;

/// The preferences of this device; a missing or malformed file counts as empty.
///
/// # Errors
/// [`FileError::Disk`] if the file exists and cannot be read.
pub fn load_global_prefs(data_dir: &Path) -> Result<Map<String, Value>, FileError> {
    let text = match fs::read_to_string(data_dir.join(FILE_NAME)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Map::new()),
        Err(error) => return Err(error.into()),
    };
    Ok(serde_json::from_str(&text).unwrap_or_default())
}

/// Merges keys into the preferences of this device; null removes a key.
///
/// # Errors
/// [`FileError::DataDirMissing`], [`FileError::Disk`]; [`FileError::InvalidMeta`] if they would
/// exceed a megabyte.
pub fn save_global_prefs(data_dir: &Path, changed: Map<String, Value>) -> Result<(), FileError> {
    let mut prefs = load_global_prefs(data_dir)?;
    for (key, value) in changed {
        if value.is_null() {
            prefs.remove(&key);
        } else {
            prefs.insert(key, value);
        }
    }
    let text = Value::Object(prefs).to_string();
    if text.len() > MAX_BYTES {
        return Err(FileError::InvalidMeta("the preferences are too large".to_owned()));
    }
    durable::replace_file(&data_dir.join(FILE_NAME), text.as_bytes())
        .map_err(FileError::within(data_dir))
}

/// Records the last opened budget; `None` records that it was closed.
///
/// # Errors
/// As [`save_global_prefs`].
pub fn note_opened(data_dir: &Path, id: Option<&str>) -> Result<(), FileError> {
    let noted = load_global_prefs(data_dir)?;
    if noted.get(LAST_BUDGET).and_then(Value::as_str) == id {
        return Ok(());
    }
    let id = id.map_or(Value::Null, Value::from);
    save_global_prefs(data_dir, Map::from_iter([(LAST_BUDGET.to_owned(), id)]))
}

/// The last opened budget, if it exists.
///
/// # Errors
/// As [`load_global_prefs`].
pub fn last_opened(dir: &DataDir) -> Result<Option<String>, FileError> {
    let noted = load_global_prefs(dir.path())?;
    let Some(id) = noted.get(LAST_BUDGET).and_then(Value::as_str) else { return Ok(None) };
    let is_there = BudgetId::parse(id).is_ok_and(|id| dir.existing_budget(&id).is_ok());
    Ok(is_there.then(|| id.to_owned()))
}
