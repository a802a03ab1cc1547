//! The database of a budget file: one writer behind the write door of [`apply`], read-only
//! connections for everyone else, the facts the sheet is made of, and undo as data.

pub(crate) mod actor;
pub mod apply;
pub(crate) mod copy;
pub mod deadline;
pub mod error;
pub mod facts;
pub(crate) mod fit;
pub mod migrate;
mod owner;
pub mod query;
pub(crate) mod read;
pub mod reader;
pub mod schema;
mod step_place;
pub(crate) mod syncing;
mod told;
mod undo;

pub use apply::{BudgetDb, Commit, Generation, Intent, Origin, Touched, Undone};
pub use deadline::{DeadlineSlot, QueryDeadline};
pub use error::{ApplyError, DbError};
pub use facts::CommitFacts;
pub use reader::{Lent, Reader, ReaderPool};
pub use undo::{HistoryState, NextStep, StepInfo};

/// The database file's name within a budget's directory.
pub const DATABASE_FILE: &str = "db.sqlite";
