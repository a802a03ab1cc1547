//! Devices that share a budget, in one process and from a seed: random calls of every kind on two
//! to six of them, with a network that loses, repeats and delays, crashes at any point, and clocks
//! that are wrong by years. At the end all have the same rows, cells and trees, and no acknowledged
//! data is missing.
//!
//! `SOBRE_SCHEDULES` sets the number of schedules, `SOBRE_SEED` the first one.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure must stop the test")]

#[path = "../calls/bank_books.rs"]
mod bank_books;
mod banks;
mod bills;
#[path = "../calls/generators.rs"]
mod generators;
mod ledger;
mod place;
mod relay;
mod schedule;
mod shapes;
mod world;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use shapes::Shape;
use world::World;

/// Default number of schedules; the whole test run uses ten times as many.
const SCHEDULES: u64 = 200;

/// How many schedules pass between progress reports of a long run.
const TOLD_EVERY: u64 = 1_000;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn all_devices_end_with_the_same_budget() {
    let (first, count) = (number("SOBRE_SEED", 1), number("SOBRE_SCHEDULES", SCHEDULES));
    let next = AtomicU64::new(first);
    let shapes: Mutex<BTreeMap<Shape, u64>> = Mutex::default();
    let failed: Mutex<Vec<u64>> = Mutex::default();
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count || !failed.lock().unwrap().is_empty() {
                        return;
                    }
                    if seed > first && (seed - first).is_multiple_of(TOLD_EVERY) {
                        eprintln!("{} of {count} schedules begun", seed - first);
                    }
                    match catch_unwind(AssertUnwindSafe(|| schedule::run(seed))) {
                        Ok(made) => {
                            let mut shapes = shapes.lock().unwrap();
                            for (shape, times) in made {
                                *shapes.entry(shape).or_default() += times;
                            }
                        }
                        Err(_) => failed.lock().unwrap().push(seed),
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "run again with SOBRE_SEED={} SOBRE_SCHEDULES=1", failed[0]);
    let shapes = shapes.into_inner().unwrap();
    if count >= 200 {
        for shape in Shape::ALL {
            assert!(shapes.get(shape).is_some_and(|times| *times > 0), "{shape:?} never happened");
        }
    }
}

#[test]
fn every_bill_is_posted_once_on_devices_with_wrong_clocks() {
    let (first, count) = (number("SOBRE_SEED", 1), number("SOBRE_SCHEDULES", SCHEDULES) / 20);
    for seed in first..first + count {
        let ran = catch_unwind(AssertUnwindSafe(|| bills::run(seed)));
        assert!(ran.is_ok(), "run again with SOBRE_SEED={seed} SOBRE_SCHEDULES=20");
    }
}

#[test]
fn every_row_of_a_bank_is_there_once_on_devices_that_open_the_same_messages() {
    let (first, count) = (number("SOBRE_SEED", 1), number("SOBRE_SCHEDULES", SCHEDULES) / 4);
    for seed in first..first + count.max(1) {
        let ran = catch_unwind(AssertUnwindSafe(|| banks::run(seed)));
        assert!(ran.is_ok(), "run again with SOBRE_SEED={seed} SOBRE_SCHEDULES=1");
    }
}

#[test]
fn a_split_that_two_devices_edited_is_mended_in_a_batch_of_thousands() {
    let mut world = World::new(1);
    world.copies.truncate(2);
    let account = place::ids(&world.copies[0].open, "SELECT acct FROM transactions LIMIT 1");
    for (at, child, amount) in [(0, "split-0-1", -450), (1, "split-0-2", -550)] {
        // Each device adjusts its own child to the parent it knows.
        let updated =
            json!([{ "id": "split-0", "amount": -950 }, { "id": child, "amount": amount }]);
        let added: Vec<_> = (0..1_000)
            .map(|row| {
                json!({ "account": account[0], "date": "2026-11-08", "amount": row,
                        "notes": format!("row {row}") })
            })
            .collect();
        let batch = json!({ "updated": updated, "added": added });
        let open = &mut world.copies[at].open;
        let written = open.call("transactions-batch-update", batch).unwrap();
        assert!(written.len() > 5_000, "{}", written.len());
        world.acknowledge(at, written);
    }
    world.heal();
    world.check();
}

#[test]
fn undoing_a_step_another_device_built_on_keeps_splits_consistent() {
    let mut world = World::new(1);
    world.copies.truncate(2);
    let split = json!([{ "id": "split-0", "amount": -950 }, { "id": "split-0-1", "amount": -450 }]);
    let batch = |rows| json!({ "updated": rows });
    let call = |world: &mut World, at: usize, rows| {
        let open = &mut world.copies[at].open;
        let written = open.call("transactions-batch-update", batch(rows)).unwrap();
        world.acknowledge(at, written);
    };
    call(&mut world, 0, split);
    world.heal();
    call(
        &mut world,
        1,
        json!([{ "id": "split-0", "amount": -1_000 },
                               { "id": "split-0-2", "amount": -550 }]),
    );
    world.heal();
    // The parent is the other device's by now and stays; the child is undone.
    let written = world.copies[0].open.undo(false).unwrap();
    assert_eq!(written.len(), 1, "{written:?}");
    world.acknowledge(0, written);
    assert_eq!(ledger::broken(&world.copies[0].open), [""; 0]);
    world.heal();
    world.check();
}
