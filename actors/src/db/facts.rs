//! The facts a budget sheet stands on, read from the tables: all of them when a budget is opened,
//! and after a commit only those that the commit touched.
//! Nothing is computed here that a cell computes.

mod dimensions;
mod full;
mod indexes;
pub(super) mod months;
mod structure;
mod sums;
mod tracker;

use sobre_engine::budget::{BudgetFact, BudgetFacts};

pub use full::load;
pub(super) use full::{Loaded, load_with};
pub(super) use indexes::{ALIVE_CHILD, ALIVE_NOT_CHILD, SteppedAside};
pub(crate) use structure::budget_table;
pub use structure::{budget_row_id, mode};

pub(super) use dimensions::Dimensions;
pub(crate) use indexes::create_indexes;
pub(super) use sums::cents;
pub(super) use tracker::{Outcome, Tracker, Write, more_months};

/// What a commit did to the facts.
#[derive(Debug, Clone, PartialEq)]
pub enum CommitFacts {
    /// The facts that changed.
    Changed(Vec<BudgetFact>),
    /// All facts anew: the mode changed, or so many rows that reading all is quicker.
    Everything(Box<BudgetFacts>),
}
