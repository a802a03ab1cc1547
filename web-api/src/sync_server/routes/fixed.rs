//! Answers that never change: what the server is, and the page for anything it does not know.

use actix_web::dev::HttpServiceFactory;
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Route};
use serde_json::json;
use sobre_actors::VERSION;

use super::answers::{bare, html};
use super::any_origin;

pub(super) fn routes(config: &mut ServiceConfig) {
    config
        .service(route("/info", web::get().to(info)))
        .service(route("/mode", web::get().to(mode)));
}

fn route(path: &str, route: Route) -> impl HttpServiceFactory + 'static {
    web::resource(path).wrap(from_fn(any_origin)).route(route)
}

async fn info() -> HttpResponse {
    let build = json!({ "name": "sobre", "description": "Sobre sync server", "version": VERSION });
    HttpResponse::Ok().json(json!({ "build": build }))
}

async fn mode() -> HttpResponse {
    bare(StatusCode::OK, "development")
}

/// Anything else: a page for people, which is what a browser came for.
pub async fn page(request: HttpRequest) -> HttpResponse {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        html(StatusCode::OK)
    } else {
        html(StatusCode::NOT_FOUND)
    }
}
