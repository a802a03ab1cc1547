//! Reads and writes single rows of datasets. SQL text consists of schema constants only, and its
//! statements stay prepared.

use std::sync::Arc;

use rusqlite::types::ToSqlOutput;
use rusqlite::{CachedStatement, Connection, ErrorCode, OptionalExtension as _};
use sobre_engine::crdt::Value;

use super::batch::RowWrite;
use crate::db::cells::{find, find_sql, push_name, value_of};
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
    let mut writer = Writer { conn, recording, step: Vec::new(), statements: None };
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
    /// Those of the last row: neighbours mostly have the same columns.
    statements: Option<Statements<'c>>,
}

impl Writer<'_> {
    /// Updates the row, or inserts it if it does not exist; returns whether it was inserted.
    fn write(&mut self, row: &RowWrite<'_>) -> Result<bool, ApplyError> {
        let is_recorded = self.recording != Recording::Nothing;
        let (table, refused) = (row.table, |error| refused(row.table, error));
        let kept = self.statements.take().filter(|kept| kept.are_for(row));
        let fresh = || Statements::new(self.conn, row, is_recorded).map_err(refused);
        let statements = self.statements.insert(kept.map_or_else(fresh, Ok)?);
        let found = find(&mut statements.find, row.id).map_err(refused)?;
        let place = found.as_ref().map(|(rowid, _)| *rowid);
        if is_recorded {
            let before = found.map(|(_, values)| values);
            self.step.extend(StepRow::of(table, row.id, before, values(row), self.recording));
        }
        match place {
            Some(rowid) => statements.update(self.conn, rowid, row),
            None => statements.insert(self.conn, row),
        }
        .map_err(refused)?;
        Ok(place.is_none())
    }
}

/// The statements for rows of a table whose written columns are the same.
struct Statements<'c> {
    table: &'static Table,
    columns: Vec<usize>,
    find: CachedStatement<'c>,
    update: Option<CachedStatement<'c>>,
    insert: Option<CachedStatement<'c>>,
}

impl<'c> Statements<'c> {
    fn new(conn: &'c Connection, row: &RowWrite<'_>, with_values: bool) -> rusqlite::Result<Self> {
        let columns: Vec<usize> = columns(row).collect();
        let read = if with_values { columns.as_slice() } else { &[] };
        let find = conn.prepare_cached(&find_sql(row.table, read))?;
        Ok(Self { table: row.table, columns, find, update: None, insert: None })
    }

    fn are_for(&self, row: &RowWrite<'_>) -> bool {
        self.table.name == row.table.name && columns(row).eq(self.columns.iter().copied())
    }

    fn update(
        &mut self,
        conn: &'c Connection,
        rowid: i64,
        row: &RowWrite<'_>,
    ) -> rusqlite::Result<usize> {
        if row.cells.is_empty() {
            return Ok(0);
        }
        let statement = prepared(&mut self.update, conn, || update_sql(row))?;
        statement.raw_bind_parameter(1, rowid)?;
        execute(statement, row)
    }

    fn insert(&mut self, conn: &'c Connection, row: &RowWrite<'_>) -> rusqlite::Result<usize> {
        let statement = prepared(&mut self.insert, conn, || insert_sql(row))?;
        statement.raw_bind_parameter(1, &**row.id)?;
        execute(statement, row)
    }
}

fn prepared<'s, 'c>(
    statement: &'s mut Option<CachedStatement<'c>>,
    conn: &'c Connection,
    sql: impl FnOnce() -> String,
) -> rusqlite::Result<&'s mut CachedStatement<'c>> {
    Ok(match statement {
        Some(statement) => statement,
        none => none.insert(conn.prepare_cached(&sql())?),
    })
}

/// Runs a statement whose second parameter is the first value.
fn execute(statement: &mut CachedStatement<'_>, row: &RowWrite<'_>) -> rusqlite::Result<usize> {
    for (at, cell) in row.cells.iter().enumerate() {
        statement.raw_bind_parameter(at + 2, ToSqlOutput::Borrowed(cell.value))?;
    }
    statement.raw_execute()
}

fn columns<'a>(row: &'a RowWrite<'_>) -> impl Iterator<Item = usize> + 'a {
    row.cells.iter().map(|cell| cell.column)
}

fn values<'a>(row: &'a RowWrite<'_>) -> impl Iterator<Item = (usize, Value)> + 'a {
    row.cells.iter().map(|cell| (cell.column, value_of(cell.value)))
}

fn update_sql(row: &RowWrite<'_>) -> String {
    use std::fmt::Write as _;
    let mut sql = String::from("UPDATE ");
    sql.push_str(row.table.name);
    for (at, column) in columns(row).enumerate() {
        sql.push_str(if at == 0 { " SET " } else { ", " });
        push_name(&mut sql, row.table, column);
        let _ = write!(sql, " = ?{}", at + 2);
    }
    sql.push_str(" WHERE rowid = ?1");
    sql
}

fn insert_sql(row: &RowWrite<'_>) -> String {
    let mut sql = String::from("INSERT INTO ");
    sql.push_str(row.table.name);
    sql.push_str(" (id");
    for column in columns(row).chain(blank_columns(row)) {
        sql.push_str(", ");
        push_name(&mut sql, row.table, column);
    }
    sql.push_str(") VALUES (?");
    for _ in &row.cells {
        sql.push_str(", ?");
    }
    for _ in blank_columns(row) {
        sql.push_str(", ''");
    }
    sql.push(')');
    sql
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
