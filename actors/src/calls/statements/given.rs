//! The transactions that a caller gives to be imported.

use serde_json::{Value as Json, json};
use sobre_engine::dates::Day;
use sobre_engine::ids::AccountId;
use sobre_engine::money::Amount;
use sobre_engine::payees::title;
use sobre_engine::statements::Line;

use crate::contract::statements::ImportOptions;
use crate::contract::transactions::GivenFields;
use crate::contract::{CallError, ErrorCode};

/// Why a transaction cannot be imported.
pub(super) enum ReadError {
    /// The call is wrong.
    Refused(CallError),
    /// Its amount is none.
    Unusable(String),
}

/// A transaction to import, before the rules.
pub(super) struct Given {
    /// Its place in the list.
    pub(super) place: usize,
    /// The id that it gets if it is new.
    pub(super) id: String,
    /// The bank's data.
    pub(super) line: Line,
    /// Whether it is cleared, if it says so.
    pub(super) cleared: Option<bool>,
    /// Whether it must not be matched.
    pub(super) is_new: bool,
    /// Its fields.
    pub(super) fields: GivenFields,
    lines: Vec<GivenFields>,
}

/// The fields that keep their values.
const KEPT: [&str; 5] = ["payee", "category", "notes", "imported_id", "payee_name"];

impl Given {
    pub(super) fn read(
        place: usize,
        given: &GivenFields,
        account: &AccountId,
        options: ImportOptions,
        id: String,
    ) -> Result<Self, ReadError> {
        let text = |field: &str| {
            let text = given.get(field).and_then(Json::as_str).map(str::trim);
            text.filter(|text| !text.is_empty())
        };
        let date = text("date")
            .ok_or_else(|| refused("`date` is required when adding a transaction".to_owned()))?;
        let day: Day = date.parse().map_err(|_| refused(format!("Bad date format: {date}")))?;
        let amount = cents(given.get("amount"))?;
        let name = text("payee_name").map(title);
        let imported = text("imported_payee").map(str::to_owned).or_else(|| name.clone());
        let cleared = given.get("cleared").and_then(Json::as_bool);
        let mut fields = GivenFields::new();
        let mut set = |field: &str, value: Json| drop(fields.insert(field.to_owned(), value));
        set("id", json!(id));
        set("account", json!(account));
        set("date", json!(day));
        set("amount", json!(amount.cents()));
        for field in KEPT {
            set(field, given.get(field).cloned().unwrap_or(Json::Null));
        }
        set("payee_name", json!(name));
        set("imported_payee", json!(imported));
        set("cleared", json!(cleared.or(options.default_cleared).unwrap_or(true)));
        let lines = split_lines(given, &mut fields)?;
        let payee = imported.map(|payee| payee.to_lowercase());
        let is_new = given.get("forceAddTransaction") == Some(&Json::Bool(true));
        Ok(Self {
            place,
            id,
            line: Line { date: day, amount, payee },
            cleared,
            is_new,
            fields,
            lines,
        })
    }

    /// The transaction and its lines.
    pub(super) fn rows(&self) -> impl Iterator<Item = GivenFields> {
        std::iter::once(&self.fields).chain(&self.lines).cloned().collect::<Vec<_>>().into_iter()
    }
}

fn refused(message: String) -> ReadError {
    ReadError::Refused(CallError::new(ErrorCode::InvalidTransaction, message))
}

/// The amount, 0 if there is none.
fn cents(given: Option<&Json>) -> Result<Amount, ReadError> {
    let given = given.filter(|it| !it.is_null()).cloned().unwrap_or(json!(0));
    let unusable =
        || ReadError::Unusable(format!("Amount is invalid, must be an integer: {given}"));
    let cents = given.as_i64().ok_or_else(unusable)?;
    Amount::from_cents(cents)
        .map_err(|_| ReadError::Refused(CallError::of(ErrorCode::AmountTooLarge)))
}

/// The lines of a split.
fn split_lines(
    given: &GivenFields,
    parent: &mut GivenFields,
) -> Result<Vec<GivenFields>, ReadError> {
    let Some(Json::Array(lines)) = given.get("subtransactions") else { return Ok(Vec::new()) };
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let mut made = Vec::with_capacity(lines.len());
    for (line, place) in lines.iter().zip(0_i64..) {
        let line_amount = cents(line.get("amount"))?;
        let mut fields = parent.clone();
        for field in ["id", "imported_payee", "imported_id", "category", "notes"] {
            fields.remove(field);
        }
        for field in ["category", "notes"] {
            let value = line.get(field).cloned().unwrap_or(Json::Null);
            fields.insert(field.to_owned(), value);
        }
        let of_line = [
            ("amount", json!(line_amount.cents())),
            ("is_child", json!(true)),
            ("parent_id", parent["id"].clone()),
            ("sort_order", json!(-place)),
        ];
        fields.extend(of_line.map(|(field, value)| (field.to_owned(), value)));
        made.push(fields);
    }
    parent.insert("is_parent".to_owned(), json!(true));
    parent.insert("category".to_owned(), Json::Null);
    Ok(made)
}
