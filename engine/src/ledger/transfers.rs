//! Transfers: a transaction with a transfer payee has a partner in that account with the opposite
//! amount, and each points at the other.

use super::fields::{Field, Fields};
use super::rows::{Context, LedgerRows};
use super::working::WorkingSet;
use super::{FollowUp, LedgerError, Transaction};
use crate::crdt::Value;
use crate::ids::{AccountId, TransactionId};
use crate::money::Amount;

impl<R: LedgerRows> WorkingSet<'_, R> {
    /// Updates the partner of an added or changed row. Returns the fields this wrote in the row
    /// itself.
    pub(super) fn follow(
        &mut self,
        id: &TransactionId,
        around: &Context<'_>,
    ) -> Result<Option<FollowUp>, R::Error> {
        if self.is_plain(id)? {
            return Ok(None);
        }
        let Some(row) = self.row(id).cloned() else { return Ok(None) };
        // Also for a deleted row whose link changed: no other call cleans up its former partner.
        self.unlink_former_partner(&row)?;
        if row.tombstone {
            return Ok(None);
        }
        if row.is_parent {
            return self.remove(&row).map(Some);
        }
        match self.transfer_account(row.payee.as_ref())? {
            Some(target) => self.transfer(&row, &target, around),
            None if row.transfer_id.is_some() => self.remove(&row).map(Some),
            None => Ok(None),
        }
    }

    /// Whether a row neither was a transfer nor becomes one, as most.
    fn is_plain(&mut self, id: &TransactionId) -> Result<bool, R::Error> {
        let was_transfer = self.before(id).is_some_and(|before| before.transfer_id.is_some());
        let Some(row) = self.row(id).filter(|_| !was_transfer) else { return Ok(false) };
        if row.transfer_id.is_some() || row.is_parent {
            return Ok(false);
        }
        let payee = row.payee.clone();
        Ok(self.transfer_account(payee.as_ref())?.is_none())
    }

    /// Deletes the partner of a deleted row and removes the link.
    pub(super) fn follow_deletion(&mut self, id: &TransactionId) -> Result<(), R::Error> {
        let Some(row) = self.row(id).cloned() else { return Ok(()) };
        self.unlink_former_partner(&row)?;
        if let Some(partner) = self.partner(&row)? {
            self.drop_partner(&partner)?;
        }
        self.derive(id, Field::TransferId, Value::Null);
        Ok(())
    }

    /// The live partner of a row: both point at each other, and it is not a split parent.
    fn partner(&mut self, row: &Transaction) -> Result<Option<Transaction>, R::Error> {
        let Some(id) = row.transfer_id.as_ref().filter(|id| **id != row.id) else {
            return Ok(None);
        };
        let points_back = |partner: &Transaction| {
            partner.transfer_id.as_ref() == Some(&row.id)
                && !partner.tombstone
                && !partner.is_parent
        };
        Ok(self.find(id)?.filter(points_back))
    }

    /// Ends the transfer with a partner that the row no longer points at.
    fn unlink_former_partner(&mut self, row: &Transaction) -> Result<(), R::Error> {
        let pointed_elsewhere =
            |was: &&Transaction| !was.tombstone && was.transfer_id != row.transfer_id;
        let Some(before) = self.before(&row.id).filter(pointed_elsewhere) else {
            return Ok(());
        };
        let former = Transaction { transfer_id: before.transfer_id.clone(), ..row.clone() };
        match self.partner(&former)? {
            Some(partner) => self.drop_partner(&partner),
            None => Ok(()),
        }
    }

    fn transfer(
        &mut self,
        row: &Transaction,
        target: &AccountId,
        around: &Context<'_>,
    ) -> Result<Option<FollowUp>, R::Error> {
        let mut transfer_id = None;
        let partner = match self.partner(row)? {
            // A child stays in its parent's account, so it leaves the transfer.
            Some(child) if child.is_child && child.account != *target => {
                self.unlink(&child.id);
                None
            }
            partner => partner,
        };
        let partner = match partner {
            Some(partner) => {
                self.sync(row, &partner, target)?;
                partner.id
            }
            None => {
                let added = self.add_partner(row, target, around)?;
                transfer_id = Some(Some(added.clone()));
                added
            }
        };
        let same_kind = self.off_budget(&row.account)? == self.off_budget(target)?;
        if same_kind {
            self.derive(&row.id, Field::Category, Value::Null);
            self.derive(&partner, Field::Category, Value::Null);
        }
        let follow_up = FollowUp { id: row.id.clone(), transfer_id, category_cleared: same_kind };
        Ok(Some(follow_up).filter(|it| it.transfer_id.is_some() || it.category_cleared))
    }

    fn add_partner(
        &mut self,
        row: &Transaction,
        target: &AccountId,
        around: &Context<'_>,
    ) -> Result<TransactionId, R::Error> {
        let id = (around.new_id)();
        let mut fields = Fields::default();
        fields.set(Field::Account, target.as_str());
        fields.set(Field::Amount, opposite(row)?.cents());
        fields.set(Field::Payee, self.payee_of_transfers_to(&row.account)?);
        for field in [Field::Date, Field::Notes, Field::Schedule] {
            fields.set(field, row.stored(field));
        }
        fields.set(Field::TransferId, row.id.as_str());
        fields.set(Field::Cleared, false);
        self.add(&id, &fields.completed(around.now_ms))?;
        self.write(&row.id, Field::TransferId, Value::from(id.as_str()));
        Ok(id)
    }

    /// Copies the shared fields to the partner. Date and cleared flag are each side's own.
    fn sync(
        &mut self,
        row: &Transaction,
        partner: &Transaction,
        target: &AccountId,
    ) -> Result<(), R::Error> {
        let payee = self.payee_of_transfers_to(&row.account)?;
        self.derive(&partner.id, Field::Account, target.as_str());
        self.derive(&partner.id, Field::Payee, payee);
        let amount_changed = self.derive(&partner.id, Field::Amount, opposite(row)?.cents());
        self.derive(&partner.id, Field::Notes, row.stored(Field::Notes));
        self.derive(&partner.id, Field::Schedule, row.stored(Field::Schedule));
        if amount_changed && partner.is_child {
            self.refresh_split_error(partner.parent_id.as_ref())?;
        }
        Ok(())
    }

    /// Ends a transfer from this side.
    fn remove(&mut self, row: &Transaction) -> Result<FollowUp, R::Error> {
        if let Some(partner) = self.partner(row)? {
            self.drop_partner(&partner)?;
        }
        self.derive(&row.id, Field::TransferId, Value::Null);
        let transfer_id = Some(None);
        Ok(FollowUp { id: row.id.clone(), transfer_id, category_cleared: false })
    }

    /// Ends the partner's side of a transfer. A child stays, without a payee. A row whose payee is
    /// no longer a transfer payee stays as it is. Any other partner is deleted.
    fn drop_partner(&mut self, partner: &Transaction) -> Result<(), R::Error> {
        if partner.is_child {
            self.unlink(&partner.id);
        } else if self.transfer_account(partner.payee.as_ref())?.is_none() {
            self.derive(&partner.id, Field::TransferId, Value::Null);
        } else {
            self.derive(&partner.id, Field::Tombstone, true);
        }
        Ok(())
    }

    fn unlink(&mut self, child: &TransactionId) {
        self.derive(child, Field::Payee, Value::Null);
        self.derive(child, Field::TransferId, Value::Null);
    }

    fn payee_of_transfers_to(&mut self, account: &AccountId) -> Result<Value, R::Error> {
        let payee = self.account(account)?.and_then(|account| account.transfer_payee.as_ref());
        Ok(payee.map_or(Value::Null, |payee| Value::from(payee.as_str())))
    }
}

fn opposite(row: &Transaction) -> Result<Amount, LedgerError> {
    let amount = Amount::from_cents(row.amount).map_err(|_| LedgerError::AmountTooLarge)?;
    Ok(amount.negated())
}
