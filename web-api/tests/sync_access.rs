//! Every route of the sync server without a token, with a wrong, a revoked and a valid one; and
//! hostile requests.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use common::sync::{FILE_TYPE, PASSWORD, SYNC_TYPE, SyncProgram, ZERO, message, sync_request};
use serde_json::{Value, json};
use sobre_engine::sync::wire::{SyncRequest, Wire as _};

/// Public routes.
const OPEN: &[&str] = &[
    "GET /",
    "HEAD /",
    "GET /account/needs-bootstrap",
    "POST /account/bootstrap",
    "GET /account/login-methods",
    "POST /account/login",
    "GET /info",
    "GET /mode",
    "GET /health",
    "GET /data-file-index.txt",
    "GET /data/default-db.sqlite",
    "GET /data/migrations/{file}",
    "GET /admin/owner-created/",
    // Providers send browsers here, without a session: a state in the address is what counts, or
    // the window only closes.
    "GET /enablebanking/auth_callback",
    "GET /gocardless/link",
];

/// Routes that require sign-in: all others.
fn closed() -> Vec<String> {
    let all = common::routes::of_sync_server();
    all.into_iter().filter(|route| !OPEN.contains(&route.as_str())).collect()
}

/// The status of a route with a token in the header, and with it in the body.
fn called(program: &SyncProgram, route: &str, token: Option<&str>) -> Vec<u16> {
    let (method, path) = route.split_once(' ').unwrap();
    let path = path.replace("{name}", "x").replace("{file}", "x").replace("{number}", "1");
    let kind = match path.as_str() {
        "/sync/sync" => SYNC_TYPE,
        "/sync/upload-user-file" => FILE_TYPE,
        _ => "application/json",
    };
    let mut headers = vec![("content-type", kind), ("x-actual-file-id", "none")];
    headers.extend(token.map(|token| ("x-actual-token", token)));
    let body = (method == "POST").then_some(&b"{}"[..]);
    let mut seen = vec![program.request(method, &path, &headers, body).status];
    let takes_json = path.starts_with("/account/") || path.starts_with("/sync/user-");
    let takes_json = takes_json && method == "POST";
    if let Some(token) = token.filter(|_| takes_json) {
        let body = json!({ "token": token, "fileId": "none" });
        seen.push(program.post(&path, &[], &body).status);
    }
    seen
}

#[test]
fn every_route_but_sign_in_needs_a_token_that_is_good() {
    let (program, good) = SyncProgram::start_signed_in();
    let login = program.post("/account/login", &[], &json!({ "password": PASSWORD })).json();
    let revoked = login["data"]["token"].as_str().unwrap().to_owned();
    let shown = [("x-actual-token", good.as_str())];
    assert_eq!(program.post("/account/sign-out-others", &shown, &json!({})).status, 200);
    let longer = format!("{good}0");
    let closed = closed();
    for route in &closed {
        let strangers =
            [None, Some("wrong"), Some(""), Some(revoked.as_str()), Some(longer.as_str())];
        for stranger in strangers {
            for status in called(&program, route, stranger) {
                assert_eq!(status, 401, "{route} as {stranger:?}");
            }
        }
    }
    for route in closed.iter().filter(|route| !route.ends_with("/sign-out")) {
        for status in called(&program, route, Some(&good)) {
            assert!(status != 401 && status < 500 || route.contains("/sync/sync"), "{route}");
        }
    }
    for route in OPEN {
        for status in called(&program, route, None) {
            assert!(status != 401 && status < 500, "{route}: {status}");
        }
    }
}

#[test]
fn nothing_that_a_token_opens_is_kept_by_a_cache() {
    let (program, good) = SyncProgram::start_signed_in();
    program.upload(&good, "file", None, b"zip");
    let headers = [("x-actual-token", good.as_str()), ("x-actual-file-id", "file")];
    for path in ["/sync/download-user-file", "/sync/list-user-files", "/account/validate"] {
        let answer = program.get(path, &headers);
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{path}");
    }
}

#[test]
fn a_token_in_the_body_wins() {
    let (program, good) = SyncProgram::start_signed_in();
    let shown = [("x-actual-token", good.as_str())];
    let wrong = json!({ "token": "wrong", "fileId": "none" });
    assert_eq!(program.post("/sync/user-get-key", &shown, &wrong).status, 401);
}

const TRAVERSALS: &[&str] = &[
    "..",
    "../../etc/passwd",
    "..%2f..%2fcatalog",
    "a/b",
    "a\\b",
    "a.b",
    "/etc/passwd",
    "C:x",
    "x y",
    ".",
    "%00",
];

