//! Databases that are damaged, foreign or malicious, in valid zips.

use rusqlite::Connection;
use rusqlite::types::Value;

use super::common::{META, Place, changed_db, entry, fixture, place, real_db, rows, zipped};

fn refused(what: &str, db: &[u8], code: &str) {
    let place = place();
    place.import(&fixture("early_15_migrations.zip")).unwrap();
    let before = place.content();
    let zip = zipped(&[("db.sqlite", db), ("metadata.json", META)]);
    let error = place.import(&zip).expect_err(what);
    assert_eq!(error.code(), code, "{what}: {error}");
    assert!(place.content() == before, "{what}: the data directory changed");
}

fn refused_after(change: &str, code: &str) {
    let db = changed_db(|conn| conn.execute_batch(change).unwrap());
    refused(change, &db, code);
}

fn with_bytes(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut db = real_db();
    db[at..at + bytes.len()].copy_from_slice(bytes);
    db
}

#[test]
fn views_of_a_file_are_never_imported() {
    let endless = "DROP VIEW v_payees; CREATE VIEW v_payees AS
         WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT 1 FROM c) SELECT n AS id FROM c;
         DROP VIEW v_schedules; CREATE VIEW v_schedules AS SELECT load_extension('x') AS id";
    for change in [endless, "DROP VIEW v_payees; DROP VIEW v_transactions"] {
        let place = place();
        let db = changed_db(|conn| conn.execute_batch(change).unwrap());
        let id = place.import(&zipped(&[("db.sqlite", &db), ("metadata.json", META)])).unwrap();
        let views = "SELECT count(*) FROM sqlite_master WHERE type = 'view'";
        let count = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        assert_eq!(place.open(id.as_str()).query_row(views, [], count), Ok(0), "{change}");
    }
}

#[test]
fn files_that_are_no_sound_database_are_refused() {
    let db = real_db();
    let utf16 = {
        let temp = tempfile::tempdir().unwrap();
        let conn = Connection::open(temp.path().join("x")).unwrap();
        conn.execute_batch("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a)").unwrap();
        conn.close().unwrap();
        std::fs::read(temp.path().join("x")).unwrap()
    };
    for (what, db) in [
        ("empty", Vec::new()),
        ("one byte", vec![b'S']),
        ("a header alone", db[..100].to_vec()),
        ("a text", b"-- SQL dump".repeat(1000)),
        ("another magic", with_bytes(0, b"sqlite")),
        ("page size 0", with_bytes(16, &[0, 0])),
        ("page size 3", with_bytes(16, &[0, 3])),
        ("page size 256", with_bytes(16, &[1, 0])),
        ("another page size", with_bytes(16, &[0x20, 0])),
        ("unknown format version", with_bytes(18, &[9, 9])),
        ("unknown schema format", with_bytes(44, &[0, 0, 0, 99])),
        ("no encoding", with_bytes(56, &[0, 0, 0, 9])),
        ("utf-16", utf16),
        ("cut off within a page", db[..db.len() - 100].to_vec()),
        ("cut off after a page", db[..db.len() - 4096].to_vec()),
        ("cut off after the first page", db[..4096].to_vec()),
        ("a page too many", [&db[..], &[0; 4096]].concat()),
        ("first page overwritten", with_bytes(100, &[0xaa; 3000])),
        ("pages overwritten with noise", with_bytes(4096, &[0x5a; 40_960])),
        ("pages overwritten with zeros", with_bytes(4096, &[0; 40_960])),
    ] {
        refused(what, &db, "invalid-db-file");
    }
}

#[test]
fn no_overwritten_page_makes_an_import_panic_or_half_succeed() {
    let db = real_db();
    for page in 1..db.len() / 4096 {
        let mut broken = db.clone();
        for (place, byte) in broken[page * 4096..(page + 1) * 4096].iter_mut().enumerate() {
            *byte ^= u8::try_from(place * 7 % 251).unwrap();
        }
        let place = place();
        let before = place.content();
        let zip = zipped(&[("db.sqlite", &broken), ("metadata.json", META)]);
        match place.import(&zip) {
            Ok(id) => {
                let conn = place.open(id.as_str());
                let check: String =
                    conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
                assert_eq!(check, "ok", "page {page}");
            }
            Err(_) => assert!(place.content() == before, "page {page}"),
        }
    }
}

