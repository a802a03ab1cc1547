//! The values that formulas and templates compute with, and the names by which they read a
//! transaction.

use std::fmt;

use serde_json::Value as Json;

use super::number::Number;
use super::subject::{Lookup, Subject};
use crate::dates::Day;

/// A value. Days are text, yyyy-MM-dd.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Empty,
    Text(String),
    Number(Number),
    Flag(bool),
}

/// The names that formulas and templates may read. Amounts are in cents.
pub(super) const NAMES: &[&str] = &[
    "id",
    "account",
    "account_name",
    "_account_name",
    "amount",
    "balance",
    "category",
    "category_name",
    "_category_name",
    "cleared",
    "date",
    "imported_id",
    "imported_payee",
    "notes",
    "parent_amount",
    "payee",
    "payee_name",
    "reconciled",
    "schedule",
    "today",
];

impl Value {
    /// The value of a name; `Empty` for an unknown one.
    pub(super) fn named<L: Lookup>(
        subject: &Subject,
        lookup: &L,
        name: &str,
    ) -> Result<Self, L::Error> {
        let text = |found: Option<std::sync::Arc<str>>| {
            found.map_or(Self::Empty, |text| Self::Text(text.to_string()))
        };
        Ok(match name {
            "today" => Self::Text(lookup.today().to_string()),
            "account_name" | "_account_name" => text(match subject.text("account") {
                Some(id) => lookup.account(id)?.map(|account| account.name),
                None => None,
            }),
            "category_name" | "_category_name" => text(match subject.text("category") {
                Some(id) => lookup.category(id)?.map(|category| category.name),
                None => None,
            }),
            "payee_name" if subject.text(name).is_none() => text(match subject.text("payee") {
                Some(id) => lookup.payee_name(id)?,
                None => None,
            }),
            "balance" => match (subject.text("account"), subject.date()) {
                (Some(id), Some(day)) => Self::from(lookup.balance_before(id, day)?),
                _ => Self::from(0),
            },
            "parent_amount" => subject.amount().map_or(Self::Empty, Self::from),
            name => subject.get(name).map_or(Self::Empty, Self::of_json),
        })
    }

    fn of_json(json: &Json) -> Self {
        match json {
            Json::Null | Json::Array(_) | Json::Object(_) => Self::Empty,
            Json::Bool(flag) => Self::Flag(*flag),
            Json::Number(number) => {
                Number::read(&number.to_string()).map_or(Self::Empty, Self::Number)
            }
            Json::String(text) => Self::Text(text.clone()),
        }
    }

    /// The number that the value is or reads as; 0 for an empty one.
    pub(crate) fn number(&self) -> Option<Number> {
        match self {
            Self::Empty => Some(Number::ZERO),
            Self::Number(number) => Some(*number),
            Self::Flag(flag) => Some(Number::from(i64::from(*flag))),
            Self::Text(text) => Number::read(text),
        }
    }

    /// The day that the value is.
    pub(super) fn day(&self) -> Option<Day> {
        match self {
            Self::Text(text) => text.trim().parse().ok(),
            Self::Empty | Self::Number(_) | Self::Flag(_) => None,
        }
    }

    /// Whether the value counts as true: not empty, 0 or false.
    pub(crate) fn is_true(&self) -> bool {
        match self {
            Self::Empty => false,
            Self::Text(text) => !text.is_empty(),
            Self::Number(number) => *number != Number::ZERO,
            Self::Flag(flag) => *flag,
        }
    }
}

impl From<i64> for Value {
    fn from(whole: i64) -> Self {
        Self::Number(Number::from(whole))
    }
}

impl From<Day> for Value {
    fn from(day: Day) -> Self {
        Self::Text(day.to_string())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => Ok(()),
            Self::Text(text) => out.write_str(text),
            Self::Number(number) => number.fmt(out),
            Self::Flag(flag) => flag.fmt(out),
        }
    }
}
