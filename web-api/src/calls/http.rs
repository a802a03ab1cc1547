//! `POST /api/call/{name}`: one call per request, the budget chosen by a header.

use std::io;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType};
use actix_web::web::{Bytes, BytesMut, Data, Path};
use actix_web::{Error, HttpRequest, HttpResponse};
use futures_util::{Stream, stream};
use serde_json::Value;
use sobre_actors::contract::{CallError, ErrorCode};
use sobre_actors::{Answer, App, ExportFile, Session, UndoOptions, limits};
use tokio::fs::File;
use tokio::io::AsyncReadExt as _;

use super::frames::{self, ResponseText};
use crate::unread::{LongResponse, PIECE};

/// Header that chooses the budget.
pub(crate) const BUDGET_HEADER: &str = "X-Budget";

const PIECE_BYTES: usize = 64 << 10;

pub(crate) async fn call(
    app: Data<App>,
    name: Path<String>,
    request: HttpRequest,
    body: Result<Bytes, Error>,
) -> HttpResponse {
    let session = app.new_session(None);
    let outcome = match choose_budget(&session, &request) {
        Ok(()) if name.as_str() == "export-budget" && wants_zip(&request) => {
            return export(&app, &session).await;
        }
        Ok(()) => match body {
            Ok(body) => run(&app, &session, &name, &body).await,
            Err(error) => Err(unread(&error)),
        },
        Err(error) => Err(error),
    };
    answer(outcome)
}

async fn run(
    app: &App,
    session: &Arc<Session>,
    name: &str,
    body: &Bytes,
) -> Result<Answer, CallError> {
    let args = if body.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(body).map_err(|error| {
            CallError::new(ErrorCode::BadArguments, format!("The body is not JSON: {error}"))
        })?
    };
    app.call_text(session, name, args, UndoOptions::default()).await
}

/// An error for arguments that were too long or incomplete.
fn unread(error: &Error) -> CallError {
    if error.as_response_error().status_code() == StatusCode::PAYLOAD_TOO_LARGE {
        let message = format!("The arguments can have at most {} bytes.", limits::ARGUMENT_BYTES);
        return CallError::new(ErrorCode::BadArguments, message);
    }
    CallError::new(ErrorCode::BadArguments, format!("The body cannot be read: {error}"))
}

fn choose_budget(session: &Session, request: &HttpRequest) -> Result<(), CallError> {
    let Some(chosen) = request.headers().get(BUDGET_HEADER) else { return Ok(()) };
    let id = chosen.to_str().map_err(|_| CallError::of(ErrorCode::BudgetNotFound))?;
    session.set_budget(Some(id.into()));
    Ok(())
}

fn wants_zip(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    !accept.is_some_and(|accept| accept.starts_with("application/json"))
}

/// The exported zip as a download, sent in pieces.
async fn export(app: &App, session: &Arc<Session>) -> HttpResponse {
    let sent = async {
        let export = app.export_file(session).await?;
        let file = File::open(export.path()).await.map_err(|error| CallError::internal(&error))?;
        let length = file.metadata().await.map_err(|error| CallError::internal(&error))?.len();
        let name = format!("attachment; filename=\"{}\"", export.filename());
        Ok(HttpResponse::Ok()
            .content_type("application/zip")
            .insert_header((header::CONTENT_DISPOSITION, name))
            .no_chunking(length)
            .streaming(pieces(file, export)))
    };
    sent.await.unwrap_or_else(refusal)
}

/// Reads a file to its end. Holds the export until then, because dropping it deletes the file.
fn pieces(file: File, export: ExportFile) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold((file, export), |(mut file, export)| async move {
        let mut piece = BytesMut::with_capacity(PIECE_BYTES);
        let read = file.read_buf(&mut piece).await?;
        Ok((read > 0).then(|| (piece.freeze(), (file, export))))
    })
}

/// An outcome as an HTTP response.
pub(crate) fn answer(outcome: Result<impl Into<ResponseText>, CallError>) -> HttpResponse {
    let mut response = match &outcome {
        Ok(_) => HttpResponse::Ok(),
        Err(error) => HttpResponse::build(frames::status(error.code)),
    };
    response.content_type(ContentType::json());
    let (text, share) = frames::reply(None, outcome);
    if text.len() <= PIECE {
        response.body(text)
    } else {
        response.body(LongResponse::of(text, share))
    }
}

/// An error as an HTTP response.
pub(crate) fn refusal(error: CallError) -> HttpResponse {
    answer(Err::<Answer, _>(error))
}
