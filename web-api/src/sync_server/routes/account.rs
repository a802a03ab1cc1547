//! `/account`: setup, sign-in and the server's preferences.

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Map, Value, json};

use super::super::sign_in::SignInError;
use super::answers::{
    Answer, Refusal, Shared, data, finish, json_of, off_thread, signed_in, text_of,
};

/// Most stored preferences, and their longest key and value.
const PREFS: usize = 1000;
const PREF_BYTES: usize = 64 << 10;

/// The reason sent to clients that do not know setup codes. They show it to the user unchanged.
const HOW_TO_GIVE_THE_CODE: &str = "setup-code-required. The server printed a setup code when it \
    started. Type it, a space and your password into the password field. You need it only once.";

/// Two additions of Sobre's own: `needsSetupCode` tells a client whether it has to send the setup
/// code; by `instance` an application recognises the server that it serves itself.
pub(super) async fn needs_bootstrap(server: Shared, request: HttpRequest) -> HttpResponse {
    let answer = async {
        let methods = methods(&server).await?;
        let mut state = json!({
            "bootstrapped": !methods.is_empty(),
            "loginMethod": "password",
            "availableLoginMethods": methods,
            "multiuser": false,
        });
        if methods.is_empty() && server.auth.asks_for_code(&server.auth.client(&request)) {
            state["needsSetupCode"] = Value::Bool(true);
        }
        if server.auth.opens_application() {
            state["instance"] = server.auth.instance().into();
        }
        Ok(data(&state))
    };
    finish(answer.await)
}

pub(super) async fn login_methods(server: Shared) -> HttpResponse {
    let answer = async {
        let methods = methods(&server).await?;
        Ok(HttpResponse::Ok().json(json!({ "status": "ok", "methods": methods })))
    };
    finish(answer.await)
}

/// The ways to sign in, none before setup.
async fn methods(server: &Shared) -> Result<Vec<Value>, Refusal> {
    let auth = server.auth.clone();
    let set_up = off_thread(move || auth.is_set_up()).await?;
    let method = json!({ "method": "password", "active": 1, "displayName": "Password" });
    Ok(if set_up { vec![method] } else { Vec::new() })
}

pub(super) async fn bootstrap(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    finish(set_up(&server, &request, &body).await)
}

async fn set_up(server: &Shared, request: &HttpRequest, body: &Bytes) -> Answer {
    let bad = |reason| Refusal::reason(StatusCode::BAD_REQUEST, reason);
    let body = json_of(body)?;
    let Some(password) = body.get("password").and_then(Value::as_str).map(str::to_owned) else {
        return Err(bad("no-auth-method-selected"));
    };
    // Other programs' clients do not know the code.
    let knows_codes = body.get("setupCode").is_some();
    let code = body.get("setupCode").and_then(Value::as_str).map(str::to_owned);
    let (auth, client) = (server.auth.clone(), server.auth.client(request));
    let token = off_thread(move || {
        auth.bootstrap(&password, code.as_deref(), &client).map_err(|error| {
            if !knows_codes && matches!(error, SignInError::SetupCodeRequired) {
                return Refusal::reason(StatusCode::FORBIDDEN, HOW_TO_GIVE_THE_CODE);
            }
            error.into()
        })
    })
    .await?;
    Ok(data(&json!({ "token": token })))
}

pub(super) async fn login(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        let method = body.get("loginMethod").and_then(Value::as_str).unwrap_or("password");
        if method != "password" {
            return Err(Refusal::reason(StatusCode::BAD_REQUEST, "invalid-login-method"));
        }
        let (auth, client) = (server.auth.clone(), server.auth.client(&request));
        let password = text_of(&body, "password").to_owned();
        let token = off_thread(move || auth.sign_in(&password, &client)).await?;
        Ok(data(&json!({ "token": token })))
    };
    finish(answer.await)
}

pub(super) async fn validate(server: Shared, request: HttpRequest) -> HttpResponse {
    let answer = async {
        let files = signed_in(&server, &request, None)?.files;
        let store = files.store().clone();
        let prefs = off_thread(move || store.server_prefs()).await?;
        let prefs: Map<_, _> =
            prefs.into_iter().map(|(key, value)| (key, Value::from(value))).collect();
        Ok(data(&json!({
            "validated": true,
            "userName": "",
            "permission": "ADMIN",
            "userId": files.store().user_id(),
            "displayName": "",
            "loginMethod": "password",
            "prefs": prefs,
        })))
    };
    finish(answer.await)
}

/// With `signOutOthers`, ends all other sessions.
pub(super) async fn change_password(
    server: Shared,
    request: HttpRequest,
    body: Bytes,
) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        let own = signed_in(&server, &request, Some(&body))?.session.id;
        let (auth, password) = (server.auth.clone(), text_of(&body, "password").to_owned());
        let others = body.get("signOutOthers").and_then(Value::as_bool).unwrap_or(false);
        off_thread(move || {
            auth.change_password(&password)?;
            if others {
                auth.store().end_sessions(|session| session.id != own)?;
            }
            Ok::<_, SignInError>(())
        })
        .await?;
        Ok(data(&json!({})))
    };
    finish(answer.await)
}

pub(super) async fn server_prefs(
    server: Shared,
    request: HttpRequest,
    body: Bytes,
) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        let store = signed_in(&server, &request, Some(&body))?.files.store().clone();
        let prefs = prefs_of(&body)
            .ok_or_else(|| Refusal::reason(StatusCode::BAD_REQUEST, "invalid-prefs"))?;
        off_thread(move || store.set_server_prefs(&prefs)).await?;
        Ok(data(&json!({})))
    };
    finish(answer.await)
}

fn prefs_of(body: &Value) -> Option<Vec<(String, String)>> {
    let prefs = body.get("prefs")?.as_object().filter(|prefs| prefs.len() <= PREFS)?;
    let short = |text: &str| text.len() <= PREF_BYTES;
    prefs
        .iter()
        .map(|(key, value)| {
            let value = value.as_str().filter(|value| short(value) && short(key))?;
            Some((key.clone(), value.to_owned()))
        })
        .collect()
}
