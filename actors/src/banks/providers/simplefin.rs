//! SimpleFIN: a setup token is exchanged once for an access URL, which contains user and password.

use base64::Engine as _;
use base64::alphabet::STANDARD as LETTERS;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use serde_json::Value;
use sobre_engine::banks::linking::{ExternalAccount, ExternalKind, InstitutionName};
use sobre_engine::banks::{
    BankAnswer, BankError, ErrorType, MOST_ROWS, Plan, PlannedAccount, Provider, WINDOW_DAYS,
    clean, read_decimal, simplefin,
};
use sobre_engine::dates::Day;
use ureq::http::Uri;
use zeroize::Zeroizing;

use crate::banks::connections::{LinkCode, LinkFault, Linked, Values};
use crate::banks::http::{LONG_PATIENCE, Method, PATIENCE, Request, Response};
use crate::banks::provider::{BankProvider, Facts, Fetched, Field, Scene, StoredField};
use crate::banks::web::{decoded, is_loopback_host};

/// The credential that requests are made with.
pub const ACCESS: &str = "access";
/// The setup token that the user enters.
pub const TOKEN: &str = "token";
/// Most days of history to request.
const MOST_DAYS: i64 = 730;

/// SimpleFIN.
pub struct SimpleFin;

static FACTS: Facts = Facts {
    provider: Provider::SimpleFin,
    regions: &["US", "CA"],
    fields: &[Field {
        name: TOKEN,
        label: "Setup token",
        secret: true,
        help: "https://bridge.simplefin.org/simplefin/create",
    }],
    stored: &[
        StoredField { field: ACCESS, name: "simplefin_accessKey", optional: false },
        StoredField { field: TOKEN, name: "simplefin_token", optional: true },
    ],
    browser: false,
    needs_institution: false,
    times_a_day: 4,
};

impl BankProvider for SimpleFin {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check(&self, scene: &Scene<'_>, given: Values) -> Linked<Values> {
        let typed: String = given.need(TOKEN)?.split_whitespace().collect();
        let access = if Access::of(&typed).is_some() { typed } else { claim(scene, &typed)? };
        Ok(Values::default().with(TOKEN, "claimed").with(ACCESS, &access))
    }

    fn accounts(&self, scene: &Scene<'_>, own: &Values) -> Linked<Vec<ExternalAccount>> {
        let answer = raw_accounts(scene, own)?;
        let listed = answer["accounts"].as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(listed.iter().filter_map(external).collect())
    }

    fn fetch(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        _: &Values,
        plan: &Plan,
    ) -> Result<Fetched, BankError> {
        let access = access(own)?;
        let mut answers: Vec<BankAnswer> = Vec::new();
        for piece in pieces(plan) {
            let asked = Plan { accounts: piece.accounts(plan), ..plan.clone() };
            let Response { status, body, retry_after } =
                scene.http.send(&piece.request(&access, plan))?;
            match simplefin::read(status, &body, &asked) {
                Ok(newest) if answers.is_empty() => answers = newest.accounts,
                Ok(older) if older.accounts.iter().all(|it| is_end(it, &answers)) => break,
                Ok(older) => add_older(&mut answers, older.accounts),
                // The request named these accounts, so the provider no longer has any of them.
                Err(error) if error.kind == ErrorType::NoData && answers.is_empty() => {
                    answers = missing(plan);
                    break;
                }
                Err(error) if error.kind == ErrorType::NoData => break,
                // Without the older rows, the history would end here for good.
                Err(error) => return Err(BankError { retry_after, ..error }),
            }
        }
        Ok(Fetched { answers, cursor: None })
    }

    fn quota<'v>(&self, own: &'v Values, _: &'v Values) -> Option<&'v str> {
        own.get(ACCESS)
    }
}

fn missing(plan: &Plan) -> Vec<BankAnswer> {
    let error = || BankError::of(ErrorType::AccountMissing);
    plan.accounts.iter().map(|it| BankAnswer::failed(&it.account, error())).collect()
}

/// Whether an account has no older rows, or failed before.
fn is_end(older: &BankAnswer, newer: &[BankAnswer]) -> bool {
    let has_failed = || newer.iter().any(|it| it.account == older.account && it.error.is_some());
    older.rows.is_empty() && (older.error.is_none() || has_failed())
}

/// Adds older rows. An account that fails in an older piece only fails as a whole, so that its
/// older rows are not missed for good.
fn add_older(answers: &mut [BankAnswer], older: Vec<BankAnswer>) {
    for piece in older {
        let Some(own) = answers.iter_mut().find(|it| it.account == piece.account) else { continue };
        if let (Some(error), None) = (piece.error, &own.error) {
            *own = BankAnswer::failed(&piece.account, error);
            continue;
        }
        let room = MOST_ROWS.saturating_sub(own.rows.len());
        own.rows.extend(piece.rows.into_iter().take(room));
        own.skipped.extend(piece.skipped);
    }
}

