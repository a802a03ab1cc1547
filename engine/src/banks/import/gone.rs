//! Transactions that the bank no longer has.

use super::matching::days_between;
use super::{LedgerRow, NoteKind, Transfer, Work};

/// Days after which a pending transaction that a window lacks is given up.
const PENDING_DAYS: i64 = 14;
/// Most transactions that the bank takes away without a question, however few there are.
const FEW: usize = 5;
/// Days whose transactions are counted against those that the bank takes away.
const COUNTED_DAYS: i64 = 90;
/// One of so many may be taken away.
const SHARE: usize = 5;

impl Work<'_> {
    /// Joins twins and deletes what is gone, until neither changes anything.
    pub(super) fn settle_gone(&mut self) {
        while self.join_twins() | self.delete_gone() {}
    }

    /// Deletes what is gone; whether there was anything.
    fn delete_gone(&mut self) -> bool {
        if self.context.is_first_after_linking || self.context.is_outdated {
            return false;
        }
        let gone: Vec<usize> = (0..self.stored)
            .filter(|place| self.is_gone(*place) && !self.rows[*place].reconciled)
            .collect();
        let (doomed, kept): (Vec<usize>, Vec<usize>) =
            gone.into_iter().partition(|place| self.may_go(&self.rows[*place]));
        for place in kept {
            match self.rows[place].cleared {
                false => self.note(NoteKind::PendingGone, place),
                true if self.answer.window.is_none() => self.note(NoteKind::Withdrawn, place),
                true => {}
            }
        }
        let since = self.context.today.plus_days(-COUNTED_DAYS).unwrap_or(self.context.today);
        let recent = self.living().filter(|(_, row)| row.date >= since).count();
        if doomed.len() > FEW && doomed.len() * SHARE > recent {
            self.note(NoteKind::TooManyWithdrawn, doomed[0]);
            return false;
        }
        for place in &doomed {
            self.rows[*place].withdraw();
        }
        !doomed.is_empty()
    }

    /// Whether a transaction that is gone is deleted: one that nobody changed or built on.
    fn may_go(&self, row: &LedgerRow) -> bool {
        let is_delta = self.answer.window.is_none();
        let is_plain = !row.is_parent && row.has_banks_amount();
        if row.cleared {
            return is_delta
                && is_plain
                && row.transfer == Transfer::None
                && row.said.date() == Some(row.date);
        }
        let age = days_between(row.date, self.context.today);
        is_plain && row.transfer != Transfer::Settled && (is_delta || age > PENDING_DAYS)
    }
}
