//! `POST /sign-in`, `POST /sign-out`, `GET /api/session`: the cookie of a browser on another
//! computer. A form gets a page, JSON gets JSON. `POST /api/sign-out-everywhere` ends all access
//! except the owner's at this computer.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::{self, Bytes, Data, Form, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;
use sobre_actors::App;
use sobre_actors::contract::{CallError, ErrorCode};
use sobre_actors::files::{FileError, access_token};

use super::http;
use crate::access::Access;
use crate::entry::{cookie, stranger};
use crate::sync_server::sign_in::SignInError;
use crate::sync_server::store::StoreError;
use crate::sync_server::{end_sessions_in, sessions_remain};

const TOO_MANY_TRIES: &str = "Too many tries. Wait for fifteen minutes, or open the address that \
    Sobre printed when it started. “sobre new-token” prints a new one.";

/// Largest body.
const BODY_BYTES: usize = 16 << 10;

/// The public sign-in route.
pub(crate) fn public(config: &mut ServiceConfig) {
    config.service(
        web::resource("/sign-in")
            .app_data(web::PayloadConfig::new(BODY_BYTES))
            .app_data(web::FormConfig::default().limit(BODY_BYTES))
            .route(web::post().guard(is_form()).to(by_form))
            .route(web::post().to(by_json)),
    );
}

fn is_form() -> impl actix_web::guard::Guard {
    actix_web::guard::fn_guard(|context| {
        let kind = context.head().headers().get(header::CONTENT_TYPE);
        kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/x-www-form-urlencoded"))
    })
}

#[derive(Deserialize)]
struct SignInForm {
    password: String,
}

async fn by_form(
    app: Data<App>,
    access: Data<Access>,
    request: HttpRequest,
    given: Form<SignInForm>,
) -> HttpResponse {
    match sign_in(&app, &access, &request, given.into_inner().password).await {
        Ok(token) => HttpResponse::SeeOther()
            .insert_header((header::LOCATION, "/"))
            .cookie(cookie(&access, &request, token))
            .finish(),
        Err((status, reason)) => {
            let words = match reason {
                "invalid-password" => "Invalid password",
                "too-many-requests" => TOO_MANY_TRIES,
                _ => "Signing in failed.",
            };
            let mut page = stranger(&access, words).await;
            *page.status_mut() = status;
            page
        }
    }
}

async fn by_json(
    app: Data<App>,
    access: Data<Access>,
    request: HttpRequest,
    body: Bytes,
) -> HttpResponse {
    let given = serde_json::from_slice(&body).unwrap_or(SignInForm { password: String::new() });
    match sign_in(&app, &access, &request, given.password).await {
        Ok(token) => HttpResponse::Ok()
            .cookie(cookie(&access, &request, token))
            .json(json!({ "status": "ok" })),
        Err((status, reason)) => {
            HttpResponse::build(status).json(json!({ "status": "error", "reason": reason }))
        }
    }
}

/// Returns a token for the right password, else a status and a reason. Also signs the program in at
/// its own sync server if it uses that one, because they share the password.
async fn sign_in(
    app: &App,
    access: &Access,
    request: &HttpRequest,
    password: String,
) -> Result<String, (StatusCode, &'static str)> {
    let foreign = |_| (StatusCode::FORBIDDEN, "foreign-origin");
    access.check_sender(request).map_err(foreign)?;
    let broken = (StatusCode::INTERNAL_SERVER_ERROR, "internal");
    let auth = access.auth().cloned().ok_or(broken)?;
    let client = auth.client(request);
    let outcome = web::block(move || auth.sign_in(&password, &client)).await.map_err(|_| broken)?;
    if outcome.is_ok() {
        app.sign_in_at_own().await;
    }
    outcome.map_err(|error| match (&error, error.word()) {
        (SignInError::TooManyRequests, Some(word)) => (StatusCode::TOO_MANY_REQUESTS, word),
        (_, Some(word)) => (StatusCode::UNAUTHORIZED, word),
        (_, None) => {
            tracing::error!(%error, "sign-in failed");
            broken
        }
    })
}

/// How the caller is signed in. Unknown visitors do not reach this route.
pub(crate) async fn session(access: Data<Access>, request: HttpRequest) -> HttpResponse {
    let token = access.token_of(&request).unwrap_or_default();
    let by_password = access.auth().is_some_and(|auth| auth.signed_in(&token).is_some());
    HttpResponse::Ok().json(json!({ "result": { "byPassword": by_password } }))
}

/// Ends the cookie's session and deletes the cookie.
pub(crate) async fn sign_out(access: Data<Access>, request: HttpRequest) -> HttpResponse {
    let token = access.token_of(&request).unwrap_or_default();
    if let Some((auth, own)) =
        access.auth().and_then(|auth| Some((auth.clone(), auth.signed_in(&token)?.session.id)))
    {
        let ended = web::block(move || auth.store().end_sessions(|session| session.id == own));
        if !matches!(ended.await, Ok(Ok(_))) {
            return HttpResponse::InternalServerError().finish();
        }
    }
    let mut gone = cookie(&access, &request, String::new());
    gone.make_removal();
    HttpResponse::Ok().cookie(gone).json(json!({ "status": "ok" }))
}

/// Creates a new access token and ends all sessions, including those of devices at the sync server.
/// A browser with the old token gets the new one, as `staysIn` reports.
pub(crate) async fn sign_out_everywhere(
    app: Data<App>,
    access: Data<Access>,
    request: HttpRequest,
) -> HttpResponse {
    let stays_in = access.is_token(&access.token_of(&request).unwrap_or_default());
    let (own, auth) = (app.clone(), access.auth().cloned());
    let renewed = web::block(move || {
        let dir = own.data_dir();
        own.check_data_dir()?;
        let token = access_token::renew(dir).map_err(FileError::within(dir))?;
        // Reports sessions that could not be ended; the new token is valid in any case. Without
        // sign-in here, they would be valid again once sign-in is served.
        let ended = match auth {
            Some(auth) => auth.store().end_sessions(|_| true),
            None => end_sessions_in(dir, own.environment().clone()),
        };
        Ok::<_, FileError>((token, ended))
    });
    let (token, ended) = match renewed.await {
        Ok(Ok(renewed)) => renewed,
        Ok(Err(error)) => return http::refusal(error.into()),
        Err(error) => return http::refusal(CallError::internal(&error)),
    };
    access.renew_token(token.clone());
    app.sign_in_at_own().await;
    let mut session_cookie = cookie(&access, &request, token);
    if !stays_in {
        session_cookie.make_removal();
    }
    match ended {
        Ok(_) => HttpResponse::Ok()
            .cookie(session_cookie)
            .json(json!({ "result": { "staysIn": stays_in } })),
        Err(error) => {
            let mut answer = http::refusal(not_ended(&error));
            if let Err(error) = answer.add_cookie(&session_cookie) {
                tracing::error!(%error, "the new token could not be sent to the browser");
            }
            answer
        }
    }
}

fn not_ended(error: &StoreError) -> CallError {
    tracing::error!(%error, "the sessions could not be ended");
    let code = if matches!(error, StoreError::Files(FileError::DataDirInUse(_))) {
        ErrorCode::DataDirInUse
    } else if error.is_storage() {
        ErrorCode::StorageFull
    } else {
        ErrorCode::Internal
    };
    CallError::new(code, sessions_remain(error))
}
