//! The GoCardless client against a provider that answers by address.

use std::collections::HashMap;

use parking_lot::Mutex;
use serde_json::{Value, json};
use sobre_engine::banks::{ErrorType, Plan, PlannedAccount, Provider};
use sobre_engine::money::Amount;

use super::GoCardless;
use crate::banks::connections::{InstitutionSearch, LinkCode, LinkRequest, Values};
use crate::banks::http::{Http, HttpFault, Method, Request, Response};
use crate::banks::provider::{BankProvider as _, Begin, Outcome, Scene, Step};

const URL: &str = "https://provider.example/api/v2";
/// 2026-11-20.
const NOW_MS: i64 = 1_795_132_800_000;

/// Answers with a status and a body by method and path, and remembers what was sent.
#[derive(Default)]
struct Provided {
    answers: HashMap<&'static str, (u16, Value)>,
    sent: Mutex<Vec<String>>,
}

impl Provided {
    fn new() -> Self {
        Self::default().on("POST /token/new/", 200, json!({ "access": "ACCESS" }))
    }

    fn on(mut self, at: &'static str, status: u16, body: Value) -> Self {
        self.answers.insert(at, (status, body));
        self
    }

    fn sent(&self, at: &str) -> Vec<Value> {
        let sent = self.sent.lock();
        let bodies = sent.iter().filter_map(|it| it.strip_prefix(at));
        bodies.map(|body| serde_json::from_str(body).unwrap_or_default()).collect()
    }
}

impl Http for Provided {
    fn send(&self, request: &Request) -> Result<Response, HttpFault> {
        let method = match request.method {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Delete => "DELETE",
        };
        let path = request.url.strip_prefix(URL).ok_or(HttpFault::NotAllowed)?;
        let at = format!("{method} {path}");
        let is_allowed = path == "/token/new/"
            || request.headers.contains(&("Authorization", "Bearer ACCESS".to_owned()));
        let body = request.json.clone().unwrap_or_default();
        self.sent.lock().push(format!("{at}{body}"));
        let known = self.answers.get(at.as_str()).filter(|_| is_allowed);
        let (status, body) = known.cloned().unwrap_or((404, json!({})));
        let body = if body.is_null() { String::new() } else { body.to_string() };
        Ok(Response { status, body, retry_after: (status == 429).then_some(60) })
    }
}

fn scene(http: &Provided) -> Scene<'_> {
    Scene { http, now_ms: NOW_MS, today: "2026-11-20".parse().unwrap(), person: None }
}

fn provider() -> GoCardless {
    GoCardless::at(Some(URL))
}

fn own() -> Values {
    Values::default().with("secretId", "ID").with("secretKey", "KEY")
}

fn plan() -> Plan {
    let account =
        |id: &str| PlannedAccount { account: id.to_owned(), from: "2026-11-01".parse().unwrap() };
    Plan {
        today: "2026-11-20".parse().unwrap(),
        accounts: vec![account("A1"), account("A2")],
        cursor: String::new(),
    }
}

fn balances() -> Value {
    json!({ "balances": [{ "balanceType": "closingBooked",
        "balanceAmount": { "amount": "120.50", "currency": "EUR" } }] })
}

fn rows() -> Value {
    json!({ "transactions": {
        "booked": [{ "transactionId": "T1", "bookingDate": "2026-11-10",
            "transactionAmount": { "amount": "-4.50", "currency": "EUR" },
            "creditorName": "Cafe" }],
        "pending": [],
    } })
}

#[test]
fn credentials_are_accepted_by_a_token_and_refused_without_one() {
    assert!(provider().check(&scene(&Provided::new()), own()).is_ok());
    let refusing = Provided::new().on("POST /token/new/", 401, json!({ "summary": "No" }));
    let fault = provider().check(&scene(&refusing), own()).unwrap_err();
    assert_eq!(fault.code, LinkCode::InvalidCredentials);
    let busy = Provided::new().on("POST /token/new/", 429, json!({}));
    let fault = provider().check(&scene(&busy), own()).unwrap_err();
    assert_eq!(fault.code, LinkCode::TooManyRequests);
    assert!(provider().check(&scene(&Provided::new()), Values::default()).is_err());
}

#[test]
fn the_banks_of_a_country_are_listed() {
    let bank = json!({ "id": "BANK", "name": "Bank", "countries": ["FR"],
                       "transaction_total_days": "730", "max_access_valid_for_days": 180 });
    let http = Provided::new().on("GET /institutions/", 200, json!([bank, { "name": "no id" }]));
    let wanted = InstitutionSearch {
        provider: Provider::GoCardless,
        country: "FR".to_owned(),
        search: None,
    };
    let listed = provider().institutions(&scene(&http), &own(), &wanted).unwrap();
    let of: Vec<_> = listed.iter().map(|it| (&*it.id, it.consent_days, it.history_days)).collect();
    assert_eq!(of, [("BANK", Some(180), Some(730))]);
}

