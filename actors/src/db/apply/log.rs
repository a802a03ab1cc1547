//! The message log `messages_crdt`: every message ever created or received, including outdated
//! ones, so that it can update any copy.

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::{Connection, Row, Statement};
use sobre_engine::crdt::{Change, Message, Timestamp, Value};

use super::batch::{Batch, is_pref_value, is_writable};
use crate::db::error::DbError;
use crate::db::facts::is_about;
use crate::db::fit;
use crate::db::schema::Column;

const INSERT: &str = "INSERT OR IGNORE INTO messages_crdt \
    (timestamp, dataset, row, column, value) VALUES (?1, ?2, ?3, ?4, ?5)";
const LATER: &str = concat!(
    "SELECT value FROM messages_crdt WHERE dataset = ?1 AND column = ?3 AND timestamp > ?4 AND ",
    is_about!("?2")
);
const SINCE: &str = "SELECT timestamp, dataset, row, column, value FROM messages_crdt \
    WHERE timestamp > ?1 ORDER BY timestamp";

/// The text of the newest timestamp in the log.
pub(super) fn newest(conn: &Connection) -> Result<Option<String>, DbError> {
    conn.prepare_cached("SELECT max(timestamp) FROM messages_crdt")
        .and_then(|mut statement| statement.query_row([], |row| row.get(0)))
        .map_err(DbError::sqlite("reading the log"))
}

/// Adds messages and returns the new ones. A known timestamp keeps its first content.
pub(super) fn append<'m>(
    conn: &Connection,
    messages: &'m [Message],
    own: bool,
) -> Result<Vec<&'m Message>, DbError> {
    let insert = || -> rusqlite::Result<Vec<&'m Message>> {
        let mut statement = conn.prepare_cached(INSERT)?;
        let mut value = String::new();
        let mut fresh = Vec::with_capacity(messages.len());
        for message in messages {
            let change = &message.change;
            value.clear();
            change.value.write_text(&mut value);
            let stamp = message.timestamp.text();
            let added = statement.execute((
                stamp.as_str(),
                &*change.dataset,
                &*change.row,
                &*change.column,
                value.as_str(),
            ))?;
            assert!(added == 1 || !own, "an own timestamp is never in the log already");
            if added == 1 {
                fresh.push(message);
            }
        }
        Ok(fresh)
    };
    insert().map_err(DbError::sqlite("writing the log"))
}

/// The cells of the few log messages after a time, with the latest timestamp of each.
#[derive(Debug)]
pub(super) struct Cells(HashMap<String, Vec<(String, String, Timestamp)>>);

impl Cells {
    /// The cells after a time; `None` if there are too many.
    pub(super) fn after(conn: &Connection, moment: Timestamp) -> Result<Option<Self>, DbError> {
        let later = since(conn, moment, Some(MOST_CELLS + 1))?;
        if later.len() > MOST_CELLS {
            return Ok(None);
        }
        let mut cells: HashMap<String, Vec<_>> = HashMap::new();
        // Deferred messages did not overwrite anything.
        for Message { timestamp, change } in later.into_iter().filter(is_writable) {
            let cell = (change.dataset.into_owned(), change.column.into_owned(), timestamp);
            cells.entry((*change.row).to_owned()).or_default().push(cell);
        }
        Ok(Some(Self(cells)))
    }

    fn has_later(&self, stamp: Timestamp, name: CellName<'_>) -> bool {
        let of_row = self.0.get(name.row).map(Vec::as_slice).unwrap_or_default();
        of_row.iter().any(|(dataset, column, at)| {
            dataset == name.dataset && column == name.column && *at > stamp
        })
    }
}

/// The column of a row, or the metadata key, that a message of the log sets.
#[derive(Clone, Copy)]
struct CellName<'a> {
    dataset: &'a str,
    row: &'a str,
    column: &'a str,
}

