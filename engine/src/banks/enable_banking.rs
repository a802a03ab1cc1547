//! Answers of Enable Banking: per account its details, its balances, and all pages of its rows.

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
    /// The account's identification hash.
    pub account: String,
    /// Its details.
    pub details: Value,
    /// Its balances, as listed in the answer.
    pub balances: Vec<Value>,
    /// The rows of all pages.
    pub transactions: Vec<Value>,
    /// Whether pages are missing, so that the rows are not all of their days.
    pub is_cut: bool,
}

/// Balances without pending rows in order of trust, then those that may count a credit line.
const BOOKED: [&str; 7] = ["ITBD", "CLBD", "PRCD", "OPBD", "XPCD", "ITAV", "CLAV"];
/// Balances that can be spent.
const AVAILABLE: [&str; 3] = ["ITAV", "CLAV", "FWAV"];

/// Codes that banks write before the parts of a transfer's text.
const CODES: [&str; 25] = [
    "EREF", "KREF", "MREF", "CRED", "DBTR", "CDTR", "SVWZ", "SVCL", "PURP", "RTRN", "REJT", "REFE",
    "SDVA", "INDA", "NTAV", "ULTC", "ULTD", "ULTB", "ABWA", "ABWE", "IBAN", "BIC", "COAM", "OAMT",
    "REMI",
];
/// See [`CODES`].
const MORE_CODES: [&str; 2] = ["SQTP", "ROC"];

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
    let code = text(&answer["error"]).unwrap_or_default();
    let kind = match code.as_str() {
        "EXPIRED_SESSION"
        | "CLOSED_SESSION"
        | "REVOKED_SESSION"
        | "SESSION_DOES_NOT_EXIST"
        | "UNAUTHORIZED_ACCESS"
        | "ASPSP_PSU_ACTION_REQUIRED"
        | "WRONG_SESSION_STATUS" => BankError::login_required(),
        "NO_ACCOUNTS_ADDED" | "ACCESS_DENIED" => BankError::no_accounts(),
        "ASPSP_RATE_LIMIT_EXCEEDED" => BankError::with_code(ErrorType::RateLimitExceeded, &code),
        "ASPSP_TIMEOUT" => BankError::of(ErrorType::TimedOut),
        "ASPSP_ERROR" => BankError::with_code(ErrorType::InstitutionError, &code),
        "ACCOUNT_DOES_NOT_EXIST" | "ASPSP_ACCOUNT_NOT_ACCESSIBLE" => {
            BankError::of(ErrorType::AccountMissing)
        }
        _ => match status {
            429 => BankError::of(ErrorType::RateLimitExceeded),
            408 => BankError::of(ErrorType::TimedOut),
            _ if code.is_empty() => BankError::sync_error(),
            _ => BankError::with_code(ErrorType::SyncError, &code),
        },
    };
    kind.with_text(&text(&answer["message"]).unwrap_or_default())
}

fn of_account(fetched: &Fetched, asked: &PlannedAccount, today: Day) -> BankAnswer {
    let mut read = BankAnswer::of(&asked.account);
    let currency = text(&fetched.details["currency"]);
    read.window = Some(Window { from: asked.from, to: today }).filter(|_| !fetched.is_cut);
    read.balance = balance(&fetched.balances, currency.clone());
    for row in &fetched.transactions {
        match of_row(row, currency.as_deref(), today) {
            Ok(row) if row.date >= asked.from => read.rows.push(row),
            Ok(_) => {}
            Err(reason) => {
                let said = notes(&lines(row)).or_else(|| payee(row, &[])).unwrap_or_default();
                read.skipped.push(Skipped { reason, text: shown(&said) });
            }
        }
    }
    read.finished()
}

fn balance(balances: &[Value], currency: Option<String>) -> Option<Balance> {
    let first = |kinds: &[&str]| {
        let of = |kind: &&str| balances.iter().find(|it| it["balance_type"] == **kind);
        kinds.iter().find_map(of)
    };
    let amount =
        |it: &Value| decimal(&it["balance_amount"]["amount"]).and_then(|number| number.amount());
    let booked = first(&BOOKED);
    let available = first(&AVAILABLE);
    let own = booked.and_then(|it| text(&it["balance_amount"]["currency"]));
    let date = booked.and_then(|it| it["reference_date"].as_str()).and_then(day);
    let (booked, available) = (booked.and_then(amount), available.and_then(amount));
    booked.or(available)?;
    let currency = currency::known(currency).or(own);
    Some(Balance { booked, available, limit: None, currency, date })
}

