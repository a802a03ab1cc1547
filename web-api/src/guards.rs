//! Guards of the application's routes: the checks of [`Access`] as middlewares, and the headers of
//! every response.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};
use sobre_actors::contract::{CallError, ErrorCode};

use crate::access::{Access, Refusal};
use crate::calls::http;
use crate::entry::stranger;

const CONTENT_POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'; img-src 'self' data:; object-src 'none'";

const FIXED_HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", CONTENT_POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

type Answer = Result<ServiceResponse<BoxBody>, Error>;

/// Adds the headers of every response, and disables caching as [`not_stored`] does. A page with a
/// content policy of its own keeps it.
pub(crate) async fn fixed_headers(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Answer {
    let mut response = next.call(request).await?.map_into_boxed_body();
    let headers = response.headers_mut();
    for (name, value) in FIXED_HEADERS {
        let name = HeaderName::from_static(name);
        if name != header::CONTENT_SECURITY_POLICY || !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    forbid_storing(headers);
    Ok(response)
}

/// Disables caching unless the route sets its own caching.
pub(crate) async fn not_stored(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Answer {
    let mut response = next.call(request).await?.map_into_boxed_body();
    forbid_storing(response.headers_mut());
    Ok(response)
}

fn forbid_storing(headers: &mut HeaderMap) {
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// Refuses requests to foreign hosts.
pub(crate) async fn own_hosts(
    access: Data<Access>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Answer {
    let checked = access.check_host(request.headers());
    answer(checked, request, next).await
}

/// Requires the token.
pub(crate) async fn callers(
    access: Data<Access>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Answer {
    let checked = access.check_call(request.request());
    answer(checked, request, next).await
}

/// Requires the token and our own origin.
pub(crate) async fn tabs(
    access: Data<Access>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Answer {
    let checked = access.check_tab(request.request());
    answer(checked, request, next).await
}

/// Requires the token; other browsers get the page for unknown visitors.
pub(crate) async fn browsers(
    access: Data<Access>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Answer {
    match access.check_call(request.request()) {
        Err(Refusal::Token) => {
            let page = stranger(&access, "").await;
            Ok(request.into_response(page))
        }
        checked @ (Ok(()) | Err(Refusal::Host | Refusal::Origin)) => {
            answer(checked, request, next).await
        }
    }
}

/// Passes a request on to its route if its check succeeded.
async fn answer(
    checked: Result<(), Refusal>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Answer {
    match checked {
        Ok(()) => Ok(next.call(request).await?.map_into_boxed_body()),
        Err(refusal) => Ok(reject(request, refusal)),
    }
}

fn reject(request: ServiceRequest, refusal: Refusal) -> ServiceResponse<BoxBody> {
    tracing::warn!(?refusal, "a request was rejected");
    request.into_response(refused(refusal))
}

fn refused(refusal: Refusal) -> HttpResponse {
    match refusal {
        Refusal::Host => HttpResponse::build(StatusCode::MISDIRECTED_REQUEST)
            .body("This host name is not one of Sobre's."),
        Refusal::Origin => HttpResponse::Forbidden().body("This page may not talk to Sobre."),
        Refusal::Token => http::refusal(CallError::of(ErrorCode::Unauthorized)),
    }
}
