//! The ledger: what adding, changing and deleting transactions does.
//!
//! A decision reads rows through [`LedgerRows`] and returns the changes to write; ids and the time
//! come from [`Context`]. After every decision each live transfer has one live partner with the
//! opposite amount that points back, and each live child has a live split parent.

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

/// Why a ledger change is refused; nothing is written then. Clients of the file format compare the
/// texts of the first five.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LedgerError {
    /// A required field is missing or null.
    #[error("\"{0}\" is required for table \"transactions\"")]
    Required(&'static str),
    /// There is no such field.
    #[error("Field \"{0}\" does not exist on table transactions")]
    UnknownField(String),
    /// The number is not whole, or not a number.
    #[error("Can't convert to integer: {0}")]
    NotInteger(String),
    /// Not a date, or before 1995.
    #[error("Invalid date: {0}")]
    InvalidDate(String),
    /// A value of another type than the field.
    #[error("Can't convert to {0}: {1}")]
    WrongType(&'static str, String),
    /// The amount is beyond the bound of money.
    #[error("the amount is too large")]
    AmountTooLarge,
    /// The row to change does not exist.
    #[error("There is no transaction with the id {}.", shortened(.0.as_str()))]
    NotFound(TransactionId),
    /// The id of the row to add already exists.
    #[error("A transaction with the id {} exists.", shortened(.0.as_str()))]
    Exists(TransactionId),
    /// The account does not exist or is deleted.
    #[error("There is no account with the id {}.", shortened(.0.as_str()))]
    NoAccount(AccountId),
    /// A child without its split parent.
    #[error("The parent of the split line {} does not exist.", shortened(.0.as_str()))]
    NoParent(TransactionId),
    /// A row cannot be both a split parent and a child.
    #[error("{} cannot be both a split and a split line.", shortened(.0.as_str()))]
    ParentAndChild(TransactionId),
    /// The row would no longer be a split parent although it has children.
    #[error("The transaction {} still has split lines.", shortened(.0.as_str()))]
    HasChildren(TransactionId),
    /// The two rows cannot be merged.
    #[error("The transactions cannot be merged: {0}.")]
    NotMergeable(&'static str),
}
