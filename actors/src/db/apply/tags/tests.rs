//! Devices that got the same messages in any order have the same tags.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sobre_engine::crdt::{Change, Message, Node, Timestamp};

use super::*;
use crate::db::{ApplyError, BudgetDb, whole};
use crate::environment::Environment;

const DAY: &str = "2026-11-20";

fn message(at: u64, row: &str, column: &'static str, value: Value) -> Message {
    let node = Node::from_text("aaaaaaaaaaaaaaaa").unwrap();
    Message {
        timestamp: Timestamp::new(1_795_000_000_000 + at, 0, node).unwrap(),
        change: Change::new("tags", row, column, value),
    }
}

fn budget() -> (tempfile::TempDir, BudgetDb) {
    let dir = tempfile::tempdir().unwrap();
    let environment = Environment::fixed(DAY.parse().unwrap());
    let db = BudgetDb::create(&dir.path().join("b"), "B", environment).unwrap();
    (dir, db)
}

fn tags(batches: &[&[Message]]) -> Vec<(String, Option<String>)> {
    let (_dir, mut db) = budget();
    for batch in batches {
        db.receive(whole(batch.to_vec()), 0).unwrap();
    }
    named(&db)
}

fn named(db: &BudgetDb) -> Vec<(String, Option<String>)> {
    let mut found = db.conn.prepare("SELECT id, tag FROM tags ORDER BY id").unwrap();
    let rows = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn the_order_in_which_messages_come_makes_no_difference() {
    let all = [
        message(1, "b", "tag", "trip".into()),
        message(2, "a", "tag", "trip".into()),
        message(3, "c", "tag", "food".into()),
        message(4, "c", "color", "#00f".into()),
        message(5, "a", "tag", "food".into()),
        message(6, "a", "tombstone", true.into()),
        message(7, "b", "tag", "food".into()),
    ];
    let orders: [&[usize]; 5] = [
        &[0, 1, 2, 3, 4, 5, 6],
        &[6, 5, 4, 3, 2, 1, 0],
        &[4, 0, 6, 2, 1, 5, 3],
        &[2, 6, 0, 3, 5, 1, 4],
        &[1, 3, 5, 0, 2, 4, 6],
    ];
    for end in 1..=all.len() {
        let expected = tags(&[&all[..end]]);
        for order in orders {
            let one_by_one = order.iter().filter(|at| **at < end);
            let batches: Vec<_> = one_by_one.map(|at| std::slice::from_ref(&all[*at])).collect();
            assert_eq!(tags(&batches), expected, "{order:?} of {end}");
        }
    }
    let name = |id: &str, name: &str| (id.to_owned(), Some(name.to_owned()));
    let expected = [name("a", "food (a)"), name("b", "food"), name("c", "food (c)")];
    assert_eq!(tags(&[&all]), expected);
}

#[test]
fn a_tag_gets_its_name_once_it_is_free() {
    let two = [message(1, "a", "tag", "x".into()), message(2, "b", "tag", "x".into())];
    let names = |batches: &[&[Message]]| {
        tags(batches).into_iter().map(|(_, name)| name.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(names(&[&two]), ["x", "x (b)"]);
    let renamed = [message(3, "a", "tag", "y".into())];
    assert_eq!(names(&[&two, &renamed]), ["y", "x"]);
    let swapped = [message(4, "b", "tag", "y".into()), message(5, "a", "tag", "x".into())];
    assert_eq!(names(&[&two, &renamed, &swapped]), ["x", "y"]);
}

#[test]
fn a_tag_named_like_another_with_its_id_is_harmless() {
    let all = [
        message(1, "a", "tag", "x".into()),
        message(2, "b", "tag", "x".into()),
        message(3, "c", "tag", "x (b)".into()),
        message(4, "d", "tag", 5_i64.into()),
    ];
    let names: Vec<_> = tags(&[&all]).into_iter().map(|(_, name)| name.unwrap()).collect();
    assert_eq!(names, ["x", "x (b)", "x (b) (c)", "5"]);
}

#[test]
fn an_appended_id_is_distinguished_from_a_name() {
    assert_eq!(without_id(&with_id("x", "1-2"), "1-2"), "x");
    assert_eq!(without_id("x (y)", "1-2"), "x (y)");
}

/// Receives this many slices, each with two tags of the same name; returns how many hundreds of
/// steps the database needed.
fn steps(slices: u64) -> u64 {
    let (_dir, mut db) = budget();
    let of_slice = |slice: u64| {
        let at = slice * 1_000;
        let tag = |number: u64| format!("{slice:03}-{number}");
        let mut messages = vec![
            message(at, &tag(1), "tag", "x".into()),
            message(at + 1, &tag(2), "tag", "x".into()),
        ];
        messages.extend((2..500).map(|number| {
            let note = Change::new("notes", (at + number).to_string(), "note", "of a day");
            Message { change: note, ..message(at + number, "", "tag", Value::Null) }
        }));
        Ok::<_, ApplyError>(messages)
    };
    let counted = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&counted);
    let step = move || {
        count.fetch_add(1, Ordering::Relaxed);
        false
    };
    db.conn.progress_handler(100, Some(step)).unwrap();
    // Large enough that the log's index is dropped.
    db.receive((0..slices).map(of_slice), 1 << 20).unwrap();
    let names: HashSet<_> = named(&db).into_iter().map(|(_, name)| name.unwrap()).collect();
    assert_eq!(names.len() as u64, 2 * slices);
    assert!(names.contains("x") && names.contains("x (000-2)"));
    counted.load(Ordering::Relaxed)
}

#[test]
fn equal_tags_in_many_slices_cost_only_their_messages() {
    let (few, many) = (steps(8), steps(32));
    assert!(many < 5 * few, "{few} steps became {many} for four times the messages");
}
