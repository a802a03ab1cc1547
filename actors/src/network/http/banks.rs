//! The requests about banks to a sync server of ours.

use std::time::Duration;

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map, Value, json};
use sobre_engine::banks::Provider;
use sobre_engine::banks::linking::{Institution, ProviderState, Schedule, ScheduleState, Scope};
use ureq::Body;
use ureq::http::Response;
use zeroize::Zeroizing;

use super::{Answer, HttpServer, JSON_BYTES, TOKEN, percent_encoded, text_of};
use crate::banks::connections::{
    BankConnections, Connection, ConnectionRef, FetchReply, FetchRequest, InboxList,
    InstitutionSearch, LinkCode, LinkFault, LinkRequest, LinkStart, LinkState, Linked,
    OfferedAccounts, Values,
};

/// How long a server may take that asks banks or providers meanwhile.
const FETCH: Duration = Duration::from_secs(330);
/// Largest message of an inbox.
const MESSAGE_BYTES: u64 = 20 << 20;

impl HttpServer {
    fn post_banks<T: DeserializeOwned>(&self, route: &str, body: &Value) -> Linked<T> {
        self.post_text(route, &body.to_string())
    }

    fn post_text<T: DeserializeOwned>(&self, route: &str, body: &str) -> Linked<T> {
        let request =
            self.agent.post(self.at(&format!("/bank/{route}"))).header(TOKEN, &self.token);
        let request = request.header("Content-Type", "application/json");
        let request = request.config().timeout_recv_response(Some(FETCH)).build();
        read(request.send(body))
    }

    /// A request about a file: its fields beside the file's id.
    fn post_of_file<T: DeserializeOwned>(
        &self,
        route: &str,
        file: &str,
        fields: &impl Serialize,
    ) -> Linked<T> {
        let fields = serde_json::to_value(fields).map_err(|_| LinkFault::of(LinkCode::Unknown))?;
        let mut body = if let Value::Object(fields) = fields { fields } else { Map::new() };
        body.insert("fileId".to_owned(), file.into());
        self.post_banks(route, &Value::Object(body))
    }

    fn post_done(&self, route: &str, file: &str, fields: &impl Serialize) -> Linked<()> {
        self.post_of_file::<IgnoredAny>(route, file, fields).map(drop)
    }

    fn get_banks(&self, path: &str) -> Answer {
        self.agent.get(self.at(path)).header(TOKEN, &self.token).call()
    }
}

/// The response, if the server accepted the request.
fn accepted(answer: Answer) -> Linked<Response<Body>> {
    let network = |error: &ureq::Error| {
        tracing::debug!(%error, "a server did not answer about banks");
        LinkFault::of(LinkCode::Network)
    };
    let mut response = answer.map_err(|error| network(&error))?;
    let status = response.status().as_u16();
    if (200..300).contains(&status) {
        return Ok(response);
    }
    let is_json =
        text_of(&response, "content-type").is_some_and(|kind| kind.contains("application/json"));
    let body = response.body_mut().with_config().limit(64 << 10).read_to_string();
    let body = body.map_err(|error| network(&error))?;
    Err(refusal(status, is_json, &body))
}

/// The fault of an error response: JSON, or a bare word. Pages of a proxy are never shown.
fn refusal(status: u16, is_json: bool, body: &str) -> LinkFault {
    if is_json && let Ok(fault) = serde_json::from_str::<LinkFault>(body) {
        return fault;
    }
    let has = |word: &str| body.contains(word);
    LinkFault::of(match status {
        _ if has("file-not-found") => LinkCode::FileNotFound,
        _ if has("file-access-") => LinkCode::FileAccessDenied,
        _ if has("not-supported") => LinkCode::NotSupported,
        401 => LinkCode::Unauthorized,
        403 => LinkCode::Forbidden,
        404 => LinkCode::NotSupported,
        408 | 502..=504 => LinkCode::Network,
        429 => LinkCode::TooManyRequests,
        _ => LinkCode::Unknown,
    })
}

/// The JSON of a response.
fn read<T: DeserializeOwned>(answer: Answer) -> Linked<T> {
    let mut response = accepted(answer)?;
    let text = response.body_mut().with_config().limit(JSON_BYTES).read_to_string();
    let text = text.map_err(|_| LinkFault::of(LinkCode::Network))?;
    // Servers of other programs answer unknown paths with a page.
    serde_json::from_str(&text).map_err(|_| LinkFault::of(LinkCode::NotSupported))
}

