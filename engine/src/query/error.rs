//! Why a query state is refused. Every message starts with the reason in words. A refused query has
//! read nothing from the database.

use serde_json::Value;
use thiserror::Error;

/// Why a query state is not a query.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QueryError {
    /// The state is not shaped like a serialized query.
    #[error("Invalid query: {0}")]
    State(String),
    /// No such table.
    #[error("Table \"{0}\" does not exist")]
    UnknownTable(String),
    /// No such field.
    #[error("Field \"{field}\" does not exist in table \"{table}\"")]
    UnknownField {
        /// The field as given.
        field: String,
        /// The table that lacks it.
        table: &'static str,
    },
    /// A path continues through a field that is not a reference.
    #[error("Field not joinable on table {table}: \"{field}\"")]
    NotJoinable {
        /// The field of the path.
        field: String,
        /// The table it belongs to.
        table: &'static str,
    },
    /// A table option has an invalid value.
    #[error("Invalid \"{option}\" option for {table}: {given}")]
    BadOption {
        /// The option's name.
        option: &'static str,
        /// The table.
        table: &'static str,
        /// The value as given.
        given: String,
    },
    /// A filter uses an operator that does not exist.
    #[error("Unknown operator: {0}")]
    UnknownOperator(String),
    /// An expression uses a function that does not exist.
    #[error("Unknown function: {0}")]
    UnknownFunction(String),
    /// A function got too few or too many arguments.
    #[error("Wrong number of arguments for {0}")]
    Arguments(String),
    /// A function was selected without a name for its result.
    #[error(
        "Invalid field \"{0}\", are you trying to select a function? \
         You need to name the expression"
    )]
    Unnamed(String),
    /// An aggregate function where rows cannot be aggregated.
    #[error("{0} cannot be used here: it reads several rows")]
    MisplacedAggregate(&'static str),
    /// The types do not match.
    #[error("Can't convert {from} to {to}")]
    Conversion {
        /// The type given.
        from: &'static str,
        /// The expected type.
        to: &'static str,
    },
    /// Text compared with a day is not a day.
    #[error("Bad {wanted} format: {given}")]
    BadDate {
        /// The text as given.
        given: String,
        /// The expected type.
        wanted: &'static str,
    },
    /// A number beyond ±(2^53 − 1).
    #[error("Number out of range: {0}")]
    NumberTooLarge(String),
    /// A sort direction other than asc and desc.
    #[error("Invalid order direction: {0}")]
    BadDirection(String),
    /// A named parameter has no value.
    #[error("Parameter \"{0}\" has no value")]
    MissingParameter(String),
    /// Offset without limit.
    #[error("An offset needs a limit")]
    OffsetWithoutLimit,
    /// The language has no such expression or filter.
    #[error("Invalid expression: {0}")]
    BadExpression(String),
    /// The query exceeds a size limit.
    #[error("Query too large: more than {limit} {what}")]
    TooLarge {
        /// The limited thing.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
}

impl QueryError {
    /// [`QueryError::BadExpression`] with the start of the offending part.
    pub(super) fn expression(value: &Value) -> Self {
        Self::BadExpression(excerpt(value))
    }
}

/// The first characters of a JSON value, for messages.
pub(super) fn excerpt(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {} items", items.len()),
        Value::Object(map) => match map.keys().next() {
            Some(key) => format!("an object with key \"{}\"", shorten(key)),
            None => "an empty object".to_owned(),
        },
        Value::String(text) => format!("\"{}\"", shorten(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// At most 80 characters of external text.
pub(super) fn shorten(text: &str) -> String {
    text.chars().take(80).collect()
}