#[test]
fn ids_that_are_none_are_refused_wherever_they_come() {
    let (program, good) = SyncProgram::start_signed_in();
    let token = ("x-actual-token", good.as_str());
    let too_long = "x".repeat(500);
    for id in TRAVERSALS.iter().copied().chain([too_long.as_str()]) {
        for path in ["/sync/get-user-file-info", "/sync/download-user-file", "/sync/uploads"] {
            let answer = program.get(path, &[token, ("x-actual-file-id", id)]);
            assert_eq!((answer.status, answer.text().as_str()), (400, "invalid fileId"), "{path}");
        }
        for path in [
            "/sync/user-get-key",
            "/sync/user-create-key",
            "/sync/reset-user-file",
            "/sync/update-user-filename",
            "/sync/delete-user-file",
            "/sync/restore-upload",
        ] {
            let answer = program.post(path, &[token], &json!({ "fileId": id }));
            assert_eq!((answer.status, answer.text().as_str()), (400, "invalid fileId"), "{path}");
        }
        let answer = program.try_upload(&good, id, None, b"zip");
        assert_eq!((answer.status, answer.text().as_str()), (400, "invalid fileId"));
        let answer = program.sync(&good, &sync_request(id, "g", vec![]));
        assert_eq!((answer.status, answer.text().as_str()), (400, "invalid fileId"));
    }
    let upload = program.upload(&good, "file", None, b"zip");
    for id in TRAVERSALS {
        let answer = program.try_upload(&good, "file", Some(id), b"zip");
        assert_eq!((answer.status, answer.text().as_str()), (400, "invalid groupId"));
        let body = json!({ "fileId": "file", "uploadId": id });
        let answer = program.post("/sync/restore-upload", &[token], &body);
        assert_eq!(answer.text(), "upload-not-found");
    }
    assert_eq!(program.upload(&good, "file", Some(&upload), b"zip"), upload);
}

#[test]
fn bodies_that_are_no_requests_change_nothing() {
    let (program, good) = SyncProgram::start_signed_in();
    let group = program.upload(&good, "file", None, b"zip");
    let stored = vec![message(1, "aaaaaaaaaaaaaaaa")];
    program.sync(&good, &sync_request("file", &group, stored)).synced();
    let send = |kind: &str, body: &[u8]| {
        let headers = [("content-type", kind), ("x-actual-token", good.as_str())];
        let answer = program.request("POST", "/sync/sync", &headers, Some(body));
        (answer.status, answer.content_type().to_owned())
    };
    let json_fault = (500, "application/json".to_owned());
    let whole = sync_request("file", &group, vec![message(2, "bbbbbbbbbbbbbbbb")]).encode_to_vec();
    assert_eq!(send("text/plain", &whole), json_fault);
    for bad in [&b"\xff\xff\xff"[..], b"<html>", &whole[..whole.len() - 3], &[0; 50]] {
        assert_eq!(send(SYNC_TYPE, bad), json_fault, "{bad:?}");
    }
    let mut untimed = message(2, "bbbbbbbbbbbbbbbb");
    untimed.timestamp = "yesterday".to_owned();
    let refused = program.sync(&good, &sync_request("file", &group, vec![untimed]));
    assert_eq!((refused.status, &refused.json()["reason"]), (400, &json!("invalid-timestamp")));
    // A field that claims an excessive length, and one that has it.
    let too_large = (413, "application/json".to_owned());
    assert_eq!(send(SYNC_TYPE, b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), too_large);
    let mut endless = vec![0x0a, 0x80, 0x80, 0x80, 0x20];
    endless.resize(70 << 20, 0);
    assert_eq!(send(SYNC_TYPE, &endless), too_large);
    let found = program.sync(&good, &sync_request("file", &group, vec![])).synced();
    assert_eq!(found.messages, [message(1, "aaaaaaaaaaaaaaaa")]);
    let incoming = std::fs::read_dir(program.dir.join("incoming")).unwrap().count();
    assert_eq!(incoming, 0, "nothing is left of large bodies");
}

#[test]
fn json_that_is_none_or_too_much_is_refused() {
    let (program, good) = SyncProgram::start_signed_in();
    let token = ("x-actual-token", good.as_str());
    let send = |path: &str, body: &[u8]| {
        let headers = [("content-type", "application/json"), token];
        program.request("POST", path, &headers, Some(body)).status
    };
    for path in ["/sync/user-get-key", "/account/change-password", "/account/server-prefs"] {
        assert_eq!(send(path, b"{"), 400, "{path}");
        assert_eq!(send(path, &vec![b' '; 2 << 20]), 413, "{path}");
        let nested = "[".repeat(100_000);
        assert_eq!(send(path, nested.as_bytes()), 400, "{path}");
    }
    assert_eq!(program.get("/account/validate", &[token]).status, 200);
}

