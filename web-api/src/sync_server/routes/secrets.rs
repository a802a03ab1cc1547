//! `/secret`: stores credentials of providers for other programs. No route returns a value.

use actix_web::http::StatusCode;
use actix_web::web::{self, Bytes, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};
use sobre_actors::banks::Banks;
use sobre_actors::banks::connections::Linked;
use sobre_actors::banks::direct::SECRET_NAMES;

use super::super::FileId;
use super::absent::unknown;
use super::answers::{
    FILE_ID, Refusal, Shared, bare, done, finish, header_of, json_of, no_content, off_thread,
    signed_in, text_of,
};
use super::banks::bank_access;

/// The routes below `/secret`.
pub(super) fn routes() -> actix_web::Scope {
    web::scope("/secret")
        .app_data(web::PayloadConfig::new(super::JSON_BYTES))
        .route("", web::post().to(set))
        .route("/{name}", web::get().to(look))
        .route("/{name}", web::delete().to(forget))
        .default_service(web::to(unknown))
}

async fn set(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        let file = owner(&server, &request, Some(&body)).await?;
        let Some(name) = known(text_of(&body, "name")) else {
            let body = json!({
                "status": "error",
                "reason": "invalid-secret-name",
                "details": "Unknown secret name",
            });
            return Ok(HttpResponse::BadRequest().json(body));
        };
        let value = text_of(&body, "value").to_owned();
        on_banks(&server, move |banks| banks.set_secret(file.as_deref(), name, &value)).await?;
        Ok(done())
    };
    finish(answer.await)
}

async fn look(server: Shared, request: HttpRequest, name: Path<String>) -> HttpResponse {
    let answer = async {
        let file = owner(&server, &request, None).await?;
        let Some(name) = known(&name) else { return Ok(not_found()) };
        let look = move |banks: &Banks| banks.has_secret(file.as_deref(), name);
        Ok(if on_banks(&server, look).await? { no_content() } else { not_found() })
    };
    finish(answer.await)
}

async fn forget(
    server: Shared,
    request: HttpRequest,
    name: Path<String>,
    body: Bytes,
) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        let file = owner(&server, &request, Some(&body)).await?;
        let Some(name) = known(&name) else { return Ok(not_found()) };
        on_banks(&server, move |banks| banks.forget_secret(file.as_deref(), name)).await?;
        Ok(done())
    };
    finish(answer.await)
}

fn not_found() -> HttpResponse {
    bare(StatusCode::NOT_FOUND, "key not found")
}

/// The secret's name, if other programs may use it.
fn known(name: &str) -> Option<&'static str> {
    SECRET_NAMES.into_iter().find(|it| *it == name)
}

/// The file that a secret belongs to; `None` for the whole server.
async fn owner(
    server: &Shared,
    request: &HttpRequest,
    body: Option<&Value>,
) -> Result<Option<String>, Refusal> {
    let files = signed_in(server, request, body)?.files;
    let Some(text) = header_of(request, FILE_ID) else { return Ok(None) };
    let invalid =
        || Refusal::detailed(StatusCode::BAD_REQUEST, "invalid-file-id", "invalid fileId");
    let id = FileId::parse(text).ok_or_else(invalid)?;
    let denied = || Refusal::reason(StatusCode::FORBIDDEN, "file-access-denied");
    let name = text.to_owned();
    off_thread(move || Ok::<_, Refusal>(files.info(&id))).await?.map_err(|_| denied())?;
    Ok(Some(name))
}

/// Runs work on the connections outside the web threads.
async fn on_banks<T: Send + 'static>(
    server: &Shared,
    work: impl FnOnce(&Banks) -> Linked<T> + Send + 'static,
) -> Result<T, Refusal> {
    let banks = std::sync::Arc::clone(&bank_access(server)?.banks);
    off_thread(move || work(&banks)).await
}
