//! Fixed responses: server information, the page at the server's address, and the one for unknown
//! paths.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde_json::json;
use sobre_actors::VERSION;

use super::answers::{bare, html};

pub(super) async fn info() -> HttpResponse {
    let build = json!({ "name": "sobre", "description": "Sobre sync server", "version": VERSION });
    HttpResponse::Ok().json(json!({ "build": build }))
}

pub(super) async fn mode() -> HttpResponse {
    bare(StatusCode::OK, "development")
}

/// The page at the server's address, which shows that it is running.
pub async fn page() -> HttpResponse {
    html(StatusCode::OK)
}

/// The page for unknown paths.
pub async fn unknown() -> HttpResponse {
    html(StatusCode::NOT_FOUND)
}
