//! Repairs splits and transfers after a merge. Two devices may edit the same split or transfer
//! concurrently, and columns merge one by one, so children may lose their parent and the sides of a
//! transfer may no longer match. The repair depends on the merged rows alone, so every device makes
//! the same one.

use std::collections::{BTreeMap, BTreeSet};

use super::splits::{split_error, stated_difference};
use crate::crdt::{Change, Value};
use crate::ids::{AccountId, PayeeId, TransactionId};

/// The stored columns of a transaction that concern splits and transfers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedRow {
    /// Its account.
    pub account: Option<AccountId>,
    /// In cents.
    pub amount: i64,
    /// Its stored payee, without mapping.
    pub payee: Option<PayeeId>,
    /// Whether it is a split parent.
    pub is_parent: bool,
    /// Whether it is a child.
    pub is_child: bool,
    /// Its split parent.
    pub parent: Option<TransactionId>,
    /// The other side of the transfer.
    pub partner: Option<TransactionId>,
    /// The error of a split, as JSON text.
    pub error: Option<String>,
    /// Deleted.
    pub tombstone: bool,
}

/// Merged rows, with their split parents, all live children of those, and the other sides of their
/// transfers.
#[derive(Debug, Clone, Default)]
pub struct MergedRows {
    /// In the order of their ids.
    pub rows: BTreeMap<TransactionId, MergedRow>,
    /// The transfer payee of each account.
    pub transfers_to: BTreeMap<AccountId, PayeeId>,
}

/// Decides the repairs; normally there are none.
#[must_use]
pub fn repair_after_merge(merged: &MergedRows) -> Vec<Change> {
    let mut repaired = merged.clone();
    // Children first. Repairing transfers may delete a child, which cannot break another transfer.
    repaired.repair_children();
    repaired.repair_transfers();
    repaired.repair_errors();
    merged.rows.iter().flat_map(|(id, before)| changes(id, before, &repaired.rows[id])).collect()
}

impl MergedRows {
    /// A child without a live parent is deleted. A row with live children becomes a split parent,
    /// even if a device made it an ordinary row.
    fn repair_children(&mut self) {
        for (id, child) in self.rows.clone() {
            if child.tombstone || !child.is_child {
                continue;
            }
            let split = child.parent.as_ref().and_then(|parent| self.rows.get_mut(parent));
            // The missing parent may still arrive.
            if split.is_none() {
                continue;
            }
            let split = split.filter(|split| !split.tombstone && !split.is_child);
            match split {
                Some(split) => split.is_parent = true,
                None => self.change(&id, |child| child.tombstone = true),
            }
        }
    }

    fn repair_transfers(&mut self) {
        let ids: Vec<TransactionId> = self.rows.keys().cloned().collect();
        for id in &ids {
            let Some(row) = self.rows.get(id).filter(|row| !row.tombstone) else { continue };
            let Some(partner) = row.partner.clone() else { continue };
            // The missing side may still arrive.
            let Some(other) = self.rows.get(&partner) else { continue };
            let points_back = other.partner.as_ref() == Some(id);
            let deleted = other.tombstone;
            let is_split = row.is_parent || other.is_parent;
            if points_back && deleted {
                // Deleting one side deletes the transfer.
                self.change(id, |row| row.tombstone = true);
            } else if points_back && !is_split && !self.within_one_account(id, &partner) {
                if *id < partner {
                    self.mirror(id, &partner);
                }
            } else {
                self.unlink(id);
                if points_back {
                    self.unlink(&partner);
                }
            }
        }
    }

    fn change(&mut self, id: &TransactionId, change: impl FnOnce(&mut MergedRow)) {
        if let Some(row) = self.rows.get_mut(id) {
            change(row);
        }
    }

    fn within_one_account(&self, one: &TransactionId, other: &TransactionId) -> bool {
        let account = |id| self.rows.get(id).and_then(|row| row.account.as_ref());
        account(one) == account(other)
    }

    /// Both sides get opposite amounts and the transfer payee of the other's account. The first
    /// side's amount wins.
    fn mirror(&mut self, first: &TransactionId, second: &TransactionId) {
        let (Some(one), Some(two)) = (self.rows.get(first), self.rows.get(second)) else { return };
        let amount = one.amount.saturating_neg();
        let payee_to = |row: &MergedRow| {
            let account = row.account.as_ref()?;
            self.transfers_to.get(account).cloned()
        };
        let (to_one, to_two) = (payee_to(one), payee_to(two));
        self.change(first, |row| row.payee = to_two.or_else(|| row.payee.take()));
        self.change(second, |row| {
            row.payee = to_one.or_else(|| row.payee.take());
            row.amount = amount;
        });
    }

    /// A side without a partner becomes an ordinary row and loses its transfer payee, which would
    /// imply a partner.
    fn unlink(&mut self, id: &TransactionId) {
        let transfers: BTreeSet<PayeeId> = self.transfers_to.values().cloned().collect();
        self.change(id, |row| {
            row.partner = None;
            row.payee = row.payee.take().filter(|payee| !transfers.contains(payee));
        });
    }

    fn repair_errors(&mut self) {
        let mut sums: BTreeMap<TransactionId, i64> = BTreeMap::new();
        for child in self.rows.values().filter(|row| row.is_child && !row.tombstone) {
            if let Some(parent) = &child.parent {
                *sums.entry(parent.clone()).or_default() += child.amount;
            }
        }
        for (id, split) in &mut self.rows {
            if split.is_parent && !split.tombstone {
                let sum = sums.get(id).copied().unwrap_or(0);
                split.error = split_error(split.amount.saturating_sub(sum));
            }
        }
    }
}

/// The columns that differ.
fn changes(id: &TransactionId, before: &MergedRow, after: &MergedRow) -> Vec<Change> {
    let text = |text: Option<&str>| Value::from(text);
    let error = |row: &MergedRow| stated_difference(row.error.as_deref());
    let columns = [
        ("amount", before.amount != after.amount, after.amount.into()),
        ("description", before.payee != after.payee, text(after.payee.as_ref().map(AsRef::as_ref))),
        ("isParent", before.is_parent != after.is_parent, after.is_parent.into()),
        (
            "transferred_id",
            before.partner != after.partner,
            text(after.partner.as_ref().map(AsRef::as_ref)),
        ),
        ("error", error(before) != error(after), text(after.error.as_deref())),
        ("tombstone", before.tombstone != after.tombstone, after.tombstone.into()),
    ];
    let changed = columns.into_iter().filter(|(_, differs, _)| *differs);
    changed
        .map(|(column, _, value)| Change::new("transactions", id.as_str(), column, value))
        .collect()
}

#[cfg(test)]
mod tests;
