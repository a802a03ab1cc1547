//! Merging two transactions, and repairing splits.

use crate::calls::stored_ledger::StoredLedger;
use crate::contract::CallError;
use crate::contract::transactions::{
    FixSplitTransactions, FixedSplits, MismatchedSplit, Transaction, TransactionsMerge,
};
use crate::db::read;
use crate::router::Mutation;
use crate::world::{Plan, World};
use sobre_engine::ids::TransactionId;
use sobre_engine::ledger::repair;

impl Mutation for TransactionsMerge {
    fn decide(self, world: &World<'_>) -> Result<Plan<TransactionId>, CallError> {
        let (changes, kept) = StoredLedger::of(world).merge(&self.ids)?;
        Ok(Plan::step(changes, kept))
    }
}

/// Repairs are not recorded for undo, which would restore the errors.
impl Mutation for FixSplitTransactions {
    fn decide(self, world: &World<'_>) -> Result<Plan<FixedSplits>, CallError> {
        let repair = repair(&read::repair::rows(world.reader)?);
        let ledger = StoredLedger::of(world);
        let mut changes = ledger.decide(&repair.changes)?.changes;
        changes.extend(ledger.decide(&repair.halves)?.changes);
        changes.extend(ledger.decide(&repair.deletions)?.changes);
        let mismatched = read::repair::mismatched(world.reader)?;
        let counts = repair.counts;
        let fixed = FixedSplits {
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
        };
        Ok(Plan::unrecorded(changes, fixed))
    }
}
