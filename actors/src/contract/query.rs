//! The serialized query language as a call.

use serde::{Deserialize, Serialize};
use serde_json::Value;
pub use sobre_engine::query::{Field, TABLES, Type};
use ts_rs::TS;

use super::JsonText;

/// Runs a serialized query on the open budget.
#[derive(Debug, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "SerializedQuery")]
pub struct Query(pub Value);

/// The rows and the tables they came from.
#[derive(Debug, Clone, Serialize, TS)]
pub struct QueryAnswer {
    /// Rows, or the one value of a calculation.
    #[ts(type = "unknown")]
    pub data: JsonText,
    /// Tables involved; when one of them changes, run the query again.
    pub dependencies: Vec<String>,
}

/// Makes query filters from conditions. Conditions that are not well formed are left out and
/// their errors listed.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct MakeFiltersFromConditions {
    /// Conditions `{field, op, value, options?}`, at most 500.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// `and` or `or`: how the caller will join the filters. The filters are the same.
    #[serde(default)]
    #[ts(type = "'and' | 'or'", optional)]
    pub conditions_op: Option<String>,
    /// Whether rows that never have a category are told apart from rows without one; they are
    /// unless this is false.
    #[serde(default)]
    #[ts(optional)]
    pub apply_special_cases: Option<bool>,
}

/// Filters of the query language, one for each good condition.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MadeFilters {
    /// In the order of the conditions.
    #[ts(type = "Record<string, unknown>[]")]
    pub filters: Vec<Value>,
    /// Names of what is wrong with the others.
    pub errors: Vec<String>,
}

/// Writes the transactions of a query as CSV text; no rows give empty text. What the query selects
/// and its options do not matter.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TransactionsExportQuery {
    /// A serialized query on transactions.
    #[ts(type = "SerializedQuery")]
    pub query: Value,
}
