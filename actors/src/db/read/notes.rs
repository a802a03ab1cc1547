//! Notes.

use rusqlite::{Connection, Result};

use crate::contract::notes::Notes;

/// All notes with a text.
pub(crate) fn all(reader: &Connection) -> Result<Notes> {
    let mut statement =
        reader.prepare_cached("SELECT id, note FROM notes WHERE IFNULL(note, '') <> ''")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
