//! Parts of a provider's JSON. A value of an unexpected type counts as absent, so one odd value
//! spoils no answer.

use chrono::DateTime;
use serde_json::Value;

use super::amounts::DecimalText;
use super::errors::BankError;
use crate::dates::Day;

/// A text or number as text; `None` if it is empty or something else.
pub(super) fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// A decimal number, as text or as a number of JSON.
pub(super) fn decimal(value: &Value) -> Option<DecimalText> {
    match value {
        Value::String(text) => DecimalText::of_text(text),
        Value::Number(number) => DecimalText::of_json(&number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A day `yyyy-MM-dd`, or the day of a time that begins with one.
pub(super) fn day(text: &str) -> Option<Day> {
    match text.split_once('T') {
        Some((day, _)) => day.parse().ok(),
        None => text.parse().ok(),
    }
}

/// Seconds since 1970 as a number or text; `None` for 0, which means unknown.
pub(super) fn seconds(value: &Value) -> Option<i64> {
    let seconds = match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    seconds.filter(|it| *it != 0)
}

/// The day of a time in UTC.
pub(super) fn day_of_seconds(seconds: i64) -> Option<Day> {
    DateTime::from_timestamp(seconds, 0).map(|time| time.date_naive().into())
}

/// The items of a list; none if there is no list.
pub(super) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Reads a whole answer as an object.
pub(super) fn object(text: &str, or: impl Fn() -> BankError) -> Result<Value, BankError> {
    serde_json::from_str(text).ok().filter(Value::is_object).ok_or_else(or)
}
