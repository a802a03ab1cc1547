//! Carrying a sorted list along: the few entries that were written since are taken out of it and
//! put where they stand now, so that an edit costs no sorting anew. Their places are looked for by
//! halves among the rows that nobody wrote, whose keys are read from the file.

use std::cmp::Ordering;
use std::collections::HashMap;

use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;
use sobre_engine::query::{Expr, ExprKind, Function, Literal, Query, Rows};

use super::QueryError;
use super::filtered::{State, written_since};
use super::rows::each;
use super::statement::row_keys;

/// With more entries written than this, the list is sorted anew.
const MOST_ENTRIES: usize = 200;

/// What an entry is ordered by.
type Keys = Vec<SqlValue>;

/// The rows of a list as they are now, from those of an earlier state. None where the log does not
/// say what was written, or it is too much.
pub(super) fn carried(
    conn: &Connection,
    query: &Query,
    (rows, since): (&[u32], &State),
) -> Result<Option<Vec<u32>>, QueryError> {
    if query.order.iter().any(|key| compares_otherwise(&key.expr)) {
        return Ok(None);
    }
    let Some(written) = written_since(conn, since)? else { return Ok(None) };
    let tests_parts = query.rows == (Rows::Grouped { each_row: true });
    if written.parents && tests_parts {
        return Ok(None);
    }
    let ids: Vec<&str> = written.rows.iter().map(String::as_str).collect();
    let entries = entries_of(conn, &serde_json::Value::from(ids).to_string())?;
    let gone: Vec<u32> = entries.iter().filter_map(|row| u32::try_from(*row).ok()).collect();
    if entries.len() > MOST_ENTRIES || gone.len() < entries.len() {
        return Ok(None);
    }
    let list = List { conn, query, known: HashMap::new() };
    let mut moved = list.read(&entries, true)?;
    moved.sort_by(|(_, left), (_, right)| list.compare(left, right));
    list.merged(&without(rows, &gone), moved).map(Some)
}

/// The rows without those that are gone. Where these stood is known only by looking at all rows:
/// a mark says of most that they are others, so that a million take a millisecond or two, and the
/// stretches between the gone are copied as they are.
fn without(rows: &[u32], gone: &[u32]) -> Vec<u32> {
    const MARKS: u32 = 1 << 16;
    let mut marks = vec![false; MARKS as usize];
    for row in gone {
        marks[(row % MARKS) as usize] = true;
    }
    let mut kept = Vec::with_capacity(rows.len());
    let mut taken = 0;
    for (at, row) in rows.iter().enumerate() {
        if marks[(row % MARKS) as usize] && gone.contains(row) {
            kept.extend_from_slice(&rows[taken..at]);
            taken = at + 1;
        }
    }
    kept.extend_from_slice(&rows[taken..]);
    kept
}

/// The numbers of the rows with these ids, a JSON list, and of their splits.
fn entries_of(conn: &Connection, ids: &str) -> Result<Vec<i64>, QueryError> {
    let mut statement = conn.prepare_cached(
        "SELECT rowid FROM transactions WHERE id IN (SELECT value FROM json_each(?1)) UNION \
         SELECT p.rowid FROM transactions t CROSS JOIN transactions p ON p.id = t.parent_id \
         WHERE t.id IN (SELECT value FROM json_each(?1))",
    )?;
    let entries = statement.query_map([ids], |row| row.get(0))?;
    Ok(entries.collect::<Result<_, _>>()?)
}

/// Whether a key is compared in another way than by its value.
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
    /// Keys that were read before: the middle of the list is looked at for every entry.
    known: HashMap<u32, Keys>,
}

impl List<'_> {
    /// Rows with their keys; of `tested` ones those that the query means.
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

    /// How many of the rows stand before an entry.
    fn place(&mut self, rows: &[u32], keys: &Keys) -> Result<usize, QueryError> {
        let (mut first, mut last) = (0, rows.len());
        while first < last {
            let middle = first.midpoint(last);
            let row = rows[middle];
            if !self.known.contains_key(&row) {
                self.known.extend(self.read(&[row.into()], false)?);
            }
            // A row that is gone was written; it cannot be among these.
            let is_before = self.known.get(&row).is_some_and(|it| self.compare(it, keys).is_lt());
            if is_before { first = middle + 1 } else { last = middle }
        }
        Ok(first)
    }

    /// The rows with the entries, which are in order, at their places.
    fn merged(mut self, rows: &[u32], entries: Vec<(u32, Keys)>) -> Result<Vec<u32>, QueryError> {
        let mut merged = Vec::with_capacity(rows.len() + entries.len());
        let mut taken = 0;
        for (row, keys) in entries {
            let place = taken + self.place(&rows[taken..], &keys)?;
            merged.extend_from_slice(&rows[taken..place]);
            merged.push(row);
            taken = place;
        }
        merged.extend_from_slice(&rows[taken..]);
        Ok(merged)
    }
}

/// As SQLite orders values: nothing, numbers, texts by their bytes, bytes.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_is_taken_out_and_the_rest_stays_in_order() {
        let rows = [700, 3, 64, 1, 65, 4_000_000_000, 63];
        assert_eq!(without(&rows, &[]), rows);
        assert_eq!(without(&rows, &[700, 64, 63, 5]), [3, 1, 65, 4_000_000_000]);
        assert_eq!(without(&rows, &[3, 64 + (1 << 16)]), [700, 64, 1, 65, 4_000_000_000, 63]);
        assert!(without(&rows[..2], &[3, 700]).is_empty());
    }
}
