//! `/enablebanking`: banks, sign-ins and rows of Enable Banking for other programs, in the format
//! that they expect. Account ids are those that stay the same in every consent.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};
use sobre_actors::banks::Banks;
use sobre_actors::banks::connections::{
    BankConnections as _, Connection, LinkFault, LinkRequest, Values,
};
use sobre_actors::banks::direct::SERVER;
use sobre_actors::banks::provider::{Back, Person};
use sobre_actors::banks::providers::enable_banking::CALLBACK;
use sobre_engine::banks::linking::{ExternalAccount, Scope};
use sobre_engine::banks::{BankAnswer, BankError, BankRow, ErrorType, Provider};
use sobre_engine::dates::Day;
use sobre_engine::money::Amount;

use super::absent::unknown;
use super::answers::{Refusal, Shared, data, finish, json_of, off_thread, signed_in, text_of};
use super::banks::{bank_access, person};

/// The handler of a route: returns `data`, or `None` to poll again.
type Work = fn(&Banks, &Value, &Person) -> Option<Value>;

/// How often a waiting request polls before it times out.
const POLLS: u32 = 300;
const PAUSE: Duration = Duration::from_secs(1);
const OWN: Provider = Provider::EnableBanking;

/// The routes below `/enablebanking`.
pub(super) fn routes() -> actix_web::Scope {
    let route = |work: Work| {
        web::post().to(move |server, request, body| answer(server, request, body, work))
    };
    web::scope("/enablebanking")
        .app_data(web::PayloadConfig::new(super::JSON_BYTES))
        .route("/status", route(status))
        .route("/configure", route(configure))
        .route("/aspsps", route(aspsps))
        .route("/start-auth", route(start_auth))
        .route("/poll-auth", route(poll_auth))
        .route("/complete-auth", route(complete_auth))
        .route("/transactions", route(transactions))
        .default_service(web::to(unknown))
}

