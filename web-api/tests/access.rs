//! Access over the wire, and the headers of every response.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use common::{Program, agent};
use serde_json::json;

fn get(program: &Program, path: &str, headers: &[(&str, &str)]) -> (u16, ureq::http::HeaderMap) {
    let mut request = agent().get(format!("{}{path}", program.url));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.call().unwrap();
    (response.status().as_u16(), response.headers().clone())
}

fn post(program: &Program, path: &str, headers: &[(&str, &str)]) -> u16 {
    let mut request = agent().post(format!("{}{path}", program.url));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send("{}").unwrap().status().as_u16()
}

#[test]
fn health_needs_no_token_and_everything_else_does() {
    let program = Program::start();
    assert_eq!(get(&program, "/health", &[]).0, 200);
    assert_eq!(get(&program, "/", &[]).0, 401);
    assert_eq!(get(&program, "/budget", &[]).0, 401);
    assert_eq!(get(&program, "/ws", &[]).0, 401);
    assert_eq!(post(&program, "/api/call/get-budgets", &[]), 401);
    assert_eq!(post(&program, "/api/upload?filename=x", &[]), 401);
    assert_eq!(get(&program, "/?token=wrong", &[]).0, 401);
}

#[test]
fn mistaken_requests_get_an_explanation() {
    let program = Program::start();
    let bearer = format!("Bearer {}", program.token);
    let told = |mut response: ureq::http::Response<ureq::Body>| {
        let status = response.status().as_u16();
        let body = response.body_mut().read_to_string().unwrap();
        let body: serde_json::Value = serde_json::from_str(&body).unwrap();
        let error = &body["error"];
        assert!(error["message"].as_str().unwrap().ends_with('.'), "{error}");
        (status, error["code"].as_str().unwrap().to_owned())
    };
    let url = |path: &str| format!("{}{path}", program.url);
    let get = |path: &str| agent().get(url(path)).header("Authorization", &bearer).call().unwrap();
    let post = |path: &str, body: &str| {
        agent().post(url(path)).header("Authorization", &bearer).send(body).unwrap()
    };
    let unknown = (404, "unknown-call".to_owned());
    assert_eq!(told(get("/api/call/get-budgets")), unknown);
    assert_eq!(told(get("/api/nope")), unknown);
    assert_eq!(told(post("/api/nope", "{}")), unknown);
    let bad = (400, "bad-arguments".to_owned());
    assert_eq!(told(post("/api/upload", "x")), bad);
    let long = " ".repeat(17 << 20);
    assert_eq!(told(post("/api/call/get-budgets", &long)), bad);
    assert_eq!(told(post("/api/call/get-budgets", "5")), bad);
}

#[test]
fn the_printed_address_sets_a_cookie_once_and_redirects() {
    let program = Program::start();
    let (status, headers) = get(&program, &format!("/?token={}", program.token), &[]);
    assert_eq!(status, 303);
    assert_eq!(headers["location"], "/");
    let cookie = headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    let cookie = ("Cookie", pair);
    assert_ne!(get(&program, "/", &[cookie]).0, 401);
    let own = ("Origin", program.url.as_str());
    assert_eq!(post(&program, "/api/call/get-budgets", &[cookie, own]), 200);
    assert_eq!(post(&program, "/api/call/get-budgets", &[cookie]), 403);
    for foreign in ["http://evil.example", "null", "https://127.0.0.1"] {
        assert_eq!(post(&program, "/api/call/get-budgets", &[cookie, ("Origin", foreign)]), 403);
        assert_eq!(get(&program, "/ws", &[cookie, ("Origin", foreign)]).0, 403);
    }
}

#[test]
fn a_foreign_host_name_is_misdirected() {
    let program = Program::start();
    let token = format!("Bearer {}", program.token);
    for host in ["evil.example", "127.0.0.1.evil.example", "localhost:1"] {
        let headers = [("Host", host), ("Authorization", token.as_str())];
        assert_eq!(get(&program, "/health", &headers).0, 421, "{host}");
        assert_eq!(post(&program, "/api/call/get-budgets", &headers), 421, "{host}");
    }
}

