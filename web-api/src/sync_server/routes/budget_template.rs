//! Files from which a client without its own schema creates a budget: the migrations and an empty
//! budget with all of them applied. They contain nothing private, so they need no sign-in.

use std::sync::OnceLock;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Bytes, Path, ServiceConfig};
use sobre_actors::db::migrate::{self, STEPS};

use super::answers::{Refusal, bare, finish, off_thread};
use super::any_origin;

const DEFAULT_DATABASE: &str = "default-db.sqlite";

/// Public routes.
pub(super) fn public(config: &mut ServiceConfig) {
    config.service(
        web::resource("/data-file-index.txt").wrap(from_fn(any_origin)).route(web::get().to(index)),
    );
    config.service(
        web::scope("/data")
            .wrap(from_fn(any_origin))
            .route("/default-db.sqlite", web::get().to(default_database))
            .route("/migrations/{file}", web::get().to(migration))
            .default_service(web::to(|| async { not_found() })),
    );
}

/// The files below `/data`, one per line.
async fn index() -> HttpResponse {
    let steps = STEPS.iter().map(|step| format!("migrations/{}\n", step.file_name));
    let lines: String = std::iter::once(format!("{DEFAULT_DATABASE}\n")).chain(steps).collect();
    HttpResponse::Ok().content_type(ContentType::plaintext()).body(lines)
}

async fn default_database() -> HttpResponse {
    static DATABASE: OnceLock<Bytes> = OnceLock::new();
    let bytes = off_thread(|| match DATABASE.get() {
        Some(bytes) => Ok(bytes.clone()),
        None => made().map(|made| DATABASE.get_or_init(|| made).clone()),
    });
    finish(
        bytes
            .await
            .map(|bytes| HttpResponse::Ok().content_type(ContentType::octet_stream()).body(bytes)),
    )
}

fn made() -> Result<Bytes, Refusal> {
    migrate::empty_budget().map(Bytes::from).map_err(|error| {
        tracing::error!(%error, "the empty budget for clients could not be created");
        Refusal::fault()
    })
}

async fn migration(file: Path<String>) -> HttpResponse {
    match STEPS.iter().find(|step| step.file_name == file.as_str()) {
        Some(step) => HttpResponse::Ok().content_type("application/sql").body(step.sql),
        None => not_found(),
    }
}

fn not_found() -> HttpResponse {
    bare(StatusCode::NOT_FOUND, "not-found")
}
