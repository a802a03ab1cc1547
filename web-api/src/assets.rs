//! The built frontend, embedded in the program, and the page shown to someone without the token.

use actix_web::http::header::{self, ContentType};
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::RustEmbed;

/// Files of the built frontend; a debug build reads them from disk.
#[derive(RustEmbed)]
#[folder = "../frontend/dist"]
struct Frontend;

const NOT_BUILT: &str = "The frontend was not built. Run: npm run build";

const NO_TOKEN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\"><title>Sobre</title>\
    <h1>Sobre</h1><p>Open the address that Sobre printed when it was started. It carries the \
    access token this browser needs once.</p>";

/// The form goes back to where it came from, and says so, which the policy of all other pages
/// would keep from it.
const SIGN_IN: [&str; 2] = [
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
     <meta name=\"viewport\" content=\"width=device-width\">\
     <meta name=\"referrer\" content=\"same-origin\"><title>Sobre</title>\
     <h1>Sobre</h1><form method=\"post\" action=\"/sign-in\"><p><label>Password \
     <input type=\"password\" name=\"password\" autocomplete=\"current-password\" required \
     autofocus></label> <button>Sign in</button></p><p role=\"alert\">",
    "</p></form>",
];

/// A file of the frontend; any other path is a route of the application and gets its page.
pub(crate) fn serve(request: &HttpRequest) -> HttpResponse {
    let path = request.path().trim_start_matches('/');
    match Frontend::get(path) {
        Some(file) if !path.is_empty() && path != "index.html" => {
            let hashed = path.starts_with("assets/");
            let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
            HttpResponse::Ok()
                .content_type(file.metadata.mimetype())
                .insert_header((header::CACHE_CONTROL, cache))
                .body(file.data.into_owned())
        }
        Some(_) | None if looks_like_a_file(path) => HttpResponse::NotFound().finish(),
        Some(_) | None => page(),
    }
}

/// A page for people who come without the token.
pub(crate) fn token_needed() -> HttpResponse {
    HttpResponse::Unauthorized().content_type(ContentType::html()).body(NO_TOKEN)
}

/// A page to sign in on, with what went wrong so far.
pub(crate) fn sign_in(words: &str) -> HttpResponse {
    let page = SIGN_IN.join(words);
    HttpResponse::Unauthorized()
        .content_type(ContentType::html())
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(page)
}

fn page() -> HttpResponse {
    match Frontend::get("index.html") {
        Some(file) => HttpResponse::Ok()
            .content_type(ContentType::html())
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .body(file.data.into_owned()),
        None => HttpResponse::ServiceUnavailable().body(NOT_BUILT),
    }
}

/// A missing script must not be answered with a page.
fn looks_like_a_file(path: &str) -> bool {
    path.starts_with("assets/")
        || path.rsplit('/').next().is_some_and(|name| name.contains('.')) && path != "index.html"
}
