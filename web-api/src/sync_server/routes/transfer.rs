//! Uploading and downloading whole budgets, streamed to and from the store, so that their size
//! needs no limit and no memory.

use std::io::{self, Read};

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType};
use actix_web::web::{self, Bytes, Payload};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};
use futures_util::{Stream, StreamExt as _, stream};
use percent_encoding::percent_decode_str;
use serde_json::Value;
use sobre_actors::files::FileError;
use sobre_actors::files::uploads::MAX_UNDER_WAY;
use sobre_engine::sync::reasons::UPLOAD_UNDER_WAY;

use super::super::FileId;
use super::super::ids::is_id;
use super::super::store::{ReceivedFile, StoreError, UploadHead, UserFiles};
use super::answers::{
    Answer, FILE_ID, Refusal, Shared, file_id, finish, header_of, off_thread, signed_in,
};
use crate::bodies::read_away;

const CONTENT_TYPE: &str = "application/encrypted-file";
const PIECE_BYTES: usize = 64 << 10;
/// Longest name of a budget, and longest description of its encryption.
pub(super) const NAME_BYTES: usize = 1000;
pub(super) const META_BYTES: usize = 4096;

pub(super) async fn upload(
    server: Shared,
    request: HttpRequest,
    mut body: Payload,
) -> HttpResponse {
    let files = match signed_in(&server, &request, None) {
        Ok(signed_in) => signed_in.files,
        Err(refusal) => return finish(Err(refusal)),
    };
    let answer = take_upload(&server, &files, &request, &mut body).await;
    if answer.is_err() {
        read_away(&mut body).await;
    }
    finish(answer)
}

async fn take_upload(
    server: &Shared,
    files: &UserFiles,
    request: &HttpRequest,
    body: &mut Payload,
) -> Answer {
    let (id, head) = head_of(request)?;
    // Released at the end, also if the connection ends.
    let _place = server.uploading.try_acquire().map_err(|_| too_many_uploads())?;
    let (asked, head_asked, access) = (id.clone(), head.clone(), files.clone());
    off_thread(move || access.check_upload(&asked, &head_asked)).await?;
    if request.content_type() != CONTENT_TYPE {
        return Err(Refusal::fault());
    }
    let received = receive(files, body).await?;
    if received.bytes() == 0 {
        return Err(Refusal::fault());
    }
    let access = files.clone();
    let group = off_thread(move || access.upload(&id, head, received)).await?;
    Ok(HttpResponse::Ok().json(serde_json::json!({ "status": "ok", "groupId": group })))
}

pub(super) fn too_many_uploads() -> Refusal {
    let words = FileError::TooManyUploads(MAX_UNDER_WAY);
    let reason = format!("{UPLOAD_UNDER_WAY}. {words}");
    Refusal::reason(StatusCode::SERVICE_UNAVAILABLE, &reason)
}

/// Reads and checks the headers in the order that clients expect.
fn head_of(request: &HttpRequest) -> Result<(FileId, UploadHead), Refusal> {
    let name = header_of(request, "x-actual-name")
        .ok_or_else(|| Refusal::word("single x-actual-name is required"))?;
    let id = header_of(request, FILE_ID).ok_or_else(|| Refusal::word("fileId is required"))?;
    let id = file_id(id)?;
    let group_id = header_of(request, "x-actual-group-id").map(str::to_owned);
    if group_id.as_deref().is_some_and(|group| !is_id(group)) {
        return Err(Refusal::word("invalid groupId"));
    }
    let name = percent_decode_str(name)
        .decode_utf8()
        .ok()
        .filter(|name| name.len() <= NAME_BYTES)
        .ok_or_else(|| Refusal::word("invalid name"))?;
    let encrypt_meta = header_of(request, "x-actual-encrypt-meta").map(str::to_owned);
    if encrypt_meta.as_deref().is_some_and(|meta| !is_meta(meta)) {
        return Err(Refusal::word("invalid encryptMeta"));
    }
    let format = header_of(request, "x-actual-format").and_then(|format| format.parse().ok());
    Ok((id, UploadHead { group_id, name: name.into_owned(), format, encrypt_meta }))
}

fn is_meta(text: &str) -> bool {
    let object = || serde_json::from_str::<Value>(text).is_ok_and(|meta| meta.is_object());
    text.len() <= META_BYTES && object()
}

/// Writes bytes as they arrive; an interrupted body leaves nothing behind.
async fn receive(files: &UserFiles, body: &mut Payload) -> Result<ReceivedFile, Refusal> {
    let mut incoming = files.store().incoming()?;
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|error| Refusal::unread(&error))?;
        incoming.write(&chunk).await.map_err(StoreError::from)?;
    }
    Ok(incoming.finish().await.map_err(StoreError::from)?)
}

pub(super) async fn download(server: Shared, request: HttpRequest) -> HttpResponse {
    let answer = async {
        let files = signed_in(&server, &request, None)?.files;
        let id = header_of(&request, FILE_ID)
            .ok_or_else(|| Refusal::word("Single file ID is required"))?;
        let id = file_id(id)?;
        let name = format!("attachment;filename={id}");
        let (blob, bytes) = match off_thread(move || Ok::<_, Refusal>(files.download(&id))).await? {
            Err(StoreError::FileNotFound) => {
                return Err(Refusal::word("User or file not found"));
            }
            other => other?,
        };
        Ok(HttpResponse::Ok()
            .content_type(ContentType::octet_stream())
            .insert_header((header::CONTENT_DISPOSITION, name))
            .no_chunking(bytes)
            .streaming(pieces(blob)))
    };
    finish(answer.await)
}

fn pieces(blob: Box<dyn Read + Send>) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold(blob, |mut blob| async move {
        let read = web::block(move || {
            let mut piece = Vec::with_capacity(PIECE_BYTES);
            blob.by_ref().take(PIECE_BYTES as u64).read_to_end(&mut piece)?;
            Ok::<_, io::Error>((piece, blob))
        });
        let (piece, blob) = read.await.map_err(io::Error::other)??;
        Ok((!piece.is_empty()).then(|| (Bytes::from(piece), blob)))
    })
}
