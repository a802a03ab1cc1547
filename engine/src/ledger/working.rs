//! The rows that a decision has read, with its changes so far applied, and the list of those
//! changes. Each column is written once however often it was changed.

use std::collections::BTreeSet;

use super::fields::{Field, Fields};
use super::rows::{Account, LedgerRows, Payee};
use super::{LedgerError, Transaction};
use crate::crdt::{Change, Value};
use crate::ids::{AccountId, CategoryId, IdMap, IdSet, PayeeId, TransactionId};

/// A row before and after.
struct TrackedRow {
    is_new: bool,
    /// As stored, once a field was written.
    before: Option<Transaction>,
    now: Transaction,
    /// Its written fields, each with the place of its change.
    written: Vec<(Field, usize)>,
}

impl TrackedRow {
    fn of(now: Transaction, is_new: bool) -> Box<Self> {
        Box::new(Self { is_new, before: None, now, written: Vec::new() })
    }

    /// As stored; none if it is new.
    fn before(&self) -> Option<&Transaction> {
        (!self.is_new).then(|| self.before.as_ref().unwrap_or(&self.now))
    }

    fn is_written(&self) -> bool {
        self.is_new || self.before.is_some()
    }

    fn set(&mut self, field: Field, value: &Value) {
        if !self.is_written() {
            self.before = Some(self.now.clone());
        }
        self.now.set(field, value);
    }
}

/// Rows that are or were children of one split, each once, in loading order.
#[derive(Default)]
struct Children {
    in_order: Vec<TransactionId>,
    known: IdSet<TransactionId>,
}

pub(super) struct WorkingSet<'r, R> {
    rows: &'r R,
    /// Boxed: there may be many, and the map moves them as it grows.
    transactions: IdMap<TransactionId, Option<Box<TrackedRow>>>,
    /// By parent.
    children: IdMap<TransactionId, Children>,
    payees: IdMap<PayeeId, Option<Payee>>,
    categories: IdMap<CategoryId, Option<CategoryId>>,
    accounts: IdMap<AccountId, Option<Account>>,
    changes: Vec<Change>,
}

impl<'r, R: LedgerRows> WorkingSet<'r, R> {
    pub(super) fn new(rows: &'r R) -> Self {
        let mut work = Self {
            rows,
            transactions: IdMap::default(),
            children: IdMap::default(),
            payees: IdMap::default(),
            categories: IdMap::default(),
            accounts: IdMap::default(),
            changes: Vec::new(),
        };
        let known = rows.read_already();
        work.transactions.reserve(known.len());
        for row in known {
            work.add_loaded(row);
        }
        work
    }

    /// Loads rows that are not loaded yet, all at once.
    pub(super) fn load(
        &mut self,
        ids: impl IntoIterator<Item = TransactionId>,
    ) -> Result<(), R::Error> {
        let missing = unknown(ids, &self.transactions);
        if missing.is_empty() {
            return Ok(());
        }
        for row in self.rows.transactions(&missing)? {
            self.add_loaded(row);
        }
        for id in missing {
            self.transactions.entry(id).or_insert(None);
        }
        Ok(())
    }

    fn add_loaded(&mut self, row: Transaction) {
        let (id, parent) = (row.id.clone(), row.parent_id.clone());
        let tracked = TrackedRow::of(row, false);
        if self.transactions.get(&id).is_none_or(Option::is_none) {
            self.transactions.insert(id.clone(), Some(tracked));
            self.add_child(parent, id);
        }
    }

    fn add_child(&mut self, parent: Option<TransactionId>, child: TransactionId) {
        if let Some(children) = parent.and_then(|parent| self.children.get_mut(&parent))
            && children.known.insert(child.clone())
        {
            children.in_order.push(child);
        }
    }

