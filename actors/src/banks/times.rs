//! Formats times as RFC 3339 in UTC, to the second.

use chrono::{DateTime, SecondsFormat};

/// Formats milliseconds since 1970.
pub(super) fn rfc3339(ms: i64) -> String {
    DateTime::from_timestamp_millis(ms)
        .unwrap_or_default()
        .to_rfc3339_opts(SecondsFormat::Secs, true)
}
