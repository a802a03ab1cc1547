//! Cuts the writes of a large import into parts, so that edits need not wait for all of them.

use std::collections::HashSet;
use std::sync::Arc;

use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::TransactionId;

/// Columns that make a transaction depend on another one.
const TIES: [&str; 4] = ["transferred_id", "parent_id", "isParent", "isChild"];

/// The changes of an import in the order of their commits: the first has all but `new`
/// transactions, the others at most `rows` of those each, by their ids. New transactions that
/// depend on others are in the first one too. Until the last commit the account may differ from
/// its bank; an import that ends before continues when its message is read again.
pub(super) fn parts(
    changes: Vec<Change>,
    new: &HashSet<TransactionId>,
    rows: usize,
) -> (Vec<Change>, Vec<Vec<Change>>) {
    if new.len() <= rows {
        return (changes, Vec::new());
    }
    let new: HashSet<&str> = new.iter().map(TransactionId::as_str).collect();
    let is_tied = |change: &&Change| {
        let is_none = matches!(change.value, Value::Null) || change.value == Value::from(0);
        TIES.contains(&&*change.column) && !is_none
    };
    let tied = changes.iter().filter(is_tied).map(|it| Arc::clone(&it.row));
    let tied: HashSet<Arc<str>> = tied.collect();
    let waits = |it: &Change| {
        it.dataset == "transactions" && new.contains(&*it.row) && !tied.contains(&it.row)
    };
    let (mut later, first): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(waits);
    // Neighbours in the log and in the index of ids are written by one commit.
    later.sort_by(|left, right| left.row.cmp(&right.row));
    let by_row: Vec<&[Change]> = later.chunk_by(|left, right| left.row == right.row).collect();
    let parts = by_row.chunks(rows).map(<[_]>::concat).collect();
    (first, parts)
}
