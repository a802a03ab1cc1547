//! Joins the two reports of a commit, from the database and the sheet, by revision.

use std::collections::VecDeque;

use actix::Message;
use sobre_engine::sheet::ChangedCells;

use crate::contract::Event;
use crate::contract::JsonText;
use crate::contract::budget::BudgetBounds;
use crate::contract::events::SyncEvent;
use crate::session::SessionId;

/// Reads the written transactions as tabs list them; `None` on failure, after which tabs request
/// them.
pub(crate) type ReadTransactions = Box<dyn FnOnce() -> Option<JsonText> + Send>;

/// The database's report of a revision, sent to tabs after its cells.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct CommitReport {
    pub(crate) revision: u64,
    pub(crate) origin: Option<SessionId>,
    /// The written rows; `None` if only the sheet changed.
    pub(crate) applied: Option<SyncEvent>,
    /// Reads the transactions written according to `applied`, if they are few.
    pub(crate) transactions: Option<ReadTransactions>,
    /// Further events, sent after the rows.
    pub(crate) others: Vec<Event>,
}

impl CommitReport {
    /// A revision of the sheet that wrote no rows.
    pub(crate) const fn of_sheet(revision: u64) -> Self {
        Self { revision, origin: None, applied: None, transactions: None, others: Vec::new() }
    }
}

/// The sheet's report of a revision.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct CellsReport {
    pub(crate) revision: u64,
    pub(crate) cells: ChangedCells,
    /// The months with cells, if they changed.
    pub(crate) bounds: Option<BudgetBounds>,
}

/// Revisions that only one side has reported, or that have not been sent yet. Both sides report
/// every revision, in order.
#[derive(Default)]
pub(super) struct Join {
    committed: VecDeque<CommitReport>,
    computed: VecDeque<CellsReport>,
}

impl Join {
    pub(super) fn committed(&mut self, committed: CommitReport) {
        self.committed.push_back(committed);
    }

    pub(super) fn computed(&mut self, computed: CellsReport) {
        self.computed.push_back(computed);
    }

    /// The next revision reported by both sides.
    pub(super) fn next(&mut self) -> Option<(CommitReport, CellsReport)> {
        let (committed, computed) = (self.committed.pop_front()?, self.computed.pop_front());
        let Some(computed) = computed else {
            self.committed.push_front(committed);
            return None;
        };
        debug_assert_eq!(committed.revision, computed.revision, "both report every revision");
        Some((committed, computed))
    }

    /// The number of waiting commits.
    pub(super) fn waiting(&self) -> usize {
        self.committed.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn computed(revision: u64) -> CellsReport {
        CellsReport { revision, cells: ChangedCells::default(), bounds: None }
    }

    fn next(join: &mut Join) -> Option<u64> {
        join.next().map(|(committed, _)| committed.revision)
    }

    #[test]
    fn a_revision_is_sent_once_both_sides_have_reported_in_any_order() {
        let mut join = Join::default();
        join.committed(CommitReport::of_sheet(1));
        assert_eq!(next(&mut join), None);
        join.committed(CommitReport::of_sheet(2));
        join.computed(computed(1));
        assert_eq!(next(&mut join), Some(1));
        assert_eq!(next(&mut join), None);
        join.computed(computed(2));
        join.computed(computed(3));
        assert_eq!(next(&mut join), Some(2));
        assert_eq!(next(&mut join), None);
        join.committed(CommitReport::of_sheet(3));
        assert_eq!(next(&mut join), Some(3));
    }
}
