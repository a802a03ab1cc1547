//! The starting balance: with it, an account's cleared balance is the bank's from its first import
//! on.

use super::{Fate, LedgerRow, NoteKind, Said, Transfer, Work, start_fields};
use crate::banks::keys::starting_id;
use crate::dates::Day;
use crate::ids::{CategoryId, PayeeId};
use crate::money::{Amount, Total};

/// The fields of a starting balance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StartingBalance {
    /// The payee `Starting Balance`.
    pub payee: Option<PayeeId>,
    /// The category of starting balances; none off budget.
    pub category: Option<CategoryId>,
    /// The day that a person chose when the account was linked.
    pub date: Option<Day>,
    /// The balance that a person chose.
    pub amount: Option<Amount>,
}

impl Work<'_> {
    /// Whether the account has no transaction up to today.
    pub(super) fn is_first_sync(&self) -> bool {
        !self.living().any(|(_, row)| row.date <= self.context.today)
    }

    /// The bank's balance minus the cleared transactions up to today.
    pub(super) fn difference(&self, balance: Option<Amount>) -> Option<Total> {
        let counts = |row: &&LedgerRow| row.cleared && row.date <= self.context.today;
        let cleared: Total = self
            .living()
            .map(|(_, row)| row)
            .filter(counts)
            .map(|row| Total::from(row.amount.cents()))
            .sum();
        balance.map(|balance| Total::from(balance.cents()) - cleared)
    }

    /// The bank's booked balance.
    fn booked(&self) -> Option<Amount> {
        self.answer.balance.as_ref().and_then(|balance| balance.booked)
    }

    /// Adds the starting balance of a first sync: what the bank's balance has beyond the booked
    /// rows. Pending rows are not part of that balance.
    pub(super) fn add_starting_balance(&mut self) {
        let start = &self.context.start;
        let by_bank = || self.difference(self.booked());
        let amount = start.amount.map(|it| Total::from(it.cents())).or_else(by_bank);
        let Some(amount) = amount.and_then(|it| i64::try_from(it).ok()) else { return };
        let Ok(amount) = Amount::from_cents(amount) else { return };
        let id = starting_id(self.context.account);
        if self.rows.iter().any(|row| row.id == id && !row.deleted) {
            return;
        }
        let oldest = self.living().map(|(_, row)| row.date).min();
        let date = start.date.or(oldest).unwrap_or(self.context.today);
        let row = LedgerRow {
            id: id.clone(),
            date,
            amount,
            payee: start.payee.clone(),
            category: start.category.clone(),
            notes: None,
            bank_id: None,
            imported_payee: None,
            cleared: true,
            reconciled: false,
            is_parent: false,
            is_start: true,
            schedule: None,
            transfer: Transfer::None,
            deleted: false,
            is_elsewhere: false,
            merged: Vec::new(),
            said: Said::of(start_fields(amount, date)),
        };
        match self.rows.iter().position(|it| it.id == id) {
            Some(place) => self.rows[place] = row,
            None => drop(self.push(row)),
        }
    }

    /// Lets history that comes later move the starting balance, where the bank's balance had it all
    /// along; `before` is the difference to the bank before the import.
    pub(super) fn move_starting_balance(&mut self, before: Option<Total>) {
        let Some(start) = self.living().find(|(_, row)| row.is_start).map(|(place, _)| place)
        else {
            return;
        };
        let first = self.rows[start].date;
        let is_older = |place: &usize| {
            let row = &self.rows[*place];
            row.is_living() && row.cleared && row.date < first
        };
        let added = self.fates.iter().zip(&self.matched);
        let added = added.filter(|(fate, _)| matches!(fate, Fate::Added(_)));
        let older: Vec<usize> = added.filter_map(|(_, place)| *place).filter(is_older).collect();
        let cents = |place: &usize| Total::from(self.rows[*place].amount.cents());
        let sum: Total = older.iter().map(cents).sum();
        let Some(before) = before else { return };
        if older.is_empty() || !self.had_balance_all_along(before, sum) {
            return;
        }
        let oldest = older.iter().map(|place| self.rows[*place].date).min();
        let row = &self.rows[start];
        let is_as_written = row.said.fields.as_ref() == Some(&start_fields(row.amount, row.date))
            && !row.reconciled;
        let moved = i64::try_from(Total::from(row.amount.cents()) - sum).ok();
        let moved = moved.and_then(|it| Amount::from_cents(it).ok()).filter(|_| is_as_written);
        match moved.zip(oldest) {
            Some((amount, date)) => {
                let row = &mut self.rows[start];
                row.amount = amount;
                row.date = date;
                row.said = Said::of(start_fields(amount, date));
            }
            None => self.leave_out(&older),
        }
    }

    /// Whether the bank's balance had new rows all along, whose sum this is; `before` is the
    /// difference to the bank before the import.
    fn had_balance_all_along(&self, before: Total, sum: Total) -> bool {
        // The balance of a later answer is known, which has them too. It was not reached yet only
        // if these rows are what was missing.
        if self.context.is_outdated {
            return before != sum;
        }
        let Some(after) = self.difference(self.booked()) else { return false };
        // An earlier window may have begun after other rows that come only now as well: then it is
        // the account that agrees with the bank once the starting balance has moved.
        after != before && (after == before - sum || after == -sum)
    }

    /// Takes new transactions back that the starting balance has already.
    fn leave_out(&mut self, places: &[usize]) {
        for place in places {
            self.note(NoteKind::OlderLeftOut, *place);
            let added = Fate::Added(self.rows[*place].id.clone());
            for fate in self.fates.iter_mut().filter(|fate| **fate == added) {
                *fate = Fate::LeftOut;
            }
            // One that was deleted before is as it was.
            match self.ledger.get(*place) {
                Some(before) => self.rows[*place] = before.clone(),
                None => self.rows[*place].deleted = true,
            }
        }
    }
}
