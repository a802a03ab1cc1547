//! Transactions and the lookups of decisions. Ids are passed as one JSON list, so that any number
//! of rows is one statement.

use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Result, Row};
use sobre_engine::ids::{AccountId, CategoryId, PayeeId, TransactionId};
use sobre_engine::ledger::{Account, Payee, StoredDay, Transaction};

/// The columns of a transaction `t`, with payee and category mapped.
pub(super) const COLUMNS: &str = "t.id, t.isParent, t.isChild, t.parent_id, t.acct, cm.transferId, \
    ifnull(t.amount, 0), pm.targetId, t.notes, t.date, t.financial_id, t.error, \
    t.imported_description, t.starting_balance_flag, t.transferred_id, t.sort_order, t.cleared, \
    t.reconciled, t.tombstone, t.schedule";

pub(super) const MAPPINGS: &str = "LEFT JOIN payee_mapping pm ON pm.id = t.description \
    LEFT JOIN category_mapping cm ON cm.id = t.category";

/// The condition for rows that exist for readers, deleted or not.
const VISIBLE: &str =
    "t.date IS NOT NULL AND t.acct IS NOT NULL AND (t.isChild = 0 OR t.parent_id IS NOT NULL)";

/// Transactions by id, deleted ones included.
pub(crate) fn by_id(reader: &Connection, ids: &[TransactionId]) -> Result<Vec<Transaction>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM json_each(?1) wanted CROSS JOIN transactions t \
         ON t.id = wanted.value {MAPPINGS} WHERE {VISIBLE}"
    );
    reader.prepare_cached(&sql)?.query_map([list(ids)], transaction)?.collect()
}

/// The live children of split parents.
pub(crate) fn children(reader: &Connection, parents: &[TransactionId]) -> Result<Vec<Transaction>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM json_each(?1) wanted CROSS JOIN transactions t \
         ON t.parent_id = wanted.value {MAPPINGS} \
         WHERE t.isChild = 1 AND ifnull(t.tombstone, 0) = 0 AND {VISIBLE} \
         ORDER BY wanted.key, t.sort_order DESC, t.id"
    );
    reader.prepare_cached(&sql)?.query_map([list(parents)], transaction)?.collect()
}

/// The first live transaction in register order that is not a child, from the oldest or the latest
/// end.
pub(crate) fn outermost(reader: &Connection, latest: bool) -> Result<Option<Transaction>> {
    reader.prepare_cached(&outermost_sql(latest))?.query_row([], transaction).optional()
}

/// Names the index and reads from one end: otherwise SQLite reads and sorts every row.
fn outermost_sql(latest: bool) -> String {
    let (falling, rising) = if latest { ("DESC", "ASC") } else { ("ASC", "DESC") };
    format!(
        "SELECT {COLUMNS} FROM transactions t INDEXED BY trans_sorted {MAPPINGS} \
         WHERE t.isChild = 0 AND ifnull(t.tombstone, 0) = 0 AND {VISIBLE} \
         ORDER BY t.date {falling}, t.starting_balance_flag {rising}, t.sort_order {falling}, \
         t.id {rising} LIMIT 1"
    )
}

/// The payees that payee ids map to.
pub(crate) fn payees(reader: &Connection, ids: &[PayeeId]) -> Result<Vec<Payee>> {
    let mut statement = reader.prepare_cached(
        "SELECT m.id, m.targetId, a.id
         FROM json_each(?1) wanted CROSS JOIN payee_mapping m ON m.id = wanted.value
         LEFT JOIN payees p ON p.id = m.targetId AND ifnull(p.tombstone, 0) = 0
         LEFT JOIN accounts a ON a.id = p.transfer_acct AND ifnull(a.tombstone, 0) = 0
         WHERE m.targetId IS NOT NULL",
    )?;
    let rows = statement.query_map([list(ids)], |row| {
        Ok(Payee {
            id: row.get::<_, String>(0)?.into(),
            target: row.get::<_, String>(1)?.into(),
            transfer_account: row.get::<_, Option<String>>(2)?.map(Into::into),
        })
    })?;
    rows.collect()
}

/// The categories that category ids map to.
pub(crate) fn categories(
    reader: &Connection,
    ids: &[CategoryId],
) -> Result<Vec<(CategoryId, CategoryId)>> {
    let mut statement = reader.prepare_cached(
        "SELECT m.id, m.transferId
         FROM json_each(?1) wanted CROSS JOIN category_mapping m ON m.id = wanted.value
         WHERE m.transferId IS NOT NULL",
    )?;
    let rows = statement.query_map([list(ids)], |row| {
        Ok((row.get::<_, String>(0)?.into(), row.get::<_, String>(1)?.into()))
    })?;
    rows.collect()
}

