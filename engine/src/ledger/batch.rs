//! Adding, changing and deleting transactions in one batch.

use serde_json::{Map, Value as Json};

use super::fields::{Field, Fields};
use super::rows::{Context, LedgerRows};
use super::working::WorkingSet;
use super::{FollowUp, LedgerError, Transaction};
use crate::crdt::{Change, Value};
use crate::ids::{IdMap, IdSet, PayeeId, TransactionId};

/// A row to add.
#[derive(Debug, Clone, PartialEq)]
pub struct AddedRow {
    /// Its id; generated if absent.
    pub id: Option<TransactionId>,
    /// Its fields; absent ones get their defaults.
    pub fields: Fields,
}

/// A row to change.
#[derive(Debug, Clone, PartialEq)]
pub struct UpdatedRow {
    /// The row.
    pub id: TransactionId,
    /// The changed fields.
    pub fields: Fields,
}

/// The rows to add, change and delete.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// Rows to add.
    pub added: Vec<AddedRow>,
    /// Rows to change.
    pub updated: Vec<UpdatedRow>,
    /// Rows to delete; children of deleted split parents may be among them.
    pub deleted: Vec<TransactionId>,
    /// Whether to update the other sides of transfers.
    pub run_transfers: bool,
}

impl Default for Batch {
    fn default() -> Self {
        Self { added: Vec::new(), updated: Vec::new(), deleted: Vec::new(), run_transfers: true }
    }
}

impl AddedRow {
    /// Reads given fields by their public names.
    ///
    /// # Errors
    /// [`LedgerError`] for unknown, ill-typed and missing fields.
    pub fn read(given: &Map<String, Json>) -> Result<Self, LedgerError> {
        let (id, fields) = Fields::of_insert(given)?;
        Ok(Self { id, fields })
    }
}

impl UpdatedRow {
    /// Reads given fields by their public names; null clears a field.
    ///
    /// # Errors
    /// [`LedgerError`] for unknown and ill-typed fields, and for required ones that are null.
    pub fn read(given: &Map<String, Json>) -> Result<Self, LedgerError> {
        let (id, fields) = Fields::of_update(given)?;
        let id = id.ok_or(LedgerError::Required("id"))?;
        Ok(Self { id, fields })
    }
}

/// Result of a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What to write.
    pub changes: Vec<Change>,
    /// The added rows, before the other sides of transfers were updated.
    pub added: Vec<Transaction>,
    /// Fields of changed rows that the transfer update wrote in addition.
    pub updated: Vec<FollowUp>,
    /// The deleted rows, children included.
    pub deleted: Vec<Transaction>,
    /// The former payees of changed rows, each once.
    pub left_payees: Vec<PayeeId>,
    /// The new payees of these rows, in order.
    pub new_payees: Vec<PayeeId>,
}

/// Decides a batch.
///
/// # Errors
/// [`LedgerError`] for existing or missing ids, missing accounts and children without their parent;
/// the errors of `rows` if reading fails.
pub fn batch_update<R: LedgerRows>(
    rows: &R,
    batch: &Batch,
    around: &Context<'_>,
) -> Result<Outcome, R::Error> {
    let mut work = WorkingSet::new(rows);
    work.load_for(batch)?;
    let (left_payees, new_payees) = work.moved_payees(batch);
    let deleted = work.with_children(batch)?;
    let added = work.insert(batch, around)?;
    let alive: Vec<_> = deleted.iter().filter(|id| work.is_alive(id)).cloned().collect();
    work.update(batch)?;
    // Last, so that no change of the batch restores a deleted row.
    for id in &alive {
        work.derive(id, Field::Tombstone, true);
    }
    work.check(batch, &added)?;
    let shown = |work: &WorkingSet<'_, R>, ids: &[TransactionId]| -> Vec<Transaction> {
        ids.iter().filter_map(|id| work.row(id).cloned()).map(Transaction::shown).collect()
    };
    let (added_rows, deleted_rows) = (shown(&work, &added), shown(&work, &deleted));
    let updated =
        if batch.run_transfers { work.follow_all(batch, &added, &alive, around)? } else { vec![] };
    work.refresh_split_errors()?;
    Ok(Outcome {
        changes: work.into_changes(),
        added: added_rows,
        updated,
        deleted: deleted_rows,
        left_payees,
        new_payees,
    })
}

