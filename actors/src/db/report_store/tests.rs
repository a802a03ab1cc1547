use rusqlite::Connection;

use super::lists::first_by_day;
use super::rows::{ITS_CATEGORY, ITS_PAYEE, ITS_SPLIT, ITSELF, keys_query};
use crate::db::facts::create_indexes;
use crate::db::migrate::{STEPS, create_at_level};

/// How SQLite carries out a statement on the transactions.
fn plan(sql: &str) -> Vec<String> {
    let mut conn = Connection::open_in_memory().unwrap();
    create_at_level(&mut conn, STEPS.len()).unwrap();
    create_indexes(&conn, 1_000).unwrap();
    let mut statement = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
    let names = (0..statement.parameter_count()).map(|_| "[]");
    let steps = statement
        .query_map(rusqlite::params_from_iter(names), |row| row.get::<_, String>(3))
        .unwrap();
    steps.collect::<Result<_, _>>().unwrap()
}

#[test]
fn the_first_and_the_last_day_are_found_along_an_index() {
    for order in ["ASC", "DESC"] {
        let steps = plan(&first_by_day(order));
        assert!(steps.iter().any(|step| step.contains("INDEX")), "{steps:?}");
        assert!(steps.iter().all(|step| !step.contains("TEMP B-TREE")), "{steps:?}");
    }
}

#[test]
fn transactions_that_were_written_or_merged_are_found_along_an_index() {
    for way in [ITSELF, ITS_SPLIT, ITS_CATEGORY, ITS_PAYEE] {
        let steps = plan(&keys_query(way));
        assert!(steps.iter().all(|step| !step.contains("SCAN transactions")), "{way}: {steps:?}");
    }
}
