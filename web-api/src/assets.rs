//! The built frontend, embedded in the program, and the page for visitors without the token.

mod packed;

use actix_web::http::header::ContentType;
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::RustEmbed;

use packed::{Asset, is_packed_form};

/// Files of the built frontend; a debug build reads them from disk.
#[derive(RustEmbed)]
#[folder = "../frontend/dist"]
struct Frontend;

/// The application's page, the same for all routes.
const PAGE: &str = "index.html";
/// The folder of files with hashes in their names.
const HASHED: &str = "assets/";

const NOT_BUILT: &str = "The frontend was not built. Run: npm run build";

/// Frame of the page for unknown visitors. Its referrer policy lets the form send its origin, which
/// the policy of all other pages prevents.
const STRANGER: [&str; 2] = [
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
     <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
     <meta name=\"referrer\" content=\"same-origin\"><title>Sign in · Sobre</title>\
     <link rel=\"icon\" href=\"/icon.svg\"><link rel=\"stylesheet\" href=\"/sign-in.css\">\
     <script src=\"/theme.js\"></script></head><body><main>\
     <p class=\"brand\"><img src=\"/icon.svg\" width=\"36\" height=\"36\" alt=\"\">Sobre</p>\
     <section class=\"card\"><h1>Sign in</h1>",
    "</section></main></body></html>",
];

const NO_TOKEN: &str = "<p>Open the address that Sobre printed when it started. It contains the \
    access token this browser needs once.</p>";

const SIGN_IN: [&str; 2] = [
    "<p>The password of this Sobre opens its budgets in this browser.</p>\
     <form method=\"post\" action=\"/sign-in\"><label>Password\
     <input type=\"password\" name=\"password\" autocomplete=\"current-password\" required \
     autofocus></label><p role=\"alert\">",
    "</p><button>Sign in</button></form>",
];

/// Files of the sign-in page; they contain nothing private.
pub(crate) const FOR_STRANGERS: &[&str] = &["icon.svg", "sign-in.css", "theme.js", FONT];
/// The application's font, under a name that does not change with each build.
const FONT: &str = "sign-in.woff2";
const FONT_FILE: &str = "assets/source-sans-3-latin-wght-normal";

/// A file of the frontend; any other path is a route of the application and gets its page.
pub(crate) fn serve(request: &HttpRequest) -> HttpResponse {
    let path = request.path().trim_start_matches('/');
    let is_file = !path.is_empty() && path != PAGE && !is_packed_form(path);
    match is_file.then(|| Asset::find(path, request)).flatten() {
        Some(asset) => asset.answer(request, caching(path)),
        None if looks_like_a_file(path) => HttpResponse::NotFound().finish(),
        None => page(request),
    }
}

/// Files with their hash in the name never change.
fn caching(path: &str) -> &'static str {
    if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// One of [`FOR_STRANGERS`].
pub(crate) fn for_strangers(name: &str, request: &HttpRequest) -> HttpResponse {
    let font = || Frontend::iter().find(|file| file.starts_with(FONT_FILE));
    let file = if name == FONT { font() } else { Some(name.into()) };
    match file.and_then(|file| Asset::find(&file, request)) {
        Some(asset) => asset.answer(request, "no-cache"),
        None => HttpResponse::NotFound().finish(),
    }
}

/// The page for visitors without the token.
pub(crate) fn token_needed() -> HttpResponse {
    stranger(NO_TOKEN)
}

/// The sign-in page, with the previous attempt's error.
pub(crate) fn sign_in(words: &str) -> HttpResponse {
    stranger(&SIGN_IN.join(words))
}

fn stranger(told: &str) -> HttpResponse {
    HttpResponse::Unauthorized().content_type(ContentType::html()).body(STRANGER.join(told))
}

fn page(request: &HttpRequest) -> HttpResponse {
    match Asset::find(PAGE, request) {
        Some(asset) => asset.answer(request, "no-cache"),
        None => HttpResponse::ServiceUnavailable().body(NOT_BUILT),
    }
}

/// A missing script must not return a page.
fn looks_like_a_file(path: &str) -> bool {
    path.starts_with(HASHED)
        || path.rsplit('/').next().is_some_and(|name| name.contains('.')) && path != PAGE
}
