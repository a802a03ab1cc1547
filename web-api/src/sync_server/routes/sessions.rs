//! Sessions, an addition of Sobre's own: listing and ending those of signed-in devices.

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

use super::super::store::Session;
use super::answers::{
    Answer, Refusal, Shared, data, done, finish, json_of, off_thread, signed_in, text_of,
};

pub(super) async fn list(server: Shared, request: HttpRequest) -> HttpResponse {
    let answer = signed_in(&server, &request, None).map(|own| {
        let sessions = server.auth.store().sessions();
        let sessions: Vec<Value> = sessions
            .into_iter()
            .map(|session| {
                json!({
                    "id": session.id,
                    "name": session.name,
                    "madeMs": session.made_ms,
                    "usedMs": session.used_ms,
                    "current": session.id == own.session.id,
                })
            })
            .collect();
        data(&Value::from(sessions))
    });
    finish(answer)
}

pub(super) async fn revoke(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        signed_in(&server, &request, Some(&body))?;
        let id = text_of(&body, "id").to_owned();
        match end(&server, move |session| session.id == id).await? {
            0 => Err(Refusal::reason(StatusCode::BAD_REQUEST, "session-not-found")),
            _ => Ok(done()),
        }
    };
    finish(answer.await)
}

pub(super) async fn sign_out(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    finish(end_by(&server, &request, &body, |session, own| session.id == own).await)
}

pub(super) async fn sign_out_others(
    server: Shared,
    request: HttpRequest,
    body: Bytes,
) -> HttpResponse {
    finish(end_by(&server, &request, &body, |session, own| session.id != own).await)
}

async fn end_by(
    server: &Shared,
    request: &HttpRequest,
    body: &Bytes,
    ends: fn(&Session, &str) -> bool,
) -> Answer {
    let body = json_of(body)?;
    let own = signed_in(server, request, Some(&body))?.session.id;
    let ended = end(server, move |session| ends(session, &own)).await?;
    Ok(data(&json!({ "ended": ended })))
}

async fn end(
    server: &Shared,
    ends: impl Fn(&Session) -> bool + Send + 'static,
) -> Result<usize, Refusal> {
    let store = server.auth.store().clone();
    off_thread(move || store.end_sessions(ends)).await
}