/// Fields that decide whether a row is a split parent, a child or deleted.
const STRUCTURE: [Field; 4] = [Field::IsParent, Field::IsChild, Field::ParentId, Field::Tombstone];

impl<R: LedgerRows> WorkingSet<'_, R> {
    /// Loads the rows of the batch, with one read per table.
    fn load_for(&mut self, batch: &Batch) -> Result<(), R::Error> {
        let added = batch.added.iter().filter_map(|row| row.id.clone());
        let updated = batch.updated.iter().map(|row| row.id.clone());
        self.load(added.chain(updated).chain(batch.deleted.iter().cloned()))?;
        let all = batch.added.iter().map(|row| &row.fields);
        let fields: Vec<_> = all.chain(batch.updated.iter().map(|row| &row.fields)).collect();
        let texts = |field| fields.iter().filter_map(move |fields| fields.text(field));
        self.load_payees(texts(Field::Payee).map(Into::into))?;
        self.load_categories(texts(Field::Category).map(Into::into))?;
        self.load_accounts(texts(Field::Account).map(Into::into))?;
        self.load(texts(Field::ParentId).map(Into::into))
    }

    fn is_alive(&self, id: &TransactionId) -> bool {
        self.row(id).is_some_and(|row| !row.tombstone)
    }

    /// The former and the new payees of changed rows.
    fn moved_payees(&self, batch: &Batch) -> (Vec<PayeeId>, Vec<PayeeId>) {
        let (mut left, mut new) = (Vec::new(), Vec::new());
        let mut seen = IdSet::default();
        for update in &batch.updated {
            let Some(payee) = update.fields.text(Field::Payee) else { continue };
            new.push(PayeeId::from(payee));
            let old = self.row(&update.id).and_then(|row| row.payee.clone());
            left.extend(old.filter(|old| seen.insert(old.clone())));
        }
        (left, new)
    }

    /// The existing rows to delete, each followed by its children, except children that the batch
    /// moves elsewhere. A row that a change already marked as deleted is deleted too.
    fn with_children(&mut self, batch: &Batch) -> Result<Vec<TransactionId>, R::Error> {
        let marked = batch.updated.iter().filter(|row| row.fields.is_on(Field::Tombstone));
        let wanted: Vec<_> =
            batch.deleted.iter().chain(marked.map(|row| &row.id)).cloned().collect();
        self.load_parts(wanted.iter().cloned())?;
        let moved = batch
            .updated
            .iter()
            .filter_map(|row| Some((row.id.clone(), row.fields.text(Field::ParentId)?.into())));
        let moved: IdMap<TransactionId, TransactionId> = moved.collect();
        let (mut all, mut seen) = (Vec::new(), IdSet::default());
        for id in wanted {
            let stays = |child: &&Transaction| moved.get(&child.id).is_none_or(|to| *to == id);
            let children =
                self.children(&id)?.into_iter().filter(stays).map(|child| child.id.clone());
            let with_children: Vec<_> = std::iter::once(id.clone()).chain(children).collect();
            for id in with_children {
                if self.row(&id).is_some() && seen.insert(id.clone()) {
                    all.push(id);
                }
            }
        }
        Ok(all)
    }

    /// Adds the new rows; returns their ids in order.
    fn insert(
        &mut self,
        batch: &Batch,
        around: &Context<'_>,
    ) -> Result<Vec<TransactionId>, R::Error> {
        let id_of = |row: &AddedRow| row.id.clone().unwrap_or_else(|| (around.new_id)());
        let ids: Vec<TransactionId> = batch.added.iter().map(id_of).collect();
        self.load(ids.iter().cloned())?;
        for (row, id) in batch.added.iter().zip(&ids) {
            let mut fields = row.fields.clone();
            if self.takes_no_category(&fields)? {
                fields.set(Field::Category, Value::Null);
            }
            self.add(id, &fields.completed(around.now_ms))?;
        }
        Ok(ids)
    }

    fn update(&mut self, batch: &Batch) -> Result<(), R::Error> {
        for UpdatedRow { id, fields } in &batch.updated {
            if self.row(id).is_none() {
                return Err(LedgerError::NotFound(id.clone()).into());
            }
            let no_category = self.takes_no_category(fields)?;
            for (field, value) in fields.iter() {
                self.write(id, field, value.clone());
            }
            if no_category {
                self.derive(id, Field::Category, Value::Null);
            }
        }
        Ok(())
    }

    /// Whether the given fields alone exclude a category: an account off budget, or a split parent.
    ///
    /// # Errors
    /// [`LedgerError::NoAccount`] if the account does not exist.
    fn takes_no_category(&mut self, fields: &Fields) -> Result<bool, R::Error> {
        let Some(account) = fields.text(Field::Account).map(Into::into) else {
            return Ok(fields.is_on(Field::IsParent));
        };
        match self.account(&account)? {
            Some(found) => Ok(found.off_budget || fields.is_on(Field::IsParent)),
            None => Err(LedgerError::NoAccount(account).into()),
        }
    }

    fn check(&mut self, batch: &Batch, added: &[TransactionId]) -> Result<(), R::Error> {
        let restructured =
            |row: &&UpdatedRow| STRUCTURE.iter().any(|field| row.fields.get(*field).is_some());
        let changed = batch.updated.iter().filter(restructured).map(|row| &row.id);
        let ids: Vec<_> = added.iter().chain(changed).collect();
        // All at once, because each load scans the rows loaded so far.
        let splits = ids.iter().filter_map(|id| self.row(id)?.parent_id.clone());
        self.load(splits.collect::<Vec<_>>())?;
        let was_split = |id: &&&TransactionId| self.before(id).is_some_and(|row| row.is_parent);
        let splits: Vec<TransactionId> =
            ids.iter().filter(was_split).map(|id| TransactionId::clone(id)).collect();
        self.load_parts(splits)?;
        ids.into_iter().try_for_each(|id| self.check_structure(id))
    }

    /// Updates the other sides of transfers: first for added rows, then changed, then deleted ones.
    fn follow_all(
        &mut self,
        batch: &Batch,
        added: &[TransactionId],
        deleted: &[TransactionId],
        around: &Context<'_>,
    ) -> Result<Vec<FollowUp>, R::Error> {
        let updated: Vec<_> = batch.updated.iter().map(|row| row.id.clone()).collect();
        self.load_partners(added.iter().chain(&updated).chain(deleted))?;
        for id in added {
            self.follow(id, around)?;
        }
        let (mut follow_ups, mut seen) = (Vec::new(), IdSet::default());
        for id in updated {
            if seen.insert(id.clone()) {
                follow_ups.extend(self.follow(&id, around)?);
            }
        }
        for id in deleted {
            self.follow_deletion(id)?;
        }
        Ok(follow_ups)
    }

    /// Loads payees and other sides of rows, with one read each.
    fn load_partners<'i>(
        &mut self,
        ids: impl Iterator<Item = &'i TransactionId>,
    ) -> Result<(), R::Error> {
        let (mut partners, mut payees) = (Vec::new(), Vec::new());
        for id in ids {
            for row in [self.row(id), self.before(id)].into_iter().flatten() {
                partners.extend(row.transfer_id.clone());
                payees.extend(row.payee.clone());
            }
        }
        self.load_payees(payees)?;
        self.load(partners)
    }
}
