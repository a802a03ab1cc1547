//! From rows to JSON: values by type (spec/5 section 8.7), children under their parents, and
//! categories under their groups.

use std::collections::HashMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params_from_iter};
use serde_json::{Map, Value};
use sobre_engine::query::{Column, Literal, Query, Type};

use super::QueryError;
use super::statement::Statement;

/// A row of a query and the extra columns of grouped splits.
pub(super) struct Found {
    pub(super) data: Map<String, Value>,
    /// The row's id, if the statement gives it.
    pub(super) id: Option<String>,
    /// The parent's id.
    pub(super) parent: Option<String>,
    /// Whether the row passed the filter.
    pub(super) passed: bool,
}

/// The columns a statement gives after those of the select.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extra {
    None,
    Id,
    Split,
}

/// Runs a statement.
pub(super) fn read(
    conn: &Connection,
    query: &Query,
    statement: &Statement,
    extra: Extra,
) -> Result<Vec<Found>, QueryError> {
    let mut found = Vec::new();
    each(conn, statement, |row| {
        found.push(read_row(row, query, extra)?);
        Ok::<_, QueryError>(())
    })?;
    Ok(found)
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

/// Longer statements are not kept: they hardly come again and would fill the cache.
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

fn read_row(row: &Row<'_>, query: &Query, extra: Extra) -> Result<Found, QueryError> {
    let mut data = Map::with_capacity(query.select.len() + 2);
    for (index, column) in query.select.iter().enumerate() {
        data.insert(column.key.clone(), value(column, row.get_ref(index)?));
    }
    let next = query.select.len().max(1);
    let mut found = Found { data, id: None, parent: None, passed: true };
    match extra {
        Extra::None => {}
        Extra::Id => found.id = row.get(next)?,
        Extra::Split => {
            found.passed = row.get::<_, Option<bool>>(next)?.unwrap_or(false);
            found.parent = row.get(next + 1)?;
            found.id = row.get(next + 2)?;
        }
    }
    Ok(found)
}

fn value(column: &Column, stored: ValueRef<'_>) -> Value {
    match column.expr.kind {
        Type::Boolean => Value::Bool(is_true(stored)),
        Type::Date => day(stored),
        Type::Month => match stored.as_i64() {
            Ok(month) => format!("{:04}-{:02}", month / 100, month % 100).into(),
            Err(_) => plain(stored),
        },
        Type::Year => match stored.as_i64() {
            Ok(year) => format!("{year:04}").into(),
            Err(_) => plain(stored),
        },
        Type::Json => json(stored).unwrap_or(Value::Null),
        Type::JsonOrText => json(stored).unwrap_or_else(|| plain(stored)),
        Type::Id | Type::Text | Type::Integer | Type::Float | Type::Null => plain(stored),
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

fn day(stored: ValueRef<'_>) -> Value {
    match stored.as_i64() {
        Ok(day) => format!("{:04}-{:02}-{:02}", day / 10_000, day / 100 % 100, day % 100).into(),
        Err(_) => plain(stored),
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

/// Whole numbers are written without a fraction, as JSON writers elsewhere do.
#[expect(clippy::cast_possible_truncation, reason = "guarded by the range test")]
fn real(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 {
        (number as i64).into()
    } else {
        number.into()
    }
}

/// Parents and normal rows with their children as `subtransactions`; rows that did not pass the
/// filter are marked `_unmatched`.
pub(super) fn with_children(parents: Vec<Found>, children: Vec<Found>) -> Vec<Value> {
    let mut by_parent: HashMap<String, Vec<Value>> = HashMap::new();
    for mut child in children {
        let parent = child.parent.take().unwrap_or_default();
        by_parent.entry(parent).or_default().push(marked(child).into());
    }
    let attach = |parent: Found| {
        let own = parent.id.as_deref().and_then(|id| by_parent.remove(id));
        let mut data = marked(parent);
        data.insert("subtransactions".to_owned(), own.unwrap_or_default().into());
        data.into()
    };
    parents.into_iter().map(attach).collect()
}

fn marked(found: Found) -> Map<String, Value> {
    let mut data = found.data;
    if !found.passed {
        data.insert("_unmatched".to_owned(), true.into());
    }
    data
}

/// Groups with their categories as `categories`.
pub(super) fn with_categories(groups: Vec<Found>, categories: &[Value]) -> Vec<Value> {
    let attach = |group: Found| {
        let belongs = |category: &&Value| {
            category["group"].as_str().is_some_and(|id| Some(id) == group.id.as_deref())
        };
        let own: Vec<Value> = categories.iter().filter(belongs).cloned().collect();
        let mut data = group.data;
        data.insert("categories".to_owned(), own.into());
        data.into()
    };
    groups.into_iter().map(attach).collect()
}

/// The ids of rows, as a list to bind.
pub(super) fn ids(found: &[Found]) -> Vec<Literal> {
    found.iter().filter_map(|row| row.id.clone()).map(Literal::Text).collect()
}
