//! Calls about payees (spec/5 section 3).

use std::collections::HashSet;

use serde_json::json;
use sobre_engine::crdt::{Change, Value};

use crate::contract::payees::{
    NewPayee, Payee, PayeeChange, PayeeCreate, PayeeId, PayeeRef, PayeesBatchChange,
    PayeesCheckOrphaned, PayeesGet, PayeesMerge,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::limits;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

impl Query for PayeesGet {
    fn run(self, world: &World<'_>) -> Result<Vec<Payee>, CallError> {
        Ok(read::payees::living(world.reader)?)
    }
}

impl Query for PayeesCheckOrphaned {
    fn run(self, world: &World<'_>) -> Result<Vec<PayeeId>, CallError> {
        Ok(read::payees::orphaned(world.reader, &self.ids)?)
    }
}

impl Mutation for PayeeCreate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let id = world.ids.uuid();
        let changes = new_payee(&id, required_name(&self.name)?);
        Ok(Plan::step(changes, id))
    }
}

impl Mutation for PayeesBatchChange {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let (added, updated) = (self.added.unwrap_or_default(), self.updated.unwrap_or_default());
        let deleted = self.deleted.unwrap_or_default();
        if added.len() + updated.len() + deleted.len() > limits::ROWS_PER_CALL {
            return Err(CallError::of(ErrorCode::TooManyRows));
        }
        let mut changes = Vec::new();
        for PayeeRef { id } in deleted {
            let found = read::payees::find(world.reader, &id)?;
            if found.is_some_and(|payee| !payee.deleted && !payee.of_transfers) {
                changes.push(Change::new("payees", &id, "tombstone", 1));
            }
        }
        let (made, new) = made_payees(world, added)?;
        changes.extend(made);
        for change in updated {
            let is_new = new.contains(&change.id);
            changes.extend(changed_payee(world, &change, is_new)?);
        }
        Ok(Plan::step(changes, ()))
    }
}

/// The changes that make payees, and their ids.
///
/// # Errors
/// An id that is taken, or a blank name.
pub(super) fn made_payees(
    world: &World<'_>,
    added: Vec<NewPayee>,
) -> Result<(Vec<Change>, HashSet<PayeeId>), CallError> {
    let (mut changes, mut new) = (Vec::new(), HashSet::new());
    for NewPayee { id, name } in added {
        let id = id.unwrap_or_else(|| world.ids.uuid().into());
        if read::payees::find(world.reader, &id)?.is_some() || !new.insert(id.clone()) {
            let message = format!("A payee with the id {id} exists.");
            return Err(CallError::new(ErrorCode::PayeeExists, message));
        }
        changes.extend(new_payee(id.as_str(), required_name(&name)?));
    }
    Ok((changes, new))
}

/// A payee and the mapping to itself that every payee has.
fn new_payee(id: &str, name: &str) -> Vec<Change> {
    vec![
        Change::new("payees", id, "name", Value::from(name)),
        Change::new("payee_mapping", id, "targetId", Value::from(id)),
    ]
}

fn changed_payee(
    world: &World<'_>,
    change: &PayeeChange,
    is_new: bool,
) -> Result<Vec<Change>, CallError> {
    let of_transfers = match read::payees::find(world.reader, &change.id)? {
        Some(payee) => payee.of_transfers,
        None if is_new => false,
        None => return Err(CallError::of(ErrorCode::PayeeNotFound)),
    };
    let set = |column, value| Change::new("payees", &change.id, column, value);
    let mut changes = Vec::new();
    // A payee of transfers shows the name of its account.
    if let Some(name) = change.name.as_ref().filter(|_| !of_transfers) {
        changes.push(set("name", Value::from(required_name(name)?)));
    }
    changes.extend(change.favorite.map(|on| set("favorite", on.into())));
    changes.extend(change.learn_categories.map(|on| set("learn_categories", on.into())));
    Ok(changes)
}

fn required_name(name: &str) -> Result<&str, CallError> {
    if name.trim().is_empty() { Err(CallError::of(ErrorCode::NameRequired)) } else { Ok(name) }
}

impl Mutation for PayeesMerge {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let target = match read::payees::find(world.reader, &self.target_id)? {
            Some(payee) if !payee.deleted => payee,
            Some(_) | None => return Err(CallError::of(ErrorCode::PayeeNotFound)),
        };
        let mut changes = Vec::new();
        let mut merged = HashSet::from([&self.target_id]);
        for id in self.merge_ids.iter().filter(|_| !target.of_transfers) {
            let found = read::payees::find(world.reader, id)?;
            if merged.insert(id) && found.is_some_and(|payee| !payee.of_transfers) {
                changes.extend(merge(world, id, &self.target_id)?);
            }
        }
        let meta = json!({ "targetId": self.target_id, "mergeIds": self.merge_ids });
        Ok(Plan { meta: Some(meta), ..Plan::step(changes, ()) })
    }
}

/// Everything that reads as `id` reads as `target` from now on.
fn merge(world: &World<'_>, id: &PayeeId, target: &PayeeId) -> Result<Vec<Change>, CallError> {
    let to_target = |mapped: &str| {
        Change::new("payee_mapping", mapped, "targetId", Value::from(target.as_str()))
    };
    let others = read::payees::mapped_to(world.reader, id)?;
    let others = others.iter().filter(|mapped| mapped.as_str() != id.as_str());
    let mut changes: Vec<_> = others.map(|mapped| to_target(mapped)).collect();
    changes.push(to_target(id.as_str()));
    changes.push(Change::new("payees", id, "tombstone", 1));
    Ok(changes)
}
