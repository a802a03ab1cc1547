//! The two error forms of the protocol, JSON and a bare word, and the first steps of every handler:
//! checking the token and leaving the web threads.

use actix_web::error::PayloadError;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::{self, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};
use sobre_actors::banks::connections::LinkFault;
use sobre_engine::sync::reasons::SERVER_DATA_MISSING;

use super::super::FileId;
use super::super::sign_in::{SignInError, SignedIn};
use super::super::store::StoreError;
use super::SyncServer;
use crate::bodies::is_stalled;

/// Header with the session token.
const TOKEN: &str = "x-actual-token";
/// Header with a file's id.
pub(super) const FILE_ID: &str = "x-actual-file-id";

/// A response that ends a handler early.
pub(super) struct Refusal {
    status: StatusCode,
    content: Content,
}

enum Content {
    Word(String),
    Json(Value),
}

/// The result of a handler.
pub(super) type Answer = Result<HttpResponse, Refusal>;

impl Refusal {
    /// A bare word.
    pub(super) fn word(word: &str) -> Self {
        Self { status: StatusCode::BAD_REQUEST, content: Content::Word(word.to_owned()) }
    }

    /// JSON with a reason.
    pub(super) fn reason(status: StatusCode, reason: &str) -> Self {
        Self { status, content: Content::Json(json!({ "status": "error", "reason": reason })) }
    }

    /// JSON with a reason for programs and details for people.
    pub(super) fn detailed(status: StatusCode, reason: &str, details: &str) -> Self {
        let body = json!({ "status": "error", "reason": reason, "details": details });
        Self { status, content: Content::Json(body) }
    }

    /// JSON without a reason, for faults.
    pub(super) fn fault() -> Self {
        let content = Content::Json(json!({ "status": "error" }));
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, content }
    }

    /// A body that stalled or was interrupted.
    pub(super) fn unread(error: &PayloadError) -> Self {
        tracing::warn!(%error, "a request of the sync server was interrupted");
        let fault = Self::fault();
        // Clients try again after this status, as long as it comes without a reason.
        if is_stalled(error) {
            Self { status: StatusCode::REQUEST_TIMEOUT, ..fault }
        } else {
            fault
        }
    }

    /// A required field is missing.
    pub(super) fn required(details: &str) -> Self {
        let reason = "unprocessable-entity";
        let body = json!({ "details": details, "reason": reason, "status": "error" });
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, content: Content::Json(body) }
    }

    pub(super) fn no_session() -> Self {
        let details = "token-not-found";
        let body = json!({ "status": "error", "reason": "unauthorized", "details": details });
        Self { status: StatusCode::UNAUTHORIZED, content: Content::Json(body) }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        if let Some(word) = error.word() {
            return Self::word(word);
        }
        if matches!(error, StoreError::BadTimestamp) {
            return Self::reason(StatusCode::BAD_REQUEST, "invalid-timestamp");
        }
        if matches!(error, StoreError::TooLarge) {
            return Self::reason(StatusCode::PAYLOAD_TOO_LARGE, "too-large");
        }
        if matches!(error, StoreError::BadRequest(_)) {
            tracing::warn!(%error, "a sync request could not be read");
            return Self::reason(StatusCode::INTERNAL_SERVER_ERROR, "internal-error");
        }
        if matches!(error, StoreError::Moved | StoreError::Missing(_)) {
            tracing::error!(%error, "the sync server refused");
            let reason = format!("{SERVER_DATA_MISSING}. {error}");
            return Self::reason(StatusCode::INTERNAL_SERVER_ERROR, &reason);
        }
        tracing::error!(%error, "the sync server failed");
        if error.is_storage() {
            return Self::reason(StatusCode::INTERNAL_SERVER_ERROR, "server-storage-full");
        }
        Self::fault()
    }
}

impl From<LinkFault> for Refusal {
    fn from(fault: LinkFault) -> Self {
        let body = json!({
            "error": fault.code, "message": fault.message, "field": fault.field,
        });
        Self { status: StatusCode::BAD_REQUEST, content: Content::Json(body) }
    }
}

