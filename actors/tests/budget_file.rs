//! Opening, identity, reading and copying of budget files.

#![expect(clippy::unwrap_used, reason = "a failure must stop the test")]

mod common;

use std::panic::AssertUnwindSafe;

use common::{TestBudget, snapshot};
use rusqlite::Connection;
use sobre_actors::db::identity::{Content, LogState};
use sobre_actors::db::{
    ApplyError, BudgetDb, Commit, CommitFacts, Origin, ReaderPool, facts, whole,
};
use sobre_engine::budget::{BudgetFact, BudgetMode};
use sobre_engine::crdt::{Change, Merkle, Message, Node, Timestamp, Value};

#[test]
fn a_file_that_asks_for_it_gets_a_new_node_and_keeps_time_and_tree() {
    let mut budget = TestBudget::unzip("interop/plain_26_9.zip");
    let stored: Vec<_> = budget.stored_messages().iter().map(|it| it.timestamp).collect();
    let clock = budget.db.clock();
    assert_eq!(clock.millis(), stored.last().unwrap().millis());
    assert_ne!(clock.node(), stored.last().unwrap().node());
    assert!(!budget.db.metadata().reset_clock());
    let merkle = budget.db.merkle().clone();
    budget.set("notes", "n", "note", "x");
    let own = budget.stored_messages().last().unwrap().timestamp;
    assert_eq!(own.node(), clock.node());
    assert_ne!(*budget.db.merkle(), merkle);
    let after = budget.db.clock();
    let budget = budget.reopen();
    let again = budget.db.clock();
    assert_eq!(again.with_node(after.node()), after);
    assert_ne!(again.node(), after.node(), "a folder that was copied must not stamp alike");
}

#[test]
fn a_file_without_the_indexes_of_its_format_gets_them_when_opened() {
    let budget = TestBudget::unzip("interop/plain_26_9.zip");
    let other = Connection::open(budget.directory().join("db.sqlite")).unwrap();
    other.execute_batch("DROP INDEX trans_sorted; DROP INDEX trans_parent_id").unwrap();
    drop(other);
    let budget = budget.reopen();
    let indexes = "SELECT count(*) FROM sqlite_master WHERE type = 'index' \
                   AND name IN ('trans_sorted', 'trans_parent_id', 'sobre_account_rows')";
    let found: i64 = budget.read().query_row(indexes, [], |row| row.get(0)).unwrap();
    assert_eq!(found, 3);
}

#[test]
fn a_copy_holds_the_same_rows_and_nothing_of_our_own() {
    let mut budget = TestBudget::unzip("interop/plain_26_9.zip");
    budget.set("notes", "n", "note", "x");
    let target = budget.directory().join("copy.sqlite");
    budget.db.export_copy(&target).unwrap();
    let copy = Connection::open(&target).unwrap();
    let text = |sql: &str| copy.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(text("PRAGMA integrity_check"), "ok");
    assert_eq!(text("PRAGMA journal_mode"), "delete");
    assert_eq!(&std::fs::read(&target).unwrap()[18..20], [1, 1], "not in write-ahead mode");
    let count = |sql: &str| copy.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM sqlite_master WHERE name LIKE 'sobre%'"), 0);
    assert_eq!(count("SELECT count(*) FROM kvcache"), 0);
    assert_eq!(count("SELECT count(*) FROM __migrations__"), 59);
    let left_out = "SELECT count(*) FROM sqlite_master \
         WHERE name IN ('trans_category_date', 'messages_crdt_search')";
    assert_eq!(count(left_out), 2, "indexes of the format that the budget itself does without");
    let own: i64 = budget.read().query_row(left_out, [], |row| row.get(0)).unwrap();
    assert_eq!(own, 0);
    drop(copy);
    let place = tempfile::tempdir().unwrap();
    std::fs::rename(&target, place.path().join("db.sqlite")).unwrap();
    let again = BudgetDb::open(
        place.path(),
        sobre_actors::environment::Environment::fixed(common::today()),
    );
    let again = again.unwrap();
    let reader = sobre_actors::db::Reader::open(place.path()).unwrap();
    assert_eq!(snapshot(&reader), snapshot(&budget.read()));
    assert_eq!(again.merkle(), budget.db.merkle());
    assert!(budget.db.export_copy(&place.path().join("db.sqlite")).is_err());
}

