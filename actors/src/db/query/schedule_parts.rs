//! The parts of a rule that a schedule shows: payee, account, amount and date of the first matching
//! conditions. An unreadable rule has no parts.

use rusqlite::types::Value as SqlValue;
use serde_json::Value;

/// One part of a rule's JSON list: `payee`, `account`, `amount`, `amount-op` and `date` of its
/// conditions, `splits` (1 or 0) of its actions. Lists and objects are returned as JSON text.
pub(super) fn schedule_part(rule: &str, part: &str) -> SqlValue {
    let Ok(Value::Array(items)) = serde_json::from_str::<Value>(rule) else {
        return if part == "splits" { SqlValue::Integer(0) } else { SqlValue::Null };
    };
    if part == "splits" {
        return SqlValue::Integer(items.iter().any(has_split).into());
    }
    let (fields, ops): (&[&str], &[&str]) = match part {
        "payee" => (&["description", "payee"], &["is"]),
        "account" => (&["acct", "account"], &["is"]),
        "date" => (&["date"], &["is", "isapprox"]),
        _ => (&["amount"], &["is", "isapprox", "isbetween"]),
    };
    let member = if part == "amount-op" { "op" } else { "value" };
    let found = items.iter().find(|item| {
        let is = |key: &str, allowed: &[&str]| {
            item.get(key).and_then(Value::as_str).is_some_and(|text| allowed.contains(&text))
        };
        is("field", fields) && is("op", ops)
    });
    found.and_then(|item| item.get(member)).map_or(SqlValue::Null, stored)
}

fn has_split(action: &Value) -> bool {
    let index = action.get("options").and_then(|options| options.get("splitIndex"));
    index.and_then(Value::as_f64).is_some_and(|index| index > 0.0)
}

/// A JSON value in the form of SQLite's own JSON functions.
fn stored(value: &Value) -> SqlValue {
    match value {
        Value::Null => SqlValue::Null,
        Value::Bool(flag) => SqlValue::Integer((*flag).into()),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => SqlValue::Integer(whole),
            None => number.as_f64().map_or(SqlValue::Null, SqlValue::Real),
        },
        Value::String(text) => SqlValue::Text(text.clone()),
        Value::Array(_) | Value::Object(_) => SqlValue::Text(value.to_string()),
    }
}
