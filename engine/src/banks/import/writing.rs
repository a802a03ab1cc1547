//! Writes the rows of an answer into the transactions that they are, or adds them.

use std::collections::{HashMap, HashSet};

use super::{Fate, Incoming, LedgerRow, NoteKind, Said, Transfer, Wanted, Work};
use crate::banks::keys::transaction_id;
use crate::ids::TransactionId;

impl Work<'_> {
    /// Fills the transactions that are rows of the answer.
    pub(super) fn write_matched(&mut self) {
        for (at, it) in self.incoming.iter().enumerate() {
            let Some(place) = self.matched[at] else { continue };
            let is_merged = self.is_merged(it, place);
            let row = &mut self.rows[place];
            let id = row.id.clone();
            self.fates[at] = match () {
                () if row.reconciled => {
                    // Claims the transaction, so that no other row of the bank can match it.
                    row.bank_id = row.bank_id.take().or_else(|| it.key.clone());
                    Fate::Reconciled(id)
                }
                () if row.is_elsewhere || is_merged => Fate::Same(id),
                // From before the bank booked it: a device can read an old answer after a sync that
                // brought the booked transaction.
                () if row.said.is_booked() && !it.posted && row.bank_id != it.key => Fate::Same(id),
                () => {
                    self.write(it, place);
                    Fate::Changed(id)
                }
            };
        }
    }

    fn write(&mut self, it: &Incoming, place: usize) {
        let updates_dates = self.context.settings.update_dates;
        let row = &mut self.rows[place];
        let was_pending = !row.cleared;
        let books = it.posted && !row.said.is_booked();
        row.bank_id.clone_from(&it.key);
        if it.imported_payee.is_some() {
            row.imported_payee.clone_from(&it.imported_payee);
        }
        row.payee = row.payee.take().or_else(|| it.payee.clone());
        // A split has its categories in its lines.
        if !row.is_parent {
            row.category = row.category.take().or_else(|| it.category.clone());
        }
        row.notes = row.notes.take().filter(|it| !it.is_empty()).or_else(|| it.notes.clone());
        row.cleared |= it.posted;
        if updates_dates {
            row.date = it.date;
        }
        // An earlier answer does not know what the bank corrected since, unless it books the
        // transaction.
        let is_old = self.context.is_outdated && !books && row.amount != it.amount;
        let differs = row.amount != it.amount && !is_old;
        let may_follow =
            row.has_banks_amount() && !row.is_parent && row.transfer != Transfer::Settled;
        if differs && may_follow {
            row.amount = it.amount;
        }
        let is_news = !row.is_of_bank() || was_pending || differs && may_follow;
        // The stored data also lists merged rows, which keeps them from being imported again. With
        // an amount other than the transaction's, it would look as if a person had changed that.
        if is_news && !is_old && row.merged.is_empty() {
            row.said = Said::of(it.fields.clone());
        }
        if differs && !may_follow {
            self.note(NoteKind::AmountDiffers, place);
        }
    }

    /// Adds the rows that are no stored transaction.
    pub(super) fn add_new(&mut self) {
        let dead = |row: &&LedgerRow| row.deleted && !row.is_elsewhere;
        let deleted: HashSet<String> =
            self.rows.iter().filter(dead).filter_map(|row| row.bank_id.clone()).collect();
        let places: HashMap<TransactionId, usize> =
            self.rows.iter().enumerate().map(|(place, row)| (row.id.clone(), place)).collect();
        for (at, it) in self.incoming.iter().enumerate() {
            if self.matched[at].is_some() || it.wanted == Wanted::No {
                continue;
            }
            self.fates[at] = match &it.key {
                _ if it.wanted == Wanted::NotIfNew => Fate::DeletedByRule,
                Some(key) if deleted.contains(key) && !self.context.settings.reimport_deleted => {
                    self.kept_away.push(key.clone());
                    Fate::KeptAway
                }
                key => {
                    let derived = key.as_ref().map(|key| transaction_id(self.context.account, key));
                    let id = derived.unwrap_or_else(|| it.fresh_id.clone());
                    self.add(at, it, &id, &places)
                }
            };
        }
    }

    fn add(
        &mut self,
        at: usize,
        it: &Incoming,
        id: &TransactionId,
        places: &HashMap<TransactionId, usize>,
    ) -> Fate {
        let row = it.as_new(id.clone());
        let place = match places.get(id) {
            // Another row of the answer has it, so this one gets an id of its own.
            Some(place) if !self.rows[*place].deleted => {
                let row = LedgerRow { id: it.fresh_id.clone(), ..row };
                self.push(row)
            }
            Some(place) => {
                self.rows[*place] = row;
                self.is_taken[*place] = true;
                self.is_unexplained[*place] = false;
                *place
            }
            None => self.push(row),
        };
        self.matched[at] = Some(place);
        Fate::Added(self.rows[place].id.clone())
    }

    /// Adds a transaction.
    pub(super) fn push(&mut self, row: LedgerRow) -> usize {
        self.rows.push(row);
        self.is_taken.push(true);
        self.is_unexplained.push(false);
        self.rows.len() - 1
    }
}

impl Incoming {
    /// The transaction that the row becomes.
    fn as_new(&self, id: TransactionId) -> LedgerRow {
        LedgerRow {
            id,
            date: self.date,
            amount: self.amount,
            payee: self.payee.clone(),
            category: self.category.clone(),
            notes: self.notes.clone(),
            bank_id: self.key.clone(),
            imported_payee: self.imported_payee.clone(),
            cleared: self.posted,
            reconciled: false,
            is_parent: false,
            is_start: false,
            schedule: self.schedule.clone(),
            transfer: Transfer::None,
            deleted: false,
            is_elsewhere: false,
            merged: Vec::new(),
            said: Said::of(self.fields.clone()),
        }
    }
}
