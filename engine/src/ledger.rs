//! The ledger: what adding, changing and deleting transactions does.
//!
//! A decision reads rows through [`LedgerRows`] and answers the changes to write; ids and the time
//! come with [`Context`]. After every decision each live transfer has one live partner with
//! the opposite amount that points back, and each live part of a split has a live parent.

mod batch;
mod fields;
mod merge;
mod merge_repair;
mod repair;
mod row;
mod rows;
mod splits;
mod transfers;
mod working;

pub use batch::{AddedRow, Batch, Outcome, UpdatedRow, batch_update};
pub use fields::{Field, Fields};
pub use merge::merge_transactions;
pub use merge_repair::{MergedRow, MergedRows, repair_after_merge};
pub use repair::{Repair, RepairCounts, RepairRows, repair};
pub use row::{FollowUp, StoredDay, Transaction};
pub use rows::{Account, Context, LedgerRows, Payee};

use thiserror::Error;

use fields::shortened;

use crate::ids::{AccountId, TransactionId};

/// Why a change of the ledger is refused; nothing is written then. The texts of the first five are
/// those that clients of the file format compare.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LedgerError {
    /// A required field is missing or null.
    #[error("\"{0}\" is required for table \"transactions\"")]
    Required(&'static str),
    /// There is no such field.
    #[error("Field \"{0}\" does not exist on table transactions")]
    UnknownField(String),
    /// A number is not whole, or is no number.
    #[error("Can't convert to integer: {0}")]
    NotInteger(String),
    /// Not a day, or one before 1995.
    #[error("Invalid date: {0}")]
    InvalidDate(String),
    /// A value of another type than the field.
    #[error("Can't convert to {0}: {1}")]
    WrongType(&'static str, String),
    /// An amount beyond the bound of money.
    #[error("the amount is too large")]
    AmountTooLarge,
    /// A row to change that is not there.
    #[error("There is no transaction with the id {}.", shortened(.0.as_str()))]
    NotFound(TransactionId),
    /// A row to add whose id is taken.
    #[error("A transaction with the id {} exists.", shortened(.0.as_str()))]
    Exists(TransactionId),
    /// The account is not there or deleted.
    #[error("There is no account with the id {}.", shortened(.0.as_str()))]
    NoAccount(AccountId),
    /// A part of a split without the split.
    #[error("The split that the part {} belongs to is gone.", shortened(.0.as_str()))]
    NoParent(TransactionId),
    /// A row cannot be a split and a part of one.
    #[error("{} cannot be split and be a part of a split.", shortened(.0.as_str()))]
    ParentAndChild(TransactionId),
    /// A split that would be none any more although it has parts.
    #[error("The transaction {} still has parts.", shortened(.0.as_str()))]
    HasParts(TransactionId),
    /// Two rows that cannot become one.
    #[error("They cannot be merged: {0}.")]
    NotMergeable(&'static str),
}
