//! Budget files through their life: created or imported, opened, changed, exported and imported
//! elsewhere, always with the same cells.
#![expect(clippy::unwrap_used, reason = "a failing step must stop the test")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use sobre_actors::db::{BudgetDb, Intent, Origin, whole};
use sobre_actors::environment::Environment;
use sobre_actors::files::{
    BudgetId, DataDir, DownloadedFile, Metadata, create_budget, create_demo, export, import_actual,
    list_budgets, stage_download,
};
use sobre_engine::budget::BudgetSheet;
use sobre_engine::crdt::{Change, Merkle, Timestamp};
use sobre_engine::sheet::CellValue;

const TODAY: &str = "2026-11-20";

fn environment() -> Environment {
    Environment::fixed(TODAY.parse().unwrap())
}

fn data_dir(temp: &tempfile::TempDir, name: &str) -> DataDir {
    DataDir::open(&temp.path().join(name)).unwrap()
}

fn open(dir: &DataDir, id: &BudgetId) -> BudgetDb {
    BudgetDb::open(&dir.existing_budget(id).unwrap(), environment()).unwrap()
}

fn cells(db: &mut BudgetDb) -> BTreeMap<String, CellValue> {
    let sheet = BudgetSheet::build(&db.facts().unwrap()).unwrap();
    let (first, last) = sheet.months();
    let months = first.through(last).map(|month| format!("budget{}", month.yyyymm()));
    months
        .chain(["__global".to_owned()])
        .flat_map(|name| {
            let names = sheet.names_in_sheet(&name).map(str::to_owned).collect::<Vec<_>>();
            let value = |cell: String| (format!("{name}!{cell}"), sheet.value(&name, &cell));
            names.into_iter().map(value).collect::<Vec<_>>()
        })
        .collect()
}

/// Exports an open budget as the application does.
fn exported(db: &BudgetDb, temp: &tempfile::TempDir) -> PathBuf {
    let (copy, zip) = (temp.path().join("copy.sqlite"), temp.path().join("export.zip"));
    db.export_copy(&copy).unwrap();
    export(&copy, &db.metadata(), File::create(&zip).unwrap()).unwrap();
    fs::remove_file(&copy).unwrap();
    zip
}

/// The same, then imports it into another directory.
fn carried_over(db: &BudgetDb, temp: &tempfile::TempDir, to: &DataDir) -> BudgetId {
    import_actual(&exported(db, temp), to, &environment()).unwrap()
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/interop").join(name)
}

#[test]
fn real_budgets_keep_every_cell_from_import_over_export_to_import() {
    for name in ["plain_26_9.zip", "tracking_local_26_9.zip", "early_15_migrations.zip"] {
        let temp = tempfile::tempdir().unwrap();
        let (here, there) = (data_dir(&temp, "here"), data_dir(&temp, "there"));
        let id = import_actual(&fixture(name), &here, &environment()).unwrap();
        let mut db = open(&here, &id);
        assert!(!db.metadata().reset_clock(), "the opener took a new node id");
        let before = cells(&mut db);
        assert!(before.len() > 300, "{name}");
        let again = carried_over(&db, &temp, &there);
        assert_eq!(again, id);
        let mut other = open(&there, &again);
        assert_eq!(cells(&mut other), before, "{name}");
        assert_eq!(other.merkle().root_hash(), db.merkle().root_hash());
    }
}

#[test]
fn the_demo_opens_with_money_left_to_budget_and_a_true_log() {
    let temp = tempfile::tempdir().unwrap();
    let (here, there) = (data_dir(&temp, "here"), data_dir(&temp, "there"));
    let id = create_demo(&here, &environment()).unwrap();
    let mut db = open(&here, &id);
    let before = cells(&mut db);
    assert_eq!(before["budget202611!to-budget"], CellValue::Number(8_420));
    let overspent = |month: &str| {
        let prefix = format!("budget{month}!leftover-");
        let left = before.iter().filter(|(name, _)| name.starts_with(&prefix));
        let left = left.filter(|(name, _)| !name.contains("leftover-pos-"));
        left.filter(|(_, value)| value.number() < 0).count()
    };
    assert_eq!((overspent("202610"), overspent("202611"), overspent("202612")), (0, 2, 1));
    let log = db.messages_since(Timestamp::ZERO).unwrap();
    let log: Merkle = log.iter().map(|message| message.timestamp).collect();
    assert_eq!(db.merkle().root_hash(), log.root_hash());
    let again = carried_over(&db, &temp, &there);
    assert_eq!(cells(&mut open(&there, &again)), before);
}

