//! Earlier uploads of a file, an addition of Sobre's own: listing and restoring them.

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use super::answers::{
    FILE_ID, Refusal, Shared, data, file_id, file_of, finish, header_of, json_of, off_thread,
    signed_in, text_of,
};

pub(super) async fn list(server: Shared, request: HttpRequest) -> HttpResponse {
    let answer = async {
        let files = signed_in(&server, &request, None)?.files;
        let id = file_id(header_of(&request, FILE_ID).unwrap_or_default())?;
        let uploads = off_thread(move || files.uploads(&id)).await?;
        let uploads = serde_json::to_value(uploads).map_err(|_| Refusal::fault())?;
        Ok(data(&uploads))
    };
    finish(answer.await)
}

pub(super) async fn restore(server: Shared, request: HttpRequest, body: Bytes) -> HttpResponse {
    let answer = async {
        let body = json_of(&body)?;
        let files = signed_in(&server, &request, Some(&body))?.files;
        let (id, upload) = (file_of(&body)?, text_of(&body, "uploadId").to_owned());
        let group = off_thread(move || files.restore(&id, &upload)).await?;
        Ok(data(&json!({ "groupId": group })))
    };
    finish(answer.await)
}
