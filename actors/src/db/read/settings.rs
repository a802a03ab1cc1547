//! Preferences shared by all devices.

use rusqlite::{Connection, Result};

/// Keys and texts of the shared preferences.
pub(crate) fn shared(reader: &Connection) -> Result<Vec<(String, String)>> {
    let mut statement =
        reader.prepare_cached("SELECT id, value FROM preferences WHERE value IS NOT NULL")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
