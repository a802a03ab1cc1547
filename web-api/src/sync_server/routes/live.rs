//! `GET /sync/live`: waits until a file changes, an addition of Sobre's own. Every sync returns a
//! change count in [`CHANGES`], and every response here returns it as `since`; a request with that
//! count misses no change in between. A request without a count returns at once and reports a
//! change, as there may be one. Other servers have no such route; devices then poll from time to
//! time. With `bank`, the response includes the number of the last bank message, and a new message
//! ends the wait.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use super::answers::{Answer, Refusal, Shared, file_id, finish, header_of, off_thread, signed_in};

/// Header with the change count, in sync responses and in requests here.
pub(super) const CHANGES: &str = "x-sobre-changes";
/// How long a request waits.
const PATIENCE: Duration = Duration::from_secs(25);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Question {
    file_id: Option<String>,
    since: Option<String>,
}

pub(super) async fn live(
    server: Shared,
    request: HttpRequest,
    question: Query<Question>,
) -> HttpResponse {
    finish(wait(&server, &request, &question).await)
}

async fn wait(server: &Shared, request: &HttpRequest, question: &Question) -> Answer {
    let files = signed_in(server, request, None)?.files;
    let id = file_id(question.file_id.as_deref().unwrap_or_default())?;
    let busy = |_| Refusal::reason(StatusCode::TOO_MANY_REQUESTS, "too-many-requests");
    let _place = server.waiting.try_acquire().map_err(busy)?;
    let file = id.as_str().to_owned();
    let mut changes = off_thread(move || files.changes(&id)).await?;
    let given = question.since.as_deref().or_else(|| header_of(request, CHANGES));
    let changed = match given.and_then(|given| given.parse::<u64>().ok()) {
        Some(given) => {
            let moved = changes.wait_for(|now| *now != given);
            tokio::select! {
                _ = moved => true,
                () = server.delivered() => false,
                () = tokio::time::sleep(PATIENCE) => false,
            }
        }
        None => true,
    };
    let now = *changes.borrow();
    let mut found = json!({ "status": "ok", "changed": changed, "since": now.to_string() });
    if let Some(access) = server.bank_access() {
        let banks = Arc::clone(&access.banks);
        found["bank"] = off_thread(move || banks.last_number(&file)).await?.into();
    }
    Ok(HttpResponse::Ok().json(found))
}
