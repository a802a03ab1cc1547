//! Requests and replies about syncing the open budget and its encryption.

use serde::Deserialize;
use ts_rs::TS;

/// Syncs the open budget now and answers when that is done. Without a server, and for a budget
/// that is on none, nothing happens. Refused with the reason as code; every tab is told the same
/// with a `sync-event`.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Sync {}

/// Makes this copy of the open budget the one that counts: begins a new sync generation and
/// uploads it. Other devices have to download it, or do the same.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SyncReset {}

/// Works out anew, from everything stored, what the server is compared with. Sync afterwards.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SyncRepair {}

/// Encrypts the open budget with a new key made of a password: resets sync and uploads it
/// encrypted. Other devices need the password from then on.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct KeyMake {
    /// The password; it is kept nowhere.
    pub password: String,
}

/// Tries a password on an encrypted file of the server and keeps its key on this device.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct KeyTest {
    /// The password.
    pub password: String,
    /// Id of the file at the server (`cloudFileId`).
    #[serde(rename = "fileId")]
    pub file_id: String,
}

/// The page came to the front: syncs the open budget soon.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AppFocused {}