impl BankConnections for HttpServer {
    fn providers(&self, file: &str) -> Linked<Vec<ProviderState>> {
        self.post_of_file("providers", file, &json!({}))
    }

    fn configure(
        &self,
        file: &str,
        provider: Provider,
        values: Values,
        scope: Scope,
    ) -> Linked<()> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Configured<'v> {
            file_id: &'v str,
            provider: Provider,
            values: &'v Values,
            scope: Scope,
        }
        let configured = Configured { file_id: file, provider, values: &values, scope };
        let body = serde_json::to_string(&configured);
        let body = Zeroizing::new(body.map_err(|_| LinkFault::of(LinkCode::Unknown))?);
        self.post_text::<IgnoredAny>("configure", &body).map(drop)
    }

    fn reset(&self, file: &str, provider: Provider, scope: Scope) -> Linked<()> {
        self.post_done("reset", file, &json!({ "provider": provider, "scope": scope }))
    }

    fn institutions(&self, file: &str, wanted: &InstitutionSearch) -> Linked<Vec<Institution>> {
        self.post_of_file("institutions", file, wanted)
    }

    fn link(&self, file: &str, wanted: &LinkRequest) -> Linked<LinkStart> {
        self.post_of_file("link", file, wanted)
    }

    fn poll(&self, token: &str) -> Linked<LinkState> {
        self.post_banks("link/poll", &json!({ "token": token }))
    }

    fn back(&self, token: &str, address: &str) -> Linked<()> {
        let body = json!({ "token": token, "address": address });
        self.post_banks::<IgnoredAny>("link/back", &body).map(drop)
    }

    fn stop(&self, token: &str) -> Linked<()> {
        self.post_banks::<IgnoredAny>("link/stop", &json!({ "token": token })).map(drop)
    }

    fn accounts(&self, file: &str, provider: Provider) -> Linked<OfferedAccounts> {
        self.post_of_file("accounts", file, &json!({ "provider": provider }))
    }

    fn redeem(&self, file: &str, public_token: &str) -> Linked<Connection> {
        self.post_of_file("redeem", file, &json!({ "publicToken": public_token }))
    }

    fn unlink(
        &self,
        file: &str,
        connection: &ConnectionRef,
        externals: Option<&[String]>,
    ) -> Linked<()> {
        #[derive(Serialize)]
        struct Unlinked<'u> {
            #[serde(flatten)]
            of: &'u ConnectionRef,
            #[serde(skip_serializing_if = "Option::is_none")]
            externals: Option<&'u [String]>,
        }
        self.post_done("unlink", file, &Unlinked { of: connection, externals })
    }

    fn register_key(&self, file: &str, kid: &str, public: &str) -> Linked<()> {
        self.post_done("key", file, &json!({ "kid": kid, "public": public }))
    }

    fn fetch(&self, file: &str, wanted: &FetchRequest) -> Linked<FetchReply> {
        self.post_of_file("fetch", file, wanted)
    }

    fn inbox(&self, file: &str, after: u64) -> Linked<InboxList> {
        read(self.get_banks(&format!("/bank/inbox?fileId={}&after={after}", percent_encoded(file))))
    }

    fn message(&self, file: &str, number: u64) -> Linked<Vec<u8>> {
        let path = format!("/bank/inbox/{number}?fileId={}", percent_encoded(file));
        let mut response = accepted(self.get_banks(&path))?;
        let bytes = response.body_mut().with_config().limit(MESSAGE_BYTES).read_to_vec();
        bytes.map_err(|_| LinkFault::of(LinkCode::Network))
    }

    fn inbox_done(&self, file: &str, number: u64) -> Linked<()> {
        self.post_done("inbox/done", file, &json!({ "number": number }))
    }

    fn schedule(&self, file: &str, schedule: Option<&Schedule>) -> Linked<ScheduleState> {
        let fields = schedule.map_or(json!({}), |schedule| json!({ "schedule": schedule }));
        self.post_of_file("schedule", file, &fields)
    }
}
