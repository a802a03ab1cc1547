//! Types for linking accounts: providers and their credential fields, banks, external accounts, the
//! schedule. Servers send them to devices and the screen shows them, so none holds a stored
//! credential.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::errors::BankError;
use super::provider::Provider;
use crate::money::Amount;

/// A provider, and whether a budget can use it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "BankProvider")]
pub struct ProviderState {
    /// The provider.
    pub id: Provider,
    /// Its name on the screen.
    pub name: String,
    /// The regions of its banks, as ISO codes of countries or `EEA`.
    pub regions: Vec<String>,
    /// The credentials it needs.
    pub fields: Vec<CredentialField>,
    /// The users of the stored credentials; null if there are none.
    pub configured: Option<Scope>,
    /// Whether the user may set it up.
    pub can_configure: bool,
    /// Whether the user signs in at the bank with a browser.
    pub browser: bool,
    /// Whether the bank is chosen before signing in.
    pub needs_institution: bool,
}

/// A credential that a provider needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "BankCredentialField")]
pub struct CredentialField {
    /// Its name in requests.
    pub name: String,
    /// Its name on the screen.
    pub label: String,
    /// Whether the input is masked.
    pub secret: bool,
    /// Where the user gets it.
    pub help: String,
}

/// Who may use the credentials of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "BankScope")]
pub enum Scope {
    /// One budget.
    #[default]
    Budget,
    /// All users of the server.
    Server,
}

/// A bank that a provider can reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "BankInstitution")]
pub struct Institution {
    /// The provider's id of the bank.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The address of its logo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub logo: Option<String>,
    /// ISO codes of its countries.
    pub countries: Vec<String>,
    /// Longest consent in days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub consent_days: Option<u32>,
    /// Days of history it provides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub history_days: Option<u32>,
    /// Its customer types, `personal` and `business`, if the user must choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub psu_types: Option<Vec<String>>,
}

/// The id and name of a bank.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[ts(rename = "BankInstitutionName")]
pub struct InstitutionName {
    /// The provider's id of the bank; for SimpleFIN the organisation's domain if it has one.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// An account at a bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ExternalAccount {
    /// The provider's id of the account.
    pub account_id: String,
    /// Its name.
    pub name: String,
    /// The bank's product name.
    pub official_name: Option<String>,
    /// The last characters of the account number.
    pub mask: Option<String>,
    /// The kind of account.
    #[serde(rename = "type")]
    pub kind: ExternalKind,
    /// The provider's subtype.
    pub subtype: Option<String>,
    /// The balance without pending rows; debt is negative.
    pub balance: Option<Amount>,
    /// The available balance.
    pub available: Option<Amount>,
    /// The credit limit.
    pub limit: Option<Amount>,
    /// The ISO code, or the URL of a custom currency.
    pub currency: Option<String>,
    /// The bank. One connection can have accounts at several.
    pub institution: InstitutionName,
}

/// The kind of an account at a bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "ExternalAccountKind")]
pub enum ExternalKind {
    /// A checking account.
    Checking,
    /// Savings.
    Savings,
    /// A certificate of deposit.
    Cd,
    /// A credit card or line.
    Credit,
    /// A loan.
    Debt,
    /// A loan secured by a home.
    Mortgage,
    /// Investments.
    Investment,
    /// Any other or unknown kind.
    #[default]
    Other,
}

impl ExternalKind {
    /// The kind for a type and subtype as Plaid names them.
    #[must_use]
    pub fn of_words(kind: &str, subtype: &str) -> Self {
        match (kind, subtype) {
            ("depository", "savings" | "money market" | "hsa") => Self::Savings,
            ("depository", "cd") => Self::Cd,
            ("depository", _) => Self::Checking,
            ("credit", _) => Self::Credit,
            ("loan", "mortgage" | "home equity") => Self::Mortgage,
            ("loan", _) => Self::Debt,
            ("investment" | "brokerage", _) => Self::Investment,
            _ => Self::Other,
        }
    }
}

/// When to fetch a budget's accounts while no device has it open.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "FetchSchedule")]
pub struct Schedule {
    /// Whether scheduled fetches are on.
    pub on: bool,
    /// Fetches a day, 1 to 4.
    pub times: u8,
    /// Hour of the first fetch, 0 to 23.
    pub first_hour: u8,
    /// The user's offset from UTC in minutes; positive to the east.
    pub offset_minutes: i16,
}

/// The schedule of a budget, its last and next run, and the budget's connections.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "FetchScheduleState")]
pub struct ScheduleState {
    /// The schedule.
    pub schedule: Schedule,
    /// The next run (RFC 3339).
    pub next: Option<String>,
    /// The last run (RFC 3339).
    pub last: Option<String>,
    /// Why it is paused although it is on.
    pub paused: Option<PauseReason>,
    /// The budget's connections.
    pub connections: Vec<ConnectionState>,
}

/// Why a schedule is paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "FetchPauseReason")]
pub enum PauseReason {
    /// No device has registered a key to seal rows with.
    NoKey,
    /// No device has read the inbox for 60 days.
    Unread,
    /// Unread messages exceed the storage limit.
    Full,
}

/// A connection of a budget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "BankConnectionState")]
pub struct ConnectionState {
    /// Its id.
    pub connection: String,
    /// Its provider.
    pub provider: Provider,
    /// The bank.
    pub institution: InstitutionName,
    /// The external accounts to fetch.
    pub accounts: Vec<String>,
    /// When the bank's consent expires (RFC 3339).
    pub valid_until: Option<String>,
    /// The error of the last fetch; null if it succeeded.
    pub error: Option<BankError>,
}
