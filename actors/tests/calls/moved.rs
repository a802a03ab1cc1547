//! Budgets whose file is removed or replaced from outside: no later write is acknowledged, and tabs
//! are notified.

use std::fs;
use std::path::{Path, PathBuf};
use std::pin::Pin;

use rusqlite::Connection;
use serde_json::{Value as Json, json};
use sobre_actors::contract::CallError;
use sobre_actors::db::BudgetDb;
use sobre_actors::db::identity::Content;
use sobre_actors::files::DataDir;
use tokio::sync::oneshot;

use crate::categories::budget;
use crate::harness::{BUDGET, FOOD, Harness, Tab, call, copy_folder};

pub(crate) fn amount() -> String {
    format!("budget202611!budget-{FOOD}")
}

fn edit(harness: &Harness, cents: i64) -> Result<Json, Json> {
    let args = json!({ "month": "2026-11", "category": FOOD, "amount": cents });
    harness.call("budget/budget-amount", args)
}

/// Copies the open budget's folder.
fn copied(harness: &Harness, to: &Path) -> PathBuf {
    let copy = to.join(BUDGET);
    copy_folder(&harness.folder(), &copy);
    copy
}

fn assert_intact(harness: &Harness) {
    let conn = Connection::open(harness.folder().join("db.sqlite")).unwrap();
    let check: String = conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
}

pub(crate) fn closed(harness: &Harness) -> String {
    let closed = harness.run(harness.tab.next("budget-closed"));
    assert_eq!(closed["id"], BUDGET);
    closed["message"].as_str().unwrap().to_owned()
}

#[test]
fn an_edit_of_a_removed_budget_is_not_acknowledged() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 77);
    fs::remove_dir_all(harness.folder()).unwrap();
    let error = edit(&harness, 78).unwrap_err();
    assert_eq!(error["code"], "budget-moved");
    assert_eq!(closed(&harness), error["message"]);
    assert!(closed_words(&error), "{error}");
    assert_eq!(edit(&harness, 79).unwrap_err()["code"], "budget-not-found");
}

#[test]
fn a_budget_whose_log_was_removed_closes_and_keeps_what_the_log_had() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 77);
    fs::remove_file(harness.folder().join("db.sqlite-wal")).unwrap();
    let error = edit(&harness, 78).unwrap_err();
    assert_eq!(error["code"], "budget-moved");
    closed(&harness);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 78);
}

#[test]
fn a_budget_whose_log_was_cut_off_closes_before_an_edit_hides_it() {
    let harness = Harness::new();
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": BUDGET }));
    budget(&harness, "2026-11", FOOD, 77);
    budget(&harness, "2026-11", FOOD, 78);
    let log = harness.folder().join("db.sqlite-wal");
    let length = fs::metadata(&log).unwrap().len();
    let cut = fs::OpenOptions::new().write(true).open(&log).unwrap();
    cut.set_len(length - 4_000).unwrap();
    assert_eq!(edit(&harness, 79).unwrap_err()["code"], "budget-moved");
    closed(&harness);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert!([0, 77].map(Json::from).contains(&harness.cell(&amount())), "whole commits alone");
    harness.ok("close-budget", json!({}));
    assert_intact(&harness);
}

#[test]
fn a_read_of_a_budget_whose_log_was_removed_says_so() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 77);
    fs::remove_file(harness.folder().join("db.sqlite-wal")).unwrap();
    let error = harness.call("get-categories", json!({})).unwrap_err();
    assert_eq!(error["code"], "budget-moved", "{error}");
    closed(&harness);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 77);
}

/// A read of the budget that has begun and does not end by itself.
fn endless_read(harness: &Harness) -> Pin<Box<dyn Future<Output = Result<(), CallError>> + '_>> {
    let (begin, begun) = oneshot::channel();
    let begin = move || begin.send(()).unwrap();
    let mut read = Box::pin(harness.app.read_without_end(&harness.tab.session, begin));
    harness.run(async {
        assert!(futures_util::poll!(&mut read).is_pending());
        begun.await.unwrap();
    });
    read
}

