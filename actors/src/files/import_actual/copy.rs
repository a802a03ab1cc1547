//! Copies rows, by table and column, from a checked source into our tables. Unknown tables and
//! columns are skipped.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, ErrorCode, Row};

use super::batch::Batch;
use super::misfits::{self, Misfit};
use super::source::unreadable;
use super::values::{Kind, checked};
use crate::files::build;
use crate::files::error::FileError;

/// Tables that are not copied: our own migration records, and caches.
const LEFT_OUT: &[&str] = &["__migrations__", "__meta__", "kvcache", "kvcache_key"];

/// Tables that our migrations fill; the file's rows replace theirs.
const FILLED_BY_STEPS: &[&str] = &["dashboard", "dashboard_pages"];

/// Batches that reading may be ahead of writing.
const BATCHES_AHEAD: usize = 4;

/// Message of the reading thread.
type BatchResult = Result<Batch, FileError>;

/// Columns by table.
type Tables = BTreeMap<String, Vec<Column>>;

struct Column {
    name: String,
    kind: Kind,
    /// Its default.
    default: Value,
}

/// Copies every table that the target has. One thread reads and checks, the other writes. Returns
/// the cells with unsuitable values, which got their defaults.
pub(super) fn copy_rows(source: Connection, target: &Connection) -> Result<Vec<Misfit>, FileError> {
    let tables = tables(target)?;
    for (table, columns) in &tables {
        check_columns(&source, table, columns)?;
    }
    let (sender, batches) = sync_channel(BATCHES_AHEAD);
    thread::scope(|scope| {
        let read = &tables;
        let reading = scope.spawn(move || send_tables(&source, read, &sender));
        build::without_indexes(target, |target| {
            target.execute_batch("BEGIN")?;
            write_tables(target, &tables, batches)?;
            Ok(target.execute_batch("COMMIT")?)
        })?;
        Ok(reading.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

fn tables(target: &Connection) -> Result<Tables, FileError> {
    let mut statement = target.prepare(
        "SELECT t.name, c.name, c.type, c.pk, c.dflt_value, c.\"notnull\"
           FROM sqlite_master t, pragma_table_info(t.name) c
          WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid",
    )?;
    let mut rows = statement.query([])?;
    let mut tables = Tables::new();
    while let Some(row) = rows.next()? {
        let (table, name, declared): (String, String, String) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        if !LEFT_OUT.contains(&table.as_str()) {
            let kind = Kind::of(&table, &name, &declared, row.get(3)?);
            let default = default_of(target, row)?;
            tables.entry(table).or_default().push(Column { name, kind, default });
        }
    }
    Ok(tables)
}

/// The default of one of our columns as described in `row`; an empty text if it has none and must
/// not be null.
fn default_of(target: &Connection, row: &Row<'_>) -> Result<Value, FileError> {
    let default = row.get::<_, Option<String>>(4)?;
    match (default, row.get(5)?) {
        (Some(default), _) => {
            Ok(target.query_row(&format!("SELECT {default}"), [], |it| it.get(0))?)
        }
        (None, true) => Ok(Value::Text(String::new())),
        (None, false) => Ok(Value::Null),
    }
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

/// Reads the rows of all tables in batches, until the first error or until the receiver is gone.
fn send_tables(
    source: &Connection,
    tables: &Tables,
    sender: &SyncSender<BatchResult>,
) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    for (place, (table, columns)) in tables.iter().enumerate() {
        let sent = send_table(source, &TableRead { place, table, columns }, sender, &mut misfits);
        if let Err(error) = sent {
            // Fails only if the other side has an error of its own.
            let _ = sender.send(Err(error));
            break;
        }
    }
    misfits
}

/// A table to read, and its place among all tables.
struct TableRead<'t> {
    place: usize,
    table: &'t str,
    columns: &'t [Column],
}

fn send_table(
    source: &Connection,
    &TableRead { place, table, columns }: &TableRead<'_>,
    sender: &SyncSender<BatchResult>,
    found: &mut Vec<Misfit>,
) -> Result<(), FileError> {
    let sql = format!("SELECT {} FROM \"{table}\" NOT INDEXED", names(columns));
    let mut select = source.prepare(&sql).map_err(unreadable)?;
    let mut rows = select.query([]).map_err(unreadable)?;
    let mut batch = Batch::new(place, 1);
    let mut number = 0;
    while let Some(row) = rows.next().map_err(unreadable)? {
        number += 1;
        for (place, column) in columns.iter().enumerate() {
            let value = row.get_ref(place).map_err(unreadable)?;
            let value = match checked(column.kind, value) {
                Ok(value) => value,
                Err(what) => {
                    let what = format!("{table}.{} in row {number} {what}", column.name);
                    let Kind::Cell(cell) = column.kind else {
                        return Err(FileError::InvalidSchema(what));
                    };
                    if found.len() == misfits::MOST {
                        return Err(FileError::InvalidSchema(what));
                    }
                    let id = id_of(row, columns).map_err(unreadable)?;
                    found.push(Misfit { table: table.to_owned(), id, cell, what });
                    ValueRef::from(&column.default)
                }
            };
            batch.push(value);
        }
        if batch.is_full() {
            let full = std::mem::replace(&mut batch, Batch::new(place, number + 1));
            if sender.send(Ok(full)).is_err() {
                return Ok(());
            }
        }
    }
    let _ = sender.send(Ok(batch));
    Ok(())
}

/// The id of a row; none in tables that are never synced.
fn id_of(row: &Row<'_>, columns: &[Column]) -> rusqlite::Result<Option<String>> {
    let Some(at) = columns.iter().position(|column| column.name == "id") else { return Ok(None) };
    Ok(row.get_ref(at)?.as_str().ok().map(str::to_owned))
}

fn write_tables(
    target: &Connection,
    tables: &Tables,
    batches: Receiver<BatchResult>,
) -> Result<(), FileError> {
    for table in FILLED_BY_STEPS.iter().filter(|table| tables.contains_key(**table)) {
        target.execute(&format!("DELETE FROM \"{table}\""), [])?;
    }
    let mut inserts = Vec::with_capacity(tables.len());
    for (table, columns) in tables {
        let marks = vec!["?"; columns.len()].join(", ");
        let sql = format!("INSERT INTO \"{table}\" ({}) VALUES ({marks})", names(columns));
        inserts.push((table, columns.len(), target.prepare(&sql)?));
    }
    for batch in batches {
        let batch = batch?;
        let Some((table, columns, insert)) = inserts.get_mut(batch.table) else { continue };
        let mut place = 0;
        let mut number = batch.first;
        for value in batch.values() {
            place += 1;
            insert.raw_bind_parameter(place, ToSqlOutput::Borrowed(value))?;
            if place == *columns {
                insert.raw_execute().map_err(|error| refused(table, number, error))?;
                number += 1;
                place = 0;
            }
        }
    }
    Ok(())
}

fn names(columns: &[Column]) -> String {
    let names: Vec<_> = columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
    names.join(", ")
}

/// A row that violates a rule of our tables (a missing or duplicate key) is the file's fault.
fn refused(table: &str, number: u64, error: rusqlite::Error) -> FileError {
    if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) {
        FileError::InvalidSchema(format!("row {number} of {table}: {error}"))
    } else {
        FileError::Sql(error)
    }
}
