//! Requests and replies about payees.

use serde::{Deserialize, Serialize};
use sobre_engine::ids::AccountId;
pub use sobre_engine::ids::PayeeId;
use ts_rs::TS;

/// All live payees: ordinary ones by name, then transfer payees by account.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesGet {}

/// A payee.
#[derive(Debug, Serialize, TS)]
pub struct Payee {
    /// Row id.
    pub id: PayeeId,
    /// Its name; for a transfer payee the account's.
    pub name: String,
    /// The account of a transfer payee.
    pub transfer_acct: Option<AccountId>,
    /// Always false here.
    pub tombstone: bool,
    /// Listed first in the picker.
    pub favorite: bool,
    /// Whether rules are learned from its categories.
    pub learn_categories: bool,
}

/// Creates a payee, even if one has that name; returns its id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeeCreate {
    /// Its name.
    pub name: String,
}

/// Deletes, adds and changes payees in one step. Transfer payees are never renamed or deleted.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesBatchChange {
    /// New payees.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub added: Option<Vec<NewPayee>>,
    /// Changed payees.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub updated: Option<Vec<PayeeChange>>,
    /// Payees to delete.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub deleted: Option<Vec<PayeeRef>>,
}

/// A payee to add.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPayee {
    /// Its id; generated if absent.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<PayeeId>,
    /// Its name.
    pub name: String,
}

/// Changed fields of a payee.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeeChange {
    /// The payee.
    pub id: PayeeId,
    /// New name.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub name: Option<String>,
    /// New favorite flag.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub favorite: Option<bool>,
    /// Whether rules are learned from its categories.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub learn_categories: Option<bool>,
}

/// A payee by id; its other fields are ignored.
#[derive(Debug, Deserialize, TS)]
pub struct PayeeRef {
    /// Row id.
    pub id: PayeeId,
}

/// Merges payees into another one and deletes them. Transfer payees stay as they are.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesMerge {
    /// The payee that stays.
    #[serde(rename = "targetId")]
    pub target_id: PayeeId,
    /// The payees to merge into it.
    #[serde(rename = "mergeIds")]
    pub merge_ids: Vec<PayeeId>,
    /// Whether a rule names transactions after the payee that stays when a bank sends the name of a
    /// merged one (default false). The rule belongs to the same step.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub rename: Option<bool>,
}

/// Filters payees down to those that no live transaction uses.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesCheckOrphaned {
    /// The payees to check.
    pub ids: Vec<PayeeId>,
}
