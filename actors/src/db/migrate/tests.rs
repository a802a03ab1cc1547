use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use super::*;

type Column = (String, String, bool, Option<String>, bool);
type Index = (bool, String, Vec<Option<String>>);

#[derive(Debug, PartialEq)]
struct Table {
    columns: Vec<Column>,
    indexes: Vec<Index>,
}

fn schema(conn: &Connection) -> BTreeMap<String, Table> {
    let names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
    let mut names = conn.prepare(names).unwrap();
    let names = names.query_map([], |row| row.get::<_, String>(0)).unwrap();
    names
        .map(|name| {
            let name = name.unwrap();
            let table = Table { columns: columns(conn, &name), indexes: indexes(conn, &name) };
            (name, table)
        })
        .collect()
}

fn columns(conn: &Connection, table: &str) -> Vec<Column> {
    let sql = "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?1)";
    let mut statement = conn.prepare(sql).unwrap();
    let rows = statement.query_map([table], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

fn indexes(conn: &Connection, table: &str) -> Vec<Index> {
    let sql = "SELECT name, \"unique\", origin FROM pragma_index_list(?1) ORDER BY name";
    let mut statement = conn.prepare(sql).unwrap();
    let rows = statement
        .query_map([table], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?, row.get::<_, String>(2)?))
        })
        .unwrap();
    rows.map(|row| {
        let (name, unique, origin) = row.unwrap();
        let mut statement = conn.prepare("SELECT name FROM pragma_index_info(?1)").unwrap();
        let columns = statement.query_map([&name], |row| row.get(0)).unwrap();
        (unique, origin, columns.map(Result::unwrap).collect())
    })
    .collect()
}

/// The database inside one of the golden zips, in memory.
fn golden(name: &str) -> Connection {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/interop").join(name);
    let mut zip = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let mut bytes = Vec::new();
    zip.by_name("db.sqlite").unwrap().read_to_end(&mut bytes).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let mut conn = Connection::open_in_memory().unwrap();
    let source = Connection::open(file.path()).unwrap();
    let backup = rusqlite::backup::Backup::new(&source, &mut conn).unwrap();
    backup.run_to_completion(1000, std::time::Duration::ZERO, None).unwrap();
    drop(backup);
    conn
}

fn fresh() -> Connection {
    let mut conn = Connection::open_in_memory().unwrap();
    create(&mut conn).unwrap();
    conn
}

fn no_metadata() -> Map<String, Value> {
    Map::new()
}

