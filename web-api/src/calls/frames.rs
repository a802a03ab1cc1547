//! Frames of the socket and the mapping of errors to statuses, the only place that knows both.

use actix_web::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sobre_actors::UndoOptions;
use sobre_actors::contract::errors::Family;
use sobre_actors::contract::{CallError, ErrorCode};

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

#[derive(Serialize)]
struct Reply<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    #[serde(flatten)]
    outcome: Outcome<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome<'a> {
    Result(&'a RawValue),
    Error(&'a CallError),
}

/// The answer to request `id`, or to an HTTP request without one.
pub(crate) fn reply(id: Option<u64>, outcome: &Result<Box<RawValue>, CallError>) -> String {
    let outcome = match outcome {
        Ok(result) => Outcome::Result(result),
        Err(error) => Outcome::Error(error),
    };
    serde_json::to_string(&Reply { id, outcome }).unwrap_or_else(|error| {
        tracing::error!(%error, "an answer could not be written");
        "{\"error\":{\"code\":\"internal\",\"message\":\"The answer could not be written.\"}}"
            .to_owned()
    })
}

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
