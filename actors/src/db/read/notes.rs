//! Notes.

use rusqlite::{Connection, OptionalExtension as _, Result};

use crate::contract::notes::Notes;

/// All notes with a text.
pub(crate) fn all(reader: &Connection) -> Result<Notes> {
    let mut statement =
        reader.prepare_cached("SELECT id, note FROM notes WHERE ifnull(note, '') <> ''")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Whether an item has a note with a text.
pub(crate) fn is_there(reader: &Connection, id: &str) -> Result<bool> {
    let mut note =
        reader.prepare_cached("SELECT 1 FROM notes WHERE id = ?1 AND ifnull(note, '') <> ''")?;
    note.exists([id])
}

/// The text of a note.
pub(crate) fn text(reader: &Connection, id: &str) -> Result<Option<String>> {
    let mut statement = reader.prepare_cached("SELECT note FROM notes WHERE id = ?1")?;
    Ok(statement.query_row([id], |row| row.get::<_, Option<String>>(0)).optional()?.flatten())
}
