//! Answers of Plaid's `/transactions/sync`: all pages of one run. Numbers are read as they are
//! written, never as floating-point ones.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::amounts::DecimalText;
use super::currency;
use super::errors::{BankError, ErrorType};
use super::json::{day, object, text};
use super::plan::{Plan, PlannedAccount};
use super::rows::{
    Balance, BankAnswer, BankRow, Cursor, Fields, MOST_NOTES_CHARS, MOST_PAYEE_CHARS, MOST_ROWS,
    SkipReason, Skipped, Window,
};
use super::texts::{clean, shown};
use crate::money::Amount;

/// One page of a run.
#[derive(Debug, Deserialize)]
pub struct Page<'t> {
    #[serde(borrow, default)]
    accounts: Vec<Account<'t>>,
    #[serde(borrow, default)]
    added: Vec<Transaction<'t>>,
    #[serde(borrow, default)]
    modified: Vec<Transaction<'t>>,
    #[serde(default)]
    removed: Vec<Removed>,
    /// Where the next page or run begins.
    #[serde(default)]
    pub next_cursor: String,
    /// Whether the run has another page.
    #[serde(default)]
    pub has_more: bool,
    /// How much of the history Plaid has, such as `NOT_READY`.
    #[serde(default, rename = "transactions_update_status")]
    pub update_status: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Account<'t> {
    account_id: String,
    #[serde(default, rename = "type")]
    kind: Value,
    #[serde(borrow)]
    balances: Option<Balances<'t>>,
}

#[derive(Debug, Default, Deserialize)]
struct Balances<'t> {
    #[serde(borrow)]
    current: Option<&'t RawValue>,
    #[serde(borrow)]
    available: Option<&'t RawValue>,
    #[serde(borrow)]
    limit: Option<&'t RawValue>,
    #[serde(default)]
    iso_currency_code: Value,
    #[serde(default)]
    unofficial_currency_code: Value,
}

#[derive(Debug, Deserialize)]
struct Transaction<'t> {
    transaction_id: String,
    account_id: String,
    #[serde(borrow)]
    amount: Option<&'t RawValue>,
    #[serde(default)]
    date: Value,
    #[serde(default)]
    authorized_date: Value,
    #[serde(default)]
    name: Value,
    #[serde(default)]
    merchant_name: Value,
    #[serde(default)]
    original_description: Value,
    #[serde(default)]
    pending: Value,
    #[serde(default)]
    pending_transaction_id: Value,
    #[serde(default)]
    iso_currency_code: Value,
    #[serde(default)]
    unofficial_currency_code: Value,
}

#[derive(Debug, Deserialize)]
struct Removed {
    transaction_id: String,
    #[serde(default)]
    account_id: Option<String>,
}

/// Reads the body of a successful answer as a page.
///
/// # Errors
/// [`ErrorType::SyncError`] if it is none.
pub fn page(body: &str) -> Result<Page<'_>, BankError> {
    serde_json::from_str(body).map_err(|_| BankError::sync_error())
}

/// What an answer that failed means. Plaid's type and code decide, never the status alone.
#[must_use]
pub fn error(status: u16, body: &str) -> BankError {
    let Ok(answer) = object(body, BankError::sync_error) else {
        return match status {
            429 => BankError::of(ErrorType::RateLimitExceeded),
            _ => BankError::sync_error(),
        };
    };
    let part = |key: &str| text(&answer[key]).unwrap_or_default();
    let (kind, code) = (part("error_type"), part("error_code"));
    let said = text(&answer["display_message"]).unwrap_or_else(|| part("error_message"));
    let error = error_of(status, &kind, &code).with_text(&said);
    BankError { request: text(&answer["request_id"]).map(|it| shown(&it)), ..error }
}

