//! The pages that a bank redirects the browser to. They need no session: the `state` parameter
//! identifies the sign-in and cannot be guessed.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType};
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
    page(StatusCode::OK, "You can close this page and return to Sobre.")
}

/// Style of the page. It asks for nothing but itself, not even for an icon.
const STYLE: &str = ":root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;\
     place-items:center;font:1.125rem/1.5 system-ui,sans-serif}\
     p{max-width:30rem;padding:1.5rem;text-align:center}";

/// A page that runs and loads only its own content. It sends no referrer, because its address
/// contains the sign-in.
fn page(status: StatusCode, words: &str) -> HttpResponse {
    let mut random = [0; 16];
    if getrandom::fill(&mut random).is_err() {
        return HttpResponse::build(status)
            .content_type(ContentType::plaintext())
            .body(words.to_owned());
    }
    let nonce = format!("{:032x}", u128::from_ne_bytes(random));
    let closes = if status == StatusCode::OK {
        format!("<script nonce=\"{nonce}\">window.close()</script>")
    } else {
        String::new()
    };
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Sobre</title><link rel=\"icon\" href=\"data:,\">\
         <style nonce=\"{nonce}\">{STYLE}</style></head>\
         <body><main><p>{words}</p></main>{closes}</body></html>"
    );
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    HttpResponse::build(status)
        .content_type(ContentType::html())
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .body(page)
}