async fn answer(server: Shared, request: HttpRequest, body: Bytes, work: Work) -> HttpResponse {
    let answer = async {
        let body = Arc::new(json_of(&body)?);
        signed_in(&server, &request, Some(&body))?;
        let person = Arc::new(person(&server, &request));
        for _ in 0..POLLS {
            let banks = Arc::clone(&bank_access(&server)?.banks);
            let (body, person) = (Arc::clone(&body), Arc::clone(&person));
            let found = off_thread(move || Ok::<_, Refusal>(work(&banks, &body, &person))).await?;
            if let Some(found) = found {
                return Ok(data(&found));
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(data(&json!({ "error": "The sign-in at the bank took too long." })))
    };
    finish(answer.await)
}

fn status(banks: &Banks, _: &Value, _: &Person) -> Option<Value> {
    Some(json!({ "configured": banks.has_credentials(OWN).unwrap_or(false) }))
}

fn configure(banks: &Banks, body: &Value, _: &Person) -> Option<Value> {
    let mut values = Values::default();
    for name in ["applicationId", "secretKey"] {
        let value = text_of(body, name);
        if value.is_empty() {
            return Some(invalid(&format!("Missing {name}")));
        }
        values = values.with(name, value);
    }
    let failed = |fault: LinkFault| {
        let words = fault.message.unwrap_or_else(|| "Unauthorized access".to_owned());
        json!({ "error_code": "CONFIGURATION_FAILED", "error_type": words })
    };
    let configured = banks.configure(SERVER, OWN, values, Scope::Server);
    Some(configured.map_or_else(failed, |()| json!({ "configured": true })))
}

fn aspsps(banks: &Banks, body: &Value, _: &Person) -> Option<Value> {
    let listed = banks.listed_banks(OWN, text_of(body, "country"));
    Some(listed.map_or_else(|fault| in_words(&fault), |listed| json!({ "aspsps": listed })))
}

fn start_auth(banks: &Banks, body: &Value, _: &Person) -> Option<Value> {
    let (bank, country) = (text_of(&body["aspsp"], "name"), text_of(&body["aspsp"], "country"));
    let back = text_of(body, "redirectUrl").strip_suffix(CALLBACK).unwrap_or_default();
    if bank.is_empty() || country.is_empty() || back.is_empty() {
        return Some(invalid("Missing aspsp or redirectUrl"));
    }
    let wanted = LinkRequest {
        provider: OWN,
        institution: Some(bank.to_owned()),
        country: Some(country.to_owned()),
        psu_type: body["psuType"].as_str().map(str::to_owned),
        repair: None,
        language: None,
        back: Some(back.to_owned()),
    };
    let begun = banks.link(SERVER, &wanted);
    let shown = |fault: LinkFault| in_words(&fault);
    Some(begun.map_or_else(shown, |it| json!({ "url": it.url, "state": it.token })))
}

fn poll_auth(banks: &Banks, body: &Value, _: &Person) -> Option<Value> {
    match text_of(body, "state") {
        "" => Some(invalid("Missing state")),
        state => ended(banks, state),
    }
}

fn complete_auth(banks: &Banks, body: &Value, _: &Person) -> Option<Value> {
    for name in ["code", "state"] {
        if text_of(body, name).is_empty() {
            return Some(invalid(&format!("Missing {name}")));
        }
    }
    let (code, state) = (text_of(body, "code"), text_of(body, "state"));
    match banks.redirected(state, Back::Code(code.to_owned())) {
        Ok(()) => ended(banks, state),
        Err(fault) => Some(in_words(&fault)),
    }
}

/// The result of a sign-in; `None` while the user is at the bank.
fn ended(banks: &Banks, state: &str) -> Option<Value> {
    match banks.connection_of_link(SERVER, state) {
        Ok(connection) => connection.as_ref().map(linked),
        Err(fault) => Some(in_words(&fault)),
    }
}

fn linked(connection: &Connection) -> Value {
    let bank = &connection.institution.name;
    let account = |it: &ExternalAccount| {
        json!({
            "account_id": it.account_id,
            "name": it.name,
            "institution": bank,
            "currency": it.currency,
            "iban": it.mask,
            "balance": it.balance,
            "balances": balances(it.balance, it.available, it.currency.as_deref(), None),
        })
    };
    json!({
        "session_id": connection.connection,
        "accounts": connection.accounts.iter().map(account).collect::<Vec<_>>(),
        "aspsp": { "name": bank },
    })
}

fn balances(
    booked: Option<Amount>,
    available: Option<Amount>,
    currency: Option<&str>,
    day: Option<Day>,
) -> Vec<Value> {
    let kinds = [("ITBD", booked), ("CLAV", available)];
    let shown = |(kind, amount): (&str, Option<Amount>)| {
        let amount = json!({ "amount": amount?, "currency": currency });
        Some(json!({ "balanceAmount": amount, "balanceType": kind, "referenceDate": day }))
    };
    kinds.into_iter().filter_map(shown).collect()
}

fn transactions(banks: &Banks, body: &Value, person: &Person) -> Option<Value> {
    let (account, day) = (text_of(body, "accountId"), text_of(body, "startDate"));
    let Ok(from) = day.parse() else { return Some(not_asked(banks)) };
    if account.is_empty() {
        return Some(not_asked(banks));
    }
    if !banks.has_credentials(OWN).unwrap_or(false) {
        return Some(not_configured());
    }
    Some(match banks.rows_of_linked(OWN, account, from, person) {
        Ok(Some(BankAnswer { error: Some(error), .. })) | Err(error) => failed(&error),
        Ok(Some(answer)) => rows(&answer),
        Ok(None) => json!({ "error_type": "INVALID_INPUT", "error_code": "NOT_FOUND" }),
    })
}

fn not_asked(banks: &Banks) -> Value {
    if banks.has_credentials(OWN).unwrap_or(false) {
        invalid("Missing accountId or startDate")
    } else {
        not_configured()
    }
}

fn not_configured() -> Value {
    json!({ "error_type": "NOT_CONFIGURED", "error_code": "NOT_CONFIGURED" })
}

fn rows(answer: &BankAnswer) -> Value {
    let balance = answer.balance.as_ref();
    let list = |is_wanted: &dyn Fn(&&BankRow) -> bool| -> Vec<Value> {
        let rows = answer.rows.iter().filter(|row| is_wanted(row));
        rows.map(|row| Value::Object(row.fields.clone())).collect()
    };
    let booked = balance.and_then(|it| it.booked);
    let available = balance.and_then(|it| it.available);
    let currency = balance.and_then(|it| it.currency.as_deref());
    let day = balance.and_then(|it| it.date);
    json!({
        "transactions": {
            "all": list(&|_| true),
            "booked": list(&|row| row.posted),
            "pending": list(&|row| !row.posted),
        },
        "balances": balances(booked, available, currency, day),
        "startingBalance": booked.unwrap_or(Amount::ZERO),
    })
}

/// An error in the format that other programs expect.
fn failed(error: &BankError) -> Value {
    let is_lost = error.code == "INVALID_ACCESS_TOKEN";
    if is_lost {
        return json!({ "error_type": "ITEM_ERROR", "error_code": "ITEM_LOGIN_REQUIRED" });
    }
    if error.kind == ErrorType::SyncError {
        return json!({ "error_type": "INTERNAL_ERROR", "error_code": "INTERNAL_ERROR" });
    }
    if error.kind == ErrorType::RateLimitExceeded {
        let code = error.kind.word();
        return json!({ "error_type": code, "error_code": code });
    }
    json!({ "error_type": error.kind, "error_code": error.code })
}

fn invalid(words: &str) -> Value {
    json!({ "error_code": "INVALID_INPUT", "error_type": words })
}

fn in_words(fault: &LinkFault) -> Value {
    json!({ "error": fault.message.as_deref().unwrap_or(fault.code.word()) })
}
