//! The pages that a bank redirects the browser to. They need no session: the `state` parameter
//! identifies the sign-in and cannot be guessed.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::{self, Query, ServiceConfig};
use serde::Deserialize;
use sobre_actors::banks::connections::{BankConnections as _, LinkState};
use sobre_actors::banks::provider::Back;

use super::answers::{Refusal, Shared, off_thread};

/// The query parameters of a bank's redirect.
#[derive(Debug, Deserialize)]
struct Brought {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    error_description: Option<String>,
}

/// The public pages.
pub(super) fn public(config: &mut ServiceConfig) {
    config
        .route("/enablebanking/auth_callback", web::get().to(signed_in_at_bank))
        .route("/gocardless/link", web::get().to(closing));
}

async fn signed_in_at_bank(server: Shared, brought: Query<Brought>) -> HttpResponse {
    let Brought { code, state, error, error_description } = brought.into_inner();
    let back = match (code, error) {
        (Some(code), _) => Back::Code(code),
        (None, Some(error)) => Back::Refused { error, text: error_description },
        (None, None) => {
            return page(
                StatusCode::BAD_REQUEST,
                "Your bank sent an incomplete response. Please start again in Sobre.",
            );
        }
    };
    let (Some(state), Some(access)) = (state, server.bank_access()) else {
        return page(
            StatusCode::BAD_REQUEST,
            "This sign-in is unknown or has expired. Please start again in Sobre.",
        );
    };
    let banks = Arc::clone(&access.banks);
    let work = move || {
        banks.redirected(&state, back).and_then(|()| banks.poll(&state)).map_err(Refusal::from)
    };
    match off_thread(work).await {
        Ok(LinkState::Failed { .. }) | Err(_) => page(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The sign-in at your bank failed. Please start again in Sobre.",
        ),
        Ok(LinkState::Done { .. } | LinkState::Waiting) => closing().await,
    }
}

async fn closing() -> HttpResponse {
    page(StatusCode::OK, "You can close this page.")
}

fn page(status: StatusCode, words: &str) -> HttpResponse {
    let closes = if status == StatusCode::OK { "<script>window.close()</script>" } else { "" };
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sobre</title>\
         <p>{words}</p>{closes}</html>"
    );
    HttpResponse::build(status).content_type(ContentType::html()).body(page)
}
