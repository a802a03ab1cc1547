//! Budget files: list, create, open, leave, delete, import, export.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::Connection;
use serde_json::{Value as Json, json};
use sobre_actors::limits::KEPT_OPEN_MS;

use crate::categories::budget;
use crate::harness::{BUDGET, FOOD, Harness, Tab, call};

fn create(harness: &Harness, args: Json) -> String {
    harness.ok("create-budget", args)["id"].as_str().unwrap().to_owned()
}

fn listed(harness: &Harness) -> Vec<(String, String)> {
    let list = harness.ok("get-budgets", json!({}));
    let text = |value: &Json| value.as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(|it| (text(&it["id"]), text(&it["name"]))).collect()
}

fn code(outcome: Result<Json, Json>) -> Json {
    outcome.unwrap_err()["code"].take()
}

#[test]
fn budgets_are_made_with_free_names_and_listed() {
    let harness = Harness::empty();
    assert_eq!(listed(&harness), []);
    let first = create(&harness, json!({}));
    let second = create(&harness, json!({}));
    let named = create(&harness, json!({ "budgetName": " Ours " }));
    assert_eq!(
        listed(&harness),
        [
            (first, "My Finances".to_owned()),
            (second, "My Finances 1".to_owned()),
            (named, "Ours".to_owned()),
        ]
    );
    assert_eq!(code(harness.call("create-budget", json!({ "budgetName": " " }))), "name-required");
    let long = json!({ "budgetName": "x".repeat(101) });
    assert_eq!(code(harness.call("create-budget", long)), "name-too-long");
    assert_eq!(code(harness.call("delete-budget", json!({}))), "bad-arguments");
    assert_eq!(listed(&harness).len(), 3);
}

#[test]
fn broken_folders_neither_hide_nor_break_the_list() {
    let harness = Harness::new();
    let data = harness.data_dir();
    fs::create_dir(data.join("Empty-0000000")).unwrap();
    fs::create_dir(data.join("Bad-0000000")).unwrap();
    fs::write(data.join("Bad-0000000/db.sqlite"), b"not a database").unwrap();
    fs::write(data.join("Bad-0000000/metadata.json"), b"{").unwrap();
    fs::write(data.join("a file"), b"").unwrap();
    let names: Vec<_> = listed(&harness).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["Bad-0000000", "Test"]);
    let error = harness.call("load-budget", json!({ "id": "Bad-0000000" })).unwrap_err();
    assert_eq!(error["code"], "out-of-sync-data", "{error}");
    let missing = |id: &str| code(harness.call("load-budget", json!({ "id": id })));
    assert_eq!(missing("Empty-0000000"), "budget-not-found");
    assert_eq!(missing("../Test-0000001"), "budget-not-found");
    assert_eq!(missing(""), "budget-not-found");
}

#[test]
fn without_a_budget_calls_say_that_one_must_be_opened() {
    let harness = Harness::empty();
    for name in ["get-categories", "undo", "get-budget-bounds", "load-prefs", "export-budget"] {
        assert_eq!(code(harness.call(name, json!({}))), "no-budget-open", "{name}");
    }
    let args = json!({ "month": "2026-11", "category": FOOD, "amount": 1 });
    assert_eq!(code(harness.call("budget/budget-amount", args)), "no-budget-open");
    assert_eq!(code(harness.call("no-such-call", json!({}))), "unknown-call");
    harness.ok("close-budget", json!({}));
}

#[test]
fn a_closed_budget_keeps_everything() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 1234);
    let (tables, cells) = (harness.tables(), harness.cells());
    harness.ok("close-budget", json!({}));
    assert_eq!(code(harness.call("get-categories", json!({}))), "no-budget-open");
    let opened = harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(opened["id"], BUDGET);
    assert_eq!((harness.tables(), harness.cells()), (tables, cells));
    assert_eq!(harness.ok("undo", json!({})), Json::Null, "history ends with the opening");
}

