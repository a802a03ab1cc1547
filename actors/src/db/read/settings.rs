//! Preferences shared by all devices.

use rusqlite::{Connection, OptionalExtension as _, Result};

/// Keys and texts of the shared preferences.
pub(crate) fn shared(reader: &Connection) -> Result<Vec<(String, String)>> {
    let mut statement =
        reader.prepare_cached("SELECT id, value FROM preferences WHERE value IS NOT NULL")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// The text of one shared preference.
pub(crate) fn value(reader: &Connection, key: &str) -> Result<Option<String>> {
    let mut statement = reader.prepare_cached("SELECT value FROM preferences WHERE id = ?1")?;
    let found = statement.query_row([key], |row| row.get::<_, Option<String>>(0)).optional()?;
    Ok(found.flatten())
}
