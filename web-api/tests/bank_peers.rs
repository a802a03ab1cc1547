//! The bank routes of other programs answer as a recorded server of theirs did, in front of the same
//! banks.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::Program;
use common::banks::{FakeBanks, Linked};
use common::sync::{Answer, request};
use serde_json::{Value, json};
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

/// The page a bank comes back to runs only its own script, in the sync server and in the program.
fn check_policy(page: &Answer) {
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'nonce-"), "{policy}");
    let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    let text = page.text();
    assert!(text.contains(&format!("<script nonce=\"{nonce}\">window.close()")), "{text}");
    assert!(text.contains("rel=\"icon\" href=\"data:,\""), "no icon is asked for: {text}");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
}

#[test]
fn the_program_leaves_the_policy_of_the_closing_page() {
    let dir = TempDir::new().unwrap();
    let program = Program::start_with(dir.path(), &["--with-sync-server"]);
    let page = request(&program.url, "GET", "/gocardless/link", &[], None);
    assert_eq!(page.status, 200);
    check_policy(&page);
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

#[test]
fn enable_banking_is_linked_and_read_by_other_programs() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let linked = Linked::start(&banks, &dir.path().join("sync"));
    let ask = |path: &str, body: Value| {
        let path = format!("/enablebanking/{path}");
        let answer = linked.program.post(&path, &[("x-actual-token", &linked.token)], &body);
        assert_eq!((answer.status, &answer.json()["status"]), (200, &json!("ok")), "{path}");
        answer.json()["data"].clone()
    };
    let nobody = json!({ "accountId": "x", "startDate": "2026-10-01" });
    assert_eq!(ask("transactions", nobody)["error_code"], "NOT_CONFIGURED");
    assert!(ask("aspsps", json!({ "country": "XS" }))["error"].is_string());
    assert_eq!(ask("configure", json!({}))["error_code"], "INVALID_INPUT");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/banks/application-key.pem");
    let key = std::fs::read_to_string(path).unwrap();
    let application = "cf589be3-3755-465b-a8df-a90a16a31403";
    let configured = ask("configure", json!({ "applicationId": application, "secretKey": key }));
    assert_eq!(configured, json!({ "configured": true }));
    assert_eq!(ask("status", json!({})), json!({ "configured": true }));
    let listed = ask("aspsps", json!({ "country": "XS" }));
    assert!(listed["aspsps"].as_array().unwrap().iter().any(|it| it["name"] == "pending"));
    assert_eq!(ask("start-auth", json!({}))["error_code"], "INVALID_INPUT");
    let back = format!("{}/enablebanking/auth_callback", linked.program.url);
    let start = |bank: &str| {
        let bank = json!({ "name": bank, "country": "XS" });
        ask("start-auth", json!({ "aspsp": bank, "redirectUrl": back, "psuType": "personal" }))
    };
    assert!(start("nope")["error"].is_string());
    let begun = start("pending");
    let page = begun["url"].as_str().unwrap();
    let (_, place) = page.split_once(banks.base()).unwrap();
    let consent = request(banks.base(), "GET", &format!("{place}?finish=1"), &[], None);
    let (_, callback) = consent.header("location").split_once(&linked.program.url).unwrap();
    assert_eq!(linked.program.get("/enablebanking/auth_callback", &[]).status, 400);
    let closing = linked.program.get(callback, &[]);
    assert_eq!(closing.status, 200);
    check_policy(&closing);
    let polled = ask("poll-auth", json!({ "state": begun["state"] }));
    assert_eq!(polled["accounts"][0]["balance"], 125_040, "{polled}");
    // An answer may be lost, and programs may ask in both ways.
    let state = &begun["state"];
    assert_eq!(ask("poll-auth", json!({ "state": state })), polled);
    assert_eq!(ask("complete-auth", json!({ "code": "x", "state": state })), polled);
    assert_eq!(ask("poll-auth", json!({}))["error_type"], "Missing state");
    assert!(ask("complete-auth", json!({ "code": "x", "state": "y" }))["error"].is_string());

    let wanted = |account: &Value| json!({ "accountId": account, "startDate": "2026-10-01" });
    let read = ask("transactions", wanted(&polled["accounts"][0]["account_id"]));
    assert_eq!(read["startingBalance"], 125_040, "{read}");
    assert_eq!(read["transactions"]["all"].as_array().unwrap().len(), 6);
    let first = &read["transactions"]["pending"][0];
    assert!(first["payeeName"].is_string() && first["transactionAmount"]["amount"].is_string());
    assert_eq!(ask("transactions", wanted(&json!("unknown")))["error_code"], "NOT_FOUND");
    banks.control("fault?world=pending&kind=http-429");
    let limited = ask("transactions", wanted(&polled["accounts"][0]["account_id"]));
    assert_eq!(limited["error_code"], "RATE_LIMIT_EXCEEDED");
}

#[test]
fn accounts_of_plaid_are_synced_as_those_of_gocardless() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let linked = Linked::start(&banks, &dir.path().join("sync"));
    let (connection, account) = linked.link_plaid("pending~peer");
    let ask = |path: &str, body: Value| {
        let path = format!("/gocardless/{path}");
        let answer = linked.program.post(&path, &[("x-actual-token", &linked.token)], &body);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    };
    assert_eq!(ask("status", json!({}))["data"]["configured"], true);
    let requisition = format!("sobre-plaid-{connection}");
    let wanted = |start: &str| json!({ "requisitionId": requisition, "accountId": account, "startDate": start });
    let read = ask("transactions", wanted("2026-10-01"))["data"].clone();
    let all = read["transactions"]["all"].as_array().unwrap();
    assert_eq!(all.len(), 6);
    assert!(all.iter().all(|row| row["bookingDate"].is_string() && row["payeeName"].is_string()));
    // 1250.40 after a payment of 40.
    assert_eq!(read["startingBalance"], 129_040);
    let later = ask("transactions", wanted("2026-11-18"))["data"].clone();
    assert_eq!(later["transactions"]["all"].as_array().unwrap().len(), 3);
    let unknown = json!({
        "requisitionId": "sobre-plaid-x", "accountId": account, "startDate": "2026-10-01",
    });
    assert_eq!(ask("transactions", unknown)["data"]["error_code"], "INVALID_ACCESS_TOKEN");
    let removed = ask("remove-account", json!({ "requisitionId": requisition }));
    assert_eq!(removed["data"]["summary"], "Requisition deleted");
    assert_eq!(ask("status", json!({}))["data"]["configured"], false);
}
