//! The way in: the cookie of an admitted visitor, and the page for everybody else.

use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse, web};

use crate::access::Access;
use crate::assets;

/// Lifetime of the access cookie.
const COOKIE_AGE: actix_web::cookie::time::Duration = actix_web::cookie::time::Duration::days(365);

/// The cookie that presents a token from now on.
pub(crate) fn cookie(access: &Access, request: &HttpRequest, token: String) -> Cookie<'static> {
    Cookie::build(access.cookie_name(), token)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(access.is_encrypted(request))
        .path("/")
        .max_age(COOKIE_AGE)
        .finish()
}

/// The page for unknown visitors: a sign-in form, or where to find the token.
pub(crate) async fn stranger(access: &Access, words: &str) -> HttpResponse {
    let Some(auth) = access.auth().cloned() else { return assets::token_needed() };
    match web::block(move || auth.is_set_up()).await {
        Ok(Ok(true)) => assets::sign_in(words),
        _ => assets::token_needed(),
    }
}
