use std::fs;
use std::io::Cursor;

use rusqlite::Connection;
use rusqlite::types::Value;
use serde_json::json;

use super::common::{
    META, all_rows, changed_db, entry, expected, fixture, place, real_db, rows, zipped,
};
use crate::files::{Metadata, export};

fn source(name: &str) -> (tempfile::TempDir, Connection) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("db.sqlite");
    fs::write(&path, entry(&fixture(name), "db.sqlite")).unwrap();
    let conn = Connection::open(path).unwrap();
    (temp, conn)
}

#[test]
fn every_row_of_a_real_budget_comes_along() {
    for name in ["plain_26_9.zip", "tracking_local_26_9.zip"] {
        let place = place();
        let id = place.import(&fixture(name)).unwrap();
        let (_temp, theirs) = source(name);
        let ours = place.open(id.as_str());
        assert_eq!(all_rows(&ours), all_rows(&theirs), "{name}");
    }
}

#[test]
fn the_plain_budget_has_the_counts_the_real_client_reports() {
    let place = place();
    let id = place.import(&fixture("plain_26_9.zip")).unwrap();
    let expected = expected("plain_26_9.expected.json");
    let conn = place.open(id.as_str());
    for (table, count) in expected["table_counts"].as_object().unwrap() {
        let found = rows(&conn, &format!("SELECT count(*) FROM \"{table}\""));
        assert_eq!(found, [[Value::Integer(count.as_i64().unwrap())]], "{table}");
    }
    let messages = rows(&conn, "SELECT count(*) FROM messages_crdt");
    assert_eq!(messages, [[Value::Integer(1643)]]);
}

#[test]
fn metadata_loses_its_server_and_its_token() {
    let place = place();
    let id = place.import(&fixture("plain_26_9.zip")).unwrap();
    let metadata = Metadata::read(&place.dir.existing_budget(&id).unwrap()).unwrap();
    assert_eq!(
        serde_json::Value::Object(metadata.map().clone()),
        json!({
            "id": "Interop-Fixture-a03c4ad", "budgetName": "Interop Fixture",
            "lastUploaded": "2026-11-20", "groupId": null, "encryptKeyId": null,
            "lastSyncedTimestamp": "2026-11-20T13:17:00.043Z-0002-9939839e60f4bcaf",
            "lastScheduleRun": "2026-11-20", "resetClock": true,
        })
    );
}

