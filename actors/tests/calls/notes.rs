//! Notes.

use serde_json::{Value, json};

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
