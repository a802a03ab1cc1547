//! Forgetting the log as a whole when sync is reset.

use rusqlite::{Transaction, TransactionBehavior};
use sobre_engine::crdt::{Clock, Merkle};

use super::open::fresh_node;
use super::{BudgetDb, aside, clock_row};
use crate::db::error::DbError;
use crate::db::undo::History;

/// Tables whose deleted rows go for good when sync is reset (spec/3 section 9.3).
const SWEPT: &[&str] =
    &["transactions", "accounts", "payees", "categories", "category_groups", "schedules", "rules"];

impl BudgetDb {
    /// Forgets all messages and rows that were deleted, and takes a new clock: from here on this
    /// copy is the first one. Nothing can be undone afterwards.
    ///
    /// # Errors
    /// [`DbError`]; nothing is changed then.
    pub fn reset_sync(&mut self) -> Result<(), DbError> {
        let clock = Clock::first(fresh_node(&self.environment));
        let forget = || -> rusqlite::Result<()> {
            let tx = Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate)?;
            tx.execute_batch("DELETE FROM messages_crdt; DELETE FROM messages_clock")?;
            aside::forget(&tx)?;
            for table in SWEPT {
                tx.execute(&format!("DELETE FROM {table} WHERE tombstone = 1"), [])?;
            }
            tx.commit()
        };
        forget().map_err(DbError::sqlite("resetting sync"))?;
        clock_row::save(&self.conn, &clock, &Merkle::new())?;
        (self.clock, self.merkle, self.unsaved) = (clock, Merkle::new(), 0);
        self.history = History::default();
        Ok(())
    }
}
