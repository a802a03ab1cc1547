//! Requests about saved filters of the register. Read them with a query on the table
//! `transaction_filters`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
pub use sobre_engine::rules::{ConditionsOp, FIELDS, Op};
use ts_rs::TS;

/// A condition of a filter or rule. Calls take it as JSON and report its errors, so this type only
/// documents its form.
#[derive(Debug, TS)]
pub struct Condition {
    /// The transaction field to compare.
    #[ts(type = "ConditionField")]
    pub field: String,
    /// The operator; not every field allows every operator.
    #[ts(type = "ConditionOp")]
    pub op: Op,
    /// The value to compare with: text, an id, cents, a day, month or year, a list of them, or
    /// `{num1, num2}`.
    #[ts(type = "unknown")]
    pub value: Value,
    /// The field's type; for editors, ignored when the condition is checked.
    #[ts(optional, type = "'id' | 'number' | 'boolean' | 'date' | 'string'")]
    pub r#type: Option<String>,
    /// How to interpret the value.
    #[ts(optional)]
    pub options: Option<ConditionOptions>,
}

/// How to interpret the value of a condition.
#[derive(Debug, TS)]
pub struct ConditionOptions {
    /// The date is a month.
    #[ts(optional)]
    pub month: Option<bool>,
    /// The date is a year.
    #[ts(optional)]
    pub year: Option<bool>,
    /// Inflows only.
    #[ts(optional)]
    pub inflow: Option<bool>,
    /// Outflows only, compared without their sign.
    #[ts(optional)]
    pub outflow: Option<bool>,
}

/// Saves a filter under a name and returns its id. Also accepts `{state: filter, filters}`.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase", remote = "Self")]
pub struct FilterCreate {
    /// The name, unique among filters ignoring case.
    pub name: String,
    /// Conditions `{field, op, value, type?, options?}`, 1 to 500.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// How they combine; all of them must hold by default.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub conditions_op: Option<ConditionsOp>,
}

/// Changes the given fields of a filter. Also accepts `{state: filter, filters}`.
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
    /// How they combine from now on.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub conditions_op: Option<ConditionsOp>,
}

/// Deletes a filter. The transactions it lists stay.
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

/// Reads the arguments, also as `{state, filters}`: the filter and the existing filters. Unlisted
/// fields of the state are ignored.
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
