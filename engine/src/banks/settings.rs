//! A person's settings for an account's bank rows: which are imported, and which of the bank's
//! fields become day, payee and notes.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use super::json::text;
use super::rows::{BankRow, Fields};
use crate::dates::Day;

/// An account's settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(rename = "BankAccountSettings")]
pub struct AccountSettings {
    /// Whether pending rows are imported, uncleared.
    pub import_pending: bool,
    /// Whether the bank's notes are imported.
    pub import_notes: bool,
    /// Whether rows that a person deleted come back.
    pub reimport_deleted: bool,
    /// Whether rows are imported at all; else only the balance, as for investments.
    pub import_transactions: bool,
    /// Whether the bank's day replaces that of a transaction it is matched with.
    pub update_dates: bool,
    /// The fields of rows.
    pub mappings: Mappings,
}

impl Default for AccountSettings {
    fn default() -> Self {
        Self {
            import_pending: true,
            import_notes: true,
            reimport_deleted: true,
            import_transactions: true,
            update_dates: false,
            mappings: Mappings::default(),
        }
    }
}

/// The fields for both directions of money.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(rename = "BankMappings")]
pub struct Mappings {
    /// Of money that leaves.
    pub payment: Mapping,
    /// Of money that comes in.
    pub deposit: Mapping,
}

/// Which of the bank's fields become what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(rename = "BankMapping")]
pub struct Mapping {
    /// The field of the day.
    pub date: String,
    /// The field of the payee.
    pub payee: String,
    /// The field of the notes.
    pub notes: String,
}

impl Default for Mapping {
    fn default() -> Self {
        let [date, payee, notes] = ["date", "payeeName", "notes"].map(str::to_owned);
        Self { date, payee, notes }
    }
}

/// Day and texts of a row, as its account's settings choose them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapped {
    /// The day.
    pub date: Day,
    /// The other side.
    pub payee: Option<String>,
    /// The notes. Each `#` is doubled, so that a bank makes no tags.
    pub notes: Option<String>,
}

/// The bank fields that can become the day.
pub const MAPPABLE_DATES: &[&str] = &[
    "date",
    "bookingDate",
    "valueDate",
    "postedDate",
    "transactedDate",
    "booking_date",
    "value_date",
    "transaction_date",
    "originalDate",
];
/// The bank fields that can become the payee.
pub const MAPPABLE_PAYEES: &[&str] = &[
    "payeeName",
    "creditorName",
    "debtorName",
    "remittanceInformationUnstructured",
    "remittanceInformationUnstructuredArrayString",
    "remittanceInformationStructured",
    "remittanceInformationStructuredArrayString",
    "additionalInformation",
    "paymentData.payer.name",
    "paymentData.payer.accountNumber",
    "paymentData.payer.documentNumber.value",
    "paymentData.receiver.name",
    "paymentData.receiver.accountNumber",
    "paymentData.receiver.documentNumber.value",
    "merchant.name",
    "merchant.businessName",
    "merchant.cnpj",
    "creditor.name",
    "debtor.name",
    "account_servicer.name",
    "meta.other_account",
];
/// The bank fields that can become the notes.
pub const MAPPABLE_NOTES: &[&str] = &[
    "notes",
    "remittanceInformationUnstructured",
    "remittanceInformationUnstructuredArrayString",
    "remittanceInformationStructured",
    "remittanceInformationStructuredArrayString",
    "additionalInformation",
    "category",
    "paymentData.payer.name",
    "paymentData.payer.accountNumber",
    "paymentData.payer.documentNumber.value",
    "paymentData.receiver.name",
    "paymentData.receiver.accountNumber",
    "paymentData.receiver.documentNumber.value",
    "merchant.name",
    "merchant.businessName",
    "merchant.cnpj",
    "entry_reference",
    "transaction_id",
    "meta.particulars",
    "meta.code",
    "meta.reference",
    "meta.other_account",
    "meta.card_suffix",
];

/// The preferences of an account's switches, without its id.
const SWITCHES: [&str; 5] = [
    "sync-import-pending",
    "sync-import-notes",
    "sync-reimport-deleted",
    "sync-import-transactions",
    "sync-update-dates",
];
/// The preference of its fields.
const MAPPINGS: &str = "custom-sync-mappings";

impl AccountSettings {
    /// The settings that a file has for an account; `stored` reads a preference. Also whether the
    /// fields are stored in a way that cannot be read, so that the usual ones count.
    #[must_use]
    pub fn stored(account: &str, stored: impl Fn(&str) -> Option<String>) -> (Self, bool) {
        let usual = Self::default();
        let is_on = |name: &str, usual: bool| {
            stored(&format!("{name}-{account}")).map_or(usual, |text| text == "true")
        };
        let mappings = stored(&format!("{MAPPINGS}-{account}")).filter(|text| !text.is_empty());
        let read = mappings.map(|text| serde_json::from_str(&text));
        let is_broken = matches!(read, Some(Err(_)));
        let settings = Self {
            import_pending: is_on(SWITCHES[0], usual.import_pending),
            import_notes: is_on(SWITCHES[1], usual.import_notes),
            reimport_deleted: is_on(SWITCHES[2], usual.reimport_deleted),
            import_transactions: is_on(SWITCHES[3], usual.import_transactions),
            update_dates: is_on(SWITCHES[4], usual.update_dates),
            mappings: read.and_then(Result::ok).unwrap_or_default(),
        };
        (settings, is_broken)
    }

    /// The preferences that keep these settings, all of them.
    #[must_use]
    pub fn prefs(&self, account: &str) -> Vec<(String, String)> {
        let values = [
            self.import_pending,
            self.import_notes,
            self.reimport_deleted,
            self.import_transactions,
            self.update_dates,
        ];
        let switches = SWITCHES.into_iter().zip(values);
        let mut prefs: Vec<_> = switches
            .map(|(name, value)| (format!("{name}-{account}"), value.to_string()))
            .collect();
        let mappings = serde_json::to_string(&self.mappings);
        prefs.extend(mappings.map(|text| (format!("{MAPPINGS}-{account}"), text)));
        prefs
    }

    /// Day and texts of a row.
    #[must_use]
    pub fn mapped(&self, row: &BankRow) -> Mapped {
        let mappings = &self.mappings;
        let mapping = if row.amount.cents() > 0 { &mappings.deposit } else { &mappings.payment };
        let words = |name: &str| {
            let said = field(&row.fields, name)?.trim().to_owned();
            (!said.is_empty()).then_some(said)
        };
        let day = |name: &str| words(name).and_then(|text| text.parse().ok());
        Mapped {
            date: day(&mapping.date).or_else(|| day("date")).unwrap_or(row.date),
            payee: words(&mapping.payee).or_else(|| words("payeeName")),
            notes: words(&mapping.notes)
                .filter(|_| self.import_notes)
                .map(|notes| notes.replace('#', "##")),
        }
    }
}

/// A field of a row as text. A name with points is that of a field, or a path.
#[must_use]
pub fn field(fields: &Fields, name: &str) -> Option<String> {
    let shown = |value: &Value| match value {
        Value::Bool(on) => Some(on.to_string()),
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().filter_map(text).collect();
            (!parts.is_empty()).then(|| parts.join(" "))
        }
        Value::Null | Value::Number(_) | Value::String(_) | Value::Object(_) => text(value),
    };
    if let Some(value) = fields.get(name) {
        return shown(value);
    }
    let (first, rest) = name.split_once('.')?;
    field(fields.get(first)?.as_object()?, rest)
}
