//! Requests and replies about backups of budgets.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One backup of a budget.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Backup {
    /// Name of its file.
    pub id: String,
    /// Local day and time at which it was made, as `yyyy-MM-dd H:mm`; of the latest one null.
    pub date: Option<String>,
    /// The budget as it was before a backup was loaded; loading it reverts to the original.
    #[serde(rename = "isLatest", skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub is_latest: bool,
}

/// Makes a backup of a budget now, and removes those that are not to be kept.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BackupMake {
    /// The budget.
    pub id: String,
}

/// The backups of a budget: first what a loaded backup replaced, if one is loaded, then the others,
/// newest first.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BackupsGet {
    /// The budget.
    pub id: String,
}

/// Closes a budget for everybody and puts a backup in its place. The budget belongs to no sync
/// generation afterwards, so that no sync brings back what was restored away.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BackupLoad {
    /// The budget.
    pub id: String,
    /// The backup.
    #[serde(rename = "backupId")]
    pub backup_id: String,
}
