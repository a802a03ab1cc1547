//! Plaid: a hosted sign-in page, one access token for each item, and rows as changes since a
//! cursor.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use sobre_engine::banks::linking::{ExternalAccount, ExternalKind, InstitutionName};
use sobre_engine::banks::{BankError, DecimalText, ErrorType, Plan, Provider, plaid};
use sobre_engine::money::Amount;

use crate::banks::connections::{LinkCode, LinkFault, LinkRequest, Linked, Values};
use crate::banks::http::{LONG_PATIENCE, Method, Request, Response};
use crate::banks::provider::{
    BankProvider, Begin, Facts, Fetched, Field, Granted, Outcome, Scene, Step, StoredField,
};

const CLIENT_ID: &str = "clientId";
const SECRET: &str = "secret";
const LINK_TOKEN: &str = "linkToken";
const ACCESS_TOKEN: &str = "accessToken";
const PRODUCTION: &str = "https://production.plaid.com";
/// Most rows on a page.
const PAGE_ROWS: u32 = 500;
const MOST_PAGES: usize = 2_000;
/// How often to restart paging because rows changed meanwhile.
const MOST_RUNS: u32 = 5;
/// Days of history to request for a new item.
const HISTORY_DAYS: u32 = 730;

/// The Plaid client.
pub struct Plaid {
    url: String,
}

static FACTS: Facts = Facts {
    provider: Provider::Plaid,
    regions: &["US", "CA"],
    fields: &[
        Field {
            name: CLIENT_ID,
            label: "Client ID",
            secret: false,
            help: "https://dashboard.plaid.com/developers/keys",
        },
        Field {
            name: SECRET,
            label: "Secret",
            secret: true,
            help: "https://dashboard.plaid.com/developers/keys",
        },
    ],
    stored: &[
        StoredField { field: CLIENT_ID, name: "plaid_clientId", optional: false },
        StoredField { field: SECRET, name: "plaid_secret", optional: false },
    ],
    browser: true,
    needs_institution: false,
    times_a_day: 4,
};

impl Plaid {
    /// A client for the provider's own address or a replacement.
    #[must_use]
    pub fn at(url: Option<&str>) -> Self {
        Self { url: url.unwrap_or(PRODUCTION).trim_end_matches('/').to_owned() }
    }

    fn post(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        path: &'static str,
        body: &Value,
    ) -> Result<String, BankError> {
        let request = Request::new(path, Method::Post, format!("{}{path}", self.url))
            .header("PLAID-CLIENT-ID", own.text(CLIENT_ID))
            .header("PLAID-SECRET", own.text(SECRET))
            .header("Plaid-Version", "2020-09-14")
            .json(body);
        let request = Request { patience: LONG_PATIENCE, ..request };
        let Response { status, body, retry_after } = scene.http.send(&request)?;
        if status == 200 {
            return Ok(body);
        }
        Err(BankError { retry_after, ..plaid::error(status, &body) })
    }

    fn ask(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        path: &'static str,
        body: &Value,
    ) -> Result<Value, BankError> {
        let body = self.post(scene, own, path, body)?;
        serde_json::from_str(&body).map_err(|_| BankError::sync_error())
    }

