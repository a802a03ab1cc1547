//! Enable Banking: a private key signs each request. After the user signs in at the bank, the
//! provider returns a session with new account ids. The identification hash of an account never
//! changes.

mod tokens;

use chrono::TimeDelta;
use serde_json::{Value, json};
use sobre_engine::banks::linking::{ExternalAccount, Institution, InstitutionName};
use sobre_engine::banks::{
    BankError, Plan, PlannedAccount, Provider, WINDOW_DAYS, currency, enable_banking, read_decimal,
};

use super::consents;
use crate::banks::connections::{
    InstitutionSearch, LinkCode, LinkFault, LinkRequest, Linked, Values,
};
use crate::banks::http::{Method, Request, Response};
use crate::banks::provider::{
    Back, BankProvider, Begin, Facts, Fetched, Field, Granted, Outcome, Scene, Step, StoredField,
};
use crate::banks::web::encoded;

const APPLICATION: &str = "applicationId";
const KEY: &str = "secretKey";
const SESSION: &str = "session";
const ACCOUNTS: &str = "accounts";
const BANK: &str = "bank";
const COUNTRY: &str = "country";
const URL: &str = "https://api.enablebanking.com";
/// The path that a bank redirects to, below the address of the app.
pub const CALLBACK: &str = "/enablebanking/auth_callback";
const MOST_PAGES: usize = 200;
/// Longest consent to request, in days.
const CONSENT_DAYS: i64 = 180;
const DAY_SECONDS: i64 = 24 * 60 * 60;
const HELP: &str = "https://enablebanking.com/cp/applications";

/// A request's name in the log, method and path.
type What<'a> = (&'static str, Method, &'a str);

/// The Enable Banking client.
pub struct EnableBanking {
    url: String,
}

static FACTS: Facts = Facts {
    provider: Provider::EnableBanking,
    regions: &["EEA"],
    fields: &[
        Field { name: APPLICATION, label: "Application ID", secret: false, help: HELP },
        Field { name: KEY, label: "Private key", secret: true, help: HELP },
    ],
    stored: &[
        StoredField { field: APPLICATION, name: "enablebanking_applicationId", optional: false },
        StoredField { field: KEY, name: "enablebanking_secretKey", optional: false },
    ],
    browser: true,
    needs_institution: true,
    times_a_day: 3,
};

impl EnableBanking {
    /// A client for the provider's own address or a replacement.
    #[must_use]
    pub fn at(url: Option<&str>) -> Self {
        Self { url: url.unwrap_or(URL).trim_end_matches('/').to_owned() }
    }

    fn request(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        what: What<'_>,
    ) -> Result<Request, BankError> {
        let (name, method, path) = what;
        let token = tokens::signed(own.text(APPLICATION), own.text(KEY), scene.now_ms);
        let token = token.ok_or_else(|| enable_banking::error(401, ""))?;
        let request = Request::new(name, method, format!("{}{path}", self.url));
        let request = request.header("Authorization", &format!("Bearer {token}"));
        // These headers mark a request of a waiting user, which banks limit less.
        let person = scene.person.and_then(|it| it.address.as_deref().zip(it.agent.as_deref()));
        Ok(match person {
            Some((address, agent)) => {
                request.header("Psu-Ip-Address", address).header("Psu-User-Agent", agent)
            }
            None => request,
        })
    }

    fn send(scene: &Scene<'_>, request: &Request) -> Result<Value, BankError> {
        let Response { status, body, retry_after } = scene.http.send(request)?;
        if status != 200 {
            return Err(BankError { retry_after, ..enable_banking::error(status, &body) });
        }
        let answer: Option<Value> = serde_json::from_str(&body).ok();
        answer.filter(Value::is_object).ok_or_else(BankError::sync_error)
    }

    fn get(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        name: &'static str,
        path: &str,
    ) -> Result<Value, BankError> {
        Self::send(scene, &self.request(scene, own, (name, Method::Get, path))?)
    }

    /// The banks of a country in the provider's own format.
    fn listed(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        country: &str,
    ) -> Result<Vec<Value>, BankError> {
        let request = self.request(scene, own, ("enable banking banks", Method::Get, "/aspsps"))?;
        let mut answer = Self::send(scene, &request.with("country", country))?;
        let Value::Array(listed) = answer["aspsps"].take() else {
            return Err(BankError::sync_error());
        };
        Ok(listed)
    }

    /// The latest possible end of the consent (RFC 3339).
    fn valid_until(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        bank: &str,
        country: &str,
    ) -> Linked<String> {
        let listed = self.listed(scene, own, country)?;
        let found = listed.iter().find(|it| it["name"] == bank);
        let found = found.ok_or_else(|| LinkFault::in_field("institution"))?;
        let most = found["maximum_consent_validity"].as_i64().unwrap_or(CONSENT_DAYS * DAY_SECONDS);
        let lasts = TimeDelta::seconds(most.min(CONSENT_DAYS * DAY_SECONDS));
        Ok(consents::end(scene, lasts))
    }

