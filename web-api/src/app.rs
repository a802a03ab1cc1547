//! Assembles routes and the checks that stand before them; used by the program and by tests.

use std::sync::Arc;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, Data, PayloadConfig, ServiceConfig};
use actix_web::{Error, HttpRequest, HttpResponse};
use serde::Deserialize;
use sobre_actors::contract::{CallError, ErrorCode};
use sobre_actors::{App, limits};

use crate::access::{Access, Refusal};
use crate::assets;
use crate::bodies::watched;
use crate::calls::{http, sign_in, upload, ws};
use crate::sync_server::{self, SyncServer};

const CONTENT_POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'; img-src 'self' data:; object-src 'none'";

/// What is asked by programs, and answered in JSON.
const API: &str = "/api/";

/// Where tabs connect.
const SOCKET: &str = "/ws";

const FIXED_HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", CONTENT_POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// What the routes share.
#[derive(Clone)]
pub struct Parts {
    /// The application.
    pub app: Data<App>,
    /// Who may talk to it.
    pub access: Arc<Access>,
    /// The sync server, where it is served too.
    pub sync_server: Option<Data<SyncServer>>,
    /// How long the body of a request may stop coming.
    pub stall: Duration,
}

/// Registers the routes, with the checks before them.
pub fn routes(config: &mut ServiceConfig, parts: &Parts) {
    let stall = parts.stall;
    config
        .app_data(parts.app.clone())
        .app_data(Data::from(Arc::clone(&parts.access)))
        .app_data(PayloadConfig::new(limits::ARGUMENT_BYTES))
        .service(
            web::scope("")
                .wrap(from_fn(guard))
                .wrap(from_fn(move |request, next| patient(stall, request, next)))
                .route("/health", web::get().to(health))
                .route("/api/session", web::get().to(sign_in::session))
                .route(SOCKET, web::get().to(ws::connect))
                .route("/api/upload", web::post().to(upload::upload))
                .route("/api/call/{name:.*}", web::post().to(http::call))
                .configure(|config| {
                    if parts.access.door().is_some() {
                        sign_in::routes(config);
                    }
                    if let Some(server) = &parts.sync_server {
                        sync_server::routes::routes(config, server);
                    }
                })
                .default_service(web::to(page)),
        );
}

/// Says that the program is there.
pub(crate) async fn health() -> HttpResponse {
    HttpResponse::Ok().json(serde_json::json!({ "status": "UP" }))
}

#[derive(Deserialize)]
struct Entry {
    token: Option<String>,
}

/// Takes the token of the printed address once and answers a cookie; else serves the frontend.
async fn page(request: HttpRequest, access: Data<Access>) -> HttpResponse {
    if request.path().starts_with(API) {
        let message = format!("{} {} is nothing to ask.", request.method(), request.path());
        return http::answer(&Err(CallError::new(ErrorCode::UnknownCall, message)));
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return HttpResponse::MethodNotAllowed().finish();
    }
    let entry = web::Query::<Entry>::from_query(request.query_string()).ok();
    match entry.and_then(|entry| entry.into_inner().token) {
        Some(given) => match access.let_in(&given) {
            Some(token) => HttpResponse::SeeOther()
                .insert_header((header::LOCATION, "/"))
                .cookie(cookie(&access, &request, token))
                .finish(),
            None => stranger(access, "").await,
        },
        None if access.check_call(&request).is_err() => match assets::for_strangers(&request) {
            Some(file) => file,
            None => stranger(access, "").await,
        },
        None => assets::serve(&request),
    }
}

/// The cookie that shows a token from now on.
pub(crate) fn cookie(access: &Access, request: &HttpRequest, token: String) -> Cookie<'static> {
    Cookie::build(access.cookie_name(), token)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(access.is_encrypted(request))
        .path("/")
        .permanent()
        .finish()
}

/// The page for somebody unknown: where to sign in, or where the token is.
pub(crate) async fn stranger(access: Data<Access>, words: &str) -> HttpResponse {
    let Some(door) = access.door().cloned() else { return assets::token_needed() };
    match web::block(move || door.is_set_up()).await {
        Ok(Ok(true)) => assets::sign_in(words),
        _ => assets::token_needed(),
    }
}

/// Watches the bodies of all requests but that of a socket, which is silent for as long as it likes
/// and pinged instead.
async fn patient(
    stall: Duration,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if request.path() == SOCKET && request.head().upgrade() {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    watched(stall, request, next).await
}

/// Checks host, token and origin before anything else sees the request, and adds the headers every
/// answer carries.
async fn guard(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let verdict = request
        .app_data::<Data<Access>>()
        .map_or(Err(Refusal::Token), |access| check(access, request.request()));
    let mut response = match verdict {
        Ok(()) => next.call(request).await?.map_into_boxed_body(),
        Err(refusal) => {
            tracing::warn!(?refusal, "a request was turned away");
            request.into_response(refused(refusal))
        }
    };
    let headers = response.headers_mut();
    for (name, value) in FIXED_HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    Ok(response)
}

fn check(access: &Access, request: &HttpRequest) -> Result<(), Refusal> {
    access.check_host(request.headers())?;
    let path = request.path();
    if path == SOCKET || path.starts_with(API) { access.check_call(request) } else { Ok(()) }
}

fn refused(refusal: Refusal) -> HttpResponse {
    match refusal {
        Refusal::Host => HttpResponse::build(StatusCode::MISDIRECTED_REQUEST)
            .body("This host name is not one of Sobre's."),
        Refusal::Origin => HttpResponse::Forbidden().body("This page may not talk to Sobre."),
        Refusal::Token => http::answer(&Err(CallError::of(ErrorCode::Unauthorized))),
    }
}
