//! The routes of the sync server, with the names, codes and headers of Actual Budget, plus some of
//! Sobre's own: live announcements, sessions, earlier uploads, connections to banks.
//!
//! Refused unless granted: [`routes`] serves everything except a short list through `members`,
//! which requires a token.

mod absent;
mod account;
mod answers;
mod bank_pages;
mod banks;
mod budget_template;
mod enable_banking;
mod files;
mod fixed;
mod go_cardless;
mod live;
mod members;
mod past;
mod secrets;
mod sessions;
mod simplefin;
mod sync;
mod transfer;

use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, Data, ServiceConfig};

use super::SyncServer;
pub use absent::absent;
pub use fixed::{page, unknown};
use members::members;

/// Largest JSON body.
const JSON_BYTES: usize = 1 << 20;

/// Registers the routes. Unknown paths are left to the caller.
pub fn routes(config: &mut ServiceConfig, server: &Data<SyncServer>) {
    config
        .app_data(server.clone())
        .configure(public)
        .service(account_routes())
        .service(sync_routes())
        .service(banks::routes().wrap(from_fn(members)).wrap(from_fn(any_origin)))
        .service(secrets::routes().wrap(from_fn(members)).wrap(from_fn(any_origin)))
        .service(enable_banking::routes().wrap(from_fn(members)).wrap(from_fn(any_origin)))
        .service(go_cardless::routes().wrap(from_fn(members)).wrap(from_fn(any_origin)))
        .service(simplefin::routes().wrap(from_fn(members)).wrap(from_fn(any_origin)))
        .configure(absent::routes);
}

/// Public routes: setup, sign-in, server information, and the files that clients start from.
fn public(config: &mut ServiceConfig) {
    for (path, route) in [
        ("/account/needs-bootstrap", web::get().to(account::needs_bootstrap)),
        ("/account/bootstrap", web::post().to(account::bootstrap)),
        ("/account/login-methods", web::get().to(account::login_methods)),
        ("/account/login", web::post().to(account::login)),
        ("/info", web::get().to(fixed::info)),
        ("/mode", web::get().to(fixed::mode)),
    ] {
        config.service(
            web::resource(path)
                .app_data(web::PayloadConfig::new(JSON_BYTES))
                .wrap(from_fn(any_origin))
                .route(route),
        );
    }
    config
        .configure(budget_template::public)
        .configure(absent::public)
        .configure(bank_pages::public);
}

fn account_routes() -> impl actix_web::dev::HttpServiceFactory {
    web::scope("/account")
        .app_data(web::PayloadConfig::new(JSON_BYTES))
        .wrap(from_fn(members))
        .wrap(from_fn(any_origin))
        .route("/validate", web::get().to(account::validate))
        .route("/change-password", web::post().to(account::change_password))
        .route("/server-prefs", web::post().to(account::server_prefs))
        .route("/sessions", web::get().to(sessions::list))
        .route("/revoke-session", web::post().to(sessions::revoke))
        .route("/sign-out", web::post().to(sessions::sign_out))
        .route("/sign-out-others", web::post().to(sessions::sign_out_others))
}

fn sync_routes() -> impl actix_web::dev::HttpServiceFactory {
    web::scope("/sync")
        .app_data(web::PayloadConfig::new(JSON_BYTES))
        .wrap(from_fn(members))
        .wrap(from_fn(any_origin))
        .route("/list-user-files", web::get().to(files::list))
        .route("/get-user-file-info", web::get().to(files::info))
        .route("/download-user-file", web::get().to(transfer::download))
        .route("/upload-user-file", web::post().to(transfer::upload))
        .route("/sync", web::post().to(sync::sync))
        .route("/user-get-key", web::post().to(files::get_key))
        .route("/user-create-key", web::post().to(files::create_key))
        .route("/reset-user-file", web::post().to(files::reset))
        .route("/update-user-filename", web::post().to(files::rename))
        .route("/delete-user-file", web::post().to(files::delete))
        .route("/live", web::get().to(live::live))
        .route("/uploads", web::get().to(past::list))
        .route("/restore-upload", web::post().to(past::restore))
}

/// Any page may send requests, because only the token grants access and no browser adds it by
/// itself.
async fn any_origin(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if request.method() == Method::OPTIONS {
        let asked = request.headers().get(header::ACCESS_CONTROL_REQUEST_HEADERS).cloned();
        let mut response = request.into_response(answers::no_content());
        allow_any_origin(response.headers_mut());
        let methods = HeaderValue::from_static("GET,HEAD,PUT,PATCH,POST,DELETE");
        response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
        if let Some(asked) = asked {
            response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_HEADERS, asked);
        }
        return Ok(response);
    }
    let mut response = next.call(request).await?.map_into_boxed_body();
    allow_any_origin(response.headers_mut());
    Ok(response)
}

fn allow_any_origin(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}
