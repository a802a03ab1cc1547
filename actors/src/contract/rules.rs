//! Requests and replies about rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
pub use sobre_engine::rules::{ConditionsOp, Stage};
use ts_rs::TS;

use super::payees::PayeeId;
use super::transactions::{GivenFields, Transaction, TransactionId, TransactionRef};

/// An action on each transaction that meets a rule's conditions. Calls take it as JSON and report
/// its errors, so this type only documents its form.
#[derive(Debug, TS)]
pub struct Action {
    /// The kind.
    #[ts(type = "'set' | 'set-split-amount' | 'link-schedule' | 'prepend-notes' | \
        'append-notes' | 'delete-transaction'")]
    pub op: String,
    /// The field that `set` sets.
    #[ts(optional, type = "ConditionField | null")]
    pub field: Option<String>,
    /// The new value: text, an id, cents, a day, true or false; percent for `fixed-percent`; the
    /// schedule to link to.
    #[ts(type = "unknown")]
    pub value: Value,
    /// The field's type; for editors, ignored when the action is checked.
    #[ts(optional, type = "'id' | 'number' | 'boolean' | 'date' | 'string'")]
    pub r#type: Option<String>,
    /// How to interpret the action.
    #[ts(optional)]
    pub options: Option<ActionOptions>,
}

/// How to interpret an action.
#[derive(Debug, TS)]
#[ts(rename_all = "camelCase")]
pub struct ActionOptions {
    /// The split line that the action makes or fills, from 1; 0 or absent for the transaction.
    #[ts(optional, type = "number")]
    pub split_index: Option<u64>,
    /// How a split line gets its amount.
    #[ts(optional, type = "'fixed-amount' | 'fixed-percent' | 'remainder' | 'formula'")]
    pub method: Option<String>,
    /// A text with values of the transaction, such as `Paid {{imported_payee}}`, used in place of
    /// the value. An amount is in cents.
    #[ts(optional)]
    pub template: Option<String>,
    /// A formula such as `=amount / 200`, used in place of the value. It reads amounts in cents and
    /// returns them in units of the currency.
    #[ts(optional)]
    pub formula: Option<String>,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Row id.
    pub id: String,
    /// When it runs; null is the usual stage.
    pub stage: Option<Stage>,
    /// How its conditions combine.
    pub conditions_op: ConditionsOp,
    /// The conditions; a rule without any never applies.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// The actions, in order.
    #[ts(type = "Action[]")]
    pub actions: Vec<Value>,
    /// The schedule that the rule belongs to, with which alone it is deleted. A rule that only
    /// links transactions to a schedule belongs to none, and this is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub schedule: Option<String>,
    /// Why the rule cannot be read and never applies; absent for all others. Parts that are no
    /// JSON are empty lists here and stay in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<RuleErrors>,
}

/// The errors of a rule. A list has an entry for each condition or action, null for a right
/// one; the list is null if all are right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RuleErrors {
    /// Errors of conditions.
    pub condition_errors: Option<Vec<Option<String>>>,
    /// Errors of actions.
    pub action_errors: Option<Vec<Option<String>>>,
}

/// The stored rule, or why nothing was stored.
#[derive(Debug, Serialize, TS)]
#[serde(untagged)]
pub enum SavedRule {
    /// Stored.
    Saved(Rule),
    /// Refused.
    Refused(RefusedRule),
}

/// Why a rule was not stored.
#[derive(Debug, Serialize, TS)]
pub struct RefusedRule {
    /// Its errors.
    pub error: RuleErrors,
}

/// All rules in the order they run; those that cannot be read come last.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RulesGet {}

/// A rule, or null if there is none.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RuleGet {
    /// Row id.
    pub id: String,
}

/// Adds a rule and returns it, or its errors.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RuleAdd {
    /// Its id; generated if absent.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
    /// When it runs; null is the usual stage.
    #[serde(default, deserialize_with = "super::given")]
    #[ts(type = "Stage | null")]
    pub stage: Option<Value>,
    /// How its conditions combine; all of them must hold by default.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub conditions_op: Option<ConditionsOp>,
    /// `{field, op, value, options?}`, at most 500.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// `{op, field?, value, options?}`, at most 500.
    #[ts(type = "Action[]")]
    pub actions: Vec<Value>,
}

/// Changes the given fields of a rule and returns it, or its errors.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RuleUpdate {
    /// Row id.
    pub id: String,
    /// When it runs; null is the usual stage.
    #[serde(default, deserialize_with = "super::given")]
    #[ts(optional, type = "Stage | null")]
    pub stage: Option<Value>,
    /// How its conditions combine.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub conditions_op: Option<ConditionsOp>,
    /// `{field, op, value, options?}`, at most 500.
    #[serde(default)]
    #[ts(optional, type = "Condition[] | null")]
    pub conditions: Option<Vec<Value>>,
    /// `{op, field?, value, options?}`, at most 500.
    #[serde(default)]
    #[ts(optional, type = "Action[] | null")]
    pub actions: Option<Vec<Value>>,
    /// Ignored, so that a rule can be sent back as it was received.
    #[serde(default)]
    #[ts(skip)]
    pub error: Option<Value>,
    /// Ignored likewise.
    #[serde(default)]
    #[ts(skip)]
    pub schedule: Option<Value>,
}

/// Finds rules that contradict each other: a transaction can meet the conditions of both, and they
/// set one of its fields to different values. Rules that ask for quite different things are not
/// compared.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RulesFindConflicts {}

