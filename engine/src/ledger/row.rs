//! A transaction as readers see it: with the payee and category that its own were merged into.

use std::fmt;
use std::sync::Arc;

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use super::fields::Field;
use crate::crdt::Value;
use crate::dates::Day;
use crate::ids::{AccountId, CategoryId, PayeeId, TransactionId};

/// A row of the ledger.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct Transaction {
    /// Row id.
    pub id: TransactionId,
    /// A split parent: its children carry the categories.
    pub is_parent: bool,
    /// A split line.
    pub is_child: bool,
    /// Its split parent.
    pub parent_id: Option<TransactionId>,
    /// The account.
    pub account: AccountId,
    /// The category; none for split parents.
    pub category: Option<CategoryId>,
    /// Cents; negative for spending.
    #[ts(type = "number")]
    pub amount: i64,
    /// The payee.
    pub payee: Option<PayeeId>,
    /// Notes of the user.
    #[ts(type = "string | null")]
    pub notes: Option<Arc<str>>,
    /// The day, yyyy-MM-dd.
    #[ts(type = "string")]
    pub date: StoredDay,
    /// Id from the bank.
    #[ts(type = "string | null")]
    pub imported_id: Option<Arc<str>>,
    /// The error of a split: {type, version, difference}.
    #[serde(serialize_with = "as_json")]
    #[ts(type = "SplitError | null")]
    pub error: Option<Arc<str>>,
    /// Payee as the bank sent it.
    #[ts(type = "string | null")]
    pub imported_payee: Option<Arc<str>>,
    /// The starting transaction of an account.
    pub starting_balance_flag: bool,
    /// The other side of a transfer.
    pub transfer_id: Option<TransactionId>,
    /// Place within the day; larger is higher up.
    pub sort_order: Option<f64>,
    /// Confirmed by the bank.
    pub cleared: bool,
    /// Locked by a reconciliation.
    pub reconciled: bool,
    /// Deleted.
    pub tombstone: bool,
    /// The schedule it belongs to.
    #[ts(type = "string | null")]
    pub schedule: Option<Arc<str>>,
}

/// A stored day, `yyyymmdd`; files of other programs may hold days that do not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoredDay(pub i64);

impl From<Day> for StoredDay {
    fn from(day: Day) -> Self {
        Self(day.yyyymmdd())
    }
}

impl fmt::Display for StoredDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0 / 10_000, self.0 / 100 % 100, self.0 % 100)
    }
}

impl Serialize for StoredDay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// JSON text as JSON; unreadable text is null.
#[expect(clippy::ref_option, reason = "serde hands the field over")]
fn as_json<S: Serializer>(text: &Option<Arc<str>>, serializer: S) -> Result<S::Ok, S::Error> {
    let read = text.as_deref().and_then(|text| serde_json::from_str::<Json>(text).ok());
    serde_json::to_value(read).map_err(S::Error::custom)?.serialize(serializer)
}

/// Fields that the transfer update wrote in a changed row, for callers to merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// The row.
    pub id: TransactionId,
    /// Its new other side, if that changed; `Some(None)` means that it is no longer a transfer.
    pub transfer_id: Option<Option<TransactionId>>,
    /// Whether the category was cleared.
    pub category_cleared: bool,
}

impl Transaction {
    /// A row with required fields only.
    #[must_use]
    pub fn blank(id: TransactionId, account: AccountId, date: StoredDay) -> Self {
        Self {
            id,
            is_parent: false,
            is_child: false,
            parent_id: None,
            account,
            category: None,
            amount: 0,
            payee: None,
            notes: None,
            date,
            imported_id: None,
            error: None,
            imported_payee: None,
            starting_balance_flag: false,
            transfer_id: None,
            sort_order: None,
            cleared: false,
            reconciled: false,
            tombstone: false,
            schedule: None,
        }
    }

    /// The split parent of a child.
    pub(super) fn part_of(&self) -> Option<&TransactionId> {
        self.parent_id.as_ref().filter(|_| self.is_child)
    }

