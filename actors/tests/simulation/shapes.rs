//! Situations in which merging is difficult: each is created on purpose and counted.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::place;
use crate::world::World;

/// Concurrent actions of two devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// Each edits a different side of one transfer.
    TransferLegs,
    /// One deletes a category while the other moves money into it.
    CategoryGone,
    /// Both edit the children of one split.
    SplitTwice,
    /// One merges payees while the other uses one of them.
    PayeeMerged,
    /// One undoes a change that the other has changed since.
    UndoOfChanged,
    /// One resets sync while the other has unsent work.
    ResetMeanwhile,
    /// The folder of a device is copied and both continue.
    ClonedFolder,
    /// A clock is wrong by years.
    WrongClock,
    /// A request arrives long after its response was given up.
    LateRequest,
}

impl Shape {
    pub(crate) const ALL: &[Self] = &[
        Self::TransferLegs,
        Self::CategoryGone,
        Self::SplitTwice,
        Self::PayeeMerged,
        Self::UndoOfChanged,
        Self::ResetMeanwhile,
        Self::ClonedFolder,
        Self::WrongClock,
        Self::LateRequest,
    ];
}

/// How often each was created.
#[derive(Debug, Default)]
pub(crate) struct Made(BTreeMap<Shape, u64>);

impl Made {
    pub(crate) fn count(&mut self, shape: Shape) {
        *self.0.entry(shape).or_default() += 1;
    }

    pub(crate) fn told(&self) -> Vec<(Shape, u64)> {
        self.0.iter().map(|(shape, times)| (*shape, *times)).collect()
    }
}

/// Creates one of them.
pub(crate) fn make(world: &mut World) {
    let one = world.random.below(world.copies.len());
    let other = (one + 1) % world.copies.len();
    let made = match world.random.below(8) {
        0 => transfer_legs(world, [one, other]),
        1 => category_gone(world, [one, other]),
        2 => split_twice(world, [one, other]),
        3 => payee_merged(world, [one, other]),
        4 => undo_of_changed(world, [one, other]),
        5 if world.random.chance(30) => reset_meanwhile(world, [one, other]),
        6 if world.copies.len() < 7 => cloned(world, one),
        _ => None,
    };
    if let Some(shape) = made {
        world.made.count(shape);
    }
}

/// A call that must be possible; returns whether it was.
fn done(world: &mut World, at: usize, name: &str, args: Json) -> Option<()> {
    let changes = world.copies[at].open.call(name, args).ok()?;
    world.acknowledge(at, changes);
    Some(())
}

fn some(world: &mut World, at: usize, sql: &str) -> Option<String> {
    let found = place::ids(&world.copies[at].open, sql);
    world.random.of(&found).cloned()
}

fn update(id: &str, field: &str, value: Json) -> Json {
    let mut row = json!({ "id": id });
    row[field] = value;
    json!({ "updated": [row] })
}

const BATCH: &str = "transactions-batch-update";

fn transfer_legs(world: &mut World, [one, other]: [usize; 2]) -> Option<Shape> {
    let legs = "SELECT id FROM transactions WHERE transferred_id IS NOT NULL AND tombstone = 0";
    let leg = some(world, one, legs)?;
    let find = format!("SELECT transferred_id FROM transactions WHERE id = '{leg}'");
    let back = some(world, one, &find)?;
    let field = *world.random.of(&["amount", "date", "payee", "notes"])?;
    let value = |world: &mut World, at| {
        Some(match field {
            "amount" => json!(-100 - i64::try_from(world.random.below(900)).ok()?),
            "date" => json!(*world.random.of(&["2026-11-01", "2025-04-28", "2026-12-03"])?),
            "payee" => json!(some(world, at, "SELECT id FROM payees WHERE tombstone = 0")?),
            _ => json!("note"),
        })
    };
    let (here, there) = (value(world, one)?, value(world, other)?);
    done(world, one, BATCH, update(&leg, field, here))?;
    done(world, other, BATCH, update(&back, field, there))?;
    Some(Shape::TransferLegs)
}