    /// Exchanges a public token, which works once.
    fn exchange(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        result: &Value,
    ) -> Result<Granted, BankError> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let public = json!({ "public_token": result["public_token"] });
        let item = self.ask(scene, own, "/item/public_token/exchange", &public)?;
        let access = item["access_token"].as_str().ok_or_else(BankError::sync_error)?;
        let institution = InstitutionName {
            id: text(&result["institution"]["institution_id"]),
            name: text(&result["institution"]["name"]),
        };
        let body = self.post(scene, own, "/accounts/get", &json!({ "access_token": access }))?;
        let listed: Accounts<'_> =
            serde_json::from_str(&body).map_err(|_| BankError::sync_error())?;
        let accounts = listed.accounts.iter().map(|it| it.external(&institution)).collect();
        let grant = Values::default().with(ACCESS_TOKEN, access);
        Ok(Granted { grant, institution, valid_until: None, accounts })
    }

    /// Fetches all pages from the plan's cursor on; `None` if rows changed meanwhile.
    fn run(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        access: &str,
        plan: &Plan,
    ) -> Result<Option<Vec<String>>, BankError> {
        let mut cursor = plan.cursor.clone();
        let mut bodies = Vec::new();
        loop {
            let mut body = json!({
                "access_token": access,
                "count": PAGE_ROWS,
                "options": { "include_original_description": true },
            });
            if !cursor.is_empty() {
                body["cursor"] = cursor.clone().into();
            }
            let body = match self.post(scene, own, "/transactions/sync", &body) {
                Ok(body) => body,
                Err(error) if error.code == "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION" => {
                    return Ok(None);
                }
                Err(error) => return Err(error),
            };
            let page = plaid::page(&body)?;
            let has_more = page.has_more;
            cursor = page.next_cursor.clone();
            if cursor.is_empty() && page.update_status.as_deref() == Some("NOT_READY") {
                return Err(BankError::with_code(ErrorType::InstitutionError, "PRODUCT_NOT_READY"));
            }
            bodies.push(body);
            if !has_more {
                return Ok(Some(bodies));
            }
            if bodies.len() >= MOST_PAGES {
                let text = format!("The bank sent more than {MOST_PAGES} pages.");
                return Err(BankError::sync_error().with_text(&text));
            }
        }
    }
}

impl BankProvider for Plaid {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check(&self, scene: &Scene<'_>, given: Values) -> Linked<Values> {
        given.need(CLIENT_ID)?;
        given.need(SECRET)?;
        let body = json!({ "count": 1, "offset": 0, "country_codes": ["US"] });
        match self.post(scene, &given, "/institutions/get", &body) {
            Ok(_) => Ok(given),
            Err(error) if error.code == "INVALID_API_KEYS" => Err(LinkFault {
                message: error.text,
                ..LinkFault::of(LinkCode::InvalidCredentials)
            }),
            Err(error) => Err(error.into()),
        }
    }

    fn begin(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        wanted: &LinkRequest,
        begin: &Begin<'_>,
    ) -> Linked<Step> {
        let countries = wanted.country.as_deref().map_or(vec!["US", "CA"], |it| vec![it]);
        let mut body = json!({
            "client_name": "Sobre",
            "language": wanted.language.as_deref().unwrap_or("en"),
            "country_codes": countries,
            "user": { "client_user_id": begin.user },
            "hosted_link": { "url_lifetime_seconds": 1800 },
        });
        if let Some(back) = &wanted.back {
            body["hosted_link"]["completion_redirect_uri"] = back.clone().into();
        }
        let mut secrets = Values::default();
        match begin.repair {
            Some(grant) => {
                body["access_token"] = grant.text(ACCESS_TOKEN).into();
                secrets = secrets.with(ACCESS_TOKEN, grant.text(ACCESS_TOKEN));
            }
            None => {
                body["products"] = json!(["transactions"]);
                body["transactions"] = json!({ "days_requested": HISTORY_DAYS });
            }
        }
        let answer = self.ask(scene, own, "/link/token/create", &body)?;
        let part = |name: &str| answer[name].as_str().ok_or_else(BankError::sync_error);
        let (token, url) = (part("link_token")?, part("hosted_link_url")?);
        Ok(Step::opening(url, secrets.with(LINK_TOKEN, token)))
    }

