//! Weeks of devices whose daily run posts bills: calendars that are days off, devices that are
//! offline for long, crashes at any point, deleted transactions and undone runs. Each date ends with
//! one transaction.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use serde_json::{Value as Json, json};

use crate::place;
use crate::world::World;

const DAYS: i64 = 45;
/// How the schedules recur; each begins on the day after the first.
const DATES: [(&str, &str, u32); 3] =
    [("daily", "daily", 4), ("weekly", "weekly", 1), ("monthly", "monthly", 1)];

/// Runs the weeks of a seed.
pub(crate) fn run(seed: u64) {
    let mut world = World::new(seed);
    let account = place::ids(&world.copies[0].open, "SELECT acct FROM transactions LIMIT 1");
    let transfer = format!("SELECT id FROM payees WHERE transfer_acct <> '{}' LIMIT 1", account[0]);
    let payee = place::ids(&world.copies[0].open, &transfer).pop();
    for (id, frequency, interval) in DATES {
        let date = json!({ "start": "2026-11-21", "frequency": frequency, "interval": interval });
        let conditions = conditions(&account[0], payee.as_ref().filter(|_| id == "weekly"), &date);
        let schedule = json!({ "id": id, "posts_transaction": true });
        let create = json!({ "schedule": schedule, "conditions": conditions });
        let written = world.copies[0].open.call("schedule/create", create).unwrap();
        world.acknowledge(0, written);
    }
    // After a restart no undo takes the schedules back.
    world.crash(0);
    world.heal();
    for day in 1..=DAYS {
        for at in 0..world.copies.len() {
            live(&mut world, at, day);
        }
    }
    // At last all are online, start again on the right day, and run once more.
    world.heal();
    for at in 0..world.copies.len() {
        world.copies[at].days.store(DAYS, Ordering::Relaxed);
        world.crash(at);
        let written = world.copies[at].open.run_schedules().unwrap();
        world.acknowledge(at, written);
    }
    world.heal();
    world.check();
    check(&world);
}

fn conditions(account: &str, payee: Option<&String>, date: &Json) -> Json {
    let mut all = vec![
        json!({ "field": "account", "op": "is", "value": account }),
        json!({ "field": "amount", "op": "is", "value": -1_234 }),
        json!({ "field": "date", "op": "isapprox", "value": date }),
    ];
    all.extend(payee.map(|payee| json!({ "field": "payee", "op": "is", "value": payee })));
    json!(all)
}

/// A day of a device.
fn live(world: &mut World, at: usize, day: i64) {
    if world.random.chance(40) {
        return;
    }
    let off = *world.random.of(&[0, 0, 0, -1, 1, -6, 9]).unwrap();
    world.copies[at].days.store((day + off).max(0), Ordering::Relaxed);
    world.now.fetch_add(3_600_000, Ordering::Relaxed);
    if world.random.chance(50) {
        let _ = world.sync(at, true);
    }
    if let Ok(written) = world.copies[at].open.run_schedules() {
        if world.random.chance(15) {
            world.crash(at);
        }
        world.acknowledge(at, written);
    }
    if world.random.chance(8)
        && let Ok(written) = world.copies[at].open.undo(false)
    {
        world.acknowledge(at, written);
    }
    if world.random.chance(10) {
        delete(world, at);
    }
    if world.random.chance(50) {
        let _ = world.sync(at, true);
    }
}

/// A person deletes the latest transaction of a schedule.
fn delete(world: &mut World, at: usize) {
    let latest = "SELECT id FROM transactions WHERE schedule IS NOT NULL AND tombstone = 0 \
        ORDER BY date DESC, id LIMIT 1";
    for id in place::ids(&world.copies[at].open, latest) {
        let batch = json!({ "deleted": [{ "id": id }] });
        if let Ok(written) = world.copies[at].open.call("transactions-batch-update", batch) {
            world.acknowledge(at, written);
        }
    }
}

/// Each date up to the last day has one transaction of its account, deleted or not.
fn check(world: &World) {
    let rows = "SELECT schedule || ' ' || date || ' ' || acct FROM transactions \
        WHERE schedule IS NOT NULL ORDER BY id";
    let mut dates: BTreeMap<String, usize> = BTreeMap::new();
    for row in place::ids(&world.copies[0].open, rows) {
        *dates.entry(row).or_default() += 1;
    }
    let twice: Vec<_> = dates.iter().filter(|(_, count)| **count > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
    for (id, step) in [("daily", 4), ("weekly", 7)] {
        for passed in (1..=DAYS).step_by(step) {
            let day = "2026-11-20".parse::<sobre_engine::dates::Day>().unwrap();
            let date = format!("{id} {}", day.plus_days(passed).unwrap().yyyymmdd());
            assert!(dates.keys().any(|it| it.starts_with(&date)), "{date} is missing: {dates:?}");
        }
    }
}
