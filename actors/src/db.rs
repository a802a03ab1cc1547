//! The database of a budget file: one writer behind [`apply`], read-only connections for all
//! others, the facts of the sheet, and undo as data.

pub mod apply;
mod cells;
pub(crate) mod connections;
pub(crate) mod copy;
pub mod deadline;
pub mod error;
pub mod facts;
pub(crate) mod fit;
pub mod identity;
mod journal;
pub mod metadata;
pub mod migrate;
mod month_sums;
pub mod query;
pub(crate) mod read;
pub mod reader;
mod report_store;
mod rules;
pub mod schema;
mod thresholds;
mod undo;

pub(crate) use apply::MOST_NAMED;
pub use apply::bank_reports::KeptReport;
pub use apply::{BudgetDb, Commit, NewFile, Origin, Terms, TouchedRows, Undone, whole};
pub use deadline::{DeadlineSlot, QueryDeadline};
pub use error::{ApplyError, DbError};
pub use facts::CommitFacts;
pub use journal::Journal;
pub use metadata::{Generation, Metadata};
pub use month_sums::{By, MonthSum, MonthSums, balance_before, first_months, month_sums};
pub use reader::{PooledReader, Reader, ReaderPool};
pub(crate) use report_store::ReportStore;
pub(crate) use rules::BudgetRules;
pub use thresholds::Thresholds;
pub use undo::{Direction, HistoryState, Intent, NextStep, StepInfo};

/// The database file's name within a budget's directory.
pub const DATABASE_FILE: &str = "db.sqlite";
