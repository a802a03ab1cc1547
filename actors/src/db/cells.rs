//! Reads single stored cells of a row.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Statement};
use sobre_engine::crdt::Value;

use super::error::DbError;
use super::schema::Table;

/// Selects the number of a row in its table and some columns, by its id.
pub(super) fn find_sql(table: &Table, columns: &[usize]) -> String {
    let mut sql = String::from("SELECT rowid");
    for column in columns {
        sql.push_str(", ");
        push_name(&mut sql, table, *column);
    }
    sql.push_str(" FROM ");
    sql.push_str(table.name);
    sql.push_str(" WHERE id = ?1");
    sql
}

/// Finds a row with a statement of [`find_sql`]: its number and the stored values; `None` if it
/// does not exist.
pub(super) fn find(
    statement: &mut Statement<'_>,
    id: &str,
) -> rusqlite::Result<Option<(i64, Vec<Value>)>> {
    let count = statement.column_count();
    let mut found = statement.query([id])?;
    let Some(row) = found.next()? else { return Ok(None) };
    let values = (1..count).map(|at| Ok(value_of(row.get_ref(at)?)));
    Ok(Some((row.get(0)?, values.collect::<rusqlite::Result<_>>()?)))
}

/// The stored values of some columns of a row; `None` if the row does not exist.
pub(super) fn read_cells(
    conn: &Connection,
    table: &Table,
    id: &str,
    columns: &[usize],
) -> Result<Option<Vec<Value>>, DbError> {
    let read = || find(&mut *conn.prepare_cached(&find_sql(table, columns))?, id);
    let found = read().map_err(DbError::sqlite("reading a row"))?;
    Ok(found.map(|(_, values)| values))
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
