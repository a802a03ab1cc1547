//! Waiting devices are notified immediately, large histories are sent in pieces, and acknowledged
//! messages are on disk.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::time::{Duration, Instant};

use common::sync::{SyncProgram, message, sync_request};
use serde_json::{Value, json};
use sobre_engine::crdt::Merkle;
use sobre_engine::sync::wire::MessageEnvelope;

const NODE: &str = "aaaaaaaaaaaaaaaa";

fn live(program: &SyncProgram, token: &str, since: &str) -> Value {
    let path = format!("/sync/live?fileId=file{since}");
    let answer = program.get(&path, &[("x-actual-token", token)]);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[test]
fn a_waiting_device_is_notified_of_changes() {
    let (program, token) = SyncProgram::start_signed_in();
    let group = program.upload(&token, "file", None, b"zip");
    let first = live(&program, &token, "");
    assert_eq!(first["changed"], true, "without a count anything may be new");
    let since = format!("&since={}", first["since"].as_str().unwrap());
    let told = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let told = live(&program, &token, &since);
            (told, Instant::now())
        });
        let request = sync_request("file", &group, vec![message(1, NODE)]);
        let answer = program.sync(&token, &request);
        let stored = Instant::now();
        answer.synced();
        let (told, at) = waiting.join().unwrap();
        assert_eq!(told["since"].as_str().unwrap(), answer.header("x-sobre-changes"));
        assert!(at.saturating_duration_since(stored) < Duration::from_secs(20), "not by timeout");
        told
    });
    assert_eq!(told["changed"], true);
    // Changes before the request are reported as well.
    assert_eq!(live(&program, &token, &since)["changed"], true);
}

#[test]
fn files_that_are_not_there_cannot_be_waited_for() {
    let (program, token) = SyncProgram::start_signed_in();
    let get = |query: &str| {
        let answer = program.get(&format!("/sync/live{query}"), &[("x-actual-token", &token)]);
        (answer.status, answer.text())
    };
    assert_eq!(get("?fileId=file"), (400, "file-not-found".to_owned()));
    assert_eq!(get(""), (400, "invalid fileId".to_owned()));
    assert_eq!(get("?fileId=../x"), (400, "invalid fileId".to_owned()));
}

#[test]
fn a_long_history_goes_in_and_out_in_pieces() {
    let (program, token) = SyncProgram::start_signed_in();
    let group = program.upload(&token, "file", None, b"zip");
    let messages: Vec<_> = (0..40_000)
        .map(|minute| {
            let mut message = message(minute, NODE);
            message.content = vec![1; 100].into();
            message
        })
        .collect();
    let sent = program.sync(&token, &sync_request("file", &group, messages.clone())).synced();
    assert!(sent.messages.is_empty());
    let found = program.sync(&token, &sync_request("file", &group, vec![]));
    assert_eq!(found.header("content-length"), "", "it is streamed");
    let found = found.synced();
    assert_eq!(found.messages, messages);
    let mut tree: Merkle =
        messages.iter().map(|message| message.timestamp.parse().unwrap()).collect();
    tree.prune();
    assert_eq!(Merkle::from_json(&found.merkle).unwrap(), tree);
}

/// Messages of one request.
const BATCH: u32 = 7;

fn batch(number: u32) -> impl Iterator<Item = MessageEnvelope> {
    (number * BATCH..(number + 1) * BATCH).map(|minute| message(minute, NODE))
}

/// The messages of a new device, checked: whole requests, in order, with their tree.
fn requests_stored(program: &SyncProgram, token: &str, group: &str) -> u32 {
    let found = program.sync(token, &sync_request("file", group, vec![])).synced();
    let count = u32::try_from(found.messages.len()).unwrap();
    assert_eq!(count % BATCH, 0, "a request is stored whole or not at all");
    let expected: Vec<_> = (0..count / BATCH).flat_map(batch).collect();
    assert_eq!(found.messages, expected);
    let mut tree: Merkle =
        expected.iter().map(|message| message.timestamp.parse().unwrap()).collect();
    tree.prune();
    assert_eq!(Merkle::from_json(&found.merkle).unwrap(), tree);
    count / BATCH
}

