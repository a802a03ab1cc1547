//! Where simulated devices store their files: in memory if the system has such a file system.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::json;
use sobre_actors::environment::Environment;
use sobre_actors::files::Metadata;
use sobre_actors::testing::Device;
use tempfile::TempDir;

/// A folder deleted on drop.
pub(crate) fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() }.unwrap()
}

/// Copies a budget's files as they are on disk, as after a crash or a manual copy.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for name in ["db.sqlite", "db.sqlite-wal", "metadata.json"] {
        if from.join(name).is_file() {
            fs::copy(from.join(name), to.join(name)).unwrap();
        }
    }
}

/// A budget with accounts, transfers, a split and payees, created once: the initial upload on the
/// server.
pub(crate) fn uploaded() -> &'static Path {
    static MADE: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    &MADE.get_or_init(make).1
}

fn make() -> (TempDir, PathBuf) {
    let place = folder();
    let dir = place.path().join("made");
    fs::create_dir(&dir).unwrap();
    let environment = Environment::fixed("2026-11-20".parse().unwrap());
    drop(sobre_actors::db::BudgetDb::create(&dir, "Shared", environment.clone()).unwrap());
    let mut device = Device::open(&dir, environment).unwrap();
    for (name, off) in [("Checking", false), ("Card", false), ("House", true)] {
        let account = json!({ "name": name, "type": "checking", "balance": 500.0,
                              "offBudget": off, "closed": false });
        device.call("account-create", account).unwrap();
    }
    for name in ["Grocer", "Landlord", "Baker"] {
        device.call("payee-create", json!({ "name": name })).unwrap();
    }
    let accounts = ids(&device, "SELECT id FROM accounts ORDER BY sort_order");
    let transfers = ids(&device, "SELECT id FROM payees WHERE transfer_acct IS NOT NULL");
    let payees = ids(&device, "SELECT id FROM payees WHERE transfer_acct IS NULL AND name <> ''");
    let categories = ids(&device, "SELECT id FROM categories WHERE is_income = 0");
    for (number, account) in accounts.iter().enumerate() {
        let mut added = vec![json!({
            "account": account, "date": "2026-11-05", "amount": -2_000,
            "payee": payees[number], "category": categories[number],
        })];
        added.extend(transfers.iter().map(|payee| {
            json!({ "account": account, "date": "2026-11-06", "amount": -700, "payee": payee })
        }));
        let split = format!("split-{number}");
        added.push(json!({ "id": split, "account": account, "date": "2026-11-07",
                           "amount": -900, "is_parent": true }));
        for (child, amount) in [(1, -400), (2, -500)] {
            added.push(json!({
                "id": format!("{split}-{child}"), "account": account, "date": "2026-11-07",
                "amount": amount, "is_child": true, "parent_id": split,
                "category": categories[child],
            }));
        }
        // Transfers to the account itself are refused, so each row is a separate call.
        for row in added {
            let _ = device.call("transactions-batch-update", json!({ "added": [row] }));
        }
    }
    device.db().reset_sync().unwrap();
    let upload = place.path().join("uploaded");
    fs::create_dir(&upload).unwrap();
    device.db().export_copy(&upload.join("db.sqlite")).unwrap();
    let mut metadata = Metadata::new("Shared-0000001", "Shared");
    metadata.set("cloudFileId", "file".into());
    metadata.set("groupId", "group-0".into());
    metadata.write(&upload).unwrap();
    // Opened once, so that not every device has to build the indexes.
    let environment = Environment::fixed("2026-11-20".parse().unwrap());
    drop(Device::open(&upload, environment).unwrap());
    (place, upload)
}

/// The first column of a query.
pub(crate) fn ids(device: &Device, sql: &str) -> Vec<String> {
    let mut statement = device.reader().prepare(sql).unwrap();
    let found = statement.query_map([], |row| row.get(0)).unwrap();
    found.map(Result::unwrap).collect()
}
