//! Concurrent uploads to the sync server.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::io::Write as _;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use common::sync::{FILE_TYPE, SyncProgram, message, sync_request};
use serde_json::json;
use sobre_actors::files::uploads::MAX_UNDER_WAY;

/// How long the test waits for an expected event before it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// An upload that sends only its beginning.
fn begun(server: &SyncProgram, token: &str) -> TcpStream {
    let host = server.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let head = format!(
        "POST /sync/upload-user-file HTTP/1.1\r\nHost: {host}\r\nX-ACTUAL-TOKEN: {token}\r\n\
         X-ACTUAL-FILE-ID: begun\r\nX-ACTUAL-NAME: a\r\nContent-Type: {FILE_TYPE}\r\n\
         Content-Length: 1000\r\n\r\nPK"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        thread::yield_now();
    }
}

#[test]
fn only_so_many_uploads_are_under_way_and_one_that_breaks_off_gives_its_place_back() {
    let (server, token) = SyncProgram::start_signed_in();
    let mut under_way: Vec<_> = (0..MAX_UNDER_WAY).map(|_| begun(&server, &token)).collect();
    let incoming = server.dir.join("incoming");
    let count = || incoming.read_dir().unwrap().count();
    wait_until("all begin", || count() == MAX_UNDER_WAY);
    let refused = server.try_upload(&token, "one-too-many", None, b"PK");
    assert_eq!(refused.status, 503, "{}", refused.text());
    let reason = refused.json()["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("uploads are already running. Try again"), "{reason}");
    let mut large = message(1, "aaaaaaaaaaaaaaaa");
    let small = server.sync(&token, &sync_request("begun", "group", vec![large.clone()]));
    assert_ne!(small.status, 503, "it stays in memory");
    large.content = vec![0; 2 << 20].into();
    let refused = server.sync(&token, &sync_request("begun", "group", vec![large]));
    assert_eq!((refused.status, refused.json()["reason"].as_str()), (503, Some(&*reason)));
    drop(under_way.pop());
    wait_until("one ends", || count() < MAX_UNDER_WAY);
    wait_until("its place is free", || {
        server.try_upload(&token, "one-too-many", None, b"PK").status == 200
    });
}

#[test]
fn an_upload_for_a_deleted_file_is_refused_with_the_reason() {
    let (server, token) = SyncProgram::start_signed_in();
    let group = server.upload(&token, "file", None, b"PK");
    let (session, file) = (("x-actual-token", token.as_str()), json!({ "fileId": "file" }));
    assert_eq!(server.post("/sync/delete-user-file", &[session], &file).status, 200);
    for group in [None, Some(group.as_str())] {
        let refused = server.try_upload(&token, "file", group, b"PK");
        assert_eq!((refused.status, &*refused.text()), (400, "file-not-found"));
    }
}
