//! Why the database failed. Messages contain no data of a budget.

use sobre_engine::crdt::ClockError;
use thiserror::Error;

use super::migrate::MigrateError;
use crate::db::metadata::MetadataError;

/// A failure of storage.
#[derive(Debug, Error)]
pub enum DbError {
    /// SQLite refused.
    #[error("{doing} failed: {source}")]
    Sqlite {
        /// The failed action.
        doing: &'static str,
        /// SQLite's reason.
        source: rusqlite::Error,
    },
    /// A file could not be read or written.
    #[error("{doing} failed: {source}")]
    File {
        /// The failed action.
        doing: &'static str,
        /// The system's reason.
        source: std::io::Error,
    },
    /// `metadata.json` cannot be written.
    #[error(transparent)]
    Metadata(#[from] MetadataError),
    /// The schema cannot be migrated.
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// The budget was closed.
    #[error("the budget was closed")]
    Closed,
    /// The linked SQLite is too old, with known defects.
    #[error("SQLite {0} is too old")]
    OldSqlite(&'static str),
    /// The stored clock or its tree cannot be read.
    #[error("the stored clock is damaged: {0}")]
    BrokenClock(String),
}

impl DbError {
    /// Adds the failed action to an SQLite error.
    pub(crate) fn sqlite(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> Self {
        move |source| Self::Sqlite { doing, source }
    }

    /// Adds the failed action to a file error.
    pub(crate) fn file(doing: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::File { doing, source }
    }
}

/// Why changes were not applied. Nothing is changed then, neither stored nor in memory.
#[derive(Debug, Error)]
pub enum ApplyError {
    /// A table or column is unknown, or a row violates a rule of its table.
    #[error("the change does not match the budget's tables: {0}")]
    InvalidSchema(String),
    /// The clock cannot stamp or accept the messages.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// Storage failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl ApplyError {
    /// The wire code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::InvalidSchema(_) => "invalid-schema",
            Self::Clock(_) => "clock-drift",
            Self::Db(_) => "apply-failure",
        }
    }
}
