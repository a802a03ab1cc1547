//! Requests and replies about syncing the open budget and its encryption.

use serde::Deserialize;
use ts_rs::TS;

/// Syncs the open budget now and returns when done. Without a server, or for a budget that is on
/// none, does nothing. Fails with the reason as code; every tab receives the same reason in a
/// `sync-event`.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Sync {}

/// Makes this copy of the open budget the authoritative one: starts a new sync generation and
/// uploads it. Other devices have to download it, or do the same.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SyncReset {}

/// Recomputes the Merkle tree from all stored messages. Sync afterwards.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SyncRepair {}

/// Encrypts the open budget with a new key derived from a password: resets sync and uploads the
/// budget encrypted. Other devices need the password from then on.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct KeyMake {
    /// The password; it is not stored.
    pub password: String,
}

/// Tests a password on an encrypted file of the server and stores the key on this device.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct KeyTest {
    /// The password.
    pub password: String,
    /// Id of the file on the server (`cloudFileId`).
    #[serde(rename = "fileId")]
    pub file_id: String,
}

/// The page received focus: syncs the open budget soon.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AppFocused {}
