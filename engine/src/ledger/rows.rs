//! What decisions about transactions read, and their clock and ids.

use super::{LedgerError, Transaction};
use crate::ids::{AccountId, CategoryId, PayeeId, TransactionId};

/// The stored rows as decisions read them, found by id or through an index. Missing ones are left
/// out of the result.
pub trait LedgerRows {
    /// A read error, or a refusal converted to one.
    type Error: From<LedgerError>;

    /// Transactions that were read for the decision already. It asks for them once.
    fn read_already(&self) -> Vec<Transaction> {
        Vec::new()
    }

    /// Transactions by id, deleted ones included, each once.
    ///
    /// # Errors
    /// If reading fails.
    fn transactions(&self, ids: &[TransactionId]) -> Result<Vec<Transaction>, Self::Error>;

    /// The live children of split parents.
    ///
    /// # Errors
    /// If reading fails.
    fn children(&self, parents: &[TransactionId]) -> Result<Vec<Transaction>, Self::Error>;

    /// The payees that payee ids map to, each once.
    ///
    /// # Errors
    /// If reading fails.
    fn payees(&self, ids: &[PayeeId]) -> Result<Vec<Payee>, Self::Error>;

    /// Accounts that are not deleted, each once.
    ///
    /// # Errors
    /// If reading fails.
    fn accounts(&self, ids: &[AccountId]) -> Result<Vec<Account>, Self::Error>;

    /// Category ids and the categories they map to.
    ///
    /// # Errors
    /// If reading fails.
    fn categories(&self, ids: &[CategoryId]) -> Result<Vec<(CategoryId, CategoryId)>, Self::Error>;
}

/// A payee id and the payee it was merged into, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payee {
    /// The id as it is stored in transactions.
    pub id: PayeeId,
    /// The payee it maps to.
    pub target: PayeeId,
    /// The live account of a live transfer payee.
    pub transfer_account: Option<AccountId>,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Row id.
    pub id: AccountId,
    /// Off budget.
    pub off_budget: bool,
    /// Its transfer payee.
    pub transfer_payee: Option<PayeeId>,
}

/// Clock and ids of a decision.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Milliseconds since 1970.
    pub now_ms: i64,
    /// Creates the id of a new row.
    pub new_id: &'a dyn Fn() -> TransactionId,
}
