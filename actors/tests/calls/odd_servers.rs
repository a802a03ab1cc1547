//! Servers, and other devices behind them, that do what none should: no sync stops or goes on
//! without end because of them.

use bytes::Bytes;
use serde_json::json;
use sobre_engine::sync::wire::{Message, SyncResponse};

use crate::harness::{BUDGET, FOOD};
use crate::sync::{note, on_server, received};

#[test]
fn a_bent_message_stops_no_sync() {
    let (harness, script) = on_server();
    let of = |table: &str, row: &str, column: &str, value: &str| Message {
        dataset: table.to_owned(),
        row: row.to_owned(),
        column: column.to_owned(),
        value: value.to_owned(),
    };
    let before = harness.tables();
    let sent = [
        of("categories", FOOD, "hidden", "0:"),
        of("transactions", "t", "isParent", "S:yes"),
        note("Q:x"),
        note("S:arrived"),
    ];
    let mut messages = Vec::new();
    for (second, message) in sent.into_iter().enumerate() {
        let stamp = format!("2026-11-20T11:00:{second:02}.000Z-0000-aaaaaaaaaaaaaaaa");
        messages.extend(received(&stamp, message).messages);
    }
    messages[2].content = Bytes::from_static(b"\xff");
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
