//! Every registered route of both servers without a token, in every spelling of its path and by
//! every method. The router lists the routes, so that a new one cannot be forgotten.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::collections::BTreeSet;

use common::raw::Raw;
use common::sync::SyncProgram;
use common::{Program, routes};
use tempfile::TempDir;

/// Public routes of the sync server.
const PUBLIC_SYNC: &[&str] = &[
    "GET /account/login-methods",
    "GET /account/needs-bootstrap",
    "GET /admin/owner-created/",
    "GET /data-file-index.txt",
    "GET /data/default-db.sqlite",
    "GET /data/migrations/{file}",
    "GET /enablebanking/auth_callback",
    "GET /gocardless/link",
    "GET /health",
    "GET /info",
    "GET /mode",
    "POST /account/bootstrap",
    "POST /account/login",
];

/// Public routes of the sync server in addition, if it runs alone.
const PUBLIC_ALONE: &[&str] = &["GET /", "HEAD /"];

/// Public routes of the application in addition. `GET /` is public only with a token in the
/// address.
const PUBLIC_APPLICATION: &[&str] = &[
    "GET /",
    "GET /icon.svg",
    "GET /sign-in.css",
    "GET /sign-in.woff2",
    "GET /theme.js",
    "POST /sign-in",
];

const METHODS: &[&str] =
    &["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

const UPGRADE: &[(&str, &str)] = &[
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
];

/// The paths of routes, with their parameters filled in.
fn paths(routes: &BTreeSet<String>) -> BTreeSet<String> {
    routes
        .iter()
        .map(|route| route.split_once(' ').unwrap().1)
        .map(|path| path.replace("{name:.*}", "get-budgets").replace("{name}", "x"))
        .map(|path| path.replace("{file}", "x").replace("{number}", "1"))
        .inspect(|path| assert!(!path.contains('{'), "{path}: give its part a value"))
        .collect()
}

/// Whether a request is public: a listed route, or the head of one.
fn is_public(public: &[&[&str]], method: &str, path: &str) -> bool {
    let reads = if method == "HEAD" { "GET" } else { method };
    let mut public = public.concat().into_iter();
    public.any(|route| route.replace("{file}", "x") == format!("{reads} {path}"))
}

/// Other spellings of a path, most of which a router could decode to it.
fn spellings(path: &str, host: &str) -> BTreeSet<String> {
    let hex = |byte: u8| [format!("%{byte:02x}"), format!("%{byte:02X}")];
    let mut found = BTreeSet::new();
    for (at, byte) in path.bytes().enumerate() {
        let (before, after) = (&path[..at], &path[at + 1..]);
        for code in hex(byte) {
            found.insert(format!("{before}{code}{after}"));
            found.insert(format!("{before}{}{after}", code.replace('%', "%25")));
        }
        if byte == b'/' {
            for more in ["//", "/./", "/x/../", "/;x/", ";x/", "/%2e/", "\\", "/\\"] {
                found.insert(format!("{before}{more}{after}"));
            }
        }
    }
    for all in [0, 1] {
        let encoded: String = path.bytes().skip(1).map(|byte| hex(byte)[all].clone()).collect();
        found.insert(format!("/{encoded}"));
        found.insert(format!("/{}", encoded.replace('%', "%25")));
    }
    for behind in ["//", "/.", "/..", ";x", "%00", "%20", "%", "\\"] {
        found.insert(format!("{path}{behind}"));
    }
    for authority in ["http://evil.example", "https://evil.example:1", &format!("http://{host}")] {
        found.insert(format!("{authority}{path}"));
    }
    found.retain(|spelling| spelling != path);
    found
}

/// Requests each route without a token, and further paths.
fn refuses_strangers(raw: &mut Raw, paths: &BTreeSet<String>, public: &[&[&str]]) {
    let token = format!("sobre-{}=wrong", raw.host().rsplit_once(':').unwrap().1);
    let strangers: [&[(&str, &str)]; 4] = [
        &[],
        &[("Authorization", "Bearer wrong")],
        &[("Cookie", &token), ("X-Actual-Token", "wrong")],
        UPGRADE,
    ];
    for path in paths {
        for method in METHODS.iter().filter(|method| !is_public(public, method, path)) {
            for stranger in strangers {
                let answer = raw.ask(method, path, stranger);
                let is_refusal = match answer.status {
                    401 | 404 | 405 => true,
                    // A CORS preflight, which reveals nothing.
                    204 => *method == "OPTIONS",
                    _ => false,
                };
                assert!(is_refusal, "{method} {path} {stranger:?}: {answer:?}");
            }
        }
    }
}

/// Requests each route by other spellings of its path.
fn refuses_other_spellings(raw: &mut Raw, paths: &BTreeSet<String>, headers: &[(&str, &str)]) {
    for path in paths {
        for spelling in spellings(path, raw.host()) {
            for method in METHODS {
                let answer = raw.ask(method, &spelling, headers);
                assert_eq!(answer.status, 400, "{method} {spelling}: {answer:?}");
            }
            let upgrade = [UPGRADE, headers].concat();
            let answer = raw.ask("GET", &spelling, &upgrade);
            assert_eq!(answer.status, 400, "socket at {spelling}: {answer:?}");
        }
    }
}

/// The application with a sync server, without the log of its refusals.
fn application() -> (Program, TempDir) {
    let dir = TempDir::new().unwrap();
    let mut command = common::command(dir.path());
    command.arg("--with-sync-server").env("SOBRE_LOG", "off");
    (Program::start_by(command, dir.path()), dir)
}

/// The sync server alone.
fn sync_server() -> (SyncProgram, TempDir) {
    let dir = TempDir::new().unwrap();
    let mut command = common::sync::command(dir.path());
    command.env("SOBRE_LOG", "off");
    (SyncProgram::start_by(command, dir.path()), dir)
}

#[test]
fn the_lists_of_this_test_name_routes_that_exist() {
    let (application, alone) = (routes::of_application(), routes::of_sync_server());
    for route in PUBLIC_SYNC {
        assert!(application.contains(*route) && alone.contains(*route), "{route}");
    }
    for route in PUBLIC_APPLICATION {
        assert!(application.contains(*route), "{route}");
    }
    for route in PUBLIC_ALONE {
        assert!(alone.contains(*route), "{route}");
    }
}

#[test]
fn every_route_of_the_application_refuses_strangers() {
    let (program, _dir) = application();
    let mut raw = Raw::to(&program.url);
    let registered = paths(&routes::of_application());
    refuses_strangers(&mut raw, &registered, &[PUBLIC_SYNC, PUBLIC_APPLICATION]);
    let beside = ["/nope", "/index.html", "/assets/index.js", "/api", "/api/", "/api/nope"];
    let more = ["/ws/", "/ws/x", "/sync/nope", "/account/nope", "/secret/", "/health/", "/admin"];
    let beside = beside.iter().chain(&more).map(|path| (*path).to_owned()).collect();
    refuses_strangers(&mut raw, &beside, &[]);
}

#[test]
fn no_route_of_the_application_has_a_second_spelling() {
    let (program, _dir) = application();
    let mut raw = Raw::to(&program.url);
    let registered = paths(&routes::of_application());
    refuses_other_spellings(&mut raw, &registered, &[]);
}

#[test]
fn every_route_of_the_sync_server_refuses_strangers() {
    let (program, _dir) = sync_server();
    let mut raw = Raw::to(&program.url);
    let registered = paths(&routes::of_sync_server());
    refuses_strangers(&mut raw, &registered, &[PUBLIC_SYNC, PUBLIC_ALONE]);
    let beside = ["/sync", "/sync/", "/sync/nope", "/account/nope"];
    let beside = beside.iter().map(|path| (*path).to_owned()).collect();
    refuses_strangers(&mut raw, &beside, &[]);
    let page = raw.ask("GET", "/", UPGRADE);
    assert!(page.status == 200 && page.body.ends_with("<pre>OK</pre></html>"), "{page:?}");
}

#[test]
fn a_path_that_the_sync_server_does_not_know_is_not_found() {
    let (program, _dir) = sync_server();
    let mut raw = Raw::to(&program.url);
    for path in ["/nope", "/api/call/get-budgets", "/ws", "/index.html", "/health/"] {
        for method in ["GET", "HEAD", "POST"] {
            assert_eq!(raw.ask(method, path, &[]).status, 404, "{method} {path}");
        }
    }
}

#[test]
fn no_route_of_the_sync_server_has_a_second_spelling() {
    let (program, _dir) = sync_server();
    let mut raw = Raw::to(&program.url);
    let registered = paths(&routes::of_sync_server());
    refuses_other_spellings(&mut raw, &registered, &[]);
}

#[test]
fn every_route_of_the_application_refuses_foreign_hosts() {
    let (program, _dir) = application();
    let mut raw = Raw::to(&program.url);
    let port = raw.host().rsplit_once(':').unwrap().1.to_owned();
    let bearer = format!("Bearer {}", program.token);
    let hosts = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("localhost.:{port}"),
        format!("127.0.0.1.:{port}"),
        format!("localhost%2e:{port}"),
        format!("127.0.0.2:{port}"),
        "localhost".to_owned(),
        "127.0.0.1:80".to_owned(),
        String::new(),
    ];
    for path in paths(&routes::of_application()) {
        for host in &hosts {
            for method in METHODS {
                let headers = [("Authorization", &*bearer)];
                let answer = raw.ask_host(host, method, &path, &headers);
                assert_eq!(answer.status, 421, "{method} {path} at {host}: {answer:?}");
            }
        }
    }
}

