//! Merging two transactions, and repairing splits.

use crate::calls::said::said_of_both;
use crate::calls::stored_ledger::StoredLedger;
use crate::contract::CallError;
use crate::contract::transactions::{
    CheckSplitTransactions, FixSplitTransactions, FixedSplits, MismatchedSplit, Transaction,
    TransactionsMerge,
};
use crate::db::read;
use crate::open_budget::Cost;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::TransactionId;
use sobre_engine::ledger::{RepairCounts, repair};

impl Mutation for TransactionsMerge {
    fn decide(self, world: &World<'_>) -> Result<Plan<TransactionId>, CallError> {
        let (mut changes, remaining) = StoredLedger::of(world).merge(&self.ids)?;
        changes.extend(said_by_banks(world, &self.ids, &remaining)?);
        Ok(Plan::step(changes, remaining))
    }
}

/// Remembers the lines of the row that goes, so that no import adds it again.
fn said_by_banks(
    world: &World<'_>,
    ids: &[TransactionId; 2],
    remaining: &TransactionId,
) -> Result<Option<Change>, CallError> {
    let [one, other] = ids;
    let gone = if one == remaining { other } else { one };
    let kept = read::statements::by_id(world.reader, remaining)?;
    let dropped = read::statements::by_id(world.reader, gone)?;
    let said = kept.zip(dropped).and_then(|(kept, dropped)| said_of_both(&kept, &dropped));
    Ok(said.map(|said| {
        Change::new("transactions", remaining.as_str(), "raw_synced_data", Value::from(&*said))
    }))
}

/// Repairs are not recorded for undo, which would restore the errors.
impl Mutation for FixSplitTransactions {
    fn decide(self, world: &World<'_>) -> Result<Plan<FixedSplits>, CallError> {
        let repair = repair(&read::repair::rows(world.reader)?);
        let ledger = StoredLedger::of(world);
        let mut changes = ledger.decide(&repair.changes)?.changes;
        changes.extend(ledger.decide(&repair.halves)?.changes);
        changes.extend(ledger.decide(&repair.deletions)?.changes);
        let fixed = fixed_splits(world, repair.counts)?;
        Ok(Plan::unrecorded(changes, fixed))
    }
}

impl Query for CheckSplitTransactions {
    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<FixedSplits, CallError> {
        fixed_splits(world, repair(&read::repair::rows(world.reader)?).counts)
    }
}

/// The counts of a repair, with the splits that only a person can correct.
fn fixed_splits(world: &World<'_>, counts: RepairCounts) -> Result<FixedSplits, CallError> {
    let mismatched = read::repair::mismatched(world.reader)?;
    Ok(FixedSplits {
        num_blank_payees: counts.blank_payees,
        num_cleared: counts.cleared,
        num_deleted: counts.deleted,
        num_transfers_fixed: counts.transfers,
        num_non_parent_errors_fixed: counts.errors,
        num_parent_transactions_with_category_fixed: counts.categories,
        mismatched_splits: mismatched
            .into_iter()
            .map(|(split, children)| MismatchedSplit {
                split: split.shown(),
                subtransactions: children.into_iter().map(Transaction::shown).collect(),
            })
            .collect(),
    })
}
