//! What rules look up about the rows that a transaction refers to.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension as _, Result};
use sobre_engine::dates::Day;
use sobre_engine::ids::{PayeeId, TransactionId};
use sobre_engine::ledger::Transaction;
use sobre_engine::rules::{AccountFacts, CategoryFacts, LATEST};

use super::transactions::{COLUMNS, MAPPINGS, transaction};

/// A live account.
pub(crate) fn account(reader: &Connection, id: &str) -> Result<Option<AccountFacts>> {
    let mut statement = reader.prepare_cached(
        "SELECT ifnull(name, ''), ifnull(offbudget, 0) FROM accounts
         WHERE id = ?1 AND ifnull(tombstone, 0) = 0",
    )?;
    let facts = statement.query_row([id], |row| {
        let name: String = row.get(0)?;
        Ok(AccountFacts { name: name.into(), off_budget: row.get::<_, i64>(1)? != 0 })
    });
    facts.optional()
}

/// A live category.
pub(crate) fn category(reader: &Connection, id: &str) -> Result<Option<CategoryFacts>> {
    let mut statement = reader.prepare_cached(
        "SELECT ifnull(name, ''), ifnull(cat_group, '') FROM categories
         WHERE id = ?1 AND ifnull(tombstone, 0) = 0",
    )?;
    let facts = statement.query_row([id], |row| {
        let (name, group): (String, String) = (row.get(0)?, row.get(1)?);
        Ok(CategoryFacts { name: name.into(), group: group.into() })
    });
    facts.optional()
}

/// The name of a live payee; for a transfer payee that of its account.
pub(crate) fn payee_name(reader: &Connection, id: &str) -> Result<Option<Arc<str>>> {
    let mut statement = reader.prepare_cached(
        "SELECT ifnull(a.name, ifnull(p.name, '')) FROM payees p
         LEFT JOIN accounts a ON a.id = p.transfer_acct AND ifnull(a.tombstone, 0) = 0
         WHERE p.id = ?1 AND ifnull(p.tombstone, 0) = 0",
    )?;
    let name = statement.query_row([id], |row| row.get::<_, String>(0));
    Ok(name.optional()?.map(Into::into))
}

/// The latest live transactions, newest first, without the lines of splits.
pub(crate) fn latest(reader: &Connection, most: usize) -> Result<Vec<Transaction>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM transactions t {MAPPINGS}
         WHERE ifnull(t.tombstone, 0) = 0 AND t.isChild = 0 AND t.date IS NOT NULL
             AND t.acct IS NOT NULL
         ORDER BY t.date DESC, t.starting_balance_flag, t.sort_order DESC, t.id LIMIT ?1"
    ))?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    statement.query_map([most], transaction)?.collect()
}

/// Whether a transaction is a side of a transfer whose accounts are both in the budget, or both
/// outside it.
pub(crate) fn is_transfer_of_like(reader: &Connection, row: &Transaction) -> Result<bool> {
    let Some(partner) = &row.transfer_id else { return Ok(false) };
    let mut statement = reader.prepare_cached(
        "SELECT 1 FROM transactions t JOIN accounts a ON a.id = t.acct
             JOIN accounts own ON own.id = ?2
         WHERE t.id = ?1 AND ifnull(a.offbudget, 0) = ifnull(own.offbudget, 0)",
    )?;
    statement.exists([partner.as_str(), row.account.as_str()])
}

/// Latest live transactions of a payee in some days that `counts` accepts, in accounts that are
/// open: the latest [`LATEST`] of each payee that was merged into it, so the latest of them all are
/// among them. Stops there, however many more there are.
pub(crate) fn latest_of_payee(
    reader: &Connection,
    payee: &PayeeId,
    days: RangeInclusive<Day>,
    counts: impl Fn(&TransactionId) -> bool,
) -> Result<Vec<Transaction>> {
    let mut stored = reader.prepare_cached("SELECT id FROM payee_mapping WHERE targetId = ?1")?;
    let stored = stored.query_map([payee.as_str()], |row| row.get::<_, String>(0))?;
    let mut statement = reader.prepare_cached(&latest_sql())?;
    let mut latest = Vec::new();
    for stored in stored {
        let period = (stored?, days.start().yyyymmdd(), days.end().yyyymmdd());
        let mut left = LATEST;
        for row in statement.query_map(period, transaction)? {
            let row = row?;
            if counts(&row.id) {
                latest.push(row);
                left -= 1;
            }
            if left == 0 {
                break;
            }
        }
    }
    Ok(latest)
}

/// The transactions of a stored payee, newest first. Names the index, and reads it before the
/// accounts, so that nothing reads or sorts all rows of the payee.
fn latest_sql() -> String {
    format!(
        "SELECT {COLUMNS} FROM transactions t INDEXED BY sobre_payee_days {MAPPINGS} \
         CROSS JOIN accounts a ON a.id = t.acct \
         WHERE t.description = ?1 AND t.date BETWEEN ?2 AND ?3 AND ifnull(t.tombstone, 0) = 0 \
             AND ifnull(a.closed, 0) = 0 AND ifnull(a.tombstone, 0) = 0 \
             AND t.isParent = 0 AND (t.isChild = 0 OR EXISTS (SELECT 1 FROM transactions s \
                 WHERE s.id = t.parent_id AND ifnull(s.tombstone, 0) = 0)) \
         ORDER BY t.date DESC, t.starting_balance_flag, t.sort_order DESC, t.id"
    )
}

/// Whether categories are learned from the transactions of a payee. A new payee has no row yet.
pub(crate) fn learns_categories(reader: &Connection, payee: &PayeeId) -> Result<bool> {
    let mut statement = reader.prepare_cached(
        "SELECT ifnull(learn_categories, 1) AND NOT ifnull(tombstone, 0)
         FROM payees WHERE id = ?1",
    )?;
    let learns = statement.query_row([payee.as_str()], |row| row.get::<_, i64>(0));
    Ok(learns.optional()?.is_none_or(|learns| learns != 0))
}

/// Whether a rule row exists, deleted or not.
pub(crate) fn exists(reader: &Connection, id: &str) -> Result<bool> {
    reader.prepare_cached("SELECT 1 FROM rules WHERE id = ?1")?.exists([id])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::facts::create_indexes;
    use crate::db::migrate::{STEPS, create_at_level};

    #[test]
    fn the_latest_transactions_of_a_payee_are_read_along_its_index() {
        let mut conn = Connection::open_in_memory().unwrap();
        create_at_level(&mut conn, STEPS.len()).unwrap();
        create_indexes(&conn, 2048).unwrap();
        let mut explained = conn.prepare(&format!("EXPLAIN QUERY PLAN {}", latest_sql())).unwrap();
        let period = ("p", 20_240_101, 20_241_231);
        let lines = explained.query_map(period, |row| row.get::<_, String>(3)).unwrap();
        let plan: Vec<_> = lines.map(Result::unwrap).collect();
        let first = "SEARCH t USING INDEX sobre_payee_days (description=? AND date>? AND date<?)";
        assert_eq!(plan[0], first, "{plan:#?}");
        // Rows of one day are sorted, not all of them.
        let sorted = plan.iter().any(|line| line == "USE TEMP B-TREE FOR ORDER BY");
        assert!(!sorted, "{plan:#?}");
    }
}
