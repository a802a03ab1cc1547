//! Why a transaction has its category: what the message log says about when it was written, and the
//! rule that decides about it today.

use serde_json::Value as Json;
use sobre_engine::crdt::Timestamp;
use sobre_engine::ledger::Transaction;
use sobre_engine::rules::Subject;

use super::applying::fields_of;
use super::lookup::StoredLookup;
use super::{TABLE, shown};
use crate::contract::rules::{
    CategoryOccasion, CategoryReason, CategoryWrite, DecidingRule, ExplainCategory,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::read::{self, evidence};
use crate::router::Query;
use crate::world::World;

const CATEGORY: &str = "category";

impl Query for ExplainCategory {
    fn run(self, world: &World<'_>) -> Result<CategoryReason, CallError> {
        let found = read::transactions::by_id(world.reader, std::slice::from_ref(&self.id))?;
        let row = found.into_iter().find(|row| !row.tombstone);
        let row = row.ok_or_else(|| CallError::of(ErrorCode::TransactionNotFound))?;
        let category = row.category.as_ref().filter(|_| !row.is_parent).map(ToString::to_string);
        let is_moved = evidence::is_merged(world.reader, row.id.as_str())?;
        let (at, written) = match written(world, &row)? {
            Some((at, occasion)) => (Some(at), Some(CategoryWrite { at: at.millis(), occasion })),
            None => (None, None),
        };
        let rule = deciding(world, row, at)?;
        Ok(CategoryReason { category, written, is_moved, rule })
    }
}

/// When the category was written, and on what occasion.
fn written(
    world: &World<'_>,
    row: &Transaction,
) -> Result<Option<(Timestamp, CategoryOccasion)>, CallError> {
    let id = row.id.as_str();
    let added = evidence::added(world.reader, id)?;
    let last = evidence::last_write(world.reader, "transactions", id, CATEGORY)?;
    let Some(at) = last.or(added) else { return Ok(None) };
    let with_row = added.is_some_and(|added| evidence::is_one_commit(&at, &added));
    if !with_row {
        return Ok(Some((at, CategoryOccasion::Edited)));
    }
    // The lines of a split come with it.
    let whole = row.parent_id.as_ref().filter(|_| row.is_child).unwrap_or(&row.id);
    let imported = evidence::imported(world.reader, whole.as_str())?;
    let is_import = imported.is_some_and(|imported| evidence::is_one_commit(&at, &imported));
    let occasion = if is_import { CategoryOccasion::Imported } else { CategoryOccasion::Added };
    Ok(Some((at, occasion)))
}

/// The rule that decides when the rules run on a transaction, as if it came in without a category.
/// None does for splits and their lines, nor where a transaction takes no category.
fn deciding(
    world: &World<'_>,
    row: Transaction,
    written: Option<Timestamp>,
) -> Result<Option<DecidingRule>, CallError> {
    let is_off_budget = read::rules::account(world.reader, row.account.as_str())?
        .is_some_and(|account| account.off_budget);
    if row.is_parent
        || row.is_child
        || is_off_budget
        || read::rules::is_transfer_of_like(world.reader, &row)?
    {
        return Ok(None);
    }
    let rules = world.reader.rules()?;
    let mut fields = fields_of(row)?;
    fields.insert(CATEGORY.to_owned(), Json::Null);
    let mut subject = Subject::of_new(fields);
    let applied = rules.set().run(&mut subject, &StoredLookup::of(world))?;
    let last = applied.iter().rev().find(|rule| rule.sets(CATEGORY));
    let Some(rule) = last.and_then(|rule| rules.get(rule.id())) else { return Ok(None) };
    let changed = evidence::last_write_of_row(world.reader, TABLE, &rule.id)?;
    let actions = evidence::last_write(world.reader, TABLE, &rule.id, "actions")?;
    let is_learned = match actions {
        Some(actions) => evidence::is_learned(world.reader, &actions)?,
        None => false,
    };
    Ok(Some(DecidingRule {
        rule: shown(&rules, rule),
        category: subject.get(CATEGORY).and_then(Json::as_str).map(str::to_owned),
        is_learned,
        is_older: changed.zip(written).is_some_and(|(changed, written)| changed < written),
    }))
}
