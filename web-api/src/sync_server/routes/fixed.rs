//! Answers that never change: who the server is, and that it has no users, secrets or bank links
//! to offer (spec/3 sections 7.1 and 7.2).

use actix_web::dev::HttpServiceFactory;
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::from_fn;
use actix_web::web::{self, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Route};
use serde_json::{Value, json};
use sobre_actors::VERSION;

use super::answers::{Answer, Shared, bare, finish, html, signed_in};
use super::any_origin;

/// Bank links peers ask about.
const BANK_LINKS: &[&str] = &["gocardless", "simplefin", "pluggyai", "akahu", "enablebanking"];

pub(super) fn routes(config: &mut ServiceConfig) {
    config
        .service(route("/info", web::get().to(info)))
        .service(route("/mode", web::get().to(mode)))
        .service(route("/admin/owner-created/", web::get().to(owner_created)))
        .service(route("/admin/users/", web::get().to(users)))
        .service(route("/secret/{name}", web::get().to(secret)));
    for link in BANK_LINKS {
        config.service(route(&format!("/{link}/status"), web::post().to(bank_link)));
    }
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

async fn owner_created(server: Shared, request: HttpRequest) -> HttpResponse {
    finish(known(&server, &request, Value::from(false)))
}

async fn users(server: Shared, request: HttpRequest) -> HttpResponse {
    finish(known(&server, &request, json!([])))
}

async fn bank_link(server: Shared, request: HttpRequest) -> HttpResponse {
    let answer = json!({ "status": "ok", "data": { "configured": false } });
    finish(known(&server, &request, answer))
}

async fn secret(server: Shared, request: HttpRequest, _: Path<String>) -> HttpResponse {
    let known = signed_in(&server, &request, None);
    finish(known.map(|_| bare(StatusCode::NOT_FOUND, "key not found")))
}

/// An answer for whoever is signed in.
fn known(server: &Shared, request: &HttpRequest, answer: Value) -> Answer {
    signed_in(server, request, None)?;
    Ok(HttpResponse::Ok().json(answer))
}

/// Anything else: a page for people, which is what a browser came for.
pub async fn page(request: HttpRequest) -> HttpResponse {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        html(StatusCode::OK)
    } else {
        html(StatusCode::NOT_FOUND)
    }
}
