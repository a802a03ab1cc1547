//! `/gocardless`: rows of GoCardless for other programs, and of Plaid, whose accounts are stored as
//! GoCardless accounts. New consents can only be started in Sobre.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};
use sobre_actors::banks::Banks;
use sobre_actors::banks::provider::Person;
use sobre_engine::banks::{BankAnswer, BankError, BankRow, ErrorType, PlannedAccount, Provider};
use sobre_engine::dates::Day;
use sobre_engine::money::Amount;

use super::absent::{refused, unknown};
use super::answers::{Refusal, Shared, finish, json_of, off_thread, signed_in, text_of};
use super::banks::{bank_access, person};
use super::simplefin::decimal;

/// The handler of a route: returns the whole response.
type Work = fn(&Banks, &Value, &Person) -> Value;

/// The routes below `/gocardless`.
pub(super) fn routes() -> actix_web::Scope {
    let route = |work: Work| {
        web::post().to(move |server, request, body| answer(server, request, body, work))
    };
    let scope = web::scope("/gocardless")
        .app_data(web::PayloadConfig::new(super::JSON_BYTES))
        .route("/status", route(status))
        .route("/transactions", route(transactions))
        .route("/remove-account", route(remove_account));
    let new_consents = ["/get-banks", "/create-web-token", "/get-accounts"];
    let scope =
        new_consents.iter().fold(scope, |scope, path| scope.route(path, web::post().to(only_here)));
    scope.default_service(web::to(unknown))
}

async fn only_here() -> HttpResponse {
    let details = "Link this bank in Sobre. Its accounts can then be synced here.";
    refused(StatusCode::BAD_REQUEST, "not-supported", details)
}

async fn answer(server: Shared, request: HttpRequest, body: Bytes, work: Work) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        signed_in(&server, &request, Some(&body))?;
        let banks = Arc::clone(&bank_access(&server)?.banks);
        let person = person(&server, &request);
        let found = off_thread(move || Ok::<_, Refusal>(work(&banks, &body, &person))).await?;
        Ok(HttpResponse::Ok().json(found))
    };
    finish(answer.await)
}

fn ok(data: &Value) -> Value {
    json!({ "status": "ok", "data": data })
}

fn status(banks: &Banks, _: &Value, _: &Person) -> Value {
    let own = banks.has_credentials(Provider::GoCardless).unwrap_or(false);
    let plaid = || banks.has_connection(Provider::Plaid).unwrap_or(false);
    ok(&json!({ "configured": own || plaid() }))
}

fn transactions(banks: &Banks, body: &Value, person: &Person) -> Value {
    let (requisition, account) = (text_of(body, "requisitionId"), text_of(body, "accountId"));
    let Ok(from) = text_of(body, "startDate").parse::<Day>() else {
        return ok(&json!({ "error_code": "INTERNAL_ERROR", "error_type": "Missing startDate" }));
    };
    let has_balance = body["includeBalance"].as_bool().unwrap_or(true);
    let planned = PlannedAccount { account: account.to_owned(), from };
    let found = match Provider::plaid_connection(requisition) {
        Some(connection) => banks
            .rows_of_connection(connection, planned, person)
            .map(|found| found.map(|(answer, bank)| (answer, bank.id))),
        None => banks
            .rows_at_once(Provider::GoCardless, vec![planned], person)
            .map(|mut answers| answers.pop().map(|answer| (answer, String::new()))),
    };
    ok(&match found {
        Ok(Some((BankAnswer { error: Some(error), .. }, _))) | Err(error) => failed(&error),
        Ok(Some((answer, bank))) => rows(&answer, &bank, from, has_balance),
        Ok(None) => failed(&BankError::with_code(ErrorType::InvalidInput, "INVALID_ACCESS_TOKEN")),
    })
}

fn rows(answer: &BankAnswer, bank: &str, from: Day, has_balance: bool) -> Value {
    let wanted = || answer.rows.iter().filter(|row| row.date >= from);
    let list = |is_wanted: &dyn Fn(&&BankRow) -> bool| -> Vec<Value> {
        wanted().filter(|row| is_wanted(row)).map(row).collect()
    };
    let mut found = json!({
        "institutionId": bank,
        "transactions": {
            "all": list(&|_| true),
            "booked": list(&|row| row.posted),
            "pending": list(&|row| !row.posted),
        },
    });
    let balance = answer.balance.as_ref().filter(|_| has_balance);
    if let Some((balance, booked)) = balance.and_then(|it| Some((it, it.booked?))) {
        // The balance before these rows.
        let moved: i64 = wanted().filter(|row| row.posted).map(|row| row.amount.cents()).sum();
        found["startingBalance"] = (booked.cents() - moved).into();
        found["balances"] = json!([{
            "balanceAmount": { "amount": decimal(booked), "currency": balance.currency },
            "balanceType": "closingBooked",
            "referenceDate": balance.date,
        }]);
    }
    found
}

/// A row in GoCardless's format.
fn row(row: &BankRow) -> Value {
    let mut fields = row.fields.clone();
    let mut set = |name: &str, value: Value| {
        fields.entry(name).or_insert(value);
    };
    set("bookingDate", json!(row.date));
    let other = if row.amount < Amount::ZERO { "creditorName" } else { "debtorName" };
    set(other, json!(row.payee.as_deref().unwrap_or_default()));
    Value::Object(fields)
}

fn failed(error: &BankError) -> Value {
    let is_ended = error.code == "ITEM_LOGIN_REQUIRED";
    let mut found = json!({
        "error_type": error.kind,
        "error_code": error.code,
        "details": error.text,
        "rateLimitHeaders": {},
    });
    if is_ended {
        found["status"] = "expired".into();
    }
    found
}

fn remove_account(banks: &Banks, body: &Value, _: &Person) -> Value {
    let requisition = text_of(body, "requisitionId");
    let Some(connection) = Provider::plaid_connection(requisition) else {
        // Consents of other servers expire by themselves.
        return ok(&json!({ "summary": "Requisition deleted", "detail": requisition }));
    };
    match banks.end_connection(connection) {
        Ok(true) => ok(&json!({ "summary": "Requisition deleted", "detail": requisition })),
        Ok(false) => json!({ "status": "error", "data": { "summary": "Not found" } }),
        Err(fault) => json!({ "status": "error", "data": { "summary": fault.code.word() } }),
    }
}
