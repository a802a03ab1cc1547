//! Requests and replies about transactions.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
pub use sobre_engine::ids::TransactionId;
pub use sobre_engine::ledger::Transaction;
use ts_rs::TS;

use super::payees::NewPayee;

/// Fields of a transaction by their public names.
pub type GivenFields = Map<String, Value>;

/// Adds, changes and deletes transactions in one step. The other sides of transfers are updated,
/// and a deleted split takes its lines with it. Fields that begin with an underscore are ignored,
/// unknown ones rejected.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TransactionsBatchUpdate {
    /// New transactions; each may have its own id. A `payee_name` without a payee stands for the
    /// payee with that name, ignoring case, or for a new one.
    #[serde(default)]
    #[ts(optional, type = "NewTransaction[] | null")]
    pub added: Option<Vec<GivenFields>>,
    /// Changed fields; null clears a field.
    #[serde(default)]
    #[ts(optional, type = "TransactionChange[] | null")]
    pub updated: Option<Vec<GivenFields>>,
    /// Transactions to delete.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub deleted: Option<Vec<TransactionRef>>,
    /// Payees to create in the same step, for the transactions that use them. A payee that exists
    /// with this id and name is skipped.
    #[serde(rename = "newPayees", default)]
    #[ts(optional = nullable)]
    pub new_payees: Option<Vec<NewPayee>>,
    /// Whether to learn rules from the categories that the batch gives (default false). Nothing is
    /// learned from payees that are excluded from it, nor with the preference `learn-categories`
    /// at `false`.
    #[serde(rename = "learnCategories", default)]
    #[ts(optional = nullable)]
    pub learn_categories: Option<bool>,
    /// Whether the rules run on the new transactions before they are stored (default false). Rules
    /// overwrite given fields; a transaction that a rule deletes is not added.
    #[serde(rename = "runRules", default)]
    #[ts(optional = nullable)]
    pub run_rules: Option<bool>,
    /// Whether the rules fill in empty fields of the new transactions: payee, category, notes,
    /// schedule (default false). Given fields stay, and no category is learned from filled ones.
    #[serde(rename = "fillByRules", default)]
    #[ts(optional = nullable)]
    pub fill_by_rules: Option<bool>,
    /// Whether to update the other sides of transfers (default true).
    #[serde(rename = "runTransfers", default)]
    #[ts(optional = nullable)]
    pub run_transfers: Option<bool>,
    /// Whether the response contains the added and deleted rows (default true). Subscribed tabs
    /// receive these rows by event in any case.
    #[serde(rename = "answerRows", default)]
    #[ts(optional = nullable)]
    pub answer_rows: Option<bool>,
}

/// A transaction by id; its other fields are ignored.
#[derive(Debug, Deserialize, TS)]
pub struct TransactionRef {
    /// Row id.
    pub id: String,
}

/// Result of a batch, with its indirect changes.
#[derive(Debug, Serialize, TS)]
pub struct BatchUpdated {
    /// The new transactions, before the other sides of transfers were updated.
    pub added: Vec<Transaction>,
    /// Fields of the given rows that the transfer update changed, to merge into them.
    #[ts(type = "TransactionChange[]")]
    pub updated: Vec<GivenFields>,
    /// The deleted transactions, split lines included.
    pub deleted: Vec<Transaction>,
    /// Always empty: an error rejects the whole batch.
    pub errors: Vec<String>,
}

/// The oldest transaction that is not a split line.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetEarliestTransaction {}

/// The latest transaction that is not a split line.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetLatestTransaction {}

/// Merges two transactions of the same account and amount, and returns the one that stays: the one
/// imported from a bank, else the one whose payee came from the bank, else the earlier one. It
/// takes over the fields it lacks. Also accepts rows with ids.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TransactionsMerge {
    /// The two transactions.
    #[serde(deserialize_with = "two_ids")]
    pub ids: [TransactionId; 2],
}

/// Two transactions, each by its id or as a row that has one.
fn two_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[TransactionId; 2], D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected an id or {id}")]
    enum IdOrRow {
        Id(TransactionId),
        Row(TransactionRef),
    }
    Ok(<[IdOrRow; 2]>::deserialize(deserializer)?.map(|given| match given {
        IdOrRow::Id(id) => id,
        IdOrRow::Row(row) => row.id.into(),
    }))
}

/// Repairs split lines that lack fields of their parent, lines without a parent, and fields that do
/// not belong to a kind of row. A transfer that loses such an error gets its missing other side.
/// Cannot be undone.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct FixSplitTransactions {}

/// Counts what `tools/fix-split-transactions` would repair, and changes nothing.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CheckSplitTransactions {}

/// Number of rows repaired or to be repaired, by kind.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FixedSplits {
    /// Split lines without payee that received their parent's.
    pub num_blank_payees: usize,
    /// Split lines whose cleared flag was set to their parent's.
    pub num_cleared: usize,
    /// Split lines without a parent that were deleted.
    pub num_deleted: usize,
    /// Transfers between two accounts on budget, or two off budget, that had a category.
    pub num_transfers_fixed: usize,
    /// Rows other than split parents that had a split error.
    pub num_non_parent_errors_fixed: usize,
    /// Split parents that had a category.
    pub num_parent_transactions_with_category_fixed: usize,
    /// Splits whose lines do not add up; they are reported, not changed.
    pub mismatched_splits: Vec<MismatchedSplit>,
}

/// A split whose lines do not add up.
#[derive(Debug, Serialize, TS)]
pub struct MismatchedSplit {
    /// The split parent.
    #[serde(flatten)]
    #[ts(flatten)]
    pub split: Transaction,
    /// Its lines.
    pub subtransactions: Vec<Transaction>,
}
