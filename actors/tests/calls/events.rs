//! What tabs are told of a commit.

use serde_json::{Value as Json, json};
use sobre_actors::limits;
use sobre_engine::crdt::Change;

use crate::harness::Harness;

fn notes(count: usize) -> Vec<Change> {
    let note = |at| Change::new("notes", format!("note-{at:03}"), "note", "x");
    (0..count).map(note).collect()
}

fn written(harness: &Harness) -> Json {
    let mut events = harness.events().into_iter().filter(|(name, _)| name == "sync-event");
    events.next_back().unwrap().1
}

#[test]
fn the_written_rows_are_named_while_they_are_few() {
    let harness = Harness::new();
    harness.write(notes(limits::ROWS_TOLD));
    let rows = written(&harness)["rows"]["notes"].as_array().unwrap().clone();
    assert_eq!((rows.len(), &rows[7]), (limits::ROWS_TOLD, &json!("note-007")));
    harness.write(notes(limits::ROWS_TOLD + 1));
    let many = written(&harness);
    assert_eq!((&many["tables"], &many["rows"]), (&json!(["notes"]), &Json::Null));
}

#[test]
fn undo_names_the_rows_it_takes_back() {
    let harness = Harness::new();
    let id = harness.ok("category-group-create", json!({ "name": "Travel" }));
    assert_eq!(written(&harness)["rows"], json!({ "category_groups": [id] }));
    harness.ok("undo", json!({}));
    assert_eq!(written(&harness)["rows"], json!({ "category_groups": [id] }));
}
