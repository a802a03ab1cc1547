//! `/sync`: listing, keys, reset, rename, delete.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::FileId;
use super::super::store::{FileRow, Key, StoreError, UserFiles};
use super::answers::{
    Answer, FILE_ID, Refusal, Shared, data, done, file_id, file_of, finish, header_of, json_of,
    off_thread, signed_in, text_of,
};
use super::transfer::{META_BYTES, NAME_BYTES};

/// Longest id and salt of a key. All clients use less than a tenth of that.
const KEY_ID_BYTES: usize = 400;
const SALT_BYTES: usize = 1000;

/// Which files to list, an addition of Sobre's own: the protocol has no parameter for it and leaves
/// deleted files out.
#[derive(Deserialize)]
pub(super) struct ListQuery {
    deleted: Option<u8>,
}

/// All files; with `?deleted=1` also deleted ones, whose uploads can be restored.
pub(super) async fn list(
    server: Shared,
    request: HttpRequest,
    wanted: Result<Query<ListQuery>, actix_web::Error>,
) -> HttpResponse {
    let answer = async {
        let files = signed_in(&server, &request, None)?.files;
        let user = files.store().user_id().to_owned();
        // Other programs' clients may send any query, as before.
        let deleted = wanted.is_ok_and(|wanted| wanted.deleted == Some(1));
        let files = off_thread(move || files.list(deleted)).await?;
        Ok(data(&files.iter().map(|file| listed(file, &user)).collect()))
    };
    finish(answer.await)
}

fn listed(file: &FileRow, user: &str) -> Value {
    json!({
        "deleted": u8::from(file.deleted),
        "fileId": file.id,
        "groupId": file.group_id,
        "name": file.name,
        "encryptKeyId": file.key.id,
        "owner": user,
        "usersWithAccess": users(user),
    })
}

fn users(user: &str) -> Value {
    json!([{ "userId": user, "displayName": "", "userName": "", "owner": true }])
}

pub(super) async fn info(server: Shared, request: HttpRequest) -> HttpResponse {
    let answer = async {
        let files = signed_in(&server, &request, None)?.files;
        let id = file_id(header_of(&request, FILE_ID).unwrap_or_default())?;
        let user = files.store().user_id().to_owned();
        match off_thread(move || Ok::<_, Refusal>(files.info(&id))).await? {
            Ok(file) => Ok(data(&described(&file, &user))),
            Err(StoreError::FileNotFound) => {
                Err(Refusal::reason(StatusCode::BAD_REQUEST, "file-not-found"))
            }
            Err(error) => Err(error.into()),
        }
    };
    finish(answer.await)
}

fn described(file: &FileRow, user: &str) -> Value {
    let meta = file.encrypt_meta.as_deref().and_then(|meta| serde_json::from_str(meta).ok());
    json!({
        "deleted": 0,
        "fileId": file.id,
        "groupId": file.group_id,
        "name": file.name,
        "encryptMeta": meta.unwrap_or(Value::Null),
        "usersWithAccess": users(user),
    })
}

pub(super) async fn get_key(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    let answer = async {
        let (files, id, _) = asked(&server, &request, &body)?;
        let key = off_thread(move || files.info(&id)).await?.key;
        Ok(data(&json!({ "id": key.id, "salt": key.salt, "test": key.test })))
    };
    finish(answer.await)
}

pub(super) async fn create_key(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    let answer = async {
        let (files, id, body) = asked(&server, &request, &body)?;
        off_thread(move || {
            // A missing file is reported before an invalid key.
            files.info(&id)?;
            Ok::<_, Refusal>(files.create_key(&id, key_of(&body)?)?)
        })
        .await?;
        Ok(done())
    };
    finish(answer.await)
}

fn key_of(body: &Value) -> Result<Key, Refusal> {
    let part = |name, most| short_text(body, name, most);
    let key = Key {
        id: part("keyId", KEY_ID_BYTES)?,
        salt: part("keySalt", SALT_BYTES)?,
        test: part("testContent", META_BYTES)?,
    };
    if key.id.as_deref().unwrap_or_default().is_empty() {
        return Err(Refusal::required("keyId-required"));
    }
    Ok(key)
}

pub(super) async fn reset(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    let answer = async {
        let (files, id, _) = asked(&server, &request, &body)?;
        match off_thread(move || Ok::<_, Refusal>(files.reset(&id))).await? {
            Err(StoreError::FileNotFound) => Err(Refusal::word("User or file not found")),
            other => Ok(other.map(|()| done())?),
        }
    };
    finish(answer.await)
}

pub(super) async fn rename(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    let answer = async {
        let (files, id, body) = asked(&server, &request, &body)?;
        let name = short_text(&body, "name", NAME_BYTES)?.unwrap_or_default();
        off_thread(move || files.rename(&id, name)).await?;
        Ok(done())
    };
    finish(answer.await)
}

pub(super) async fn delete(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    finish(delete_file(&server, &request, &body).await)
}

async fn delete_file(server: &Shared, request: &HttpRequest, body: &Bytes) -> Answer {
    let body = json_of(body)?;
    let files = signed_in(server, request, Some(&body))?.files;
    if text_of(&body, "fileId").is_empty() {
        return Err(Refusal::required("fileId-required"));
    }
    let id = file_of(&body)?;
    let server = Shared::clone(server);
    let delete = move || {
        files.delete(&id)?;
        if let Some(access) = server.bank_access() {
            access.forget_file(&id);
        }
        Ok::<_, StoreError>(())
    };
    off_thread(delete).await?;
    Ok(done())
}

/// A text of a JSON body, refused if it is too long.
fn short_text(body: &Value, name: &str, most: usize) -> Result<Option<String>, Refusal> {
    match body.get(name).and_then(Value::as_str) {
        Some(text) if text.len() > most => Err(Refusal::word(&format!("invalid {name}"))),
        text => Ok(text.map(str::to_owned)),
    }
}

/// Body, token and file of a JSON request, in this order.
fn asked(
    server: &Shared,
    request: &HttpRequest,
    body: &Bytes,
) -> Result<(UserFiles, FileId, Value), Refusal> {
    let body = json_of(body)?;
    let files = signed_in(server, request, Some(&body))?.files;
    let id = file_of(&body)?;
    Ok((files, id, body))
}
