//! Received messages that are not written: for tables and columns unknown to this version, and with
//! values that their column does not accept. They are logged like all others and recorded here. A
//! later version writes those it can when it opens the file.

use rusqlite::Connection;
use sobre_engine::crdt::{Message, Timestamp};

use super::batch::is_writable;
use super::{BudgetDb, log};
use crate::db::error::{ApplyError, DbError};
use crate::db::schema::{self, PREFS};

/// Creates the helper table of these messages' timestamps.
pub(super) fn create(conn: &Connection) -> Result<(), DbError> {
    conn.execute_batch("CREATE TABLE IF NOT EXISTS sobre_set_aside (timestamp TEXT PRIMARY KEY)")
        .map_err(DbError::sqlite("making the table of deferred messages"))
}

/// Records messages that are already in the log.
pub(super) fn record(conn: &Connection, messages: &[&Message]) -> Result<(), DbError> {
    if messages.is_empty() {
        return Ok(());
    }
    tracing::warn!(count = messages.len(), "received messages were deferred");
    let stamps = messages.iter().map(|message| message.timestamp);
    insert(conn, stamps).map_err(DbError::sqlite(DEFERRING))
}

const DEFERRING: &str = "setting messages aside";

fn insert(conn: &Connection, stamps: impl Iterator<Item = Timestamp>) -> rusqlite::Result<()> {
    let mut statement =
        conn.prepare_cached("INSERT OR IGNORE INTO sobre_set_aside (timestamp) VALUES (?1)")?;
    for stamp in stamps {
        statement.execute([stamp.text().as_str()])?;
    }
    Ok(())
}

/// Records the messages of unknown tables and columns in a log that came with a file. Files contain
/// no such records, and a version that knows the columns must write the messages on every device.
pub(crate) fn record_unknown(conn: &Connection) -> Result<(), DbError> {
    let unknown = || -> rusqlite::Result<Vec<Timestamp>> {
        let mut statement = conn.prepare("SELECT timestamp, dataset, column FROM messages_crdt")?;
        let mut rows = statement.query([])?;
        let mut stamps = Vec::new();
        while let Some(row) = rows.next()? {
            let (dataset, column) = (row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_str()?);
            let is_known = dataset == PREFS
                || schema::table(dataset).is_some_and(|table| table.column(column).is_some());
            if !is_known {
                stamps.extend(row.get_ref(0)?.as_str()?.parse::<Timestamp>());
            }
        }
        Ok(stamps)
    };
    let unknown = unknown().map_err(DbError::sqlite(DEFERRING))?;
    if unknown.is_empty() {
        return Ok(());
    }
    create(conn)?;
    insert(conn, unknown.into_iter()).map_err(DbError::sqlite(DEFERRING))
}

/// Deletes the records, with the whole log.
pub(super) fn forget(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute("DELETE FROM sobre_set_aside", []).map(drop)
}

/// Deletes the records of messages that are written now.
pub(super) fn release(conn: &Connection, written: &[&Message]) -> Result<(), DbError> {
    let delete = || -> rusqlite::Result<()> {
        let mut statement = conn.prepare("DELETE FROM sobre_set_aside WHERE timestamp = ?1")?;
        for message in written {
            statement.execute([message.timestamp.text().as_str()])?;
        }
        Ok(())
    };
    delete().map_err(DbError::sqlite("writing deferred messages"))
}

impl BudgetDb {
    /// Writes the messages that this version knows, unless a later message was written since.
    /// Called before anything is read from the file, so no tab needs an event.
    pub(super) fn write_known(&mut self) -> Result<(), DbError> {
        let waiting = log::deferred(&self.conn)?;
        let known: Vec<&Message> = waiting.iter().filter(|message| is_writable(message)).collect();
        if known.is_empty() {
            return Ok(());
        }
        let written = self.write(false, |mut write| {
            write.append_known(&known)?;
            write.finish(&[])
        });
        match written {
            Ok(_) => Ok(()),
            Err(ApplyError::Db(error)) => Err(error),
            // The file must open anyway; the messages stay recorded.
            Err(error) => {
                tracing::warn!(%error, "deferred messages still cannot be written");
                Ok(())
            }
        }
    }
}