/// An amount in the database file of a closed budget, without its write-ahead log.
fn amount_alone(folder: &Path) -> i64 {
    let elsewhere = tempfile::tempdir().unwrap();
    let alone = elsewhere.path().join("db.sqlite");
    fs::copy(folder.join("db.sqlite"), &alone).unwrap();
    let conn = Connection::open(alone).unwrap();
    let amount = "SELECT amount FROM zero_budgets WHERE month = 202611 AND category = ?1";
    conn.query_row(amount, [FOOD], |row| row.get(0)).unwrap()
}

fn log_bytes(folder: &Path) -> u64 {
    fs::metadata(folder.join("db.sqlite-wal")).map_or(0, |log| log.len())
}

#[test]
fn a_closed_budget_has_every_edit_in_its_database_file() {
    let harness = Harness::new();
    let folder = harness.data_dir().join(BUDGET);
    budget(&harness, "2026-11", FOOD, 1234);
    harness.ok("get-categories", json!({}));
    assert!(log_bytes(&folder) > 0);
    harness.ok("close-budget", json!({}));
    assert_eq!((log_bytes(&folder), amount_alone(&folder)), (0, 1234));

    // Open connections do not keep the log.
    harness.ok("load-budget", json!({ "id": BUDGET }));
    let readers = harness.run(harness.app.hold_readers(&harness.tab.session)).unwrap();
    budget(&harness, "2026-11", FOOD, 1235);
    harness.ok("close-budget", json!({}));
    assert_eq!((log_bytes(&folder), amount_alone(&folder)), (0, 1235));
    let refused = harness.call("load-budget", json!({ "id": BUDGET }));
    assert_eq!(code(refused), "busy", "a reader of the earlier opening is left");
    drop(readers);

    harness.ok("load-budget", json!({ "id": BUDGET }));
    budget(&harness, "2026-11", FOOD, 1236);
    harness.ok("get-categories", json!({}));
    harness.run(harness.app.shut_down());
    assert_eq!((log_bytes(&folder), amount_alone(&folder)), (0, 1236), "at the program's end");
}

#[test]
fn a_budget_that_a_script_opened_closes_some_time_after_its_last_call() {
    let (harness, time) = Harness::with_hand_clock();
    harness.ok("close-budget", json!({}));
    let (app, script) = (&harness.app, harness.app.new_session(None));
    script.set_budget(Some(BUDGET.into()));
    let pass = |ms| {
        time.fetch_add(ms, Ordering::Relaxed);
        harness.run(app.close_left());
        harness.run(app.until_idle());
        app.open_budgets()
    };
    let read = || harness.run(call(app, &script, "get-categories", json!({}))).unwrap();
    read();
    assert_eq!(pass(KEPT_OPEN_MS - 1), 1);
    read();
    assert_eq!(pass(KEPT_OPEN_MS - 1), 1);
    assert_eq!(pass(1), 0);
    read();
    harness.ok("load-budget", json!({ "id": BUDGET }));
    read();
    assert_eq!(pass(2 * KEPT_OPEN_MS), 1, "a tab listens");
}

#[test]
fn a_script_goes_on_reading_a_budget_that_its_last_tab_closes() {
    let harness = Harness::new();
    let (app, tab, script) = (&harness.app, &harness.tab.session, harness.app.new_session(None));
    script.set_budget(Some(BUDGET.into()));
    let all = json!({ "table": "transactions", "selectExpressions": ["id"] });
    harness.run(async {
        // They leave the script's query to wait until closing has ended them.
        let mut endless: Vec<_> =
            (0..3).map(|_| Box::pin(app.read_without_end(tab, || ()))).collect();
        for read in &mut endless {
            assert!(futures_util::poll!(read).is_pending());
        }
        let mut read = Box::pin(call(app, &script, "query", all));
        assert!(futures_util::poll!(&mut read).is_pending());
        call(app, tab, "close-budget", json!({})).await.unwrap();
        for read in endless {
            assert_eq!(read.await.unwrap_err().code.wire(), "no-budget-open");
        }
        assert_eq!(read.await.unwrap()["data"], json!([]));
    });
}

