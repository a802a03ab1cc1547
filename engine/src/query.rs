//! The serialized query language: its schema as data, the state that callers send, and the checked
//! tree made from it. It contains no SQL and reads no rows; the database layer compiles a [`Query`]
//! and runs it.

mod check;
mod convert;
mod error;
mod schema;
mod state;
mod tree;
mod types;

pub use check::{Parameters, check};
pub use error::QueryError;
pub use schema::{Field, TABLES, Table};
pub use state::QueryState;
pub use tree::{
    Column, Compare, Expr, ExprKind, Filter, Function, Join, Match, Order, Path, Query, Rows,
};
pub use types::{Literal, Type};

#[cfg(test)]
mod tests;
