//! Requests and replies about backups of budgets.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One backup of a budget.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Backup {
    /// Name of its file.
    pub id: String,
    /// Local date and time of the backup, as `yyyy-MM-dd H:mm`; null for the one with `is_latest`.
    pub date: Option<String>,
    /// The budget as it was before a backup was loaded; loading it reverts to the original.
    #[serde(rename = "isLatest", skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub is_latest: bool,
}

/// Makes a backup of a budget now, and deletes the backups that have expired.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BackupMake {
    /// The budget.
    pub id: String,
}

/// The backups of a budget, newest first. If a backup is loaded, the budget it replaced comes
/// first.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BackupsGet {
    /// The budget.
    pub id: String,
}

/// Closes a budget for every session and replaces it by a backup. The restored budget has no sync
/// generation, so no sync can bring back the discarded changes.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BackupLoad {
    /// The budget.
    pub id: String,
    /// The backup.
    #[serde(rename = "backupId")]
    pub backup_id: String,
}
