//! Writes many rows into a new budget together with the messages that a program would have logged
//! for them, so that the file can be synced like any other. Open budgets are only written through
//! the database's write path.

use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::{ToSqlOutput, ValueRef};
use sobre_engine::crdt::{Clock, Merkle, Node, Value};

use super::build;
use super::error::FileError;
use crate::db::migrate::{self, STEPS};

const LOG: &str =
    "INSERT INTO messages_crdt (timestamp, dataset, row, column, value) VALUES (?, ?, ?, ?, ?)";

/// Creates a database with all tables but no default rows at `path`, and fills it.
///
/// # Errors
/// [`FileError::Sql`] if the file cannot be written or `fill` violates a rule of a table.
pub fn build_database(
    path: &Path,
    node: Node,
    logged: bool,
    fill: impl FnOnce(&mut Bulk<'_>) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let mut conn = build::open_new(path)?;
    migrate::create_at_level(&mut conn, STEPS.len())?;
    build::without_indexes(&conn, |conn| {
        conn.execute_batch("BEGIN")?;
        conn.set_prepared_statement_cache_capacity(64);
        let mut bulk = Bulk::new(conn, node, logged);
        fill(&mut bulk)?;
        bulk.finish()?;
        Ok(conn.execute_batch("COMMIT")?)
    })?;
    build::close(conn)
}

/// The rows of a budget being built.
pub struct Bulk<'c> {
    conn: &'c Connection,
    logged: bool,
    clock: Clock,
    merkle: Merkle,
    wall_ms: u64,
    sql: String,
    text: String,
}

impl<'c> Bulk<'c> {
    fn new(conn: &'c Connection, node: Node, logged: bool) -> Self {
        let (sql, text) = (String::new(), String::new());
        let (clock, merkle) = (Clock::first(node), Merkle::new());
        Self { conn, logged, clock, merkle, wall_ms: 0, sql, text }
    }

    /// Sets the time of the following rows, in milliseconds since 1970. Time never goes back.
    pub fn at(&mut self, wall_ms: u64) {
        self.wall_ms = self.wall_ms.max(wall_ms);
    }

    /// Writes one row. Null columns keep their defaults.
    ///
    /// # Errors
    /// [`FileError::Sql`] for an unknown table or column, or a duplicate id.
    pub fn row(
        &mut self,
        table: &'static str,
        id: &str,
        columns: &[(&'static str, Value)],
    ) -> Result<(), FileError> {
        self.insert(table, id, columns)?;
        if self.logged {
            for (column, value) in columns.iter().filter(|(_, value)| *value != Value::Null) {
                self.log(table, id, column, value)?;
            }
        }
        Ok(())
    }

    /// Runs a statement with one text parameter for a table that is never synced.
    ///
    /// # Errors
    /// [`FileError::Sql`].
    pub fn local(&mut self, sql: &str, parameter: &str) -> Result<(), FileError> {
        self.conn.prepare_cached(sql)?.execute([parameter])?;
        Ok(())
    }

    fn insert(
        &mut self,
        table: &str,
        id: &str,
        columns: &[(&'static str, Value)],
    ) -> Result<(), FileError> {
        self.sql.clear();
        for part in ["INSERT INTO ", table, " (id"] {
            self.sql.push_str(part);
        }
        for (column, _) in columns {
            self.sql.push_str(", ");
            self.sql.push_str(column);
        }
        self.sql.push_str(") VALUES (?");
        self.sql.push_str(&", ?".repeat(columns.len()));
        self.sql.push(')');
        let mut statement = self.conn.prepare_cached(&self.sql)?;
        statement.raw_bind_parameter(1, id)?;
        for (place, (_, value)) in columns.iter().enumerate() {
            statement.raw_bind_parameter(place + 2, bound(value))?;
        }
        statement.raw_execute()?;
        Ok(())
    }

    fn log(&mut self, table: &str, id: &str, column: &str, value: &Value) -> Result<(), FileError> {
        let stamp = match self.clock.send(self.wall_ms) {
            Ok(stamp) => stamp,
            Err(_) => {
                // The counter of this millisecond is exhausted.
                self.wall_ms = self.clock.now().millis() + 1;
                self.clock.send(self.wall_ms).map_err(|_| rusqlite::Error::InvalidQuery)?
            }
        };
        self.merkle.insert(&stamp);
        self.text.clear();
        value.write_text(&mut self.text);
        let mut statement = self.conn.prepare_cached(LOG)?;
        statement.execute((stamp.text().as_str(), table, id, column, &self.text))?;
        Ok(())
    }

    fn finish(mut self) -> Result<(), FileError> {
        self.merkle.prune();
        let (stamp, merkle) = (self.clock.now().text(), self.merkle.to_json());
        let clock = format!("{{\"timestamp\":\"{}\",\"merkle\":{merkle}}}", stamp.as_str());
        let sql = "INSERT INTO messages_clock (id, clock) VALUES (1, ?)";
        self.conn.execute(sql, [clock])?;
        Ok(())
    }
}

fn bound(value: &Value) -> ToSqlOutput<'_> {
    ToSqlOutput::Borrowed(match value {
        Value::Null | Value::Unreadable(_) => ValueRef::Null,
        Value::Integer(number) => ValueRef::Integer(*number),
        Value::Real(number) => ValueRef::Real(*number),
        Value::Text(text) => ValueRef::Text(text.as_bytes()),
    })
}
