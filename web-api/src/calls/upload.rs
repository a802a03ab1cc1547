//! `POST /api/upload`: stores a streamed file and returns an opaque handle.

use actix_web::web::{Data, Payload, Query};
use actix_web::{Error, HttpResponse};
use futures_util::StreamExt;
use serde::Deserialize;
use serde_json::json;
use sobre_actors::App;
use sobre_actors::contract::{CallError, ErrorCode, JsonText};

use super::http::answer;
use crate::bodies::read_away;

#[derive(Deserialize)]
pub(crate) struct UploadName {
    filename: String,
}

pub(crate) async fn upload(
    app: Data<App>,
    name: Result<Query<UploadName>, Error>,
    mut body: Payload,
) -> HttpResponse {
    let received = match name {
        Ok(name) => receive(&app, &name.filename, &mut body).await,
        Err(_) => {
            let message = "An upload needs a name, as in /api/upload?filename=budget.zip.";
            Err(CallError::new(ErrorCode::BadArguments, message))
        }
    };
    if received.is_err() {
        read_away(&mut body).await;
    }
    answer(received)
}

/// Writes bytes as they arrive; holds at most one chunk in memory.
async fn receive(app: &App, filename: &str, body: &mut Payload) -> Result<JsonText, CallError> {
    let mut upload = app.begin_upload(filename).await?;
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|error| {
            CallError::new(ErrorCode::BadArguments, format!("The upload was interrupted: {error}"))
        })?;
        upload = upload.write(chunk).await?;
    }
    let handle = upload.finish().await?;
    JsonText::of(&json!({ "filepath": handle })).map_err(|error| CallError::internal(&error))
}
