//! The stored rows that a merge may have left inconsistent: the written ones, with their parents,
//! children and the other sides of their transfers.

use std::collections::BTreeSet;
use std::sync::Arc;

use rusqlite::{Connection, Result, Row};
use sobre_engine::ids::TransactionId;
use sobre_engine::ledger::{MergedRow, MergedRows};

const COLUMNS: &str = "id, acct, ifnull(amount, 0), description, ifnull(isParent, 0), \
    ifnull(isChild, 0), parent_id, transferred_id, error, ifnull(tombstone, 0)";

/// How often related rows are added: the parent, its children, the other side of a child's
/// transfer, and the parent of that.
const WIDENED: usize = 4;

/// The written rows and their related rows.
pub(crate) fn rows(conn: &Connection, written: &[Arc<str>]) -> Result<MergedRows> {
    let mut pieces = MergedRows::default();
    let mut by_id =
        conn.prepare_cached(&format!("SELECT {COLUMNS} FROM transactions WHERE id = ?1"))?;
    let mut children = conn.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM transactions WHERE parent_id = ?1 AND isChild = 1"
    ))?;
    let mut wanted: BTreeSet<TransactionId> =
        written.iter().map(|id| TransactionId::from(&**id)).collect();
    for _ in 0..=WIDENED {
        let mut next = BTreeSet::new();
        for id in wanted {
            let mut found = by_id.query_map([id.as_str()], piece)?.collect::<Result<Vec<_>>>()?;
            if found.iter().any(|(_, row)| !row.is_child) {
                found
                    .extend(children.query_map([id.as_str()], piece)?.collect::<Result<Vec<_>>>()?);
            }
            for (id, row) in found {
                next.extend(row.parent.iter().chain(&row.partner).cloned());
                pieces.rows.insert(id, row);
            }
        }
        next.retain(|id| !pieces.rows.contains_key(id));
        if next.is_empty() {
            break;
        }
        wanted = next;
    }
    let mut accounts = conn.prepare_cached(
        "SELECT transfer_acct, min(id) FROM payees \
         WHERE transfer_acct IS NOT NULL AND ifnull(tombstone, 0) = 0 GROUP BY transfer_acct",
    )?;
    let payee =
        |row: &Row<'_>| Ok((row.get::<_, String>(0)?.into(), row.get::<_, String>(1)?.into()));
    pieces.transfers_to = accounts.query_map([], payee)?.collect::<Result<_>>()?;
    Ok(pieces)
}

fn piece(row: &Row<'_>) -> Result<(TransactionId, MergedRow)> {
    let text = |at| row.get::<_, Option<String>>(at);
    let flag = |at| row.get::<_, i64>(at).map(|number| number == 1);
    let piece = MergedRow {
        account: text(1)?.map(Into::into),
        amount: row.get(2)?,
        payee: text(3)?.map(Into::into),
        is_parent: flag(4)?,
        is_child: flag(5)?,
        parent: text(6)?.filter(|_| flag(5).unwrap_or(false)).map(Into::into),
        partner: text(7)?.map(Into::into),
        error: text(8)?,
        tombstone: flag(9)?,
    };
    Ok((row.get::<_, String>(0)?.into(), piece))
}
