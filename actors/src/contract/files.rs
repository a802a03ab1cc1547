//! Requests and replies about budget files.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// All budgets in the data directory and on the server, sorted by name (ignoring case), then id;
/// broken ones come last. If the server does not respond in time, its budgets are `unknown`.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetBudgets {
    /// True: skips the server, so its budgets on this device are `unknown`.
    #[serde(rename = "onlyHere", default)]
    #[ts(optional = nullable, as = "Option<bool>")]
    pub only_here: bool,
}

/// Sync state of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum FileState {
    /// On a server that cannot be reached now.
    Unknown,
    /// The same sync generation as on the server.
    Synced,
    /// A different sync generation than on the server.
    Detached,
    /// No longer on the server.
    Broken,
    /// Never uploaded to a server.
    Local,
    /// Only on the server.
    Remote,
}

/// An entry of the list of budgets.
#[derive(Debug, Clone, Serialize, TS)]
pub struct BudgetFile {
    /// Name of its folder; empty for a budget that is only on the server.
    pub id: String,
    /// Name given by the user.
    pub name: String,
    /// File id on the server.
    #[serde(rename = "cloudFileId", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cloud_file_id: Option<String>,
    /// Sync generation.
    #[serde(rename = "groupId", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub group_id: Option<String>,
    /// Key the file is encrypted with.
    #[serde(rename = "encryptKeyId", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub encrypt_key_id: Option<String>,
    /// Whether this device has that key.
    #[serde(rename = "hasKey")]
    pub has_key: bool,
    /// Deleted on the server.
    pub deleted: bool,
    /// Its sync state.
    pub state: FileState,
    /// Last change on this device, in milliseconds since 1970; none without a copy here.
    #[serde(rename = "changedMs", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub changed_ms: Option<i64>,
    /// Size of the copy on this device.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub bytes: Option<u64>,
}

/// The id of a created or opened budget.
#[derive(Debug, Clone, Serialize, TS)]
pub struct BudgetRef {
    /// Name of its folder.
    pub id: String,
}

/// Creates an empty budget.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateBudget {
    /// Creates the fixed test budget instead, replacing an earlier one.
    #[serde(rename = "testMode", default)]
    #[ts(optional = nullable, as = "Option<bool>")]
    pub test_mode: bool,
    /// Its name; by default the next free "My Finances".
    #[serde(rename = "budgetName", default)]
    #[ts(optional = nullable)]
    pub budget_name: Option<String>,
}

/// Creates a demo budget with generated data.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateDemoBudget {}

/// Opens a budget for this session.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct LoadBudget {
    /// The budget.
    pub id: String,
}

/// State of a budget at opening.
#[derive(Debug, Clone, Serialize, TS)]
pub struct OpenedBudget {
    /// The budget.
    pub id: String,
    /// The last commit whose events were all sent; later commits follow as events.
    #[ts(type = "number")]
    pub revision: u64,
    /// The session, as events name it.
    pub session: String,
}

/// Binds a reconnected session to its budget again.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ResumeBudget {
    /// The budget.
    pub id: String,
    /// The last revision that the session has received.
    #[ts(type = "number")]
    pub revision: u64,
}

/// Whether the missed events could be sent again.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Resumed {
    /// False: too much was missed, so reload everything.
    #[serde(rename = "caughtUp")]
    pub caught_up: bool,
    /// The last commit whose events were all sent; later commits follow as events.
    #[ts(type = "number")]
    pub revision: u64,
}

/// Leaves this session's budget; the last session to leave closes the file.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CloseBudget {}

/// Deletes a budget from this computer, from the server, or from both, starting with the server.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DeleteBudget {
    /// The budget on this computer; absent to keep it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
    /// The budget on the server; absent to keep it.
    #[serde(rename = "cloudFileId", default)]
    #[ts(optional = nullable)]
    pub cloud_file_id: Option<String>,
}

/// Kinds of whole-budget files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ImportType {
    /// An exported budget in this file format.
    Actual,
    /// An older export of a third-party budgeting program.
    Ynab4,
    /// A newer export of a third-party budgeting program.
    Ynab5,
}

/// The YNAB4 budgets in the usual places on this computer.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetYnab4Files {}