#[test]
fn foreign_pages_with_the_cookie_reach_nothing_that_changes() {
    let (program, _dir) = application();
    let mut raw = Raw::to(&program.url);
    let port = raw.host().rsplit_once(':').unwrap().1.to_owned();
    let cookie = format!("sobre-{port}={}", program.token);
    let own = format!("http://localhost:{port}");
    let sent = |raw: &mut Raw, method: &str, path: &str, origin: &str| {
        let headers = [("Cookie", cookie.as_str()), ("Origin", origin)];
        let all = if path == "/ws" { [&headers, UPGRADE].concat() } else { headers.to_vec() };
        raw.ask(method, path, &all).status
    };
    let own_routes = ["/ws", "/api/call/get-budgets", "/api/upload", "/sign-out", "/api/nope"];
    for origin in ["http://evil.example", "null", "http://localhost", "http://localhost:1"] {
        for path in own_routes {
            for method in METHODS.iter().filter(|method| !["GET", "HEAD"].contains(method)) {
                let status = sent(&mut raw, method, path, origin);
                assert_eq!(status, 403, "{method} {path} from {origin}");
            }
        }
        assert_eq!(sent(&mut raw, "GET", "/ws", origin), 403, "{origin}");
    }
    assert_eq!(sent(&mut raw, "GET", "/ws", &own), 101);
    assert_eq!(sent(&mut raw, "POST", "/api/call/get-budgets", &own), 200);
    assert_eq!(sent(&mut raw, "GET", "/api/session", &own), 200);
}
