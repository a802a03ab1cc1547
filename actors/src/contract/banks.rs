//! Requests and replies about linked banks: linking accounts, fetching, and the data of the bank
//! screens. The only secrets here are the credentials that a user enters to set up a provider.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sobre_engine::banks::linking::{ExternalAccount, InstitutionName, Scope};
use sobre_engine::banks::{BankError, Provider, SyncStatus};
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, TransactionId};
use sobre_engine::money::Amount;
use ts_rs::TS;

/// Starts a bank sign-in or the repair of a connection. The browser opens the returned address, and
/// `poll-web-token` waits for the result.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreateWebToken {
    /// The provider; by default the only configured one with browser sign-in.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub provider: Option<Provider>,
    /// The bank, an id from `bank/institutions`, if the provider needs it before the sign-in.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub institution: Option<String>,
    /// The account to link.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub account_id: Option<AccountId>,
    /// The token from `make-plaid-public-token`, to start the prepared repair.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub link_token: Option<String>,
    /// The two-letter code of the bank's country, if the provider needs it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub country: Option<String>,
    /// The customer type, one of the bank's `psuTypes`, if it has several.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub psu_type: Option<String>,
    /// The user's language, such as `en`.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub language: Option<String>,
    /// The address of this app, which the bank redirects the browser to.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub back: Option<String>,
}

/// A started sign-in.
#[derive(Debug, Clone, Serialize, TS)]
pub struct WebToken {
    /// Where the user signs in.
    pub data: LinkPage,
}

/// Where a user signs in at a bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct LinkPage {
    /// Identifies the sign-in on the server. It is not a provider's token.
    pub token: String,
    /// The address for the browser to open.
    pub url: String,
    /// When the sign-in expires, as an ISO time.
    pub expires: String,
}

/// Waits until a sign-in ends. Fails with `timeout` after ten minutes, with `cancelled` if the user
/// cancelled at the bank, and with `stopped` after `poll-web-token-stop`.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PollWebToken {
    /// The sign-in.
    pub token: String,
}

/// A sign-in that has succeeded.
#[derive(Debug, Clone, Serialize, TS)]
pub struct WebTokenDone {
    /// The accounts to choose from.
    pub data: BankAccess,
}

/// The accounts that a user can link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BankAccess {
    /// The provider.
    pub provider: Provider,
    /// The bank.
    pub institution: InstitutionName,
    /// The token for `accounts-link` and `accounts-connect`, valid for 30 minutes.
    pub public_token: String,
    /// The accounts at the bank.
    pub accounts: Vec<OfferedAccount>,
    /// The repaired connection. There is nothing to choose after a repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bank_id: Option<String>,
}

/// An account that can be linked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct OfferedAccount {
    /// The account at the bank.
    #[serde(flatten)]
    pub account: ExternalAccount,
    /// The account of the budget that it is already linked with.
    pub known: Option<AccountId>,
}

/// Stops all sign-in waits of this session and cancels their sign-ins on the server.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PollWebTokenStop {}

/// Completes a sign-in with the address that the browser ended at, for servers that a bank cannot
/// redirect to.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankLinkBack {
    /// The sign-in.
    pub token: String,
    /// The address that the user pasted.
    pub address: String,
}

/// Prepares the repair of a connection of any provider. Fails with `not-supported` if the provider
/// must be set up again instead.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct MakePlaidPublicToken {
    /// The connection: an id from `banks`.
    pub bank_id: String,
}

/// A prepared repair.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RepairToken {
    /// The token for `create-web-token`.
    pub link_token: String,
}

/// Options for the first import of a linked account.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct LinkChoice {
    /// The account's name in the budget; by default the bank's name for it.
    pub name: Option<String>,
    /// The first day; by default 89 days ago.
    pub starting_date: Option<Day>,
    /// The starting balance; by default the bank's balance minus the imported transactions.
    pub starting_balance: Option<Amount>,
    /// Whether to import pending transactions; the default depends on the provider.
    pub import_pending: Option<bool>,
}

/// Links an account at a bank with an account of the budget and imports its transactions. If only
/// the import fails, the account stays linked and shows the error.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AccountsLink {
    /// The bank.
    pub institution: InstitutionName,
    /// From `poll-web-token` or `bank/accounts`.
    pub public_token: String,
    /// The account at the bank.
    pub account_id: String,
    /// The account of the budget.
    pub upgrading_id: AccountId,
    /// Options for the first import.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub choice: Option<LinkChoice>,
}

