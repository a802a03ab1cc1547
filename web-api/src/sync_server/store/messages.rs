//! The messages of a sync in a store: pages of a response, and timestamps, the only part of a
//! message that is read.

use sobre_engine::crdt::Timestamp;
use sobre_engine::sync::wire::{MessageEnvelope, SyncResponse, Wire as _};

use super::error::StoreError;

/// Most bytes of messages read at once for a response.
const PAGE_BYTES: usize = 1 << 20;

/// A run of messages, encoded as the start of a `SyncResponse`.
#[derive(Debug, Default)]
pub struct Page {
    /// The encoded messages.
    pub bytes: Vec<u8>,
    /// Timestamp of the last one, if more follow.
    pub more_after: Option<String>,
}

impl Page {
    /// Appends a message; returns whether the page is now full. Protobuf writes repeated fields one
    /// after the other, so a response can be written in pieces.
    pub fn append(&mut self, envelope: MessageEnvelope) -> bool {
        let timestamp = envelope.timestamp.clone();
        let piece = SyncResponse { messages: vec![envelope], merkle: String::new() };
        // Encoding into a vector never fails for lack of room.
        let _ = piece.encode(&mut self.bytes);
        let is_full = self.bytes.len() >= PAGE_BYTES;
        self.more_after = is_full.then_some(timestamp);
        is_full
    }
}

/// The result of storing a request's messages.
#[derive(Debug, Clone)]
pub struct StoredMessages {
    /// JSON of the resulting tree.
    pub merkle: String,
    /// The response excludes messages of this and later batches.
    pub before: i64,
    /// Number of the last batch with new messages.
    pub batch: i64,
}

/// The end of a response: the tree.
#[must_use]
pub fn closing(merkle: String) -> Vec<u8> {
    SyncResponse { messages: Vec::new(), merkle }.encode_to_vec()
}

/// The timestamp of a message. Only the canonical text is accepted, because texts are compared and
/// hashed.
///
/// # Errors
/// [`StoreError::BadTimestamp`]; [`StoreError::ClockDrift`] after `latest_ms`.
pub fn read_timestamp(text: &str, latest_ms: u64) -> Result<Timestamp, StoreError> {
    let timestamp: Timestamp = text.parse().map_err(|_| StoreError::BadTimestamp)?;
    if timestamp.text().as_str() != text {
        return Err(StoreError::BadTimestamp);
    }
    if timestamp.millis() > latest_ms {
        return Err(StoreError::ClockDrift);
    }
    Ok(timestamp)
}
