//! Given fields of a transaction: names, types and defaults.

use serde_json::{Map, Number, Value as Json};

use super::LedgerError;
use crate::crdt::Value;
use crate::dates::Day;
use crate::ids::TransactionId;
use crate::money::Amount;

/// The first day that is accepted, `yyyymmdd`.
const FIRST_DAY: i64 = 19_950_101;
/// How many characters of a wrong value an error quotes.
const SHOWN_CHARS: usize = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Id,
    Text,
    Flag,
    Cents,
    Number,
    Day,
    Json,
}

macro_rules! fields {
    ($($(#[doc = $doc:literal])* $field:ident $public:literal $stored:literal $kind:ident;)*) => {
        /// A field of a transaction besides its id.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Field {
            $($(#[doc = $doc])* $field,)*
        }

        impl Field {
            /// Every field.
            pub const ALL: &[Self] = &[$(Self::$field,)*];

            /// The name callers use.
            #[must_use]
            pub const fn public(self) -> &'static str {
                match self { $(Self::$field => $public,)* }
            }

            /// The name of its column.
            #[must_use]
            pub const fn column(self) -> &'static str {
                match self { $(Self::$field => $stored,)* }
            }

            const fn kind(self) -> Kind {
                match self { $(Self::$field => Kind::$kind,)* }
            }

            fn find(public: &str) -> Option<Self> {
                Some(match public { $($public => Self::$field,)* _ => return None })
            }
        }
    };
}

fields! {
    /// A split parent.
    IsParent "is_parent" "isParent" Flag;
    /// A split line.
    IsChild "is_child" "isChild" Flag;
    /// Its split parent.
    ParentId "parent_id" "parent_id" Id;
    /// The account.
    Account "account" "acct" Id;
    /// The category.
    Category "category" "category" Id;
    /// Cents.
    Amount "amount" "amount" Cents;
    /// The payee.
    Payee "payee" "description" Id;
    /// Notes of the user.
    Notes "notes" "notes" Text;
    /// The day.
    Date "date" "date" Day;
    /// Id from the bank.
    ImportedId "imported_id" "financial_id" Text;
    /// The error of a split.
    Error "error" "error" Json;
    /// Payee as the bank sent it.
    ImportedPayee "imported_payee" "imported_description" Text;
    /// The starting transaction of an account.
    StartingBalanceFlag "starting_balance_flag" "starting_balance_flag" Flag;
    /// The other side of a transfer.
    TransferId "transfer_id" "transferred_id" Id;
    /// Place within the day.
    SortOrder "sort_order" "sort_order" Number;
    /// Confirmed by the bank.
    Cleared "cleared" "cleared" Flag;
    /// Locked by a reconciliation.
    Reconciled "reconciled" "reconciled" Flag;
    /// Deleted.
    Tombstone "tombstone" "tombstone" Flag;
    /// The schedule it belongs to.
    Schedule "schedule" "schedule" Id;
    /// Raw data from the bank.
    RawSyncedData "raw_synced_data" "raw_synced_data" Text;
}

/// Fields with their values in stored form, each once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fields(Vec<(Field, Value)>);

impl Fields {
    /// Fields of a row to change.
    ///
    /// # Errors
    /// [`LedgerError`] for unknown fields, wrong types, and required fields set to null.
    pub(super) fn of_update(
        given: &Map<String, Json>,
    ) -> Result<(Option<TransactionId>, Self), LedgerError> {
        let (id, mut fields) = Self::read(given)?;
        fields.require(&[Field::Account, Field::Date, Field::Amount], |value| value.is_some())?;
        for (field, value) in &mut fields.0 {
            if field.kind() == Kind::Flag && *value == Value::Null {
                *value = Value::Integer(0);
            }
        }
        Ok((id, fields))
    }

    /// Fields of a row to add; [`completed`](Self::completed) adds the defaults.
    ///
    /// # Errors
    /// [`LedgerError`] for unknown fields, wrong types, and required fields that are missing.
    pub(super) fn of_insert(
        given: &Map<String, Json>,
    ) -> Result<(Option<TransactionId>, Self), LedgerError> {
        let (id, fields) = Self::read(given)?;
        fields.require(&[Field::Account, Field::Date], |_| true)?;
        Ok((id, fields))
    }

    /// Refuses required fields that are null; `asked` decides from a given value whether its field
    /// is checked.
    fn require(
        &self,
        required: &[Field],
        asked: impl Fn(Option<&Value>) -> bool,
    ) -> Result<(), LedgerError> {
        let missing = |field: &&Field| {
            let value = self.get(**field);
            asked(value) && value.is_none_or(|value| *value == Value::Null)
        };
        let missing = required.iter().find(missing);
        missing.map_or(Ok(()), |field| Err(LedgerError::Required(field.public())))
    }

    fn read(given: &Map<String, Json>) -> Result<(Option<TransactionId>, Self), LedgerError> {
        let (mut id, mut fields) = (None, Self::default());
        for (name, value) in given.iter().filter(|(name, _)| !name.starts_with('_')) {
            if name == "id" {
                id = converted(Kind::Id, value)?.as_str().map(Into::into);
                continue;
            }
            let unknown = || LedgerError::UnknownField(shortened(name));
            let field = Field::find(name).ok_or_else(unknown)?;
            fields.set(field, converted(field.kind(), value)?);
        }
        Ok((id, fields))
    }

    /// Adds the defaults of new rows; null fields are not written.
    pub(super) fn completed(mut self, now_ms: i64) -> Self {
        self.0.retain(|(_, value)| *value != Value::Null);
        let defaults = [
            (Field::Amount, Value::Integer(0)),
            (Field::SortOrder, Value::Integer(now_ms)),
            (Field::Cleared, Value::Integer(1)),
            (Field::Reconciled, Value::Integer(0)),
        ];
        for (field, value) in defaults {
            if self.get(field).is_none() {
                self.0.push((field, value));
            }
        }
        self
    }

    /// The value of a field, if it was given.
    #[must_use]
    pub fn get(&self, field: Field) -> Option<&Value> {
        self.0.iter().find(|(given, _)| *given == field).map(|(_, value)| value)
    }

    /// Sets a field to a value in stored form.
    pub fn set(&mut self, field: Field, value: impl Into<Value>) {
        let value = value.into();
        match self.0.iter_mut().find(|(given, _)| *given == field) {
            Some((_, given)) => *given = value,
            None => self.0.push((field, value)),
        }
    }

    /// The text of a field, if it was given and is not empty.
    pub(super) fn text(&self, field: Field) -> Option<&str> {
        self.get(field).and_then(Value::as_str)
    }

    /// Whether a flag was given and is on.
    pub(super) fn is_on(&self, field: Field) -> bool {
        self.get(field) == Some(&Value::Integer(1))
    }

    /// The given fields.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Field, &Value)> {
        self.0.iter().map(|(field, value)| (*field, value))
    }
}

