//! The facts of a budget sheet, read from the tables: all of them when a budget is opened, and
//! after a commit only the changed ones. Computing cells is left to the sheet.

mod account_rows;
mod dimensions;
mod full;
mod indexes;
pub(super) mod months;
mod structure;
mod sums;
mod tracker;

use sobre_engine::budget::{BudgetFact, BudgetFacts};

pub use full::load;
pub(super) use full::{LoadedFacts, load_with};
pub(super) use indexes::{ALIVE_CHILD, ALIVE_NOT_CHILD, CREATE_LEFT_OUT, DroppedIndexes};
pub(crate) use structure::budget_table;
pub use structure::{budget_row_id, mode};

pub(super) use dimensions::Dimensions;
pub(crate) use indexes::{LEFT_OUT, create_indexes, index_log, is_about};
pub(super) use sums::cents;
pub(super) use tracker::{Outcome, Tracker, Write, is_counting, more_months};

/// A commit's effect on the facts.
#[derive(Debug, Clone, PartialEq)]
pub enum CommitFacts {
    /// The changed facts.
    Changed(Vec<BudgetFact>),
    /// All facts, because the mode changed, or because reading everything is quicker for so many
    /// rows.
    Everything(Box<BudgetFacts>),
}
