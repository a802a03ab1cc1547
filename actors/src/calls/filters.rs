//! Saved filters of the register.

use serde_json::Value as Json;
use sobre_engine::crdt::{Change, Value};
use sobre_engine::rules::Condition;

use crate::contract::filters::{ConditionsOp, FilterCreate, FilterDelete, FilterUpdate};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::limits;
use crate::router::Mutation;
use crate::world::{Plan, World};

const TABLE: &str = "transaction_filters";

impl Mutation for FilterCreate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let id = world.ids.row_id();
        let name = free_name(&read::filters::names(world.reader)?, &id, &self.name)?;
        let op = self.conditions_op.unwrap_or(ConditionsOp::And);
        let changes = vec![
            set(&id, "name", name),
            set(&id, "conditions", conditions(&self.conditions)?),
            set(&id, "conditions_op", op.name().to_owned()),
        ];
        Ok(Plan::step(changes, id))
    }
}

impl Mutation for FilterUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let Self { id, name, conditions: given, conditions_op } = self;
        let known = read::filters::names(world.reader)?;
        if known.iter().all(|(other, _)| *other != id) {
            return Err(CallError::of(ErrorCode::FilterNotFound));
        }
        let mut changes = Vec::new();
        if let Some(name) = name {
            changes.push(set(&id, "name", free_name(&known, &id, &name)?));
        }
        if let Some(given) = given {
            changes.push(set(&id, "conditions", conditions(&given)?));
        }
        changes.extend(conditions_op.map(|op| set(&id, "conditions_op", op.name().to_owned())));
        Ok(Plan::step(changes, ()))
    }
}

impl Mutation for FilterDelete {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let known = read::filters::names(world.reader)?;
        if known.iter().all(|(id, _)| *id != self.id) {
            return Err(CallError::of(ErrorCode::FilterNotFound));
        }
        Ok(Plan::step(vec![Change::new(TABLE, &self.id, "tombstone", 1)], ()))
    }
}

fn set(id: &str, column: &'static str, text: String) -> Change {
    Change::new(TABLE, id, column, Value::Text(text.into()))
}

/// The trimmed name, if no filter but `id` has it.
fn free_name(known: &[(String, String)], id: &str, name: &str) -> Result<String, CallError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(CallError::of(ErrorCode::NameRequired));
    }
    let wanted = name.to_lowercase();
    let is_taken =
        |(other, taken): &(String, String)| other != id && taken.to_lowercase() == wanted;
    if known.iter().any(is_taken) {
        return Err(CallError::of(ErrorCode::FilterExists));
    }
    Ok(name.to_owned())
}

/// The conditions in stored form, if each is well formed.
fn conditions(given: &[Json]) -> Result<String, CallError> {
    if given.is_empty() || given.len() > limits::CONDITIONS {
        let message = format!("A filter has 1 to {} conditions.", limits::CONDITIONS);
        return Err(CallError::new(ErrorCode::InvalidCondition, message));
    }
    for condition in given {
        if let Err(error) = Condition::read(condition) {
            let message = format!("A condition is not well formed: {error}.");
            return Err(CallError::new(ErrorCode::InvalidCondition, message));
        }
    }
    serde_json::to_string(given).map_err(|error| CallError::internal(&error))
}