/// Two rules that contradict each other.
#[derive(Debug, Serialize, TS)]
pub struct RuleConflict {
    /// The rule that runs first.
    pub earlier: String,
    /// The rule whose value stays.
    pub later: String,
    /// The field that both set.
    #[ts(type = "ConditionField")]
    pub field: String,
}

/// Explains the category of a transaction or split line.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExplainCategory {
    /// The transaction.
    pub id: TransactionId,
}

/// Why a transaction has its category or has none, as far as it is known.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CategoryReason {
    /// The category; null if there is none.
    pub category: Option<String>,
    /// When the category was written; null if the history of the budget does not reach back so far.
    pub written: Option<CategoryWrite>,
    /// Whether that was another category, which was deleted since and moved its transactions here.
    pub is_moved: bool,
    /// The rule that decides about the category when the rules run on the transaction as it is
    /// today; null if none does.
    pub rule: Option<DecidingRule>,
}

/// When the category of a transaction was last written; for one that never had any, when it was
/// added.
#[derive(Debug, Serialize, TS)]
pub struct CategoryWrite {
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub at: u64,
    /// On what occasion.
    pub occasion: CategoryOccasion,
}

/// An occasion on which a category is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum CategoryOccasion {
    /// The transaction came from a bank or a file of one.
    Imported,
    /// It was added otherwise.
    Added,
    /// It was there already: an edit, an undo, or actions of a rule on stored transactions.
    Edited,
}

/// A rule that decides about a category.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DecidingRule {
    /// The rule.
    pub rule: Rule,
    /// The category that it sets; null if it clears it.
    pub category: Option<String>,
    /// Whether the rule was last written by learning from an edit. Absent messages count as false.
    pub is_learned: bool,
    /// Whether the rule was as it is now before the category was written.
    pub is_older: bool,
}

/// Deletes rules. Rules of schedules, also of deleted ones, stay.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RuleDeleteAll {
    /// Row ids.
    pub ids: Vec<String>,
}

/// Result of deleting rules.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeletedRules {
    /// Whether some were not deleted because they belong to schedules.
    pub some_deletions_failed: bool,
}

/// Checks conditions and actions without storing them.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RuleValidate {
    /// `{field, op, value, options?}`, at most 500.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// `{op, field?, value, options?}`, at most 500.
    #[ts(type = "Action[]")]
    pub actions: Vec<Value>,
}

/// Result of a check.
#[derive(Debug, Serialize, TS)]
pub struct ValidatedRule {
    /// The errors; null if there are none.
    pub error: Option<RuleErrors>,
}

/// Tries a rule alone on the latest transactions and changes nothing. Lines of splits are left out,
/// as when rules run.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RuleDryRun {
    /// How its conditions combine; all of them must hold by default.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub conditions_op: Option<ConditionsOp>,
    /// `{field, op, value, options?}`, at most 500.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// `{op, field?, value, options?}`, at most 500.
    #[ts(type = "Action[]")]
    pub actions: Vec<Value>,
}

/// The effect that a rule would have had.
#[derive(Debug, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DryRun {
    /// Why the rule cannot be read; nothing was tried then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<RuleErrors>,
    /// How many transactions it was tried on.
    pub tried: usize,
    /// How many of them meet its conditions.
    pub matched: usize,
    /// The ids of those that it would change, newest first.
    pub changed: Vec<String>,
    /// The first hundred of them.
    pub rows: Vec<DryRunRow>,
}

/// A transaction that a rule would change.
#[derive(Debug, Serialize, TS)]
pub struct DryRunRow {
    /// It, as it is.
    pub transaction: Transaction,
    /// The fields that the rule would set. `payee_name` is a payee that does not exist yet;
    /// `tombstone` is 1 if the rule deletes it.
    #[ts(type = "Record<string, unknown>")]
    pub changes: GivenFields,
}

/// Carries out actions on transactions, whatever their conditions, in one step. An invalid action
/// makes the reply null, and nothing changes.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RuleApplyActions {
    /// The transactions; only their ids count.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub transactions: Option<Vec<TransactionRef>>,
    /// The same as ids.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub transaction_ids: Option<Vec<String>>,
    /// `{op, field?, value, options?}`, at most 500.
    #[ts(type = "Action[]")]
    pub actions: Vec<Value>,
    /// Whether the response contains the added and deleted rows (default true).
    #[serde(default)]
    #[ts(optional = nullable)]
    pub answer_rows: Option<bool>,
}

/// Lets imported names become a payee: they join the rule that does so already, or make a new one.
/// Returns the rule's id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RuleAddPayeeRename {
    /// Payees as banks send them.
    pub from_names: Vec<String>,
    /// The payee.
    pub to: PayeeId,
}

/// Runs the rules on a transaction that is not stored yet, and returns it as they leave it. A
/// `payee_name` in the reply names a payee that does not exist yet. `_ruleErrors` lists actions
/// that failed.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RulesRun {
    /// Its fields by public names.
    #[ts(type = "Record<string, unknown>")]
    pub transaction: GivenFields,
}

/// The rules that mention a payee, in the order they run.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesGetRules {
    /// The payee.
    pub id: PayeeId,
}

/// How often the rules mention each payee. Payees without rules are left out, and so are rules of
/// completed schedules.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PayeesGetRuleCounts {}

/// Numbers of mentions by payee.
pub type RuleCounts = BTreeMap<String, usize>;
