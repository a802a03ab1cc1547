//! Converts rows to JSON text: values by type, children under their parents, and categories under
//! their groups. Rows are written directly in the form of the response.

use std::collections::HashMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params_from_iter};
use serde_json::Value;
use sobre_engine::money::{Total, nearest};
use sobre_engine::query::{Column, Literal, Query, Type};

use super::QueryError;
use super::response_memory::ResponseMemory;
use super::statement::Statement;

/// A row of a query and the extra columns of grouped splits.
pub(super) struct FoundRow {
    /// The object without its closing brace.
    pub(super) text: Box<[u8]>,
    /// The row's id, if the statement selects it.
    pub(super) id: Option<String>,
    /// The id of the parent or group.
    pub(super) parent: Option<String>,
    /// Whether the row passed the filter.
    pub(super) passed: bool,
}

/// The columns of a statement after those of the select.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtraColumns {
    None,
    /// The id.
    Id,
    /// Whether the row passed, its parent and its id.
    Split,
}

/// Approximate overhead of an allocation.
const PIECE_BYTES: usize = 16;

impl FoundRow {
    /// Bytes of memory of the row until it is written to the list.
    fn bytes(&self) -> usize {
        let text =
            |text: &Option<String>| text.as_ref().map_or(0, |it| it.capacity() + PIECE_BYTES);
        let own = size_of::<Self>() + self.text.len() + PIECE_BYTES;
        own + text(&self.id) + text(&self.parent)
    }
}

/// Runs a statement.
pub(super) fn read(
    conn: &Connection,
    query: &Query,
    statement: &Statement,
    extra: ExtraColumns,
    memory: &ResponseMemory<'_>,
) -> Result<Vec<FoundRow>, QueryError> {
    let keys = keys(query)?;
    let mut found = Vec::new();
    let mut remaining = statement.remaining;
    let mut text = Vec::new();
    each(conn, statement, |row| {
        write_row(row, query, &keys, &mut text, &mut remaining)?;
        let row = found_row(row, query, &text, extra)?;
        memory.take(row.bytes(), row.text.len() + ",}".len())?;
        found.push(row);
        Ok::<_, QueryError>(())
    })?;
    Ok(found)
}

/// The value of the first column in the first row, if there is a row.
pub(super) fn first_value(
    conn: &Connection,
    query: &Query,
    statement: &Statement,
) -> Result<Option<Value>, QueryError> {
    let Some(column) = query.select.first() else { return Ok(None) };
    let mut first = None;
    each(conn, statement, |row| {
        if first.is_none() {
            let mut text = Vec::new();
            write_value(&mut text, column, row.get_ref(0)?)?;
            first = Some(serde_json::from_slice(&text).map_err(|_| QueryError::TooLarge)?);
        }
        Ok::<_, QueryError>(())
    })?;
    Ok(first)
}

/// Every key in written form.
pub(super) fn keys(query: &Query) -> Result<Vec<Vec<u8>>, QueryError> {
    let key = |(place, column): (usize, &Column)| {
        let mut text = if place == 0 { Vec::new() } else { vec![b','] };
        write(&mut text, &column.key)?;
        text.push(b':');
        Ok(text)
    };
    query.select.iter().enumerate().map(key).collect()
}

