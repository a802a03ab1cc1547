use rusqlite::Connection;

use super::lists::first_by_day;
use crate::db::facts::create_indexes;
use crate::db::migrate::{STEPS, create_at_level};

#[test]
fn the_first_and_the_last_day_are_found_along_an_index() {
    let mut conn = Connection::open_in_memory().unwrap();
    create_at_level(&mut conn, STEPS.len()).unwrap();
    create_indexes(&conn, 1_000).unwrap();
    for order in ["ASC", "DESC"] {
        let plan = format!("EXPLAIN QUERY PLAN {}", first_by_day(order));
        let mut statement = conn.prepare(&plan).unwrap();
        let steps = statement.query_map([], |row| row.get::<_, String>(3)).unwrap();
        let steps: Vec<String> = steps.collect::<Result<_, _>>().unwrap();
        assert!(steps.iter().any(|step| step.contains("INDEX")), "{steps:?}");
        assert!(steps.iter().all(|step| !step.contains("TEMP B-TREE")), "{steps:?}");
    }
}
