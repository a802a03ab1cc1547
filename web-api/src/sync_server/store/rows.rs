//! The rows of files and their uploads, as every backend knows them.

use serde::Serialize;
use sobre_engine::crdt::{Node, Timestamp};

/// A key as its maker described it; the server cannot use it.
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
    /// Position in the order the files came; 0 before it is first saved.
    pub number: i64,
    /// As its clients call it.
    pub id: String,
    /// Where its blobs and messages lie, a name made by the server.
    pub place: String,
    /// Sync generation, none after a reset.
    pub group_id: Option<String>,
    /// Name of the budget.
    pub name: String,
    /// Format of the current upload, as its device says.
    pub format: Option<i64>,
    /// How the current upload is encrypted, as JSON text.
    pub encrypt_meta: Option<String>,
    /// The key that messages and uploads must use.
    pub key: Key,
    /// The upload that is downloaded.
    pub upload_id: Option<String>,
    /// Deleted; its uploads are kept.
    pub deleted: bool,
}

/// An upload that is kept.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadRow {
    /// Its id, made by the server.
    pub id: String,
    /// When it came, in milliseconds since 1970.
    pub made_ms: i64,
    /// Its size.
    pub bytes: i64,
    /// Name of the budget then.
    pub name: String,
    /// Whether it is the one that is downloaded.
    pub current: bool,
    /// How it is encrypted, as JSON text.
    #[serde(skip)]
    pub encrypt_meta: Option<String>,
}

impl UploadRow {
    /// When it came, as date and time in UTC.
    #[must_use]
    pub fn made_at(&self) -> String {
        let made =
            u64::try_from(self.made_ms).ok().and_then(|ms| Timestamp::new(ms, 0, Node::ZERO));
        // The time is the beginning of a timestamp: 2026-11-20T12:00:00.
        made.map(|made| made.to_string().chars().take(19).collect()).unwrap_or_default()
    }
}
