//! The protobuf messages of a sync, proto3 without a package. Pure data: fields with default values
//! are not written, unknown ones are skipped.
//!
//! Written by hand as prost types, so that no build step and no schema compiler is needed.

use bytes::Bytes;
pub use prost::{DecodeError, Message as Wire};

use crate::crdt;

/// Content type of [`SyncRequest`] and [`SyncResponse`].
pub const CONTENT_TYPE: &str = "application/actual-sync";

/// Sets one column of one row, in exchange form: the value is in its text form.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Message {
    /// The table.
    #[prost(string, tag = "1")]
    pub dataset: String,
    /// The row's id.
    #[prost(string, tag = "2")]
    pub row: String,
    /// The stored column name.
    #[prost(string, tag = "3")]
    pub column: String,
    /// The text form of the value.
    #[prost(string, tag = "4")]
    pub value: String,
}

impl From<&crdt::Change> for Message {
    fn from(change: &crdt::Change) -> Self {
        Self {
            dataset: change.dataset.to_string(),
            row: change.row.to_string(),
            column: change.column.to_string(),
            value: change.value.to_text(),
        }
    }
}

/// The bytes of a [`Message`], encrypted.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct EncryptedData {
    /// 12 random bytes.
    #[prost(bytes = "bytes", tag = "1")]
    pub iv: Bytes,
    /// The 16 bytes that authenticate key and data.
    #[prost(bytes = "bytes", tag = "2")]
    pub auth_tag: Bytes,
    /// The ciphertext.
    #[prost(bytes = "bytes", tag = "3")]
    pub data: Bytes,
}

/// A message with its timestamp, the only part that a server reads.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct MessageEnvelope {
    /// Text of the timestamp.
    #[prost(string, tag = "1")]
    pub timestamp: String,
    /// Whether the content is [`EncryptedData`].
    #[prost(bool, tag = "2")]
    pub is_encrypted: bool,
    /// Bytes of a [`Message`] or of [`EncryptedData`].
    #[prost(bytes = "bytes", tag = "3")]
    pub content: Bytes,
}

/// The new messages of a device, and the time from which it requests others'.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct SyncRequest {
    /// Messages for the server.
    #[prost(message, repeated, tag = "1")]
    pub messages: Vec<MessageEnvelope>,
    /// The file on the server.
    #[prost(string, tag = "2")]
    pub file_id: String,
    /// The device's sync generation.
    #[prost(string, tag = "3")]
    pub group_id: String,
    /// The key the device encrypts with, empty for none.
    #[prost(string, tag = "5")]
    pub key_id: String,
    /// Text of a timestamp; the response contains messages after it.
    #[prost(string, tag = "6")]
    pub since: String,
}

/// The new messages of others, and the tree of all timestamps.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct SyncResponse {
    /// Messages for the device, ascending.
    #[prost(message, repeated, tag = "1")]
    pub messages: Vec<MessageEnvelope>,
    /// JSON text of the server's [`crdt::Merkle`].
    #[prost(string, tag = "2")]
    pub merkle: String,
}
