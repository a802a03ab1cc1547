//! Checking single values on their way from somebody else's table into ours. A value of another
//! type than its column is accepted where nothing is lost; otherwise the import is refused.

use rusqlite::types::ValueRef;
use sobre_engine::crdt::{Merkle, Timestamp};
use sobre_engine::money::MAX_CENTS;

/// Longest text in bytes. A note of a million characters still fits.
pub(super) const MAX_TEXT_BYTES: usize = 8 * 1024 * 1024;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The key of a row: text, never missing.
    Key,
    /// The key of a row that is a number.
    NumberKey,
    Text,
    Integer,
    /// Whole cents within the bound of amounts.
    Money,
    Real,
    /// The timestamp of a message.
    Timestamp,
    /// The value of a message in its text form.
    MessageValue,
    /// The stored clock.
    Clock,
}

impl Kind {
    /// What a column of ours holds, by its name and declared type.
    pub(super) fn of(table: &str, column: &str, declared: &str, is_key: bool) -> Self {
        let declared = declared.to_ascii_uppercase();
        let is_integer = declared.contains("INT") || declared == "BOOLEAN";
        match (table, column) {
            ("messages_crdt", "timestamp") => Self::Timestamp,
            ("messages_crdt", "value") => Self::MessageValue,
            ("messages_clock", "clock") => Self::Clock,
            // Declared as a number, though it holds the id of an account.
            ("pending_transactions", "acct") => Self::Text,
            (_, "amount" | "buffered") if is_integer => Self::Money,
            _ if is_key && is_integer => Self::NumberKey,
            _ if is_key => Self::Key,
            _ if is_integer => Self::Integer,
            _ if declared == "REAL" => Self::Real,
            _ => Self::Text,
        }
    }
}

/// The value to store, or what is wrong with it.
pub(super) fn checked(kind: Kind, value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    match kind {
        Kind::Key if value == ValueRef::Null => Err("is missing"),
        Kind::Key | Kind::Text => text(value),
        Kind::NumberKey if value.as_i64().is_err() => Err("is not a number"),
        Kind::NumberKey => Ok(value),
        Kind::Integer => integer(value),
        Kind::Money => money(value),
        Kind::Real => real(value),
        Kind::Timestamp => timestamp(value),
        Kind::MessageValue => message_value(value),
        Kind::Clock => clock(value),
    }
}

fn text(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    match value {
        ValueRef::Text(bytes) if bytes.len() > MAX_TEXT_BYTES => Err("is too long"),
        ValueRef::Text(bytes) if std::str::from_utf8(bytes).is_err() => Err("is not valid text"),
        ValueRef::Real(number) if !number.is_finite() => Err("is not a finite number"),
        ValueRef::Blob(_) => Err("is not text"),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Text(_) => Ok(value),
    }
}

/// The text of a value that must be text. Other programs may store it as bytes.
fn required_text(value: ValueRef<'_>) -> Result<&str, &'static str> {
    match value {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) if bytes.len() <= MAX_TEXT_BYTES => {
            std::str::from_utf8(bytes).map_err(|_| "is not valid text")
        }
        ValueRef::Text(_) | ValueRef::Blob(_) => Err("is too long"),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => Err("is not text"),
    }
}

/// Fractions are rounded: they occur in goals, never in money.
fn integer(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    match value {
        ValueRef::Null | ValueRef::Integer(_) => Ok(value),
        ValueRef::Real(number) => whole((number + 0.5).floor()),
        ValueRef::Text(bytes) => parse(bytes).map(ValueRef::Integer),
        ValueRef::Blob(_) => Err("is not a whole number"),
    }
}

fn money(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    if value.as_f64().is_ok_and(|number| number.fract() != 0.0) {
        return Err("is not a whole number of cents");
    }
    let value = integer(value)?;
    if value.as_i64().is_ok_and(|cents| !(-MAX_CENTS..=MAX_CENTS).contains(&cents)) {
        return Err("is too large an amount");
    }
    Ok(value)
}

fn whole(number: f64) -> Result<ValueRef<'static>, &'static str> {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    if (-SAFE..=SAFE).contains(&number) {
        #[expect(clippy::cast_possible_truncation, reason = "a whole number within 53 bits")]
        let number = number as i64;
        Ok(ValueRef::Integer(number))
    } else {
        Err("is not a whole number")
    }
}

