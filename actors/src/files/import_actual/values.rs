//! Checks single values copied from a foreign table into ours. A value of another type than its
//! column is accepted if nothing is lost.

use rusqlite::types::ValueRef;
use sobre_engine::crdt::{Merkle, Timestamp};

use crate::db::fit;
use crate::db::schema::{self, Column};

/// Longest text of the log, in bytes. A deferred message may be longer than any column
/// accepts, but no received message is longer than this.
const MAX_LOGGED_BYTES: usize = 64 * 1024 * 1024;

/// The kind of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The key of a row: text, never missing.
    Key,
    /// The key of a row that is a number.
    NumberKey,
    /// A column that messages write.
    Cell(Column),
    /// A name in a message.
    Logged,
    /// The timestamp of a message.
    Timestamp,
    /// The value of a message in its text form.
    MessageValue,
    /// The stored clock.
    Clock,
}

impl Kind {
    /// The kind of one of our columns, by its name and declared type.
    pub(super) fn of(table: &str, column: &str, declared: &str, is_key: bool) -> Self {
        let declared = declared.to_ascii_uppercase();
        let is_integer = declared.contains("INT") || declared == "BOOLEAN";
        match (table, column) {
            ("messages_crdt", "timestamp") => Self::Timestamp,
            ("messages_crdt", "value") => Self::MessageValue,
            ("messages_crdt", "dataset" | "row" | "column") => Self::Logged,
            ("messages_clock", "clock") => Self::Clock,
            _ if is_key && is_integer => Self::NumberKey,
            _ if is_key => Self::Key,
            _ => Self::Cell(cell(table, column, &declared)),
        }
    }
}

/// The column of a dataset, or one of a table that is never synced.
fn cell(table: &str, column: &str, declared: &str) -> Column {
    let dataset = schema::table(table);
    if let Some(known) = dataset.and_then(|it| Some(it.columns[it.column(column)?])) {
        return known;
    }
    let kind = match (table, column) {
        // Declared as a number, although it contains an account id.
        ("pending_transactions", "acct") => schema::Kind::Text,
        ("pending_transactions", "amount") => schema::Kind::Cents,
        _ if declared.contains("INT") || declared == "BOOLEAN" => schema::Kind::Integer,
        _ if declared == "REAL" => schema::Kind::Real,
        _ => schema::Kind::Text,
    };
    Column { name: "", kind, required: false }
}

/// The value to store, or its fault.
pub(super) fn checked(kind: Kind, value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    match kind {
        Kind::Key => key(value),
        Kind::NumberKey if value.as_i64().is_err() => Err("is not a number"),
        Kind::NumberKey => Ok(value),
        Kind::Cell(column) => fit::fitting(column, value),
        Kind::Logged => Ok(ValueRef::Text(required_text(value)?.as_bytes())),
        Kind::Timestamp => timestamp(value),
        Kind::MessageValue => Ok(ValueRef::Text(required_text(value)?.as_bytes())),
        Kind::Clock => clock(value),
    }
}

fn key(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    const KEY: Column = Column { name: "id", kind: schema::Kind::Text, required: true };
    fit::fitting(KEY, value)
}

/// The text of a value that must be text. Other programs may store it as bytes.
fn required_text(value: ValueRef<'_>) -> Result<&str, &'static str> {
    match value {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) if bytes.len() <= MAX_LOGGED_BYTES => {
            std::str::from_utf8(bytes).map_err(|_| "is not valid text")
        }
        ValueRef::Text(_) | ValueRef::Blob(_) => Err("is too long"),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => Err("is not text"),
    }
}

fn timestamp(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    let text = required_text(value)?;
    match text.parse::<Timestamp>() {
        Ok(parsed) if parsed.text().as_str() == text => Ok(ValueRef::Text(text.as_bytes())),
        Ok(_) | Err(_) => Err("is not a timestamp"),
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
    use crate::db::fit::MAX_TEXT_BYTES;

    #[test]
    fn messages_must_have_a_timestamp_and_texts() {
        let stamp = "2026-11-20T13:05:12.471Z-0002-8c6fbd1a03cc6a95";
        assert!(checked(Kind::Timestamp, ValueRef::Text(stamp.as_bytes())).is_ok());
        assert!(checked(Kind::Timestamp, ValueRef::Text(b"2026")).is_err());
        for kind in [Kind::MessageValue, Kind::Logged] {
            assert_eq!(checked(kind, ValueRef::Blob(b"S:x")), Ok(ValueRef::Text(b"S:x")));
            assert!(checked(kind, ValueRef::Text(b"of a later version")).is_ok());
            assert!(checked(kind, ValueRef::Text(b"\xff")).is_err());
            assert!(checked(kind, ValueRef::Integer(3)).is_err());
            let longest = vec![b'x'; MAX_LOGGED_BYTES + 1];
            assert!(checked(kind, ValueRef::Text(&longest[1..])).is_ok());
            assert!(checked(kind, ValueRef::Text(&longest)).is_err());
        }
        let clock = format!("{{\"timestamp\":\"{stamp}\",\"merkle\":{{}}}}");
        assert!(checked(Kind::Clock, ValueRef::Text(clock.as_bytes())).is_ok());
        assert!(checked(Kind::Clock, ValueRef::Text(b"{}")).is_err());
    }

    #[test]
    fn keys_are_never_missing_and_never_endless() {
        let long = vec![b'x'; MAX_TEXT_BYTES + 1];
        assert!(checked(Kind::Key, ValueRef::Text(&long[1..])).is_ok());
        assert!(checked(Kind::Key, ValueRef::Text(&long)).is_err());
        assert_eq!(checked(Kind::Key, ValueRef::Null), Err("is missing"));
    }
}