/// A YNAB4 budget that was found.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Ynab4File {
    /// Its name.
    pub name: String,
    /// Path of its folder; `import-budget` accepts it as a file path.
    pub filepath: String,
}

/// Imports an uploaded budget file as a budget.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ImportBudget {
    /// Handle returned by the upload, or the path of a YNAB4 budget that was found.
    pub filepath: String,
    /// What kind of file it is.
    pub r#type: ImportType,
    /// How to treat a budget on this computer with the same id; by default it is replaced. Budgets
    /// of other programs have no id.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub existing: Option<ExistingBudget>,
}

/// How to treat an existing budget with the id of the imported one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ExistingBudget {
    /// It becomes a backup of the imported one.
    Replace,
    /// Nothing is imported: `file-exists` with meta `{id, name, cloudFileId}`. The upload is
    /// discarded all the same.
    Refuse,
    /// It stays, and the imported one gets its own id and name.
    Keep,
}

/// The open budget as a zip that every program with this file format opens.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExportBudget {}

/// An exported budget.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ExportedBudget {
    /// Dated name to save it under.
    pub filename: String,
    /// The zip in base64.
    pub data: String,
}

/// Stores a small file for a later import call.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UploadFileWeb {
    /// Its original name.
    pub filename: String,
    /// Its bytes in base64.
    pub contents: String,
}

/// Where an uploaded file is stored: an opaque handle, not a path.
#[derive(Debug, Clone, Serialize, TS)]
pub struct UploadedFile {
    /// The handle.
    pub filepath: String,
}

/// The budgets on the server.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetRemoteFiles {}

/// A budget on the server.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RemoteBudgetFile {
    /// Its id on the server.
    #[serde(rename = "fileId")]
    pub file_id: String,
    /// Sync generation; null between a reset and the next upload.
    #[serde(rename = "groupId")]
    pub group_id: Option<String>,
    /// Name given by the user.
    pub name: String,
    /// Whether it is deleted.
    pub deleted: bool,
    /// Key it is encrypted with.
    #[serde(rename = "encryptKeyId")]
    pub encrypt_key_id: Option<String>,
    /// Whether this device has that key.
    #[serde(rename = "hasKey")]
    pub has_key: bool,
}

/// One budget on the server.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetUserFileInfo {
    /// Its id on the server.
    #[serde(rename = "fileId")]
    pub file_id: String,
}

/// Uploads a whole budget to the server. A budget that the server does not know becomes a new file
/// there.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UploadBudget {
    /// The budget; by default the open one.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
}

/// Downloads a budget from the server. If the key of an encrypted budget is missing, the call fails
/// with `decrypt-failure` and meta `{isMissingKey: true}`: call `key-test`, then retry.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DownloadBudget {
    /// Its id on the server (`cloudFileId`).
    #[serde(rename = "fileId")]
    pub file_id: String,
    /// Replaces a budget with the same id. Otherwise such a budget causes `file-exists` with meta
    /// `{id, name}`.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub replace: Option<bool>,
}

/// Disconnects the open budget from the server: it becomes a local one. The server keeps its copy.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Unregister {}

/// The stored uploads of a budget, newest first, also of a budget deleted on the server. Only
/// Sobre's own server keeps more than one.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetUploads {
    /// Its id on the server (`cloudFileId`).
    #[serde(rename = "fileId")]
    pub file_id: String,
}

/// A stored upload.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KeptUpload {
    /// Its id.
    pub id: String,
    /// Time of the upload, in milliseconds since 1970.
    #[ts(type = "number")]
    pub made_ms: i64,
    /// Its size.
    #[ts(type = "number")]
    pub bytes: i64,
    /// Name of the budget at that time.
    pub name: String,
    /// Whether this upload is the current one, which devices download.
    pub current: bool,
}

/// Makes an earlier upload the current one, also of a budget deleted on the server. The server
/// drops all later changes, and every device has to download the budget again.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RestoreUpload {
    /// Its id on the server (`cloudFileId`).
    #[serde(rename = "fileId")]
    pub file_id: String,
    /// The upload.
    #[serde(rename = "uploadId")]
    pub upload_id: String,
}
