//! Merging two transactions that were entered twice.

use super::batch::{Batch, UpdatedRow, batch_update};
use super::fields::{Field, Fields};
use super::rows::{Context, LedgerRows};
use super::{LedgerError, Transaction};
use crate::crdt::{Change, Value};
use crate::ids::TransactionId;

/// Two rows to merge.
struct Pair {
    kept: Transaction,
    dropped: Transaction,
}

/// Merges two transactions of the same account and amount; returns the changes and the id of the
/// kept row.
///
/// A transfer stays a transfer: if only the dropped row has another side, the kept row takes over
/// that side and its payee, so that the other account's balance does not change.
///
/// # Errors
/// [`LedgerError::NotFound`], or [`LedgerError::NotMergeable`] for rows that differ in account or
/// amount, for children, and for a transfer with a split.
pub fn merge_transactions<R: LedgerRows>(
    rows: &R,
    ids: &[TransactionId; 2],
    around: &Context<'_>,
) -> Result<(Vec<Change>, TransactionId), R::Error> {
    let pair = Pair::find(rows, ids)?;
    let children = rows.children(&[pair.kept.id.clone(), pair.dropped.id.clone()])?;
    let mut batch = pair.taken_over();
    batch.updated.extend(pair.kept_children(&children));
    batch.deleted.push(pair.dropped.id.clone());
    let outcome = batch_update(rows, &batch, around)?;
    Ok((outcome.changes, pair.kept.id))
}

impl Pair {
    fn find<R: LedgerRows>(rows: &R, ids: &[TransactionId; 2]) -> Result<Self, R::Error> {
        let mut found = rows.transactions(ids)?;
        found.retain(|row| !row.tombstone);
        let mut take = |id: &TransactionId| {
            let at = found.iter().position(|row| row.id == *id);
            at.map(|at| found.swap_remove(at)).ok_or_else(|| LedgerError::NotFound(id.clone()))
        };
        if ids[0] == ids[1] {
            return Err(LedgerError::NotMergeable("these are the same transaction").into());
        }
        let (one, other) = (take(&ids[0])?, take(&ids[1])?);
        Self::refusal(&one, &other).map_or(Ok(()), |why| Err(LedgerError::NotMergeable(why)))?;
        let (kept, dropped) = if keeps_second(&one, &other) { (other, one) } else { (one, other) };
        Ok(Self { kept, dropped })
    }

    fn refusal(one: &Transaction, other: &Transaction) -> Option<&'static str> {
        let is_transfer = |row: &Transaction| row.transfer_id.is_some();
        if one.is_child || other.is_child {
            return Some("a split line cannot be merged");
        }
        if one.account != other.account {
            return Some("the transactions are in different accounts");
        }
        if one.amount != other.amount {
            return Some("the transactions have different amounts");
        }
        let mixed = (is_transfer(one) && other.is_parent) || (is_transfer(other) && one.is_parent);
        mixed.then_some("a transfer cannot be merged with a split")
    }

    /// The fields that the kept row takes over from the dropped one.
    fn taken_over(&self) -> Batch {
        let Self { kept, dropped } = self;
        let mut fields = Fields::default();
        let mut partner = None;
        for field in [Field::Payee, Field::Category, Field::Notes, Field::Schedule] {
            let (own, others) = (kept.stored(field), dropped.stored(field));
            if is_empty(&own) && !is_empty(&others) {
                fields.set(field, others);
            }
        }
        if kept.transfer_id.is_none() && dropped.transfer_id.is_some() {
            fields.set(Field::Payee, dropped.stored(Field::Payee));
            fields.set(Field::TransferId, dropped.stored(Field::TransferId));
            partner.clone_from(&dropped.transfer_id);
        }
        for (field, on) in [
            (Field::Cleared, kept.cleared || dropped.cleared),
            (Field::Reconciled, kept.reconciled || dropped.reconciled),
        ] {
            fields.set(field, on);
        }
        if self.takes_children() {
            fields.set(Field::IsParent, true);
            fields.set(Field::Error, dropped.stored(Field::Error));
            fields.set(Field::Category, Value::Null);
        }
        let mut batch = Batch::default();
        batch.updated.push(UpdatedRow { id: kept.id.clone(), fields });
        if let Some(partner) = partner {
            let mut back = Fields::default();
            back.set(Field::TransferId, kept.id.as_str());
            batch.updated.push(UpdatedRow { id: partner, fields: back });
        }
        batch
    }

    fn takes_children(&self) -> bool {
        self.dropped.is_parent && !self.kept.is_parent
    }

    /// The children of the kept row; those it takes over move to its date.
    fn kept_children<'p>(
        &'p self,
        children: &'p [Transaction],
    ) -> impl Iterator<Item = UpdatedRow> + 'p {
        let owner = if self.takes_children() { &self.dropped } else { &self.kept };
        let own = children.iter().filter(|child| child.parent_id.as_ref() == Some(&owner.id));
        own.map(|child| {
            let mut fields = Fields::default();
            if self.takes_children() {
                fields.set(Field::ParentId, self.kept.id.as_str());
                fields.set(Field::Date, self.kept.stored(Field::Date));
            }
            fields.set(Field::Cleared, self.kept.cleared || self.dropped.cleared);
            fields.set(Field::Reconciled, self.kept.reconciled || self.dropped.reconciled);
            UpdatedRow { id: child.id.clone(), fields }
        })
    }
}

/// Whether to keep the second row: prefers the imported row, then the row whose payee came from the
/// bank, then the earlier row.
fn keeps_second(one: &Transaction, other: &Transaction) -> bool {
    let known = |row: &Transaction| row.imported_id.as_ref().is_some_and(|id| !id.is_empty());
    let named = |row: &Transaction| row.imported_payee.as_ref().is_some_and(|it| !it.is_empty());
    if known(one) != known(other) {
        return known(other);
    }
    if named(one) != named(other) {
        return named(other);
    }
    other.date < one.date
}

fn is_empty(value: &Value) -> bool {
    *value == Value::Null || value.as_str() == Some("")
}
