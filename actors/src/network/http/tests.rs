//! Responses of servers, and servers that do not respond.

use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;

use super::*;
use crate::contract::{CallError, ErrorCode};

#[test]
fn refusals_are_understood_in_both_forms() {
    let json = |body: &str| refusal(400, true, body);
    assert_eq!(
        json(r#"{"status":"error","reason":"unauthorized","details":"token-not-found"}"#),
        SyncFault::TokenExpired
    );
    assert_eq!(json(r#"{"reason":"file-not-found"}"#), SyncFault::FileNotFound);
    let busy = json(r#"{"status":"error","reason":"upload-under-way. 4 uploads are running."}"#);
    assert_eq!(busy.reason(), "upload-under-way");
    let code = CallError::from(busy).code;
    assert_eq!(code, ErrorCode::UploadUnderWay);
    assert_eq!(json(r#"{"reason":"already-bootstrapped"}"#).reason(), "already-bootstrapped");
    for body in [r#"{"status":"error"}"#, r#"{"status":"error","reason":"internal-error"}"#] {
        assert_eq!(refusal(500, true, body), SyncFault::ServerFailed);
    }
    assert_eq!(refusal(400, false, "file-has-reset"), SyncFault::FileHasReset);
    assert_eq!(refusal(400, false, "User or file not found"), SyncFault::FileNotFound);
    assert_eq!(refusal(500, false, "file-has-reset"), SyncFault::Internal);
    assert_eq!(refusal(413, false, "<html>").reason(), "too-large");
    assert_eq!(refusal(404, false, "Cannot GET /account/sessions"), SyncFault::NotSupported);
    let word = r#"{"status":"error","reason":"not-supported"}"#;
    assert_eq!(refusal(404, true, word), SyncFault::NotSupported);
    assert_eq!(refusal(404, false, "file-not-found"), SyncFault::FileNotFound);
}

#[test]
fn a_proxy_is_not_mistaken_for_its_server() {
    let page = "<html><body><h1>504 Gateway Time-out</h1></body></html>";
    for status in [408, 502, 503, 504] {
        assert_eq!(refusal(status, false, page), SyncFault::Network);
        assert_eq!(refusal(status, false, "upstream timed out"), SyncFault::Network);
        for body in [r#"{"message":"no upstream"}"#, r#"{"status":"error"}"#] {
            assert_eq!(refusal(status, true, body), SyncFault::Network);
        }
        let word = r#"{"status":"error","reason":"server-storage-full"}"#;
        assert_eq!(refusal(status, true, word), SyncFault::ServerStorageFull);
    }
    assert_eq!(refusal(400, true, r#"{"status":"err"#), SyncFault::Network, "it was cut off");
    for status in [400, 401, 403, 404, 413, 429, 500, 501, 520, 530] {
        let fault = refusal(status, false, page);
        assert!(!fault.reason().contains('<') && fault != SyncFault::ServerFailed, "{status}");
    }
    assert_eq!(refusal(403, false, page).reason(), "invalid-server");
    for status in [500, 501, 520] {
        assert_eq!(refusal(status, false, " "), SyncFault::BrokenAnswer, "{status}");
    }
    assert_eq!(refusal(520, false, page), SyncFault::BrokenAnswer);
}

#[test]
fn a_reason_without_end_is_cut_and_stays_on_one_line() {
    let long = format!("ä\n{}", "ö".repeat(50_000));
    let json = serde_json::json!({ "status": "error", "reason": long }).to_string();
    for fault in [refusal(400, true, &json), refusal(400, false, &long)] {
        let reason = fault.reason();
        assert_eq!(reason.chars().count(), 200);
        assert!(reason.starts_with("ä ö"));
    }
    assert_eq!(refusal(413, true, r#"{"reason":"too-large"}"#).reason(), "too-large");
}

#[test]
fn an_empty_or_interrupted_response_is_reported_as_such() {
    let whole = r#"{"status":"ok","data":[]}"#;
    for (body, reason) in [("", "broken-answer"), (&whole[..9], "broken-answer")] {
        let answer = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            body.len()
        );
        let (url, _told) = answering(answer);
        let server = HttpSyncServers::default().server(&url, None);
        assert_eq!(server.list_files().unwrap_err().reason(), reason, "{body}");
        let key = StoredKey { id: String::new(), salt: String::new(), test: None };
        assert_eq!(server.create_key("file", &key).unwrap_err().reason(), reason, "{body}");
    }
}

#[test]
fn a_page_in_place_of_an_answer_is_none() {
    let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\
                  Date: Fri, 20 Nov 2026 12:00:00 GMT\r\nContent-Length: 6\r\n\
                  Connection: close\r\n\r\n<html>";
    let (url, _told) = answering(answer.into());
    let server = HttpSyncServers::default().server(&url, None);
    let mut came = Vec::new();
    let key = StoredKey { id: String::new(), salt: String::new(), test: None };
    for (question, answered) in [
        ("sync", server.sync(&SyncRequest::default(), &mut came).map(drop)),
        ("download", server.download("file", &mut came)),
        ("time", server.server_ms().map(drop)),
    ] {
        assert_eq!(answered, Err(SyncFault::Network), "{question}");
    }
    for (question, answered) in [
        ("delete", server.delete_file("file")),
        ("reset", server.reset_file("file")),
        ("rename", server.rename_file("file", "Name")),
        ("key", server.create_key("file", &key)),
        ("restore", server.restore_upload("file", "upload")),
        ("validate", server.validate()),
        ("password", server.change_password("secret")),
        ("sign out", server.sign_out()),
        ("end session", server.end_session("id")),
        ("list", server.list_files().map(drop)),
    ] {
        assert_eq!(answered.unwrap_err().reason(), "invalid-server", "{question}");
    }
    assert!(came.is_empty());
}

#[test]
fn names_are_encoded_as_browsers_do() {
    assert_eq!(percent_encoded("Näme é €"), "N%C3%A4me%20%C3%A9%20%E2%82%AC");
    assert_eq!(percent_encoded("a-b_c.d!(e)*'f'~/g"), "a-b_c.d!(e)*'f'~%2Fg");
}

#[test]
fn nobody_at_an_address_is_a_network_fault() {
    let network = HttpSyncServers::default();
    for url in ["http://127.0.0.1:9", "127.0.0.1:9", "no scheme", "ftp://x", ""] {
        assert_eq!(network.server(url, None).version(), Err(SyncFault::Network), "{url}");
    }
}

/// The result of a download from a server that sends `answer` and then stalls without closing the
/// connection.
fn downloaded(answer: &'static str, patience: Duration) -> (Result<(), SyncFault>, Vec<u8>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (done, until_done) = mpsc::channel::<()>();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        // The client may be gone already.
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(answer.as_bytes());
        until_done.recv().unwrap_err();
    });
    let server_there = HttpSyncServers::with_pause_limit(patience, None).server(&url, None);
    let mut came = Vec::new();
    let outcome = server_there.download("file", &mut came);
    drop(done);
    server.join().unwrap();
    (outcome, came)
}

#[test]
fn a_server_that_goes_without_a_word_is_not_waited_for() {
    for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf"] {
        let (outcome, came) = downloaded(answer, Duration::from_millis(200));
        assert_eq!(outcome, Err(SyncFault::Network));
        assert!(b"half".starts_with(&came));
    }
}

#[test]
fn an_answer_that_is_there_ends_the_waiting() {
    let whole = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfull";
    assert_eq!(downloaded(whole, THINK), (Ok(()), b"full".to_vec()));
}

/// The head of a request, which may arrive in pieces.
fn head(stream: &mut TcpStream) -> String {
    let (mut asked, mut piece) = (Vec::new(), [0; 4096]);
    while !asked.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut piece) {
            Ok(read @ 1..) => asked.extend_from_slice(&piece[..read]),
            Ok(0) | Err(_) => break,
        }
    }
    String::from_utf8_lossy(&asked).into_owned()
}

/// A server that sends `answer` to every request until the listener is dropped; reports the
/// requests it received.
fn answering(answer: String) -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (post_ok, told) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let asked = head(&mut stream);
            let _ = stream.write_all(answer.as_bytes());
            if post_ok.send(asked).is_err() {
                return;
            }
        }
    });
    (url, told)
}

