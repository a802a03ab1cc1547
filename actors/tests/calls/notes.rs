//! Notes.

use serde_json::{Value, json};
use sobre_actors::limits;

use crate::harness::Harness;

#[test]
fn a_note_is_kept_replaced_and_cleared() {
    let harness = Harness::new();
    let save =
        |note: Value| harness.ok("notes-save", json!({ "id": "budget-2026-11", "note": note }));
    let notes = || harness.ok("notes-get", json!({}));
    assert_eq!(notes(), json!({}));
    save(json!("Buy less\nžluť 💰"));
    assert_eq!(notes(), json!({ "budget-2026-11": "Buy less\nžluť 💰" }));
    save(json!("more"));
    assert_eq!(notes(), json!({ "budget-2026-11": "more" }));
    save(json!(""));
    assert_eq!(notes(), json!({}));
    save(json!("again"));
    save(Value::Null);
    assert_eq!(notes(), json!({}));
    harness.refused("notes-save", json!({ "note": "x" }), "bad-arguments");
    harness.refused("notes-save", json!({ "id": "", "note": "x" }), "bad-arguments");
    save(json!("kept"));
    harness.refused("notes-save", json!({ "id": "budget-2026-11" }), "bad-arguments");
    assert_eq!(notes(), json!({ "budget-2026-11": "kept" }), "nothing given clears nothing");
    harness.refused("notes-save", json!({ "id": "x", "note": 5 }), "bad-arguments");
    harness.refused("notes-get", json!([]), "bad-arguments");
}

#[test]
fn a_note_has_a_generous_limit() {
    let harness = Harness::new();
    let longest = "ž".repeat(limits::NOTE_CHARS);
    let note = |text: &str| json!({ "id": "budget-2026-11", "note": text });
    harness.ok("notes-save", note(&longest));
    let error = harness.refused("notes-save", note(&format!("{longest}x")), "note-too-long");
    assert_eq!(error["meta"], json!({ "most": limits::NOTE_CHARS }));
    assert_eq!(harness.ok("notes-get", json!({}))["budget-2026-11"], json!(longest));
    let strange = json!({ "id": "x".repeat(1_000), "note": "x" });
    harness.refused("notes-save", strange, "bad-arguments");
}
