//! Clients that request much and read nothing: their waiting responses are limited, they are
//! disconnected, and all other clients get responses.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]
#![allow(clippy::needless_pass_by_value, reason = "JSON is written where it is passed")]

mod common;

use std::io::{ErrorKind, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use common::in_process::Running;
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Bytes, Error, Message, WebSocket};

const IMPATIENT: Duration = Duration::from_millis(1);

/// Calls that one socket may leave unread.
const CALLS: usize = sobre_actors::limits::CALLS_PER_SESSION;

/// A server in this process and a budget with notes of two megabytes.
struct Server {
    running: Running,
    budget: String,
    dir: TempDir,
}

impl Server {
    /// A server with this timeout for readers.
    fn start(stall: Duration) -> Self {
        let Self { running, budget, dir } = Self::patient();
        drop(running);
        Self { running: Running::application(dir.path(), stall), budget, dir }
    }

    fn patient() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let running = Running::application(dir.path(), Duration::from_secs(3_600));
        let mut server = Self { running, budget: String::new(), dir };
        let made = server.call("create-budget", json!({})).unwrap();
        server.budget = made["id"].as_str().unwrap().to_owned();
        for number in 0..40 {
            let note = json!({ "id": format!("note-{number}"), "note": "x".repeat(50_000) });
            server.call("notes-save", note).unwrap();
        }
        server
    }

    fn call(&self, name: &str, args: Value) -> Result<Value, Value> {
        let mut answer = common::agent()
            .post(format!("http://{}/api/call/{name}", self.running.address))
            .header("Authorization", format!("Bearer {}", self.running.token))
            .header("X-Budget", &self.budget)
            .send(args.to_string())
            .unwrap();
        let mut answer: Value =
            serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap();
        let error = answer.get_mut("error").map(Value::take);
        error.map_or_else(|| Ok(answer["result"].take()), Err)
    }

    /// A socket that has sent as many requests as allowed and reads nothing.
    fn greedy_socket(&self) -> Result<WebSocket<TcpStream>, Error> {
        let url = format!("ws://{}/ws", self.running.address);
        let mut request = url.into_client_request().unwrap();
        let bearer = format!("Bearer {}", self.running.token).parse().unwrap();
        request.headers_mut().insert("Authorization", bearer);
        let (mut socket, _) = tungstenite::client(request, self.running.sent("")).unwrap();
        let mut ask = |id: usize, name: &str, args: Value| {
            let request = json!({ "id": id, "name": name, "args": args });
            socket.send(Message::text(request.to_string()))
        };
        ask(0, "load-budget", json!({ "id": self.budget }))?;
        for id in 1..CALLS {
            ask(id, "notes-get", json!({}))?;
        }
        Ok(socket)
    }
}

/// Whether a failed write shows that the other side has closed the connection.
fn is_cut(kind: ErrorKind) -> bool {
    let cut = [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe, ErrorKind::ConnectionAborted];
    cut.contains(&kind)
}

#[test]
fn a_connection_with_unread_responses_is_cut() {
    let server = Server::start(IMPATIENT);
    let headers = format!("X-Budget: {}\r\nContent-Length: 2", server.budget);
    let request = server.running.request("/api/call/notes-get", &headers, "{}");
    let mut stream = server.running.sent(&request.repeat(16));
    let error = loop {
        if let Err(error) = stream.write_all(request.as_bytes()) {
            break error;
        }
    };
    assert!(is_cut(error.kind()), "{error}");
}

#[test]
fn a_socket_with_unread_responses_is_cut() {
    let server = Server::start(IMPATIENT);
    let error = match server.greedy_socket() {
        Err(error) => error,
        Ok(mut socket) => loop {
            if let Err(error) = socket.send(Message::Ping(Bytes::new())) {
                break error;
            }
        },
    };
    assert!(matches!(&error, Error::Io(error) if is_cut(error.kind())), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn unread_answers_take_no_more_memory_than_all_answers_may() {
    let server = Server::patient();
    let greedy: Vec<_> = (0..4).map(|_| server.greedy_socket().unwrap()).collect();
    let refused = loop {
        if let Err(error) = server.call("notes-get", json!({})) {
            break error;
        }
    };
    assert_eq!(refused["code"], "busy", "{refused}");
    assert!(server.call("get-categories", json!({})).unwrap().is_object());
    drop(greedy);
    while server.call("notes-get", json!({})).is_err() {}
    let most = common::peak_memory_of(std::process::id());
    assert!(most < 640 << 20, "{} MB", most >> 20);
}
