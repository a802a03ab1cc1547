//! Answers of SimpleFIN, in both versions of its protocol. Their keys distinguish them.

use serde_json::{Value, json};

use super::amounts::read_decimal;
use super::errors::{BankError, ErrorType};
use super::json::{day_of_seconds, decimal, items, object, seconds, text};
use super::plan::{Plan, PlannedAccount, WINDOW_DAYS};
use super::rows::{
    Balance, BankAnswer, BankRow, Fields, MOST_NOTES_CHARS, MOST_PAYEE_CHARS, SkipReason, Skipped,
    Window,
};
use super::texts::{clean, shown};
use crate::dates::Day;

/// What an answer says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The requested accounts, in their order.
    pub accounts: Vec<BankAnswer>,
    /// Messages of the provider about the connection that are no failure of an account.
    pub notices: Vec<String>,
}

/// Reads an HTTP answer to `GET /accounts`.
///
/// # Errors
/// A failure of the whole connection.
pub fn read(status: u16, body: &str, plan: &Plan) -> Result<Reading, BankError> {
    if let Some(error) = error_of_status(status) {
        return Err(error.with_text(if looks_like_page(body) { "" } else { body }));
    }
    let answer = object(body, || BankError::of(ErrorType::ServerDown))?;
    let problems = Problems::of(&answer);
    if let Some(refused) = problems.refused {
        return Err(BankError::of(ErrorType::InvalidAccessToken).with_text(&refused));
    }
    let listed = items(&answer["accounts"]);
    if listed.is_empty() && problems.is_empty() {
        return Err(BankError::of(ErrorType::NoData));
    }
    let of = |asked: &PlannedAccount| {
        let found = listed.iter().find(|it| text(&it["id"]).as_deref() == Some(&asked.account));
        match found {
            Some(account) => of_account(account, &answer, asked, plan.today, &problems),
            None => BankAnswer::failed(&asked.account, problems.of_missing(&asked.account)),
        }
    };
    Ok(Reading { accounts: plan.accounts.iter().map(of).collect(), notices: problems.notices })
}

/// The meaning of a status other than success.
fn error_of_status(status: u16) -> Option<BankError> {
    let kind = match status {
        200 => return None,
        402 => ErrorType::PaymentRequired,
        403 => ErrorType::InvalidAccessToken,
        429 => ErrorType::RateLimitExceeded,
        408 | 504 => ErrorType::TimedOut,
        _ => ErrorType::ServerDown,
    };
    Some(BankError::of(kind))
}

fn looks_like_page(body: &str) -> bool {
    body.trim_start().starts_with('<')
}

/// What an answer complains about.
#[derive(Default)]
struct Problems {
    /// The connection is refused.
    refused: Option<String>,
    /// Names of organisations that need attention, with their messages.
    organisations: Vec<(String, String)>,
    /// Ids of connections that need attention, with their messages.
    connections: Vec<(String, String)>,
    /// Accounts with their codes and messages.
    accounts: Vec<(String, String, String)>,
    /// The provider itself has a problem.
    general: Option<String>,
    /// All else.
    notices: Vec<String>,
}

impl Problems {
    fn of(answer: &Value) -> Self {
        let mut problems = Self::default();
        let errors = items(&answer["errlist"]);
        let is_repeated = |said: &String| errors.iter().any(|it| it["msg"] == **said);
        for said in items(&answer["errors"]).iter().filter_map(text) {
            let named = said.strip_prefix("Connection to ");
            match named.and_then(|rest| rest.split_once(" may need attention")) {
                Some((name, _)) => problems.organisations.push((name.to_owned(), said.clone())),
                None if is_repeated(&said) => {}
                None => problems.notices.push(shown(&said)),
            }
        }
        for it in errors {
            let said = text(&it["msg"]).or_else(|| text(&it["message"])).unwrap_or_default();
            let code = text(&it["code"]).unwrap_or_default();
            problems.add(&code, said, text(&it["conn_id"]), text(&it["account_id"]));
        }
        problems
    }