/// The days of one request, from a first day up to an excluded last day.
struct Piece {
    from: Day,
    before: Option<Day>,
}

/// Splits the days of a plan into pieces of 90, newest first.
fn pieces(plan: &Plan) -> Vec<Piece> {
    let oldest = plan.accounts.iter().map(|it| it.from).min().unwrap_or(plan.today);
    let limit = plan.today.plus_days(-MOST_DAYS).unwrap_or(plan.today);
    let oldest = oldest.max(limit).min(plan.today);
    let (mut pieces, mut before) = (Vec::new(), None);
    let mut end = plan.today;
    loop {
        let from = end.plus_days(-WINDOW_DAYS).unwrap_or(oldest).max(oldest);
        pieces.push(Piece { from, before });
        if from <= oldest {
            return pieces;
        }
        before = Some(from);
        end = from.plus_days(-1).unwrap_or(from);
    }
}

impl Piece {
    /// The accounts that need rows of these days.
    fn accounts(&self, plan: &Plan) -> Vec<PlannedAccount> {
        let is_wanted = |it: &&PlannedAccount| self.before.is_none_or(|before| it.from < before);
        plan.accounts.iter().filter(is_wanted).cloned().collect()
    }

    fn request(&self, access: &Access, plan: &Plan) -> Request {
        let mut request = access.request("simplefin accounts");
        request = request.with("version", 2).with("pending", 1);
        request = request.with("start-date", seconds(self.from));
        if let Some(before) = self.before {
            request = request.with("end-date", seconds(before));
        }
        let accounts = self.accounts(plan);
        request.patience = if accounts.len() == 1 { PATIENCE } else { LONG_PATIENCE };
        accounts.into_iter().fold(request, |request, it| request.with("account", it.account))
    }
}

/// The first second of a day in UTC.
fn seconds(day: Day) -> i64 {
    day.date().and_hms_opt(0, 0, 0).map_or(0, |it| it.and_utc().timestamp())
}

/// The accounts in the provider's own format, with `org` in each account for both protocol
/// versions.
///
/// # Errors
/// [`BankError`].
pub fn raw_accounts(scene: &Scene<'_>, own: &Values) -> Result<Value, BankError> {
    let request = access(own)?.request("simplefin accounts");
    // Requests the older protocol version, which returns the organisation of each account.
    let request = request.with("balances-only", 1);
    let Response { status, body, retry_after } = scene.http.send(&request)?;
    // Only reads the errors of the response, so the plan needs no accounts.
    let plan = Plan { today: scene.today, accounts: Vec::new(), cursor: String::new() };
    match simplefin::read(status, &body, &plan) {
        Ok(_) => {}
        Err(error) if error.kind == ErrorType::NoData => {}
        Err(error) => return Err(BankError { retry_after, ..error }),
    }
    let mut answer: Value =
        serde_json::from_str(&body).map_err(|_| BankError::of(ErrorType::ServerDown))?;
    let connections = answer["connections"].as_array().cloned().unwrap_or_default();
    let accounts = answer["accounts"].as_array_mut().map(Vec::as_mut_slice);
    for account in accounts.unwrap_or_default() {
        let own = |it: &&Value| !it["conn_id"].is_null() && it["conn_id"] == account["conn_id"];
        let Some(connection) = connections.iter().find(own) else { continue };
        if account["org"].is_null() {
            account["org"] = organisation(connection);
        }
    }
    Ok(answer)
}

/// Converts a connection to the organisation object of the older version.
fn organisation(connection: &Value) -> Value {
    let mut org = serde_json::Map::new();
    let url = connection["org_url"].as_str();
    let domain = url.and_then(|url| Some(url.parse::<Uri>().ok()?.host()?.to_owned()));
    let parts = [
        ("domain", domain.map(Value::from)),
        ("sfin-url", connection.get("sfin_url").cloned()),
        ("name", connection.get("org_name").or_else(|| connection.get("name")).cloned()),
        ("url", url.map(Value::from)),
        ("id", connection.get("org_id").cloned()),
    ];
    for (name, value) in parts {
        if let Some(value) = value.filter(|it| !it.is_null()) {
            org.insert(name.to_owned(), value);
        }
    }
    Value::Object(org)
}

