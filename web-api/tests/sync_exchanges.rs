//! Our responses equal the recorded ones of a reference server for 95 requests in a row.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::collections::HashMap;

use common::sync::{Answer, SyncProgram};
use serde_json::{Value, json};
use sobre_engine::crdt::Merkle;
use sobre_engine::sync::wire::{MessageEnvelope, SyncRequest, SyncResponse, Wire as _};

/// The value of each placeholder in this run: given by the test, or learned from a response.
#[derive(Default)]
struct Names(HashMap<String, String>);

fn is_placeholder(text: &str) -> bool {
    text.starts_with('<') && text.ends_with('>') && text.len() < 20
}

impl Names {
    /// A recorded text with its placeholders filled in.
    fn fill(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        for number in 1..=9 {
            let name = format!("<FILE-{number}>");
            if text.contains(&name) {
                let id = format!("9b11e31f-0000-4000-8000-00000000000{number}");
                self.0.entry(name).or_insert(id);
            }
        }
        for (name, value) in &self.0 {
            text = text.replace(name, value);
        }
        assert!(!is_placeholder(&text), "{text} is not known yet");
        text
    }

    /// Compares a response; learns unknown placeholders. Tokens differ by session.
    fn compare(&mut self, expected: &Value, found: &Value, at: &str) {
        match (expected, found) {
            (Value::String(expected), Value::String(found)) if is_placeholder(expected) => {
                if expected == "<TOKEN>" {
                    self.0.insert(expected.clone(), found.clone());
                    return;
                }
                if expected.starts_with("<FILE") {
                    self.fill(expected);
                }
                let known = self.0.entry(expected.clone()).or_insert_with(|| found.clone());
                assert_eq!(known, found, "{at}: {expected}");
            }
            (Value::Object(expected), Value::Object(found)) => {
                let mut names: Vec<_> = expected.keys().chain(found.keys()).collect();
                names.sort();
                names.dedup();
                for name in names {
                    let side = |object: &serde_json::Map<String, Value>| {
                        object.get(name).cloned().unwrap_or_else(|| json!("(missing)"))
                    };
                    self.compare(&side(expected), &side(found), &format!("{at}.{name}"));
                }
            }
            (Value::Array(expected), Value::Array(found)) => {
                assert_eq!(expected.len(), found.len(), "{at}");
                for (expected, found) in expected.iter().zip(found) {
                    self.compare(expected, found, at);
                }
            }
            _ => assert_eq!(expected, found, "{at}"),
        }
    }
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

fn envelopes(list: &Value) -> Vec<MessageEnvelope> {
    let read = |message: &Value| MessageEnvelope {
        timestamp: message["timestamp"].as_str().unwrap().to_owned(),
        is_encrypted: message["isEncrypted"].as_bool().unwrap(),
        content: hex(message["content_hex"].as_str().unwrap()).into(),
    };
    list.as_array().unwrap().iter().map(read).collect()
}

fn sync_request(decoded: &Value, names: &mut Names) -> Vec<u8> {
    let mut text = |name: &str| names.fill(decoded[name].as_str().unwrap_or_default());
    let request = SyncRequest {
        file_id: text("fileId"),
        group_id: text("groupId"),
        key_id: text("keyId"),
        since: text("since"),
        messages: envelopes(&decoded["messages"]),
    };
    request.encode_to_vec()
}

fn body_of(exchange: &Value, names: &mut Names) -> Option<Vec<u8>> {
    if let Some(json) = exchange.get("json_body") {
        return Some(names.fill(&json.to_string()).into_bytes());
    }
    if let Some(decoded) = exchange.get("request_decoded") {
        return Some(sync_request(decoded, names));
    }
    if let Some(text) = exchange["body_text"].as_str() {
        return Some(names.fill(text).into_bytes());
    }
    let is_post = exchange["method"] == "POST";
    // The only request without a recorded body had malformed bytes.
    is_post.then(|| b"\xff\xffgarbage".to_vec())
}

fn check_body(exchange: &Value, answer: &Answer, names: &mut Names, at: &str) {
    if let Some(expected) = exchange.get("response") {
        names.compare(expected, &answer.json(), at);
    } else if let Some(expected) = exchange.get("response_decoded") {
        let response = answer.synced();
        let tree = Merkle::from_json(&expected["merkle"].to_string()).unwrap();
        assert_eq!(Merkle::from_json(&response.merkle).unwrap(), tree, "{at}");
        let expected =
            SyncResponse { messages: envelopes(&expected["messages"]), merkle: response.merkle };
        assert_eq!(response.messages, expected.messages, "{at}");
        assert_eq!(answer.header("x-actual-sync-method"), "simple");
    } else {
        match exchange["response_text"].as_str().unwrap() {
            "(an HTML page)" => assert!(answer.text().starts_with("<!doctype html>"), "{at}"),
            expected => assert_eq!(answer.text(), expected, "{at}"),
        }
    }
}

#[test]
fn every_recorded_exchange_is_answered_alike() {
    let program = SyncProgram::start();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/interop/http_exchanges.json");
    let recorded: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut names = Names::default();
    let exchanges = recorded["exchanges"].as_array().unwrap();
    assert_eq!(exchanges.len(), 95);
    for (number, exchange) in exchanges.iter().enumerate() {
        let (method, path) = (&exchange["method"], &exchange["path"]);
        let at = format!("{number}: {} {}", method.as_str().unwrap(), path.as_str().unwrap());
        let headers: Vec<_> = exchange["headers"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| (name.clone(), names.fill(value.as_str().unwrap())))
            .collect();
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let body = body_of(exchange, &mut names);
        let path = names.fill(path.as_str().unwrap());
        let answer = program.request(method.as_str().unwrap(), &path, &headers, body.as_deref());
        // Where the recorded program fails at an invalid timestamp, ours says why.
        if exchange["status"] == 500 && exchange["response_text"] == "(an HTML page)" {
            let answered = (answer.status, answer.json()["reason"].clone());
            assert_eq!(answered, (400, "invalid-timestamp".into()), "{at}");
            continue;
        }
        // The recorded program answers any path with its page.
        let is_unknown = path.ends_with("/nonexistent");
        let status = if is_unknown { &Value::from(404) } else { &exchange["status"] };
        assert_eq!(u64::from(answer.status), *status, "{at}: {}", answer.text());
        check_body(exchange, &answer, &mut names, &at);
        assert_eq!(answer.content_type(), exchange["content_type"], "{at}");
    }
}
