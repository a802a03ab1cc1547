//! Fixed responses: server information, and the page for unknown paths.

use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse};
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

/// A page for any other path, because a browser expects one.
pub async fn page(request: HttpRequest) -> HttpResponse {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        html(StatusCode::OK)
    } else {
        html(StatusCode::NOT_FOUND)
    }
}
