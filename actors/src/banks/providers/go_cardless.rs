//! GoCardless Bank Account Data, which accepts no new customers: a short-lived access token for
//! each operation, and a requisition for each consent.

use chrono::TimeDelta;
use serde_json::{Value, json};
use sobre_engine::banks::linking::{ExternalAccount, Institution, InstitutionName};
use sobre_engine::banks::{BankError, Plan, PlannedAccount, Provider, go_cardless, read_decimal};

use super::consents;
use crate::banks::connections::{
    InstitutionSearch, LinkCode, LinkFault, LinkRequest, Linked, Values,
};
use crate::banks::http::{Method, Request, Response};
use crate::banks::provider::{
    Back, BankProvider, Begin, Facts, Fetched, Field, Granted, Outcome, Scene, Step, StoredField,
};
use crate::banks::web::encoded;

const SECRET_ID: &str = "secretId";
const SECRET_KEY: &str = "secretKey";
const REQUISITION: &str = "requisition";
const BANK: &str = "bank";
const BANK_NAME: &str = "bankName";
const URL: &str = "https://bankaccountdata.gocardless.com/api/v2";
const HELP: &str = "https://bankaccountdata.gocardless.com/user-secrets/";
/// Days of consent to request, unless the bank allows fewer.
const CONSENT_DAYS: i64 = 90;

/// The GoCardless client.
pub struct GoCardless {
    url: String,
}

static FACTS: Facts = Facts {
    provider: Provider::GoCardless,
    regions: &["EEA", "GB"],
    fields: &[
        Field { name: SECRET_ID, label: "Secret ID", secret: true, help: HELP },
        Field { name: SECRET_KEY, label: "Secret key", secret: true, help: HELP },
    ],
    stored: &[
        StoredField { field: SECRET_ID, name: "gocardless_secretId", optional: false },
        StoredField { field: SECRET_KEY, name: "gocardless_secretKey", optional: false },
    ],
    browser: true,
    needs_institution: true,
    times_a_day: 3,
};

/// Sends requests with one access token.
struct Client<'a> {
    url: &'a str,
    scene: &'a Scene<'a>,
    token: String,
}

impl GoCardless {
    /// A client for the provider's own address or a replacement.
    #[must_use]
    pub fn at(url: Option<&str>) -> Self {
        Self { url: url.unwrap_or(URL).trim_end_matches('/').to_owned() }
    }

    fn client<'a>(&'a self, scene: &'a Scene<'a>, own: &Values) -> Result<Client<'a>, BankError> {
        let body = json!({
            "secret_id": own.text(SECRET_ID), "secret_key": own.text(SECRET_KEY),
        });
        let mut client = Client { url: &self.url, scene, token: String::new() };
        let answer = client.post("gocardless token", "/token/new/", &body)?;
        let token = answer["access"].as_str().ok_or_else(BankError::sync_error)?;
        token.clone_into(&mut client.token);
        Ok(client)
    }
}