#[test]
fn every_answer_carries_the_protecting_headers() {
    let program = Program::start();
    for path in ["/", "/health", "/assets/none.js"] {
        let (_, headers) = get(&program, path, &[]);
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert!(headers.get("access-control-allow-origin").is_none());
    }
}

#[test]
fn no_answer_of_ours_is_kept_by_a_cache() {
    let program = Program::start();
    let budget = program.create_budget();
    let bearer = format!("Bearer {}", program.token);
    let told = |path: &str, bearer: &str| {
        let request = agent().post(format!("{}{path}", program.url));
        let request = request.header("Authorization", bearer).header("X-Budget", &budget);
        request.send("{}").unwrap()
    };
    for path in ["/api/call/get-budgets", "/api/call/nope", "/api/upload?filename=a"] {
        for bearer in [bearer.as_str(), "Bearer wrong"] {
            assert_eq!(told(path, bearer).headers()["cache-control"], "no-store", "{path}");
        }
    }
    let export = told("/api/call/export-budget", &bearer);
    assert_eq!(export.headers()["content-type"], "application/zip");
    assert_eq!(export.headers()["cache-control"], "no-store");
    let entry = format!("/?token={}", program.token);
    for path in [entry.as_str(), "/?token=wrong", "/", "/health", "/api/session", "/%61"] {
        let (_, headers) = get(&program, path, &[]);
        assert_eq!(headers["cache-control"], "no-store", "{path}");
    }
}

#[test]
fn the_token_file_is_readable_by_its_owner_alone() {
    let program = Program::start();
    let file = program.dir().join("access-token");
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(program.token.len(), 64);
}

/// Asserts that everything below a folder is accessible only to its owner; returns the number of
/// files.
fn assert_private(folder: &Path) -> usize {
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(folder), 0o700, "{}", folder.display());
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.map(|path| {
        if path.is_dir() {
            return assert_private(&path);
        }
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        1
    });
    files.sum()
}

#[test]
fn everything_on_disk_is_for_its_owner_alone() {
    let dir = tempfile::TempDir::new().unwrap();
    std::fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
    let mut command = common::command(dir.path());
    command.arg("--with-sync-server");
    let command = common::in_shell(&command, "umask 022; exec \"$0\" \"$@\"");
    let program = Program::start_by(command, dir.path());
    let budget = program.create_budget();
    let call = |name, args| program.http(Some(&budget), name, args).unwrap();
    call("set-server-url", json!({ "url": program.url }));
    call("subscribe-bootstrap", json!({ "password": "a long password" }));
    call("upload-budget", json!({}));
    call("category-group-create", json!({ "name": "Home" }));
    call("sync", json!({}));
    call("backup-make", json!({ "id": budget }));
    program.upload("a.zip", b"zip").unwrap();
    assert!(assert_private(dir.path()) > 10);
}

