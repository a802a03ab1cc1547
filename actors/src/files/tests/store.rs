use std::fs;
use std::time::{Duration, UNIX_EPOCH};

use super::common::{env, place, rows};
use crate::files::{
    BudgetId, FileError, MAX_NAME_LENGTH, Metadata, create_budget, delete_budget, list_budgets,
};

fn names(place: &super::common::Place) -> Vec<String> {
    list_budgets(&place.dir).unwrap().into_iter().map(|budget| budget.name).collect()
}

#[test]
fn new_budgets_get_the_next_free_default_name() {
    let place = place();
    let env = env();
    for expected in ["My Finances", "My Finances 1", "My Finances 2"] {
        let id = create_budget(&place.dir, &env, None, false).unwrap();
        let folder = place.dir.existing_budget(&id).unwrap();
        let metadata = Metadata::read(&folder).unwrap();
        assert_eq!(metadata, Metadata::made_now(id.as_str(), expected));
        assert!(id.as_str().starts_with(&format!("{}-", expected.replace(' ', "-"))));
    }
    assert_eq!(names(&place), ["My Finances", "My Finances 1", "My Finances 2"]);
}

#[test]
fn a_new_budget_has_its_default_rows_and_no_messages() {
    let place = place();
    let id = create_budget(&place.dir, &env(), Some(" Home "), false).unwrap();
    let conn = place.open(id.as_str());
    let count = |sql: &str| rows(&conn, sql).len();
    assert_eq!(count("SELECT 1 FROM categories"), 7);
    assert_eq!(count("SELECT 1 FROM dashboard"), 12);
    assert_eq!(count("SELECT 1 FROM messages_crdt"), 0);
    assert_eq!(count("SELECT 1 FROM __migrations__"), 59);
    assert_eq!(count("PRAGMA journal_mode"), 1);
    assert_eq!(names(&place), ["Home"]);
}

#[test]
fn the_test_budget_has_a_fixed_id_and_is_recreated() {
    let place = place();
    for _ in 0..2 {
        let id = create_budget(&place.dir, &env(), None, true).unwrap();
        assert_eq!(id.as_str(), "_test-budget");
        let conn = place.open(id.as_str());
        assert!(rows(&conn, "SELECT 1 FROM accounts").is_empty());
        conn.execute("INSERT INTO accounts (id) VALUES ('a')", []).unwrap();
    }
    assert_eq!(list_budgets(&place.dir).unwrap().len(), 1);
}

#[test]
fn the_list_has_the_last_change_and_the_size_of_each_budget() {
    let place = place();
    let id = create_budget(&place.dir, &env(), Some("Home"), false).unwrap();
    let database = place.dir.existing_budget(&id).unwrap().join("db.sqlite");
    let changed = UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    fs::File::options().append(true).open(&database).unwrap().set_modified(changed).unwrap();
    let listed = list_budgets(&place.dir).unwrap().remove(0);
    assert_eq!(listed.changed_ms, Some(1_700_000_000_000));
    assert_eq!(listed.bytes, Some(fs::metadata(&database).unwrap().len()));
}

#[test]
fn names_are_neither_blank_nor_endless() {
    let place = place();
    let longest = "é".repeat(MAX_NAME_LENGTH);
    let env = env();
    assert!(create_budget(&place.dir, &env, Some(&longest), false).is_ok());
    let before = place.content();
    let over = format!("{longest}é");
    for (name, code) in [("", "name-required"), (" \t", "name-required"), (&over, "name-too-long")]
    {
        let error = create_budget(&place.dir, &env, Some(name), false).unwrap_err();
        assert_eq!(error.code(), code);
    }
    assert_eq!(place.content(), before);
}

#[test]
fn the_list_skips_other_folders_and_survives_malformed_metadata() {
    let place = place();
    let good = create_budget(&place.dir, &env(), Some("Good"), false).unwrap();
    let data = place.dir.path();
    let db = fs::read(data.join(good.as_str()).join("db.sqlite")).unwrap();
    for folder in ["Broken", "Synced", "_demo-budget", ".new-late", "bad name", "Empty"] {
        fs::create_dir(data.join(folder)).unwrap();
        if folder != "Empty" {
            fs::write(data.join(folder).join("db.sqlite"), &db).unwrap();
        }
    }
    fs::write(data.join("Broken/metadata.json"), "").unwrap();
    let synced = r#"{"id":"x","budgetName":"Synced","cloudFileId":"c","groupId":null}"#;
    fs::write(data.join("Synced/metadata.json"), synced).unwrap();
    fs::write(data.join("db.sqlite"), &db).unwrap();
    let found = list_budgets(&place.dir).unwrap();
    let found: Vec<_> = found.iter().map(|b| (b.id.as_str(), b.name.as_str(), b.state())).collect();
    assert_eq!(
        found,
        [
            ("Broken", "Broken", "local"),
            (good.as_str(), "Good", "local"),
            ("Synced", "Synced", "unknown"),
        ]
    );
}

#[test]
fn a_deleted_budget_leaves_nothing_behind() {
    let place = place();
    let before = place.content();
    let id = create_budget(&place.dir, &env(), None, false).unwrap();
    delete_budget(&place.dir, &id).unwrap();
    assert_eq!(place.content(), before);
    let unknown = BudgetId::parse("Unknown").unwrap();
    let error = delete_budget(&place.dir, &unknown).unwrap_err();
    assert!(matches!(error, FileError::BudgetNotFound));
}
