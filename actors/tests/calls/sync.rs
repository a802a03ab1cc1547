//! Syncing with a scripted server: every fault reaches the tabs and the caller, and none of them
//! loses data.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use sobre_engine::sync::api::StoredKey;
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::wire::{MessageEnvelope, SyncResponse, Wire as _};

use crate::cut_answers::{stamped, three_notes};
use crate::harness::{Harness, Outcome};
use crate::scripted::{Only, Script};

/// An open budget that is on the scripted server and in sync with it.
pub(crate) fn on_server() -> (Harness, Arc<Script>) {
    on_server_at(None)
}

pub(crate) fn on_server_at(server_ms: Option<u64>) -> (Harness, Arc<Script>) {
    let script = Arc::<Script>::default();
    *script.server_ms.lock() = server_ms;
    let harness = Harness::with_network(Arc::new(Only(Arc::clone(&script))));
    harness.ok("set-server-url", json!({ "url": "http://server" }));
    harness.ok("subscribe-sign-in", json!({ "password": "x" }));
    harness.ok("upload-budget", json!({}));
    harness.ok("sync", json!({}));
    harness.events();
    script.take_asked();
    (harness, script)
}

/// One sync that fails: the errors of the caller and the tabs.
fn sync_with(harness: &Harness, script: &Script, fault: SyncFault) -> (Json, Json) {
    script.syncs.lock().push_back(Err(fault));
    let refused = harness.call("sync", json!({})).unwrap_err();
    (refused, last_sync_event(harness))
}

pub(crate) fn last_sync_event(harness: &Harness) -> Json {
    let events = harness.events();
    let told = events.into_iter().rev().find(|(name, _)| name == "sync-event");
    told.unwrap().1
}

#[test]
fn every_reason_reaches_the_tabs_and_the_caller() {
    let (harness, script) = on_server();
    let cases = [
        (SyncFault::FileOldVersion, "file-old-version", "file-old-version"),
        (SyncFault::FileKeyMismatch, "file-key-mismatch", "file-key-mismatch"),
        (SyncFault::FileNotFound, "file-not-found", "file-not-found"),
        (SyncFault::FileNeedsUpload, "file-needs-upload", "file-needs-upload"),
        (SyncFault::FileHasReset, "file-has-reset", "file-has-reset"),
        (SyncFault::FileHasNewKey, "file-has-new-key", "file-has-new-key"),
        (SyncFault::Network, "network", "network"),
        (SyncFault::Internal, "internal", "internal"),
        (SyncFault::of_reason("something-new"), "something-new", "internal"),
    ];
    for (fault, subtype, code) in cases {
        let (refused, event) = sync_with(&harness, &script, fault);
        assert_eq!(refused["code"], code);
        assert_eq!((&event["type"], &event["subtype"]), (&json!("error"), &json!(subtype)));
    }
    let (refused, event) = sync_with(&harness, &script, SyncFault::of_reason("something-new"));
    assert_eq!((&refused["meta"]["reason"], &event["rows"]), (&json!("something-new"), &json!({})));
    harness.ok("sync", json!({}));
    assert_eq!(last_sync_event(&harness)["type"], "success");
}

#[test]
fn budgets_of_this_device_are_listed_without_asking_the_server() {
    let (harness, script) = on_server();
    let here = harness.ok("get-budgets", json!({ "onlyHere": true }));
    assert_eq!((&here[0]["state"], here.as_array().unwrap().len()), (&json!("unknown"), 1));
    assert!(script.take_asked().is_empty());
    assert_eq!(harness.ok("get-budgets", json!({}))[0]["state"], "synced");
    assert_eq!(script.take_asked(), ["list"]);
}

#[test]
fn an_ended_session_has_its_own_event() {
    let (harness, script) = on_server();
    for fault in [SyncFault::TokenExpired, SyncFault::Unauthorized] {
        let (refused, event) = sync_with(&harness, &script, fault);
        assert_eq!(
            (&refused["code"], &event["type"]),
            (&json!("token-expired"), &json!("unauthorized"))
        );
    }
    harness.ok("subscribe-sign-out", json!({}));
    assert_eq!(harness.call("sync", json!({})).unwrap_err()["code"], "token-expired");
    assert_eq!(harness.call("upload-budget", json!({})).unwrap_err()["code"], "token-expired");
}