#[test]
fn headers_of_an_upload_are_checked() {
    let (program, good) = SyncProgram::start_signed_in();
    let send = |name: &str, value: &str| {
        let mut headers = vec![
            ("content-type", FILE_TYPE),
            ("x-actual-token", good.as_str()),
            ("x-actual-file-id", "file"),
            ("x-actual-name", "Budget"),
            ("x-actual-format", "2"),
        ];
        headers.retain(|(other, _)| *other != name);
        headers.push((name, value));
        let answer = program.request("POST", "/sync/upload-user-file", &headers, Some(b"zip"));
        (answer.status, answer.text())
    };
    let word = |word: &str| (400, word.to_owned());
    assert_eq!(send("x-actual-name", "%FF%FE"), word("invalid name"));
    assert_eq!(send("x-actual-name", &"x".repeat(2000)), word("invalid name"));
    for meta in ["{", "[]", "1", &format!("{{\"keyId\":\"{}\"}}", "x".repeat(5000))] {
        assert_eq!(send("x-actual-encrypt-meta", meta), word("invalid encryptMeta"));
    }
    assert_eq!(send("content-type", "text/plain").0, 500);
    let listed = program.get("/sync/list-user-files", &[("x-actual-token", good.as_str())]);
    assert_eq!(listed.json()["data"], Value::from(Vec::<Value>::new()));
}