#[test]
fn a_log_that_is_removed_during_a_read_loses_no_edit() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 77);
    let read = endless_read(&harness);
    edit(&harness, 78).unwrap();
    fs::remove_file(harness.folder().join("db.sqlite-wal")).unwrap();
    harness.run(harness.app.check_files());
    closed(&harness);
    assert_eq!(harness.run(read).unwrap_err().code.wire(), "budget-moved");
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 78);
}

#[test]
fn a_budget_overwritten_during_a_read_opens_with_a_log_of_its_own() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let larger = larger(&harness, elsewhere.path());
    budget(&harness, "2026-11", FOOD, 77);
    let read = endless_read(&harness);
    fs::copy(&larger, harness.folder().join("db.sqlite")).unwrap();
    assert_eq!(edit(&harness, 78).unwrap_err()["code"], "budget-moved");
    closed(&harness);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    harness.run(read).unwrap_err();
    budget(&harness, "2026-11", FOOD, 5);
    // As a killed program leaves it; the log first, because the file may receive it meanwhile.
    let left = elsewhere.path().join("left.sqlite");
    for end in ["-wal", ""] {
        let from = harness.folder().join(format!("db.sqlite{end}"));
        fs::copy(from, left.with_extension(format!("sqlite{end}"))).unwrap();
    }
    let conn = Connection::open(left).unwrap();
    let amount = "SELECT amount FROM zero_budgets WHERE month = 202611 AND category = ?1";
    assert_eq!(conn.query_row(amount, [FOOD], |row| row.get::<_, i64>(0)).unwrap(), 5);
}

#[cfg(target_os = "linux")]
#[test]
fn a_budget_opened_again_after_an_endless_read_is_locked() {
    use std::os::unix::fs::MetadataExt as _;
    let harness = Harness::new();
    let read = endless_read(&harness);
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.run(read).unwrap_err().code.wire(), "no-budget-open");
    let inode = fs::metadata(harness.folder().join("db.sqlite")).unwrap().ino();
    let is_ours = |lock: &str| lock.contains("POSIX") && lock.contains(&format!(":{inode} "));
    // Other tests lock and unlock meanwhile, and the kernel may skip a line then.
    let is_locked =
        (0..100).any(|_| fs::read_to_string("/proc/locks").unwrap().lines().any(is_ours));
    assert!(is_locked, "other programs see that it is open");
}

fn closed_words(error: &Json) -> bool {
    error["message"].as_str().unwrap().contains("moved, deleted or replaced")
}

#[test]
fn a_replaced_budget_opens_as_it_is_and_stays_intact() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = copied(&harness, elsewhere.path());
    budget(&harness, "2026-11", FOOD, 77);
    let taken_away = elsewhere.path().join("away");
    fs::rename(harness.folder(), &taken_away).unwrap();
    fs::rename(&copy, harness.folder()).unwrap();
    assert_eq!(edit(&harness, 78).unwrap_err()["code"], "budget-moved");
    closed(&harness);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 0, "the copy was made before the edit");
    budget(&harness, "2026-11", FOOD, 5);
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 5);
    // Writes acknowledged before are in the moved folder.
    harness.ok("close-budget", json!({}));
    fs::remove_dir_all(harness.data_dir().join(BUDGET)).unwrap();
    fs::rename(&taken_away, harness.data_dir().join(BUDGET)).unwrap();
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert!([77, 78].map(Json::from).contains(&harness.cell(&amount())));
}

/// The database of a larger budget, from before any edit.
fn larger(harness: &Harness, to: &Path) -> PathBuf {
    let database = copied(harness, to).join("db.sqlite");
    let conn = Connection::open(&database).unwrap();
    conn.execute_batch(
        "PRAGMA journal_mode = DELETE; \
         CREATE TABLE more(x); INSERT INTO more VALUES (zeroblob(1000000))",
    )
    .unwrap();
    database
}

