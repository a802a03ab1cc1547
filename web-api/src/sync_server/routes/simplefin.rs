//! `/simplefin`: accounts and rows of SimpleFIN for other programs, in the format that they expect.
//! If a bank fails, the response has status 200 and contains the error.

use std::sync::Arc;

use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Map, Value, json};
use sobre_actors::banks::Banks;
use sobre_actors::banks::provider::Person;
use sobre_engine::banks::{BankAnswer, BankError, BankRow, ErrorType, PlannedAccount, Provider};
use sobre_engine::money::Amount;

use super::absent::unknown;
use super::answers::{Refusal, Shared, data, finish, json_of, off_thread, signed_in};
use super::banks::{bank_access, person};

/// The handler of a route: returns `data`.
type Work = fn(&Banks, &Value, &Person) -> Value;

/// The routes below `/simplefin`.
pub(super) fn routes() -> actix_web::Scope {
    let route = |work: Work| {
        web::post().to(move |server, request, body| answer(server, request, body, work))
    };
    web::scope("/simplefin")
        .app_data(web::PayloadConfig::new(super::JSON_BYTES))
        .route("/status", route(status))
        .route("/accounts", route(accounts))
        .route("/transactions", route(transactions))
        .default_service(web::to(unknown))
}

async fn answer(server: Shared, request: HttpRequest, body: Bytes, work: Work) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        signed_in(&server, &request, Some(&body))?;
        let banks = Arc::clone(&bank_access(&server)?.banks);
        let person = person(&server, &request);
        let found = off_thread(move || Ok::<_, Refusal>(work(&banks, &body, &person))).await?;
        Ok(data(&found))
    };
    finish(answer.await)
}

fn status(banks: &Banks, _: &Value, _: &Person) -> Value {
    json!({ "configured": banks.has_simplefin().unwrap_or(false) })
}

fn accounts(banks: &Banks, _: &Value, person: &Person) -> Value {
    match banks.simplefin_accounts(person) {
        Ok(found) => json!({ "accounts": found["accounts"] }),
        Err(error) => refused(&error),
    }
}

/// The requested accounts, and whether the request had a list.
struct Wanted {
    accounts: Vec<PlannedAccount>,
    is_batch: bool,
}

/// Reads one account with its day, or two lists of equal length. Anything else is an error.
fn wanted(body: &Value) -> Result<Option<Wanted>, &'static str> {
    let planned = |account: &Value, day: &Value| {
        let (account, from) = account.as_str().zip(day.as_str()?.parse().ok())?;
        Some(PlannedAccount { account: account.to_owned(), from })
    };
    match (&body["accountId"], &body["startDate"]) {
        (Value::Array(accounts), Value::Array(days)) if accounts.len() == days.len() => {
            let accounts = accounts.iter().zip(days).map(|(account, day)| planned(account, day));
            let accounts =
                accounts.collect::<Option<Vec<_>>>().ok_or("An account has no start date.")?;
            Ok(Some(Wanted { accounts, is_batch: true }))
        }
        (Value::Array(_), _) | (_, Value::Array(_)) => {
            Err("accountId and startDate must be lists of equal length.")
        }
        (account, day) => {
            let account = planned(account, day);
            Ok(account.map(|it| Wanted { accounts: vec![it], is_batch: false }))
        }
    }
}

fn transactions(banks: &Banks, body: &Value, person: &Person) -> Value {
    let wanted = match wanted(body) {
        Ok(Some(wanted)) => wanted,
        Ok(None) => return refused(&BankError::of(ErrorType::ServerDown)),
        Err(words) => return json!({ "error_code": "INTERNAL_ERROR", "error_type": words }),
    };
    let fetched = banks.rows_at_once(Provider::SimpleFin, wanted.accounts, person);
    let answers = match fetched {
        Ok(answers) => answers,
        Err(error) => return refused(&error),
    };
    if wanted.is_batch {
        return batch(&answers);
    }
    match answers.first() {
        Some(BankAnswer { error: Some(error), .. }) => failed(error),
        Some(answer) => rows(answer),
        None => refused(&BankError::of(ErrorType::NoData)),
    }
}

/// Responses by account id, and the errors by account id.
fn batch(answers: &[BankAnswer]) -> Value {
    let (mut found, mut errors) = (Map::new(), Map::new());
    for answer in answers {
        if answer.error.is_none() || answer.balance.is_some() {
            found.insert(answer.account.clone(), rows(answer));
        }
        if let Some(error) = &answer.error {
            errors.insert(answer.account.clone(), json!([failed(error)]));
        }
    }
    if !errors.is_empty() {
        found.insert("errors".to_owned(), Value::Object(errors));
    }
    Value::Object(found)
}

fn rows(answer: &BankAnswer) -> Value {
    let balance = answer.balance.as_ref();
    let booked = balance.and_then(|it| it.booked).unwrap_or(Amount::ZERO);
    let currency = balance.and_then(|it| it.currency.as_deref()).unwrap_or("USD");
    let shown = |kind: &str| {
        json!({
            "balanceAmount": { "amount": decimal(booked), "currency": currency },
            "balanceType": kind,
            "referenceDate": balance.and_then(|it| it.date),
        })
    };
    let list = |is_wanted: &dyn Fn(&&BankRow) -> bool| -> Vec<Value> {
        let rows = answer.rows.iter().filter(|row| is_wanted(row));
        rows.map(|row| Value::Object(row.fields.clone())).collect()
    };
    json!({
        "balances": [shown("expected"), shown("interimAvailable")],
        "startingBalance": booked,
        "transactions": {
            "all": list(&|_| true),
            "booked": list(&|row| row.posted),
            "pending": list(&|row| !row.posted),
        },
    })
}

/// An amount as decimal text.
pub(super) fn decimal(amount: Amount) -> String {
    let cents = amount.cents();
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
}

/// The error of one account.
fn failed(error: &BankError) -> Value {
    json!({
        "error_type": error.kind,
        "error_code": error.code,
        "reason": error.text.as_deref().unwrap_or("The bank refused this account."),
    })
}

/// An error of the whole request. Other programs distinguish two.
fn refused(error: &BankError) -> Value {
    let (code, words) = if error.kind == ErrorType::InvalidAccessToken {
        ("INVALID_ACCESS_TOKEN", "SimpleFIN rejected this server's token.")
    } else {
        ("SERVER_DOWN", "SimpleFIN cannot be reached.")
    };
    json!({
        "error_type": code,
        "error_code": code,
        "status": "rejected",
        "reason": error.text.as_deref().unwrap_or(words),
    })
}
