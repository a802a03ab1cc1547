//! Our own indexes, with which facts are read from one index. Their names start with `sobre_`. They
//! are created when a budget is imported or first opened, and excluded from copies for other
//! programs.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::months;

/// Rows that are alive by themselves: not children, which also need a live parent. Queries repeat
/// this text exactly, because SQLite would not use the index otherwise. They only read along it,
/// because SQLite fetches the table rows as soon as a query aggregates them.
pub(in crate::db) const ALIVE_NOT_CHILD: &str = "isChild = 0 AND ifnull(tombstone, 0) = 0 \
    AND date IS NOT NULL AND acct IS NOT NULL";

/// Children of splits that are not deleted; their parents may be.
pub(in crate::db) const ALIVE_CHILD: &str = "isChild = 1 AND ifnull(tombstone, 0) = 0";

/// Indexes of the file format that are left out here, because smaller ones find nearly as much and
/// change fewer pages per write: `trans_category`, and our index of the log's rows. Copies for
/// other programs have them.
pub(crate) const LEFT_OUT: [&str; 2] = ["trans_category_date", "messages_crdt_search"];
/// Creates [`LEFT_OUT`].
pub(in crate::db) const CREATE_LEFT_OUT: &str = "
    CREATE INDEX IF NOT EXISTS trans_category_date ON transactions (category, date);
    CREATE INDEX IF NOT EXISTS messages_crdt_search
        ON messages_crdt (dataset, row, column, timestamp)";

/// The condition that a message of the log is about a row, given as SQL. The index of the log has
/// only the ends of ids, because whole ones would take twice the pages: a month and a category, or
/// any two random ids, rarely have both ends in common.
macro_rules! is_about {
    ($row:literal) => {
        concat!(
            "(substr(row, 1, 7) || substr(row, -6) = substr(",
            $row,
            ", 1, 7) || substr(",
            $row,
            ", -6) AND row = ",
            $row,
            ")"
        )
    };
}
pub(crate) use is_about;

/// Finds the messages about a row. Ids are unique among all tables, and a row has few messages.
const LOG_ROWS: (&str, &str) =
    ("sobre_row_messages", "messages_crdt (substr(row, 1, 7) || substr(row, -6))");

/// Indexes by name, with their columns. Those without the prefix `sobre_` belong to the file
/// format, but files edited by other tools may lack them.
const INDEXES: &[(&str, &str)] = &[
    ("trans_sorted", "transactions (date DESC, starting_balance_flag, sort_order DESC, id)"),
    LOG_ROWS,
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
    // New rows go to the end, on a page that is already in memory.
    ("sobre_reconciled", "transactions (reconciled)"),
    ("sobre_zero_budgets", "zero_budgets (month, category)"),
    ("sobre_reflect_budgets", "reflect_budgets (month, category)"),
    ("sobre_transfer_payees", "payees (transfer_acct) WHERE transfer_acct IS NOT NULL"),
    ("sobre_payee_targets", "payee_mapping (targetId)"),
    (
        "sobre_payee_days",
        "transactions (description, date DESC) \
             WHERE ifnull(tombstone, 0) = 0 AND description IS NOT NULL",
    ),
    (
        "sobre_schedule_days",
        "transactions (schedule, date) \
             WHERE schedule IS NOT NULL AND ifnull(tombstone, 0) = 0",
    ),
];

/// The page cache while indexes are built, in KiB. Rows are sorted in chunks of this size.
const MAKING_CACHE_KIB: u32 = 16_384;

/// Creates the missing indexes. `cache_kib` is the page cache to restore afterwards.
///
/// # Errors
/// Failures of SQLite; then drop the connection, because a transaction may be open.
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

/// Creates only the index with which the messages about a row are found, if it is missing.
pub(crate) fn index_log(conn: &Connection) -> rusqlite::Result<()> {
    let (name, on) = LOG_ROWS;
    conn.execute_batch(&format!("CREATE INDEX IF NOT EXISTS {name} ON {on}"))
}

/// The statements that create the missing indexes.
fn making(conn: &Connection) -> rusqlite::Result<String> {
    let wanted = wanted(conn)?;
    let statement = |(name, on): &(&str, String)| format!("CREATE INDEX {name} ON {on};");
    Ok(missing(conn, &wanted)?.into_iter().map(statement).collect())
}

/// Writes of fewer rows than this keep their indexes.
const MANY: usize = 5_000;

/// Indexes dropped within the transaction of a large write, because rebuilding them from sorted
/// rows is faster than inserting each row into each index.
#[derive(Debug, Default)]
pub(in crate::db) struct DroppedIndexes(Vec<String>);

impl DroppedIndexes {
    /// Drops the indexes of a table that have any of the written columns, if the write has at least
    /// half as many rows as the table. Without `columns` any may be written.
    pub(in crate::db) fn drop_for(
        &mut self,
        conn: &Connection,
        table: &'static str,
        written: usize,
        columns: Option<&BTreeSet<&str>>,
    ) -> rusqlite::Result<()> {
        if written < MANY {
            return Ok(());
        }
        // An upper bound of the number of rows.
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
            if columns.is_some_and(|columns| !has_any(&sql, columns)) {
                continue;
            }
            conn.execute_batch(&format!("DROP INDEX \"{}\"", name.replace('"', "\"\"")))?;
            if !LEFT_OUT.contains(&name.as_str()) {
                self.0.push(sql);
            }
        }
        Ok(())
    }

    /// Whether no index was dropped.
    pub(in crate::db) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Rebuilds them, except those that are left out here, with the memory of the page cache.
    pub(in crate::db) fn rebuild(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        self.0.drain(..).try_for_each(|sql| conn.execute_batch(&sql))?;
        index_log(conn)
    }

    /// Rebuilds them after a write of any size, with little memory.
    pub(in crate::db) fn rebuild_in_little_room(
        &mut self,
        conn: &Connection,
    ) -> rusqlite::Result<()> {
        if !self.0.is_empty() {
            conn.execute_batch(&format!("PRAGMA cache_size = -{MAKING_CACHE_KIB}"))?;
        }
        self.rebuild(conn)
    }
}

