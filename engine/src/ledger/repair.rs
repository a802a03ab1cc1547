//! Repairing splits and transfers of old files (spec/5 section 1.6). Every row is looked at; the
//! repairs themselves are one batch.

use std::collections::{HashMap, HashSet};

use super::Transaction;
use super::batch::{Batch, UpdatedRow};
use super::fields::{Field, Fields};
use crate::crdt::Value;
use crate::ids::{AccountId, PayeeId, TransactionId};

/// What a repair looks at.
#[derive(Debug, Clone, Default)]
pub struct RepairRows {
    /// Every part of a split, deleted ones included.
    pub parts: Vec<Transaction>,
    /// Every split, deleted ones included.
    pub splits: Vec<Transaction>,
    /// Living rows that are not deleted, of any kind, with an error or in a transfer with a
    /// category.
    pub suspects: Vec<Transaction>,
    /// Accounts that are off budget.
    pub off_budget: HashSet<AccountId>,
    /// Living accounts by the payee of transfers to them.
    pub transfers: HashMap<PayeeId, AccountId>,
}

/// A repair and how many rows each kind of it concerns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Repair {
    /// What is to be done.
    pub batch: Batch,
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
    /// Living splits whose parts do not add up. They are only told.
    pub mismatched: Vec<Mismatch>,
}

/// A split whose parts do not add up.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The split.
    pub split: Transaction,
    /// Its living parts.
    pub parts: Vec<Transaction>,
}