impl Client<'_> {
    fn send(&self, request: Request) -> Result<Value, BankError> {
        let request = if self.token.is_empty() {
            request
        } else {
            request.header("Authorization", &format!("Bearer {}", self.token))
        };
        let is_end = request.method == Method::Delete;
        let Response { status, body, retry_after } = self.scene.http.send(&request)?;
        if !(200..300).contains(&status) {
            return Err(BankError { retry_after, ..go_cardless::error(status, &body) });
        }
        if is_end && body.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_str(&body).map_err(|_| BankError::sync_error())
    }

    fn request(&self, name: &'static str, method: Method, path: &str) -> Request {
        Request::new(name, method, format!("{}{path}", self.url))
    }

    fn get(&self, name: &'static str, path: &str) -> Result<Value, BankError> {
        self.send(self.request(name, Method::Get, path))
    }

    fn post(&self, name: &'static str, path: &str, body: &Value) -> Result<Value, BankError> {
        self.send(self.request(name, Method::Post, path).json(body))
    }

    /// A part of an account: `balances`, `details` or `transactions`.
    fn part(&self, account: &str, part: &str) -> Result<Value, BankError> {
        self.get("gocardless account", &format!("/accounts/{}/{part}/", encoded(account)))
    }

    fn account(
        &self,
        id: &str,
        plan: &Plan,
        from: sobre_engine::dates::Day,
    ) -> Result<go_cardless::Fetched, BankError> {
        let mut balances = self.part(id, "balances")?;
        let path = format!("/accounts/{}/transactions/", encoded(id));
        let request = self.request("gocardless rows", Method::Get, &path);
        let request = request.with("date_from", from.min(plan.today)).with("date_to", plan.today);
        let mut rows = self.send(request)?;
        let balances = balances["balances"].as_array_mut().map(std::mem::take).unwrap_or_default();
        let transactions = rows["transactions"].take();
        Ok(go_cardless::Fetched { account: id.to_owned(), balances, transactions })
    }

    fn external(&self, id: &str, bank: &InstitutionName) -> ExternalAccount {
        // Only shown while the user chooses accounts; linking works without them.
        let details = self.part(id, "details").unwrap_or_default();
        let balances = self.part(id, "balances").unwrap_or_default();
        external(id, &details["account"], &balances["balances"], bank)
    }
}

impl BankProvider for GoCardless {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check(&self, scene: &Scene<'_>, given: Values) -> Linked<Values> {
        given.need(SECRET_ID)?;
        given.need(SECRET_KEY)?;
        match self.client(scene, &given) {
            Ok(_) => Ok(given),
            Err(error) => {
                let fault = LinkFault::from(error);
                let is_refused =
                    !matches!(fault.code, LinkCode::Network | LinkCode::TooManyRequests);
                let code = if is_refused { LinkCode::InvalidCredentials } else { fault.code };
                Err(LinkFault { code, ..fault })
            }
        }
    }

    fn institutions(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        wanted: &InstitutionSearch,
    ) -> Linked<Vec<Institution>> {
        let client = self.client(scene, own)?;
        let request = client.request("gocardless banks", Method::Get, "/institutions/");
        let listed = client.send(request.with("country", &wanted.country))?;
        let listed = listed.as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(listed.iter().filter_map(institution).collect())
    }

    fn begin(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        wanted: &LinkRequest,
        begin: &Begin<'_>,
    ) -> Linked<Step> {
        let known = begin.repair.and_then(|it| it.get(BANK)).map(str::to_owned);
        let bank = wanted.institution.clone().or(known);
        let bank = bank.ok_or_else(|| LinkFault::in_field("institution"))?;
        let back = wanted.back.as_deref().ok_or_else(|| LinkFault::in_field("back"))?;
        let client = self.client(scene, own)?;
        let path = format!("/institutions/{}/", encoded(&bank));
        let found = client.get("gocardless bank", &path)?;
        let number = |name: &str| number(&found[name]);
        let consent = number("max_access_valid_for_days").unwrap_or(CONSENT_DAYS);
        let agreement = json!({
            "institution_id": bank,
            "max_historical_days": number("transaction_total_days").unwrap_or(CONSENT_DAYS),
            "access_valid_for_days": consent,
            "access_scope": ["balances", "details", "transactions"],
        });
        let agreement = client.post("gocardless consent", "/agreements/enduser/", &agreement)?;
        let body = json!({
            "redirect": back,
            "institution_id": bank,
            "agreement": agreement["id"],
            "reference": begin.state,
            "user_language": wanted.language.as_deref().unwrap_or("en").to_uppercase(),
        });
        let requisition = client.post("gocardless sign-in", "/requisitions/", &body)?;
        let part = |name: &str| requisition[name].as_str().ok_or_else(BankError::sync_error);
        let secrets = Values::default()
            .with(REQUISITION, part("id")?)
            .with(BANK, &bank)
            .with(BANK_NAME, found["name"].as_str().unwrap_or(&bank))
            .with("days", &consent.to_string());
        Ok(Step::opening(part("link")?, secrets))
    }

