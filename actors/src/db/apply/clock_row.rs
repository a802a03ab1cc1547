//! The stored clock: the one row of `messages_clock`, holding the clock's timestamp and the
//! Merkle tree as JSON (spec/3 section 6.3).

use rusqlite::{Connection, OptionalExtension as _};
use serde::Deserialize;
use sobre_engine::crdt::{Clock, Merkle};

use crate::db::error::DbError;

#[derive(Deserialize)]
struct Stored {
    timestamp: String,
    #[serde(default)]
    merkle: Merkle,
}

/// Reads the stored clock and tree, `None` if none was ever stored.
pub(super) fn load(conn: &Connection) -> Result<Option<(Clock, Merkle)>, DbError> {
    let text: Option<String> = conn
        .prepare_cached("SELECT clock FROM messages_clock WHERE id = 1")
        .and_then(|mut statement| statement.query_row([], |row| row.get(0)).optional())
        .map_err(DbError::sqlite("reading the clock"))?;
    let Some(text) = text else { return Ok(None) };
    let broken = |error: &dyn std::fmt::Display| DbError::BrokenClock(error.to_string());
    let stored: Stored = serde_json::from_str(&text).map_err(|error| broken(&error))?;
    let timestamp = stored.timestamp.parse().map_err(|error| broken(&error))?;
    Ok(Some((Clock::new(timestamp), stored.merkle)))
}

/// Stores the clock and tree.
pub(super) fn save(conn: &Connection, clock: &Clock, merkle: &Merkle) -> Result<(), DbError> {
    let mut text = String::with_capacity(4096);
    text.push_str("{\"timestamp\":\"");
    text.push_str(clock.now().text().as_str());
    text.push_str("\",\"merkle\":");
    merkle.write_json(&mut text);
    text.push('}');
    conn.prepare_cached(
        "INSERT INTO messages_clock (id, clock) VALUES (1, ?1) \
         ON CONFLICT (id) DO UPDATE SET clock = excluded.clock",
    )
    .and_then(|mut statement| statement.execute([text]))
    .map_err(DbError::sqlite("saving the clock"))?;
    Ok(())
}