/// Removes outdated cells from a batch, for which the log has a later message. Messages later than
/// `newest`, the end of the log before this batch, need no check. Others are looked up in `known`
/// cells, or else in the log's index.
pub(super) fn drop_outdated(
    conn: &Connection,
    newest: Option<String>,
    known: Option<&Cells>,
    batch: &mut Batch<'_>,
) -> Result<(), DbError> {
    let Some(newest) = newest else { return Ok(()) };
    let mut drop_them = || -> rusqlite::Result<()> {
        let mut later = conn.prepare_cached(LATER)?;
        let mut outdated = |stamp: Timestamp, name: CellName<'_>, column: Option<Column>| {
            if let Some(known) = known {
                return Ok(known.has_later(stamp, name));
            }
            let stamp = stamp.text();
            if stamp.as_str() >= newest.as_str() {
                return Ok(false);
            }
            has_written(&mut later, name, stamp.as_str(), column)
        };
        let mut failure = Ok(());
        let mut keep = |stamp: Timestamp, name: CellName<'_>, column: Option<Column>| {
            let outdated = outdated(stamp, name, column);
            outdated.map_or_else(
                |error| {
                    failure = Err(error);
                    false
                },
                |old| !old,
            )
        };
        for row in &mut batch.rows {
            let (table, id) = (row.table, row.id);
            row.cells.retain(|cell| {
                let column = table.columns[cell.column];
                let name = CellName { dataset: table.name, row: id, column: column.name };
                keep(cell.timestamp, name, Some(column))
            });
        }
        batch.rows.retain(|row| !row.cells.is_empty() || row.is_named);
        batch.prefs.retain(|pref| {
            let Change { dataset, row, column, .. } = &pref.message.change;
            keep(pref.message.timestamp, CellName { dataset, row, column }, None)
        });
        failure
    };
    drop_them().map_err(DbError::sqlite("reading the log"))
}

