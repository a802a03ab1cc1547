//! The routes of the application and their access checks. Refused unless granted: the scope of a
//! route decides that it needs the token. `public` lists the routes that need none, and the routes
//! of the sync server check tokens of their own.

use std::sync::Arc;
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::guard::{GuardContext, fn_guard};
use actix_web::http::Method;
use actix_web::http::header;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data, PayloadConfig, Query, ServiceConfig};
use actix_web::{App as HttpApp, Error, HttpRequest, HttpResponse};
use serde::Deserialize;
use sobre_actors::contract::{CallError, ErrorCode};
use sobre_actors::{App, limits};

use crate::access::Access;
use crate::assets;
use crate::bodies::watched;
use crate::calls::{http, sign_in, upload, ws};
use crate::entry::{cookie, stranger};
use crate::guards::{browsers, callers, fixed_headers, own_hosts, tabs};
use crate::plain_path::plain_paths;
use crate::sync_server::{self, SyncServer};

/// Shared by the routes.
#[derive(Clone)]
pub struct Parts {
    /// The application.
    pub app: Data<App>,
    /// The access checks.
    pub access: Arc<Access>,
    /// The sync server, if it is served too.
    pub sync_server: Option<Data<SyncServer>>,
    /// How long a request body may stall.
    pub stall: Duration,
}

/// All routes with their checks. Path and host are checked before routing.
pub fn http_app(
    parts: &Parts,
) -> HttpApp<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<BoxBody>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let (stall, parts) = (parts.stall, parts.clone());
    HttpApp::new()
        .app_data(parts.app.clone())
        .app_data(Data::from(Arc::clone(&parts.access)))
        .app_data(PayloadConfig::new(limits::ARGUMENT_BYTES))
        .configure(|config| public(config, &parts))
        .configure(|config| {
            if let Some(server) = &parts.sync_server {
                sync_server::routes::routes(config, server);
            }
        })
        .service(web::resource("/ws").wrap(from_fn(tabs)).route(web::get().to(ws::connect)))
        .service(
            web::scope("/api")
                .wrap(from_fn(callers))
                .route("/session", web::get().to(sign_in::session))
                .route("/sign-out-everywhere", web::post().to(sign_in::sign_out_everywhere))
                .route("/upload", web::post().to(upload::upload))
                .route("/call/{name:.*}", web::post().to(http::call))
                .default_service(web::to(unknown_call)),
        )
        // Everything else, including unknown paths.
        .service(
            web::scope("")
                .wrap(from_fn(browsers))
                .route("/sign-out", web::post().to(sign_in::sign_out))
                .default_service(web::to(page)),
        )
        .wrap(from_fn(own_hosts))
        .wrap(from_fn(plain_paths))
        .wrap(from_fn(move |request, next| watched(stall, request, next)))
        .wrap(from_fn(fixed_headers))
}

/// Public routes: health, sign-in, and the files of the sign-in page.
fn public(config: &mut ServiceConfig, parts: &Parts) {
    config
        .route("/health", web::get().to(health))
        .service(web::resource("/").guard(fn_guard(carries_token)).route(web::get().to(enter)));
    for name in assets::FOR_STRANGERS {
        let file = move |request: HttpRequest| async move { assets::for_strangers(name, &request) };
        config.route(&format!("/{name}"), web::get().to(file));
    }
    if parts.access.auth().is_some() {
        sign_in::public(config);
    }
}

/// Reports that the program is running.
pub(crate) async fn health() -> HttpResponse {
    HttpResponse::Ok().json(serde_json::json!({ "status": "UP" }))
}

#[derive(Deserialize)]
struct Entry {
    token: String,
}

fn carries_token(context: &GuardContext<'_>) -> bool {
    web::Query::<Entry>::from_query(context.head().uri.query().unwrap_or_default()).is_ok()
}

/// Exchanges the token of the printed address for a cookie. A browser that already has access keeps
/// it when it opens an outdated address.
async fn enter(request: HttpRequest, access: Data<Access>, entry: Query<Entry>) -> HttpResponse {
    match access.let_in(&entry.token) {
        Some(token) => HttpResponse::SeeOther()
            .insert_header((header::LOCATION, "/"))
            .cookie(cookie(&access, &request, token))
            .finish(),
        None if access.check_call(&request).is_ok() => {
            HttpResponse::SeeOther().insert_header((header::LOCATION, "/")).finish()
        }
        None => stranger(&access, "").await,
    }
}

async fn unknown_call(request: HttpRequest) -> HttpResponse {
    let message = format!("There is no {} {}.", request.method(), request.path());
    http::refusal(CallError::new(ErrorCode::UnknownCall, message))
}

/// The frontend.
async fn page(request: HttpRequest) -> HttpResponse {
    match *request.method() {
        Method::GET | Method::HEAD => assets::serve(&request),
        _ => HttpResponse::MethodNotAllowed().finish(),
    }
}