fn parse(bytes: &[u8]) -> Result<i64, &'static str> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    text.trim().parse().map_err(|_| "is not a whole number")
}

fn real(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    match value {
        ValueRef::Null | ValueRef::Integer(_) => Ok(value),
        ValueRef::Real(number) if number.is_finite() => Ok(value),
        ValueRef::Text(bytes) => {
            let number = std::str::from_utf8(bytes).unwrap_or_default().trim().parse::<f64>();
            let finite = number.ok().filter(|number| number.is_finite());
            finite.map(ValueRef::Real).ok_or("is not a number")
        }
        ValueRef::Real(_) | ValueRef::Blob(_) => Err("is not a number"),
    }
}

fn timestamp(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    let text = required_text(value)?;
    match text.parse::<Timestamp>() {
        Ok(parsed) if parsed.text().as_str() == text => Ok(ValueRef::Text(text.as_bytes())),
        Ok(_) | Err(_) => Err("is not a timestamp"),
    }
}

fn message_value(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    let text = required_text(value)?;
    if text.starts_with(['0', 'N', 'S']) {
        Ok(ValueRef::Text(text.as_bytes()))
    } else {
        Err("is not the value of a message")
    }
}

fn clock(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    let text = required_text(value)?;
    let wrong = "is not a clock";
    let clock: serde_json::Value = serde_json::from_str(text).map_err(|_| wrong)?;
    let timestamp = clock.get("timestamp").and_then(serde_json::Value::as_str).ok_or(wrong)?;
    timestamp.parse::<Timestamp>().map_err(|_| wrong)?;
    let merkle = clock.get("merkle").ok_or(wrong)?;
    Merkle::from_json(&merkle.to_string()).map_err(|_| wrong)?;
    Ok(ValueRef::Text(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_stop_at_the_bound_and_have_no_fractions() {
        for good in [0, MAX_CENTS, -MAX_CENTS] {
            assert_eq!(checked(Kind::Money, ValueRef::Integer(good)), Ok(ValueRef::Integer(good)));
        }
        for bad in [
            ValueRef::Integer(MAX_CENTS + 1),
            ValueRef::Integer(-MAX_CENTS - 1),
            ValueRef::Integer(i64::MIN),
            ValueRef::Real(1.5),
            ValueRef::Real(f64::NAN),
            ValueRef::Real(f64::INFINITY),
            ValueRef::Text(b"12 pence"),
            ValueRef::Blob(b"12"),
        ] {
            assert!(checked(Kind::Money, bad).is_err(), "{bad:?}");
        }
        assert_eq!(checked(Kind::Money, ValueRef::Real(-5.0)), Ok(ValueRef::Integer(-5)));
        assert_eq!(checked(Kind::Money, ValueRef::Text(b" 7 ")), Ok(ValueRef::Integer(7)));
    }

    #[test]
    fn text_is_accepted_up_to_its_limit() {
        let long = vec![b'x'; MAX_TEXT_BYTES + 1];
        assert!(checked(Kind::Text, ValueRef::Text(&long[1..])).is_ok());
        assert_eq!(checked(Kind::Text, ValueRef::Text(&long)), Err("is too long"));
        assert!(checked(Kind::Text, ValueRef::Text(b"\xff")).is_err());
        assert!(checked(Kind::Text, ValueRef::Blob(b"x")).is_err());
        assert_eq!(checked(Kind::Key, ValueRef::Null), Err("is missing"));
    }

    #[test]
    fn messages_must_have_a_timestamp_and_a_value_of_their_forms() {
        let stamp = "2026-11-20T13:05:12.471Z-0002-8c6fbd1a03cc6a95";
        assert!(checked(Kind::Timestamp, ValueRef::Text(stamp.as_bytes())).is_ok());
        assert!(checked(Kind::Timestamp, ValueRef::Text(b"2026")).is_err());
        assert!(checked(Kind::MessageValue, ValueRef::Blob(b"S:x")).is_ok());
        assert!(checked(Kind::MessageValue, ValueRef::Text(b"x")).is_err());
        assert!(checked(Kind::MessageValue, ValueRef::Integer(3)).is_err());
        let clock = format!("{{\"timestamp\":\"{stamp}\",\"merkle\":{{}}}}");
        assert!(checked(Kind::Clock, ValueRef::Text(clock.as_bytes())).is_ok());
        assert!(checked(Kind::Clock, ValueRef::Text(b"{}")).is_err());
    }
}
