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
    /// All of its settings.
    pub settings: AccountSettings,
}

/// The fields of the newest transaction of an account that came from its bank, for the choice of
/// what becomes day, payee and notes.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BankExample {
    /// The account.
    pub account_id: AccountId,
    /// Which transaction.
    pub direction: MoneyDirection,
}

/// A direction of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum MoneyDirection {
    /// It leaves the account.
    Payment,
    /// It comes in.
    Deposit,
}

/// Fields that may be chosen; none if no such transaction came from a bank yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
pub struct MappableFields {
    /// For the day.
    pub date: Vec<MappableField>,
    /// For the payee.
    pub payee: Vec<MappableField>,
    /// For the notes.
    pub notes: Vec<MappableField>,
}

/// A field of what a bank said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct MappableField {
    /// Its name in the settings.
    pub field: String,
    /// What it says.
    pub value: String,
}

/// The last imports of an account, or of all linked ones, newest first. This device's alone.
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
    /// Whether a person asked for it, or the schedule.
    #[ts(type = "'person' | 'schedule'")]
    pub asked: String,
    /// Why it failed.
    pub error: Option<BankError>,
    /// New transactions.
    pub added: ReportedRows,
    /// Changed ones.
    pub changed: ReportedRows,
    /// Those that the bank took away.
    pub removed: ReportedRows,
    /// How many stay away because a person deleted them.
    #[ts(type = "number")]
    pub kept_away: u64,
    /// What could not be imported.
    pub skipped: Vec<Skipped>,
    /// What a person should know.
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

/// Something that a person should know of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BankNote {
    /// `amount-differs`, `pending-gone`, `withdrawn`, `too-many-withdrawn`, `twins`,
    /// `older-left-out`, `mappings-unreadable`, `waits-for-key` or `needs-newer-version`.
    pub kind: String,
    /// The transaction, if it is about one.
    pub id: Option<TransactionId>,
}

/// When the server fetches while this budget is closed.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankScheduleGet {}

/// Changes when the server fetches while this budget is closed.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankScheduleSave {
    /// When.
    pub schedule: Schedule,
}

impl ReportedRows {
    /// Most ids that are kept.
    pub const MOST_IDS: usize = 200;

    /// Counts all and keeps the first.
    #[must_use]
    pub fn of(ids: &[TransactionId]) -> Self {
        let kept = ids.iter().take(Self::MOST_IDS).cloned().collect();
        Self { count: u64::try_from(ids.len()).unwrap_or(u64::MAX), ids: kept }
    }
}
