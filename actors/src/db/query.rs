//! Runs queries of the serialized language on a budget file: the engine checks the state, then it
//! is compiled to SQL with bound parameters, run and converted to JSON. A read-only connection
//! suffices.

mod candidates;
mod columns;
mod compile;
mod export;
mod functions;
mod ranked;
mod register;
mod response_memory;
mod rows;
mod schedule_parts;
mod statement;
#[cfg(test)]
mod tests;
mod usual_order;
mod views;

use std::collections::BTreeSet;

use rusqlite::Connection;
use rusqlite::ffi::ErrorCode;
use serde_json::{Value, json};
use sobre_engine::query::{self, Parameters, Query, QueryState, Rows};
use thiserror::Error;

pub use export::{ExportedRow, Split, each_exported};
pub use functions::{register_functions, register_limited};
use register::View;
pub(crate) use response_memory::ResponseMemory;
use rows::ExtraColumns;
use statement::{Statement, main_statement};
use views::List;
pub use views::Views;

use super::deadline::PatternStop;
use super::facts::months;
use super::thresholds::Thresholds;
use crate::answers::ShareError;
use crate::contract::JsonText;
use crate::limits;

/// Result of a query.
#[derive(Debug, Clone)]
pub struct QueryResult {
    /// A list of rows, or the single value of a calculation, as JSON.
    pub data: JsonText,
    /// The tables read, sorted: run the query again when one of them changes. Includes mapping and
    /// helper tables.
    pub dependencies: Vec<String>,
}