/// `SOBRE_KILLS` sets how often the program is killed.
#[test]
fn every_answered_sync_survives_being_killed() {
    let kills = std::env::var("SOBRE_KILLS").map_or(25, |kills| kills.parse().unwrap());
    let (mut program, token) = SyncProgram::start_signed_in();
    let dir = program.dir.clone();
    let group = program.upload(&token, "file", None, b"the budget");
    let mut running: Option<SyncProgram> = None;
    let mut stored = 0;
    for kill in 0..kills {
        let running_now = running.as_mut().unwrap_or(&mut program);
        // A few requests get a response, more are in flight when the program is killed.
        let answered = stored + kill % 9;
        for number in stored..answered {
            let request = sync_request("file", &group, batch(number).collect());
            running_now.sync(&token, &request).synced();
        }
        std::thread::scope(|scope| {
            let (url, token, group) = (running_now.url.clone(), &token, &group);
            let (sent, first_sent) = std::sync::mpsc::channel();
            scope.spawn(move || {
                for number in answered.. {
                    let request = sync_request("file", group, batch(number).collect());
                    let reached = common::sync::reaches(&url, token, &request);
                    if sent.send(()).is_err() || !reached {
                        return;
                    }
                }
            });
            if kill % 2 == 0 {
                first_sent.recv().unwrap();
            }
            running_now.kill();
        });
        let restarted = SyncProgram::start_in(&dir);
        stored = requests_stored(&restarted, &token, &group);
        assert!(stored >= answered, "{stored} of {answered} answered requests are there");
        running = Some(restarted);
    }
    let headers = [("x-actual-token", token.as_str()), ("x-actual-file-id", "file")];
    let running = running.unwrap();
    assert_eq!(running.get("/sync/download-user-file", &headers).text(), "the budget");
}

fn shell(program: &SyncProgram, words: &[&str]) -> (bool, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sobre"));
    let output = command.args(words).arg("--data-dir").arg(&program.dir).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn an_earlier_upload_is_restored_by_route_and_from_a_shell() {
    let (mut program, token) = SyncProgram::start_signed_in();
    let token = ("x-actual-token", token.as_str());
    let group = program.upload(token.1, "file", None, b"first");
    program.upload(token.1, "file", Some(&group), b"second");
    let headers = [token, ("x-actual-file-id", "file")];
    let uploads = program.get("/sync/uploads", &headers).json()["data"].clone();
    assert_eq!(
        (uploads[0]["current"].clone(), uploads[0]["bytes"].clone()),
        (true.into(), 6.into())
    );
    let (second, first) = (uploads[0]["id"].as_str().unwrap(), uploads[1]["id"].as_str().unwrap());

    let body = json!({ "fileId": "file", "uploadId": first });
    let restored = program.post("/sync/restore-upload", &[token], &body).json();
    assert_ne!(restored["data"]["groupId"], Value::from(group.as_str()));
    assert_eq!(program.get("/sync/download-user-file", &headers).text(), "first");
    let old = program.sync(token.1, &sync_request("file", &group, vec![]));
    assert_eq!(old.text(), "file-has-reset");

    assert_eq!(program.post("/sync/delete-user-file", &[token], &body).status, 200);
    let busy = shell(&program, &["uploads"]);
    assert!(!busy.0 && busy.1.contains("Another Sobre is already using"), "{}", busy.1);
    program.kill();
    let (_, listed) = shell(&program, &["uploads"]);
    assert!(listed.starts_with("file (Budget, deleted)\n"), "{listed}");
    assert!(listed.contains(first) && listed.contains(second), "{listed}");
    let (done, words) = shell(&program, &["restore-upload", "file", "none"]);
    assert!(!done && words.contains("no such upload"), "{words}");
    assert!(shell(&program, &["restore-upload", "file", second]).0);
    let program = SyncProgram::start_in(&program.dir);
    assert_eq!(program.get("/sync/download-user-file", &headers).text(), "second");
}