fn begun(http: &Provided) -> Step {
    let wanted = LinkRequest {
        provider: Provider::GoCardless,
        institution: Some("BANK".to_owned()),
        country: None,
        psu_type: None,
        repair: None,
        language: Some("fr".to_owned()),
        back: Some("https://sobre.example/back".to_owned()),
    };
    let begin = Begin { repair: None, state: "STATE", user: "USER" };
    provider().begin(&scene(http), &own(), &wanted, &begin).unwrap()
}

fn signing_in() -> Provided {
    let bank = json!({ "id": "BANK", "name": "Bank", "max_access_valid_for_days": "180" });
    Provided::new()
        .on("GET /institutions/BANK/", 200, bank)
        .on("POST /agreements/enduser/", 201, json!({ "id": "AGREEMENT" }))
        .on("POST /requisitions/", 201, json!({ "id": "R1", "link": "https://bank.example/in" }))
}

#[test]
fn a_sign_in_asks_for_as_many_days_as_the_bank_allows() {
    let http = signing_in();
    let step = begun(&http);
    assert_eq!(step.url, "https://bank.example/in");
    let agreement = &http.sent("POST /agreements/enduser/")[0];
    assert_eq!(agreement["access_valid_for_days"], 180);
    assert_eq!(agreement["max_historical_days"], 90);
    let requisition = &http.sent("POST /requisitions/")[0];
    assert_eq!(requisition["agreement"], "AGREEMENT");
    assert_eq!(requisition["reference"], "STATE");
    assert_eq!(requisition["user_language"], "FR");
}

#[test]
fn a_sign_in_waits_is_cancelled_or_grants_the_accounts() {
    let step = begun(&signing_in());
    let outcome = |status: &str| {
        let requisition = json!({ "status": status, "accounts": ["A1"] });
        let details = json!({ "account": { "iban": "FR1420041010050500013M02606",
            "name": "Compte", "cashAccountType": "CACC", "currency": "EUR" } });
        let http = Provided::new()
            .on("GET /requisitions/R1/", 200, requisition)
            .on("GET /accounts/A1/details/", 200, details)
            .on("GET /accounts/A1/balances/", 200, balances());
        provider().finish(&scene(&http), &own(), &step, None).unwrap()
    };
    assert!(matches!(outcome("CR"), Outcome::Waiting));
    assert!(matches!(outcome("RJ"), Outcome::Cancelled));
    let Outcome::Granted(granted) = outcome("LN") else { panic!("not granted") };
    assert_eq!(granted.valid_until.as_deref(), Some("2027-05-19T00:00:00Z"));
    assert_eq!(granted.institution.name, "Bank");
    let account = &granted.accounts[0];
    assert_eq!((&*account.account_id, &*account.name), ("A1", "Compte"));
    assert_eq!(account.mask.as_deref(), Some("2606"));
    assert_eq!(account.balance, Amount::from_cents(12_050).ok());
}

#[test]
fn accounts_are_fetched_and_one_that_fails_leaves_the_others() {
    let http = Provided::new()
        .on("GET /accounts/A1/balances/", 200, balances())
        .on("GET /accounts/A1/transactions/", 200, rows())
        .on("GET /accounts/A2/balances/", 429, json!({ "summary": "Rate limit" }));
    let fetched = provider().fetch(&scene(&http), &own(), &Values::default(), &plan()).unwrap();
    let [first, second] = &fetched.answers[..] else { panic!("two answers") };
    assert_eq!(first.rows.len(), 1);
    assert_eq!(first.rows[0].amount.cents(), -450);
    assert_eq!(first.balance.as_ref().and_then(|it| it.booked), Amount::from_cents(12_050).ok());
    let error = second.error.as_ref().unwrap();
    assert_eq!((error.kind, error.retry_after), (ErrorType::RateLimitExceeded, Some(60)));
}

#[test]
fn a_fetch_fails_if_every_account_does() {
    let expired = json!({ "summary": "EUA has expired" });
    let http = Provided::new().on("GET /accounts/A1/balances/", 401, expired.clone()).on(
        "GET /accounts/A2/balances/",
        401,
        expired,
    );
    let fetched = provider().fetch(&scene(&http), &own(), &Values::default(), &plan());
    assert_eq!(fetched.err().unwrap().kind, ErrorType::ItemError);
}

#[test]
fn ending_a_consent_deletes_its_requisition() {
    let http = Provided::new().on("DELETE /requisitions/R1/", 204, Value::Null);
    let grant = Values::default().with("requisition", "R1");
    provider().end(&scene(&http), &own(), &grant).unwrap();
    assert_eq!(http.sent("DELETE /requisitions/R1/").len(), 1);
}
