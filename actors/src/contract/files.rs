//! Requests and replies about budget files.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// All budgets of the data directory and of the server, by name (upper and lower case alike), then
/// id, broken ones last. A server that does not answer in time leaves its budgets `unknown`.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetBudgets {
    /// True: does not ask the server, so its budgets on this device are `unknown`.
    #[serde(rename = "onlyHere", default)]
    #[ts(optional = nullable, as = "Option<bool>")]
    pub only_here: bool,
}

/// How a budget stands towards the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum FileState {
    /// Known to a server that cannot be asked now.
    Unknown,
    /// The same sync generation as on the server.
    Synced,
    /// Another sync generation than on the server.
    Detached,
    /// Gone from the server.
    Broken,
    /// Never sent to a server.
    Local,
    /// Only on the server.
    Remote,
}

/// A budget file of the list.
#[derive(Debug, Clone, Serialize, TS)]
pub struct BudgetFile {
    /// Name of its folder; empty for a budget that is only on the server.
    pub id: String,
    /// Name given by the person.
    pub name: String,
    /// File id at the server.
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
    /// Deleted at the server.
    pub deleted: bool,
    /// How it stands towards the server.
    pub state: FileState,
}

/// The id of the budget made or opened.
#[derive(Debug, Clone, Serialize, TS)]
pub struct BudgetRef {
    /// Name of its folder.
    pub id: String,
}

/// Makes an empty budget.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateBudget {
    /// Makes the fixed test budget instead, replacing an earlier one.
    #[serde(rename = "testMode", default)]
    #[ts(optional = nullable, as = "Option<bool>")]
    pub test_mode: bool,
    /// Its name; by default the next free "My Finances".
    #[serde(rename = "budgetName", default)]
    #[ts(optional = nullable)]
    pub budget_name: Option<String>,
}

/// Makes a budget full of made-up data, to look around in.
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

/// What a session learns when a budget is opened for it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct OpenedBudget {
    /// The budget.
    pub id: String,
    /// The last commit that was told wholly; everything later follows as events.
    #[ts(type = "number")]
    pub revision: u64,
    /// The session, as events name it.
    pub session: String,
}

/// Binds a session that lost its connection to its budget again.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ResumeBudget {
    /// The budget.
    pub id: String,
    /// The last revision the session has seen.
    #[ts(type = "number")]
    pub revision: u64,
}

/// Whether the missed changes could be sent again.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Resumed {
    /// False: too much was missed, load everything anew.
    #[serde(rename = "caughtUp")]
    pub caught_up: bool,
    /// The last commit that was told wholly; everything later follows as events.
    #[ts(type = "number")]
    pub revision: u64,
}

/// Leaves the budget of this session; the last one to leave closes the file.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CloseBudget {}

/// Deletes a budget from this computer, from the server, or from both, the server first.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DeleteBudget {
    /// The budget on this computer; left out, that stays.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
    /// The budget on the server; left out, that stays.
    #[serde(rename = "cloudFileId", default)]
    #[ts(optional = nullable)]
    pub cloud_file_id: Option<String>,
}

/// Kinds of whole-budget files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ImportType {
    /// An exported budget of this family of programs.
    Actual,
    /// An older export of a third-party budgeting program.
    Ynab4,
    /// A newer export of a third-party budgeting program.
    Ynab5,
}

/// The budgets of YNAB4 in the usual places of this computer.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetYnab4Files {}

/// A budget of YNAB4 that was found.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Ynab4File {
    /// Its name.
    pub name: String,
    /// Where its folder lies; `import-budget` takes it as a file path.
    pub filepath: String,
}

/// Brings an uploaded whole-budget file in as a budget.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ImportBudget {
    /// Handle that the upload answered, or the path of a found budget of YNAB4.
    pub filepath: String,
    /// What kind of file it is.
    pub r#type: ImportType,
    /// What becomes of a budget on this computer that has the id in the file; without a word it is
    /// replaced. Budgets of other programs have no id.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub existing: Option<ExistingBudget>,
}

/// What becomes of a budget whose id is that of an imported one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ExistingBudget {
    /// It becomes a backup of the imported one.
    Replace,
    /// Nothing is imported: `file-exists` with meta `{id, name, cloudFileId}`. The upload is used
    /// up all the same.
    Refuse,
    /// It stays, and the imported one gets an id and a name of its own.
    Keep,
}

/// The open budget as a zip that every program of this family opens.
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

/// Keeps a small file for a later import call.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UploadFileWeb {
    /// Name the file had.
    pub filename: String,
    /// Its bytes in base64.
    pub contents: String,
}

/// Where an uploaded file is kept: an opaque handle, not a path.
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
    /// Its id at the server.
    #[serde(rename = "fileId")]
    pub file_id: String,
    /// Sync generation, null after a reset until it is uploaded.
    #[serde(rename = "groupId")]
    pub group_id: Option<String>,
    /// Name given by the person.
    pub name: String,
    /// Whether it was deleted.
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
    /// Its id at the server.
    #[serde(rename = "fileId")]
    pub file_id: String,
}

/// Sends a whole budget to the server. One that the server does not know becomes a new file there.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UploadBudget {
    /// The budget; by default the open one.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
}

/// Brings a budget of the server to this computer. An encrypted one whose key is missing is refused
/// with `decrypt-failure` and meta `{isMissingKey: true}`: call `key-test`, then again.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DownloadBudget {
    /// Its id at the server (`cloudFileId`).
    #[serde(rename = "fileId")]
    pub file_id: String,
    /// Replaces a budget of the same id. Otherwise that is refused with `file-exists` and meta
    /// `{id, name}`.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub replace: Option<bool>,
}

/// Takes the open budget off the server's hands: it becomes a local one. The server keeps its copy.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Unregister {}

/// The uploads that the server keeps of a budget, newest first. Only servers of ours keep more than
/// one, also of a budget that was deleted there.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetUploads {
    /// Its id at the server (`cloudFileId`).
    #[serde(rename = "fileId")]
    pub file_id: String,
}

/// An upload that the server keeps.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KeptUpload {
    /// Its id.
    pub id: String,
    /// When it came, in milliseconds since 1970.
    #[ts(type = "number")]
    pub made_ms: i64,
    /// Its size.
    #[ts(type = "number")]
    pub bytes: i64,
    /// Name of the budget then.
    pub name: String,
    /// Whether it is the one that is downloaded.
    pub current: bool,
}

/// Makes an earlier upload the one that counts, also of a budget that was deleted at the server.
/// Changes since then are dropped there, and every device has to download the budget anew.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RestoreUpload {
    /// Its id at the server (`cloudFileId`).
    #[serde(rename = "fileId")]
    pub file_id: String,
    /// The upload.
    #[serde(rename = "uploadId")]
    pub upload_id: String,
}
