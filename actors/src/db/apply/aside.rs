//! Received messages that are not written: of tables and columns that this version of the program
//! does not know, and amounts too large to be added up. They are logged like all others and noted
//! here; a later version writes those it knows when it opens the file.

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sobre_engine::crdt::Message;

use super::batch::{Batch, is_writable};
use super::{log, rows, tags};
use crate::db::error::{ApplyError, DbError};

/// Makes the table of our own that names the messages by their timestamps.
pub(super) fn create(conn: &Connection) -> Result<(), DbError> {
    conn.execute_batch("CREATE TABLE IF NOT EXISTS sobre_set_aside (timestamp TEXT PRIMARY KEY)")
        .map_err(DbError::sqlite("making the table of messages set aside"))
}

/// Notes messages, whose place in the log is sure.
pub(super) fn keep(conn: &Connection, messages: &[&Message]) -> Result<(), DbError> {
    if messages.is_empty() {
        return Ok(());
    }
    tracing::warn!(count = messages.len(), "received messages were set aside");
    let insert = || -> rusqlite::Result<()> {
        let mut statement =
            conn.prepare_cached("INSERT OR IGNORE INTO sobre_set_aside (timestamp) VALUES (?1)")?;
        for message in messages {
            statement.execute([message.timestamp.text().as_str()])?;
        }
        Ok(())
    };
    insert().map_err(DbError::sqlite("setting messages aside"))
}

/// Forgets them, with the whole log.
pub(super) fn forget(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute("DELETE FROM sobre_set_aside", []).map(drop)
}

/// Writes those that this version knows, where no later message has been written since. Called
/// before anything is read from the file, so nobody has to be told.
pub(super) fn apply_known(conn: &Connection) -> Result<(), DbError> {
    let waiting = log::set_aside(conn)?;
    let known: Vec<&Message> = waiting.iter().filter(|message| is_writable(message)).collect();
    if known.is_empty() {
        return Ok(());
    }
    let begin = || Transaction::new_unchecked(conn, TransactionBehavior::Immediate);
    let tx = begin().map_err(DbError::sqlite("writing messages set aside"))?;
    match write(&tx, &known) {
        Ok(()) => tx.commit().map_err(DbError::sqlite("writing messages set aside")),
        Err(ApplyError::Db(error)) => Err(error),
        // A file must open; these go on waiting.
        Err(error) => {
            tracing::warn!(%error, "messages set aside still cannot be written");
            Ok(())
        }
    }
}

fn write(conn: &Connection, known: &[&Message]) -> Result<(), ApplyError> {
    let mut batch = Batch::group(known, false)?;
    log::drop_outdated(conn, (log::newest(conn)?, None), &mut batch)?;
    tags::put_off(&mut batch);
    rows::write_unwatched(conn, &batch.rows)?;
    tags::settle(conn, batch.rows.iter().map(|row| row.table.name))?;
    let done = || -> rusqlite::Result<()> {
        let mut statement = conn.prepare("DELETE FROM sobre_set_aside WHERE timestamp = ?1")?;
        for message in known {
            statement.execute([message.timestamp.text().as_str()])?;
        }
        Ok(())
    };
    Ok(done().map_err(DbError::sqlite("writing messages set aside"))?)
}
