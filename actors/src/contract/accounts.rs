//! Requests and replies about accounts.

use serde::{Deserialize, Deserializer, Serialize};
use sobre_engine::ids::{AccountId, CategoryId};
use sobre_engine::money::Amount;
use ts_rs::TS;

/// All live accounts, in sidebar order.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountsGet {}

/// An account as the sidebar lists it.
#[derive(Debug, Serialize, TS)]
pub struct Account {
    /// Row id.
    pub id: AccountId,
    /// Name given by the user.
    pub name: String,
    /// Kind of account, as in [`AccountType`]; many files leave it empty.
    pub r#type: Option<String>,
    /// Outside the budget.
    pub offbudget: bool,
    /// Closed accounts keep their history.
    pub closed: bool,
    /// Position among the accounts of the same budget side.
    pub sort_order: f64,
    /// The bank link, if there is one.
    #[serde(rename = "bankId", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bank_id: Option<String>,
    /// The status of its last bank sync, as `BankSyncStatus`.
    #[serde(rename = "bankSyncStatus", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bank_sync_status: Option<String>,
}

/// Kinds of accounts that can be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum AccountType {
    /// Everyday account.
    Checking,
    /// Savings.
    Savings,
    /// Credit card.
    Credit,
    /// Securities.
    Investment,
    /// Mortgage.
    Mortgage,
    /// Other debt.
    Debt,
    /// Anything else.
    Other,
}

impl AccountType {
    /// The word that is stored.
    #[must_use]
    pub const fn stored(self) -> &'static str {
        match self {
            Self::Checking => "checking",
            Self::Savings => "savings",
            Self::Credit => "credit",
            Self::Investment => "investment",
            Self::Mortgage => "mortgage",
            Self::Debt => "debt",
            Self::Other => "other",
        }
    }
}

/// Creates an account at the end of its list, on or off budget, and its transfer payee. A balance
/// becomes a starting transaction dated today. Returns the new id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountCreate {
    /// Name given by the user.
    pub name: String,
    /// Kind of account.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub r#type: Option<AccountType>,
    /// Starting balance, in units such as `12.5`, not in cents.
    #[serde(default, deserialize_with = "units")]
    #[ts(optional = nullable)]
    pub balance: Option<Amount>,
    /// Outside the budget.
    #[serde(rename = "offBudget", default)]
    #[ts(as = "Option<bool>", optional)]
    pub off_budget: bool,
    /// Created as a closed account.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub closed: bool,
}

fn units<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Amount>, D::Error> {
    let units = Option::<serde_json::Number>::deserialize(deserializer)?;
    units.map(|units| Amount::from_units(&units)).transpose().map_err(serde::de::Error::custom)
}

/// Renames an account.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountUpdate {
    /// The account.
    pub id: AccountId,
    /// Its new name.
    pub name: String,
}

/// Result of changing an account.
#[derive(Debug, Serialize, TS)]
pub struct AccountUpdated {}

/// Balance and number of transactions of an account.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountProperties {
    /// The account.
    pub id: AccountId,
}

/// Balance and number of transactions of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct AccountFigures {
    /// Cents, over the rows that are not deleted. Split lines count, their parents do not.
    #[ts(type = "number")]
    pub balance: i64,
    /// How many rows are not deleted, split parents and lines included.
    #[serde(rename = "numTransactions")]
    #[ts(type = "number")]
    pub num_transactions: i64,
}

/// Closes an account, or deletes it when it has no transactions. Its balance moves to another
/// account. A closed or deleted account stays as it is. Any bank link is removed; undo does not
/// restore the link.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountClose {
    /// The account.
    pub id: AccountId,
    /// The account that receives the balance; required unless the balance is zero.
    #[serde(rename = "transferAccountId", default)]
    #[ts(optional = nullable)]
    pub transfer_account_id: Option<AccountId>,
    /// The category of the transfer when the money leaves the budget.
    #[serde(rename = "categoryId", default)]
    #[ts(optional = nullable)]
    pub category_id: Option<CategoryId>,
    /// Deletes the account and all its transactions instead.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub forced: bool,
}

/// Reopens a closed account; the closing transaction stays.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountReopen {
    /// The account.
    pub id: AccountId,
}

/// Unlinks an account from its bank; its transactions stay. Not undoable.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountUnlink {
    /// The account.
    pub id: AccountId,
}

/// Moves an account before another one of its list, or to the end.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountMove {
    /// The account.
    pub id: AccountId,
    /// The account it goes before; null for the end.
    #[serde(rename = "targetId", default)]
    #[ts(optional = nullable)]
    pub target_id: Option<AccountId>,
}