/// Runs a statement and visits its rows.
pub(super) fn each<E: From<QueryError>>(
    conn: &Connection,
    statement: &Statement,
    visit: impl FnMut(&Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    if statement.sql.len() > CACHED_LENGTH {
        let mut prepared = conn.prepare(&statement.sql).map_err(QueryError::from)?;
        return visit_rows(&mut prepared, statement, visit);
    }
    let mut prepared = conn.prepare_cached(&statement.sql).map_err(QueryError::from)?;
    visit_rows(&mut prepared, statement, visit)
}

/// Longer statements are not cached: they rarely repeat and would fill the cache.
const CACHED_LENGTH: usize = 20_000;

fn visit_rows<E: From<QueryError>>(
    prepared: &mut rusqlite::Statement<'_>,
    statement: &Statement,
    mut visit: impl FnMut(&Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let parameters = params_from_iter(statement.draft.params.iter());
    let mut rows = prepared.query(parameters).map_err(QueryError::from)?;
    while let Some(row) = rows.next().map_err(QueryError::from)? {
        visit(row)?;
    }
    Ok(())
}

/// Writes a row over `text`, without the closing brace.
fn write_row(
    row: &Row<'_>,
    query: &Query,
    keys: &[Vec<u8>],
    text: &mut Vec<u8>,
    remaining: &mut Option<Total>,
) -> Result<(), QueryError> {
    text.clear();
    text.push(b'{');
    let mut added = 0_i64;
    for (index, (column, key)) in query.select.iter().zip(keys).enumerate() {
        text.extend_from_slice(key);
        let value = row.get_ref(index)?;
        match remaining {
            Some(sum) if column.expr.runs_over() => {
                write(text, &nearest(*sum))?;
                added = value.as_i64().unwrap_or(0);
            }
            Some(_) | None => write_value(text, column, value)?,
        }
    }
    *remaining = remaining.map(|sum| sum - Total::from(added));
    Ok(())
}

/// A row with its text, without spare capacity.
fn found_row(
    row: &Row<'_>,
    query: &Query,
    text: &[u8],
    extra: ExtraColumns,
) -> Result<FoundRow, QueryError> {
    let next = query.select.len().max(1);
    let mut found = FoundRow { text: text.into(), id: None, parent: None, passed: true };
    match extra {
        ExtraColumns::None => {}
        ExtraColumns::Id => found.id = row.get(next)?,
        ExtraColumns::Split => {
            found.passed = row.get::<_, Option<bool>>(next)?.unwrap_or(false);
            found.parent = row.get(next + 1)?;
            found.id = row.get(next + 2)?;
        }
    }
    Ok(found)
}

/// Writes a value as JSON.
pub(super) fn write(
    text: &mut Vec<u8>,
    value: &(impl serde::Serialize + ?Sized),
) -> Result<(), QueryError> {
    serde_json::to_writer(text, value).map_err(|_| QueryError::TooLarge)
}

pub(super) fn write_value(
    text: &mut Vec<u8>,
    column: &Column,
    stored: ValueRef<'_>,
) -> Result<(), QueryError> {
    let kind = column.expr.kind;
    match (kind, stored) {
        (Type::Boolean, _) => write(text, &is_true(stored)),
        (Type::Date, ValueRef::Integer(day)) => {
            let (year, month) = (day / 10_000, day / 100 % 100);
            write(text, &format_args!("{year:04}-{month:02}-{:02}", day % 100))
        }
        (Type::Month, ValueRef::Integer(month)) => {
            write(text, &format_args!("{:04}-{:02}", month / 100, month % 100))
        }
        (Type::Year, ValueRef::Integer(year)) => write(text, &format_args!("{year:04}")),
        (Type::Json, _) => write(text, &json(stored).unwrap_or(Value::Null)),
        (Type::JsonOrText, _) => write(text, &json(stored).unwrap_or_else(|| plain(stored))),
        (_, ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => {
            write(text, String::from_utf8_lossy(bytes).as_ref())
        }
        (_, ValueRef::Integer(number)) => write(text, &number),
        (_, ValueRef::Null | ValueRef::Real(_)) => write(text, &plain(stored)),
    }
}

fn is_true(stored: ValueRef<'_>) -> bool {
    match stored {
        ValueRef::Null => false,
        ValueRef::Integer(number) => number != 0,
        ValueRef::Real(number) => number != 0.0,
        ValueRef::Text(text) | ValueRef::Blob(text) => !text.is_empty() && text != b"0",
    }
}

fn json(stored: ValueRef<'_>) -> Option<Value> {
    match stored {
        ValueRef::Text(text) | ValueRef::Blob(text) => serde_json::from_slice(text).ok(),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => Some(plain(stored)),
    }
}

fn plain(stored: ValueRef<'_>) -> Value {
    match stored {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => real(number),
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into(),
    }
}

/// Whole numbers are written without a fraction, as other JSON writers do.
#[expect(clippy::cast_possible_truncation, reason = "guarded by the range test")]
fn real(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 {
        (number as i64).into()
    } else {
        number.into()
    }
}

/// Rows as a list. Each row's memory is freed after it is written.
pub(super) fn list(found: Vec<FoundRow>) -> Vec<u8> {
    let mut text = Vec::with_capacity("[]".len().max(1 + bytes_of(&found, 0)));
    text.push(b'[');
    for row in found {
        push_row(&mut text, &row);
        text.push(b'}');
    }
    text.push(b']');
    text
}

/// Bytes of rows in a list after its first, each with `each` additional bytes.
fn bytes_of(found: &[FoundRow], each: usize) -> usize {
    let unmatched = |row: &FoundRow| if row.passed { 0 } else { ",\"_unmatched\":true".len() };
    found.iter().map(|row| row.text.len() + ",}".len() + unmatched(row) + each).sum()
}

/// Adds a row to a list, without the closing brace.
fn push_row(list: &mut Vec<u8>, row: &FoundRow) {
    if !matches!(list.last(), None | Some(b'[')) {
        list.push(b',');
    }
    list.extend_from_slice(&row.text);
    if !row.passed {
        push_key(list, "_unmatched");
        list.extend_from_slice(b"true");
    }
}

/// Adds a key to the last row.
fn push_key(text: &mut Vec<u8>, key: &str) {
    if text.last() != Some(&b'{') {
        text.push(b',');
    }
    text.push(b'"');
    text.extend_from_slice(key.as_bytes());
    text.extend_from_slice(b"\":");
}

/// Rows as a list, each with its rows of `belonging` under `key`: children with their parents,
/// categories with their groups. Rows that did not pass the filter are marked `_unmatched`.
pub(super) fn list_with(found: Vec<FoundRow>, key: &str, belonging: Vec<FoundRow>) -> Vec<u8> {
    let all = bytes_of(&found, ",\"\":[]".len() + key.len()) + bytes_of(&belonging, 0);
    let mut by_parent: HashMap<String, Vec<u8>> = HashMap::new();
    for mut row in belonging {
        let own = by_parent.entry(row.parent.take().unwrap_or_default()).or_default();
        push_row(own, &row);
        own.push(b'}');
    }
    let mut text = Vec::with_capacity("[]".len().max(1 + all));
    text.push(b'[');
    for row in found {
        push_row(&mut text, &row);
        push_key(&mut text, key);
        let own = row.id.as_deref().and_then(|id| by_parent.remove(id));
        text.push(b'[');
        text.extend_from_slice(&own.unwrap_or_default());
        text.extend_from_slice(b"]}");
    }
    text.push(b']');
    text
}

/// The ids of rows, as a list to bind.
pub(super) fn ids(found: &[FoundRow]) -> Vec<Literal> {
    found.iter().filter_map(|row| row.id.clone()).map(Literal::Text).collect()
}
