//! The database of a budget file: its schema and the ways to bring it forward.

pub mod migrate;
pub mod query;