#[test]
fn a_budget_overwritten_in_place_opens_as_it_is_and_stays_intact() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let larger = larger(&harness, elsewhere.path());
    budget(&harness, "2026-11", FOOD, 77);
    fs::copy(&larger, harness.folder().join("db.sqlite")).unwrap();
    assert_eq!(edit(&harness, 78).unwrap_err()["code"], "budget-moved");
    assert!(closed(&harness).contains("moved, deleted or replaced"));
    assert!(harness.folder().join("db.sqlite-wal.replaced").exists(), "the edit is not lost");
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 0, "the copy was made before the edit");
    budget(&harness, "2026-11", FOOD, 5);
    harness.ok("close-budget", json!({}));
    assert_intact(&harness);
}

/// How a budget finds that its file was replaced.
const NOTICES: [fn(&Harness); 3] = [
    |harness| assert_eq!(edit(harness, 79).unwrap_err()["code"], "budget-moved"),
    |harness| {
        harness.run(harness.app.check_files());
        closed(harness);
    },
    |harness| drop(harness.ok("close-budget", json!({}))),
];

#[test]
fn an_older_file_renamed_to_the_path_of_an_open_budget_opens_as_it_is() {
    for notice in NOTICES {
        let harness = Harness::new();
        let elsewhere = tempfile::tempdir().unwrap();
        let older = copied(&harness, elsewhere.path()).join("db.sqlite");
        budget(&harness, "2026-11", FOOD, 76);
        harness.ok("close-budget", json!({}));
        harness.ok("load-budget", json!({ "id": BUDGET }));
        budget(&harness, "2026-11", FOOD, 77);
        // As programs do that write a new file first. The log stays beside it.
        fs::rename(&older, harness.folder().join("db.sqlite")).unwrap();
        notice(&harness);
        harness.ok("load-budget", json!({ "id": BUDGET }));
        assert_eq!(harness.cell(&amount()), 0, "it was made before the edit");
        assert!(harness.folder().join("db.sqlite-wal.replaced").exists(), "the edit is not lost");
        budget(&harness, "2026-11", FOOD, 5);
        harness.ok("close-budget", json!({}));
        assert_intact(&harness);
    }
}

#[test]
fn a_copy_renamed_to_the_path_of_an_open_budget_keeps_the_log() {
    for notice in NOTICES {
        let harness = Harness::new();
        let (database, copy) =
            (harness.folder().join("db.sqlite"), harness.folder().join("copy.sqlite"));
        budget(&harness, "2026-11", FOOD, 77);
        fs::copy(&database, &copy).unwrap();
        fs::rename(&copy, &database).unwrap();
        notice(&harness);
        assert!(!harness.folder().join("db.sqlite-wal.replaced").exists());
        harness.ok("load-budget", json!({ "id": BUDGET }));
        assert_eq!(harness.cell(&amount()), 77);
        harness.ok("close-budget", json!({}));
        assert_intact(&harness);
    }
}

#[test]
fn a_budget_that_is_replaced_with_its_log_keeps_the_other_log() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    budget(&harness, "2026-11", FOOD, 77);
    let files = ["db.sqlite", "db.sqlite-wal"];
    for file in files {
        fs::copy(harness.folder().join(file), elsewhere.path().join(file)).unwrap();
    }
    budget(&harness, "2026-11", FOOD, 78);
    for file in files {
        fs::rename(elsewhere.path().join(file), harness.folder().join(file)).unwrap();
    }
    assert_eq!(edit(&harness, 79).unwrap_err()["code"], "budget-moved");
    assert!(!harness.folder().join("db.sqlite-wal.replaced").exists());
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 77);
}

