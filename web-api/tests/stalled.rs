//! Requests whose body stalls: they get a response, leave nothing behind and end their connection.
//! The servers run in this process, because the program's timeouts are longer.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::io::Read as _;
use std::time::Duration;

use common::in_process::Running;

const STALL: Duration = Duration::from_millis(1);

/// Sends the head of a request and a part of its body; returns everything until the server closes
/// the connection.
fn answered(running: &Running, path: &str, headers: &str, body: &str) -> String {
    let mut told = String::new();
    let mut stream = running.sent(&running.request(path, headers, body));
    stream.read_to_string(&mut told).unwrap();
    told
}

const LONG: &str = "Content-Length: 1000";
const CHUNKED: &str = "Transfer-Encoding: chunked";

#[test]
fn a_body_that_stops_coming_is_given_up_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let running = Running::application(dir.path(), STALL);
    let cases = [
        ("/api/call/get-budgets", LONG, "{\"a\":"),
        ("/api/call/get-budgets", CHUNKED, "3\r\n{\"a\r\n"),
        ("/api/upload?filename=a.zip", LONG, "PK"),
        ("/api/upload?filename=a.zip", CHUNKED, "2\r\nPK\r\n"),
    ];
    for (path, headers, body) in cases {
        let told = answered(&running, path, headers, body);
        assert!(told.starts_with("HTTP/1.1 400 "), "{path}: {told}");
        assert!(told.contains("the body stalled for too long"), "{path}: {told}");
    }
    assert!(answered(&running, "/account/login", LONG, "{").starts_with("HTTP/1.1 400 "));
    let uploads = dir.path().join(sobre_actors::files::data_dir::UPLOADS_NAME);
    assert_eq!(uploads.read_dir().unwrap().count(), 0);
}

#[test]
fn an_unread_body_ends_its_connection_too() {
    let dir = tempfile::tempdir().unwrap();
    let mut running = Running::application(dir.path(), STALL);
    assert!(answered(&running, "/nowhere", CHUNKED, "").starts_with("HTTP/1.1 405 "));
    running.token.clear();
    for path in ["/api/upload?filename=a", "/ws"] {
        assert!(answered(&running, path, CHUNKED, "").starts_with("HTTP/1.1 401 "), "{path}");
    }
}

#[test]
fn the_sync_server_gives_up_such_bodies_too() {
    let dir = tempfile::tempdir().unwrap();
    let running = Running::sync_server(dir.path(), STALL);
    let told = answered(&running, "/account/bootstrap", LONG, "{\"password\":");
    assert!(told.starts_with("HTTP/1.1 400 "), "{told}");
    let body = r#"{"password":"long enough"}"#;
    let headers = format!("Connection: close\r\nContent-Length: {}", body.len());
    let told = answered(&running, "/account/bootstrap", &headers, body);
    let token = told.split('"').skip_while(|part| *part != "token").nth(2).unwrap();
    let large = "x".repeat(2 << 20);
    for (path, kind) in [("sync", "actual-sync"), ("upload-user-file", "encrypted-file")] {
        for (length, body) in [("Content-Length: 5000000", large.as_str()), (CHUNKED, "1\r\nx\r\n")]
        {
            let headers = format!(
                "X-ACTUAL-TOKEN: {token}\r\nX-ACTUAL-FILE-ID: file\r\nX-ACTUAL-NAME: a\r\n\
                 Content-Type: application/{kind}\r\n{length}"
            );
            let told = answered(&running, &format!("/sync/{path}"), &headers, body);
            assert!(told.starts_with("HTTP/1.1 408 "), "{path}: {told}");
            assert!(told.ends_with(r#"{"status":"error"}"#), "{path}: {told}");
        }
    }
    let incoming = dir.path().join("incoming").read_dir().unwrap().count();
    assert_eq!(incoming, 0, "nothing is left of them");
}
