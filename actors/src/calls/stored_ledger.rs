//! The stored transactions as the engine's ledger reads them. Other calls add transactions through
//! here too.

use std::cell::RefCell;
use std::collections::HashSet;

use rusqlite::Connection;
use sobre_engine::crdt::Change;
use sobre_engine::ids::{AccountId, CategoryId, PayeeId, TransactionId};
use sobre_engine::ledger::{
    Account, AddedRow, Batch, Context, LedgerRows, Outcome, Payee, Transaction, batch_update,
    merge_transactions,
};

use crate::contract::CallError;
use crate::db::read::transactions;
use crate::world::World;

/// The stored rows, with the accounts and payees that the same step creates.
pub(super) struct StoredLedger<'a> {
    world: &'a World<'a>,
    /// Accounts that are not stored yet.
    new_accounts: Vec<Account>,
    /// Payees that are not stored yet; none of them is a transfer payee.
    new_payees: HashSet<PayeeId>,
    /// Transactions that the call has read already, until the ledger takes them.
    known: RefCell<Vec<Transaction>>,
}

impl<'a> StoredLedger<'a> {
    pub(super) fn of(world: &'a World<'a>) -> Self {
        let known = RefCell::default();
        Self { world, new_accounts: Vec::new(), new_payees: HashSet::new(), known }
    }

    /// With an account that the same step creates.
    pub(super) fn with_account(mut self, account: Account) -> Self {
        self.new_accounts.push(account);
        self
    }

    /// With payees that the same step creates.
    pub(super) fn with_payees(mut self, payees: HashSet<PayeeId>) -> Self {
        self.new_payees = payees;
        self
    }

    /// With transactions that the call has read already.
    pub(super) fn with_known(self, known: Vec<Transaction>) -> Self {
        self.known.replace(known);
        self
    }

    /// Decides a batch of transactions.
    pub(super) fn decide(&self, batch: &Batch) -> Result<Outcome, CallError> {
        self.around(|around| batch_update(self, batch, around))
    }

    /// The changes that add one transaction by the usual rules: defaults, no category where none is
    /// allowed, and the other side if its payee is a transfer payee.
    pub(super) fn add(&self, row: AddedRow) -> Result<Vec<Change>, CallError> {
        Ok(self.decide(&Batch { added: vec![row], ..Batch::default() })?.changes)
    }

    /// The changes that merge two transactions, and the id that stays.
    pub(super) fn merge(
        &self,
        ids: &[TransactionId; 2],
    ) -> Result<(Vec<Change>, TransactionId), CallError> {
        self.around(|around| merge_transactions(self, ids, around))
    }

    fn around<R>(&self, decide: impl FnOnce(&Context<'_>) -> R) -> R {
        let new_id = || TransactionId::from(self.world.ids.row_id());
        decide(&Context { now_ms: self.world.now_ms(), new_id: &new_id })
    }

    fn reader(&self) -> &Connection {
        self.world.reader
    }
}

impl LedgerRows for StoredLedger<'_> {
    type Error = CallError;

    fn read_already(&self) -> Vec<Transaction> {
        self.known.take()
    }

    fn transactions(&self, ids: &[TransactionId]) -> Result<Vec<Transaction>, CallError> {
        Ok(transactions::by_id(self.reader(), ids)?)
    }

    fn children(&self, parents: &[TransactionId]) -> Result<Vec<Transaction>, CallError> {
        Ok(transactions::children(self.reader(), parents)?)
    }

    fn payees(&self, ids: &[PayeeId]) -> Result<Vec<Payee>, CallError> {
        let mut found = transactions::payees(self.reader(), ids)?;
        let new = ids.iter().filter(|id| self.new_payees.contains(*id));
        found.extend(new.map(|id| Payee {
            id: id.clone(),
            target: id.clone(),
            transfer_account: None,
        }));
        Ok(found)
    }

    fn accounts(&self, ids: &[AccountId]) -> Result<Vec<Account>, CallError> {
        let mut found = transactions::accounts(self.reader(), ids)?;
        let new = self.new_accounts.iter().filter(|account| ids.contains(&account.id));
        found.extend(new.cloned());
        Ok(found)
    }

    fn categories(&self, ids: &[CategoryId]) -> Result<Vec<(CategoryId, CategoryId)>, CallError> {
        Ok(transactions::categories(self.reader(), ids)?)
    }
}