/// Sends the beginning of a request and hangs up; returns the response.
fn broken_off(program: &SyncProgram, head: &str, length: usize, beginning: &[u8]) -> String {
    let host = program.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let head = format!("{head}Host: {host}\r\nContent-Length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(beginning).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut rest = String::new();
    let _ = stream.read_to_string(&mut rest);
    rest
}

#[test]
fn an_upload_that_breaks_off_leaves_the_old_one() {
    let (program, good) = SyncProgram::start_signed_in();
    let group = program.upload(&good, "file", None, b"the whole budget");
    let head = format!(
        "POST /sync/upload-user-file HTTP/1.1\r\nContent-Type: {FILE_TYPE}\r\n\
         X-Actual-Token: {good}\r\nX-Actual-File-Id: file\r\nX-Actual-Name: B\r\n\
         X-Actual-Format: 2\r\nX-Actual-Group-Id: {group}\r\n"
    );
    for sent in [0, 1, 500, 999] {
        let answer = broken_off(&program, &head, 1000, &vec![b'x'; sent]);
        assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let headers = [("x-actual-token", good.as_str()), ("x-actual-file-id", "file")];
    let found = program.get("/sync/download-user-file", &headers);
    assert_eq!(found.text(), "the whole budget");
    assert_eq!(found.header("content-disposition"), "attachment;filename=file");
}

#[test]
fn a_sync_that_breaks_off_stores_nothing() {
    let (program, good) = SyncProgram::start_signed_in();
    let group = program.upload(&good, "file", None, b"zip");
    let head = format!(
        "POST /sync/sync HTTP/1.1\r\nContent-Type: {SYNC_TYPE}\r\nX-Actual-Token: {good}\r\n"
    );
    // File and generation first, so that the received part would suffice as a request.
    let mut whole = sync_request("file", &group, vec![]).encode_to_vec();
    let messages: Vec<_> = (0..20).map(|minute| message(minute, "aaaaaaaaaaaaaaaa")).collect();
    let messages = sync_request("", "", messages);
    whole.extend(SyncRequest { since: String::new(), ..messages }.encode_to_vec());
    for sent in (0..whole.len()).step_by(whole.len() / 25) {
        let answer = broken_off(&program, &head, whole.len(), &whole[..sent]);
        assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let found = program.sync(&good, &sync_request("file", &group, vec![])).synced();
    assert_eq!((found.messages.len(), found.merkle.as_str()), (0, "{}"));
    let headers = [("content-type", SYNC_TYPE), ("x-actual-token", good.as_str())];
    assert_eq!(program.request("POST", "/sync/sync", &headers, Some(&whole)).status, 200);
    let found = program.sync(&good, &sync_request("file", &group, vec![])).synced();
    assert_eq!(found.messages.len(), 20);
}

#[test]
fn since_may_be_any_text() {
    let (program, good) = SyncProgram::start_signed_in();
    let group = program.upload(&good, "file", None, b"zip");
    let mut request = sync_request("file", &group, vec![message(1, "aaaaaaaaaaaaaaaa")]);
    program.sync(&good, &request).synced();
    request.messages.clear();
    for (since, count) in [(ZERO, 1), ("'; DROP TABLE messages; --", 1), ("zzz", 0), ("%", 1)] {
        request.since = since.to_owned();
        assert_eq!(program.sync(&good, &request).synced().messages.len(), count, "{since}");
    }
}

#[test]
fn a_page_of_another_origin_may_ask_with_a_token_of_its_own() {
    let (program, good) = SyncProgram::start_signed_in();
    let headers = [
        ("origin", "https://app.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "x-actual-token,content-type"),
    ];
    let asked = program.request("OPTIONS", "/sync/sync", &headers, None);
    assert_eq!(asked.status, 204);
    assert_eq!(asked.header("access-control-allow-origin"), "*");
    assert_eq!(asked.header("access-control-allow-methods"), "GET,HEAD,PUT,PATCH,POST,DELETE");
    assert_eq!(asked.header("access-control-allow-headers"), "x-actual-token,content-type");
    let headers = [("origin", "https://app.example"), ("x-actual-token", good.as_str())];
    let answer = program.get("/sync/list-user-files", &headers);
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, "*"));
    let info = program.get("/info", &headers);
    assert_eq!((info.status, info.header("access-control-allow-origin")), (200, "*"));
    assert_eq!(answer.header("access-control-allow-credentials"), "");
}

#[test]
fn only_this_computer_sets_the_first_password() {
    let program = SyncProgram::start();
    let body = json!({ "password": PASSWORD });
    for header in [
        ("host", "sync.example"),
        ("host", "192.168.1.7:5107"),
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("forwarded", "for=203.0.113.5"),
        ("x-forwarded-for", "203.0.113.5"),
    ] {
        let answer = program.post("/account/bootstrap", &[header], &body);
        assert_eq!(answer.status, 403, "{header:?}");
    }
    let own = program.url.clone();
    let answer = program.post("/account/bootstrap", &[("origin", own.as_str())], &body);
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[test]
fn no_page_of_another_site_locks_the_owner_out() {
    let program = SyncProgram::start();
    let own = program.url.clone();
    let pages: [&[(&str, &str)]; 4] = [
        &[("origin", "http://evil.example")],
        &[("origin", "null")],
        &[("origin", own.as_str()), ("sec-fetch-site", "cross-site")],
        &[("host", "evil.example:5107"), ("origin", "http://evil.example:5107")],
    ];
    let tries = |path: &str, body: Value| {
        for page in pages {
            for _ in 0..6 {
                assert!(program.post(path, page, &body).status >= 400);
            }
            assert_eq!(program.post(path, page, &body).status, 429, "{page:?}");
        }
    };
    tries("/account/login", json!({ "password": "wrong" }));
    tries("/account/bootstrap", json!({ "password": "x", "setupCode": "AAAA-AAAA-AAAA" }));
    let right = json!({ "password": PASSWORD });
    let here = [("origin", own.as_str())];
    assert_eq!(program.post("/account/bootstrap", &here, &right).status, 200);
    tries("/account/login", json!({ "password": "wrong" }));
    for headers in [&[][..], &here] {
        assert_eq!(program.post("/account/login", headers, &right).status, 200);
    }
}

#[test]
fn a_client_that_knows_no_code_says_how_to_give_it_and_takes_it_with_the_password() {
    let program = SyncProgram::start();
    assert!(program.said.contains("sobre set-password --data-dir "), "{}", program.said);
    let page = [("origin", "https://app.example")];
    let refused = program.post("/account/bootstrap", &page, &json!({ "password": PASSWORD }));
    let reason = refused.json()["reason"].as_str().unwrap().to_owned();
    assert_eq!(refused.status, 403);
    assert!(reason.contains("printed a setup code when it started"), "{reason}");
    let with_code = format!("{} {PASSWORD}", shown_code(&program));
    let taken = program.post("/account/bootstrap", &page, &json!({ "password": with_code }));
    assert_eq!(taken.status, 200, "{}", taken.text());
    let login = program.post("/account/login", &page, &json!({ "password": PASSWORD }));
    assert_eq!(login.status, 200, "the code is no part of it: {}", login.text());
}

/// The setup code that a server printed at its start.
fn shown_code(program: &SyncProgram) -> String {
    let mut words = program.said.split_whitespace();
    let code = words.find(|word| word.len() == 14 && word.matches('-').count() == 2);
    code.unwrap_or_else(|| panic!("no code in: {}", program.said)).to_owned()
}

#[test]
fn through_a_proxy_the_first_password_is_set_with_the_code_that_was_shown() {
    let program = SyncProgram::start();
    let proxied = [("x-forwarded-for", "203.0.113.5"), ("host", "sync.example")];
    let told = program.get("/account/needs-bootstrap", &proxied).json();
    assert_eq!(told["data"]["needsSetupCode"], true);
    let told = program.get("/account/needs-bootstrap", &[]).json();
    assert_eq!(told["data"].get("needsSetupCode"), None, "as peers' servers answer");
    let refused = |code: &str| {
        let body = json!({ "password": PASSWORD, "setupCode": code });
        let answer = program.post("/account/bootstrap", &proxied, &body);
        assert_eq!(answer.status, 403, "{}", answer.text());
        answer.json()["reason"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused(""), "setup-code-required");
    assert_eq!(refused("AAAA-AAAA-AAAA"), "invalid-setup-code");
    let body = json!({ "password": PASSWORD, "setupCode": shown_code(&program) });
    let answer = program.post("/account/bootstrap", &proxied, &body);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.json()["data"]["token"].is_string());
    let again = SyncProgram::start_in(&program.dir.with_file_name("another"));
    assert_ne!(shown_code(&again), shown_code(&program), "each is good for one server");
}

/// The status of a login with a password for a client named by a proxy.
fn logged_in(program: &SyncProgram, address: &str, password: &str) -> u16 {
    let headers = [("x-forwarded-for", address)];
    program.post("/account/login", &headers, &json!({ "password": password })).status
}

#[test]
fn behind_a_trusted_proxy_attempts_are_counted_per_client() {
    let dir = tempfile::TempDir::new().unwrap();
    let dir = dir.path().join("sync");
    let mut before = SyncProgram::start_in(&dir);
    before.post("/account/bootstrap", &[], &json!({ "password": PASSWORD }));
    for _ in 0..5 {
        assert_eq!(logged_in(&before, "203.0.113.5", "wrong"), 400);
    }
    let another = logged_in(&before, "203.0.113.9", PASSWORD);
    assert_eq!(another, 429, "what an unknown proxy says is not believed");
    before.kill();

    let mut command = common::sync::command(&dir);
    command.args(["--trusted-proxy", "127.0.0.1,10.0.0.2"]);
    let program = SyncProgram::start_by(command, &dir);
    for _ in 0..5 {
        assert_eq!(logged_in(&program, "6.6.6.6, 203.0.113.5, 10.0.0.2", "wrong"), 400);
    }
    assert_eq!(logged_in(&program, "1.1.1.1, 203.0.113.5", PASSWORD), 429);
    assert_eq!(logged_in(&program, "203.0.113.5, 203.0.113.9", PASSWORD), 200);
}

#[test]
fn names_and_keys_have_a_length_and_longer_ones_change_nothing() {
    let (program, token) = SyncProgram::start_signed_in();
    program.upload(&token, "file-1", None, b"bytes");
    let shown = [("x-actual-token", token.as_str())];
    let told = |path: &str, body: &Value| {
        let answer = program.post(path, &shown, body);
        (answer.status, answer.text())
    };
    let long = "x".repeat(5_000);
    let refused = |word: &str| (400, word.to_owned());
    let rename = |name: &str| {
        told("/sync/update-user-filename", &json!({ "fileId": "file-1", "name": name }))
    };
    assert_eq!(rename(&long), refused("invalid name"));
    assert_eq!(rename(&"ä".repeat(500)).0, 200);
    let make = |id: &str, salt: &str, test: &str| {
        let key = json!({ "fileId": "file-1", "keyId": id, "keySalt": salt, "testContent": test });
        told("/sync/user-create-key", &key)
    };
    assert_eq!(make(&long, "salt", "test"), refused("invalid keyId"));
    assert_eq!(make("key", &long, "test"), refused("invalid keySalt"));
    assert_eq!(make("key", "salt", &long), refused("invalid testContent"));
    let kept = program.post("/sync/user-get-key", &shown, &json!({ "fileId": "file-1" })).json();
    assert_eq!(kept["data"]["id"], Value::Null);
    assert_eq!(make("key", "salt", "test").0, 200);
    let listed = program.get("/sync/list-user-files", &shown).json();
    assert_eq!(listed["data"][0]["name"], "ä".repeat(500));
}

#[test]
fn an_unknown_file_is_named_before_its_key_is_looked_at() {
    let (program, token) = SyncProgram::start_signed_in();
    let shown = [("x-actual-token", token.as_str())];
    for key in [json!({ "fileId": "none" }), json!({ "fileId": "none", "keyId": "k".repeat(999) })]
    {
        let answer = program.post("/sync/user-create-key", &shown, &key);
        assert_eq!((answer.status, answer.text().as_str()), (400, "file-not-found"));
    }
}
