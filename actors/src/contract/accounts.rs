//! Requests and replies about accounts.

use serde::{Deserialize, Serialize};
use sobre_engine::ids::AccountId;
use ts_rs::TS;

/// All living accounts, in sidebar order (spec/5 section 2).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AccountsGet {}

/// An account as the sidebar lists it.
#[derive(Debug, Serialize, TS)]
pub struct Account {
    /// Row id.
    pub id: AccountId,
    /// Name given by the person.
    pub name: String,
    /// Kind of account in early files; later files leave it empty.
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
}
