//! Laws of the write path: order and repetition of messages do not matter, the log rebuilds the
//! tables, undo and redo are exact inverses.
#![allow(clippy::unwrap_used, reason = "a failure must stop the test")]

mod common;
mod laws {
    mod bent;
}

use std::collections::BTreeMap;

use common::{TestBudget, snapshot};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value as Json;
use sobre_actors::db::schema::{self, Kind};
use sobre_actors::db::{Direction, Origin, whole};
use sobre_engine::crdt::{Change, Merkle, Message, Value};

/// Tables and columns that random steps write; the first column of a table may be null.
const CELLS: &[(&str, &[&str])] = &[
    ("notes", &["note"]),
    ("transactions", &["acct", "amount", "date", "notes", "tombstone", "sort_order"]),
    ("zero_budgets", &["month", "category", "amount", "carryover"]),
    ("zero_budget_months", &["buffered"]),
    ("payees", &["name", "tombstone"]),
    ("payee_mapping", &["targetId"]),
    ("preferences", &["value"]),
];

/// Values that a column accepts, not all of its type.
fn value(table: &str, column: &str) -> BoxedStrategy<Value> {
    let table = schema::table(table).unwrap();
    let kind = table.columns[table.column(column).unwrap()].kind;
    let whole = (-3_i64..3).prop_map(Value::from);
    let common = prop_oneof![3 => whole, 1 => Just(Value::Null), 1 => Just(Value::from("17"))];
    match kind {
        Kind::Cents => common.boxed(),
        Kind::Integer | Kind::Goal | Kind::Real => {
            prop_oneof![4 => common, 1 => Just(Value::Real(1.5))].boxed()
        }
        Kind::Text => {
            let texts = select(&["", "x", "long text"][..]).prop_map(Value::from);
            prop_oneof![3 => common, 2 => texts, 1 => Just(Value::Real(1.5))].boxed()
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let names: Vec<(&'static str, &'static str)> =
        CELLS.iter().flat_map(|(table, columns)| columns.iter().map(|it| (*table, *it))).collect();
    (select(names), select(&["r1", "r2"][..])).prop_flat_map(|((table, column), row)| {
        value(table, column).prop_map(move |value| Change::new(table, row, column, value))
    })
}

fn steps() -> impl Strategy<Value = Vec<Vec<Change>>> {
    vec(vec(change(), 1..8), 1..8)
}

/// The rows of the tables that steps write.
fn content(budget: &TestBudget) -> BTreeMap<String, Vec<Json>> {
    let mut tables = snapshot(&budget.read());
    tables.retain(|table, _| CELLS.iter().any(|(written, _)| written == table));
    tables
}

/// Messages of two copies that have not synced.
fn two_copies(steps: &[Vec<Change>]) -> Vec<Message> {
    let mut copies = [TestBudget::create_seeded(1), TestBudget::create_seeded(2)];
    for (at, step) in steps.iter().enumerate() {
        copies[at % 2].step(step.clone());
    }
    copies.iter().flat_map(TestBudget::stored_messages).collect()
}

fn check_tree(budget: &TestBudget) {
    let log: Merkle = budget.stored_messages().iter().map(|message| message.timestamp).collect();
    assert_eq!(budget.db.merkle().root_hash(), log.root_hash());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn copies_converge_in_any_order_and_repetition(
        steps in steps(),
        order in any::<u64>(),
        size in 1_usize..6,
    ) {
        let messages = two_copies(&steps);
        let mut shuffled: Vec<Message> = messages.iter().chain(&messages).cloned().collect();
        // A simple shuffle that proptest can replay.
        let length = shuffled.len() as u64;
        for at in 0..shuffled.len() {
            let other = order.wrapping_mul(at as u64 + 7).wrapping_add(order >> 7) % length;
            shuffled.swap(at, usize::try_from(other).unwrap());
        }
        let (mut at_once, mut bit_by_bit) = (TestBudget::create(), TestBudget::create_seeded(3));
        at_once.db.receive(whole(messages), 0).unwrap();
        for batch in shuffled.chunks(size) {
            bit_by_bit.db.receive(whole(batch.to_vec()), 0).unwrap();
        }
        prop_assert_eq!(content(&at_once), content(&bit_by_bit));
        prop_assert_eq!(at_once.stored_messages(), bit_by_bit.stored_messages());
        prop_assert_eq!(at_once.db.merkle().root_hash(), bit_by_bit.db.merkle().root_hash());
        check_tree(&bit_by_bit);
    }

    #[test]
    fn the_log_rebuilds_the_tables(steps in steps()) {
        let mut budget = TestBudget::create();
        for step in steps {
            budget.step(step);
        }
        budget.db.step(Direction::Undo).unwrap();
        budget.db.step(Direction::Undo).unwrap();
        budget.db.step(Direction::Redo).unwrap();
        check_tree(&budget);
        let mut rebuilt = TestBudget::create_seeded(2);
        rebuilt.db.receive(whole(budget.stored_messages()), 0).unwrap();
        prop_assert_eq!(content(&budget), content(&rebuilt));
        let budget = budget.reopen();
        prop_assert_eq!(content(&budget), content(&rebuilt));
        check_tree(&budget);
    }

    #[test]
    fn redo_after_undo_leads_to_the_same_rows(steps in steps()) {
        let mut budget = TestBudget::create();
        let mut states = vec![content(&budget)];
        for step in steps {
            budget.step(step);
            states.push(content(&budget));
        }
        let last = states.pop().unwrap();
        while budget.db.step(Direction::Undo).unwrap().is_some() {}
        while budget.db.step(Direction::Redo).unwrap().is_some() {}
        prop_assert_eq!(content(&budget), last);
    }

    #[test]
    fn undo_of_changed_rows_leads_to_the_rows_before(first in steps(), second in steps()) {
        let mut budget = TestBudget::create();
        // Every row exists, so that undo restores columns instead of marking rows as deleted.
        for row in ["r1", "r2"] {
            for (table, columns) in CELLS {
                let change = vec![Change::new(*table, row, columns[0], Value::Null)];
                budget.db.apply(change, Origin::Unrecorded).unwrap();
            }
        }
        for step in first {
            budget.db.apply(step, Origin::Unrecorded).unwrap();
        }
        let mut states = Vec::new();
        for step in second {
            let before = content(&budget);
            budget.step(step);
            // A write without a change is not a step.
            if content(&budget) != before {
                states.push(before);
            }
        }
        while let Some(before) = states.pop() {
            let undone = budget.db.step(Direction::Undo).unwrap();
            prop_assert!(undone.is_some());
            prop_assert_eq!(content(&budget), before);
        }
    }
}
