//! Saved filters.

use rusqlite::{Connection, Result};

/// Ids and names of the live filters.
pub(crate) fn names(reader: &Connection) -> Result<Vec<(String, String)>> {
    let mut statement = reader.prepare_cached(
        "SELECT id, ifnull(name, '') FROM transaction_filters WHERE ifnull(tombstone, 0) = 0",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