#[test]
fn schemas_with_a_life_of_their_own_are_refused() {
    for change in [
        "CREATE TRIGGER t AFTER INSERT ON accounts BEGIN DELETE FROM accounts; END",
        "CREATE VIEW mine AS SELECT 1",
        "CREATE VIEW v_accounts AS SELECT * FROM accounts",
        "CREATE VIRTUAL TABLE search USING fts5(a)",
        "CREATE VIRTUAL TABLE area USING rtree(id, a, b)",
        "DROP TABLE transactions",
        "DROP TABLE dashboard",
        "ALTER TABLE accounts DROP COLUMN offbudget",
        "ALTER TABLE transactions RENAME COLUMN amount TO total",
        "ALTER TABLE notes DROP COLUMN note;
         ALTER TABLE notes ADD COLUMN note TEXT GENERATED ALWAYS AS ('x' || id) VIRTUAL",
        "DROP TABLE notes; CREATE TABLE notes
           (id TEXT PRIMARY KEY, note TEXT GENERATED ALWAYS AS ('x') STORED)",
        "DROP TABLE notes; CREATE VIEW notes AS SELECT id, name AS note FROM accounts",
        "DROP TABLE __migrations__",
        "ALTER TABLE __migrations__ RENAME COLUMN id TO step",
        "DROP TABLE messages_crdt",
    ] {
        refused_after(change, "invalid-schema");
    }
    let many: String = (0..600).map(|n| format!("CREATE TABLE t{n} (a);")).collect();
    let many = format!("BEGIN; {many} COMMIT");
    refused_after(&many, "invalid-schema");
}

#[test]
fn amounts_with_a_sum_beyond_the_range_are_imported() {
    let most = "UPDATE transactions SET amount = 2251799813685247";
    let select = "SELECT min(amount), max(amount) FROM transactions";
    let values = Ok(vec![Value::Integer((1 << 51) - 1); 2]);
    assert_eq!(joined(most, select), [values.clone(), values]);
}

#[test]
fn a_database_of_another_program_is_refused() {
    let temp = tempfile::tempdir().unwrap();
    let conn = Connection::open(temp.path().join("x")).unwrap();
    conn.execute_batch("CREATE TABLE ZACCOUNT (Z_PK INTEGER PRIMARY KEY, ZNAME TEXT)").unwrap();
    conn.close().unwrap();
    let db = std::fs::read(temp.path().join("x")).unwrap();
    refused("another program", &db, "invalid-schema");
}

#[test]
fn files_of_a_newer_or_altered_program_are_refused() {
    for change in [
        "INSERT INTO __migrations__ VALUES (1999999999999)",
        "DELETE FROM __migrations__ WHERE id = 1632571489012",
        "UPDATE __migrations__ SET id = 1632571489013 WHERE id = 1632571489012",
        "UPDATE __migrations__ SET id = 1999999999999 WHERE id = 1787013118115",
        "UPDATE __migrations__ SET id = 'last' WHERE id = 1787013118115",
    ] {
        refused_after(change, "out-of-sync-migrations");
    }
    let early = entry(&fixture("early_15_migrations.zip"), "db.sqlite");
    let claims_all = {
        let temp = tempfile::tempdir().unwrap();
        std::fs::write(temp.path().join("x"), early).unwrap();
        let conn = Connection::open(temp.path().join("x")).unwrap();
        for step in crate::db::migrate::STEPS.iter().skip(15) {
            conn.execute("INSERT INTO __migrations__ VALUES (?1)", [step.id]).unwrap();
        }
        conn.close().unwrap();
        std::fs::read(temp.path().join("x")).unwrap()
    };
    refused("early tables that claim all steps", &claims_all, "invalid-schema");
    refused_after("DELETE FROM __migrations__ WHERE id > 1632571489012", "invalid-schema");
}

#[test]
fn values_that_fit_no_column_are_refused() {
    for change in [
        "UPDATE transactions SET amount = 2251799813685248",
        "UPDATE transactions SET amount = -9223372036854775808",
        "UPDATE transactions SET amount = 12.5",
        "UPDATE transactions SET amount = 9e999",
        "UPDATE transactions SET amount = 'a lot'",
        "UPDATE transactions SET amount = x'01'",
        "UPDATE transactions SET date = 'today'",
        "UPDATE transactions SET sort_order = 9e999",
        "UPDATE accounts SET name = x'00ff'",
        "UPDATE accounts SET name = CAST(x'ff' AS TEXT)",
        "UPDATE accounts SET sort_order = 'first'",
        "UPDATE transactions SET notes = printf('%.*c', 8388609, 'x')
          WHERE id = (SELECT min(id) FROM transactions)",
        "UPDATE transactions SET notes = hex(randomblob(9000000))
          WHERE id = (SELECT min(id) FROM transactions)",
        "INSERT INTO accounts (id) VALUES (NULL)",
        "INSERT INTO messages_crdt VALUES (1, 'yesterday', 'accounts', 'a', 'name', 'S:x')",
        "INSERT INTO messages_crdt VALUES
           (1, '2026-11-20T13:05:12.471Z-0002-8c6fbd1a03cc6a95', 'accounts', 'a', 'name', 5)",
        "UPDATE messages_clock SET clock = '{}'",
        "UPDATE messages_clock SET clock = 'not json'",
        "DROP TABLE tags; CREATE TABLE tags
           (id TEXT, tag TEXT, color TEXT, description TEXT, tombstone INT, hidden INT);
         INSERT INTO tags (id, tag) VALUES ('a', 'x'), ('b', 'x')",
        "DROP TABLE notes; CREATE TABLE notes (id TEXT, note TEXT);
         INSERT INTO notes VALUES ('a', 'x'), ('a', 'y')",
    ] {
        let db = changed_db(|conn| conn.execute_batch(change).unwrap());
        let place = place();
        let before = place.content();
        let zip = zipped(&[("db.sqlite", &db), ("metadata.json", META)]);
        let error = place.import(&zip).expect_err(change);
        assert!(["invalid-schema", "invalid-db-file"].contains(&error.code()), "{change}: {error}");
        assert!(place.content() == before);
    }
}

