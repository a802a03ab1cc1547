//! Copies of a budget's database, taken from a snapshot, so that the budget may be open and written
//! meanwhile.

use std::path::Path;

use rusqlite::Connection;

use super::connections::ReadingConnection;
use super::facts::CREATE_LEFT_OUT;
use super::identity::MARK;

/// The views that other programs expect in an export.
pub(super) const VIEWS: &str = include_str!("../../../migrations/budget/views.sql");

/// Empties the log and the clock. The next opening takes a new node id and an initial clock.
const FORGET_LOG: &str = "DELETE FROM messages_crdt; DELETE FROM messages_clock;";

/// Threads that help to sort the index of a copy's log.
const SORTERS: u8 = 2;

/// Writes a copy of the database behind `conn` to `target`, which must not exist, in the form that
/// other programs of this file format read: rollback journal, no cached cells, the views and all
/// indexes of the format and none of our own helper tables and indexes.
pub(crate) fn clean_copy(conn: &Connection, target: &Path) -> rusqlite::Result<()> {
    vacuum_into(conn, target)?;
    clean(&Connection::open(target)?, VIEWS)
}

/// As [`clean_copy`] of a file, without log, clock and views.
pub(crate) fn backup_copy(database: &Path, target: &Path) -> rusqlite::Result<()> {
    copy_snapshot(database, target)?;
    clean(&Connection::open(target)?, FORGET_LOG)
}

/// Copies a whole file, log and clock included.
pub(crate) fn whole_copy(database: &Path, target: &Path) -> rusqlite::Result<()> {
    copy_snapshot(database, target)?;
    Connection::open(target)?.execute_batch("PRAGMA journal_mode = DELETE")
}

/// Deletes log and clock from a file that is not open.
pub(crate) fn forget_log(database: &Path) -> rusqlite::Result<()> {
    let own = "DROP TABLE IF EXISTS sobre_clock_reach;";
    Connection::open(database)?.execute_batch(&format!("{FORGET_LOG} {own}"))
}

/// Whether a file has a message log.
pub(crate) fn has_log(database: &Path) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM messages_crdt)";
    snapshot(database)?.query_row(sql, [], |row| row.get(0))
}

fn snapshot(database: &Path) -> rusqlite::Result<ReadingConnection> {
    let conn = ReadingConnection::open(database)?;
    conn.busy_timeout(std::time::Duration::from_secs(5))?;
    // A copy takes over how this connection syncs, and nothing interrupts a sync. Callers sync what
    // they keep.
    conn.execute_batch(
        "PRAGMA mmap_size = 0; PRAGMA trusted_schema = OFF; PRAGMA synchronous = OFF",
    )?;
    Ok(conn)
}

fn copy_snapshot(database: &Path, target: &Path) -> rusqlite::Result<()> {
    let snapshot = snapshot(database)?;
    vacuum_into(&snapshot, target)
}

fn vacuum_into(conn: &Connection, target: &Path) -> rusqlite::Result<()> {
    conn.execute("VACUUM INTO ?1", [target.to_string_lossy().as_ref()]).map(drop)
}

/// Deleted content leaves pages of zeros, which compress to nothing; a VACUUM would write
/// everything a second time.
fn clean(copy: &Connection, more: &str) -> rusqlite::Result<()> {
    copy.execute_batch(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON",
    )?;
    let own: Vec<(String, String)> = copy
        .prepare("SELECT type, name FROM sqlite_master WHERE name LIKE 'sobre\\_%' ESCAPE '\\'")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (kind, name) in &own {
        copy.execute_batch(&format!("DROP {kind} IF EXISTS \"{}\"", name.replace('"', "\"\"")))?;
    }
    copy.execute_batch(&format!(
        "PRAGMA {MARK} = 0; DELETE FROM kvcache; DELETE FROM kvcache_key; {more}
         PRAGMA threads = {SORTERS}; {CREATE_LEFT_OUT}; PRAGMA journal_mode = DELETE"
    ))
}
