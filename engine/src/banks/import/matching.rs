//! Which transactions the rows of an answer are: by their keys first.

use std::collections::{HashMap, HashSet};

use super::{Incoming, LedgerRow, Wanted, Work};
use crate::banks::keys::transaction_id;
use crate::dates::Day;

/// Days at the start of a window in which a transaction that no connection brought may be one
/// that the bank dates before the window.
const MARGIN_DAYS: i64 = 3;

/// The living transactions by what the bank's rows know them by.
#[derive(Default)]
struct Index<'w> {
    by_key: HashMap<&'w str, Vec<usize>>,
    by_merged: HashMap<&'w str, usize>,
    by_id: HashMap<&'w str, usize>,
    /// Candidates in other accounts, by key. A bank may use one key in several accounts.
    elsewhere: HashMap<&'w str, Vec<usize>>,
}

impl<'w> Index<'w> {
    fn of(rows: &'w [LedgerRow]) -> Self {
        let mut index = Self::default();
        for (place, row) in rows.iter().enumerate().filter(|(_, row)| !row.deleted) {
            index.by_id.insert(row.id.as_str(), place);
            let keyed = if row.is_elsewhere { &mut index.elsewhere } else { &mut index.by_key };
            if let Some(key) = &row.bank_id {
                keyed.entry(key).or_default().push(place);
            }
            if row.is_elsewhere {
                continue;
            }
            index.by_merged.extend(row.merged.iter().map(|key| (key.as_str(), place)));
        }
        index
    }

    fn with_key(&self, key: &str) -> &[usize] {
        self.by_key.get(key).map_or(&[], Vec::as_slice)
    }
}

impl Work<'_> {
    /// Finds transactions by keys. A transaction belongs to one row at most.
    pub(super) fn identify(&mut self) {
        let index = Index::of(&self.rows);
        let mut is_taken = vec![false; self.rows.len()];
        let mut matched: Vec<Option<usize>> = vec![None; self.incoming.len()];
        let wanted = |it: &Incoming| it.wanted != Wanted::No;
        // First what has the key now: what only had it once may be another row of the answer.
        for (it, found) in self.incoming.iter().zip(&mut matched).filter(|(it, _)| wanted(it)) {
            let with_key = it.key.as_deref().map_or(&[][..], |key| index.with_key(key));
            *found = with_key.iter().find(|place| !is_taken[**place]).copied();
            if let Some(place) = *found {
                is_taken[place] = true;
            }
        }
        for (it, found) in self.incoming.iter().zip(&mut matched).filter(|(it, _)| wanted(it)) {
            if found.is_some() {
                continue;
            }
            *found = self.same(it, &index, &is_taken);
            if let Some(place) = *found
                && !self.is_merged(it, place)
            {
                is_taken[place] = true;
            }
        }
        self.is_taken = is_taken;
        self.matched = matched;
    }

    /// Whether a row was merged into a transaction that is another row's.
    pub(super) fn is_merged(&self, it: &Incoming, place: usize) -> bool {
        let row = &self.rows[place];
        row.bank_id != it.key && it.key.as_ref().is_some_and(|key| row.merged.contains(key))
    }

    fn same(&self, it: &Incoming, index: &Index<'_>, is_taken: &[bool]) -> Option<usize> {
        let free = |place: &&usize| !is_taken[**place];
        let key = it.key.as_deref();
        let by_key = key.and_then(|key| index.with_key(key).iter().find(free));
        let is_near = |place: &&usize| {
            let row = &self.rows[**place];
            (row.date, row.amount) == (it.date, it.amount)
        };
        let shared = it.shared_id.as_deref().into_iter();
        let mut shared = shared.flat_map(|id| index.with_key(id)).filter(free);
        let by_old_key = || {
            let account = self.context.account.as_str();
            let internal = key?.strip_prefix(account)?.strip_prefix('-')?;
            index.with_key(&format!("undefined-{internal}")).iter().find(free)
        };
        let by_pending = || {
            let pending = it.pending_of.as_deref()?;
            let moved = || {
                let id = transaction_id(self.context.account, pending);
                let is_elsewhere = |place: &&usize| self.rows[**place].is_elsewhere;
                index.by_id.get(id.as_str()).filter(is_elsewhere).filter(free)
            };
            index.with_key(pending).iter().find(free).or_else(moved)
        };
        let by_merged = || index.by_merged.get(key?);
        let by_id = || {
            let id = transaction_id(self.context.account, key?);
            index.by_id.get(id.as_str()).filter(free)
        };
        let by_words = || {
            let is_said = |place: &&usize| {
                let said = self.rows[**place].said.fields.as_ref();
                let is_same =
                    |field: &str| said.and_then(|it| it.get(field)) == it.fields.get(field);
                said.is_some() && is_same("date") && is_same("transactionAmount")
            };
            index.elsewhere.get(key?)?.iter().filter(free).find(is_said)
        };
        by_key
            .or_else(|| shared.find(is_near))
            .or_else(by_old_key)
            .or_else(by_pending)
            .or_else(by_merged)
            .or_else(by_id)
            .or_else(by_words)
            .copied()
    }

    /// Finds the transactions that the answer should have had.
    pub(super) fn find_unexplained(&mut self) {
        let keys: HashSet<&str> = self.incoming.iter().filter_map(|it| it.key.as_deref()).collect();
        let removed: HashSet<&str> = self.answer.removed.iter().map(String::as_str).collect();
        let is_expected =
            |row: &LedgerRow, key: &str| match (&self.answer.window, &self.answer.cursor) {
                (Some(window), _) => {
                    let margin = || {
                        let first = window.from.plus_days(MARGIN_DAYS).unwrap_or(window.from);
                        row.date >= first
                    };
                    let said = row.said.date().filter(|_| row.is_of_bank());
                    window.has(said.unwrap_or(row.date)) && (said.is_some() || margin())
                }
                (None, _) if self.context.is_first_after_linking => true,
                (None, Some(_)) => removed.contains(key),
                (None, None) => false,
            };
        let unexplained: Vec<usize> = self
            .living()
            .filter(|(place, row)| {
                let Some(key) = row.bank_id.as_deref() else { return false };
                !self.is_taken[*place] && !keys.contains(key) && is_expected(row, key)
            })
            .map(|(place, _)| place)
            .collect();
        for place in unexplained {
            self.is_unexplained[place] = true;
        }
    }

    /// Whether the answer says that a transaction of the bank is no longer there.
    pub(super) fn is_gone(&self, place: usize) -> bool {
        let row = &self.rows[place];
        row.is_living() && !self.is_taken[place] && self.is_unexplained[place] && row.is_of_bank()
    }

    /// The rows of the answer that are imported and have no transaction yet.
    pub(super) fn unmatched(&self) -> impl Iterator<Item = (usize, &Incoming)> {
        let rows = self.incoming.iter().enumerate();
        rows.filter(|(at, it)| it.wanted != Wanted::No && self.matched[*at].is_none())
    }

    pub(super) fn join(&mut self, at: usize, place: usize) {
        self.matched[at] = Some(place);
        self.is_taken[place] = true;
    }
}

/// Days from one day to another; below 0 if the other is earlier.
pub(super) fn days_between(from: Day, to: Day) -> i64 {
    (to.date() - from.date()).num_days()
}
