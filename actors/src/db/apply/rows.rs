//! Reads and writes single rows of datasets. SQL text consists of schema constants only, and its
//! statements stay prepared.

use std::sync::Arc;

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _};
use sobre_engine::crdt::Value;

use super::batch::RowWrite;
use crate::db::cells::{push_name, read_cells, value_of};
use crate::db::error::{ApplyError, DbError};
use crate::db::facts::{Tracker, Write};
use crate::db::schema::{Column, Kind, Table};
use crate::db::undo::{Recording, StepRow};

/// Writes every row, transactions first, and reports them to the tracker. Returns the inverse for
/// undo, if it is to be recorded.
pub(super) fn write_all(
    conn: &Connection,
    rows: &[RowWrite<'_>],
    recording: Recording,
    tracker: &mut Tracker<'_>,
) -> Result<Vec<StepRow>, ApplyError> {
    let mut writer = Writer { conn, recording, step: Vec::new(), sql: String::new() };
    if tracker.reads_all_facts() {
        rows.iter().try_for_each(|row| writer.write(row).map(drop))?;
        return Ok(writer.step);
    }
    let (transactions, others): (Vec<_>, Vec<_>) =
        rows.iter().partition(|row| row.table.name == "transactions");
    let names: Vec<_> = transactions.iter().map(|row| names_of(row)).collect();
    let writes: Vec<_> =
        transactions.iter().zip(&names).map(|(row, names)| row.described(names)).collect();
    let judged = tracker.before_transactions(&writes)?;
    for row in transactions {
        writer.write(row)?;
    }
    tracker.after_transactions(&judged)?;
    for row in others {
        let columns = names_of(row);
        let described = row.described(&columns);
        tracker.before_row(described)?;
        let created = writer.write(row)?;
        tracker.after_row(described, created)?;
    }
    Ok(writer.step)
}

/// The splits that lines belong to whose parent is about to be written.
pub(super) fn splits_left(
    conn: &Connection,
    rows: &[RowWrite<'_>],
) -> Result<Vec<Arc<str>>, DbError> {
    let is_moved = |row: &&RowWrite<'_>| {
        row.table.name == "transactions" && names_of(row).contains(&"parent_id")
    };
    let mut left = Vec::new();
    let mut read = || -> rusqlite::Result<()> {
        let mut parent = conn.prepare_cached(
            "SELECT CAST(parent_id AS TEXT) FROM transactions \
             WHERE id = ?1 AND parent_id IS NOT NULL",
        )?;
        for row in rows.iter().filter(is_moved) {
            let found = parent.query_row([&**row.id], |row| row.get::<_, String>(0)).optional()?;
            left.extend(found.map(Arc::from));
        }
        Ok(())
    };
    read().map_err(DbError::sqlite("reading splits"))?;
    Ok(left)
}

impl RowWrite<'_> {
    /// The names of the written columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<'_> {
        columns(self).map(|column| self.table.columns[column].name)
    }

    fn described<'w>(&'w self, columns: &'w [&'static str]) -> Write<'w> {
        Write { table: self.table, id: self.id, columns }
    }
}

fn names_of(row: &RowWrite<'_>) -> Vec<&'static str> {
    row.names().collect()
}

struct Writer<'c> {
    conn: &'c Connection,
    recording: Recording,
    step: Vec<StepRow>,
    sql: String,
}

impl Writer<'_> {
    /// Updates the row, or inserts it if it does not exist; returns whether it was inserted.
    fn write(&mut self, row: &RowWrite<'_>) -> Result<bool, ApplyError> {
        let mut is_new = false;
        if self.recording != Recording::Nothing {
            let columns: Vec<usize> = columns(row).collect();
            let before = read_cells(self.conn, row.table, row.id, &columns)?;
            is_new = before.is_none();
            self.step.extend(StepRow::of(row.table, row.id, before, values(row), self.recording));
        }
        let refused = |error| refused(row.table, error);
        if row.cells.is_empty() {
            insert_sql(row, "INSERT OR IGNORE", &mut self.sql);
            return Ok(execute(self.conn, row, &self.sql).map_err(refused)? > 0);
        }
        if !is_new {
            update_sql(row, &mut self.sql);
            if execute(self.conn, row, &self.sql).map_err(refused)? > 0 {
                return Ok(false);
            }
        }
        insert_sql(row, "INSERT", &mut self.sql);
        execute(self.conn, row, &self.sql).map_err(refused)?;
        Ok(true)
    }
}

fn columns<'a>(row: &'a RowWrite<'_>) -> impl Iterator<Item = usize> + 'a {
    row.cells.iter().map(|cell| cell.column)
}

fn values<'a>(row: &'a RowWrite<'_>) -> impl Iterator<Item = (usize, Value)> + 'a {
    row.cells.iter().map(|cell| (cell.column, value_of(cell.value)))
}

fn execute(conn: &Connection, row: &RowWrite<'_>, sql: &str) -> rusqlite::Result<usize> {
    let mut statement = conn.prepare_cached(sql)?;
    statement.raw_bind_parameter(1, &**row.id)?;
    for (at, cell) in row.cells.iter().enumerate() {
        statement.raw_bind_parameter(at + 2, ToSqlOutput::Borrowed(cell.value))?;
    }
    statement.raw_execute()
}

fn update_sql(row: &RowWrite<'_>, sql: &mut String) {
    use std::fmt::Write as _;
    sql.clear();
    sql.push_str("UPDATE ");
    sql.push_str(row.table.name);
    for (at, column) in columns(row).enumerate() {
        sql.push_str(if at == 0 { " SET " } else { ", " });
        push_name(sql, row.table, column);
        let _ = write!(sql, " = ?{}", at + 2);
    }
    sql.push_str(" WHERE id = ?1");
}

fn insert_sql(row: &RowWrite<'_>, insert: &str, sql: &mut String) {
    sql.clear();
    sql.push_str(insert);
    sql.push_str(" INTO ");
    sql.push_str(row.table.name);
    sql.push_str(" (id");
    for column in columns(row).chain(blank_columns(row)) {
        sql.push_str(", ");
        push_name(sql, row.table, column);
    }
    sql.push_str(") VALUES (?");
    for _ in &row.cells {
        sql.push_str(", ?");
    }
    for _ in blank_columns(row) {
        sql.push_str(", ''");
    }
    sql.push(')');
}

/// Required texts that a new row lacks. Their messages may arrive later.
fn blank_columns(row: &RowWrite<'_>) -> impl Iterator<Item = usize> {
    let is_blank = |column: &Column| column.required && column.kind == Kind::Text;
    let required = row.table.columns.iter().enumerate().filter(move |(_, it)| is_blank(it));
    required.map(|(at, _)| at).filter(|at| columns(row).all(|column| column != *at))
}

/// A rule of the table was broken, or storage failed.
fn refused(table: &Table, error: rusqlite::Error) -> ApplyError {
    let broken_rule = error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation);
    if broken_rule {
        ApplyError::InvalidSchema(format!("a row of {} breaks a rule of its table", table.name))
    } else {
        DbError::sqlite("writing a row")(error).into()
    }
}
