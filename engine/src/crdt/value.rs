//! The value of a message and its text form. It does not know column types.

use std::sync::Arc;

use thiserror::Error;

/// The text of a message value starts with no known type letter.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a message value starts with an unknown type letter")]
pub struct ValueError;

/// The value a message writes into a column. A whole number below 2^53 is always an
/// [`Value::Integer`], so equal numbers are equal values.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value {
    /// No value.
    #[default]
    Null,
    /// A whole number, also for flags (0 or 1), cents, days and months.
    Integer(i64),
    /// A number with a fraction, or beyond 2^53.
    Real(f64),
    /// Text.
    Text(Arc<str>),
    /// A received text form of an unknown type. It is logged and passed on, but not written to a
    /// column.
    Unreadable(Arc<str>),
}

impl Value {
    /// A number, whole or not. Infinities and NaN become null.
    #[must_use]
    pub fn number(number: f64) -> Self {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if !number.is_finite() {
            Self::Null
        } else if number.fract() == 0.0 && number.abs() <= EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "whole and at most 2^53")]
            Self::Integer(number as i64)
        } else {
            Self::Real(number)
        }
    }

    /// Reads the text form. Only the first character decides; the payload starts at the third.
    ///
    /// # Errors
    /// [`ValueError`] for a first character other than `0`, `N` or `S`.
    pub fn from_text(text: &str) -> Result<Self, ValueError> {
        let mut rest = text.chars();
        let letter = rest.next();
        rest.next();
        match letter {
            Some('0') => Ok(Self::Null),
            Some('N') => Ok(leading_number(rest.as_str())),
            Some('S') => Ok(Self::Text(rest.as_str().into())),
            _ => Err(ValueError),
        }
    }

    /// Reads a text form from another program: any text is a value.
    #[must_use]
    pub fn received(text: &str) -> Self {
        Self::from_text(text).unwrap_or_else(|_| Self::Unreadable(text.into()))
    }

    /// Appends the text form to `target`.
    pub fn write_text(&self, target: &mut String) {
        use std::fmt::Write as _;
        match self {
            Self::Null => target.push_str("0:"),
            Self::Integer(number) => {
                let _ = write!(target, "N:{number}");
            }
            Self::Real(number) => {
                target.push_str("N:");
                write_real(*number, target);
            }
            Self::Text(text) => {
                target.push_str("S:");
                target.push_str(text);
            }
            Self::Unreadable(text) => target.push_str(text),
        }
    }

    /// The text form, for example `N:-500`.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write_text(&mut text);
        text
    }

    /// The text of a text value.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Null | Self::Integer(_) | Self::Real(_) | Self::Unreadable(_) => None,
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Integer(i64::from(flag))
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// The number at the start of a text, null if there is none (`5abc` gives 5).
fn leading_number(text: &str) -> Value {
    let text = text.trim_start();
    let bytes = text.as_bytes();
    let digits_from = |start: usize| {
        start + bytes.iter().skip(start).take_while(|byte| byte.is_ascii_digit()).count()
    };
    let is_at = |at: usize, set: &[u8]| bytes.get(at).is_some_and(|byte| set.contains(byte));
    let whole = usize::from(is_at(0, b"+-"));
    let mut end = digits_from(whole);
    let mut digits = end - whole;
    if is_at(end, b".") {
        let fraction_end = digits_from(end + 1);
        digits += fraction_end - end - 1;
        end = fraction_end;
    }
    if digits == 0 {
        return Value::Null;
    }
    if is_at(end, b"eE") {
        let exponent = end + 1 + usize::from(is_at(end + 1, b"+-"));
        let exponent_end = digits_from(exponent);
        end = if exponent_end > exponent { exponent_end } else { end };
    }
    text[..end].parse().map_or(Value::Null, Value::number)
}

/// Prints as JavaScript does: plain digits from 1e-6 to below 1e21, else an exponent.
fn write_real(number: f64, target: &mut String) {
    use std::fmt::Write as _;
    let magnitude = number.abs();
    let _ = if (1e-6..1e21).contains(&magnitude) || magnitude == 0.0 {
        write!(target, "{number}")
    } else {
        let text = format!("{number:e}");
        let signed = text.replacen("e", "e+", usize::from(magnitude >= 1.0));
        write!(target, "{signed}")
    };
}