#[test]
fn a_file_overwritten_while_its_reads_end_is_closed_as_it_is() {
    let closings: [fn(BudgetDb); 2] = [BudgetDb::close, BudgetDb::close_without_log];
    for (close, has_log) in closings.into_iter().zip([true, false]) {
        let harness = Harness::new();
        harness.ok("close-budget", json!({}));
        let folder = harness.data_dir().join(BUDGET);
        let (database, older) = (folder.join("db.sqlite"), folder.join("older"));
        fs::copy(&database, &older).unwrap();
        let mut db = BudgetDb::open(&folder, harness.app.environment().clone()).unwrap();
        db.settle().unwrap();
        db.watch_file();
        db.repair_merkle().unwrap();
        if !has_log {
            fs::remove_file(folder.join("db.sqlite-wal")).unwrap();
        }
        assert_eq!(db.content_after_work(), Content::Own);
        fs::copy(&older, &database).unwrap();
        close(db);
        assert!(fs::read(&database).unwrap() == fs::read(&older).unwrap());
        assert_eq!(folder.join("db.sqlite-wal.replaced").exists(), has_log);
    }
}

#[test]
fn a_budget_that_takes_long_to_close_after_a_fault_keeps_no_other_from_opening() {
    let harness = Harness::new();
    let other = harness.ok("create-budget", json!({ "budgetName": "Other" }));
    harness.ok("load-budget", json!({ "id": BUDGET }));
    let (app, tabs) = (&harness.app, [(); 2].map(|()| Tab::of(&harness.app)));
    let reader = Connection::open(harness.folder().join("db.sqlite")).unwrap();
    reader.execute_batch("BEGIN; SELECT * FROM accounts").unwrap();
    budget(&harness, "2026-11", FOOD, 77);
    fs::remove_file(harness.folder().join("db.sqlite-wal")).unwrap();
    harness.run(async {
        app.check_files().await;
        harness.tab.next("budget-closed").await;
        let load = |tab, id: Json| call(app, tab, "load-budget", json!({ "id": id }));
        let mut again = Box::pin(load(&tabs[0].session, json!(BUDGET)));
        assert!(futures_util::poll!(&mut again).is_pending());
        load(&tabs[1].session, other["id"].clone()).await.unwrap();
        assert!(futures_util::poll!(&mut again).is_pending(), "the reader is still there");
        drop(reader);
        again.await.unwrap();
    });
}

#[test]
fn a_file_that_only_got_another_time_is_not_overwritten() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 77);
    let file = fs::File::options().write(true).open(harness.folder().join("db.sqlite")).unwrap();
    for hours in [1, 9] {
        let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_hours(hours);
        file.set_modified(time).unwrap();
        edit(&harness, 77 + i64::try_from(hours).unwrap()).unwrap();
    }
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 86);
}

/// Moves the log of a database into its file, as another program does.
fn checkpoint(database: &Path, mode: &str) {
    let other = Connection::open(database).unwrap();
    other.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |_| Ok(())).unwrap();
}

#[test]
fn a_budget_whose_log_another_program_moves_into_the_file_stays_open() {
    let harness = Harness::new();
    let database = harness.folder().join("db.sqlite");
    for (cents, mode) in [(1, "PASSIVE"), (2, "FULL"), (3, "RESTART"), (4, "PASSIVE")] {
        budget(&harness, "2026-11", FOOD, cents);
        let reader = Connection::open(&database).unwrap();
        reader.execute_batch("BEGIN; SELECT * FROM accounts").unwrap();
        edit(&harness, cents + 10).unwrap();
        checkpoint(&database, "PASSIVE");
        edit(&harness, cents + 20).unwrap();
        reader.execute_batch("COMMIT").unwrap();
        drop(reader);
        checkpoint(&database, mode);
        edit(&harness, cents + 30).unwrap();
    }
    assert!(!harness.folder().join("db.sqlite-wal.replaced").exists());
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 34);
    assert_intact(&harness);
}

