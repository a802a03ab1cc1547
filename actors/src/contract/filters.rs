//! Requests about saved filters of the register. They are read with a query on the table
//! `transaction_filters`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
pub use sobre_engine::rules::{FIELDS, Op};
use ts_rs::TS;

/// A condition of a filter or rule. Calls take it as JSON and say what is wrong with it, so this
/// type only documents its form.
#[derive(Debug, TS)]
pub struct Condition {
    /// The field of a transaction that is compared.
    #[ts(type = "ConditionField")]
    pub field: String,
    /// How it is compared; not every field takes every operator.
    #[ts(type = "ConditionOp")]
    pub op: Op,
    /// What it is compared with: text, an id, cents, a day, month or year, a list of them, or
    /// `{num1, num2}`.
    #[ts(type = "unknown")]
    pub value: Value,
    /// What the field holds; for editors, ignored when the condition is checked.
    #[ts(optional, type = "'id' | 'number' | 'boolean' | 'date' | 'string'")]
    pub r#type: Option<String>,
    /// How the value is meant.
    #[ts(optional)]
    pub options: Option<ConditionOptions>,
}

/// How the value of a condition is meant.
#[derive(Debug, TS)]
pub struct ConditionOptions {
    /// The date is a month.
    #[ts(optional)]
    pub month: Option<bool>,
    /// The date is a year.
    #[ts(optional)]
    pub year: Option<bool>,
    /// Only money that comes in.
    #[ts(optional)]
    pub inflow: Option<bool>,
    /// Only money that goes out, compared without its sign.
    #[ts(optional)]
    pub outflow: Option<bool>,
}

/// How the conditions of a filter go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ConditionsOp {
    /// All of them hold.
    And,
    /// One of them holds.
    Or,
}

/// Keeps a filter under a name and returns its id. Takes `{state: filter, filters}` as well.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase", remote = "Self")]
pub struct FilterCreate {
    /// A name no other filter has, in any case of its letters.
    pub name: String,
    /// Conditions `{field, op, value, type?, options?}`, 1 to 500.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// How they go together; all of them hold unless told otherwise.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub conditions_op: Option<ConditionsOp>,
}

/// Changes the given fields of a filter. Takes `{state: filter, filters}` as well.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase", remote = "Self")]
pub struct FilterUpdate {
    /// Row id.
    pub id: String,
    /// New name.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub name: Option<String>,
    /// New conditions.
    #[serde(default)]
    #[ts(type = "Condition[] | null", optional)]
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

impl<'de> Deserialize<'de> for FilterCreate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = of_state(deserializer, &["name", "conditions", "conditionsOp"])?;
        Self::deserialize(given).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for FilterUpdate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = of_state(deserializer, &["id", "name", "conditions", "conditionsOp"])?;
        Self::deserialize(given).map_err(D::Error::custom)
    }
}

/// The arguments, also where they come as `{state, filters}`: the filter, and those that exist.
/// Fields of the state that are not listed are ignored.
fn of_state<'de, D: Deserializer<'de>>(
    deserializer: D,
    fields: &[&str],
) -> Result<Value, D::Error> {
    let mut given = Value::deserialize(deserializer)?;
    if let Some(Value::Object(state)) = given.get_mut("state") {
        state.retain(|field, _| fields.contains(&&**field));
        return Ok(Value::Object(std::mem::take(state)));
    }
    Ok(given)
}
