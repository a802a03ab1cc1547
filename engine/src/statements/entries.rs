//! The transactions of a file that says what its parts mean.

use super::days::DayOrder;
use super::faults::{MOST_TRANSACTIONS, Problem, ProblemReason, StatementError};
use crate::money::Decimal;

/// Most numbers of accounts that a file is known by.
const MOST_ACCOUNTS: usize = 100;

/// The transactions of a file that says what its parts mean.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entries {
    /// Those that can be read, in the order of the file.
    pub entries: Vec<Entry>,
    /// The others.
    pub problems: Vec<Problem>,
    /// The numbers of the accounts that the file names, each once.
    pub accounts: Vec<String>,
    /// How days are written; `None` if the format leaves it open.
    pub day_order: Option<DayOrder>,
}

/// A transaction of a file. Texts are trimmed and not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The line it begins on, from 1.
    pub line: u64,
    /// The day as it is written.
    pub date: String,
    /// The amount; money that left the account is negative.
    pub amount: Decimal,
    /// The other side.
    pub payee: Option<String>,
    /// The purpose that the bank gives.
    pub memo: Option<String>,
    /// The bank's id.
    pub imported_id: Option<String>,
    /// A category by name.
    pub category: Option<String>,
}

impl Entries {
    /// Adds a transaction whose day and amount are there and can be read, or its problem.
    ///
    /// # Errors
    /// [`StatementError::TooLong`].
    pub(super) fn add(
        &mut self,
        line: u64,
        entry: Result<Entry, ProblemReason>,
    ) -> Result<(), StatementError> {
        if self.entries.len() + self.problems.len() >= MOST_TRANSACTIONS {
            return Err(StatementError::TooLong);
        }
        match entry {
            Ok(entry) => self.entries.push(Entry { line, ..entry }),
            Err(reason) => self.problems.push(Problem { line, reason }),
        }
        Ok(())
    }

    /// Adds the number of an account.
    pub(super) fn add_account(&mut self, number: String) {
        if self.accounts.len() < MOST_ACCOUNTS && !self.accounts.contains(&number) {
            self.accounts.push(number);
        }
    }
}

/// Which texts become payee and notes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextRule {
    /// Whether the memo becomes the notes.
    pub notes: bool,
    /// Whether memo and payee change places, where there is a memo.
    pub swap: bool,
    /// Whether the memo becomes the payee where there is none.
    pub memo_for_payee: bool,
}

impl Entry {
    /// Payee and notes.
    #[must_use]
    pub fn texts(&self, rule: TextRule) -> (Option<&str>, Option<&str>) {
        let (payee, memo) = (self.payee.as_deref(), self.memo.as_deref());
        let (payee, memo) = match (payee, memo) {
            (payee, Some(memo)) if rule.swap => (Some(memo), payee),
            (None, Some(memo)) if rule.memo_for_payee => (Some(memo), None),
            texts => texts,
        };
        (payee, memo.filter(|_| rule.notes))
    }
}
