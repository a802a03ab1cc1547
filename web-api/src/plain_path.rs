//! Refuses requests whose path has more than one spelling, before routing. The router decodes
//! paths, so any other code that looked at one could see a different text.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Uri;
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse};

const REFUSED: &str = "This address contains characters that are not allowed.";

/// Passes on requests with a plain path and responds 400 to all others.
pub(crate) async fn plain_paths(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if is_plain(request.uri()) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    tracing::warn!("a request was refused: its path is not plain");
    Ok(request.into_response(HttpResponse::BadRequest().body(REFUSED)))
}

/// Whether a request target is a path without a host, and each part has only one spelling: letters,
/// digits, `-`, `_`, `.` and `~` between single slashes, and no part of dots only.
fn is_plain(target: &Uri) -> bool {
    let path = target.path();
    let Some(rest) = path.strip_prefix('/') else { return false };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let is_part = |part: &str| part.bytes().all(plain) && !matches!(part, "." | "..");
    let mut parts = rest.split('/').rev();
    // The part after the last slash may be empty: `/` and `/admin/users/` are plain.
    let last = parts.next().unwrap_or_default();
    target.scheme().is_none()
        && target.authority().is_none()
        && is_part(last)
        && parts.all(|part| !part.is_empty() && is_part(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(target: &str) -> bool {
        target.parse().is_ok_and(|target| is_plain(&target))
    }

    #[test]
    fn addresses_of_ours_are_plain() {
        for good in [
            "/",
            "/?token=0%20a//b/../c;d",
            "/ws",
            "/api/call/budget/budget-amount",
            "/api/upload?filename=my%20budget.zip",
            "/admin/users/",
            "/assets/index-B_c-1~2.js",
            "/accounts/9b11e31f-0000-4000-8000-000000000000",
            "/.well-known/a",
            "/a..b",
        ] {
            assert!(plain(good), "{good}");
        }
    }

    #[test]
    fn every_second_spelling_is_refused() {
        for bad in [
            "/%61pi/call/undo",
            "/api%2fcall/undo",
            "/api/call/un%64o",
            "/%2561pi",
            "/api/%",
            "//api/call/undo",
            "/api//call",
            "/api/call//",
            "/./api",
            "/api/.",
            "/x/../api",
            "/api/..",
            "/api;x/call",
            "/api;",
            "/api\\call",
            "/api/call:undo",
            "/api/a+b",
            "/api/\u{e4}",
            "http://evil.example/api",
            "http://127.0.0.1:5106/api",
            "http://127.0.0.1:5106",
            "127.0.0.1:5106",
            "*",
        ] {
            assert!(!plain(bad), "{bad}");
        }
    }
}
