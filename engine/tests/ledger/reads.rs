//! Deciding many rows takes few reads.

use serde_json::json;
use sobre_engine::ledger::Batch;

use crate::memory::{Memory, added, updated};

#[test]
fn however_many_splits_are_taken_apart_their_parts_are_read_together() {
    let readings = |splits: u32| {
        let mut memory = Memory::default();
        let row = |id: String, amount: i64| json!({ "id": id, "account": "A", "date": "2026-11-20", "amount": amount });
        let of = |at: u32| {
            let (mut split, mut child) = (row(format!("s{at}"), -5), row(format!("p{at}"), -5));
            split["is_parent"] = true.into();
            child["is_child"] = true.into();
            child["parent_id"] = split["id"].clone();
            [added(&split), added(&child)]
        };
        let batch = Batch { added: (0..splits).flat_map(of).collect(), ..Batch::default() };
        let made = memory.decide(&batch).unwrap();
        memory.apply(&made.changes);
        let ordinary = |at: u32| updated(&json!({ "id": format!("s{at}"), "is_parent": false }));
        let batch = Batch {
            updated: (0..splits).map(ordinary).collect(),
            deleted: (0..splits).map(|at| format!("p{at}").into()).collect(),
            ..Batch::default()
        };
        memory.parts_read.set(0);
        memory.decide(&batch).unwrap();
        memory.parts_read.get()
    };
    assert_eq!(readings(50), readings(2));
}
