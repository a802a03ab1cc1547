//! Splits. Callers edit a split's parent and children, and usually its error. Here no child stays
//! without its parent, and the error is corrected whatever the caller sent.

use super::fields::Field;
use super::rows::LedgerRows;
use super::working::WorkingSet;
use super::{LedgerError, Transaction};
use crate::crdt::Value;
use crate::ids::TransactionId;

/// The error of a split whose children do not add up, as JSON text; none if they do.
#[must_use]
pub(super) fn split_error(difference: i64) -> Option<String> {
    (difference != 0).then(|| {
        format!("{{\"type\":\"SplitTransactionError\",\"version\":1,\"difference\":{difference}}}")
    })
}

/// The difference in a split's error, however its JSON is written.
pub(super) fn stated_difference(error: Option<&str>) -> Option<i64> {
    let error: serde_json::Value = serde_json::from_str(error?).ok()?;
    error["difference"].as_i64().filter(|difference| *difference != 0)
}

impl<R: LedgerRows> WorkingSet<'_, R> {
    /// Writes the remaining difference of a split into its error, unless the error already contains
    /// it.
    pub(super) fn refresh_split_error(
        &mut self,
        parent: Option<&TransactionId>,
    ) -> Result<(), R::Error> {
        let Some(parent) = parent else { return Ok(()) };
        let Some(row) = self.find(parent)?.filter(|row| row.is_parent && !row.tombstone) else {
            return Ok(());
        };
        let children = self.children(parent)?;
        let sum = children.iter().fold(0_i64, |sum, child| sum.saturating_add(child.amount));
        let error = split_error(row.amount.saturating_sub(sum));
        if stated_difference(error.as_deref()) != stated_difference(row.error.as_deref()) {
            self.derive(parent, Field::Error, Value::from(error));
        }
        Ok(())
    }

    /// Updates the errors of all splits whose amount or children changed, in case the caller did
    /// not.
    pub(super) fn refresh_split_errors(&mut self) -> Result<(), R::Error> {
        let splits = self.resummed();
        self.load(splits.iter().cloned())?;
        self.load_parts(splits.iter().cloned())?;
        splits.iter().try_for_each(|split| self.refresh_split_error(Some(split)))
    }

    /// Refuses a child without a live parent, and a row with children that is no longer a parent.
    pub(super) fn check_structure(&mut self, id: &TransactionId) -> Result<(), R::Error> {
        let Some(row) = self.row(id).filter(|row| !row.tombstone).cloned() else {
            return Ok(());
        };
        if row.is_parent && row.is_child {
            return Err(LedgerError::ParentAndChild(row.id).into());
        }
        let was_split = self.before(id).is_some_and(|before| before.is_parent);
        if was_split && !row.is_parent && !self.children(id)?.is_empty() {
            return Err(LedgerError::HasChildren(row.id).into());
        }
        if row.is_child { self.check_child(row) } else { Ok(()) }
    }

    fn check_child(&mut self, child: Transaction) -> Result<(), R::Error> {
        let split = match &child.parent_id {
            Some(parent) => self.find(parent)?,
            None => None,
        };
        let takes_children = |row: &Transaction| row.is_parent && !row.is_child && !row.tombstone;
        if split.as_ref().is_some_and(takes_children) {
            Ok(())
        } else {
            Err(LedgerError::NoParent(child.id).into())
        }
    }
}
