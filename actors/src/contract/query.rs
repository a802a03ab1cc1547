//! The serialized query language as a call (spec/5 section 8).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

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
    pub data: Value,
    /// Tables involved; when one of them changes, run the query again.
    pub dependencies: Vec<String>,
}
