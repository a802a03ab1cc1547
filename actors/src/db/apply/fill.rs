//! Fills new files: the demo, budgets of other programs, measured ones. Their rows go through the
//! same write as those of open budgets, with the messages that a program would have logged for
//! them, so that such a file can be synced like any other.

use std::path::Path;

use sobre_engine::crdt::{Change, Clock, ClockError, Message, Timestamp, Value};

use super::BudgetDb;
use super::write::Write;
use crate::db::error::{ApplyError, DbError};
use crate::db::undo::Recording;
use crate::environment::Environment;

/// Messages of one slice.
const SLICE: usize = 10_000;

/// The rows of a budget being built.
pub struct NewFile<'w, 'd> {
    write: &'w mut Write<'d>,
    clock: Clock,
    wall_ms: u64,
    slice: Vec<Message>,
}

impl BudgetDb {
    /// Creates a database in a folder, with all tables and no default rows, lets `fill` write its
    /// rows and closes it. Without `is_logged` it has no messages, for a file that is uploaded
    /// whole. A failure leaves an incomplete folder.
    ///
    /// # Errors
    /// [`DbError`] if the file cannot be created, or the error of `fill`.
    pub fn build<E: From<DbError> + From<ApplyError>>(
        folder: &Path,
        environment: Environment,
        is_logged: bool,
        fill: impl FnOnce(&mut NewFile<'_, '_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut db = Self::create_bare(folder, environment)?;
        let clock = db.clock;
        db.write(true, |mut write| -> Result<_, E> {
            write.fill(is_logged)?;
            let mut file = NewFile { write: &mut write, clock, wall_ms: 0, slice: Vec::new() };
            fill(&mut file)?;
            file.flush()?;
            Ok(write.finish(&[])?)
        })?;
        db.save_clock()?;
        db.unsaved = 0;
        // Closed files of this format need no write-ahead log.
        let close = db.conn.execute_batch("PRAGMA journal_mode = DELETE");
        Ok(close.map_err(DbError::sqlite("closing a new budget"))?)
    }
}

impl NewFile<'_, '_> {
    /// Sets the time of the following rows, in milliseconds since 1970. Time never goes back.
    pub fn at(&mut self, wall_ms: u64) {
        self.wall_ms = self.wall_ms.max(wall_ms);
    }

    /// Adds one row. Null columns keep their defaults.
    ///
    /// # Errors
    /// [`ApplyError`] for an unknown table or column, a value that its column does not take, and
    /// failures of the disk.
    pub fn row(
        &mut self,
        table: &'static str,
        id: &str,
        columns: &[(&'static str, Value)],
    ) -> Result<(), ApplyError> {
        let set = columns.iter().filter(|(_, value)| *value != Value::Null).cloned();
        for change in Change::row(table, id, set) {
            let timestamp = self.stamp()?;
            self.slice.push(Message { timestamp, change });
        }
        if self.slice.len() >= SLICE { self.flush() } else { Ok(()) }
    }

    /// Records where the rule of a schedule keeps the parts of it. Every device does so for itself.
    ///
    /// # Errors
    /// [`DbError`].
    pub fn schedule_paths(&mut self, schedule: &str) -> Result<(), DbError> {
        self.write.schedule_paths(schedule)
    }

    fn stamp(&mut self) -> Result<Timestamp, ClockError> {
        self.clock.send(self.wall_ms).or_else(|_| {
            // The counter of this millisecond is exhausted.
            self.wall_ms = self.clock.now().millis() + 1;
            self.clock.send(self.wall_ms)
        })
    }

    fn flush(&mut self) -> Result<(), ApplyError> {
        self.write.append_own(&self.slice, self.clock, Recording::Nothing)?;
        self.slice.clear();
        Ok(())
    }
}