    fn finish(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        step: &Step,
        _: Option<&Back>,
    ) -> Linked<Outcome> {
        let client = self.client(scene, own)?;
        let id = step.secrets.text(REQUISITION);
        let path = format!("/requisitions/{}/", encoded(id));
        let requisition = client.get("gocardless sign-in", &path)?;
        match requisition["status"].as_str() {
            Some("LN") => {}
            Some("RJ" | "EX" | "UA" | "SU") => return Ok(Outcome::Cancelled),
            _ => return Ok(Outcome::Waiting),
        }
        let bank = InstitutionName {
            id: step.secrets.text(BANK).to_owned(),
            name: step.secrets.text(BANK_NAME).to_owned(),
        };
        let ids = requisition["accounts"].as_array().map(Vec::as_slice).unwrap_or_default();
        let ids = ids.iter().filter_map(Value::as_str);
        let accounts = ids.map(|id| client.external(id, &bank)).collect();
        let days = step.secrets.text("days").parse().unwrap_or(CONSENT_DAYS);
        let ends = consents::end(scene, TimeDelta::days(days));
        let grant = Values::default().with(REQUISITION, id).with(BANK, &bank.id);
        Ok(Outcome::Granted(Box::new(Granted {
            grant,
            institution: bank,
            valid_until: Some(ends),
            accounts,
        })))
    }

    fn fetch(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        _: &Values,
        plan: &Plan,
    ) -> Result<Fetched, BankError> {
        let client = self.client(scene, own)?;
        let account = |asked: &PlannedAccount| client.account(&asked.account, plan, asked.from);
        consents::fetch_each(plan, |asked| account(asked).map(Some), go_cardless::read)
    }

    fn end(&self, scene: &Scene<'_>, own: &Values, grant: &Values) -> Result<(), BankError> {
        let path = format!("/requisitions/{}/", encoded(grant.text(REQUISITION)));
        let client = self.client(scene, own)?;
        client.send(client.request("gocardless end", Method::Delete, &path)).map(drop)
    }
}

/// A number, also if it is sent as text.
fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn institution(bank: &Value) -> Option<Institution> {
    let text = |name: &str| bank[name].as_str().map(str::to_owned);
    let number = |name: &str| number(&bank[name]).and_then(|it| u32::try_from(it).ok());
    let countries = bank["countries"].as_array().map(Vec::as_slice).unwrap_or_default();
    Some(Institution {
        id: text("id")?,
        name: text("name")?,
        logo: text("logo"),
        countries: countries.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect(),
        consent_days: number("max_access_valid_for_days"),
        history_days: number("transaction_total_days"),
        psu_types: None,
    })
}

fn external(
    id: &str,
    details: &Value,
    balances: &Value,
    bank: &InstitutionName,
) -> ExternalAccount {
    let text = |name: &str| details[name].as_str().filter(|it| !it.is_empty()).map(str::to_owned);
    let listed = balances.as_array().map(Vec::as_slice).unwrap_or_default();
    let amount = |kinds: &[&str]| {
        let of = |kind: &&str| listed.iter().find(|it| it["balanceType"] == **kind);
        let found = kinds.iter().find_map(of)?;
        read_decimal(found["balanceAmount"]["amount"].as_str()?)
    };
    let number = text("iban").or_else(|| text("maskedPan"));
    let name = text("name").or_else(|| text("product")).or_else(|| text("displayName"));
    ExternalAccount {
        account_id: id.to_owned(),
        name: name.unwrap_or_else(|| bank.name.clone()),
        official_name: text("product"),
        mask: consents::mask(number.as_ref()),
        kind: consents::kind(details["cashAccountType"].as_str()),
        subtype: text("cashAccountType"),
        balance: amount(&["closingBooked", "interimBooked", "expected", "openingBooked"]),
        available: amount(&["interimAvailable"]),
        limit: None,
        currency: text("currency"),
        institution: bank.clone(),
    }
}

#[cfg(test)]
mod tests;