#[test]
fn trees_that_do_not_converge_are_out_of_sync_until_something_helps() {
    let (harness, script) = on_server();
    let strange = || Ok(SyncResponse { messages: Vec::new(), merkle: r#"{"hash":7}"#.into() });
    script.syncs.lock().extend([strange(), strange()]);
    assert_eq!(harness.call("sync", json!({})).unwrap_err()["code"], "out-of-sync");
    assert_eq!(last_sync_event(&harness)["subtype"], "out-of-sync");
    harness.ok("sync-repair", json!({}));
    harness.ok("sync", json!({}));
    assert_eq!(last_sync_event(&harness)["type"], "success");
}

pub(crate) fn received(
    timestamp: &str,
    message: sobre_engine::sync::wire::Message,
) -> SyncResponse {
    let envelope = MessageEnvelope {
        timestamp: timestamp.to_owned(),
        is_encrypted: false,
        content: message.encode_to_vec().into(),
    };
    SyncResponse { messages: vec![envelope], merkle: "{}".to_owned() }
}

pub(crate) fn note(value: &str) -> sobre_engine::sync::wire::Message {
    sobre_engine::sync::wire::Message {
        dataset: "notes".to_owned(),
        row: "n".to_owned(),
        column: "note".to_owned(),
        value: value.to_owned(),
    }
}

#[test]
fn what_cannot_be_stored_changes_nothing() {
    let (harness, script) = on_server();
    let cases = [
        (received("soon", note("S:x")), "apply-failure"),
        (received("2036-11-20T12:00:01.000Z-0000-aaaaaaaaaaaaaaaa", note("S:x")), "clock-drift"),
    ];
    let before = harness.tables();
    for (response, code) in cases {
        // After clock drift the time is requested again and the sync retried once.
        let times = if code == "clock-drift" { 2 } else { 1 };
        script.syncs.lock().extend(std::iter::repeat_n(Ok(response), times));
        assert_eq!(harness.call("sync", json!({})).unwrap_err()["code"], code);
        assert_eq!(last_sync_event(&harness)["subtype"], code);
    }
    assert!(harness.tables() == before);
    harness.ok("notes-save", json!({ "id": "own", "note": "still works" }));
}

#[test]
fn uploads_and_resets_tell_why_they_failed() {
    let (harness, script) = on_server();
    let cases = [
        (SyncFault::FileHasReset, "file-has-reset"),
        (SyncFault::FileHasNewKey, "file-has-new-key"),
        (SyncFault::Network, "network"),
        (SyncFault::Unauthorized, "token-expired"),
        (SyncFault::Internal, "internal"),
    ];
    let before = harness.tables();
    for (fault, code) in cases {
        *script.fault.lock() = Some(fault);
        for call in ["upload-budget", "sync-reset"] {
            assert_eq!(harness.call(call, json!({})).unwrap_err()["code"], code, "{call}");
        }
    }
    assert!(harness.tables() == before);
    *script.fault.lock() = None;
    *script.key.lock() = Some(StoredKey { id: "k".into(), salt: "s".into(), test: None });
    let refused = harness.call("sync-reset", json!({})).unwrap_err();
    assert_eq!(refused["code"], "file-has-new-key", "another device has encrypted it");
}

#[test]
fn keys_are_made_tried_and_missed() {
    let (harness, script) = on_server();
    let code = |outcome: Outcome| outcome.unwrap_err()["code"].clone();
    let key_test = |password: &str| json!({ "fileId": "file", "password": password });
    assert_eq!(code(harness.call("key-make", json!({ "password": "" }))), "invalid-password");
    *script.fault.lock() = Some(SyncFault::Network);
    assert_eq!(code(harness.call("key-make", json!({ "password": "p" }))), "network");
    assert_eq!(code(harness.call("key-test", key_test("p"))), "network");
    *script.fault.lock() = None;
    *script.key.lock() = Some(StoredKey { id: "k".into(), salt: "s".into(), test: None });
    assert_eq!(code(harness.call("key-test", key_test("p"))), "old-key-style");
    script.take_asked();
    harness.ok("key-make", json!({ "password": "p" }));
    assert_eq!(script.take_asked(), ["reset", "create-key", "list", "upload"]);
    assert_eq!(code(harness.call("key-test", key_test("q"))), "decrypt-failure");
    harness.ok("key-test", key_test("p"));
    harness.ok("sync", json!({}));

    // Another device has created another key since, which this one does not have.
    let metadata = harness.folder().join("metadata.json");
    let text = std::fs::read_to_string(&metadata).unwrap();
    let mut prefs: Json = serde_json::from_str(&text).unwrap();
    prefs["encryptKeyId"] = json!("not here");
    std::fs::write(&metadata, prefs.to_string()).unwrap();
    for call in ["sync", "upload-budget"] {
        let refused = harness.call(call, json!({})).unwrap_err();
        assert_eq!(refused["code"], "encrypt-failure", "{call}");
        assert_eq!(refused["meta"]["isMissingKey"], true, "{call}");
    }
    assert_eq!(last_sync_event(&harness)["subtype"], "encrypt-failure");
}

#[test]
fn downloads_report_their_fault_and_replace_only_on_request() {
    let (harness, script) = on_server();
    let download = |replace: bool| json!({ "fileId": "file", "replace": replace });
    let refused = harness.call("download-budget", download(false)).unwrap_err();
    assert_eq!(
        (&refused["code"], &refused["meta"]["name"]),
        (&json!("file-exists"), &json!("Test"))
    );
    let good = std::mem::take(&mut *script.blob.lock());
    for (bytes, code) in [(b"no zip".to_vec(), "not-zip-file"), (Vec::new(), "not-zip-file")] {
        *script.blob.lock() = bytes;
        assert_eq!(harness.call("download-budget", download(true)).unwrap_err()["code"], code);
    }
    *script.blob.lock() = good;
    for (fault, code) in [
        (SyncFault::Network, "network"),
        (SyncFault::FileNotFound, "file-not-found"),
        (SyncFault::TokenExpired, "token-expired"),
    ] {
        *script.fault.lock() = Some(fault);
        assert_eq!(harness.call("download-budget", download(true)).unwrap_err()["code"], code);
    }
    *script.fault.lock() = None;
    harness.ok("notes-save", json!({ "id": "n", "note": "after the upload" }));
    harness.ok("download-budget", download(true));
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    assert!(!harness.tables()["notes"].contains_key("n"), "the server's copy took its place");
    let budget = crate::harness::BUDGET;
    let backups = harness.ok("backups-get", json!({ "id": budget }));
    harness.ok("backup-load", json!({ "id": budget, "backupId": backups[0]["id"] }));
    harness.ok("load-budget", json!({ "id": budget }));
    assert!(harness.tables()["notes"].contains_key("n"), "what it took the place of is kept");
}

#[test]
fn a_server_cannot_switch_encryption_off() {
    let (harness, script) = on_server();
    let plain = script.blob.lock().clone();
    let file = script.file.lock().clone();
    let download = || harness.call("download-budget", json!({ "fileId": file, "replace": true }));
    download().unwrap();
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    let key_id = |id: &str| {
        let metadata = harness.folder().join("metadata.json");
        let mut prefs: Json =
            serde_json::from_str(&std::fs::read_to_string(&metadata).unwrap()).unwrap();
        prefs["encryptKeyId"] = json!(id);
        std::fs::write(&metadata, prefs.to_string()).unwrap();
    };
    // The sync of the opening also writes metadata.
    harness.ok("sync", json!({}));
    // A device that lost its keys still knows that its copy is encrypted.
    key_id("lost");
    assert_eq!(download().unwrap_err()["code"], "not-encrypted");
    harness.ok("key-make", json!({ "password": "p" }));
    let made = harness.ok("load-prefs", json!({}))["encryptKeyId"].clone();
    assert!(made.is_string());
    *script.blob.lock() = plain;
    *script.meta.lock() = None;
    assert_eq!(download().unwrap_err()["code"], "not-encrypted");
    assert_eq!(harness.ok("load-prefs", json!({}))["encryptKeyId"], made);
}

#[test]
fn without_a_server_syncing_is_nothing() {
    let harness = Harness::new();
    harness.ok("sync", json!({}));
    harness.ok("app-focused", json!({}));
    assert!(harness.events().iter().all(|(name, _)| name != "sync-event"));
    assert_eq!(harness.call("upload-budget", json!({})).unwrap_err()["code"], "no-server");
    assert_eq!(harness.call("sync-reset", json!({})).unwrap_err()["code"], "no-server");
}

#[test]
fn what_others_made_too_large_closes_no_budget_and_can_be_put_right() {
    const MOST: i64 = (1 << 51) - 1;
    let (harness, script) = on_server();
    let tables = harness.tables();
    let spending = |table: &str| -> Vec<String> {
        let rows = tables[table].iter().filter(|(_, row)| row["is_income"] == 0);
        rows.map(|(id, _)| id.clone()).collect()
    };
    let rows = spending("categories");
    let mut messages = Vec::new();
    for category in &rows[..2] {
        let cells = [
            ("month", "N:202611".to_owned()),
            ("category", format!("S:{category}")),
            ("amount", format!("N:{MOST}")),
        ];
        for (column, value) in cells {
            let message = sobre_engine::sync::wire::Message {
                dataset: "zero_budgets".to_owned(),
                row: format!("202611-{category}"),
                column: column.to_owned(),
                value,
            };
            let second = messages.len();
            let stamp = format!("2026-11-20T11:00:{second:02}.000Z-0000-aaaaaaaaaaaaaaaa");
            messages.extend(received(&stamp, message).messages);
        }
    }
    for envelope in &messages {
        script.tree.lock().insert(&envelope.timestamp.parse().unwrap());
    }
    let merkle = script.tree.lock().to_json();
    script.syncs.lock().push_back(Ok(SyncResponse { messages, merkle }));
    harness.ok("sync", json!({}));
    let set = |category: &str, amount: i64| {
        let args = json!({ "month": "2026-11", "category": category, "amount": amount });
        harness.call("budget/budget-amount", args)
    };
    let budgeted = |category: &str| {
        let name = format!("budget-{category}");
        harness.ok("getCell", json!({ "sheetName": "budget202611", "name": name }))["value"].clone()
    };
    assert_eq!((budgeted(&rows[0]), budgeted(&rows[1])), (json!(MOST), json!(MOST)));
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    harness.ok("upload-budget", json!({}));
    let file = script.file.lock().clone();
    harness.ok("download-budget", json!({ "fileId": file, "replace": true }));
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    let group = &spending("category_groups")[0];
    harness.ok("category-create", json!({ "name": "Meanwhile", "groupId": group }));
    set(&rows[0], MOST - 5).unwrap();
    set(&rows[0], MOST).unwrap();
    set(&rows[0], 0).unwrap();
    set(&rows[1], 7).unwrap();
    set(&rows[0], 5).unwrap();
    assert_eq!((budgeted(&rows[0]), budgeted(&rows[1])), (json!(5), json!(7)));
}

#[test]
fn a_later_tab_receives_the_result_of_the_last_sync() {
    let (harness, script) = on_server();
    sync_with(&harness, &script, SyncFault::FileHasReset);
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    assert_eq!(last_sync_event(&harness)["subtype"], "file-has-reset");
}

#[test]
fn a_computer_with_a_wrong_clock_uses_the_servers_time() {
    // The computer's clock is in 2026.
    let (harness, script) = on_server_at(Some(1_700_481_600_000));
    harness.ok("notes-save", json!({ "id": "n", "note": "now" }));
    harness.ok("sync", json!({}));
    let sent = script.sent.lock().clone();
    assert!(!sent.is_empty() && sent.iter().all(|it| it.starts_with("2023-11-20")), "{sent:?}");
    let told = |events: Vec<(String, Json)>| {
        events.into_iter().any(|(_, data)| data["subtype"] == "clock-drift")
    };
    assert!(!told(harness.events()), "told once, when it was found out");
    // A server whose clock is behind already synced messages is not trusted.
    *script.server_ms.lock() = Some(1_700_481_600_000 - 86_400_000);
    harness.ok("sync", json!({}));
    assert!(!told(harness.events()));
    harness.ok("notes-save", json!({ "id": "n", "note": "later" }));
    harness.ok("sync", json!({}));
    assert!(script.sent.lock().last().unwrap().starts_with("2023-11-20"));
}

#[test]
fn every_success_says_how_wrong_the_clock_is_until_it_is_right() {
    let (harness, script) = on_server();
    *script.server_ms.lock() = Some(1_795_176_000_000 + 7_200_000);
    harness.ok("sync", json!({}));
    let events = harness.events().into_iter().filter(|(name, _)| name == "sync-event");
    let told: Vec<(Json, Option<i64>)> = events
        .map(|(_, data)| (data["type"].clone(), data["meta"]["offsetMs"].as_i64()))
        // The test's clock advances meanwhile.
        .map(|(kind, offset_ms)| (kind, offset_ms.map(|ms| (ms + 500) / 1000)))
        .collect();
    let wrong = Some(7_200);
    assert_eq!(told, [("start".into(), None), ("error".into(), wrong), ("success".into(), wrong)]);
    *script.server_ms.lock() = Some(1_795_176_000_000);
    harness.ok("sync", json!({}));
    assert_eq!(last_sync_event(&harness)["meta"], Json::Null);
}

#[test]
fn a_clock_that_is_a_little_behind_refuses_nothing_that_the_server_took() {
    // The computer's clock shows 12:00:00, the server's 12:01:40.
    let (harness, script) = on_server_at(Some(1_795_176_100_000));
    let nearly_five_minutes_on = "2026-11-20T12:06:30.000Z-0000-aaaaaaaaaaaaaaaa";
    script.syncs.lock().push_back(Ok(received(nearly_five_minutes_on, note("S:ahead"))));
    harness.ok("sync", json!({}));
    assert_eq!(harness.ok("notes-get", json!({}))["n"], "ahead");
    let about_clocks = |(_, data): (String, Json)| data["subtype"] == "clock-drift";
    assert!(!harness.events().into_iter().any(about_clocks));
}

#[test]
fn closing_waits_for_no_server() {
    let (harness, script) = on_server();
    // The server does not respond while this is held.
    let silent = script.syncs.lock();
    harness.ok("app-focused", json!({}));
    for number in 0..100 {
        harness.ok("notes-save", json!({ "id": "n", "note": format!("{number}") }));
    }
    harness.ok("close-budget", json!({}));
    drop(silent);
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    harness.ok("sync", json!({}));
    assert_eq!(harness.ok("notes-get", json!({}))["n"], "99");
    assert!(script.sent.lock().len() >= 100, "what was not sent is sent by the next opening");
}

#[test]
fn an_opened_budget_is_uploaded_once_a_week_when_it_is_in_step() {
    let (harness, script) = on_server();
    let reopened = |last: Json| {
        harness.ok("close-budget", json!({}));
        let metadata = harness.folder().join("metadata.json");
        let mut prefs: Json =
            serde_json::from_str(&std::fs::read_to_string(&metadata).unwrap()).unwrap();
        prefs["lastUploaded"] = last;
        std::fs::write(&metadata, prefs.to_string()).unwrap();
        script.take_asked();
        harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
        // It runs in the background during other calls; the number of checks is limited.
        (0..100).any(|_| {
            let _ = harness.call("sync", json!({}));
            harness.events();
            harness.ok("get-remote-files", json!({}));
            script.asked.lock().contains(&"upload")
        })
    };
    assert!(!reopened(json!("2026-11-14")));
    assert!(reopened(json!("2026-11-13")));
    assert!(reopened(Json::Null));
    script.syncs.lock().extend((0..600).map(|_| Err(SyncFault::OutOfSync)));
    assert!(!reopened(Json::Null), "an old copy must not take the place of a newer one");
}

#[test]
fn downloading_and_opening_tell_how_far_they_are() {
    let (harness, _) = on_server();
    harness.ok("download-budget", json!({ "fileId": "file", "replace": true }));
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    let events = harness.events().into_iter();
    let told = events.filter(|(name, _)| name == "update-loading-status");
    let told: Vec<_> = told.map(|(_, data)| data["status"].clone()).collect();
    assert_eq!(told, ["downloading", "checking", "opening"]);
}

#[test]
fn an_interrupted_response_is_resumed_and_stored_completely() {
    let (harness, script) = on_server();
    let whole = three_notes(&script);
    let merkle = script.tree.lock().to_json();
    let answer = |from: usize| {
        let (messages, merkle) = (whole[from..].to_vec(), merkle.clone());
        Ok(SyncResponse { messages, merkle })
    };
    let two = SyncResponse { messages: whole[..2].to_vec(), merkle: String::new() };
    script.since.lock().clear();
    // Cut off within the third message, then before anything arrives: the next sync resumes.
    script.cuts.lock().extend([two.encoded_len() + 5, 0]);
    script.syncs.lock().extend([answer(0), answer(2)]);
    assert_eq!(harness.call("sync", json!({})).unwrap_err()["code"], "network");
    assert!(harness.tables()["notes"].is_empty(), "nothing of it is stored");
    for fault in ["too-many-requests", "token-expired", "internal", "invalid-server"] {
        script.syncs.lock().push_back(Err(SyncFault::of_reason(fault)));
        harness.call("sync", json!({})).unwrap_err();
    }
    script.syncs.lock().push_back(answer(2));
    harness.ok("sync", json!({}));
    assert_eq!(script.since.lock()[1..3], [stamped(2), stamped(2)]);
    assert_eq!(harness.tables()["notes"].len(), 3);
}