    /// Adds an error by its code; an unknown code counts as its prefix.
    fn add(&mut self, code: &str, said: String, conn: Option<String>, account: Option<String>) {
        match (code, conn, account) {
            ("gen.auth", _, _) => self.refused = Some(said),
            (_, _, Some(account)) if code.starts_with("act.") => {
                self.accounts.push((account, code.to_owned(), said));
            }
            (_, Some(conn), _) if code.starts_with("con.") => self.connections.push((conn, said)),
            _ => {
                if code.starts_with("gen.") {
                    self.general = Some(said.clone());
                }
                self.notices.push(shown(&said));
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.organisations.is_empty()
            && self.connections.is_empty()
            && self.accounts.is_empty()
            && self.notices.is_empty()
    }

    /// The failure of an account, with its message.
    fn of_account(&self, account: &str) -> Option<BankError> {
        let failed =
            |(id, code, _): &&(String, String, String)| id == account && code != "act.missingdata";
        let (_, code, said) = self.accounts.iter().find(failed)?;
        Some(BankError::with_code(ErrorType::InstitutionError, code).with_text(said))
    }

    /// Why a requested account is not in the answer.
    fn of_missing(&self, account: &str) -> BankError {
        self.of_account(account).unwrap_or_else(|| match &self.general {
            Some(said) => BankError::of(ErrorType::ServerDown).with_text(said),
            None => BankError::of(ErrorType::AccountMissing),
        })
    }

    /// Whether the bank of an account asks the person for something.
    fn attention(&self, account: &Value, answer: &Value) -> Option<BankError> {
        let conn = text(&account["conn_id"]);
        let is_own = |it: &&Value| conn.is_some() && text(&it["conn_id"]) == conn;
        let connection = items(&answer["connections"]).iter().find(is_own);
        let own = &account["org"];
        let names = [&own["name"], &own["domain"]].into_iter();
        let others = connection.into_iter().flat_map(|it| [&it["name"], &it["org_name"]]);
        let names: Vec<String> = names.chain(others).filter_map(text).collect();
        let by_name = self.organisations.iter().find(|(name, _)| names.contains(name));
        let by_id = self.connections.iter().find(|(id, _)| conn.as_ref() == Some(id));
        let (_, said) = by_id.or(by_name)?;
        Some(BankError::of(ErrorType::AccountNeedsAttention).with_text(said))
    }
}

fn of_account(
    account: &Value,
    answer: &Value,
    asked: &PlannedAccount,
    today: Day,
    problems: &Problems,
) -> BankAnswer {
    let mut read = BankAnswer::of(&asked.account);
    read.error =
        problems.of_account(&asked.account).or_else(|| problems.attention(account, answer));
    let lacks_rows = problems.accounts.iter().any(|(id, _, _)| *id == asked.account);
    let limit = today.plus_days(-WINDOW_DAYS).unwrap_or(today);
    let window = Window { from: asked.from.max(limit), to: today };
    read.window = Some(window).filter(|_| read.error.is_none() && !lacks_rows);
    read.balance = balance(account);
    for row in items(&account["transactions"]) {
        match of_row(row, account) {
            Ok(row) if row.date >= asked.from => read.rows.push(row),
            Ok(_) => {}
            Err(reason) => {
                let text = text(&row["description"]).or_else(|| text(&row["payee"]));
                let text = shown(&text.unwrap_or_default());
                read.skipped.push(Skipped { reason, text });
            }
        }
    }
    read.finished()
}

fn balance(account: &Value) -> Option<Balance> {
    let amount = |key: &str| decimal(&account[key]).and_then(|it| it.amount());
    let (booked, available) = (amount("balance"), amount("available-balance"));
    booked.or(available)?;
    let date = seconds(&account["balance-date"]).and_then(day_of_seconds);
    Some(Balance { booked, available, limit: None, currency: text(&account["currency"]), date })
}

fn of_row(row: &Value, account: &Value) -> Result<BankRow, SkipReason> {
    let (booked_at, made_at) = (seconds(&row["posted"]), seconds(&row["transacted_at"]));
    let posted = !row["pending"].as_bool().unwrap_or(booked_at.is_none());
    let at = if posted { booked_at } else { made_at.or(booked_at) };
    let balance_at = || seconds(&account["balance-date"]).filter(|_| !posted);
    let date = at.or_else(balance_at).and_then(day_of_seconds).ok_or(SkipReason::NoDate)?;
    let written = text(&row["amount"]).ok_or(SkipReason::NoAmount)?;
    let amount = read_decimal(&written).ok_or(SkipReason::NoAmount)?;
    let notes = text(&row["description"]).and_then(|it| clean(&it, MOST_NOTES_CHARS));
    let named = text(&row["payee"]).and_then(|it| clean(&it, MOST_PAYEE_CHARS));
    let payee = named.or_else(|| notes.as_deref().and_then(|it| clean(it, MOST_PAYEE_CHARS)));
    let (id, currency) = (text(&row["id"]), text(&account["currency"]));
    let mut fields = Fields::new();
    let mut set = |key: &str, value: Value| drop(fields.insert(key.to_owned(), value));
    set("transactionAmount", json!({ "amount": written, "currency": currency }));
    set("sortOrder", json!(at.unwrap_or(0)));
    for (key, time) in [("transactedDate", made_at), ("postedDate", booked_at)] {
        if let Some(day) = time.and_then(day_of_seconds) {
            set(key, json!(day));
        }
    }
    set("date", json!(date));
    set("payeeName", json!(payee.as_deref().unwrap_or_default()));
    set("notes", json!(notes.as_deref().unwrap_or_default()));
    set("booked", json!(posted));
    if let Some(id) = &id {
        set("transactionId", json!(id));
    }
    Ok(BankRow { id, pending_of: None, posted, date, amount, currency, payee, notes, fields })
}