#[test]
fn a_reader_cannot_write_and_sees_every_commit() {
    let mut budget = TestBudget::create();
    let reader = budget.read();
    assert!(reader.execute("DELETE FROM categories", []).is_err());
    assert!(reader.execute("CREATE TABLE t (x)", []).is_err());
    budget.set("notes", "n", "note", "x");
    let note: String =
        reader.query_row("SELECT note FROM notes WHERE id = 'n'", [], |row| row.get(0)).unwrap();
    assert_eq!(note, "x");
}

#[test]
fn a_pool_lends_no_more_readers_than_its_limit_and_takes_them_back() {
    let budget = TestBudget::create();
    let pool = ReaderPool::new(budget.directory(), 1, budget.db.journal());
    let groups = |pool: &ReaderPool| -> i64 {
        let reader = pool.take().unwrap();
        reader.query_row("SELECT count(*) FROM category_groups", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(groups(&pool), 3);
    let taken = pool.take().unwrap();
    let waiting = {
        let pool = pool.clone();
        std::thread::spawn(move || groups(&pool))
    };
    drop(taken);
    assert_eq!(waiting.join().unwrap(), 3);
}

#[test]
fn a_repaired_tree_is_that_of_the_log_and_empty_for_an_empty_log() {
    let mut budget = TestBudget::create();
    budget.db.repair_merkle().unwrap();
    assert_eq!(*budget.db.merkle(), Merkle::new());
    budget.set("notes", "n", "note", "x");
    let tree = budget.db.merkle().clone();
    budget.db.repair_merkle().unwrap();
    assert_eq!(*budget.db.merkle(), tree);
}

#[test]
fn months_grow_with_older_transactions_and_never_shrink() {
    let mut budget = TestBudget::create();
    let before = budget.db.facts().unwrap();
    assert_eq!(before.first.to_string(), "2026-08");
    let months = |commit: Commit| match commit.facts {
        CommitFacts::Changed(facts) => {
            facts.into_iter().find(|fact| matches!(fact, BudgetFact::Months(..)))
        }
        CommitFacts::Everything(_) => panic!("few rows are told one by one"),
    };
    let row = [("acct", "a".into()), ("date", 20_250_115.into()), ("amount", 1.into())];
    let told = months(budget.step(Change::row("transactions", "t", row)));
    let october = "2024-10".parse().unwrap();
    assert_eq!(told, Some(BudgetFact::Months(october, before.last)));
    assert_eq!(months(budget.set("transactions", "t", "amount", 2)), None);
    assert_eq!(months(budget.set("transactions", "t", "date", 20_261_101)), None);
    assert_eq!(budget.db.facts().unwrap().first, october);
}

#[test]
fn a_budget_cell_is_found_under_its_old_or_its_new_id() {
    let mut budget = TestBudget::create();
    let (november, category) = ("2026-11".parse().unwrap(), "c".into());
    let find = |budget: &TestBudget| {
        facts::budget_row_id(&budget.read(), BudgetMode::Rollover, november, &category).unwrap()
    };
    assert_eq!(find(&budget), None);
    let columns = [("month", Value::from("202611")), ("category", "c".into())];
    budget.step(Change::row("zero_budgets", "2026-11-c", columns));
    assert_eq!(find(&budget).as_deref(), Some("2026-11-c"));
}

#[test]
fn an_own_write_wins_over_every_message_in_the_log() {
    let mut budget = TestBudget::create();
    let mut messages = budget.remote_messages(&[("notes", "n", "note", Value::from("theirs"))]);
    let ahead = budget.world_ms() + 200_000;
    let node = messages[0].timestamp.node();
    messages[0].timestamp = sobre_engine::crdt::Timestamp::new(ahead, 9, node).unwrap();
    budget.db.receive(whole(messages), 0).unwrap();
    let mut budget = budget.reopen();
    budget.set("notes", "n", "note", "ours");
    let log = budget.stored_messages();
    assert_eq!(log.last().unwrap().change.value, Value::from("ours"));
    assert!(log[1].timestamp > log[0].timestamp);
}

#[test]
fn a_long_log_that_is_shortened_before_it_is_used_again_is_whole() {
    let mut budget = TestBudget::create();
    let long = "x".repeat(4 << 20);
    let notes = (0..6).map(|note| Change::new("notes", format!("n{note}"), "note", &*long));
    budget.db.apply(notes.collect(), Origin::Unrecorded).unwrap();
    assert_eq!(budget.db.log_state(), LogState::Whole);
    // SQLite now restarts the log and shortens it at the next commit.
    budget.db.settle().unwrap();
    budget.set("notes", "n", "note", "short");
    assert_eq!(budget.db.log_state(), LogState::Whole);
}

#[test]
fn a_log_restored_while_an_overwritten_file_closes_stays_beside_it() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "x");
    let log = budget.directory().join("db.sqlite-wal");
    let restored = log.with_extension("restored");
    std::fs::copy(&log, &restored).unwrap();
    std::fs::rename(&restored, &log).unwrap();
    let before = std::fs::read(&log).unwrap();
    budget.db.abandon(Content::Foreign);
    assert!(std::fs::read(&log).unwrap() == before);
}

