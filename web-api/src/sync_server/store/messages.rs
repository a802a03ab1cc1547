//! What the messages of a sync look like to a store: pages of an answer, and timestamps, which are
//! the only part of a message that is read.

use sobre_engine::crdt::Timestamp;
use sobre_engine::sync::wire::{MessageEnvelope, SyncResponse, Wire as _};

use super::error::StoreError;

/// Bytes of messages read at once while answering.
const PAGE_BYTES: usize = 1 << 20;

/// A run of messages, encoded as the beginning of a `SyncResponse`.
#[derive(Debug, Default)]
pub struct Page {
    /// The encoded messages.
    pub bytes: Vec<u8>,
    /// Timestamp of the last one, if more follow.
    pub more_after: Option<String>,
}

impl Page {
    /// Appends a message; tells whether the page is full with it. A repeated field is written one
    /// element after the other, so an answer can be written in pieces.
    pub fn append(&mut self, envelope: MessageEnvelope) -> bool {
        let timestamp = envelope.timestamp.clone();
        let piece = SyncResponse { messages: vec![envelope], merkle: String::new() };
        // Writing into a vector never runs out of room.
        let _ = piece.encode(&mut self.bytes);
        let is_full = self.bytes.len() >= PAGE_BYTES;
        self.more_after = is_full.then_some(timestamp);
        is_full
    }
}

/// What a request did.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// JSON of the tree afterwards.
    pub merkle: String,
    /// Messages of this batch and later ones are not answered.
    pub before: i64,
    /// Number of the last batch that brought something new.
    pub batch: i64,
}

/// The end of an answer: the tree.
#[must_use]
pub fn closing(merkle: String) -> Vec<u8> {
    SyncResponse { messages: Vec::new(), merkle }.encode_to_vec()
}

/// The timestamp of a message. Only the canonical text is taken: texts are compared, and hashes are
/// made of it.
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
