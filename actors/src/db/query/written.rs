//! The rows that the message log lists as written since a list was read.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::QueryError;

/// With more messages than this since then, lists are read again.
const MOST_MESSAGES: i64 = 2_000;
/// Datasets that no transaction refers to.
const ELSEWHERE: [&str; 6] =
    ["zero_budgets", "reflect_budgets", "zero_budget_months", "notes", "preferences", "prefs"];

/// The end of the message log, which identifies the state of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    message: i64,
    timestamp: String,
}

/// The current state; `None` if the log is empty.
pub(super) fn state(conn: &Connection) -> Result<Option<State>, QueryError> {
    let mut last =
        conn.prepare_cached("SELECT id, timestamp FROM messages_crdt ORDER BY id DESC LIMIT 1")?;
    let state =
        last.query_row([], |row| Ok(State { message: row.get(0)?, timestamp: row.get(1)? }));
    Ok(state.optional()?)
}

/// Transactions written since a state of the log.
pub(super) struct Written {
    pub(super) rows: BTreeSet<String>,
    /// Whether days were written, so that rows may have left unknown months.
    pub(super) days: bool,
    /// Whether parents were written, so that rows may have left splits.
    pub(super) parents: bool,
}

/// The transactions written since, if the log still shows that and no referenced row was written.
pub(super) fn written_since(
    conn: &Connection,
    since: &State,
) -> Result<Option<Written>, QueryError> {
    let known: Option<String> = conn
        .prepare_cached("SELECT timestamp FROM messages_crdt WHERE id = ?1")?
        .query_row([since.message], |row| row.get(0))
        .optional()?;
    if known.as_ref() != Some(&since.timestamp) {
        return Ok(None);
    }
    let mut later = conn.prepare_cached(
        "SELECT dataset, row, column FROM messages_crdt WHERE id > ?1 ORDER BY id LIMIT ?2",
    )?;
    let mut messages = later.query(params![since.message, MOST_MESSAGES + 1])?;
    let mut written = Written { rows: BTreeSet::new(), days: false, parents: false };
    let mut count = 0;
    while let Some(message) = messages.next()? {
        count += 1;
        let (dataset, column) = (message.get_ref(0)?.as_str(), message.get_ref(2)?.as_str());
        match dataset.unwrap_or_default() {
            _ if count > MOST_MESSAGES => return Ok(None),
            "transactions" => {
                written.days |= column == Ok("date");
                written.parents |= column == Ok("parent_id");
                written.rows.insert(message.get(1)?);
            }
            dataset if ELSEWHERE.contains(&dataset) => {}
            _ => return Ok(None),
        }
    }
    Ok(Some(written))
}