    /// Loads the children of splits that are not loaded yet.
    pub(super) fn load_parts(
        &mut self,
        parents: impl IntoIterator<Item = TransactionId>,
    ) -> Result<(), R::Error> {
        let mut missing: Vec<TransactionId> = Vec::new();
        for parent in parents {
            if !self.children.contains_key(&parent) {
                self.children.insert(parent.clone(), Children::default());
                missing.push(parent);
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        // Children that were loaded or added before belong here too.
        let known = self.transactions.values().flatten().filter_map(|row| {
            let parent = row.now.parent_id.clone()?;
            Some((parent, row.now.id.clone()))
        });
        for (parent, child) in known.collect::<Vec<_>>() {
            self.add_child(Some(parent), child);
        }
        for row in self.rows.children(&missing)? {
            self.add_loaded(row);
        }
        Ok(())
    }

    /// The live children of a split, as decided so far.
    pub(super) fn children(
        &mut self,
        parent: &TransactionId,
    ) -> Result<Vec<&Transaction>, R::Error> {
        self.load_parts([parent.clone()])?;
        let ids = self.children.get(parent).into_iter().flat_map(|children| &children.in_order);
        let rows = ids.filter_map(|id| self.transactions.get(id)?.as_ref()).map(|row| &row.now);
        let is_part = |row: &&Transaction| {
            row.is_child && !row.tombstone && row.parent_id.as_ref() == Some(parent)
        };
        Ok(rows.filter(is_part).collect())
    }

    /// A row as decided so far; `None` if it is not loaded.
    pub(super) fn row(&self, id: &TransactionId) -> Option<&Transaction> {
        self.transactions.get(id)?.as_ref().map(|row| &row.now)
    }

    /// The same, loading it if needed.
    pub(super) fn find(&mut self, id: &TransactionId) -> Result<Option<Transaction>, R::Error> {
        self.load([id.clone()])?;
        Ok(self.row(id).cloned())
    }

    /// A row as stored; none if it is new.
    pub(super) fn before(&self, id: &TransactionId) -> Option<&Transaction> {
        self.transactions.get(id)?.as_ref()?.before()
    }

    /// Loads the payees that payee ids map to.
    pub(super) fn load_payees(
        &mut self,
        ids: impl IntoIterator<Item = PayeeId>,
    ) -> Result<(), R::Error> {
        let missing = unknown(ids, &self.payees);
        if missing.is_empty() {
            return Ok(());
        }
        for payee in self.rows.payees(&missing)? {
            self.payees.insert(payee.id.clone(), Some(payee));
        }
        for id in missing {
            self.payees.entry(id).or_insert(None);
        }
        Ok(())
    }

    /// The live account of a transfer payee.
    pub(super) fn transfer_account(
        &mut self,
        payee: Option<&PayeeId>,
    ) -> Result<Option<AccountId>, R::Error> {
        let Some(payee) = payee else { return Ok(None) };
        self.load_payees([payee.clone()])?;
        let found = self.payees.get(payee).and_then(Option::as_ref);
        Ok(found.and_then(|payee| payee.transfer_account.clone()))
    }

    /// Loads the categories that category ids map to.
    pub(super) fn load_categories(
        &mut self,
        ids: impl IntoIterator<Item = CategoryId>,
    ) -> Result<(), R::Error> {
        let missing = unknown(ids, &self.categories);
        if missing.is_empty() {
            return Ok(());
        }
        for (id, target) in self.rows.categories(&missing)? {
            self.categories.insert(id, Some(target));
        }
        for id in missing {
            self.categories.entry(id).or_insert(None);
        }
        Ok(())
    }

    /// Loads accounts.
    pub(super) fn load_accounts(
        &mut self,
        ids: impl IntoIterator<Item = AccountId>,
    ) -> Result<(), R::Error> {
        let missing = unknown(ids, &self.accounts);
        if missing.is_empty() {
            return Ok(());
        }
        for account in self.rows.accounts(&missing)? {
            self.accounts.insert(account.id.clone(), Some(account));
        }
        for id in missing {
            self.accounts.entry(id).or_insert(None);
        }
        Ok(())
    }

    /// A live account.
    pub(super) fn account(&mut self, id: &AccountId) -> Result<Option<&Account>, R::Error> {
        self.load_accounts([id.clone()])?;
        Ok(self.accounts.get(id).and_then(Option::as_ref))
    }

    /// Whether an account is off budget; false if it does not exist.
    pub(super) fn off_budget(&mut self, id: &AccountId) -> Result<bool, R::Error> {
        Ok(self.account(id)?.is_some_and(|account| account.off_budget))
    }

    /// Adds a row with complete fields.
    ///
    /// # Errors
    /// [`LedgerError::Exists`], or [`LedgerError::Required`] without account or date.
    pub(super) fn add(&mut self, id: &TransactionId, fields: &Fields) -> Result<(), R::Error> {
        self.load([id.clone()])?;
        if self.row(id).is_some() {
            return Err(LedgerError::Exists(id.clone()).into());
        }
        let Some(account) = fields.text(Field::Account) else {
            return Err(LedgerError::Required("account").into());
        };
        let now = Transaction::blank(id.clone(), account.into(), super::StoredDay(0));
        self.transactions.insert(id.clone(), Some(TrackedRow::of(now, true)));
        for (field, value) in fields.iter() {
            self.write(id, field, value.clone());
        }
        Ok(())
    }

    /// Writes a field of a loaded row, even if the value is the same.
    pub(super) fn write(&mut self, id: &TransactionId, field: Field, value: Value) {
        let read = self.as_read(field, &value);
        let Some(Some(row)) = self.transactions.get_mut(id) else { return };
        row.set(field, &read);
        match row.written.iter().find(|(written, _)| *written == field) {
            Some((_, at)) => self.changes[*at].value = value,
            None => {
                row.written.push((field, self.changes.len()));
                self.changes.push(Change {
                    dataset: "transactions".into(),
                    row: id.clone().into(),
                    column: field.column().into(),
                    value,
                });
            }
        }
        if field == Field::ParentId {
            let parent = row.now.parent_id.clone();
            self.add_child(parent, id.clone());
        }
    }

    /// Writes a field of a loaded row if it changes; returns whether it did.
    pub(super) fn derive(
        &mut self,
        id: &TransactionId,
        field: Field,
        value: impl Into<Value>,
    ) -> bool {
        let value = value.into();
        let differs = self.row(id).is_some_and(|row| row.stored(field) != value);
        if differs {
            self.write(id, field, value);
        }
        differs
    }

    /// Splits whose amount, children or error differ from the stored ones.
    pub(super) fn resummed(&self) -> BTreeSet<TransactionId> {
        let counts = |row: &Transaction| {
            let split = (row.is_parent, row.error.clone());
            (!row.tombstone).then(|| (row.amount, split, row.part_of().cloned()))
        };
        let rows = self.transactions.values().flatten().filter(|row| row.is_written());
        let changed = rows.filter(|row| row.before().and_then(counts) != counts(&row.now));
        let around = changed.flat_map(|row| {
            let splits = Some(&row.now).filter(|now| now.is_parent).map(|now| &now.id);
            let before = row.before().and_then(Transaction::part_of);
            splits.into_iter().chain(before).chain(row.now.part_of()).cloned()
        });
        around.collect()
    }

    /// The payee or category that readers see for a stored one.
    fn as_read(&self, field: Field, value: &Value) -> Value {
        let Some(text) = value.as_str() else { return value.clone() };
        let target = if field == Field::Payee {
            let payee = self.payees.get(&PayeeId::from(text));
            payee.map(|payee| payee.as_ref().map(|payee| payee.target.as_str()))
        } else if field == Field::Category {
            let category = self.categories.get(&CategoryId::from(text));
            category.map(|category| category.as_ref().map(CategoryId::as_str))
        } else {
            None
        };
        target.map_or_else(|| value.clone(), Value::from)
    }

    /// The changes to write.
    pub(super) fn into_changes(self) -> Vec<Change> {
        self.changes
    }
}

/// The ids that are missing from a table, each once.
fn unknown<I, V>(ids: impl IntoIterator<Item = I>, known: &IdMap<I, V>) -> Vec<I>
where
    I: Eq + std::hash::Hash + Ord,
{
    let missing: IdSet<I> = ids.into_iter().filter(|id| !known.contains_key(id)).collect();
    let mut missing: Vec<I> = missing.into_iter().collect();
    missing.sort_unstable();
    missing
}