#[test]
fn an_older_copy_of_the_same_length_is_noticed() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let (database, older) =
        (harness.folder().join("db.sqlite"), elsewhere.path().join("db.sqlite"));
    // The first edit may make the file longer.
    for cents in [76, 77, 78] {
        budget(&harness, "2026-11", FOOD, cents);
        harness.ok("close-budget", json!({}));
        if cents == 77 {
            fs::copy(&database, &older).unwrap();
        }
        harness.ok("load-budget", json!({ "id": BUDGET }));
    }
    let length = |path: &Path| fs::metadata(path).unwrap().len();
    assert_eq!(length(&older), length(&database));
    fs::copy(&older, &database).unwrap();
    assert_eq!(edit(&harness, 79).unwrap_err()["code"], "budget-moved");
    closed(&harness);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 77);
}

#[test]
fn each_overwriting_keeps_a_log_of_its_own() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let larger = larger(&harness, elsewhere.path());
    let database = harness.folder().join("db.sqlite");
    let first = harness.folder().join("db.sqlite-wal.replaced");
    let second = harness.folder().join("db.sqlite-wal.replaced.2");
    budget(&harness, "2026-11", FOOD, 77);
    fs::copy(&larger, &database).unwrap();
    assert_eq!(edit(&harness, 78).unwrap_err()["code"], "budget-moved");
    let kept = fs::read(&first).unwrap();
    harness.ok("load-budget", json!({ "id": BUDGET }));
    budget(&harness, "2026-11", FOOD, 5);
    fs::write(&database, b"neither of the two").unwrap();
    assert_eq!(edit(&harness, 6).unwrap_err()["code"], "budget-moved");
    assert!(fs::read(&first).unwrap() == kept);
    assert!(second.exists());
}

#[test]
fn closing_a_budget_that_was_overwritten_keeps_its_log_out_of_the_new_one() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let larger = larger(&harness, elsewhere.path());
    budget(&harness, "2026-11", FOOD, 77);
    fs::copy(&larger, harness.folder().join("db.sqlite")).unwrap();
    harness.ok("close-budget", json!({}));
    let there = fs::read(harness.folder().join("db.sqlite")).unwrap();
    assert!(there == fs::read(larger).unwrap());
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 0, "the copy was made before the edit");
}

#[test]
fn an_older_file_put_back_while_the_budget_is_closed_opens_as_it_lies_there() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    budget(&harness, "2026-11", FOOD, 5);
    harness.ok("close-budget", json!({}));
    let older = elsewhere.path().join("db.sqlite");
    let database = harness.data_dir().join(BUDGET).join("db.sqlite");
    fs::copy(&database, &older).unwrap();
    harness.ok("load-budget", json!({ "id": BUDGET }));
    budget(&harness, "2026-11", FOOD, 77);
    harness.ok("close-budget", json!({}));
    fs::copy(&older, &database).unwrap();
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 5);
    harness.ok("close-budget", json!({}));
    assert_intact(&harness);
}

#[test]
fn a_look_finds_a_removed_budget_without_an_edit() {
    let harness = Harness::new();
    harness.run(harness.app.check_files());
    budget(&harness, "2026-11", FOOD, 77);
    fs::remove_dir_all(harness.folder()).unwrap();
    harness.run(harness.app.check_files());
    assert!(closed(&harness).contains("moved, deleted or replaced"));
    assert_eq!(harness.call("get-categories", json!({})).unwrap_err()["code"], "budget-not-found");
}

#[test]
fn a_data_directory_that_was_restored_goes_on_as_it_lies_there() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    copied(&harness, elsewhere.path());
    budget(&harness, "2026-11", FOOD, 77);
    for entry in fs::read_dir(harness.data_dir()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            fs::remove_dir_all(path).unwrap()
        } else {
            fs::remove_file(path).unwrap()
        }
    }
    fs::rename(elsewhere.path().join(BUDGET), harness.data_dir().join(BUDGET)).unwrap();
    harness.run(harness.app.check_files());
    closed(&harness);
    assert!(DataDir::open(harness.data_dir()).is_err(), "it is locked again");
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 0);
    harness.ok("export-budget", json!({}));
}