#[test]
fn a_deleted_budget_is_gone_for_every_tab() {
    let harness = Harness::new();
    let other = Tab::of(&harness.app);
    let load = call(&harness.app, &other.session, "load-budget", json!({ "id": BUDGET }));
    harness.run(load).unwrap();
    harness.events();
    harness.ok("delete-budget", json!({ "id": BUDGET }));
    let told: Vec<_> = harness.tab.events().into_iter().map(|(name, _)| name).collect();
    assert!(told.contains(&"show-budgets".to_owned()), "who deleted it is shown the others");
    assert!(!told.contains(&"budget-closed".to_owned()), "{told:?}");
    assert_eq!(harness.run(other.next("budget-closed"))["id"], BUDGET);
    let read = call(&harness.app, &other.session, "get-categories", json!({}));
    assert_eq!(code(harness.run(read)), "budget-not-found");
    assert_eq!(code(harness.call("get-categories", json!({}))), "no-budget-open");
    assert_eq!(listed(&harness), []);
    assert_eq!(code(harness.call("delete-budget", json!({ "id": BUDGET }))), "budget-not-found");
}

#[test]
fn the_test_budget_is_recreated_each_time() {
    let harness = Harness::empty();
    let id = create(&harness, json!({ "testMode": true }));
    harness.ok("load-budget", json!({ "id": id }));
    budget(&harness, "2026-11", FOOD, 5);
    assert_eq!(create(&harness, json!({ "testMode": true })), id);
    let refused = harness.call("get-categories", json!({}));
    assert_eq!(code(refused), "no-budget-open", "the tab has to load the new one");
    harness.ok("load-budget", json!({ "id": id }));
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 0);
}

#[test]
fn a_demo_budget_opens() {
    let harness = Harness::empty();
    let made = harness.ok("create-demo-budget", json!({}));
    harness.ok("load-budget", json!({ "id": made["id"] }));
    assert!(harness.ok("accounts-get", json!({})).as_array().unwrap().len() > 3);
}

#[test]
fn an_import_replaces_the_open_budget_of_its_id_and_tells_the_tabs() {
    let harness = Harness::new();
    let exported = harness.ok("export-budget", json!({}));
    assert_eq!(exported["filename"], "2026-11-20-Test.zip");
    budget(&harness, "2026-11", FOOD, 5);
    let file = json!({ "filename": "a.zip", "contents": exported["data"] });
    let upload = harness.ok("upload-file-web", file);
    let args = json!({ "filepath": upload["filepath"], "type": "actual" });
    let imported = harness.ok("import-budget", args.clone());
    harness.ok("load-budget", json!({ "id": imported["id"] }));
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 0);
    assert_eq!(code(harness.call("import-budget", args)), "file-not-found", "used up");
    let backups = harness.ok("backups-get", json!({ "id": BUDGET }));
    harness.ok("backup-load", json!({ "id": BUDGET, "backupId": backups[0]["id"] }));
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 5, "what it replaced is kept");
}

