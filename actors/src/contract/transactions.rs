//! Requests and replies about transactions.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
pub use sobre_engine::ids::TransactionId;
pub use sobre_engine::ledger::Transaction;
use ts_rs::TS;

use super::payees::NewPayee;

/// Fields of a transaction by their public names.
pub type GivenFields = Map<String, Value>;

/// Adds, changes and deletes transactions in one step. Other sides of transfers follow, and parts
/// of a deleted split are deleted with it. Given fields that begin with an underscore are left
/// out, unknown ones refused.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TransactionsBatchUpdate {
    /// New transactions; each may bring its own id. A `payee_name` without a payee stands for the
    /// payee of that name, ignoring case, or for a new one.
    #[serde(default)]
    #[ts(optional, type = "NewTransaction[] | null")]
    pub added: Option<Vec<GivenFields>>,
    /// Fields that change; null clears one.
    #[serde(default)]
    #[ts(optional, type = "TransactionChange[] | null")]
    pub updated: Option<Vec<GivenFields>>,
    /// Transactions to delete.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub deleted: Option<Vec<TransactionRef>>,
    /// Payees that are made in the same step, for the transactions that name them. One that was
    /// made with this id and name before is there already.
    #[serde(rename = "newPayees", default)]
    #[ts(optional = nullable)]
    pub new_payees: Option<Vec<NewPayee>>,
    /// Whether other sides of transfers follow; they do unless told otherwise.
    #[serde(rename = "runTransfers", default)]
    #[ts(optional = nullable)]
    pub run_transfers: Option<bool>,
    /// Whether the answer holds the added and deleted rows; it does unless told otherwise. Who
    /// listens is told them anyhow.
    #[serde(rename = "answerRows", default)]
    #[ts(optional = nullable)]
    pub answer_rows: Option<bool>,
}

/// A transaction by id; what else is given of it is not looked at.
#[derive(Debug, Deserialize, TS)]
pub struct TransactionRef {
    /// Row id.
    pub id: String,
}

/// What a batch did besides what was asked for.
#[derive(Debug, Serialize, TS)]
pub struct BatchUpdated {
    /// The new transactions before other sides of transfers followed.
    pub added: Vec<Transaction>,
    /// What following transfers changed in the given rows, to be merged.
    #[ts(type = "TransactionChange[]")]
    pub updated: Vec<GivenFields>,
    /// The deleted transactions, parts of splits included.
    pub deleted: Vec<Transaction>,
    /// Always empty: what is wrong refuses the whole batch.
    pub errors: Vec<String>,
}

/// The oldest transaction that is not a part of a split.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetEarliestTransaction {}

/// The latest transaction that is not a part of a split.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetLatestTransaction {}

/// Makes one transaction of two of the same account and amount, and answers which one stays: the
/// one the bank knows, else the one whose payee came from the bank, else the earlier one. It takes
/// over what it lacks. Rows with ids are taken as ids.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TransactionsMerge {
    /// The two.
    #[serde(deserialize_with = "two_ids")]
    pub ids: [TransactionId; 2],
}

/// Two transactions, each by its id or as a row that has one.
fn two_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[TransactionId; 2], D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected an id or {id}")]
    enum Given {
        Id(TransactionId),
        Row(TransactionRef),
    }
    Ok(<[Given; 2]>::deserialize(deserializer)?.map(|given| match given {
        Given::Id(id) => id,
        Given::Row(row) => row.id.into(),
    }))
}

/// Repairs splits that lack what their parent has, parts without parent, and what does not belong
/// to a kind of row. A transfer that loses such an error gets its other side if it lacks one. It is
/// not undone.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct FixSplitTransactions {}

/// How many rows were repaired, by kind.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FixedSplits {
    /// Parts without payee that got the one of their split.
    pub num_blank_payees: usize,
    /// Parts that were cleared, or not, like their split.
    pub num_cleared: usize,
    /// Parts without split that were deleted.
    pub num_deleted: usize,
    /// Transfers within the budget, or outside of it, that had a category.
    pub num_transfers_fixed: usize,
    /// Rows that are no splits but had the error of one.
    pub num_non_parent_errors_fixed: usize,
    /// Splits that had a category of their own.
    pub num_parent_transactions_with_category_fixed: usize,
    /// Splits whose parts do not add up; they are only told.
    pub mismatched_splits: Vec<MismatchedSplit>,
}

/// A split whose parts do not add up.
#[derive(Debug, Serialize, TS)]
pub struct MismatchedSplit {
    /// The split.
    #[serde(flatten)]
    #[ts(flatten)]
    pub split: Transaction,
    /// Its parts.
    pub subtransactions: Vec<Transaction>,
}
