//! Repairing splits and transfers of files that other programs have kept.

use std::collections::{HashMap, HashSet};

use super::Transaction;
use super::batch::{Batch, UpdatedRow};
use super::fields::{Field, Fields};
use crate::crdt::Value;
use crate::ids::{AccountId, PayeeId, TransactionId};
use crate::money::Amount;

/// What a repair looks at; rows that need none may be among them.
#[derive(Debug, Clone, Default)]
pub struct RepairRows {
    /// Living parts, each with its split if there is one, deleted or not.
    pub parts: Vec<(Transaction, Option<Transaction>)>,
    /// Living rows of any kind.
    pub others: Vec<Transaction>,
    /// Those of `others` with an error whose other side of a transfer lives and points back.
    pub paired: HashSet<TransactionId>,
    /// Whether an account is off budget, for the living ones.
    pub off_budget: HashMap<AccountId, bool>,
    /// Living accounts by the payee of transfers to them.
    pub transfers: HashMap<PayeeId, AccountId>,
}

/// A repair, and how many rows each kind of it concerns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Repair {
    /// Fields to set. Other sides of transfers do not follow.
    pub changes: Batch,
    /// Rows that lose an error and get the other side of their transfer.
    pub halves: Batch,
    /// Rows to delete, with the other sides of their transfers.
    pub deletions: Batch,
    /// How often what was repaired.
    pub counts: RepairCounts,
}

/// How many rows each kind of repair concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RepairCounts {
    /// Parts without payee whose split has one.
    pub blank_payees: usize,
    /// Parts whose cleared flag differs from that of their split.
    pub cleared: usize,
    /// Living parts whose split is gone.
    pub deleted: usize,
    /// Transfers between accounts of one kind that have a category.
    pub transfers: usize,
    /// Rows with the error of a split that are none.
    pub errors: usize,
    /// Splits with a category.
    pub categories: usize,
}

/// Decides what is to be repaired. A part does not take the payee of a transfer: that would move
/// its money twice.
#[must_use]
pub fn repair(rows: &RepairRows) -> Repair {
    let (mut changes, mut halves) = (Changes::default(), Changes::default());
    let mut repair = Repair::default();
    let counts = &mut repair.counts;
    for (part, split) in &rows.parts {
        let Some(split) = split.as_ref().filter(|split| !split.tombstone) else {
            counts.deleted += 1;
            repair.deletions.deleted.push(part.id.clone());
            continue;
        };
        let payee = split.payee.as_ref().filter(|payee| !rows.transfers.contains_key(*payee));
        if let Some(payee) = payee.filter(|_| part.payee.is_none()) {
            counts.blank_payees += 1;
            changes.set(&part.id, Field::Payee, payee.as_str());
        }
        if part.cleared != split.cleared {
            counts.cleared += 1;
            changes.set(&part.id, Field::Cleared, split.cleared);
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
    /// Whether a row names a transfer that lacks its other side and can have one.
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
