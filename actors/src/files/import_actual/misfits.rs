//! Values in a file that do not fit their column. Other programs of this family write whatever they
//! receive, so one bent message leaves such a value in their tables. It is replaced by what a
//! device of ours has there, which set that message aside: the last value of the log that fits,
//! else what a new row has.

use rusqlite::Connection;
use rusqlite::types::ToSqlOutput;
use sobre_engine::crdt::Value;

use crate::db::fit;
use crate::db::schema::{self, Column};
use crate::files::error::FileError;

/// Most such values of a file. Beyond, it was not bent by messages.
pub(super) const MOST: usize = 100_000;

/// A cell whose value was left behind.
#[derive(Debug)]
pub(super) struct Misfit {
    pub(super) table: String,
    /// Id of its row, if that has one.
    pub(super) id: Option<String>,
    pub(super) cell: Column,
    /// Where it is and what is wrong with it, for people.
    pub(super) what: String,
}

/// Gives each cell its value. Where the log says nothing of a cell, no message bent it: then a
/// file of a server, which other devices use as it is, keeps the default, and any other file is
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
    target.execute_batch("BEGIN")?;
    for misfit in misfits {
        match logged(target, misfit)? {
            Logged::Fitting(value) => misfit.write(target, &value)?,
            Logged::Others => {}
            Logged::Nothing if is_shared => {}
            Logged::Nothing => return Err(FileError::InvalidSchema(misfit.what.clone())),
        }
    }
    Ok(target.execute_batch("COMMIT")?)
}

/// What the log says of a cell.
enum Logged {
    Fitting(Value),
    /// Only values that do not fit.
    Others,
    Nothing,
}

fn logged(target: &Connection, misfit: &Misfit) -> Result<Logged, FileError> {
    let mut statement = target.prepare_cached(
        "SELECT value FROM messages_crdt WHERE dataset = ?1 AND row = ?2 AND column = ?3 \
         ORDER BY timestamp DESC",
    )?;
    let mut rows = statement.query((&misfit.table, &misfit.id, misfit.cell.name))?;
    let mut logged = Logged::Nothing;
    while let Some(row) = rows.next()? {
        let value = Value::received(row.get_ref(0)?.as_str().unwrap_or_default());
        if fit::received(misfit.cell, &value).is_some() {
            return Ok(Logged::Fitting(value));
        }
        logged = Logged::Others;
    }
    Ok(logged)
}

impl Misfit {
    fn write(&self, target: &Connection, value: &Value) -> Result<(), FileError> {
        let Some(table) = schema::table(&self.table) else { return Ok(()) };
        let Some(value) = fit::received(self.cell, value) else { return Ok(()) };
        // A name of a tag that another one has is left out.
        let (table, column) = (table.name, self.cell.name);
        let sql = format!("UPDATE OR IGNORE {table} SET \"{column}\" = ?2 WHERE id = ?1");
        target.prepare_cached(&sql)?.execute((&self.id, ToSqlOutput::Borrowed(value)))?;
        Ok(())
    }
}
