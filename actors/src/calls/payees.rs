//! Calls about payees. The engine decides the changes.

use std::collections::HashSet;

use serde_json::json;
use sobre_engine::crdt::Change;
use sobre_engine::payees::{self, Edit};

use super::rules;
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
        let id = world.ids.row_id();
        Ok(Plan::step(payees::create(&id, &self.name)?, id))
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
                changes.push(payees::delete(&id));
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

/// The changes that create payees, and their ids.
///
/// # Errors
/// `payee-exists` for an id already in use, `name-required` for a blank name.
pub(super) fn made_payees(
    world: &World<'_>,
    added: Vec<NewPayee>,
) -> Result<(Vec<Change>, HashSet<PayeeId>), CallError> {
    let (mut changes, mut new) = (Vec::new(), HashSet::new());
    for NewPayee { id, name } in added {
        let id = id.unwrap_or_else(|| world.ids.row_id().into());
        if read::payees::find(world.reader, &id)?.is_some() || !new.insert(id.clone()) {
            let message = format!("A payee with the id {id} exists.");
            return Err(CallError::new(ErrorCode::PayeeExists, message));
        }
        changes.extend(payees::create(id.as_str(), &name)?);
    }
    Ok((changes, new))
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
    let edit = Edit {
        name: change.name.as_deref(),
        favorite: change.favorite,
        learns_categories: change.learn_categories,
    };
    Ok(payees::edit(&change.id, edit, of_transfers)?)
}

impl Mutation for PayeesMerge {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let target = match read::payees::find(world.reader, &self.target_id)? {
            Some(payee) if !payee.deleted => payee,
            Some(_) | None => return Err(CallError::of(ErrorCode::PayeeNotFound)),
        };
        let (mut changes, mut names) = (Vec::new(), Vec::new());
        let mut merged = HashSet::from([&self.target_id]);
        for id in self.merge_ids.iter().filter(|_| !target.of_transfers) {
            let found = read::payees::find(world.reader, id)?;
            if let Some(payee) = found.filter(|it| merged.insert(id) && !it.of_transfers) {
                let mapped = read::payees::mapped_to(world.reader, id)?;
                changes.extend(payees::merge(id, &mapped, &self.target_id));
                names.extend(Some(payee.name).filter(|name| !name.trim().is_empty()));
            }
        }
        if self.rename == Some(true) && !names.is_empty() {
            changes.extend(rules::renames(world, &names, self.target_id.as_str())?.1);
        }
        let meta = json!({ "targetId": self.target_id, "mergeIds": self.merge_ids });
        Ok(Plan { meta: Some(meta), ..Plan::step(changes, ()) })
    }
}