#[test]
fn edits_of_an_imported_budget_are_exported() {
    let temp = tempfile::tempdir().unwrap();
    let (here, there) = (data_dir(&temp, "here"), data_dir(&temp, "there"));
    let id = import_actual(&fixture("plain_26_9.zip"), &here, &environment()).unwrap();
    let mut db = open(&here, &id);
    let change = Change::new("notes", "account-x", "note", "changed here");
    db.apply(vec![change], Origin::Local(Intent::default())).unwrap();
    let again = carried_over(&db, &temp, &there);
    let path = there.existing_budget(&again).unwrap().join("db.sqlite");
    let conn = rusqlite::Connection::open(path).unwrap();
    let sql = "SELECT note FROM notes WHERE id = 'account-x'";
    let note: String = conn.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(note, "changed here");
    let messages = "SELECT count(*) FROM messages_crdt";
    let messages: i64 = conn.query_row(messages, [], |row| row.get(0)).unwrap();
    assert_eq!(messages, 1644);
}

#[test]
fn a_new_budget_opens_empty_and_is_listed() {
    let temp = tempfile::tempdir().unwrap();
    let dir = data_dir(&temp, "data");
    let id = create_budget(&dir, &environment(), Some("Home"), false).unwrap();
    let mut db = open(&dir, &id);
    assert_eq!(cells(&mut db)["budget202611!to-budget"], CellValue::Number(0));
    let listed = list_budgets(&dir).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].name.as_str(), listed[0].state()), ("Home", "local"));
    let metadata = Metadata::read(&dir.existing_budget(&id).unwrap()).unwrap();
    assert_eq!(metadata.budget_name(), Some("Home"));
}

#[test]
fn a_budget_uploaded_by_a_clock_that_was_ahead_takes_back_no_later_edit() {
    let temp = tempfile::tempdir().unwrap();
    let (here, there) = (data_dir(&temp, "here"), data_dir(&temp, "there"));
    let year_ms = 365 * 86_400_000;
    let server_ms = 1_795_176_000_000;
    let ahead = Environment::fixed("2027-11-20".parse().unwrap());
    let id = create_budget(&here, &ahead, Some("Home"), false).unwrap();
    let mut first = BudgetDb::open(&here.existing_budget(&id).unwrap(), ahead).unwrap();
    let set = |db: &mut BudgetDb, note: &str| {
        let change = Change::new("notes", "n", "note", note);
        db.apply(vec![change], Origin::Local(Intent::default())).unwrap();
    };
    set(&mut first, "first");
    let zip = exported(&first, &temp);
    // Once it knows the server's time it continues with it.
    first.correct_clock(-year_ms);
    assert!(first.restamp_ahead().unwrap() > 0);
    set(&mut first, "second");

    let from = DownloadedFile {
        file_id: "file".to_owned(),
        group_id: Some("group".to_owned()),
        encrypt_key_id: None,
        server_ms: Some(server_ms),
    };
    let staged = stage_download(&zip, &there, &environment(), &from).unwrap();
    let mut second = open(&there, &staged.install().unwrap());
    assert_eq!(second.restamp_ahead().unwrap(), 0);
    let log = second.messages_since(Timestamp::ZERO).unwrap();
    assert!(log.iter().all(|message| message.timestamp.millis() < server_ms), "{log:?}");
    let tree: Merkle = log.iter().map(|message| message.timestamp).collect();
    assert_eq!(second.merkle().root_hash(), tree.root_hash());

    let own = first.messages_since(Timestamp::ZERO).unwrap();
    second.receive(whole(own), 0).unwrap();
    first.receive(whole(log), 0).unwrap();
    for dir in [first.directory(), second.directory()] {
        let conn = rusqlite::Connection::open(dir.join("db.sqlite")).unwrap();
        let note: String =
            conn.query_row("SELECT note FROM notes WHERE id = 'n'", [], |row| row.get(0)).unwrap();
        assert_eq!(note, "second");
    }
    assert_eq!(first.merkle().root_hash(), second.merkle().root_hash());
}
