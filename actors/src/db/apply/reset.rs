//! Deletes the whole log when sync is reset.

use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde_json::Value;
use sobre_engine::crdt::{Clock, Merkle};

use super::open::fresh_node;
use super::{BudgetDb, clock_row, deferred};
use crate::db::error::DbError;
use crate::db::metadata::{Generation, Metadata, keys};

/// Tables whose deleted rows are removed when sync is reset.
const SWEPT: &[&str] =
    &["transactions", "accounts", "payees", "categories", "category_groups", "schedules", "rules"];

const RESETTING: &str = "resetting sync";

impl BudgetDb {
    /// Whether the budget still belongs to a generation.
    ///
    /// # Errors
    /// [`DbError::Metadata`].
    pub fn is_in(&self, generation: &Generation) -> Result<bool, DbError> {
        Ok(Generation::of(&Metadata::of(&self.directory)?).as_ref() == Some(generation))
    }

    /// Leaves the sync generation: as [`reset_sync`](Self::reset_sync), and removes the generation
    /// from the metadata and sets the key. The metadata change first: without a generation the old
    /// log is harmless, whereas an emptied log within the old generation would be filled again.
    ///
    /// # Errors
    /// [`DbError`]; log and rows are unchanged then.
    pub fn leave_generation(&mut self, key_id: Option<String>) -> Result<(), DbError> {
        self.update_metadata(|metadata| {
            for key in [keys::GROUP_ID, keys::LAST_SYNCED_TIMESTAMP, keys::LAST_UPLOADED] {
                metadata.set(key, Value::Null);
            }
            metadata.set(keys::ENCRYPT_KEY_ID, key_id.map_or(Value::Null, Value::String));
        })?;
        self.reset_sync()
    }

    /// Deletes all messages and tombstones, and takes a new clock: this copy becomes the first one.
    /// Undo history is lost.
    ///
    /// # Errors
    /// [`DbError`]; nothing is changed then.
    pub fn reset_sync(&mut self) -> Result<(), DbError> {
        let clock = Clock::first(fresh_node(&self.environment));
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate);
        let tx = begin().map_err(DbError::sqlite(RESETTING))?;
        forget(&tx).map_err(DbError::sqlite(RESETTING))?;
        clock_row::save(&tx, &clock, &Merkle::new())?;
        tx.commit().map_err(DbError::sqlite(RESETTING))?;
        (self.clock, self.merkle, self.unsaved) = (clock, Merkle::new(), 0);
        self.history.clear();
        Ok(())
    }
}

/// Empties the log, and deletes the data that depends on it.
fn forget(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute_batch("DELETE FROM messages_crdt; DELETE FROM messages_clock")?;
    deferred::forget(conn)?;
    for table in SWEPT {
        conn.execute(&format!("DELETE FROM {table} WHERE tombstone = 1"), [])?;
    }
    Ok(())
}
