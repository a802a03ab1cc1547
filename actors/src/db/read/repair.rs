//! The rows that a repair of splits checks. Scans the whole ledger.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, Result};
use sobre_engine::ids::TransactionId;
use sobre_engine::ledger::{RepairRows, Transaction};

use super::transactions::{by_id, children};

/// Live children that differ from their parent, or have none.
const ODD_CHILDREN: &str = "SELECT t.id, t.parent_id
    FROM transactions t
    LEFT JOIN transactions s ON s.id = t.parent_id AND s.date IS NOT NULL AND s.acct IS NOT NULL
    LEFT JOIN payee_mapping tp ON tp.id = t.description
    LEFT JOIN payee_mapping sp ON sp.id = s.description
    WHERE t.isChild = 1 AND ifnull(t.tombstone, 0) = 0 AND t.parent_id IS NOT NULL
      AND (s.id IS NULL OR ifnull(s.tombstone, 0) <> 0
           OR ifnull(t.cleared, 0) <> ifnull(s.cleared, 0)
           OR (tp.targetId IS NULL AND sp.targetId IS NOT NULL))";

/// Live rows that may have fields not allowed for their kind.
const ODD_OTHERS: &str = "SELECT t.id FROM transactions t
    WHERE ifnull(t.tombstone, 0) = 0
      AND ((t.isParent = 0 AND t.error IS NOT NULL)
           OR (t.category IS NOT NULL AND (t.isParent = 1 OR t.transferred_id IS NOT NULL)))";

/// Live split parents whose live children do not add up. SQLite's sums are limited to 64 bits, so
/// the halves of a number are summed separately.
const MISMATCHED: &str = "SELECT s.id FROM transactions s
    WHERE s.isParent = 1 AND s.isChild = 0 AND ifnull(s.tombstone, 0) = 0
      AND (ifnull(s.amount, 0) >> 32, ifnull(s.amount, 0) & 4294967295) IS NOT (
          SELECT ifnull(SUM(t.amount >> 32) + (SUM(t.amount & 4294967295) >> 32), 0),
                 ifnull(SUM(t.amount & 4294967295) & 4294967295, 0)
          FROM transactions t
          WHERE t.parent_id = s.id AND t.isChild = 1 AND ifnull(t.tombstone, 0) = 0
            AND t.date IS NOT NULL AND t.acct IS NOT NULL)
    ORDER BY s.date DESC, s.id";

/// The input of a repair.
pub(crate) fn rows(reader: &Connection) -> Result<RepairRows> {
    let mut rows = RepairRows::default();
    let pairs: Vec<(TransactionId, TransactionId)> = reader
        .prepare(ODD_CHILDREN)?
        .query_map([], |row| {
            Ok((row.get::<_, String>(0)?.into(), row.get::<_, String>(1)?.into()))
        })?
        .collect::<Result<_>>()?;
    let (ids, parents): (Vec<_>, Vec<_>) = pairs.iter().cloned().unzip();
    let splits = by_row_id(reader, &parents)?;
    let found = by_row_id(reader, &ids)?;
    let child = |(id, parent): &(TransactionId, TransactionId)| {
        Some((found.get(id)?.clone(), splits.get(parent).cloned()))
    };
    rows.children = pairs.iter().filter_map(child).collect();
    rows.others = by_id(reader, &ids_of(reader, ODD_OTHERS)?)?;
    rows.paired = paired(reader, &rows.others)?;
    let mut accounts = reader.prepare(
        "SELECT a.id, ifnull(a.offbudget, 0), p.id FROM accounts a
         LEFT JOIN payees p ON p.transfer_acct = a.id AND ifnull(p.tombstone, 0) = 0
         WHERE ifnull(a.tombstone, 0) = 0",
    )?;
    let mut accounts = accounts.query([])?;
    while let Some(row) = accounts.next()? {
        let account: String = row.get(0)?;
        rows.off_budget.insert(account.as_str().into(), row.get::<_, i64>(1)? != 0);
        if let Some(payee) = row.get::<_, Option<String>>(2)? {
            rows.transfers.insert(payee.into(), account.into());
        }
    }
    Ok(rows)
}

/// Rows with an error whose other side is live and points back.
fn paired(reader: &Connection, rows: &[Transaction]) -> Result<HashSet<TransactionId>> {
    let odd = || rows.iter().filter(|row| row.error.is_some());
    let linked: Vec<_> = odd().filter_map(|row| row.transfer_id.clone()).collect();
    let others = by_row_id(reader, &linked)?;
    let is_paired = |row: &&Transaction| {
        let other = row.transfer_id.as_ref().and_then(|id| others.get(id));
        other.is_some_and(|other| !other.tombstone && other.transfer_id.as_ref() == Some(&row.id))
    };
    Ok(odd().filter(is_paired).map(|row| row.id.clone()).collect())
}

/// Live split parents whose children do not add up, each with its children.
pub(crate) fn mismatched(reader: &Connection) -> Result<Vec<(Transaction, Vec<Transaction>)>> {
    let ids = ids_of(reader, MISMATCHED)?;
    let mut splits = by_row_id(reader, &ids)?;
    let mut all: HashMap<TransactionId, Vec<Transaction>> = HashMap::new();
    for child in children(reader, &ids)? {
        if let Some(parent) = child.parent_id.clone() {
            all.entry(parent).or_default().push(child);
        }
    }
    let with_children =
        ids.iter().filter_map(|id| Some((splits.remove(id)?, all.remove(id).unwrap_or_default())));
    Ok(with_children.collect())
}

fn ids_of(reader: &Connection, sql: &str) -> Result<Vec<TransactionId>> {
    let mut statement = reader.prepare(sql)?;
    statement.query_map([], |row| row.get::<_, String>(0).map(Into::into))?.collect()
}

fn by_row_id(
    reader: &Connection,
    ids: &[TransactionId],
) -> Result<HashMap<TransactionId, Transaction>> {
    Ok(by_id(reader, ids)?.into_iter().map(|row| (row.id.clone(), row)).collect())
}
