//! The history of a value as the message log has it. The log may begin later than a row: a
//! sync reset or an import from another program leaves no messages of earlier changes.

use rusqlite::{Connection, OptionalExtension as _, Result};
use sobre_engine::crdt::Timestamp;

use crate::db::facts::is_about;

/// The messages of one commit about one row are stamped within this time. Each reads the clock.
const COMMIT_MS: u64 = 1_000;

/// Whether two messages may be of one commit: made by the same copy of the budget at one moment.
pub(crate) fn is_one_commit(one: &Timestamp, other: &Timestamp) -> bool {
    one.node() == other.node() && one.millis().abs_diff(other.millis()) <= COMMIT_MS
}

/// When a column of a row was last written.
pub(crate) fn last_write(
    reader: &Connection,
    table: &str,
    row: &str,
    column: &str,
) -> Result<Option<Timestamp>> {
    let mut statement = reader.prepare_cached(concat!(
        "SELECT max(timestamp) FROM messages_crdt WHERE dataset = ?1 AND column = ?3 AND ",
        is_about!("?2")
    ))?;
    stamp(statement.query_row([table, row, column], |row| row.get(0)))
}

/// When a row of any table was last written.
pub(crate) fn last_write_of_row(
    reader: &Connection,
    table: &str,
    row: &str,
) -> Result<Option<Timestamp>> {
    let mut statement = reader.prepare_cached(concat!(
        "SELECT max(timestamp) FROM messages_crdt WHERE dataset = ?1 AND ",
        is_about!("?2")
    ))?;
    stamp(statement.query_row([table, row], |row| row.get(0)))
}

/// When a transaction was added; `None` if the log begins later. A new transaction is the only one
/// that gets its account and its place in one commit.
pub(crate) fn added(reader: &Connection, transaction: &str) -> Result<Option<Timestamp>> {
    let mut statement = reader.prepare_cached(concat!(
        "SELECT min(timestamp) FROM messages_crdt
         WHERE dataset = 'transactions' AND column = ?2 AND ",
        is_about!("?1")
    ))?;
    let mut first = |column| stamp(statement.query_row([transaction, column], |row| row.get(0)));
    let (account, place) = (first("acct")?, first("sort_order")?);
    let is_new = |stamp: &Timestamp| place.is_some_and(|place| is_one_commit(stamp, &place));
    Ok(account.filter(is_new))
}

/// Whether a rule was last written in a commit that gave transactions a category before it, as when
/// it is learned.
pub(crate) fn is_learned(reader: &Connection, written: &Timestamp) -> Result<bool> {
    let mut statement = reader.prepare_cached(
        "SELECT timestamp, dataset = 'transactions' FROM messages_crdt
         WHERE timestamp BETWEEN ?1 AND ?2 AND dataset <> 'rules'
         ORDER BY timestamp DESC LIMIT 1",
    )?;
    let from = Timestamp::since(written.millis().saturating_sub(COMMIT_MS));
    let before = statement.query_row([from.to_string(), written.to_string()], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?))
    });
    Ok(before.optional()?.is_some_and(|(stamp, is_transaction)| {
        is_transaction && stamp.parse().is_ok_and(|stamp| is_one_commit(&stamp, written))
    }))
}

/// When a transaction first got something that only banks say.
pub(crate) fn imported(reader: &Connection, transaction: &str) -> Result<Option<Timestamp>> {
    let mut statement = reader.prepare_cached(concat!(
        "SELECT min(timestamp) FROM messages_crdt WHERE dataset = 'transactions'
             AND column IN ('financial_id', 'imported_description', 'raw_synced_data') AND ",
        is_about!("?1")
    ))?;
    stamp(statement.query_row([transaction], |row| row.get(0)))
}

/// Whether a transaction was given a category that was merged into another one.
pub(crate) fn is_merged(reader: &Connection, transaction: &str) -> Result<bool> {
    let mut statement = reader.prepare_cached(
        "SELECT 1 FROM transactions t JOIN category_mapping m ON m.id = t.category
         WHERE t.id = ?1 AND m.transferId <> t.category",
    )?;
    statement.exists([transaction])
}

fn stamp(read: Result<Option<String>>) -> Result<Option<Timestamp>> {
    Ok(read?.and_then(|text| text.parse().ok()))
}
