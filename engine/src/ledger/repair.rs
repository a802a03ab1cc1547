//! Repairs splits and transfers in files that other programs have written.

use std::collections::{HashMap, HashSet};

use super::Transaction;
use super::batch::{Batch, UpdatedRow};
use super::fields::{Field, Fields};
use crate::crdt::Value;
use crate::ids::{AccountId, PayeeId, TransactionId};
use crate::money::Amount;

/// The rows to check; rows without errors may be among them.
#[derive(Debug, Clone, Default)]
pub struct RepairRows {
    /// Live children, each with its split parent if that exists, deleted or not.
    pub children: Vec<(Transaction, Option<Transaction>)>,
    /// Live rows of any kind.
    pub others: Vec<Transaction>,
    /// Rows of `others` with an error whose other side is live and points back.
    pub paired: HashSet<TransactionId>,
    /// Whether each live account is off budget.
    pub off_budget: HashMap<AccountId, bool>,
    /// Live accounts by their transfer payees.
    pub transfers: HashMap<PayeeId, AccountId>,
}

/// A repair and its counts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Repair {
    /// Fields to set, without updating the other sides of transfers.
    pub changes: Batch,
    /// Rows that lose an error and get the missing other side of their transfer.
    pub halves: Batch,
    /// Rows to delete, with the other sides of their transfers.
    pub deletions: Batch,
    /// Number of repaired rows, by kind.
    pub counts: RepairCounts,
}

/// Number of repaired rows, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RepairCounts {
    /// Children without a payee whose parent has one.
    pub blank_payees: usize,
    /// Children whose cleared flag differs from their parent's.
    pub cleared: usize,
    /// Live children whose parent is missing or deleted.
    pub deleted: usize,
    /// Transfers with a category between two accounts on budget or two off budget.
    pub transfers: usize,
    /// Rows with a split error that are not split parents.
    pub errors: usize,
    /// Split parents with a category.
    pub categories: usize,
}

/// Decides what to repair. A child never takes over a transfer payee: that would move its money
/// twice.
#[must_use]
pub fn repair(rows: &RepairRows) -> Repair {
    let (mut changes, mut halves) = (Changes::default(), Changes::default());
    let mut repair = Repair::default();
    let counts = &mut repair.counts;
    for (child, split) in &rows.children {
        let Some(split) = split.as_ref().filter(|split| !split.tombstone) else {
            counts.deleted += 1;
            repair.deletions.deleted.push(child.id.clone());
            continue;
        };
        let payee = split.payee.as_ref().filter(|payee| !rows.transfers.contains_key(*payee));
        if let Some(payee) = payee.filter(|_| child.payee.is_none()) {
            counts.blank_payees += 1;
            changes.set(&child.id, Field::Payee, payee.as_str());
        }
        if child.cleared != split.cleared {
            counts.cleared += 1;
            changes.set(&child.id, Field::Cleared, split.cleared);
        }
    }
    let deleted: HashSet<_> = repair.deletions.deleted.iter().cloned().collect();
    for row in &rows.others {
        if rows.is_transfer_within_kind(row) && row.category.is_some() && !row.is_parent {
            counts.transfers += 1;
            changes.set(&row.id, Field::Category, Value::Null);
        }
        if row.is_parent && row.category.is_some() {
            counts.categories += 1;
            changes.set(&row.id, Field::Category, Value::Null);
        }
        if !row.is_parent && row.error.is_some() {
            counts.errors += 1;
            let is_half = rows.is_half(row) && !deleted.contains(&row.id);
            let to = if is_half { &mut halves } else { &mut changes };
            to.set(&row.id, Field::Error, Value::Null);
        }
    }
    let updates = |changes: Changes| Batch { updated: changes.rows, ..Batch::default() };
    repair.changes = Batch { run_transfers: false, ..updates(changes) };
    repair.halves = Batch { run_transfers: true, ..updates(halves) };
    repair
}

impl RepairRows {
    /// Whether a row's payee is a transfer payee and its other side is missing but can be added.
    fn is_half(&self, row: &Transaction) -> bool {
        row.payee.as_ref().is_some_and(|payee| self.transfers.contains_key(payee))
            && !self.paired.contains(&row.id)
            && self.off_budget.contains_key(&row.account)
            && Amount::from_cents(row.amount).is_ok()
    }

    fn is_transfer_within_kind(&self, row: &Transaction) -> bool {
        let target = row.payee.as_ref().and_then(|payee| self.transfers.get(payee));
        let kind = |account: &AccountId| self.off_budget.get(account);
        row.transfer_id.is_some()
            && target.and_then(kind).is_some_and(|off| kind(&row.account) == Some(off))
    }
}

/// Changes of rows, each row once.
#[derive(Default)]
struct Changes {
    rows: Vec<UpdatedRow>,
    places: HashMap<TransactionId, usize>,
}

impl Changes {
    fn set(&mut self, id: &TransactionId, field: Field, value: impl Into<Value>) {
        let at = *self.places.entry(id.clone()).or_insert_with(|| {
            self.rows.push(UpdatedRow { id: id.clone(), fields: Fields::default() });
            self.rows.len() - 1
        });
        self.rows[at].fields.set(field, value);
    }
}
