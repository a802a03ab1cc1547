//! `/bank`: connections to banks, an addition of Sobre's own. Each route is a line in [`ROUTES`];
//! one function checks token, file and rate limit for all of them. No response contains a
//! credential.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::{self, Bytes, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sobre_actors::banks::Banks;
use sobre_actors::banks::connections::{BankConnections as _, LinkCode, LinkFault, Linked};
use sobre_actors::banks::message::AskedBy;
use sobre_actors::banks::provider::Person;

use super::super::banks::{BankAccess, Cost};
use super::answers::{
    Refusal, Shared, file_id, finish, header_of, json_of, off_thread, signed_in, text_of,
};

/// The handler of a route.
type Work = fn(&Banks, &Asked) -> Linked<Value>;

/// A request after all checks.
struct Asked {
    /// The file; empty for routes about a sign-in.
    file: String,
    body: Value,
    person: Person,
}

/// A route that takes JSON.
struct BankRoute {
    path: &'static str,
    cost: Cost,
    has_file: bool,
    work: Work,
}

/// A route about a file.
const fn of_file(path: &'static str, work: Work) -> BankRoute {
    BankRoute { path, cost: Cost::Plain, has_file: true, work }
}

/// A route about a sign-in, identified by its token.
const fn of_sign_in(path: &'static str, work: Work) -> BankRoute {
    BankRoute { path, cost: Cost::Plain, has_file: false, work }
}

static ROUTES: &[BankRoute] = &[
    of_file("/providers", |banks, asked| json_of_reply(&banks.providers(&asked.file)?)),
    BankRoute { cost: Cost::Costly, ..of_file("/configure", configure) },
    of_file("/reset", |banks, asked| {
        nothing(banks.reset(&asked.file, asked.part("provider")?, asked.part_or_default("scope")?))
    }),
    of_file("/institutions", |banks, asked| {
        json_of_reply(&banks.institutions(&asked.file, &asked.whole()?)?)
    }),
    BankRoute {
        cost: Cost::Costly,
        ..of_file("/link", |banks, asked| json_of_reply(&banks.link(&asked.file, &asked.whole()?)?))
    },
    of_sign_in("/link/poll", |banks, asked| json_of_reply(&banks.poll(asked.text("token")?)?)),
    of_sign_in("/link/back", |banks, asked| {
        nothing(banks.back(asked.text("token")?, asked.text("address")?))
    }),
    of_sign_in("/link/stop", |banks, asked| nothing(banks.stop(asked.text("token")?))),
    of_file("/accounts", |banks, asked| {
        json_of_reply(&banks.accounts(&asked.file, asked.part("provider")?)?)
    }),
    of_file("/redeem", |banks, asked| {
        json_of_reply(&banks.redeem(&asked.file, asked.text("publicToken")?)?)
    }),
    of_file("/unlink", |banks, asked| {
        let externals: Option<Vec<String>> = asked.part_or_default("externals")?;
        nothing(banks.unlink(&asked.file, &asked.whole()?, externals.as_deref()))
    }),
    of_file("/key", |banks, asked| {
        nothing(banks.register_key(&asked.file, asked.text("kid")?, asked.text("public")?))
    }),
    of_file("/fetch", |banks, asked| {
        let wanted = asked.whole()?;
        let reply = banks.fetch_for(&asked.file, &wanted, AskedBy::Person, Some(&asked.person));
        json_of_reply(&reply?)
    }),
    BankRoute {
        cost: Cost::Free,
        ..of_file("/inbox/done", |banks, asked| {
            nothing(banks.inbox_done(&asked.file, asked.part("number")?))
        })
    },
    of_file("/schedule", |banks, asked| {
        let schedule: Option<_> = asked.part_or_default("schedule")?;
        json_of_reply(&banks.schedule(&asked.file, schedule.as_ref())?)
    }),
];

fn configure(banks: &Banks, asked: &Asked) -> Linked<Value> {
    let (provider, scope) = (asked.part("provider")?, asked.part_or_default("scope")?);
    nothing(banks.configure(&asked.file, provider, asked.part("values")?, scope))
}

/// The query of an inbox request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct InboxQuery {
    #[serde(default)]
    file_id: String,
    #[serde(default)]
    after: u64,
}

/// The routes below `/bank`.
pub(super) fn routes() -> actix_web::Scope {
    let scope = web::scope("/bank").app_data(web::PayloadConfig::new(super::JSON_BYTES));
    let scope = ROUTES.iter().fold(scope, |scope, route| {
        let handler = move |server, request, body| answer(server, request, body, route);
        scope.route(route.path, web::post().to(handler))
    });
    scope.route("/inbox", web::get().to(inbox)).route("/inbox/{number}", web::get().to(message))
}

