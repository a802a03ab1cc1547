//! Actions: their form, what is wrong with it, and what they do to a transaction.

use serde_json::{Value as Json, json};
use thiserror::Error;

use super::conditions::{Field, FieldKind};
use super::formula::{Formula, FormulaError};
use super::number::{Number, Rounding};
use super::subject::{Lookup, Subject};
use super::template::Template;
use super::validate::ConditionError::{self, NoNull, NotText};
use super::values::Value;
use crate::dates::Day;
use crate::money::MAX_CENTS;

/// Why an action is invalid; displays as the name that callers know.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ActionError {
    /// Its operation, field or value.
    #[error(transparent)]
    Form(#[from] ConditionError),
    /// A template that cannot be read, or uses an unknown function.
    #[error("invalid-template")]
    Template,
    /// A formula.
    #[error(transparent)]
    Formula(#[from] FormulaError),
}

/// A well-formed action.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Action {
    /// The split line that it makes and fills; 0 for the transaction itself.
    pub(super) line: u64,
    pub(super) effect: Effect,
}

/// What an action does.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect {
    Set(&'static Field, Source),
    SplitAmount(SplitAmount),
    LinkSchedule(String),
    PrependNotes(String),
    AppendNotes(String),
    Delete,
}

/// Where a field's new value comes from.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Source {
    Value(Json),
    Template(Template),
    Formula(Formula),
}

/// The amount of a split line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SplitAmount {
    Fixed(i64),
    Percent(Number),
    Remainder,
    Formula(Formula),
}

/// Fields of conditions that no action can set: they follow from others.
const DERIVED: [&str; 3] = ["category_group", "transfer", "parent"];

impl Action {
    /// Reads an action as callers write it.
    pub(super) fn read(given: &Json) -> Result<Self, ActionError> {
        let internal = || ActionError::Form(ConditionError::Internal);
        let options = &given["options"];
        let index = &options["splitIndex"];
        let line = if index.is_null() { 0 } else { index.as_u64().ok_or_else(internal)? };
        let value = &given["value"];
        let text = || {
            let wrong = || if value.is_null() { NoNull } else { NotText };
            value.as_str().map(str::to_owned).ok_or_else(|| ActionError::Form(wrong()))
        };
        let effect = match given["op"].as_str() {
            Some("set") => {
                let field = given["field"].as_str().and_then(Field::find);
                let field = field.filter(|it| !DERIVED.contains(&it.name)).ok_or_else(internal)?;
                Effect::Set(field, source(field, value, options)?)
            }
            Some("set-split-amount") if line > 0 => {
                Effect::SplitAmount(split_amount(value, options)?)
            }
            Some("link-schedule") => Effect::LinkSchedule(text()?),
            Some("prepend-notes") => Effect::PrependNotes(text()?),
            Some("append-notes") => Effect::AppendNotes(text()?),
            Some("delete-transaction") => Effect::Delete,
            _ => return Err(internal()),
        };
        Ok(Self { line, effect })
    }
}

fn source(field: &Field, value: &Json, options: &Json) -> Result<Source, ActionError> {
    if let Some(formula) = options["formula"].as_str() {
        return Ok(Source::Formula(Formula::read(formula)?));
    }
    if let Some(template) = options["template"].as_str() {
        return Template::read(template).map(Source::Template).ok_or(ActionError::Template);
    }
    set_value(field, value).map(Source::Value).map_err(ActionError::Form)
}

/// A value that a field may take.
fn set_value(field: &Field, value: &Json) -> Result<Json, ConditionError> {
    let nothing = value.is_null() || value.as_str() == Some("");
    match field.kind {
        FieldKind::Id if nothing && field.name == "account" => Err(ConditionError::NoNull),
        FieldKind::Id if nothing => Ok(Json::Null),
        FieldKind::Date | FieldKind::Number | FieldKind::Boolean if value.is_null() => {
            Err(ConditionError::NoNull)
        }
        FieldKind::Text if value.is_null() => Ok(Json::Null),
        FieldKind::Text | FieldKind::Id => {
            value.as_str().map(Json::from).ok_or(ConditionError::NotText)
        }
        FieldKind::Date => {
            let day = value.as_str().and_then(|text| text.parse::<Day>().ok());
            day.map(|day| json!(day.to_string())).ok_or(ConditionError::DateFormat)
        }
        FieldKind::Number if !value.is_number() => Err(ConditionError::NotNumber),
        FieldKind::Number => cents(value).map(Json::from).ok_or(ConditionError::NumberFormat),
        FieldKind::Boolean => value.as_bool().map(Json::from).ok_or(ConditionError::NotBoolean),
    }
}

/// Whole cents that an amount can be.
fn cents(value: &Json) -> Option<i64> {
    let whole = Number::read(&value.to_string())?.whole()?;
    (-MAX_CENTS..=MAX_CENTS).contains(&whole).then_some(whole)
}