fn rows(conn: &Connection, sql: &str) -> Vec<Vec<rusqlite::types::Value>> {
    let mut statement = conn.prepare(sql).unwrap();
    let count = statement.column_count();
    let rows = statement.query_map([], |row| (0..count).map(|i| row.get(i)).collect()).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn there_are_fifty_nine_steps_in_ascending_order() {
    assert_eq!(STEPS.len(), 59);
    assert!(STEPS.is_sorted_by(|a, b| a.id < b.id));
}

#[test]
fn a_fresh_file_has_the_schema_of_a_real_one() {
    assert_eq!(schema(&fresh()), schema(&golden("plain_26_9.zip")));
    assert_eq!(schema(&fresh()), schema(&golden("tracking_local_26_9.zip")));
}

#[test]
fn the_early_level_has_the_schema_of_an_early_file() {
    let mut conn = Connection::open_in_memory().unwrap();
    create_at_level(&mut conn, 15).unwrap();
    assert_eq!(schema(&conn), schema(&golden("early_15_migrations.zip")));
}

#[test]
fn an_early_file_is_brought_forward_to_the_schema_of_a_real_one() {
    let mut conn = golden("early_15_migrations.zip");
    assert_eq!(applied_level(&conn).unwrap(), 15);
    assert_eq!(migrate(&mut conn, &no_metadata()).unwrap(), 44);
    assert_eq!(schema(&conn), schema(&golden("plain_26_9.zip")));
    assert_eq!(migrate(&mut conn, &no_metadata()).unwrap(), 0);
}

#[test]
fn a_file_with_any_number_of_steps_is_brought_forward() {
    let expected = schema(&fresh());
    for level in 0..=STEPS.len() {
        let mut conn = Connection::open_in_memory().unwrap();
        create_at_level(&mut conn, level).unwrap();
        assert_eq!(migrate(&mut conn, &no_metadata()).unwrap(), STEPS.len() - level);
        assert_eq!(schema(&conn), expected, "from level {level}");
    }
}

#[test]
fn a_fresh_file_has_the_default_rows_of_a_real_one() {
    let (fresh, real) = (fresh(), golden("tracking_local_26_9.zip"));
    for sql in [
        "SELECT id, name, is_income, sort_order, tombstone, hidden FROM category_groups
          ORDER BY id",
        "SELECT id, name, is_income, cat_group, sort_order, tombstone, hidden, template_settings
           FROM categories ORDER BY id",
        "SELECT * FROM category_mapping ORDER BY id",
        "SELECT type, width, height, x, y, meta, tombstone FROM dashboard ORDER BY y, x",
        "SELECT name, tombstone FROM dashboard_pages",
        "SELECT p.name FROM dashboard d JOIN dashboard_pages p ON p.id = d.dashboard_page_id",
        "SELECT count(*) FROM messages_crdt",
    ] {
        assert_eq!(rows(&fresh, sql), rows(&real, sql), "{sql}");
    }
}

#[test]
fn preferences_move_from_metadata_with_their_words_renewed() {
    let mut conn = golden("early_15_migrations.zip");
    let metadata = serde_json::json!({
        "id": "x", "budgetName": "n", "budgetType": "report", "hideFraction": true,
        "firstDayOfWeekIdx": 1, "flags.goals": false, "userId": "secret", "dateFormat": null,
        "csv-mappings-abc": {"date": "Date"},
    });
    migrate(&mut conn, metadata.as_object().unwrap()).unwrap();
    let mut statement = conn.prepare("SELECT id, value FROM preferences ORDER BY id").unwrap();
    let found: Vec<(String, String)> = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let found: Vec<_> = found.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(
        found,
        [
            ("budgetType", "tracking"),
            ("csv-mappings-abc", r#"{"date":"Date"}"#),
            ("firstDayOfWeekIdx", "1"),
            ("flags.goals", "false"),
            ("hideFraction", "true"),
        ]
    );
}

fn with_ids(change: &str) -> (Connection, Result<usize, MigrateError>) {
    let mut conn = golden("plain_26_9.zip");
    conn.execute_batch(change).unwrap();
    let answer = migrate(&mut conn, &no_metadata());
    (conn, answer)
}

#[test]
fn unknown_missing_or_altered_steps_are_refused_and_nothing_changes() {
    for change in [
        "INSERT INTO __migrations__ VALUES (1999999999999)",
        "DELETE FROM __migrations__ WHERE id = 1632571489012",
        "UPDATE __migrations__ SET id = id + 1 WHERE id = 1618975177358",
        "UPDATE __migrations__ SET id = 'x' WHERE id = 1618975177358",
        "UPDATE __migrations__ SET id = 1 WHERE id = 1787013118115",
        "INSERT INTO __migrations__ VALUES (1685375406832)",
        "UPDATE __migrations__ SET id = 1.5 WHERE id = 1787013118115",
    ] {
        let before = {
            let conn = golden("plain_26_9.zip");
            conn.execute_batch(change).unwrap();
            rows(&conn, "SELECT * FROM __migrations__ ORDER BY id")
        };
        let (conn, answer) = with_ids(change);
        assert_eq!(answer.unwrap_err().code(), "out-of-sync-migrations", "{change}");
        assert_eq!(rows(&conn, "SELECT * FROM __migrations__ ORDER BY id"), before);
    }
}

#[test]
fn the_one_wrong_id_is_repaired() {
    let (conn, answer) =
        with_ids("UPDATE __migrations__ SET id = 1685375406832 WHERE id = 1688749527273");
    assert_eq!(answer.unwrap(), 0);
    assert_eq!(applied_level(&conn).unwrap(), 59);
    let wrong = "SELECT 1 FROM __migrations__ WHERE id = 1685375406832";
    assert!(rows(&conn, wrong).is_empty());
}

#[test]
fn a_step_that_cannot_run_leaves_the_file_as_it_was() {
    let change = "DELETE FROM __migrations__ WHERE id = 1787013118115";
    let (conn, answer) = with_ids(change);
    assert_eq!(answer.unwrap_err().code(), "loading-budget");
    assert_eq!(applied_level(&conn).unwrap(), 58);
    assert_eq!(schema(&conn), schema(&golden("plain_26_9.zip")));
}

#[test]
fn a_database_without_a_list_of_steps_is_refused() {
    let mut conn = Connection::open_in_memory().unwrap();
    assert_eq!(migrate(&mut conn, &no_metadata()).unwrap_err().code(), "loading-budget");
}

fn at_level(level: usize, rows: &str) -> Connection {
    let mut conn = Connection::open_in_memory().unwrap();
    create_at_level(&mut conn, level).unwrap();
    conn.execute_batch(rows).unwrap();
    migrate(&mut conn, &no_metadata()).unwrap();
    conn
}

#[test]
fn budget_cells_of_the_oldest_files_become_rows() {
    let conn = at_level(
        4,
        r#"INSERT INTO spreadsheet_cells (name, expr) VALUES
          ('budget202103!budget_food', '12000'), ('budget202103!carryover_food', 'true'),
          ('budget202104!budget-food', '-50'), ('budget202104!buffered', '700'),
          ('budget202104!leftover-food', '=a+b'), ('notes!food', '"for eating"'),
          ('budget-report202104!budget-food', '99');"#,
    );
    let found: Vec<_> = rows(&conn, "SELECT id, month, amount, carryover FROM zero_budgets");
    use rusqlite::types::Value::{Integer, Text};
    assert_eq!(
        found,
        [
            vec![Text("2021-03-food".into()), Integer(202_103), Integer(12_000), Integer(1)],
            vec![Text("2021-04-food".into()), Integer(202_104), Integer(-50), Integer(0)],
        ]
    );
    assert_eq!(
        rows(&conn, "SELECT id, buffered FROM zero_budget_months"),
        [vec![Text("2021-04".into()), Integer(700)]]
    );
    assert_eq!(
        rows(&conn, "SELECT note FROM notes WHERE id = 'food'"),
        [vec![Text("for eating".into())]]
    );
    assert_eq!(
        rows(&conn, "SELECT month, amount FROM reflect_budgets"),
        [vec![Integer(202_104), Integer(99)]]
    );
}

#[test]
fn steps_that_rewrite_rows_do_so() {
    use rusqlite::types::Value::{Integer, Null, Text};
    let conn = at_level(
        7,
        "INSERT INTO transactions (id, isChild) VALUES ('p/c', 1), ('p2/c', 0), ('q', 1);",
    );
    assert_eq!(
        rows(&conn, "SELECT parent_id FROM transactions ORDER BY id"),
        [vec![Text("p".into())], vec![Null], vec![Null]]
    );
    let conn = at_level(
        26,
        "INSERT INTO accounts (id, account_id) VALUES ('a', 'bank'), ('b', NULL);
         INSERT INTO category_groups (id, is_income, hidden) VALUES ('i', 1, 1), ('e', 0, 1);
         INSERT INTO transactions (id, transferred_id, schedule)
           VALUES ('t', 'u', 's'), ('u', 't', NULL), ('v', NULL, NULL);",
    );
    assert_eq!(
        rows(&conn, "SELECT account_sync_source FROM accounts ORDER BY id"),
        [vec![Text("goCardless".into())], vec![Null]]
    );
    assert_eq!(
        rows(&conn, "SELECT id FROM category_groups WHERE hidden = 1"),
        [vec![Text("e".into())]]
    );
    assert_eq!(
        rows(&conn, "SELECT id FROM transactions WHERE schedule = 's' ORDER BY id"),
        [vec![Text("t".into())], vec![Text("u".into())]]
    );
    let conn = at_level(
        33,
        r#"INSERT INTO categories (id) VALUES ('c'), ('d');
         INSERT INTO custom_reports (id, name, selected_categories, conditions)
           VALUES ('r', 'R', '[{"id":"c"}]', '[{"field":"notes"}]'),
                  ('all', 'A', '[{"id":"c"},{"id":"d"}]', NULL), ('bad', 'B', 'x', '[]');"#,
    );
    assert_eq!(
        rows(&conn, "SELECT conditions FROM custom_reports ORDER BY id"),
        [
            vec![Null],
            vec![Text("[]".into())],
            vec![Text(
                r#"[{"field":"notes"},{"field":"category","op":"oneOf","type":"id","value":["c"]}]"#
                    .into()
            )],
        ]
    );
    assert_eq!(
        rows(&conn, "SELECT count(*) FROM dashboard WHERE type = 'custom-report'"),
        [vec![Integer(3)]]
    );
}
