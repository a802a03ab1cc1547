//! Searches the log for messages later than those of a batch in slices. While there are few, they
//! are kept in memory and the log needs no index. This requires slices in the order of their times,
//! which is how servers answer.

use rusqlite::Connection;
use sobre_engine::crdt::Timestamp;

use super::log::Cells;
use crate::db::error::DbError;

/// The search of one batch.
pub(super) struct Search {
    known: Option<Cells>,
    /// Time of the last message.
    last: Timestamp,
}

impl Search {
    /// For messages that start at this time.
    pub(super) fn begin(conn: &Connection, first: Timestamp) -> Result<Self, DbError> {
        Ok(Self { known: Cells::after(conn, first)?, last: first })
    }

    /// Whether the log needs no index.
    pub(super) const fn is_in_memory(&self) -> bool {
        self.known.is_some()
    }

    /// Whether a slice that starts at this time is out of order and ends the search in memory.
    pub(super) fn is_lost_at(&mut self, first: Timestamp) -> bool {
        first < self.last && self.known.take().is_some()
    }

    /// The later messages, if they are in memory. The next slice should start after this time.
    pub(super) const fn known(&mut self, last: Timestamp) -> Option<&Cells> {
        self.last = last;
        self.known.as_ref()
    }
}