    fn finish(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        step: &Step,
        _: Option<&crate::banks::provider::Back>,
    ) -> Linked<Outcome> {
        let body = json!({ "link_token": step.secrets.text(LINK_TOKEN) });
        let answer = self.ask(scene, own, "/link/token/get", &body)?;
        let sessions = answer["link_sessions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let result = sessions.iter().find_map(|it| {
            let added = it["results"]["item_add_results"].get(0);
            added.or_else(|| it.get("on_success")).filter(|it| it["public_token"].is_string())
        });
        if let Some(result) = result {
            return Ok(Outcome::Granted(Box::new(self.exchange(scene, own, result)?)));
        }
        let ended = |it: &&Value| it["finished_at"].is_string();
        let Some(last) = sessions.iter().rfind(ended) else { return Ok(Outcome::Waiting) };
        let error = &last["exit"]["error"];
        if error.is_object() {
            return Err(plaid::error(400, &error.to_string()).into());
        }
        let Some(access) = step.secrets.get(ACCESS_TOKEN) else { return Ok(Outcome::Cancelled) };
        if !last["exit"].is_null() {
            return Ok(Outcome::Cancelled);
        }
        let item = self.ask(scene, own, "/item/get", &json!({ "access_token": access }))?;
        if !item["item"]["error"].is_null() {
            return Ok(Outcome::Cancelled);
        }
        let grant = Values::default().with(ACCESS_TOKEN, access);
        let (institution, accounts) = Default::default();
        Ok(Outcome::Granted(Box::new(Granted { grant, institution, valid_until: None, accounts })))
    }

    fn fetch(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        grant: &Values,
        plan: &Plan,
    ) -> Result<Fetched, BankError> {
        for _ in 0..MOST_RUNS {
            let Some(bodies) = self.run(scene, own, grant.text(ACCESS_TOKEN), plan)? else {
                continue;
            };
            let pages = bodies.iter().map(|it| plaid::page(it)).collect::<Result<Vec<_>, _>>()?;
            let cursor = pages.last().map(|it| it.next_cursor.clone());
            return Ok(Fetched { answers: plaid::read(&pages, plan), cursor });
        }
        let code = "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION";
        Err(BankError::with_code(ErrorType::SyncError, code))
    }

    fn end(&self, scene: &Scene<'_>, own: &Values, grant: &Values) -> Result<(), BankError> {
        let body = json!({ "access_token": grant.text(ACCESS_TOKEN) });
        self.post(scene, own, "/item/remove", &body).map(drop)
    }
}

/// The accounts of an item. Numbers keep their exact text, so no amount passes through a float.
#[derive(Deserialize)]
struct Accounts<'t> {
    #[serde(borrow)]
    accounts: Vec<Account<'t>>,
}

#[derive(Deserialize)]
struct Account<'t> {
    account_id: String,
    #[serde(default)]
    name: String,
    official_name: Option<String>,
    mask: Option<String>,
    #[serde(default, rename = "type")]
    kind: String,
    subtype: Option<String>,
    #[serde(borrow)]
    balances: Option<Balances<'t>>,
}

#[derive(Default, Deserialize)]
struct Balances<'t> {
    #[serde(borrow)]
    current: Option<&'t RawValue>,
    #[serde(borrow)]
    available: Option<&'t RawValue>,
    #[serde(borrow)]
    limit: Option<&'t RawValue>,
    iso_currency_code: Option<String>,
    unofficial_currency_code: Option<String>,
}

impl Account<'_> {
    fn external(&self, institution: &InstitutionName) -> ExternalAccount {
        let number = |raw: Option<&RawValue>| DecimalText::of_json(raw?.get());
        let amount = |it: Option<DecimalText>| -> Option<Amount> { it?.amount() };
        let balances = self.balances.as_ref();
        let is_owed = matches!(self.kind.as_str(), "credit" | "loan");
        let current = number(balances.and_then(|it| it.current));
        let available = number(balances.and_then(|it| it.available));
        let currency = balances.and_then(|it| {
            it.iso_currency_code.clone().or_else(|| it.unofficial_currency_code.clone())
        });
        let subtype = self.subtype.as_deref().unwrap_or_default();
        ExternalAccount {
            account_id: self.account_id.clone(),
            name: self.name.clone(),
            official_name: self.official_name.clone(),
            mask: self.mask.clone(),
            kind: ExternalKind::of_words(&self.kind, subtype),
            subtype: self.subtype.clone(),
            balance: amount(if is_owed { current.map(DecimalText::negated) } else { current }),
            available: amount(available.filter(|_| self.kind != "credit")),
            limit: amount(number(balances.and_then(|it| it.limit))),
            currency,
            institution: institution.clone(),
        }
    }
}
