//! The serialized form of a query as callers send it. This reads only the outer shape; expressions
//! stay JSON until they are checked.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::error::QueryError;

/// A query state. Missing and null members get the defaults of the language, other members are
/// ignored.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QueryState {
    /// Name of the table.
    pub table: String,
    /// Options of the table (`splits`, `categories`).
    #[serde(default, deserialize_with = "or_default")]
    pub table_options: Map<String, Value>,
    /// Filters; all must hold.
    #[serde(default, deserialize_with = "or_default")]
    pub filter_expressions: Vec<Value>,
    /// The results to select.
    #[serde(default, deserialize_with = "or_default")]
    pub select_expressions: Vec<Value>,
    /// The group keys.
    #[serde(default, deserialize_with = "or_default")]
    pub group_expressions: Vec<Value>,
    /// The order keys.
    #[serde(default, deserialize_with = "or_default")]
    pub order_expressions: Vec<Value>,
    /// Whether the result is a single value.
    #[serde(default, deserialize_with = "or_default")]
    pub calculation: bool,
    /// Whether to include deleted rows.
    #[serde(default, deserialize_with = "or_default")]
    pub with_dead: bool,
    /// Whether references to deleted rows read as null (default true).
    pub validate_refs: Option<bool>,
    /// The most rows to return.
    pub limit: Option<u32>,
    /// How many rows to skip first.
    pub offset: Option<u32>,
}

fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

impl QueryState {
    /// Reads a state.
    ///
    /// # Errors
    /// [`QueryError::State`] if it is not shaped like a query.
    pub fn read(state: &Value) -> Result<Self, QueryError> {
        Self::deserialize(state).map_err(|error| QueryError::State(error.to_string()))
    }
}
