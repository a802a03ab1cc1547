//! Updates a sorted list: the few entries written since are removed and inserted at their new
//! places, so that an edit does not sort again. A binary search among the unchanged rows finds
//! these places, reading keys from the file.

use std::cmp::Ordering;
use std::collections::HashMap;

use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;
use sobre_engine::query::{Expr, ExprKind, Function, Literal, Query, Rows};

use super::QueryError;
use super::row_list::RowList;
use super::rows::each;
use super::statement::row_keys;
use super::written::{State, written_since};

/// With more written entries than this, the list is sorted again.
const MOST_ENTRIES: usize = 200;

/// The order keys of an entry.
type Keys = Vec<SqlValue>;

/// Updates the rows of a list from an earlier state. Returns whether it succeeded: the log may be
/// insufficient, or too much was written. Discard a list if this fails.
pub(super) fn carry(
    conn: &Connection,
    query: &Query,
    (rows, since): (&mut RowList, &State),
) -> Result<bool, QueryError> {
    if query.order.iter().any(|key| compares_otherwise(&key.expr)) {
        return Ok(false);
    }
    let Some(written) = written_since(conn, since)? else { return Ok(false) };
    let tests_parts = query.rows == (Rows::Grouped { each_row: true });
    if written.parents && tests_parts {
        return Ok(false);
    }
    let ids: Vec<&str> = written.rows.iter().map(String::as_str).collect();
    let entries = entries_of(conn, &serde_json::Value::from(ids).to_string())?;
    let gone: Vec<u32> = entries.iter().filter_map(|row| u32::try_from(*row).ok()).collect();
    if entries.len() > MOST_ENTRIES || gone.len() < entries.len() {
        return Ok(false);
    }
    gone.into_iter().for_each(|row| rows.remove(row));
    let mut list = List { conn, query, known: HashMap::new() };
    for (row, keys) in list.read(&entries, true)? {
        rows.insert(row, |other| list.stands_before(other, &keys))?;
        list.known.insert(row, keys);
    }
    Ok(true)
}

/// The row numbers of these ids, a JSON list, and of their split parents.
fn entries_of(conn: &Connection, ids: &str) -> Result<Vec<i64>, QueryError> {
    let mut statement = conn.prepare_cached(
        "SELECT rowid FROM transactions WHERE id IN (SELECT value FROM json_each(?1)) UNION \
         SELECT p.rowid FROM transactions t CROSS JOIN transactions p ON p.id = t.parent_id \
         WHERE t.id IN (SELECT value FROM json_each(?1))",
    )?;
    let entries = statement.query_map([ids], |row| row.get(0))?;
    Ok(entries.collect::<Result<_, _>>()?)
}

/// Whether a key's order differs from that of its value.
fn compares_otherwise(expr: &Expr) -> bool {
    match &expr.node {
        ExprKind::Call(function, args) => {
            *function == Function::NoCase || args.iter().any(compares_otherwise)
        }
        ExprKind::Field(_)
        | ExprKind::Literal(_)
        | ExprKind::Condition(_)
        | ExprKind::CountRows => false,
    }
}

struct List<'a> {
    conn: &'a Connection,
    query: &'a Query,
    /// Keys read before: every entry's search visits the middle of the list.
    known: HashMap<u32, Keys>,
}

impl List<'_> {
    /// Rows with their keys; with `tested` only rows that the query selects.
    fn read(&self, rows: &[i64], tested: bool) -> Result<Vec<(u32, Keys)>, QueryError> {
        let rows: Vec<_> = rows.iter().map(|row| Literal::Integer(*row)).collect();
        let count = self.query.order.len();
        let mut found = Vec::with_capacity(rows.len());
        each(self.conn, &row_keys(self.query, &rows, tested)?, |row| {
            let keys = (1..=count).map(|at| row.get(at)).collect::<Result<Keys, _>>()?;
            found.push((row.get(0)?, keys));
            Ok::<_, QueryError>(())
        })?;
        Ok(found)
    }

    fn compare(&self, left: &Keys, right: &Keys) -> Ordering {
        let keys = self.query.order.iter().zip(left.iter().zip(right));
        let mut orders = keys.map(|(key, (left, right))| {
            let order = compare(left, right);
            if key.descending { order.reverse() } else { order }
        });
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Whether a row of the list comes before an entry.
    fn stands_before(&mut self, row: u32, keys: &Keys) -> Result<bool, QueryError> {
        if !self.known.contains_key(&row) {
            self.known.extend(self.read(&[row.into()], false)?);
        }
        // Deleted rows count as written and are not in the list.
        Ok(self.known.get(&row).is_some_and(|it| self.compare(it, keys).is_lt()))
    }
}

/// SQLite's order of values: null, numbers, text by bytes, blobs.
fn compare(left: &SqlValue, right: &SqlValue) -> Ordering {
    match (left, right) {
        (SqlValue::Integer(left), SqlValue::Integer(right)) => left.cmp(right),
        (SqlValue::Text(left), SqlValue::Text(right)) => left.cmp(right),
        (SqlValue::Blob(left), SqlValue::Blob(right)) => left.cmp(right),
        (left, right) => match (number(left), number(right)) {
            (Some(left), Some(right)) => left.total_cmp(&right),
            _ => kind(left).cmp(&kind(right)),
        },
    }
}

#[expect(clippy::cast_precision_loss, reason = "amounts and sort orders are far below 2^53")]
const fn number(value: &SqlValue) -> Option<f64> {
    match value {
        SqlValue::Integer(number) => Some(*number as f64),
        SqlValue::Real(number) => Some(*number),
        SqlValue::Null | SqlValue::Text(_) | SqlValue::Blob(_) => None,
    }
}

const fn kind(value: &SqlValue) -> u8 {
    match value {
        SqlValue::Null => 0,
        SqlValue::Integer(_) | SqlValue::Real(_) => 1,
        SqlValue::Text(_) => 2,
        SqlValue::Blob(_) => 3,
    }
}