fn error_of(status: u16, kind: &str, code: &str) -> BankError {
    match (kind, code) {
        (
            "ITEM_ERROR",
            "ITEM_LOGIN_REQUIRED"
            | "ACCESS_NOT_GRANTED"
            | "INVALID_CREDENTIALS"
            | "INVALID_MFA"
            | "INVALID_UPDATED_USERNAME"
            | "ITEM_LOCKED"
            | "USER_SETUP_REQUIRED"
            | "USER_INPUT_TIMEOUT"
            | "INSUFFICIENT_CREDENTIALS",
        ) => BankError::login_required(),
        ("ITEM_ERROR", "NO_ACCOUNTS") | ("INVALID_INPUT", "INVALID_ACCOUNT_ID") => {
            BankError::no_accounts()
        }
        ("INVALID_INPUT", "INVALID_ACCESS_TOKEN")
        | ("ITEM_ERROR", "ITEM_NOT_FOUND")
        | (_, "USER_PERMISSION_REVOKED") => {
            BankError::with_code(ErrorType::InvalidInput, "INVALID_ACCESS_TOKEN")
        }
        ("API_ERROR", "PLANNED_MAINTENANCE") => BankError::with_code(ErrorType::ApiError, code),
        ("RATE_LIMIT_EXCEEDED", _) => or_type(ErrorType::RateLimitExceeded, code),
        ("INSTITUTION_ERROR", _) | ("ITEM_ERROR", "PRODUCT_NOT_READY") => {
            or_type(ErrorType::InstitutionError, code)
        }
        _ if status == 429 => or_type(ErrorType::RateLimitExceeded, code),
        _ => or_type(ErrorType::SyncError, code),
    }
}

/// An error with a code, or with the word of its type if there is none.
fn or_type(kind: ErrorType, code: &str) -> BankError {
    if code.is_empty() { BankError::of(kind) } else { BankError::with_code(kind, code) }
}

/// The accounts of a run, in the order of the request.
#[must_use]
pub fn read(pages: &[Page<'_>], plan: &Plan) -> Vec<BankAnswer> {
    let run = Run::of(pages);
    plan.accounts.iter().map(|asked| run.account(asked, plan)).collect()
}

/// The sum of the pages of a run: a later page overrides an earlier one.
struct Run<'p> {
    accounts: HashMap<&'p str, &'p Account<'p>>,
    /// The last word on each row, in the order in which they were first named.
    rows: Vec<&'p Transaction<'p>>,
    removed: Vec<&'p Removed>,
    after: &'p str,
}

impl<'p> Run<'p> {
    fn of(pages: &'p [Page<'p>]) -> Self {
        let mut accounts = HashMap::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut rows: Vec<Option<&Transaction<'_>>> = Vec::new();
        let mut removed: Vec<&Removed> = Vec::new();
        for page in pages {
            accounts.extend(page.accounts.iter().map(|it| (it.account_id.as_str(), it)));
            for it in &page.removed {
                if let Some(place) = places.remove(it.transaction_id.as_str()) {
                    rows[place] = None;
                }
                removed.push(it);
            }
            for it in page.added.iter().chain(&page.modified) {
                match places.get(it.transaction_id.as_str()) {
                    Some(place) => rows[*place] = Some(it),
                    None => {
                        places.insert(&it.transaction_id, rows.len());
                        rows.push(Some(it));
                    }
                }
            }
        }
        let mut seen = HashSet::new();
        removed.retain(|it| {
            let id = it.transaction_id.as_str();
            !places.contains_key(id) && seen.insert(id)
        });
        let after = pages.last().map_or("", |page| page.next_cursor.as_str());
        Self { accounts, rows: rows.into_iter().flatten().collect(), removed, after }
    }

    fn account(&self, asked: &PlannedAccount, plan: &Plan) -> BankAnswer {
        let Some(account) = self.accounts.get(asked.account.as_str()) else {
            return BankAnswer::failed(&asked.account, BankError::no_accounts());
        };
        let mut read = BankAnswer::of(&asked.account);
        let balances = account.balances.as_ref();
        read.balance = balances.and_then(|it| balance(it, &account.kind, plan));
        let currency = balances.and_then(|it| iso(&it.iso_currency_code));
        let is_whole = plan.cursor.is_empty();
        for row in self.rows.iter().filter(|row| row.account_id == asked.account) {
            match of_row(row, currency.as_deref()) {
                Ok(row) => read.rows.push(row),
                Err(reason) => {
                    let said = [&row.original_description, &row.name, &row.merchant_name];
                    let said = said.into_iter().find_map(text).unwrap_or_default();
                    read.skipped.push(Skipped { reason, text: shown(&said) });
                }
            }
        }
        let is_own = |it: &&&Removed| it.account_id.as_ref().is_none_or(|id| *id == asked.account);
        read.removed =
            self.removed.iter().filter(is_own).map(|it| it.transaction_id.clone()).collect();
        let oldest = read.rows.iter().map(|row| row.date).min();
        let from = oldest.filter(|from| is_whole && *from <= plan.today);
        read.window = from.map(|from| Window { from, to: plan.today });
        read.cursor = Some(Cursor { before: plan.cursor.clone(), after: self.after.to_owned() });
        if read.removed.len() > MOST_ROWS {
            let text = format!("The bank withdrew more than {MOST_ROWS} transactions at once.");
            return BankAnswer::failed(&asked.account, BankError::sync_error().with_text(&text));
        }
        read.finished()
    }
}

