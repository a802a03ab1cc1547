//! Requests and replies about linked banks: linking accounts, fetching from banks, and what the
//! screens about it show. Nothing here carries what a provider must keep secret, but for the values
//! that a person types to set one up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sobre_engine::banks::linking::{ExternalAccount, InstitutionName, Scope};
use sobre_engine::banks::{BankError, Provider, SyncStatus};
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, TransactionId};
use sobre_engine::money::Amount;
use ts_rs::TS;

/// Begins to sign in at a bank, or to repair a connection. The browser opens the address that is
/// returned, and `poll-web-token` waits for the end.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreateWebToken {
    /// Who talks to the bank; by default the only provider that is set up and signs in by browser.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub provider: Option<Provider>,
    /// The bank, where the provider wants it first: an id of `bank/institutions`.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub institution: Option<String>,
    /// The account that is to be linked.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub account_id: Option<AccountId>,
    /// Begins the repair that `make-plaid-public-token` prepared.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub link_token: Option<String>,
    /// The country of the bank, by its code of two letters, where the provider wants it too.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub country: Option<String>,
    /// The kind of customer, where the bank has several: one of its `psuTypes`.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub psu_type: Option<String>,
    /// The person's language, such as `en`.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub language: Option<String>,
    /// The address of this app, to which the bank sends the browser back.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub back: Option<String>,
}

/// A sign-in that has begun.
#[derive(Debug, Clone, Serialize, TS)]
pub struct WebToken {
    /// Where the person signs in.
    pub data: LinkPage,
}

/// Where a person signs in at a bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct LinkPage {
    /// Names the sign-in; known to the server alone, and worth nothing at a provider.
    pub token: String,
    /// The address that the browser is to open.
    pub url: String,
    /// When the sign-in ends, as an ISO time.
    pub expires: String,
}

/// Waits until a sign-in ends. Fails with `timeout` after ten minutes, with `cancelled` if the
/// person gave up at the bank, and with `stopped` by `poll-web-token-stop`.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PollWebToken {
    /// The sign-in.
    pub token: String,
}

/// A sign-in that has succeeded.
#[derive(Debug, Clone, Serialize, TS)]
pub struct WebTokenDone {
    /// What it opens.
    pub data: BankAccess,
}

/// The accounts that a person may link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BankAccess {
    /// Who talks to the bank.
    pub provider: Provider,
    /// The bank.
    pub institution: InstitutionName,
    /// Good for `accounts-link` and `accounts-connect` for 30 minutes.
    pub public_token: String,
    /// The accounts there.
    pub accounts: Vec<OfferedAccount>,
    /// The connection that was repaired; there is nothing to choose then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bank_id: Option<String>,
}

/// An account that may be linked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct OfferedAccount {
    /// The account at the bank.
    #[serde(flatten)]
    pub account: ExternalAccount,
    /// The account here that it is linked with already.
    pub known: Option<AccountId>,
}

/// Ends every wait of this session for a sign-in; the server forgets the sign-ins.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PollWebTokenStop {}

/// Gives the server the address at which a browser ended, where the bank cannot send it back.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankLinkBack {
    /// The sign-in.
    pub token: String,
    /// The address that a person pasted.
    pub address: String,
}

/// Prepares the repair of a connection, of whatever provider. Fails with `not-supported` where it
/// is set up again instead.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct MakePlaidPublicToken {
    /// The connection: an id of `banks`.
    pub bank_id: String,
}

/// A repair that is prepared.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RepairToken {
    /// Passed to `create-web-token`.
    pub link_token: String,
}

/// How the first import of a linked account goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct LinkChoice {
    /// The account's name here; by default the bank's.
    pub name: Option<String>,
    /// The first day; by default 89 days ago.
    pub starting_date: Option<Day>,
    /// The starting balance; by default what the bank's balance has beyond its transactions.
    pub starting_balance: Option<Amount>,
    /// Whether pending transactions are imported; by default as the provider suits.
    pub import_pending: Option<bool>,
}

/// Links an account at a bank with an account here, and imports its transactions for the first
/// time. If only that import fails, the account stays linked and shows why.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AccountsLink {
    /// The bank.
    pub institution: InstitutionName,
    /// From `poll-web-token` or `bank/accounts`.
    pub public_token: String,
    /// The account at the bank.
    pub account_id: String,
    /// The account here.
    pub upgrading_id: AccountId,
    /// How the first import goes.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub choice: Option<LinkChoice>,
}

