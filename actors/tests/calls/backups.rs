//! Backups: made, kept, listed, loaded and reverted.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use rusqlite::Connection;
use serde_json::{Value as Json, json};
use sobre_actors::files::{DataDir, Metadata};
use sobre_actors::limits::BACKUP_EVERY_MS;

use crate::categories::budget;
use crate::harness::{BUDGET, FOOD, Harness, Tab, call, copy_folder};

const NOON: &str = "2026-11-20_12-00-00.zip";

fn food() -> String {
    format!("budget202611!budget-{FOOD}")
}

fn make(harness: &Harness) {
    harness.ok("backup-make", json!({ "id": BUDGET }));
}

fn ids(harness: &Harness) -> Vec<String> {
    let list = harness.ok("backups-get", json!({ "id": BUDGET }));
    list.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
}

fn load(harness: &Harness, backup: &str) {
    harness.ok("backup-load", json!({ "id": BUDGET, "backupId": backup }));
    harness.ok("load-budget", json!({ "id": BUDGET }));
}

fn metadata(harness: &Harness) -> Json {
    serde_json::from_str(&Metadata::read(&harness.folder()).unwrap().to_json()).unwrap()
}

/// Gives the budget a sync generation and everything that belongs to one.
fn join_a_server(harness: &Harness) {
    let mut metadata = Metadata::read(&harness.folder()).unwrap();
    for (key, value) in [
        ("cloudFileId", "f1"),
        ("groupId", "g1"),
        ("lastUploaded", "2026-11-19"),
        ("lastSyncedTimestamp", "2026-11-19T10:00:00.000Z-0000-0123456789abcdef"),
        ("encryptKeyId", "k1"),
        ("userId", "a token"),
    ] {
        metadata.set(key, value.into());
    }
    metadata.write(&harness.folder()).unwrap();
}

fn messages(folder: &Path) -> i64 {
    let conn = Connection::open(folder.join("db.sqlite")).unwrap();
    conn.query_row("SELECT count(*) FROM messages_crdt", [], |row| row.get(0)).unwrap()
}

fn node(harness: &Harness) -> String {
    budget(harness, "2026-12", FOOD, 1);
    let conn = Connection::open(harness.folder().join("db.sqlite")).unwrap();
    let newest = "SELECT substr(timestamp, 31) FROM messages_crdt ORDER BY id DESC LIMIT 1";
    conn.query_row(newest, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_backup_is_made_listed_and_announced() {
    let harness = Harness::new();
    assert_eq!(harness.ok("backups-get", json!({ "id": BUDGET })), json!([]));
    budget(&harness, "2026-11", FOOD, 1234);
    make(&harness);
    let list = harness.ok("backups-get", json!({ "id": BUDGET }));
    assert_eq!(list, json!([{ "id": NOON, "date": "2026-11-20 12:00" }]));
    let told: Vec<_> =
        harness.events().into_iter().filter(|(name, _)| name == "backups-updated").collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].1, json!({ "id": BUDGET, "backups": list }));
    let missing = harness.call("backup-make", json!({ "id": "Nobody-0000000" })).unwrap_err();
    assert_eq!(missing["code"], "budget-not-found");
}

#[test]
fn the_zip_holds_the_database_without_its_log_and_the_metadata_without_a_token() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 1234);
    join_a_server(&harness);
    make(&harness);
    let zip = harness.folder().join("backups").join(NOON);
    let mut zip = zip::ZipArchive::new(fs::File::open(zip).unwrap()).unwrap();
    let mut names: Vec<_> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    names.sort();
    assert_eq!(names, ["db.sqlite", "metadata.json"]);
    let packed: Json = serde_json::from_reader(zip.by_name("metadata.json").unwrap()).unwrap();
    assert_eq!((&packed["groupId"], &packed["userId"]), (&json!("g1"), &Json::Null));
    assert_eq!(packed.get("resetClock").cloned().unwrap_or(json!(false)), json!(false));
    let unpacked = tempfile::tempdir().unwrap();
    let mut out = fs::File::create(unpacked.path().join("db.sqlite")).unwrap();
    std::io::copy(&mut zip.by_name("db.sqlite").unwrap(), &mut out).unwrap();
    assert_eq!(messages(unpacked.path()), 0);
    let left = fs::read_dir(harness.data_dir().join(".uploads")).unwrap().count();
    assert_eq!(left, 0, "nothing temporary stays");
}

