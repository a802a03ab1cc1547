//! Responses that wait to be read: they share one memory budget, which is checked before anything
//! is read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};
use sobre_actors::limits::{ANSWERS_IN_ALL, SMALL_ANSWER, SMALL_ANSWERS};
use sobre_actors::{Answer, UndoOptions};

use crate::harness::{FOOD, Harness};

/// A budget with a megabyte of notes.
fn with_notes() -> Harness {
    let harness = Harness::new();
    for number in 0..20 {
        let note = json!({ "id": format!("note-{number}"), "note": "x".repeat(50_000) });
        harness.ok("notes-save", note);
    }
    harness
}

fn answer(harness: &Harness, name: &str, args: Json) -> Result<Answer, Json> {
    let session = &harness.tab.session;
    let answer = harness.app.call_text(session, name, args, UndoOptions::default());
    harness.run(answer).map_err(|error| serde_json::to_value(error).unwrap())
}

fn refused(harness: &Harness, name: &str, args: Json) {
    let error = answer(harness, name, args).map(|answer| answer.text().len()).unwrap_err();
    assert_eq!(error["code"], "busy", "{name}: {error}");
    assert!(error["message"].as_str().unwrap().contains("wait to be read"), "{error}");
}

fn notes() -> Json {
    json!({ "table": "notes", "selectExpressions": ["*"] })
}

#[test]
fn an_answer_counts_until_it_was_read() {
    let harness = with_notes();
    assert_eq!(harness.app.held_by_answers(), 0);
    let read = answer(&harness, "query", notes()).unwrap();
    assert!(read.text().len() > 1_000_000);
    assert_eq!(harness.app.held_by_answers(), read.text().len());
    let other = answer(&harness, "notes-get", json!({})).unwrap();
    assert_eq!(harness.app.held_by_answers(), read.text().len() + other.text().len());
    drop((read, other));
    assert_eq!(harness.app.held_by_answers(), 0);
}

#[test]
fn large_answers_are_refused_while_others_wait_and_small_ones_are_given() {
    let harness = with_notes();
    let unread = harness.app.hold_answers(ANSWERS_IN_ALL - SMALL_ANSWERS);
    refused(&harness, "query", notes());
    refused(&harness, "notes-get", json!({}));
    let csv = json!({ "query": { "table": "transactions" } });
    assert_eq!(harness.ok("transactions-export-query", csv), "");
    assert!(harness.ok("get-categories", json!({})).is_object());
    assert_eq!(harness.app.held_by_answers(), ANSWERS_IN_ALL - SMALL_ANSWERS);
    drop(unread);
    assert!(answer(&harness, "query", notes()).is_ok());
}

#[test]
fn an_export_has_room_for_its_whole_answer_before_it_is_written() {
    let harness = with_notes();
    let noise = (0..20_000_u32).map(|number| char::from(b'a' + (number.pow(2) % 251 % 26) as u8));
    harness.ok("notes-save", json!({ "id": "noise", "note": noise.collect::<String>() }));
    let export = || answer(&harness, "export-budget", json!({}));
    let whole = export().unwrap().text().len();
    assert!(whole > SMALL_ANSWER, "{whole}");
    let room = ANSWERS_IN_ALL - SMALL_ANSWERS - whole;
    let unread = harness.app.hold_answers(room + 1);
    refused(&harness, "export-budget", json!({}));
    drop(unread);
    let unread = harness.app.hold_answers(room);
    let read: Json = serde_json::from_str(export().unwrap().text()).unwrap();
    assert_eq!(read["filename"], "2026-11-20-Test.zip");
    assert!(STANDARD.decode(read["data"].as_str().unwrap()).unwrap().starts_with(b"PK"));
    drop(unread);
}

#[test]
fn nothing_is_read_without_room_for_its_answer_and_edits_go_on() {
    let harness = with_notes();
    let unread = harness.app.hold_answers(ANSWERS_IN_ALL);
    harness.run(async {
        // With every reader busy, a call that reads would wait.
        let held = harness.app.hold_readers(&harness.tab.session).await.unwrap();
        let call = harness.app.call_text(
            &harness.tab.session,
            "get-categories",
            json!({}),
            UndoOptions::default(),
        );
        assert_eq!(call.await.unwrap_err().code.wire(), "busy");
        drop(held);
    });
    let edit = json!({ "month": "2026-11", "category": FOOD, "amount": 7 });
    harness.ok("budget/budget-amount", edit);
    drop(unread);
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 7);
}