#[test]
fn session_and_password_go_to_no_other_address() {
    let (elsewhere, told_there) = answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".into());
    for status in ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let answer = format!(
            "HTTP/1.1 {status}\r\nLocation: {elsewhere}/x\r\nContent-Length: 0\r\n\
             Connection: close\r\n\r\n"
        );
        let (url, told) = answering(answer);
        let server = HttpSyncServers::default().server(&url, Some("the-token"));
        let moved = Err(SyncFault::ServerMoved);
        assert_eq!(server.list_files().map(drop), moved, "{status}");
        assert!(told.recv().unwrap().contains("the-token"));
        assert_eq!(server.login("the password").map(drop), moved, "{status}");
        assert_eq!(server.delete_file("file").map(drop), moved, "{status}");
    }
    assert!(told_there.try_recv().is_err(), "nobody was asked anything there");
}

#[test]
fn a_slow_server_is_given_up_where_people_wait_and_not_in_a_sync() {
    let info = r#"{"build":{"version":"26.9.0"}}"#;
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Date: Fri, 20 Nov 2026 12:00:00 GMT\r\nConnection: close\r\n\r\n{info}",
        info.len()
    );
    let (url, _told) = answering(answer);
    let server = HttpSyncServers::waiting(Duration::ZERO).server(&url, None);
    assert_eq!(server.version(), Err(SyncFault::Network));
    assert_eq!(server.server_ms(), Ok(Some(1_795_176_000_000)));
    assert_eq!(HttpSyncServers::default().server(&url, None).version(), Ok("26.9.0".to_owned()));
}

#[test]
fn requests_to_this_computer_bypass_proxies() {
    let (at_proxy, told_proxy) = answering(
        "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".into(),
    );
    let network = HttpSyncServers::with_pause_limit(THINK, Some(Proxy::new(&at_proxy).unwrap()));
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
    let (url, told) = answering(answer.into());
    for url in [url.clone(), url.replace("127.0.0.1", "localhost")] {
        network.server(&url, Some("the-token")).validate().unwrap();
        assert!(told.recv().unwrap().contains("the-token"));
    }
    assert!(told_proxy.try_recv().is_err(), "the proxy was asked");
    let elsewhere = network.server("http://budget.example", Some("the-token"));
    assert_eq!(elsewhere.validate(), Err(SyncFault::Network));
    assert!(told_proxy.recv().unwrap().starts_with("CONNECT budget.example:80"));
}

#[test]
fn addresses_of_this_computer_are_known() {
    for url in [
        "http://127.0.0.1:5006",
        "http://127.9.9.9",
        "http://[::1]:5006/",
        "https://LocalHost",
        "http://me@localhost:5006",
        "http://[::ffff:127.0.0.1]:5006",
    ] {
        assert!(is_nearby(url), "{url}");
    }
    for url in
        ["http://192.0.2.7", "http://localhost.example", "https://128.0.0.1", "localhost@x", ""]
    {
        assert!(!is_nearby(url), "{url}");
    }
}
