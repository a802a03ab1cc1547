//! What functions and operators take from their arguments.

use super::NoResult;
use crate::dates::Day;
use crate::rules::number::{Number, Rounding};
use crate::rules::texts::MOST_TEXT;
use crate::rules::values::Value;

/// A value, or why there is none.
pub(crate) type Made<T> = Result<T, NoResult>;

pub(super) fn number(value: &Value) -> Made<Number> {
    value.number().ok_or_else(|| NoResult::NotNumber(value.to_string()))
}

pub(super) fn whole(value: &Value) -> Made<i64> {
    let whole = number(value)?.rounded_to(0, Rounding::Truncated).and_then(Number::whole);
    whole.ok_or(NoResult::TooLarge)
}

pub(super) fn day(value: &Value) -> Made<Day> {
    value.day().ok_or_else(|| NoResult::NotDay(value.to_string()))
}

pub(super) fn text(text: String) -> Made<Value> {
    if text.len() > MOST_TEXT { Err(NoResult::TooLarge) } else { Ok(Value::Text(text)) }
}
