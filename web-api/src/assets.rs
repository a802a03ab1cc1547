//! The built frontend, embedded in the program, and the page shown to someone without the token.

use actix_web::http::header::{self, ContentType};
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::RustEmbed;

/// Files of the built frontend; a debug build reads them from disk.
#[derive(RustEmbed)]
#[folder = "../frontend/dist"]
struct Frontend;

const NOT_BUILT: &str = "The frontend was not built. Run: npm run build";

/// Around what strangers are told. A form goes back to where it came from, and says so, which the
/// policy of all other pages would keep from it.
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

const NO_TOKEN: &str = "<p>Open the address that Sobre printed when it was started. It carries the \
    access token this browser needs once.</p>";

const SIGN_IN: [&str; 2] = [
    "<p>The password of this Sobre opens its budgets in this browser.</p>\
     <form method=\"post\" action=\"/sign-in\"><label>Password\
     <input type=\"password\" name=\"password\" autocomplete=\"current-password\" required \
     autofocus></label><p role=\"alert\">",
    "</p><button>Sign in</button></form>",
];

/// What the page for strangers is drawn with; nothing in it is anybody's.
const FOR_STRANGERS: &[&str] = &["icon.svg", "sign-in.css", "theme.js"];
/// The application's font, under a name that does not change with each build.
const FONT: &str = "sign-in.woff2";
const FONT_FILE: &str = "assets/source-sans-3-latin-wght-normal";

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

/// A file that people may have before they signed in.
pub(crate) fn for_strangers(request: &HttpRequest) -> Option<HttpResponse> {
    let path = request.path().trim_start_matches('/');
    let file = if path == FONT {
        let font = Frontend::iter().find(|name| name.starts_with(FONT_FILE))?;
        Frontend::get(&font)?
    } else {
        FOR_STRANGERS.contains(&path).then(|| Frontend::get(path)).flatten()?
    };
    let answer = HttpResponse::Ok()
        .content_type(file.metadata.mimetype())
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(file.data.into_owned());
    Some(answer)
}

/// A page for people who come without the token.
pub(crate) fn token_needed() -> HttpResponse {
    stranger(NO_TOKEN)
}

/// A page to sign in on, with what went wrong so far.
pub(crate) fn sign_in(words: &str) -> HttpResponse {
    stranger(&SIGN_IN.join(words))
}

fn stranger(told: &str) -> HttpResponse {
    HttpResponse::Unauthorized()
        .content_type(ContentType::html())
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(STRANGER.join(told))
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