    /// The address that the bank redirects to. It must be registered with the application.
    fn redirect(&self, scene: &Scene<'_>, own: &Values, back: &str) -> Linked<String> {
        let redirect = format!("{}{CALLBACK}", back.trim_end_matches('/'));
        let application = self.get(scene, own, "enable banking application", "/application")?;
        let known = application["redirect_urls"].as_array().map(Vec::as_slice).unwrap_or_default();
        if known.is_empty() || known.iter().any(|it| *it == redirect.as_str()) {
            return Ok(redirect);
        }
        let words = format!("Add this redirect address to your application: {redirect}");
        Err(LinkFault { message: Some(words), ..LinkFault::in_field("back") })
    }

    fn session(&self, scene: &Scene<'_>, own: &Values, code: &str) -> Result<Granted, BankError> {
        let what = ("enable banking session", Method::Post, "/sessions");
        let request = self.request(scene, own, what)?.json(&json!({ "code": code }));
        let session = Self::send(scene, &request)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let id = session["session_id"].as_str().ok_or_else(BankError::sync_error)?;
        let bank = text(&session["aspsp"]["name"]);
        let institution = InstitutionName { id: bank.clone(), name: bank.clone() };
        let listed = session["accounts"].as_array().cloned().unwrap_or_default();
        if listed.is_empty() {
            return Err(BankError::no_accounts()
                .with_text("Link your accounts in the control panel of Enable Banking first."));
        }
        let accounts = listed.iter().map(|it| {
            let uid = text(&it["uid"]);
            // Only shown while the user chooses accounts; linking works without it.
            let balances = self.balances(scene, own, &uid).unwrap_or_default();
            external(it, &balances, &institution)
        });
        let accounts = accounts.collect();
        let grant = Values::default()
            .with(SESSION, id)
            .with(BANK, &bank)
            .with(COUNTRY, &text(&session["aspsp"]["country"]))
            .with(ACCOUNTS, &Value::from(listed).to_string());
        let valid_until = session["access"]["valid_until"].as_str().map(str::to_owned);
        Ok(Granted { grant, institution, valid_until, accounts })
    }

    fn balances(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        uid: &str,
    ) -> Result<Vec<Value>, BankError> {
        let path = format!("/accounts/{}/balances", encoded(uid));
        let answer = self.get(scene, own, "enable banking balances", &path)?;
        Ok(answer["balances"].as_array().cloned().unwrap_or_default())
    }

    /// All pages of an account's rows.
    fn account(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        details: &Value,
        asked: &PlannedAccount,
    ) -> Result<enable_banking::Fetched, BankError> {
        let today = scene.today;
        let uid = details["uid"].as_str().unwrap_or_default();
        let balances = self.balances(scene, own, uid)?;
        let path = format!("/accounts/{}/transactions", encoded(uid));
        let (mut transactions, mut keys): (_, Vec<String>) = (Vec::new(), Vec::new());
        let is_long = today.plus_days(-WINDOW_DAYS).is_some_and(|limit| asked.from < limit);
        let is_cut = loop {
            let what = ("enable banking rows", Method::Get, path.as_str());
            let mut request = self.request(scene, own, what)?;
            request = request.with("date_from", asked.from.min(today));
            request = request.with("date_to", today);
            if is_long {
                request = request.with("strategy", "longest");
            }
            if let Some(key) = keys.last() {
                request = request.with("continuation_key", key);
            }
            let mut page = Self::send(scene, &request)?;
            let Value::Array(rows) = page["transactions"].take() else {
                return Err(BankError::sync_error());
            };
            transactions.extend(rows);
            match page["continuation_key"].as_str().filter(|it| !it.is_empty()) {
                None => break false,
                Some(key) if keys.len() + 1 >= MOST_PAGES || keys.iter().any(|it| it == key) => {
                    break true;
                }
                Some(key) => keys.push(key.to_owned()),
            }
        };
        let account = asked.account.clone();
        Ok(enable_banking::Fetched {
            account,
            details: details.clone(),
            balances,
            transactions,
            is_cut,
        })
    }
}

