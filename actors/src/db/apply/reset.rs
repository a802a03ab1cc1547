//! What the write door does to the log as a whole: forgetting it when sync is reset, and giving
//! own messages another time when this computer's clock was wrong.

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sobre_engine::crdt::{Clock, MAX_DRIFT_MS, Merkle, Timestamp};

use super::open::fresh_node;
use super::{BudgetDb, aside, clock_row, log};
use crate::db::error::{ApplyError, DbError};
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

    /// Gives messages that are further ahead than anybody accepts a time of now, in their order.
    /// Nobody else can have them, so they were made here. Answers how many there were.
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then.
    pub fn restamp_ahead(&mut self) -> Result<usize, ApplyError> {
        let limit = Timestamp::since(self.wall_ms().saturating_add(MAX_DRIFT_MS + 1));
        let node = self.clock.now().node();
        let ahead = log::stamps_after(&self.conn, limit)?;
        if ahead.is_empty() && self.clock.now() < limit {
            return Ok(0);
        }
        let newest = log::newest_before(&self.conn, limit)?.unwrap_or(Timestamp::ZERO);
        let mut clock = Clock::new(newest.with_node(node));
        let stamps = ahead
            .iter()
            .map(|old| Ok((*old, self.stamp(&mut clock, 0)?)))
            .collect::<Result<Vec<_>, ApplyError>>()?;
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate);
        let tx = begin().map_err(DbError::sqlite("giving messages their time"))?;
        rename_stamps(&tx, &stamps).map_err(DbError::sqlite("giving messages their time"))?;
        let mut merkle: Merkle = log::timestamps(&tx)?.into_iter().collect();
        merkle.prune();
        clock_row::save(&tx, &clock, &merkle)?;
        tx.commit().map_err(DbError::sqlite("giving messages their time"))?;
        (self.clock, self.merkle, self.unsaved) = (clock, merkle, 0);
        Ok(stamps.len())
    }
}

fn rename_stamps(conn: &Connection, stamps: &[(Timestamp, Timestamp)]) -> rusqlite::Result<()> {
    let mut statement =
        conn.prepare("UPDATE messages_crdt SET timestamp = ?2 WHERE timestamp = ?1")?;
    for (old, new) in stamps {
        statement.execute([old.text().as_str(), new.text().as_str()])?;
    }
    Ok(())
}
