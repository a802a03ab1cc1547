//! The types of fields and expressions, and literals. Storage is known only in that days are
//! `yyyymmdd` numbers.

use serde_json::Value;

use super::error::QueryError;

/// The type of a field or expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// The id of a row.
    Id,
    /// Text.
    Text,
    /// A whole number; amounts are cents.
    Integer,
    /// A number that may have a fraction.
    Float,
    /// True or false, stored as 1 and 0.
    Boolean,
    /// A day, `yyyymmdd`.
    Date,
    /// A month, `yyyymm`.
    Month,
    /// A year, `yyyy`.
    Year,
    /// JSON text; unreadable text becomes null.
    Json,
    /// JSON text; unreadable text is returned unchanged.
    JsonOrText,
    /// The type of the literal null.
    Null,
}

impl Type {
    /// The name used in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Text => "string",
            Self::Integer => "integer",
            Self::Float => "float",
            Self::Boolean => "boolean",
            Self::Date => "date",
            Self::Month => "date-month",
            Self::Year => "date-year",
            Self::Json => "json",
            Self::JsonOrText => "json/fallback",
            Self::Null => "null",
        }
    }

    /// Whether patterns and text functions may read it.
    pub(super) const fn is_text(self) -> bool {
        matches!(self, Self::Id | Self::Text | Self::Json | Self::JsonOrText | Self::Null)
    }

    /// Whether arithmetic may read it.
    pub(super) const fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Float | Self::Boolean | Self::Null)
    }
}

/// A literal in the query. It is always bound, never part of a statement's text.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// No value.
    Null,
    /// True or false.
    Boolean(bool),
    /// A whole number, at most 2^53 − 1 in size; also days, months and years in stored form.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// Text.
    Text(String),
}

/// The largest whole number that JSON numbers carry exactly.
const MAX_INTEGER: i64 = (1 << 53) - 1;

impl Literal {
    /// Reads a JSON scalar; whole numbers are integers in any notation.
    pub(super) fn read(value: &Value) -> Result<Self, QueryError> {
        match value {
            Value::Null => Ok(Self::Null),
            Value::Bool(flag) => Ok(Self::Boolean(*flag)),
            Value::String(text) => Ok(Self::Text(text.clone())),
            Value::Number(number) => {
                let float = number.as_f64().unwrap_or(f64::INFINITY);
                let whole = number.as_i64().or_else(|| whole(float));
                match whole {
                    Some(whole) if whole.abs_diff(0) > MAX_INTEGER.abs_diff(0) => {
                        Err(QueryError::NumberTooLarge(number.to_string()))
                    }
                    Some(whole) => Ok(Self::Integer(whole)),
                    None if float.is_finite() && float.abs() < 9e15 => Ok(Self::Float(float)),
                    None => Err(QueryError::NumberTooLarge(number.to_string())),
                }
            }
            Value::Array(_) | Value::Object(_) => Err(QueryError::expression(value)),
        }
    }

    /// The type of the literal before conversion.
    #[must_use]
    pub const fn kind(&self) -> Type {
        match self {
            Self::Null => Type::Null,
            Self::Boolean(_) => Type::Boolean,
            Self::Integer(_) => Type::Integer,
            Self::Float(_) => Type::Float,
            Self::Text(_) => Type::Text,
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "guarded by the range test")]
fn whole(float: f64) -> Option<i64> {
    (float.fract() == 0.0 && float.abs() < 9e15).then_some(float as i64)
}