/// Whether a later value of a cell or metadata key was written. Deferred messages did not
/// overwrite anything.
fn has_written(
    later: &mut Statement<'_>,
    name: CellName<'_>,
    after: &str,
    column: Option<Column>,
) -> rusqlite::Result<bool> {
    let mut rows = later.query((name.dataset, name.row, name.column, after))?;
    while let Some(row) = rows.next()? {
        let bytes = row.get_ref(0)?.as_bytes_or_null()?.unwrap_or_default();
        let value = Value::received(&String::from_utf8_lossy(bytes));
        let is_written = match column {
            Some(column) => fit::received(column, &value).is_some(),
            None => is_pref_value(&value),
        };
        if is_written {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Logged messages after `since`, oldest first, up to a limit.
pub(super) fn since(
    conn: &Connection,
    since: Timestamp,
    most: Option<usize>,
) -> Result<Vec<Message>, DbError> {
    let read = || -> rusqlite::Result<Vec<Message>> {
        let mut statement = conn.prepare_cached(SINCE)?;
        let found = statement.query_map([since.text().as_str()], message)?;
        found.take(most.unwrap_or(usize::MAX)).filter_map(Result::transpose).collect()
    };
    read().map_err(DbError::sqlite("reading the log"))
}

/// Most messages whose cells are held in memory.
const MOST_CELLS: usize = 10_000;
/// Most messages of one page.
const PAGE_MESSAGES: usize = 20_000;
/// A page ends after this many bytes of values. Servers of other programs accept 20 MB.
const PAGE_BYTES: usize = 4 << 20;

/// A page of the oldest messages after `since`, and whether that is all.
pub(super) fn page(conn: &Connection, since: Timestamp) -> Result<(Vec<Message>, bool), DbError> {
    let read = || -> rusqlite::Result<(Vec<Message>, bool)> {
        let mut statement = conn.prepare_cached(SINCE)?;
        let mut rows = statement.query([since.text().as_str()])?;
        let (mut messages, mut bytes) = (Vec::new(), 0);
        while let Some(row) = rows.next()? {
            if messages.len() == PAGE_MESSAGES || bytes > PAGE_BYTES {
                return Ok((messages, false));
            }
            if let Some(message) = message(row)? {
                bytes += message.change.value.as_str().map_or(0, str::len);
                messages.push(message);
            }
        }
        Ok((messages, true))
    };
    read().map_err(DbError::sqlite("reading the log"))
}

/// A logged message; `None` if another program stored it without a timestamp.
fn message(row: &Row<'_>) -> rusqlite::Result<Option<Message>> {
    let text = |at: usize| {
        let stored = row.get_ref(at)?;
        let bytes = stored.as_bytes_or_null()?.unwrap_or_default();
        Ok::<_, rusqlite::Error>(String::from_utf8_lossy(bytes).into_owned())
    };
    let Ok(timestamp) = text(0)?.parse() else {
        tracing::warn!("a logged message has no timestamp and is skipped");
        return Ok(None);
    };
    let value = Value::received(&text(4)?);
    let row = Arc::from(text(2)?);
    let (dataset, column) = (text(1)?.into(), text(3)?.into());
    Ok(Some(Message { timestamp, change: Change { dataset, row, column, value } }))
}

/// The latest timestamp in the log, in case the stored clock is older.
pub(super) fn newest_timestamp(conn: &Connection) -> Result<Option<Timestamp>, DbError> {
    Ok(newest(conn)?.and_then(|text| text.parse().ok()))
}

/// Every timestamp of the log, in any order.
pub(super) fn timestamps(conn: &Connection) -> Result<Vec<Timestamp>, DbError> {
    let read = || -> rusqlite::Result<Vec<Timestamp>> {
        let mut statement = conn.prepare("SELECT timestamp FROM messages_crdt")?;
        let found = statement.query_map([], |row| row.get::<_, String>(0))?;
        found.filter_map(|text| text.map(|text| text.parse().ok()).transpose()).collect()
    };
    read().map_err(DbError::sqlite("reading the log"))
}

/// The deferred messages of the log, oldest first.
pub(super) fn deferred(conn: &Connection) -> Result<Vec<Message>, DbError> {
    let read = || -> rusqlite::Result<Vec<Message>> {
        // CROSS JOIN makes SQLite look up the few records in the log instead of scanning the log.
        let mut statement = conn.prepare(
            "SELECT m.timestamp, m.dataset, m.row, m.column, m.value FROM sobre_set_aside a \
             CROSS JOIN messages_crdt m ON m.timestamp = a.timestamp ORDER BY a.timestamp",
        )?;
        let found = statement.query_map([], message)?;
        found.filter_map(Result::transpose).collect()
    };
    read().map_err(DbError::sqlite("reading deferred messages"))
}

/// The timestamps of the log after a time, ascending.
pub(super) fn stamps_after(conn: &Connection, after: Timestamp) -> Result<Vec<Timestamp>, DbError> {
    let read = || -> rusqlite::Result<Vec<Timestamp>> {
        let mut statement = conn.prepare(
            "SELECT timestamp FROM messages_crdt WHERE timestamp > ?1 ORDER BY timestamp",
        )?;
        let found = statement.query_map([after.text().as_str()], |row| row.get::<_, String>(0))?;
        found.filter_map(|text| text.map(|text| text.parse().ok()).transpose()).collect()
    };
    read().map_err(DbError::sqlite("reading the log"))
}

/// Whether the log has a timestamp after a time, up to and including another.
pub(super) fn has_any(
    conn: &Connection,
    after: Timestamp,
    until: Timestamp,
) -> Result<bool, DbError> {
    let sql =
        "SELECT EXISTS (SELECT 1 FROM messages_crdt WHERE timestamp > ?1 AND timestamp <= ?2)";
    let read =
        conn.query_row(sql, [after.text().as_str(), until.text().as_str()], |row| row.get(0));
    read.map_err(DbError::sqlite("reading the log"))
}

/// The newest timestamp of the log before a time.
pub(super) fn newest_before(
    conn: &Connection,
    before: Timestamp,
) -> Result<Option<Timestamp>, DbError> {
    let read = || -> rusqlite::Result<Option<String>> {
        conn.prepare("SELECT max(timestamp) FROM messages_crdt WHERE timestamp < ?1")?
            .query_row([before.text().as_str()], |row| row.get(0))
    };
    let text = read().map_err(DbError::sqlite("reading the log"))?;
    Ok(text.and_then(|text| text.parse().ok()))
}