/// Whether the statement of an index names one of these columns.
fn has_any(sql: &str, columns: &BTreeSet<&str>) -> bool {
    let is_part_of_name = |it: char| it.is_alphanumeric() || it == '_';
    sql.split(|it| !is_part_of_name(it)).any(|word| columns.contains(word))
}

/// Every required index by name, with its columns.
fn wanted(conn: &Connection) -> rusqlite::Result<Vec<(&'static str, String)>> {
    // Pages of an account are read in the order of the first columns; balances and the sums of all
    // facts need the others.
    let account_rows = format!(
        "transactions (acct, date DESC, starting_balance_flag, sort_order DESC, id, \
             category, amount, cleared, isParent) WHERE {ALIVE_NOT_CHILD}"
    );
    // The counts by month are created together with this index.
    let of_months = months::are_current(conn)?.then_some(months::INDEXES).into_iter().flatten();
    let all = INDEXES.iter().copied().chain(of_months).map(|(name, on)| (name, on.to_owned()));
    Ok(all.chain([("sobre_account_rows", account_rows)]).collect())
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

/// Indexes that nothing uses: of earlier versions, and [`LEFT_OUT`]. Each slows down every write.
fn retired(conn: &Connection, wanted: &[(&str, String)]) -> rusqlite::Result<Vec<String>> {
    let mut own = conn.prepare(
        "SELECT name FROM sqlite_master \
         WHERE type = 'index' AND (name GLOB 'sobre_[a-z_]*' OR name IN (?1, ?2))",
    )?;
    let names = own.query_map(LEFT_OUT, |row| row.get::<_, String>(0))?;
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
    fn messages_about_a_row_are_found_by_their_index() {
        let mut conn = Connection::open_in_memory().unwrap();
        create_at_level(&mut conn, STEPS.len()).unwrap();
        create_indexes(&conn, 2048).unwrap();
        let plan = |sql: &str| -> String {
            let mut explained = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
            let steps = explained.query_map([], |row| row.get::<_, String>(3)).unwrap();
            steps.collect::<rusqlite::Result<Vec<_>>>().unwrap().join("; ")
        };
        for sql in [
            concat!("SELECT max(timestamp) FROM messages_crdt WHERE ", is_about!("'x'")),
            concat!(
                "SELECT value FROM messages_crdt WHERE timestamp > '2026' AND ",
                is_about!("'x'")
            ),
            concat!(
                "SELECT (SELECT value FROM messages_crdt WHERE ",
                is_about!("t.id"),
                " ORDER BY timestamp DESC LIMIT 1) FROM tags t"
            ),
        ] {
            assert!(plan(sql).contains("sobre_row_messages (<expr>=?)"), "{sql}: {}", plan(sql));
        }
    }

    #[test]
    fn rows_whose_ids_have_equal_ends_are_told_apart() {
        let mut conn = Connection::open_in_memory().unwrap();
        create_at_level(&mut conn, STEPS.len()).unwrap();
        let log = "INSERT INTO messages_crdt (timestamp, dataset, row, column, value) \
             VALUES (?1, 'notes', ?1, 'note', 'S:')";
        for id in ["2026-11-one-category", "2026-11-two-category"] {
            conn.execute(log, [id]).unwrap();
        }
        let about = concat!("SELECT row FROM messages_crdt WHERE ", is_about!("?1"));
        let mut about = conn.prepare(about).unwrap();
        let found = about.query_map(["2026-11-two-category"], |row| row.get::<_, String>(0));
        let found: Vec<_> = found.unwrap().map(Result::unwrap).collect();
        assert_eq!(found, ["2026-11-two-category"]);
    }

    #[test]
    fn indexes_of_earlier_versions_go_and_those_of_others_stay() {
        let mut conn = Connection::open_in_memory().unwrap();
        create_at_level(&mut conn, STEPS.len()).unwrap();
        conn.execute_batch(
            "CREATE INDEX sobre_old ON transactions (notes); \
             CREATE INDEX sobre_payee_use ON transactions (description); \
             CREATE INDEX other_old ON transactions (notes)",
        )
        .unwrap();
        create_indexes(&conn, 2048).unwrap();
        let has = |name: &str| {
            let mut known = conn.prepare("SELECT 1 FROM sqlite_master WHERE name = ?1").unwrap();
            known.exists([name]).unwrap()
        };
        assert!(!has("sobre_old") && !has("sobre_payee_use") && has("other_old"));
        assert!(has("sobre_account_rows") && has("sobre_payee_days"));
        assert!(LEFT_OUT.iter().all(|name| !has(name)));
        assert!(missing(&conn, &wanted(&conn).unwrap()).unwrap().is_empty());
    }
}
