//! Frames of the socket and the mapping of errors to statuses, the only place that knows both.

use actix_web::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use sobre_actors::UndoOptions;
use sobre_actors::contract::errors::Family;
use sobre_actors::contract::{CallError, ErrorCode, JsonText};

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

/// The answer to request `id`, or to an HTTP request without one.
pub(crate) fn reply(id: Option<u64>, outcome: &Result<JsonText, CallError>) -> String {
    let id = id.map_or_else(String::new, |id| format!("\"id\":{id},"));
    let written;
    let (kind, answer) = match outcome {
        Ok(result) => ("result", result.get()),
        Err(error) => {
            written = serde_json::to_string(error).unwrap_or_else(|error| {
                tracing::error!(%error, "an error could not be written");
                UNWRITTEN.to_owned()
            });
            ("error", &written[..])
        }
    };
    ["{", &id, "\"", kind, "\":", answer, "}"].concat()
}

const UNWRITTEN: &str = r#"{"code":"internal","message":"The answer could not be written."}"#;

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
