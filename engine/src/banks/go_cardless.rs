//! Answers of GoCardless Bank Account Data: per account its balances and its rows. Banks fill the
//! fields of rows in many ways; the same generic order is tried for all of them.

use serde_json::{Value, json};

use super::currency;
use super::errors::{BankError, ErrorType};
use super::json::{day, decimal, items, object, text};
use super::plan::{Plan, PlannedAccount};
use super::rows::{
    Balance, BankAnswer, BankRow, MOST_NOTES_CHARS, MOST_PAYEE_CHARS, SkipReason, Skipped, Window,
};
use super::texts::{clean, shown};
use crate::dates::Day;

/// The fetched parts of an account.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fetched {
    /// The account's id.
    pub account: String,
    /// Its balances, as listed in the answer.
    pub balances: Vec<Value>,
    /// The rows: an object with `booked` and `pending`.
    pub transactions: Value,
}

/// Balances without pending rows in order of trust.
const BOOKED: [&str; 5] =
    ["closingBooked", "interimBooked", "expected", "openingBooked", "interimAvailable"];
/// Balances that can be spent.
const AVAILABLE: [&str; 1] = ["interimAvailable"];

/// The requested accounts, in their order.
#[must_use]
pub fn read(fetched: &[Fetched], plan: &Plan) -> Vec<BankAnswer> {
    let of = |asked: &PlannedAccount| match fetched.iter().find(|it| it.account == asked.account) {
        Some(account) => of_account(account, asked, plan.today),
        None => BankAnswer::failed(&asked.account, BankError::of(ErrorType::AccountMissing)),
    };
    plan.accounts.iter().map(of).collect()
}

/// What an answer that failed means.
#[must_use]
pub fn error(status: u16, body: &str) -> BankError {
    let answer = object(body, BankError::sync_error).unwrap_or_default();
    let part = |key: &str| text(&answer[key]).unwrap_or_default();
    let said = format!("{} {}", part("summary"), part("detail"));
    let has = |word: &str| said.to_lowercase().contains(word);
    let kind = match status {
        401 | 403 if has("expired") => BankError::login_required(),
        401 | 403 => BankError::with_code(ErrorType::InvalidInput, "INVALID_ACCESS_TOKEN"),
        404 => BankError::of(ErrorType::AccountMissing),
        408 | 504 => BankError::of(ErrorType::TimedOut),
        409 => BankError::login_required(),
        429 => BankError::with_code(ErrorType::RateLimitExceeded, "NORDIGEN_ERROR"),
        503 => BankError::with_code(ErrorType::InstitutionError, "NORDIGEN_ERROR"),
        _ => BankError::with_code(ErrorType::SyncError, "NORDIGEN_ERROR"),
    };
    kind.with_text(&said)
}

fn of_account(fetched: &Fetched, asked: &PlannedAccount, today: Day) -> BankAnswer {
    let mut read = BankAnswer::of(&asked.account);
    read.window = Some(Window { from: asked.from, to: today });
    read.balance = balance(&fetched.balances);
    let currency = read.balance.as_ref().and_then(|it| it.currency.clone());
    for (list, posted) in [("booked", true), ("pending", false)] {
        for row in items(&fetched.transactions[list]) {
            let row_of = RowOf { account: &asked.account, currency: currency.as_deref(), today };
            match row_of.read(row, posted) {
                Ok(row) if row.date >= asked.from => read.rows.push(row),
                Ok(_) => {}
                Err(reason) => {
                    let said = notes(row).or_else(|| payee(row, false)).unwrap_or_default();
                    read.skipped.push(Skipped { reason, text: shown(&said) });
                }
            }
        }
    }
    read.finished()
}

fn balance(balances: &[Value]) -> Option<Balance> {
    let first = |kinds: &[&str]| {
        let of = |kind: &&str| balances.iter().find(|it| it["balanceType"] == **kind);
        kinds.iter().find_map(of)
    };
    let amount =
        |it: &Value| decimal(&it["balanceAmount"]["amount"]).and_then(|number| number.amount());
    let booked = first(&BOOKED)?;
    let date = booked["referenceDate"].as_str().and_then(day);
    let currency = text(&booked["balanceAmount"]["currency"]);
    let (booked, available) = (amount(booked), first(&AVAILABLE).and_then(amount));
    booked.or(available)?;
    Some(Balance { booked, available, limit: None, currency, date })
}

/// The account that a row belongs to, and today.
struct RowOf<'a> {
    account: &'a str,
    currency: Option<&'a str>,
    today: Day,
}

impl RowOf<'_> {
    fn read(&self, row: &Value, posted: bool) -> Result<BankRow, SkipReason> {
        let days = ["bookingDate", "bookingDateTime", "valueDate", "valueDateTime"];
        let date = match days.into_iter().find_map(|key| text(&row[key])) {
            Some(written) => day(&written).ok_or(SkipReason::NoDate)?,
            None if posted => return Err(SkipReason::NoDate),
            None => self.today,
        };
        let given = &row["transactionAmount"];
        let number = decimal(&given["amount"]).ok_or(SkipReason::NoAmount)?;
        let amount = number.amount().ok_or(SkipReason::NoAmount)?;
        let currency = text(&given["currency"]);
        if currency::differ(currency.as_deref(), self.currency) {
            return Err(SkipReason::Currency);
        }
        // The bank's own id is unique within the account only, so the account stands before it.
        let internal =
            || Some(format!("{}-{}", self.account, text(&row["internalTransactionId"])?));
        let id = text(&row["transactionId"]).or_else(internal);
        let (payee, notes) = (payee(row, number.is_negative()), notes(row));
        let mut fields = row.as_object().cloned().unwrap_or_default();
        let mut set = |key: &str, value: Value| drop(fields.insert(key.to_owned(), value));
        set("date", json!(date));
        set("payeeName", json!(payee.as_deref().unwrap_or_default()));
        set("notes", json!(notes.as_deref().unwrap_or_default()));
        set("booked", json!(posted));
        if let Some(id) = &id {
            set("transactionId", json!(id));
        }
        Ok(BankRow { id, pending_of: None, posted, date, amount, currency, payee, notes, fields })
    }
}

fn payee(row: &Value, leaves: bool) -> Option<String> {
    let name = |key: &str| clean(row[key].as_str()?, MOST_PAYEE_CHARS);
    let (creditor, debtor) = (name("creditorName"), name("debtorName"));
    let named = if leaves { creditor.or(debtor) } else { debtor.or(creditor) };
    named.or_else(|| clean(&remittance(row)?, MOST_PAYEE_CHARS))
}

fn notes(row: &Value) -> Option<String> {
    let more = || row["additionalInformation"].as_str().map(str::to_owned);
    clean(&remittance(row).or_else(more)?, MOST_NOTES_CHARS)
}

/// The text of a transfer, in one piece or as a list.
fn remittance(row: &Value) -> Option<String> {
    let whole = text(&row["remittanceInformationUnstructured"]);
    let parts = || {
        let parts = items(&row["remittanceInformationUnstructuredArray"]);
        let parts: Vec<&str> = parts.iter().filter_map(Value::as_str).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    };
    whole.or_else(parts)
}
