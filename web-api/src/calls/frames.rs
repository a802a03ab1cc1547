//! Frames of the socket and the HTTP status of each error; the only place that knows both.

use actix_web::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use sobre_actors::contract::errors::Family;
use sobre_actors::contract::{CallError, ErrorCode, JsonText};
use sobre_actors::{Answer, AnswerShare, UndoOptions};

/// A request on the socket.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "expected a request with id and name")]
pub(crate) struct Request {
    pub(crate) id: u64,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) args: Value,
    #[serde(default)]
    pub(crate) undo: UndoOptions,
}

/// A result as JSON text, and its share of the response memory.
pub(crate) struct ResponseText(String, Option<AnswerShare>);

impl From<Answer> for ResponseText {
    fn from(answer: Answer) -> Self {
        let (text, share) = answer.into_parts();
        Self(text, Some(share))
    }
}

/// A short result.
impl From<JsonText> for ResponseText {
    fn from(text: JsonText) -> Self {
        Self(text.get().to_owned(), None)
    }
}

/// The response to request `id`, or to an HTTP request without one, and the memory share to drop
/// once it is read.
pub(crate) fn reply(
    id: Option<u64>,
    outcome: Result<impl Into<ResponseText>, CallError>,
) -> (String, Option<AnswerShare>) {
    let id = id.map_or_else(String::new, |id| format!("\"id\":{id},"));
    match outcome.map(Into::into) {
        Ok(ResponseText(text, share)) => (framed(&id, "result", text), share),
        Err(error) => {
            let text = serde_json::to_string(&error).unwrap_or_else(|error| {
                tracing::error!(%error, "an error could not be written");
                UNWRITTEN.to_owned()
            });
            (framed(&id, "error", text), None)
        }
    }
}

/// Wraps a possibly long text in its own memory.
fn framed(id: &str, kind: &str, mut text: String) -> String {
    let before = ["{", id, "\"", kind, "\":"].concat();
    text.reserve_exact(before.len() + "}".len());
    text.insert_str(0, &before);
    text.push('}');
    text
}

const UNWRITTEN: &str = r#"{"code":"internal","message":"The response could not be written."}"#;

/// The HTTP status of an error.
pub(crate) const fn status(code: ErrorCode) -> StatusCode {
    match code.family() {
        Family::Invalid => StatusCode::BAD_REQUEST,
        Family::Unauthorized => StatusCode::UNAUTHORIZED,
        Family::Missing => StatusCode::NOT_FOUND,
        Family::Conflict => StatusCode::CONFLICT,
        Family::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Family::Busy => StatusCode::TOO_MANY_REQUESTS,
        Family::Fault => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