#[test]
fn an_import_leaves_the_budget_of_its_id_alone_if_that_is_asked_for() {
    let harness = Harness::new();
    let exported = harness.ok("export-budget", json!({}));
    budget(&harness, "2026-11", FOOD, 5);
    let import = |existing: &str| {
        let file = json!({ "filename": "a.zip", "contents": exported["data"] });
        let filepath = harness.ok("upload-file-web", file)["filepath"].clone();
        let args = json!({ "filepath": filepath, "type": "actual", "existing": existing });
        harness.call("import-budget", args)
    };
    let food = format!("budget202611!budget-{FOOD}");
    let refused = import("refuse").unwrap_err();
    let meta = json!({ "id": BUDGET, "name": "Test", "cloudFileId": null });
    assert_eq!((&refused["code"], &refused["meta"]), (&json!("file-exists"), &meta));
    assert_eq!(harness.cell(&food), 5, "it is still open");
    let beside = ["Test 1", "Test 2"].map(|name| {
        let id = import("keep").unwrap()["id"].clone();
        harness.ok("load-budget", json!({ "id": id }));
        assert_eq!(harness.ok("load-prefs", json!({}))["budgetName"], name);
        assert_eq!(harness.cell(&food), 0);
        id
    });
    assert!(beside[0] != beside[1] && !beside.contains(&json!(BUDGET)));
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&food), 5);
    harness.ok("delete-budget", json!({ "id": BUDGET }));
    for existing in ["refuse", "keep"] {
        assert_eq!(import(existing).unwrap()["id"], BUDGET, "there is none");
        harness.ok("delete-budget", json!({ "id": BUDGET }));
    }
}

#[test]
fn a_budget_that_cannot_be_read_is_kept_as_it_is_when_an_import_replaces_it() {
    let harness = Harness::new();
    let exported = harness.ok("export-budget", json!({}));
    harness.ok("close-budget", json!({}));
    let broken = "no database any more".repeat(1_000);
    std::fs::write(harness.folder().join("db.sqlite"), &broken).unwrap();
    let file = json!({ "filename": "a.zip", "contents": exported["data"] });
    let upload = harness.ok("upload-file-web", file);
    let args = json!({ "filepath": upload["filepath"], "type": "actual" });
    harness.ok("import-budget", args);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.ok("backups-get", json!({ "id": BUDGET })), json!([]));
    let kept = std::fs::read_dir(harness.folder().join("backups")).unwrap();
    let kept = kept.map(|entry| entry.unwrap().path());
    let kept = kept.filter(|path| path.extension().is_some_and(|ending| ending == "unreadable"));
    let kept: Vec<_> = kept.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    assert_eq!(kept, [broken]);
}

#[test]
fn files_that_are_no_budget_are_refused() {
    let harness = Harness::empty();
    let upload = |bytes: &[u8]| {
        let file = json!({ "filename": "a.zip", "contents": STANDARD.encode(bytes) });
        harness.ok("upload-file-web", file)["filepath"].clone()
    };
    let import = |filepath: Json, kind: &str| {
        code(harness.call("import-budget", json!({ "filepath": filepath, "type": kind })))
    };
    assert_eq!(import(upload(b"hello"), "actual"), "not-zip-file");
    assert_eq!(import(upload(b"hello"), "ynab4"), "not-ynab4");
    assert_eq!(import(upload(b"hello"), "ynab5"), "parse-error");
    assert_eq!(import(json!("nowhere"), "actual"), "file-not-found");
    assert_eq!(import(json!("../../etc/passwd"), "actual"), "file-not-found");
    let bad = json!({ "filename": "a", "contents": "%%%" });
    assert_eq!(code(harness.call("upload-file-web", bad)), "bad-arguments");
    assert_eq!(listed(&harness), []);
}

#[test]
fn a_reconnecting_tab_catches_up_or_must_reload() {
    let harness = Harness::new();
    let other = Tab::of(&harness.app);
    let load = call(&harness.app, &other.session, "load-budget", json!({ "id": BUDGET }));
    let seen = harness.run(load).unwrap()["revision"].clone();
    budget(&harness, "2026-11", FOOD, 5);
    let back = Tab::of(&harness.app);
    let resume = |seen: Json| {
        let args = json!({ "id": BUDGET, "revision": seen });
        harness.run(call(&harness.app, &back.session, "resume-budget", args)).unwrap()
    };
    assert_eq!(resume(seen)["caughtUp"], true);
    harness.events();
    assert_eq!(back.events().iter().filter(|(name, _)| name == "cells-changed").count(), 1);
    assert_eq!(resume(json!(3))["caughtUp"], false);
}
