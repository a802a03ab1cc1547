//! Accounts, effective categories and transfer payees of transactions. These few rows are held in
//! memory, so that a written transaction needs no join of six tables.

use std::collections::{HashMap, HashSet};

use rusqlite::Connection;
use sobre_engine::budget::AccountStatus;
use sobre_engine::ids::{AccountId, CategoryId};

use crate::db::error::DbError;

/// An account as seen from its transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::db) struct AccountEntry {
    pub(in crate::db) id: AccountId,
    /// Not deleted.
    pub(in crate::db) live: bool,
    pub(in crate::db) status: AccountStatus,
}

impl AccountEntry {
    /// The status for the sheet; none for a deleted account.
    pub(super) fn live_status(&self) -> Option<AccountStatus> {
        self.live.then_some(self.status)
    }
}

/// The category that a stored category maps to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::db) struct MappedCategory {
    pub(in crate::db) id: CategoryId,
    /// Whether that category exists and is not deleted.
    pub(in crate::db) live: bool,
}

/// Accounts, category mapping and transfer payees.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::db) struct Dimensions {
    pub(in crate::db) accounts: HashMap<String, AccountEntry>,
    /// By stored category.
    pub(in crate::db) categories: HashMap<String, MappedCategory>,
    /// Stored payees of transfers within the budget; their rows need no category.
    pub(in crate::db) transfers: HashSet<String>,
}

impl Dimensions {
    /// Reads all of them.
    pub(in crate::db) fn load(conn: &Connection) -> Result<Self, DbError> {
        let read = || -> rusqlite::Result<Self> {
            Ok(Self {
                accounts: accounts(conn)?,
                categories: categories(conn)?,
                transfers: transfers(conn)?,
            })
        };
        read().map_err(DbError::sqlite("reading accounts and categories"))
    }
}

fn accounts(conn: &Connection) -> rusqlite::Result<HashMap<String, AccountEntry>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, ifnull(tombstone, 0) = 0, offbudget IS NOT 0, closed IS NOT 0 FROM accounts",
    )?;
    let entry = |row: &rusqlite::Row<'_>| {
        let id: String = row.get(0)?;
        let status = AccountStatus { offbudget: row.get(2)?, closed: row.get(3)? };
        let entry = AccountEntry { id: id.as_str().into(), live: row.get(1)?, status };
        Ok((id, entry))
    };
    statement.query_map([], entry)?.collect()
}

fn categories(conn: &Connection) -> rusqlite::Result<HashMap<String, MappedCategory>> {
    let mut statement = conn.prepare_cached(
        "SELECT m.id, m.transferId, c.id IS NOT NULL AND ifnull(c.tombstone, 0) = 0 \
         FROM category_mapping m \
         LEFT JOIN categories c ON c.id = m.transferId WHERE m.transferId IS NOT NULL",
    )?;
    let effective = |row: &rusqlite::Row<'_>| {
        let id: String = row.get(1)?;
        Ok((row.get(0)?, MappedCategory { id: id.into(), live: row.get(2)? }))
    };
    statement.query_map([], effective)?.collect()
}

fn transfers(conn: &Connection) -> rusqlite::Result<HashSet<String>> {
    let mut statement = conn.prepare_cached(
        "SELECT m.id FROM accounts a CROSS JOIN payees p CROSS JOIN payee_mapping m \
         WHERE a.offbudget = 0 AND ifnull(a.tombstone, 0) = 0 AND p.transfer_acct = a.id \
         AND ifnull(p.tombstone, 0) = 0 AND m.targetId = p.id",
    )?;
    statement.query_map([], |row| row.get(0))?.collect()
}
