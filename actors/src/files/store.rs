//! Lists, creates and deletes budgets.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use super::DB_NAME;
use super::build;
use super::data_dir::DataDir;
use super::error::FileError;
use super::ids::{BudgetId, DEMO_ID, TEST_ID};
use crate::db::metadata::{Metadata, keys};
use crate::db::migrate;
use crate::environment::Environment;

/// Longest name of a budget in characters, after trimming.
pub const MAX_NAME_LENGTH: usize = 100;

pub(super) const DEFAULT_NAME: &str = "My Finances";
const TEST_NAME: &str = "Test Budget";

/// A budget in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedBudget {
    /// Its id.
    pub id: BudgetId,
    /// Name given by the user.
    pub name: String,
    /// File id on a server; none for a budget that was never uploaded.
    pub cloud_file_id: Option<String>,
    /// Sync generation.
    pub group_id: Option<String>,
    /// Key the file is encrypted with.
    pub encrypt_key_id: Option<String>,
    /// Last change of its database, in milliseconds since 1970; none if it cannot be read.
    pub changed_ms: Option<i64>,
    /// Size of its database in bytes.
    pub bytes: Option<u64>,
}

impl ListedBudget {
    /// Its sync state without a server's response: `local` or `unknown`.
    #[must_use]
    pub const fn state(&self) -> &'static str {
        if self.cloud_file_id.is_some() { "unknown" } else { "local" }
    }
}

/// All budgets of the directory by name, then id. A budget with missing or malformed metadata is
/// listed by its id.
///
/// # Errors
/// [`FileError::Disk`] if the directory itself cannot be read.
pub fn list_budgets(dir: &DataDir) -> Result<Vec<ListedBudget>, FileError> {
    let mut budgets = Vec::new();
    for id in dir.budget_ids()? {
        let folder = dir.budget_folder(&id);
        if id.as_str() != DEMO_ID {
            budgets.push(listed(id, &folder));
        }
    }
    budgets.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    Ok(budgets)
}

fn listed(id: BudgetId, folder: &Path) -> ListedBudget {
    let metadata = Metadata::read_or_default(folder);
    let text = |key| metadata.text(key).map(str::to_owned);
    let (changed_ms, bytes) = database_facts(folder).unzip();
    ListedBudget {
        name: text(keys::BUDGET_NAME).unwrap_or_else(|| id.to_string()),
        id,
        cloud_file_id: text(keys::CLOUD_FILE_ID),
        group_id: text(keys::GROUP_ID),
        encrypt_key_id: text(keys::ENCRYPT_KEY_ID),
        changed_ms,
        bytes,
    }
}

/// The last change of a budget's database and its size, both with the write-ahead log.
fn database_facts(folder: &Path) -> Option<(i64, u64)> {
    let facts = |name: &str| {
        let found = fs::metadata(folder.join(name)).ok()?;
        let since = found.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Some((i64::try_from(since.as_millis()).unwrap_or(i64::MAX), found.len()))
    };
    let (changed_ms, bytes) = facts(DB_NAME)?;
    let (logged_ms, log_bytes) = facts(&format!("{DB_NAME}-wal")).unwrap_or_default();
    Some((changed_ms.max(logged_ms), bytes.saturating_add(log_bytes)))
}

/// Creates an empty budget with the default categories. Without a name it becomes the next free "My
/// Finances"; in test mode it has a fixed id and replaces an earlier test budget.
///
/// # Errors
/// [`FileError::NameRequired`], [`FileError::NameTooLong`], and failures of the disk.
pub fn create_budget(
    dir: &DataDir,
    env: &Environment,
    name: Option<&str>,
    test_mode: bool,
) -> Result<BudgetId, FileError> {
    let name = match name {
        Some(name) => checked_name(name)?.to_owned(),
        None if test_mode => TEST_NAME.to_owned(),
        None => free_name(dir, DEFAULT_NAME)?,
    };
    let id = if test_mode { BudgetId::parse(TEST_ID)? } else { new_id(dir, env, &name) };
    let staged = dir.stage()?;
    let mut conn = build::open_new(&staged.folder().join(DB_NAME))?;
    migrate::create(&mut conn)?;
    build::close(conn)?;
    Metadata::made_now(id.as_str(), &name).write(staged.folder())?;
    staged.publish(&id)?;
    Ok(id)
}

/// Deletes a budget from this computer, including its backups.
///
/// # Errors
/// [`FileError::BudgetNotFound`], [`FileError::Disk`].
pub fn delete_budget(dir: &DataDir, id: &BudgetId) -> Result<(), FileError> {
    dir.delete(id)
}

/// An unused id in the directory.
pub(super) fn new_id(dir: &DataDir, env: &Environment, name: &str) -> BudgetId {
    BudgetId::from_name(name, &env.ids.uuid(), |id| dir.budget_folder(id).exists())
}

/// `wanted`, or `wanted 1`, `wanted 2` … if budgets with those names exist.
pub(super) fn free_name(dir: &DataDir, wanted: &str) -> Result<String, FileError> {
    let used: HashSet<_> = list_budgets(dir)?.into_iter().map(|budget| budget.name).collect();
    let numbered = (1_u64..).map(|number| format!("{wanted} {number}"));
    let free = std::iter::once(wanted.to_owned()).chain(numbered).find(|name| !used.contains(name));
    Ok(free.unwrap_or_else(|| wanted.to_owned()))
}

fn checked_name(name: &str) -> Result<&str, FileError> {
    let name = name.trim();
    match name.chars().count() {
        0 => Err(FileError::NameRequired),
        length if length > MAX_NAME_LENGTH => Err(FileError::NameTooLong(MAX_NAME_LENGTH)),
        _ => Ok(name),
    }
}
