//! Category learning (spec/5 section 1.4): the place where rules come to be from what people
//! choose. Rules are not kept by this program yet, so nothing follows from the considered rows.

use sobre_engine::crdt::Change;

use crate::contract::transactions::Transaction;

/// The changes of rules that follow from rows that were given a category, as they are after the
/// batch that gave it.
pub(super) const fn learned(_considered: &[Transaction]) -> Vec<Change> {
    Vec::new()
}