/// The balance. Plaid reports debts of cards and loans as positive numbers, and counts the unused
/// credit of a card as available.
fn balance(balances: &Balances<'_>, kind: &Value, plan: &Plan) -> Option<Balance> {
    let owed = matches!(kind.as_str(), Some("credit" | "loan"));
    let booked = number(balances.current).map(|it| if owed { it.negated() } else { it });
    let available = number(balances.available).filter(|_| kind != "credit");
    let limit = number(balances.limit);
    let amount = |it: Option<DecimalText>| it.and_then(|it| it.amount());
    let (booked, available, limit) = (amount(booked), amount(available), amount(limit));
    booked.or(available)?;
    let currency = iso(&balances.iso_currency_code);
    let currency = currency.or_else(|| text(&balances.unofficial_currency_code));
    Some(Balance { booked, available, limit, currency, date: Some(plan.today) })
}

fn number(raw: Option<&RawValue>) -> Option<DecimalText> {
    DecimalText::of_json(raw?.get())
}

/// An ISO code of a currency.
fn iso(code: &Value) -> Option<String> {
    currency::known(text(code))
}

fn of_row(row: &Transaction<'_>, account: Option<&str>) -> Result<BankRow, SkipReason> {
    let date = row.date.as_str().and_then(day).ok_or(SkipReason::NoDate)?;
    let number = number(row.amount).ok_or(SkipReason::NoAmount)?.negated();
    let amount: Amount = number.amount().ok_or(SkipReason::NoAmount)?;
    let own = iso(&row.iso_currency_code);
    if currency::differ(own.as_deref(), account) {
        return Err(SkipReason::Currency);
    }
    let currency = own.or_else(|| text(&row.unofficial_currency_code));
    let said = |value: &Value, most: usize| text(value).and_then(|it| clean(&it, most));
    let names = [&row.merchant_name, &row.name, &row.original_description];
    let payee = names.into_iter().find_map(|it| said(it, MOST_PAYEE_CHARS));
    let notes = [&row.original_description, &row.name];
    let notes = notes.into_iter().find_map(|it| said(it, MOST_NOTES_CHARS)).filter(|notes| {
        payee.as_deref().is_none_or(|payee| payee.to_lowercase() != notes.to_lowercase())
    });
    let posted = row.pending.as_bool() != Some(true);
    let pending_of = text(&row.pending_transaction_id);
    let mut fields = Fields::new();
    let mut set = |key: &str, value: Value| drop(fields.insert(key.to_owned(), value));
    set("transactionAmount", json!({ "amount": number.to_string(), "currency": currency }));
    set("remittanceInformationUnstructured", json!(row.name.as_str().unwrap_or_default()));
    if posted {
        set("postedDate", json!(date));
    }
    let others = [
        ("transactedDate", text(&row.authorized_date)),
        ("merchant.name", text(&row.merchant_name)),
        ("additionalInformation", text(&row.original_description)),
        ("pendingTransactionId", pending_of.clone()),
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
    set("transactionId", json!(row.transaction_id));
    let id = Some(row.transaction_id.clone()).filter(|id| !id.is_empty());
    Ok(BankRow { id, pending_of, posted, date, amount, currency, payee, notes, fields })
}
