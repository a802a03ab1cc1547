//! `POST /sync/sync`: exchanges messages. Request and response are read and written in pieces, so
//! that a first sync of a long history needs little memory.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, BytesMut, Payload};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};
use futures_util::{Stream, StreamExt as _, stream};
use sobre_engine::sync::wire::CONTENT_TYPE;

use super::super::FileId;
use super::super::request::Body;
use super::super::store::{StoreError, SyncReply, UserFiles, closing};
use super::answers::{Answer, Refusal, Shared, file_id, finish, off_thread, signed_in};
use super::live::CHANGES;
use super::transfer::too_many_uploads;
use crate::bodies::read_away;

/// Bodies up to this size stay in memory.
const IN_MEMORY_BYTES: usize = 1 << 20;

pub(super) async fn sync(server: Shared, request: HttpRequest, mut body: Payload) -> HttpResponse {
    let files = match signed_in(&server, &request, None) {
        Ok(signed_in) => signed_in.files,
        Err(refusal) => return finish(Err(refusal)),
    };
    let answer = exchange(&server, files, &request, &mut body).await;
    if answer.is_err() {
        read_away(&mut body).await;
    }
    finish(answer)
}

async fn exchange(
    server: &Shared,
    files: UserFiles,
    request: &HttpRequest,
    body: &mut Payload,
) -> Answer {
    let body = read(server, &files, body).await?;
    if request.content_type() != CONTENT_TYPE {
        return Err(internal_error());
    }
    let access = files.clone();
    let (id, synced) = off_thread(move || answer(&access, &body)).await?;
    let mut response = HttpResponse::Ok();
    response
        .content_type(CONTENT_TYPE)
        .insert_header(("X-ACTUAL-SYNC-METHOD", "simple"))
        .insert_header((CHANGES, synced.changes.to_string()));
    if synced.page.more_after.is_some() {
        return Ok(response.streaming(pieces(files, id, synced)));
    }
    let mut bytes = synced.page.bytes;
    bytes.extend(closing(synced.merkle));
    Ok(response.body(bytes))
}

fn answer(files: &UserFiles, body: &Body) -> Result<(FileId, SyncReply), Refusal> {
    let (id, head) = body.head()?;
    if head.since.is_empty() {
        return Err(Refusal::required("since-required"));
    }
    let id = file_id(&id)?;
    let synced = files.sync(&id, &head, body.messages()?)?;
    Ok((id, synced))
}

/// Reads the body, to disk if it is large. Large ones under way count as uploads.
async fn read(server: &Shared, files: &UserFiles, body: &mut Payload) -> Result<Body, Refusal> {
    let (mut few, mut many, mut _place) = (BytesMut::new(), None, None);
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|error| Refusal::unread(&error))?;
        let incoming = match &mut many {
            None if few.len() + chunk.len() <= IN_MEMORY_BYTES => {
                few.extend_from_slice(&chunk);
                continue;
            }
            Some(incoming) => incoming,
            None => {
                _place = Some(server.uploading.try_acquire().map_err(|_| too_many_uploads())?);
                let mut incoming = files.store().incoming()?;
                incoming.write(&few.split().freeze()).await.map_err(StoreError::from)?;
                many.insert(incoming)
            }
        };
        incoming.write(&chunk).await.map_err(StoreError::from)?;
    }
    match many {
        None => Ok(Body::Memory(few.freeze())),
        Some(incoming) => {
            let (file, received) = incoming.into_reader().await.map_err(StoreError::from)?;
            Ok(Body::Disk { file, _received: received })
        }
    }
}

/// The rest of a long response, read while it is sent. On a read error the connection is cut, so
/// that no client mistakes a partial response for a complete one.
fn pieces(
    files: UserFiles,
    id: FileId,
    mut synced: SyncReply,
) -> impl Stream<Item = Result<Bytes, StoreError>> {
    let first = std::mem::take(&mut synced.page.bytes);
    let first = stream::once(async move { Ok(Bytes::from(first)) });
    let rest = stream::try_unfold(Some((files, id, synced)), |state| async move {
        let Some((files, id, mut synced)) = state else { return Ok(None) };
        let Some(after) = synced.page.more_after.take() else {
            return Ok(Some((Bytes::from(closing(synced.merkle)), None)));
        };
        let (access, file, group) = (files.clone(), id.clone(), synced.group.clone());
        let before = synced.before;
        let read = move || access.next_page(&file, &group, &after, before);
        let mut page =
            actix_web::web::block(read).await.unwrap_or(Err(StoreError::FileNotFound))?;
        let bytes = Bytes::from(std::mem::take(&mut page.bytes));
        synced.page = page;
        Ok(Some((bytes, Some((files, id, synced)))))
    });
    first.chain(rest)
}

fn internal_error() -> Refusal {
    Refusal::reason(StatusCode::INTERNAL_SERVER_ERROR, "internal-error")
}