    /// The row as readers see it: a split parent has no category, and only children have a parent.
    #[must_use]
    pub fn shown(mut self) -> Self {
        if self.is_parent {
            self.category = None;
        }
        if !self.is_child {
            self.parent_id = None;
        }
        self
    }

    /// The value of a field, in stored form.
    #[must_use]
    pub fn stored(&self, field: Field) -> Value {
        match field {
            Field::IsParent => self.is_parent.into(),
            Field::IsChild => self.is_child.into(),
            Field::ParentId => id_value(self.parent_id.as_ref()),
            Field::Account => self.account.as_str().into(),
            Field::Category => id_value(self.category.as_ref()),
            Field::Amount => self.amount.into(),
            Field::Payee => id_value(self.payee.as_ref()),
            Field::Notes => text_value(self.notes.as_ref()),
            Field::Date => self.date.0.into(),
            Field::ImportedId => text_value(self.imported_id.as_ref()),
            Field::Error => text_value(self.error.as_ref()),
            Field::ImportedPayee => text_value(self.imported_payee.as_ref()),
            Field::StartingBalanceFlag => self.starting_balance_flag.into(),
            Field::TransferId => id_value(self.transfer_id.as_ref()),
            Field::SortOrder => self.sort_order.into(),
            Field::Cleared => self.cleared.into(),
            Field::Reconciled => self.reconciled.into(),
            Field::Tombstone => self.tombstone.into(),
            Field::Schedule => text_value(self.schedule.as_ref()),
            Field::RawSyncedData => Value::Null,
        }
    }

    /// Sets a field from its stored form, as [`stored`](Self::stored) returns it.
    pub fn set(&mut self, field: Field, value: &Value) {
        match field {
            Field::IsParent => self.is_parent = is_on(value),
            Field::IsChild => self.is_child = is_on(value),
            Field::ParentId => self.parent_id = value.as_str().map(Into::into),
            Field::Account => {
                if let Some(id) = value.as_str() {
                    self.account = id.into();
                }
            }
            Field::Category => self.category = value.as_str().map(Into::into),
            Field::Amount => self.amount = whole(value),
            Field::Payee => self.payee = value.as_str().map(Into::into),
            Field::Notes => self.notes = text(value),
            Field::Date => self.date = StoredDay(whole(value)),
            Field::ImportedId => self.imported_id = text(value),
            Field::Error => self.error = text(value),
            Field::ImportedPayee => self.imported_payee = text(value),
            Field::StartingBalanceFlag => self.starting_balance_flag = is_on(value),
            Field::TransferId => self.transfer_id = value.as_str().map(Into::into),
            Field::SortOrder => self.sort_order = number(value),
            Field::Cleared => self.cleared = is_on(value),
            Field::Reconciled => self.reconciled = is_on(value),
            Field::Tombstone => self.tombstone = is_on(value),
            Field::Schedule => self.schedule = text(value),
            Field::RawSyncedData => {}
        }
    }
}

fn id_value(id: Option<&impl AsRef<str>>) -> Value {
    Value::from(id.map(AsRef::as_ref))
}

fn text_value(text: Option<&Arc<str>>) -> Value {
    text.map_or(Value::Null, |text| Value::Text(Arc::clone(text)))
}

fn text(value: &Value) -> Option<Arc<str>> {
    match value {
        Value::Text(text) => Some(Arc::clone(text)),
        Value::Null | Value::Integer(_) | Value::Real(_) | Value::Unreadable(_) => None,
    }
}

fn is_on(value: &Value) -> bool {
    whole(value) != 0
}

fn whole(value: &Value) -> i64 {
    match value {
        Value::Integer(number) => *number,
        Value::Null | Value::Real(_) | Value::Text(_) | Value::Unreadable(_) => 0,
    }
}

#[expect(clippy::cast_precision_loss, reason = "sort orders are far below 2^53")]
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        Value::Null | Value::Text(_) | Value::Unreadable(_) => None,
    }
}