async fn answer(
    server: Shared,
    request: HttpRequest,
    body: Bytes,
    route: &'static BankRoute,
) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        let file = if route.has_file { text_of(&body, "fileId").to_owned() } else { String::new() };
        let id = route.has_file.then_some(file.as_str());
        // Both the session token and the sign-in token are named `token`. Routes about a sign-in
        // have the session token in the header only.
        let shown = route.has_file.then_some(&body);
        let banks = checked(&server, &request, shown, id, route.cost).await?;
        let asked = Asked { file, body, person: person(&server, &request) };
        let found = off_thread(move || (route.work)(&banks, &asked)).await?;
        Ok(HttpResponse::Ok().json(found))
    };
    finish(answer.await)
}

async fn inbox(server: Shared, request: HttpRequest, query: Query<InboxQuery>) -> HttpResponse {
    let answer = async {
        let InboxQuery { file_id, after } = query.into_inner();
        let banks = checked(&server, &request, None, Some(&file_id), Cost::Free).await?;
        let found = off_thread(move || banks.inbox(&file_id, after)).await?;
        Ok(HttpResponse::Ok().json(found))
    };
    finish(answer.await)
}

async fn message(
    server: Shared,
    request: HttpRequest,
    number: Path<String>,
    query: Query<InboxQuery>,
) -> HttpResponse {
    let answer = async {
        let file = query.into_inner().file_id;
        let banks = checked(&server, &request, None, Some(&file), Cost::Free).await?;
        let no_number = |_| Refusal::reason(StatusCode::BAD_REQUEST, "invalid-number");
        let number = number.parse().map_err(no_number)?;
        let bytes = off_thread(move || banks.message(&file, number)).await?;
        Ok(HttpResponse::Ok().content_type(ContentType::octet_stream()).body(bytes))
    };
    finish(answer.await)
}

/// Returns the connections if the request has a session, access to the file, and is within the rate
/// limit.
async fn checked(
    server: &Shared,
    request: &HttpRequest,
    body: Option<&Value>,
    file: Option<&str>,
    cost: Cost,
) -> Result<Arc<Banks>, Refusal> {
    let own = signed_in(server, request, body)?;
    if let Some(file) = file {
        let id = file_id(file)?;
        off_thread(move || own.files.info(&id)).await?;
    }
    let access = bank_access(server)?;
    if access.may_ask(&own.session.id, cost, server.auth.now_ms()) {
        Ok(Arc::clone(&access.banks))
    } else {
        Err(Refusal::reason(StatusCode::TOO_MANY_REQUESTS, "too-many-requests"))
    }
}

/// The connections, or an error if this server has none.
pub(super) fn bank_access(server: &Shared) -> Result<&BankAccess, Refusal> {
    let no_banks = || Refusal::reason(StatusCode::BAD_REQUEST, "not-supported");
    server.banks.as_ref().ok_or_else(no_banks)
}

/// The waiting user as banks may see them. Leaves out addresses of private networks.
pub(super) fn person(server: &Shared, request: &HttpRequest) -> Person {
    let client = server.auth.client(request);
    let address = client.address.filter(|it| sobre_actors::banks::web::is_public(*it));
    Person {
        address: address.as_ref().map(IpAddr::to_string),
        agent: header_of(request, "user-agent").map(str::to_owned),
    }
}

impl Asked {
    /// A field of the body.
    fn part<T: DeserializeOwned>(&self, name: &str) -> Linked<T> {
        let part = self.body.get(name).cloned().unwrap_or(Value::Null);
        serde_json::from_value(part).map_err(|_| LinkFault::in_field(name))
    }

    /// An optional field of the body.
    fn part_or_default<T: DeserializeOwned + Default>(&self, name: &str) -> Linked<T> {
        match self.body.get(name) {
            None | Some(Value::Null) => Ok(T::default()),
            Some(_) => self.part(name),
        }
    }

    fn text(&self, name: &str) -> Linked<&str> {
        let text = self.body.get(name).and_then(Value::as_str);
        text.ok_or_else(|| LinkFault::in_field(name))
    }

    /// The whole body as one value; ignores the file id in it.
    fn whole<T: DeserializeOwned>(&self) -> Linked<T> {
        let invalid = |error: serde_json::Error| {
            LinkFault::with_message(LinkCode::InvalidValues, &error.to_string())
        };
        T::deserialize(&self.body).map_err(invalid)
    }
}

fn json_of_reply<T: Serialize>(reply: &T) -> Linked<Value> {
    serde_json::to_value(reply).map_err(|_| LinkFault::of(LinkCode::Unknown))
}

fn nothing(done: Linked<()>) -> Linked<Value> {
    done.map(|()| json!({}))
}