/// The values of a row after an import and after a download, or why they were refused.
fn joined(change: &str, select: &str) -> [Result<Vec<Value>, String>; 2] {
    let db = changed_db(|conn| conn.execute_batch(change).unwrap());
    let zip = zipped(&[("db.sqlite", &db), ("metadata.json", META)]);
    [Place::import, Place::download].map(|bring| {
        let place = place();
        let id = bring(&place, &zip).map_err(|error| error.to_string())?;
        Ok(rows(&place.open(id.as_str()), select).remove(0))
    })
}

#[test]
fn what_a_bent_message_left_in_a_file_gives_way_to_the_last_value_that_fits() {
    let message = |second: u32, column: &str, value: &str| {
        let stamp = format!("2026-11-20T13:05:{second:02}.000Z-0000-8c6fbd1a03cc6a95");
        format!(
            "INSERT INTO messages_crdt (timestamp, dataset, row, column, value) VALUES \
             ('{stamp}', 'transactions', 't', '{column}', '{value}');"
        )
    };
    let row = "INSERT INTO transactions (id, isParent, amount, cleared, date) \
               VALUES ('t', 'yes', 1e308, 'no', 20261120);";
    let log = [
        message(1, "amount", "N:500"),
        message(2, "amount", "N:700"),
        message(3, "amount", "N:1e308"),
        message(4, "isParent", "S:yes"),
        message(5, "cleared", "S:no"),
    ];
    let select = "SELECT isParent, amount, cleared FROM transactions WHERE id = 't'";
    let values = Ok(vec![Value::Integer(0), Value::Integer(700), Value::Integer(1)]);
    let change = format!("{row} {}", log.concat());
    assert_eq!(joined(&change, select), [values.clone(), values]);
}

#[test]
fn a_shared_file_is_taken_also_where_nothing_explains_its_values() {
    let row = "INSERT INTO transactions (id, isParent, amount, sort_order, date) \
               VALUES ('t', 'yes', 'a lot', 9e999, 20261120)";
    let select = "SELECT isParent, amount, sort_order FROM transactions WHERE id = 't'";
    let [imported, downloaded] = joined(row, select);
    assert_eq!(downloaded, Ok(vec![Value::Integer(0), Value::Null, Value::Null]));
    let why = imported.unwrap_err();
    assert!(why.contains("transactions.isParent in row"), "{why}");
}

#[test]
fn values_at_their_limits_come_along() {
    let db = changed_db(|conn| {
        conn.execute_batch(
            "UPDATE transactions SET amount = 2251799813685247, notes = printf('%.*c', 8388608, 'x'),
                    tombstone = 1
              WHERE id = (SELECT min(id) FROM transactions)",
        )
        .unwrap();
    });
    let place = place();
    let zip = zipped(&[("db.sqlite", &db), ("metadata.json", META)]);
    assert!(place.import(&zip).is_ok());
}

#[test]
fn budgets_that_could_not_be_opened_are_refused() {
    let many = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 5000) \
                INSERT INTO categories (id, name, is_income, cat_group, sort_order, tombstone) \
                SELECT printf('%08x', n), 'c' || n, 0, \
                       (SELECT id FROM category_groups WHERE is_income = 0 LIMIT 1), n, 0 FROM n";
    refused_after(many, "invalid-schema");
    let alike = "INSERT INTO categories (id, name, is_income, cat_group, sort_order, tombstone) \
                 SELECT id, name, 0, (SELECT id FROM category_groups WHERE is_income = 0 LIMIT 1), \
                        1, 0 FROM (SELECT 'a' AS id, 'one' AS name UNION SELECT 'pos-a', 'two')";
    refused_after(alike, "invalid-schema");
}