impl BankProvider for EnableBanking {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check(&self, scene: &Scene<'_>, given: Values) -> Linked<Values> {
        let application = given.need(APPLICATION)?;
        let key = given.need(KEY)?;
        tokens::signed(application, key, scene.now_ms).ok_or_else(|| LinkFault::in_field(KEY))?;
        match self.get(scene, &given, "enable banking application", "/application") {
            Ok(_) => Ok(given),
            Err(error)
                if error
                    == BankError { text: error.text.clone(), ..BankError::login_required() } =>
            {
                Err(LinkFault {
                    message: error.text,
                    ..LinkFault::of(LinkCode::InvalidCredentials)
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    fn institutions(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        wanted: &InstitutionSearch,
    ) -> Linked<Vec<Institution>> {
        let listed = self.listed(scene, own, &wanted.country)?;
        Ok(listed.iter().filter_map(|it| institution(it, &wanted.country)).collect())
    }

    fn listed_banks(&self, scene: &Scene<'_>, own: &Values, country: &str) -> Linked<Vec<Value>> {
        Ok(self.listed(scene, own, country)?)
    }

    fn account_of(&self, grant: &Values, id: &str) -> Option<String> {
        let listed: Vec<Value> = serde_json::from_str(grant.text(ACCOUNTS)).ok()?;
        let is_meant = |it: &&Value| it["uid"] == id || it["identification_hash"] == id;
        listed.iter().find(is_meant).and_then(identity).cloned()
    }

    fn begin(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        wanted: &LinkRequest,
        begin: &Begin<'_>,
    ) -> Linked<Step> {
        let known = |name: &str| begin.repair.and_then(|it| it.get(name));
        let need = |given: &Option<String>, name: &str, field: &str| -> Linked<String> {
            let value = given.clone().or_else(|| known(name).map(str::to_owned));
            value.ok_or_else(|| LinkFault::in_field(field))
        };
        let bank = need(&wanted.institution, BANK, "institution")?;
        let country = need(&wanted.country, COUNTRY, "country")?;
        let back = wanted.back.as_deref().ok_or_else(|| LinkFault::in_field("back"))?;
        let redirect = self.redirect(scene, own, back)?;
        let mut body = json!({
            "access": { "valid_until": self.valid_until(scene, own, &bank, &country)? },
            "aspsp": { "name": bank, "country": country },
            "state": begin.state,
            "redirect_url": redirect,
            "psu_type": wanted.psu_type.as_deref().unwrap_or("personal"),
        });
        if let Some(language) = &wanted.language {
            body["language"] = language.clone().into();
        }
        let what = ("enable banking sign-in", Method::Post, "/auth");
        let request = self.request(scene, own, what)?.json(&body);
        let answer = Self::send(scene, &request)?;
        let url = answer["url"].as_str().ok_or_else(BankError::sync_error)?;
        Ok(Step::opening(url, Values::default()))
    }

    fn finish(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        _: &Step,
        back: Option<&Back>,
    ) -> Linked<Outcome> {
        match back {
            None => Ok(Outcome::Waiting),
            Some(Back::Refused { .. }) => Ok(Outcome::Cancelled),
            Some(Back::Code(code)) => {
                Ok(Outcome::Granted(Box::new(self.session(scene, own, code)?)))
            }
        }
    }

    fn fetch(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        grant: &Values,
        plan: &Plan,
    ) -> Result<Fetched, BankError> {
        let listed: Vec<Value> = serde_json::from_str(grant.text(ACCOUNTS)).unwrap_or_default();
        let account = |asked: &PlannedAccount| {
            let details = listed.iter().find(|it| identity(it) == Some(&asked.account));
            details.map(|details| self.account(scene, own, details, asked)).transpose()
        };
        consents::fetch_each(plan, account, enable_banking::read)
    }

    fn end(&self, scene: &Scene<'_>, own: &Values, grant: &Values) -> Result<(), BankError> {
        let path = format!("/sessions/{}", encoded(grant.text(SESSION)));
        let what = ("enable banking session", Method::Delete, path.as_str());
        Self::send(scene, &self.request(scene, own, what)?).map(drop)
    }
}

/// The id of an account that stays the same in every session.
fn identity(details: &Value) -> Option<&String> {
    match (&details["identification_hash"], &details["uid"]) {
        (Value::String(hash), _) => Some(hash),
        (_, Value::String(uid)) => Some(uid),
        _ => None,
    }
}

fn institution(bank: &Value, country: &str) -> Option<Institution> {
    let name = bank["name"].as_str()?.to_owned();
    let seconds = bank["maximum_consent_validity"].as_i64();
    let days = seconds.and_then(|it| u32::try_from(it / DAY_SECONDS).ok());
    let kinds = bank["psu_types"]
        .as_array()
        .map(|kinds| kinds.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect());
    Some(Institution {
        id: name.clone(),
        name,
        logo: bank["logo"].as_str().map(str::to_owned),
        countries: vec![country.to_owned()],
        consent_days: days,
        history_days: None,
        psu_types: kinds,
    })
}

fn external(details: &Value, balances: &[Value], bank: &InstitutionName) -> ExternalAccount {
    let text = |value: &Value| value.as_str().filter(|it| !it.is_empty()).map(str::to_owned);
    let amount = |kinds: &[&str]| {
        let of = |kind: &&str| balances.iter().find(|it| it["balance_type"] == **kind);
        let found = kinds.iter().find_map(of)?;
        read_decimal(found["balance_amount"]["amount"].as_str()?)
    };
    let iban = text(&details["account_id"]["iban"]);
    let product = text(&details["product"]);
    let name = text(&details["name"]).or_else(|| product.clone()).or_else(|| iban.clone());
    ExternalAccount {
        account_id: identity(details).cloned().unwrap_or_default(),
        name: name.unwrap_or_else(|| bank.name.clone()),
        official_name: product,
        mask: consents::mask(iban.as_ref()),
        kind: consents::kind(details["cash_account_type"].as_str()),
        subtype: text(&details["cash_account_type"]),
        balance: amount(&["ITBD", "CLBD", "PRCD", "OPBD", "XPCD", "ITAV", "CLAV"]),
        available: amount(&["ITAV", "CLAV", "FWAV"]),
        limit: None,
        currency: currency::known(text(&details["currency"])),
        institution: bank.clone(),
    }
}
