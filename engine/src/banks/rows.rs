//! The neutral form of what a bank says of an account. It travels sealed from server to device, so
//! its JSON never changes its meaning.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::errors::BankError;
use crate::dates::Day;
use crate::money::Amount;

/// Most rows of an answer.
pub const MOST_ROWS: usize = 10_000;
/// Most accounts of a connection.
pub const MOST_ACCOUNTS: usize = 200;
/// Most characters of a payee; a longer one is cut.
pub const MOST_PAYEE_CHARS: usize = 512;
/// Most characters of notes; longer ones are cut.
pub const MOST_NOTES_CHARS: usize = 2_000;

/// The flat JSON object that is stored with a transaction, and that mappings choose from.
pub type Fields = serde_json::Map<String, serde_json::Value>;

/// A bank's answer about one account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAnswer {
    /// The account as the provider names it.
    pub account: String,
    /// The days that the answer covers completely. With a cursor too, it is a whole list of a
    /// provider of changes; without both nothing is claimed about completeness.
    pub window: Option<Window>,
    /// Where a provider of changes began and ended.
    pub cursor: Option<Cursor>,
    /// The balance.
    pub balance: Option<Balance>,
    /// The rows, newest first; rows of a day as the provider had them.
    pub rows: Vec<BankRow>,
    /// The ids of rows that the provider no longer has.
    pub removed: Vec<String>,
    /// The rows that cannot be imported.
    pub skipped: Vec<Skipped>,
    /// Why the account has no rows, or needs attention beside them.
    pub error: Option<BankError>,
}

/// Days that an answer covers completely, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The first day.
    pub from: Day,
    /// The last day.
    pub to: Day,
}

impl Window {
    /// Whether it has a day.
    #[must_use]
    pub fn has(&self, day: Day) -> bool {
        (self.from..=self.to).contains(&day)
    }
}

/// The places in a provider's list of changes between which an answer lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Where the answer begins; empty for a whole list.
    pub before: String,
    /// Where the next one begins.
    pub after: String,
}

/// The balance of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Balance {
    /// Without pending rows. Debt is negative.
    pub booked: Option<Amount>,
    /// What can be spent.
    pub available: Option<Amount>,
    /// The credit limit.
    pub limit: Option<Amount>,
    /// The ISO code, or the address of a currency of its own.
    pub currency: Option<String>,
    /// The day it is of.
    pub date: Option<Day>,
}

/// One movement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BankRow {
    /// The provider's id of it.
    pub id: Option<String>,
    /// The id of the pending row that this one is the posting of.
    pub pending_of: Option<String>,
    /// Whether the bank booked it; a pending row may change or vanish.
    pub posted: bool,
    /// The day.
    pub date: Day,
    /// The amount; money that comes in is positive.
    pub amount: Amount,
    /// The currency, if it is known.
    pub currency: Option<String>,
    /// The other side.
    pub payee: Option<String>,
    /// What else the bank says.
    pub notes: Option<String>,
    /// The data to store with the transaction.
    pub fields: Fields,
}

/// A row that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "SkippedBankRow")]
pub struct Skipped {
    /// Why.
    pub reason: SkipReason,
    /// What tells a person which one it is.
    pub text: String,
}

/// Why a row cannot be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "BankSkipReason")]
pub enum SkipReason {
    /// It has no day that can be read.
    NoDate,
    /// It has no amount that can be read, or one beyond the largest.
    NoAmount,
    /// Its currency is not that of the account.
    Currency,
    /// It is neither booked nor pending, such as a rejected one.
    Status,
}

impl BankAnswer {
    /// An answer that says nothing yet of an account.
    pub(super) fn of(account: &str) -> Self {
        Self {
            account: account.to_owned(),
            window: None,
            cursor: None,
            balance: None,
            rows: Vec::new(),
            removed: Vec::new(),
            skipped: Vec::new(),
            error: None,
        }
    }

    /// An account that could not be read.
    #[must_use]
    pub fn failed(account: &str, error: BankError) -> Self {
        Self { error: Some(error), ..Self::of(account) }
    }

    /// Sorts the rows newest first; rows of a day stay as they are. More rows than are imported
    /// make the account fail.
    pub(super) fn finished(mut self) -> Self {
        if self.rows.len() + self.skipped.len() > MOST_ROWS {
            let text = format!("The bank sent more than {MOST_ROWS} transactions at once.");
            return Self::failed(&self.account, BankError::sync_error().with_text(&text));
        }
        self.rows.sort_by_key(|row| std::cmp::Reverse(row.date));
        self
    }
}
