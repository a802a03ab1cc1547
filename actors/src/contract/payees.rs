//! Requests and replies about payees.

use serde::{Deserialize, Serialize};
use sobre_engine::ids::AccountId;
pub use sobre_engine::ids::PayeeId;
use ts_rs::TS;

/// All living payees: ordinary ones by name, then those of transfers by account.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesGet {}

/// A payee.
#[derive(Debug, Serialize, TS)]
pub struct Payee {
    /// Row id.
    pub id: PayeeId,
    /// Its name; that of the account for a payee of transfers.
    pub name: String,
    /// The account whose transfers it stands for.
    pub transfer_acct: Option<AccountId>,
    /// Always off here.
    pub tombstone: bool,
    /// Shown first when choosing.
    pub favorite: bool,
    /// Whether rules are learned from its categories.
    pub learn_categories: bool,
}

/// Makes a payee, also if there is one of that name; answers its id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeeCreate {
    /// Its name.
    pub name: String,
}

/// Deletes, adds and changes payees in one step. Payees of transfers keep their name and are never
/// deleted.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesBatchChange {
    /// New payees.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub added: Option<Vec<NewPayee>>,
    /// What changes.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub updated: Option<Vec<PayeeChange>>,
    /// Payees to delete.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub deleted: Option<Vec<PayeeRef>>,
}

/// A payee to add.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPayee {
    /// Its id; one is made if none is given.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<PayeeId>,
    /// Its name.
    pub name: String,
}

/// Fields of a payee that change.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeeChange {
    /// Which one.
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

/// A payee by id; what else is given of it is not looked at.
#[derive(Debug, Deserialize, TS)]
pub struct PayeeRef {
    /// Row id.
    pub id: PayeeId,
}

/// Makes payees read as another one and deletes them. Payees of transfers stay as they are.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesMerge {
    /// The payee that stays.
    #[serde(rename = "targetId")]
    pub target_id: PayeeId,
    /// Those that become it.
    #[serde(rename = "mergeIds")]
    pub merge_ids: Vec<PayeeId>,
}

/// Those of some payees that no living transaction uses.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesCheckOrphaned {
    /// The payees in question.
    pub ids: Vec<PayeeId>,
}
