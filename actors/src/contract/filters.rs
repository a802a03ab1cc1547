//! Requests about saved filters of the register. They are read with a query on the table
//! `transaction_filters` (spec/5 section 8.2).

use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

/// How the conditions of a filter go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ConditionsOp {
    /// All of them hold.
    And,
    /// One of them holds.
    Or,
}

/// Keeps a filter under a name; answers its id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct FilterCreate {
    /// A name no other filter has, in any case of its letters.
    pub name: String,
    /// Conditions `{field, op, value, type?, options?}` (spec/5 section 4.2), 1 to 500.
    #[ts(type = "unknown[]")]
    pub conditions: Vec<Value>,
    /// How they go together; all of them hold unless told otherwise.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub conditions_op: Option<ConditionsOp>,
}

/// Changes what is given of a filter.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct FilterUpdate {
    /// Row id.
    pub id: String,
    /// New name.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub name: Option<String>,
    /// New conditions.
    #[serde(default)]
    #[ts(type = "unknown[] | null", optional)]
    pub conditions: Option<Vec<Value>>,
    /// How they go together from now on.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub conditions_op: Option<ConditionsOp>,
}

/// Deletes a filter. What it lists stays as it is.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct FilterDelete {
    /// Row id.
    pub id: String,
}
