//! Validates conditions and reports the first error.

use serde_json::Value;
use thiserror::Error;

use super::conditions::{Condition, Field, FieldKind, Flow, Op, Test};
use crate::dates::{Day, Month};
use crate::money::MAX_CENTS;
use crate::recurrence::Recurrence;

/// Why a condition is invalid; displays as the name that callers know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ConditionError {
    /// Not a condition, or an unknown field or operator.
    #[error("internal")]
    Internal,
    /// A value is missing.
    #[error("no-null")]
    NoNull,
    /// Not a number.
    #[error("not-number")]
    NotNumber,
    /// One number instead of two, or the reverse, or not a whole number of cents.
    #[error("number-format")]
    NumberFormat,
    /// Not text.
    #[error("not-string")]
    NotText,
    /// Empty text where text is required.
    #[error("no-empty-string")]
    NoEmptyText,
    /// No list where one is required.
    #[error("no-empty-array")]
    NoEmptyList,
    /// Not true or false.
    #[error("not-boolean")]
    NotBoolean,
    /// Not a date of the expected form.
    #[error("date-format")]
    DateFormat,
    /// A recurring date that cannot be read.
    #[error("parse-recur-date")]
    RecurringDate,
}

impl Condition {
    /// Reads a condition as callers write it.
    ///
    /// # Errors
    /// [`ConditionError`].
    pub fn read(given: &Value) -> Result<Self, ConditionError> {
        let name = |key: &str| given[key].as_str().ok_or(ConditionError::Internal);
        let field = Field::find(name("field")?).ok_or(ConditionError::Internal)?;
        let op = Op::find(name("op")?).ok_or(ConditionError::Internal)?;
        if !field.takes(op) {
            return Err(ConditionError::Internal);
        }
        let value = &given["value"];
        let test = match field.kind {
            FieldKind::Text => text(op, value),
            FieldKind::Id => id(op, value),
            FieldKind::Date => date(op, value),
            FieldKind::Number => number(op, value, flow(&given["options"])),
            FieldKind::Boolean if value.is_null() => Err(ConditionError::NoNull),
            FieldKind::Boolean => value.as_bool().map(Test::Flag).ok_or(ConditionError::NotBoolean),
        }?;
        Ok(Self { field, op, test })
    }
}

fn text(op: Op, value: &Value) -> Result<Test, ConditionError> {
    if matches!(op, Op::OneOf | Op::NotOneOf) {
        let list = list(value)?.into_iter();
        let texts = list.filter(|text| !text.is_empty()).map(|text| text.to_lowercase());
        return Ok(Test::List(texts.collect()));
    }
    if matches!(op, Op::HasTags | Op::HasAnyTag) {
        return some_text(value).map(Test::Text);
    }
    let empty_is_fine = matches!(op, Op::Is | Op::IsNot);
    let text = if empty_is_fine {
        value.as_str().ok_or(ConditionError::NotText)?.to_owned()
    } else {
        some_text(value)?
    };
    Ok(Test::Text(text.to_lowercase()))
}

fn id(op: Op, value: &Value) -> Result<Test, ConditionError> {
    if matches!(op, Op::OneOf | Op::NotOneOf) {
        list(value).map(Test::List)
    } else if matches!(op, Op::OnBudget | Op::OffBudget) {
        Ok(Test::Nothing)
    } else if matches!(op, Op::Contains | Op::DoesNotContain | Op::Matches) {
        some_text(value).map(Test::Text)
    } else if value.is_null() {
        Ok(Test::Id(None))
    } else {
        value.as_str().map(|id| Test::Id(Some(id.to_owned()))).ok_or(ConditionError::NotText)
    }
}

fn list(value: &Value) -> Result<Vec<String>, ConditionError> {
    let items = value.as_array().ok_or(ConditionError::NoEmptyList)?.iter();
    let texts = items.filter(|item| !item.is_null());
    texts.map(|item| item.as_str().map(str::to_owned).ok_or(ConditionError::NotText)).collect()
}

fn some_text(value: &Value) -> Result<String, ConditionError> {
    match value.as_str() {
        Some("") => Err(ConditionError::NoEmptyText),
        Some(text) => Ok(text.to_owned()),
        None if value.is_null() => Err(ConditionError::NoEmptyText),
        None => Err(ConditionError::NotText),
    }
}

fn number(op: Op, value: &Value, flow: Flow) -> Result<Test, ConditionError> {
    if value.is_null() {
        return Err(ConditionError::NoNull);
    }
    let pair = (&value["num1"], &value["num2"]);
    let is_pair = pair.0.is_number() && pair.1.is_number();
    if !is_pair && !value.is_number() {
        return Err(ConditionError::NotNumber);
    }
    match (op == Op::IsBetween, is_pair) {
        (true, true) => {
            let (one, other) = (cents(pair.0)?, cents(pair.1)?);
            Ok(Test::Between(one.min(other), one.max(other), flow))
        }
        (false, false) => Ok(Test::Number(cents(value)?, flow)),
        (true, false) | (false, true) => Err(ConditionError::NumberFormat),
    }
}

fn cents(value: &Value) -> Result<i64, ConditionError> {
    let text = value.to_string();
    let whole = text.strip_suffix(".0").unwrap_or(&text);
    let cents =
        whole.parse::<i64>().ok().filter(|cents| cents.abs_diff(0) <= MAX_CENTS.abs_diff(0));
    cents.ok_or(ConditionError::NumberFormat)
}

fn flow(options: &Value) -> Flow {
    if options["outflow"] == true {
        Flow::Outflow
    } else if options["inflow"] == true {
        Flow::Inflow
    } else {
        Flow::Both
    }
}

fn date(op: Op, value: &Value) -> Result<Test, ConditionError> {
    if value.is_null() {
        return Err(ConditionError::NoNull);
    }
    let test = if value.get("frequency").is_some() {
        let recurrence = Recurrence::read(value);
        Test::Recurring(recurrence.map_err(|_| ConditionError::RecurringDate)?)
    } else {
        value.as_str().and_then(written_date).ok_or(ConditionError::DateFormat)?
    };
    let repeats = matches!(test, Test::Recurring(_));
    let fits = op == Op::Is || matches!(test, Test::Day(_)) || op == Op::IsApprox && repeats;
    if fits { Ok(test) } else { Err(ConditionError::DateFormat) }
}

fn written_date(text: &str) -> Option<Test> {
    match text.len() {
        10 => text.parse::<Day>().ok().map(Test::Day),
        7 => text.parse::<Month>().ok().map(Test::Month),
        4 => {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            let year = text.parse().ok().filter(|year| digits && *year > 0);
            year.map(Test::Year)
        }
        _ => None,
    }
}
