//! A batch refuses rows that would be neither a whole split nor an ordinary transaction.

use serde_json::json;
use sobre_engine::ledger::{Batch, LedgerError};

use crate::memory::{Memory, added, updated};

#[test]
fn a_split_with_lines_becomes_neither_ordinary_nor_a_line_of_another_split() {
    let mut memory = Memory::default();
    let row = |id: &str| json!({ "id": id, "account": "A", "date": "2026-11-20", "amount": -5 });
    let split = |id: &str| {
        let mut split = row(id);
        split["is_parent"] = true.into();
        added(&split)
    };
    let mut line = row("line");
    line["is_child"] = true.into();
    line["parent_id"] = "first".into();
    let batch =
        Batch { added: vec![split("first"), split("second"), added(&line)], ..Batch::default() };
    let outcome = memory.decide(&batch).unwrap();
    memory.apply(&outcome.changes);

    let decide = |change| {
        memory.decide(&Batch { updated: vec![updated(&change)], ..Batch::default() }).unwrap_err()
    };
    let has_children = LedgerError::HasChildren("first".into());
    assert_eq!(decide(json!({ "id": "first", "is_parent": false })), has_children);
    let line = json!({
        "id": "first", "is_parent": false, "is_child": true, "parent_id": "second",
    });
    assert_eq!(decide(line), has_children);
}
