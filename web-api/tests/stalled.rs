//! Requests whose body stops coming: they are answered, leave nothing behind and end their
//! connection. The servers run in this process, because programs are more patient.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::rt::System;
use sobre_actors::environment::Environment;
use sobre_engine::dates::Day;
use web_api::serve::{self, Options};
use web_api::sync_server::listen;

const STALL: Duration = Duration::from_millis(1);
const HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn environment() -> Environment {
    Environment::fixed("2026-11-20".parse::<Day>().unwrap())
}

/// A server that runs until the test ends.
struct Running {
    address: SocketAddr,
    token: String,
    handle: ServerHandle,
    thread: Option<thread::JoinHandle<()>>,
}

impl Running {
    fn application(dir: &Path) -> Self {
        let options = Options {
            data_dir: dir.to_owned(),
            host: HOST,
            port: 0,
            with_sync_server: true,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            stall: STALL,
            environment: environment(),
        };
        let (tell, told) = mpsc::channel();
        let thread = thread::spawn(move || {
            System::new().block_on(async move {
                let running = serve::start(&options).unwrap();
                let handle = running.server.handle();
                tell.send((running.address, running.token.clone(), handle)).unwrap();
                running.wait().await.unwrap();
            });
        });
        let (address, token, handle) = told.recv().unwrap();
        Self { address, token, handle, thread: Some(thread) }
    }

    fn sync_server(dir: &Path) -> Self {
        let (data_dir, environment) = (dir.to_owned(), environment());
        let options = listen::Options {
            data_dir,
            host: HOST,
            port: 0,
            trusted_proxies: Vec::new(),
            stall: STALL,
            environment,
        };
        let (tell, told) = mpsc::channel();
        let thread = thread::spawn(move || {
            System::new().block_on(async move {
                let listen::Listening { server, address, .. } = listen::listen(&options).unwrap();
                tell.send((address, server.handle())).unwrap();
                server.await.unwrap();
            });
        });
        let (address, handle) = told.recv().unwrap();
        Self { address, token: String::new(), handle, thread: Some(thread) }
    }

    /// Sends the head of a request and some of its body; answers all that comes until the server
    /// ends the connection.
    fn told(&self, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let Self { address, token, .. } = self;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n{headers}\
             \r\n\r\n{body}"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).unwrap();
        told
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It is told at once; the answer comes when it has ended, which the thread waits for.
        drop(self.handle.stop(false));
        self.thread.take().unwrap().join().unwrap();
    }
}

const LONG: &str = "Content-Length: 1000";
const CHUNKED: &str = "Transfer-Encoding: chunked";

#[test]
fn a_body_that_stops_coming_is_given_up_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let running = Running::application(dir.path());
    let cases = [
        ("/api/call/get-budgets", LONG, "{\"a\":"),
        ("/api/call/get-budgets", CHUNKED, "3\r\n{\"a\r\n"),
        ("/api/upload?filename=a.zip", LONG, "PK"),
        ("/api/upload?filename=a.zip", CHUNKED, "2\r\nPK\r\n"),
    ];
    for (path, headers, body) in cases {
        let told = running.told(path, headers, body);
        assert!(told.starts_with("HTTP/1.1 400 "), "{path}: {told}");
        assert!(told.contains("nothing came for too long"), "{path}: {told}");
    }
    assert!(running.told("/account/login", LONG, "{").starts_with("HTTP/1.1 400 "));
    let uploads = dir.path().join(sobre_actors::files::data_dir::UPLOADS_NAME);
    assert_eq!(uploads.read_dir().unwrap().count(), 0);
}

#[test]
fn a_body_nobody_reads_ends_its_connection_too() {
    let dir = tempfile::tempdir().unwrap();
    let mut running = Running::application(dir.path());
    assert!(running.told("/nowhere", CHUNKED, "").starts_with("HTTP/1.1 405 "));
    running.token.clear();
    for path in ["/api/upload?filename=a", "/ws"] {
        assert!(running.told(path, CHUNKED, "").starts_with("HTTP/1.1 401 "), "{path}");
    }
}

#[test]
fn the_sync_server_gives_up_such_bodies_too() {
    let dir = tempfile::tempdir().unwrap();
    let running = Running::sync_server(dir.path());
    let told = running.told("/account/bootstrap", LONG, "{\"password\":");
    assert!(told.starts_with("HTTP/1.1 400 "), "{told}");
    let body = r#"{"password":"long enough"}"#;
    let headers = format!("Connection: close\r\nContent-Length: {}", body.len());
    let told = running.told("/account/bootstrap", &headers, body);
    let token = told.split('"').skip_while(|part| *part != "token").nth(2).unwrap();
    let large = "x".repeat(2 << 20);
    for (path, kind) in [("sync", "actual-sync"), ("upload-user-file", "encrypted-file")] {
        for (length, body) in [("Content-Length: 5000000", large.as_str()), (CHUNKED, "1\r\nx\r\n")]
        {
            let headers = format!(
                "X-ACTUAL-TOKEN: {token}\r\nX-ACTUAL-FILE-ID: file\r\nX-ACTUAL-NAME: a\r\n\
                 Content-Type: application/{kind}\r\n{length}"
            );
            let told = running.told(&format!("/sync/{path}"), &headers, body);
            assert!(told.starts_with("HTTP/1.1 500 "), "{path}: {told}");
        }
    }
    let incoming = dir.path().join("incoming").read_dir().unwrap().count();
    assert_eq!(incoming, 0, "nothing is left of them");
}
