//! Calls about transactions.

pub(super) mod payee_names;
mod repair;

use std::collections::HashSet;

use serde_json::{Value, json};
use sobre_engine::ids::TransactionId;
use sobre_engine::ledger::{AddedRow, Batch, FollowUp, LedgerError, Outcome, UpdatedRow};

use super::payees::made_payees;
use super::rules::applying::{fill_new, run_on_new};
use super::rules::learning::{categorized, learned};
use super::stored_ledger::StoredLedger;
use crate::contract::payees::NewPayee;
use crate::contract::transactions::{
    BatchUpdated, GetEarliestTransaction, GetLatestTransaction, GivenFields, Transaction,
    TransactionsBatchUpdate,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::limits;
use crate::router::{Mutation, Query};
use crate::world::{MovedPayees, Plan, World};

impl Mutation for TransactionsBatchUpdate {
    fn decide(mut self, world: &World<'_>) -> Result<Plan<BatchUpdated>, CallError> {
        let answers_rows = self.answer_rows != Some(false);
        let learns = self.learn_categories == Some(true);
        refuse_too_many(&self)?;
        let mut payees = self.new_payees.take().unwrap_or_default();
        let given_payees = payees.len();
        payee_names::resolve(world, self.added.iter_mut().flatten(), &mut payees)?;
        if self.run_rules == Some(true) {
            let added = self.added.take().unwrap_or_default();
            let mut added = run_on_new(world, added)?;
            payee_names::resolve(world, added.iter_mut(), &mut payees)?;
            let mut made = payees.split_off(given_payees);
            drop_unused(&mut made, &added);
            payees.append(&mut made);
            self.added = Some(added);
        }
        let mut filled = HashSet::new();
        if self.fill_by_rules == Some(true) {
            let (mut added, by_rules) = fill_new(world, self.added.take().unwrap_or_default())?;
            payee_names::resolve(world, added.iter_mut(), &mut payees)?;
            (self.added, filled) = (Some(added), by_rules);
        }
        let batch = batch(self)?;
        let (made, new) = made_payees(world, not_made_yet(world, payees)?)?;
        let mut outcome = StoredLedger::of(world).with_payees(new).decide(&batch)?;
        if learns {
            let mut categorized = categorized(&batch, &outcome.added);
            categorized.retain(|id| !filled.contains(id));
            let rules = learned(world, &categorized, &outcome.changes)?;
            outcome.changes.extend(rules);
        }
        outcome.changes.splice(0..0, made);
        Ok(updated_batch(outcome, answers_rows))
    }
}

/// The plan of a batch.
pub(super) fn updated_batch(outcome: Outcome, answers_rows: bool) -> Plan<BatchUpdated> {
    let Outcome { changes, added, updated, deleted, left_payees, new_payees } = outcome;
    let updated = updated.into_iter().map(written_fields).collect();
    let rows = |rows: Vec<_>| if answers_rows { rows } else { Vec::new() };
    let (added, deleted) = (rows(added), rows(deleted));
    let reply = BatchUpdated { added, updated, deleted, errors: Vec::new() };
    let moved = MovedPayees { left: left_payees, new: new_payees };
    let moved_payees = Some(moved).filter(|moved| !moved.left.is_empty());
    Plan { moved_payees, ..Plan::step(changes, reply) }
}

/// Drops payees that were made for names if rules replaced them in every transaction.
pub(super) fn drop_unused<'r>(
    made: &mut Vec<NewPayee>,
    rows: impl IntoIterator<Item = &'r GivenFields>,
) {
    let payee = |row: &'r GivenFields| row.get("payee").and_then(Value::as_str);
    let used: HashSet<&str> = rows.into_iter().filter_map(payee).collect();
    made.retain(|payee| payee.id.as_ref().is_some_and(|id| used.contains(id.as_str())));
}

/// Drops payees that already exist exactly so: a client that missed the response to an earlier
/// batch sends them again.
pub(super) fn not_made_yet(
    world: &World<'_>,
    payees: Vec<NewPayee>,
) -> Result<Vec<NewPayee>, CallError> {
    let mut left = Vec::with_capacity(payees.len());
    for payee in payees {
        let standing = match &payee.id {
            Some(id) => read::payees::find(world.reader, id)?,
            None => None,
        };
        let is_made = |it: read::payees::PayeeState| !it.deleted && it.name == payee.name;
        if !standing.is_some_and(is_made) {
            left.push(payee);
        }
    }
    Ok(left)
}

fn refuse_too_many(call: &TransactionsBatchUpdate) -> Result<(), CallError> {
    let count = |given: Option<usize>| given.unwrap_or(0);
    let rows = count(call.added.as_ref().map(Vec::len))
        + count(call.updated.as_ref().map(Vec::len))
        + count(call.deleted.as_ref().map(Vec::len));
    if rows > limits::ROWS_PER_CALL {
        let message = format!("{rows} rows are too many. The limit is {}.", limits::ROWS_PER_CALL);
        let facts = json!({ "most": limits::ROWS_PER_CALL });
        return Err(CallError::new(ErrorCode::TooManyRows, message).with_meta(facts));
    }
    if count(call.new_payees.as_ref().map(Vec::len)) > limits::ROWS_PER_CALL {
        return Err(CallError::of(ErrorCode::TooManyRows));
    }
    Ok(())
}

/// Reads the call's rows.
fn batch(call: TransactionsBatchUpdate) -> Result<Batch, CallError> {
    let (added, updated) = (call.added.unwrap_or_default(), call.updated.unwrap_or_default());
    let deleted = call.deleted.unwrap_or_default();
    Ok(Batch {
        added: added.iter().map(AddedRow::read).collect::<Result<_, LedgerError>>()?,
        updated: updated.iter().map(UpdatedRow::read).collect::<Result<_, LedgerError>>()?,
        deleted: deleted.into_iter().map(|row| TransactionId::from(row.id)).collect(),
        run_transfers: call.run_transfers.unwrap_or(true),
    })
}

/// The fields that a transfer update wrote in a given row, by public names.
fn written_fields(follow_up: FollowUp) -> GivenFields {
    let mut fields = GivenFields::new();
    fields.insert("id".to_owned(), json!(follow_up.id));
    if let Some(transfer_id) = follow_up.transfer_id {
        fields.insert("transfer_id".to_owned(), json!(transfer_id));
    }
    if follow_up.category_cleared {
        fields.insert("category".to_owned(), Value::Null);
    }
    fields
}

impl Query for GetEarliestTransaction {
    fn run(self, world: &World<'_>) -> Result<Option<Transaction>, CallError> {
        Ok(read::transactions::outermost(world.reader, false)?.map(Transaction::shown))
    }
}

impl Query for GetLatestTransaction {
    fn run(self, world: &World<'_>) -> Result<Option<Transaction>, CallError> {
        Ok(read::transactions::outermost(world.reader, true)?.map(Transaction::shown))
    }
}
