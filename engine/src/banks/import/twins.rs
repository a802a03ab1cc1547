//! Two transactions that are one: brought by two programs or two devices.

use std::collections::HashMap;

use super::matching::days_between;
use super::{LedgerRow, NoteKind, Transfer, Work};

/// Most days after a pending transaction that its posted twin lies.
const POSTED_DAYS: i64 = 14;

impl Work<'_> {
    /// Joins twins; whether there were any.
    pub(super) fn join_twins(&mut self) -> bool {
        let mut pairs = self.of_one_key();
        pairs.extend(self.posted_apart());
        let mut has_joined = false;
        for (left, right) in pairs {
            if [left, right].iter().any(|it| self.rows[*it].deleted) {
                continue;
            }
            let is_simple = |place: usize| {
                let row = &self.rows[place];
                !row.is_parent && row.transfer == Transfer::None && !row.reconciled
            };
            if is_simple(left) && is_simple(right) {
                self.join_pair(left, right);
                has_joined = true;
            } else {
                self.note(NoteKind::Twins, left);
            }
        }
        has_joined
    }

    /// Pairs with the same key and amount: another program and ours imported at once.
    fn of_one_key(&self) -> Vec<(usize, usize)> {
        let mut first: HashMap<(&str, i64), usize> = HashMap::new();
        let mut pairs = Vec::new();
        for (place, row) in self.living().filter(|(_, row)| row.is_of_bank()) {
            let Some(key) = row.bank_id.as_deref() else { continue };
            match first.get(&(key, row.amount.cents())) {
                Some(other) => pairs.push((*other, place)),
                None => drop(first.insert((key, row.amount.cents()), place)),
            }
        }
        pairs
    }

    /// Pending transactions that are gone and were posted under another id, where two devices met
    /// different answers. Only pairs without another possible partner count.
    fn posted_apart(&self) -> Vec<(usize, usize)> {
        let gone: Vec<usize> = (0..self.stored)
            .filter(|place| self.is_gone(*place) && !self.rows[*place].cleared)
            .collect();
        if gone.is_empty() {
            return Vec::new();
        }
        let mut posted: HashMap<i64, Vec<usize>> = HashMap::new();
        for (place, row) in self.living().filter(|(_, row)| row.cleared && row.is_of_bank()) {
            posted.entry(row.amount.cents()).or_default().push(place);
        }
        let mut pairs = Vec::new();
        for place in gone {
            let row = &self.rows[place];
            let alike = posted.get(&row.amount.cents()).into_iter().flatten();
            let is_twin = |it: &&usize| is_posting(row, &self.rows[**it]);
            pairs.extend(alike.filter(is_twin).map(|it| (place, *it)));
        }
        let (mut lefts, mut rights) = (HashMap::new(), HashMap::new());
        for (left, right) in &pairs {
            *lefts.entry(*left).or_insert(0) += 1;
            *rights.entry(*right).or_insert(0) += 1;
        }
        pairs.retain(|(left, right)| lefts[left] == 1 && rights[right] == 1);
        pairs
    }

    /// Joins two transactions into the one that a person touched more.
    fn join_pair(&mut self, left: usize, right: usize) {
        let touched = |place: usize| {
            let row = &self.rows[place];
            let marks = [
                row.category.is_some(),
                row.notes.is_some(),
                row.transfer != Transfer::None,
                row.schedule.is_some(),
            ];
            marks.into_iter().filter(|it| *it).count()
        };
        let is_smaller = self.rows[left].id < self.rows[right].id;
        let stays_left = match touched(left).cmp(&touched(right)) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => is_smaller,
        };
        let (stays, goes) = if stays_left { (left, right) } else { (right, left) };
        let other = self.rows[goes].clone();
        let row = &mut self.rows[stays];
        // The bank will report the booked row again, not the pending one.
        if other.cleared && !row.cleared || row.bank_id.is_none() {
            row.bank_id = other.bank_id;
            row.said = other.said;
        }
        row.payee = row.payee.take().or(other.payee);
        row.category = row.category.take().or(other.category);
        row.notes = row.notes.take().or(other.notes);
        row.imported_payee = row.imported_payee.take().or(other.imported_payee);
        row.schedule = row.schedule.take().or(other.schedule);
        row.cleared |= other.cleared;
        self.is_taken[stays] |= self.is_taken[goes];
        self.rows[goes].withdraw();
    }
}

/// Whether a booked transaction is the posting of a pending one.
fn is_posting(pending: &LedgerRow, posted: &LedgerRow) -> bool {
    let days = days_between(pending.date, posted.date);
    (-1..=POSTED_DAYS).contains(&days)
        && pending.has_payee_of(posted.payee.as_ref(), posted.imported_payee.as_deref())
}