/// Live accounts by id, each with its transfer payee.
pub(crate) fn accounts(reader: &Connection, ids: &[AccountId]) -> Result<Vec<Account>> {
    let mut statement = reader.prepare_cached(
        "SELECT a.id, ifnull(a.offbudget, 0),
                (SELECT p.id FROM payees p
                 WHERE p.transfer_acct = a.id AND ifnull(p.tombstone, 0) = 0
                 ORDER BY p.id LIMIT 1)
         FROM json_each(?1) wanted CROSS JOIN accounts a ON a.id = wanted.value
         WHERE ifnull(a.tombstone, 0) = 0",
    )?;
    let rows = statement.query_map([list(ids)], |row| {
        Ok(Account {
            id: row.get::<_, String>(0)?.into(),
            off_budget: is_on(row, 1)?,
            transfer_payee: row.get::<_, Option<String>>(2)?.map(Into::into),
        })
    })?;
    rows.collect()
}

/// Ids as a JSON list.
pub(super) fn list<I: AsRef<str>>(ids: &[I]) -> String {
    let texts: Vec<&str> = ids.iter().map(AsRef::as_ref).collect();
    serde_json::Value::from(texts).to_string()
}

/// A row of [`COLUMNS`].
pub(super) fn transaction(row: &Row<'_>) -> Result<Transaction> {
    Ok(Transaction {
        id: text(row, 0)?.unwrap_or_default().as_ref().into(),
        is_parent: is_on(row, 1)?,
        is_child: is_on(row, 2)?,
        parent_id: text(row, 3)?.map(|id| id.as_ref().into()),
        account: text(row, 4)?.unwrap_or_default().as_ref().into(),
        category: text(row, 5)?.map(|id| id.as_ref().into()),
        amount: whole(row, 6)?,
        payee: text(row, 7)?.map(|id| id.as_ref().into()),
        notes: text(row, 8)?,
        date: StoredDay(whole(row, 9)?),
        imported_id: text(row, 10)?,
        error: text(row, 11)?,
        imported_payee: text(row, 12)?,
        starting_balance_flag: is_on(row, 13)?,
        transfer_id: text(row, 14)?.map(|id| id.as_ref().into()),
        sort_order: number(row, 15)?,
        cleared: is_on(row, 16)?,
        reconciled: is_on(row, 17)?,
        tombstone: is_on(row, 18)?,
        schedule: text(row, 19)?,
    })
}

/// Text as stored; files of other programs may hold numbers in text columns.
fn text(row: &Row<'_>, at: usize) -> Result<Option<Arc<str>>> {
    Ok(match row.get_ref(at)? {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string().into()),
        ValueRef::Real(number) => Some(number.to_string().into()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            Some(String::from_utf8_lossy(bytes).into())
        }
    })
}

fn number(row: &Row<'_>, at: usize) -> Result<Option<f64>> {
    #[expect(clippy::cast_precision_loss, reason = "sort orders are far below 2^53")]
    Ok(match row.get_ref(at)? {
        ValueRef::Integer(number) => Some(number as f64),
        ValueRef::Real(number) => Some(number),
        ValueRef::Null | ValueRef::Text(_) | ValueRef::Blob(_) => None,
    })
}

fn whole(row: &Row<'_>, at: usize) -> Result<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "amounts and days are whole numbers")]
    Ok(match row.get_ref(at)? {
        ValueRef::Integer(number) => number,
        ValueRef::Real(number) => number.round() as i64,
        ValueRef::Null | ValueRef::Text(_) | ValueRef::Blob(_) => 0,
    })
}

fn is_on(row: &Row<'_>, at: usize) -> Result<bool> {
    Ok(whole(row, at)? != 0)
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::outermost_sql;
    use crate::db::migrate::{STEPS, create_at_level};

    #[test]
    fn the_outermost_transaction_is_at_an_end_of_the_index() {
        let mut conn = Connection::open_in_memory().unwrap();
        create_at_level(&mut conn, STEPS.len()).unwrap();
        for latest in [true, false] {
            let sql = format!("EXPLAIN QUERY PLAN {}", outermost_sql(latest));
            let mut explained = conn.prepare(&sql).unwrap();
            let lines = explained.query_map([], |row| row.get::<_, String>(3)).unwrap();
            let plan: Vec<_> = lines.map(Result::unwrap).collect();
            let has = |wanted: &str| plan.iter().any(|line| line.contains(wanted));
            assert!(has("t USING INDEX trans_sorted") && !has("TEMP B-TREE"), "{plan:#?}");
        }
    }
}
