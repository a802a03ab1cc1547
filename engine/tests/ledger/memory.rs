//! Rows in memory that decisions read and whose changes they apply.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;
use sobre_engine::crdt::Change;
use sobre_engine::ids::{AccountId, CategoryId, PayeeId, TransactionId};
use sobre_engine::ledger::{
    Account, AddedRow, Batch, Context, Field, LedgerError, LedgerRows, Outcome, Payee, StoredDay,
    Transaction, UpdatedRow, batch_update,
};

/// Accounts by id; the last two are off budget.
pub(crate) const ACCOUNTS: [&str; 5] = ["A", "B", "C", "O", "P"];
/// `D` belongs to a deleted account, so it is no transfer payee any more.
pub(crate) const PAYEES: [&str; 9] =
    ["tp-A", "tp-B", "tp-C", "tp-O", "tp-P", "tp-D", "pk", "pm", "nobody"];

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Memory {
    pub(crate) rows: BTreeMap<TransactionId, Transaction>,
    made: Cell<u32>,
    /// How often children were read.
    pub(crate) parts_read: Cell<u32>,
}

pub(crate) fn added(row: &Json) -> AddedRow {
    AddedRow::read(row.as_object().unwrap()).unwrap()
}

pub(crate) fn updated(row: &Json) -> UpdatedRow {
    UpdatedRow::read(row.as_object().unwrap()).unwrap()
}

pub(crate) fn off_budget(account: &str) -> bool {
    matches!(account, "O" | "P")
}

/// The account of a transfer payee.
pub(crate) fn target(payee: Option<&PayeeId>) -> Option<AccountId> {
    let account = payee?.as_str().strip_prefix("tp-")?;
    ACCOUNTS.contains(&account).then(|| account.into())
}

impl Memory {
    pub(crate) fn decide(&self, batch: &Batch) -> Result<Outcome, LedgerError> {
        let new_id = || {
            self.made.set(self.made.get() + 1);
            TransactionId::from(format!("new{}", self.made.get()))
        };
        batch_update(self, batch, &Context { now_ms: 1000, new_id: &new_id })
    }

    /// Applies changes as the database does; writes each column at most once.
    pub(crate) fn apply(&mut self, changes: &[Change]) {
        let mut written = BTreeSet::new();
        for change in changes {
            assert!(written.insert((change.row.clone(), change.column.clone())), "{change:?}");
            let id = TransactionId::from(&*change.row);
            let row = self
                .rows
                .entry(id.clone())
                .or_insert_with(|| Transaction::blank(id, "".into(), StoredDay(0)));
            let field = Field::ALL.iter().find(|field| field.column() == change.column).unwrap();
            row.set(*field, &change.value);
            if row.payee.as_ref().is_some_and(|payee| payee.as_str() == "pm") {
                row.payee = Some("pk".into());
            }
            if row.payee.as_ref().is_some_and(|payee| payee.as_str() == "nobody") {
                row.payee = None;
            }
        }
    }

    pub(crate) fn living(&self) -> impl Iterator<Item = &Transaction> {
        self.rows.values().filter(|row| !row.tombstone)
    }

    pub(crate) fn living_children(&self, parent: &TransactionId) -> Vec<&Transaction> {
        let of_parent = |row: &&Transaction| row.is_child && row.parent_id.as_ref() == Some(parent);
        self.living().filter(of_parent).collect()
    }
}

impl LedgerRows for Memory {
    type Error = LedgerError;

    fn transactions(&self, ids: &[TransactionId]) -> Result<Vec<Transaction>, LedgerError> {
        Ok(ids.iter().filter_map(|id| self.rows.get(id).cloned()).collect())
    }

    fn children(&self, parents: &[TransactionId]) -> Result<Vec<Transaction>, LedgerError> {
        self.parts_read.set(self.parts_read.get() + 1);
        Ok(parents.iter().flat_map(|id| self.living_children(id)).cloned().collect())
    }

    fn payees(&self, ids: &[PayeeId]) -> Result<Vec<Payee>, LedgerError> {
        let known = ids.iter().filter(|id| id.as_str() != "nobody");
        let payee = |id: &PayeeId| Payee {
            id: id.clone(),
            target: if id.as_str() == "pm" { "pk".into() } else { id.clone() },
            transfer_account: target(Some(id)),
        };
        Ok(known.map(payee).collect())
    }

    fn accounts(&self, ids: &[AccountId]) -> Result<Vec<Account>, LedgerError> {
        let living = ids.iter().filter(|id| ACCOUNTS.contains(&id.as_str()));
        let account = |id: &AccountId| Account {
            id: id.clone(),
            off_budget: off_budget(id.as_str()),
            transfer_payee: Some(format!("tp-{id}").into()),
        };
        Ok(living.map(account).collect())
    }

    fn categories(&self, ids: &[CategoryId]) -> Result<Vec<(CategoryId, CategoryId)>, LedgerError> {
        Ok(ids.iter().map(|id| (id.clone(), id.clone())).collect())
    }
}
