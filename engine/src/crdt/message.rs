//! Changes and messages: set one column of one row. A change has no timestamp; the database turns
//! it into a message when it writes it.

use std::borrow::Cow;
use std::sync::Arc;

use super::timestamp::Timestamp;
use super::value::Value;

/// Sets `column` of `row` in `dataset` to `value`. A row exists from its first change on.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The table, for example `transactions`.
    pub dataset: Cow<'static, str>,
    /// The row's id.
    pub row: Arc<str>,
    /// The stored column name, for example `acct`.
    pub column: Cow<'static, str>,
    /// The new value.
    pub value: Value,
}

impl Change {
    /// A change of one column of the named table.
    pub fn new(
        dataset: impl Into<Cow<'static, str>>,
        row: impl AsRef<str>,
        column: impl Into<Cow<'static, str>>,
        value: impl Into<Value>,
    ) -> Self {
        Self {
            dataset: dataset.into(),
            row: row.as_ref().into(),
            column: column.into(),
            value: value.into(),
        }
    }

    /// The changes that write several columns of one row, sharing its id.
    pub fn row(
        dataset: &'static str,
        row: impl AsRef<str>,
        columns: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Vec<Self> {
        let row: Arc<str> = row.as_ref().into();
        columns
            .into_iter()
            .map(|(column, value)| Self {
                dataset: Cow::Borrowed(dataset),
                row: Arc::clone(&row),
                column: Cow::Borrowed(column),
                value,
            })
            .collect()
    }
}

/// A change with its timestamp, as it is logged and exchanged.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// When and on which copy it was made.
    pub timestamp: Timestamp,
    /// What it changes.
    pub change: Change,
}
