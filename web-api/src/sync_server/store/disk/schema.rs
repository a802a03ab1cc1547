//! Opens the databases of the sync server and migrates their tables step by step.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::sync_server::store::error::StoreError;

/// The migrations of a kind of database; its `user_version` is the number of applied ones.
pub(super) type Steps = &'static [&'static str];

pub(super) const CATALOG: Steps = &[include_str!("../../../../../migrations/server/catalog_1.sql")];
pub(super) const MESSAGES: Steps =
    &[include_str!("../../../../../migrations/server/messages_1.sql")];

/// Opens or creates a database. Its commits survive a power cut.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::NewerProgram`].
pub(super) fn open(path: &Path, steps: Steps) -> Result<Connection, StoreError> {
    let mut connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    let done: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(done).unwrap_or(usize::MAX);
    if done > steps.len() {
        return Err(StoreError::NewerProgram);
    }
    for (number, step) in (1_i64..).zip(steps).skip(done) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", number)?;
        transaction.commit()?;
    }
    Ok(connection)
}
