//! Requests and replies of the screens about linked accounts: settings, reports, the schedule.

use serde::{Deserialize, Serialize};
use sobre_engine::banks::linking::Schedule;
use sobre_engine::banks::{AccountSettings, BankError, Skipped};
use sobre_engine::ids::{AccountId, TransactionId};
use ts_rs::TS;

/// The settings of a linked account.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BankSettingsGet {
    /// The account.
    pub account_id: AccountId,
}

/// Changes the settings of a linked account. Not undoable, like other preferences.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BankSettingsSave {
    /// The account.
    pub account_id: AccountId,
    /// The complete settings.
    pub settings: AccountSettings,
}

/// The bank's fields of an account's newest imported transaction, to choose which become day, payee
/// and notes.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BankExample {
    /// The account.
    pub account_id: AccountId,
    /// Whether to show an outgoing or incoming transaction.
    pub direction: MoneyDirection,
}

/// The direction of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum MoneyDirection {
    /// Money leaves the account.
    Payment,
    /// Money enters the account.
    Deposit,
}

/// The selectable fields; none if no such transaction was imported yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
pub struct MappableFields {
    /// For the day.
    pub date: Vec<MappableField>,
    /// For the payee.
    pub payee: Vec<MappableField>,
    /// For the notes.
    pub notes: Vec<MappableField>,
}

/// A field of the bank's data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct MappableField {
    /// Its name in the settings.
    pub field: String,
    /// Its value.
    pub value: String,
}

/// The last imports of an account, or of all linked accounts, newest first. Only those of this
/// device.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BankReport {
    /// The account.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub account_id: Option<AccountId>,
}

/// An import of one account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BankImport {
    /// The account.
    pub account_id: AccountId,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Whether a user or the schedule started it.
    #[ts(type = "'person' | 'schedule'")]
    pub asked: String,
    /// Why it failed.
    pub error: Option<BankError>,
    /// New transactions.
    pub added: ReportedRows,
    /// Those that were there and turned out to be a row of the bank, or its row under another id.
    pub matched: ReportedRows,
    /// Rows of the bank that were known and changed.
    pub updated: ReportedRows,
    /// Transactions that the bank withdrew.
    pub removed: ReportedRows,
    /// How many were not imported because the user had deleted them.
    #[ts(type = "number")]
    pub kept_away: u64,
    /// Rows that could not be imported.
    pub skipped: Vec<Skipped>,
    /// Notes for the user.
    pub notes: Vec<BankNote>,
}

/// Some transactions of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReportedRows {
    /// How many.
    #[ts(type = "number")]
    pub count: u64,
    /// The first 200 of them.
    pub ids: Vec<TransactionId>,
}

/// A note for the user about an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BankNote {
    /// `amount-differs`, `pending-gone`, `withdrawn`, `too-many-withdrawn`, `twins`,
    /// `older-left-out`, `mappings-unreadable`, `waits-for-key` or `needs-newer-version`.
    pub kind: String,
    /// The transaction that the note is about, if any.
    pub id: Option<TransactionId>,
}

/// Returns when the server fetches while this budget is closed.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankScheduleGet {}

/// Changes when the server fetches while this budget is closed.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankScheduleSave {
    /// The new schedule.
    pub schedule: Schedule,
}

impl ReportedRows {
    /// Most ids in a report.
    pub const MOST_IDS: usize = 200;

    /// Counts all ids and keeps the first ones.
    #[must_use]
    pub fn of(ids: &[TransactionId]) -> Self {
        let kept = ids.iter().take(Self::MOST_IDS).cloned().collect();
        Self { count: u64::try_from(ids.len()).unwrap_or(u64::MAX), ids: kept }
    }
}
