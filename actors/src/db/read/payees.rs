//! Payees.

use rusqlite::{Connection, OptionalExtension, Result};
use sobre_engine::ids::PayeeId;

use super::transactions::list;
use crate::contract::payees::Payee;

/// The live payees: ordinary ones by name, ignoring case and accents, then transfer payees by
/// account.
pub(crate) fn living(reader: &Connection) -> Result<Vec<Payee>> {
    let mut statement = reader.prepare_cached(
        "SELECT p.id, ifnull(a.name, ifnull(p.name, '')), p.transfer_acct,
                ifnull(p.favorite, 0), ifnull(p.learn_categories, 1)
         FROM payees p
         LEFT JOIN accounts a ON a.id = p.transfer_acct AND ifnull(a.tombstone, 0) = 0
         WHERE ifnull(p.tombstone, 0) = 0 AND (p.transfer_acct IS NULL OR a.id IS NOT NULL)
         ORDER BY p.transfer_acct IS NOT NULL, NORMALISE(p.name), p.name COLLATE NOCASE,
                  a.offbudget, a.sort_order, p.id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Payee {
            id: row.get::<_, String>(0)?.into(),
            name: row.get(1)?,
            transfer_acct: row.get::<_, Option<String>>(2)?.map(Into::into),
            tombstone: false,
            favorite: row.get::<_, i64>(3)? != 0,
            learn_categories: row.get::<_, i64>(4)? != 0,
        })
    })?;
    rows.collect()
}

/// A payee row for calls about payees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PayeeState {
    /// Deleted.
    pub(crate) deleted: bool,
    /// A transfer payee.
    pub(crate) of_transfers: bool,
    /// Its own name, which a transfer payee does not show.
    pub(crate) name: String,
}

/// A payee row by id, if it exists.
pub(crate) fn find(reader: &Connection, id: &PayeeId) -> Result<Option<PayeeState>> {
    let mut statement = reader.prepare_cached(
        "SELECT ifnull(tombstone, 0), transfer_acct IS NOT NULL, ifnull(name, '')
         FROM payees WHERE id = ?1",
    )?;
    let found = statement.query_row([id.as_str()], |row| {
        let deleted = row.get::<_, i64>(0)? != 0;
        Ok(PayeeState { deleted, of_transfers: row.get(1)?, name: row.get(2)? })
    });
    found.optional()
}

/// The payee ids that map to `id`.
pub(crate) fn mapped_to(reader: &Connection, id: &PayeeId) -> Result<Vec<String>> {
    let mut statement =
        reader.prepare_cached("SELECT id FROM payee_mapping WHERE targetId = ?1 ORDER BY id")?;
    let rows = statement.query_map([id.as_str()], |row| row.get(0))?;
    rows.collect()
}

/// Filters payees down to live, ordinary ones that no live transaction uses.
pub(crate) fn orphaned(reader: &Connection, ids: &[PayeeId]) -> Result<Vec<PayeeId>> {
    let mut statement = reader.prepare_cached(
        "SELECT p.id FROM json_each(?1) wanted CROSS JOIN payees p ON p.id = wanted.value
         WHERE ifnull(p.tombstone, 0) = 0 AND p.transfer_acct IS NULL AND NOT EXISTS (
             SELECT 1 FROM payee_mapping m
             CROSS JOIN transactions t INDEXED BY sobre_payee_days ON t.description = m.id
             WHERE m.targetId = p.id AND ifnull(t.tombstone, 0) = 0
             AND t.date IS NOT NULL AND t.acct IS NOT NULL
             AND (t.isChild = 0 OR EXISTS (
                 SELECT 1 FROM transactions s
                 WHERE s.id = t.parent_id AND ifnull(s.tombstone, 0) = 0)))
         ORDER BY wanted.key",
    )?;
    let rows =
        statement.query_map([list(ids)], |row| row.get::<_, String>(0).map(PayeeId::from))?;
    rows.collect()
}