/// Runs `sobre new-token`; returns its output.
fn new_token(dir: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sobre"));
    let output = command.args(["new-token", "--data-dir"]).arg(dir).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_new_token_shuts_the_old_one_out_at_once() {
    let program = Program::start();
    let status = |token: &str| {
        let bearer = format!("Bearer {token}");
        post(&program, "/api/call/get-budgets", &[("Authorization", bearer.as_str())])
    };
    let mut tab = program.tab();
    tab.call("get-budgets", json!({})).unwrap();
    let said = new_token(program.dir());
    let (_, new) = said.trim().split_once(&format!("{}/?token=", program.url)).unwrap();
    assert_eq!((status(&program.token), status(new)), (401, 200));
    assert_eq!(get(&program, &format!("/?token={}", program.token), &[]).0, 401);
    let asked = json!({ "id": 9, "name": "get-budgets", "args": {} }).to_string();
    assert!(tab.raw(tungstenite::Message::text(asked)).is_close(), "its socket ends too");
}

#[test]
fn a_new_token_is_made_without_a_server_too() {
    let dir = tempfile::TempDir::new().unwrap();
    let first = Program::start_in(dir.path());
    let old = first.token.clone();
    drop(first);
    new_token(dir.path());
    assert_ne!(Program::start_in(dir.path()).token, old);
}

#[test]
fn signing_out_everywhere_leaves_the_browser_that_asked() {
    let program = Program::start();
    let (_, headers) = get(&program, &format!("/?token={}", program.token), &[]);
    let cookie_of = |headers: &ureq::http::HeaderMap| {
        let set = headers["set-cookie"].to_str().unwrap();
        assert!(set.contains("; Max-Age=31536000"), "a year: {set}");
        set.split(';').next().unwrap().to_owned()
    };
    let cookie = cookie_of(&headers);
    let send = |cookie: &str, origin: &str| {
        let request = agent().post(format!("{}/api/sign-out-everywhere", program.url));
        request.header("Cookie", cookie).header("Origin", origin).send_empty().unwrap()
    };
    assert_eq!(send(&cookie, "http://evil.example").status(), 403);
    let mut answer = send(&cookie, &program.url);
    let told = answer.body_mut().read_to_string().unwrap();
    assert_eq!(told, r#"{"result":{"staysIn":true}}"#);
    let kept = cookie_of(answer.headers());
    let own = ("Origin", program.url.as_str());
    let status = |cookie: &str| post(&program, "/api/call/get-budgets", &[("Cookie", cookie), own]);
    assert_eq!((status(&cookie), status(&kept)), (401, 200));
    let bookmark = format!("/?token={}", program.token);
    let opens = |cookie: &str| get(&program, &bookmark, &[("Cookie", cookie)]).0;
    assert_eq!((opens(&cookie), opens(&kept)), (401, 303), "an old address shuts out nobody");
}

#[test]
fn signing_out_everywhere_says_that_the_data_directory_is_gone() {
    let program = Program::start();
    // Removed in pieces, the directory could get its lock back meanwhile.
    let elsewhere = tempfile::TempDir::new().unwrap();
    std::fs::rename(program.dir(), elsewhere.path().join("gone")).unwrap();
    let request = agent().post(format!("{}/api/sign-out-everywhere", program.url));
    let bearer = format!("Bearer {}", program.token);
    let mut answer = request.header("Authorization", bearer).send_empty().unwrap();
    let told = answer.body_mut().read_to_string().unwrap();
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["error"]["code"], "data-dir-missing", "{told}");
}

#[test]
fn a_second_program_on_the_same_directory_is_refused_in_words() {
    let program = Program::start();
    let second = common::command(program.dir()).output().unwrap();
    assert!(!second.status.success());
    let words = String::from_utf8(second.stderr).unwrap();
    assert!(words.contains("Another Sobre is already using"), "{words}");
}

#[test]
fn a_wider_address_is_refused_in_words() {
    let dir = tempfile::TempDir::new().unwrap();
    let refused = common::command(dir.path()).args(["--host", "0.0.0.0"]).output().unwrap();
    assert!(!refused.status.success());
    let words = String::from_utf8(refused.stderr).unwrap();
    assert!(words.contains("this computer only"), "{words}");
}

#[test]
fn wrong_calls_are_refused_with_a_code_and_words() {
    let program = Program::start();
    let mut tab = program.tab();
    for (name, args, code) in [
        ("no-such-call", json!({}), "unknown-call"),
        ("load-budget", json!({}), "bad-arguments"),
        ("load-budget", json!({ "id": "x", "extra": 1 }), "bad-arguments"),
        ("load-budget", json!({ "id": "none" }), "budget-not-found"),
        ("load-budget", json!({ "id": "../../etc" }), "budget-not-found"),
        ("get-categories", json!({}), "no-budget-open"),
        ("get-categories", json!([1]), "bad-arguments"),
    ] {
        let over_socket = tab.call(name, args.clone()).unwrap_err();
        let over_http = program.http(None, name, args).unwrap_err();
        assert_eq!(over_socket["code"], code, "{name}: {over_socket}");
        assert_eq!(over_socket, over_http);
        assert!(!over_socket["message"].as_str().unwrap().is_empty());
    }
}