#[test]
fn a_log_that_was_cut_off_is_not_moved_into_the_file_that_closes() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "x");
    assert_eq!(budget.db.log_state(), LogState::Whole);
    let files = ["db.sqlite", "db.sqlite-wal"].map(|file| budget.directory().join(file));
    let log = std::fs::File::options().write(true).open(&files[1]).unwrap();
    log.set_len(log.metadata().unwrap().len() - 4_000).unwrap();
    let before = files.each_ref().map(|file| std::fs::read(file).unwrap());
    budget.db.close();
    assert!(files.map(|file| std::fs::read(file).unwrap_or_default()) == before);
}

#[test]
fn a_file_of_a_newer_program_is_refused_and_left_as_it_is() {
    let budget = TestBudget::create();
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("db.sqlite");
    budget.db.export_copy(&path).unwrap();
    let newer = Connection::open(&path).unwrap();
    newer.execute("INSERT INTO __migrations__ VALUES (9999999999999)", []).unwrap();
    drop(newer);
    let before = std::fs::read(&path).unwrap();
    let environment = sobre_actors::environment::Environment::fixed(common::today());
    let refused = BudgetDb::open(place.path(), environment).unwrap_err();
    assert!(refused.to_string().contains("newer"), "{refused}");
    assert!(std::fs::read(&path).unwrap() == before);
    assert!(!place.path().join("db.sqlite-wal").exists());
}

/// The files of a budget after the program was killed.
fn killed(budget: &TestBudget) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for file in ["db.sqlite", "db.sqlite-wal", "metadata.json"] {
        std::fs::copy(budget.directory().join(file), place.path().join(file)).unwrap();
    }
    place
}

#[test]
fn clock_and_tree_of_a_killed_program_come_back_from_the_log() {
    let mut budget = TestBudget::create();
    for step in 0..30 {
        budget.world.clock.advance(60_000);
        budget.set("notes", "n", "note", step.to_string());
    }
    let place = killed(&budget);
    let environment = sobre_actors::environment::Environment::fixed(common::today());
    let again = BudgetDb::open(place.path(), environment).unwrap();
    assert_eq!(again.merkle(), budget.db.merkle());
    assert_eq!(again.clock().with_node(budget.db.clock().node()), budget.db.clock());
    assert_eq!(
        snapshot(&sobre_actors::db::Reader::open(place.path()).unwrap()),
        snapshot(&budget.read())
    );
}

