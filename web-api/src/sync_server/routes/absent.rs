//! Routes of the protocol that this server does not support: several users, OpenID, Akahu and
//! Pluggy. Clients call them anyway, and each returns a response that they can show.

use actix_web::http::{Method, StatusCode};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpResponse, Route, guard};
use serde_json::{Value, json};

use super::answers::data;
use super::{any_origin, members};

/// Paths with unsupported routes.
const PREFIXES: &[&str] = &["/admin", "/openid", "/pluggyai", "/akahu"];

const GET: Method = Method::GET;
const POST: Method = Method::POST;
const PATCH: Method = Method::PATCH;
const DELETE: Method = Method::DELETE;

const ONE_USER: Reply = Reply::Refused("not-supported", "This server has one user.");
const NO_OPENID: Reply =
    Reply::Refused("not-supported", "This server supports only sign-in by password.");
const NOT_CONFIGURED: Reply = Reply::Data(|| json!({ "configured": false }));
const NO_PLUGGY: Reply = Reply::Refused("not-configured", "Pluggy credentials are not configured");
const BANK_ERROR: Reply = Reply::Data(|| json!({ "error": "This server does not support Akahu." }));
const NOBODY: Reply = Reply::Json(|| json!([]));

/// The response of a route.
enum Reply {
    /// This JSON.
    Json(fn() -> Value),
    /// `{"status":"ok","data":…}`.
    Data(fn() -> Value),
    /// 400 with a reason for programs and details for users.
    Refused(&'static str, &'static str),
}

/// A route and its response.
struct AbsentRoute {
    method: Method,
    path: &'static str,
    is_open: bool,
    reply: Reply,
}

/// A route that requires sign-in.
const fn closed(method: Method, path: &'static str, reply: Reply) -> AbsentRoute {
    AbsentRoute { method, path, is_open: false, reply }
}

static ROUTES: &[AbsentRoute] = &[
    AbsentRoute {
        method: GET,
        path: "/admin/owner-created/",
        is_open: true,
        reply: Reply::Json(|| Value::from(false)),
    },
    closed(GET, "/admin/users/", NOBODY),
    closed(POST, "/admin/users", ONE_USER),
    closed(PATCH, "/admin/users", ONE_USER),
    closed(DELETE, "/admin/users", ONE_USER),
    closed(GET, "/admin/access", NOBODY),
    closed(GET, "/admin/access/users", NOBODY),
    closed(POST, "/admin/access", ONE_USER),
    closed(DELETE, "/admin/access", ONE_USER),
    closed(POST, "/openid/enable", NO_OPENID),
    closed(POST, "/openid/config", NO_OPENID),
    closed(POST, "/openid/disable", NO_OPENID),
    closed(
        POST,
        "/pluggyai/status",
        Reply::Data(|| json!({ "configured": false, "source": null })),
    ),
    closed(POST, "/pluggyai/accounts", NO_PLUGGY),
    closed(POST, "/pluggyai/transactions", NO_PLUGGY),
    closed(POST, "/akahu/status", NOT_CONFIGURED),
    closed(POST, "/akahu/accounts", BANK_ERROR),
    closed(POST, "/akahu/transactions", BANK_ERROR),
];

/// Method and path of every route here, and whether it is public.
pub fn absent() -> impl Iterator<Item = (&'static Method, &'static str, bool)> {
    ROUTES.iter().map(|route| (&route.method, route.path, route.is_open))
}

/// The public routes.
pub(super) fn public(config: &mut ServiceConfig) {
    for route in ROUTES.iter().filter(|route| route.is_open) {
        let resource = web::resource(route.path).wrap(from_fn(any_origin));
        config.service(resource.route(served(route)));
    }
}

/// The routes that require sign-in.
pub(super) fn routes(config: &mut ServiceConfig) {
    for prefix in PREFIXES {
        let below = ROUTES.iter().filter(|route| !route.is_open).filter_map(|route| {
            let path = route.path.strip_prefix(prefix)?;
            (path.is_empty() || path.starts_with('/')).then_some((path, route))
        });
        let scope = web::scope(prefix).wrap(from_fn(members)).wrap(from_fn(any_origin));
        let scope = below.fold(scope, |scope, (path, route)| scope.route(path, served(route)));
        config.service(scope.default_service(web::to(unknown)));
    }
}

fn served(absent: &'static AbsentRoute) -> Route {
    let route = web::route().guard(guard::Method(absent.method.clone()));
    route.to(move || async move { response(&absent.reply) })
}

fn response(reply: &Reply) -> HttpResponse {
    match reply {
        Reply::Json(value) => HttpResponse::Ok().json(value()),
        Reply::Data(value) => data(&value()),
        Reply::Refused(reason, details) => refused(StatusCode::BAD_REQUEST, reason, details),
    }
}

/// Anything else below the prefixes.
pub(super) async fn unknown() -> HttpResponse {
    let details = "This server has nothing at this address.";
    refused(StatusCode::NOT_FOUND, "not-supported", details)
}

pub(super) fn refused(status: StatusCode, reason: &str, details: &str) -> HttpResponse {
    let body = json!({ "status": "error", "reason": reason, "details": details });
    HttpResponse::build(status).json(body)
}
