//! The bank routes of other programs answer as a recorded server of theirs did, in front of the same
//! banks.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::banks::{FakeBanks, Linked};
use serde_json::Value;
use tempfile::TempDir;

/// The address of the banks in the recording.
const RECORDED: &str = "http://bank.example";

/// Compares an answer with a recorded one; `<text>` stands for some sentence.
fn compare(expected: &Value, found: &Value, at: &str) {
    match (expected, found) {
        (Value::String(expected), Value::String(found)) if expected == "<text>" => {
            assert!(!found.is_empty(), "{at}");
        }
        (Value::Object(expected), Value::Object(found)) => {
            let names = |map: &serde_json::Map<String, Value>| {
                let mut names: Vec<String> = map.keys().cloned().collect();
                names.sort();
                names
            };
            assert_eq!(names(expected), names(found), "{at}");
            for (name, value) in expected {
                compare(value, &found[name], &format!("{at}.{name}"));
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            assert_eq!(expected.len(), found.len(), "{at}");
            for (expected, found) in expected.iter().zip(found) {
                compare(expected, found, at);
            }
        }
        _ => assert_eq!(expected, found, "{at}"),
    }
}

/// A recorded text with the names of this run.
fn filled(value: &Value, banks: &FakeBanks) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix("SETUP TOKEN OF WORLD ") {
            Some(world) => banks.setup_token(world).into(),
            None => text.replace(RECORDED, banks.base()).into(),
        },
        Value::Array(all) => all.iter().map(|it| filled(it, banks)).collect(),
        Value::Object(all) => {
            Value::Object(all.iter().map(|(name, it)| (name.clone(), filled(it, banks))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn is_checked(path: &str) -> bool {
    path.starts_with("/secret") || path.starts_with("/simplefin")
}

#[test]
fn simplefin_and_secrets_answer_as_recorded() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let linked = Linked::start(&banks, &dir.path().join("sync"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/banks/peer-http.json");
    let recorded: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut count = 0;
    for exchange in recorded["exchanges"].as_array().unwrap() {
        let (note, path) = (exchange["note"].as_str().unwrap(), exchange["path"].as_str().unwrap());
        if !is_checked(path) {
            continue;
        }
        count += 1;
        if let Some(fault) = note.strip_prefix("bank answers: ") {
            banks.control(&format!("fault?world=pending&kind={fault}"));
        }
        if note.starts_with("one bank needs attention") {
            banks.control("set?world=attention&step=1");
        }
        let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        for (name, value) in exchange["headers"].as_object().unwrap() {
            let value = value.as_str().unwrap().replace("TOKEN", &linked.token);
            headers.push((name.to_lowercase(), value));
        }
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let method = exchange["method"].as_str().unwrap();
        let body = filled(&exchange["body"], &banks).to_string();
        let body = (method != "GET").then_some(body.as_bytes());
        let answer = linked.program.request(method, path, &headers, body);
        let at = format!("{note}: {method} {path}: {}", answer.text());
        assert_eq!(u64::from(answer.status), exchange["status"], "{at}");
        assert_eq!(answer.content_type(), exchange["content_type"], "{at}");
        let expected = filled(&exchange["answer"], &banks);
        if answer.content_type() == "application/json" {
            compare(&expected, &answer.json(), &at);
        } else {
            assert_eq!(answer.text(), expected.as_str().unwrap(), "{at}");
        }
    }
    assert_eq!(count, 58);
}
