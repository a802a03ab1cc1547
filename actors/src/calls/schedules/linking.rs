//! Linking transactions to a schedule, and unlinking them.

use serde_json::json;
use sobre_engine::crdt::Change;
use sobre_engine::ids::TransactionId;
use sobre_engine::ledger::{Batch, LedgerError, UpdatedRow};

use super::stored::Schedules;
use crate::calls::stored_ledger::StoredLedger;
use crate::contract::schedules::ScheduleLinkTransactions;
use crate::contract::transactions::GivenFields;
use crate::contract::{CallError, ErrorCode};
use crate::limits;
use crate::router::Mutation;
use crate::world::{Plan, World};

impl Mutation for ScheduleLinkTransactions {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let Self { id: schedule, transaction_ids } = self;
        let name = match &schedule {
            Some(id) => Some(Schedules::of(world)?.get(id)?.name(world)?),
            None => None,
        };
        let count = transaction_ids.len();
        let changes = linked(world, schedule.as_deref(), &transaction_ids)?;
        let plan = Plan::step(changes, ());
        Ok(match name {
            Some(name) => {
                let facts = [("count", count.into()), ("name", name.as_str().into())];
                plan.named("linkedToSchedule", facts)
            }
            None => plan.named("unlinkedFromSchedules", [("count", count.into())]),
        })
    }
}

/// The changes that link transactions to a schedule, or unlink them, with the other sides of
/// transfers.
///
/// # Errors
/// `too-many-rows`, or `transaction-not-found`.
pub(super) fn linked(
    world: &World<'_>,
    schedule: Option<&str>,
    transactions: &[TransactionId],
) -> Result<Vec<Change>, CallError> {
    if transactions.len() > limits::ROWS_PER_CALL {
        return Err(CallError::of(ErrorCode::TooManyRows));
    }
    let row = |id| {
        let fields = [("id".to_owned(), json!(id)), ("schedule".to_owned(), json!(schedule))];
        UpdatedRow::read(&fields.into_iter().collect::<GivenFields>())
    };
    let updated = transactions.iter().map(row).collect::<Result<_, LedgerError>>()?;
    let batch = Batch { updated, run_transfers: true, ..Batch::default() };
    Ok(StoredLedger::of(world).decide(&batch)?.changes)
}