fn converted(kind: Kind, given: &Json) -> Result<Value, LedgerError> {
    if given.is_null() {
        return Ok(Value::Null);
    }
    let wrong = |type_name| LedgerError::WrongType(type_name, shown(given));
    match (kind, given) {
        (Kind::Flag, _) => Ok(Value::from(is_true(given))),
        (Kind::Cents, _) => cents(given),
        (Kind::Number, Json::Number(number)) => {
            number.as_f64().map(Value::number).ok_or_else(|| wrong("float"))
        }
        (Kind::Number, _) => Err(wrong("float")),
        (Kind::Day, _) => day(given),
        (Kind::Json, _) => Ok(Value::from(given.to_string())),
        // Empty text is not an id.
        (Kind::Id, Json::String(id)) if id.is_empty() => Ok(Value::Null),
        (Kind::Id | Kind::Text, Json::String(text)) => Ok(Value::from(text.as_str())),
        (Kind::Id, _) => Err(wrong("id")),
        (Kind::Text, _) => Err(wrong("string")),
    }
}

/// Truth in the file format: zero and empty text are false.
fn is_true(given: &Json) -> bool {
    match given {
        Json::Null => false,
        Json::Bool(on) => *on,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty(),
        Json::Array(_) | Json::Object(_) => true,
    }
}

fn cents(given: &Json) -> Result<Value, LedgerError> {
    let not_whole = || LedgerError::NotInteger(shown(given));
    let Json::Number(number) = given else { return Err(not_whole()) };
    let cents = whole(number).ok_or_else(not_whole)?;
    let amount = Amount::from_cents(cents).map_err(|_| LedgerError::AmountTooLarge)?;
    Ok(Value::Integer(amount.cents()))
}

/// A whole number; `i64::MAX` if it is too large for any amount.
fn whole(number: &Number) -> Option<i64> {
    if let Some(whole) = number.as_i64() {
        return Some(whole);
    }
    let number = number.as_f64().filter(|number| number.fract() == 0.0)?;
    match Value::number(number) {
        Value::Integer(whole) => Some(whole),
        Value::Null | Value::Real(_) | Value::Text(_) | Value::Unreadable(_) => Some(i64::MAX),
    }
}

fn day(given: &Json) -> Result<Value, LedgerError> {
    let invalid = || LedgerError::InvalidDate(shown(given));
    let day: Day = given.as_str().and_then(|text| text.parse().ok()).ok_or_else(invalid)?;
    let stored = day.yyyymmdd();
    if stored < FIRST_DAY { Err(invalid()) } else { Ok(Value::Integer(stored)) }
}

/// A value as errors quote it.
fn shown(given: &Json) -> String {
    match given {
        Json::String(text) => shortened(text),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
            shortened(&given.to_string())
        }
    }
}

/// Text shortened for an error message.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(SHOWN_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query;

    #[test]
    fn fields_are_those_of_the_query_language() {
        let table = query::TABLES.iter().find(|table| table.name == "transactions").unwrap();
        let mut queried: Vec<_> = table.fields.iter().map(|field| field.name).collect();
        let mut ours: Vec<_> = Field::ALL.iter().map(|field| field.public()).collect();
        queried.retain(|name| *name != "id");
        queried.sort_unstable();
        ours.sort_unstable();
        assert_eq!(ours, queried);
    }
}
