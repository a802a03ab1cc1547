//! Builds a new database. It is fast, because an incomplete one is discarded.

use std::path::Path;

use rusqlite::Connection;

use super::error::FileError;
use crate::db::facts::LEFT_OUT;

/// Opens a new database for bulk writing, without a journal. Only for files in a staged folder,
/// which is removed on failure and synced before it is published.
pub(super) fn open_new(path: &Path) -> Result<Connection, FileError> {
    let conn = Connection::open(path)?;
    conn.execute_batch(
        "PRAGMA page_size = 4096;
         PRAGMA foreign_keys = OFF;
         PRAGMA journal_mode = OFF;
         PRAGMA synchronous = OFF;
         PRAGMA locking_mode = EXCLUSIVE;
         PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -131072;",
    )?;
    Ok(conn)
}

/// Closes a built database in the form that every program with this file format opens.
pub(super) fn close(conn: Connection) -> Result<(), FileError> {
    conn.close().map_err(|(_, error)| error.into())
}

/// Drops the named indexes while `fill` writes rows, and rebuilds those that a budget in use has
/// afterwards, which is several times faster than updating them per row.
pub(super) fn without_indexes<T>(
    conn: &Connection,
    fill: impl FnOnce(&Connection) -> Result<T, FileError>,
) -> Result<T, FileError> {
    let mut statement = conn
        .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let indexes = rows.collect::<rusqlite::Result<Vec<(String, String)>>>()?;
    drop(statement);
    for (name, _) in &indexes {
        conn.execute_batch(&format!("DROP INDEX \"{name}\""))?;
    }
    let answer = fill(conn)?;
    for (_, sql) in indexes.iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str())) {
        conn.execute_batch(sql)?;
    }
    Ok(answer)
}
