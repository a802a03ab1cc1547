//! One schedule: the events on each device, chosen from the seed.

use std::sync::atomic::Ordering;

use serde_json::{Map, Value as Json};

use crate::generators::{Choice, GENERATORS, Tables};
use crate::place;
use crate::shapes::{self, Shape};
use crate::world::World;

const YEAR_MS: i64 = 365 * 86_400_000;
/// Tests of bounds use larger amounts.
const LARGEST_CENTS: i64 = 1_000_000_000;

/// Runs the schedule of a seed; returns the shapes it made.
pub(crate) fn run(seed: u64) -> Vec<(Shape, u64)> {
    let mut world = World::new(seed);
    for _ in 0..10 + world.random.below(20) {
        let passed = [0, 1, 40, 900, 60_000, 3_600_000, 86_400_000];
        let passed = *world.random.of(&passed).unwrap();
        world.now.fetch_add(passed, Ordering::Relaxed);
        let at = world.random.below(world.copies.len());
        match world.random.below(100) {
            0..45 => call(&mut world, at),
            45..52 => undo(&mut world, at),
            52..78 => {
                // The end of the schedule makes up for refused or lost syncs.
                let _ = world.sync(at, true);
            }
            78..82 => world.crash(at),
            82..85 => jump(&mut world, at),
            85..87 => world.deliver_stray(),
            _ => shapes::make(&mut world),
        }
    }
    world.heal();
    world.check();
    world.made.told()
}

/// A random call of any kind.
fn call(world: &mut World, at: usize) {
    let (name, generate) = *world.random.of(GENERATORS).unwrap();
    let seeds: Vec<u64> = (0..24).map(|_| world.random.next()).collect();
    let tables = tables(world, at);
    let mut args = generate(&mut Choice { seeds: seeds.iter(), tables: &tables });
    keep_small(&mut args);
    // A refusal is a valid result.
    if let Ok(changes) = world.copies[at].open.call(name, args) {
        world.acknowledge(at, changes);
    }
}

fn undo(world: &mut World, at: usize) {
    let redo = world.random.chance(30);
    if let Ok(changes) = world.copies[at].open.undo(redo) {
        world.acknowledge(at, changes);
    }
}

/// Sets a clock, correctly or not.
fn jump(world: &mut World, at: usize) {
    let skews = [0, 0, 0, 100_000, -100_000, 400_000, -400_000, 10 * YEAR_MS, -10 * YEAR_MS];
    let skew = *world.random.of(&skews).unwrap();
    world.copies[at].skew.store(skew, Ordering::Relaxed);
    if skew.abs() >= YEAR_MS {
        world.made.count(Shape::WrongClock);
    }
}

/// The ids of all rows, from which arguments are chosen.
fn tables(world: &World, at: usize) -> Tables {
    let ids = |table: &str| {
        let sql = format!("SELECT id FROM {table} ORDER BY id");
        place::ids(&world.copies[at].open, &sql).into_iter().map(|id| (id, Map::new())).collect()
    };
    let names = sobre_actors::db::schema::TABLES.iter().map(|table| table.name);
    names.map(|table| (table.to_owned(), ids(table))).collect()
}

fn keep_small(args: &mut Json) {
    match args {
        Json::Number(number) if number.as_i64().is_some_and(|it| it.abs() > LARGEST_CENTS) => {
            *args = 12_345.into();
        }
        Json::Array(items) => items.iter_mut().for_each(keep_small),
        Json::Object(fields) => fields.values_mut().for_each(keep_small),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}