#[test]
fn a_loaded_backup_has_the_numbers_of_its_time_and_no_sync_brings_the_others_back() {
    let harness = Harness::new();
    join_a_server(&harness);
    budget(&harness, "2026-11", FOOD, 1234);
    let before = node(&harness);
    make(&harness);
    let tables = harness.tables();
    budget(&harness, "2026-11", FOOD, 9999);
    load(&harness, NOON);
    assert_eq!(harness.cell(&food()), 1234);
    assert_eq!(harness.tables(), tables);
    assert_eq!(messages(&harness.folder()), 0, "what was sent before is not sent again");
    let metadata = metadata(&harness);
    for key in ["groupId", "lastUploaded", "lastSyncedTimestamp"] {
        assert_eq!(metadata[key], Json::Null, "{key}");
    }
    assert_eq!((&metadata["cloudFileId"], &metadata["encryptKeyId"]), (&json!("f1"), &json!("k1")));
    assert_ne!(node(&harness), before, "the same node would stamp two messages alike");
}

#[test]
fn reverting_restores_the_replaced_budget_with_log_and_sync_generation() {
    let harness = Harness::new();
    join_a_server(&harness);
    make(&harness);
    budget(&harness, "2026-11", FOOD, 9999);
    let (tables, cells) = (harness.tables(), harness.cells());
    let (count, prefs) = (messages(&harness.folder()), metadata(&harness));
    load(&harness, NOON);
    assert_eq!(harness.cell(&food()), 0);
    let list = harness.ok("backups-get", json!({ "id": BUDGET }));
    assert_eq!(list[0], json!({ "id": "db.latest.sqlite", "date": null, "isLatest": true }));
    load(&harness, "db.latest.sqlite");
    assert_eq!((harness.tables(), harness.cells()), (tables, cells));
    assert_eq!((messages(&harness.folder()), metadata(&harness)), (count, prefs));
    assert_eq!(ids(&harness), [NOON], "nothing was edited in between");
    for name in ["db.latest.sqlite", "metadata.latest.json"] {
        assert!(!harness.folder().join(name).exists(), "{name}");
    }
}

#[test]
fn of_several_backups_loaded_in_turn_the_first_original_stays_and_edits_become_a_backup() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 1);
    make(&harness);
    budget(&harness, "2026-11", FOOD, 2);
    make(&harness);
    budget(&harness, "2026-11", FOOD, 3);
    let made = ids(&harness);
    load(&harness, &made[1]);
    assert_eq!(harness.cell(&food()), 1);
    load(&harness, &made[0]);
    assert_eq!(harness.cell(&food()), 2);
    assert_eq!(ids(&harness).len(), 3, "two and the original");
    budget(&harness, "2026-11", FOOD, 4);
    load(&harness, "db.latest.sqlite");
    assert_eq!(harness.cell(&food()), 3);
    let now = ids(&harness);
    assert_eq!(now.len(), 3, "{now:?}");
    load(&harness, &now[0]);
    assert_eq!(harness.cell(&food()), 4, "the edits of the loaded backup were kept");
}

#[test]
fn a_backup_made_of_a_loaded_one_turns_the_original_into_a_backup_like_any_other() {
    let harness = Harness::new();
    make(&harness);
    budget(&harness, "2026-11", FOOD, 9999);
    load(&harness, NOON);
    make(&harness);
    let now = ids(&harness);
    assert_eq!(now.len(), 3, "{now:?}");
    assert!(!now.contains(&"db.latest.sqlite".to_owned()));
    let original = now.iter().find(|id| {
        load(&harness, id);
        harness.cell(&food()) == 9999
    });
    assert!(original.is_some(), "the original is lost");
}

#[test]
fn three_of_a_day_are_kept() {
    let harness = Harness::new();
    for amount in 1..=5 {
        budget(&harness, "2026-11", FOOD, amount);
        make(&harness);
    }
    let kept = ids(&harness);
    assert_eq!(kept.len(), 3);
    load(&harness, &kept[2]);
    assert_eq!(harness.cell(&food()), 3, "the newest ones");
}