/// Why a query failed.
#[derive(Debug, Error)]
pub enum QueryError {
    /// The state is not a query.
    #[error(transparent)]
    Invalid(#[from] query::QueryError),
    /// A pattern is invalid or too large.
    #[error("Invalid pattern: {0}")]
    BadPattern(String),
    /// A sum exceeded the range of integers.
    #[error("A number in the result is too large")]
    Overflow,
    /// Patterns took too long.
    #[error("A pattern of the query takes too long. Simplify it.")]
    SlowPattern,
    /// The query, or a text in it, exceeds a limit of SQLite.
    #[error("Query too large")]
    TooLarge,
    /// The response is too large, or too many others wait to be read.
    #[error(transparent)]
    ShareError(#[from] ShareError),
    /// Reading the budget file failed.
    #[error("The query could not be run: {0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for QueryError {
    fn from(error: rusqlite::Error) -> Self {
        if let rusqlite::Error::SqliteFailure(_, Some(message)) = &error {
            match message.as_str() {
                "integer overflow" => return Self::Overflow,
                PatternStop::TOO_MANY_STEPS => return Self::SlowPattern,
                _ => {}
            }
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::TooBig) => Self::TooLarge,
            _ => Self::Database(error),
        }
    }
}

/// Runs a query state. The connection needs [`register_functions`].
///
/// # Errors
/// [`QueryError::Invalid`] and [`QueryError::BadPattern`] name the mistake in the state.
pub fn run_query(conn: &Connection, state: &Value) -> Result<QueryResult, QueryError> {
    run_checked(conn, None, &check(state)?, &ResponseMemory::of(limits::ANSWER_BYTES))
}

/// As [`run_query`], with the views of open lists.
///
/// # Errors
/// As for [`run_query`].
pub fn run_viewed(
    conn: &Connection,
    views: &Views,
    state: &Value,
) -> Result<QueryResult, QueryError> {
    run_within(conn, views, state, &ResponseMemory::of(limits::ANSWER_BYTES))
}

/// As [`run_viewed`], with a response of at most `memory`.
///
/// # Errors
/// As for [`run_query`]; [`QueryError::ShareError`].
pub(crate) fn run_within(
    conn: &Connection,
    views: &Views,
    state: &Value,
    memory: &ResponseMemory<'_>,
) -> Result<QueryResult, QueryError> {
    run_checked(conn, Some(views), &check(state)?, memory)
}

fn check(state: &Value) -> Result<Query, QueryError> {
    Ok(query::check(&QueryState::read(state)?, &Parameters::new())?)
}

/// Whether a query reads few transactions, however many there are: a page in the order of an index.
/// False for an invalid query.
pub(crate) fn reads_few(state: &Value) -> bool {
    check(state).map_or(true, |query| {
        let few = query.limit.is_some_and(|rows| u64::from(rows) <= limits::QUICK_ROWS);
        query.table.name != "transactions" || few && usual_order::is_by_day(&query)
    })
}

fn run_checked(
    conn: &Connection,
    views: Option<&Views>,
    query: &Query,
    memory: &ResponseMemory<'_>,
) -> Result<QueryResult, QueryError> {
    let mut tables = BTreeSet::new();
    // All statements of a query must see the same snapshot.
    let snapshot = conn.is_autocommit().then(|| conn.unchecked_transaction()).transpose()?;
    let text = run(conn, views, query, &mut tables, memory)?;
    drop(snapshot);
    let text = String::from_utf8(text).map_err(|_| QueryError::TooLarge)?;
    let dependencies = tables.into_iter().map(str::to_owned).collect();
    Ok(QueryResult { data: JsonText::written(text), dependencies })
}

fn run(
    conn: &Connection,
    views: Option<&Views>,
    query: &Query,
    tables: &mut BTreeSet<&'static str>,
    memory: &ResponseMemory<'_>,
) -> Result<Vec<u8>, QueryError> {
    let main = main_statement(query, None)?;
    tables.extend(&main.draft.tables);
    let main = if months::are_current(conn)? {
        let thresholds = views.map(|views| views.thresholds).unwrap_or_default();
        let register = View::of(query, thresholds);
        if let Some(value) = register.as_ref().map(|it| it.value(conn)).transpose()?.flatten() {
            return Ok(value.to_string().into_bytes());
        }
        match register.map(|it| it.page(conn)).transpose()?.flatten() {
            Some(page) => page,
            None => led(conn, views, query, thresholds)?.unwrap_or(main),
        }
    } else {
        main
    };
    if query.calculation {
        let value = rows::first_value(conn, query, &main)?;
        return Ok(single_value(value).to_string().into_bytes());
    }
    let read = |extra| rows::read(conn, query, &main, extra, memory);
    match query.rows {
        Rows::Plain | Rows::Inline | Rows::Parents | Rows::Every => {
            Ok(rows::list(read(ExtraColumns::None)?))
        }
        Rows::Grouped { .. } => {
            let parents = read(ExtraColumns::Split)?;
            let statement = statement::children_statement(query, &rows::ids(&parents))?;
            let children = rows::read(conn, query, &statement, ExtraColumns::Split, memory)?;
            Ok(rows::list_with(parents, "subtransactions", children))
        }
        Rows::WithCategories => {
            let state = json!({
                "table": "categories",
                "selectExpressions": ["*"],
                "withDead": query.with_dead,
                "validateRefs": false,
            });
            let categories = check(&state)?;
            let statement = statement::categories_statement(&categories)?;
            tables.extend(&statement.draft.tables);
            let categories =
                rows::read(conn, &categories, &statement, ExtraColumns::Split, memory)?;
            Ok(rows::list_with(read(ExtraColumns::Id)?, "categories", categories))
        }
    }
}

/// The statement that does not read all rows before those of the page: from the view of the list,
/// or from the few rows that an index finds.
fn led(
    conn: &Connection,
    views: Option<&Views>,
    query: &Query,
    thresholds: Thresholds,
) -> Result<Option<Statement>, QueryError> {
    let list = views.map(|views| views.list(conn, query)).transpose()?.flatten();
    if let Some(page) = list.as_ref().map(List::known_page).transpose()?.flatten() {
        return Ok(Some(page));
    }
    match candidates::candidates(conn, query, thresholds)? {
        Some(rows) => main_statement(query, Some(&rows)).map(Some),
        None => Ok(list.map(|list| list.new_page()).transpose()?.flatten()),
    }
}

/// The value of a calculation: null and 0 both become 0, no row at all becomes null.
fn single_value(value: Option<Value>) -> Value {
    let Some(value) = value else { return Value::Null };
    let empty = value.is_null() || value == Value::Bool(false) || value == "";
    if empty { 0.into() } else { value }
}
