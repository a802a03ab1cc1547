//! The time that SQLite alone needs, measured in the same run on the same disk.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use sobre_benches::samples::Samples;

use crate::wire::Failure;

/// Commits of one small row with a write-ahead log, synced each time.
pub(crate) fn commits(folder: &Path, times: usize) -> Result<Samples, Failure> {
    let path = folder.join(".commits.sqlite");
    let conn = Connection::open(&path)?;
    conn.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT)",
    )?;
    let mut insert =
        conn.prepare("INSERT INTO row (text) VALUES ('about as long as a message')")?;
    let samples = Samples::repeat(times, |_| insert.execute([]).map(drop))?;
    drop(insert);
    conn.close().map_err(|(_, error)| error)?;
    fs::remove_file(path)?;
    Ok(samples)
}

/// The grouped sum over all transactions along an index made for it, which the program lacks.
pub(crate) fn grouped_sum(database: &Path) -> Result<Duration, Failure> {
    let conn = Connection::open(database)?;
    conn.execute_batch(
        "CREATE INDEX grouped ON transactions (acct, isParent, category, date, cleared, amount)
          WHERE isChild = 0 AND ifnull(tombstone, 0) = 0 AND date IS NOT NULL
                AND acct IS NOT NULL",
    )?;
    let start = Instant::now();
    let mut sums = conn.prepare(
        "SELECT acct, isParent, category, date / 100, cleared, sum(amount)
           FROM transactions INDEXED BY grouped
          WHERE isChild = 0 AND ifnull(tombstone, 0) = 0 AND date IS NOT NULL
                AND acct IS NOT NULL
          GROUP BY acct, isParent, category, date / 100, cleared",
    )?;
    let mut rows = sums.query([])?;
    while rows.next()?.is_some() {}
    let took = start.elapsed();
    drop(rows);
    drop(sums);
    conn.execute_batch("DROP INDEX grouped; PRAGMA wal_checkpoint(TRUNCATE)")?;
    Ok(took)
}

/// SQLite alone copies every table of `source` to a new file: rows first, then indexes.
pub(crate) fn bulk_insert(source: &Path, target: &Path) -> Result<Duration, Failure> {
    let conn = Connection::open(target)?;
    let start = Instant::now();
    conn.execute_batch(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -131072;
         PRAGMA temp_store = MEMORY",
    )?;
    conn.execute("ATTACH ?1 AS source", [source.to_string_lossy()])?;
    let objects = |kind: &str| -> rusqlite::Result<Vec<(String, String)>> {
        let mut statement = conn.prepare(
            "SELECT name, sql FROM source.sqlite_master
              WHERE type = ?1 AND sql IS NOT NULL AND name NOT LIKE 'sqlite%'",
        )?;
        statement.query_map([kind], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    };
    conn.execute_batch("BEGIN")?;
    for (name, sql) in objects("table")? {
        conn.execute_batch(&sql)?;
        // An expression in the list prevents SQLite from copying pages instead of rows.
        let columns: Vec<String> = conn
            .prepare("SELECT name FROM pragma_table_info(?1)")?
            .query_map([&name], |row| row.get::<_, String>(0))?
            .collect::<Result<_, _>>()?;
        let list = columns.iter().map(|column| format!("+\"{column}\"")).collect::<Vec<_>>();
        let list = list.join(", ");
        conn.execute_batch(&format!(
            "INSERT INTO main.\"{name}\" SELECT {list} FROM source.\"{name}\""
        ))?;
    }
    for (_, sql) in objects("index")? {
        conn.execute_batch(&sql)?;
    }
    conn.execute_batch("COMMIT; DETACH source")?;
    conn.close().map_err(|(_, error)| error)?;
    let elapsed = start.elapsed();
    fs::remove_file(target)?;
    Ok(elapsed)
}

/// A search of all notes for a text that none of them contains.
pub(crate) fn like_over_notes(database: &Path, times: usize) -> Result<Samples, Failure> {
    let conn = Connection::open(database)?;
    let mut search =
        conn.prepare("SELECT count(*) FROM transactions NOT INDEXED WHERE notes LIKE '%zzzq%'")?;
    Samples::repeat(times, |_| Ok(search.query_row([], |row| row.get::<_, i64>(0)).map(drop)?))
}

/// The account with the most transactions.
pub(crate) fn some_account(database: &Path) -> Result<String, Failure> {
    let conn = Connection::open(database)?;
    let sql = "SELECT acct FROM transactions GROUP BY acct ORDER BY count(*) DESC, acct LIMIT 1";
    Ok(conn.query_row(sql, [], |row| row.get(0))?)
}