impl From<SignInError> for Refusal {
    fn from(error: SignInError) -> Self {
        if let SignInError::Store(error) = error {
            return error.into();
        }
        match error.word() {
            Some(word) => {
                let status = match error {
                    SignInError::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
                    SignInError::SetupCodeRequired | SignInError::InvalidSetupCode => {
                        StatusCode::FORBIDDEN
                    }
                    SignInError::InvalidPassword
                    | SignInError::AlreadyBootstrapped
                    | SignInError::Store(_)
                    | SignInError::Hash(_) => StatusCode::BAD_REQUEST,
                };
                Self::reason(status, word)
            }
            None => {
                tracing::error!(%error, "sign-in failed");
                Self::fault()
            }
        }
    }
}

/// The result of a handler as a response.
pub(super) fn finish(answer: Answer) -> HttpResponse {
    answer.unwrap_or_else(|Refusal { status, content }| match content {
        Content::Word(word) => bare(status, &word),
        Content::Json(body) => HttpResponse::build(status).json(body),
    })
}

/// A bare word as the body. Actual's server sends it as a page.
pub(super) fn bare(status: StatusCode, word: &str) -> HttpResponse {
    HttpResponse::build(status).content_type(ContentType::html()).body(word.to_owned())
}

/// A page that contains only its status.
pub(super) fn html(status: StatusCode) -> HttpResponse {
    let words = status.canonical_reason().unwrap_or("Error");
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{words}</title>\
         <pre>{words}</pre></html>"
    );
    HttpResponse::build(status).content_type(ContentType::html()).body(page)
}

pub(super) fn no_content() -> HttpResponse {
    HttpResponse::NoContent().finish()
}

/// `{"status":"ok"}`.
pub(super) fn done() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "status": "ok" }))
}

/// `{"status":"ok","data":…}`.
pub(super) fn data(data: &Value) -> HttpResponse {
    HttpResponse::Ok().json(json!({ "status": "ok", "data": data }))
}

/// A JSON body; an empty one is an empty object.
pub(super) fn json_of(body: &[u8]) -> Result<Value, Refusal> {
    if body.is_empty() {
        return Ok(json!({}));
    }
    serde_json::from_slice(body)
        .map_err(|_| Refusal::reason(StatusCode::BAD_REQUEST, "invalid-json"))
}

/// A text of a JSON body, empty if absent.
pub(super) fn text_of<'a>(body: &'a Value, name: &str) -> &'a str {
    body.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A header as text, if it is there.
pub(super) fn header_of<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok().filter(|text| !text.is_empty())
}

/// The session of a request's token; a token in the body takes precedence over the header's.
pub(super) fn signed_in(
    server: &SyncServer,
    request: &HttpRequest,
    body: Option<&Value>,
) -> Result<SignedIn, Refusal> {
    let of_body = body.and_then(|body| body.get("token")).and_then(Value::as_str);
    let token = of_body.or_else(|| header_of(request, TOKEN)).ok_or_else(Refusal::no_session)?;
    server.auth.signed_in(token).ok_or_else(Refusal::no_session)
}

/// A file's id from a JSON body.
pub(super) fn file_of(body: &Value) -> Result<FileId, Refusal> {
    file_id(text_of(body, "fileId"))
}

/// Parses a file's id before any use.
pub(super) fn file_id(text: &str) -> Result<FileId, Refusal> {
    FileId::parse(text).ok_or_else(|| Refusal::word("invalid fileId"))
}

/// Runs disk work outside the web threads.
pub(super) async fn off_thread<T, E>(
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, Refusal>
where
    T: Send + 'static,
    E: Into<Refusal> + Send + 'static,
{
    match web::block(work).await {
        Ok(outcome) => outcome.map_err(Into::into),
        Err(error) => {
            tracing::error!(%error, "a task of the sync server was aborted");
            Err(Refusal::fault())
        }
    }
}

/// The first argument of handlers.
pub(super) type Shared = Data<SyncServer>;