#[test]
fn early_backups_are_databases_alone() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 7);
    let backups = harness.folder().join("backups");
    fs::create_dir(&backups).unwrap();
    let name = "0a6e1c0e-1111-4222-8333-444444444444.sqlite";
    let conn = Connection::open(harness.folder().join("db.sqlite")).unwrap();
    let target = backups.join(name).to_str().unwrap().to_owned();
    conn.execute("VACUUM INTO ?1", [target]).unwrap();
    drop(conn);
    budget(&harness, "2026-11", FOOD, 8);
    assert_eq!(ids(&harness), [name]);
    load(&harness, name);
    assert_eq!(harness.cell(&food()), 7);
}

#[test]
fn what_is_no_backup_changes_nothing() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 7);
    make(&harness);
    let backups = harness.folder().join("backups");
    fs::write(backups.join("2020-01-01_00-00-00.zip"), b"hello").unwrap();
    fs::write(backups.join("broken.sqlite"), b"SQLite format 3\0").unwrap();
    fs::write(backups.join("notes.txt"), b"").unwrap();
    fs::create_dir(backups.join("a folder.zip")).unwrap();
    assert_eq!(ids(&harness).len(), 3);
    for (backup, code) in [
        ("", "backup-not-found"),
        ("db.latest.sqlite", "backup-not-found"),
        ("../db.sqlite", "backup-not-found"),
        ("notes.txt", "backup-not-found"),
        ("a folder.zip", "backup-not-found"),
        ("2020-01-01_00-00-00.zip", "not-zip-file"),
        ("broken.sqlite", "invalid-db-file"),
    ] {
        let args = json!({ "id": BUDGET, "backupId": backup });
        let error = harness.call("backup-load", args).unwrap_err();
        assert_eq!(error["code"], code, "{backup}");
        harness.ok("load-budget", json!({ "id": BUDGET }));
        assert_eq!(harness.cell(&food()), 7, "{backup}");
        assert!(!harness.folder().join("db.latest.sqlite").exists(), "{backup}");
    }
}

#[test]
fn a_damaged_budget_gives_way_to_a_backup_and_its_bytes_are_kept() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 7);
    make(&harness);
    harness.ok("close-budget", json!({}));
    let folder = harness.data_dir().join(BUDGET);
    fs::write(folder.join("db.sqlite"), b"damaged").unwrap();
    harness.call("load-budget", json!({ "id": BUDGET })).unwrap_err();
    // As a budget that was closed by a fault leaves it.
    fs::write(folder.join("db.sqlite-wal"), b"last edits").unwrap();
    load(&harness, NOON);
    assert_eq!(harness.cell(&food()), 7);
    let kept = |ending| fs::read(folder.join("backups").join(NOON).with_extension(ending)).unwrap();
    assert_eq!(
        (kept("unreadable"), kept("unreadable-wal")),
        (b"damaged".into(), b"last edits".into())
    );
    make(&harness);
    assert_eq!(ids(&harness).len(), 2, "it is no backup itself, and hinders none");
}

/// Whether an unreadable budget was kept.
fn has_unreadable(folder: &Path) -> bool {
    folder.join("backups").join(NOON).with_extension("unreadable").exists()
}

#[test]
fn a_budget_that_cannot_be_kept_is_not_replaced() {
    for shows_backup in [false, true] {
        let harness = Harness::new();
        make(&harness);
        if shows_backup {
            load(&harness, NOON);
        }
        budget(&harness, "2026-11", FOOD, 7);
        harness.ok("close-budget", json!({}));
        let folder = harness.data_dir().join(BUDGET);
        let (database, log) = (folder.join("db.sqlite"), folder.join("db.sqlite-wal"));
        let args = json!({ "id": BUDGET, "backupId": NOON });
        // The budget is whole, but cannot be opened now.
        fs::create_dir(&log).unwrap();
        harness.call("backup-load", args.clone()).unwrap_err();
        assert!(!has_unreadable(&folder));
        fs::remove_dir(&log).unwrap();
        harness.ok("load-budget", json!({ "id": BUDGET }));
        assert_eq!(harness.cell(&food()), 7);
        harness.ok("close-budget", json!({}));
        fs::write(&database, b"damaged").unwrap();
        fs::write(&log, b"last edits").unwrap();
        let in_the_way = folder.join("backups").join(NOON).with_extension("unreadable-wal");
        fs::create_dir(in_the_way).unwrap();
        harness.call("backup-load", args).unwrap_err();
        assert!(!has_unreadable(&folder), "nothing partial stays");
        assert!(fs::read(&database).unwrap() == b"damaged");
    }
}