#[test]
fn a_closed_file_and_a_copy_contain_the_complete_clock() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "x");
    let stored = |path: &std::path::Path| -> String {
        let conn = Connection::open(path).unwrap();
        conn.query_row("SELECT clock FROM messages_clock WHERE id = 1", [], |row| row.get(0))
            .unwrap()
    };
    let (clock, tree) = (budget.db.clock().to_string(), budget.db.merkle().to_json());
    let copy = budget.directory().join("copy.sqlite");
    budget.db.export_copy(&copy).unwrap();
    let (directory, closed) = (budget.directory().to_owned(), budget.close());
    for path in [copy, directory.join("db.sqlite")] {
        let stored = stored(&path);
        assert!(stored.contains(&clock) && stored.contains(&tree), "{stored}");
    }
    drop(closed);
}

#[test]
fn settling_brings_the_file_itself_up_to_date() {
    let mut budget = TestBudget::unzip("interop/plain_26_9.zip");
    budget.set("notes", "n", "note", "x");
    budget.db.settle().unwrap();
    let alone = tempfile::tempdir().unwrap();
    let copy = alone.path().join("db.sqlite");
    std::fs::copy(budget.directory().join("db.sqlite"), &copy).unwrap();
    let copy = Connection::open(&copy).unwrap();
    let note: String =
        copy.query_row("SELECT note FROM notes WHERE id = 'n'", [], |row| row.get(0)).unwrap();
    assert_eq!(note, "x");
    let clock: String =
        copy.query_row("SELECT clock FROM messages_clock", [], |row| row.get(0)).unwrap();
    assert!(clock.contains(&budget.db.clock().to_string()), "the clock is stored too");
}

#[test]
fn a_write_that_broke_in_the_midst_leaves_no_tree_behind() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "kept");
    let now = budget.world_ms();
    let received = |at: u64| {
        let timestamp = Timestamp::new(now + at, 0, Node::from_text("aaaaaaaaaaaaaaaa").unwrap());
        let change = Change::new("notes", at.to_string(), "note", "lost");
        Ok::<_, ApplyError>(vec![Message { timestamp: timestamp.unwrap(), change }])
    };
    let slices = (1..4).map(|at| if at == 3 { panic!("a test breaks it") } else { received(at) });
    let db = &mut budget.db;
    std::panic::catch_unwind(AssertUnwindSafe(|| db.receive(slices, 3))).unwrap_err();
    let budget = budget.reopen();
    let log = budget.stored_messages();
    assert_eq!(log.len(), 1);
    let logged: Merkle = log.iter().map(|message| message.timestamp).collect();
    assert_eq!(budget.db.merkle().root_hash(), logged.root_hash());
}

#[test]
fn a_reset_of_sync_that_fails_changes_nothing() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "kept");
    let (log, tree) = (budget.stored_messages(), budget.db.merkle().clone());
    let other = Connection::open(budget.directory().join("db.sqlite")).unwrap();
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON messages_clock \
        BEGIN SELECT RAISE(ABORT, 'no clock'); END";
    other.execute_batch(refuse).unwrap();
    budget.db.reset_sync().unwrap_err();
    other.execute_batch("DROP TRIGGER refuse").unwrap();
    drop(other);
    assert_eq!(budget.stored_messages(), log);
    assert_eq!(*budget.db.merkle(), tree);
    assert!(budget.db.history().undo.is_some());
    budget.set("notes", "n", "note", "later");
    let budget = budget.reopen();
    assert_eq!(budget.stored_messages().len(), log.len() + 1);
    let all: Merkle = budget.stored_messages().iter().map(|message| message.timestamp).collect();
    assert_eq!(all.root_hash(), budget.db.merkle().root_hash());
}
