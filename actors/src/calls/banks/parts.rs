//! Cuts the writes of a large import into parts, so that edits need not wait for all of them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::TransactionId;

/// Columns that make a transaction depend on another one.
const TIES: [&str; 4] = ["transferred_id", "parent_id", "isParent", "isChild"];

/// The changes of an import in the order of their commits: the first has all but `new`
/// transactions, the others at most `rows` of those each. New transactions that depend on others
/// are in the first one too. Until the last commit the account may differ from its bank; an import
/// that ends before continues when its message is read again.
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
    let (later, first): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(waits);
    let mut places: HashMap<Arc<str>, usize> = HashMap::new();
    let mut parts: Vec<Vec<Change>> = Vec::new();
    for change in later {
        let next = places.len();
        let place = *places.entry(Arc::clone(&change.row)).or_insert(next) / rows;
        if place == parts.len() {
            parts.push(Vec::new());
        }
        parts[place].push(change);
    }
    (first, parts)
}
