//! Misbehaving servers and devices: no sync stops or runs forever because of them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::json;
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::wire::{Message, SyncResponse};

use crate::harness::{BUDGET, FOOD, Harness};
use crate::interop::import;
use crate::sync::{last_sync_event, note, on_server, on_server_at, received};

fn of(table: &str, row: &str, column: &str, value: &str) -> Message {
    Message {
        dataset: table.to_owned(),
        row: row.to_owned(),
        column: column.to_owned(),
        value: value.to_owned(),
    }
}

#[test]
fn a_bent_message_stops_no_sync() {
    let (harness, script) = on_server();
    let before = harness.tables();
    let sent = [
        of("categories", FOOD, "hidden", "0:"),
        of("transactions", "t", "isParent", "S:yes"),
        note("Q:x"),
        note("S:arrived"),
        note("S:encrypted in a file without a key"),
    ];
    let mut messages = Vec::new();
    for (second, message) in sent.into_iter().enumerate() {
        let stamp = format!("2026-11-20T11:00:{second:02}.000Z-0000-aaaaaaaaaaaaaaaa");
        messages.extend(received(&stamp, message).messages);
    }
    messages[2].content = Bytes::from_static(b"\xff");
    messages[4].is_encrypted = true;
    for envelope in &messages {
        script.tree.lock().insert(&envelope.timestamp.parse().unwrap());
    }
    let merkle = script.tree.lock().to_json();
    script.syncs.lock().push_back(Ok(SyncResponse { messages, merkle }));
    harness.ok("sync", json!({}));
    let after = harness.tables();
    assert_eq!(after["notes"]["n"]["note"], "arrived");
    assert_eq!(after["categories"], before["categories"]);
    harness.ok("upload-budget", json!({}));
    let file = script.file.lock().clone();
    harness.ok("download-budget", json!({ "fileId": file, "replace": true }));
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.tables(), after, "a fresh device has the same");
}

/// Noon of the test's day.
const NOON_MS: u64 = 1_795_176_000_000;

#[test]
fn one_wrong_time_of_a_server_changes_no_clock() {
    let (harness, script) = on_server_at(Some(NOON_MS));
    let ten_minutes_on = NOON_MS + 600_000;
    script.wrong_ms.lock().push_back(ten_minutes_on);
    harness.ok("sync", json!({}));
    assert_eq!(last_sync_event(&harness)["meta"], serde_json::Value::Null);
    harness.ok("notes-save", json!({ "id": "n", "note": "on time" }));
    harness.ok("sync", json!({}));
    let sent = script.sent.lock().last().cloned().unwrap();
    assert!(sent.starts_with("2026-11-20T12:00"), "{sent}");
    // The same time twice is accepted.
    script.wrong_ms.lock().extend([ten_minutes_on, ten_minutes_on]);
    harness.ok("sync", json!({}));
    assert!(last_sync_event(&harness)["meta"]["offsetMs"].as_i64() > Some(590_000));
}

#[test]
fn a_sync_that_meets_a_wrong_clock_asks_for_the_time_and_tries_once_more() {
    let (harness, script) = on_server_at(Some(NOON_MS));
    let refuse = |times: usize| {
        let drift = std::iter::repeat_with(|| Err(SyncFault::ClockDrift));
        script.syncs.lock().extend(drift.take(times));
        let before = *script.looks.lock();
        let outcome = harness.call("sync", json!({}));
        (outcome, *script.looks.lock() - before)
    };
    let (outcome, looks) = refuse(1);
    assert_eq!((outcome.is_ok(), looks), (true, 1));
    let (outcome, looks) = refuse(2);
    assert_eq!((outcome.unwrap_err()["code"].as_str(), looks), (Some("clock-drift"), 1));
    assert_eq!(last_sync_event(&harness)["subtype"], "clock-drift");
    harness.ok("sync", json!({}));
}

#[test]
fn a_clock_that_was_ahead_during_a_sync_takes_the_servers_time_later() {
    let (harness, script) = on_server();
    // The computer's clock is a day ahead, and this server does not report its time yet.
    let yesterday = "2026-11-19T11:00:00.000Z-0000-aaaaaaaaaaaaaaaa";
    script.tree.lock().insert(&yesterday.parse().unwrap());
    script.known.lock().insert(yesterday.to_owned());
    let merkle = script.tree.lock().to_json();
    let messages = received(yesterday, note("S:received")).messages;
    script.syncs.lock().push_back(Ok(SyncResponse { messages, merkle }));
    harness.ok("sync", json!({}));
    *script.server_ms.lock() = Some(NOON_MS - 86_400_000);
    script.syncs.lock().push_back(Err(SyncFault::ClockDrift));
    harness.ok("notes-save", json!({ "id": "own", "note": "written" }));
    harness.ok("sync", json!({}));
    let sent = script.sent.lock().last().cloned().unwrap();
    assert!(sent.starts_with("2026-11-19T12:00"), "{sent}");
}

/// Amounts of other devices whose sum exceeds 64 bits, all of one sign.
fn too_much(sign: &str) {
    let (harness, script) = on_server();
    let account = harness.ok("account-create", json!({ "name": "Hoard", "balance": 0 }));
    let account = account.as_str().unwrap();
    let mut messages = Vec::new();
    for row in 0..4_100 {
        let id = format!("row-{row}");
        let amount = format!("N:{sign}{}", (1_i64 << 51) - 1);
        let cells =
            [("acct", &*format!("S:{account}")), ("date", "N:20261120"), ("amount", &amount)];
        for (column, value) in cells {
            let (minute, second) = (messages.len() / 1_000, messages.len() % 1_000);
            let stamp = format!("2026-11-20T11:{minute:02}:00.{second:03}Z-0000-aaaaaaaaaaaaaaaa");
            messages.extend(received(&stamp, of("transactions", &id, column, value)).messages);
        }
    }
    for envelope in &messages {
        script.tree.lock().insert(&envelope.timestamp.parse().unwrap());
        script.known.lock().insert(envelope.timestamp.clone());
    }
    let merkle = script.tree.lock().to_json();
    script.syncs.lock().push_back(Ok(SyncResponse { messages, merkle }));
    harness.ok("sync", json!({}));
    let shown = |harness: &Harness| {
        let properties = harness.ok("account-properties", json!({ "id": account }));
        let balance = properties["balance"].as_i64().unwrap();
        let cells = harness.cells();
        let of_cell = |name: &str| cells[&format!("__global!{name}")].number();
        assert_eq!(balance.signum(), if sign.is_empty() { 1 } else { -1 });
        assert_eq!(of_cell(&format!("balance-{account}")), balance);
        assert_eq!(of_cell("accounts-balance").signum(), balance.signum());
        harness.ok("tools/fix-split-transactions", json!({}));
        balance
    };
    let balance = shown(&harness);
    let exported = harness.ok("export-budget", json!({}));
    let again = Harness::empty();
    import(&again, &STANDARD.decode(exported["data"].as_str().unwrap()).unwrap());
    assert_eq!(shown(&again), balance);
}

#[test]
fn sums_beyond_64_bits_keep_their_sign_and_travel_in_an_export() {
    too_much("");
    too_much("-");
}
