//! The rows of files and their uploads, shared by all backends.

use serde::Serialize;
use sobre_engine::crdt::{Node, Timestamp};

/// A key's public description from its device; the server cannot use it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Key {
    /// Its id.
    pub id: Option<String>,
    /// Salt of its derivation.
    pub salt: Option<String>,
    /// A text that the right password decrypts.
    pub test: Option<String>,
}

/// A file of the catalog.
#[derive(Debug, Clone)]
pub struct FileRow {
    /// Position in order of creation; 0 before it is first saved.
    pub number: i64,
    /// The id that its clients use.
    pub id: String,
    /// Where its blobs and messages are stored; named by the server.
    pub place: String,
    /// Sync generation, none after a reset.
    pub group_id: Option<String>,
    /// Name of the budget.
    pub name: String,
    /// Format of the current upload, according to its device.
    pub format: Option<i64>,
    /// How the current upload is encrypted, as JSON text.
    pub encrypt_meta: Option<String>,
    /// The key required for messages and uploads.
    pub key: Key,
    /// The current upload, which devices download.
    pub upload_id: Option<String>,
    /// Deleted; its uploads are kept.
    pub deleted: bool,
}

/// A stored upload.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadRow {
    /// Its id, created by the server.
    pub id: String,
    /// Time of the upload, in milliseconds since 1970.
    pub made_ms: i64,
    /// Its size.
    pub bytes: i64,
    /// Name of the budget at that time.
    pub name: String,
    /// Whether it is the current one, which devices download.
    pub current: bool,
    /// How it is encrypted, as JSON text.
    #[serde(skip)]
    pub encrypt_meta: Option<String>,
}

impl UploadRow {
    /// Time of the upload, as date and time in UTC.
    #[must_use]
    pub fn made_at(&self) -> String {
        let made =
            u64::try_from(self.made_ms).ok().and_then(|ms| Timestamp::new(ms, 0, Node::ZERO));
        // The start of a timestamp is its time: 2026-11-20T12:00:00.
        made.map(|made| made.to_string().chars().take(19).collect()).unwrap_or_default()
    }
}