/// Overwrites the rows of a table of a closed budget.
fn damage(database: &Path, table: &str) {
    let conn = Connection::open(database).unwrap();
    let root = "SELECT rootpage FROM sqlite_master WHERE name = ?1";
    let root: u32 = conn.query_row(root, [table], |row| row.get(0)).unwrap();
    let size: u32 = conn.pragma_query_value(None, "page_size", |row| row.get(0)).unwrap();
    drop(conn);
    let page = [(root - 1) * size, root * size].map(|at| usize::try_from(at).unwrap());
    let mut bytes = fs::read(database).unwrap();
    bytes[page[0]..page[1]].fill(0xff);
    fs::write(database, bytes).unwrap();
}

#[test]
fn a_damaged_budget_that_shows_a_backup_is_kept_when_another_is_loaded() {
    for table in ["messages_crdt", "accounts"] {
        let harness = Harness::new();
        make(&harness);
        load(&harness, NOON);
        budget(&harness, "2026-11", FOOD, 7);
        harness.ok("close-budget", json!({}));
        let folder = harness.data_dir().join(BUDGET);
        damage(&folder.join("db.sqlite"), table);
        let damaged = fs::read(folder.join("db.sqlite")).unwrap();
        load(&harness, NOON);
        assert_eq!(harness.cell(&food()), 0);
        let kept = folder.join("backups").join(NOON).with_extension("unreadable");
        assert!(fs::read(kept).unwrap_or_default() == damaged, "{table}");
    }
}

#[test]
fn other_tabs_are_notified_that_their_budget_was_replaced() {
    let harness = Harness::new();
    make(&harness);
    let other = Tab::of(&harness.app);
    harness
        .run(call(&harness.app, &other.session, "load-budget", json!({ "id": BUDGET })))
        .unwrap();
    load(&harness, NOON);
    assert_eq!(harness.run(other.next("budget-closed"))["id"], BUDGET);
    let own = harness.events();
    assert!(!own.iter().any(|(name, _)| name == "budget-closed"), "{own:?}");
}

#[test]
fn a_backup_that_cannot_be_loaded_closes_no_budget() {
    let harness = Harness::new();
    make(&harness);
    fs::write(harness.folder().join("backups").join(NOON), b"hello").unwrap();
    let other = Tab::of(&harness.app);
    harness
        .run(call(&harness.app, &other.session, "load-budget", json!({ "id": BUDGET })))
        .unwrap();
    for backup in [NOON, "db.latest.sqlite"] {
        harness.call("backup-load", json!({ "id": BUDGET, "backupId": backup })).unwrap_err();
    }
    budget(&harness, "2026-11", FOOD, 7);
    let told = harness.run(async {
        let told = other.next("sync-event").await;
        call(&harness.app, &other.session, "undo", json!({})).await.unwrap();
        told
    });
    assert_eq!(told["type"], "applied");
    assert_eq!(harness.cell(&food()), 0);
}

#[test]
fn killed_before_the_last_step_the_budget_is_as_it_was() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 7);
    make(&harness);
    budget(&harness, "2026-11", FOOD, 8);
    harness.ok("close-budget", json!({}));
    let data = harness.data_dir().to_owned();
    let copied = tempfile::tempdir().unwrap();
    // As after a kill between the two renames: the old folder is set aside, the new one not in
    // place yet.
    let aside = copied.path().join(format!(".replaced-{BUDGET}"));
    fs::create_dir_all(aside.join("backups")).unwrap();
    for name in ["db.sqlite", "metadata.json"] {
        fs::copy(data.join(BUDGET).join(name), aside.join(name)).unwrap();
    }
    fs::copy(data.join(BUDGET).join("backups").join(NOON), aside.join("backups").join(NOON))
        .unwrap();
    fs::create_dir(copied.path().join(".new-0123456789abcdef")).unwrap();
    drop(DataDir::open(copied.path()).unwrap());
    let names: Vec<_> = fs::read_dir(copied.path().join(BUDGET))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(!copied.path().join(".new-0123456789abcdef").exists());
}

