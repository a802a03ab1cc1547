//! What decisions about transactions read, and what they are given besides.

use super::{LedgerError, Transaction};
use crate::ids::{AccountId, CategoryId, PayeeId, TransactionId};

/// The stored rows as decisions read them. All are found by id or through an index; what is not
/// there is left out of the answer.
pub trait LedgerRows {
    /// Why reading failed, or what a refusal becomes.
    type Error: From<LedgerError>;

    /// Transactions by id, deleted ones included, each once.
    ///
    /// # Errors
    /// If they cannot be read.
    fn transactions(&self, ids: &[TransactionId]) -> Result<Vec<Transaction>, Self::Error>;

    /// The parts of splits that are not deleted.
    ///
    /// # Errors
    /// If they cannot be read.
    fn parts(&self, parents: &[TransactionId]) -> Result<Vec<Transaction>, Self::Error>;

    /// What payee ids stand for, each once.
    ///
    /// # Errors
    /// If they cannot be read.
    fn payees(&self, ids: &[PayeeId]) -> Result<Vec<Payee>, Self::Error>;

    /// Accounts that are not deleted, each once.
    ///
    /// # Errors
    /// If they cannot be read.
    fn accounts(&self, ids: &[AccountId]) -> Result<Vec<Account>, Self::Error>;

    /// Category ids and the categories they stand for.
    ///
    /// # Errors
    /// If they cannot be read.
    fn categories(&self, ids: &[CategoryId]) -> Result<Vec<(CategoryId, CategoryId)>, Self::Error>;
}

/// A payee id and what it stands for since merges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payee {
    /// The id as it is stored in transactions.
    pub id: PayeeId,
    /// The payee it stands for.
    pub target: PayeeId,
    /// The living account that transactions with this living payee go to.
    pub transfer_account: Option<AccountId>,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Row id.
    pub id: AccountId,
    /// Not part of the budget.
    pub off_budget: bool,
    /// The payee of transfers to it.
    pub transfer_payee: Option<PayeeId>,
}

/// What a decision takes from outside.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Milliseconds since 1970.
    pub now_ms: i64,
    /// Makes the id of a new row.
    pub new_id: &'a dyn Fn() -> TransactionId,
}
