//! The messages of one sync generation, in a separate database.

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use rusqlite::{Connection, TransactionBehavior, params};
use sobre_actors::db::identity::MARK;
use sobre_engine::crdt::{Merkle, Timestamp};
use sobre_engine::sync::wire::MessageEnvelope;

use super::place::{Database, Place};
use crate::sync_server::store::backend::{Log, MessageStream};
use crate::sync_server::store::error::StoreError;
use crate::sync_server::store::messages::{Page, StoredMessages, read_timestamp};

/// Prepared statements a log needs.
const STATEMENTS: usize = 8;

/// An open log.
pub(super) struct SqliteLog {
    database: Arc<Database>,
    place: Arc<Place>,
    merkle: Merkle,
    batch: i64,
}

impl SqliteLog {
    pub(super) fn open(path: PathBuf, place: Arc<Place>) -> Result<Self, StoreError> {
        let database = place.open_messages(path)?;
        let (text, batch): (String, i64) = {
            let connection = database.connection.lock();
            connection.set_prepared_statement_cache_capacity(STATEMENTS);
            connection.query_row("SELECT merkle, batch FROM state", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?
        };
        Ok(Self { database, place, merkle: Merkle::from_json(&text)?, batch })
    }
}

impl Log for SqliteLog {
    fn batch(&self) -> i64 {
        self.batch
    }

    fn accept(
        &mut self,
        latest_ms: u64,
        messages: &mut MessageStream<'_>,
    ) -> Result<StoredMessages, StoreError> {
        let before = self.batch + 1;
        let written = self.place.in_messages(&self.database, |connection| {
            write(
                connection,
                &self.merkle,
                before,
                |message| read_timestamp(&message.timestamp, latest_ms),
                messages,
            )
        })?;
        if let Some(tree) = written {
            (self.merkle, self.batch) = (tree, before);
        }
        Ok(StoredMessages { merkle: self.merkle.to_json(), before, batch: self.batch })
    }

    fn page(&self, since: &str, before: i64) -> Result<Page, StoreError> {
        self.place.in_messages(&self.database, |connection| {
            let mut select = connection.prepare_cached(
                "SELECT timestamp, is_encrypted, content FROM messages
                 WHERE timestamp > ?1 AND batch < ?2 ORDER BY timestamp",
            )?;
            let mut rows = select.query(params![since, before])?;
            let mut page = Page::default();
            while let Some(row) = rows.next()? {
                let is_full = page.append(MessageEnvelope {
                    timestamp: row.get(0)?,
                    is_encrypted: row.get(1)?,
                    content: Bytes::copy_from_slice(row.get_ref(2)?.as_blob().unwrap_or_default()),
                });
                if is_full {
                    break;
                }
            }
            Ok(page)
        })
    }
}

/// Writes the new messages of a batch; returns the tree with them, or `None` if none is new. The
/// batch marks the file: see [`MARK`].
fn write(
    connection: &mut Connection,
    merkle: &Merkle,
    batch: i64,
    timestamp: impl Fn(&MessageEnvelope) -> Result<Timestamp, StoreError>,
    messages: &mut MessageStream<'_>,
) -> Result<Option<Merkle>, StoreError> {
    let mut tree = None;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
    {
        let mut insert = transaction.prepare_cached(
            "INSERT INTO messages (timestamp, is_encrypted, content, batch)
             VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        )?;
        for message in messages {
            let message = message?;
            let timestamp = timestamp(&message)?;
            let (encrypted, content) = (message.is_encrypted, message.content.as_ref());
            let row = params![message.timestamp, encrypted, content, batch];
            if insert.execute(row)? == 1 {
                tree.get_or_insert_with(|| merkle.clone()).insert(&timestamp);
            }
        }
    }
    let Some(mut tree) = tree else { return Ok(None) };
    tree.prune();
    transaction
        .prepare_cached("UPDATE state SET merkle = ?1, batch = ?2")?
        .execute(params![tree.to_json(), batch])?;
    transaction.pragma_update(None, MARK, i32::try_from(batch).unwrap_or(i32::MAX))?;
    transaction.commit()?;
    Ok(Some(tree))
}