fn category_gone(world: &mut World, [one, other]: [usize; 2]) -> Option<Shape> {
    let living = "SELECT id FROM categories WHERE tombstone = 0 AND is_income = 0";
    let (gone, heir) = (some(world, one, living)?, some(world, one, living)?);
    let heir = if heir == gone { Json::Null } else { json!(heir) };
    done(world, one, "category-delete", json!({ "id": gone, "transferId": heir }))?;
    let args = json!({ "month": "2026-11", "category": gone, "amount": 4_200 });
    done(world, other, "budget/budget-amount", args)?;
    let spent = some(world, other, "SELECT id FROM transactions WHERE isParent = 0")?;
    done(world, other, BATCH, update(&spent, "category", json!(gone)))?;
    Some(Shape::CategoryGone)
}

fn split_twice(world: &mut World, [one, other]: [usize; 2]) -> Option<Shape> {
    let splits = "SELECT id FROM transactions WHERE isParent = 1 AND tombstone = 0";
    let split = some(world, one, splits)?;
    let children = format!(
        "SELECT id FROM transactions WHERE parent_id = '{split}' AND tombstone = 0 AND isChild = 1"
    );
    let (here, there) = (some(world, one, &children)?, some(world, other, &children)?);
    done(world, one, BATCH, update(&here, "amount", json!(-123)))?;
    let args = if world.random.chance(50) {
        update(&there, "amount", json!(-321))
    } else {
        json!({ "deleted": [{ "id": there }] })
    };
    done(world, other, BATCH, args)?;
    Some(Shape::SplitTwice)
}

fn payee_merged(world: &mut World, [one, other]: [usize; 2]) -> Option<Shape> {
    let living = "SELECT id FROM payees WHERE tombstone = 0 AND transfer_acct IS NULL";
    let (target, gone) = (some(world, one, living)?, some(world, one, living)?);
    if target == gone {
        return None;
    }
    done(world, one, "payees-merge", json!({ "targetId": target, "mergeIds": [gone] }))?;
    let row = some(world, other, "SELECT id FROM transactions WHERE isParent = 0")?;
    done(world, other, BATCH, update(&row, "payee", json!(gone)))?;
    Some(Shape::PayeeMerged)
}

fn undo_of_changed(world: &mut World, [one, other]: [usize; 2]) -> Option<Shape> {
    let category = some(world, one, "SELECT id FROM categories WHERE tombstone = 0")?;
    let amount =
        |amount: i64| json!({ "month": "2026-11", "category": category, "amount": amount });
    done(world, one, "budget/budget-amount", amount(100))?;
    world.sync(one, false).ok()?;
    world.sync(other, false).ok()?;
    done(world, other, "budget/budget-amount", amount(200))?;
    world.sync(other, false).ok()?;
    world.sync(one, false).ok()?;
    let changes = world.copies[one].open.undo(false).ok()?;
    world.acknowledge(one, changes);
    Some(Shape::UndoOfChanged)
}

fn reset_meanwhile(world: &mut World, [one, other]: [usize; 2]) -> Option<Shape> {
    done(world, other, "notes-save", json!({ "id": "unsent", "note": "work" }))?;
    world.reset(one);
    Some(Shape::ResetMeanwhile)
}

fn cloned(world: &mut World, at: usize) -> Option<Shape> {
    let dir = world.fresh_folder();
    place::copy(&world.copies[at].dir, &dir);
    world.open(dir, 0);
    let clone = world.copies.len() - 1;
    // Both write in the same millisecond, with the same counters.
    for at in [at, clone] {
        done(world, at, "notes-save", json!({ "id": "cloned", "note": format!("by {at}") }))?;
    }
    Some(Shape::ClonedFolder)
}
