//! A disk that fails at any of the calls an operation makes: the n-th write, sync, read or removal,
//! and a disk that is full from the n-th write on, for n = 1 and so on until the operation passes.
//! Each time the failure is reported in words, earlier and acknowledged data survives, and the
//! budget opens again either as it was before or as it is afterwards.
//!
//! By default some of the calls fail; `SOBRE_FAULTS=all` makes every one of them fail.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

#[path = "../common/mod.rs"]
mod common;
mod disk;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::device::{Device, FOOD};
use common::sync::SyncProgram;
use common::{Program, Tab, fixture, snapshot};
use disk::{Disk, KINDS, Kind};
use serde_json::{Value, json};
use tempfile::TempDir;

type Outcome = Result<(), Value>;

/// An operation on a data directory, which is copied for each run.
struct Operation<'a> {
    start: &'a Path,
    run: &'a dyn Fn(&Program) -> Outcome,
    /// Runs after a failure, on a repaired disk.
    afterwards: &'a dyn Fn(&Program),
}

/// A folder in memory if possible, because waiting for a disk takes most of the time.
fn room() -> TempDir {
    TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap()
}

/// Every budget of a data directory by its name.
fn budgets(dir: &Path) -> Value {
    let folders = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let named = |folder: PathBuf| {
        let hidden = folder.file_name().unwrap().to_string_lossy().starts_with('.');
        if hidden || !folder.join("db.sqlite").exists() {
            return None;
        }
        let text = fs::read_to_string(folder.join("metadata.json")).unwrap();
        let metadata: Value = serde_json::from_str(&text).unwrap();
        Some((metadata["budgetName"].as_str().unwrap().to_owned(), snapshot(&folder)))
    };
    Value::Object(folders.filter_map(named).collect())
}

/// How many backups each budget has.
fn backups(program: &Program) -> BTreeMap<String, usize> {
    let ask = |name, args| program.http(None, name, args).unwrap();
    let budgets = ask("get-budgets", json!({ "onlyHere": true }));
    let count = |budget: &Value| {
        let backups = ask("backups-get", json!({ "id": budget["id"] }));
        (budget["id"].as_str().unwrap().to_owned(), backups.as_array().unwrap().len())
    };
    budgets.as_array().unwrap().iter().map(count).collect()
}