/// Makes a new account here for each account at a bank, and imports their transactions for the
/// first time. Those that are linked already are left out. Returns the new ids in the given order.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AccountsConnect {
    /// The bank.
    pub institution: InstitutionName,
    /// From `poll-web-token` or `bank/accounts`.
    pub public_token: String,
    /// The accounts at the bank.
    pub account_ids: Vec<String>,
    /// Those of them that are outside the budget here.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub offbudget_ids: Vec<String>,
    /// How the first import of each goes, by the account at the bank.
    #[serde(default)]
    #[ts(as = "Option<BTreeMap<String, LinkChoice>>", optional)]
    pub choices: BTreeMap<String, LinkChoice>,
}

/// Fetches from the banks and imports: one account, `onbudget` or `offbudget` ones, or all that are
/// open and linked. While a sync runs, another call waits for it and returns the same. What comes
/// in is one undo step.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountsSync {
    /// Which accounts; all by default.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
}

/// What a sync with banks did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BankSyncOutcome {
    /// The accounts that failed.
    pub errors: Vec<BankSyncFailure>,
    /// The ids of new transactions, starting balances included.
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
    /// `SyncError` for an answer of bank or provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "'SyncError'")]
    pub r#type: Option<&'static str>,
    /// The account.
    pub account_id: AccountId,
    /// What a notification says.
    pub message: String,
    /// The type of the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub category: Option<String>,
    /// The code of the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// What went wrong on our side.
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
    /// Its id here.
    pub id: String,
    /// Its id at the provider.
    pub bank_id: Option<String>,
    /// The bank's name.
    pub name: Option<String>,
    /// Who talks to the bank; `null` if no account is linked with it.
    pub provider: Option<Provider>,
    /// The linked accounts.
    pub accounts: Vec<AccountId>,
    /// When the permission ends, if it is known.
    #[serde(rename = "validUntil")]
    pub valid_until: Option<String>,
    /// The worst status of its accounts.
    pub status: Option<SyncStatus>,
}

/// All accounts that are linked with a bank.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankLinkedAccounts {}

/// A linked account, for the screens about banks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LinkedAccount {
    /// The account.
    pub id: AccountId,
    /// The account at the bank.
    pub external_id: String,
    /// Its connection: an id of `banks`.
    pub bank_id: Option<String>,
    /// The bank's name.
    pub bank_name: Option<String>,
    /// Who talks to the bank; `null` for one that this version does not know.
    pub provider: Option<Provider>,
    /// The last digits of its number.
    pub mask: Option<String>,
    /// The bank's own name of it.
    pub official_name: Option<String>,
    /// When it was synced last, in milliseconds since 1970.
    #[ts(type = "number | null")]
    pub last_sync: Option<i64>,
    /// How the last sync went.
    pub status: Option<SyncStatus>,
    /// Why it failed, if this device knows more than the status says.
    pub error: Option<BankError>,
    /// The bank's balance.
    pub balance: Option<Amount>,
    /// What can be spent.
    pub available: Option<Amount>,
    /// The credit limit.
    pub limit: Option<Amount>,
    /// The bank's balance minus the cleared transactions up to today, in cents; 0 if they agree.
    #[ts(type = "number | null")]
    pub difference: Option<i64>,
}

/// The providers, and which of them are set up.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankProviders {}

/// Sets up a provider. The values are tried there before they are stored.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankConfigure {
    /// The provider.
    pub provider: Provider,
    /// Its values by their names.
    pub values: BTreeMap<String, String>,
    /// Who may use them.
    #[serde(default)]
    #[ts(as = "Option<Scope>", optional)]
    pub scope: Scope,
}

/// Forgets the values of a provider. Linked accounts stay linked, and fail from then on.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankReset {
    /// The provider.
    pub provider: Provider,
    /// Whose values.
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
    /// The country, by its code of two letters.
    pub country: String,
    /// Part of a name.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub search: Option<String>,
}

/// The accounts of a provider where nobody signs in by browser.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BankAccounts {
    /// The provider.
    pub provider: Provider,
}
