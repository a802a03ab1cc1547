//! The messages of one sync generation: accepting and answering them. It
//! reads timestamps and nothing else.

use std::path::Path;

use bytes::Bytes;
use rusqlite::{Connection, TransactionBehavior, params};
use sobre_engine::crdt::{Merkle, Timestamp};
use sobre_engine::sync::wire::{MessageEnvelope, SyncResponse, Wire as _};

use super::error::StoreError;
use super::schema;

/// Bytes of messages read at once while answering.
const PAGE_BYTES: usize = 1 << 20;
/// Prepared statements a log needs.
const STATEMENTS: usize = 8;

/// An open log.
pub(super) struct Log {
    connection: Connection,
    merkle: Merkle,
    batch: i64,
}

/// A run of messages, encoded as the beginning of a `SyncResponse`.
#[derive(Debug, Default)]
pub struct Page {
    /// The encoded messages.
    pub bytes: Vec<u8>,
    /// Timestamp of the last one, if more follow.
    pub more_after: Option<String>,
}

/// What a request did.
pub(super) struct Accepted {
    /// JSON of the tree afterwards.
    pub(super) merkle: String,
    /// Messages of this batch and later ones are not answered.
    pub(super) before: i64,
    /// Number of the last batch that brought something new.
    pub(super) batch: i64,
}

impl Log {
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let connection = schema::open(path, schema::MESSAGES)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        let (text, batch): (String, i64) =
            connection.query_row("SELECT merkle, batch FROM state", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        Ok(Self { connection, merkle: Merkle::from_json(&text)?, batch })
    }

    /// Number of the last batch that brought something new.
    pub(super) const fn batch(&self) -> i64 {
        self.batch
    }

    /// Stores messages whose timestamps are not stored yet; all of them or, on an error, none.
    /// A timestamp after `latest_ms` is refused.
    pub(super) fn accept(
        &mut self,
        latest_ms: u64,
        messages: impl Iterator<Item = Result<MessageEnvelope, StoreError>>,
    ) -> Result<Accepted, StoreError> {
        let before = self.batch + 1;
        let mut tree = None;
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO messages (timestamp, is_encrypted, content, batch)
                 VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
            )?;
            for message in messages {
                let message = message?;
                let timestamp = read_timestamp(&message.timestamp, latest_ms)?;
                let (encrypted, content) = (message.is_encrypted, message.content.as_ref());
                let row = params![message.timestamp, encrypted, content, before];
                if insert.execute(row)? == 1 {
                    tree.get_or_insert_with(|| self.merkle.clone()).insert(&timestamp);
                }
            }
        }
        if let Some(mut tree) = tree {
            tree.prune();
            transaction
                .prepare_cached("UPDATE state SET merkle = ?1, batch = ?2")?
                .execute(params![tree.to_json(), before])?;
            transaction.commit()?;
            (self.merkle, self.batch) = (tree, before);
        }
        Ok(Accepted { merkle: self.merkle.to_json(), before, batch: self.batch })
    }

    /// Messages after `since` of batches before `before`, ascending.
    pub(super) fn page(&self, since: &str, before: i64) -> Result<Page, StoreError> {
        let mut select = self.connection.prepare_cached(
            "SELECT timestamp, is_encrypted, content FROM messages
             WHERE timestamp > ?1 AND batch < ?2 ORDER BY timestamp",
        )?;
        let mut rows = select.query(params![since, before])?;
        let mut page = Page::default();
        while let Some(row) = rows.next()? {
            let timestamp: String = row.get(0)?;
            let envelope = MessageEnvelope {
                timestamp: timestamp.clone(),
                is_encrypted: row.get(1)?,
                content: Bytes::copy_from_slice(row.get_ref(2)?.as_blob().unwrap_or_default()),
            };
            append(&mut page.bytes, envelope);
            if page.bytes.len() >= PAGE_BYTES {
                page.more_after = Some(timestamp);
                break;
            }
        }
        Ok(page)
    }
}

/// A repeated field is written one element after the other, so an answer can be written in
/// pieces.
fn append(target: &mut Vec<u8>, envelope: MessageEnvelope) {
    let piece = SyncResponse { messages: vec![envelope], merkle: String::new() };
    // Writing into a vector never runs out of room.
    let _ = piece.encode(target);
}

/// The end of an answer: the tree.
#[must_use]
pub fn closing(merkle: String) -> Vec<u8> {
    SyncResponse { messages: Vec::new(), merkle }.encode_to_vec()
}

/// Only the canonical text is taken: texts are compared, and hashes are made of it.
fn read_timestamp(text: &str, latest_ms: u64) -> Result<Timestamp, StoreError> {
    let timestamp: Timestamp = text.parse().map_err(|_| StoreError::BadTimestamp)?;
    if timestamp.text().as_str() != text {
        return Err(StoreError::BadTimestamp);
    }
    if timestamp.millis() > latest_ms {
        return Err(StoreError::ClockDrift);
    }
    Ok(timestamp)
}
