//! Copying rows, table by table and column by column, from a checked source into tables of ours.
//! Tables and columns we do not have are left behind.

use std::collections::BTreeMap;

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, ErrorCode};

use super::source::unreadable;
use super::values::{Kind, checked};
use crate::files::build;
use crate::files::error::FileError;

/// Tables whose rows are not taken over: what our steps record themselves, and caches.
const LEFT_OUT: &[&str] = &["__migrations__", "__meta__", "kvcache", "kvcache_key"];

/// Tables that our steps fill; what they made gives way to what the file holds.
const FILLED_BY_STEPS: &[&str] = &["dashboard", "dashboard_pages"];

struct Column {
    name: String,
    kind: Kind,
}

/// Copies every table that the target has.
pub(super) fn copy_rows(source: &Connection, target: &Connection) -> Result<(), FileError> {
    let tables = tables(target)?;
    for (table, columns) in &tables {
        check_columns(source, table, columns)?;
    }
    build::without_indexes(target, |target| {
        target.execute_batch("BEGIN")?;
        for (table, columns) in &tables {
            copy_table(source, target, table, columns)?;
        }
        Ok(target.execute_batch("COMMIT")?)
    })
}

fn tables(target: &Connection) -> Result<BTreeMap<String, Vec<Column>>, FileError> {
    let mut statement = target.prepare(
        "SELECT t.name, c.name, c.type, c.pk
           FROM sqlite_master t, pragma_table_info(t.name) c
          WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid",
    )?;
    let mut rows = statement.query([])?;
    let mut tables: BTreeMap<String, Vec<Column>> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let (table, name, declared): (String, String, String) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        if !LEFT_OUT.contains(&table.as_str()) {
            let kind = Kind::of(&table, &name, &declared, row.get(3)?);
            tables.entry(table).or_default().push(Column { name, kind });
        }
    }
    Ok(tables)
}

fn check_columns(source: &Connection, table: &str, ours: &[Column]) -> Result<(), FileError> {
    let sql = "SELECT name, hidden FROM pragma_table_xinfo(?1)";
    let mut statement = source.prepare(sql).map_err(unreadable)?;
    let rows = statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)));
    let theirs: BTreeMap<String, i64> = rows.and_then(Iterator::collect).map_err(unreadable)?;
    if theirs.is_empty() {
        return Err(FileError::InvalidSchema(format!("the table {table} is missing")));
    }
    for column in ours {
        match theirs.get(&column.name) {
            Some(0) => {}
            Some(_) => {
                let what = format!("{table}.{} is a generated column", column.name);
                return Err(FileError::InvalidSchema(what));
            }
            None => {
                let what = format!("the column {table}.{} is missing", column.name);
                return Err(FileError::InvalidSchema(what));
            }
        }
    }
    Ok(())
}

fn copy_table(
    source: &Connection,
    target: &Connection,
    table: &str,
    columns: &[Column],
) -> Result<(), FileError> {
    let names: Vec<_> = columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
    let names = names.join(", ");
    let marks = vec!["?"; columns.len()].join(", ");
    if FILLED_BY_STEPS.contains(&table) {
        target.execute(&format!("DELETE FROM \"{table}\""), [])?;
    }
    let mut insert =
        target.prepare(&format!("INSERT INTO \"{table}\" ({names}) VALUES ({marks})"))?;
    let mut select = source
        .prepare(&format!("SELECT {names} FROM \"{table}\" NOT INDEXED"))
        .map_err(unreadable)?;
    let mut rows = select.query([]).map_err(unreadable)?;
    let mut number = 0_u64;
    while let Some(row) = rows.next().map_err(unreadable)? {
        number += 1;
        for (place, column) in columns.iter().enumerate() {
            let value = row.get_ref(place).map_err(unreadable)?;
            let value = checked(column.kind, value).map_err(|what| {
                FileError::InvalidSchema(format!("{table}.{} in row {number} {what}", column.name))
            })?;
            insert.raw_bind_parameter(place + 1, ToSqlOutput::Borrowed(value))?;
        }
        insert.raw_execute().map_err(|error| refused(table, number, error))?;
    }
    Ok(())
}

/// A row that breaks a rule of our tables (a missing or doubled key) is the file's fault.
fn refused(table: &str, number: u64, error: rusqlite::Error) -> FileError {
    if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) {
        FileError::InvalidSchema(format!("row {number} of {table}: {error}"))
    } else {
        FileError::Sql(error)
    }
}
