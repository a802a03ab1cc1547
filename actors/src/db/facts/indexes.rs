//! Indexes of our own that make reading facts a matter of scanning one index. They begin with
//! `sobre_`, are made when a budget is imported or first opened, and are left out of every copy
//! for others.

use rusqlite::Connection;

use super::months;

/// Rows that are alive on their own: not children, which also need a living parent. Queries repeat
/// these words exactly, or SQLite would not use the index; and they do no more than read along it,
/// because it fetches the rows themselves as soon as it is to sum them up.
pub(in crate::db) const ALIVE_NOT_CHILD: &str = "isChild = 0 AND ifnull(tombstone, 0) = 0 \
    AND date IS NOT NULL AND acct IS NOT NULL";

/// Children of splits that are alive themselves; their parents may not be.
pub(in crate::db) const ALIVE_CHILD: &str = "isChild = 1 AND ifnull(tombstone, 0) = 0";

/// Indexes by name, with what they are on. The two that do not begin with `sobre_` belong to the
/// file format, but files that passed through other hands may lack them; pages of transactions and
/// grouped splits are slow without.
const INDEXES: &[(&str, &str)] = &[
    ("trans_sorted", "transactions (date DESC, starting_balance_flag, sort_order DESC, id)"),
    ("trans_parent_id", "transactions (parent_id)"),
    (
        "sobre_children",
        "transactions (parent_id, acct, category, description, date, cleared, amount, isParent) \
             WHERE isChild = 1 AND ifnull(tombstone, 0) = 0",
    ),
    (
        "sobre_without_category",
        "transactions (description, acct, isChild, isParent, amount, cleared) \
             WHERE category IS NULL AND ifnull(tombstone, 0) = 0 \
             AND date IS NOT NULL AND acct IS NOT NULL",
    ),
    ("trans_category", "transactions (category)"),
    ("sobre_notes", "transactions (notes) WHERE notes IS NOT NULL"),
    ("sobre_transfers", "transactions (transferred_id) WHERE transferred_id IS NOT NULL"),
    (
        "sobre_imported",
        "transactions (imported_description) WHERE imported_description IS NOT NULL",
    ),
    // New rows go behind the others, to a page that is at hand.
    ("sobre_reconciled", "transactions (reconciled)"),
    ("sobre_zero_budgets", "zero_budgets (month, category)"),
    ("sobre_reflect_budgets", "reflect_budgets (month, category)"),
    ("sobre_transfer_payees", "payees (transfer_acct) WHERE transfer_acct IS NOT NULL"),
    ("sobre_payee_targets", "payee_mapping (targetId)"),
    (
        "sobre_payee_use",
        "transactions (description) WHERE ifnull(tombstone, 0) = 0 AND description IS NOT NULL",
    ),
];

/// The page cache while indexes are made, in KiB. Rows are sorted in chunks of this size.
const MAKING_CACHE_KIB: u32 = 16_384;

/// Makes the indexes that are missing. `cache_kib` is the page cache to go on with.
///
/// # Errors
/// Failures of SQLite; the connection must be given up then, as a transaction may be open.
pub(crate) fn create_indexes(conn: &Connection, cache_kib: u32) -> rusqlite::Result<()> {
    let mut sql = String::new();
    for name in retired(conn, &wanted(conn)?)? {
        sql += &format!("DROP INDEX \"{}\";", name.replace('"', "\"\""));
    }
    sql += &making(conn)?;
    if sql.is_empty() {
        return Ok(());
    }
    conn.execute_batch(&format!(
        "PRAGMA cache_size = -{MAKING_CACHE_KIB}; BEGIN IMMEDIATE; {sql} COMMIT; \
         PRAGMA cache_size = -{cache_kib}; PRAGMA shrink_memory"
    ))
}

/// The statements that make the missing indexes.
fn making(conn: &Connection) -> rusqlite::Result<String> {
    let wanted = wanted(conn)?;
    let statement = |(name, on): &(&str, String)| format!("CREATE INDEX {name} ON {on};");
    Ok(missing(conn, &wanted)?.into_iter().map(statement).collect())
}

/// From how many rows on it is asked whether their indexes are better made anew.
const MANY: usize = 5_000;