#[test]
fn an_import_blocked_by_a_file_names_it_and_keeps_it() {
    let place = place();
    let id = place.import(&fixture("plain_26_9.zip")).unwrap();
    place.dir.delete(&id).unwrap();
    let file = place.dir.budget_folder(&id);
    std::fs::write(&file, "mine").unwrap();
    let error = place.import(&fixture("plain_26_9.zip")).unwrap_err();
    assert_eq!(error.code(), "path-taken");
    assert!(error.to_string().contains(id.as_str()), "{error}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn an_early_budget_is_brought_forward_and_keeps_its_values() {
    let place = place();
    let id = place.import(&fixture("early_15_migrations.zip")).unwrap();
    let conn = place.open(id.as_str());
    assert_eq!(rows(&conn, "SELECT count(*) FROM __migrations__"), [[Value::Integer(59)]]);
    assert_eq!(rows(&conn, "SELECT count(*) FROM dashboard"), [[Value::Integer(12)]]);
    let (_temp, theirs) = source("early_15_migrations.zip");
    let ours = all_rows(&conn);
    for (table, before) in all_rows(&theirs) {
        if ["__migrations__", "payee_rules"].contains(&table.as_str()) {
            continue;
        }
        let columns: Vec<String> = theirs
            .prepare(&format!("SELECT * FROM {table}"))
            .unwrap()
            .column_names()
            .iter()
            .filter(|name| (table.as_str(), **name) != ("accounts", "type"))
            .map(|name| format!("\"{name}\""))
            .collect();
        let sql = format!("SELECT {} FROM {table} ORDER BY 1", columns.join(", "));
        assert_eq!(rows(&conn, &sql), rows(&theirs, &sql), "{table}");
        assert_eq!(ours[&table].len(), before.len());
    }
}

fn text(value: &serde_json::Value) -> Value {
    value.as_str().map_or(Value::Null, |text| Value::Text(text.to_owned()))
}

fn flag(value: &serde_json::Value) -> Value {
    Value::Integer(i64::from(value.as_bool().unwrap()))
}

#[test]
fn an_early_budget_has_the_accounts_and_transactions_a_newer_client_reports() {
    let place = place();
    let id = place.import(&fixture("early_15_migrations.zip")).unwrap();
    let conn = place.open(id.as_str());
    let expected = expected("early_15_migrations.expected.json");
    for account in expected["by_26_9"]["accounts"].as_array().unwrap() {
        let id = account["id"].as_str().unwrap();
        let found = format!("SELECT name, offbudget, closed FROM accounts WHERE id = '{id}'");
        let wanted =
            [text(&account["name"]), flag(&account["offbudget"]), flag(&account["closed"])];
        assert_eq!(rows(&conn, &found), [wanted]);
        let balance = format!(
            "SELECT sum(amount) FROM transactions t WHERE acct = '{id}' AND isParent = 0
                AND tombstone = 0 AND (isChild = 0 OR EXISTS
                  (SELECT 1 FROM transactions p WHERE p.id = t.parent_id AND p.tombstone = 0))"
        );
        let wanted = Value::Integer(account["balance"].as_i64().unwrap());
        assert_eq!(rows(&conn, &balance), [[wanted]], "{id}");
        for row in account["transactions"].as_array().unwrap() {
            check_transaction(&conn, row);
        }
    }
}

fn check_transaction(conn: &Connection, row: &serde_json::Value) {
    let id = row["id"].as_str().unwrap();
    let sql = format!(
        "SELECT acct, amount, notes, date, isParent, isChild, cleared, reconciled, schedule
           FROM transactions WHERE id = '{id}'"
    );
    let date: i64 = row["date"].as_str().unwrap().replace('-', "").parse().unwrap();
    let wanted = vec![
        text(&row["account"]),
        Value::Integer(row["amount"].as_i64().unwrap()),
        text(&row["notes"]),
        Value::Integer(date),
        flag(&row["is_parent"]),
        flag(&row["is_child"]),
        flag(&row["cleared"]),
        flag(&row["reconciled"]),
        text(&row["schedule"]),
    ];
    assert_eq!(rows(conn, &sql), [wanted], "{id}");
}

#[test]
fn an_early_budget_has_the_categories_and_budgeted_amounts_a_newer_client_reports() {
    let place = place();
    let id = place.import(&fixture("early_15_migrations.zip")).unwrap();
    let conn = place.open(id.as_str());
    let expected = expected("early_15_migrations.expected.json");
    let mut budgeted = 0;
    for (month, sheet) in expected["by_26_9"]["months"].as_object().unwrap() {
        for group in sheet["categoryGroups"].as_array().unwrap() {
            for category in group["categories"].as_array().unwrap() {
                let id = category["id"].as_str().unwrap();
                let sql =
                    format!("SELECT name, cat_group, hidden FROM categories WHERE id = '{id}'");
                let wanted =
                    [text(&category["name"]), text(&group["id"]), flag(&category["hidden"])];
                assert_eq!(rows(&conn, &sql), [wanted]);
                let Some(amount) = category["budgeted"].as_i64() else { continue };
                let month = month.replace('-', "");
                let sql = format!(
                    "SELECT ifnull(sum(amount), 0) FROM zero_budgets
                      WHERE month = {month} AND category = '{id}'"
                );
                assert_eq!(rows(&conn, &sql), [[Value::Integer(amount)]], "{month} {id}");
                budgeted += i64::from(amount != 0);
            }
        }
    }
    assert!(budgeted > 5, "the fixture has budgeted amounts");
}

#[test]
fn preferences_of_early_metadata_become_rows() {
    let place = place();
    let db = entry(&fixture("early_15_migrations.zip"), "db.sqlite");
    let meta = br#"{"id":"Early-1","budgetName":"E","budgetType":"report","hideFraction":true}"#;
    let id = place.import(&zipped(&[("db.sqlite", &db), ("metadata.json", meta)])).unwrap();
    let found = rows(&place.open(id.as_str()), "SELECT id, value FROM preferences ORDER BY id");
    let pair = |key: &str, value: &str| vec![Value::Text(key.into()), Value::Text(value.into())];
    assert_eq!(found, [pair("budgetType", "tracking"), pair("hideFraction", "true")]);
}

#[test]
fn importing_again_replaces_the_budget_and_keeps_its_backups() {
    let place = place();
    let zip = fixture("tracking_local_26_9.zip");
    let id = place.import(&zip).unwrap();
    let first = all_rows(&place.open(id.as_str()));
    let folder = place.dir.existing_budget(&id).unwrap();
    fs::create_dir(folder.join("backups")).unwrap();
    fs::write(folder.join("backups/one.zip"), "backup").unwrap();
    fs::write(folder.join("cache.sqlite"), "old cache").unwrap();
    place.open(id.as_str()).execute("DELETE FROM accounts", []).unwrap();
    assert_eq!(place.import(&zip).unwrap(), id);
    assert_eq!(all_rows(&place.open(id.as_str())), first);
    assert_eq!(fs::read_to_string(folder.join("backups/one.zip")).unwrap(), "backup");
    assert!(!folder.join("cache.sqlite").exists());
    assert_eq!(fs::read_dir(place.dir.path()).unwrap().count(), 2);
}

#[test]
fn a_demo_of_another_program_gets_an_id_under_which_it_is_listed() {
    let place = place();
    let meta = br#"{"id":"_demo-budget","budgetName":"Demo"}"#;
    let zip = zipped(&[("db.sqlite", &real_db()), ("metadata.json", meta)]);
    let (first, second) = (place.import(&zip).unwrap(), place.import(&zip).unwrap());
    assert_ne!(first, second);
    let listed = crate::files::list_budgets(&place.dir).unwrap();
    assert_eq!(listed.iter().map(|budget| &budget.id).collect::<Vec<_>>(), [&first, &second]);
}

#[test]
fn unusual_but_harmless_zips_are_accepted() {
    let (db, place) = (real_db(), place());
    let wal = {
        let mut wal = db.clone();
        wal[18..20].copy_from_slice(&[2, 2]);
        wal
    };
    let private = changed_db(|conn| {
        conn.execute_batch(
            "CREATE TABLE my_own (a, b); INSERT INTO my_own VALUES (1, x'00');
             ALTER TABLE accounts ADD COLUMN my_own TEXT;
             UPDATE transactions SET amount = 12.0 WHERE amount > 0;",
        )
        .unwrap();
    });
    let in_folder: &[(&str, &[u8])] = &[
        ("My Budget/deep/db.sqlite", &db),
        ("My Budget/deep/metadata.json", META),
        ("My Budget/backups/db.sqlite", b"junk"),
        ("__MACOSX/._db.sqlite", b"junk"),
    ];
    let both: &[(&str, &[u8])] = &[
        ("old/db.sqlite", b"junk"),
        ("old/metadata.json", b"junk"),
        ("db.sqlite", &db),
        ("metadata.json", META),
    ];
    for zip in [
        zipped(in_folder),
        zipped(both),
        zipped(&[("db.sqlite", &wal), ("metadata.json", META)]),
        zipped(&[("db.sqlite", &private), ("metadata.json", META)]),
    ] {
        let id = place.import(&zip).unwrap();
        assert_eq!(id.as_str(), "Some-Budget-1234567");
        let tables =
            rows(&place.open(id.as_str()), "SELECT 1 FROM sqlite_master WHERE name = 'my_own'");
        assert!(tables.is_empty());
    }
}

#[test]
fn an_export_has_two_packed_entries_and_imports_to_the_same_budget() {
    for name in ["plain_26_9.zip", "early_15_migrations.zip"] {
        let first = place();
        let id = first.import(&fixture(name)).unwrap();
        let folder = first.dir.existing_budget(&id).unwrap();
        let mut metadata = Metadata::read(&folder).unwrap();
        metadata.set("userId", "secret".into());
        metadata.set("resetClock", false.into());
        let zip = export(&folder.join("db.sqlite"), &metadata, Cursor::new(Vec::new()));
        let zip = zip.unwrap().into_inner();
        let archive = zip::ZipArchive::new(Cursor::new(&zip)).unwrap();
        let names: Vec<_> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names, ["db.sqlite", "metadata.json"]);
        let exported = Metadata::parse(&entry(&zip, "metadata.json")).unwrap();
        assert!(exported.reset_clock());
        assert_eq!(exported.text("userId"), None);
        let second = place();
        let again = second.import(&zip).unwrap();
        assert_eq!(all_rows(&second.open(again.as_str())), all_rows(&first.open(id.as_str())));
        metadata.remove("userId");
        metadata.set("resetClock", true.into());
        let folder = second.dir.existing_budget(&again).unwrap();
        assert_eq!(Metadata::read(&folder).unwrap(), metadata);
    }
}
