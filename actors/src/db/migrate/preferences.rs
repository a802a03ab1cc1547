//! The step that moved preferences out of `metadata.json` into a table.

use rusqlite::Transaction;
use serde_json::{Map, Value};

/// The step this code belongs to.
pub(super) const STEP: i64 = 1_723_665_565_000;

const KEYS: &[&str] = &[
    "budgetType",
    "numberFormat",
    "dateFormat",
    "hideFraction",
    "firstDayOfWeekIdx",
    "isPrivacyEnabled",
];

const KEY_PREFIXES: &[&str] = &[
    "show-extra-balances-",
    "hide-cleared-",
    "parse-date-",
    "csv-mappings-",
    "csv-delimiter-",
    "csv-has-header-",
    "ofx-fallback-missing-payee-",
    "flip-amount-",
    "flags.",
];

/// Copies the known keys as text. A later step rewrites the values of `budgetType`.
pub(super) fn copy(tx: &Transaction<'_>, metadata: &Map<String, Value>) -> rusqlite::Result<()> {
    let mut insert =
        tx.prepare("INSERT OR REPLACE INTO preferences (id, value) VALUES (?1, ?2)")?;
    for (key, value) in metadata.iter().filter(|(key, _)| is_preference(key)) {
        if let Some(text) = as_text(value) {
            insert.execute([key, &text])?;
        }
    }
    Ok(())
}

fn is_preference(key: &str) -> bool {
    KEYS.contains(&key) || KEY_PREFIXES.iter().any(|prefix| key.starts_with(prefix))
}

fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Some(value.to_string())
        }
    }
}