fn external(account: &Value) -> Option<ExternalAccount> {
    let text = |value: &Value| value.as_str().and_then(|it| clean(it, 512));
    let org = &account["org"];
    let bank = text(&org["domain"]).or_else(|| text(&org["id"])).unwrap_or_default();
    let institution = text(&org["name"]).or_else(|| text(&org["domain"])).unwrap_or_default();
    let amount = |name: &str| account[name].as_str().and_then(read_decimal);
    Some(ExternalAccount {
        account_id: text(&account["id"])?,
        name: text(&account["name"]).unwrap_or_else(|| institution.clone()),
        official_name: None,
        mask: None,
        kind: ExternalKind::Other,
        subtype: None,
        balance: amount("balance"),
        available: amount("available-balance"),
        limit: None,
        currency: text(&account["currency"]),
        institution: InstitutionName { id: bank, name: institution },
    })
}

/// A parsed access URL.
struct Access {
    url: String,
    user: Zeroizing<String>,
    password: Zeroizing<String>,
}

impl Access {
    /// Reads `https://user:password@host/path`; `http` on this computer only.
    fn of(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, host) = authority.rsplit_once('@')?;
        let (user, password) = user.split_once(':')?;
        let url = format!("{scheme}://{host}/{path}");
        let url = url.trim_end_matches('/').to_owned();
        is_allowed(&url)?;
        let secret = |text: &str| Zeroizing::new(decoded(text));
        Some(Self { url, user: secret(user), password: secret(password) })
    }

    fn request(&self, name: &'static str) -> Request {
        let pair = Zeroizing::new(format!("{}:{}", *self.user, *self.password));
        let header = format!("Basic {}", STANDARD.encode(pair.as_bytes()));
        let url = format!("{}/accounts", self.url);
        Request::new(name, Method::Get, url).header("Authorization", &header)
    }
}

/// The access URL in stored credentials.
fn access(own: &Values) -> Result<Access, BankError> {
    let refused = || BankError::of(ErrorType::InvalidAccessToken);
    own.get(ACCESS).and_then(Access::of).ok_or_else(refused)
}

/// Accepts an encrypted address, or one on this computer.
fn is_allowed(url: &str) -> Option<()> {
    let uri: Uri = url.parse().ok()?;
    let host = uri.host().filter(|it| !it.is_empty())?;
    let is_fine = match uri.scheme_str()? {
        "https" => true,
        "http" => is_loopback_host(host),
        _ => false,
    };
    is_fine.then_some(())
}

/// Exchanges a setup token, which is a base64 URL that returns the access URL.
fn claim(scene: &Scene<'_>, token: &str) -> Linked<String> {
    let invalid = || LinkFault::in_field(TOKEN);
    let any_padding =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let decoded = GeneralPurpose::new(&LETTERS, any_padding).decode(token);
    let url = String::from_utf8(decoded.map_err(|_| invalid())?).map_err(|_| invalid())?;
    is_allowed(url.trim()).ok_or_else(invalid)?;
    let request = Request::new("simplefin claim", Method::Post, url.trim().to_owned());
    let Response { status, body, .. } = scene.http.send(&request)?;
    let access = body.trim();
    match status {
        200 if Access::of(access).is_some() => Ok(access.to_owned()),
        200 | 403 => Err(LinkFault::with_message(LinkCode::InvalidCredentials, USED_BEFORE)),
        429 => Err(LinkFault::of(LinkCode::TooManyRequests)),
        _ => Err(LinkFault::of(LinkCode::Network)),
    }
}

const USED_BEFORE: &str =
    "This setup token was already used. If that was not you, disable it at your provider.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn access_addresses_are_taken_apart() {
        let access = Access::of("https://us%40er:p%3Aw@bank.example/simplefin/").unwrap();
        assert_eq!(access.url, "https://bank.example/simplefin");
        assert_eq!((access.user.as_str(), access.password.as_str()), ("us@er", "p:w"));
        assert!(Access::of("http://u:p@127.0.0.1:8/simplefin").is_some());
        for bad in ["http://u:p@bank.example/x", "https://bank.example/x", "nonsense", "u:p@h"] {
            assert!(Access::of(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn long_histories_are_asked_for_in_pieces() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        let plan = |from: &str| Plan {
            today: day("2026-11-20"),
            accounts: vec![PlannedAccount { account: "a".to_owned(), from: day(from) }],
            cursor: String::new(),
        };
        let spans = |from: &str| -> Vec<(String, Option<String>)> {
            let pieces = pieces(&plan(from));
            pieces
                .iter()
                .map(|it| (it.from.to_string(), it.before.map(|it| it.to_string())))
                .collect()
        };
        let text = |it: &str| it.to_owned();
        assert_eq!(spans("2026-11-01"), [(text("2026-11-01"), None)]);
        assert_eq!(spans("2027-01-01"), [(text("2026-11-20"), None)]);
        assert_eq!(
            spans("2026-08-01"),
            [(text("2026-08-23"), None), (text("2026-08-01"), Some(text("2026-08-23")))]
        );
        let all = spans("2000-01-01");
        assert_eq!((all.len(), all[8].0.as_str()), (9, "2024-11-20"));
    }
}
