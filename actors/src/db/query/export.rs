//! The transactions of a query one by one, for exports: split parents and children as separate,
//! numbered rows.

use std::collections::HashMap;

use rusqlite::{Connection, Row};
use serde_json::{Value, json};
use sobre_engine::query::{self, Rows};

use super::{QueryError, check, rows, statement};

/// A transaction of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedRow {
    /// Name of the account.
    pub account: Option<String>,
    /// The day, `yyyymmdd`.
    pub date: i64,
    /// Name of the payee; for a transfer the other account's.
    pub payee: Option<String>,
    /// Notes.
    pub notes: Option<String>,
    /// Name of the category's group.
    pub group: Option<String>,
    /// Name of the category.
    pub category: Option<String>,
    /// Cents.
    pub amount: i64,
    /// Cleared.
    pub cleared: bool,
    /// Reconciled.
    pub reconciled: bool,
    /// Whether it is part of a split.
    pub split: Split,
}

/// A row's role in a split, counted over the rows of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// Nothing.
    None,
    /// A parent with this many children.
    Parent(usize),
    /// A child: its number from 1, and the number of children.
    Child(usize, usize),
}

/// Visits every row of a query on transactions, in order. Ignores its select and options.
///
/// # Errors
/// As for [`run_query`](super::run_query), and those of `visit`.
pub fn each_exported<E: From<QueryError>>(
    conn: &Connection,
    state: &Value,
    mut visit: impl FnMut(&ExportedRow) -> Result<(), E>,
) -> Result<(), E> {
    // Both passes must see the same snapshot.
    let snapshot = conn.is_autocommit().then(|| conn.unchecked_transaction()).transpose();
    let snapshot = snapshot.map_err(QueryError::from)?;
    let mut children: HashMap<String, (usize, usize)> = HashMap::new();
    each_row(conn, state, &["is_child", "parent_id"], |row| {
        if row.get::<_, Option<bool>>(0)?.unwrap_or(false) {
            let parent: Option<String> = row.get(1)?;
            children.entry(parent.unwrap_or_default()).or_default().1 += 1;
        }
        Ok::<_, QueryError>(())
    })?;
    each_row(conn, state, COLUMNS, |row| {
        let row = exported(row, &mut children).map_err(QueryError::from)?;
        visit(&row)
    })?;
    drop(snapshot);
    Ok(())
}

const COLUMNS: &[&str] = &[
    "account.name",
    "date",
    "payee.name",
    "notes",
    "category.group.name",
    "category.name",
    "amount",
    "cleared",
    "reconciled",
    "is_parent",
    "is_child",
    "parent_id",
    "id",
];

fn each_row<E: From<QueryError>>(
    conn: &Connection,
    state: &Value,
    columns: &[&str],
    visit: impl FnMut(&Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut state = state.clone();
    if let Some(state) = state.as_object_mut() {
        state.insert("tableOptions".to_owned(), json!({ "splits": "all" }));
        state.insert("selectExpressions".to_owned(), columns.into());
        state.insert("groupExpressions".to_owned(), json!([]));
        state.insert("calculation".to_owned(), false.into());
    }
    let query = check(&state)?;
    if query.rows != Rows::Every {
        let error = query::QueryError::State("only transactions can be exported".to_owned());
        return Err(QueryError::from(error).into());
    }
    rows::each(conn, &statement::main_statement(&query, None)?, visit)
}

fn exported(
    row: &Row<'_>,
    children: &mut HashMap<String, (usize, usize)>,
) -> rusqlite::Result<ExportedRow> {
    let flag = |at| row.get::<_, Option<bool>>(at).map(Option::unwrap_or_default);
    let split = if flag(10)? {
        let parent: Option<String> = row.get(11)?;
        let (place, count) = children.entry(parent.unwrap_or_default()).or_default();
        *place += 1;
        Split::Child(*place, *count)
    } else if flag(9)? {
        Split::Parent(children.get(&row.get::<_, String>(12)?).map_or(0, |(_, count)| *count))
    } else {
        Split::None
    };
    Ok(ExportedRow {
        account: row.get(0)?,
        date: row.get(1)?,
        payee: row.get(2)?,
        notes: row.get(3)?,
        group: row.get(4)?,
        category: row.get(5)?,
        amount: row.get(6)?,
        cleared: flag(7)?,
        reconciled: flag(8)?,
        split,
    })
}