/// No existing budget has fewer backups than before.
fn assert_kept(before: &BTreeMap<String, usize>, program: &Program, what: &str) {
    for (budget, count) in backups(program) {
        let had = before.get(&budget).copied().unwrap_or_default();
        assert!(count >= had, "{what}: {budget} has {count} backups and had {had}");
    }
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_all(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Which calls fail: all of them, or the first ones and then ever fewer.
fn next(nth: i64) -> i64 {
    let all = std::env::var("SOBRE_FAULTS").is_ok_and(|which| which == "all");
    if all { nth + 1 } else { nth + 1 + nth / 2 }
}

/// What may be on disk after an operation.
struct Expected {
    /// The budgets if it failed.
    before: Value,
    /// The budgets if it succeeded.
    after: Value,
    /// The backups that must be left.
    backups: BTreeMap<String, usize>,
}

impl Operation<'_> {
    fn check(&self) {
        let before = budgets(self.start);
        let (after, backups) = self.undisturbed();
        let expected = Expected { before, after, backups };
        for kind in KINDS {
            let mut nth = 1;
            while self.disturbed(kind, nth, &expected) {
                nth = next(nth);
            }
            let none = nth == 1 && kind != Kind::Remove;
            assert!(!none, "the operation reaches the disk by no {kind:?}");
        }
    }

    /// Its result, and the earlier backups.
    fn undisturbed(&self) -> (Value, BTreeMap<String, usize>) {
        let temp = room();
        copy_all(self.start, temp.path());
        let mut program = Program::start_in(temp.path());
        let backups = backups(&program);
        (self.run)(&program).unwrap();
        program.kill();
        (budgets(temp.path()), backups)
    }

    /// Runs it with a failing call; returns whether there was such a call.
    fn disturbed(&self, kind: Kind, nth: i64, expected: &Expected) -> bool {
        let Expected { before, after, backups } = expected;
        let temp = room();
        let dir = temp.path().join("data");
        copy_all(self.start, &dir);
        let disk = Disk::new(temp.path());
        let mut program = disk.start(&dir);
        disk.fail(kind, nth);
        let outcome = (self.run)(&program);
        let failed = disk.heal();
        let what = format!("{kind:?} {nth}");
        if let Err(error) = &outcome {
            assert!(failed, "{what}: {error}");
            let words = error["message"].as_str().unwrap_or_default();
            let told = !words.is_empty() && error["code"] != "internal";
            assert!(told, "{what}: {error}\n{}", disk.log());
        }
        assert_kept(backups, &program, &what);
        program.kill();
        // The next program settles a folder that was being replaced when it starts.
        let program = Program::start_in(&dir);
        assert_kept(backups, &program, &what);
        let found = budgets(&dir);
        assert!(found == *after || outcome.is_err(), "{what}: what was acknowledged is lost");
        assert!(found == *after || found == *before, "{what}: {outcome:?} left something else");
        let left = fs::read_dir(dir.join(".uploads")).unwrap().count();
        assert_eq!(left, 0, "{what}: temporary files are left");
        (self.afterwards)(&program);
        failed
    }
}

fn open(program: &Program, budget: &str) -> Result<Tab, Value> {
    let mut tab = program.tab();
    tab.call("load-budget", json!({ "id": budget }))?;
    Ok(tab)
}

fn edit(tab: &mut Tab, amount: i64) -> Result<Value, Value> {
    let args = json!({ "month": "2026-11", "category": FOOD, "amount": amount });
    tab.call("budget/budget-amount", args)
}

/// A data directory with a budget that was edited once; returns its id.
fn one_budget() -> (TempDir, String) {
    let temp = room();
    let mut program = Program::start_in(temp.path());
    let budget = program.create_budget();
    edit(&mut program.tab_on(&budget), 100).unwrap();
    program.kill();
    (temp, budget)
}

#[test]
fn an_edit() {
    let (start, budget) = one_budget();
    let run = |program: &Program| edit(&mut open(program, &budget)?, 900).map(drop);
    let afterwards = |program: &Program| {
        edit(&mut open(program, &budget).unwrap(), 7).unwrap();
    };
    Operation { start: start.path(), run: &run, afterwards: &afterwards }.check();
}

#[test]
fn an_edit_once_the_disk_is_well_again() {
    let (start, budget) = one_budget();
    for kind in KINDS {
        let mut nth = 1;
        loop {
            let temp = room();
            let dir = temp.path().join("data");
            copy_all(start.path(), &dir);
            let disk = Disk::new(temp.path());
            let mut program = disk.start(&dir);
            let mut tab = open(&program, &budget).unwrap();
            disk.fail(kind, nth);
            let outcome = edit(&mut tab, 900);
            let failed = disk.heal();
            edit(&mut tab, 7).unwrap_or_else(|error| panic!("{kind:?} {nth}: {error}"));
            program.kill();
            let rows = snapshot(&dir.join(&budget));
            let amount = &rows["zero_budgets"][0]["amount"];
            assert_eq!(amount, "Integer(7)", "{kind:?} {nth}: {outcome:?}");
            if !failed {
                break;
            }
            nth = next(nth);
        }
    }
}

#[test]
fn a_new_budget() {
    let temp = room();
    Program::start_in(temp.path());
    let create = |program: &Program| program.http(None, "create-budget", json!({}));
    let run = |program: &Program| create(program).map(drop);
    let afterwards = |program: &Program| run(program).unwrap();
    Operation { start: temp.path(), run: &run, afterwards: &afterwards }.check();
}

#[test]
fn a_new_budget_on_a_full_disk_is_refused_in_the_right_words() {
    let temp = room();
    let dir = temp.path().join("data");
    let disk = Disk::new(temp.path());
    let program = disk.start(&dir);
    let mut nth = 1;
    loop {
        disk.fail(Kind::Full, nth);
        let outcome = program.http(None, "create-budget", json!({}));
        let failed = disk.heal();
        if let Err(error) = outcome {
            assert_eq!(error["code"], "storage-full", "{nth}: {error}");
            let words = error["message"].as_str().unwrap();
            assert!(words.starts_with("The disk is full."), "{nth}: {error}");
        }
        if !failed {
            break;
        }
        nth = next(nth);
    }
    assert!(nth > 1, "a new budget is written");
}

#[test]
fn an_import() {
    let temp = room();
    Program::start_in(temp.path());
    let zip = fs::read(fixture("interop/plain_26_9.zip")).unwrap();
    let run = |program: &Program| import(program, &zip).map(drop);
    let afterwards = |program: &Program| run(program).unwrap();
    Operation { start: temp.path(), run: &run, afterwards: &afterwards }.check();
}

/// A data directory with a budget from a zip, edited and with a backup.
fn imported() -> (TempDir, String, Vec<u8>) {
    let zip = fs::read(fixture("interop/plain_26_9.zip")).unwrap();
    let temp = room();
    let mut program = Program::start_in(temp.path());
    let budget = import(&program, &zip).unwrap();
    edit(&mut program.tab_on(&budget), 900).unwrap();
    program.http(None, "backup-make", json!({ "id": budget })).unwrap();
    program.kill();
    (temp, budget, zip)
}

fn import(program: &Program, zip: &[u8]) -> Result<String, Value> {
    let upload = program.upload("budget.zip", zip)?;
    let args = json!({ "filepath": upload["filepath"], "type": "actual" });
    let imported = program.http(None, "import-budget", args)?;
    Ok(imported["id"].as_str().unwrap().to_owned())
}

#[test]
fn an_import_that_replaces() {
    let (start, budget, zip) = imported();
    let run = |program: &Program| import(program, &zip).map(|id| assert_eq!(id, budget));
    // Every listed budget can be replaced.
    let afterwards = |program: &Program| run(program).unwrap();
    Operation { start: start.path(), run: &run, afterwards: &afterwards }.check();
}

#[test]
fn a_delete() {
    let (start, budget, _) = imported();
    let delete = |program: &Program| program.http(None, "delete-budget", json!({ "id": budget }));
    let run = |program: &Program| {
        open(program, &budget)?;
        delete(program).map(drop)
    };
    let afterwards = |program: &Program| {
        if open(program, &budget).is_ok() {
            delete(program).unwrap();
        }
        assert_eq!(budgets(program.dir()), json!({}));
        assert_eq!(delete(program).unwrap_err()["code"], "budget-not-found");
    };
    Operation { start: start.path(), run: &run, afterwards: &afterwards }.check();
}

#[test]
fn a_backup() {
    let (start, budget) = one_budget();
    let made = |program: &Program| {
        let backups = program.http(None, "backups-get", json!({ "id": budget })).unwrap();
        backups.as_array().unwrap().len()
    };
    let run = |program: &Program| {
        open(program, &budget)?;
        let outcome = program.http(None, "backup-make", json!({ "id": budget })).map(drop);
        outcome.inspect(|()| assert_eq!(made(program), 1))
    };
    // Every listed backup can be loaded.
    let afterwards = |program: &Program| {
        program.http(None, "backup-make", json!({ "id": budget })).unwrap();
        let before = budgets(program.dir());
        let backups = program.http(None, "backups-get", json!({ "id": budget })).unwrap();
        for backup in backups.as_array().unwrap() {
            let args = json!({ "id": budget, "backupId": backup["id"] });
            program.http(None, "backup-load", args).unwrap();
            assert_eq!(budgets(program.dir()), before);
        }
    };
    Operation { start: start.path(), run: &run, afterwards: &afterwards }.check();
}

#[test]
fn a_restore() {
    let (start, budget) = one_budget();
    let mut program = Program::start_in(start.path());
    program.http(None, "backup-make", json!({ "id": budget })).unwrap();
    edit(&mut program.tab_on(&budget), 900).unwrap();
    program.kill();
    let run = |program: &Program| {
        let backups = program.http(None, "backups-get", json!({ "id": budget }))?;
        let args = json!({ "id": budget, "backupId": backups[0]["id"] });
        program.http(None, "backup-load", args).map(drop)
    };
    let afterwards = |program: &Program| {
        edit(&mut open(program, &budget).unwrap(), 7).unwrap();
    };
    Operation { start: start.path(), run: &run, afterwards: &afterwards }.check();
}

#[test]
fn an_export() {
    let (start, budget) = one_budget();
    let run = |program: &Program| {
        let post = common::agent().post(format!("{}/api/call/export-budget", program.url));
        let bearer = format!("Bearer {}", program.token);
        let sent = post.header("Authorization", bearer).header("X-Budget", &budget).send("");
        let mut answer = sent.unwrap();
        let status = answer.status();
        // An incomplete zip is an error to the client that saves it.
        let Ok(body) = answer.body_mut().read_to_vec() else {
            return Err(json!({ "code": "cut", "message": "The download broke off." }));
        };
        if status != 200 {
            return Err(serde_json::from_slice::<Value>(&body).unwrap()["error"].take());
        }
        let upload = program.upload("export.zip", &body)?;
        assert!(body.starts_with(b"PK") && upload["filepath"].is_string());
        Ok(())
    };
    let afterwards = |program: &Program| run(program).unwrap();
    Operation { start: start.path(), run: &run, afterwards: &afterwards }.check();
}

/// A server with a budget, and the data directory of another device that has it as it was before
/// `changes`.
fn shared(changes: impl FnOnce(&mut Device)) -> (SyncProgram, TempDir, String) {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let temp = room();
    let mut two = Device::signed_in_by(Program::start_in(temp.path()), &server.url);
    let file = two.remote_file();
    two.download(&file).unwrap();
    two.sync().unwrap();
    two.program.kill();
    changes(&mut one);
    one.sync().unwrap();
    (server, temp, two.budget)
}

fn received(changes: impl FnOnce(&mut Device)) {
    let (_server, start, budget) = shared(changes);
    let run = |program: &Program| {
        let mut tab = open(program, &budget)?;
        tab.call("sync", json!({})).map(drop)
    };
    let afterwards = |program: &Program| run(program).unwrap();
    Operation { start: start.path(), run: &run, afterwards: &afterwards }.check();
}

#[test]
fn a_batch_that_is_received() {
    received(|one| {
        one.add_account("Checking");
        one.budget_food("2026-11", 900);
    });
}

#[test]
fn a_sync_in_slices() {
    received(|one| {
        for at in 0..25 {
            let args = json!({ "id": format!("note-{at}"), "note": "x".repeat(50_000) });
            one.call("notes-save", args);
        }
    });
}

#[test]
fn a_download() {
    let server = SyncProgram::start();
    let one = Device::first(&server);
    let temp = room();
    let mut two = Device::signed_in_by(Program::start_in(temp.path()), &server.url);
    let file = two.remote_file();
    two.program.kill();
    let run = |program: &Program| {
        let args = json!({ "fileId": file, "replace": true });
        program.http(None, "download-budget", args).map(drop)
    };
    let rows = one.rows();
    let afterwards = |program: &Program| {
        run(program).unwrap();
        assert_eq!(budgets(program.dir()), json!({ "My Finances": rows }));
    };
    Operation { start: temp.path(), run: &run, afterwards: &afterwards }.check();
}
