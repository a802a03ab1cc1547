//! The stored clock: the one row of `messages_clock`, holding the clock's timestamp and the
//! Merkle tree as JSON.

use rusqlite::{Connection, OptionalExtension as _};
use serde::Deserialize;
use sobre_engine::crdt::{Clock, Merkle, Timestamp};

use crate::db::error::DbError;
use crate::db::identity::MARK;

#[derive(Deserialize)]
struct StoredClock {
    timestamp: String,
    #[serde(default)]
    merkle: Merkle,
}

/// Reads the stored clock and tree; `None` if there are none.
pub(super) fn load(conn: &Connection) -> Result<Option<(Clock, Merkle)>, DbError> {
    let text: Option<String> = conn
        .prepare_cached("SELECT clock FROM messages_clock WHERE id = 1")
        .and_then(|mut statement| statement.query_row([], |row| row.get(0)).optional())
        .map_err(DbError::sqlite("reading the clock"))?;
    let Some(text) = text else { return Ok(None) };
    let broken = |error: &dyn std::fmt::Display| DbError::BrokenClock(error.to_string());
    let stored: StoredClock = serde_json::from_str(&text).map_err(|error| broken(&error))?;
    let timestamp = stored.timestamp.parse().map_err(|error| broken(&error))?;
    Ok(Some((Clock::new(timestamp), stored.merkle)))
}

/// Stores the clock and tree, and the log position they cover. The tree's hash marks the file: see
/// [`MARK`].
pub(super) fn save(conn: &Connection, clock: &Clock, merkle: &Merkle) -> Result<(), DbError> {
    let mut text = String::with_capacity(4096);
    text.push_str("{\"timestamp\":\"");
    text.push_str(clock.now().text().as_str());
    text.push_str("\",\"merkle\":");
    merkle.write_json(&mut text);
    text.push('}');
    let write = || -> rusqlite::Result<()> {
        conn.prepare_cached(
            "INSERT INTO messages_clock (id, clock) VALUES (1, ?1) \
             ON CONFLICT (id) DO UPDATE SET clock = excluded.clock",
        )?
        .execute([&text])?;
        conn.prepare_cached(
            "INSERT INTO sobre_clock_reach (id, message, root) \
             VALUES (1, (SELECT max(id) FROM messages_crdt), ?1) \
             ON CONFLICT (id) DO UPDATE SET message = excluded.message, root = excluded.root",
        )?
        .execute([merkle.root_hash()])?;
        conn.pragma_update(None, MARK, merkle.root_hash().unwrap_or(0))
    };
    write().map_err(DbError::sqlite("saving the clock"))
}

/// Creates the helper table with the log position that the stored tree covers. A tree can be as
/// large as a hundred log entries, so it is not stored with every commit; the log has the rest.
pub(super) fn create_reach(conn: &Connection) -> Result<(), DbError> {
    conn.execute_batch(
        "CREATE TABLE IF NOT EXISTS sobre_clock_reach \
         (id INTEGER PRIMARY KEY, message INTEGER, root INTEGER)",
    )
    .map_err(DbError::sqlite("making the clock's table"))
}

/// Reads the stored tree and adds later log entries. A tree stored by another program since then is
/// used unchanged.
pub(super) fn load_reached(conn: &Connection) -> Result<Option<(Clock, Merkle)>, DbError> {
    let Some((clock, mut merkle)) = load(conn)? else { return Ok(None) };
    let mut add = || -> rusqlite::Result<()> {
        let mut later = conn.prepare_cached(
            "SELECT m.timestamp FROM sobre_clock_reach r \
             JOIN messages_crdt m ON m.id > ifnull(r.message, 0) \
             WHERE r.id = 1 AND r.root IS ?1",
        )?;
        let mut rows = later.query([merkle.root_hash()])?;
        while let Some(row) = rows.next()? {
            let timestamp: Option<Timestamp> =
                row.get_ref(0)?.as_str().ok().and_then(|text| text.parse().ok());
            if let Some(timestamp) = timestamp {
                merkle.insert(&timestamp);
            }
        }
        Ok(())
    };
    add().map_err(DbError::sqlite("reading the log"))?;
    merkle.prune();
    Ok(Some((clock, merkle)))
}
