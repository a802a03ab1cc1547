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

/// The rows and the tables they were read from.
#[derive(Debug, Clone, Serialize, TS)]
pub struct QueryAnswer {
    /// Rows, or the one value of a calculation.
    #[ts(type = "unknown")]
    pub data: JsonText,
    /// Tables involved; when one of them changes, run the query again.
    pub dependencies: Vec<String>,
}

/// Makes query filters from conditions. Malformed conditions are left out and their errors listed.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct MakeFiltersFromConditions {
    /// Conditions `{field, op, value, options?}`, at most 500.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// `and` or `or`: how the caller will join the filters. It does not change the filters.
    #[serde(default)]
    #[ts(type = "'and' | 'or'", optional)]
    pub conditions_op: Option<String>,
    /// Whether "no category" excludes transfers and split parents, which never have one (default
    /// true).
    #[serde(default)]
    #[ts(optional)]
    pub apply_special_cases: Option<bool>,
}

/// Filters of the query language, one for each valid condition.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MadeFilters {
    /// In the order of the conditions.
    #[ts(type = "Record<string, unknown>[]")]
    pub filters: Vec<Value>,
    /// Names of the errors of the others.
    pub errors: Vec<String>,
}

/// Writes the transactions of a query as CSV text; empty without rows. The query's select and its
/// options are ignored.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TransactionsExportQuery {
    /// A serialized query on transactions.
    #[ts(type = "SerializedQuery")]
    pub query: Value,
}
