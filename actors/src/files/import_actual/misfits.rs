//! Unsuitable values in a file. Other programs write whatever they receive, so a malformed message
//! leaves such a value in their tables. It is replaced by the value of a device that set the
//! message aside: the last suitable value of the log, or else the default.

use rusqlite::Connection;
use rusqlite::types::ToSqlOutput;
use sobre_engine::crdt::Value;

use crate::db::facts::{index_log, is_about};
use crate::db::fit;
use crate::db::schema::{self, Column};
use crate::files::error::FileError;

/// Most such values in a file. More cannot come from malformed messages.
pub(super) const MOST: usize = 100_000;

/// A cell whose value was not copied.
#[derive(Debug)]
pub(super) struct Misfit {
    pub(super) table: String,
    /// Id of its row, if that has one.
    pub(super) id: Option<String>,
    pub(super) cell: Column,
    /// Its place and its fault, for users.
    pub(super) what: String,
}

/// Sets each cell's value. If the log has no message for a cell, no message caused its value. Then
/// a server's file, which other devices use as it is, gets the default, and any other file is
/// refused.
///
/// # Errors
/// [`FileError::InvalidSchema`].
pub(super) fn settle(
    target: &Connection,
    misfits: &[Misfit],
    is_shared: bool,
) -> Result<(), FileError> {
    if misfits.is_empty() {
        return Ok(());
    }
    tracing::warn!(count = misfits.len(), "values of a budget do not fit its tables");
    index_log(target)?;
    target.execute_batch("BEGIN")?;
    for misfit in misfits {
        match logged(target, misfit)? {
            LoggedValue::Fitting(value) => misfit.write(target, &value)?,
            LoggedValue::Others => {}
            LoggedValue::Nothing if is_shared => {}
            LoggedValue::Nothing => return Err(FileError::InvalidSchema(misfit.what.clone())),
        }
    }
    Ok(target.execute_batch("COMMIT")?)
}

/// The log's messages for a cell.
enum LoggedValue {
    Fitting(Value),
    /// Only unsuitable values.
    Others,
    Nothing,
}

fn logged(target: &Connection, misfit: &Misfit) -> Result<LoggedValue, FileError> {
    let mut statement = target.prepare_cached(concat!(
        "SELECT value FROM messages_crdt WHERE dataset = ?1 AND column = ?3 AND ",
        is_about!("?2"),
        " ORDER BY timestamp DESC"
    ))?;
    let mut rows = statement.query((&misfit.table, &misfit.id, misfit.cell.name))?;
    let mut logged = LoggedValue::Nothing;
    while let Some(row) = rows.next()? {
        let value = Value::received(row.get_ref(0)?.as_str().unwrap_or_default());
        if fit::received(misfit.cell, &value).is_some() {
            return Ok(LoggedValue::Fitting(value));
        }
        logged = LoggedValue::Others;
    }
    Ok(logged)
}

impl Misfit {
    fn write(&self, target: &Connection, value: &Value) -> Result<(), FileError> {
        let Some(table) = schema::table(&self.table) else { return Ok(()) };
        let Some(value) = fit::received(self.cell, value) else { return Ok(()) };
        // A tag name already in use is skipped.
        let (table, column) = (table.name, self.cell.name);
        let sql = format!("UPDATE OR IGNORE {table} SET \"{column}\" = ?2 WHERE id = ?1");
        target.prepare_cached(&sql)?.execute((&self.id, ToSqlOutput::Borrowed(value)))?;
        Ok(())
    }
}