#[test]
fn an_open_budget_is_backed_up_every_quarter_of_an_hour_in_which_it_changed() {
    let (harness, time) = Harness::with_hand_clock();
    let after = |ms: i64| {
        time.fetch_add(ms, Ordering::Relaxed);
        harness.run(harness.app.make_due_backups());
        ids(&harness).len()
    };
    assert_eq!(after(BACKUP_EVERY_MS - 1), 0);
    assert_eq!(after(1), 1, "the first one in any case");
    assert_eq!(after(BACKUP_EVERY_MS), 1, "nothing changed");
    budget(&harness, "2026-11", FOOD, 1);
    assert_eq!(after(1), 2, "it has waited long enough");
    budget(&harness, "2026-11", FOOD, 2);
    assert_eq!(after(BACKUP_EVERY_MS - 1), 2);
    assert_eq!(after(1), 3);
    let first = ids(&harness).pop().unwrap();
    load(&harness, &first);
    assert_eq!(after(BACKUP_EVERY_MS), 4, "who only looks can still go back");
    assert_eq!(ids(&harness)[0], "db.latest.sqlite");
    harness.ok("close-budget", json!({}));
    assert_eq!(after(BACKUP_EVERY_MS), 4, "a closed budget does not change");
}

#[test]
fn budgets_whose_backup_is_due_later_in_a_round_may_be_closed_meanwhile() {
    let (harness, time) = Harness::with_hand_clock();
    let app = &harness.app;
    copy_folder(&harness.folder(), &harness.data_dir().join("Copy-0000001"));
    let other = Tab::of(app);
    harness.run(call(app, &other.session, "load-budget", json!({ "id": "Copy-0000001" }))).unwrap();
    for tab in [&harness.tab, &other] {
        harness.run(app.disconnect(&tab.session));
    }
    time.fetch_add(BACKUP_EVERY_MS, Ordering::Relaxed);
    harness.run(async {
        let meanwhile = async {
            app.close_left().await;
            assert_eq!(app.open_budgets(), 1, "the one that is being backed up");
        };
        futures_util::join!(app.make_due_backups(), meanwhile);
    });
}

#[test]
fn a_due_backup_that_closing_ends_is_no_error() {
    let (harness, time) = Harness::with_hand_clock();
    let (app, folder) = (&harness.app, harness.folder());
    harness.ok("close-budget", json!({}));
    // Large enough to be closed while it is copied.
    let conn = Connection::open(folder.join("db.sqlite")).unwrap();
    let large = "CREATE TABLE large (x); INSERT INTO large VALUES (randomblob(30000000))";
    conn.execute_batch(large).unwrap();
    drop(conn);
    let copies = || fs::read_dir(harness.data_dir().join(".uploads")).unwrap().count();
    loop {
        harness.ok("load-budget", json!({ "id": BUDGET }));
        let _ = fs::remove_dir_all(folder.join("backups"));
        time.fetch_add(BACKUP_EVERY_MS, Ordering::Relaxed);
        let (is_done, ends_it) = (Cell::new(false), Cell::new(false));
        harness.run(async {
            let backup = async {
                app.make_due_backups().await;
                is_done.set(true);
            };
            let close = async {
                while copies() == 0 && !is_done.get() {
                    tokio::task::yield_now().await;
                }
                ends_it.set(!is_done.get());
                app.shut_down().await;
            };
            futures_util::join!(backup, close);
        });
        let told = harness.tab.events();
        assert!(!told.iter().any(|(name, _)| name == "server-error"), "{told:?}");
        if ids(&harness).is_empty() {
            assert!(ends_it.get(), "a backup was due");
            break;
        }
    }
    assert_eq!(copies(), 0);
}

#[test]
fn a_failed_due_backup_is_reported_and_retried() {
    let (harness, time) = Harness::with_hand_clock();
    let backups = harness.folder().join("backups");
    fs::write(&backups, "no folder").unwrap();
    budget(&harness, "2026-11", FOOD, 1);
    harness.events();
    let due = |harness: &Harness| {
        time.fetch_add(BACKUP_EVERY_MS, Ordering::Relaxed);
        harness.run(harness.app.make_due_backups());
        harness.events().into_iter().find(|(name, _)| name == "server-error")
    };
    let (_, told) = due(&harness).unwrap();
    assert_eq!(
        told,
        json!({
            "code": "path-taken",
            "message": "This budget could not be backed up. Something else in the data directory \
                        is in the way. Move it elsewhere and try again.",
        })
    );
    fs::remove_file(&backups).unwrap();
    assert_eq!(due(&harness), None);
    assert_eq!(ids(&harness).len(), 1);
}