/// Creates a new account for each account at a bank and imports their transactions. Skips accounts
/// that are already linked. Returns the new ids in the given order.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AccountsConnect {
    /// The bank.
    pub institution: InstitutionName,
    /// From `poll-web-token` or `bank/accounts`.
    pub public_token: String,
    /// The accounts at the bank.
    pub account_ids: Vec<String>,
    /// Which of them to create off budget.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub offbudget_ids: Vec<String>,
    /// Options for the first import, by account at the bank.
    #[serde(default)]
    #[ts(as = "Option<BTreeMap<String, LinkChoice>>", optional)]
    pub choices: BTreeMap<String, LinkChoice>,
}

/// Fetches and imports bank transactions for one account, for `onbudget` or `offbudget` accounts,
/// or for all open linked accounts. If a bank sync is already running, waits for it and returns its
/// result. All imported transactions are one undo step.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountsSync {
    /// An account id, `onbudget` or `offbudget`; all linked accounts by default.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
}

/// The result of a bank sync.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BankSyncOutcome {
    /// The accounts that failed.
    pub errors: Vec<BankSyncFailure>,
    /// The ids of new transactions, including starting balances.
    pub new_transactions: Vec<TransactionId>,
    /// The ids of transactions that changed.
    pub matched_transactions: Vec<TransactionId>,
    /// The accounts with new transactions.
    pub updated_accounts: Vec<AccountId>,
}

/// Why an account was not fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BankSyncFailure {
    /// `SyncError` for an error of the bank or provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "'SyncError'")]
    pub r#type: Option<&'static str>,
    /// The account.
    pub account_id: AccountId,
    /// The text for a notification.
    pub message: String,
    /// The type of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub category: Option<String>,
    /// The code of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// Details of an internal error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub internal: Option<String>,
}

/// All connections to banks.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Banks {}

/// A connection to a bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Bank {
    /// Its id in the budget.
    pub id: String,
    /// Its id at the provider.
    pub bank_id: Option<String>,
    /// The bank's name.
    pub name: Option<String>,
    /// The provider; `null` if no account is linked with the bank.
    pub provider: Option<Provider>,
    /// The linked accounts.
    pub accounts: Vec<AccountId>,
    /// When the bank's consent expires, if known.
    #[serde(rename = "validUntil")]
    pub valid_until: Option<String>,
    /// The worst status of its accounts.
    pub status: Option<SyncStatus>,
}

/// All linked accounts.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankLinkedAccounts {}

/// A linked account, for the bank screens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LinkedAccount {
    /// The account.
    pub id: AccountId,
    /// The account at the bank.
    pub external_id: String,
    /// Its connection: an id from `banks`.
    pub bank_id: Option<String>,
    /// The bank's name.
    pub bank_name: Option<String>,
    /// The provider; `null` if this version does not know it.
    pub provider: Option<Provider>,
    /// The last digits of the account number.
    pub mask: Option<String>,
    /// The bank's name for the account.
    pub official_name: Option<String>,
    /// When it was last synced, in milliseconds since 1970.
    #[ts(type = "number | null")]
    pub last_sync: Option<i64>,
    /// The status of the last sync.
    pub status: Option<SyncStatus>,
    /// The error of the last sync, if this device knows it.
    pub error: Option<BankError>,
    /// The bank's balance.
    pub balance: Option<Amount>,
    /// The available balance.
    pub available: Option<Amount>,
    /// The credit limit.
    pub limit: Option<Amount>,
    /// The bank's balance minus the cleared transactions up to today, in cents; 0 if they agree.
    #[ts(type = "number | null")]
    pub difference: Option<i64>,
}

/// Returns the providers and which of them are set up.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankProviders {}

/// Sets up a provider. Validates the credentials with the provider before storing them.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankConfigure {
    /// The provider.
    pub provider: Provider,
    /// The credentials by field name.
    pub values: BTreeMap<String, String>,
    /// Who may use the credentials.
    #[serde(default)]
    #[ts(as = "Option<Scope>", optional)]
    pub scope: Scope,
}

/// Deletes the credentials of a provider. Its accounts stay linked, but can no longer be fetched.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankReset {
    /// The provider.
    pub provider: Provider,
    /// Whose credentials to delete.
    #[serde(default)]
    #[ts(as = "Option<Scope>", optional)]
    pub scope: Scope,
}

/// The banks of a country.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankInstitutions {
    /// The provider.
    pub provider: Provider,
    /// The two-letter code of the country.
    pub country: String,
    /// Part of the bank's name.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub search: Option<String>,
}

/// Returns the accounts of a provider without browser sign-in.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankAccounts {
    /// The provider.
    pub provider: Provider,
}