/// Whether a row is booked; `None` if it is neither booked nor pending.
fn is_booked(row: &Value) -> Option<bool> {
    match row["status"].as_str()? {
        "BOOK" => Some(true),
        "PDNG" | "HOLD" => Some(false),
        "OTHR" => Some(text(&row["booking_date"]).is_some()),
        _ => None,
    }
}

fn of_row(row: &Value, account: Option<&str>, today: Day) -> Result<BankRow, SkipReason> {
    let posted = is_booked(row).ok_or(SkipReason::Status)?;
    let days = [&row["booking_date"], &row["value_date"], &row["transaction_date"]];
    let date = match days.into_iter().find_map(text) {
        Some(written) => day(&written).ok_or(SkipReason::NoDate)?,
        None if posted => return Err(SkipReason::NoDate),
        None => today,
    };
    let given = &row["transaction_amount"];
    let (written, number) =
        text(&given["amount"]).zip(decimal(&given["amount"])).ok_or(SkipReason::NoAmount)?;
    let unsigned = written.trim().trim_start_matches(['+', '-']);
    let leaves = match row["credit_debit_indicator"].as_str() {
        Some("DBIT") => true,
        Some("CRDT") => false,
        _ => written.trim().starts_with('-'),
    };
    let sign = if leaves { "-" } else { "" };
    let unsigned_number = if number.is_negative() { number.negated() } else { number };
    let number = if leaves { unsigned_number.negated() } else { unsigned_number };
    let amount = number.amount().ok_or(SkipReason::NoAmount)?;
    let currency = text(&given["currency"]);
    if currency::differ(currency.as_deref(), account) {
        return Err(SkipReason::Currency);
    }
    let lines = lines(row);
    let (payee, notes) = (payee(row, &lines), notes(&lines));
    let id = text(&row["entry_reference"]);
    let mut fields = row.as_object().cloned().unwrap_or_default();
    let mut set = |key: &str, value: Value| drop(fields.insert(key.to_owned(), value));
    set(
        "transactionAmount",
        json!({ "amount": format!("{sign}{unsigned}"), "currency": currency }),
    );
    set("bookingDate", json!(date));
    let others = [
        ("valueDate", text(&row["value_date"])),
        ("remittanceInformationUnstructured", notes.clone()),
        ("creditor.name", name(&row["creditor"])),
        ("debtor.name", name(&row["debtor"])),
        ("transactionId", id.clone()),
    ];
    for (key, value) in others {
        if let Some(value) = value {
            set(key, json!(value));
        }
    }
    set("date", json!(date));
    set("payeeName", json!(payee.as_deref().unwrap_or_default()));
    set("notes", json!(notes.as_deref().unwrap_or_default()));
    set("booked", json!(posted));
    Ok(BankRow { id, pending_of: None, posted, date, amount, currency, payee, notes, fields })
}

fn name(side: &Value) -> Option<String> {
    clean(side["name"].as_str()?, MOST_PAYEE_CHARS)
}

/// The other side: who paid, or who was paid.
fn payee(row: &Value, lines: &[String]) -> Option<String> {
    let (creditor, debtor) = (name(&row["creditor"]), name(&row["debtor"]));
    let named = match row["credit_debit_indicator"].as_str() {
        Some("CRDT") => debtor.or(creditor),
        _ => creditor.or(debtor),
    };
    named.or_else(|| clean(lines.first()?, MOST_PAYEE_CHARS))
}

/// The lines of a transfer's text without the codes before them.
fn lines(row: &Value) -> Vec<String> {
    let given = items(&row["remittance_information"]).iter().filter_map(Value::as_str);
    given
        .filter_map(|line| clean(line, usize::MAX))
        .filter_map(|line| without_code(&line))
        .collect()
}

fn without_code(line: &str) -> Option<String> {
    let is_code = |code: &str| CODES.contains(&code) || MORE_CODES.contains(&code);
    let rest = line.split_once('+').filter(|(code, _)| is_code(code)).map_or(line, |(_, it)| it);
    let rest = rest.trim();
    (!rest.is_empty()).then(|| rest.to_owned())
}

fn notes(lines: &[String]) -> Option<String> {
    clean(&lines.join(" "), MOST_NOTES_CHARS)
}