fn split_amount(value: &Json, options: &Json) -> Result<SplitAmount, ActionError> {
    let number = || {
        let given = if value.is_number() { Number::read(&value.to_string()) } else { None };
        given.ok_or(ActionError::Form(ConditionError::NotNumber))
    };
    Ok(match options["method"].as_str() {
        Some("remainder") => SplitAmount::Remainder,
        Some("fixed-percent") => SplitAmount::Percent(number()?),
        Some("formula") => {
            let formula = options["formula"].as_str();
            SplitAmount::Formula(Formula::read(formula.unwrap_or_default())?)
        }
        Some("fixed-amount") | None => {
            number()?;
            SplitAmount::Fixed(cents(value).ok_or(ConditionError::NumberFormat)?)
        }
        Some(_) => return Err(ActionError::Form(ConditionError::Internal)),
    })
}

impl Effect {
    /// Does what the action says to a transaction or a split line. Amounts of split lines follow
    /// once all lines are known.
    pub(super) fn apply<L: Lookup>(
        &self,
        subject: &mut Subject,
        lookup: &L,
    ) -> Result<(), L::Error> {
        match self {
            Self::Set(field, source) => match new_value(field, source, subject, lookup)? {
                Ok(value) => subject.set(field.name, value),
                Err(problem) => subject.add_error(problem),
            },
            Self::SplitAmount(_) => {}
            Self::LinkSchedule(schedule) => subject.set("schedule", json!(schedule)),
            Self::PrependNotes(text) => {
                let notes = format!("{text}{}", subject.text("notes").unwrap_or_default());
                subject.set("notes", json!(notes));
            }
            Self::AppendNotes(text) => {
                let notes = format!("{}{text}", subject.text("notes").unwrap_or_default());
                subject.set("notes", json!(notes));
            }
            Self::Delete => subject.set("tombstone", json!(1)),
        }
        Ok(())
    }
}

/// The value that a field gets, or what is wrong with it in words.
fn new_value<L: Lookup>(
    field: &Field,
    source: &Source,
    subject: &Subject,
    lookup: &L,
) -> Result<Result<Json, String>, L::Error> {
    Ok(match source {
        Source::Value(value) => Ok(value.clone()),
        Source::Formula(formula) => match formula.result(subject, lookup)? {
            Ok(result) => of_formula(field, &result),
            Err(error) => Err(format!("Formula for \"{}\" failed: {error}", field.name)),
        },
        Source::Template(template) => match template.result(subject, lookup)? {
            Ok(text) => of_template(field, &text),
            Err(error) => Err(format!("Template for \"{}\" failed: {error}", field.name)),
        },
    })
}

/// A formula's result as a field's value. Amounts are in units of the currency.
fn of_formula(field: &Field, result: &Value) -> Result<Json, String> {
    let wrong =
        |wanted| format!("Formula for \"{}\" must produce {wanted}. Got: \"{result}\"", field.name);
    match field.kind {
        FieldKind::Number => units(result).map(Json::from).ok_or_else(|| wrong("a numeric value")),
        FieldKind::Date => {
            let day = result.day().ok_or_else(|| wrong("a date"))?;
            Ok(json!(day.to_string()))
        }
        FieldKind::Boolean => match (result, &*result.to_string().to_lowercase()) {
            (Value::Flag(flag), _) => Ok(json!(flag)),
            (_, "true") => Ok(json!(true)),
            (_, "false") => Ok(json!(false)),
            _ => Err(wrong("true or false")),
        },
        FieldKind::Text | FieldKind::Id => {
            let text = result.to_string();
            set_value(field, &json!(text)).map_err(|_| wrong("a value"))
        }
    }
}

/// The cents of a number of currency units, to the nearest, halves upwards.
pub(super) fn units(result: &Value) -> Option<i64> {
    let number = result.number().filter(|_| !matches!(result, Value::Empty | Value::Flag(_)))?;
    let cents = number.times(Number::from(100))?.nearest_whole()?;
    (-MAX_CENTS..=MAX_CENTS).contains(&cents).then_some(cents)
}

/// A template's text as a field's value. Amounts are in cents. A text that is no amount and no date
/// leaves the field as it is: 0 and a made-up day would falsify the transaction.
fn of_template(field: &Field, text: &str) -> Result<Json, String> {
    let wrong =
        |wanted| format!("Template for \"{}\" must produce {wanted}. Got: \"{text}\"", field.name);
    match field.kind {
        FieldKind::Number => {
            let rounded = Number::read(text).and_then(|it| it.rounded_to(0, Rounding::HalfUp));
            let cents = rounded.and_then(Number::whole);
            let cents = cents.filter(|cents| (-MAX_CENTS..=MAX_CENTS).contains(cents));
            cents.map(Json::from).ok_or_else(|| wrong("a numeric value"))
        }
        FieldKind::Date => {
            let day = text.trim().parse::<Day>().map_err(|_| wrong("a date"))?;
            Ok(json!(day.to_string()))
        }
        FieldKind::Boolean => Ok(json!(text == "true")),
        FieldKind::Text | FieldKind::Id => {
            set_value(field, &json!(text)).map_err(|_| wrong("a value"))
        }
    }
}
