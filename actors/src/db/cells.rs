//! Reads single stored cells of a row.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};
use sobre_engine::crdt::Value;

use super::error::DbError;
use super::schema::Table;

/// The stored values of some columns of a row; `None` if the row does not exist.
pub(super) fn read_cells(
    conn: &Connection,
    table: &Table,
    id: &str,
    columns: &[usize],
) -> Result<Option<Vec<Value>>, DbError> {
    let read = || -> rusqlite::Result<Option<Vec<Value>>> {
        let mut sql = String::from("SELECT ");
        for (at, column) in columns.iter().enumerate() {
            sql.push_str(if at == 0 { "" } else { ", " });
            push_name(&mut sql, table, *column);
        }
        sql.push_str(" FROM ");
        sql.push_str(table.name);
        sql.push_str(" WHERE id = ?");
        let mut statement = conn.prepare_cached(&sql)?;
        let count = statement.column_count();
        let mut found = statement.query(params_from_iter([id]))?;
        let Some(row) = found.next()? else { return Ok(None) };
        (0..count).map(|at| Ok(value_of(row.get_ref(at)?))).collect::<Result<_, _>>().map(Some)
    };
    read().map_err(DbError::sqlite("reading a row"))
}

/// A stored value; bytes that are not text read as null.
pub(super) fn value_of(stored: ValueRef<'_>) -> Value {
    match stored {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::number(number),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            std::str::from_utf8(bytes).map_or(Value::Null, Value::from)
        }
    }
}

/// Adds the quoted name of a column.
pub(super) fn push_name(sql: &mut String, table: &Table, column: usize) {
    sql.push('"');
    sql.push_str(table.columns[column].name);
    sql.push('"');
}
