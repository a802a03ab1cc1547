//! Interrupted sync responses over HTTP: their messages survive whatever responds in place of the
//! server until the rest arrives.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::json;
use sobre_engine::sync::wire::{
    CONTENT_TYPE, MessageEnvelope, SyncRequest, SyncResponse, Wire as _,
};

use crate::scripted::Script;
use crate::sync::{note, on_server, received};

/// One response at an address: its declared type, its bytes, and how many of them it sends before
/// it closes the connection.
struct Answer {
    kind: &'static str,
    bytes: Vec<u8>,
    sent: usize,
}

impl Answer {
    fn whole(kind: &'static str, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self { kind, sent: bytes.len(), bytes }
    }

    fn give(&self, stream: &mut TcpStream) {
        let Self { kind, bytes, sent } = self;
        write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n",
            bytes.len()
        )
        .unwrap();
        stream.write_all(&bytes[..*sent]).unwrap();
    }
}

/// Sends these responses in order at the address; reports the `since` of each request.
fn answering(answers: Vec<Answer>) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (tell, told) = channel();
    thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            tell.send(asked(&stream).since).unwrap();
            answer.give(&mut stream);
        }
    });
    (url, told)
}

/// The request of a connection.
fn asked(stream: &TcpStream) -> SyncRequest {
    let mut stream = BufReader::new(stream);
    let (mut line, mut bytes) = (String::new(), 0);
    while line != "\r\n" {
        line.clear();
        stream.read_line(&mut line).unwrap();
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            bytes = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; bytes];
    stream.read_exact(&mut body).unwrap();
    SyncRequest::decode(&*body).unwrap()
}

/// Timestamp of a message of [`three_notes`].
pub(crate) fn stamped(second: u8) -> String {
    format!("2026-11-20T11:00:0{second}.000Z-0000-aaaaaaaaaaaaaaaa")
}

/// Notes that another device wrote in three seconds, which are in the server's tree.
pub(crate) fn three_notes(script: &Script) -> Vec<MessageEnvelope> {
    let one = |second| {
        let mut message = note(&format!("S:{second}"));
        message.row = format!("n{second}");
        received(&stamped(second), message).messages.remove(0)
    };
    let whole: Vec<_> = (1..=3).map(one).collect();
    for envelope in &whole {
        script.tree.lock().insert(&envelope.timestamp.parse().unwrap());
    }
    whole
}

#[test]
fn an_interrupted_response_survives_responses_of_a_proxy() {
    let (harness, script) = on_server();
    let whole = three_notes(&script);
    let answer = |messages: &[_], merkle| SyncResponse { messages: messages.to_vec(), merkle };
    let merkle = script.tree.lock().to_json();
    let first = answer(&whole, merkle.clone()).encode_to_vec();
    // Within the third message.
    let cut = answer(&whole[..2], String::new()).encode_to_vec().len() + 5;
    let page = || Answer::whole("text/html; charset=utf-8", "<html>Sign in to this network</html>");
    let (url, since) = answering(vec![
        Answer { sent: cut, ..Answer::whole(CONTENT_TYPE, first) },
        page(),
        page(),
        Answer::whole("application/json", r#"{"message":"welcome"}"#),
        Answer::whole(CONTENT_TYPE, ""),
        Answer::whole("text/plain", "hello"),
        Answer::whole(CONTENT_TYPE, answer(&whole[2..], merkle).encode_to_vec()),
    ]);
    *script.at.lock() = Some(url);
    // The program's own sync may intervene.
    while harness.tables()["notes"].is_empty() {
        if let Err(refused) = harness.call("sync", json!({})) {
            assert!(
                refused["code"] == "network" || refused["code"] == "broken-answer",
                "{refused}"
            );
        }
    }
    assert_eq!(harness.tables()["notes"].len(), 3);
    let since: Vec<_> = since.into_iter().skip(1).collect();
    assert_eq!(since, vec![stamped(2); 6], "nothing is asked for again");
}