/// Indexes that were taken away within the transaction of a large write, because making them anew
/// from sorted rows takes less than entering each row into each.
#[derive(Debug, Default)]
pub(in crate::db) struct SteppedAside(Vec<String>);

impl SteppedAside {
    /// Takes the indexes of a table away if so many rows are written to it that they outnumber
    /// those that are there.
    pub(in crate::db) fn take(
        &mut self,
        conn: &Connection,
        table: &'static str,
        written: usize,
    ) -> rusqlite::Result<()> {
        if written < MANY {
            return Ok(());
        }
        // No more rows than that.
        let rows = format!("SELECT ifnull(max(rowid), 0) FROM {table}");
        let rows: i64 = conn.query_row(&rows, [], |row| row.get(0))?;
        if usize::try_from(rows).unwrap_or(usize::MAX) / 2 > written {
            return Ok(());
        }
        let mut indexes = conn.prepare(
            "SELECT name, sql FROM sqlite_master \
             WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL",
        )?;
        let found = indexes.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for (name, sql) in found.collect::<rusqlite::Result<Vec<(String, String)>>>()? {
            conn.execute_batch(&format!("DROP INDEX \"{}\"", name.replace('"', "\"\"")))?;
            self.0.push(sql);
        }
        Ok(())
    }

    /// Whether none was taken away.
    pub(in crate::db) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Makes them anew.
    pub(in crate::db) fn make_again(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        conn.execute_batch(&format!("PRAGMA cache_size = -{MAKING_CACHE_KIB}"))?;
        self.0.drain(..).try_for_each(|sql| conn.execute_batch(&sql))
    }
}

/// Every index there should be, by name, with what it is on.
fn wanted(conn: &Connection) -> rusqlite::Result<Vec<(&'static str, String)>> {
    let counted = format!(
        "transactions (acct, isParent, category, date, cleared, amount) WHERE {ALIVE_NOT_CHILD}"
    );
    let register = format!(
        "transactions (acct, date DESC, starting_balance_flag, sort_order DESC, id) \
         WHERE {ALIVE_NOT_CHILD}"
    );
    // Who makes the counts by month makes it with them.
    let of_months = months::are_kept(conn)?.then_some(months::OF_ACCOUNT);
    let all = INDEXES.iter().copied().chain(of_months).map(|(name, on)| (name, on.to_owned()));
    Ok(all.chain([("sobre_counted", counted), ("sobre_register", register)]).collect())
}

fn missing<'w>(
    conn: &Connection,
    wanted: &'w [(&'static str, String)],
) -> rusqlite::Result<Vec<&'w (&'static str, String)>> {
    let mut known =
        conn.prepare("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?1")?;
    let mut missing = Vec::new();
    for index in wanted {
        if !known.exists([index.0])? {
            missing.push(index);
        }
    }
    Ok(missing)
}

/// Indexes of our own that earlier versions made and nothing uses any more. Each costs every write.
fn retired(conn: &Connection, wanted: &[(&str, String)]) -> rusqlite::Result<Vec<String>> {
    let mut own = conn.prepare(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND name GLOB 'sobre_[a-z_]*'",
    )?;
    let names = own.query_map([], |row| row.get::<_, String>(0))?;
    let is_retired = |name: &rusqlite::Result<String>| {
        name.as_ref().map_or(true, |name| wanted.iter().all(|(wanted, _)| wanted != name))
    };
    names.filter(is_retired).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::migrate::{STEPS, create_at_level};

    #[test]
    fn indexes_of_earlier_versions_go_and_those_of_others_stay() {
        let mut conn = Connection::open_in_memory().unwrap();
        create_at_level(&mut conn, STEPS.len()).unwrap();
        conn.execute_batch(
            "CREATE INDEX sobre_old ON transactions (notes); \
             CREATE INDEX other_old ON transactions (notes)",
        )
        .unwrap();
        create_indexes(&conn, 2048).unwrap();
        let has = |name: &str| {
            let mut known = conn.prepare("SELECT 1 FROM sqlite_master WHERE name = ?1").unwrap();
            known.exists([name]).unwrap()
        };
        assert!(!has("sobre_old") && has("other_old"));
        assert!(has("sobre_counted") && has("sobre_payee_use"));
        assert!(missing(&conn, &wanted(&conn).unwrap()).unwrap().is_empty());
    }
}
