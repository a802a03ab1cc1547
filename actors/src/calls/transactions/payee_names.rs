//! Payees that added transactions name instead of giving their id, as scripts do.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::{Value, json};
use sobre_engine::ids::PayeeId;
use sobre_engine::schedules::made_payee_id;

use crate::contract::payees::NewPayee;
use crate::contract::transactions::GivenFields;
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::world::World;

/// Replaces each name by the id of its payee, and adds new payees to `made`, the payees that the
/// same step creates. A given payee wins over a name, and a blank name is ignored. Names never
/// match transfer payees: a name alone must not make a row a transfer.
///
/// # Errors
/// `invalid-transaction` for a name that is not text.
pub(in crate::calls) fn resolve<'a>(
    world: &World<'_>,
    added: impl Iterator<Item = &'a mut GivenFields>,
    made: &mut Vec<NewPayee>,
) -> Result<(), CallError> {
    resolve_as(world, added, made, &|_| Ok(world.ids.row_id().into()))
}

/// As [`resolve`], with an id for each new name.
pub(in crate::calls) fn resolve_as<'a>(
    world: &World<'_>,
    added: impl Iterator<Item = &'a mut GivenFields>,
    made: &mut Vec<NewPayee>,
    new_id: &dyn Fn(&str) -> Result<PayeeId, CallError>,
) -> Result<(), CallError> {
    let mut known: Option<HashMap<String, PayeeId>> = None;
    for row in added {
        let Some(given) = row.remove("payee_name") else { continue };
        let Some(name) = name(&given)? else { continue };
        if row.get("payee").is_some_and(|payee| !payee.is_null()) {
            continue;
        }
        let known = match &mut known {
            Some(known) => known,
            None => known.insert(by_name(world, made)?),
        };
        let id = match known.entry(name.to_lowercase()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let id = new_id(name)?;
                made.push(NewPayee { id: Some(id.clone()), name: name.to_owned() });
                new.insert(id)
            }
        };
        row.insert("payee".to_owned(), json!(id));
    }
    Ok(())
}

/// The payee with a name, ignoring case.
pub(in crate::calls) fn existing(
    world: &World<'_>,
    name: &str,
) -> Result<Option<PayeeId>, CallError> {
    Ok(by_name(world, &mut [])?.remove(&name.trim().to_lowercase()))
}

/// The first id for a payee of a name that no payee has, or had.
pub(in crate::calls) fn free_id(world: &World<'_>, name: &str) -> Result<PayeeId, CallError> {
    let mut version = 0;
    loop {
        let id = made_payee_id(name, version);
        if read::payees::find(world.reader, &id)?.is_none() {
            return Ok(id);
        }
        version += 1;
    }
}

/// The trimmed name; none if it is blank.
fn name(given: &Value) -> Result<Option<&str>, CallError> {
    match given {
        Value::Null => Ok(None),
        Value::String(name) => Ok(Some(name.trim()).filter(|name| !name.is_empty())),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Err(CallError::new(ErrorCode::InvalidTransaction, "A payee_name must be text."))
        }
    }
}

/// Existing payees and those that the same step creates, by lower-case name. The first in list
/// order wins.
fn by_name(
    world: &World<'_>,
    made: &mut [NewPayee],
) -> Result<HashMap<String, PayeeId>, CallError> {
    let mut known = HashMap::new();
    for payee in read::payees::living(world.reader)? {
        if payee.transfer_acct.is_none() {
            known.entry(payee.name.trim().to_lowercase()).or_insert(payee.id);
        }
    }
    for NewPayee { id, name } in made {
        let id = id.get_or_insert_with(|| world.ids.row_id().into());
        known.entry(name.trim().to_lowercase()).or_insert_with(|| id.clone());
    }
    Ok(known)
}
