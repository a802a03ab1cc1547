//! Linking transactions to a schedule, and unlinking them.

use serde_json::json;
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
        if transaction_ids.len() > limits::ROWS_PER_CALL {
            return Err(CallError::of(ErrorCode::TooManyRows));
        }
        let name = match &schedule {
            Some(id) => Some(Schedules::of(world)?.get(id)?.name(world)?),
            None => None,
        };
        let row = |id| {
            let fields = [("id".to_owned(), json!(id)), ("schedule".to_owned(), json!(schedule))];
            UpdatedRow::read(&fields.into_iter().collect::<GivenFields>())
        };
        let count = transaction_ids.len();
        let updated = transaction_ids.iter().map(row).collect::<Result<_, LedgerError>>()?;
        let batch = Batch { updated, run_transfers: true, ..Batch::default() };
        let changes = StoredLedger::of(world).decide(&batch)?.changes;
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
