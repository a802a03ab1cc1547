//! The views in an exported budget return the same as those of the program that created the file.

#![expect(clippy::unwrap_used, reason = "a failure must stop the test")]

mod common;

use std::path::Path;

use common::TestBudget;
use rusqlite::Connection;
use rusqlite::types::Value;

const VIEWS: &[&str] = &[
    "v_categories",
    "v_payees",
    "v_schedules",
    "v_transactions_internal",
    "v_transactions_internal_alive",
    "v_transactions",
];

/// Rows that only some of the views show, or show in part.
const ODD_ROWS: &str = "
    INSERT INTO transactions (id, isParent, isChild, acct, category, description, amount, date,
                              parent_id, tombstone, starting_balance_flag, sort_order)
    SELECT 'no day', 0, 0, acct, category, description, 1, NULL, NULL, 0, 0, 1
      FROM (SELECT * FROM transactions WHERE category IS NOT NULL LIMIT 1)
    UNION ALL SELECT 'no account', 0, 0, NULL, NULL, NULL, 1, 20261101, NULL, 0, 0, 1
    UNION ALL SELECT 'no amount', 0, 0, 'no such', 'no such', 'no such', NULL, 20261101, 'x', 0, 1, 1
    UNION ALL SELECT 'deleted', 0, 0, 'a', NULL, NULL, 1, 20261101, NULL, 1, 0, 1
    UNION ALL SELECT 'split', 1, 0, 'a', '541836f1-e756-4473-a5d0-6c1d3f06c7fa', NULL, 1, 20261101,
                     NULL, 1, 0, 1
    UNION ALL SELECT 'part', 0, 1, 'a', '541836f1-e756-4473-a5d0-6c1d3f06c7fa', NULL, 1, 20261101,
                     'split', 0, 0, 1
    UNION ALL SELECT 'lost part', 0, 1, 'a', NULL, NULL, 1, 20261101, NULL, 0, 0, 1
    UNION ALL SELECT 'odd part', 0, NULL, 'a', NULL, NULL, 1, 20261101, 'living', 0, 0, 1
    UNION ALL SELECT 'living', 1, 0, 'a', NULL, NULL, 1, 20261101, NULL, 0, 0, 2;
    INSERT INTO accounts (id, name, tombstone) VALUES ('a', 'Open', 0), ('gone', 'Gone', 1);
    INSERT INTO payees (id, name, transfer_acct, tombstone)
    VALUES ('to a', '', 'a', 0), ('to gone', '', 'gone', 0), ('to none', '', 'none', 0);
    INSERT INTO rules (id, conditions, actions) VALUES
      ('split rule', '[{\"op\":\"isapprox\",\"field\":\"amount\",\"value\":5}]',
       '[{\"op\":\"set-split-amount\",\"value\":1,\"options\":{\"splitIndex\":1}}]'),
      ('null rule', 'null', NULL);
    INSERT INTO schedules (id, rule, name) VALUES
      ('split schedule', 'split rule', 'A'), ('null schedule', 'null rule', 'B'),
      ('no rule', 'none', 'C');
    INSERT INTO schedules_json_paths (schedule_id, amount) VALUES ('split schedule', '$[0]');
    INSERT INTO schedules_next_date (id, schedule_id, local_next_date, local_next_date_ts,
                                     base_next_date, base_next_date_ts)
    VALUES ('n', 'split schedule', 20261201, 1, 20261202, 2);
    UPDATE payees SET tombstone = 1 WHERE id = (SELECT min(id) FROM payees);
    UPDATE payee_mapping SET targetId = 'to a' WHERE id = (SELECT max(id) FROM payees);
    UPDATE categories SET tombstone = 1 WHERE name = 'Food';
    DELETE FROM category_mapping WHERE id = (SELECT max(id) FROM categories)";

/// Names of the columns and all rows of a view; in its own order if it has one.
fn answer(conn: &Connection, view: &str) -> (Vec<String>, Vec<Vec<Value>>) {
    let mut select = conn.prepare(&format!("SELECT * FROM {view}")).unwrap();
    let names: Vec<_> = select.column_names().into_iter().map(str::to_owned).collect();
    let row = |row: &rusqlite::Row<'_>| (0..names.len()).map(|at| row.get(at)).collect();
    let mut rows: Vec<_> = select.query_map([], row).unwrap().map(Result::unwrap).collect();
    if view != "v_transactions" {
        rows.sort_by_key(|row: &Vec<Value>| format!("{row:?}"));
    }
    (names, rows)
}

fn views(database: &Path) -> Vec<(Vec<String>, Vec<Vec<Value>>)> {
    let conn = Connection::open(database).unwrap();
    VIEWS.iter().map(|view| answer(&conn, view)).collect()
}

#[test]
fn views_of_an_export_answer_the_columns_and_rows_of_the_file_it_came_from() {
    for (name, change) in [
        ("interop/plain_26_9.zip", ""),
        ("interop/tracking_local_26_9.zip", ""),
        ("interop/plain_26_9.zip", ODD_ROWS),
    ] {
        let budget = TestBudget::unzip(name);
        let file = budget.directory().join("db.sqlite");
        Connection::open(&file).unwrap().execute_batch(change).unwrap();
        let theirs = views(&file);
        assert!(theirs[5].1.len() > 3, "{name}: {} transactions", theirs[5].1.len());
        let copy = budget.directory().join("copy.sqlite");
        budget.db.export_copy(&copy).unwrap();
        for ((view, ours), theirs) in VIEWS.iter().zip(views(&copy)).zip(theirs) {
            assert_eq!(ours, theirs, "{view} of {name}");
        }
        let hashes = "SELECT count(*) FROM __meta__ WHERE key = 'view-hash'";
        let count = |file: &Path| -> i64 {
            Connection::open(file).unwrap().query_row(hashes, [], |row| row.get(0)).unwrap()
        };
        assert_eq!((count(&file), count(&copy)), (1, 0), "{name}");
    }
}

#[test]
fn exports_of_new_and_of_early_budgets_have_the_views_too() {
    for budget in [TestBudget::create(), TestBudget::unzip("interop/early_15_migrations.zip")] {
        let copy = budget.directory().join("copy.sqlite");
        budget.db.export_copy(&copy).unwrap();
        let found = views(&copy);
        assert!(found.iter().all(|(names, _)| names[0] == "id"));
        assert!(found[0].1.len() >= 7, "the default categories are there");
    }
}
