//! What linking accounts is about: providers and their credentials, institutions, accounts at a
//! bank, the schedule. These types travel between server and device and reach the screen, so none
//! of them holds a credential that was stored.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::errors::BankError;
use super::provider::Provider;
use crate::money::Amount;

/// A provider, and whether it can be used for a budget.
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
    /// The credentials it asks for.
    pub fields: Vec<CredentialField>,
    /// For whom it is configured; null if for nobody.
    pub configured: Option<Scope>,
    /// Whether the person may configure it.
    pub can_configure: bool,
    /// Whether a person signs in at the bank with a browser.
    pub browser: bool,
    /// Whether the bank is chosen before signing in.
    pub needs_institution: bool,
}

/// A credential that a provider asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "BankCredentialField")]
pub struct CredentialField {
    /// Its name in the values that are sent.
    pub name: String,
    /// Its name on the screen.
    pub label: String,
    /// Whether it is hidden while it is typed.
    pub secret: bool,
    /// Where a person gets it.
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
    /// Everybody who may sign in to the server.
    Server,
}

/// A bank that a provider can reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "BankInstitution")]
pub struct Institution {
    /// The provider's id of it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The address of its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub logo: Option<String>,
    /// ISO codes of its countries.
    pub countries: Vec<String>,
    /// Days that a consent lasts at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub consent_days: Option<u32>,
    /// Days of history it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub history_days: Option<u32>,
    /// Which of `personal` and `business` it serves, where both can be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub psu_types: Option<Vec<String>>,
}

/// The id and name of a bank.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[ts(rename = "BankInstitutionName")]
pub struct InstitutionName {
    /// The provider's id of it: for SimpleFIN the domain of the organisation, else its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// An account at a bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ExternalAccount {
    /// The account as the provider names it.
    pub account_id: String,
    /// Its name.
    pub name: String,
    /// The bank's name of the product.
    pub official_name: Option<String>,
    /// The last characters of its number.
    pub mask: Option<String>,
    /// The kind of account.
    #[serde(rename = "type")]
    pub kind: ExternalKind,
    /// The provider's finer word for its kind.
    pub subtype: Option<String>,
    /// The balance without pending rows; what is owed is negative.
    pub balance: Option<Amount>,
    /// What can be spent.
    pub available: Option<Amount>,
    /// The credit limit.
    pub limit: Option<Amount>,
    /// The ISO code, or the address of a currency of its own.
    pub currency: Option<String>,
    /// The bank, where one connection has accounts of several.
    pub institution: InstitutionName,
}

/// The kind of an account at a bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "ExternalAccountKind")]
pub enum ExternalKind {
    /// An account for payments.
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
    /// Any other kind, and an unknown one.
    #[default]
    Other,
}

impl ExternalKind {
    /// The kind by the type and subtype of a provider, in the words of Plaid.
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

/// When a budget's accounts are fetched while no device is open.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "FetchSchedule")]
pub struct Schedule {
    /// Whether they are.
    pub on: bool,
    /// How often a day, 1 to 4.
    pub times: u8,
    /// The hour of the first one, 0 to 23.
    pub first_hour: u8,
    /// Minutes by which the person's time is ahead of UTC.
    pub offset_minutes: i16,
}

/// The schedule of a budget, what it did, and the connections that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "FetchScheduleState")]
pub struct ScheduleState {
    /// The schedule.
    pub schedule: Schedule,
    /// The next run, as a time of RFC 3339.
    pub next: Option<String>,
    /// The last run.
    pub last: Option<String>,
    /// Why it stands still although it is on.
    pub paused: Option<PauseReason>,
    /// The budget's connections.
    pub connections: Vec<ConnectionState>,
}

/// Why a schedule that is on does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "FetchPauseReason")]
pub enum PauseReason {
    /// No device registered a key to seal with.
    NoKey,
    /// No device read what was fetched for 60 days.
    Unread,
    /// What was fetched and not read takes too much room.
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
    /// The external accounts that are fetched.
    pub accounts: Vec<String>,
    /// When the consent of the bank ends, as a time of RFC 3339.
    pub valid_until: Option<String>,
    /// The error of the last fetch; null if it succeeded.
    pub error: Option<BankError>,
}
